"""Twirl: momentum with each of the rulebook's clarifications, carrying, buds, what wanders."""

import pytest
from msgspec.structs import replace

from engines.quirky_circuits.model import Collided, Fell, Kept, Steadied, Turned, Waited
from tests.quirky_circuits.table import Map, Table

OPEN = """
    +---+---+---+---+---+
    |                   |
    +   +   +   +   +   +
    |                   |
    +   +   +   +   +   +
    |         N         |
    +   +   +   +   +   +
    |                   |
    +   +   +   +   +   +
    |                 @ |
    +---+---+---+---+---+
"""


def twirl(drawn: str, **keys: str) -> Map:
    return Map(drawn, "twirl", **keys)


# --- Momentum. ---


def test_the_rulebooks_example() -> None:
    """Rulebook, Example: Forward 2 places the marker; the turn left is followed by a drift the old
    way, which removes it; a third card that would go forward 2 hits an obstacle and places none."""
    t = twirl("""
        +---+---+---+---+
        |        S      |
        +   +   +   +   +
        |               |
        +   +   +   +   +
        | E             |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
    """)
    t.play("forward_2")
    assert (t.world.x, t.world.y, t.world.momentum) == (2, 2, (1,))
    assert t.kinds == ["Moved", "Moved", "Gathered"]
    t.play("rotate_left")
    assert t.kinds == ["Turned", "Drifted"]
    t.shows("""
        +---+---+---+---+
        |        S      |
        +   +   +   +   +
        |               |
        +   +   +   +   +
        |             N |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
    """)
    assert t.world.momentum == ()
    t.play("rotate_left", "forward_1", "rotate_right", "forward_2")
    assert t.kinds == ["Moved", "Collided", "Steadied"]
    t.shows("""
        +---+---+---+---+
        |        S      |
        +   +   +   +   +
        |         N     |
        +   +   +   +   +
        |               |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
    """)
    assert t.world.momentum == ()


@pytest.mark.parametrize("face", ["forward_2", "quirk_forward_2"])
def test_only_a_forward_2_gives_momentum(face: str) -> None:
    """Rulebook, Twirl's Momentum."""
    t = twirl(OPEN)
    t.play(face)
    assert t.world.momentum == (0,)


@pytest.mark.parametrize(
    "face", ["forward_1", "backward_1", "move_north", "rotate_left", "turn_around", "carry"]
)
def test_other_cards_give_none(face: str) -> None:
    """No other card is named."""
    t = twirl(OPEN.replace("N", "E"))
    t.play(face)
    assert t.world.momentum == ()
    assert "Gathered" not in t.kinds


@pytest.mark.parametrize(
    ("face", "x", "y"),
    [
        ("forward_1", 2, 0),
        ("backward_1", 2, 0),
        ("turn_around", 2, 0),
        ("rotate_north", 2, 0),
        ("carry", 2, 0),
        ("move_north", 2, 0),
    ],
)
def test_the_drift_follows_whatever_the_next_card_did(face: str, x: int, y: int) -> None:
    """Design: in map direction, after the next card, whatever that was; once."""
    t = twirl("""
        +---+---+---+
        |           |
        +   +   +   +
        |           |
        +   +   +   +
        |           |
        +   +   +   +
        |           |
        +   +   +   +
        |         N |
        +   +   +   +
        |           |
        +   +   +   +
        | @         |
        +---+---+---+
    """)
    t.play("forward_2")
    assert (t.world.x, t.world.y) == (2, 2)
    step = {"forward_1": -1, "backward_1": 1, "move_north": -1}.get(face, 0)
    t.play(face)
    assert (t.world.x, t.world.y) == (x, y + 1 + step)
    assert t.world.momentum == ()
    assert t.kinds[-1] == "Drifted"
    t.play("turn_around")
    assert t.kinds == ["Turned"]


