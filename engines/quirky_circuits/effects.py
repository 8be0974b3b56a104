"""What a command card does on the map.

`motion` walks the card over the printed map (tokens never stop a robot, so it depends on nothing
else and is worked out once); `carry_out` adds what happens to the tokens on the way.
"""

from functools import lru_cache
from typing import assert_never

from msgspec.structs import replace

from engines.quirky_circuits.board import BARRIER, EDGE, Board, beyond
from engines.quirky_circuits.components import CARDS
from engines.quirky_circuits.model import (
    BROKEN_VASE,
    SOUTH,
    Broke,
    Collided,
    Face,
    Facing,
    Fell,
    Happening,
    Move,
    Moved,
    Seated,
    Slid,
    Space,
    Stayed,
    Swept,
    Token,
    Turn,
    Turned,
    World,
)
from engines.quirky_circuits.robots import ROBOTS, Robot


@lru_cache(maxsize=1 << 16)
def motion(board: Board, at: Space, facing: Facing, face: Face) -> tuple[Happening, ...]:
    """The robot's own way under one card: steps, turns, what stopped it, in order."""
    robot = ROBOTS[board.scenario.robot]
    effect = CARDS[face].effect
    match effect:
        case Turn():
            return (turn(facing, effect, "card"),)
        case Move():
            return tuple(walk(board, robot, at, facing, face, effect))
        case _:
            assert_never(effect)


def turn(facing: Facing, effect: Turn, why: str) -> Turned:
    """A turn in place. On an incline too nothing else happens: turning never slides."""
    return Turned((facing + effect.quarters) % 4, why)


def walk(
    board: Board, robot: Robot, at: Space, facing: Facing, face: Face, effect: Move
) -> list[Happening]:
    """Moves space by space. Spaces walked before a collision or a chair are kept.

    Rulebook, Execute: halting ends the card. So after a collision or a chair nothing slides.
    An incline that is walked over with movement left does nothing.
    """
    direction = (facing + effect.side) % 4
    done: list[Happening] = []
    for _ in range(effect.spaces):
        to, stop = board.ways[at, direction]
        if stop:
            return [*done, *collide(robot, facing, direction, stop, to)]
        at = to
        done.append(Moved(*at))
        if at in board.chairs and face in robot.chairs:
            return [*done, Seated(*at), turn(facing, robot.after_chair, "chair")]
    return done + slide(board, robot, at, facing)


def slide(board: Board, robot: Robot, at: Space, facing: Facing) -> list[Happening]:
    """At rest on an incline: one space downhill, and on over further inclines. This is movement:
    it can collide. (That it ends somewhere is checked when the map is loaded.)"""
    done: list[Happening] = []
    while (downhill := board.inclines.get(at)) is not None:
        to, stop = board.ways[at, downhill]
        if stop:
            return [*done, *collide(robot, facing, downhill, stop, to)]
        at = to
        done.append(Slid(*at))
    return done


def collide(
    robot: Robot, facing: Facing, direction: Facing, stop: str, into: Space
) -> list[Happening]:
    """Stops at an obstacle, a barrier or the map's edge, and turns; also when backing or
    sliding."""
    return [
        Collided(stop, direction, *into),
        turn(facing, robot.after_collision, "collision"),
    ]


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


def follow(world: World, event: Happening) -> World:
    """The map after something happened on it."""
    match event:
        case Moved(x, y) | Slid(x, y):
            return World(x, y, world.facing, world.tokens)
        case Turned(facing):
            return World(world.x, world.y, facing, world.tokens)
        case Swept(gone):
            return replace(world, tokens=tuple(t for t in world.tokens if t.id != gone))
        case Fell(fallen, _, x, y):
            return replace(
                world,
                tokens=tuple(replace(t, x=x, y=y) if t.id == fallen else t for t in world.tokens),
            )
        case Broke(broken):
            return replace(
                world,
                tokens=tuple(
                    replace(t, kind=BROKEN_VASE) if t.id == broken else t for t in world.tokens
                ),
            )
        case Collided() | Seated() | Stayed():
            return world
        case _:
            assert_never(event)


def knock(board: Board, token: Token, direction: Facing) -> list[Happening]:
    """What becomes of a vase (nothing else stands on obstacles) when its obstacle is bumped."""
    to = fall(board, (token.x, token.y), direction)
    if to is None:
        return [Stayed(token.id, token.kind, token.x, token.y)]
    return [Fell(token.id, token.kind, *to), Broke(token.id, *to)]


def outcome(board: Board, world: World, event: Happening) -> list[Happening]:
    """What a piece of the robot's way does to the tokens: sweeping, and things falling off
    obstacles."""
    match event:
        case Moved(x, y) | Slid(x, y):
            sweeps = ROBOTS[board.scenario.robot].sweeps
            return [
                Swept(token.id, token.kind, x, y)
                for token in world.tokens
                if token.x == x and token.y == y and token.kind in sweeps
            ]
        case Collided(into, direction, x, y) if into not in (BARRIER, EDGE):
            return [
                happening
                for token in world.tokens
                if token.x == x and token.y == y
                for happening in knock(board, token, direction)
            ]
        case _:
            return []


def carry_out(board: Board, world: World, face: Face) -> tuple[World, list[Happening]]:
    """Rulebook, Execute: resolves one card of the queue."""
    events: list[Happening] = []
    for step in motion(board, (world.x, world.y), world.facing, face):
        world = follow(world, step)
        events.append(step)
        for happening in outcome(board, world, step):
            world = follow(world, happening)
            events.append(happening)
    return world, events


def reach(board: Board) -> frozenset[Space]:
    """Every space where the robot can ever be, walking from its start with the cards of its
    deck."""
    robot = ROBOTS[board.scenario.robot]
    faces = [card.face for card, _ in robot.deck]
    start = (board.scenario.home, board.scenario.facing)
    seen, fresh, touched = {start}, [start], {board.scenario.home}
    while fresh:
        at, facing = fresh.pop()
        for face in faces:
            x, y, now = *at, facing
            for event in motion(board, at, facing, face):
                if isinstance(event, Moved | Slid):
                    x, y = event.x, event.y
                    touched.add((x, y))
                elif isinstance(event, Turned):
                    now = event.facing
            if ((x, y), now) not in seen:
                seen.add(((x, y), now))
                fresh.append(((x, y), now))
    return frozenset(touched)


def bumps(board: Board, obstacle: Space) -> list[Facing]:
    """The directions from which a robot next to an obstacle could bump it, no barrier between."""
    return [
        direction
        for direction in range(4)
        if (way := board.ways.get((beyond(obstacle, (direction + 2) % 4), direction)))
        and way.stop not in ("", BARRIER)
    ]
