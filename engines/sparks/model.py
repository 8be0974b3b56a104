"""The records of Sparks: what a state holds, what is done, what happens. No rule lives here."""

from typing import TypeAlias

from msgspec import Struct

from engines.core.engine import Seat

Colour: TypeAlias = str
"""`red`, `blue`, `yellow` or `green`: of dice, robots, scoring tracks and players."""

COLOURS: tuple[Colour, ...] = ("red", "blue", "yellow", "green")
"""In this order everything that has one thing a colour is held (tracks, section, bag)."""

ANY = "any"
"""In place of a colour: whichever the player likes."""

DieId: TypeAlias = int
"""A die's number from the moment it leaves the bag until it is discarded; never used twice.

In the bag and in the discard pile nobody can tell dice of one colour apart: there they are
counted, not numbered."""

Key: TypeAlias = str
"""A card, tile, goal or kind of upgrade by its short name."""

LEFT, RIGHT = "left", "right"
CONRAD = "conrad"
"""The one assistant that is another."""
BOARD = "board"
"""The power box that is printed on every player board."""
POOL = "pool"
"""Beside the player board, the storage included: where available dice lie."""
SPARK, COG = "spark", "cog"
"""What can lie on a power box."""

# How often an assistant works.
ONCE, TURN, ALWAYS = "once", "turn", "always"

# Where an upgrade tile lies.
GENERAL, DIE, SLOT = "general", "die", "slot"

# The phases, in order.
KEEP, DRAFT, TAKE, ACT, SCRAP, REFILL, STORE, OVER = (
    *("keep", "draft", "take", "act"),
    *("scrap", "refill", "store", "over"),
)


# --- Effects: what cards and tiles do, as data. `effects.py` resolves them. ---


class GainDice(Struct, frozen=True, tag=True):
    """Draw dice from the bag."""

    count: int


class GainSetDie(Struct, frozen=True, tag=True):
    """Draw a die from the bag and set it to a value."""

    value: int


class GainColour(Struct, frozen=True, tag=True):
    """Take a die of a colour and roll it."""

    colour: Colour


class Advance(Struct, frozen=True, tag=True):
    """Steps on the scoring track of a colour, or on `ANY`, each chosen on its own."""

    colour: Colour
    steps: int


class GainCogs(Struct, frozen=True, tag=True):
    """Take cogs."""

    count: int


class GainSparks(Struct, frozen=True, tag=True):
    """Take sparks."""

    count: int


class DrawCards(Struct, frozen=True, tag=True):
    """Draw assistant cards into the hand."""

    count: int


class FreeRecruit(Struct, frozen=True, tag=True):
    """Play an assistant card from the hand for free."""


class Factory(Struct, frozen=True, tag=True):
    """Counts this much towards the next factory level."""

    count: int


class Reroll(Struct, frozen=True, tag=True):
    """Reroll any number of available dice. `chosen`: those picked so far."""

    chosen: tuple[DieId, ...] = ()


class Pips(Struct, frozen=True, tag=True):
    """So many times one up or one down, on any own dice, free of charge."""

    count: int


class IgnoreNumber(Struct, frozen=True, tag=True):
    """Ignore a value once when placing."""


class IgnoreColour(Struct, frozen=True, tag=True):
    """Ignore a colour once when placing."""


class TakeUpgrade(Struct, frozen=True, tag=True):
    """Take an upgrade tile."""


class FireBoxes(Struct, frozen=True, tag=True):
    """Olympia: the effect of so many own power boxes, all different. `fired`: those already
    chosen."""

    count: int
    fired: tuple[Key, ...] = ()


class CopyAssistant(Struct, frozen=True, tag=True):
    """Conrad: choose another own assistant and be like it."""


class DieToStep(Struct, frozen=True, tag=True):
    """Frank: discard a die of at least this value for a step on the track of its colour."""

    least: int


class Flip(Struct, frozen=True, tag=True):
    """Octavia: turn an available die to its opposite side."""


class CogForSpark(Struct, frozen=True, tag=True):
    """Emma: a cog may activate a power box in place of a spark."""


class ColourPrice(Struct, frozen=True, tag=True):
    """Gordon: what it costs to ignore a colour."""

    cogs: int


