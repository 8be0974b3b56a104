"""Rover: jumps, slopes he can't walk up, fossils of one and two spaces in his mouth."""

import pytest
from msgspec.structs import replace

from engines.quirky_circuits.handling import holding
from engines.quirky_circuits.model import Collided, Fell, Jumped, Kept
from tests.quirky_circuits.table import Map


def rover(drawn: str, **keys: str) -> Map:
    return Map(drawn, "rover", **keys)


# --- Jumps. ---


@pytest.mark.parametrize(("face", "x"), [("jump_2", 2), ("jump_3", 3), ("quirk_jump_2", 2)])
def test_a_jump_ignores_what_is_on_the_way(face: str, x: int) -> None:
    """Facts, Commands: over obstacles and inclines, in one go."""
    t = rover("""
        +---+---+---+---+
        | E  S          |
        +   +   +   +   +
        |         >     |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
    """)
    t.play(face)
    assert t.events == [Jumped(x, 0)]
    t = rover("""
        +---+---+---+---+
        | E   >         |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
    """)
    t.play(face)
    assert t.events == [Jumped(x, 0)]


def test_a_jump_touches_only_where_it_lands() -> None:
    """Design, jump: buds on the way stay closed, and landing on an incline never slides."""
    t = rover("""
        +---+---+---+
        | E    b  ^b|
        +   +   +   +
        |         @ |
        +---+---+---+
    """)
    t.play("jump_2")
    assert t.kinds == ["Jumped", "Swept"]
    assert t.lies("bud") == [(1, 0)]
    assert (t.world.x, t.world.y) == (2, 0)


@pytest.mark.parametrize(
    ("drawn", "x", "into"),
    [
        (
            """
            +---+---+---+---+
            | E     |       |
            +   +   +   +   +
            |             @ |
            +---+---+---+---+
            """,
            1,
            "barrier",
        ),
        (
            """
            +---+---+---+
            | E         |
            +   +   +   +
            |         @ |
            +---+---+---+
            """,
            2,
            "edge",
        ),
        (
            """
            +---+---+---+---+
            | E          S  |
            +   +   +   +   +
            |             @ |
            +---+---+---+---+
            """,
            2,
            "sofa",
        ),
        (
            """
            +---+---+---+---+
            | E      S   T  |
            +   +   +   +   +
            |             @ |
            +---+---+---+---+
            """,
            1,
            "side_table",
        ),
        (
            """
            +---+---+---+---+
            | E  S  |       |
            +   +   +   +   +
            |             @ |
            +---+---+---+---+
            """,
            0,
            "barrier",
        ),
        (
            """
            +---+---+---+---+
            | E |           |
            +   +   +   +   +
            |             @ |
            +---+---+---+---+
            """,
            0,
            "barrier",
        ),
    ],
)
def test_a_jump_that_cannot_be_completed(drawn: str, x: int, into: str) -> None:
    """Facts, Commands: he comes down on the last space on the way where he may stand, collides
    with what stopped him, and halts."""
    t = rover(drawn)
    t.play("jump_3")
    assert t.world.x == x
    assert t.kinds == (["Jumped"] if x else []) + ["Collided"]
    collided = t.events[-1]
    assert isinstance(collided, Collided)
    assert collided.into == into
    assert t.world.facing == 1


def test_what_stands_where_he_would_have_landed_falls() -> None:
    """Facts, Environment: an object on an obstacle falls one space away from the robot; a bone
    doesn't break."""
    t = rover("""
        +---+---+---+---+
        | E      S f    |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
    """)
    t.play("jump_2")
    assert [type(event) for event in t.events] == [Jumped, Collided, Fell]
    assert t.lies("bone") == [(3, 0)]


# --- Slopes. ---


@pytest.mark.parametrize(
    ("facing", "face"), [("E", "forward_1"), ("E", "forward_2"), ("W", "backward_1")]
)
def test_uphill_on_foot_is_a_collision(facing: str, face: str) -> None:
    """Facts, Rover needs to jump to go up; design, incline. Nothing lying there falls."""
    t = rover(
        """
        +---+---+---+---+
        |     N   >f    |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
    """.replace("N", facing)
    )
    t.play(face)
    (collided,) = t.events
    assert isinstance(collided, Collided)
    assert collided.into == "incline"
    assert t.world.x == 1
    assert t.lies("bone") == [(2, 0)]


def test_he_cannot_walk_off_an_incline_uphill_either() -> None:
    """He got there by a jump; downhill and sideways are free, and he slides only at rest."""
    drawn = """
        +---+---+---+
        |           |
        +   +   +   +
        |     ^     |
        +   +   +   +
        |         @ |
        +---+---+---+
    """
    for facing, kinds in (
        (0, ["Collided"]),
        (1, ["Moved"]),
        (2, ["Moved"]),
        (3, ["Moved"]),
    ):
        t = rover(drawn)
        t.world = replace(t.world, x=1, y=1, facing=facing)
        t.play("forward_1")
        assert t.kinds == kinds


