"""The private Postgres: prepared, refused, picked up after a crash, and never in anybody's way."""

import asyncio
import contextlib
import os
import pwd
import shutil
import signal
import socket
import stat
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import psycopg
import pytest
import websockets

from app import embedded
from app.serve import SETTLED, main
from tests.conftest import ROOT, Served, serve

LOCAL = ("--host", "127.0.0.1", "--port", "0")
AS_ROOT = os.geteuid() == 0


@contextlib.contextmanager
def data_folder() -> Iterator[Path]:
    """A folder in a place that Postgres' account can reach; nothing runs on it afterwards."""
    parent = embedded.SYSTEM_ROOT if AS_ROOT else None
    if parent:
        embedded.make_folder(parent)
    path = Path(tempfile.mkdtemp(prefix="test-", dir=parent))
    path.chmod(0o755 if AS_ROOT else 0o700)
    yield path
    for process in processes_on(path):
        process.kill()
    shutil.rmtree(path)


@pytest.fixture
def empty_folder() -> Iterator[Path]:
    """Where Beepboop never ran."""
    with data_folder() as path:
        yield path


@pytest.fixture(scope="module")
def used_folder() -> Iterator[Path]:
    """Where it ran once, to copy from: initdb takes a while."""
    with data_folder() as path:
        with embedded.lock(path):
            embedded.start(path).stop()
        yield path


@pytest.fixture
def folder(used_folder: Path) -> Iterator[Path]:
    """Where Beepboop ran before."""
    with data_folder() as path:
        subprocess.run(["cp", "-Rp", f"{used_folder}/.", str(path)], check=True)
        yield path


def processes_on(data: Path) -> list[psutil.Process]:
    """Every Postgres on this data folder, and each of its children."""
    found = []
    for process in psutil.process_iter():
        try:
            words = process.cmdline()
            if any(str(data) in word for word in words) and "postgres" in words[0]:
                found += [process, *process.children(recursive=True)]
        except (psutil.NoSuchProcess, psutil.ZombieProcess):
            continue
    return found


def family(server: Served) -> list[psutil.Process]:
    """The owner and everything below it."""
    owner = psutil.Process(server.process.pid)
    return [owner, *owner.children(recursive=True)]


def pythons(server: Served) -> list[psutil.Process]:
    """The workers. A process that ends while we look is none."""
    found = []
    for process in family(server)[1:]:
        with contextlib.suppress(psutil.NoSuchProcess):
            if "python" in process.name():
                found.append(process)
    return found


def wait_for(condition: Callable[[], bool], patience: float = 15.0) -> bool:
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return condition()


def query(server: embedded.Server, statement: str) -> object:
    with psycopg.connect(
        host=str(server.sockets), user=embedded.USER, dbname=embedded.USER
    ) as connection:
        row = connection.execute(statement.encode()).fetchone()
    return row and row[0]


# --- the whole program -----------------------------------------------------------------------


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM], ids=lambda kind: kind.name)
@pytest.mark.parametrize("workers", [1, 2])
async def test_it_ends_cleanly_with_a_websocket_open(
    folder: Path, workers: int, kind: signal.Signals
):
    server = serve(*LOCAL, "--workers", str(workers), BEEPBOOP_DATA_DIR=str(folder))
    server.wait_until_ready()
    everybody = family(server)
    names = [process.name() for process in everybody]
    assert sum("python" in name for name in names) == 1 + workers
    assert "postgres" in names

    origin = websockets.Origin(server.url)
    async with websockets.connect(f"ws://localhost:{server.port}/live", origin=origin) as page:
        assert await asyncio.wait_for(page.recv(), 10)
        idle = await asyncio.open_connection("localhost", server.port)
        begun = time.monotonic()
        assert await asyncio.to_thread(server.stop, kind, 10) == 0
        assert time.monotonic() - begun < 10
        with pytest.raises(websockets.ConnectionClosed):
            await page.recv()
        assert page.close_code == 1012
        idle[1].close()
    psutil.wait_procs(everybody, timeout=1)
    assert [process for process in everybody if process.is_running()] == []
    assert processes_on(folder) == []
    log = (folder / "postgres.log").read_text()
    assert "database system is shut down" in log
    assert "Traceback" not in server.output