class InstantBox(Struct, frozen=True, tag=True):
    """Max: a cog activates the power box of a robot just completed."""


class FactoryEach(Struct, frozen=True, tag=True):
    """Margot, Theodora: counts this much towards every factory level."""

    count: int


class Redirect(Struct, frozen=True, tag=True):
    """Penelope, Walter: steps of this colour may be made on another track."""

    colour: Colour


class TakeAnywhere(Struct, frozen=True, tag=True):
    """Quincy: on others' turns any dice of the row may be taken."""


class DieToPips(Struct, frozen=True, tag=True):
    """Silas: discard a die and use its value to change others."""


class Recycle(Struct, frozen=True, tag=True):
    """Slot upgrade: a die of the robot completed in this slot may move to another robot."""

    slot: int


class Instant(Struct, frozen=True, tag=True):
    """Max's offer for a robot just completed, and how often it was taken."""

    robot: Key
    times: int = 0


class ClearDice(Struct, frozen=True, tag=True):
    """The dice of the robot completed in this slot go to the discard pile."""

    slot: int


Effect: TypeAlias = (
    GainDice
    | GainSetDie
    | GainColour
    | Advance
    | GainCogs
    | GainSparks
    | DrawCards
    | FreeRecruit
    | Factory
    | Reroll
    | Pips
    | IgnoreNumber
    | IgnoreColour
    | TakeUpgrade
    | FireBoxes
    | CopyAssistant
    | DieToStep
    | Flip
    | CogForSpark
    | ColourPrice
    | InstantBox
    | FactoryEach
    | Redirect
    | TakeAnywhere
    | DieToPips
    | Recycle
    | Instant
    | ClearDice
)


class Job(Struct, frozen=True):
    """Pending work of one seat: an effect, and what it comes from (a card, a tile, a level)."""

    effect: Effect
    source: str


# --- Components. ---


class Need(Struct, frozen=True):
    """A die space: the colour (`""`: any) and the value (0: any) that it wants."""

    colour: Colour = ""
    value: int = 0


class Robot(Struct, frozen=True):
    """A robot card: its spaces, its steps, what it gives at once, and its power box."""

    key: Key
    name: str
    colour: Colour
    spaces: tuple[Need, ...]
    steps: int
    rewards: tuple[Effect, ...] = ()
    box: tuple[Effect, ...] = ()


class Assistant(Struct, frozen=True):
    """An assistant card. `mark`: once (at once, when recruited), turn (once a turn), always."""

    key: Key
    name: str
    animal: str
    mark: str
    points: int
    effects: tuple[Effect, ...]


class Tile(Struct, frozen=True):
    """A side of a production tile: how many dice it takes and what else it gives."""

    key: Key
    dice: int
    anywhere: bool = False
    rerolls: int = 0
    extras: tuple[Effect, ...] = ()


class Upgrade(Struct, frozen=True):
    """A kind of upgrade tile."""

    key: Key
    name: str
    group: str
    points: int


class Bonus(Struct, frozen=True):
    """A kind of bonus tile."""

    key: Key
    effects: tuple[Effect, ...]


class Level(Struct, frozen=True):
    """A factory level: the sum that it takes and what it gives."""

    sum: int
    reward: Effect


# --- What changes in play. ---


class Die(Struct, frozen=True):
    """A die out of the bag."""

    id: DieId
    colour: Colour
    value: int


class Slot(Struct, frozen=True):
    """A place of the assembly line. Without a robot, `dice` are those of the one just completed,
    until they are cleared away."""

    robot: Key = ""
    dice: tuple[Die | None, ...] = ()
    upgrade: Key = ""


class Built(Struct, frozen=True):
    """A completed robot, and what lies on its power box (`""`, `SPARK`, `COG`)."""

    robot: Key
    token: str = ""


class Hired(Struct, frozen=True):
    """A played assistant: whom it copies (Conrad), and whether it was used this turn."""

    assistant: Key
    copies: Key = ""
    used: bool = False


class Fitted(Struct, frozen=True):
    """A drawn robot and the slot it is to go into."""

    robot: Key
    slot: int


NO_DIE: tuple[Die | None, ...] = (None, None, None, None)