def test_a_forward_2_after_a_forward_2() -> None:
    """Design: she drifts by the old marker, and keeps the new one."""
    t = twirl("""
        +---+---+---+---+---+
        |                   |
        +   +   +   +   +   +
        |                   |
        +   +   +   +   +   +
        | E               @ |
        +---+---+---+---+---+
    """)
    t.play("forward_2", "rotate_left")
    t.play("rotate_right", "rotate_right", "turn_around", "rotate_right")
    assert (t.world.x, t.world.facing, t.world.momentum) == (3, 1, ())
    t = twirl("""
        +---+---+---+---+
        |               |
        +   +   +   +   +
        |               |
        +   +   +   +   +
        | E             |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
    """)
    t.play("forward_2")
    t.world = replace(t.world, facing=0)
    t.play("forward_2")
    assert t.kinds == ["Moved", "Moved", "Gathered", "Drifted"]
    t.shows("""
        +---+---+---+---+
        |             N |
        +   +   +   +   +
        |               |
        +   +   +   +   +
        |               |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
    """)
    assert t.world.momentum == (0,)


def test_a_collision_removes_the_marker_of_the_card_before() -> None:
    """Rulebook, clarification: without resolving it."""
    t = twirl("""
        +---+---+---+
        |           |
        +   +   +   +
        | E         |
        +   +   +   +
        | @         |
        +---+---+---+
    """)
    t.play("forward_2", "rotate_left")
    assert t.kinds[-2:] == ["Collided", "Steadied"]
    t = twirl("""
        +---+---+---+---+
        |               |
        +   +   +   +   +
        | E             |
        +   +   +   +   +
        |S       T    @ |
        +---+---+---+---+
    """)
    t.play("forward_2")
    t.world = replace(t.world, facing=2)
    t.play("forward_1")
    assert t.kinds == ["Collided", "Steadied"]
    t.shows("""
        +---+---+---+---+
        |               |
        +   +   +   +   +
        |         S     |
        +   +   +   +   +
        |S       T    @ |
        +---+---+---+---+
    """)


def test_a_collision_of_the_drift_removes_the_new_marker_too() -> None:
    """Design: the markers of this and the previous card."""
    t = twirl("""
        +---+---+---+
        |           |
        +   +   +   +
        |           |
        +   +   +   +
        | E         |
        +   +   +   +
        | @         |
        +---+---+---+
    """)
    t.play("forward_2")
    t.world = replace(t.world, facing=0)
    t.play("forward_2")
    assert t.kinds == ["Moved", "Moved", "Gathered", "Collided", "Steadied"]
    assert t.world.momentum == ()
    t.shows("""
        +---+---+---+
        |         N |
        +   +   +   +
        |           |
        +   +   +   +
        |           |
        +   +   +   +
        | @         |
        +---+---+---+
    """)


def test_a_forward_2_cut_short_gives_no_momentum() -> None:
    """Rulebook: a collision removes the marker of the current card. One space was walked."""
    t = twirl("""
        +---+---+---+
        | @   E     |
        +---+---+---+
    """)
    t.play("forward_2")
    assert t.kinds == ["Moved", "Collided", "Steadied"]
    assert (t.world.x, t.world.momentum) == (2, ())


def test_a_bump_says_what_it_did_to_her_momentum() -> None:
    """Whether she lost some, or a Forward 2 gathered none; nothing where none was to be had, or
    where the drift had used it up (docs/rulings.md)."""
    t = twirl("""
        +---+---+---+---+
        | E             |
        +   +   +   +   +
        | @             |
        +---+---+---+---+
    """)
    t.play("forward_2")
    assert (t.world.x, t.world.momentum) == (2, (1,))
    t.play("move_north")
    assert t.events[-1] == Steadied(lost=True)
    assert (t.world.x, t.world.momentum) == (2, ())
    t.play("move_north")
    assert t.kinds == ["Collided"]
    t.play("forward_2")
    assert t.events[-1] == Steadied(lost=False)
    t = twirl("""
        +---+---+---+---+
        | E           ^ |
        +   +   +   +   +
        | @          S  |
        +---+---+---+---+
    """)
    t.play("forward_2", "turn_around")
    assert t.kinds == ["Turned", "Drifted", "Collided"]
    assert (t.world.x, t.world.momentum) == (3, ())
    t = twirl("""
        +---+---+---+---+
        |             ^ |
        +   +   +   +   +
        |            S  |
        +   +   +   +   +
        | E           @ |
        +---+---+---+---+
    """)
    t.play("forward_2")
    t.world = replace(t.world, facing=0)
    t.play("forward_2")
    assert t.kinds == ["Moved", "Moved", "Gathered", "Drifted", "Collided", "Steadied"]
    assert t.events[-1] == Steadied(lost=True)
    assert (t.world.x, t.world.y, t.world.momentum) == (3, 0, ())