def test_after_kill_9_the_workers_end_and_the_next_start_picks_up(folder: Path):
    first = serve(*LOCAL, "--workers", "2", BEEPBOOP_DATA_DIR=str(folder)).wait_until_ready()
    owner, *others = family(first)
    workers = [process for process in others if "python" in process.name()]
    owner.kill()
    first.process.wait()
    gone, alive = psutil.wait_procs(workers, timeout=12)
    assert len(gone) == 2, alive
    left = processes_on(folder)
    assert left, "Postgres should have outlived its owner, else this tests nothing"

    second = serve(*LOCAL, BEEPBOOP_DATA_DIR=str(folder)).wait_until_ready()
    assert not any(process.is_running() for process in left)
    assert second.stop() == 0


def test_a_worker_that_dies_later_is_replaced(folder: Path, monkeypatch: pytest.MonkeyPatch):
    server = serve(*LOCAL, BEEPBOOP_DATA_DIR=str(folder)).wait_until_ready()
    try:
        (worker,) = pythons(server)
        time.sleep(max(0.0, worker.create_time() + SETTLED + 1 - time.time()))
        worker.kill()
        assert wait_for(lambda: any(process.pid != worker.pid for process in pythons(server)))
        assert "another one takes its place" in server.output
    finally:
        assert server.stop() == 0