class Player(Struct, frozen=True):
    """All that belongs to one seat.

    Secret: `hand`, `packet` and `picked` (draft), `drawn`, `returned` and `fitted` (robots not yet
    shown). `factory`, `pips`, `colours`, `numbers`, `rerolls` hold until used or until the turn
    ends: one-time factory points, free changes by one, colours and values that may be ignored,
    rerolls. `rolls` counts the seat's random dice, to name them.
    """

    colour: Colour
    tiles: tuple[Key, ...]
    hand: tuple[Key, ...] = ()
    packet: tuple[Key, ...] = ()
    picked: Key = ""
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


class Options(Struct, frozen=True):
    """What a table chooses. `goals` None: as usual (one in a solo game, else none)."""

    goals: int | None = None
    draft: bool = False
    in_order: bool = False


class Score(Struct, frozen=True):
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


class State(Struct, frozen=True):
    """A game. Decks have their top card first; bag and discard pile count dice by colour.

    `turn` counts from 1 (0 before the first); `taking`: the seats that still take dice, in order;
    `owed`: how many the first of them still takes; `tile`: the production tile of this turn;
    `serial`: the next die's number.
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
    scores: tuple[Score, ...] = ()


# --- Actions: what a player may do. ---


class Return(Struct, frozen=True, tag=True):
    """Set-up: give one of the four robots back."""

    robot: Key


class Draft(Struct, frozen=True, tag=True):
    """Draft: keep this assistant."""

    assistant: Key


class PlayTile(Struct, frozen=True, tag=True):
    """Play a production tile and take its dice, from `left`, `right`, or from a place on
    (`"3"`)."""

    tile: Key
    at: str


class Take(Struct, frozen=True, tag=True):
    """Take dice from `left` or `right`, or (Quincy) the one at a place."""

    at: str


class Place(Struct, frozen=True, tag=True):
    """Place an available die. `pay`: cogs ignore the colour; `colour`, `number`: an effect does."""

    die: DieId
    to: str
    pay: bool = False
    colour: bool = False
    number: bool = False


class Move(Struct, frozen=True, tag=True):
    """Rearrange: move a placed die to another space or back beside the board (`POOL`)."""

    die: DieId
    to: str
    pay: bool = False
    colour: bool = False
    number: bool = False


class Reuse(Struct, frozen=True, tag=True):
    """Recycle: move a die of the robot just completed to another robot."""

    die: DieId
    to: str
    pay: bool = False
    colour: bool = False
    number: bool = False


class Sell(Struct, frozen=True, tag=True):
    """Sell a die."""

    die: DieId


class Pip(Struct, frozen=True, tag=True):
    """Change a die by one, up or down, for a cog or (`free`) by an effect."""

    die: DieId
    by: int
    free: bool = False


class Recruit(Struct, frozen=True, tag=True):
    """Play an assistant card."""

    assistant: Key


class Box(Struct, frozen=True, tag=True):
    """Activate a power box with a spark, or (Emma) with a cog."""

    box: Key
    cog: bool = False


class Use(Struct, frozen=True, tag=True):
    """Use a played assistant, on a die if it needs one (0: none)."""

    assistant: Key
    die: DieId = 0


class StartReroll(Struct, frozen=True, tag=True):
    """Use the reroll of this turn's production tile."""


class Pick(Struct, frozen=True, tag=True):
    """Choose a die to be rerolled."""

    die: DieId


class Roll(Struct, frozen=True, tag=True):
    """Reroll the dice chosen."""


class Step(Struct, frozen=True, tag=True):
    """Make the step on this track."""

    colour: Colour


class ChooseUpgrade(Struct, frozen=True, tag=True):
    """Take an upgrade tile of this kind; a slot upgrade goes above a slot (1 to 3)."""

    kind: Key
    slot: int = 0


class Copy(Struct, frozen=True, tag=True):
    """Conrad copies this assistant."""

    assistant: Key


class Fire(Struct, frozen=True, tag=True):
    """Olympia: have the effect of this power box."""

    box: Key


class Pay(Struct, frozen=True, tag=True):
    """Max: pay the cog."""


class Decline(Struct, frozen=True, tag=True):
    """Do without what is offered."""


