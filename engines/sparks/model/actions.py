"""What a player may do."""

from typing import TypeAlias

from msgspec import Struct

from engines.sparks.model.basics import Colour, DieId, Key


class Return(Struct, frozen=True, tag=True, gc=False):
    """Set-up: give one of the four robots back."""

    robot: Key


class Draft(Struct, frozen=True, tag=True, gc=False):
    """Draft: keep this assistant."""

    assistant: Key


class PlayTile(Struct, frozen=True, tag=True, gc=False):
    """Play a production tile and take its dice, from `left`, `right`, or from a place on
    (`"3"`)."""

    tile: Key
    at: str


class Take(Struct, frozen=True, tag=True, gc=False):
    """Take dice from `left` or `right`, or (Quincy) the one at a place."""

    at: str


class Place(Struct, frozen=True, tag=True, gc=False):
    """Place an available die. `pay`: cogs ignore the colour; `colour`, `number`: an effect does."""

    die: DieId
    to: str
    pay: bool = False
    colour: bool = False
    number: bool = False


class Move(Struct, frozen=True, tag=True, gc=False):
    """Rearrange: move a placed die to another space or back beside the board (`POOL`)."""

    die: DieId
    to: str
    pay: bool = False
    colour: bool = False
    number: bool = False


class Reuse(Struct, frozen=True, tag=True, gc=False):
    """Recycle: move a die of the robot just completed to another robot."""

    die: DieId
    to: str
    pay: bool = False
    colour: bool = False
    number: bool = False


class Sell(Struct, frozen=True, tag=True, gc=False):
    """Sell a die."""

    die: DieId


class Pip(Struct, frozen=True, tag=True, gc=False):
    """Change a die by one, up or down, for a cog or (`free`) by an effect."""

    die: DieId
    by: int
    free: bool = False


class Recruit(Struct, frozen=True, tag=True, gc=False):
    """Play an assistant card."""

    assistant: Key


class Box(Struct, frozen=True, tag=True, gc=False):
    """Activate a power box with a spark, or (Emma) with a cog."""

    box: Key
    cog: bool = False


class Use(Struct, frozen=True, tag=True, gc=False):
    """Use a played assistant, on a die if it needs one (0: none)."""

    assistant: Key
    die: DieId = 0


class StartReroll(Struct, frozen=True, tag=True, gc=False):
    """Use the reroll of this turn's production tile."""


class Pick(Struct, frozen=True, tag=True, gc=False):
    """Choose a die to be rerolled."""

    die: DieId


class Roll(Struct, frozen=True, tag=True, gc=False):
    """Reroll the dice chosen."""


class Step(Struct, frozen=True, tag=True, gc=False):
    """Make the step on this track."""

    colour: Colour


class ChooseUpgrade(Struct, frozen=True, tag=True, gc=False):
    """Take an upgrade tile of this kind; a slot upgrade goes above a slot (1 to 3)."""

    kind: Key
    slot: int = 0


class Copy(Struct, frozen=True, tag=True, gc=False):
    """Conrad copies this assistant."""

    assistant: Key


class Fire(Struct, frozen=True, tag=True, gc=False):
    """Olympia: have the effect of this power box."""

    box: Key


class Pay(Struct, frozen=True, tag=True, gc=False):
    """Max: pay the cog."""


class Decline(Struct, frozen=True, tag=True, gc=False):
    """Do without what is offered."""


class Done(Struct, frozen=True, tag=True, gc=False):
    """I have finished my actions."""


class NotDone(Struct, frozen=True, tag=True, gc=False):
    """I haven't after all."""


class Scrap(Struct, frozen=True, tag=True, gc=False):
    """Before drawing: discard the unfinished robot in this slot (1 to 3)."""

    slot: int


class Draw(Struct, frozen=True, tag=True, gc=False):
    """No more robots to discard: draw new ones."""


class Fit(Struct, frozen=True, tag=True, gc=False):
    """Put a drawn robot into an empty slot (1 to 3)."""

    robot: Key
    slot: int


class Keep(Struct, frozen=True, tag=True, gc=False):
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
