"""The golden games of Quirky Circuits: each scenario, the cards face up once, and how they were
found."""

from engines.quirky_circuits.scenario import SCENARIOS
from tests.engines.games_found import games_of
from tests.quirky_circuits.find_golden import find, still_holds, wanted


def test_each_scenario_has_one_and_one_is_for_practice() -> None:
    games = list(games_of("quirky_circuits"))
    assert {game.options.scenario for game in games} == set(SCENARIOS)
    assert any(game.options.practice for game in games)


def test_in_one_a_card_asks() -> None:
    """So a change in what is asked, or how a run goes on, is seen."""
    told = [row.row.text for game in games_of("quirky_circuits") for row in game.told]
    assert any(text.startswith("choose ") for text in told)


def test_each_is_named_for_what_it_holds() -> None:
    games = {game.path: game for game in games_of("quirky_circuits")}
    assert set(games) == {game.path for game in wanted()}
    for game in wanted():
        found = games[game.path]
        assert (found.options.scenario, found.options.practice) == (game.scenario, game.practice)
        assert (found.players, found.ending) == (game.seats, game.ending)
        assert still_holds(game)
        assert not still_holds(game._replace(seats=5))
        assert found.told[0].game.players == game.seats


def test_the_search_finds_the_same_again() -> None:
    """From the first seed on: nothing is forced, and nobody chose a deal by hand."""
    first = wanted()[0]
    assert find(first) == first.path.read_text(encoding="utf-8")
