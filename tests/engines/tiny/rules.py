"""The rules of Marbles."""

from collections.abc import Iterable
from itertools import pairwise

from msgspec.structs import replace

from engines.core.chance import Chance, shuffle
from engines.core.engine import Ask, Illegal, Reason, Result, Seat, Step
from tests.engines.tiny import model as m

PROMPTS = {"Gift": "gift", "GiveBack": "give", "PutCard": "put"}
"""Which effects ask, and the kind of their ask."""


def setup(options: m.Options, seats: int, chance: Chance) -> Step[m.State, m.Event]:
    """Shuffle the deck, deal hands, set out three marbles. Raises `Illegal` on options that don't
    fit."""
    if seats not in (2, 3):
        raise Illegal(Reason("seats", "Marbles is for two or three."))
    if not (1 <= options.rounds <= 3 and 1 <= options.hand <= 3):
        raise Illegal(Reason("options", "One to three rounds, one to three cards."))
    deck = shuffle(tuple(sorted(m.CARDS)) * m.COPIES, chance, "deck")
    players = tuple(m.Player(hand=()) for _ in range(seats))
    state = m.State(options.rounds, 1, "pick", deck, m.COLOURS * m.EACH, (), players)
    state = replace(state, bag=tuple(sorted(state.bag)))
    events: list[m.Event] = []
    for place in range(3):
        colour = state.bag[chance.below(len(state.bag), "dish", place)]
        state = replace(
            state, bag=less(state.bag, colour), dish=tuple(sorted((*state.dish, colour)))
        )
        events.append(m.Marble(-1, "set out", colour))
    for _ in range(options.hand):
        state, dealt = deal(state)
        events += dealt
    return Step(state, tuple(events), ((3, replace(state, deck=deck, players=players)),))


def asks(state: m.State) -> tuple[Ask, ...]:
    """Who must or may answer now."""
    found = []
    about = f"round {state.round}"
    for seat, player in enumerate(state.players):
        if state.phase == "pick" and not player.pick:
            found.append(Ask(seat, "pick", about, True))
        elif state.phase == "free" and player.agenda:
            job = player.agenda[0]
            kind = PROMPTS[type(job.effect).__name__]
            found.append(Ask(seat, kind, f"{about}, {job.source}", True))
        elif state.phase == "free" and not player.done:
            found.append(Ask(seat, "free", about, True))
        elif state.phase == "free" and not player.reopened:
            found.append(Ask(seat, "rest", about, False))
    return tuple(found)


def candidates(state: m.State, seat: Seat) -> list[m.Action]:
    """Every action that could be legal for a seat in some such state, in a pinned order."""
    player = state.players[seat]
    spots = range(m.PLACES)
    found: list[m.Action] = [m.Pick(face) for face in unique(player.hand)]
    found += [m.Choose(what) for what in m.CHOICES]
    found += [m.Take(colour) for colour in m.COLOURS]
    found.append(m.Draw())
    found += [m.Place(colour, place) for colour in unique(player.pouch) for place in spots]
    found += [m.Swap(first, second) for second in spots for first in range(second)]
    found += [m.Spend(colour) for colour in unique(player.pouch)]
    return [*found, m.Done(), m.NotDone()]


def options(state: m.State, seat: Seat) -> tuple[m.Action, ...]:
    """Every legal single action of a seat."""
    return tuple(
        action for action in candidates(state, seat) if why_not(state, seat, action) is None
    )


KINDS: dict[type, tuple[str, ...]] = {
    m.Pick: ("pick",),
    m.Choose: ("gift", "give", "put"),
    m.NotDone: ("rest",),
}
"""Which asks an action answers; the others answer `free`."""


def why_not(state: m.State, seat: Seat, action: m.Action) -> Reason | None:
    """None if the action is legal for this seat now."""
    kind = next((ask.kind for ask in asks(state) if ask.seat == seat), "")
    player = state.players[seat]
    if kind not in KINDS.get(type(action), ("free",)):
        return Reason("not_now", "That is not asked of you now.")
    match action:
        case m.Pick(face) if face not in player.hand:
            return Reason("no_card", "You don't hold that card.", values=(("card", face),))
        case m.Choose(what) if what not in choices(state, player):
            return Reason("no_choice", "That can't be chosen here.")
        case m.Take() | m.Draw() | m.Swap() if player.energy == 0:
            return Reason("no_energy", "You have no energy left.", "Energy")
        case m.Take(colour) if colour not in state.dish:
            return Reason("not_in_dish", "There is no such marble in the dish.")
        case m.Draw() if not state.bag:
            return Reason("bag_empty", "The bag is empty.")
        case m.Place(colour) | m.Spend(colour) if colour not in player.pouch:
            return Reason("no_marble", "You have no such marble.")
        case m.Place(_, place) if player.tray[place]:
            return Reason("taken", "That place is taken.")
        case m.Swap(first, second) if player.tray[first] == player.tray[second]:
            return Reason("same", "Swapping these changes nothing.")
    return None


