"""How Alembic runs: on one connection, in one transaction, one process at a time."""

import os

from alembic import context
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.pool import NullPool

from app.db import address
from app.models import Base

# Any number that nobody else uses for an advisory lock in this database.
LOCK = 7_233_706_607


def run(connection: Connection) -> None:
    """Run what was asked for, under the lock."""
    context.configure(connection=connection, target_metadata=Base.metadata)
    with context.begin_transaction():
        connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        context.run_migrations()


if context.is_offline_mode():
    raise SystemExit("Migrations run against a database only; there is no --sql mode.")

given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    # The alembic command line: `DATABASE_URL=... .venv/bin/python -m alembic revision ...`
    url = os.environ.get("DATABASE_URL")
    if not url:
        raise SystemExit("Set DATABASE_URL to the database that Alembic should use.")
    engine = create_engine(address(url), poolclass=NullPool)
    with engine.connect() as connection:
        run(connection)
