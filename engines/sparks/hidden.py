"""What is hidden from whom: events cut to size, and the other worlds a viewer can't tell apart."""

from msgspec.structs import replace

from engines.core.chance import Chance, shuffle
from engines.core.engine import Seat, Viewer
from engines.sparks.components import ROBOTS
from engines.sparks.model import (
    CardsDealt,
    Drafted,
    Ended,
    Event,
    Fitted,
    Key,
    Passed,
    RobotChosen,
    RobotsDealt,
    RobotsReturned,
    RobotsShown,
    RoundEnded,
    State,
    TurnBegan,
)
from engines.sparks.supply import by_card
from engines.sparks.turns import empty_slots


def hide(event: Event, viewer: Viewer) -> Event | None:
    """An event as this viewer may know it: no cards of others that aren't shown."""
    match event:
        case RobotsDealt(seat) if viewer not in (seat, "all"):
            return replace(event, robots=())
        case CardsDealt(seat) if viewer not in (seat, "all"):
            return replace(event, assistants=())
        case RobotChosen(seat) if viewer not in (seat, "all"):
            return RobotChosen(seat, "", 0)
        case Drafted(seat) if viewer not in (seat, "all"):
            return Drafted(seat, "")
        case RobotsReturned(seat) if viewer not in (seat, "all"):
            return None
        case _:
            return event


def reveals(event: Event) -> bool:
    """Cards were dealt (of an empty deck none are), shown, or passed on."""
    if isinstance(event, CardsDealt):
        return event.count > 0
    return isinstance(event, RobotsDealt | RobotsShown | RobotsReturned | Passed)


def heads(event: Event) -> bool:
    """A turn begins, a round is over, the game has ended."""
    return isinstance(event, TurnBegan | RoundEnded | Ended)


def redeal(state: State, viewer: Viewer, chance: Chance) -> State:
    """Another state that this viewer can't tell from this one: decks and the others' cards, dealt
    anew. What others have passed on in a draft is theirs to know: it is left out."""
    hidden = [seat for seat in range(len(state.players)) if viewer not in (seat, "all")]
    state = redeal_robots(state, hidden, chance)
    return redeal_assistants(state, hidden, seen_by(state, viewer), chance)


def redeal_robots(state: State, hidden: list[Seat], chance: Chance) -> State:
    """The robot deck and the robots that these seats have drawn but not shown."""
    pool = list(state.robots)
    for seat in hidden:
        player = state.players[seat]
        pool += [*player.drawn, *(each.robot for each in player.fitted)]
    cards = list(shuffle(pool, chance, "robots"))
    players = list(state.players)
    for seat in hidden:
        player = players[seat]
        if not player.drawn and not player.fitted:
            continue
        drawn = {cards.pop() for _ in player.drawn}
        returned = ""
        if player.returned:
            returned = sorted(drawn)[chance.below(len(drawn), "returned", seat)]
        empty = empty_slots(replace(player, fitted=()))
        slots = shuffle(empty, chance, "slots", seat)[: len(player.fitted)]
        players[seat] = replace(
            player,
            drawn=tuple(key for key in ROBOTS if key in drawn),
            returned=returned,
            fitted=tuple(Fitted(cards.pop(), slot) for slot in slots),
        )
    return replace(state, robots=tuple(cards), players=tuple(players))


def redeal_assistants(
    state: State, hidden: list[Seat], seen: dict[Key, int], chance: Chance
) -> State:
    """The assistant deck, these seats' hands and, in a draft, what they choose from.

    Cards that the viewer saw and passed on in the same packet change places among themselves.
    """
    places = [state.assistants]
    for seat in hidden:
        places += [state.players[seat].hand, state.players[seat].packet]
    pools: dict[int, list[Key]] = {}
    for card in (card for place in places for card in place):
        pools.setdefault(seen.get(card, -1), []).append(card)
    mixed = {at: list(shuffle(pool, chance, "assistants", at)) for at, pool in pools.items()}
    dealt = [tuple(mixed[seen.get(card, -1)].pop() for card in place) for place in places]
    players = list(state.players)
    for number, seat in enumerate(hidden):
        hand, packet = map(by_card, dealt[2 * number + 1 : 2 * number + 3])
        picked = ""
        if players[seat].picked:
            picked = packet[chance.below(len(packet), "picked", seat)]
        players[seat] = replace(players[seat], hand=hand, packet=packet, picked=picked, passed=())
    deck = shuffle(dealt[0], chance, "deck")
    return replace(state, assistants=deck, players=tuple(players))


def seen_by(state: State, viewer: Viewer) -> dict[Key, int]:
    """Draft: the assistants that a seat saw and passed on, by the packet it saw them in last."""
    passed = state.players[viewer].passed if isinstance(viewer, int) else ()
    return {card: number for number, packet in enumerate(passed) for card in packet}
