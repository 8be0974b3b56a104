"""The bot: what it believes, that hidden things never change its choice, and that a team of them is
much better than chance."""

import pytest
from msgspec.structs import replace

from app.balance_quirky import Job, carry_out, following, play
from engines.core.chance import Dice
from engines.quirky_circuits.belief import MOST, closed, ending, likeliest, undealt
from engines.quirky_circuits.bots import choose
from engines.quirky_circuits.chart import FAR
from engines.quirky_circuits.components import by_face
from engines.quirky_circuits.model import Options
from engines.quirky_circuits.notation import write
from engines.quirky_circuits.outlook import GRAIN, LONGEST, chances, length, outlook
from engines.quirky_circuits.rules import asks
from engines.quirky_circuits.scenario import SCENARIOS
from engines.quirky_circuits.setup import setup
from engines.quirky_circuits.views import redeal
from tests.quirky_circuits.table import Table, faces
from tests.quirky_circuits.table import scenario as read

GIZMO = "f1 f1 f1 f1 f2 f2 f2 f3 f3 b1 l l r r r around"
"""Her whole deck."""


def table(*hands: str, **keys: object) -> Table:
    """A table with these hands; the rest of the deck in order."""
    rest = list(faces(GIZMO))
    for hand in hands:
        for face in faces(hand):
            rest.remove(face)
    found = Table(*hands, **keys)  # type: ignore[arg-type] # whatever a table takes
    found.state = replace(found.state, deck=tuple(rest))
    return found


def chosen(found: Table, seat: int) -> str:
    """What a seat does, in notation."""
    return "; ".join(map(write, choose(redeal(found.state, seat, Dice(b"any")), seat)))


# --- What it believes. ---


def test_a_face_that_is_seen_elsewhere_is_out() -> None:
    """Both cards that turn left are in the own hand: no closed card turns left; of the others each
    copy is as likely."""
    found = table("f1 f1 l l f3", "f1 f2 r r r").state
    believed = closed(found, 0)
    assert believed["turn"] == {"rotate_right": 3 / 4, "turn_around": 1 / 4}
    assert believed["move"].keys() == {"forward_1", "forward_2", "forward_3", "backward_1"}
    assert believed["move"]["forward_2"] == 3 / 7
    assert "rotate_left" in closed(found, 1)["turn"]


@pytest.mark.parametrize("practice", [False, True])
def test_own_and_open_cards_are_known(practice: bool) -> None:
    """In the queue: its own card, those that ran, and with open cards everybody's."""
    found = table("f1 f1 l l f3", "f1 f2 r r r", practice=practice)
    found.lay((0, "l"), (1, "r"), (1, "r"), (1, "r"))
    if practice:
        assert closed(found.state, 0)["turn"] == {"turn_around": 1}
        assert closed(found.state, 1)["turn"] == {"rotate_left": 1 / 2, "turn_around": 1 / 2}
    else:
        assert closed(found.state, 0)["turn"] == {"rotate_right": 3 / 4, "turn_around": 1 / 4}
        assert closed(found.state, 1)["turn"] == {"rotate_left": 2 / 3, "turn_around": 1 / 3}
        ran = replace(found.state, ran=2)
        assert closed(ran, 0)["turn"] == {"rotate_right": 2 / 3, "turn_around": 1 / 3}
        assert closed(ran, 1)["turn"] == {"rotate_left": 1 / 2, "turn_around": 1 / 2}


