"""Cards that work on tokens: hands, belts, the token that wanders. What they do, and what they
ask."""

from functools import lru_cache

from engines.quirky_circuits.board import (
    BARRIER,
    Board,
    beyond,
    covers,
    is_on,
    kings_ways,
)
from engines.quirky_circuits.components import CARDS, CARRIED, FIXED, ORDERS
from engines.quirky_circuits.follow import follow
from engines.quirky_circuits.goals import ONE_A_SPACE, is_too_early
from engines.quirky_circuits.model import (
    EAST,
    NOWHERE,
    SOUTH,
    STEPS,
    Carry,
    Conveyed,
    Conveyor,
    Effect,
    Face,
    Found,
    Happening,
    Idled,
    Kept,
    MoveToken,
    PickedUp,
    PutDown,
    Rode,
    Served,
    Space,
    Swap,
    Swapped,
    Token,
    Waited,
    Wandered,
    World,
)

HANDLING: frozenset[Face] = frozenset(
    face
    for face, card in CARDS.items()
    if isinstance(card.effect, Carry | Swap | Conveyor | MoveToken)
)
"""The cards that are carried out here."""


def handle(board: Board, world: World, effect: Effect, chosen: str) -> list[Happening]:
    """What such a card does."""
    match effect:
        case Carry(hand):
            return carry(board, world, hand, chosen)
        case Swap():
            return [Swapped()]
        case Conveyor(steps):
            return convey(board, world, steps)
        case _:
            assert isinstance(effect, MoveToken)
            return wander(board, world, effect.steps)


# --- Hands. ---


def over(board: Board, world: World, hand: int) -> Space:
    """The space a hand is over; what it holds is there. It may lie beyond the map."""
    reach = board.robot.hands[hand].reach
    dx, dy = STEPS[world.facing]
    return world.x + reach * dx, world.y + reach * dy


def laid_down(board: Board, world: World, hand: int, token: Token) -> Token:
    """A held token as it is over the map now, and would lie there."""
    at = over(board, world, hand)
    return lying(token, at, NOWHERE if token.lie == NOWHERE else (world.facing + token.lie) % 4)


def lying(token: Token, at: Space, lie: int) -> Token:
    """A token with one end at a space. A long one is named by its western or northern end."""
    if lie not in (NOWHERE, EAST, SOUTH):
        at, lie = beyond(at, lie), (lie + 2) % 4
    return Token(token.id, token.kind, *at, lie)


def holding(board: Board, world: World) -> tuple[tuple[str, Token], ...]:
    """What is held, with the hand's name, each token where it is over the map."""
    return tuple(
        (board.robot.hands[hand].name, laid_down(board, world, hand, token))
        for hand, token in enumerate(world.held)
        if token is not None
    )


def carry(board: Board, world: World, hand: int, chosen: str) -> list[Happening]:
    """Holding nothing it picks up, holding something it puts down.

    Barriers don't block a reach, and anything may lie on an obstacle to be taken. A long token is
    held by the end that was taken, and keeps its lie relative to the robot.
    """
    held = world.held[hand]
    if held is not None:
        return put_down(board, world, hand, held, chosen)
    at = over(board, world, hand)
    found = within_reach(world, at)
    if not found:
        return [Found(*at, hand)]
    token = next((token for token in found if token.id == chosen), found[0])
    lie = token.lie
    if lie != NOWHERE:
        other = next(space for space in covers(token) if space != at)
        step = (other[0] - at[0], other[1] - at[1])
        lie = (STEPS.index(step) - world.facing) % 4
    return [PickedUp(token.id, token.kind, *at, hand, lie)]


def within_reach(world: World, at: Space) -> list[Token]:
    """Rulebook, Tokens Sharing Spaces: any token of the space can be picked up. Of those that are
    alike only one counts."""
    alike: dict[tuple[str, int, int, int], Token] = {}
    for token in world.tokens:
        if token.kind in CARRIED and at in covers(token):
            alike.setdefault((token.kind, token.x, token.y, token.lie), token)
    return list(alike.values())


def put_down(board: Board, world: World, hand: int, held: Token, chosen: str) -> list[Happening]:
    """Puts down what the hand holds; a dish beside a cat that ordered it is served."""
    token = laid_down(board, world, hand, held)
    why = why_kept(board, world, token)
    if why:
        return [Kept(held.id, held.kind, hand, why)]
    put = PutDown(token.id, token.kind, token.x, token.y, hand, token.lie)
    orders = waiting(board, world, token)
    if not orders:
        return [put]
    order = next((order for order in orders if order.id == chosen), orders[0])
    return [put, Served(token.id, token.kind, order.id, order.x, order.y)]


