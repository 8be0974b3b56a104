"""One place for each row: people who act at the same moment in several workers, who post twice, who
hang up."""

import asyncio
import random
import traceback
from collections import Counter
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from sqlalchemy import text

from app.play import store, tables
from app.play.refused import Refused
from app.play.service import Answered, Play
from engines.core.chance import Dice
from engines.core.engine import Illegal
from engines.core.game import ask_id
from engines.quirky_circuits.components import CARDS
from tests.app.workers import (
    Worker,
    an_answer,
    assert_whole,
    idle_transactions,
    lay,
    lobby,
    make_ready,
    people,
    play_on,
    rows,
    running,
    table_info,
    user_at,
    views,
    workers,
)


async def refused(work) -> str:
    """The key of the refusal that this work ends with, or `""`."""
    try:
        await work
    except Refused as no:
        return no.key
    except Illegal as no:
        return no.reason.key
    return ""


async def test_many_at_once_in_several_workers(database_url: str) -> None:
    """Eight tasks in four workers answer as fast as they can: rows are 1..n, each answer once."""
    async with workers(database_url, 4) as several:
        users = await people(several[0], 4)
        game = await running(several[0], users, scenario="quirky")
        acknowledged: list[tuple[int, str, str]] = []

        async def hammer(number: int) -> None:
            house, dice = several[number % 4], Dice(b"hammer %d" % number)
            for step in range(12):
                held = await house.play.table(game)
                if held.info.status != "running":
                    return
                user, ask, said = an_answer(held, dice, step)
                if not await refused(house.play.act(game, user, ask, said)):
                    acknowledged.append((users.index(user), ask, said))

        await asyncio.gather(*(hammer(number) for number in range(8)))
        await assert_whole(several[0], game)
        stored = Counter((row.seat, row.ask, row.text) for row in await rows(several[0], game))
        assert len(acknowledged) > 20
        assert set(acknowledged) <= set(stored), "an acknowledged answer is gone"
        assert len(stored) - 1 == len(set(acknowledged)), "an answer that was refused is there"
        shown = []
        for house in several:
            house.play.distrust()
            shown.append(views(await house.play.table(game)))
        assert all(view == shown[0] for view in shown)


async def test_a_repeated_post(database_url: str) -> None:
    """The same answer again, here and in another worker, is fine and does nothing; another text is
    a conflict."""
    async with workers(database_url, 2) as (here, there):
        users = await people(here)
        game = await running(here, users)
        ask, said = await lay(here, game, 0)
        for house in (here, there):
            assert await house.play.act(game, users[0], ask, said) == Answered(True)
            assert await refused(house.play.act(game, users[0], ask, "done")) == "stale"
        await assert_whole(here, game)
        assert len(await rows(here, game)) == 2


async def test_the_same_post_many_times_at_once(database_url: str) -> None:
    """Twelve copies of one post in three workers: one row, and everybody is told that it is
    done."""
    async with workers(database_url, 3) as several:
        users = await people(several[0])
        game = await running(several[0], users)
        held = await several[0].play.table(game)
        assert held.game is not None
        ask = ask_id(held.game, 0)
        for turn in range(10):
            said = f"play any @{turn}" if turn < 3 else "flat" if turn % 2 else "not flat"
            answers = await asyncio.gather(
                *(several[n % 3].play.act(game, users[0], ask, said) for n in range(12))
            )
            assert sorted(a.repeated for a in answers) == [False, *[True] * 11]
            held = await several[0].play.table(game)
            assert held.game is not None
            ask = ask_id(held.game, 0)
        await assert_whole(several[0], game)