def test_from_the_side_he_gets_on_and_slides_down() -> None:
    """Not uphill: so he enters, comes to rest, and slides."""
    t = rover("""
        +---+---+---+
        | E   ^     |
        +   +   +   +
        |         @ |
        +---+---+---+
    """)
    t.play("forward_1")
    assert t.kinds == ["Moved", "Slid"]
    assert (t.world.x, t.world.y) == (1, 1)


def test_up_by_jumping() -> None:
    """Over the slope, or onto it."""
    t = rover("""
        +---+---+---+---+
        | E   >         |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
    """)
    t.play("jump_2")
    assert (t.world.x, t.kinds) == (2, ["Jumped"])


# --- Carrying. ---


def test_carry_in_front() -> None:
    """Facts: the one space directly in front, to pick up and to put down."""
    t = rover("""
        +---+---+---+---+
        | E    f        |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
    """)
    t.play("carry")
    assert t.holds == ["bone"]
    t.play("forward_1", "carry")
    t.shows("""
        +---+---+---+---+
        |     E    f    |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
    """)


def test_his_own_space_is_not_in_reach() -> None:
    """The bone under him stays."""
    t = rover("""
        +---+---+---+
        | @    f    |
        +---+---+---+
    """)
    t.play("forward_1", "carry")
    assert t.kinds == ["Found"]


def test_barriers_do_not_block_a_reach_and_what_is_carried_passes_them() -> None:
    """Facts: Rover can't pass barriers, carried fossils can."""
    t = rover("""
        +---+---+---+
        | E |  f    |
        +   +   +   +
        |           |
        +   +   +   +
        |   |     @ |
        +---+---+---+
    """)
    t.play("carry", "rotate_right", "forward_2", "rotate_left")
    assert t.holds == ["bone"]
    t.play("carry")
    assert t.lies("bone") == [(1, 2)]


def test_dropping_tokens_through_barriers() -> None:
    """Rulebook, clarification: if any part would be dropped outside the barrier, the command does
    nothing. Neither does it on an obstacle."""
    for facing, why in (("N", "edge"), ("W", "edge"), ("S", "obstacle")):
        t = rover("""
            +---+---+---+
            | N    f    |
            +   +   +   +
            |S        @ |
            +---+---+---+
        """)
        t.world = replace(t.world, facing=1)
        t.play("carry")
        t.world = replace(t.world, facing="NESW".index(facing))
        before = t.world
        t.play("carry")
        assert t.events == [Kept("bone-b1", "bone", 0, why)]
        assert t.world == before


def test_a_long_fossil_swings_with_him() -> None:
    """Design, long fossil: covers two spaces and keeps its lie relative to Rover."""
    t = rover("""
        +---+---+---+---+---+
        |                   |
        +   +   +   +   +   +
        |                   |
        +   +   +   +   +   +
        | E    p   p        |
        +   +   +   +   +   +
        |                   |
        +   +   +   +   +   +
        |                 @ |
        +---+---+---+---+---+
    """)
    t.play("carry")
    assert t.holds == ["spine"]
    assert t.lies("spine") == []
    t.play("rotate_right", "carry")
    t.shows("""
        +---+---+---+---+---+
        |                   |
        +   +   +   +   +   +
        |                   |
        +   +   +   +   +   +
        | S                 |
        +   +   +   +   +   +
        |  p                |
        +   +   +   +   +   +
        |  p              @ |
        +---+---+---+---+---+
    """)


def test_a_long_fossil_held_crosswise() -> None:
    """Taken by either end from the side: the other end stays on that side of him."""
    for x, then in ((1, [(0, 1), (0, 2)]), (2, [(0, 2), (0, 3)])):
        t = rover("""
            +---+---+---+---+
            |               |
            +   +   +   +   +
            |      p   p    |
            +   +   +   +   +
            |               |
            +   +   +   +   +
            |             @ |
            +---+---+---+---+
        """)
        t.world = replace(t.world, x=x, y=2, facing=0)
        t.play("carry")
        t.world = replace(t.world, x=1, y=2, facing=3)
        t.play("carry")
        assert t.lies("spine") == sorted(then)[:2]


def test_no_part_of_a_long_fossil_goes_beyond_the_outer_wall() -> None:
    """Rulebook, Dropping Tokens Through Barriers: *any part*."""
    t = rover("""
        +---+---+---+---+---+
        |         E    p   p|
        +   +   +   +   +   +
        |                 @ |
        +---+---+---+---+---+
    """)
    t.play("carry", "forward_1")
    ((_, spine),) = holding(t.board, t.world)
    assert (spine.x, spine.y) == (4, 0)
    t.play("carry")
    (kept,) = t.events
    assert isinstance(kept, Kept)
    assert kept.why == "edge"
    t.play("backward_1", "carry")
    assert t.lies("spine") == [(3, 0), (4, 0)]


