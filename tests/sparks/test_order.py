"""Table option *in order*, changed by the host while a game runs: from the next turn on."""

import pytest

from engines.core.chance import Dice
from engines.core.engine import Illegal, Unreadable
from engines.core.game import Game, act, ask_id, fold, resume, switch, table_ask
from engines.sparks import ENGINE
from engines.sparks.model import Options, OrderSwitched, State
from engines.sparks.setup import setup
from engines.sparks.supply import Telling
from engines.sparks.turns import begin_turn
from engines.sparks.views import public
from tests.sparks.table import Seat, Table

ON, OFF = "in order on", "in order off"


def texts(state: State) -> list[str]:
    """What the host may change now."""
    return [each.text for each in ENGINE.switches(state)]


def change(game: Game, text: str) -> Game:
    """The host changes it."""
    return switch(game, table_ask(game), text).game


def post(game: Game, seat: int, text: str) -> Game:
    """A seat acts."""
    return act(game, seat, ask_id(game, seat), text, Dice(b"order")).game


def test_it_holds_from_the_next_turn_on() -> None:
    """This turn goes on as it began; the next one is in order, and all that follow."""
    t = Table(Seat("r1"), Seat("b1"), Seat("g1"))
    assert texts(t.state) == [ON]
    t.state = ENGINE.switch(t.state, ON).state
    assert texts(t.state) == [OFF]
    assert t.asked() == {0: "act", 1: "act", 2: "act"}
    status = public(t.state).status
    assert (status.in_order, status.switched) == (False, True)
    for turn in (2, 3):
        t.state = begin_turn(t.state, Telling(Dice(b"%d" % turn), [], []))
        assert (t.state.turn, t.state.options.in_order, t.state.switched) == (turn, True, False)
        status = public(t.state).status
        assert (status.in_order, status.switched) == (True, False)
        assert texts(t.state) == [OFF]


@pytest.mark.parametrize("first", [False, True])
def test_it_can_be_changed_back(first: bool) -> None:
    """Twice before the next turn is as if never."""
    t = Table(Seat("r1"), Seat("b1"), options=Options(in_order=first))
    once, back = (OFF, ON) if first else (ON, OFF)
    step = ENGINE.switch(t.state, once)
    assert step.events == (OrderSwitched(not first),)
    assert ENGINE.switch(step.state, back).state == t.state
    assert ENGINE.switch(step.state, back).events == (OrderSwitched(first),)
    begun = begin_turn(step.state, Telling(Dice(b"next"), [], []))
    assert begun.options.in_order != first


def test_from_the_set_up_on() -> None:
    """While robots are chosen the first turn is the next one."""
    state = setup(Options(), 3, Dice(b"order")).state
    state = ENGINE.switch(state, ON).state
    for seat in range(3):
        state = ENGINE.apply(state, seat, ENGINE.idle(state, seat), Dice(b"order")).state
    assert (state.turn, state.options.in_order, state.switched) == (1, True, False)


def test_what_can_not_be_changed() -> None:
    """What is so already; anything in the last turn, alone, or after the end; other words."""
    two = Table(Seat("r1"), Seat("b1")).state
    last = Table(Seat("r1"), Seat("b1"), turn=8).state
    alone = Table(Seat("r1")).state
    assert texts(last) == texts(alone) == []
    for state, text in ((two, OFF), (last, ON), (alone, ON)):
        with pytest.raises(Illegal) as refused:
            ENGINE.switch(state, text)
        # Somebody else has done it, or time has: a conflict, and no mistake.
        assert refused.value.reason.key == "moved_on"
    for text in (
        "",
        "in order",
        "in order on ",
        "In order on",
        "done",
        "in order on; in order off",
    ):
        with pytest.raises(Unreadable):
            ENGINE.switch(two, text)


def test_what_people_read() -> None:
    """The host's button, how it stands, and the log."""
    state = Table(Seat("r1"), Seat("b1")).state
    [each] = ENGINE.switches(state)
    assert each.label == "From the next turn: act in order"
    assert each.told == "You act all at once."
    step = ENGINE.switch(state, ON)
    [each] = ENGINE.switches(step.state)
    assert each.label == "From the next turn: act all at once"
    assert each.told == (
        "You act all at once. From the next turn on: one after the other, beginning with the"
        " active player."
    )
    [event] = step.events
    for viewer in (0, 1, None, "all"):
        assert ENGINE.hide(event, viewer) == event
    said = ENGINE.line(event, ("Ada", "Ben"))
    assert (
        said
        == "From the next turn on you act one after the other, beginning with the active player."
    )


def test_a_row_between_others() -> None:
    """It spoils no click, is folded as it was, and neither takes back nor is taken back."""
    state = Table(Seat("r1 r2"), Seat("b1 b2")).state
    start = resume(ENGINE, 2, 5, (5, 5), state)
    clicks = [ask_id(start, seat) for seat in range(2)]
    game = change(start, ON)
    assert [ask_id(game, seat) for seat in range(2)] == clicks
    game = post(game, 0, "sell 1")
    game = change(game, OFF)
    game = post(game, 1, "sell 3")
    game = change(game, ON)
    assert game.state.switched
    before = game
    game = post(post(game, 0, "undo"), 1, "undo")
    assert game.state == ENGINE.switch(state, ON).state
    with pytest.raises(Illegal):
        post(game, 0, "undo")
    assert fold(start, game.rows) == game
    again = post(post(game, 0, "sell 1"), 1, "sell 3")
    assert again.state == before.state
