"""Lefty: two hands, cats and what they ordered, belts; and the choices a card asks for."""

import pytest
from msgspec.structs import replace

from engines.core.chance import Dice
from engines.quirky_circuits.handling import choices, holding
from engines.quirky_circuits.model import (
    Choose,
    Conveyed,
    Kept,
    Rode,
    Served,
    World,
)
from engines.quirky_circuits.rules import asks, idle, options, why_not
from engines.quirky_circuits.views import offers, private, public, redeal
from tests.quirky_circuits.table import Map, Table


def lefty(drawn: str, **keys: str) -> Map:
    return Map(drawn, "lefty", **keys)


BELT = {"quirks": "{ quirk_conveyor_1 = 2, quirk_conveyor_2 = 1 }"}

# --- Shifting. ---


@pytest.mark.parametrize(
    ("facing", "face", "to"),
    [
        ("N", "shift_left", (0, 1)),
        ("N", "shift_right", (2, 1)),
        ("E", "shift_left", (1, 0)),
        ("E", "quirk_shift_left", (1, 0)),
        ("W", "shift_right", (1, 0)),
        ("S", "shift_right", (0, 1)),
    ],
)
def test_shifts(facing: str, face: str, to: tuple[int, int]) -> None:
    """Facts, Commands: to the robot's own left or right, facing kept."""
    t = lefty(
        """
        +---+---+---+
        |           |
        +   +   +   +
        |     N     |
        +   +   +   +
        |         @ |
        +---+---+---+
    """.replace("N", facing)
    )
    before = t.world.facing
    t.play(face)
    assert (t.world.x, t.world.y) == to
    assert t.world.facing == before


def test_a_shift_collides_and_slides() -> None:
    """Like any movement."""
    t = lefty("""
        +---+---+---+
        | N   >     |
        +   +   +   +
        |         @ |
        +---+---+---+
    """)
    t.play("shift_left")
    assert t.kinds == ["Collided"]
    t.play("shift_right")
    assert t.kinds == ["Moved", "Slid"]


# --- Hands. ---


def test_the_left_hand_reaches_one_space_and_the_right_hand_two() -> None:
    """Design, carrying: the space in front, and the second space; each like Carry."""
    t = lefty("""
        +---+---+---+---+
        | E    n   m    |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
    """)
    t.play("left_hand")
    assert t.holds == ["nigiri", "-"]
    t.play("right_hand")
    assert t.holds == ["nigiri", "maki"]
    t.play("forward_1", "left_hand", "right_hand")
    t.shows("""
        +---+---+---+---+
        |     E    n   m|
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
    """)


def test_each_hand_finds_nothing_elsewhere() -> None:
    """Not on the own space, not one space on for the right hand, nor beyond the edge."""
    t = lefty("""
        +---+---+---+---+
        | E        m   n|
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
    """)
    t.play("left_hand")
    assert t.kinds == ["Found"]
    t.world = replace(t.world, x=1)
    t.play("right_hand")
    assert t.holds == ["-", "nigiri"]
    t.world = replace(t.world, x=2)
    t.play("right_hand")
    assert t.events == [Kept("nigiri-d1", "nigiri", 1, "edge")]


def test_hands_reach_over_barriers_and_take_from_obstacles() -> None:
    """Barriers don't block a reach; things may lie on obstacles to be taken, not put there."""
    t = lefty("""
        +---+---+---+---+
        | E |S m T n    |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
    """)
    t.play("left_hand", "right_hand")
    assert t.holds == ["maki", "nigiri"]
    t.play("left_hand")
    assert t.events == [Kept("maki-b1", "maki", 0, "obstacle")]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["left_hand"], ["-", "nigiri"]),
        (["right_hand"], ["maki", "-"]),
        (["left_hand", "right_hand"], ["maki", "nigiri"]),
        ([], ["-", "-"]),
    ],
)
def test_swap(before: list[str], after: list[str]) -> None:
    """Facts, Commands: both at the same time, with one hand or both filled (or none)."""
    t = lefty("""
        +---+---+---+---+
        | E    n   m    |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
    """)
    t.play(*before, "swap")
    assert t.kinds == ["Swapped"]
    assert t.holds == after


def test_what_is_held_is_over_the_map() -> None:
    """For pages: each held token where it is, by hand."""
    t = lefty("""
        +---+---+---+---+
        | E    n   m    |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
    """)
    t.play("left_hand", "right_hand", "rotate_right")
    assert [(hand, token.kind, token.x, token.y) for hand, token in holding(t.board, t.world)] == [
        ("left", "nigiri", 0, 1),
        ("right", "maki", 0, 2),
    ]


