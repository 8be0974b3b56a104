"""What a command card does on the map.

`motion` walks the card over the printed map (tokens never stop a robot, so it depends on nothing
else and is worked out once); `carry_out` adds what happens to the tokens on the way. Cards that
work on tokens are in `handling.py`; what an event changes, in `follow.py`.
"""

from functools import lru_cache

from engines.quirky_circuits.board import BARRIER, EDGE, NO_OBSTACLES, Board, beyond
from engines.quirky_circuits.components import CARDS, FIXED
from engines.quirky_circuits.follow import follow
from engines.quirky_circuits.handling import HANDLING, handle
from engines.quirky_circuits.model import (
    NORTH,
    SOUTH,
    VASE,
    Broke,
    Collided,
    Drifted,
    Face,
    Facing,
    Fell,
    Gathered,
    Happening,
    Jump,
    Jumped,
    Move,
    Moved,
    MoveNorth,
    Rode,
    RotateNorth,
    Seated,
    Slid,
    Space,
    Stayed,
    Steadied,
    Swept,
    Token,
    Turn,
    Turned,
    World,
)

ENTERING = (Moved, Slid, Jumped, Drifted)
"""The robot's own ways onto a space: there it sweeps. A belt's is none of them."""


@lru_cache(maxsize=1 << 16)
def motion(board: Board, at: Space, facing: Facing, face: Face) -> tuple[Happening, ...]:
    """The robot's own way under one card that isn't in `handling.HANDLING`: steps, turns, what
    stopped it, in order."""
    effect = CARDS[face].effect
    match effect:
        case Turn(quarters):
            return (Turned((facing + quarters) % 4, "card"),)
        case Move(side, spaces):
            direction = (facing + side) % 4
            return tuple(walk(board, at, facing, face, direction, spaces))
        case MoveNorth():
            return tuple(walk(board, at, facing, face, NORTH, 1))
        case RotateNorth():
            return (Turned(NORTH, "card"),)
        case _:
            assert isinstance(effect, Jump)
            return tuple(jump(board, at, facing, effect.spaces))


@lru_cache(maxsize=1 << 16)
def drift(board: Board, at: Space, facing: Facing, direction: Facing) -> tuple[Happening, ...]:
    """Rulebook, Twirl's Momentum: one space in the marker's direction, which is the map's. This is
    movement: it can collide, and slides on."""
    to, stop = board.foot[at, direction]
    if stop:
        return tuple(collide(board, facing, direction, stop, to))
    return (Drifted(*to), *slide(board, to, facing))


def walk(
    board: Board, at: Space, facing: Facing, face: Face, direction: Facing, spaces: int
) -> list[Happening]:
    """Moves space by space. Spaces walked before a collision or a chair are kept.

    Rulebook, Execute: halting ends the card. So after a collision or a chair nothing slides.
    An incline that is walked over with movement left does nothing.
    """
    robot = board.robot
    done: list[Happening] = []
    for _ in range(spaces):
        to, stop = board.foot[at, direction]
        if stop:
            return [*done, *collide(board, facing, direction, stop, to)]
        at = to
        done.append(Moved(*at))
        if at in board.chairs and face in robot.chairs:
            turned = Turned((facing + robot.after_chair) % 4, "chair")
            return [*done, Seated(*at), turned]
    return done + slide(board, at, facing)


def jump(board: Board, at: Space, facing: Facing, spaces: int) -> list[Happening]:
    """Ahead over obstacles and inclines, touching nothing on the way. A barrier stops it, and an
    obstacle where it should land: then the robot comes down on the last space on the way where it
    may stand. Landing never slides."""
    over, landing = at, at
    for _ in range(spaces):
        to, stop = board.ways[over, facing]
        if stop in (BARRIER, EDGE):
            break
        over = to
        if not stop:
            landing = over
    else:
        stop = board.obstacles.get(over, "")
        to = over
    done: list[Happening] = [Jumped(*landing)] if landing != at else []
    return [*done, *collide(board, facing, facing, stop, to)] if stop else done


def slide(board: Board, at: Space, facing: Facing) -> list[Happening]:
    """At rest on an incline: one space downhill, and on over further inclines. This is movement:
    it can collide. (That it ends somewhere is checked when the map is loaded.)"""
    done: list[Happening] = []
    while (downhill := board.inclines.get(at)) is not None:
        to, stop = board.foot[at, downhill]
        if stop:
            return [*done, *collide(board, facing, downhill, stop, to)]
        at = to
        done.append(Slid(*at))
    return done


def collide(
    board: Board, facing: Facing, direction: Facing, stop: str, into: Space
) -> list[Happening]:
    """Rulebook, Halting: stops at an obstacle, a barrier or the map's edge, and turns if that is
    the robot's way; also when backing, sliding or drifting."""
    done: list[Happening] = [Collided(stop, direction, *into)]
    quirk = board.robot.after_collision
    if quirk:
        done.append(Turned((facing + quirk) % 4, "collision"))
    return done


