"""What is printed on the map and what stands on it: sweeping, falling vases, chairs, inclines."""

import pytest
from msgspec.structs import replace

from engines.quirky_circuits.model import Broke, Collided, Fell, Seated, Slid, Stayed, Turned
from tests.quirky_circuits.table import Map

# --- Sweeping. ---


def test_sweeps_what_it_moves_onto_and_through() -> None:
    """Facts, Gizmo: mess on each space she moves onto or through; elsewhere it stays."""
    t = Map("""
        +---+---+---+---+
        | E    *   *   *|
        +   +   +   +   +
        |      *        |
        +---+---+---+---+
    """)
    t.play("forward_2")
    t.shows("""
        +---+---+---+---+
        | @       E    *|
        +   +   +   +   +
        |      *        |
        +---+---+---+---+
    """)


def test_sweeps_backwards() -> None:
    """Moving is moving."""
    t = Map("""
        +---+---+
        |  *  E |
        +---+---+
    """)
    t.play("backward_1")
    t.shows("""
        +---+---+
        | E   @ |
        +---+---+
    """)


def test_sweeps_every_token_of_a_space() -> None:
    """Design, Gizmo sweeps: all of them. Rulebook, Tokens Sharing Spaces: a broken vase and a
    bunny."""
    t = Map("""
        +---+---+---+---+
        | E  T u   *    |
        +   +   +   +   +
        |               |
        +---+---+---+---+
    """)
    t.play("forward_1")
    assert [token.kind for token in t.world.tokens] == ["vase_broken", "dust"]
    assert len({(token.x, token.y) for token in t.world.tokens}) == 1
    t.play("turn_around", "forward_1", "rotate_left", "forward_2", "rotate_left", "forward_1")
    assert t.kinds == ["Moved", "Swept", "Swept"]
    assert t.world.tokens == ()


def test_turning_and_colliding_sweep_nothing() -> None:
    """A robot that doesn't move doesn't sweep, not even where she stands."""
    t = Map("""
        +---+---+
        | N    *|
        +---+---+
    """)
    t.world = replace(t.world, x=1)
    t.play("rotate_left", "rotate_right", "forward_1", "rotate_left")
    t.shows("""
        +---+---+
        | @   S*|
        +---+---+
    """)


# --- Falling. ---


@pytest.mark.parametrize(
    ("x", "y", "facing", "face", "to"),
    [
        (1, 2, "E", "forward_1", (3, 2)),
        (3, 2, "W", "forward_2", (1, 2)),
        (2, 1, "S", "forward_3", (2, 3)),
        (2, 3, "N", "forward_1", (2, 1)),
        (3, 2, "E", "backward_1", (1, 2)),
    ],
)
def test_a_vase_falls_away_from_the_robot_and_breaks(
    x: int, y: int, facing: str, face: str, to: tuple[int, int]
) -> None:
    """Facts, Environment: an object on the obstacle moves one space away from the robot; a vase
    breaks."""
    rows = [[" " * 3] * 5 for _ in range(5)]
    rows[2][2] = "T u"
    rows[y][x] = f" {facing} "
    border = "+" + "---+" * 5
    inner = "+" + "   +" * 5
    lines = [border]
    for row in rows:
        lines += ["|" + " ".join(row) + "|", inner]
    t = Map("\n".join([*lines[:-1], border]))
    t.play(face)
    (vase,) = t.world.tokens
    assert (vase.id, vase.kind, (vase.x, vase.y)) == ("vase-c3", "vase_broken", to)
    assert (t.world.x, t.world.y) == (x, y)
    assert [type(event) for event in t.events] == [Collided, Fell, Broke, Turned]


def test_an_obstacle_bumped_again_has_nothing_left_to_fall() -> None:
    """The vase is on the floor now."""
    t = Map("""
        +---+---+---+
        |     @     |
        +   +   +   +
        | E  T u    |
        +---+---+---+
    """)
    t.play("forward_1", "rotate_right", "forward_1")
    t.shows("""
        +---+---+---+
        |     @     |
        +   +   +   +
        | N  T     x|
        +---+---+---+
    """)
    assert t.kinds == ["Collided", "Turned"]


