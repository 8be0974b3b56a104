"""Pure geometry: what stops a robot between one space and the next."""

from dataclasses import dataclass
from typing import NamedTuple

from engines.quirky_circuits.model import STEPS, Facing, Furniture, Scenario, Space

BARRIER, EDGE = "barrier", "edge"


class Way(NamedTuple):
    """The way out of a space in one direction: where it leads, and what stops it (`""`:
    nothing)."""

    to: Space
    stop: str


@dataclass(frozen=True, eq=False)
class Board:
    """A scenario's map made quick to walk on. Compared by identity: there is one a scenario."""

    scenario: Scenario
    ways: dict[tuple[Space, Facing], Way]
    obstacles: dict[Space, str]
    """Each space under an obstacle, and its kind of furniture."""
    chairs: frozenset[Space]
    inclines: dict[Space, Facing]
    """Each incline, and the way downhill."""


def spaces(columns: int, rows: int) -> list[Space]:
    """Every space of a map, row by row from the north-west."""
    return [(x, y) for y in range(rows) for x in range(columns)]


def covered(piece: Furniture) -> list[Space]:
    """The spaces a piece of furniture covers."""
    return [(piece.x + x, piece.y + y) for x, y in spaces(piece.w, piece.h)]


def beyond(space: Space, direction: Facing) -> Space:
    """The neighbour in a direction, on the map or not."""
    dx, dy = STEPS[direction]
    return space[0] + dx, space[1] + dy


def border(space: Space, direction: Facing) -> tuple[int, int, int, int]:
    """The line between grid corners (x1, y1, x2, y2) that bounds a space in a direction."""
    x, y = space
    lines = ((x, y, x + 1, y), (x + 1, y, x + 1, y + 1), (x, y + 1, x + 1, y + 1), (x, y, x, y + 1))
    return lines[direction]


def build(scenario: Scenario) -> Board:
    """Works out every way of a map once.

    A barrier on the border counts before an obstacle behind it; the map's edge is a barrier.
    """
    obstacles = {
        space: piece.kind for piece in scenario.furniture if piece.solid for space in covered(piece)
    }
    walls = frozenset(scenario.walls)
    inside = spaces(scenario.columns, scenario.rows)
    ways = {}
    for space in inside:
        for direction in range(4):
            to = beyond(space, direction)
            if border(space, direction) in walls:
                stop = BARRIER
            elif not (0 <= to[0] < scenario.columns and 0 <= to[1] < scenario.rows):
                stop = EDGE
            else:
                stop = obstacles.get(to, "")
            ways[space, direction] = Way(to, stop)
    return Board(
        scenario=scenario,
        ways=ways,
        obstacles=obstacles,
        chairs=frozenset(scenario.chairs),
        inclines={(x, y): (uphill + 2) % 4 for x, y, uphill in scenario.inclines},
    )
