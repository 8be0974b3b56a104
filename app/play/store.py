"""The only SQL about a game's rows: append one, read those since, keep and find snapshots."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, Literal, LiteralString, NamedTuple
from uuid import UUID

import msgspec
import psycopg
import structlog
from psycopg_pool import PoolTimeout
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db import RowPool
from engines.core import codec
from engines.core.engine import AnyEngine
from engines.core.game import Game, Row, resume

log = structlog.get_logger()

Appended = Literal["yes", "behind", "repeated"]
"""yes; behind: somebody was faster, read the rows since; repeated: this ask is answered already."""


class NotStored(RuntimeError):
    """The database failed; the row is not there. Says the kind of the fault only."""


APPEND: Final = (
    "with g as (update games set last_seq = last_seq + 1, status = %(status)s,"
    # Seats have changed since the worker looked: the clock is to look for itself.
    " due_at = case when rev = %(rev)s or %(status)s <> 'running' then %(due)s else now() end,"
    " result = cast(%(result)s as jsonb), updated_at = now()"
    " where id = %(game)s and last_seq = %(before)s and status = 'running'"
    " returning last_seq, rev)"
    " insert into actions (game_id, seq, seat, ask, text, draws, events)"
    " select %(game)s, last_seq, %(seat)s, %(ask)s, %(text)s,"
    " cast(%(draws)s as jsonb), cast(%(events)s as jsonb)"
    " from g returning seq, (select rev from g)"
)


async def append(
    pool: RowPool,
    game_id: UUID,
    row: Row,
    *,
    rev: int,
    status: str,
    due: datetime | None,
    result: object | None,
) -> tuple[Appended, int]:
    """Add a row as number `row.seq`, if the one before it is the last: one statement, all or
    nothing.

    `rev` is what the worker knows of the table's other changes; given back is what it is now.
    """
    try:
        found = await _said(
            pool,
            APPEND,
            {
                "game": game_id,
                "before": row.seq - 1,
                "rev": rev,
                "status": status,
                "due": due,
                "result": None if result is None else codec.dump(result),
                "seat": row.seat,
                "ask": row.ask,
                "text": row.text,
                "draws": codec.dump(row.draws),
                "events": codec.dump(row.events),
            },
        )
    except psycopg.errors.UniqueViolation:
        return "repeated", rev
    except psycopg.Error as fault:
        # Not the fault itself: it quotes the row, and a row holds secrets.
        raise NotStored(type(fault).__name__) from None
    return ("yes", found[0][1]) if found else ("behind", rev)


async def _said(pool: RowPool, statement: LiteralString, values: dict[str, Any]) -> list[Any]:
    """What the database answers to one statement. Raises `psycopg.Error`.

    A connection that died at rest is found out by the statement itself, which is then said again.
    It may have been carried out just before: a row is there already then, and the caller finds it.
    """
    try:
        async with pool.connection() as connection:
            return await (await connection.execute(statement, values)).fetchall()
    except PoolTimeout:
        raise
    except psycopg.OperationalError:
        # After a restart of Postgres the others are dead too.
        await pool.check()
        async with pool.connection() as connection:
            return await (await connection.execute(statement, values)).fetchall()


async def rows_since(
    connection: AsyncConnection, engine: AnyEngine, game_id: UUID, seq: int
) -> list[Row]:
    """The rows after number `seq`, in order, with their events as they were recorded."""
    found = await connection.execute(
        text(
            "select seq, seat, ask, text, draws, events from actions"
            " where game_id = :game and seq > :seq order by seq"
        ),
        {"game": game_id, "seq": seq},
    )
    return [_row(engine, row) for row in found]


def _row(engine: AnyEngine, row: Sequence[Any]) -> Row:
    kind: Any = tuple.__class_getitem__((engine.event_type, ...))
    seq, seat, ask, said, draws, events = row
    drawn = tuple((n, value) for n, value in draws)
    return Row(seq, seat, ask, said, drawn, codec.record(events, kind))


def told(row: Row) -> bytes:
    """A row as one worker tells it to another."""
    return codec.pack(row)


def heard(engine: AnyEngine, told: bytes) -> Row:
    """The row that another worker told. Raises `msgspec.DecodeError` (of other rules, perhaps)."""
    row: Row = codec.unpack(told, Row)
    kind: Any = tuple.__class_getitem__((engine.event_type, ...))
    return msgspec.structs.replace(row, events=codec.record(row.events, kind))


NEWS: Final = (
    "select g.rev, g.status, a.seq, a.seat, a.ask, a.text, a.draws, a.events from games g"
    " left join actions a on a.game_id = g.id and a.seq > %(seq)s where g.id = %(game)s"
    " order by a.seq"
)


class News(NamedTuple):
    """What is new about a table, in one picture: its `rev`, its status, the rows since."""

    rev: int
    status: str
    rows: list[Row]


async def news(pool: RowPool, rules: AnyEngine, game_id: UUID, seq: int) -> News | None:
    """What came after row `seq`: one statement. None if the table is gone. Raises
    `psycopg.Error`.
    """
    found = await _said(pool, NEWS, {"game": game_id, "seq": seq})
    if not found:
        return None
    rev, status, *_ = found[0]
    return News(rev, status, [_row(rules, row[2:]) for row in found if row[2] is not None])


async def answered(connection: AsyncConnection, game_id: UUID, seat: int, ask: str) -> str | None:
    """With what text this seat answered this ask, or None if it did not."""
    found: str | None = await connection.scalar(
        text("select text from actions where game_id = :game and seat = :seat and ask = :ask"),
        {"game": game_id, "seat": seat, "ask": ask},
    )
    return found


async def seed_of(connection: AsyncConnection, game_id: UUID) -> bytes:
    """The secret seed of a running game. It leaves the server nowhere."""
    found = await connection.scalar(
        text("select seed from games where id = :game"), {"game": game_id}
    )
    return bytes(found)


async def save_snapshot(connection: AsyncConnection, game_id: UUID, game: Game) -> None:
    """Keep the state at the last closed phase, so that a cold start folds only what came since."""
    await connection.execute(
        text(
            "insert into snapshots (game_id, seq, version, state)"
            " values (:game, :seq, :version, :state)"
            " on conflict (game_id) do update set seq = excluded.seq,"
            " version = excluded.version, state = excluded.state where snapshots.seq < excluded.seq"
        ),
        {
            "game": game_id,
            "seq": game.base_seq,
            "version": game.engine.version,
            "state": codec.pack((game.base_marks, game.base)),
        },
    )


async def find_snapshot(
    connection: AsyncConnection, engine: AnyEngine, game_id: UUID, players: int
) -> Game | None:
    """The game at its last snapshot, if there is one of these rules."""
    found = await connection.execute(
        text("select seq, state from snapshots where game_id = :game and version = :version"),
        {"game": game_id, "version": engine.version},
    )
    row = found.first()
    if row is None:
        return None
    kind: Any = tuple.__class_getitem__((tuple[int, ...], engine.state_type))
    try:
        marks, state = codec.unpack(bytes(row.state), kind)
    except msgspec.DecodeError:
        # A cache, no more: the rows have it all.
        log.warning("a snapshot can't be read", game=str(game_id))
        return None
    return resume(engine, players, row.seq, marks, state)


async def numbers(connection: AsyncConnection, games: list[UUID]) -> dict[UUID, int]:
    """What pages compare: last_seq + rev of these tables; those that are gone are missing."""
    found = await connection.execute(
        text("select id, last_seq + rev as number from games where id = any(:games)"),
        {"games": games},
    )
    return {row.id: row.number for row in found}
