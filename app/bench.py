"""`./dev bench`: how fast a move is, from a player's post to the last of five pages that show it.

It starts the real server with a private Postgres on a throwaway folder, and in a process of its own
the load (app.bench_client). For each number of tables: as many moves as the server can take, and a
set rate. Every row runs three times on the same tables, and the median of each column counts.

`./dev bench engine` measures the rules alone (app.bench_engine).
"""

import argparse
import contextlib
import importlib.metadata
import json
import os
import platform
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

import psutil
from sqlalchemy.engine import make_url

from app import embedded
from engines import ENGINES

ROOT: Final = Path(__file__).parent.parent
RUNS: Final = 3
TABLES: Final = (10, 100, 250)
RATE: Final = 100.0
SECONDS: Final = 10.0
WARM_UP: Final = 3.0
"""Seconds of play before the first run, which nobody measures."""

PACKAGES: Final = (
    "fastapi",
    "starlette",
    "uvicorn",
    "uvloop",
    "httptools",
    "websockets",
    "sqlalchemy",
    "psycopg",
    "jinja2",
    "msgspec",
)


def main(argv: Sequence[str]) -> int:
    """The subcommand. Returns the exit code; it never fails for being slow."""
    asked = read(argv)
    say = (lambda _line: None) if asked.json else tell
    allow_many_sockets()
    with embedded.throwaway() as postgres:
        for line in machine(postgres):
            say(line)
        say(f"one fdatasync of 8 kB before: {fdatasync_ms(postgres.data.parent):.2f} ms")
        say("")
        say(HEADINGS)
        for game in asked.game:
            for tables in asked.tables:
                for row in measure(postgres, game, tables, asked):
                    tell(json.dumps(row) if asked.json else printed(row))
        say("")
        say(f"one fdatasync of 8 kB after: {fdatasync_ms(postgres.data.parent):.2f} ms")
    return 0


def read(argv: Sequence[str]) -> argparse.Namespace:
    """What to measure."""
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__)
    parser.add_argument("--game", choices=tuple(ENGINES), action="append", help="default: all")
    parser.add_argument("--tables", type=int, action="append", help="default: 10, 100 and 250")
    parser.add_argument(
        "--rate",
        type=lambda word: None if word == "max" else float(word),
        action="append",
        help="moves a second of all tables together, or max; default: max and 100",
    )
    parser.add_argument("--seconds", type=float, default=SECONDS, help="length of a run")
    parser.add_argument("--workers", type=int, default=1, help="worker processes; default: 1")
    parser.add_argument("--json", action="store_true", help="one object a row and nothing else")
    asked = parser.parse_args(argv)
    asked.game = asked.game or list(ENGINES)
    asked.tables = asked.tables or list(TABLES)
    asked.rate = asked.rate or [None, RATE]
    return asked


def allow_many_sockets() -> None:
    """Five sockets a table and as many in the server: as many files as this user may have."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


# --- rows ------------------------------------------------------------------------------------


@dataclass
class Meters:
    """The CPU time of the worker processes and of Postgres, while the load's clock is on."""

    workers: list[psutil.Process]
    postgres: psutil.Process
    worker_seconds: float = 0.0
    postgres_seconds: float = 0.0

    def clock(self, on: bool) -> None:
        """Start or stop: what was used in between is added."""
        sign = -1 if on else 1
        self.worker_seconds += sign * sum(cpu_seconds(one) for one in self.workers)
        self.postgres_seconds += sign * cpu_seconds(self.postgres)

    @property
    def memory(self) -> int:
        """Bytes of memory that the workers hold."""
        return sum(int(one.memory_info().rss) for one in self.workers)


def cpu_seconds(process: psutil.Process) -> float:
    """CPU time of a process and of all its children, living or ended."""
    times = process.cpu_times()
    total: float = times.user + times.system + times.children_user + times.children_system
    for child in process.children():
        with contextlib.suppress(psutil.NoSuchProcess):
            total += cpu_seconds(child)
    return total


def measure(
    postgres: embedded.Server, game: str, tables: int, asked: argparse.Namespace
) -> Iterator[dict[str, Any]]:
    """The rows of one game and one number of tables, on a server and a database of their own."""
    name = f"bench_{game}_{tables}"
    embedded.create_database(postgres, name)
    url = make_url(postgres.url).set(database=name).render_as_string(hide_password=False)
    with served(url, asked.workers) as (server, address), load(address, game) as client:
        meters = Meters(psutil.Process(server.pid).children(), psutil.Process(postgres.process.pid))
        # The first table loads every template and fills every pool.
        command(client, {"seat": 1})
        before = meters.memory
        command(client, {"seat": tables})
        command(client, {"run": min(WARM_UP, asked.seconds), "rate": asked.rate[-1]})
        memory = (meters.memory - before) / max(1, tables - 1) / 1024
        for rate in asked.rate:
            runs = [run(client, meters, asked.seconds, rate) for _ in range(RUNS)]
            middle = {key: statistics.median(one[key] for one in runs) for key in runs[0]}
            yield {
                "game": game,
                "tables": tables,
                "rate": rate,
                **{key: round(value, 2) for key, value in middle.items()},
                "kb_per_table": round(memory, 1),
            }