class Done(Struct, frozen=True, tag=True):
    """I have finished my actions."""


class NotDone(Struct, frozen=True, tag=True):
    """I haven't after all."""


class Scrap(Struct, frozen=True, tag=True):
    """Before drawing: discard the unfinished robot in this slot (1 to 3)."""

    slot: int


class Draw(Struct, frozen=True, tag=True):
    """No more robots to discard: draw new ones."""


class Fit(Struct, frozen=True, tag=True):
    """Put a drawn robot into an empty slot (1 to 3)."""

    robot: Key
    slot: int


class Keep(Struct, frozen=True, tag=True):
    """End of turn: keep this die (0: none) and sell the others."""

    die: DieId


Action: TypeAlias = (
    Return
    | Draft
    | PlayTile
    | Take
    | Place
    | Move
    | Reuse
    | Sell
    | Pip
    | Recruit
    | Box
    | Use
    | StartReroll
    | Pick
    | Roll
    | Step
    | ChooseUpgrade
    | Copy
    | Fire
    | Pay
    | Decline
    | Done
    | NotDone
    | Scrap
    | Draw
    | Fit
    | Keep
)


# --- Events: what happened. They hold everything; `views.hide` cuts them to size. ---


class SetUp(Struct, frozen=True, tag=True):
    """Colours and the first seat were drawn by lot; tiles and goals lie out."""

    colours: tuple[Colour, ...]
    first: Seat
    upgrades: tuple[Key, ...]
    bonuses: tuple[tuple[Key, ...], ...]
    goals: tuple[Key, ...]


class RobotsDealt(Struct, frozen=True, tag=True):
    """A seat drew robots; which ones is its secret. `left`: cards in the deck."""

    seat: Seat
    count: int
    left: int
    robots: tuple[Key, ...] = ()


class RobotChosen(Struct, frozen=True, tag=True):
    """A seat sealed a choice: the robot it returns (slot 0), or one for a slot (1 to 3)."""

    seat: Seat
    robot: Key
    slot: int


class RobotsShown(Struct, frozen=True, tag=True):
    """New robots of a seat lie in its assembly line. `back`: how many cards it put under the
    deck."""

    seat: Seat
    fitted: tuple[Fitted, ...]
    back: int


class RobotsReturned(Struct, frozen=True, tag=True):
    """Which ones those were: the seat's secret."""

    seat: Seat
    robots: tuple[Key, ...]


class CardsDealt(Struct, frozen=True, tag=True):
    """A seat drew assistant cards; which ones is its secret. `left`: cards in the deck."""

    seat: Seat
    count: int
    left: int
    assistants: tuple[Key, ...] = ()


class Drafted(Struct, frozen=True, tag=True):
    """A seat sealed the card it keeps."""

    seat: Seat
    assistant: Key


class Passed(Struct, frozen=True, tag=True):
    """All cards kept, the rest went to the left."""

    kept: int


class TurnBegan(Struct, frozen=True, tag=True):
    """A turn began."""

    turn: int
    round: int
    active: Seat
    secondary: bool


class RowFilled(Struct, frozen=True, tag=True):
    """Leftovers went to the discard pile, and new dice into the row."""

    dice: tuple[Die, ...]


class BagRefilled(Struct, frozen=True, tag=True):
    """The bag was empty, so the discard pile went in."""

    dice: int


class TilePlayed(Struct, frozen=True, tag=True):
    """The active seat played a production tile."""

    seat: Seat
    tile: Key


class DiceTaken(Struct, frozen=True, tag=True):
    """A seat took dice from the row; the first of them lay at `place` (from 0)."""

    seat: Seat
    dice: tuple[Die, ...]
    place: int


class DieGained(Struct, frozen=True, tag=True):
    """A seat got a die. `origin`: `bag` or `discard`."""

    seat: Seat
    die: Die
    origin: str
    source: str


class DieMissed(Struct, frozen=True, tag=True):
    """There was no die left to gain."""

    seat: Seat
    source: str


class DiePlaced(Struct, frozen=True, tag=True):
    """A die was placed, moved (Rearrange) or moved on (Recycle). `cogs`: paid to ignore a
    colour."""

    seat: Seat
    die: Die
    to: str
    how: str
    cogs: int


