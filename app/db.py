"""The connection to Postgres: the address, the engine and the session maker. No queries here."""

from typing import Final

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import (
    AsyncEngine,
    AsyncSession,
    async_sessionmaker,
    create_async_engine,
)

DRIVER: Final = "postgresql+psycopg"


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
