"""What the rules take for granted about a map, checked when it is loaded."""

from collections.abc import Callable
from typing import NoReturn, TypeAlias

from engines.quirky_circuits import text
from engines.quirky_circuits.board import Board, covered, covers
from engines.quirky_circuits.components import CARRIED
from engines.quirky_circuits.effects import bumps, fall, reach
from engines.quirky_circuits.goals import DELIVER, FILL
from engines.quirky_circuits.model import (
    BUD,
    DUST,
    ORDER,
    STEPS,
    VASE,
    Face,
    Facing,
    Space,
    Token,
)

Refuse: TypeAlias = Callable[[Space, str], NoReturn]


def check_map(board: Board, faces: tuple[Face, ...], refuse: Refuse) -> None:
    """Refuses a map that can't be played on. `faces`: a card for each thing the deck can do."""
    scenario = board.scenario
    printed = (scenario.home, *scenario.chairs, *board.inclines, *board.belts, *board.spots)
    for space in printed:
        if space in board.obstacles:
            refuse(space, "nothing can be printed under an obstacle")
    for space, downhill in board.inclines.items():
        _check_slide(board, space, downhill, refuse)
    can_get, rests = reach(board, faces)
    can_take = frozenset(
        (x + hand.reach * STEPS[facing][0], y + hand.reach * STEPS[facing][1])
        for (x, y), facing in rests
        for hand in board.robot.hands
    )
    for token in scenario.tokens:
        _check_token(board, token, can_get, can_take, refuse)
    for spot in scenario.spots:
        space = (spot.x, spot.y)
        wanted = any(aim.spot == spot.kind for aim in scenario.goals if aim.do in (DELIVER, FILL))
        if wanted and space not in can_take:
            refuse(space, "the robot can't put anything here")


def _check_slide(board: Board, space: Space, downhill: Facing, refuse: Refuse) -> None:
    """Follows a slide to its end; one that comes round to a space it has passed never ends."""
    passed, way = {space}, board.ways[space, downhill]
    while not way.stop and way.to in board.inclines:
        if way.to in passed:
            refuse(space, "a slide from here never ends")
        passed.add(way.to)
        way = board.ways[way.to, board.inclines[way.to]]


def _check_token(
    board: Board,
    token: Token,
    can_get: frozenset[Space],
    can_take: frozenset[Space],
    refuse: Refuse,
) -> None:
    """A token has to be where it can be dealt with, wherever it may fall."""
    space = (token.x, token.y)
    on_obstacle = space in board.obstacles
    if token.kind == DUST and space not in can_get:
        refuse(space, "the robot can't get at this dust bunny")
    if token.kind == BUD and (space not in can_get or on_obstacle):
        refuse(space, "the robot can't get at this bud")
    if token.kind == VASE and space not in _tables(board):
        refuse(space, "a vase stands on an obstacle of one space")
    if token.kind in CARRIED and can_take.isdisjoint(covers(token)):
        refuse(space, f"the robot can't take this {token.kind}")
    if len(covers(token)) > 1 and not board.obstacles.keys().isdisjoint(covers(token)):
        refuse(space, f"a {token.kind} can't lie on an obstacle")
    if token.kind.startswith(ORDER):
        _check_cat(board, space, can_take, refuse)
    elif on_obstacle:
        for direction in bumps(board, space):
            landing = fall(board, space, direction)
            if landing is not None and landing not in (can_get if token.kind == VASE else can_take):
                to = text.space(*landing)
                refuse(space, f"this {token.kind} could fall to {to}, out of reach")


def _tables(board: Board) -> set[Space]:
    """The obstacles of one space."""
    return {
        space
        for piece in board.scenario.furniture
        if piece.solid and (piece.w, piece.h) == (1, 1)
        for space in covered(piece)
    }


def _check_cat(board: Board, cat: Space, can_take: frozenset[Space], refuse: Refuse) -> None:
    """A dish can be put down on some space next to a cat."""
    beside = [
        (cat[0] + dx, cat[1] + dy)
        for direction, (dx, dy) in enumerate(STEPS)
        if board.ways[cat, direction].stop == ""
    ]
    if can_take.isdisjoint(beside):
        refuse(cat, "the robot can't serve this cat")
