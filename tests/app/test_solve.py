"""`./dev solve`: a row a scenario, and an exit code that says whether all is as written."""

import json

import pytest
from msgspec.structs import replace

from app import solve
from app.solve import Job, found_by, main
from engines.quirky_circuits.scenario import SCENARIOS


def test_a_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """All scenarios, if none is named: of two. tests/quirky_circuits proves the others."""
    book = {key: SCENARIOS[key] for key in ("dust_bunnies", "first_bones")}
    monkeypatch.setattr(solve, "SCENARIOS", book)
    assert main([]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert " ".join(head.split()) == "scenario robot fewest cards par 2, 3, 4 states seconds"
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
        "par_2",
        "par_3",
        "par_4",
        "states",
        "seconds",
        "program",
    }
    assert (row["scenario"], row["winnable"]) == ("quirky", True)
    assert tuple((n, row[f"par_{n}"]) for n in (2, 3, 4)) == SCENARIOS["quirky"].par
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


def stored(key: str, players: int, *_: object) -> int:
    """What the file says, as if it had been found."""
    return dict(SCENARIOS[key].par)[players]


def test_pars_as_in_the_files(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A row a scenario, with what its file says beside what was found."""
    asked: list[tuple[object, ...]] = []

    def found(*job: object) -> int:
        asked.append(job)
        return stored(*job)  # type: ignore[arg-type] # the row starts with key and players

    monkeypatch.setattr(solve, "par", found)
    assert main(["--par", "--jobs", "1", "quirky", "uphill"]) == 0
    assert asked == [(key, n, 200, "par", 100) for key in ("quirky", "uphill") for n in (2, 3, 4)]
    head, *rows = capsys.readouterr().out.splitlines()
    assert " ".join(head.split()) == "scenario robot par 2, 3, 4 its file says seconds"
    said = [str(rounds) for _, rounds in SCENARIOS["uphill"].par]
    words = rows[1].replace(",", "").split()
    assert words[:-1] == ["uphill", "gizmo", *said, *said]


def test_a_par_that_differs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Is told, and the exit code says so; so is one that isn't reached."""
    monkeypatch.setattr(solve, "par", lambda *job: 0 if job[1] == 3 else 1)
    assert main(["--par", "--jobs", "1", "quirky"]) == 1
    assert "1, none, 1" in (row := capsys.readouterr().out.splitlines()[1])
    assert row.endswith("differs")
    assert main(["--par", "--jobs", "1", "--json", "--seed", "x", "--deals", "5", "quirky"]) == 1
    told = json.loads(capsys.readouterr().out)
    del told["seconds"]
    assert told == {
        "scenario": "quirky",
        "robot": "gizmo",
        "par_2": 1,
        "par_3": 0,
        "par_4": 1,
        "as_stored": False,
        "deals": 5,
        "seed": "x",
        "width": 100,
    }


@pytest.mark.unmeasured
def test_pars_in_two_processes() -> None:
    """In the order of the jobs, and the same as in one."""
    jobs = [Job("dust_bunnies", players, 4, "two", 5) for players in (2, 4)]
    found = [each[:2] for each in found_by(2, jobs)]
    assert found == [each[:2] for each in found_by(1, jobs)]
    assert [players for players, _ in found] == [2, 4]


def test_no_deals_no_par(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--par", "--deals", "0"])
    assert "at least 1" in capsys.readouterr().err
