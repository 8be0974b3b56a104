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
    "verify": ("app.verify:main", "write the golden games anew and compare"),
    "solve": ("app.solve:main", "find the fewest cards and the par of each scenario"),
    "balance": ("app.balance:main", "let bots play many games and count"),
    "bench engine": ("app.bench_engine:main", "measure how fast the rules play"),
    "bench": ("app.bench:main", "measure moves, pages and pushes of a real server"),
}
"""Name (one word or two): function, and what it does."""


def is_there(target: str) -> bool:
    """Is there such a module? Nothing but its parent packages is imported."""
    try:
        return importlib.util.find_spec(target.partition(":")[0]) is not None
    except ModuleNotFoundError:
        return False


def usage() -> str:
    """What can be called."""
    rows = [
        f"  {name:<14}{text}" for name, (target, text) in SUBCOMMANDS.items() if is_there(target)
    ]
    return "\n".join(["usage: python -m app.cli <subcommand> [...]", "", *rows])


def main(arguments: Sequence[str]) -> int:
    """Call the subcommand. Returns the exit code; 2 if there is no such one."""
    if not arguments or arguments[0] in {"help", "-h", "--help"}:
        print(usage())
        return 0
    for words in (2, 1):
        name = " ".join(arguments[:words])
        if name in SUBCOMMANDS and is_there(SUBCOMMANDS[name][0]):
            module, _, function = SUBCOMMANDS[name][0].partition(":")
            call: Callable[[Sequence[str]], int] = getattr(
                importlib.import_module(module), function
            )
            return call(arguments[words:])
    print(f"There is no subcommand '{' '.join(arguments)}'.\n\n{usage()}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