async def test_a_stale_ask_and_nonsense(database_url: str) -> None:
    """Old, foreign, impossible asks and texts are refused, and nothing is written."""
    async with workers(database_url) as (house,):
        users = await people(house, 3)
        game = await running(house, users[:2])
        ask, _ = await lay(house, game, 0)
        held = await house.play.table(game)
        assert held.game is not None
        mine = ask_id(held.game, 0)
        before = await rows(house, game)
        for bad in (ask, ask_id(held.game, 1), "0.999", "-1.1", "7.1", "", "0", "x" * 40):
            assert await refused(house.play.act(game, users[0], bad, "flat")) == "stale", bad
        for bad in ("0.\x00", "0.\ud800", "y" * 41):
            with pytest.raises(Refused):
                await house.play.act(game, users[0], bad, "flat")
        for bad in (
            "",
            "fly",
            "play any @0; undo",
            "flat\x00",
            "\ud800",
            "x" * 2_001,
            "flat; " * 50,
        ):
            with pytest.raises((Refused, Illegal)):
                await house.play.act(game, users[0], mine, bad)
        assert await refused(house.play.act(game, users[0], mine, "undo")) == "nothing_to_undo"
        assert await refused(house.play.act(game, users[0], mine, "play any @0")) == "moved_on"
        assert await refused(house.play.act(game, users[2], mine, "flat")) == "watching"
        assert await rows(house, game) == before
        await assert_whole(house, game)


async def test_an_answer_to_what_another_worker_asked(database_url: str) -> None:
    """A post may reach a worker before the hint does: it looks before it refuses."""
    async with workers(database_url, 2) as (here, there):
        users = await people(here)
        game = await running(here, users)
        await there.play.table(game)
        for place in range(3):
            # `there` hears nothing: the workers aren't linked.
            await lay(here, game, 0)
            held = await here.play.table(game)
            assert held.game is not None
            await there.play.act(game, users[1], ask_id(held.game, 1), f"play any @{2 * place + 1}")
            here.play.distrust()
        await assert_whole(here, game)


@pytest.mark.unmeasured
async def test_the_last_two_stop_together(database_url: str) -> None:
    """SR-03: the two missing signals arrive together, a hundred times: the queue runs once each
    time."""
    async with workers(database_url, 2) as (here, there):
        users = await people(here)
        game = await running(here, users, scenario="dust_bunnies")
        once = 0
        for number in range(100):
            if number % 4 == 3:
                game = await running(here, users, scenario="dust_bunnies")
            for house in (here, there):
                house.play.distrust()
            held = await here.play.table(game)
            assert held.game is not None
            if held.info.status != "running":
                continue
            before = held.game.state.round
            for place in range(5):
                await lay(here, game, place % 2)
            held = await here.play.table(game)
            await there.play.table(game)
            assert held.game is not None
            asks = [ask_id(held.game, seat) for seat in range(2)]
            await asyncio.gather(
                here.play.act(game, users[0], asks[0], random.choice(("done", "flat"))),
                there.play.act(game, users[1], asks[1], random.choice(("done", "flat"))),
            )
            for house in (here, there):
                house.play.distrust()
                held = await house.play.table(game)
                assert held.game is not None
                state = held.game.state
                assert state.ended or (state.round, state.queue) == (before + 1, ())
                assert len(state.past) == before
            once += 1
            await assert_whole(here, game)
        assert once == 100


@pytest.mark.unmeasured
async def test_start_pressed_twice(database_url: str) -> None:
    """DS-02: two tabs press start at once, fifty times: one deal, and the other is told so."""
    async with workers(database_url, 2) as several:
        users = await people(several[0])

        async def press(house: Worker, game: UUID) -> None:
            async with house.sessions.begin() as session:
                await tables.start(session, game, users[0])

        for _ in range(50):
            game = await lobby(several[0], users)
            await make_ready(several[0], game, users)
            told = await asyncio.gather(*(refused(press(house, game)) for house in several))
            assert sorted(told) == ["", "started"]
            await assert_whole(several[0], game)
            info = await table_info(several[0], game)
            assert (info.status, info.last_seq) == ("running", 1)