def test_what_came_back_under_the_deck_cannot_have_been_dealt() -> None:
    """Six cards lay in the deck, so after a round of five these are known to lie there; a round
    later four of them have been dealt, and nobody knows which."""
    found = table("f1 f1 l l b1", "f1 f2 r r around", battery=9)
    found.lay((0, "l"), (0, "l"), (0, "b1"), (1, "around"), (1, "r"))
    found.act(0, "flat")
    found.act(1, "flat")
    assert len(found.state.deck) == 6
    assert closed(found.state, 0).get("turn", {}).keys() <= {"rotate_right"}
    assert "backward_1" not in closed(found.state, 1)["move"]
    for seat in (0, 0, 0, 1, 1):
        found.act(seat, f"play any @{len(found.state.queue)}")
    found.act(0, "flat")
    found.act(1, "flat")
    assert len(found.state.deck) == 6
    last = [card.face for card in found.state.past[-1].laid]
    assert list(undealt(found.state)) == last


def test_where_a_closed_card_may_lead() -> None:
    """One, two or three spaces ahead or one back, by how many such cards there may be; only so many
    positions are kept in mind."""
    found = table("f1 f1 l l b1", "f1 f2 r r around")
    found.lay((1, "f1"))
    book = SCENARIOS[found.state.options.scenario]
    map_ = outlook(book)
    spots = ending(map_, found.state, 0, map_.chart.start, 1, closed(found.state, 0))
    at = {map_.chart.world(spot).x: share for spot, share in spots.items()}
    assert at == pytest.approx({1: 2 / 7, 2: 3 / 7, 3: 2 / 7})
    assert ending(map_, found.state, 1, map_.chart.start, 1, closed(found.state, 1)) == {
        map_.to["forward_1"][map_.chart.start]: 1.0
    }
    many = {spot: float(spot) for spot in range(1, MOST + 3)}
    assert list(likeliest(many)) == list(range(MOST + 2, 2, -1))
    assert sum(likeliest(many).values()) == pytest.approx(1)


# --- How it judges. ---


def test_how_long_a_way_is() -> None:
    """One card of four leads on, by a handful of one: four cards' time. A detour that is no nearer
    isn't taken; a position from which nothing leads on is as far as can be."""
    missed = [1, 0.75, 0.5, 0.25, 0]
    assert length([(0.0, 1), (8.0, 2)], missed) == 4
    assert length([(0.0, 1), (2.0, 1)], missed) == 3
    assert length([(LONGEST + 1.0, 4)], missed) == LONGEST + 1


def test_a_map_as_a_bot_sees_it() -> None:
    """The goal is left by no card; of two tokens that may be taken, the one that is wanted; the way
    is longer where it needs a rarer card."""
    book = read(
        """
        +---+---+---+
        | @    z  1 |
        +---+---+---+
        """,
        robot='"twirl"',
        goals='["deliver seed to bed"]',
        tokens='{ z = ["carrot", "seed"] }',
    )
    map_ = outlook(book)
    won = [spot for spot, way in enumerate(map_.ways) if not way]
    assert won
    assert all(leads[spot] == spot for spot in won for leads in map_.to.values())
    pile = map_.to["forward_1"][map_.chart.start]
    held = map_.chart.world(map_.to["carry"][pile]).held[0]
    assert held is not None
    assert held.kind == "seed"
    away = map_.chart.away[map_.chart.start]
    assert away * GRAIN < map_.ways[map_.chart.start] < LONGEST * GRAIN
    assert FAR not in map_.chart.away


def test_chances() -> None:
    """Sure at the goal; even when the way is as long as there is time; the longer the less."""
    some = chances(10.0)
    assert some[0] == 1
    assert some[10 * GRAIN] == pytest.approx(0.5)
    assert sorted(some, reverse=True) == list(some)


# --- What it does. ---

ROOM = """
    +---+---+---+---+---+
    | @    *            |
    +---+---+---+---+---+
"""
"""Forward and back again."""


def test_lays_what_wins() -> None:
    """Ahead onto the dust and back: two cards in a row, which only together do it."""
    found = table("f1 b1 l r f3", "f1 f2 r l f3", room=ROOM)
    assert chosen(found, 0) == "play forward_1 @0; play backward_1 @1"


