"""Bringing a database to the newest schema. The steps themselves are in migrations/."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from app.db import address

FOLDER: Final = Path(__file__).parent.parent / "migrations"


def migrate(url: str) -> None:
    """Apply what is missing. Safe to start twice at once: migrations/env.py takes a lock.

    Raises sqlalchemy.exc.OperationalError if the database can't be reached.
    """
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    engine = create_engine(address(url), poolclass=NullPool, connect_args={"connect_timeout": 10})
    try:
        with engine.connect() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    finally:
        engine.dispose()