def fall(board: Board, obstacle: Space, direction: Facing) -> Space | None:
    """Where an object falls that stands on an obstacle which a robot, going `direction`, bumped.

    One space away from the robot; if a barrier, the map's edge or another obstacle is there, to the
    south; if that is blocked too it stays (None).
    """
    for way in (direction, SOUTH):
        to, stop = board.ways[obstacle, way]
        if not stop:
            return to
    return None


def knock(board: Board, token: Token, direction: Facing) -> list[Happening]:
    """What becomes of a token that stands on an obstacle when that is bumped. A vase breaks."""
    to = fall(board, (token.x, token.y), direction)
    if to is None:
        return [Stayed(token.id, token.kind, token.x, token.y)]
    fallen: list[Happening] = [Fell(token.id, token.kind, *to)]
    return [*fallen, Broke(token.id, *to)] if token.kind == VASE else fallen


def outcome(board: Board, world: World, event: Happening) -> list[Happening]:
    """What a piece of the robot's way does to the tokens: sweeping, and things falling off
    obstacles."""
    match event:
        case Moved(x, y) | Slid(x, y) | Jumped(x, y) | Drifted(x, y):
            sweeps = board.robot.sweeps
            return [
                Swept(token.id, token.kind, x, y)
                for token in world.tokens
                if token.x == x and token.y == y and token.kind in sweeps
            ]
        case Collided(into, direction, x, y) if into not in NO_OBSTACLES:
            return [
                happening
                for token in world.tokens
                if token.x == x and token.y == y and token.kind not in FIXED
                for happening in knock(board, token, direction)
            ]
        case _:
            return []


def go(board: Board, world: World, way: tuple[Happening, ...], events: list[Happening]) -> World:
    """Follows the robot on its way, with what that does to the tokens."""
    for step in way:
        world = follow(world, step)
        events.append(step)
        for happening in outcome(board, world, step):
            world = follow(world, happening)
            events.append(happening)
    return world


def carry_out(
    board: Board, world: World, face: Face, chosen: str = ""
) -> tuple[World, list[Happening]]:
    """Rulebook, Execute: resolves one card of the queue. `chosen`: the token that answers what the
    card asks (`handling.choices`); without it the first one is taken."""
    events: list[Happening] = []
    before = world.momentum
    if face in HANDLING:
        for happening in handle(board, world, CARDS[face].effect, chosen):
            world = follow(world, happening)
            events.append(happening)
    else:
        way = motion(board, (world.x, world.y), world.facing, face)
        world = go(board, world, way, events)
    if before or face in board.robot.momentum:
        world = swing(board, world, face, before, events)
    return world, events


def swing(
    board: Board,
    world: World,
    face: Face,
    before: tuple[Facing, ...],
    events: list[Happening],
) -> World:
    """Rulebook, Twirl's Momentum. A card carried out without a collision places its marker; then
    the marker of the card before moves her, and goes. A collision, of the card or of that drift,
    removes the markers of both."""

    def happens(event: Happening) -> None:
        nonlocal world
        world = follow(world, event)
        events.append(event)

    has_collided = any(isinstance(event, Collided) for event in events)
    if not has_collided:
        if face in board.robot.momentum:
            happens(Gathered(world.facing))
        if before:
            way = drift(board, (world.x, world.y), world.facing, before[0])
            world = go(board, world, way, events)
            has_collided = any(isinstance(event, Collided) for event in way)
    if has_collided and (world.momentum or face in board.robot.momentum):
        happens(Steadied(lost=bool(world.momentum)))
    return world


def reach(
    board: Board, faces: tuple[Face, ...]
) -> tuple[frozenset[Space], frozenset[tuple[Space, Facing]]]:
    """Where the robot can ever get to from its start with these cards: every space that it enters,
    on its way too; and every one that it rests on between two cards, with its facing."""
    scenario = board.scenario
    start = World(*scenario.home, scenario.facing, (), (None,) * len(board.robot.hands))
    seen, fresh = {start}, [start]
    entered = {scenario.home}
    while fresh:
        world = fresh.pop()
        for face in faces:
            after, events = carry_out(board, world, face)
            entered.update(
                (event.x, event.y) for event in events if isinstance(event, (*ENTERING, Rode))
            )
            if after not in seen:
                seen.add(after)
                fresh.append(after)
    rests = frozenset(((world.x, world.y), world.facing) for world in seen)
    return frozenset(entered), rests


def bumps(board: Board, obstacle: Space) -> list[Facing]:
    """The directions from which a robot next to an obstacle could bump it, no barrier between."""
    return [
        direction
        for direction in range(4)
        if (way := board.ways.get((beyond(obstacle, (direction + 2) % 4), direction)))
        and way.stop not in ("", BARRIER)
    ]
