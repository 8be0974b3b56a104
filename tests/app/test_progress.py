"""What people have finished: counted once, for those who sat there at the end, whatever happens to
the server.
"""

import asyncio
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest

from app.play import store, tables
from app.play.progress import (
    Best,
    Progress,
    Tried,
    both,
    finished_by_all,
    has_finished,
    next_chapter,
    progress_of,
)
from app.play.refused import Refused
from engines import ENGINES
from engines.core.engine import Chapter
from engines.quirky_circuits.house import EASINGS, GRADES, book
from tests.app.finished import before_the_end, finished, golden_game
from tests.app.workers import QUIRKY, Worker, lobby, people, running, table_info, workers

BOOK = book()
FIRST, SECOND, THIRD = BOOK.chapters[:3]
LAST = BOOK.chapters[-1]


async def progress(house: Worker, *users: UUID) -> list[Progress]:
    """What each of these people has done with Quirky Circuits, as the database has it."""
    async with house.sessions() as session:
        found = await progress_of(session, QUIRKY, users)
    return [found[user] for user in users]


def tried(games: int, ending: str = "", easings: tuple[Any, ...] = (), day: int = 1) -> Tried:
    """So many games, and if any was won, the best."""
    if not ending:
        return Tried(games, 0, None)
    grade = next(grade for grade in GRADES if grade.ending == ending)
    return Tried(games, 1, Best(grade, easings, datetime(2026, 11, day, tzinfo=UTC), uuid4()))


async def test_a_won_game_counts_for_all_who_sat_there(database_url: str) -> None:
    """With its band, its day, its table and the others' names; nothing for who only watched."""
    async with workers(database_url) as (house,):
        *seated, watcher = await people(house, 3)
        game = await finished(house, seated, "expert")
        async with house.sessions.begin() as session:
            await tables.let_in(session, game, watcher)
        [(ended_at,)] = await house.sql(
            "select at from actions where game_id = :g order by seq desc limit 1", g=game
        )
        told = golden_game(2, "expert")
        for each, mate in zip(await progress(house, *seated), ("Ben", "Anna"), strict=True):
            assert each == {
                told.scenario: Tried(1, 1, Best(GRADES[0], (), ended_at, game, (mate,)))
            }
        assert await progress(house, watcher) == [{}]
        # What is said and done at the table afterwards moves nothing.
        async with house.sessions.begin() as session:
            await tables.say(session, game, seated[0], "Anna", "Well done!")
            await tables.again(session, game, seated[0], {})
        assert (await progress(house, seated[0]))[0][told.scenario].best == Best(
            GRADES[0], (), ended_at, game, ("Ben",)
        )


async def test_two_workers_end_a_game_at_once(database_url: str) -> None:
    """Six posts of the last row in two workers: one game, one win, for each."""
    async with workers(database_url, 2) as several:
        users = await people(several[0])
        told = golden_game(2, "challenge")
        game = await before_the_end(several[0], users, told)
        seat, ask, said = told.last

        async def post(number: int) -> bool:
            try:
                await several[number % 2].play.act(game, users[seat], ask, said)
            except Refused as over:
                return over.key != "over"
            return True

        assert any(await asyncio.gather(*(post(number) for number in range(6))))
        for each in await progress(several[1], *users):
            assert (each[told.scenario].games, each[told.scenario].won) == (1, 1)


