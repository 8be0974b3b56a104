"""What a viewer may know of a game of Marbles, its notation and its log lines."""

from msgspec import Struct
from msgspec.structs import replace

from engines.core.chance import Chance, shuffle
from engines.core.engine import Offer, Reason, Result, Seat, Unreadable, Viewer
from tests.engines.tiny import model as m
from tests.engines.tiny import rules


class Table(Struct, frozen=True):
    """What lies in the middle."""

    round: int
    phase: str
    deck: int
    bag: tuple[m.Colour, ...]
    dish: tuple[m.Colour, ...]


class SeatView(Struct, frozen=True):
    """A seat as everybody sees it."""

    cards: int
    picked: bool
    looks: bool
    pouch: tuple[m.Colour, ...]
    tray: tuple[m.Colour, ...]
    energy: int
    done: bool
    asked: str


class Public(Struct, frozen=True):
    """What everybody may know."""

    table: Table
    others: tuple[SeatView, ...]
    outcome: Result | None


class Cards(Struct, frozen=True):
    """The cards of one seat that its viewer may see."""

    hand: tuple[m.Face, ...]
    pick: m.Face
    lifted: m.Face


class Private(Struct, frozen=True):
    """What only this viewer may know and do."""

    cards: tuple[Cards, ...]
    moves: tuple[Offer, ...]


def public(state: m.State) -> Public:
    """What everybody may know."""
    asked = {ask.seat: ask.kind for ask in rules.asks(state)}
    return Public(
        Table(state.round, state.phase, len(state.deck), state.bag, state.dish),
        tuple(
            SeatView(
                len(player.hand),
                bool(player.pick),
                bool(player.lifted),
                player.pouch,
                player.tray,
                player.energy,
                player.done,
                asked.get(seat, ""),
            )
            for seat, player in enumerate(state.players)
        ),
        rules.result(state),
    )


def private(state: m.State, viewer: Viewer) -> Private:
    """What only this viewer may know and do."""
    seats = range(len(state.players)) if viewer == "all" else () if viewer is None else (viewer,)
    shown = [state.players[seat] for seat in seats]
    return Private(
        tuple(Cards(player.hand, player.pick, player.lifted) for player in shown),
        offers(state, viewer) if isinstance(viewer, int) else (),
    )


def offers(state: m.State, seat: Seat) -> tuple[Offer, ...]:
    """Every legal action in words; taking and placing in one; drawing also when it can't be
    done."""
    found = [Offer(write(action), write(action)) for action in rules.options(state, seat)]
    for action in rules.options(state, seat):
        if isinstance(action, m.Take):
            empty = [place for place, colour in enumerate(state.players[seat].tray) if not colour]
            found += [
                Offer(f"{write(action)}; place {action.colour} {place}", "take and place")
                for place in empty
            ]
    no = rules.why_not(state, seat, m.Draw())
    if isinstance(no, Reason):
        found.append(Offer("draw", "draw", no=no))
    return tuple(found)


def hide(event: m.Event, viewer: Viewer) -> m.Event | None:
    """An event as this viewer may know it: no faces of others; setting out is nothing to tell
    again."""
    if isinstance(event, m.Dealt | m.Picked | m.Lifted | m.PutBack):
        return event if viewer in ("all", event.seat) else replace(event, face="")
    return event


def redeal(state: m.State, viewer: Viewer, chance: Chance) -> m.State:
    """The hidden cards, dealt anew: deck, others' hands, picks and the cards they look at."""
    others = [seat for seat in range(len(state.players)) if viewer not in ("all", seat)]
    players = list(state.players)
    pool = [*state.deck]
    for seat in others:
        pool += [*players[seat].hand, players[seat].pick, players[seat].lifted]
    cards = list(shuffle([face for face in pool if face], chance, "redeal"))
    for seat in others:
        player = players[seat]
        hand = tuple(sorted(cards.pop() for _ in player.hand))
        pick = cards.pop() if player.pick else ""
        lifted = cards.pop() if player.lifted else ""
        players[seat] = replace(player, hand=hand, pick=pick, lifted=lifted)
    return replace(state, deck=tuple(cards), players=tuple(players))


def line(event: m.Event, names: tuple[str, ...]) -> str:
    """One log line."""
    match event:
        case m.Dealt():
            return ""
        case m.Picked(seat, face):
            return f"{names[seat]} sealed {face or 'a card'}"
        case m.Revealed(faces):
            return "Turned over: " + ", ".join(faces)
        case m.Lifted(seat, face):
            return f"{names[seat]} looked at {face or 'the top card'}"
        case m.PutBack(seat, face, where):
            return f"{names[seat]} put {face or 'it'} back: {where}"
        case m.Marble(seat, how, colour):
            return f"{names[seat] if seat >= 0 else 'The table'} {how} {colour}"
        case m.Swapped(seat, first, second):
            return f"{names[seat]} swapped {first} and {second}"
        case m.Signalled(seat, done):
            return f"{names[seat]} is {'done' if done else 'not done'}"
        case m.RoundEnded(number):
            return f"Round {number} ended"


def write(action: m.Action) -> str:
    """An action as text."""
    match action:
        case m.Pick(face):
            return f"pick {face}"
        case m.Place(colour, place):
            return f"place {colour} {place}"
        case m.Swap(first, second):
            return f"swap {first} {second}"
        case m.Take(word) | m.Spend(word) | m.Choose(word):
            return f"{type(action).__name__.lower()} {word}"
        case m.Draw() | m.Done():
            return type(action).__name__.lower()
        case m.NotDone():
            return "not done"


def read(text: str) -> m.Action:
    """The action of a text. Raises `Unreadable`."""
    places = {str(place): place for place in range(m.PLACES)}
    match text.split(" "):
        case ["pick", face] if face in m.CARDS:
            return m.Pick(face)
        case ["choose", what] if what in m.CHOICES:
            return m.Choose(what)
        case ["take", colour] if colour in m.COLOURS:
            return m.Take(colour)
        case ["spend", colour] if colour in m.COLOURS:
            return m.Spend(colour)
        case ["place", colour, place] if colour in m.COLOURS and place in places:
            return m.Place(colour, places[place])
        case ["swap", first, second] if first in places and second in places and first < second:
            return m.Swap(places[first], places[second])
        case ["draw"]:
            return m.Draw()
        case ["done"]:
            return m.Done()
        case ["not", "done"]:
            return m.NotDone()
        case _:
            raise Unreadable(text)
