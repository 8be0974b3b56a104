"""The parts a scenario's goal is made of: what each asks of the map, and how much of it is left."""

from engines.quirky_circuits.board import Board, covers
from engines.quirky_circuits.components import MESS, ORDERS
from engines.quirky_circuits.model import BUD, Aim, Space, World

HOME, SWEEP, VISIT, SERVE, DELIVER, FILL = "home", "sweep", "visit", "serve", "deliver", "fill"

IN_ORDER, ONE_A_SPACE = "in order", "one token a space"
RULES: tuple[str, ...] = (IN_ORDER, ONE_A_SPACE)
"""The special rules a scenario may have, by name."""

WAITING: dict[str, frozenset[str]] = {
    SWEEP: MESS,
    VISIT: frozenset((BUD,)),
    SERVE: frozenset(ORDERS.values()),
}
"""Parts that are done when no token of these kinds is left."""


def reached(board: Board, world: World) -> bool:
    """Rulebook, End of the Game: whether the goal is reached. Asked after each card, when it is
    carried out in full."""
    return all(not left(board, world, aim) for aim in board.scenario.goals)


def left(board: Board, world: World, aim: Aim) -> int:
    """How much is left of a part of the goal: tokens to sweep, to deliver, spaces to fill; 1 for
    not being home."""
    if aim.do == HOME:
        return int((world.x, world.y) != board.scenario.home)
    kinds = WAITING.get(aim.do)
    if kinds is not None:
        return sum(token.kind in kinds for token in world.tokens)
    if aim.do == FILL:
        return len(empty_spots(board, world, aim))
    lying = [token for token in world.tokens if token.kind == aim.token]
    held = sum(token is not None and token.kind == aim.token for token in world.held)
    return held + sum(
        any(board.spots.get(space, ("", 0))[0] != aim.spot for space in covers(token))
        for token in lying
    )


def empty_spots(board: Board, world: World, aim: Aim) -> list[Space]:
    """The spots of a `fill` that no such token lies on. What is held doesn't lie."""
    full = {space for token in world.tokens if token.kind == aim.token for space in covers(token)}
    return [
        space for space, (kind, _) in board.spots.items() if kind == aim.spot and space not in full
    ]


def is_too_early(board: Board, world: World, kind: str, spaces: tuple[Space, ...]) -> bool:
    """Special rule *in order*: whether a token would fill a spot while one with a lower number is
    still empty."""
    if IN_ORDER not in board.scenario.rules:
        return False
    fills = [aim for aim in board.scenario.goals if aim.do == FILL]
    turns = [
        board.spots[space][1]
        for space in spaces
        if space in board.spots and Aim(FILL, kind, board.spots[space][0]) in fills
    ]
    return bool(turns) and any(
        board.spots[space][1] < min(turns)
        for aim in fills
        for space in empty_spots(board, world, aim)
    )
