"""`engines.core.codec`: records to bytes, text and plain data, and back."""

import msgspec
import pytest

from engines.core import codec
from tests.engines.tiny import model as m

STATE = m.State(
    2,
    1,
    "free",
    ("gift",),
    ("blue", "red"),
    (),
    (m.Player(("gust",), agenda=(m.Job(m.DrawMarbles(2), "gust"), m.Job(m.Lift(), "peek"))),),
)
EVENT = m.PutBack(1, "gift", "top", 3)


def test_bytes() -> None:
    data = codec.pack(STATE)
    assert isinstance(data, bytes)
    assert codec.unpack(data, m.State) == STATE
    with pytest.raises(msgspec.ValidationError):
        codec.unpack(data, m.Player)


def test_text() -> None:
    text = codec.dump(EVENT)
    assert text == '{"type":"PutBack","seat":1,"face":"gift","where":"top","cards":3}'
    assert codec.load(text, m.Event) == EVENT
    assert codec.load(text.encode(), m.PutBack) == EVENT
    with pytest.raises(msgspec.ValidationError):
        codec.load(text, m.Swapped)


def test_plain_data() -> None:
    data = codec.plain(EVENT)
    assert data == {"type": "PutBack", "seat": 1, "face": "gift", "where": "top", "cards": 3}
    assert codec.record(data, m.Event) == EVENT
    with pytest.raises(msgspec.ValidationError):
        codec.record({**data, "seat": "one"}, m.Event)
    assert codec.record({}, m.Options) == m.Options()