def test_lays_quirk_cards_first() -> None:
    quirks = {"quirks": "{ quirk_rotate_left = 2, quirk_forward_2 = 1 }"}
    found = table("f1 b1 r", "f1 f2 r l f3", room=ROOM, **quirks)
    mine = found.state.players[0]
    hand = by_face((*mine.hand, "quirk_rotate_left"))
    found.state = replace(found.state, players=(replace(mine, hand=hand), *found.state.players[1:]))
    assert chosen(found, 0).startswith("play quirk_rotate_left @0")


def test_goes_on_while_the_program_is_short() -> None:
    """With five cards it stops, unless a card brings a good deal; in the last round it goes on. A
    signal that stands is left at that."""
    found = table("l l r r around", "f1 f1 f1 f1 r", battery=2)
    found.lay((0, "l"), (0, "r"), (1, "f1"), (1, "f1"))
    assert chosen(found, 0).startswith("play ")
    found.lay((0, "l"), (0, "r"))
    assert chosen(found, 0) == "done"
    found.state = replace(found.state, battery=1)
    assert chosen(found, 0) == "play turn_around @6"
    found.state = replace(found.state, battery=2)
    found.act(0, "done")
    assert chosen(found, 0) == ""
    found = table("l l r r f3", "f1 f1 f1 f1 r", battery=2)
    found.lay((0, "l"), (0, "r"), (1, "f1"), (1, "f1"), (1, "r"))
    assert chosen(found, 0) == "flat"


def test_goes_on_for_a_card_that_is_good() -> None:
    """Five cards lie, and one more wins."""
    found = table("f1 b1 l r f3", "f1 f1 f1 r r", room=ROOM, battery=3)
    found.lay((1, "r"), (0, "l"), (1, "r"), (0, "r"), (0, "f1"))
    assert "play backward_1" in chosen(found, 0)


def test_answers_for_the_whole_queue() -> None:
    """Which token to take: the one that its next cards put where it belongs."""
    found = Table(
        "f1 f1 carry carry f2",
        "l l r r around",
        room="""
        +---+---+---+---+
        | @    z  1     |
        +---+---+---+---+
        """,
        robot='"twirl"',
        goals='["deliver seed to bed"]',
        tokens='{ z = ["carrot", "seed"] }',
    )
    found.lay((0, "f1"), (0, "carry"), (0, "f1"), (0, "carry"), (1, "l"))
    found.act(0, "done")
    found.act(1, "done")
    assert found.state.running is not None
    assert chosen(found, 0) == "choose seed-b1"


# --- Whole games. ---


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("key", "seats"), [("quirky", 3), ("first_bones", 4), ("round_and_round", 2)]
)
def test_hidden_things_change_no_choice(key: str, seats: int) -> None:
    """The same choice in all worlds that the seat can't tell apart, the true one among them; and it
    is legal, to the end of the game."""
    dice = Dice(b"worlds")
    state = setup(Options(scenario=key), seats, dice).state
    seat, count, others = -1, 0, 0
    while not state.ended:
        seat = following(seat, [ask.seat for ask in asks(state)], seats)
        actions = choose(state, seat)
        for world in (1, 2):
            count += 1
            other = redeal(state, seat, Dice(b"world %d" % count))
            others += other.players != state.players or other.queue != state.queue
            assert choose(other, seat) == actions, (world, count)
        state = carry_out(state, seat, actions, dice)
    assert others > count / 2


@pytest.mark.unmeasured
def test_much_better_than_chance() -> None:
    """A map a robot, every number of players: far more than the 15 points of percent that are asked
    for."""
    keys = ("dust_bunnies", "seed_time", "first_bones", "over_the_counter")
    won = {
        random: [
            bool(play(Job(key, seats, seed, random)).band)
            for key in keys
            for seats in (2, 3, 4)
            for seed in range(3)
        ]
        for random in (False, True)
    }
    assert sum(won[False]) > sum(won[True]) + 0.3 * len(won[True])
