"""The records of Quirky Circuits: what a state holds, what is done, what happens. No rule lives
here."""

from typing import TypeAlias

from msgspec import Struct

from engines.core.engine import Seat

Space: TypeAlias = tuple[int, int]
"""(column, row), counted from 0; column 0 is A, row 0 is the north-most row, printed as 1."""

Face: TypeAlias = str
"""What a command card says, and which card it is: `forward_2` and `quirk_forward_2` are two cards.

Cards with the same face are the same card; there are no copy numbers anywhere."""

Facing: TypeAlias = int
"""0 north, 1 east, 2 south, 3 west: adding 1 turns a quarter clockwise."""

NORTH, EAST, SOUTH, WEST = range(4)
FACINGS = "nesw"
STEPS: tuple[Space, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))

# The kinds of card backs, and of tokens.
MOVE, TURN, SPECIAL = "move", "turn", "special"
DUST, VASE, BROKEN_VASE = "dust", "vase", "vase_broken"

# The two signals a player may give while the team programs.
DONE, FLAT = "done", "flat"

ANY = "any"
"""In place of a face: the table picks one of my cards that may be laid."""


# --- Effects: what a card does, as data. `effects.py` carries them out. ---


class Move(Struct, frozen=True, gc=False, tag=True):
    """Move some spaces, facing kept. `side` is the direction in quarters clockwise from the
    robot's nose."""

    side: int
    spaces: int


class Turn(Struct, frozen=True, gc=False, tag=True):
    """Turn in place, in quarters clockwise."""

    quarters: int


Effect: TypeAlias = Move | Turn


class Card(Struct, frozen=True, gc=False):
    """A command card: what its face says, what its back shows (`back`, and whether it is a
    quirk)."""

    face: Face
    label: str
    back: str
    effect: Effect
    quirk: bool = False


# --- The printed scenario. ---


class Furniture(Struct, frozen=True, gc=False):
    """A printed obstacle (or a rug: `solid=False`) that covers `w` x `h` spaces from (x, y)."""

    kind: str
    x: int
    y: int
    w: int = 1
    h: int = 1
    solid: bool = True


class Token(Struct, frozen=True, gc=False):
    """A token on the map. `id` is where it started (`"dust-b3"`); kind: `dust`, `vase`,
    `vase_broken`."""

    id: str
    kind: str
    x: int
    y: int


class Scenario(Struct, frozen=True, gc=False):
    """A page of the scenario book. `walls` are inner barriers as lines between grid corners."""

    key: str
    number: int
    title: str
    robot: str
    place: str
    story: str
    goal: str
    columns: int
    rows: int
    furniture: tuple[Furniture, ...]
    chairs: tuple[Space, ...]
    inclines: tuple[tuple[int, int, Facing], ...]
    """(x, y, the way uphill)."""
    walls: tuple[tuple[int, int, int, int], ...]
    tokens: tuple[Token, ...]
    home: Space
    """The charging station, where the robot starts."""
    facing: Facing
    battery: int
    bands: tuple[tuple[int, str], ...]
    """Each battery value from the start down to 1, with its band: `green`, `yellow`, `red`."""
    quirks: tuple[Face, ...]
    """The quirk cards shuffled in, one entry a card."""
    fewest: int
    """The fewest cards that reach the goal, as the solver found it."""


# --- What changes in play. ---


class World(Struct, frozen=True, gc=False):
    """All that stands on the map: the robot and the tokens that have not been taken off."""

    x: int
    y: int
    facing: Facing
    tokens: tuple[Token, ...]


class Options(Struct, frozen=True, gc=False):
    """What a table chooses. `talk` (words between rounds, a house rule) and `beep` are for the
    app alone."""

    scenario: str = "dust_bunnies"
    practice: bool = False
    talk: bool = False
    beep: bool = True


class Player(Struct, frozen=True, gc=False):
    """A seat: its hand, sorted by face, how many cards it has in the queue, and the signal it
    gives (`""`, `done`, `flat`)."""

    hand: tuple[Face, ...]
    laid: int = 0
    signal: str = ""


class Laid(Struct, frozen=True, gc=False):
    """A card in the queue and who laid it."""

    seat: Seat
    face: Face


# --- Actions: what a player may do. ---


class Play(Struct, frozen=True, gc=False, tag=True):
    """Lay a card (or `ANY`) at the right end of the queue, having seen `seen` cards there."""

    face: Face
    seen: int


class Signal(Struct, frozen=True, gc=False, tag=True):
    """Give a signal: `done` (I lay no more) or `flat` (I think we should stop)."""

    sign: str