@pytest.mark.parametrize(
    ("sign", "rules", "why"),
    [("S  ", "[]", "obstacle"), ("  f", '["one token a space"]', "shared")],
)
def test_neither_half_of_a_long_fossil_may_lie_where_nothing_may(
    sign: str, rules: str, why: str
) -> None:
    """On an obstacle, or on another token where the scenario forbids that: be it the far half."""
    t = rover(
        f"""
        +---+---+---+---+
        |               |
        +   +   +   +   +
        | E    p   p    |
        +   +   +   +   +
        |               |
        +   +   +   +   +
        |{sign}          @ |
        +---+---+---+---+
        """,
        rules=rules,
    )
    t.play("carry", "rotate_right", "carry")
    assert t.events == [Kept("spine-b2", "spine", 0, why)]
    t.play("rotate_left", "carry")
    assert t.lies("spine") == [(1, 1), (2, 1)]


def test_the_skeleton_in_the_right_order() -> None:
    """Special rule *in order*: a bone can't fill its place before those with lower numbers. It can
    be put down anywhere else, and so can any other token there."""
    t = rover(
        """
        +---+---+---+---+
        | @   1    f  2 |
        +   +   +   +   +
        |               |
        +---+---+---+---+
        """,
        goals='["fill bed with skull", "fill basket with bone"]',
        tokens='{ f = ["bone", "skull"] }',
        rules='["in order"]',
    )
    t.world = replace(t.world, x=2, y=0, facing=1)
    lies = t.world.tokens
    t.world = replace(t.world, x=1)
    t.play("carry", chosen="skull-c1")
    t.play("forward_1", "carry")
    assert t.lies("skull") == [(3, 0)]
    t.world = replace(t.world, x=1, tokens=lies)
    t.play("carry", chosen="bone-c1")
    t.play("forward_1", "carry")
    assert t.events == [Kept("bone-c1", "bone", 0, "order")]
    t.play("turn_around", "carry")
    assert t.lies("bone") == [(1, 0)]
    t.play("rotate_left", "rotate_left")
    t.world = replace(t.world, x=3, facing=3)
    t.play("carry", "forward_1", "carry")
    assert t.lies("skull") == [(1, 0)]
    t.play("carry", chosen="bone-c1")
    t.play("turn_around", "carry")
    assert t.lies("bone") == [(3, 0)]
    assert t.is_won


def test_a_long_fossil_fills_two_spots() -> None:
    """Every spot of the kind is covered."""
    t = rover(
        """
        +---+---+---+
        | E    p   p|
        +   +   +   +
        |         @ |
        +   +   +   +
        |     3   3 |
        +---+---+---+
        """,
        goals='["fill plinth with spine"]',
    )
    t.play("carry", "rotate_right", "forward_1", "rotate_left", "rotate_right")
    t.world = replace(t.world, y=2, facing=1)
    assert not t.is_won
    t.play("carry")
    assert t.is_won


def test_a_long_fossil_delivered_has_to_lie_on_spots_alone() -> None:
    """Half on is not delivered."""
    t = rover(
        """
        +---+---+---+
        | E    p   p|
        +   +   +   +
        |         @ |
        +   +   +   +
        |     3   3 |
        +---+---+---+
        """,
        goals='["deliver spine to plinth"]',
    )
    t.play("carry")
    t.world = replace(t.world, y=1, facing=1)
    t.play("carry")
    assert t.lies("spine") == [(1, 1), (2, 1)]
    assert not t.is_won
    t.play("carry", "rotate_right")
    t.world = replace(t.world, x=1, y=0)
    t.play("carry")
    assert t.lies("spine") == [(1, 1), (1, 2)]
    assert not t.is_won
    t.play("carry", "rotate_left")
    t.world = replace(t.world, x=0, y=2)
    t.play("carry")
    assert t.is_won


def test_gizmos_turn_is_gizmos() -> None:
    """He halts, and looks the same way."""
    t = rover("""
        +---+---+
        | E | @ |
        +---+---+
    """)
    t.play("forward_1")
    assert t.kinds == ["Collided"]
    assert t.world.facing == 1


def test_chairs_are_gizmos() -> None:
    """Facts: she is named; design: other robots ignore them."""
    t = rover("""
        +---+---+---+
        | E   %     |
        +   +   +   +
        |         @ |
        +---+---+---+
    """)
    t.play("forward_2")
    assert t.kinds == ["Moved", "Moved"]
