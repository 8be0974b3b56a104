"""Workers without their web: several of them on one database, people, and tables in play."""

import contextlib
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker

from app.db import address, make_engine, make_row_pool, make_sessions
from app.models import User
from app.play import store, tables
from app.play.hub import Hub
from app.play.notify import Notifier
from app.play.service import Held, Play
from engines import ENGINES
from engines.core.bots import asked_seats, random_text
from engines.core.chance import Chance, Dice
from engines.core.game import ask_id

QUIRKY = ENGINES["quirky_circuits"]
NAMES = ("Anna", "Ben", "Cleo", "Dan")


@dataclass
class Worker:
    """What one process has, but for the web."""

    url: str
    engine: AsyncEngine
    sessions: async_sessionmaker[AsyncSession]
    hub: Hub
    play: Play
    notifier: Notifier

    async def sql(self, statement: str, **values: Any) -> list[Any]:
        """Run one statement; its rows, if it gives any."""
        async with self.engine.begin() as connection:
            done = await connection.execute(text(statement), values)
            return list(done.all()) if done.returns_rows else []


def worker(url: str, pool_size: int = 5) -> Worker:
    """One more worker on this database. Not listening yet."""
    engine = make_engine(url, pool_size=pool_size)
    sessions = make_sessions(engine)
    hub = Hub()
    pool = make_row_pool(engine.url, size=pool_size)
    play = Play(engine, pool, sessions, hub)

    async def look(games: list[UUID]) -> dict[UUID, int]:
        async with engine.connect() as connection:
            return await store.numbers(connection, games)

    notifier = Notifier(hub, address(url), look, on_gap=play.distrust)
    return Worker(url, engine, sessions, hub, play, notifier)


@contextlib.asynccontextmanager
async def workers(url: str, count: int = 1, *, linked: bool = False) -> AsyncIterator[list[Worker]]:
    """So many workers. With `linked` they hear of each other as real ones do."""
    several = [worker(url) for _ in range(count)]
    try:
        for each in several:
            await each.play.start()
        if linked:
            for each in several:
                await each.notifier.start()
        yield several
    finally:
        for each in several:
            await each.play.stop()
            if linked:
                await each.notifier.stop()
            await each.engine.dispose()


async def people(house: Worker, count: int = 2) -> list[UUID]:
    """New users."""
    users = [uuid4() for _ in range(count)]
    async with house.sessions.begin() as session:
        session.add_all([User(id=user, name=NAMES[at]) for at, user in enumerate(users)])
    return users


async def lobby(
    house: Worker, users: list[UUID], *, public: bool = False, watch: Any = "link", **options: Any
) -> UUID:
    """A table where these people sit."""
    async with house.sessions.begin() as session:
        game = await tables.create(
            session,
            QUIRKY,
            tables.read_options(QUIRKY, options),
            users[0],
            NAMES[0],
            public=public,
            watch=watch,
        )
    for at, user in enumerate(users[1:], 1):
        async with house.sessions.begin() as session:
            await tables.sit(session, game, user, NAMES[at])
    return game


async def make_ready(house: Worker, game: UUID, users: list[UUID]) -> None:
    """All of them are."""
    for user in users:
        async with house.sessions.begin() as session:
            await tables.ready(session, game, user, "word")


async def running(
    house: Worker, users: list[UUID], *, public: bool = False, watch: Any = "link", **options: Any
) -> UUID:
    """A table in play."""
    game = await lobby(house, users, public=public, watch=watch, **options)
    await make_ready(house, game, users)
    async with house.sessions.begin() as session:
        await tables.start(session, game, users[0])
    await house.play.changed(game)
    return game


async def table_info(house: Worker, game: UUID) -> tables.TableInfo:
    """The table as the database has it."""
    async with house.sessions() as session:
        info = await tables.load(session, game)
    assert info is not None
    return info


def user_at(held: Held, seat: int) -> UUID:
    """Who sits there."""
    user = held.info.seats[seat].user
    assert user is not None
    return user


def an_answer(held: Held, chance: Chance, step: int) -> tuple[UUID, str, str]:
    """Some legal answer: user, ask, text."""
    assert held.game is not None
    seats = asked_seats(held.game)
    seat = seats[chance.below(len(seats), step, "seat")]
    return (
        user_at(held, seat),
        ask_id(held.game, seat),
        random_text(held.game, seat, chance, step),
    )


async def play_on(house: Worker, game: UUID, seed: bytes, most: int = 10_000) -> int:
    """Random answers until the end, or so many. How many there were."""
    chance = Dice(seed)
    for step in range(most):
        held = await house.play.table(game)
        if held.info.status != "running":
            return step
        await house.play.act(game, *an_answer(held, chance, step))
    return most


async def lay(house: Worker, game: UUID, seat: int, text: str = "") -> tuple[str, str]:
    """This seat lays any card of its own (or answers `text`); what was posted."""
    held = await house.play.table(game)
    assert held.game is not None
    ask = ask_id(held.game, seat)
    said = text or f"play any @{len(held.game.state.queue)}"
    await house.play.act(game, user_at(held, seat), ask, said)
    return ask, said


async def rows(house: Worker, game: UUID) -> list[Any]:
    """All that is stored of the play, in order."""
    return await house.sql(
        "select seq, seat, ask, text, draws, events from actions where game_id = :g order by seq",
        g=game,
    )


async def assert_whole(house: Worker, game: UUID) -> None:
    """Rows are 1..n, the counter is n, no ask was answered twice."""
    stored = await rows(house, game)
    assert [row.seq for row in stored] == list(range(1, len(stored) + 1))
    assert len({(row.seat, row.ask) for row in stored}) == len(stored)
    [(last,)] = await house.sql("select last_seq from games where id = :g", g=game)
    assert last == len(stored)


def views(held: Held) -> dict[Any, Any]:
    """What each viewer may know."""
    assert held.game is not None
    engine, state = held.game.engine, held.game.state
    viewers = (*range(held.game.players), None)
    return {
        "public": engine.public(state),
        **{viewer: engine.private(state, viewer) for viewer in viewers},
        "asks": [ask_id(held.game, seat) for seat in range(held.game.players)],
        "asked": held.game.asked,
    }


async def idle_transactions(house: Worker) -> int:
    """How many connections to this database sit in an open transaction."""
    name = re.split(r"[/?]", house.url.split("://", 1)[1])[1]
    [(count,)] = await house.sql(
        "select count(*) from pg_stat_activity where datname = :name"
        " and state like 'idle in transaction%' and pid <> pg_backend_pid()",
        name=name,
    )
    return int(count)
