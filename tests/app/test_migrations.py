"""The migrations lead to the schema that app/models.py describes."""

import subprocess
import sys

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, insert, inspect, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import NullPool

from app.migrate import FOLDER
from app.models import STATUSES, WATCH, Base, Game


@pytest.fixture
def connection(database_url: str):
    engine = create_engine(database_url, poolclass=NullPool)
    with engine.connect() as open_connection:
        yield open_connection


def test_the_migrated_schema_is_the_one_of_the_models(connection):
    context = MigrationContext.configure(
        connection, opts={"compare_type": True, "compare_server_default": True}
    )
    assert compare_metadata(context, Base.metadata) == []


def test_the_checks_are_those_of_the_models(connection):
    """compare_metadata doesn't look at check constraints, so this does."""
    checks = {
        check["name"]: check["sqltext"]
        for check in inspect(connection).get_check_constraints("games")
    }
    assert set(checks) == {"ck_games_status", "ck_games_watch"}
    for name, words in (("ck_games_status", STATUSES), ("ck_games_watch", WATCH)):
        assert all(f"'{word}'" in checks[name] for word in words)


def test_a_status_that_is_none_is_refused(connection):
    game = {"engine": "sparks", "version": "1", "secret": b"", "invite": "i"}
    connection.execute(insert(Game).values(game))
    with pytest.raises(IntegrityError, match="ck_games_status"):
        connection.execute(insert(Game).values(game | {"invite": "j", "status": "odd"}))


def test_there_is_one_line_of_revisions():
    assert len(ScriptDirectory(str(FOLDER)).get_heads()) == 1


def test_starts_at_once_migrate_once(empty_database_url: str):
    """Processes, not threads: Alembic's context is one a process."""
    code = "import sys; from app.migrate import migrate; migrate(sys.argv[1])"
    command = [sys.executable, "-c", code, empty_database_url]
    starts = [subprocess.Popen(command, cwd=FOLDER.parent) for _ in range(3)]
    assert [start.wait(timeout=60) for start in starts] == [0, 0, 0]
    engine = create_engine(empty_database_url, poolclass=NullPool)
    with engine.connect() as connection:
        versions = connection.execute(text("select version_num from alembic_version")).all()
        assert len(versions) == 1
        assert set(inspect(connection).get_table_names()) >= set(Base.metadata.tables)
