"""One server for the tests of this folder that need nothing special of it."""

from collections.abc import Iterator
from uuid import uuid4

import pytest

from app import embedded
from tests.conftest import TEMPLATE, Served, run_sql, serve, url_of


@pytest.fixture(scope="session")
def house(postgres: embedded.Server) -> Iterator[Served]:
    """A running Beepboop, shared: every test opens a table of its own."""
    name = f"test_{uuid4().hex}"
    run_sql(postgres, "create database {} template {}", name, TEMPLATE)
    server = serve(
        *("--host", "127.0.0.1", "--port", "0", "--workers", "1"),
        DATABASE_URL=url_of(postgres, name),
        BEEPBOOP_CDN="false",
        BEEPBOOP_PACE="false",
    )
    yield server.wait_until_ready()
    code, output = server.stop(), server.output
    server.log.unlink()
    run_sql(postgres, "drop database {} with (force)", name)
    assert code == 0, output
    assert '"incident"' not in output, output
    assert " incident " not in output, output
