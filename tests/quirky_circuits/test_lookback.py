"""The debrief's words and places: what came of a card, where it bent the robot's way, and where in
the rows of the game it stands."""

import pytest
from msgspec.structs import replace

from engines.core import codec
from engines.core.chance import Chance
from engines.core.engine import Step
from engines.quirky_circuits import text
from engines.quirky_circuits.lookback import Bend, came_of, lookback
from engines.quirky_circuits.model import (
    Broke,
    Collided,
    Event,
    Fell,
    Happening,
    Moved,
    Revealed,
    Slid,
    State,
    Swept,
    Turned,
    Won,
)
from engines.quirky_circuits.scenario import SCENARIOS, board
from engines.quirky_circuits.views import Debrief, debrief_round, public
from tests.quirky_circuits.table import Table, faces


class Told(Table):
    """A table that keeps what each of its rows told: the set-up's first, which tells nothing
    here."""

    def __init__(self, *hands: str, **keys: str) -> None:
        super().__init__(*hands, **keys)  # type: ignore[arg-type] # numbers are not needed here
        self.steps: list[Step[State, Event]] = [Step(self.state, ())]

    def act(self, seat: int, text: str, chance: Chance | None = None) -> None:
        super().act(seat, text, chance)
        self.steps.append(self.step)

    @property
    def rows(self) -> list[tuple[Event, ...]]:
        return [step.events for step in self.steps]

    def at(self, stop: str) -> State:
        """The state at a stop, as the pages of the past find it."""
        seq, _, beat = stop.partition(".")
        step = self.steps[int(seq) - 1]
        return step.beats[int(beat) - 1][1] if beat else step.state


def debrief_of(t: Table) -> Debrief:
    """The debrief of a game that has ended."""
    view = public(t.state).debrief
    assert view is not None
    return view


# --- What came of it. ---


def test_steps_are_counted_and_what_the_robot_does_is_one_sentence() -> None:
    """As people would tell it."""
    dust = Swept("dust-c1", "dust", 2, 0)
    said: list[tuple[list[Happening | Won], str]] = [
        ([Moved(1, 0)], "Gizmo moves to B1."),
        ([Moved(1, 0), Moved(2, 0), Moved(3, 0)], "Gizmo moves 3 spaces to D1."),
        (
            [Moved(1, 0), Moved(2, 0), dust, Moved(3, 0)],
            "Gizmo moves 2 spaces to C1, then sweeps up a dust bunny at C1, then moves to D1.",
        ),
        (
            [Moved(1, 0), Collided("sofa", 1, 2, 0), Turned(0, "collision")],
            "Gizmo moves to B1, then bumps into the sofa and stops,"
            " then turns left and faces north.",
        ),
        (
            [
                Collided("side_table", 1, 2, 0),
                Fell("vase-c1", "vase", 3, 0),
                Broke("vase-c1", 3, 0),
            ],
            "Gizmo bumps into the side table and stops. The vase falls to D1. It breaks: one more"
            " mess to sweep.",
        ),
        (
            [Moved(1, 0), Slid(1, 1), Slid(1, 2), Won(1, "green")],
            "Gizmo moves to B1, then slides down to B2, then slides down to B3. The goal is reached"
            " with the battery in the green: you all win!",
        ),
        ([], ""),
    ]
    for events, words in said:
        assert text.came(events, "Gizmo") == words


ALL_KINDS = """
    +---+---+---+---+---+
    | @    * T u      % |
    +   +   +   +   +   +
    |     ^             |
    +   +   +   +   +   +
    |V u                |
    +---+---+---+---+---+
"""


def test_marks_and_bends_of_a_round() -> None:
    """Each card's marks once and in order; where the way was changed, and by which card."""
    t = Table("f3 around f1 r f1", "l f3 l f2 f1", room=ALL_KINDS)
    t.lay(*((0, card) for card in ("f3", "around", "f1", "r", "f1")))
    t.lay(*((1, card) for card in ("l", "f3", "l", "f2", "f1")))
    came = came_of(board(t.state.options.scenario), t.state.past[0])
    assert [each.marks for each in came] == [
        ("moved", "swept", "collided", "fell", "broke"),
        ("turned",),
        ("moved", "slid"),
        ("turned",),
        ("collided",),
        ("turned",),
        ("moved",),
        ("turned",),
        ("moved", "chair"),
        ("moved", "swept"),
    ]
    assert [bend for each in came for bend in each.bends] == [
        Bend(1, "collided", 1, 0, "e"),
        Bend(3, "slid", 1, 2),
        Bend(5, "collided", 1, 2, "w"),
        Bend(9, "chair", 4, 0),
    ]
    assert came[4].text.startswith("Gizmo bumps into the side table and stops. The vase wobbles")


def test_a_collision_says_to_which_side() -> None:
    """Backing into something is a bump behind: the frame knows, for whoever draws it."""
    t = Table("b1 l", "r f1 around")
    t.lay((0, "b1"), (1, "r"), (1, "around"), (0, "l"), (1, "f1"))
    run = public(t.state).run
    assert run is not None
    assert [frame.way for frame in run.cards[0].frames] == ["w", ""]
    assert run.cards[0].frames[0].kind == "collided"


