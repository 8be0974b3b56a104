"""What changes in play."""

from msgspec import Struct

from engines.core.engine import Seat
from engines.sparks.model.basics import Colour, DieId, Key
from engines.sparks.model.effects import Job


class Die(Struct, frozen=True, gc=False):
    """A die out of the bag."""

    id: DieId
    colour: Colour
    value: int


class Slot(Struct, frozen=True, gc=False):
    """A place of the assembly line. Without a robot, `dice` are those of the one just completed,
    until they are cleared away."""

    robot: Key = ""
    dice: tuple[Die | None, ...] = ()
    upgrade: Key = ""


class Built(Struct, frozen=True, gc=False):
    """A completed robot, and what lies on its power box (`""`, `SPARK`, `COG`)."""

    robot: Key
    token: str = ""


class Hired(Struct, frozen=True, gc=False):
    """A played assistant: whom it copies (Conrad), and whether it was used this turn."""

    assistant: Key
    copies: Key = ""
    used: bool = False


class Fitted(Struct, frozen=True, gc=False):
    """A drawn robot and the slot it is to go into."""

    robot: Key
    slot: int


NO_DIE: tuple[Die | None, ...] = (None, None, None, None)


class Player(Struct, frozen=True, gc=False):
    """All that belongs to one seat.

    Secret: `hand`; `packet`, `picked` and, packet by packet, what it has `passed` on (draft);
    `drawn`, `returned` and `fitted` (robots not yet shown). `factory`, `pips`, `colours`,
    `numbers`, `rerolls` hold until used or until the turn ends: one-time factory points, free
    changes by one, colours and values that may be ignored, rerolls. `rolls` counts the seat's
    random dice, to name them.
    """

    colour: Colour
    tiles: tuple[Key, ...]
    hand: tuple[Key, ...] = ()
    packet: tuple[Key, ...] = ()
    picked: Key = ""
    passed: tuple[tuple[Key, ...], ...] = ()
    drawn: tuple[Key, ...] = ()
    returned: Key = ""
    fitted: tuple[Fitted, ...] = ()
    scrapped: tuple[int, ...] = ()
    pool: tuple[Die, ...] = ()
    section: tuple[Die | None, ...] = NO_DIE
    slots: tuple[Slot, ...] = (Slot(), Slot(), Slot())
    built: tuple[Built, ...] = ()
    hired: tuple[Hired, ...] = ()
    upgrades: tuple[Key, ...] = ()
    cogs: int = 0
    sparks: int = 1
    board_box: str = ""
    level: int = 0
    tracks: tuple[int, ...] = (0, 0, 0, 0)
    factory: int = 0
    pips: int = 0
    colours: int = 0
    numbers: int = 0
    rerolls: int = 0
    agenda: tuple[Job, ...] = ()
    done: bool = False
    completed: bool = False
    rolls: int = 0


class Options(Struct, frozen=True, gc=False):
    """What a table chooses, whoever joins. `goals`: with the goal tiles; `solo_goals`: how many of
    them if one plays alone."""

    goals: bool = False
    solo_goals: int = 1
    draft: bool = False
    in_order: bool = False


class Score(Struct, frozen=True, gc=False):
    """The points of one seat, source by source."""

    tracks: tuple[int, ...]
    factory: int
    assistants: int
    upgrades: int
    sets: int
    cogs: int
    goals: int

    @property
    def total(self) -> int:
        """All of it."""
        rest = self.factory + self.assistants + self.upgrades + self.sets + self.cogs + self.goals
        return sum(self.tracks) + rest


class State(Struct, frozen=True, gc=False):
    """A game. Decks have their top card first; bag and discard pile count dice by colour.

    `turn` counts from 1 (0 before the first); `taking`: the seats that still take dice, in order;
    `owed`: how many the first of them still takes; `tile`: the production tile of this turn;
    `serial`: the next die's number; `switched`: with the next turn `options.in_order` changes.
    """

    options: Options
    phase: str
    turn: int
    first: Seat
    players: tuple[Player, ...]
    bag: tuple[int, ...]
    discard: tuple[int, ...]
    row: tuple[Die, ...]
    robots: tuple[Key, ...]
    assistants: tuple[Key, ...]
    upgrades: tuple[Key, ...]
    bonuses: tuple[tuple[Key, ...], ...]
    goals: tuple[Key, ...]
    taking: tuple[Seat, ...] = ()
    owed: int = 0
    tile: Key = ""
    serial: int = 1
    switched: bool = False
    scores: tuple[Score, ...] = ()
