"""The round: setup, programming and its signals, the run, the reset, and how a game ends."""

from collections import Counter
from itertools import pairwise

import pytest

from engines.core.chance import Dice, Recorder
from engines.core.engine import Illegal
from engines.quirky_circuits.components import backs, by_face
from engines.quirky_circuits.model import (
    Dealt,
    Drained,
    Lift,
    Lost,
    Options,
    Play,
    Played,
    Player,
    Ran,
    Revealed,
    Signal,
    Won,
)
from engines.quirky_circuits.notation import write
from engines.quirky_circuits.rules import closed, idle, options, question, result, why_not
from engines.quirky_circuits.scenario import SCENARIOS, deck_of
from engines.quirky_circuits.setup import deal, setup
from tests.quirky_circuits.table import Table, faces


class Fixed:
    """Chance that gives the next of these values, and notes where it was asked."""

    def __init__(self, *values: int) -> None:
        self.values = list(values)
        self.asked: list[tuple[int, tuple[int | str, ...]]] = []

    def below(self, n: int, *where: int | str) -> int:
        self.asked.append((n, where))
        return self.values.pop(0)


# --- Setup and dealing. ---


@pytest.mark.parametrize(("seats", "size"), [(2, 5), (3, 4), (4, 4)])
def test_hands(seats: int, size: int) -> None:
    """Facts, Hand sizes: 5 with two players, 4 with three or four."""
    step = setup(Options("dust_bunnies"), seats, Dice(b"x"))
    state = step.state
    assert [len(player.hand) for player in state.players] == [size] * seats
    assert len(state.deck) == 16 - size * seats
    assert all(player.hand == by_face(player.hand) for player in state.players)
    assert [event.seat for event in step.events if isinstance(event, Dealt)] == list(range(seats))
    for event in step.events:
        assert isinstance(event, Dealt)
        assert event.faces == state.players[event.seat].hand
        assert event.backs == backs(event.faces)


def test_setup_places_the_robot_and_the_battery() -> None:
    """Rulebook, Setup 3 and 4."""
    book = SCENARIOS["dust_bunnies"]
    state = setup(Options("dust_bunnies"), 2, Dice(b"x")).state
    assert ((state.world.x, state.world.y), state.world.facing) == (book.home, book.facing)
    assert state.world.tokens == book.tokens
    assert (state.battery, state.round) == (book.battery, 1)
    assert (state.queue, state.past, state.ran, state.ended) == ((), (), 0, "")


def test_the_quirks_are_shuffled_in_where_the_scenario_asks() -> None:
    """Rulebook, Setup 5; facts, Quirky."""
    for key, count in (("dust_bunnies", 16), ("quirky", 19)):
        state = setup(Options(key), 4, Dice(b"x")).state
        cards = [*state.deck, *(face for player in state.players for face in player.hand)]
        assert Counter(cards) == Counter(deck_of(SCENARIOS[key]))
        assert len(cards) == count


def test_setup_draws_the_deck_alone() -> None:
    """Chance: one shuffle, each place by name."""
    chance = Recorder(Dice(b"x"))
    setup(Options("dust_bunnies"), 2, chance)
    assert chance.places == [("deck", place) for place in range(15, 0, -1)]


@pytest.mark.parametrize(
    ("options", "seats", "key"),
    [
        (Options("nowhere"), 2, "unknown_scenario"),
        (Options("quirky"), 1, "wrong_seats"),
        (Options("quirky"), 5, "wrong_seats"),
    ],
)
def test_setup_refuses(options: Options, seats: int, key: str) -> None:
    """Options that don't fit."""
    with pytest.raises(Illegal) as refused:
        setup(options, seats, Dice(b"x"))
    assert refused.value.reason.key == key


def hands(*held: str) -> tuple[Player, ...]:
    """Players with these hands."""
    return tuple(Player(by_face(faces(hand))) for hand in held)


def dealt_to(*held: str, deck: str) -> list[str]:
    """Who gets each card of a deck of different cards, as the seats' new cards."""
    players = hands(*held)
    after, rest, _ = deal(players, faces(deck))
    new = []
    for seat, player in enumerate(after):
        more = Counter(player.hand) - Counter(players[seat].hand)
        new.append(" ".join(by_face(more.elements())))
    return [*new, " ".join(rest)]