def test_momentum_is_a_bend() -> None:
    """Twirl's drift; her loss of momentum in a collision is no mark of its own. Buds open."""
    t = Table(
        "f2 l f1 f1",
        "r f2 f1",
        robot='"twirl"',
        goals='["visit"]',
        deck="l " * 12,
        room="""
            +---+---+---+---+---+
            | @                b|
            +   +   +   +   +   +
            |              b    |
            +---+---+---+---+---+
        """,
    )
    t.lay((0, "f2"), (1, "r"), (1, "f1"), (0, "l"), (1, "f2"))
    t.act(0, "done")
    came = came_of(board(t.state.options.scenario), t.state.past[0])
    assert [each.marks for each in came] == [
        ("moved", "gathered"),
        ("turned", "drifted"),
        ("moved", "opened"),
        ("turned",),
        ("moved", "collided"),
    ]
    assert [bend.kind for each in came for bend in each.bends] == ["drifted", "collided"]


PILE = """
    +---+---+---+---+
    | @    z        |
    +   +   +   +   +
    |             1 |
    +---+---+---+---+
"""
LEFTY = {
    "robot": '"lefty"',
    "goals": '["fill bed with maki"]',
    "tokens": '{ z = ["nigiri", "maki"] }',
    "deck": "r r f1 f1 b1 swap swap r r",
}


def asked() -> Told:
    """The third card waits for its player's choice, with two behind it."""
    t = Told("l lh rh", "lh swap r", room=PILE, **LEFTY)
    t.lay((0, "l"), (1, "r"), (0, "lh"), (1, "swap"), (1, "lh"))
    t.act(0, "done")
    return t


def test_a_card_that_asked_is_marked() -> None:
    """Before what came of the answer."""
    t = asked()
    t.act(0, "choose maki-b1")
    came = came_of(board(t.state.options.scenario), t.state.past[0])
    assert came[2].marks == ("asked", "picked_up")
    assert [each.marks for each in came[3:]] == [("swapped",), ("picked_up",)]
    past = t.state.past[0]
    stopped = replace(
        past, ran=2, events=past.events[: past.events.index(Revealed(3, 0, "left_hand"))]
    )
    assert [each.marks for each in came_of(board(t.state.options.scenario), stopped)] == [
        *(("turned",), ("turned",)),
        *((), (), ()),
    ]


# --- Where it stands. ---


def test_where_each_card_was_laid_and_ran() -> None:
    """The row before it, with the signals as they stood, and the beat at which it was done."""
    t = Told("f1 l f1", "r f1 around", deck="f1 f1 f1 f1 f1 f1")
    t.lay((0, "l"))
    t.act(0, "done")
    t.lay((1, "r"), (1, "f1"))
    t.act(1, "flat")
    t.act(1, "not flat")
    t.lay((0, "f1"), (1, "around"))
    t.act(0, "flat")
    t.lay((0, "f1"), (1, "f1"))
    first, second = lookback(t.rows)
    assert [each.before for each in first] == [1, 3, 4, 7, 8]
    assert [each.signals for each in first] == [
        (),
        ((0, "done"),),
        ((0, "done"),),
        ((0, "done"),),
        (),
    ]
    # The last card empties a hand; the signal after it runs the queue.
    assert [each.ran for each in first] == [f"10.{beat}" for beat in range(1, 6)]
    assert [each.before for each in second] == [10, 11]
    assert [each.ran for each in second] == ["", ""]
    assert [each.signals for each in second] == [(), ()]
    for place, each in enumerate(first, 1):
        assert len(t.at(str(each.before)).queue) == place - 1
        assert t.at(each.ran).ran == place


def test_a_card_that_runs_the_queue_itself() -> None:
    """All hands empty: laid and run in one row, and it can still be looked at before."""
    t = Told("f1 l", "r f1 around", deck="f1 f1")
    t.lay((0, "l"), (1, "r"), (1, "f1"), (0, "f1"), (1, "around"))
    (cards,) = lookback(t.rows)
    assert [(each.before, each.ran) for each in cards] == [
        (place, f"6.{place}") for place in range(1, 6)
    ]


def test_a_card_that_waited_ran_with_its_answer() -> None:
    """The first beat of the row that answers."""
    t = asked()
    assert t.kinds()[-1] == "Revealed"
    assert [each.ran for each in lookback(t.rows)[0]] == ["7.1", "7.2", "", "", ""]
    t.act(0, "choose maki-b1")
    assert [each.ran for each in lookback(t.rows)[0]] == ["7.1", "7.2", "8.1", "8.2", "8.3"]
    assert [t.at(each.ran).ran for each in lookback(t.rows)[0]] == [1, 2, 3, 4, 5]