async def test_hanging_up(database_url: str) -> None:
    """DB-04: 200 requests are cancelled at any moment: each answer is in or out, nothing stays
    locked."""
    async with workers(database_url) as (house,):
        users = await people(house)
        game = await running(house, users)
        held = await house.play.table(game)
        dice, chance = Dice(b"hang up"), random.Random(5)
        tried = 0
        for step in range(200):
            held = await house.play.table(game)
            if held.info.status != "running":
                game = await running(house, users)
                held = await house.play.table(game)
            user, ask, said = an_answer(held, dice, step)
            task = asyncio.create_task(house.play.act(game, user, ask, said))
            await asyncio.sleep(chance.choice((0, 0.0005, 0.002, 0.004, 0.008)))
            task.cancel()
            done = await asyncio.gather(task, return_exceptions=True)
            tried += isinstance(done[0], asyncio.CancelledError)
            # The other goes on at once.
            other = await asyncio.wait_for(house.play.table(game), 5)
            assert other.info.id == game
        await house.play.settle()
        await assert_whole(house, game)
        assert tried > 50, "hardly any request was cancelled in the middle"
        assert await idle_transactions(house) == 0
        [(locks,)] = await house.sql(
            "select count(*) from pg_locks where granted and relation = 'games'::regclass"
            " and pid <> pg_backend_pid()"
        )
        assert locks == 0
        held = await house.play.table(game)
        before = views(held)
        house.play._held.clear()
        assert views(await house.play.table(game)) == before


async def test_a_fault_of_the_database_leaves_the_game_as_it_was(database_url: str) -> None:
    """The statement fails as a whole: no row, no counter, and what the worker holds is the old
    game."""
    async with workers(database_url) as (house,):
        users = await people(house)
        game = await running(house, users)
        before = views(await house.play.table(game))
        await house.sql("alter table actions add constraint no_flat check (text not like 'play%')")
        with pytest.raises(store.NotStored) as fault:
            await lay(house, game, 0)
        told = "".join(traceback.format_exception(fault.value))
        assert "play any" not in told, "the message of a fault tells what was played"
        assert not any(face in told for face in CARDS)
        assert views(await house.play.table(game)) == before
        await house.sql("alter table actions drop constraint no_flat")
        await lay(house, game, 0)
        await assert_whole(house, game)


async def test_connections_that_died_at_rest(database_url: str) -> None:
    """After a restart of Postgres, say: nobody's answer fails, and each is stored once."""
    async with workers(database_url) as (house,):
        users = await people(house)
        game = await running(house, users)
        await lay(house, game, 0)
        for number in range(3):
            killed = await house.sql(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where application_name = 'beepboop rows' and datname = current_database()"
            )
            assert killed
            await lay(house, game, (number + 1) % 2)
        held = await house.play.table(game)
        assert held.seq == 5
        await assert_whole(house, game)


async def test_a_line_that_breaks_after_the_row_is_in(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The statement is said again and finds the row there: to the player it has gone well, once."""
    async with workers(database_url) as (house,):
        users = await people(house)
        game = await running(house, users)
        execute = psycopg.AsyncConnection.execute
        broken: list[str] = []

        async def breaks(self: Any, query: Any, *given: Any, **named: Any) -> Any:
            done = await execute(self, query, *given, **named)
            if query == store.APPEND and not broken:
                broken.append(query)
                raise psycopg.OperationalError("the line is gone")
            return done

        monkeypatch.setattr(psycopg.AsyncConnection, "execute", breaks)
        await lay(house, game, 0)
        assert broken
        assert (await house.play.table(game)).seq == 2
        await assert_whole(house, game)


async def test_too_many_ahead(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else is faster every time: after five tries the table says that it is busy."""
    async with workers(database_url) as (house,):
        users = await people(house)
        game = await running(house, users)

        async def slow(*_arguments: object, **_named: object) -> tuple[str, int]:
            return "behind", 0

        monkeypatch.setattr("app.play.store.append", slow)
        held = await house.play.table(game)
        assert held.game is not None
        assert (
            await refused(house.play.act(game, users[0], ask_id(held.game, 0), "play any @0"))
            == "busy"
        )


async def test_a_table_that_vanishes_or_has_not_begun(database_url: str) -> None:
    """An answer to a table that is gone, ended or in its lobby says so."""
    async with workers(database_url, 2) as (here, there):
        users = await people(here)
        game = await lobby(here, users)
        assert await refused(here.play.act(game, users[0], "0.1", "flat")) == "lobby"
        game = await running(here, users)
        await here.play.table(game)
        await there.sql("update games set status = 'ended' where id = :g", g=game)
        held = await here.play.table(game)
        assert held.game is not None
        assert await refused(lay(here, game, 0)) == "over"
        game = await running(here, users)
        held = await here.play.table(game)
        assert held.game is not None
        ask = ask_id(held.game, 0)
        await there.sql("delete from games where id = :g", g=game)
        with pytest.raises(Refused) as gone:
            await here.play.act(game, user_at(held, 0), ask, "play any @0")
        assert gone.value.kind == "missing"
        with pytest.raises(Refused):
            await here.play.table(game)


async def test_refusals_keep_nothing_alive(database_url: str) -> None:
    """A refusal is made for its request: it doesn't gather the traces (and so the locals) of
    former ones."""
    async with workers(database_url) as (house,):
        lengths = []
        for _ in range(5):
            with pytest.raises(Refused) as no:
                await house.play.table(uuid4())
            lengths.append(len(no.traceback))
        assert len(set(lengths)) == 1, lengths


async def test_looks_at_the_same_time(database_url: str) -> None:
    """A hundred askers at once share a look or two; a hint that comes meanwhile is not lost."""
    async with workers(database_url) as (house,):
        users = await people(house)
        game = await running(house, users)
        looks = 0
        look = Play._look_now

        async def counted(self: Play, *arguments: UUID) -> object:
            nonlocal looks
            looks += 1
            return await look(self, *arguments)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Play, "_look_now", counted)
            house.play.distrust()
            await asyncio.gather(*(house.play.table(game) for _ in range(100)))
            assert looks <= 2