def test_a_drift_into_a_barrier_and_what_falls() -> None:
    """A drift that collides moves nobody, and knocks things off obstacles like any collision."""
    t = twirl(
        """
        +---+---+---+---+---+
        |                  s|
        +   +   +   +   +   +
        | E          S      |
        +   +   +   +   +   +
        |                 @ |
        +---+---+---+---+---+
        """
    )
    (seed,) = t.world.tokens
    t.world = replace(t.world, tokens=(replace(seed, x=3, y=1),))
    t.play("forward_2", "rotate_left")
    assert t.events == [
        Turned(0, "card"),
        Collided("sofa", 1, 3, 1),
        Fell("seed-e1", "seed", 4, 1),
        Steadied(),
    ]
    assert t.lies("seed") == [(4, 1)]
    t = twirl(
        """
        +---+---+---+---+---+
        |                   |
        +   +   +   +   +   +
        | E         |     @ |
        +---+---+---+---+---+
        """
    )
    t.play("forward_2", "rotate_left")
    assert [type(event).__name__ for event in t.events] == ["Turned", "Collided", "Steadied"]
    assert (t.world.x, t.world.y) == (2, 1)


def test_a_drift_is_movement() -> None:
    """It opens buds, and slides down inclines; drifting sets no momentum."""
    t = twirl("""
        +---+---+---+---+
        | E            b|
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
    """)
    t.play("forward_2", "rotate_left")
    assert t.kinds == ["Turned", "Drifted", "Swept"]
    assert t.world.momentum == ()
    t = twirl("""
        +---+---+---+---+
        | E           ^ |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
    """)
    t.play("forward_2", "rotate_left")
    assert t.kinds == ["Turned", "Drifted", "Slid"]
    assert (t.world.x, t.world.y) == (3, 1)


def test_momentum_after_a_slide() -> None:
    """The slide belongs to the card; the marker is placed after it, if it ended well."""
    t = twirl("""
        +---+---+---+
        | E       ^ |
        +   +   +   +
        |           |
        +   +   +   +
        | @         |
        +---+---+---+
    """)
    t.play("forward_2")
    assert t.kinds == ["Moved", "Moved", "Slid", "Gathered"]
    t = twirl("""
        +---+---+---+
        | E       ^ |
        +   +   +   +
        |        S  |
        +   +   +   +
        | @         |
        +---+---+---+
    """)
    t.play("forward_2")
    assert t.kinds == ["Moved", "Moved", "Collided", "Steadied"]


def test_momentum_lasts_over_a_rounds_end() -> None:
    """Design: the marker stays on the tile through the reset."""
    room = """
        +---+---+---+---+---+---+
        | @                     |
        +   +   +   +   +   +   +
        |                      b|
        +---+---+---+---+---+---+
    """
    t = Table(
        "f2 carry carry l",
        "carry l r",
        room=room,
        robot='"twirl"',
        goals='["visit"]',
        deck="l l l l l l l l l l",
    )
    t.lay((0, "carry"), (0, "carry"), (1, "carry"), (1, "l"), (1, "r"), (0, "f2"))
    t.act(0, "done")
    assert t.state.round == 2
    assert (t.state.world.x, t.state.world.momentum) == (2, (1,))
    t.lay(*[(0, "l")] * 2, *[(1, "l")] * 3)
    for seat in (0, 1):
        if t.state.round == 2:
            t.act(seat, "done")
    assert t.state.past[-1].number == 2
    assert (t.state.world.x, t.state.world.momentum) == (3, ())


