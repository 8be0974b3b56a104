"""Format, lint and types, as `./dev check` has them, so that CI has them too."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "command",
    [("ruff", "format", "--check", "."), ("ruff", "check", "."), ("mypy",)],
    ids=" ".join,
)
def test_the_whole_code_passes(command: tuple[str, ...]):
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


MARK = re.compile(r"# (noqa|type: ?ignore|pragma: ?no)")
REASON = re.compile(
    r"# (noqa: [A-Z0-9, ]+|type: ignore\[[a-z, -]+\]|pragma: no (cover|branch)) (-|#) \w"
)


def test_every_exception_from_a_rule_has_its_reason():
    """As in `x = y  # noqa: E501 - why`; a type's is written `# type: ignore[code] # why`."""
    bare = []
    for folder in ("app", "engines", "migrations", "tests"):
        for path in (ROOT / folder).rglob("*.py"):
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                if path != Path(__file__) and MARK.search(line) and not REASON.search(line):
                    bare.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")
    assert not bare, "\n".join(bare)