def why_kept(board: Board, world: World, token: Token) -> str:
    """Why a token can't be put down where it is: rulebook, Dropping Tokens Through Barriers (no
    part beyond the outer wall), not on an obstacle, and the special rules."""
    spaces = covers(token)
    if not all(is_on(board.scenario, space) for space in spaces):
        return "edge"
    if any(space in board.obstacles for space in spaces):
        return "obstacle"
    if is_too_early(board, world, token.kind, spaces):
        return "order"
    if ONE_A_SPACE in board.scenario.rules and any(
        space in covers(other) for other in world.tokens for space in spaces
    ):
        return "shared"
    return ""


def waiting(board: Board, world: World, dish: Token) -> list[Token]:
    """The orders for a dish at the spaces next to it, clockwise from north, one a cat."""
    wanted = ORDERS.get(dish.kind)
    found = []
    at = (dish.x, dish.y)
    for direction in range(4):
        way = board.ways[at, direction]
        found += [
            token
            for token in world.tokens
            if token.kind == wanted and (token.x, token.y) == way.to and way.stop != BARRIER
        ][:1]
    return found


def choices(board: Board, world: World, face: Face) -> tuple[str, ...]:
    """The tokens among which a card asks its player to choose; none where there is only one, or no
    difference: which of several to take, or which of several cats gets the dish."""
    effect = CARDS[face].effect
    if not isinstance(effect, Carry):
        return ()
    held = world.held[effect.hand]
    if held is None:
        found = within_reach(world, over(board, world, effect.hand))
    else:
        token = laid_down(board, world, effect.hand, held)
        found = [] if why_kept(board, world, token) else waiting(board, world, token)
    return tuple(token.id for token in found) if len(found) > 1 else ()


# --- Belts. ---


def convey(board: Board, world: World, steps: int) -> list[Happening]:
    """Everything on a blue arrow, the robot and loose tokens, moves one space at once; what is
    blocked stays. What is held goes with the robot."""
    done: list[Happening] = []
    for _ in range(steps):
        moved: list[Happening] = []
        to = ride(board, (world.x, world.y))
        if to is not None:
            moved.append(Rode(*to))
        for token in world.tokens:
            to = ride(board, (token.x, token.y))
            if to is not None and token.kind not in FIXED:
                moved.append(Conveyed(token.id, token.kind, *to))
        for event in moved:
            world = follow(world, event)
        done += moved or [Idled()]
    return done


def ride(board: Board, at: Space) -> Space | None:
    """Where a belt takes what stands on a space; None if there is no belt, or it is blocked."""
    direction = board.belts.get(at)
    if direction is None:
        return None
    to, stop = board.ways[at, direction]
    return None if stop else to


# --- The token that wanders. ---


def wander(board: Board, world: World, steps: int) -> list[Happening]:
    """Rulebook, Move Token Targets: the token goes toward its target by a shortest way."""
    done: list[Happening] = []
    for _ in range(steps):
        event = wander_once(board, world)
        world = follow(world, event)
        done.append(event)
        if isinstance(event, Waited):
            break
    return done


def wander_once(board: Board, world: World) -> Wandered | Waited:
    """One step of it, or why it stays."""
    found = board.scenario.wander
    assert found is not None, "the loader lets Move Token in only where something wanders"
    token = next((token for token in world.tokens if token.kind == found.token), None)
    if token is None:
        return Waited(found.token, "held")
    target = target_of(board, world, found.to)
    if target is None:
        return Waited(token.kind, "gone")
    at = (token.x, token.y)
    if at == target:
        return Waited(token.kind, "there")
    to = next_step(board, at, target)
    return Waited(token.kind, "no_way") if to is None else Wandered(token.id, token.kind, *to)


def target_of(board: Board, world: World, kind: str) -> Space | None:
    """The space a target is on, or is over while it is held."""
    scenario = board.scenario
    if kind == "robot":
        return world.x, world.y
    if kind == "home":
        return scenario.home
    spots = [(spot.x, spot.y) for spot in scenario.spots if spot.kind == kind]
    held = [(token.x, token.y) for _, token in holding(board, world) if token.kind == kind]
    lies = [(token.x, token.y) for token in world.tokens if token.kind == kind]
    return next(iter((*spots, *held, *lies)), None)


@lru_cache(maxsize=1 << 14)
def next_step(board: Board, at: Space, target: Space) -> Space | None:
    """The first step of a shortest way of king's steps: a diagonal if there is one, else the first
    clockwise from north."""
    far = distances(board, target)
    near = far.get(at)
    if near is None:
        return None
    steps = [(to, slant) for to, slant in kings_ways(board, at) if far.get(to) == near - 1]
    return next((to for to, slant in steps if slant), steps[0][0] if steps else None)


@lru_cache(maxsize=1 << 10)
def distances(board: Board, target: Space) -> dict[Space, int]:
    """How many king's steps each space is from a target. Beside a target on an obstacle the way
    ends."""
    far = {target: 0}
    ring = [target] if is_on(board.scenario, target) else []
    while ring:
        new = []
        for space in ring:
            for to, _ in kings_ways(board, space):
                if to not in far:
                    far[to] = far[space] + 1
                    new.append(to)
        ring = new
    return far
