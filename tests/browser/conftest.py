"""One server for the tests of this folder that need nothing special of it."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from app import embedded
from tests.conftest import TEMPLATE, Served, run_sql, serve, url_of


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What a browser looks at is served by another process: nothing to measure in this one. These
    tests are spread among the others, so that the processes that share the work don't all start
    browsers at once, and then none."""
    here = Path(__file__).parent
    looked_at = [item for item in items if item.path.is_relative_to(here)]
    for item in looked_at:
        item.add_marker("unmeasured")
    if looked_at:
        others = [item for item in items if not item.path.is_relative_to(here)]
        step = len(others) / len(looked_at)
        places = [(number * step, item) for number, item in enumerate(looked_at)]
        places += [(float(number), item) for number, item in enumerate(others)]
        items[:] = [item for _, item in sorted(places, key=lambda place: place[0])]


@contextlib.contextmanager
def shared_house(postgres: embedded.Server, **environment: str) -> Iterator[Served]:
    """A running Beepboop for several tests, each of which opens tables of its own."""
    name = f"test_{uuid4().hex}"
    run_sql(postgres, "create database {} template {}", name, TEMPLATE)
    server = serve(
        *("--host", "127.0.0.1", "--port", "0", "--workers", "1"),
        DATABASE_URL=url_of(postgres, name),
        BEEPBOOP_PACE="false",
        **environment,
    )
    yield server.wait_until_ready()
    code, output = server.stop(), server.output
    server.log.unlink()
    run_sql(postgres, "drop database {} with (force)", name)
    assert code == 0, output
    assert '"incident"' not in output, output
    assert " incident " not in output, output


@pytest.fixture(scope="session")
def house(postgres: embedded.Server) -> Iterator[Served]:
    """What most tests open."""
    with shared_house(postgres, BEEPBOOP_CDN="false") as server:
        yield server
