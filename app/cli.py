"""The command line: `python -m app.cli <subcommand> ...`, which ./dev calls.

A subcommand is one row here and a function that takes the remaining arguments and returns the exit
code. A row whose module isn't there is not offered.
"""

import importlib
import importlib.util
import sys
from collections.abc import Callable, Sequence
from typing import Final

SUBCOMMANDS: Final[dict[str, tuple[str, str]]] = {
    "serve": ("app.serve:main", "start Beepboop with its own private Postgres"),
    "bench": ("tests.bench.run:main", "measure the time of moves, pages and pushes"),
    "solve": ("engines.quirky_circuits.solver:main", "find the fewest cards for a scenario"),
    "verify": ("engines.core.golden:main", "write the golden games anew and compare"),
    "balance": ("engines.core.balance:main", "let bots play many games and count"),
}


def is_there(target: str) -> bool:
    """Is there such a module? Nothing but its parent packages is imported."""
    try:
        return importlib.util.find_spec(target.partition(":")[0]) is not None
    except ModuleNotFoundError:
        return False


def usage() -> str:
    """What can be called."""
    rows = [
        f"  {name:<9}{text}" for name, (target, text) in SUBCOMMANDS.items() if is_there(target)
    ]
    return "\n".join(["usage: python -m app.cli <subcommand> [...]", "", *rows])


def main(arguments: Sequence[str]) -> int:
    """Call the subcommand. Returns the exit code; 2 if there is no such one."""
    if not arguments or arguments[0] in {"help", "-h", "--help"}:
        print(usage())
        return 0
    name, *rest = arguments
    if name not in SUBCOMMANDS or not is_there(SUBCOMMANDS[name][0]):
        print(f"There is no subcommand '{name}'.\n\n{usage()}", file=sys.stderr)
        return 2
    module, _, function = SUBCOMMANDS[name][0].partition(":")
    call: Callable[[Sequence[str]], int] = getattr(importlib.import_module(module), function)
    return call(rest)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
