"""The connection to Postgres: the address, the engine and the session maker. No queries here."""

import time
from typing import Any, Final

from sqlalchemy import event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DisconnectionError
from sqlalchemy.ext.asyncio import (
    AsyncEngine,
    AsyncSession,
    async_sessionmaker,
    create_async_engine,
)

DRIVER: Final = "postgresql+psycopg"

REST_SECONDS: Final = 2.0


class BadAddress(ValueError):
    """DATABASE_URL isn't the address of a Postgres database."""


def address(url: str) -> URL:
    """Read a DATABASE_URL as hosting providers write it (postgres://, postgresql://).

    Raises BadAddress, with a sentence that doesn't repeat the address: it may hold a password.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise BadAddress(
            "DATABASE_URL can't be read; it should look like postgresql://user:password@host/name."
        ) from None
    if parsed.drivername not in {"postgres", "postgresql", DRIVER}:
        raise BadAddress("DATABASE_URL must be the address of a Postgres database.")
    return parsed.set(drivername=DRIVER)


def make_engine(url: str, *, pool_size: int) -> AsyncEngine:
    """The engine of one worker. Nothing is connected yet."""
    engine = create_async_engine(
        address(url),
        pool_size=pool_size,
        # A short burst may open a few more, but a flood waits here and not inside Postgres.
        max_overflow=2,
        pool_timeout=10,
        connect_args={"connect_timeout": 5},
        # A fault is logged with its statement; what people hold stands in the values.
        hide_parameters=True,
    )

    ping_after_a_rest(engine)
    return engine


def ping_after_a_rest(engine: AsyncEngine) -> None:
    """Let a connection that has rested prove that it still works, before somebody's move needs it.

    After a restart of Postgres the ping finds out, not a player; and a busy table doesn't pay for a
    ping at each statement, as it would with `pool_pre_ping`.
    """
    pool = engine.sync_engine.pool

    @event.listens_for(pool, "checkin")
    def rests(_connection: Any, record: Any) -> None:
        record.info["rests_since"] = time.monotonic()

    @event.listens_for(pool, "checkout")
    def wakes(connection: Any, record: Any, _proxy: Any) -> None:
        since = record.info.get("rests_since")
        if since is not None and time.monotonic() - since > REST_SECONDS:
            try:
                engine.dialect.do_ping(connection)
            except engine.dialect.loaded_dbapi.Error:
                # The pool then tries another one, and makes a new one in the end.
                raise DisconnectionError from None


def make_sessions(engine: AsyncEngine) -> async_sessionmaker[AsyncSession]:
    """`async with sessions.begin() as session:` is one unit of work."""
    return async_sessionmaker(engine, expire_on_commit=False)
