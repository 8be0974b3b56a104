"""What the server does by itself: absent seats, seats left before the start, also after a
restart."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from app.play import clock, service, tables
from app.play.refused import Refused
from app.play.service import Play
from engines.core.game import ask_id
from tests.app.workers import (
    Worker,
    assert_whole,
    lay,
    lobby,
    people,
    rows,
    running,
    table_info,
    workers,
)


@pytest.fixture(autouse=True)
def _no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the slowest machine nothing comes due but by `due_now`. Under the 20 seconds from which on
    `tick` takes a time for its own mark."""
    monkeypatch.setattr(service, "STAND_IN_PAUSE", timedelta(seconds=15))


async def stand_in(house: Worker, game: Any, seat: int, on: bool = True) -> None:
    """The table plays for this seat, or no longer."""
    async with house.sessions.begin() as session:
        await tables.stand_in(session, game, seat, on)
    await house.play.changed(game)


async def due_now(house: Worker) -> None:
    """The pause is over."""
    await house.sql("update games set due_at = now() - interval '1 ms' where due_at is not null")


async def due(house: Worker) -> Any:
    [(at,)] = await house.sql("select due_at from games")
    return at


async def test_a_stand_in_plays_until_somebody_is_back(database_url: str) -> None:
    """The safe step at each turn, one at a time, and none once the person acts again."""
    async with workers(database_url) as (house,):
        users = await people(house)
        game = await running(house, users)
        await stand_in(house, game, 1)
        await clock.tick(house.play)
        assert [row.seat for row in await rows(house, game)] == [-1, 1]
        await lay(house, game, 0)
        assert await due(house) is not None, "the table waits for the stand-in"
        await due_now(house)
        await clock.tick(house.play)
        assert [row.text for row in await rows(house, game)][3:] == ["flat"]
        assert await due(house) is None, "it has stopped: nothing is due until the queue has run"
        # Back by acting: the seat is its owner's again.
        held = await house.play.table(game)
        assert held.game is not None
        asked = held.game.asked[1]
        assert asked is not None
        said = (
            "not flat" if asked.kind == "signalled" else f"play any @{len(held.game.state.queue)}"
        )
        await house.play.act(game, users[1], ask_id(held.game, 1), said)
        assert not (await table_info(house, game)).seats[1].stand_in
        before = len(await rows(house, game))
        await due_now(house)
        await clock.tick(house.play)
        await clock.tick(house.play)
        assert len(await rows(house, game)) == before
        assert await due(house) is None
        await assert_whole(house, game)


async def test_back_without_acting(database_url: str) -> None:
    """Opening the page is enough; for others and at other times it does nothing."""
    async with workers(database_url) as (house,):
        users = await people(house, 3)
        game = await running(house, users[:2])
        await stand_in(house, game, 1)
        await house.play.back(game, users[0])
        await house.play.back(game, users[2])
        assert (await table_info(house, game)).seats[1].stand_in
        await house.play.back(game, users[1])
        assert not (await table_info(house, game)).seats[1].stand_in
        await stand_in(house, game, 1)
        # Ended by somebody else in this very moment.
        await house.sql("update games set status = 'ended' where id = :g", g=game)
        await house.play.back(game, users[1])
        assert (await house.play.table(game)).info.status == "ended"


async def test_a_stand_in_set_while_another_acts(database_url: str) -> None:
    """The acting worker doesn't know of the stand-in yet; the clock must not forget it."""
    async with workers(database_url, 2) as (here, there):
        users = await people(here)
        game = await running(here, users)
        await there.play.table(game)
        await stand_in(here, game, 1)
        held = there.play.peek(game)
        assert held is not None
        assert not held.info.seats[1].stand_in, "there has heard nothing"
        await lay(there, game, 0)
        assert await due(here) is not None
        await due_now(here)
        await clock.tick(there.play)
        assert [row.seat for row in await rows(here, game)] == [-1, 0, 1]