def test_a_bump_with_the_next_rounds_first_card_takes_what_lasted() -> None:
    """Rulebook, Twirl's Momentum: the card before is then the last one of the round before."""
    room = """
        +---+---+---+---+---+
        | @         |      b|
        +   +   +   +   +   +
        |                   |
        +---+---+---+---+---+
    """
    t = Table(
        "f2 carry carry",
        "carry carry",
        room=room,
        robot='"twirl"',
        goals='["visit"]',
        deck="f1 f1 f1 f1 f1",
    )
    t.lay((0, "carry"), (0, "carry"), (1, "carry"), (1, "carry"), (0, "f2"))
    assert (t.state.round, t.state.world.x, t.state.world.momentum) == (2, 2, (1,))
    t.lay((0, "f1"), (0, "f1"), (0, "f1"), (1, "f1"), (1, "f1"))
    for seat in t.asked():
        t.act(seat, "done")
    happened = t.state.past[-1].events[1:5]
    assert [type(event).__name__ for event in happened] == [
        "Revealed",
        "Collided",
        "Steadied",
        "Revealed",
    ]
    assert (t.state.world.x, t.state.world.momentum) == (2, ())


def test_the_drift_of_the_very_last_card_wins() -> None:
    """Rulebook, End of the Game: the goal is looked at when all of the card has happened, and
    before the battery comes to 0."""
    t = Table(
        "f2 carry carry",
        "l carry",
        room="""
            +---+---+---+---+
            | @            b|
            +---+---+---+---+
        """,
        robot='"twirl"',
        goals='["visit"]',
        battery=1,
    )
    t.lay((0, "carry"), (0, "carry"), (1, "carry"), (0, "f2"), (1, "l"))
    assert t.kinds()[-4:] == ["Turned", "Drifted", "Swept", "Won"]
    assert (t.state.ended, t.state.battery) == ("won", 1)


def test_a_card_that_asks_drifts_after_the_answer() -> None:
    """The choice belongs to the card; the drift comes when it is carried out in full."""
    t = twirl(
        """
        +---+---+---+---+
        | E        z    |
        +   +   +   +   +
        | @             |
        +---+---+---+---+
        """,
        tokens='{ z = ["seed", "carrot"] }',
    )
    t.play("forward_2")
    t.play("carry", chosen="carrot-c1")
    assert t.kinds == ["PickedUp", "Drifted"]
    assert t.holds == ["carrot"]


# --- Move North, Rotate North. ---


@pytest.mark.parametrize("facing", "NESW")
def test_move_north_and_rotate_north(facing: str) -> None:
    """Facts, Commands: the map's north; the first keeps the facing, the second the space."""
    t = twirl(OPEN.replace("N", facing))
    t.play("move_north")
    assert (t.world.x, t.world.y, "NESW"[t.world.facing]) == (2, 1, facing)
    t.play("rotate_north")
    assert (t.world.x, t.world.y, t.world.facing) == (2, 1, 0)


def test_move_north_collides() -> None:
    """With a barrier, and she doesn't turn: that is Gizmo's way."""
    t = twirl("""
        +---+---+
        |       |
        +---+   +
        | E   @ |
        +---+---+
    """)
    t.play("move_north")
    assert t.kinds == ["Collided"]
    assert t.world.facing == 1


# --- Carrying. ---


def test_carry_on_her_own_space() -> None:
    """Facts: on her own space. Design: one card picks up or puts down, and one token at a time."""
    t = twirl("""
        +---+---+---+
        | @    s    |
        +   +   +   +
        |      s    |
        +---+---+---+
    """)
    t.play("forward_1", "carry")
    assert t.kinds == ["PickedUp"]
    assert t.holds == ["seed"]
    t.play("forward_1", "carry")
    assert t.kinds == ["PutDown"]
    assert t.holds == ["-"]
    t.shows("""
        +---+---+---+
        | @       Es|
        +   +   +   +
        |      s    |
        +---+---+---+
    """)


def test_carry_with_nothing_there() -> None:
    """No effect, and the log says so. A bud can't be taken."""
    t = twirl("""
        +---+---+
        | @    b|
        +---+---+
    """)
    t.play("carry")
    assert t.kinds == ["Found"]
    assert t.holds == ["-"]


