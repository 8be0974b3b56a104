"""Each command card, and what stops it."""

from collections import Counter
from itertools import pairwise

import pytest

from engines.quirky_circuits.components import BACKS, CARDS, GIZMO, GIZMO_QUIRKS, QUIRKS, back
from engines.quirky_circuits.model import Collided, Turned
from engines.quirky_circuits.robots import ROBOTS
from engines.quirky_circuits.scenario import SCENARIOS
from tests.quirky_circuits.table import Map

OPEN = """
    +---+---+---+---+---+
    |                   |
    +   +   +   +   +   +
    |                   |
    +   +   +   +   +   +
    | @       {}         |
    +   +   +   +   +   +
    |                   |
    +   +   +   +   +   +
    |                   |
    +---+---+---+---+---+
"""


def test_the_deck() -> None:
    """Design, Components: 16 basic cards and 3 quirks; the quirks are known."""
    assert {card.face: count for card, count in GIZMO} == {
        "forward_1": 4,
        "forward_2": 3,
        "forward_3": 2,
        "backward_1": 1,
        "rotate_left": 2,
        "rotate_right": 3,
        "turn_around": 1,
    }
    assert {card.face: count for card, count in GIZMO_QUIRKS} == {
        "quirk_forward_2": 1,
        "quirk_rotate_left": 2,
    }
    assert sum(count for _, count in GIZMO) == 16


def test_all_decks() -> None:
    """Rulebook: 93 command cards. Design, Components: so many basics and quirks a robot."""
    sizes = {
        key: (sum(n for _, n in robot.deck), sum(n for _, n in robot.quirks))
        for key, robot in ROBOTS.items()
    }
    assert sizes == {"gizmo": (16, 3), "twirl": (20, 4), "rover": (21, 4), "lefty": (21, 4)}
    assert sum(map(sum, sizes.values())) == 93
    used = set()
    for robot in ROBOTS.values():
        assert not any(card.quirk for card, _ in robot.deck)
        assert all(card.quirk for card, _ in robot.quirks)
        used |= {card.face for card, _ in (*robot.deck, *robot.quirks)}
    assert used == set(CARDS)
    assert {face for face in CARDS if face.startswith("quirk_")} == QUIRKS


def test_every_command_of_the_glossary_is_in_play() -> None:
    """Facts, Commands: each is in a deck; the others are ours, for hands. And every quirk card is
    shuffled in somewhere, as many of each as there are."""
    labels = {card.label.removesuffix(" (quirk)") for card in CARDS.values()}
    glossary = {
        *("Forward 1", "Forward 2", "Forward 3", "Backward 1"),
        *("Rotate Left", "Rotate Right", "Turn Around", "Shift Left", "Shift Right"),
        *("Conveyor 1", "Conveyor 2", "Move North", "Rotate North", "Jump 2", "Jump 3", "Swap"),
        *("Move Token 1", "Move Token 2"),
    }
    assert labels == {*glossary, "Carry", "Left Hand", "Right Hand"}
    for robot in ROBOTS.values():
        asked = [Counter(book.quirks) for book in SCENARIOS.values() if book.robot == robot.key]
        owned = {card.face: count for card, count in robot.quirks}
        assert {face: max(quirks[face] for quirks in asked) for face in owned} == owned


def test_backs_tell_the_kind_and_the_quirk() -> None:
    """Forward and Backward share a back; so do the turns; a quirk has its own."""
    kinds = {face: back(face) for face in CARDS}
    assert kinds["forward_1"] == kinds["forward_3"] == kinds["backward_1"] == "move"
    assert kinds["rotate_left"] == kinds["rotate_right"] == kinds["turn_around"] == "turn"
    assert kinds["quirk_forward_2"] == "quirk move"
    assert kinds["quirk_rotate_left"] == "quirk turn"
    assert set(kinds.values()) == set(BACKS)


@pytest.mark.parametrize(
    ("facing", "face", "x", "y"),
    [
        ("E", "forward_1", 3, 2),
        ("E", "forward_2", 4, 2),
        ("E", "quirk_forward_2", 4, 2),
        ("E", "backward_1", 1, 2),
        ("W", "forward_2", 0, 2),
        ("W", "backward_1", 3, 2),
        ("N", "forward_1", 2, 1),
        ("N", "forward_2", 2, 0),
        ("N", "backward_1", 2, 3),
        ("S", "forward_2", 2, 4),
        ("S", "backward_1", 2, 1),
    ],
)
def test_moves(facing: str, face: str, x: int, y: int) -> None:
    """Facts, Commands: forward and backward from the present facing, which stays."""
    t = Map(OPEN.format(facing))
    before = t.world.facing
    t.play(face)
    assert (t.world.x, t.world.y) == (x, y)
    assert t.world.facing == before
    assert set(t.kinds) == {"Moved"}


