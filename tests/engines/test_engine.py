"""`engines.core.engine`: what a game gets that leaves out the parts it has no use for."""

from engines import ENGINES
from engines.core.engine import Illegal, Reason, Unreadable
from tests.engines.tiny import ENGINE, model
from tests.engines.trials import TINY, TRIALS, walk


def test_every_game_is_tried() -> None:
    """A game without a row in `trials.py` would keep no law at all."""
    tried = [trial.engine for trial in TRIALS]
    assert tried == [ENGINE, *ENGINES.values()]
    for trial in TRIALS:
        assert {players for _, players in trial.tables} == set(trial.engine.seats)


def test_what_a_game_may_leave_out() -> None:
    """Marbles has no scenarios, no name for a table, no rule of silence and no sound."""
    state = walk(TINY, 0, b"").games[0].state
    assert ENGINE.catalogue() == ()
    assert ENGINE.label(model.Options()) == ""
    assert ENGINE.silence(state) is None
    assert ENGINE.beeps(state) is False


def test_illegal_carries_its_reason() -> None:
    reason = Reason("full", "The tray is full.", "Trays", (("place", 3),))
    illegal = Illegal(reason)
    assert illegal.reason is reason
    assert str(illegal) == "The tray is full."
    assert not isinstance(illegal, ValueError)
    assert issubclass(Unreadable, ValueError)