def test_tokens_share_a_space() -> None:
    """Rulebook, Tokens Sharing Spaces: a token put down onto another; and any of them can be
    picked up, a lower one too."""
    t = twirl("""
        +---+---+---+
        | @    s   c|
        +---+---+---+
    """)
    t.play("forward_1", "carry", "forward_1", "carry")
    assert t.lies("seed") == t.lies("carrot") == [(2, 0)]
    for kind in ("seed", "carrot"):
        first = next(token.id for token in t.world.tokens if token.kind == kind)
        t.play("carry", chosen=first)
        assert t.holds == [kind]
        t.play("carry")


def test_a_scenario_may_forbid_sharing() -> None:
    """Rulebook, Tokens Sharing Spaces: *so long as it is not expressly prohibited*."""
    t = twirl(
        """
        +---+---+---+
        | @    s   c|
        +---+---+---+
        """,
        rules='["one token a space"]',
    )
    t.play("forward_1", "carry", "forward_1", "carry")
    assert t.holds == ["seed"]
    (kept,) = t.events
    assert isinstance(kept, Kept)
    assert kept.why == "shared"


def test_buds_open_when_she_moves_onto_or_through_them() -> None:
    """The goal *visit*."""
    t = twirl(
        """
        +---+---+---+---+
        | @    b   b    |
        +---+---+---+---+
        """,
        goals='["visit"]',
    )
    t.play("forward_1")
    assert not t.is_won
    t.play("forward_1")
    assert t.is_won


def test_deliver_and_fill() -> None:
    """*Deliver*: each such token lies on such a spot, shared or not. *Fill*: each spot has one.
    What is held doesn't lie."""
    drawn = """
        +---+---+---+
        | @s  1   1s|
        +---+---+---+
    """
    for goal, wins in (("deliver seed to bed", True), ("fill bed with seed", True)):
        t = twirl(drawn, goals=f'["{goal}"]')
        assert not t.is_won
        t.play("carry", "forward_1")
        assert not t.is_won
        t.play("carry")
        assert t.is_won == wins
    t = twirl(drawn, goals='["deliver seed to bed"]')
    t.play("carry", "forward_1", "forward_1", "carry")
    assert t.is_won
    t = twirl(drawn, goals='["fill bed with seed"]')
    t.play("carry", "forward_1", "forward_1", "carry")
    assert not t.is_won


# --- Move Token. ---


def wanders(drawn: str, to: str, robot: str = "twirl", **keys: str) -> Map:
    """A map with a snail that goes to something."""
    return Map(
        drawn,
        robot,
        quirks="{ quirk_token_1 = 1, quirk_token_2 = 1 }",
        wander=f'{{ token = "snail", to = "{to}" }}',
        **keys,
    )


@pytest.mark.parametrize(("face", "to"), [("quirk_token_1", (3, 1)), ("quirk_token_2", (2, 2))])
def test_move_token_prefers_diagonals(face: str, to: tuple[int, int]) -> None:
    """Facts, Move Token: a shortest way, diagonals allowed and preferred."""
    t = wanders(
        """
        +---+---+---+---+---+
        |                  a|
        +   +   +   +   +   +
        | @                 |
        +   +   +   +   +   +
        |                   |
        +   +   +   +   +   +
        |  c                |
        +---+---+---+---+---+
        """,
        "carrot",
    )
    t.play(face)
    assert t.lies("snail") == [to]
    assert (t.world.x, t.world.y) == (0, 1)


def test_ties_go_clockwise_from_north() -> None:
    """Design, Move Token: of two equal diagonals the north-eastern one, then straight on."""
    t = wanders(
        """
        +---+---+---+---+---+
        |                   |
        +   +   +   +   +   +
        |  a               c|
        +   +   +   +   +   +
        |                 @ |
        +---+---+---+---+---+
        """,
        "carrot",
    )
    t.play("quirk_token_1")
    assert t.lies("snail") == [(1, 0)]


def test_it_goes_around_barriers_and_never_across_a_barriers_corner() -> None:
    """Design: king's steps around barriers and obstacles."""
    t = wanders(
        """
        +---+---+
        |  a    |
        +---+   +
        | @    c|
        +---+---+
        """,
        "carrot",
    )
    t.play("quirk_token_1")
    assert t.lies("snail") == [(1, 0)]
    t.play("quirk_token_1")
    assert t.lies("snail") == [(1, 1)]
    t = wanders(
        """
        +---+---+---+
        |  a S     c|
        +   +   +   +
        |         @ |
        +---+---+---+
        """,
        "carrot",
    )
    t.play("quirk_token_2")
    assert t.lies("snail") == [(2, 0)]
    t = wanders(
        """
        +---+---+
        |  a|  c|
        +   +   +
        | @     |
        +---+---+
        """,
        "carrot",
    )
    t.play("quirk_token_1")
    assert t.lies("snail") == [(0, 1)]


