"""The notation, and the sentences that people read."""

from typing import get_args

import pytest

from engines.core.engine import Unreadable
from engines.quirky_circuits import ENGINE, text
from engines.quirky_circuits.components import CARDS, CARRIED, FIXED, MESS
from engines.quirky_circuits.model import (
    Action,
    Aim,
    Choose,
    Collided,
    Conveyed,
    Dealt,
    Drained,
    Drifted,
    Event,
    Fell,
    Found,
    Gathered,
    Happening,
    Idled,
    Jumped,
    Kept,
    Lift,
    Lifted,
    Lost,
    Moved,
    PickedUp,
    Play,
    Played,
    PutDown,
    Ran,
    Revealed,
    Rode,
    Seated,
    Served,
    Signal,
    Signalled,
    Slid,
    Stayed,
    Steadied,
    Swapped,
    Swept,
    Turned,
    Waited,
    Wandered,
    Won,
)
from engines.quirky_circuits.notation import read, write
from engines.quirky_circuits.robots import ROBOTS
from engines.quirky_circuits.topics import OWN, topic

NAMES = ("Ann", "Ben", "Cleo", "Dan")


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Play("forward_1", 0), "play forward_1 @0"),
        (Play("quirk_rotate_left", 15), "play quirk_rotate_left @15"),
        (Play("any", 4), "play any @4"),
        (Signal("done"), "done"),
        (Lift("done"), "not done"),
        (Signal("flat"), "flat"),
        (Lift("flat"), "not flat"),
        (Choose("seed-b3"), "choose seed-b3"),
        (Choose("order_maki-c1-2"), "choose order_maki-c1-2"),
    ],
)
def test_notation(action: Action, said: str) -> None:
    """Both ways."""
    assert write(action) == said
    assert read(said) == action


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "play",
        "play forward_1",
        "play forward_4 @1",
        "play forward_1 @",
        "play forward_1 @01",
        "play forward_1 @-1",
        "play forward_1 @100",
        "play forward_1 @1 ",
        "play forward_1 @1\n",
        "play forward_1 @١",
        "Play forward_1 @1",
        "not",
        "not  done",
        "beep",
        "choose",
        "choose seed",
        "choose seed-b0",
        "choose seed-b3-1",
        "choose seed-b3 ",
        "choose Seed-b3",
        "undo",
    ],
)
def test_unreadable(wrong: str) -> None:
    """Nothing else is an action."""
    with pytest.raises(Unreadable):
        read(wrong)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (16, "16th"),
        (21, "21st"),
    ],
)
def test_ordinals(number: int, said: str) -> None:
    """Places in the queue."""
    assert text.ordinal(number) == said


def test_every_card_has_a_button() -> None:
    """Labels in words."""
    assert text.action(Play("forward_2", 7)) == "Lay Forward 2"
    assert text.action(Play("any", 0)) == "Lay one of my cards at random"
    assert text.action(Signal("flat")) == "Hands flat: let's stop"
    assert text.action(Lift("done")) == "Take back: done"
    assert text.action(Choose("order_maki-c1")) == "Serve the cat at C1"
    assert text.action(Choose("seed-b3")) == "Take the seed that started at B3"
    labels = {text.action(Play(face, 0)) for face in CARDS}
    assert len(labels) == len(CARDS)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Dealt(0, ("move",), ()), "Ann is dealt 1 card."),
        (Dealt(1, ("move", "turn"), ()), "Ben is dealt 2 cards."),
        (Played(1, 4, "move", False, None, False), "Ben lays a move card as 4th."),
        (Played(1, 4, "turn", True, None, False), "Ben lays a quirk card (turn) as 4th."),
        (Played(1, 4, "move", False, "forward_2", False), "Ben lays Forward 2 as 4th."),
        (Signalled(2, "done"), "Cleo signals: done."),
        (Lifted(2, "flat"), "Cleo takes the signal back: hands flat."),
        (Ran(3, 7), "Round 3: the queue of 7 cards runs."),
        (Revealed(2, 3, "turn_around"), "Card 2, Dan: Turn Around."),
        (Moved(1, 1), ""),
        (Turned(0, "card"), ""),
        (Turned(3, "collision"), "Turns left and faces west."),
        (Turned(3, "chair"), "Turns left and faces west."),
        (Slid(2, 6), "Slides down to C7."),
        (Collided("side_table", 1, 2, 2), "Bumps into the side table and stops."),
        (Collided("edge", 1, 2, 2), "Bumps into the outer wall and stops."),
        (Collided("barrier", 1, 2, 2), "Bumps into a wall and stops."),
        (Collided("tv", 1, 2, 2), "Bumps into the TV and stops."),
        (Seated(0, 0), "Is stopped by the chair at A1."),
        (Swept("dust-a1", "dust", 0, 0), "Sweeps up a dust bunny at A1."),
        (Swept("vase-a1", "vase_broken", 0, 0), "Sweeps up a broken vase at A1."),
        (Stayed("vase-a1", "vase", 0, 0), "The vase wobbles, but has nowhere to fall."),
        (Swept("bud-a1", "bud", 0, 0), "Opens a bud at A1."),
        (Fell("bone-a1", "bone", 1, 0), "The bone falls to B1."),
        (Collided("incline", 1, 2, 2), "Bumps into a slope that is too steep on foot and stops."),
        (Jumped(2, 0), ""),
        (Gathered(1), "Gathers momentum to the east."),
        (Drifted(2, 0), "Drifts on to C1, by the momentum of the card before."),
        (Steadied(), "Has no momentum left after the bump."),
        (Steadied(lost=False), "Gathers no momentum, because of the bump."),
        (PickedUp("seed-a1", "seed", 0, 0, 0), "Picks up the seed at A1."),
        (PutDown("seed-a1", "seed", 1, 0, 0), "Puts the seed down at B1."),
        (Found(0, 0, 0), "Reaches out, but there is nothing to take."),
        (
            Kept("spine-a1", "spine", 0, "edge"),
            "Keeps the spine: part of it would lie beyond the outer wall.",
        ),
        (
            Kept("bone-a1", "bone", 0, "obstacle"),
            "Keeps the bone: nothing can be put down on an obstacle.",
        ),
        (Kept("bone-a1", "bone", 0, "order"), "Keeps the bone: it isn't its turn yet."),
        (Kept("bone-a1", "bone", 0, "shared"), "Keeps the bone: each space holds one token only."),
        (
            Served("maki-a1", "maki", "order_maki-c1", 2, 0),
            "The cat at C1 gets the maki she ordered.",
        ),
        (Swapped(), "Swaps what the two hands hold."),
        (Rode(2, 0), "Rides the belt to C1."),
        (Conveyed("maki-a1", "maki", 1, 0), "The belt takes the maki to B1."),
        (Idled(), "The belts run, and nothing on them can move."),
        (Wandered("snail-a1", "snail", 1, 0), "The snail goes on to B1."),
        (Waited("snail", "held"), "The snail stays: it is being carried."),
        (Waited("snail", "there"), "The snail stays: it is where it wants to be."),
        (Waited("snail", "gone"), "The snail stays: what it follows is gone."),
        (Waited("snail", "no_way"), "The snail stays: there is no way on."),
        (Won(5, "yellow"), "The goal is reached with the battery in the yellow: you all win!"),
        (Drained(2, 6), "The queue's cards go under the deck. Battery: 6."),
        (Lost(), "The battery is empty before the goal is reached: you all lose."),
    ],
)
def test_log_lines(event: Event, said: str) -> None:
    """One a moment; single steps are told by the card above them."""
    assert text.line(event, NAMES) == said


