"""Hints between workers on a real Postgres, and what makes up for lost ones."""

import asyncio
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import text

from app.play import notify, store
from app.play.hub import Hub, table_topic
from engines.core.chance import Dice
from tests.app.workers import (
    Worker,
    an_answer,
    lay,
    people,
    running,
    user_at,
    views,
    workers,
)


async def until(what: Callable[[], object], seconds: float = 20.0) -> float:
    """Wait until something is so. How long it took."""
    begun = time.monotonic()
    while not what():
        assert time.monotonic() - begun < seconds, "it never came"
        await asyncio.sleep(0.005)
    return time.monotonic() - begun


def listener(heard: set[str]) -> Callable[[str, int], None]:
    """Notes the topics it is told of."""
    return lambda topic, _number: heard.add(topic)


async def linked(several: list[Worker]) -> None:
    """Wait until every worker hears every other."""
    for house in several:
        others = [other for other in several if other is not house]
        heard: set[str] = set()
        hello = f"hello:{uuid4()}"
        for other in others:
            other.hub.on_heard.append(listener(heard))
        for _ in range(2_000):
            # Said to the others alone.
            house.hub.announce(f"{hello}=1")
            await asyncio.sleep(0.02)
            if hello in heard:
                break
        assert hello in heard


async def test_a_row_reaches_the_other_worker(database_url: str) -> None:
    """A socket's mailbox over there is told, and the worker looks again."""
    async with workers(database_url, 2, linked=True) as (here, there):
        await linked([here, there])
        users = await people(here)
        game = await running(here, users)
        assert (await there.play.table(game)).seq == 1
        with there.hub.mailbox(table_topic(game)) as box:
            await asyncio.sleep(0.1)
            await box.take(0.01)
            await lay(here, game, 0)
            number = (await here.play.table(game)).number
            moved: dict[str, int] = {}
            while moved.get(table_topic(game), 0) < number:
                moved = await box.take(10)
            assert (await there.play.table(game)).seq == 2
        with here.hub.here(game, users[0]):
            await until(lambda: there.hub.present(game) == {users[0]})
        await until(lambda: not there.hub.present(game))
        at = int(time.time()) + 1
        here.hub.beeped(game, 1, at)
        await until(lambda: there.hub.beeps.get(game) == {1: at})