def test_a_second_start_on_the_same_data_is_refused(folder: Path):
    first = serve(*LOCAL, BEEPBOOP_DATA_DIR=str(folder)).wait_until_ready()
    second = serve(*LOCAL, BEEPBOOP_DATA_DIR=str(folder))
    assert second.process.wait(20) == 2
    assert second.output == (
        f"Beepboop is already running on the data in {folder}. "
        "Stop it first, or set BEEPBOOP_DATA_DIR to another folder.\n"
    )
    assert first.stop() == 0


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a start that must be refused says."""
    assert main(arguments) == 2
    return capsys.readouterr().err


@pytest.fixture
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in [name for name in os.environ if name.startswith(("BEEPBOOP_", "DATABASE_URL"))]:
        monkeypatch.delenv(name)
    return monkeypatch


def test_a_taken_port_is_said_in_a_sentence(folder: Path, capsys, plain_environment):
    plain_environment.setenv("BEEPBOOP_DATA_DIR", str(folder))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = refusal(capsys, "--host", "127.0.0.1", "--port", port)
    assert said.startswith(f"Beepboop can't listen on 127.0.0.1, port {port} (")
    # Found out before a Postgres was started.
    assert not (folder / "socket" / embedded.SOCKET_NAME).exists()


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("postgresql://me:hush@127.0.0.1:1/nothing", "The database can't be used: "),
        ("mysql://me:hush@127.0.0.1/nothing", "DATABASE_URL must be the address of a Postgres"),
        ("not an address: hush", "DATABASE_URL can't be read"),
    ],
)
def test_a_bad_database_url_is_said_without_the_password(
    url: str, sentence: str, capsys, plain_environment
):
    plain_environment.setenv("DATABASE_URL", url)
    said = refusal(capsys, *LOCAL)
    assert said.startswith(sentence)
    assert "hush" not in said


def test_a_database_from_a_newer_version_is_left_alone(
    database_url: str, capsys, plain_environment
):
    with psycopg.connect(database_url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute("update alembic_version set version_num = '9999'")
    plain_environment.setenv("DATABASE_URL", database_url)
    assert refusal(capsys, *LOCAL).startswith("The database was written by another version")


@pytest.mark.parametrize("words", [("--port", "many"), ("--workers", "0"), ("--port", "70000")])
def test_a_setting_that_makes_no_sense_is_said_in_a_sentence(
    words: tuple[str, ...], capsys, plain_environment
):
    said = refusal(capsys, *words)
    assert said.startswith(f"The setting {words[0].strip('-')} isn't valid: ")


# --- the server alone ------------------------------------------------------------------------


def test_data_stays_over_a_restart(folder: Path):
    with embedded.lock(folder):
        server = embedded.start(folder)
        try:
            assert query(server, "show fsync") == "on"
            assert query(server, "show listen_addresses") == ""
            with psycopg.connect(host=str(server.sockets), user=embedded.USER) as connection:
                connection.execute("create table kept as select 44 as seq")
        finally:
            server.stop()
        server = embedded.start(folder)
        try:
            assert query(server, "select seq from kept") == 44
        finally:
            server.stop()


def test_its_folders_are_private(empty_folder: Path):
    with embedded.lock(empty_folder):
        server = embedded.start(empty_folder)
        server.stop()
    for private in (server.data, server.sockets):
        assert stat.S_IMODE(private.stat().st_mode) == 0o700
        assert private.owner() == (embedded.USER if AS_ROOT else pwd.getpwuid(os.getuid()).pw_name)


def test_an_initdb_that_was_cut_off_begins_anew(empty_folder: Path):
    half = empty_folder / f"postgres-{embedded.MAJOR}.new"
    half.mkdir()
    (half / "PG_VERSION").write_text("18")
    with embedded.lock(empty_folder):
        embedded.start(empty_folder).stop()
    assert not half.exists()


def test_a_stranger_with_the_old_number_is_left_alone(folder: Path):
    with embedded.lock(folder):
        server = embedded.start(folder)
        server.stop()
        account = embedded.postgres_account()
        stranger = subprocess.Popen(
            ["sleep", "60"],
            cwd="/",
            user=account.uid if account.switch else None,
        )
        try:
            pid_file = server.data / "postmaster.pid"
            pid_file.write_text(
                f"{stranger.pid}\n{server.data}\n1700000000\n5432\n{server.sockets}\n\n"
            )
            os.chown(pid_file, account.uid, account.gid)
            again = embedded.start(folder)
            again.stop()
            assert stranger.poll() is None
        finally:
            stranger.kill()
            stranger.wait()


def test_a_deep_data_folder_gets_a_short_socket(folder: Path):
    deep = folder / ("d" * 60) / ("e" * 60)
    with embedded.lock(deep):
        server = embedded.start(deep)
        try:
            assert len(str(server.sockets)) < 40
            assert stat.S_IMODE(server.sockets.stat().st_mode) == 0o700
            assert query(server, "select 1") == 1
        finally:
            server.stop()
    assert not server.sockets.exists()


def test_data_of_another_major_version_is_not_passed_over(empty_folder: Path):
    (empty_folder / "postgres-15").mkdir()
    with embedded.lock(empty_folder):
        with pytest.raises(embedded.Refused, match="another major version"):
            embedded.start(empty_folder)


def test_a_postgres_that_cant_start_says_why(folder: Path):
    with embedded.lock(folder):
        embedded.start(folder).stop()
        broken = folder / f"postgres-{embedded.MAJOR}" / "postgresql.conf"
        broken.write_text("no_such_setting = 1\n")
        with pytest.raises(embedded.Refused, match=r"didn't start: .*postgresql\.conf"):
            embedded.start(folder)
    assert processes_on(folder) == []


def test_a_throwaway_server_whose_owner_was_killed_is_swept_away():
    code = (
        "import time; from app import embedded\n"
        "with embedded.throwaway() as server: print(server.data, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE) as owner:
        assert owner.stdout
        data = Path(owner.stdout.readline().decode().strip())
        os.utime(data.parent, (0, 0))
        embedded.sweep(data.parent.parent)
        assert data.exists(), "it has an owner"
        owner.kill()
    assert processes_on(data)
    os.utime(data.parent, (0, 0))
    embedded.sweep(data.parent.parent)
    assert not data.parent.exists()
    assert processes_on(data) == []


def test_the_package_with_the_binaries_is_never_imported():
    code = (
        "import sys, app.serve, app.embedded as e; e.find_binaries(e.postgres_account());"
        f"sys.exit('{embedded.PACKAGE}' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


# --- as root ---------------------------------------------------------------------------------


def census(*roots: Path) -> dict[str, tuple[int, int, int]]:
    """Owner, group and mode of every folder and file below."""
    found = {}
    for root in roots:
        for path in [root, *root.parents, *root.rglob("*")]:
            about = path.lstat()
            found[str(path)] = (about.st_uid, about.st_gid, about.st_mode)
    return found


AS_IF_NEW = """
import sys
from pathlib import Path

