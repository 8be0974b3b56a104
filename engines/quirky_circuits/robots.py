"""The robots: which cards each has, and what is particular to it. A robot is a row; its goal is
a function."""

from collections.abc import Callable
from dataclasses import dataclass

from engines.quirky_circuits.components import GIZMO, GIZMO_QUIRKS, LEFT, Deck
from engines.quirky_circuits.model import BROKEN_VASE, DUST, Face, Scenario, Turn, World


@dataclass(frozen=True)
class Robot:
    """A robot's reference tile."""

    key: str
    name: str
    deck: Deck
    quirks: Deck
    sweeps: frozenset[str]
    """Kinds of tokens it takes off every space that it moves onto or through."""
    after_collision: Turn
    """How it turns once something has stopped it."""
    chairs: frozenset[Face]
    """The cards that a chair cuts short."""
    after_chair: Turn
    reached: Callable[[Scenario, World], bool]
    """Whether the goal is reached, asked after each card."""
    left: Callable[[World], int]
    """How much of the goal is left, as the page counts it."""
    pieces: tuple[str, str]
    """What is counted, as one and as many."""
    last_leg: str
    """What to do once nothing is left."""


def mess(world: World) -> int:
    """Mess tokens on the map: dust bunnies and broken vases. A whole vase is no mess."""
    return sum(token.kind in (DUST, BROKEN_VASE) for token in world.tokens)


def clean_and_home(scenario: Scenario, world: World) -> bool:
    """Gizmo's goal: all mess gone, then standing on the charging station."""
    return (world.x, world.y) == scenario.home and not mess(world)


ROBOTS: dict[str, Robot] = {
    "gizmo": Robot(
        key="gizmo",
        name="Gizmo",
        deck=GIZMO,
        quirks=GIZMO_QUIRKS,
        sweeps=frozenset((DUST, BROKEN_VASE)),  # facts
        after_collision=Turn(LEFT),  # facts; in every direction of movement: ours
        chairs=frozenset(("forward_2", "forward_3", "quirk_forward_2")),  # facts
        after_chair=Turn(LEFT),  # facts
        reached=clean_and_home,  # facts
        left=mess,
        pieces=("piece of mess", "pieces of mess"),
        last_leg="All clean: now home!",
    ),
}
