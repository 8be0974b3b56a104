"""The golden games of Sparks: each end, number of seats and variant, and how they were found."""

from engines.core.game import TABLE
from tests.engines.games_found import games_of
from tests.sparks.find_golden import find, still_holds, wanted


def test_each_is_named_for_what_it_holds() -> None:
    games = {game.path: game for game in games_of("sparks")}
    assert set(games) == {game.path for game in wanted()}
    for game in wanted():
        found = games[game.path]
        assert (found.options, found.players, found.ending) == (
            game.options,
            game.seats,
            game.ending,
        )
        assert still_holds(game)
        assert not still_holds(game._replace(name="no-such-game"))


def test_all_variants_are_played() -> None:
    games = list(games_of("sparks"))
    assert any(game.options.draft for game in games)
    assert any(game.options.in_order for game in games)
    assert any(game.options.goals for game in games)
    assert any(acted.row.seat == TABLE for game in games for acted in game.told[1:])


def test_the_search_finds_the_same_again() -> None:
    """From the first seed on: nothing is forced, and nobody chose a deal by hand."""
    two = next(game for game in wanted() if game.seats == 2)
    assert find(two) == two.path.read_text(encoding="utf-8")