async def test_whoever_asks_during_a_look_gets_what_it_finds(database_url: str) -> None:
    """Another worker's hint wakes all sockets of a table: the first starts a look, and those that
    wake while it is under way must not take the old table for the new one."""
    async with workers(database_url, 2) as (here, there):
        users = await people(here)
        game = await running(here, users)
        number = (await there.play.table(game)).number

        async def asked(after: int) -> int:
            for _ in range(after):
                await asyncio.sleep(0)
            return (await there.play.table(game)).number

        for step in range(3):
            await lay(here, game, step % 2)
            number += 1
            there.hub.heard(f"table:{game}", number)
            assert await asyncio.gather(*map(asked, range(30))) == [number] * 30


@pytest.mark.unmeasured
async def test_a_table_never_runs_with_its_last_row_in(database_url: str) -> None:
    """The last row and the end that it brings are seen together, by the worker that stored it and
    by the other."""
    async with workers(database_url, 2, linked=True) as houses:
        users = await people(houses[0])
        for seed in (b"one", b"two", b"three"):
            game = await running(houses[0], users)

            async def watch(house: Worker, game: UUID = game) -> None:
                while True:
                    held = await house.play.table(game)
                    assert held.game is not None
                    over = held.game.result is not None
                    assert over == (held.info.status != "running")
                    if over:
                        return
                    house.play.distrust()
                    await asyncio.sleep(0)

            await asyncio.gather(*map(watch, houses), play_on(houses[0], game, seed))


async def test_an_older_look_never_covers_a_newer_one(database_url: str) -> None:
    """Seats change while others look: whoever looks afterwards sees the last change."""
    async with workers(database_url, 2) as (here, there):
        users = await people(here)
        game = await running(here, users)
        [(rev,)] = await here.sql("select rev from games where id = :g", g=game)

        async def bump(house: Worker, times: int) -> None:
            for _ in range(times):
                async with house.engine.begin() as connection:
                    await connection.execute(
                        text("update games set rev = rev + 1 where id = :g"), {"g": game}
                    )
                await house.play.changed(game)

        async def read(times: int) -> None:
            last = 0
            for _ in range(times):
                number = (await here.play.table(game)).number
                assert number >= last
                last = number

        await asyncio.gather(*(bump(here, 10) for _ in range(6)), read(300), read(300))
        held = await here.play.table(game)
        assert held.info.rev == rev + 60
        assert not held.stale
        await bump(there, 1)
        here.hub.heard(f"table:{game}", held.number + 1)
        assert (await here.play.table(game)).info.rev == rev + 61