def test_a_long_counter_is_bumped_space_by_space() -> None:
    """What stands on the space that was bumped falls, not what stands beside it (docs/rulings.md);
    a dish doesn't break."""
    t = lefty("""
        +---+---+---+---+
        |               |
        +   +   +   +   +
        | E  S   S n    |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
    """)
    t.play("forward_1")
    assert t.kinds == ["Collided"]
    t.world = replace(t.world, x=2, y=2, facing=0)
    t.play("forward_1")
    assert t.kinds == ["Collided", "Fell"]
    assert t.lies("nigiri") == [(2, 0)]


# --- Cats. ---


def test_a_dish_put_down_next_to_the_cat_who_wants_it_is_served() -> None:
    """Design, Lefty serves: dish and order are gone."""
    t = lefty(
        """
        +---+---+---+---+
        | E    m     C  |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
        """,
        wants='{ C = "maki" }',
        goals='["serve"]',
    )
    t.play("left_hand", "forward_1")
    assert not t.is_won
    t.play("left_hand")
    assert t.kinds == ["PutDown", "Served"]
    assert t.events[-1] == Served("maki-b1", "maki", "order_maki-d1", 3, 0)
    assert t.world.tokens == ()
    assert t.is_won


@pytest.mark.parametrize(
    "drawn",
    [
        """
        +---+---+---+---+
        | E    m    |C  |
        +   +   +   +   +
        |      n      @ |
        +---+---+---+---+
        """,
        """
        +---+---+---+---+
        | E    m        |
        +   +   +   +   +
        |            C  |
        +   +   +   +   +
        |      n      @ |
        +---+---+---+---+
        """,
        """
        +---+---+---+---+
        | E    n     C  |
        +   +   +   +   +
        |      m      @ |
        +---+---+---+---+
        """,
    ],
    ids=["a barrier between", "only a corner", "another dish"],
)
def test_not_served(drawn: str) -> None:
    """Next to her means a side without a barrier; and it must be what she ordered."""
    t = lefty(drawn, wants='{ C = "maki" }', goals='["serve"]')
    t.play("left_hand", "forward_1", "left_hand")
    assert t.kinds == ["PutDown"]
    assert not t.is_won


def test_a_dish_that_only_lies_there_is_not_served() -> None:
    """It has to be put down; what rides by on a belt goes by."""
    t = lefty(
        """
        +---+---+---+---+
        | @   em        |
        +   +   +   +   +
        |        C      |
        +---+---+---+---+
        """,
        wants='{ C = "maki" }',
        goals='["serve"]',
        **BELT,
    )
    t.play("quirk_conveyor_1")
    assert t.lies("maki") == [(2, 0)]
    assert not t.is_won


def test_a_cat_with_two_orders_gets_both() -> None:
    """One dish serves one order, alike or not."""
    t = lefty(
        """
        +---+---+---+---+
        | E    m     C  |
        +   +   +   +   +
        |      m   n    |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
        """,
        wants='{ C = ["maki", "maki"] }',
        goals='["serve"]',
    )
    t.play("left_hand", "forward_1")
    assert choices(t.board, t.world, "left_hand") == ()
    t.play("left_hand")
    assert [token.id for token in t.world.tokens if token.kind == "order_maki"] == [
        "order_maki-d1-2"
    ]


def test_a_cat_bumped_into_keeps_her_order() -> None:
    """She is an obstacle, and an order is no object that falls."""
    t = lefty(
        """
        +---+---+---+
        | E  C     m|
        +   +   +   +
        |         @ |
        +---+---+---+
        """,
        wants='{ C = "maki" }',
    )
    t.play("forward_1")
    assert t.kinds == ["Collided"]


def test_which_of_two_cats() -> None:
    """Her player is asked; the answer decides. Unasked, the first clockwise from north."""
    drawn = """
        +---+---+---+
        |        C  |
        +   +   +   +
        | E    m    |
        +   +   +   +
        |        D  |
        +   +   +   +
        |      m  @ |
        +---+---+---+
    """
    wants = '{ C = "maki", D = "maki" }'
    for chosen, left_over in (("order_maki-c3", "order_maki-c1"), ("", "order_maki-c3")):
        t = lefty(drawn, wants=wants)
        t.play("left_hand", "forward_1")
        assert choices(t.board, t.world, "left_hand") == ("order_maki-c1", "order_maki-c3")
        t.play("left_hand", chosen=chosen)
        orders = [token.id for token in t.world.tokens if token.kind == "order_maki"]
        assert orders == [left_over]


# --- Belts. ---


