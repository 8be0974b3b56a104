"""`./dev serve`: the owner process. It starts the database and the workers, and ends both.

Whatever ends this process ends the rest: workers notice by a socket that closes with it, and a
Postgres left over is stopped by the next start (app.embedded).
"""

import argparse
import contextlib
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from alembic.util import CommandError
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError

from app import embedded, worker
from app.db import BadAddress
from app.migrate import migrate
from app.settings import Settings

ROOT: Final = Path(__file__).parent.parent
PATIENCE: Final = worker.GRACE + 2.5
"""Seconds that workers get to end before they are killed."""

SETTLED: Final = 5.0
"""A worker that lived this long had started well; if it dies, another takes its place."""


class CantServe(Exception):
    """Starting makes no sense; the text is a sentence for the person who tried."""


@dataclass
class Worker:
    """One web worker and the socket that ties it to us."""

    process: "subprocess.Popen[bytes]"
    lifeline: socket.socket
    born: float
    ready: bool = False


def main(arguments: Sequence[str]) -> int:
    """Serve until SIGINT, SIGTERM or SIGHUP. Returns the exit code; 2: couldn't start."""
    try:
        with wakeups() as stop:
            serve(read_settings(arguments), stop)
    except (CantServe, embedded.Refused, BadAddress) as refusal:
        print(refusal, file=sys.stderr)
        return 2
    return 0


def read_settings(arguments: Sequence[str]) -> Settings:
    """The environment's settings, and over them those of the command line."""
    parser = argparse.ArgumentParser(prog="./dev serve", description="Start Beepboop.")
    parser.add_argument("--host", help="the address to listen on; 127.0.0.1: this machine only")
    parser.add_argument("--port", help="the port to listen on")
    parser.add_argument("--workers", help="how many processes answer requests")
    given = {name: value for name, value in vars(parser.parse_args(arguments)).items() if value}
    try:
        return Settings(**given)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        # Without the value: it may be a password.
        raise CantServe(f"The setting {name} isn't valid: {first['msg']}.") from None


def serve(settings: Settings, stop: socket.socket) -> None:
    """Hold everything open in the order it is needed, and close it in reverse."""
    with contextlib.ExitStack() as stack:
        server = None
        folder = settings.data_dir or embedded.state_root()
        if settings.database_url is None:
            stack.enter_context(embedded.lock(folder.absolute()))
        listener = stack.enter_context(listen(settings.host, settings.port))
        url = settings.database_url
        if url is None:
            server = embedded.start(folder.absolute())
            stack.callback(server.stop)
            url = server.url
        if asked(stop):
            return
        prepare(url)
        environment = {**os.environ, "DATABASE_URL": url}
        if settings.workers > 1:
            shared = tempfile.mkdtemp(prefix="beepboop-metrics-")
            stack.callback(shutil.rmtree, shared, ignore_errors=True)
            environment["PROMETHEUS_MULTIPROC_DIR"] = shared
        workers: list[Worker] = []
        stack.callback(end, workers)
        for _ in range(settings.workers):
            workers.append(start_worker(listener, environment))
        announced = False
        while not asked(stop, *(one.lifeline for one in workers), patience=1.0):
            if server is not None and server.process.poll() is not None:
                raise CantServe("The private Postgres ended by itself; see its postgres.log.")
            look_after(workers, listener, environment)
            if not announced and all(one.ready for one in workers):
                announced = True
                print(greeting(settings.host, listener.getsockname()[1]), flush=True)


# --- signals ---------------------------------------------------------------------------------


@contextlib.contextmanager
def wakeups() -> Iterator[socket.socket]:
    """A socket that becomes readable when somebody wants us to stop."""
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    kinds = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {kind: signal.signal(kind, lambda _kind, _frame: None) for kind in kinds}
    old = signal.set_wakeup_fd(theirs.fileno())
    try:
        yield ours
    finally:
        signal.set_wakeup_fd(old)
        for kind, handler in before.items():
            signal.signal(kind, handler)
        ours.close()
        theirs.close()


def asked(stop: socket.socket, *others: socket.socket, patience: float = 0.0) -> bool:
    """Were we asked to stop? Waits until then, until another one speaks, or for that long."""
    readable, _, _ = select.select([stop, *others], [], [], patience)
    return stop in readable


# --- the parts -------------------------------------------------------------------------------


def listen(host: str, port: int) -> socket.socket:
    """The socket that all workers share. Raises CantServe if the place is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise CantServe(
            f"Beepboop can't listen on {host}, port {port} ({error.strerror}). "
            "Is it running already? Another port: ./dev serve --port 8001"
        ) from None


def prepare(url: str) -> None:
    """Bring the database to the newest schema. Raises CantServe."""
    try:
        migrate(url)
    except CommandError:
        raise CantServe(
            "The database was written by another version of Beepboop that this one doesn't know."
        ) from None
    except SQLAlchemyError as error:
        reason = embedded.last_line(str(getattr(error, "orig", error)))
        raise CantServe(f"The database can't be used: {reason}") from None


def start_worker(listener: socket.socket, environment: Mapping[str, str]) -> Worker:
    """Start one in a session of its own: a Ctrl-C is for us alone."""
    ours, theirs = socket.socketpair()
    with theirs:
        descriptors = [listener.fileno(), theirs.fileno()]
        process = subprocess.Popen(
            [sys.executable, "-m", "app.worker", *map(str, descriptors)],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            pass_fds=descriptors,
            start_new_session=True,
        )
    return Worker(process, ours, time.monotonic())


def look_after(
    workers: list[Worker], listener: socket.socket, environment: Mapping[str, str]
) -> None:
    """Hear what workers say and replace those that died. Raises CantServe if none can live."""
    for place, one in enumerate(workers):
        readable, _, _ = select.select([one.lifeline], [], [], 0)
        if not readable:
            continue
        try:
            said = one.lifeline.recv(64)
        except OSError:
            said = b""
        if said:
            one.ready = True
            continue
        one.lifeline.close()
        one.process.kill()
        one.process.wait()
        if not one.ready or time.monotonic() - one.born < SETTLED:
            raise CantServe("A web worker ended by itself right after its start; see above why.")
        print("A web worker ended by itself; another one takes its place.", file=sys.stderr)
        workers[place] = start_worker(listener, environment)


def end(workers: Sequence[Worker]) -> None:
    """End all workers: in order, and by force what takes too long."""
    for one in workers:
        one.process.terminate()
    deadline = time.monotonic() + PATIENCE
    for one in workers:
        try:
            one.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            one.process.kill()
            one.process.wait()
        one.lifeline.close()


def greeting(host: str, port: int) -> str:
    """Where to find us, for this machine and for phones in the same network."""
    everywhere = host in {"0.0.0.0", "::"}
    shown = "localhost" if everywhere or host == "127.0.0.1" else host
    lines = [f"Beepboop is ready: http://{f'[{shown}]' if ':' in shown else shown}:{port}"]
    if everywhere and (address := lan_address()):
        lines.append(f"Phones in the same network: http://{address}:{port}")
    lines.append("Ctrl-C ends it.")
    return "\n".join(lines)


def lan_address() -> str | None:
    """This machine's address in its network. Asks the routing table; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address
