"""What tests of all folders share: the database, a running server, a browser."""

from collections.abc import Iterator
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql
from sqlalchemy.engine import make_url

from app import embedded
from app.migrate import migrate

TEMPLATE = "template_beepboop"


def run_sql(server: embedded.Server, statement: str, *names: str) -> None:
    """Run one administrative statement; names are put in as identifiers."""
    where = psycopg.conninfo.make_conninfo(
        host=str(server.sockets), user=embedded.USER, dbname="postgres"
    )
    with psycopg.connect(where, autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def url_of(server: embedded.Server, database: str) -> str:
    return make_url(server.url).set(database=database).render_as_string(hide_password=False)


@pytest.fixture(scope="session")
def postgres() -> Iterator[embedded.Server]:
    """One private Postgres for the whole run, with a migrated database to copy from."""
    with embedded.throwaway() as server:
        run_sql(server, "create database {}", TEMPLATE)
        migrate(url_of(server, TEMPLATE))
        yield server


@pytest.fixture
def empty_database_url(postgres: embedded.Server) -> Iterator[str]:
    """A fresh database without any table."""
    name = f"test_{uuid4().hex}"
    run_sql(postgres, "create database {}", name)
    yield url_of(postgres, name)
    run_sql(postgres, "drop database {} with (force)", name)


@pytest.fixture
def database_url(postgres: embedded.Server) -> Iterator[str]:
    """A fresh database with the newest schema and no rows."""
    name = f"test_{uuid4().hex}"
    run_sql(postgres, "create database {} template {}", name, TEMPLATE)
    yield url_of(postgres, name)
    run_sql(postgres, "drop database {} with (force)", name)