def test_conveyor_1() -> None:
    """Facts, Commands: every object on a blue arrow moves one space its way, the robot too."""
    t = lefty(
        """
        +---+---+---+---+
        | en       m  w |
        +   +   +   +   +
        |     N   nn    |
        +   +   +   +   +
        |         @     |
        +---+---+---+---+
        """,
        **BELT,
    )
    t.world = replace(t.world, x=3, y=0, facing=0)
    t.play("quirk_conveyor_1")
    assert t.events == [
        Rode(2, 0),
        Conveyed("nigiri-a1", "nigiri", 1, 0),
        Conveyed("nigiri-c2", "nigiri", 2, 0),
    ]
    assert t.world.facing == 0
    assert t.lies("maki") == [(2, 0)]


def test_chains_move_together_and_share_spaces() -> None:
    """Design, conveyor: at once; nothing pushes."""
    t = lefty(
        """
        +---+---+---+---+
        | en  em  e     |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
        """,
        **BELT,
    )
    t.play("quirk_conveyor_1")
    assert (t.lies("nigiri"), t.lies("maki")) == ([(1, 0)], [(2, 0)])


def test_conveyor_2_is_conveyor_1_twice() -> None:
    """Facts, Commands: in sequence, so a corner is taken."""
    t = lefty(
        """
        +---+---+
        | en  s |
        +   +   +
        |       |
        +   +   +
        |     @ |
        +---+---+
        """,
        **BELT,
    )
    t.play("quirk_conveyor_2")
    assert t.lies("nigiri") == [(1, 1)]


@pytest.mark.parametrize(
    "drawn",
    [
        """
        +---+---+
        | en|   |
        +   +   +
        |     @ |
        +---+---+
        """,
        """
        +---+---+
        | en S  |
        +   +   +
        |     @ |
        +---+---+
        """,
        """
        +---+---+
        | wn    |
        +   +   +
        |     @ |
        +---+---+
        """,
    ],
)
def test_what_is_blocked_stays(drawn: str) -> None:
    """Design, conveyor: no collision, no halt; the log says that nothing moved."""
    t = lefty(drawn, **BELT)
    t.play("quirk_conveyor_2")
    assert t.kinds == ["Idled", "Idled"]
    assert t.lies("nigiri") == [(0, 0)]


def test_what_is_held_goes_with_the_robot() -> None:
    """And the robot, being carried, opens no buds and doesn't slide."""
    t = lefty(
        """
        +---+---+---+---+
        | e    b   n    |
        +   +   +   +   +
        |             @ |
        +---+---+---+---+
        """,
        **BELT,
    )
    t.world = replace(t.world, x=0, y=0, facing=1)
    t.play("right_hand", "quirk_conveyor_1")
    assert t.kinds == ["Rode"]
    assert t.holds == ["-", "nigiri"]
    assert t.lies("bud") == [(1, 0)]
    t = lefty(
        """
        +---+---+
        | e   ^ |
        +   +   +
        |     @ |
        +---+---+
        """,
        **BELT,
    )
    t.world = replace(t.world, x=0, y=0, facing=1)
    t.play("quirk_conveyor_1")
    assert (t.world.x, t.world.y) == (1, 0)


# --- Choices while the queue runs. ---

PILE = """
    +---+---+---+---+
    | @    z        |
    +   +   +   +   +
    |             1 |
    +---+---+---+---+
"""


def waiting() -> Table:
    """Seat 1's card asks which of two dishes to take, with two cards behind it."""
    t = Table(
        "l l r lh",
        "lh rh f1",
        room=PILE,
        deck="r r f1 f1 b1 swap swap",
        robot='"lefty"',
        goals='["fill bed with maki"]',
        tokens='{ z = ["nigiri", "maki"] }',
    )
    t.lay((0, "l"), (0, "r"), (1, "lh"), (1, "f1"), (0, "lh"))
    t.act(0, "done")
    t.act(1, "done")
    return t


def test_the_run_stops_at_a_card_that_asks() -> None:
    """Rulebook, Tokens Sharing Spaces. Design: made by the seat that played the card."""
    t = waiting()
    assert t.kinds() == ["Signalled", "Ran", "Revealed", "Turned", "Revealed", "Turned", "Revealed"]
    assert t.state.running is not None
    assert t.state.ran == 3
    assert t.asked() == {1: "choose"}
    assert [ask.about for ask in asks(t.state)] == ["round 1, card 3"]
    assert options(t.state, 0) == ()
    assert options(t.state, 1) == (Choose("nigiri-b1"), Choose("maki-b1"))
    assert [state.ran for _, state in t.step.beats] == [1, 2]


def test_what_is_behind_an_open_choice_stays_closed() -> None:
    """Design, Execute: in the queue, in the walk-through, and in every other world."""
    t = waiting()
    view = public(t.state)
    assert [card.face for card in view.queue.cards] == [
        "rotate_left",
        "rotate_right",
        "left_hand",
        None,
        None,
    ]
    assert view.phase.phase == "run"
    run = view.run
    assert run is not None
    assert [card.face for card in run.cards[2:]] == ["left_hand", "", ""]
    assert [card.ran for card in run.cards] == [True, True, True, False, False]
    assert run.round == 1
    for viewer in (0, 1, None):
        for seed in range(30):
            twin = redeal(t.state, viewer, Dice(b"%d" % seed))
            assert public(twin) == view
            assert twin.queue[:3] == t.state.queue[:3]
            assert private(twin, viewer) == private(t.state, viewer)


