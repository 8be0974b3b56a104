"""The robots: which cards each has, and what is particular to it. A robot is a row."""

from dataclasses import dataclass

from engines.quirky_circuits.components import (
    GIZMO,
    GIZMO_QUIRKS,
    LEFT,
    LEFTY,
    LEFTY_QUIRKS,
    MESS,
    ROVER,
    ROVER_QUIRKS,
    TWIRL,
    TWIRL_QUIRKS,
    Deck,
)
from engines.quirky_circuits.model import BUD, Face


@dataclass(frozen=True)
class Hand:
    """What a robot carries with. `reach`: how many spaces ahead of its own it takes and puts."""

    name: str
    reach: int


@dataclass(frozen=True)
class Robot:
    """A robot's reference tile."""

    key: str
    name: str
    deck: Deck
    quirks: Deck
    sweeps: frozenset[str] = frozenset((BUD,))
    """Kinds of tokens it takes off every space that it moves onto or through."""
    after_collision: int = 0
    """How it turns once something has stopped it, in quarters clockwise."""
    chairs: frozenset[Face] = frozenset()
    """The cards that a chair cuts short."""
    after_chair: int = 0
    hands: tuple[Hand, ...] = ()
    momentum: frozenset[Face] = frozenset()
    """The cards that give momentum."""
    climbs: bool = True
    """Whether it goes up inclines on foot."""
    last_leg: str = "All done: now home!"
    """What to do once nothing is left but to go home."""


ROBOTS: dict[str, Robot] = {
    "gizmo": Robot(
        key="gizmo",
        name="Gizmo",
        deck=GIZMO,
        quirks=GIZMO_QUIRKS,
        sweeps=MESS,  # facts
        after_collision=LEFT,  # facts; in every direction of movement: ours
        chairs=frozenset(("forward_2", "forward_3", "quirk_forward_2")),  # facts
        after_chair=LEFT,  # facts
        last_leg="All clean: now home!",
    ),
    "twirl": Robot(
        key="twirl",
        name="Twirl",
        deck=TWIRL,
        quirks=TWIRL_QUIRKS,
        hands=(Hand("", 0),),  # facts: on her own space; one token: ours
        momentum=frozenset(("forward_2", "quirk_forward_2")),  # rulebook
    ),
    "rover": Robot(
        key="rover",
        name="Rover",
        deck=ROVER,
        quirks=ROVER_QUIRKS,
        hands=(Hand("", 1),),  # facts: the one space in front; one token: ours
        climbs=False,  # facts: needs to jump to go up
    ),
    "lefty": Robot(
        key="lefty",
        name="Lefty",
        deck=LEFTY,
        quirks=LEFTY_QUIRKS,
        hands=(Hand("left", 1), Hand("right", 2)),  # facts: two hands, one reaches two spaces
    ),
}