from app import embedded, serve

embedded.SYSTEM_ROOT = Path(sys.argv[1])
sys.exit(serve.main(sys.argv[2:]))
"""


@pytest.mark.skipif(not AS_ROOT, reason="only root switches to the system user")
def test_root_changes_no_owner_and_no_mode_outside_its_own_folder(empty_folder: Path):
    """The clone and the environment in a folder that only root may enter, as in /root; the copy of
    the binaries is made anew, from that private place."""
    own, data = empty_folder / "own", empty_folder / "data"
    with tempfile.TemporaryDirectory(prefix="private-") as name:
        private = Path(name)
        assert stat.S_IMODE(private.stat().st_mode) == 0o700
        clone = private / "clone"
        clone.mkdir(0o700)
        for part in ("app", "engines", "migrations", "static", "templates"):
            if (ROOT / part).is_dir():
                unused = shutil.ignore_patterns("__pycache__")
                shutil.copytree(ROOT / part, clone / part, ignore=unused)
        packages = private / "packages"
        packages.mkdir(0o700)
        for source in Path(sysconfig.get_path("purelib")).glob(f"{embedded.PACKAGE}*"):
            shutil.copytree(source, packages / source.name, symlinks=True)
        before, elsewhere = census(private), census(Path("/etc/passwd"), Path(sys.prefix))
        process = subprocess.Popen(
            [sys.executable, "-c", AS_IF_NEW, str(own), *LOCAL],
            cwd=clone,
            env={
                "PATH": os.environ["PATH"],
                "HOME": name,
                "TMPDIR": name,
                "PYTHONPATH": f"{clone}:{packages}",
                "PYTHONDONTWRITEBYTECODE": "1",
                "BEEPBOOP_DATA_DIR": str(data),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert process.stdout
        first = process.stdout.readline()
        (postgres,) = [
            child for child in psutil.Process(process.pid).children() if child.name() == "postgres"
        ]
        assert postgres.username() == embedded.USER
        assert postgres.exe().startswith(str(own / "postgres"))
        process.terminate()
        rest, _ = process.communicate(timeout=15)
        assert first.startswith(b"Beepboop is ready"), first + rest
        assert process.returncode == 0
        assert census(private) == before
        # Other tests may run at the same time, and others may install something.
        now = census(Path("/etc/passwd"), Path(sys.prefix))
        both = elsewhere.keys() & now.keys()
        assert len(both) > 100
        assert {path: now[path] for path in both} == {path: elsewhere[path] for path in both}


@pytest.mark.skipif(not AS_ROOT, reason="only root switches to the system user")
def test_root_is_told_when_the_system_user_cant_reach_the_data(capsys, plain_environment):
    with tempfile.TemporaryDirectory(prefix="private-") as name:
        plain_environment.setenv("BEEPBOOP_DATA_DIR", f"{name}/data")
        said = refusal(capsys, *LOCAL)
    assert said.startswith("The system user 'beepboop', which Postgres runs as, can't enter")


@pytest.mark.skipif(not AS_ROOT, reason="only root switches to the system user")
def test_the_system_user_has_no_login():
    assert embedded.postgres_account().switch
    assert pwd.getpwnam(embedded.USER).pw_shell.endswith("nologin")
