"""Pure geometry: what stops a robot between one space and the next."""

from dataclasses import dataclass
from typing import NamedTuple

from engines.quirky_circuits.model import NOWHERE, STEPS, Facing, Furniture, Scenario, Space, Token
from engines.quirky_circuits.robots import ROBOTS, Robot

BARRIER, EDGE, INCLINE = "barrier", "edge", "incline"
NO_OBSTACLES = frozenset((BARRIER, EDGE, INCLINE))
"""What stops a robot without being a thing that something could fall off."""

KINGS_STEPS: tuple[Space, ...] = (
    *((0, -1), (1, -1), (1, 0), (1, 1)),
    *((0, 1), (-1, 1), (-1, 0), (-1, -1)),
)
"""Clockwise from north; every second one is a diagonal."""


class Way(NamedTuple):
    """The way out of a space in one direction: where it leads, and what stops it (`""`:
    nothing)."""

    to: Space
    stop: str


@dataclass(frozen=True, eq=False)
class Board:
    """A scenario's map made quick to walk on. Compared by identity: there is one a scenario."""

    scenario: Scenario
    robot: Robot
    ways: dict[tuple[Space, Facing], Way]
    """For what moves or falls whatever the slope."""
    foot: dict[tuple[Space, Facing], Way]
    """For this scenario's robot on foot: some can't go uphill."""
    obstacles: dict[Space, str]
    """Each space under an obstacle, and its kind of furniture."""
    chairs: frozenset[Space]
    inclines: dict[Space, Facing]
    """Each incline, and the way downhill."""
    belts: dict[Space, Facing]
    """Each space with a blue arrow, and the way it points."""
    spots: dict[Space, tuple[str, int]]
    """Each marked space: its kind and number."""


def spaces(columns: int, rows: int) -> list[Space]:
    """Every space of a map, row by row from the north-west."""
    return [(x, y) for y in range(rows) for x in range(columns)]


def covered(piece: Furniture) -> list[Space]:
    """The spaces a piece of furniture covers."""
    return [(piece.x + x, piece.y + y) for x, y in spaces(piece.w, piece.h)]


def covers(token: Token) -> tuple[Space, ...]:
    """The spaces a token on the map covers: one, or two if it is long."""
    at = (token.x, token.y)
    return (at,) if token.lie == NOWHERE else (at, beyond(at, token.lie))


def beyond(space: Space, direction: Facing) -> Space:
    """The neighbour in a direction, on the map or not."""
    dx, dy = STEPS[direction]
    return space[0] + dx, space[1] + dy


def is_on(scenario: Scenario, space: Space) -> bool:
    """Whether a space is on the map, within its outer wall."""
    return 0 <= space[0] < scenario.columns and 0 <= space[1] < scenario.rows


def border(space: Space, direction: Facing) -> tuple[int, int, int, int]:
    """The line between grid corners (x1, y1, x2, y2) that bounds a space in a direction."""
    x, y = space
    lines = ((x, y, x + 1, y), (x + 1, y, x + 1, y + 1), (x, y + 1, x + 1, y + 1), (x, y, x, y + 1))
    return lines[direction]


def build(scenario: Scenario) -> Board:
    """Works out every way of a map once.

    A barrier on the border counts before an obstacle behind it; the map's edge is a barrier.
    """
    robot = ROBOTS[scenario.robot]
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
            elif not is_on(scenario, to):
                stop = EDGE
            else:
                stop = obstacles.get(to, "")
            ways[space, direction] = Way(to, stop)
    uphill = {(x, y): up for x, y, up in scenario.inclines}
    foot = ways
    if not robot.climbs:
        foot = {
            (space, direction): Way(way.to, INCLINE)
            if not way.stop and direction in (uphill.get(space), uphill.get(way.to))
            else way
            for (space, direction), way in ways.items()
        }
    return Board(
        scenario=scenario,
        robot=robot,
        ways=ways,
        foot=foot,
        obstacles=obstacles,
        chairs=frozenset(scenario.chairs),
        inclines={space: (up + 2) % 4 for space, up in uphill.items()},
        belts={(x, y): way for x, y, way in scenario.belts},
        spots={(spot.x, spot.y): (spot.kind, spot.number) for spot in scenario.spots},
    )


def kings_ways(board: Board, space: Space) -> list[tuple[Space, bool]]:
    """Where a wandering token may step from a space, clockwise from north, and whether that is a
    diagonal: never onto an obstacle, through a barrier or across a barrier's corner."""
    found = []
    for number, (dx, dy) in enumerate(KINGS_STEPS):
        to = (space[0] + dx, space[1] + dy)
        if not is_on(board.scenario, to) or to in board.obstacles:
            continue
        diagonal = number % 2 == 1
        if diagonal:
            # The four lines that meet at the corner between the two spaces.
            across, along = (space[0] + dx, space[1]), (space[0], space[1] + dy)
            sideways, upright = (1 if dx > 0 else 3), (2 if dy > 0 else 0)
            lines = {
                *(border(space, sideways), border(space, upright)),
                *(border(across, upright), border(along, sideways)),
            }
            if lines.isdisjoint(board.scenario.walls):
                found.append((to, True))
        elif board.ways[space, number // 2].stop != BARRIER:
            found.append((to, False))
    return found