class DieSold(Struct, frozen=True, tag=True):
    """A die was sold."""

    seat: Seat
    die: Die
    cogs: int


class DieSpent(Struct, frozen=True, tag=True):
    """A die was discarded for an assistant."""

    seat: Seat
    die: Die
    assistant: Key


class DieChanged(Struct, frozen=True, tag=True):
    """A die's value changed. `how`: cog, free, flip, reroll."""

    seat: Seat
    die: Die
    before: int
    how: str


class Recruited(Struct, frozen=True, tag=True):
    """An assistant was played."""

    seat: Seat
    assistant: Key
    cogs: int


class Copied(Struct, frozen=True, tag=True):
    """Conrad copies an assistant."""

    seat: Seat
    assistant: Key


class Used(Struct, frozen=True, tag=True):
    """An assistant, or the production tile (`tile`), was used."""

    seat: Seat
    assistant: Key


class BoxFired(Struct, frozen=True, tag=True):
    """A power box was activated. `by`: spark, cog (Emma), max, olympia."""

    seat: Seat
    box: Key
    by: str


class RobotCompleted(Struct, frozen=True, tag=True):
    """A robot was completed."""

    seat: Seat
    robot: Key
    slot: int


class DiceCleared(Struct, frozen=True, tag=True):
    """Dice went to the discard pile. `source`: `factory`, or the slot."""

    seat: Seat
    dice: tuple[Die, ...]
    source: str


class Advanced(Struct, frozen=True, tag=True):
    """A marker advanced a step, to `place`."""

    seat: Seat
    colour: Colour
    place: int


class StepsLost(Struct, frozen=True, tag=True):
    """All markers stand at the end."""

    seat: Seat
    steps: int


class BonusPassed(Struct, frozen=True, tag=True):
    """A marker passed a bonus."""

    seat: Seat
    colour: Colour
    bonus: Key


class CogsGained(Struct, frozen=True, tag=True):
    """Cogs were taken."""

    seat: Seat
    count: int
    source: str


class SparksGained(Struct, frozen=True, tag=True):
    """Sparks were taken."""

    seat: Seat
    count: int
    source: str


class Allowed(Struct, frozen=True, tag=True):
    """Something may be used until the turn ends. `what`: factory, pips, colour, number."""

    seat: Seat
    what: str
    count: int
    source: str


class LevelReached(Struct, frozen=True, tag=True):
    """The factory reached a level."""

    seat: Seat
    level: int


class UpgradeTaken(Struct, frozen=True, tag=True):
    """An upgrade tile was taken; slot 0: not above a slot."""

    seat: Seat
    kind: Key
    slot: int


class Declined(Struct, frozen=True, tag=True):
    """Something was declined (recruit, reroll, recycle, max), or could not be had (recruit, reroll,
    upgrade, copy)."""

    seat: Seat
    what: str


class Signalled(Struct, frozen=True, tag=True):
    """A seat is done, or no longer."""

    seat: Seat
    done: bool


class ToScrap(Struct, frozen=True, tag=True):
    """A seat will discard an unfinished robot."""

    seat: Seat
    robot: Key
    slot: int


class ReadyToDraw(Struct, frozen=True, tag=True):
    """A seat discards no more robots."""

    seat: Seat


class Scrapped(Struct, frozen=True, tag=True):
    """An unfinished robot went under the deck."""

    seat: Seat
    robot: Key
    slot: int


class Stored(Struct, frozen=True, tag=True):
    """A seat keeps a die, or none."""

    seat: Seat
    die: Die | None


class RoundEnded(Struct, frozen=True, tag=True):
    """Sparks came home."""

    round: int


class Scored(Struct, frozen=True, tag=True):
    """The final score of a seat."""

    seat: Seat
    score: Score


class Ended(Struct, frozen=True, tag=True):
    """The game is over."""

    reason: str
    winners: tuple[Seat, ...]


Event: TypeAlias = (
    SetUp
    | RobotsDealt
    | RobotChosen
    | RobotsShown
    | RobotsReturned
    | CardsDealt
    | Drafted
    | Passed
    | TurnBegan
    | RowFilled
    | BagRefilled
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
    | RoundEnded
    | Scored
    | Ended
)
