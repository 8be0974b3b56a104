"""The table of field cases names places that exist, each case once."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TABLE = (ROOT / "docs/field-cases.md").read_text(encoding="utf-8")
ROWS = [line for line in TABLE.splitlines() if re.match(r"\| [A-Z]{2}-\d\d", line)]


def test_every_place_named_exists() -> None:
    named = set(re.findall(r"`((?:tests|app)/[\w/.]+)`", TABLE))
    assert len(named) > 20
    assert [place for place in named if not (ROOT / place).exists()] == []


def test_each_case_has_one_row_and_a_guard() -> None:
    cases = [case for row in ROWS for case in re.findall(r"[A-Z]{2}-\d\d", row.split("|")[1])]
    assert len(cases) == len(set(cases)) > 40
    assert [row for row in ROWS if "`" not in row and "later" not in row] == []
