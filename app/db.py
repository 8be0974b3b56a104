"""The connection to Postgres: the address, the engine, the session maker and the pool that rows
take. No queries here.
"""

from typing import Any, Final, TypeAlias

import psycopg
from psycopg_pool import AsyncConnectionPool
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import (
    AsyncEngine,
    AsyncSession,
    async_sessionmaker,
    create_async_engine,
)

DRIVER: Final = "postgresql+psycopg"

RowPool: TypeAlias = AsyncConnectionPool[psycopg.AsyncConnection[Any]]
"""Plain connections for the statement of an answer: SQLAlchemy's checkout, ping and bookkeeping are
four times the cost of such a statement (docs/performance.md).
"""


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
    return create_async_engine(
        address(url),
        pool_size=pool_size,
        # A short burst may open a few more, but a flood waits here and not inside Postgres.
        max_overflow=2,
        pool_timeout=10,
        # After a restart of Postgres the first statement finds out, not the first player.
        pool_pre_ping=True,
        connect_args={"connect_timeout": 5},
        # A fault is logged with its statement; what people hold stands in the values.
        hide_parameters=True,
    )


def make_sessions(engine: AsyncEngine) -> async_sessionmaker[AsyncSession]:
    """`async with sessions.begin() as session:` is one unit of work."""
    return async_sessionmaker(engine, expire_on_commit=False)


def conninfo(address: URL) -> str:
    """A SQLAlchemy address as psycopg wants it."""
    return address.set(drivername="postgresql").render_as_string(hide_password=False)


def make_row_pool(address: URL, *, size: int) -> RowPool:
    """The pool of `app.play.store` for one worker. It is to be opened, and closed at the end."""
    return AsyncConnectionPool(
        conninfo(address),
        min_size=1,
        max_size=size,
        timeout=10,
        open=False,
        kwargs={"autocommit": True, "connect_timeout": 5, "application_name": "beepboop rows"},
    )