class Lift(Struct, frozen=True, gc=False, tag=True):
    """Take a signal back."""

    sign: str


Action: TypeAlias = Play | Signal | Lift


# --- Events: what happened. They hold everything; `views.hide` cuts them to size. ---


class Dealt(Struct, frozen=True, gc=False, tag=True):
    """A seat was dealt cards. `backs` and `faces` are sorted, so neither tells the order they
    came in."""

    seat: Seat
    backs: tuple[str, ...]
    faces: tuple[Face, ...]


class Played(Struct, frozen=True, gc=False, tag=True):
    """A card was laid. `face` is None for those who may not know it; `practice`: it lies face
    up."""

    seat: Seat
    place: int
    back: str
    quirk: bool
    face: Face | None
    practice: bool


class Signalled(Struct, frozen=True, gc=False, tag=True):
    """A signal was given."""

    seat: Seat
    sign: str


class Lifted(Struct, frozen=True, gc=False, tag=True):
    """A signal was taken back."""

    seat: Seat
    sign: str


class Ran(Struct, frozen=True, gc=False, tag=True):
    """The queue began to run."""

    round: int
    cards: int


class Revealed(Struct, frozen=True, gc=False, tag=True):
    """A card of the queue was turned up; what follows is its doing."""

    place: int
    seat: Seat
    face: Face


class Moved(Struct, frozen=True, gc=False, tag=True):
    """The robot moved one space, to (x, y)."""

    x: int
    y: int


class Slid(Struct, frozen=True, gc=False, tag=True):
    """The robot slid one space down an incline, to (x, y)."""

    x: int
    y: int


class Turned(Struct, frozen=True, gc=False, tag=True):
    """The robot now faces `facing`. `why`: `card`, `collision` or `chair`."""

    facing: Facing
    why: str


class Collided(Struct, frozen=True, gc=False, tag=True):
    """The robot, going `direction`, was stopped by something at or before (x, y).

    `into` is a kind of furniture, or `barrier` (an inner one), or `edge`."""

    into: str
    direction: Facing
    x: int
    y: int


class Seated(Struct, frozen=True, gc=False, tag=True):
    """A chair stopped the robot at (x, y)."""

    x: int
    y: int


class Swept(Struct, frozen=True, gc=False, tag=True):
    """A token was swept up at (x, y)."""

    token: str
    kind: str
    x: int
    y: int


class Fell(Struct, frozen=True, gc=False, tag=True):
    """A token fell off its obstacle, to (x, y)."""

    token: str
    kind: str
    x: int
    y: int


class Broke(Struct, frozen=True, gc=False, tag=True):
    """A token broke where it fell."""

    token: str
    x: int
    y: int


class Stayed(Struct, frozen=True, gc=False, tag=True):
    """A token was knocked but had nowhere to fall."""

    token: str
    kind: str
    x: int
    y: int


class Won(Struct, frozen=True, gc=False, tag=True):
    """The goal was reached after the card at `place`, with the battery in `band`."""

    place: int
    band: str


class Drained(Struct, frozen=True, gc=False, tag=True):
    """The queue's cards went under the deck and the battery marker moved down to `battery`."""

    round: int
    battery: int


class Lost(Struct, frozen=True, gc=False, tag=True):
    """The battery was empty before the goal was reached."""


Happening: TypeAlias = Moved | Slid | Turned | Collided | Seated | Swept | Fell | Broke | Stayed
"""What a card can bring about on the map."""

RunEvent: TypeAlias = Ran | Revealed | Happening | Won
"""What everybody sees while the queue runs."""

Event: TypeAlias = Dealt | Played | Signalled | Lifted | RunEvent | Drained | Lost


class Round(Struct, frozen=True, gc=False):
    """A round that is over. `hands` are the hands it began with: hidden until the game is."""

    number: int
    battery: int
    start: World
    hands: tuple[tuple[Face, ...], ...]
    laid: tuple[Laid, ...]
    ran: int
    """How many of the laid cards were turned up: fewer than all of them only in the winning
    round."""
    events: tuple[RunEvent, ...]


class State(Struct, frozen=True, gc=False):
    """A game. `deck` is ordered, its top card first. `ran`: how many cards of the queue lie face
    up because they ran (0 while the team programs). `ended` is `""`, `won` or `lost`."""

    options: Options
    players: tuple[Player, ...]
    deck: tuple[Face, ...]
    queue: tuple[Laid, ...]
    ran: int
    world: World
    battery: int
    round: int
    past: tuple[Round, ...]
    ended: str = ""