@pytest.mark.parametrize(
    ("drawn", "after"),
    [
        (  # a barrier
            """
            +---+---+---+
            | E  T u|   |
            +   +   +   +
            |         @ |
            +---+---+---+
            """,
            """
            +---+---+---+
            | N  T  |   |
            +   +   +   +
            |      x  @ |
            +---+---+---+
            """,
        ),
        (  # the map's edge
            """
            +---+---+
            | E  T u|
            +   +   +
            |     @ |
            +---+---+
            """,
            """
            +---+---+
            | N  T  |
            +   +   +
            |     @x|
            +---+---+
            """,
        ),
        (  # another obstacle
            """
            +---+---+---+
            | E  T u S  |
            +   +   +   +
            |         @ |
            +---+---+---+
            """,
            """
            +---+---+---+
            | N  T   S  |
            +   +   +   +
            |      x  @ |
            +---+---+---+
            """,
        ),
    ],
    ids=["barrier", "edge", "obstacle"],
)
def test_a_blocked_fall_goes_south(drawn: str, after: str) -> None:
    """Facts, Environment: if something stops it, it falls to the south instead."""
    t = Map(drawn)
    t.play("forward_1")
    t.shows(after)


@pytest.mark.parametrize(
    "drawn",
    [
        """
        +---+---+
        | E  T u|
        +   +---+
        |     @ |
        +---+---+
        """,
        """
        +---+---+
        | E  T u|
        +---+---+
        """,
        """
        +---+---+
        | E  T u|
        +   +   +
        | @  S  |
        +---+---+
        """,
    ],
    ids=["barrier", "edge", "obstacle"],
)
def test_a_vase_with_nowhere_to_fall_stays_whole(drawn: str) -> None:
    """Design, falling object: away and south are blocked. She turns all the same."""
    t = Map(drawn)
    t.play("forward_1")
    assert [type(event) for event in t.events] == [Collided, Stayed, Turned]
    assert [token.kind for token in t.world.tokens] == ["vase"]
    assert t.world.facing == 0


def test_a_vase_on_the_robots_own_space_is_swept_when_she_comes_back() -> None:
    """Design, falling object: blocked to the north, it falls south, on her own space; she isn't
    moving onto it, so it lies there until she does."""
    t = Map("""
        +---+
        |T u|
        +   +
        | N |
        +   +
        |   |
        +---+
    """)
    t.play("forward_1")
    t.shows("""
        +---+
        |T  |
        +   +
        | Wx|
        +   +
        |   |
        +---+
    """)
    t.play("rotate_left", "forward_1")
    assert len(t.world.tokens) == 1
    t.play("backward_1")
    t.shows("""
        +---+
        |T  |
        +   +
        | S |
        +   +
        |   |
        +---+
    """)


def test_a_vase_may_fall_on_the_charger_a_chair_or_an_incline() -> None:
    """Loose tokens are not affected by what is printed."""
    t = Map("""
        +---+---+---+---+
        |     E  T u  > |
        +   +   +   +   +
        |         @     |
        +---+---+---+---+
    """)
    t.play("forward_1")
    assert [(token.x, token.y) for token in t.world.tokens] == [(3, 0)]


# --- Chairs. ---

CHAIRS = """
    +---+---+---+---+---+
    |                   |
    +   +   +   +   +   +
    | E   %             |
    +---+---+---+---+---+
"""


@pytest.mark.parametrize("face", ["forward_2", "forward_3", "quirk_forward_2"])
def test_a_chair_ends_a_long_move_and_turns_her_left(face: str) -> None:
    """Facts, Chair: entered by Forward 2 or 3, movement ends there."""
    t = Map(CHAIRS)
    t.play(face)
    t.shows("""
        +---+---+---+---+---+
        |                   |
        +   +   +   +   +   +
        | @   N             |
        +---+---+---+---+---+
    """)
    assert t.events[1:] == [Seated(1, 1), Turned(0, "chair")]


def test_a_chair_on_the_last_space_counts_too() -> None:
    """It is entered all the same."""
    t = Map("""
        +---+---+---+---+
        | E       %     |
        +---+---+---+---+
    """)
    t.play("forward_2")
    assert (t.world.x, t.world.facing) == (2, 0)
    assert t.kinds == ["Moved", "Moved", "Seated", "Turned"]


def test_forward_1_and_backward_ignore_a_chair() -> None:
    """Facts, Chair: Forward 1 is not named; neither is Backward."""
    t = Map(CHAIRS)
    t.play("forward_1")
    assert (t.world.x, t.world.facing) == (1, 1)
    assert t.kinds == ["Moved"]
    t.play("forward_1", "backward_1")
    assert (t.world.x, t.world.facing) == (1, 1)