async def test_a_row_is_told_whole(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other worker takes it in without asking the database, but for the last one: an end is
    looked up. Both hold the same game all the time."""
    asked: list[int] = []

    async def counted(pool: Any, rules: Any, game_id: Any, seq: int) -> Any:
        asked.append(seq)
        return await news(pool, rules, game_id, seq)

    async with workers(database_url, 2, linked=True) as (here, there):
        await linked([here, there])
        game = await running(here, await people(here))
        await there.play.table(game)
        news = store.news
        monkeypatch.setattr(store, "news", counted)
        dice = Dice(b"told")
        with there.hub.mailbox(table_topic(game)) as box:
            step, held, other = 0, await here.play.table(game), await there.play.table(game)
            while held.info.status == "running":
                step += 1
                await here.play.act(game, *an_answer(held, dice, step))
                number = (await here.play.table(game)).seq + held.info.rev
                moved: dict[str, int] = {}
                while moved.get(table_topic(game), 0) < number:
                    moved = await box.take(10)
                held, other = await here.play.table(game), await there.play.table(game)
                assert views(other) == views(held)
                assert other.rows == held.rows
        assert held.info.status == other.info.status == "over"
        assert step > 20
        # A look now and then makes up for lost hints; one a row would be far more.
        assert len(asked) < step / 4


async def test_rows_that_cannot_be_taken_in(database_url: str) -> None:
    """Not the next one, of a table that changed, too long, nonsense: the number that comes with it
    leads to a look."""
    async with workers(database_url, 2) as (here, there):
        game = await running(here, await people(here))
        held = await there.play.table(game)
        told: list[str] = []
        here.hub.announce = told.append
        with there.hub.mailbox(table_topic(game)):
            await lay(here, game, 0)
            await lay(here, game, 1)
            first, second = (hint for hint in told if hint.startswith("row:"))
            notify.hear(there.hub, second)
            assert (held.seq, held.stale) == (1, True)
            notify.hear(there.hub, first)
            notify.hear(there.hub, first)
            assert held.seq == 2
            notify.hear(there.hub, second)
            assert (held.seq, held.stale) == (3, False)
            assert views(held) == views(await here.play.table(game))
            await lay(here, game, 0)
            what, _, value = told[-1].rpartition("=")
            assert what == f"row:{game}"
            number, rev, row = value.split("/")
            notify.hear(there.hub, f"{what}={number}/{int(rev) + 1}/{row}")
            notify.hear(there.hub, f"{what}={number}/{rev}/gA")
            assert (held.seq, held.stale) == (3, True)
            with pytest.raises(ValueError, match=r"."):
                notify.hear(there.hub, f"{what}={number}/{rev}/ä")
            held = await there.play.table(game)
            assert (held.seq, held.stale) == (4, False)
    told.clear()
    hub = Hub()
    hub.announce = told.append
    hub.moved_by_row(game, 9, 4, b"x" * 10_000)
    assert told == [f"{table_topic(game)}=9"]


async def test_many_hints_at_once(database_url: str) -> None:
    """DB-01: far more than one payload holds; all arrive."""
    async with workers(database_url, 2, linked=True) as (here, there):
        await linked([here, there])
        game, guests = uuid4(), {uuid4() for _ in range(600)}
        for guest in guests:
            here.hub.announce(f"here:{game}={guest}")
        await until(lambda: there.hub.present(game) == guests)


async def test_a_lost_hint_is_made_up_for(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RC-01: the hint never goes out; the look at the database finds the row within two
    seconds."""
    async with workers(database_url, 2, linked=True) as (here, there):
        await linked([here, there])
        users = await people(here)
        game = await running(here, users)
        await there.play.table(game)
        here.hub.announce = lambda _hint: None
        with there.hub.mailbox(table_topic(game)):
            await asyncio.sleep(2.2)
            begun = time.monotonic()
            await lay(here, game, 0)
            while (await there.play.table(game)).seq < 2:
                await asyncio.sleep(0.02)
                assert time.monotonic() - begun < 20
            # And of a table that is gone.
            await here.sql("delete from games where id = :g", g=game)
            await until(lambda: getattr(there.play.peek(game), "stale", True))


async def test_killed_connections_come_back(database_url: str) -> None:
    """Both connections of both workers are ended from outside: what was said meanwhile is said
    again or looked up."""
    async with workers(database_url, 2, linked=True) as (here, there):
        await linked([here, there])
        users = await people(here)
        game = await running(here, users)
        await there.play.table(game)
        with there.hub.mailbox(table_topic(game)):
            killed = await here.sql(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where application_name = 'beepboop hints' and datname = current_database()"
            )
            assert len(killed) == 4
            told: list[str] = []
            there.hub.on_heard.append(lambda topic, _number: told.append(topic))
            await lay(here, game, 0)
            # No look makes up for this one.
            here.hub.moved(f"person:{users[0]}", 0)
            begun = time.monotonic()
            while (await there.play.table(game)).seq < 2:
                await asyncio.sleep(0.02)
                assert time.monotonic() - begun < 20
            for _ in range(10):
                if f"person:{users[0]}" in told:
                    break
                await asyncio.sleep(0.5)
        await linked([here, there])
        held = await here.play.table(game)
        assert user_at(held, 0) == users[0]


async def test_a_hint_is_kept_while_the_sender_has_no_connection(database_url: str) -> None:
    """It goes out over the next one: a logout must reach the other workers."""
    async with workers(database_url, 2, linked=True) as (here, there):
        await linked([here, there])
        told: list[str] = []
        there.hub.on_heard.append(lambda topic, _number: told.append(topic))
        sender = next(task for task in here.notifier._tasks if task.get_name() == "_send")
        assert not sender.done()
        # Only the sending connection: the one that doesn't listen.
        await here.sql(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where application_name = 'beepboop hints' and datname = current_database()"
            " and query not like 'listen%'"
        )
        here.hub.moved("person:somebody", 0)
        await until(lambda: "person:somebody" in told)


async def test_a_stranger_on_the_channel(database_url: str) -> None:
    """Nonsense is passed over; the next hint is heard."""
    async with workers(database_url, 2, linked=True) as (here, there):
        await linked([here, there])
        told: list[str] = []
        there.hub.on_heard.append(lambda topic, _number: told.append(topic))
        async with here.engine.begin() as connection:
            for payload in ("", "x", "x here:no=no", "x  lobby=1 table:=", "ü beep:1=2/3"):
                await connection.execute(
                    text("select pg_notify(:c, :p)"), {"c": notify.CHANNEL, "p": payload}
                )
        here.hub.moved("person:after", 0)
        assert await until(lambda: "person:after" in told) < 15


async def test_presence_is_repeated(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that starts late hears who is here without anybody moving."""
    monkeypatch.setattr(notify, "PRESENCE_REPEATS", 0.1)
    async with workers(database_url, 1, linked=True) as (here,):
        game, user = uuid4(), uuid4()
        with here.hub.here(game, user):
            async with workers(database_url, 1, linked=True) as (late,):
                await until(lambda: late.hub.present(game) == {user})