def run(
    client: "subprocess.Popen[str]", meters: Meters, seconds: float, rate: float | None
) -> dict[str, float]:
    """One run of one row."""
    meters.worker_seconds = meters.postgres_seconds = 0.0
    ran = command(client, {"run": seconds, "rate": rate}, meters.clock)["ran"]
    moves = max(1, ran["moves"])
    return {
        "moves_per_s": ran["moves"] / ran["seconds"],
        "p50_ms": ran["p50_ms"],
        "p99_ms": ran["p99_ms"],
        "cpu_ms_per_move": meters.worker_seconds * 1000 / moves,
        "postgres_ms_per_move": meters.postgres_seconds * 1000 / moves,
        "bytes_per_push": ran["bytes_per_push"],
        "client_cpu": ran["client_cpu"],
        "refused": ran["refused"],
        "lost": ran["lost"],
    }


HEADINGS: Final = (
    "tables     rate  moves/s   p50 ms   p99 ms  CPU ms/move  Postgres ms/move  bytes/push"
    "  kB/table  load's CPU  game"
)


def printed(row: dict[str, Any]) -> str:
    """A row under the headings."""
    rate = "max" if row["rate"] is None else f"{row['rate']:g}"
    failed = [f"{row[name]:.0f} {name}" for name in ("refused", "lost") if row[name]]
    return (
        f"{row['tables']:>6} {rate:>8} {row['moves_per_s']:>8.1f} {row['p50_ms']:>8.1f}"
        f" {row['p99_ms']:>8.1f} {row['cpu_ms_per_move']:>12.2f}"
        f" {row['postgres_ms_per_move']:>17.2f}"
        f" {row['bytes_per_push']:>11.0f} {row['kb_per_table']:>9.0f} {row['client_cpu']:>11.0%}"
        f"  {', '.join([row['game'], *failed])}"
    )


# --- processes -------------------------------------------------------------------------------


@contextlib.contextmanager
def served(url: str, workers: int) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """`./dev serve` on a free port: its process and its address."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("BEEPBOOP_")}
    arguments = ["--host", "127.0.0.1", "--port", "0", "--workers", str(workers)]
    with tempfile.TemporaryFile("w+") as log, contextlib.ExitStack() as stack:
        stack.callback(show_faults, log)
        process = stack.enter_context(
            subprocess.Popen(
                [sys.executable, "-m", "app.cli", "serve", *arguments],
                cwd=ROOT,
                # All people come from one address here, and play faster than people do.
                env={**kept, "DATABASE_URL": url, "BEEPBOOP_PACE": "false"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        )
        stack.callback(process.send_signal, signal.SIGINT)
        yield process, address_of(process)


def show_faults(log: IO[str], most: int = 60) -> None:
    """If the server has logged an error: the lines from there on."""
    log.seek(0)
    lines = log.readlines()
    first = next((place for place, line in enumerate(lines) if "[error" in line), len(lines))
    sys.stderr.write("".join(lines[first : first + most]))


def address_of(process: "subprocess.Popen[str]") -> str:
    """Where the server can be reached, as it says when it is ready."""
    assert process.stdout is not None
    for line in process.stdout:
        if "is ready: " in line:
            port = int(line.rpartition(":")[2])
            return f"http://127.0.0.1:{port}"
    raise RuntimeError("The server didn't start.")


@contextlib.contextmanager
def load(address: str, game: str) -> Iterator["subprocess.Popen[str]"]:
    """The load generator, waiting for commands."""
    with subprocess.Popen(
        [sys.executable, "-m", "app.bench_client", address, game],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            # The end of its orders is its end.
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                process.communicate(timeout=30)
            process.kill()


def command(
    client: "subprocess.Popen[str]",
    order: dict[str, Any],
    clock: Callable[[bool], None] = lambda _on: None,
) -> dict[str, Any]:
    """Tell the load generator what to do and wait for its answer.

    Raises RuntimeError if it ends instead.
    """
    assert client.stdin is not None
    assert client.stdout is not None
    client.stdin.write(json.dumps(order) + "\n")
    client.stdin.flush()
    for line in client.stdout:
        said: dict[str, Any] = json.loads(line)
        if "clock" not in said:
            return said
        clock(said["clock"] == "on")
    raise RuntimeError("The load generator ended by itself; see above why.")


# --- the machine -----------------------------------------------------------------------------


def machine(postgres: embedded.Server) -> list[str]:
    """What the figures depend on."""
    versions = [f"{name} {importlib.metadata.version(name)}" for name in PACKAGES]
    major = (postgres.data / "PG_VERSION").read_text().strip()
    cores, busy = os.cpu_count(), os.getloadavg()[0]
    return [
        f"{cores} cores ({processor()}), load {busy:.1f} before, {platform.system()}",
        f"{platform.python_implementation()} {platform.python_version()}, Postgres {major}"
        f" ({embedded.DISTRIBUTION} {importlib.metadata.version(embedded.DISTRIBUTION)})",
        ", ".join(versions),
    ]


def processor() -> str:
    """The processor's name, where the system tells it."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def fdatasync_ms(folder: Path, times: int = 50) -> float:
    """The median time that the disk takes to make one block of 8 kB last."""
    took = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(times):
            file.seek(0)
            file.write(os.urandom(8192))
            file.flush()
            start = time.perf_counter()
            getattr(os, "fdatasync", os.fsync)(file.fileno())
            took.append(time.perf_counter() - start)
    return statistics.median(took) * 1000


def tell(line: str) -> None:
    """A line of the report."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