def test_no_way_it_stays() -> None:
    """Design, Move Token: its target is walled off."""
    t = wanders(
        """
        +---+---+---+---+
        | @    a    | 1 |
        +---+---+---+---+
        """,
        "bed",
    )
    t.play("quirk_token_1")
    assert t.events == [Waited("snail", "no_way")]
    assert t.lies("snail") == [(1, 0)]


def test_it_waits_where_it_wants_to_be() -> None:
    """At its target; Move Token 2 stops there too."""
    t = wanders(
        """
        +---+---+---+
        | @    a  1 |
        +---+---+---+
        """,
        "bed",
    )
    t.play("quirk_token_2")
    assert t.kinds == ["Wandered", "Waited"]
    assert t.lies("snail") == [(2, 0)]
    t.play("quirk_token_1")
    assert t.kinds == ["Waited"]


def test_move_token_with_a_held_token() -> None:
    """Rulebook, Move Token Targets: if the specified token is held, nothing happens."""
    t = wanders(
        """
        +---+---+---+
        | @a       c|
        +---+---+---+
        """,
        "carrot",
    )
    t.play("carry", "quirk_token_2")
    assert t.kinds == ["Waited"]
    assert t.holds == ["snail"]


def test_move_token_with_a_held_target() -> None:
    """Rulebook, Move Token Targets: toward the space the target is over."""
    t = wanders(
        """
        +---+---+---+---+
        | @c           a|
        +---+---+---+---+
        """,
        "carrot",
    )
    t.play("carry", "forward_1", "quirk_token_1")
    assert t.lies("snail") == [(2, 0)]
    t.play("quirk_token_1")
    assert t.lies("snail") == [(1, 0)]


@pytest.mark.parametrize("to", ["robot", "home"])
def test_it_may_go_to_the_robot_or_home(to: str) -> None:
    """Tokens and robots share spaces."""
    t = wanders(
        """
        +---+---+---+---+
        | @       E    a|
        +---+---+---+---+
        """,
        to,
    )
    t.play("quirk_token_2")
    assert t.lies("snail") == [(2 if to == "robot" else 1, 0)]


def test_a_target_that_is_gone() -> None:
    """A bud that was opened is no target any more."""
    t = wanders(
        """
        +---+---+---+---+
        | @    b       a|
        +---+---+---+---+
        """,
        "bud",
    )
    t.play("forward_1", "quirk_token_1")
    assert [event.why for event in t.events if isinstance(event, Waited)] == ["gone"]


def test_a_target_on_an_obstacle_is_approached_as_far_as_beside_it() -> None:
    """Rulings, Move Token: here what a cat has ordered, on her own space."""
    t = wanders(
        """
        +---+---+---+---+
        |  a           m|
        +   +   +   +   +
        | @          C  |
        +---+---+---+---+
        """,
        "order_maki",
        wants='{ C = "maki" }',
    )
    for at in ((1, 1), (2, 0)):
        t.play("quirk_token_1")
        assert t.lies("snail") == [at]
    t.play("quirk_token_1")
    assert t.events == [Waited("snail", "no_way")]
    assert t.lies("snail") == [(2, 0)]


def test_a_loose_token_is_not_moved_by_slopes() -> None:
    """Design, incline."""
    t = wanders(
        """
        +---+---+---+---+
        |         ^    a|
        +   +   +   +   +
        | @             |
        +---+---+---+---+
        """,
        "home",
    )
    t.play("quirk_token_1")
    assert t.lies("snail") == [(2, 1)]
    t = twirl("""
        +---+---+
        | @s  > |
        +---+---+
    """)
    t.play("carry", "forward_1", "carry")
    assert t.lies("seed") == [(0, 0)]
