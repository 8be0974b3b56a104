"""The golden games of Quirky Circuits: each scenario won, each robot lost with, the cards face up
once, and how they were found."""

from pathlib import Path

import pytest

from engines.quirky_circuits.robots import ROBOTS
from engines.quirky_circuits.scenario import SCENARIOS
from tests.engines.games_found import Found, games_of
from tests.quirky_circuits.find_golden import FOLDER, find, main, told_again, wanted


@pytest.fixture(scope="module")
def games() -> dict[Path, Found]:
    """All of them, played once."""
    return {game.path: game for game in games_of("quirky_circuits")}


def test_each_scenario_is_won_and_each_robot_loses(games: dict[Path, Found]) -> None:
    told = [(g.options.scenario, g.ending != "lost", g.options.practice) for g in games.values()]
    assert {key for key, won, _ in told if won} == set(SCENARIOS)
    assert {SCENARIOS[key].robot for key, won, _ in told if not won} == set(ROBOTS)
    assert any(practice for *_, practice in told)
    pairs = {(game.players, game.ending) for game in games.values()}
    assert len(pairs) == 12


def test_in_one_a_card_asks(games: dict[Path, Found]) -> None:
    """So a change in what is asked, or how a run goes on, is seen."""
    told = [row.row.text for game in games.values() for row in game.told]
    assert any(text.startswith("choose ") for text in told)


def test_each_is_named_for_what_it_holds(games: dict[Path, Found]) -> None:
    assert set(games) == {game.path for game in wanted()}
    for game in wanted():
        found = games[game.path]
        assert (found.options.scenario, found.options.practice) == (game.scenario, game.practice)
        assert (found.players, found.ending) == (game.seats, game.ending)


def test_the_search_finds_the_same_again() -> None:
    """From the first seed on: nothing is forced, and nobody chose a deal by hand."""
    first = wanted()[0]
    assert find(first) == first.path.read_text(encoding="utf-8")


def test_what_still_holds_keeps_its_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only what is missing or ends otherwise is looked for; a game that reads otherwise is told
    anew; what nobody wants goes."""
    first, second = wanted()[:2]
    text = second.path.read_text(encoding="utf-8")
    names = [game.path.name for game in (first, second)]
    monkeypatch.setattr("tests.quirky_circuits.find_golden.FOLDER", tmp_path)
    monkeypatch.setattr("tests.quirky_circuits.find_golden.wanted", lambda: [first, second])
    assert first.path.parent == tmp_path != FOLDER
    assert told_again(second) == ""
    second.path.write_text(text.replace("> P0 is dealt", "> P0 gets"), encoding="utf-8")
    assert told_again(second) == text
    assert told_again(second._replace(ending="lost")) == ""
    (tmp_path / "old.game").write_text(text, encoding="utf-8")
    main()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)
    assert second.path.read_text(encoding="utf-8") == text
    assert capsys.readouterr().err.splitlines() == ["old.game is not wanted", *names]
    main()
    assert capsys.readouterr().err == ""