def test_forward_3() -> None:
    """Three spaces, one event a space."""
    t = Map("""
        +---+---+---+---+
        | E           @ |
        +---+---+---+---+
    """)
    t.play("forward_3")
    t.shows("""
        +---+---+---+---+
        |             E |
        +---+---+---+---+
    """)
    assert t.kinds == ["Moved"] * 3


@pytest.mark.parametrize(
    ("face", "turns"),
    [
        ("rotate_left", "ENWSE"),
        ("quirk_rotate_left", "ENWSE"),
        ("rotate_right", "ESWNE"),
        ("turn_around", "EWEWE"),
    ],
)
def test_turns(face: str, turns: str) -> None:
    """Facts, Commands: a turn in place, a quarter or a half."""
    for facing, then in pairwise(turns):
        t = Map(OPEN.format(facing))
        t.play(face)
        t.shows(OPEN.format(then))
        assert t.events == [Turned("NESW".index(then), "card")]


@pytest.mark.parametrize("facing", "NESW")
@pytest.mark.parametrize("face", ["forward_1", "forward_2", "forward_3", "backward_1"])
@pytest.mark.parametrize("stop", ["edge", "barrier", "side_table"])
def test_collisions(facing: str, face: str, stop: str) -> None:
    """Facts, Gizmo: stopped by the edge, a barrier or an obstacle, in any direction, also backing:
    she stays, halts, and turns left a quarter."""
    rooms = {
        "edge": """
            +---+
            | {} |
            +---+
        """,
        "barrier": """
            +---+---+---+
            |           |
            +   +---+   +
            |   | {} |   |
            +   +---+   +
            |           |
            +---+---+---+
        """,
        "side_table": """
            +---+---+---+
            |    T      |
            +   +   +   +
            |U    {}  V  |
            +   +   +   +
            |    X      |
            +---+---+---+
        """,
    }
    drawn = rooms[stop].format(facing)
    t = Map(drawn)
    nose = "NESW".index(facing)
    t.play(face)
    left = (nose + 3) % 4
    t.shows(drawn.replace(f" {facing} ", f" {'NESW'[left]} "))
    way = (nose + 2) % 4 if face == "backward_1" else nose
    collided, turned = t.events
    assert isinstance(collided, Collided)
    assert (collided.into, collided.direction) == (stop, way)
    assert turned == Turned(left, "collision")


def test_spaces_walked_before_a_collision_are_kept_and_swept() -> None:
    """Design, partial moves."""
    t = Map("""
        +---+---+---+---+
        | @    *   * S  |
        +---+---+---+---+
    """)
    t.play("forward_3")
    t.shows("""
        +---+---+---+---+
        | @       N  S  |
        +---+---+---+---+
    """)
    assert t.kinds == ["Moved", "Swept", "Moved", "Swept", "Collided", "Turned"]


def test_halting_ends_only_this_card() -> None:
    """Rulebook, Execute: after a halt the next card goes on."""
    t = Map("""
        +---+---+---+
        |           |
        +   +   +   +
        |     @   E |
        +---+---+---+
    """)
    t.play("forward_3", "forward_1")
    t.shows("""
        +---+---+---+
        |         N |
        +   +   +   +
        |     @     |
        +---+---+---+
    """)


def test_a_barrier_counts_before_what_stands_behind_it() -> None:
    """The wall is bumped, not the table behind it: the vase stays, and nothing is said of it."""
    t = Map("""
        +---+---+---+---+
        |     E |T u  @ |
        +   +   +   +   +
        |               |
        +---+---+---+---+
    """)
    t.play("forward_1")
    collided, turned = t.events
    assert isinstance(collided, Collided)
    assert collided.into == "barrier"
    assert turned == Turned(0, "collision")


def test_a_rug_stops_nobody() -> None:
    """Only solid furniture is an obstacle."""
    t = Map("""
        +---+---+---+
        | E  R   R  |
        +---+---+---+
    """)
    t.play("forward_2")
    assert t.kinds == ["Moved", "Moved"]