def test_deals_from_the_seat_with_fewest_clockwise() -> None:
    """Rulebook, Dealing Cards: one at a time."""
    assert dealt_to("f1 f1 f1", "f1 f1", "f1 f1 f1", deck="l r b1 around") == [
        "backward_1",
        "rotate_left turn_around",
        "rotate_right",
        "",
    ]


def test_dealing_skips_full_hands_and_leaves_the_rest() -> None:
    """Round it goes, past the full hand, until all are full."""
    assert dealt_to("f1 f1 f1 f1", "f1", "f1 f1", deck="l r b1 around f2 f3") == [
        "",
        "forward_2 backward_1 rotate_left",
        "rotate_right turn_around",
        "forward_3",
    ]


def test_of_several_with_fewest_the_lowest_seat_starts() -> None:
    """Ours: the tie is free in the rulebook."""
    assert dealt_to("f1 f1 f1 f1", "f1 f1 f1", "f1 f1 f1", deck="l")[:3] == ["", "rotate_left", ""]


def test_a_short_deck_deals_what_there_is() -> None:
    """And says nothing to those who get nothing."""
    players, rest, events = deal(hands("f1", "f1 f1", "f1 f1"), faces("l r"))
    assert rest == ()
    assert [len(player.hand) for player in players] == [2, 3, 2]
    assert [event.seat for event in events if isinstance(event, Dealt)] == [0, 1]


# --- Program: laying cards. ---


def test_cards_go_to_the_right_end_in_any_turn_order() -> None:
    """Rulebook, Program: any order, several in a row, each to the right of the last."""
    t = Table("f1 f2", "l r")
    t.lay((1, "l"), (1, "r"), (0, "f2"))
    assert [(laid.seat, laid.face) for laid in t.state.queue] == [
        (1, "rotate_left"),
        (1, "rotate_right"),
        (0, "forward_2"),
    ]
    assert t.state.players[0].hand == ("forward_1",)
    assert t.step.events == (Played(0, 3, "move", False, "forward_2", False),)


def test_only_a_card_in_hand_can_be_laid() -> None:
    """Another seat's card can't."""
    t = Table("f1 f2", "l r")
    assert t.refuses(0, "lay l") == "not_held"


def test_identical_cards_are_one_card() -> None:
    """One option for three of a kind; laying one leaves two."""
    t = Table("f1 f1 f1 l", "l")
    assert [write(action) for action in options(t.state, 0)] == [
        "play forward_1 @0",
        "play rotate_left @0",
        "play any @0",
    ]
    t.act(0, "lay f1")
    assert t.state.players[0].hand == faces("f1 f1 l")


def test_a_card_meant_for_another_place_is_refused() -> None:
    """Design: two lay at the same moment. The second is told, and may lay it again."""
    t = Table("f1 f2", "l r")
    t.act(1, "play rotate_left @0")
    assert t.refuses(0, "play forward_1 @0") == "moved_on"
    assert t.refuses(0, "play any @0") == "moved_on"
    reason = why_not(t.state, 0, Play("forward_1", 0))
    assert reason is not None
    assert reason.values == (("seen", 0), ("now", 1))
    t.act(0, "play forward_1 @1")


def test_quirks_come_first() -> None:
    """Facts, Quirk rule: one's own quirks before one's other cards, in any order among them; it
    binds nobody else, and again after the next deal."""
    t = Table("f1 qf2 ql ql", "l r")
    assert t.refuses(0, "lay f1") == "quirk_first"
    assert [write(action) for action in options(t.state, 0)] == [
        "play quirk_forward_2 @0",
        "play quirk_rotate_left @0",
        "play any @0",
    ]
    t.act(1, "lay l")
    t.lay((0, "ql"), (0, "qf2"))
    assert t.refuses(0, "lay f1") == "quirk_first"
    t.act(0, "done")
    t.act(0, "not done")
    t.lay((0, "ql"), (0, "f1"))