async def test_due_games_after_a_restart(database_url: str) -> None:
    """TI-02: twelve tables came due while nobody ran; two new workers do each one once."""
    async with workers(database_url) as (house,):
        users = await people(house)
        games = [await running(house, users) for _ in range(12)]
        for game in games:
            await stand_in(house, game, 1)
    async with workers(database_url, 2) as several:
        await asyncio.gather(*(clock.tick(house.play) for house in several for _ in range(2)))
        for game in games:
            assert [row.seat for row in await rows(several[0], game)] == [-1, 1]
        [(early,)] = await several[0].sql("select count(*) from games where due_at < now()")
        assert early == 0, "the next step has its pause again"


async def test_one_failing_table_is_not_the_others_wait(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault at one table, a table that has ended: the rest is played; the failing one comes
    again."""
    async with workers(database_url) as (house,):
        users = await people(house)
        games = [await running(house, users) for _ in range(3)]
        for game in games:
            await stand_in(house, game, 1)
        play_idle = Play.play_idle

        async def stumbles(self: Play, game_id: Any) -> None:
            if game_id == games[0]:
                raise RuntimeError("broken")
            if game_id == games[1]:
                raise Refused("conflict", "Not now.")
            await play_idle(self, game_id)

        monkeypatch.setattr(Play, "play_idle", stumbles)
        await clock.tick(house.play)
        assert len(await rows(house, games[2])) == 2
        monkeypatch.setattr(Play, "play_idle", play_idle)
        await due_now(house)
        await clock.tick(house.play)
        assert [len(await rows(house, game)) for game in games] == [2, 2, 3]
        # A table in no state to be played for.
        await stand_in(house, games[0], 0)
        await house.sql("update actions set draws = '[[3, 1]]' where game_id = :g", g=games[0])
        house.play._held.clear()
        await due_now(house)
        await clock.tick(house.play)
        assert len(await rows(house, games[0])) == 2


async def test_seats_left_before_the_start(database_url: str) -> None:
    """LO-01: after the grace time an absent seat is free; who is here stays; an empty table
    goes."""
    async with workers(database_url) as (house,):
        now = 1_000.0
        house.hub.clock = lambda: now
        house.hub.started = now
        users = await people(house)
        stays, goes = await lobby(house, users), await lobby(house, users)
        begun = await lobby(house, users)
        await house.sql("update games set updated_at = now() - interval '1 hour'")
        await clock.sweep(house.play, 60)
        assert len((await table_info(house, stays)).seats) == 2, "a fresh worker knows nobody"
        now += 61
        await house.sql("update games set updated_at = now() where id = :g", g=begun)
        house.hub.touch(stays, users[1])
        with house.hub.here(stays, users[0]):
            now += 5
            await clock.sweep(house.play, 60)
            assert len((await table_info(house, stays)).seats) == 2
            assert len((await table_info(house, begun)).seats) == 2, "changed just now"
            assert await house.sql("select 1 from games where id = :g", g=goes) == []
            now += 60
            await house.sql("update games set updated_at = now() - interval '1 hour'")
            await clock.sweep(house.play, 60)
            assert [seat.user for seat in (await table_info(house, stays)).seats] == [users[0]]


async def test_a_start_during_the_sweep(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that starts between the look and the leaving keeps its seats."""
    async with workers(database_url) as (house,):
        users = await people(house)
        game = await running(house, users)
        info = await table_info(house, game)

        async def too_late(*_arguments: object) -> list[tables.TableInfo]:
            return [info]

        monkeypatch.setattr(tables, "waiting", too_late)
        house.hub.started -= 1_000
        await clock.sweep(house.play, 60)
        assert len((await table_info(house, game)).seats) == 2


async def test_the_clock_runs_on(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault stops neither ticks nor sweeps."""
    async with workers(database_url) as (house,):
        seen: list[str] = []

        async def tick(_play: Play) -> None:
            seen.append("tick")
            if len(seen) == 1:
                raise OSError("no database")

        async def sweep(_play: Play, away: float) -> None:
            seen.append(f"sweep {away}")

        for name, value in (
            ("tick", tick),
            ("sweep", sweep),
            ("TICK_SECONDS", 0.01),
            ("SWEEP_SECONDS", 0.03),
        ):
            monkeypatch.setattr(clock, name, value)
        running = asyncio.create_task(clock.run(house.play, 5))
        for _ in range(500):
            await asyncio.sleep(0.01)
            if len(seen) > 7:
                break
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        assert seen[:7] == ["tick", "tick", "tick", "sweep 5", "tick", "tick", "tick"]