def test_leaving_a_chair_is_free() -> None:
    """Only entering counts."""
    t = Map(CHAIRS)
    t.play("forward_1", "forward_2")
    assert (t.world.x, t.world.facing) == (3, 1)


def test_a_chair_is_swept_when_entered() -> None:
    """It is a space like any other."""
    t = Map("""
        +---+---+---+
        | E   %*    |
        +---+---+---+
    """)
    t.play("forward_3")
    assert t.kinds == ["Moved", "Swept", "Seated", "Turned"]


# --- Inclines. ---


def test_at_rest_on_an_incline_she_slides_down() -> None:
    """Design, incline: one space downhill, that is against its arrow; facing kept; it sweeps."""
    t = Map("""
        +---+---+---+
        |           |
        +   +   +   +
        | E   ^     |
        +   +   +   +
        |      *    |
        +---+---+---+
    """)
    t.play("forward_1")
    t.shows("""
        +---+---+---+
        |           |
        +   +   +   +
        | @   ^     |
        +   +   +   +
        |     E     |
        +---+---+---+
    """)
    assert t.kinds == ["Moved", "Slid", "Swept"]


def test_with_movement_left_an_incline_is_walked_over() -> None:
    """Uphill, downhill or across."""
    for sign in "^v<>":
        t = Map(f"""
            +---+---+---+
            | E   {sign}     |
            +---+---+---+
        """)
        t.play("forward_2")
        assert (t.world.x, t.world.y) == (2, 0)
        assert t.kinds == ["Moved", "Moved"]


def test_backward_onto_an_incline_slides_too() -> None:
    """Design: after Forward and Backward alike."""
    t = Map("""
        +---+---+---+---+
        |     @   >   E |
        +---+---+---+---+
    """)
    t.play("backward_1")
    assert (t.world.x, t.world.facing) == (1, 1)
    assert t.kinds == ["Moved", "Slid"]


def test_a_slide_goes_on_over_further_inclines() -> None:
    """Each in its own direction."""
    t = Map("""
        +---+---+---+
        | E   ^     |
        +   +   +   +
        |     <     |
        +   +   +   +
        |         @ |
        +---+---+---+
    """)
    t.play("forward_1")
    assert t.events[1:] == [Slid(1, 1), Slid(2, 1)]
    t.shows("""
        +---+---+---+
        |     ^     |
        +   +   +   +
        |     <   E |
        +   +   +   +
        |         @ |
        +---+---+---+
    """)


def test_a_slide_can_collide() -> None:
    """It is movement: stop and turn left. A vase at its foot falls."""
    t = Map("""
        +---+---+---+
        | E   ^     |
        +   +   +   +
        |    T u    |
        +   +   +   +
        |         @ |
        +---+---+---+
    """)
    t.play("forward_1")
    t.shows("""
        +---+---+---+
        |     N     |
        +   +   +   +
        |    T      |
        +   +   +   +
        |      x  @ |
        +---+---+---+
    """)
    assert t.kinds == ["Moved", "Collided", "Fell", "Broke", "Turned"]


def test_turning_on_an_incline_never_slides() -> None:
    """Design: she was stopped on it, and turns there."""
    t = Map("""
        +---+---+
        | E   ^ |
        +---+---+
    """)
    t.play("forward_1")
    assert (t.world.x, t.world.facing) == (1, 0)
    t.play("turn_around", "rotate_left", "rotate_right")
    assert t.kinds == ["Turned"]
    assert (t.world.x, t.world.y) == (1, 0)


def test_a_collision_on_an_incline_halts_there() -> None:
    """Rulebook, Halting: the card is over, so nothing slides after it (docs/rulings.md)."""
    t = Map("""
        +---+---+
        | E   < |
        +---+---+
    """)
    t.play("forward_2")
    assert (t.world.x, t.world.facing) == (1, 0)
    assert t.kinds == ["Moved", "Collided", "Turned"]
    t = Map("""
        +---+---+---+
        | E   >     |
        +   +   +   +
        |           |
        +---+---+---+
    """)
    t.play("forward_1")
    assert (t.world.x, t.kinds) == (0, ["Moved", "Slid"])


def test_a_slide_into_a_chair_is_not_stopped() -> None:
    """The incline moves her there, not the card's walk (docs/rulings.md)."""
    t = Map("""
        +---+---+---+
        | E       ^ |
        +   +   +   +
        |         % |
        +---+---+---+
    """)
    t.play("forward_2")
    assert (t.world.x, t.world.y, t.world.facing) == (2, 1, 1)
    assert t.kinds == ["Moved", "Moved", "Slid"]
