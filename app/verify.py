"""`./dev verify [--write] [files]`: golden games, written anew and compared byte by byte."""

import argparse
import difflib
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from engines import ENGINES
from engines.core import golden

ROOT = Path(__file__).resolve().parent.parent


def golden_games(root: Path = ROOT) -> list[Path]:
    """Every golden game there is: `tests/<game>/games/*.game`."""
    return sorted(root.glob("tests/*/games/*.game"))


def difference(path: Path) -> tuple[str, str]:
    """The file as the rules now write it, and how that differs from the file (`""`: not at all).

    Raises `golden.Malformed` if the file can't be read or its moves are refused.
    """
    old = path.read_text(encoding="utf-8")
    new = golden.write(golden.read(old), ENGINES)
    lines = difflib.unified_diff(
        old.splitlines(keepends=True),
        new.splitlines(keepends=True),
        f"{path} (as it stands)",
        f"{path} (as the rules play it)",
    )
    return new, "" if old == new else "".join(lines)


def verify(paths: Iterable[Path], *, write: bool = False) -> tuple[int, list[str]]:
    """How many files were looked at, and what is wrong with them; with `write`, they are put
    right."""
    count, wrong = 0, []
    for path in paths:
        count += 1
        try:
            new, differs = difference(path)
        except (golden.Malformed, OSError, UnicodeDecodeError) as error:
            wrong.append(f"{path}: {error}\n")
            continue
        if differs and write:
            path.write_text(new, encoding="utf-8")
        elif differs:
            wrong.append(differs)
    return count, wrong


def main(argv: Sequence[str]) -> int:
    """The subcommand. Returns 1 if a file is not what the rules make of it, or if there is none."""
    parser = argparse.ArgumentParser(prog="./dev verify", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the files anew")
    parser.add_argument("files", nargs="*", type=Path, help="default: tests/*/games/*.game")
    arguments = parser.parse_args(argv)
    count, wrong = verify(arguments.files or golden_games(), write=arguments.write)
    sys.stdout.write("".join(wrong))
    sys.stdout.write(f"{count} golden games, {len(wrong)} differ\n")
    return 1 if wrong or not count else 0
