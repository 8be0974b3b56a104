"""What a viewer may know of a game of Quirky Circuits: the one gate between a state and any reader.

`Public` and `Private` are allow-lists, built up from nothing; each of their fields is one region of the page
(field name = region id = template name). Words here name no player: seats are numbers, the page knows the names.
"""

from msgspec import Struct

from engines.core.engine import Offer, Reason, Seat

Space = tuple[int, int]
"""(column, row), counted from 0; column 0 is A, row 0 is the north-most row, printed as 1."""


class Furniture(Struct, frozen=True):
    """A printed obstacle (or a rug, a window: `solid=False`) that covers `w` x `h` spaces from (x, y)."""

    kind: str
    x: int
    y: int
    w: int = 1
    h: int = 1
    solid: bool = True


class MapView(Struct, frozen=True):
    """The printed map. `walls` are inner barriers as lines between grid corners, `inclines` (x, y, uphill)."""

    scenario: str
    number: int
    title: str
    place: str
    columns: int
    rows: int
    furniture: tuple[Furniture, ...]
    chairs: tuple[Space, ...]
    inclines: tuple[tuple[int, int, str], ...]
    walls: tuple[tuple[int, int, int, int], ...]
    home: Space


class Token(Struct, frozen=True):
    """A token on the map. `id` is where it started (`"dust-b3"`); kind: `dust`, `vase`, `vase_broken`."""

    id: str
    kind: str
    x: int
    y: int


class Pieces(Struct, frozen=True):
    """All that stands on the map. `facing` is n, e, s or w; `path` the spaces of the last round's way."""

    robot: str
    x: int
    y: int
    facing: str
    tokens: tuple[Token, ...]
    path: tuple[Space, ...] = ()


class Battery(Struct, frozen=True):
    """`bands` names each value from `start` down to 1: `green`, `yellow` or `red`."""

    start: int
    now: int
    bands: tuple[tuple[int, str], ...]


class Goal(Struct, frozen=True):
    """The scenario's goal in words, and how much is left of it."""

    text: str
    left: int
    left_text: str
    story: str


class QueueCard(Struct, frozen=True):
    """A card in the queue. `back` is move, turn or special; `face` is only there once it may be known."""

    place: int
    seat: Seat
    back: str
    quirk: bool
    face: str | None = None
    label: str = ""


class Queue(Struct, frozen=True):
    """The queue, and what is still missing before it runs (naming nobody). `ready` of `players` signalled."""

    cards: tuple[QueueCard, ...]
    least: int
    missing: int
    everybody_laid: bool
    ready: int
    players: int


class SeatView(Struct, frozen=True):
    """A seat as everybody sees it: backs sorted by kind (`"move"`, `"quirk move"` ...), signal `""|done|flat`."""

    seat: Seat
    backs: tuple[str, ...]
    signal: str
    laid: int
    hand_size: int


class Phase(Struct, frozen=True):
    """Where the game stands: `phase` is program or over; `round` counts from 1; `practice` as chosen."""

    round: int
    phase: str
    practice: bool


class Frame(Struct, frozen=True):
    """One moment of a card being carried out: what happened, and where robot and tokens stand after it.

    `kind`: moved, turned, swept, collided, fell, broke, slid, chair, nothing, won.
    """

    kind: str
    x: int
    y: int
    facing: str
    tokens: tuple[Token, ...]
    text: str


class RunCard(Struct, frozen=True):
    """A card of the last round, as it ran. `ran` is False for cards behind the winning one (still closed:
    face and label are then empty while anybody might care, that is never after the end)."""

    place: int
    seat: Seat
    face: str
    label: str
    back: str
    quirk: bool
    ran: bool
    frames: tuple[Frame, ...]


class Run(Struct, frozen=True):
    """The last round's program, to be walked through: the start, then each card with its frames."""

    round: int
    start: Frame
    cards: tuple[RunCard, ...]


class DebriefCard(Struct, frozen=True):
    """A card that was laid: by whom, from which hand (all faces, the laid one included)."""

    place: int
    seat: Seat
    face: str
    label: str
    back: str
    quirk: bool
    ran: bool
    hand: tuple[tuple[str, str], ...]
    """(face, label) of every card that hand held when this one was laid."""


class DebriefRound(Struct, frozen=True):
    """One round looked back on: its cards, the way walked, the run itself, the battery it was played with."""

    round: int
    battery: int
    band: str
    cards: tuple[DebriefCard, ...]
    path: tuple[Space, ...]
    run: Run


class Debrief(Struct, frozen=True):
    """The whole game, open. Only there after the end. `fewest` is the solver's fewest cards for the scenario."""

    won: bool
    band: str
    text: str
    rounds: tuple[DebriefRound, ...]
    cards_laid: int
    fewest: int
    next_scenario: str | None


class Public(Struct, frozen=True):
    """What everybody may know."""

    phase: Phase
    map: MapView
    pieces: Pieces
    battery: Battery
    goal: Goal
    queue: Queue
    others: tuple[SeatView, ...]
    run: Run | None
    debrief: Debrief | None


class Line(Struct, frozen=True):
    """The one line. `mood`: act, wait, won, lost. `lead`: what I may do; `rest`: what goes on;
    `waiting`: the seats the table waits for."""

    mood: str
    lead: str
    rest: str
    waiting: tuple[Seat, ...]


class HandCard(Struct, frozen=True):
    """A card in one's own hand. `play` is the offer's text; `no` why it can't be laid now."""

    face: str
    label: str
    back: str
    quirk: bool
    play: str
    no: Reason | None


class LaidCard(Struct, frozen=True):
    """An own card in the queue, whose face one knows."""

    place: int
    face: str
    label: str
    back: str
    quirk: bool


class Hand(Struct, frozen=True):
    """One's own hand, sorted by face, and one's own cards in the queue. `next_place` is where a card would go."""

    seat: Seat
    cards: tuple[HandCard, ...]
    laid: tuple[LaidCard, ...]
    next_place: int
    signal: str


class Private(Struct, frozen=True):
    """What only this viewer may know and do. `hand` is None for a spectator; `moves` every offer in words."""

    line: Line
    hand: Hand | None
    moves: tuple[Offer, ...]
