"""What happened. Events hold everything; `hidden.hide` cuts them to size."""

from typing import TypeAlias

from msgspec import Struct

from engines.core.engine import Seat
from engines.sparks.model.basics import Colour, Key
from engines.sparks.model.state import Die, Fitted, Score


class SetUp(Struct, frozen=True, tag=True, gc=False):
    """Colours and the first seat were drawn by lot; tiles and goals lie out."""

    colours: tuple[Colour, ...]
    first: Seat
    upgrades: tuple[Key, ...]
    bonuses: tuple[tuple[Key, ...], ...]
    goals: tuple[Key, ...]


class RobotsDealt(Struct, frozen=True, tag=True, gc=False):
    """A seat drew robots; which ones is its secret. `left`: cards in the deck."""

    seat: Seat
    count: int
    left: int
    robots: tuple[Key, ...] = ()


class RobotChosen(Struct, frozen=True, tag=True, gc=False):
    """A seat sealed a choice: the robot it returns (slot 0), or one for a slot (1 to 3)."""

    seat: Seat
    robot: Key
    slot: int


class RobotsShown(Struct, frozen=True, tag=True, gc=False):
    """New robots of a seat lie in its assembly line. `back`: how many cards it put under the
    deck."""

    seat: Seat
    fitted: tuple[Fitted, ...]
    back: int


class RobotsReturned(Struct, frozen=True, tag=True, gc=False):
    """Which ones those were: the seat's secret."""

    seat: Seat
    robots: tuple[Key, ...]


class CardsDealt(Struct, frozen=True, tag=True, gc=False):
    """A seat drew assistant cards; which ones is its secret. `left`: cards in the deck."""

    seat: Seat
    count: int
    left: int
    assistants: tuple[Key, ...] = ()


class Drafted(Struct, frozen=True, tag=True, gc=False):
    """A seat sealed the card it keeps."""

    seat: Seat
    assistant: Key


class Passed(Struct, frozen=True, tag=True, gc=False):
    """All cards kept, the rest went to the left."""

    kept: int


class TurnBegan(Struct, frozen=True, tag=True, gc=False):
    """A turn began."""

    turn: int
    round: int
    active: Seat
    secondary: bool


class OrderSwitched(Struct, frozen=True, tag=True, gc=False):
    """The host chose how actions go from the next turn on: `in_order`, or all at once."""

    in_order: bool


class RowFilled(Struct, frozen=True, tag=True, gc=False):
    """Leftovers went to the discard pile, and new dice into the row."""

    dice: tuple[Die, ...]


class BagRefilled(Struct, frozen=True, tag=True, gc=False):
    """The bag was empty, so the discard pile went in."""

    dice: int


class TilePlayed(Struct, frozen=True, tag=True, gc=False):
    """The active seat played a production tile."""

    seat: Seat
    tile: Key


class DiceTaken(Struct, frozen=True, tag=True, gc=False):
    """A seat took dice from the row; the first of them lay at `place` (from 0)."""

    seat: Seat
    dice: tuple[Die, ...]
    place: int


class DieGained(Struct, frozen=True, tag=True, gc=False):
    """A seat got a die. `origin`: `bag` or `discard`."""

    seat: Seat
    die: Die
    origin: str
    source: str


class DieMissed(Struct, frozen=True, tag=True, gc=False):
    """There was no die left to gain."""

    seat: Seat
    source: str


class DiePlaced(Struct, frozen=True, tag=True, gc=False):
    """A die was placed, moved (Rearrange) or moved on (Recycle). `cogs`: paid to ignore a
    colour."""

    seat: Seat
    die: Die
    to: str
    how: str
    cogs: int


class DieSold(Struct, frozen=True, tag=True, gc=False):
    """A die was sold."""

    seat: Seat
    die: Die
    cogs: int


class DieSpent(Struct, frozen=True, tag=True, gc=False):
    """A die was discarded for an assistant."""

    seat: Seat
    die: Die
    assistant: Key


class DieChanged(Struct, frozen=True, tag=True, gc=False):
    """A die's value changed. `how`: cog, free, flip, reroll."""

    seat: Seat
    die: Die
    before: int
    how: str


class Recruited(Struct, frozen=True, tag=True, gc=False):
    """An assistant was played."""

    seat: Seat
    assistant: Key
    cogs: int


class Copied(Struct, frozen=True, tag=True, gc=False):
    """Conrad copies an assistant."""

    seat: Seat
    assistant: Key