def test_any_card_is_drawn_among_those_that_may_be_laid() -> None:
    """A draw by round and place, each card as likely: copies count."""
    t = Table("f1 f1 l", "l")
    chance = Fixed(1)
    t.act(0, "play any @0", chance)
    assert chance.asked == [(3, ("any", 1, 1))]
    assert t.state.queue[0].face == "forward_1"
    t = Table("f1 qf2 ql ql", "l")
    chance = Fixed(2)
    t.act(0, "play any @0", chance)
    assert chance.asked == [(3, ("any", 1, 1))]
    assert t.state.queue[0].face == "quirk_rotate_left"


# --- Program: signals. ---


@pytest.mark.parametrize("sign", ["done", "flat"])
def test_signals_count_from_the_first_card(sign: str) -> None:
    """Design, Program. They stand, and can be lifted."""
    t = Table("f1 f2 f3", "l r")
    assert t.refuses(0, sign) == "lay_first"
    assert t.refuses(0, f"not {sign}") == "not_signalled"
    t.act(0, "lay f1")
    t.act(0, sign)
    assert t.state.players[0].signal == sign
    assert t.refuses(0, sign) == "already"
    t.act(1, "lay l")
    assert t.state.players[0].signal == sign
    t.act(0, f"not {sign}")
    assert t.state.players[0].signal == ""


def test_one_signal_takes_the_others_place() -> None:
    """A seat gives one signal at a time (docs/rulings.md)."""
    t = Table("f1 f2 f3", "l r")
    t.act(0, "lay f1")
    t.act(0, "done")
    t.act(0, "flat")
    assert t.state.players[0].signal == "flat"
    assert t.refuses(0, "not done") == "not_signalled"


def test_playing_lifts_ones_own_signal_only() -> None:
    """Design, Program."""
    t = Table("f1 f2 f3", "l r b1")
    t.lay((0, "f1"), (1, "l"))
    t.act(0, "flat")
    t.act(1, "done")
    t.act(0, "lay f2")
    assert [player.signal for player in t.state.players] == ["", "done"]


# --- Program: who is asked, and when the queue runs. ---


def test_asks() -> None:
    """The first card, then more, then nothing that the table waits for."""
    question.cache_clear()  # tests that aren't measured may have asked the same before
    t = Table("f1 f2 f3", "l r b1")
    assert t.asked() == {0: "first", 1: "first"}
    t.act(0, "lay f1")
    assert t.asked() == {0: "more", 1: "first"}
    t.act(0, "done")
    assert t.asked() == {1: "first"}
    assert t.asked(must=False) == {0: "signalled"}


def test_an_empty_hand_is_asked_nothing_and_counts_as_stopped() -> None:
    """It has no cards to play."""
    t = Table("f1", "l r b1 f1 f1 f1")
    t.act(0, "lay f1")
    assert t.asked() == {1: "first"}
    assert options(t.state, 0) == ()
    assert t.refuses(0, "done") == "no_cards"
    assert t.refuses(0, "play any @1") == "no_cards"
    t.lay((1, "l"), (1, "r"), (1, "b1"), (1, "f1"))
    t.act(1, "done")
    assert t.kinds()[:2] == ["Signalled", "Ran"]


def test_the_queue_waits_for_the_first_card_of_everybody() -> None:
    """Rulebook, Program: each player at least one, even if the team has five."""
    t = Table("f1 f1 f1 f1 f1", "l r")
    t.lay(*[(0, "f1")] * 4)
    t.act(0, "flat")
    t.act(0, "lay f1")
    assert len(t.state.queue) == 5
    t.act(1, "lay l")
    assert t.kinds() == ["Played"]
    t.act(1, "done")
    assert "Ran" in t.kinds()


def test_the_queue_runs_with_the_last_signal_at_five() -> None:
    """Five cards, all stopped, either signal."""
    t = Table("f1 f2 f3 f1", "l r b1 f1")
    t.lay((0, "f1"), (1, "l"), (0, "f2"), (1, "r"), (0, "f3"))
    t.act(0, "done")
    assert t.kinds() == ["Signalled"]
    t.act(1, "flat")
    assert t.kinds()[:3] == ["Signalled", "Ran", "Revealed"]