def choices(state: m.State, player: m.Player) -> tuple[str, ...]:
    """What the effect that the seat is asked about lets it choose."""
    match player.agenda[0].effect:
        case m.Gift():
            return (*unique(state.dish), "none")
        case m.GiveBack():
            return unique(player.pouch)
        case _:
            return ("top", "under")


def apply(state: m.State, seat: Seat, action: m.Action, chance: Chance) -> Step[m.State, m.Event]:
    """One action. Raises `Illegal`."""
    reason = why_not(state, seat, action)
    if reason is not None:
        raise Illegal(reason)
    player = state.players[seat]
    events: list[m.Event] = []
    match action:
        case m.Pick(face):
            player = replace(player, hand=less(player.hand, face), pick=face)
            events.append(m.Picked(seat, face))
        case m.Take(colour):
            state = replace(state, dish=less(state.dish, colour))
            player = replace(player, pouch=more(player.pouch, colour), energy=player.energy - 1)
            events.append(m.Marble(seat, "took", colour))
        case m.Draw():
            state = with_player(state, seat, replace(player, energy=player.energy - 1))
            state, drew = draw_marble(state, seat, chance)
            return Step(state, (drew,))
        case m.Place(colour, place):
            player = replace(
                player,
                pouch=less(player.pouch, colour),
                tray=(*player.tray[:place], colour, *player.tray[place + 1 :]),
            )
            events.append(m.Marble(seat, "placed", colour, place))
        case m.Swap(first, second):
            tray = list(player.tray)
            tray[first], tray[second] = tray[second], tray[first]
            player = replace(player, tray=tuple(tray), energy=player.energy - 1)
            events.append(m.Swapped(seat, first, second))
        case m.Spend(colour):
            state = replace(state, bag=more(state.bag, colour))
            player = replace(player, pouch=less(player.pouch, colour), energy=player.energy + 1)
            events.append(m.Marble(seat, "spent", colour))
        case m.Choose(what):
            state, chosen = choose(state, seat, what)
            state, more_events = resolve(state, seat, chance)
            return Step(state, (chosen, *more_events))
        case m.Done():
            player = replace(player, done=True)
            events.append(m.Signalled(seat, True))
        case m.NotDone():
            player = replace(player, done=False, reopened=True)
            events.append(m.Signalled(seat, False))
    state = with_player(state, seat, player)
    beats: list[tuple[int, m.State]] = []
    if state.phase == "pick" and all(each.pick for each in state.players):
        state = reveal(state, events, beats, chance)
    elif state.phase == "free" and all(each.done for each in state.players):
        state = end_round(state, events)
    return Step(state, tuple(events), tuple(beats))


def reveal(
    state: m.State, events: list[m.Event], beats: list[tuple[int, m.State]], chance: Chance
) -> m.State:
    """Turn all sealed cards over; each seat's card becomes its agenda and is resolved as far as it
    goes."""
    events.append(m.Revealed(tuple(player.pick for player in state.players)))
    players = tuple(
        replace(
            player,
            pick="",
            agenda=tuple(m.Job(effect, player.pick) for effect in m.CARDS[player.pick]),
        )
        for player in state.players
    )
    state = replace(state, phase="reveal", players=players)
    for seat in range(len(players)):
        beats.append((len(events), state))
        state, happened = resolve(state, seat, chance)
        events += happened
    return replace(state, phase="free")


def resolve(state: m.State, seat: Seat, chance: Chance) -> tuple[m.State, list[m.Event]]:
    """Work on a seat's agenda until it is empty or the seat must choose."""
    events: list[m.Event] = []
    while (player := state.players[seat]).agenda:
        rest = replace(player, agenda=player.agenda[1:])
        match player.agenda[0].effect:
            case m.DrawMarbles(count):
                state = with_player(state, seat, rest)
                for _ in range(min(count, len(state.bag))):
                    state, drew = draw_marble(state, seat, chance)
                    events.append(drew)
            case m.Lift():
                # The deck holds more cards than all rounds use.
                state = with_player(state, seat, replace(rest, lifted=state.deck[0]))
                state = replace(state, deck=state.deck[1:])
                events.append(m.Lifted(seat, state.players[seat].lifted, len(state.deck)))
            case _ if choices(state, player):
                break
            case _:
                state = with_player(state, seat, rest)
    return state, events


