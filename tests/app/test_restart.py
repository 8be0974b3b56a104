"""A table read from the database is the table that was in memory; what can't be read can be
ended."""

from typing import Any

import pytest
from sqlalchemy import text

from app.play import service, store, tables
from app.play.refused import Refused
from app.play.service import log_lines
from engines.core.chance import Dice
from tests.app.workers import (
    QUIRKY,
    Worker,
    an_answer,
    lay,
    lobby,
    make_ready,
    people,
    play_on,
    rows,
    running,
    table_info,
    views,
    workers,
)


async def test_cold_equals_cached_at_every_row(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DB-05: after each answer a new worker shows every viewer the same: views, asks, log; with
    snapshots and without."""
    monkeypatch.setattr(service, "SNAPSHOT_EVERY", 7)
    async with workers(database_url, 2) as (here, cold):
        users = await people(here, 3)
        game = await running(here, users, scenario="uphill")
        dice = Dice(b"cold")
        for step in range(45):
            held = await here.play.table(game)
            if held.info.status != "running":
                break
            await here.play.act(game, *an_answer(held, dice, step))
            await here.play.settle()
            held = await here.play.table(game)
            if step % 2:
                await cold.sql("delete from snapshots")
            cold.play._held.clear()
            other = await cold.play.table(game)
            assert views(other) == views(held)
            assert other.number == held.number
            for viewer in (0, 1, 2, None):
                assert log_lines(other, viewer) == log_lines(held, viewer)
                assert (
                    log_lines(other, viewer, held.seq - 1)
                    == log_lines(held, viewer)[-len(log_lines(held, viewer, held.seq - 1)) :]
                )


async def test_snapshots_are_only_a_cache(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kept now and then; one of other rules, or one that can't be read, is ignored."""
    monkeypatch.setattr(service, "SNAPSHOT_EVERY", 4)
    async with workers(database_url) as (house,):
        users = await people(house)
        game = await running(house, users)
        await play_on(house, game, b"snapshots", 9)
        await house.play.settle()
        [(seq, state)] = await house.sql("select seq, state from snapshots")
        assert seq >= 4
        held = await house.play.table(game)
        shown = views(held)
        for change in (
            "version = 'other'",
            "version = '1', state = '\\x00'",
            "state = '\\xc1ff'",
            "state = ''",
        ):
            await house.sql(f"update snapshots set {change}")
            house.play._held.clear()
            held = await house.play.table(game)
            assert views(held) == shown, change
        async with house.engine.begin() as connection:
            await connection.execute(text("update snapshots set state = :s"), {"s": bytes(state)})
            assert held.game is not None
            await store.save_snapshot(connection, game, held.game)
        house.play._held.clear()
        assert views(await house.play.table(game)) == shown


async def test_every_change_outlives_a_restart(database_url: str) -> None:
    """DB-05: after each kind of change around the rows a new worker has the same table."""
    async with workers(database_url, 2) as (here, cold):
        users = await people(here, 4)
        game = await lobby(here, users[:3])

        async def same() -> None:
            await here.play.changed(game)
            cold.play._held.clear()
            one, other = await here.play.table(game), await cold.play.table(game)
            assert one.info == other.info
            assert one.talk == other.talk
            assert one.number == other.number
            if one.game is not None:
                assert views(one) == views(other)

        async def do(what, *arguments, **named) -> None:
            async with here.sessions.begin() as session:
                await what(session, game, *arguments, **named)
            await same()

        await same()
        await do(tables.let_in, users[3])
        await do(
            tables.change,
            users[0],
            tables.read_options(QUIRKY, {"scenario": "quirky", "talk": True}),
            public=True,
            watch="link",
        )
        await do(tables.kick, users[0], 2)
        await do(tables.make_host, users[0], 1)
        await do(tables.new_invite, users[1])
        await here.play.say(game, users[3], "hello")
        await same()
        await make_ready(here, game, users[:2])
        await same()
        await do(tables.start, users[1])
        await do(tables.stand_in, 0, True)
        await do(tables.hand_over, 1)
        await lay(here, game, 0)
        await same()
        assert not (await table_info(here, game)).seats[0].stand_in
        await here.play.beep(game, users[0])
        await same()
        await do(tables.end)
        await do(tables.again, users[0], {})


async def broken(house: Worker, game, statement: str) -> service.Held:
    """The table after its rows were changed behind everybody's back."""
    await house.sql(statement, g=game)
    house.play._held.clear()
    return await house.play.table(game)


@pytest.mark.parametrize(
    "change",
    [
        "update actions set draws = '[[2, 1]]' where game_id = :g and seq = 1",
        "update actions set draws = draws || '[[2, 1]]' where game_id = :g and seq = 1",
        "update actions set draws = '[[9, 1], [9, 2]]' where game_id = :g and seq = 3",
        "update actions set text = 'fly away' where game_id = :g and seq = 2",
        "update actions set text = 'not done' where game_id = :g and seq = 2",
        "update actions set ask = '0.77' where game_id = :g and seq = 2",
        'update actions set events = \'[{"type": "Danced"}]\' where game_id = :g and seq = 2',
        "delete from actions where game_id = :g and seq = 1",
        "delete from actions where game_id = :g and seq = 2",
        "update seats set seat = 7 where game_id = :g and seat = 1",
    ],
)
async def test_rows_that_no_longer_fold(database_url: str, change: str) -> None:
    """RP-01: other rules can't play it on; it says so, and it can be ended."""
    async with workers(database_url, 2) as (house, late):
        users = await people(house)
        game = await running(house, users)
        await lay(house, game, 0)
        held = await broken(late, game, "select :g")
        await lay(house, game, 1)
        held = await broken(house, game, change)
        if "seats" in change:
            assert not held.broken or held.game is None
            return
        assert held.broken
        assert held.game is None
        assert log_lines(held, 0) == ()
        assert house.play.silence(held) is None
        for work in (
            house.play.act(game, users[0], "0.1", "flat"),
            house.play.beep(game, users[0]),
        ):
            with pytest.raises(Refused) as no:
                await work
            assert no.value.kind == "broken"
        await house.play.play_idle(game)
        # A worker that held it from before folds the new row in, or gives up as well.
        late.play.distrust()
        other = await late.play.table(game)
        assert other.game is None or other.game.seq == 3
        async with house.sessions.begin() as session:
            await tables.end(session, game)
        await house.play.changed(game)
        assert (await house.play.table(game)).info.status == "ended"


async def test_a_row_of_newer_rules_reaches_an_older_worker(database_url: str) -> None:
    """During a deploy a worker may read a row that it can't follow: the table is closed here, the
    worker lives."""
    async with workers(database_url, 2) as (house, late):
        users = await people(house)
        game = await running(house, users)
        await late.play.table(game)
        await lay(house, game, 0)
        await house.sql("update actions set text = 'dance' where seq = 2")
        late.play.distrust()
        assert (await late.play.table(game)).broken
        await house.sql("update actions set text = 'play any @0' where seq = 2")
        late.play.distrust()
        assert not (await late.play.table(game)).broken, "and it comes back by itself"


async def test_a_look_is_one_picture(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last row is appended elsewhere in the middle of a look: either both, row and end, or
    neither."""
    async with workers(database_url, 2) as (here, there):
        users = await people(here)
        game = await running(here, users)
        await there.play.table(game)
        await lay(here, game, 0)
        rows_since = store.rows_since

        async def slow(*arguments: Any) -> Any:
            monkeypatch.undo()
            await lay(here, game, 1)
            await here.sql("update games set status = 'over' where id = :g", g=game)
            return await rows_since(*arguments)

        monkeypatch.setattr(store, "rows_since", slow)
        there.play.distrust()
        held = await there.play.table(game)
        assert (held.seq, held.info.status) in ((2, "running"), (3, "over"))


async def test_trust_ends(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even without any hint a worker looks again after a while; and it holds only so many
    tables."""
    async with workers(database_url, 2) as (here, there):
        users = await people(here)
        game = await running(here, users)
        await there.play.table(game)
        await lay(here, game, 0)
        assert (await there.play.table(game)).seq == 1
        monkeypatch.setattr(service, "TRUSTED_SECONDS", 0.0)
        assert (await there.play.table(game)).seq == 2
        monkeypatch.setattr(service, "MOST_HELD", 3)
        for _ in range(5):
            await there.play.table(await running(here, users))
        assert len(there.play._held) == 3
        assert there.play.peek(game) is None


async def test_talk(database_url: str) -> None:
    """NC-01, ST-02: closed while the game runs; before and after it is for those who may look."""
    async with workers(database_url) as (house,):
        users = await people(house, 4)
        game = await lobby(house, users[:2], talk=True)
        await house.play.say(game, users[0], "hello")
        await house.play.say(game, users[2], "hi from the side")
        [stranger] = await people(house, 1)
        await house.sql("update users set name = null where id = :u", u=stranger)
        await house.play.say(game, stranger, "who am I")
        held = await house.play.table(game)
        assert [(line.name, line.text) for line in held.talk] == [
            ("Anna", "hello"),
            ("Cleo", "hi from the side"),
            ("A watcher", "who am I"),
        ]
        await make_ready(house, game, users[:2])
        async with house.sessions.begin() as session:
            await tables.start(session, game, users[0])
        for user in (users[0], users[2]):
            with pytest.raises(Refused) as no:
                await house.play.say(game, user, "lay a turn")
            assert no.value.key == "silence"
        while (held := await house.play.table(game)).info.status == "running":
            assert held.game is not None
            if house.play.silence(held) is None:
                # The house rule: words between rounds, for the seats alone.
                await house.play.say(game, users[1], "nice")
                with pytest.raises(Refused):
                    await house.play.say(game, users[2], "psst")
                break
            await play_on(house, game, b"%d" % held.seq, 1)
        await play_on(house, game, b"rest")
        await house.play.say(game, users[2], "well played")
        for bad in ("", "\x00", "x" * 501):
            with pytest.raises(Refused):
                await house.play.say(game, users[0], bad)


async def test_beeps(database_url: str) -> None:
    """One in ten seconds a seat, on the whole second, only where the table has it."""
    async with workers(database_url) as (house,):
        users = await people(house, 3)
        game = await running(house, users[:2])
        await house.play.beep(game, users[0])
        assert isinstance(house.hub.beeps[game][0], int)
        with pytest.raises(Refused) as no:
            await house.play.beep(game, users[0])
        assert no.value.kind == "slow_down"
        await house.play.beep(game, users[1])
        with pytest.raises(Refused):
            await house.play.beep(game, users[2])
        silent = await running(house, users[:2], beep=False)
        with pytest.raises(Refused) as no:
            await house.play.beep(silent, users[0])
        assert no.value.kind == "forbidden"
        assert len(await rows(house, silent)) == 1


async def test_who_may_pass_over(database_url: str) -> None:
    """The host; anyone seated once the host is away."""
    async with workers(database_url) as (house,):
        users = await people(house, 3)
        game = await running(house, users[:2])
        held = await house.play.table(game)
        may = house.play.may_pass_over
        house.hub.started = house.hub.clock()
        assert may(held, users[0], 60)
        assert not may(held, users[1], 60)
        assert not may(held, users[2], 0)
        assert not may(held, None, 0)
        assert may(held, users[1], 0)
        with house.hub.here(game, users[0]):
            assert not may(held, users[1], 0.001)
        await house.sql(
            "update games set host_id = :u, rev = rev + 1 where id = :g", u=users[2], g=game
        )
        await house.play.changed(game)
        assert may(await house.play.table(game), users[1], 60)