def test_the_queue_runs_with_the_last_card_of_the_last_hand() -> None:
    """Empty hands need no signal."""
    t = Table("f1 f2 f3", "l r")
    t.lay((0, "f1"), (1, "l"), (0, "f2"), (1, "r"), (0, "f3"))
    assert t.kinds()[:2] == ["Played", "Ran"]


def test_with_all_hands_empty_the_queue_runs_as_it_is() -> None:
    """Design: even with fewer than five."""
    t = Table("f1", "l")
    t.lay((0, "f1"), (1, "l"))
    assert "Ran" in t.kinds()


def test_stopping_with_fewer_than_five_is_allowed_and_waits() -> None:
    """Design: the queue waits; if all have stopped, they must go on, whoever it is."""
    t = Table("f1 f2 f3", "l r b1")
    t.lay((0, "f1"), (1, "l"))
    t.act(0, "done")
    assert t.asked() == {1: "more"}
    t.act(1, "flat")
    assert t.kinds() == ["Signalled"]
    assert t.asked() == {0: "signalled", 1: "signalled"}
    t.act(1, "lay r")
    assert t.asked() == {1: "more"}
    t.act(1, "lay b1")
    assert t.asked() == {0: "signalled"}
    assert t.refuses(0, "done") == "already"
    t.act(0, "lay f2")
    assert t.kinds() == ["Played"]
    t.act(0, "flat")
    assert "Ran" in t.kinds()


def test_one_goes_on_while_others_are_flat() -> None:
    """Design: allowed while that seat has cards."""
    t = Table("f1 f1 f1 f1", "l r b1 f2")
    t.lay((0, "f1"), (1, "l"))
    t.act(0, "flat")
    t.lay((1, "r"), (1, "b1"), (1, "f2"))
    assert "Ran" in t.kinds()


def test_an_idle_seat_lays_what_it_owes_and_then_stops() -> None:
    """Design, an absent player: one random legal card if it owes one, else flat."""
    t = Table("f1 f2 f3", "l r b1")
    assert idle(t.state, 0) == Play("any", 0)
    t.act(0, "lay f1")
    assert idle(t.state, 0) == Signal("flat")
    t.act(0, "flat")
    t.act(1, "lay l")
    assert idle(t.state, 1) == Play("any", 2)
    t.act(1, "flat")
    assert idle(t.state, 0) == Play("any", 2)
    t.lay((0, "f2"), (1, "r"), (1, "b1"))
    assert idle(t.state, 0) == Signal("flat")


def test_nothing_can_be_taken_back() -> None:
    """Design: a laid card has spoken."""
    t = Table("f1 f2 f3", "l r b1")
    before = t.state
    t.act(0, "lay f1")
    assert closed(before, t.state)


# --- Execute. ---


def test_cards_run_from_left_to_right() -> None:
    """Rulebook, Execute: revealed one by one, each with what it does."""
    t = Table("f1 l", "r f1 around")
    t.lay((0, "l"), (1, "r"), (1, "f1"), (0, "f1"), (1, "around"))
    played, ran, *rest = t.step.events
    assert isinstance(played, Played)
    assert ran == Ran(1, 5)
    revealed = [event for event in rest if isinstance(event, Revealed)]
    assert [(event.place, event.seat, event.face) for event in revealed] == [
        (1, 0, "rotate_left"),
        (2, 1, "rotate_right"),
        (3, 1, "forward_1"),
        (4, 0, "forward_1"),
        (5, 1, "turn_around"),
    ]
    assert t.kinds()[2:6] == ["Revealed", "Turned", "Revealed", "Turned"]
    assert (t.state.world.x, t.state.world.facing) == (2, 3)


def test_beats_show_each_card_and_the_reset() -> None:
    """A moment a card, with the queue open so far; then the table cleared."""
    t = Table("f1 l", "r f1 around", deck="f1 f1 f1 f1 f1 f1 f1")
    t.lay((0, "l"), (1, "r"), (1, "f1"), (0, "f1"), (1, "around"))
    events, beats = t.step.events, t.step.beats
    assert [state.ran for _, state in beats] == [1, 2, 3, 4, 5, 0]
    for (count, state), (_, following) in pairwise(beats):
        assert isinstance(events[count], Revealed | Drained)
        assert state.queue
        assert following.battery <= state.battery
    count, state = beats[-1]
    assert isinstance(events[count - 1], Drained)
    assert (state.queue, state.battery, len(state.deck)) == ((), 2, 12)