class Used(Struct, frozen=True, tag=True, gc=False):
    """An assistant, or the production tile (`tile`), was used."""

    seat: Seat
    assistant: Key


class BoxFired(Struct, frozen=True, tag=True, gc=False):
    """A power box was activated. `by`: spark, cog (Emma), max, olympia."""

    seat: Seat
    box: Key
    by: str


class RobotCompleted(Struct, frozen=True, tag=True, gc=False):
    """A robot was completed."""

    seat: Seat
    robot: Key
    slot: int


class DiceCleared(Struct, frozen=True, tag=True, gc=False):
    """Dice went to the discard pile. `source`: `factory`, or the slot."""

    seat: Seat
    dice: tuple[Die, ...]
    source: str


class Advanced(Struct, frozen=True, tag=True, gc=False):
    """A marker advanced a step, to `place`."""

    seat: Seat
    colour: Colour
    place: int


class StepsLost(Struct, frozen=True, tag=True, gc=False):
    """All markers stand at the end."""

    seat: Seat
    steps: int


class BonusPassed(Struct, frozen=True, tag=True, gc=False):
    """A marker passed a bonus."""

    seat: Seat
    colour: Colour
    bonus: Key


class CogsGained(Struct, frozen=True, tag=True, gc=False):
    """Cogs were taken."""

    seat: Seat
    count: int
    source: str


class SparksGained(Struct, frozen=True, tag=True, gc=False):
    """Sparks were taken."""

    seat: Seat
    count: int
    source: str


class Allowed(Struct, frozen=True, tag=True, gc=False):
    """Something may be used until the turn ends. `what`: factory, pips, colour, number."""

    seat: Seat
    what: str
    count: int
    source: str


class LevelReached(Struct, frozen=True, tag=True, gc=False):
    """The factory reached a level."""

    seat: Seat
    level: int


class UpgradeTaken(Struct, frozen=True, tag=True, gc=False):
    """An upgrade tile was taken; slot 0: not above a slot."""

    seat: Seat
    kind: Key
    slot: int


class Declined(Struct, frozen=True, tag=True, gc=False):
    """Something was declined (recruit, reroll, recycle, max), or could not be had (recruit, reroll,
    upgrade, copy)."""

    seat: Seat
    what: str


class Signalled(Struct, frozen=True, tag=True, gc=False):
    """A seat is done, or no longer."""

    seat: Seat
    done: bool


class ToScrap(Struct, frozen=True, tag=True, gc=False):
    """A seat will discard an unfinished robot."""

    seat: Seat
    robot: Key
    slot: int


class ReadyToDraw(Struct, frozen=True, tag=True, gc=False):
    """A seat discards no more robots."""

    seat: Seat


class Scrapped(Struct, frozen=True, tag=True, gc=False):
    """An unfinished robot went under the deck."""

    seat: Seat
    robot: Key
    slot: int


class Stored(Struct, frozen=True, tag=True, gc=False):
    """A seat keeps a die, or none."""

    seat: Seat
    die: Die | None


class RoundEnded(Struct, frozen=True, tag=True, gc=False):
    """Sparks came home."""

    round: int


class Scored(Struct, frozen=True, tag=True, gc=False):
    """The final score of a seat."""

    seat: Seat
    score: Score


class Ended(Struct, frozen=True, tag=True, gc=False):
    """The game is over."""

    reason: str
    winners: tuple[Seat, ...]


SeatEvent: TypeAlias = (
    RobotsDealt
    | RobotChosen
    | RobotsShown
    | RobotsReturned
    | CardsDealt
    | Drafted
    | TilePlayed
    | DiceTaken
    | DieGained
    | DieMissed
    | DiePlaced
    | DieSold
    | DieSpent
    | DieChanged
    | Recruited
    | Copied
    | Used
    | BoxFired
    | RobotCompleted
    | DiceCleared
    | Advanced
    | StepsLost
    | BonusPassed
    | CogsGained
    | SparksGained
    | Allowed
    | LevelReached
    | UpgradeTaken
    | Declined
    | Signalled
    | ToScrap
    | ReadyToDraw
    | Scrapped
    | Stored
    | Scored
)
"""What a seat did or got."""

Event: TypeAlias = (
    SetUp
    | Passed
    | TurnBegan
    | OrderSwitched
    | RowFilled
    | BagRefilled
    | RoundEnded
    | Ended
    | SeatEvent
)
