"""What tests of all folders share: the database, a running server, a browser.

async def test_it(app_server, browser):
    house = app_server(workers=2)
    async with page_without_errors(browser) as page:
        await page.goto(house.url)
"""

import contextlib
import importlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from alembic.script import ScriptDirectory
from playwright.async_api import Browser, BrowserContext, Page, Playwright, async_playwright
from psycopg import sql
from sqlalchemy.engine import make_url

from app import embedded
from app.migrate import FOLDER, migrate
from app.models import Base

ROOT = Path(__file__).parent.parent
TEMPLATE = "template_beepboop"
HEAD = ScriptDirectory(str(FOLDER)).get_current_head()


@contextlib.contextmanager
def unmeasured() -> Iterator[None]:
    """Coverage looks away, which makes most code three to four times as fast."""
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """What stands at the top of our modules is measured here; reading the tests isn't, which took
    each process three times as long.
    """
    if session.config.pluginmanager.has_plugin("dsession"):
        return (yield)  # Other processes run the tests; this one reads none.
    for package in ("engines", "app"):
        for path in sorted((ROOT / package).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            importlib.import_module(name.removesuffix(".__init__"))
    with unmeasured():
        found = yield
    # What engines remember from then on is asked again by the tests that are about it.
    for name, module in list(sys.modules.items()):
        if name.startswith("engines."):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
    return found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Marked `unmeasured`: the gates stand on the tests that say what a rule does, not on luck."""
    if item.get_closest_marker("unmeasured") is None:
        return (yield)
    with unmeasured():
        return (yield)


# --- the database ----------------------------------------------------------------------------


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
        # Nothing of it has to outlive the machine, and each test makes and drops a database.
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            run_sql(server, "alter system set {} = off", setting)
        run_sql(server, "select pg_reload_conf()")
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


@pytest.fixture(scope="session")
def emptied() -> list[str]:
    """The names of databases as good as new."""
    return []


@pytest.fixture
def database_url(postgres: embedded.Server, emptied: list[str]) -> Iterator[str]:
    """A database with the newest schema and no rows."""
    if emptied:
        name = emptied.pop()
    else:
        name = f"test_{uuid4().hex}"
        run_sql(postgres, "create database {} template {}", name, TEMPLATE)
    yield url_of(postgres, name)
    if empty(postgres, name):
        emptied.append(name)
    else:
        run_sql(postgres, "drop database {} with (force)", name)


def empty(server: embedded.Server, name: str) -> bool:
    """Make a database as good as new, a hundred times faster than it is copied anew. Returns
    whether that could be done: not after a change of the schema.
    """
    where = psycopg.conninfo.make_conninfo(
        host=str(server.sockets), user=embedded.USER, dbname=name
    )
    tables = Base.metadata.tables
    with psycopg.connect(where, autocommit=True) as connection:
        connection.execute(
            "select pg_terminate_backend(pid, 5000) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid()"
        )
        found = connection.execute("select version_num from alembic_version").fetchall()
        if found != [(HEAD,)]:
            return False
        with connection.transaction():
            # Rows that point to others go in any order.
            connection.execute("set local session_replication_role = replica")
            for table in tables:
                connection.execute(sql.SQL("delete from {}").format(sql.Identifier(table)))
            connection.execute("select setval(seqrelid, 1, false) from pg_sequence")
    return True


# --- the server ------------------------------------------------------------------------------


@dataclass
class Served:
    """A real `serve` in a process of its own. `output` grows while it runs."""

    process: "subprocess.Popen[bytes]"
    log: Path
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def output(self) -> str:
        return self.log.read_text("utf-8", "replace")

    def wait_until_ready(self, patience: float = 60.0) -> "Served":
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if "Ctrl-C ends it." in self.output:
                line = next(line for line in self.output.splitlines() if "is ready: " in line)
                self.port = int(line.rpartition(":")[2])
                return self
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError(f"The server didn't start:\n{self.output}")

    def stop(self, kind: signal.Signals = signal.SIGINT, patience: float = 15.0) -> int:
        """End it as a person or a machine would. Returns the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(kind)
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError(f"The server didn't end:\n{self.output}") from None


def serve(*arguments: str, **environment: str) -> Served:
    """Start `python -m app.cli serve` with a clean environment; see the fixture `app_server`."""
    left = ("BEEPBOOP_", "DATABASE_URL", "COVERAGE_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(left)}
    handle, name = tempfile.mkstemp(prefix="beepboop-test-", suffix=".log")
    with open(handle, "wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "app.cli", "serve", *arguments],
            cwd=ROOT,
            env={**kept, **environment},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    return Served(process, Path(name))


@pytest.fixture
def app_server(database_url: str) -> Iterator[Callable[..., Served]]:
    """`app_server(workers=2, BEEPBOOP_CDN="false")`: the real thing on a free port.

    All servers of one test share its database. They must end well, which is checked.
    """
    running: list[Served] = []

    def start(workers: int = 1, **environment: str) -> Served:
        arguments = ["--host", "127.0.0.1", "--port", "0", "--workers", str(workers)]
        environment = {"DATABASE_URL": database_url, "BEEPBOOP_CDN": "false", **environment}
        running.append(serve(*arguments, **environment))
        return running[-1].wait_until_ready()

    yield start
    codes = [server.stop() if server.process.returncode is None else 0 for server in running]
    outputs = [server.output for server in running]
    for server in running:
        server.log.unlink()
    assert not any(codes), outputs
    assert not any('"incident"' in text or " incident " in text for text in outputs), outputs


# --- the browser -----------------------------------------------------------------------------

CHROMIUM_FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    # Without these Chromium asks for Google's hosts at every start.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
async def playwright() -> AsyncIterator[Playwright]:
    async with async_playwright() as tool:
        yield tool


@pytest.fixture(scope="session")
async def browser(playwright: Playwright) -> AsyncIterator[Browser]:
    """One headless Chromium for the whole run; a test opens contexts of its own."""
    path = os.environ.get("BEEPBOOP_BROWSER")
    if not path:
        pytest.fail("BEEPBOOP_BROWSER names no browser; run the tests with ./dev test.")
    # Chromium's own sandbox doesn't work for root; the pages are ours.
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    chromium = await playwright.chromium.launch(
        executable_path=path, args=[*CHROMIUM_FLAGS, *sandbox]
    )
    yield chromium
    await chromium.close()


@contextlib.asynccontextmanager
async def page_without_errors(
    where: Browser | BrowserContext, *, expected: tuple[str, ...] = (), **options
) -> AsyncIterator[Page]:
    """A page that fails the test if its console shows an error that isn't expected.

    From a browser: in a new context (a new person), made with the options. From a context: one
    more tab of the same person. `expected` are parts of messages that the test provokes.
    """
    wrong: list[str] = []

    def note(text: str) -> None:
        if not any(part in text for part in expected):
            wrong.append(text)

    context = await where.new_context(**options) if isinstance(where, Browser) else where
    page = await context.new_page()
    page.on("console", lambda m: note(f"{m.text} ({m.location})") if m.type == "error" else None)
    page.on("pageerror", lambda error: note(str(error)))
    try:
        yield page
    finally:
        if isinstance(where, Browser):
            await context.close()
        else:
            await page.close()
    assert not wrong, "The console shows errors:\n" + "\n".join(wrong)
