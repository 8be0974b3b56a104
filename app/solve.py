"""`./dev solve`: proves each scenario of Quirky Circuits and finds the fewest cards that win it;
with `--par`, plays it with open hands and finds its par instead.
"""

import argparse
import json
import multiprocessing
import os
import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engines.quirky_circuits.model import Scenario
from engines.quirky_circuits.par import DEALS, SEED, WIDTH, par
from engines.quirky_circuits.scenario import SCENARIOS
from engines.quirky_circuits.setup import HAND_SIZES
from engines.quirky_circuits.solver import solve


class Job(NamedTuple):
    """A par to be found."""

    scenario: str
    players: int
    deals: int
    seed: str
    width: int


class Found(NamedTuple):
    """A par that was found (0: none), and how long it took."""

    players: int
    rounds: int
    seconds: float


def main(argv: Sequence[str]) -> int:
    """The subcommand. Returns 1 if a scenario can't be won or its file names another number."""
    parser = argparse.ArgumentParser(prog="./dev solve", description=__doc__)
    parser.add_argument("scenario", nargs="*", help="their keys; all, if none is named")
    parser.add_argument("--json", action="store_true", help="one object a row")
    parser.add_argument("--program", action="store_true", help="show one shortest program")
    parser.add_argument("--par", action="store_true", help="find the pars, and compare")
    parser.add_argument("--deals", type=int, default=DEALS, help=f"for a par ({DEALS})")
    parser.add_argument("--seed", default=SEED, help=f"of these deals ({SEED!r})")
    parser.add_argument("--width", type=int, default=WIDTH, help=f"of the beam ({WIDTH})")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes for pars")
    arguments = parser.parse_args(argv)
    unknown = set(arguments.scenario) - SCENARIOS.keys()
    if unknown:
        parser.error(f"no such scenario: {', '.join(sorted(unknown))}")
    if min(arguments.deals, arguments.width, arguments.jobs) < 1:
        parser.error("deals, width and jobs are at least 1")
    return find_pars(arguments) if arguments.par else prove(arguments)


def prove(arguments: Namespace) -> int:
    """A row a scenario: what the solver finds; par as its file names it."""
    if not arguments.json:
        sys.stdout.write(
            f"{'scenario':<20}{'robot':<8}{'fewest cards':>12}{'par 2, 3, 4':>14}{'states':>10}"
            f"{'seconds':>9}\n"
        )
    wrong = 0
    for key in arguments.scenario or SCENARIOS:
        scenario = SCENARIOS[key]
        start = time.perf_counter()
        found = solve(scenario)
        seconds = time.perf_counter() - start
        wrong += not found.winnable or found.fewest != scenario.fewest
        if arguments.json:
            row = {
                "scenario": key,
                "robot": scenario.robot,
                "winnable": found.winnable,
                "fewest_cards": found.fewest,
                **{f"par_{players}": rounds for players, rounds in scenario.par},
                "states": found.states,
                "seconds": round(seconds, 3),
            }
            if arguments.program:
                row["program"] = found.program
            sys.stdout.write(json.dumps(row) + "\n")
            continue
        fewest = found.fewest if found.winnable else "none"
        sys.stdout.write(
            f"{key:<20}{scenario.robot:<8}{fewest:>12}{listed(scenario.par):>14}"
            f"{found.states:>10,}{seconds:>9.2f}\n"
        )
        if arguments.program:
            sys.stdout.write(f"  {' '.join(found.program)}\n")
    return 1 if wrong else 0


def listed(pars: Sequence[tuple[int, int]]) -> str:
    """Pars in a row, in the order of players."""
    return ", ".join(str(rounds) if rounds else "none" for _, rounds in pars)


def find_pars(arguments: Namespace) -> int:
    """A row a scenario: the pars found now, and those its file names."""
    if not arguments.json:
        sys.stdout.write(
            f"{'scenario':<20}{'robot':<8}{'par 2, 3, 4':>14}{'its file says':>16}{'seconds':>9}\n"
        )
    keys = list(arguments.scenario or SCENARIOS)
    jobs = [
        Job(key, players, arguments.deals, arguments.seed, arguments.width)
        for key in keys
        for players in HAND_SIZES
    ]
    wrong = 0
    found = found_by(min(arguments.jobs, len(jobs)), jobs)
    for key in keys:
        rows = [next(found) for _ in HAND_SIZES]
        pars = tuple((each.players, each.rounds) for each in rows)
        wrong += pars != SCENARIOS[key].par
        show_pars(SCENARIOS[key], pars, sum(each.seconds for each in rows), arguments)
    return 1 if wrong else 0


def show_pars(
    scenario: Scenario, pars: tuple[tuple[int, int], ...], seconds: float, arguments: Namespace
) -> None:
    """Writes the row of a scenario."""
    if not arguments.json:
        differs = "" if pars == scenario.par else "  differs"
        sys.stdout.write(
            f"{scenario.key:<20}{scenario.robot:<8}{listed(pars):>14}{listed(scenario.par):>16}"
            f"{seconds:>9.2f}{differs}\n"
        )
        return
    row = {
        "scenario": scenario.key,
        "robot": scenario.robot,
        **{f"par_{players}": rounds for players, rounds in pars},
        "as_stored": pars == scenario.par,
        "deals": arguments.deals,
        "seed": arguments.seed,
        "width": arguments.width,
        "seconds": round(seconds, 3),
    }
    sys.stdout.write(json.dumps(row) + "\n")


def found_by(processes: int, jobs: list[Job]) -> Iterator[Found]:
    """Finds the pars in so many processes, each as soon as it and those before it are there."""
    if processes == 1:
        yield from map(find, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap(find, jobs)


def find(job: Job) -> Found:
    """Finds a par."""
    start = time.perf_counter()
    rounds = par(job.scenario, job.players, job.deals, job.seed, job.width)
    return Found(job.players, rounds, time.perf_counter() - start)
