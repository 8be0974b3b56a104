"""`./dev solve`: a row a scenario, and an exit code that says whether all is as written."""

import json

import pytest
from msgspec.structs import replace

from app import solve
from app.solve import main
from engines.quirky_circuits.scenario import SCENARIOS


def test_a_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """All scenarios, if none is named: of two. tests/quirky_circuits proves the others."""
    book = {key: SCENARIOS[key] for key in ("dust_bunnies", "first_bones")}
    monkeypatch.setattr(solve, "SCENARIOS", book)
    assert main([]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["scenario", "robot", "fewest", "cards", "states", "seconds"]
    assert [row.split()[0] for row in rows] == list(book)
    assert rows[0].split()[1:3] == ["gizmo", "12"]


def test_rows_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--json", "--program", "quirky"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert row.keys() == {
        "scenario",
        "robot",
        "winnable",
        "fewest_cards",
        "states",
        "seconds",
        "program",
    }
    assert (row["scenario"], row["winnable"]) == ("quirky", True)
    assert len(row["program"]) == row["fewest_cards"]


def test_programs_in_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dust_bunnies", "--program"]) == 0
    assert len(capsys.readouterr().out.splitlines()[-1].split()) == 12


def test_a_wrong_number_in_a_file_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    book = SCENARIOS["dust_bunnies"]
    monkeypatch.setitem(SCENARIOS, "dust_bunnies", replace(book, fewest=11))
    assert main(["dust_bunnies"]) == 1
    shut = replace(book, walls=((0, 4, 1, 4), (1, 4, 1, 5), (0, 5, 1, 5)))
    monkeypatch.setitem(SCENARIOS, "dust_bunnies", shut)
    assert main(["dust_bunnies"]) == 1
    assert "none" in capsys.readouterr().out


def test_an_unknown_scenario(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["nowhere"])
    assert "no such scenario: nowhere" in capsys.readouterr().err