def test_winning_counts_at_once_with_cards_still_in_the_queue() -> None:
    """Rulebook, End of the Game; facts: the cards behind stay closed."""
    t = Table("f3 f3 l f1", "around l", battery=3)
    t.lay((0, "f3"), (1, "around"), (0, "f3"), (1, "l"), (0, "l"))
    t.act(0, "done")
    assert t.step.events[-1] == Won(3, "green")
    assert t.state.ended == "won"
    assert (t.state.ran, len(t.state.queue)) == (3, 5)
    assert t.state.battery == 3
    assert t.asked() == {}
    assert [player.hand for player in t.state.players] == [("forward_1",), ()]
    assert t.refuses(0, "play forward_1 @5") == "over"
    assert t.state.past[-1].ran == 3
    assert len(t.state.past[-1].laid) == 5
    assert [state.ran for _, state in t.step.beats] == [1, 2, 3]


@pytest.mark.parametrize(("battery", "ending"), [(3, "expert"), (2, "challenge"), (1, "won")])
def test_the_band_is_read_when_the_goal_is_reached(battery: int, ending: str) -> None:
    """Rulebook, End of the Game: green for experts, yellow a challenge. On the last round too."""
    t = Table("f3 f3 l", "around l", battery=battery)
    t.lay((0, "f3"), (1, "around"), (0, "f3"), (1, "l"), (0, "l"))
    end = result(t.state)
    assert end is not None
    assert (end.reason, end.winners) == (ending, (0, 1))


def test_passing_over_the_charger_is_not_enough() -> None:
    """Design: she has to stand on it after a card."""
    room = """
        +---+---+---+---+
        |      *  @     |
        +---+---+---+---+
    """
    t = Table("f2 f3 l", "around b1", room=room, facing='"w"')
    t.lay((0, "f2"), (1, "around"), (0, "f3"), (0, "l"), (1, "b1"))
    assert (t.state.world.x, t.state.world.tokens) == (3, ())
    assert result(t.state) is None
    t = Table("f2 f2 l", "around b1", room=room, facing='"w"')
    t.lay((0, "f2"), (1, "around"), (0, "f2"), (0, "l"), (1, "b1"))
    assert t.step.events[-1] == Won(3, "green")


def test_home_with_mess_left_is_no_win_and_whole_vases_are_no_mess() -> None:
    """Design, goal: all mess gone first; a vase that stands is fine."""
    room = """
        +---+---+---+---+
        | @    *       *|
        +   +   +   +   +
        |T u            |
        +---+---+---+---+
    """
    t = Table("f1 b1 f3", "around f3 l", room=room)
    t.lay((0, "f1"), (0, "b1"), (0, "f3"), (1, "around"), (1, "f3"), (1, "l"))
    assert t.step.events[-1] == Won(5, "green")
    assert [token.kind for token in t.state.world.tokens] == ["vase"]


def test_a_broken_vase_has_to_be_swept() -> None:
    """Facts, Vase: it is mess now."""
    room = """
        +---+---+---+
        | @      T u|
        +   +   +   +
        |      *    |
        +   +   +   +
        |           |
        +---+---+---+
    """
    t = Table("f2 b1 l", "f1 r", room=room)
    t.lay((0, "f2"), (1, "f1"), (0, "b1"), (1, "r"), (0, "l"))
    assert result(t.state) is None
    assert sorted(token.kind for token in t.state.world.tokens) == ["dust", "vase_broken"]


# --- Reset. ---