async def test_a_worker_that_dies_with_the_last_row(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before its statement nothing is over and nothing counts; after it all is, though the worker
    told nobody. There is no moment between."""
    async with workers(database_url, 2) as (dying, other):
        users = await people(dying)
        told = golden_game(2, "expert")
        game = await before_the_end(dying, users, told)
        seat, ask, said = told.last

        class Killed(Exception):
            pass

        async def never(*_args: Any, **_named: Any) -> Any:
            raise Killed

        def silent(*_args: Any) -> None:
            raise Killed

        with monkeypatch.context() as patch:
            patch.setattr(store, "append", never)
            with pytest.raises(Killed):
                await dying.play.act(game, users[seat], ask, said)
        assert (await table_info(other, game)).status == "running"
        assert await progress(other, *users) == [{}, {}]
        with monkeypatch.context() as patch:
            patch.setattr(dying.play, "_advance", silent)
            with pytest.raises(Killed):
                await dying.play.act(game, users[seat], ask, said)
        assert (await table_info(other, game)).status == "over"
        assert [each[told.scenario].won for each in await progress(other, *users)] == [1, 1]
        # The browser that heard nothing posts again.
        with pytest.raises(Refused, match="has ended"):
            await other.play.act(game, users[seat], ask, said)
        assert [each[told.scenario].games for each in await progress(other, *users)] == [1, 1]


async def test_what_was_not_won_was_tried(database_url: str) -> None:
    """Lost and given up: a game more, nothing finished. What is not over yet is no game."""
    async with workers(database_url) as (house,):
        users = await people(house)
        await finished(house, users, "lost")
        lost = golden_game(2, "lost").scenario
        given_up = await running(house, users, scenario=lost)
        await running(house, users, scenario=lost)
        await lobby(house, users, scenario=lost)
        async with house.sessions.begin() as session:
            await tables.end(session, given_up)
        assert await progress(house, *users) == [{lost: Tried(2, 0, None)}] * 2


async def test_the_best_result_stays(database_url: str) -> None:
    """All games count; shown is the best by all the rules, else the one with the fewest
    easings."""
    async with workers(database_url) as (house,):
        users = await people(house)
        told = golden_game(2, "expert")
        eased = await finished(house, users, "expert", practice=True, talk=True)
        best = (await progress(house, users[0]))[0][told.scenario].best
        assert best is not None
        assert (best.table, best.easings) == (eased, EASINGS)
        await finished(house, users, "expert", beep=False)
        plain = await finished(house, users, "expert")
        await finished(house, users, "expert", talk=True)
        found = (await progress(house, users[0]))[0][told.scenario]
        assert found.best is not None
        assert (found.games, found.won, found.best.easings) == (4, 4, ())
        assert found.best.table == plain


async def test_who_took_a_seat_over_has_finished_it(database_url: str) -> None:
    """Who sits there at the end, not who sat there at the start."""
    async with workers(database_url) as (house,):
        anna, ben, cleo = await people(house, 3)
        told = golden_game(2, "expert")
        game = await before_the_end(house, [anna, ben], told)
        async with house.sessions.begin() as session:
            token = await tables.hand_over(session, game, 1)
        async with house.sessions.begin() as session:
            await tables.claim(session, token, cleo)
        await house.play.changed(game)
        seat, ask, said = told.last
        await house.play.act(game, [anna, cleo][seat], ask, said)
        assert [has_finished(p, told.scenario) for p in await progress(house, anna, ben, cleo)] == [
            True,
            False,
            True,
        ]


async def test_what_belongs_to_no_book(database_url: str) -> None:
    """Games of another engine, and of a scenario that is not in the book any more."""
    async with workers(database_url) as (house,):
        users = await people(house)
        game = await finished(house, users, "expert")
        async with house.sessions() as session:
            assert await progress_of(session, ENGINES["sparks"], users) == {u: {} for u in users}
            assert await progress_of(session, QUIRKY, []) == {}
        await house.sql(
            """update games set options = '{"scenario": "torn_out"}' where id = :g""", g=game
        )
        assert await progress(house, *users) == [{}, {}]


async def test_a_table_knows_what_its_people_have_done(database_url: str) -> None:
    """In the waiting room and after the end, in every worker; while they play nobody asks."""
    async with workers(database_url, 2) as (here, there):
        users = await people(here)
        told = golden_game(2, "expert")
        game = await before_the_end(here, users, told)
        assert (await there.play.table(game)).progress == {}
        seat, ask, said = told.last
        await here.play.act(game, users[seat], ask, said)
        there.play.distrust()
        for house in (here, there):
            held = await house.play.table(game)
            assert [held.progress[user][told.scenario].won for user in users] == [1, 1]
        room = await lobby(here, users)
        held = await there.play.table(room)
        assert set(held.progress) == set(users)
        # What somebody finishes elsewhere meanwhile is seen with the next look.
        held.memo["painted"] = "before"
        await finished(here, users, "expert")
        held = await there.play.look(room)
        assert held.progress[users[0]][told.scenario].won == 2
        assert held.memo == {}


def test_which_finish_is_better() -> None:
    """Fewer easings, then the grade, then the newer day; and two parts are added up."""
    order = [
        tried(1, "expert", EASINGS),
        tried(1, "won", EASINGS[:1]),
        tried(1, "expert", EASINGS[1:]),
        tried(1, "won", day=1),
        tried(1, "won", day=2),
        tried(1, "challenge", day=1),
        tried(1, "expert", day=1),
    ]
    for at, better in enumerate(order):
        for worse in order[:at]:
            assert both(better, worse).best == both(worse, better).best == better.best
    assert both(tried(3), tried(2, "won")).best is not None
    assert both(tried(3), tried(2)) == Tried(5, 0, None)
    assert (both(tried(3), tried(2, "won")).games, both(tried(3), tried(2, "won")).won) == (5, 1)


def done(*chapters: Chapter) -> Progress:
    """Somebody who has finished these, in practice mode, and tried the rest in vain."""
    return {
        chapter.key: tried(1, "won", EASINGS[:1]) if chapter in chapters else tried(1)
        for chapter in BOOK.chapters
    }


def test_what_comes_next() -> None:
    """The first that is new to somebody; after a game, the first such behind it, and round."""
    assert next_chapter(BOOK, [{}]) == FIRST
    assert next_chapter(BOOK, [done()]) == FIRST
    assert next_chapter(BOOK, [done(FIRST)]) == SECOND
    assert next_chapter(BOOK, [done(SECOND)]) == FIRST
    assert next_chapter(BOOK, [done(FIRST, SECOND), done(FIRST)]) == SECOND
    assert next_chapter(BOOK, [done(FIRST, SECOND), {}]) == FIRST
    assert next_chapter(BOOK, [done(SECOND)], SECOND.key) == THIRD
    # Lost just now: the table can play it again, what is suggested goes on.
    assert next_chapter(BOOK, [done()], FIRST.key) == SECOND
    assert next_chapter(BOOK, [done(FIRST, SECOND)], FIRST.key) == THIRD
    assert next_chapter(BOOK, [done(SECOND, LAST)], LAST.key) == FIRST
    assert next_chapter(BOOK, [done(FIRST)], "torn_out") == SECOND
    everything = done(*BOOK.chapters)
    assert next_chapter(BOOK, [everything]) is None
    assert next_chapter(BOOK, [everything], FIRST.key) == SECOND
    assert next_chapter(BOOK, [everything], LAST.key) is None
    # Only the one just lost is missing: on to the one behind it.
    but_second = done(*(chapter for chapter in BOOK.chapters if chapter != SECOND))
    assert next_chapter(BOOK, [but_second], SECOND.key) == THIRD


def test_what_a_team_has_finished() -> None:
    """What each of them has, wherever they played it."""
    team = [done(FIRST, THIRD), done(THIRD, SECOND, FIRST), done(THIRD)]
    assert finished_by_all(BOOK, team) == (THIRD,)
    assert finished_by_all(BOOK, team[:2]) == (FIRST, THIRD)
    assert finished_by_all(BOOK, [*team, {}]) == ()
