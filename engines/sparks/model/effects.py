"""Effects as data, and the records of cards and tiles that hold them."""

from typing import TypeAlias

from msgspec import Struct

from engines.sparks.model.basics import Colour, DieId, Key


class GainDice(Struct, frozen=True, tag=True, gc=False):
    """Draw dice from the bag."""

    count: int


class GainSetDie(Struct, frozen=True, tag=True, gc=False):
    """Draw a die from the bag and set it to a value."""

    value: int


class GainColour(Struct, frozen=True, tag=True, gc=False):
    """Take a die of a colour and roll it."""

    colour: Colour


class Advance(Struct, frozen=True, tag=True, gc=False):
    """Steps on the scoring track of a colour, or on `ANY`, each chosen on its own."""

    colour: Colour
    steps: int


class GainCogs(Struct, frozen=True, tag=True, gc=False):
    """Take cogs."""

    count: int


class GainSparks(Struct, frozen=True, tag=True, gc=False):
    """Take sparks."""

    count: int


class DrawCards(Struct, frozen=True, tag=True, gc=False):
    """Draw assistant cards into the hand."""

    count: int


class FreeRecruit(Struct, frozen=True, tag=True, gc=False):
    """Play an assistant card from the hand for free."""


class Factory(Struct, frozen=True, tag=True, gc=False):
    """Counts this much towards the next factory level."""

    count: int


class Reroll(Struct, frozen=True, tag=True, gc=False):
    """Reroll any number of available dice. `chosen`: those picked so far."""

    chosen: tuple[DieId, ...] = ()


class Pips(Struct, frozen=True, tag=True, gc=False):
    """So many times one up or one down, on any own dice, free of charge."""

    count: int


class IgnoreNumber(Struct, frozen=True, tag=True, gc=False):
    """Ignore a value once when placing."""


class IgnoreColour(Struct, frozen=True, tag=True, gc=False):
    """Ignore a colour once when placing."""


class TakeUpgrade(Struct, frozen=True, tag=True, gc=False):
    """Take an upgrade tile."""


class FireBoxes(Struct, frozen=True, tag=True, gc=False):
    """Olympia: the effect of so many own power boxes, all different. `fired`: those already
    chosen."""

    count: int
    fired: tuple[Key, ...] = ()


class CopyAssistant(Struct, frozen=True, tag=True, gc=False):
    """Conrad: choose another own assistant and be like it."""


class DieToStep(Struct, frozen=True, tag=True, gc=False):
    """Frank: discard a die of at least this value for a step on the track of its colour."""

    least: int


class Flip(Struct, frozen=True, tag=True, gc=False):
    """Octavia: turn an available die to its opposite side."""


class CogForSpark(Struct, frozen=True, tag=True, gc=False):
    """Emma: a cog may activate a power box in place of a spark."""


class ColourPrice(Struct, frozen=True, tag=True, gc=False):
    """Gordon: what it costs to ignore a colour."""

    cogs: int


class InstantBox(Struct, frozen=True, tag=True, gc=False):
    """Max: a cog activates the power box of a robot just completed."""


class FactoryEach(Struct, frozen=True, tag=True, gc=False):
    """Margot, Theodora: counts this much towards every factory level."""

    count: int


class Redirect(Struct, frozen=True, tag=True, gc=False):
    """Penelope, Walter: steps of this colour may be made on another track."""

    colour: Colour


class TakeAnywhere(Struct, frozen=True, tag=True, gc=False):
    """Quincy: on others' turns any dice of the row may be taken."""


class DieToPips(Struct, frozen=True, tag=True, gc=False):
    """Silas: discard a die and use its value to change others."""


class Recycle(Struct, frozen=True, tag=True, gc=False):
    """Slot upgrade: a die of the robot completed in this slot may move to another robot."""

    slot: int


class Instant(Struct, frozen=True, tag=True, gc=False):
    """Max's offer for a robot just completed, and how often it was taken."""

    robot: Key
    times: int = 0


class ClearDice(Struct, frozen=True, tag=True, gc=False):
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


class Job(Struct, frozen=True, gc=False):
    """Pending work of one seat: an effect, and what it comes from (a card, a tile, a level)."""

    effect: Effect
    source: str


# --- Components. ---


class Need(Struct, frozen=True, gc=False):
    """A die space: the colour (`""`: any) and the value (0: any) that it wants."""

    colour: Colour = ""
    value: int = 0


class Robot(Struct, frozen=True, gc=False):
    """A robot card: its spaces, its steps, what it gives at once, and its power box."""

    key: Key
    name: str
    colour: Colour
    spaces: tuple[Need, ...]
    steps: int
    rewards: tuple[Effect, ...] = ()
    box: tuple[Effect, ...] = ()


class Assistant(Struct, frozen=True, gc=False):
    """An assistant card. `mark`: once (at once, when recruited), turn (once a turn), always."""

    key: Key
    name: str
    animal: str
    mark: str
    points: int
    effects: tuple[Effect, ...]


class Tile(Struct, frozen=True, gc=False):
    """A side of a production tile: how many dice it takes and what else it gives."""

    key: Key
    dice: int
    anywhere: bool = False
    rerolls: int = 0
    extras: tuple[Effect, ...] = ()


class Upgrade(Struct, frozen=True, gc=False):
    """A kind of upgrade tile."""

    key: Key
    name: str
    group: str
    points: int


class Bonus(Struct, frozen=True, gc=False):
    """A kind of bonus tile."""

    key: Key
    effects: tuple[Effect, ...]


class Level(Struct, frozen=True, gc=False):
    """A factory level: the sum that it takes and what it gives."""

    sum: int
    reward: Effect
