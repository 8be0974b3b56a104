"""Mailboxes, presence and beeps inside one worker."""

import asyncio
import time
from collections.abc import Callable
from uuid import uuid4

import pytest

from app.play.hub import (
    ABSENCE_FORGOTTEN,
    LOBBY,
    PRESENCE_FORGOTTEN,
    PRESENCE_REPEATS,
    Hub,
    person_topic,
    table_topic,
)
from app.play.notify import gathered, hear


class Later:
    """A clock that a test moves on."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


async def test_a_mailbox_keeps_the_newest_number_only() -> None:
    """A slow reader of two topics, a thousand changes: two numbers."""
    hub = Hub()
    with hub.mailbox("table:a", LOBBY) as box:
        for number in [*range(1_000), 5, 0]:
            hub.heard("table:a", number)
        hub.heard(LOBBY, 0)
        hub.heard("table:b", 7)
        assert await box.take(1) == {"table:a": 999, LOBBY: 0}
        assert await box.take(0.01) == {}
        hub.heard("table:a", 3)
        assert await box.take(1) == {"table:a": 3}, "told again, even of an older number"
        assert hub.numbers["table:a"] == 999
    assert hub.watched == []
    assert hub.numbers == {}


async def test_a_reader_that_waits_is_woken() -> None:
    """And two mailboxes of one topic are told both."""
    hub = Hub()
    with hub.mailbox("t") as one, hub.mailbox("t") as other:
        waits = [asyncio.create_task(box.take(5)) for box in (one, other)]
        await asyncio.sleep(0)
        hub.moved("t", 4)
        assert await asyncio.gather(*waits) == [{"t": 4}, {"t": 4}]
        assert hub.watched == ["t"]


def test_what_other_workers_are_told() -> None:
    """Each change once; what is heard is not said again."""
    said: list[str] = []
    hub = Hub()
    hub.announce = said.append
    told: list[tuple[str, int]] = []
    hub.on_heard.append(lambda topic, number: told.append((topic, number)))
    hub.moved("table:x", 3)
    hub.heard("table:x", 4)
    assert said == ["table:x=3"]
    assert told == [("table:x", 3), ("table:x", 4)]


async def test_presence_with_two_sockets() -> None:
    """RC-02: present while one of them is open; counted once; away from the moment of the last."""
    clock = Later()
    said: list[str] = []
    hub = Hub(clock)
    hub.announce = said.append
    game, user = uuid4(), uuid4()
    with hub.mailbox(table_topic(game)) as box:
        with hub.here(game, user):
            assert await box.take(1)
            with hub.here(game, user):
                assert await box.take(0.01) == {}, "nothing new about this person"
                assert hub.present(game) == {user}
            assert hub.present(game) == {user}
            clock.now += 500
            assert hub.away_for(game, user) == 0
        assert await box.take(1)
        assert hub.present(game) == set()
        clock.now += 5
        assert hub.away_for(game, user) == 5
    assert said == [f"here:{game}={user}", f"left:{game}={user}"]


async def test_presence_from_other_workers() -> None:
    """Repeated every 15 s; believed for 40; a word of leaving ends it at once."""
    clock = Later()
    here, there = Hub(clock), Hub(clock)
    here.announce = lambda hint: hear(there, hint)
    game, user, guest = uuid4(), uuid4(), uuid4()
    with here.here(game, user):
        assert there.present(game) == {user}
        for _ in range(10):
            clock.now += PRESENCE_REPEATS
            here.repeat_presence()
            there.repeat_presence()
            assert there.present(game) == {user}
            assert there.away_for(game, user) == 0
    assert there.present(game) == set()
    clock.now += 3
    assert there.away_for(game, user) == 3
    hear(there, f"left:{game}={user}")
    with there.mailbox(table_topic(game)) as box:
        hear(there, f"here:{game}={guest}")
        assert await box.take(1)
        hear(there, f"here:{game}={guest}")
        assert await box.take(0.01) == {}
        clock.now += PRESENCE_FORGOTTEN + 1
        there.repeat_presence()
        assert await box.take(1)
        assert there.present(game) == set()
        assert there.away_for(game, guest) <= PRESENCE_FORGOTTEN + 1
    clock.now += ABSENCE_FORGOTTEN + 1
    there.repeat_presence()
    assert not there._left, "watchers without a name come and go, each time as another"
    assert there.away_for(game, guest) > ABSENCE_FORGOTTEN


def test_touched() -> None:
    """Whoever polls or posts was here just now, in every worker; told rarely."""
    clock = Later()
    said: list[str] = []
    here, there = Hub(clock), Hub(clock)

    def announce(hint: str) -> None:
        said.append(hint)
        hear(there, hint)

    here.announce = announce
    game, user = uuid4(), uuid4()
    assert here.away_for(game, user) == 0, "after a start nobody is long away"
    clock.now += 100
    assert here.away_for(game, user) == 100
    for _ in range(10):
        here.touch(game, user)
        clock.now += 3
    assert here.away_for(game, user) == 3
    assert there.away_for(game, user) <= PRESENCE_REPEATS + 3
    assert len(said) == 2
    for hub in (here, there):
        hub.forget(game)
        assert hub.away_for(game, user) == 130


async def test_beeps_are_heard_on_the_whole_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hint goes out at once, the sockets wake at the second, in both workers."""
    here, there = Hub(), Hub()
    here.announce = lambda hint: hear(there, hint)
    game = uuid4()
    with here.mailbox(table_topic(game)) as one, there.mailbox(table_topic(game)) as other:
        at = int(time.time()) + 2
        here.beeped(game, 2, at)
        assert here.beeps[game] == there.beeps[game] == {2: at}
        for box in (one, other):
            assert await box.take(10)
            assert time.time() > at - 0.05
        here.forget(game)
        assert game not in here.beeps


def test_hints_in_payloads() -> None:
    """DB-01: in order, each once, never more than 7,000 bytes."""
    hints = [f"here:{uuid4()}={uuid4()}" for _ in range(500)] + ["lobby=0"]
    payloads = gathered(hints)
    assert all(len(payload.encode()) <= 7_000 for payload in payloads)
    assert " ".join(payloads).split(" ") == hints
    assert len(payloads) == 6
    assert gathered([]) == []
    assert gathered(["x" * 8_000, "y"]) == ["x" * 8_000, "y"]


@pytest.mark.parametrize("hint", ["table:zzz=x", "here:nobody=1", "beep:1=2", "nonsense", ""])
def test_a_hint_that_is_none(hint: str) -> None:
    """The listener is told by a ValueError and goes on."""
    hub = Hub()
    with pytest.raises(ValueError, match=r"."):
        hear(hub, hint)


def test_topics() -> None:
    """One way to write them."""
    user = uuid4()
    assert person_topic(user) == f"person:{user}"
    told: list[str] = []
    note: Callable[[str, int], None] = lambda topic, _number: told.append(topic)  # noqa: E731 - a listener
    hub = Hub()
    hub.on_heard.append(note)
    hear(hub, f"person:{user}=0")
    hear(hub, "lobby=0")
    assert told == [f"person:{user}", "lobby"]
