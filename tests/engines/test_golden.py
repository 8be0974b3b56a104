"""`engines.core.golden` and `./dev verify`: files written anew from header and actions."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app import verify
from engines.core import codec, golden
from engines.core.engine import Registry, Step, Unreadable
from engines.core.game import TABLE, UNDO
from tests.engines import tiny
from tests.engines.trials import TINY, Walk, walk

GAMES: Registry = {"tiny": tiny.ENGINE}


def golden_of(walked: Walk, rows: int | None = None) -> golden.Golden:
    """The golden game of a random one, or of its first rows."""
    moves = tuple((acted.row.seat, acted.row.text) for acted in walked.told[1:rows])
    return golden.Golden("tiny", walked.players, codec.plain(walked.options), walked.seed, moves)


@pytest.mark.parametrize("number", range(12))
def test_round_trip(number: int) -> None:
    """Header and actions survive, undos and draws included, and the story is the game that was
    played."""
    walked = walk(TINY, number, b"golden %d" % number)
    game = golden_of(walked)
    text = golden.write(game, GAMES)
    assert golden.read(text) == game
    assert golden.write(golden.read(text), GAMES) == text
    told = golden.story(game, GAMES)
    assert told == walked.told
    lines = text.splitlines()
    posts = [line for line in lines if line.startswith("seat ")]
    assert len(posts) == len(walked.told) - 1
    drawn = [line for line in lines if line.startswith("* ")]
    assert len(drawn) == sum(bool(acted.row.draws) for acted in told)
    back = [line for line in lines if line.startswith("> takes back row ")]
    assert len(back) == sum(acted.row.text == UNDO for acted in told)
    assert lines[-1] == "= " + codec.dump(walked.games[-1].result)


def test_how_a_file_looks() -> None:
    moves = ((0, "pick gust"), (0, "undo"), (0, "pick gust"))
    options = {"rounds": 1, "hand": 3}
    text = golden.write(golden.Golden("tiny", 2, options, b"abc", moves), GAMES)
    assert text.splitlines() == [
        "game: tiny",
        "version: 1",
        "players: 2",
        'options: {"rounds":1,"hand":3}',
        "seed: 616263",
        "",
        "* 12/20 1/19 3/18 13/17 3/16 0/15 9/14 4/13 5/12 0/11 2/10 7/9 4/8 1/7 0/6 0/5 1/4 2/3 1/2"
        " 2/12 7/11 9/10",
        "> The table set out blue",
        "> The table set out red",
        "> The table set out red",
        "seat 0: pick gust",
        "> P0 sealed gust",
        "seat 0: undo",
        "> takes back row 2",
        "seat 0: pick gust",
        "> P0 sealed gust",
        "= unfinished",
    ]
    assert text.endswith("= unfinished\n")


GOOD = """\
game: tiny
players: 2
options: {"rounds":1}
seed: 00ff

