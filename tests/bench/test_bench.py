"""The bench runs and says sensible things. How fast it is depends on the machine and is no test."""

import json

import pytest

from app import bench
from app.bench_client import Page, Person, form_fields
from engines import ENGINES

COLUMNS = {
    "game",
    "tables",
    "rate",
    "moves_per_s",
    "p50_ms",
    "p99_ms",
    "cpu_ms_per_move",
    "bytes_per_push",
    "kb_per_table",
}


@pytest.mark.parametrize("game", ENGINES)
def test_one_table_plays(game: str, capsys: pytest.CaptureFixture[str]):
    asked = ["--game", game, "--tables", "1", "--rate", "5", "--seconds", "1", "--json"]
    assert bench.main(asked) == 0
    said = capsys.readouterr()
    assert said.err == ""
    (row,) = map(json.loads, said.out.splitlines())
    assert row.keys() >= COLUMNS
    assert (row["game"], row["tables"], row["rate"]) == (game, 1, 5)
    assert 0 < row["moves_per_s"] <= 6
    assert 0 < row["p50_ms"] <= row["p99_ms"]
    assert row["cpu_ms_per_move"] > 0
    assert 100 < row["bytes_per_push"] < 200_000
    assert row["refused"] == row["lost"] == 0


def test_max_is_a_rate():
    asked = bench.read(["--rate", "max", "--rate", "50", "--tables", "3"])
    assert asked.rate == [None, 50.0]
    assert asked.tables == [3]
    assert asked.game == list(ENGINES)


class Quiet:
    """A table that nobody waits at."""

    path = "/t/x"

    def count(self, size: int) -> None: ...

    def heard(self) -> None: ...


def test_a_page_drops_what_is_older_and_reads_its_offers():
    page = Page(Quiet(), Person(None))  # type: ignore[arg-type] # neither is used
    newer = (
        '<hx-partial hx-target="#moves" hx-swap="outerMorph">'
        '<button form="act" name="do" value="0.4 lay A&amp;B" class="x">Lay</button>'
        '<button form="act" name="do" value="0.4 done" aria-disabled="true">Done</button>'
        "</hx-partial>"
        '<button form="act" name="do" value="elsewhere">No</button>'
        '<hx-partial hx-target="#pulse" hx-swap="outerHTML">'
        '<i id="pulse" hidden data-seq="7" data-page="play" data-regions="moves:aa log:6"></i>'
    )
    assert page.take(newer) == 7
    assert page.versions == "moves:aa log:6"
    assert page.offers() == ["0.4 lay A&B"]
    older = '<i id="pulse" hidden data-seq="6" data-page="play" data-regions="moves:bb"></i>'
    assert page.take(older) == 6
    assert page.versions == "moves:aa log:6"
    assert page.take("{}") == -1


def test_a_form_is_sent_as_it_stands():
    page = (
        '<form action="/other"><input name="a" value="1"></form>'
        '<form action="/new/x"><input type="hidden" name="csrf" value="t">'
        '<input type="radio" name="s" value="one"><input type="radio" name="s" value="two" checked>'
        '<input type="checkbox" name="c" value="on"><input name="name" value=""></form>'
    )
    assert form_fields(page, "/new/x") == {"csrf": "t", "s": "two", "name": ""}
