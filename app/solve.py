"""`./dev solve`: proves each scenario of Quirky Circuits and finds the fewest cards that win it."""

import argparse
import json
import sys
import time
from collections.abc import Sequence

from engines.quirky_circuits.scenario import SCENARIOS
from engines.quirky_circuits.solver import solve


def main(argv: Sequence[str]) -> int:
    """The subcommand. Returns 1 if a scenario can't be won or its file names another number."""
    parser = argparse.ArgumentParser(prog="./dev solve", description=__doc__)
    parser.add_argument("scenario", nargs="*", help="their keys; all, if none is named")
    parser.add_argument("--json", action="store_true", help="one object a row")
    parser.add_argument("--program", action="store_true", help="show one shortest program")
    arguments = parser.parse_args(argv)
    unknown = set(arguments.scenario) - SCENARIOS.keys()
    if unknown:
        parser.error(f"no such scenario: {', '.join(sorted(unknown))}")
    if not arguments.json:
        sys.stdout.write(
            f"{'scenario':<20}{'robot':<8}{'fewest cards':>12}{'states':>10}{'seconds':>9}\n"
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
                "states": found.states,
                "seconds": round(seconds, 3),
            }
            if arguments.program:
                row["program"] = found.program
            sys.stdout.write(json.dumps(row) + "\n")
            continue
        fewest = found.fewest if found.winnable else "none"
        sys.stdout.write(
            f"{key:<20}{scenario.robot:<8}{fewest:>12}{found.states:>10,}{seconds:>9.2f}\n"
        )
        if arguments.program:
            sys.stdout.write(f"  {' '.join(found.program)}\n")
    return 1 if wrong else 0
