"""What a game gets that says nothing about the house: free words, no sound, no book, no name."""

import pytest

from engines.core.engine import AnyEngine, Unreadable
from tests.engines import tiny


def test_what_a_game_need_not_say() -> None:
    """The defaults of the engine record."""
    engine: AnyEngine = tiny.ENGINE
    assert engine.silence(None) is None
    assert engine.beeps(None) is False
    assert engine.catalogue() == ()
    assert engine.book() is None
    assert engine.printed() is None
    assert engine.pages() == ()
    assert engine.label(None) == ""
    assert engine.switches(None) == ()
    assert engine.heads(None) is False
    assert engine.topic(None) == ""
    with pytest.raises(Unreadable):
        engine.switch(None, "anything")