seat 0: undo
"""


def test_what_a_file_says_of_outcomes_is_not_read() -> None:
    lines = ["version: 0", "* 1/2", "> something was said", "= somebody won"]
    assert golden.read(GOOD + "\n".join(lines)) == golden.read(GOOD)
    assert golden.read(GOOD).moves == ((0, "undo"),)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("game: tiny\n", "", "the header: no line 'game'"),
        ("seed: 00ff\n", "", "the header: no line 'seed'"),
        ("seed: 00ff", "seed: 0xff", "the header: "),
        ("players: 2", "players: two", "the header: "),
        ('{"rounds":1}', "[1]", "the header: "),
        ('{"rounds":1}', "rounds 1", "the header: "),
        ("seat 0: undo", "seat 0 undo", "line 6: neither a header line nor an action: seat 0 undo"),
        ("seat 0: undo", "seat one: undo", "line 6: neither"),
        ("seat 0: undo", "seat -1: undo", "line 6: neither"),
        ("seat 0: undo", "sea 0: undo", "line 6: neither"),
        ("players: 2", "players: 2\nplayers: 3", "line 3: neither"),
    ],
)
def test_malformed_files(old: str, new: str, says: str) -> None:
    """Nothing is passed over: a misspelled action would else be a game without it."""
    golden.read(GOOD)
    assert old in GOOD
    with pytest.raises(golden.Malformed) as wrong:
        golden.read(GOOD.replace(old, new))
    assert str(wrong.value).startswith(says)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("game: tiny", "game: chess", "the header: no game 'chess'"),
        ("players: 2", "players: 4", "the header: Marbles is for two or three."),
        ('{"rounds":1}', '{"rounds":7}', "the header: One to three rounds"),
        ('{"rounds":1}', '{"rounds":"1"}', "the header: Expected `int`"),
        ("seat 0", "seat 0", "row 2, seat 0: undo: You have nothing to take back in this phase."),
        ("seat 0", "seat 2", "row 2, seat 2: undo: no such seat"),
        ("undo", "done", "row 2, seat 0: done: That is not asked of you now."),
        ("undo", "jump", "row 2, seat 0: jump: jump"),
    ],
)
def test_files_that_the_rules_refuse(old: str, new: str, says: str) -> None:
    with pytest.raises(golden.Malformed) as wrong:
        golden.write(golden.read(GOOD.replace(old, new)), GAMES)
    assert str(wrong.value).startswith(says)


def one_more(state: tiny.model.State, text: str) -> Step[tiny.model.State, tiny.model.Event]:
    """A change of the table."""
    if text != "one more":
        raise Unreadable(text)
    return Step(msgspec.structs.replace(state, rounds=state.rounds + 1), ())


def test_what_the_host_changed_stands_in_the_file() -> None:
    games: Registry = {"tiny": replace(tiny.ENGINE, switch=one_more)}
    moves = ((0, "pick gust"), (TABLE, "one more"), (0, "undo"))
    text = golden.write(golden.Golden("tiny", 2, {"rounds": 1, "hand": 3}, b"abc", moves), games)
    assert "table: one more" in text.splitlines()
    assert golden.read(text).moves == moves
    told = golden.story(golden.read(text), games)
    assert [acted.row.seat for acted in told] == [TABLE, 0, TABLE, 0]
    assert told[-1].game.state.rounds == 2
    with pytest.raises(golden.Malformed) as wrong:
        golden.story(golden.read(text.replace("one more", "two more")), games)
    assert str(wrong.value) == "row 3, table: two more: two more"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one golden game of Marbles."""
    monkeypatch.setattr(verify, "ENGINES", GAMES)
    games = tmp_path / "tests" / "tiny" / "games"
    games.mkdir(parents=True)
    game = golden_of(walk(TINY, 0, b"folder"))
    (games / "one.game").write_text(golden.write(game, GAMES), encoding="utf-8")
    return tmp_path


def test_verify(folder: Path, capsys: Any) -> None:
    """Good files pass; a changed one gives a diff and 1; `--write` puts it right."""
    (good,) = verify.golden_games(folder)
    text = good.read_text()
    assert verify.verify([good]) == (1, [])
    assert verify.main([str(good)]) == 0
    assert capsys.readouterr().out == "1 golden games, 0 differ\n"
    good.write_text(text.replace("> The table", "> A table", 1))
    assert verify.main([str(good)]) == 1
    said = capsys.readouterr().out
    assert "\n-> A table set out" in said
    assert "\n+> The table set out" in said
    assert said.endswith("1 golden games, 1 differ\n")
    assert good.read_text() != text
    assert verify.main(["--write", str(good)]) == 0
    assert good.read_text() == text


def test_verify_notices_every_byte(folder: Path) -> None:
    """A missing end of line or a line of outcomes too much is a difference as well."""
    (good,) = verify.golden_games(folder)
    text = good.read_text()
    for wrong in (text[:-1], text + "> and so on\n", text.replace("version: 1", "version: 0")):
        good.write_text(wrong)
        count, found = verify.verify([good])
        assert count == 1
        assert len(found) == 1


def test_verify_tells_of_files_that_can_not_be_played(folder: Path, capsys: Any) -> None:
    (good,) = verify.golden_games(folder)
    bad, gone = good.with_name("bad.game"), good.with_name("gone.game")
    bad.write_text(GOOD)
    assert verify.main([str(good), str(bad), str(gone), "--write"]) == 1
    said = capsys.readouterr().out
    assert f"{bad}: row 2, seat 0: undo: You have nothing" in said
    assert f"{gone}: " in said
    assert said.endswith("3 golden games, 2 differ\n")
    assert bad.read_text() == GOOD


def test_verify_takes_all_files_there_are(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """Without names, every golden game; and none at all is no success."""
    found = verify.golden_games(folder)
    monkeypatch.setattr(verify, "golden_games", lambda: found)
    assert verify.main([]) == 0
    monkeypatch.setattr(verify, "golden_games", list)
    assert verify.main([]) == 1
    assert "0 golden games" in capsys.readouterr().out


def test_verify_looks_in_this_checkout() -> None:
    assert (verify.ROOT / "app" / "verify.py").samefile(verify.__file__)
