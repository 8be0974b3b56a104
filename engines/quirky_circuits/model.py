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

# The kinds of what lies loose or sits on the map beside Gizmo's mess. `BUD` is visited by moving
# onto it; an order (`order_maki`) is what a cat still waits for, and lies where the cat sits.
BUD, SNAIL = "bud", "snail"
ORDER = "order_"

NOWHERE: int = -1
"""The `lie` of a token that covers one space."""

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


class MoveNorth(Struct, frozen=True, gc=False, tag=True):
    """Move one space to the map's north, facing kept."""


class RotateNorth(Struct, frozen=True, gc=False, tag=True):
    """Face the map's north."""


class Jump(Struct, frozen=True, gc=False, tag=True):
    """Jump some spaces ahead, over whatever is on the way but a barrier."""

    spaces: int


class Carry(Struct, frozen=True, gc=False, tag=True):
    """With this hand (its place in the robot's row): pick up, or put down what it holds."""

    hand: int


class Swap(Struct, frozen=True, gc=False, tag=True):
    """The two hands exchange what they hold."""


class Conveyor(Struct, frozen=True, gc=False, tag=True):
    """The belts run some steps."""

    steps: int


class MoveToken(Struct, frozen=True, gc=False, tag=True):
    """The wandering token goes some steps toward its target."""

    steps: int


Effect: TypeAlias = (
    Move | Turn | MoveNorth | RotateNorth | Jump | Carry | Swap | Conveyor | MoveToken
)


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
    """A token. `id` is what it was and where it started (`"dust-b3"`); its kinds: `text.TOKENS`.

    `lie`: a long one covers (x, y) and the next space in that direction: to the east or the south.
    In a hand x and y are 0 and `lie` counts quarters clockwise from the robot's nose.
    """

    id: str
    kind: str
    x: int
    y: int
    lie: int = NOWHERE


class Spot(Struct, frozen=True, gc=False):
    """A marked space: a place of this kind where something is to be put. `number` is its turn where
    order counts."""

    kind: str
    number: int
    x: int
    y: int


class Aim(Struct, frozen=True, gc=False):
    """A part of the goal, as data. `do` is `sweep`, `visit`, `serve`, `home`, `deliver` (every
    `token` lies on a `spot`) or `fill` (on every `spot` lies a `token`)."""

    do: str
    token: str = ""
    spot: str = ""


class Wander(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What Move Token moves, and toward what: `to` is a kind of token or spot, `robot` or
    `home`."""

    token: str
    to: str


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
    """The fewest cards that reach the goal, as the solver found it: any cards of the deck, each as
    often as one likes, so it may be out of reach of every deal."""
    goals: tuple[Aim, ...]
    belts: tuple[tuple[int, int, Facing], ...] = ()
    """(x, y, the way its arrow points)."""
    spots: tuple[Spot, ...] = ()
    wander: Wander | None = None
    rules: tuple[str, ...] = ()
    """Special rules by name: those of `goals.RULES`."""
    par: tuple[tuple[int, int], ...] = ()
    """(players, rounds): in how many rounds a team with open hands wins every second deal, as
    `par.par` found it."""


# --- What changes in play. ---


class World(Struct, frozen=True, gc=False):
    """All that stands on the map: the robot and the tokens that have not been taken off.

    `held`: a place for each hand, in the order of the robot's row. `momentum`: the markers on the
    robot's tile, oldest first, each a direction of the map; between two cards there is one at most.
    """

    x: int
    y: int
    facing: Facing
    tokens: tuple[Token, ...]
    held: tuple[Token | None, ...] = ()
    momentum: tuple[Facing, ...] = ()


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


class Choose(Struct, frozen=True, gc=False, tag=True):
    """Answer what one's own card asks while the queue runs: this token."""

    token: str


Action: TypeAlias = Play | Signal | Lift | Choose


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

    `into` is a kind of furniture, or `barrier` (an inner one), `edge`, or `incline` (uphill on
    foot)."""

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


class Jumped(Struct, frozen=True, gc=False, tag=True):
    """The robot jumped, and came down at (x, y)."""

    x: int
    y: int


class Gathered(Struct, frozen=True, gc=False, tag=True):
    """A momentum marker was placed, pointing in this direction."""

    direction: Facing


class Drifted(Struct, frozen=True, gc=False, tag=True):
    """The oldest momentum marker moved the robot one space, to (x, y), and was removed."""

    x: int
    y: int


class Steadied(Struct, frozen=True, gc=False, tag=True):
    """After a collision: no momentum of this card and the one before is left. `lost`: she had some;
    else it is only that this Forward 2, cut short, gives her none."""

    lost: bool = True


class PickedUp(Struct, frozen=True, gc=False, tag=True):
    """A hand took a token off (x, y). `lie`: how it lies in the hand (`Token.lie`)."""

    token: str
    kind: str
    x: int
    y: int
    hand: int
    lie: int = NOWHERE


class PutDown(Struct, frozen=True, gc=False, tag=True):
    """A hand put its token down at (x, y). `lie`: how it lies there (`Token.lie`)."""

    token: str
    kind: str
    x: int
    y: int
    hand: int
    lie: int = NOWHERE


class Found(Struct, frozen=True, gc=False, tag=True):
    """An empty hand reached for (x, y) and found nothing there."""

    x: int
    y: int
    hand: int


class Kept(Struct, frozen=True, gc=False, tag=True):
    """A hand couldn't put its token down. `why`: `edge`, `obstacle`, `order` or `shared`."""

    token: str
    kind: str
    hand: int
    why: str


class Served(Struct, frozen=True, gc=False, tag=True):
    """The cat at (x, y) got the dish it had ordered: dish and order are gone."""

    token: str
    kind: str
    order: str
    x: int
    y: int


class Swapped(Struct, frozen=True, gc=False, tag=True):
    """The hands exchanged what they hold."""


class Rode(Struct, frozen=True, gc=False, tag=True):
    """A belt took the robot to (x, y)."""

    x: int
    y: int


class Conveyed(Struct, frozen=True, gc=False, tag=True):
    """A belt took a token to (x, y)."""

    token: str
    kind: str
    x: int
    y: int


class Idled(Struct, frozen=True, gc=False, tag=True):
    """The belts ran a step and nothing moved."""


class Wandered(Struct, frozen=True, gc=False, tag=True):
    """The wandering token went one step, to (x, y)."""

    token: str
    kind: str
    x: int
    y: int


class Waited(Struct, frozen=True, gc=False, tag=True):
    """The wandering token stayed. `why`: `held`, `there`, `gone` (its target is) or `no_way`."""

    kind: str
    why: str


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


Happening: TypeAlias = (
    Moved
    | Slid
    | Turned
    | Collided
    | Seated
    | Swept
    | Fell
    | Broke
    | Stayed
    | Jumped
    | Gathered
    | Drifted
    | Steadied
    | PickedUp
    | PutDown
    | Found
    | Kept
    | Served
    | Swapped
    | Rode
    | Conveyed
    | Idled
    | Wandered
    | Waited
)
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


class Running(Struct, frozen=True, gc=False):
    """A run that waits for a choice: where it started, and what has happened in it so far. The card
    that asks is the last one turned up."""

    start: World
    events: tuple[RunEvent, ...]


class State(Struct, frozen=True, gc=False):
    """A game. `deck` is ordered, its top card first. `ran`: how many cards of the queue lie face
    up because they ran (0 while the team programs). `ended` is `""`, `won` or `lost`. `running` is
    there only while a card that runs waits for a choice."""

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
    running: Running | None = None