def test_reset_puts_the_queue_shuffled_under_the_deck_and_deals() -> None:
    """Rulebook, Reset: in this order; the deck that was left is dealt first."""
    t = Table("f1 l", "r f1 around", deck="f2 f2 f3 b1 f3")
    chance = Recorder(Dice(b"t"))
    t.lay((0, "l"), (1, "r"), (1, "f1"), (0, "f1"))
    t.act(1, "lay around", chance)
    assert chance.places == [("reset", 1, place) for place in (4, 3, 2, 1)]
    assert t.state.battery == 2
    assert t.state.round == 2
    assert t.state.queue == ()
    assert [len(player.hand) for player in t.state.players] == [5, 5]
    held = Counter(face for player in t.state.players for face in player.hand)
    assert held >= Counter(faces("f2 f2 f3 b1 f3"))
    assert t.state.deck == ()
    assert t.kinds()[-3:] == ["Drained", "Dealt", "Dealt"]


def test_unplayed_cards_stay_in_hand() -> None:
    """Facts, Round structure 3: players only refill."""
    t = Table("f3 f1 f1 l", "r f1 around", deck="f2 f2 b1 b1 f2 f2")
    t.lay((0, "l"), (1, "r"), (1, "f1"), (0, "f1"), (1, "around"))
    t.act(0, "flat")
    assert Counter(t.state.players[0].hand) >= Counter(faces("f3 f1"))
    assert [player.signal for player in t.state.players] == ["", ""]
    assert [player.laid for player in t.state.players] == [0, 0]


def test_an_empty_battery_loses_before_any_deal() -> None:
    """Rulebook, End of the Game; design, Reset."""
    t = Table("f1 l", "r f1 around", deck="f2 f2 f3 b1 f3", battery=1)
    t.lay((0, "l"), (1, "r"), (1, "f1"), (0, "f1"), (1, "around"))
    assert t.step.events[-2:] == (Drained(1, 0), Lost())
    assert t.state.ended == "lost"
    assert [player.hand for player in t.state.players] == [(), ()]
    assert len(t.state.deck) == 10
    end = result(t.state)
    assert end is not None
    assert (end.reason, end.winners) == ("lost", ())
    assert t.asked() == {}
    assert t.step.beats[-1][1] == t.state


def test_a_battery_of_n_gives_n_rounds() -> None:
    """Facts, Round structure 1."""
    t = Table("f1 l f1 l f1", "", deck="f1 " * 11, battery=3)
    rounds = 0
    while result(t.state) is None:
        for seat in list(t.asked()):
            if seat in t.asked():
                t.act(seat, write(idle(t.state, seat)))
        rounds = len(t.state.past)
    assert rounds == 3
    assert t.state.battery == 0


def test_the_past_remembers_each_round() -> None:
    """What the walk-through and the debrief are made of."""
    t = Table("f1 l", "r f1 around", deck="f2 f2 f3 b1 f3")
    start = t.state.world
    t.lay((0, "l"), (1, "r"), (1, "f1"), (0, "f1"), (1, "around"))
    (past,) = t.state.past
    assert (past.number, past.battery, past.start, past.ran) == (1, 3, start, 5)
    assert past.hands == (faces("f1 l"), by_face(faces("r f1 around")))
    assert [laid.face for laid in past.laid] == list(faces("l r f1 f1 around"))
    assert past.events == t.step.events[1 : 1 + len(past.events)]
    assert not any(isinstance(event, Dealt) for event in past.events)


def test_practice_mode_changes_no_rule_but_the_open_queue() -> None:
    """Rulebook, Practice Mode: cards lie face up; silence and the quirk rule hold."""
    t = Table("f1 ql", "r f1 around", practice=True)
    assert t.refuses(0, "lay f1") == "quirk_first"
    t.act(0, "lay ql")
    (event,) = t.step.events
    assert isinstance(event, Played)
    assert event.practice


def test_options_agree_with_why_not() -> None:
    """Every action that could be written, in a state with everything in it."""
    t = Table("f1 qf2 ql f1", "l r b1")
    t.lay((0, "ql"), (1, "l"))
    t.act(0, "done")
    for seat in (0, 1):
        for seen in (1, 2, 3):
            for face in ("any", *faces("f1 f2 b1 l r qf2 ql")):
                action = Play(face, seen)
                assert (why_not(t.state, seat, action) is None) == (
                    action in options(t.state, seat)
                )
        for sign in ("done", "flat"):
            for signal in (Signal(sign), Lift(sign)):
                assert (why_not(t.state, seat, signal) is None) == (
                    signal in options(t.state, seat)
                )