def test_the_run_goes_on_with_the_answer() -> None:
    """The rest of the queue, the reset, the deal; and the round is remembered whole."""
    t = waiting()
    before = t.state.running
    assert before is not None
    t.act(1, "choose maki-b1")
    assert t.kinds()[:4] == ["PickedUp", "Revealed", "Moved", "Revealed"]
    assert t.kinds()[-3:] == ["Drained", "Dealt", "Dealt"]
    assert t.state.running is None
    (past,) = t.state.past
    assert past.events == (*before.events, *t.step.events[: len(past.events) - len(before.events)])
    assert past.start == before.start
    assert (past.ran, len(past.laid)) == (5, 5)
    assert [state.ran for _, state in t.step.beats] == [3, 4, 5, 0]
    assert sorted(past.hands[1]) == ["forward_1", "left_hand", "right_hand"]


def test_a_second_card_that_asks() -> None:
    """The next choice is a new question, of another seat."""
    t = Table(
        "lh lh l",
        "lh l",
        room=PILE,
        deck="r r f1 f1 b1 swap swap",
        robot='"lefty"',
        goals='["fill bed with maki"]',
        tokens='{ z = ["nigiri", "maki", "soup"] }',
    )
    t.lay((0, "lh"), (0, "lh"), (1, "lh"), (1, "l"), (0, "l"))
    assert t.asked() == {0: "choose"}
    t.act(0, "choose soup-b1")
    assert t.kinds() == ["PickedUp", "Revealed", "PutDown", "Revealed"]
    assert t.asked() == {1: "choose"}
    assert len(options(t.state, 1)) == 3


def test_nobody_else_answers_and_nothing_else_is_an_answer() -> None:
    """Each refusal says why."""
    t = waiting()
    assert t.refuses(0, "choose maki-b1") == "not_your_card"
    assert t.refuses(1, "choose soup-b1") == "no_such_choice"
    assert t.refuses(1, "play right_hand @5") == "runs"
    assert t.refuses(0, "not done") == "runs"
    t.act(1, "choose maki-b1")
    assert t.refuses(1, "choose maki-b1") == "nothing_to_choose"
    assert why_not(t.state, 0, Choose("maki-b1")) is not None


def test_an_absent_player_takes_the_first() -> None:
    """Ours: the first that the page lists."""
    t = waiting()
    assert idle(t.state, 1) == options(t.state, 1)[0]


def test_a_choice_on_the_page() -> None:
    """Offers in words, each on its token; the line says who is waited for; no signals."""
    t = waiting()
    assert [(offer.text, offer.label, offer.on) for offer in offers(t.state, 1)] == [
        ("choose nigiri-b1", "Take the nigiri that started at B1", "nigiri-b1"),
        ("choose maki-b1", "Take the maki that started at B1", "maki-b1"),
    ]
    mine, other = private(t.state, 1), private(t.state, 0)
    assert mine.moves.choices == mine.moves.offers
    assert mine.moves.signals == ()
    assert (mine.line.mood, mine.line.lead) == ("act", "Your card asks: choose.")
    assert (other.line.mood, other.line.waiting) == ("wait", (1,))
    assert (other.moves.offers, other.moves.choices) == ((), ())
    assert private(t.state, None).line.mood == "wait"


@pytest.mark.parametrize("pile", ['["maki"]', '["maki", "maki"]'])
def test_a_choice_without_difference_is_not_asked(pile: str) -> None:
    """Design, Choices: one token, or several that are alike."""
    t = lefty(
        PILE,
        tokens=f"{{ z = {pile} }}",
    )
    t.world = World(0, 0, 1, t.world.tokens, t.world.held)
    assert choices(t.board, t.world, "left_hand") == ()
    t.play("left_hand")
    assert t.holds == ["maki", "-"]


def test_put_where_it_cannot_be_there_is_no_choice_of_cats() -> None:
    """On an obstacle between two cats nothing is served."""
    t = lefty(
        """
        +---+---+---+
        |    C      |
        +   +   +   +
        | E  S m    |
        +   +   +   +
        |    D    @ |
        +   +   +   +
        |          m|
        +---+---+---+
        """,
        wants='{ C = "maki", D = "maki" }',
    )
    t.play("left_hand")
    assert choices(t.board, t.world, "left_hand") == ()
    assert choices(t.board, t.world, "forward_1") == ()
