"""What an event changes on the map. The one place where that is said: runs, walk-throughs and the
solver all follow it."""

from typing import assert_never

from msgspec.structs import replace

from engines.quirky_circuits.model import (
    BROKEN_VASE,
    Broke,
    Collided,
    Conveyed,
    Drifted,
    Fell,
    Found,
    Gathered,
    Happening,
    Idled,
    Jumped,
    Kept,
    Moved,
    PickedUp,
    PutDown,
    Rode,
    Seated,
    Served,
    Slid,
    Stayed,
    Steadied,
    Swapped,
    Swept,
    Token,
    Turned,
    Waited,
    Wandered,
    World,
)


def follow(world: World, event: Happening) -> World:
    """The map after something happened on it."""
    match event:
        case Moved(x, y) | Slid(x, y):
            return World(x, y, world.facing, world.tokens, world.held, world.momentum)
        case Turned(facing):
            return World(world.x, world.y, facing, world.tokens, world.held, world.momentum)
        case Swept(gone):
            return replace(world, tokens=without(world, gone))
        case Fell(moved, _, x, y) | Conveyed(moved, _, x, y) | Wandered(moved, _, x, y):
            return replace(
                world,
                tokens=tuple(replace(t, x=x, y=y) if t.id == moved else t for t in world.tokens),
            )
        case Broke(broken):
            return replace(
                world,
                tokens=tuple(
                    replace(t, kind=BROKEN_VASE) if t.id == broken else t for t in world.tokens
                ),
            )
        case Jumped(x, y) | Rode(x, y):
            return replace(world, x=x, y=y)
        case Drifted(x, y):
            return replace(world, x=x, y=y, momentum=world.momentum[1:])
        case Gathered(direction):
            return replace(world, momentum=(*world.momentum, direction))
        case Steadied():
            return replace(world, momentum=())
        case PickedUp(token, kind, _, _, hand, lie):
            taken = Token(token, kind, 0, 0, lie)
            return replace(world, tokens=without(world, token), held=with_held(world, hand, taken))
        case PutDown(token, kind, x, y, hand, lie):
            put = Token(token, kind, x, y, lie)
            return replace(world, tokens=(*world.tokens, put), held=with_held(world, hand, None))
        case Served(dish, _, order):
            return replace(world, tokens=without(world, dish, order))
        case Swapped():
            return replace(world, held=world.held[::-1])
        case Collided() | Seated() | Stayed() | Found() | Kept() | Idled() | Waited():
            return world
        case _:
            assert_never(event)


def without(world: World, *gone: str) -> tuple[Token, ...]:
    """The tokens on the map but these."""
    return tuple(token for token in world.tokens if token.id not in gone)


def with_held(world: World, hand: int, token: Token | None) -> tuple[Token | None, ...]:
    """What the hands hold once this one holds another token, or none."""
    return (*world.held[:hand], token, *world.held[hand + 1 :])