def test_what_no_card_says_leads_to_its_rule() -> None:
    """Why did she turn? What only one robot does, its own page tells; that each of these addresses
    is there, tests/web/test_rules_pages.py knows."""
    assert topic(Turned(3, "collision")) == "/robots/gizmo#left-turn"
    assert topic(Turned(3, "chair")) == "/robots/gizmo#chairs"
    assert topic(Turned(3, "card")) == ""
    assert topic(Collided("tv", 1, 2, 2)) == "#collision"
    assert topic(Collided("incline", 1, 2, 2)) == "/robots/rover#slopes"
    assert topic(Drifted(2, 0)) == "/robots/twirl#momentum"
    assert topic(Moved(1, 1)) == ""
    assert ENGINE.topic is topic


def test_what_only_one_robot_does_is_told_as_its_own() -> None:
    """An event doesn't say whose it is: the robots' reference tiles do."""
    assert [key for key, robot in ROBOTS.items() if robot.after_collision] == ["gizmo"]
    assert [key for key, robot in ROBOTS.items() if robot.chairs] == ["gizmo"]
    assert [key for key, robot in ROBOTS.items() if robot.momentum] == ["twirl"]
    assert [key for key, robot in ROBOTS.items() if not robot.climbs] == ["rover"]
    assert list(OWN) == list(ROBOTS)


def test_a_card_in_a_sentence() -> None:
    """A turn by a card, as a frame of the walk-through says it."""
    assert text.happening(Turned(1, "card"), "Gizmo") == "Gizmo turns to face east."
    assert text.happening(Lost()) == ""


def test_the_parts_of_a_goal_are_counted_in_words() -> None:
    """One and many, for every kind of part."""
    assert text.pieces(Aim("sweep")) == ("piece of mess", "pieces of mess")
    assert text.pieces(Aim("serve")) == ("order", "orders")
    assert text.pieces(Aim("visit")) == ("bud", "buds")
    assert text.pieces(Aim("deliver", "seed", "bed")) == ("seed", "seeds")
    assert text.pieces(Aim("fill", "bone", "crate")) == ("empty crate", "empty crates")


def test_every_event_of_a_run_is_a_frame_with_a_sentence() -> None:
    """What happens has a name for the page; a jump is told in the walk-through."""
    assert set(text.FRAMES) == set(get_args(Happening)) | {Won}
    assert text.happening(Jumped(2, 0), "Rover") == "Rover jumps to C1."
    assert set(text.TOKENS) >= {*CARRIED, *FIXED, *MESS, "vase"}


def test_reasons_name_unknown_cards_too() -> None:
    """A text from outside gets a sentence, not an error."""
    assert text.not_held("forward_1").text == "You hold no Forward 1."
    assert text.not_held("fly").text == "You hold no fly."


def test_a_choice_is_read_to_the_letter() -> None:
    """Of a token that no game has, so that nobody has read it before."""
    assert read("choose odd_thing-z9-2") == Choose("odd_thing-z9-2")
    for wrong in ("choose odd_thing-z9-1", "choose Odd-z9", "choose odd_thing-z0", "choose  -z9"):
        with pytest.raises(Unreadable):
            read(wrong)
