"""`./dev bench engine`: how fast a core plays, in actions a second of random players.

An action is what a bot needs for one: the options of a seat enumerated, one picked and written,
and the post carried through `engines.core`. The median of three runs counts.
"""

import argparse
import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Sequence

from engines import ENGINES
from engines.core.bots import play_out
from engines.core.engine import AnyEngine

RUNS = 3


def actions_per_second(
    engine: AnyEngine, seconds: float, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Random games with default options, the seat numbers in turn, for at least so many seconds."""
    actions = played = 0
    start = clock()
    while (took := clock() - start) < seconds or not actions:
        players = engine.seats[played % len(engine.seats)]
        seed = played.to_bytes(16, "big")
        actions += len(play_out(engine, engine.options_type(), players, seed)) - 1
        played += 1
    return actions / took


def main(argv: Sequence[str]) -> int:
    """The subcommand."""
    parser = argparse.ArgumentParser(prog="./dev bench engine", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one object a row")
    parser.add_argument("--seconds", type=float, default=3.0, help="length of each of three runs")
    arguments = parser.parse_args(argv)
    if not arguments.json:
        sys.stdout.write(
            f"{os.cpu_count()} cores, {platform.python_implementation()} "
            f"{platform.python_version()}, one core used\n"
        )
    for key, engine in ENGINES.items():
        runs = [actions_per_second(engine, arguments.seconds) for _ in range(RUNS)]
        speed = round(statistics.median(runs))
        if arguments.json:
            sys.stdout.write(json.dumps({"game": key, "actions_per_s": speed}) + "\n")
        else:
            sys.stdout.write(f"{key:<20}{speed:>10,} actions/s\n")
    return 0
