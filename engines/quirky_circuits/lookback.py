"""A game looked back on: what came of each card, where that bent the robot's way, and where in the
rows of the game each card stands.

For the debrief alone, which shows it when nothing is hidden any more (`views.debrief`).
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from engines.core.engine import Seat
from engines.quirky_circuits import text
from engines.quirky_circuits.board import Board
from engines.quirky_circuits.follow import follow
from engines.quirky_circuits.handling import HANDLING, choices
from engines.quirky_circuits.model import (
    BUD,
    FACINGS,
    Collided,
    Drained,
    Event,
    Happening,
    Lifted,
    Played,
    Ran,
    Revealed,
    Round,
    Signalled,
    Stayed,
    Steadied,
    Swept,
    Turned,
    Won,
)

BENDS = ("collided", "drifted", "slid", "chair", "rode")
"""What changes a robot's way beside what its card says, as frames are called (`text.FRAMES`)."""
ASKED, OPENED = "asked", "opened"
"""Two marks that are no kinds of frames: a card let its player choose; a bud was visited."""


class Bend(Struct, frozen=True, gc=False):
    """Where the robot's way was changed, by the card at `place`: on (x, y). `kind`: one of `BENDS`;
    `way`: of a collision, to which side (n, e, s, w)."""

    place: int
    kind: str
    x: int
    y: int
    way: str = ""


class Came(Struct, frozen=True, gc=False):
    """What came of a card: `marks` (kinds of frames, `ASKED` or `OPENED`), each once, and in
    words."""

    marks: tuple[str, ...] = ()
    text: str = ""
    bends: tuple[Bend, ...] = ()


def came_of(map_: Board, past: Round) -> tuple[Came, ...]:
    """What came of each card of a round; nothing of those that didn't run."""
    world, found = past.start, []
    for place, (laid, events) in enumerate(zip(past.laid, by_card(past), strict=True), 1):
        # Each mark once, in order.
        marks: dict[str, None] = {}
        bends = []
        if place <= past.ran and laid.face in HANDLING and choices(map_, world, laid.face):
            marks[ASKED] = None
        for event in events:
            kind = text.FRAMES[type(event)]
            if not is_aftermath(event):
                opens = isinstance(event, Swept) and event.kind == BUD
                marks[OPENED if opens else kind] = None
            if isinstance(event, Won):
                break
            world = follow(world, event)
            if kind in BENDS:
                way = FACINGS[event.direction] if isinstance(event, Collided) else ""
                bends.append(Bend(place, kind, world.x, world.y, way))
        found.append(Came(tuple(marks), text.came(events, map_.robot.name), tuple(bends)))
    return tuple(found)


def by_card(past: Round) -> list[list[Happening | Won]]:
    """What happened in a round, card by card."""
    doings: list[list[Happening | Won]] = [[] for _ in past.laid]
    place = 0
    for event in past.events:
        if isinstance(event, Revealed):
            place = event.place
        elif not isinstance(event, Ran):
            doings[place - 1].append(event)
    return doings


def is_aftermath(event: Happening | Won) -> bool:
    """No mark of its own: it belongs to the collision or the chair before it."""
    return isinstance(event, Stayed | Steadied) or (
        isinstance(event, Turned) and event.why != "card"
    )


class Laying(Struct, frozen=True, gc=False):
    """Where a card stands in the rows of its game. `before`: the row after which its player laid
    it; `signals`: those that stood then, as (seat, sign); `ran`: the stop at which it had been
    carried out (`"14.2"`: row 14, its second beat), `""` if it never was."""

    before: int
    signals: tuple[tuple[Seat, str], ...]
    ran: str = ""


def lookback(rows: Sequence[tuple[Event, ...]]) -> tuple[tuple[Laying, ...], ...]:
    """Every round's cards in the order in which they were laid, from the events of a game's rows,
    the first row first.

    Each card that was carried out ends a beat of its row (`rules.run_from`). One that waits for a
    choice is the last of its row, and ends the first beat of the next.
    """
    rounds: list[list[Laying]] = [[]]
    signals: dict[Seat, str] = {}
    waits: list[int] = []
    for seq, events in enumerate(rows, 1):
        opened, waits = waits, []
        for at, event in enumerate(events, 1):
            match event:
                case Played(seat):
                    rounds[-1].append(Laying(seq - 1, tuple(sorted(signals.items()))))
                    signals.pop(seat, None)
                case Signalled(seat, sign):
                    signals[seat] = sign
                case Lifted(seat):
                    del signals[seat]
                case Revealed(place):
                    (waits if at == len(events) else opened).append(place)
                case Drained():
                    mark(rounds[-1], seq, opened)
                    opened = []
                    rounds.append([])
                    signals.clear()
                case _:
                    pass
        mark(rounds[-1], seq, opened)
    return tuple(map(tuple, filter(None, rounds)))


def mark(cards: list[Laying], seq: int, opened: list[int]) -> None:
    """Notes the cards that were carried out in a row, in order: a beat each."""
    for beat, place in enumerate(opened, 1):
        cards[place - 1] = replace(cards[place - 1], ran=f"{seq}.{beat}")