def choose(state: m.State, seat: Seat, what: str) -> tuple[m.State, m.Event]:
    """Carry out the effect at the head of a seat's agenda as it chose."""
    player = state.players[seat]
    rest = replace(player, agenda=player.agenda[1:])
    match player.agenda[0].effect:
        case m.Gift() if what == "none":
            return with_player(state, seat, rest), m.Marble(seat, "left", "all")
        case m.Gift():
            state = replace(state, dish=less(state.dish, what))
            rest = replace(rest, pouch=more(rest.pouch, what))
            return with_player(state, seat, rest), m.Marble(seat, "took", what)
        case m.GiveBack():
            state = replace(state, bag=more(state.bag, what))
            rest = replace(rest, pouch=less(rest.pouch, what))
            return with_player(state, seat, rest), m.Marble(seat, "gave back", what)
        case _:
            card = (player.lifted,)
            deck = card + state.deck if what == "top" else state.deck + card
            state = replace(state, deck=deck)
            return with_player(state, seat, replace(rest, lifted="")), m.PutBack(
                seat, player.lifted, what, len(state.deck)
            )


def draw_marble(state: m.State, seat: Seat, chance: Chance) -> tuple[m.State, m.Event]:
    """One marble from the bag into a seat's pouch; the draw is named by how many the seat drew
    before."""
    player = state.players[seat]
    colour = state.bag[chance.below(len(state.bag), "marble", seat, player.drawn)]
    player = replace(player, pouch=more(player.pouch, colour), drawn=player.drawn + 1)
    state = replace(state, bag=less(state.bag, colour))
    return with_player(state, seat, player), m.Marble(seat, "drew", colour)


def end_round(state: m.State, events: list[m.Event]) -> m.State:
    """Everybody is done: the end, or a card each and a new round."""
    events.append(m.RoundEnded(state.round))
    if is_full(state) or state.round == state.rounds:
        return replace(state, phase="over")
    players = tuple(
        replace(player, done=False, reopened=False, energy=m.ENERGY) for player in state.players
    )
    state = replace(state, round=state.round + 1, phase="pick", players=players)
    state, dealt = deal(state)
    events += dealt
    return state


def deal(state: m.State) -> tuple[m.State, list[m.Event]]:
    """One card to each seat."""
    events: list[m.Event] = []
    players = []
    for seat, (player, face) in enumerate(zip(state.players, state.deck, strict=False)):
        players.append(replace(player, hand=more(player.hand, face)))
        events.append(m.Dealt(seat, face))
    return replace(state, deck=state.deck[len(players) :], players=tuple(players)), events


def is_full(state: m.State) -> bool:
    """Some tray is full."""
    return any(all(player.tray) for player in state.players)


def points(player: m.Player) -> int:
    """One a marble on the tray, one more for each pair side by side."""
    tray = player.tray
    pairs = sum(bool(a) and a == b for a, b in pairwise(tray))
    return sum(map(bool, tray)) + pairs


def result(state: m.State) -> Result | None:
    """Most points win; the game ends with a full tray or after the last round."""
    if state.phase != "over":
        return None
    scores = tuple(map(points, state.players))
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Result("full" if is_full(state) else "rounds", winners, scores, f"Points: {scores}")


def idle(state: m.State, seat: Seat) -> m.Action:
    """The first thing asked for; in the free phase, done."""
    first = options(state, seat)[0]
    return first if isinstance(first, m.Pick | m.Choose) else m.Done()


def closed(before: m.State, after: m.State) -> bool:
    """The picks are revealed, or the round has ended."""
    return (before.round, before.phase) != (after.round, after.phase)


def reveals(event: m.Event) -> bool:
    """A card was seen that was hidden from somebody."""
    return isinstance(event, m.Dealt | m.Revealed | m.Lifted)


def with_player(state: m.State, seat: Seat, player: m.Player) -> m.State:
    """The state with another record for a seat."""
    players = state.players
    return replace(state, players=(*players[:seat], player, *players[seat + 1 :]))


def unique(items: Iterable[str]) -> tuple[str, ...]:
    """Each once, sorted."""
    return tuple(sorted(set(items)))


def less(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    """One of it fewer."""
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def more(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    """One of it more, sorted."""
    return tuple(sorted((*items, item)))