def test_cards_behind_the_winning_one_never_ran() -> None:
    """And the winning one has a beat of its own."""
    t = Told("f3 f3 l f1", "around r")
    t.lay((0, "f3"), (1, "around"), (0, "f3"), (1, "r"), (0, "l"))
    t.act(0, "done")
    (cards,) = lookback(t.rows)
    assert [each.ran for each in cards] == ["7.1", "7.2", "7.3", "", ""]
    assert t.at("7.3").ran == 3


# --- What its player could see. ---


def test_what_the_player_of_a_card_could_see() -> None:
    """Own faces, in hand and in the queue; of everybody else the backs, then as now."""
    t = Table("f3 f3 l f1", "around r")
    t.lay((0, "f3"), (1, "around"), (0, "f3"), (1, "r"), (0, "l"))
    t.act(0, "done")
    first, second, _, fourth, last = debrief_of(t).rounds[0].cards
    assert (first.queue, first.others) == ((), ((1, ("turn", "turn")),))
    assert second.others == ((0, ("move", "move", "turn")),)
    assert [(card.seat, card.back, card.face) for card in fourth.queue] == [
        (0, "move", None),
        (1, "turn", "turn_around"),
        (0, "move", None),
    ]
    assert [card.face for card in last.queue] == [*faces("f3"), None, *faces("f3"), None]
    assert last.others == ((1, ()),)
    assert [(each.came.marks, each.came.text) for each in (fourth, last)] == [((), "")] * 2


def test_in_practice_mode_the_queue_was_open() -> None:
    """Rulebook, Practice Mode."""
    t = Table("f1 l", "r f1 around", practice=True, battery=1)
    t.lay((0, "l"), (1, "r"), (1, "f1"), (0, "f1"), (1, "around"))
    *_, last = debrief_of(t).rounds[0].cards
    assert [card.face for card in last.queue] == list(faces("l r f1 f1"))


def test_what_was_left_when_the_battery_ran_out() -> None:
    """The parts of the goal, or only the way home."""
    t = Table("f1 l", "r f1 around", battery=1)
    t.lay((0, "l"), (1, "f1"), (0, "f1"), (1, "r"), (1, "around"))
    lost = debrief_of(t)
    assert lost.text == "Still to do when the battery ran out: 1 piece of mess."
    assert lost.bends == (("collided", 2),)
    t = Table("f3 l", "r f1 around", battery=1)
    t.lay((0, "f3"), (1, "r"), (1, "f1"), (0, "l"), (1, "around"))
    assert debrief_of(t).text == "All was done when the battery ran out, but for the way home."


@pytest.mark.parametrize(
    ("rounds", "won", "said"),
    [
        (4, True, "Par for three is 4 rounds, and that is what this team took."),
        (3, True, "Par for three is 4 rounds; this team took 3: 1 under par."),
        (6, True, "Par for three is 4 rounds; this team took 6: 2 over par."),
        (9, False, "Par for three is 4 rounds; the battery lasted for 9."),
    ],
)
def test_par_in_words(rounds: int, won: bool, said: str) -> None:
    """Under, at and over par; a lost game is compared with nothing but the battery."""
    assert text.against_par(4, 3, rounds, won) == said


def test_the_debrief_compares_with_the_scenarios_par() -> None:
    """By how many play; a scenario without a par says nothing."""
    t = Table("f1 l", "r f1 around", battery=1, par="{ 2 = 4, 3 = 3, 4 = 2 }")
    t.lay((0, "l"), (1, "r"), (1, "f1"), (0, "f1"), (1, "around"))
    assert debrief_of(t).par == "Par for two is 4 rounds; the battery lasted for 1."
    key = t.state.options.scenario
    SCENARIOS[key] = replace(SCENARIOS[key], par=())
    assert debrief_of(t).par == ""


def test_a_round_is_looked_back_on_once() -> None:
    """The page asks for it after every word that is said."""
    t = Table("f1 l", "r f1 around", battery=1)
    t.lay((0, "l"), (1, "r"), (1, "f1"), (0, "f1"), (1, "around"))
    (past,) = debrief_of(t).rounds
    assert debrief_of(t).rounds[0] is past
    map_ = board(t.state.options.scenario)
    assert debrief_round(map_, t.state.past[0], False) is past


@pytest.mark.parametrize("deck", ["f1 f1 f1 f1 f1", "f1 f1"])
def test_before_the_end_there_is_nothing_of_it(deck: str) -> None:
    """Neither while the team programs nor at any beat of a run, the winning card's included: no
    word, no mark, no face of what wasn't turned up."""
    t = Told("f3 f3 l f1", "around r", deck=deck)
    t.lay((0, "f3"), (1, "around"), (0, "f3"), (1, "r"), (0, "l"))
    t.act(0, "done")
    states = [step.state for step in t.steps[:-1]]
    states += [state for _, state in t.step.beats]
    assert len(states) == 9
    for state in states:
        view = public(state)
        assert view.debrief is None
        assert "came" not in codec.dump(view)
    assert public(t.state).debrief is not None
