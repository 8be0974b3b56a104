"""The golden games of Sparks: each end, number of seats, variant and tie-break, and how they were
found."""

from engines.core.game import TABLE
from engines.sparks.text import TIES
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


def test_each_tie_break_decides_a_game() -> None:
    """Rulebook, Game Ends; each held against the others too."""
    ties = [game for game in wanted() if game.tie]
    assert {game.tie for game in ties} == set(TIES)
    for game in ties:
        assert [tie for tie in TIES if still_holds(game._replace(tie=tie))] == [game.tie]


def test_a_solo_game_is_won_and_lost_in_each_way() -> None:
    """Rulebook, Solo Game: with goals and without; lost by a goal, and by points."""
    alone = {game.path.stem: game for game in games_of("sparks") if game.players == 1}
    goals = {name: len(game.told[-1].game.state.goals) for name, game in alone.items()}
    assert goals == {"solo-won": 0, "solo-won-goals": 2, "solo-lost": 1, "solo-lost-points": 0}
    for name, words in (("solo-lost", "goal"), ("solo-lost-points", "50 were needed")):
        result = alone[name].told[-1].game.result
        assert result is not None
        assert words in result.text


def test_the_search_finds_the_same_again() -> None:
    """From the first seed on: nothing is forced, and nobody chose a deal by hand."""
    two = next(game for game in wanted() if game.seats == 2)
    assert find(two) == two.path.read_text(encoding="utf-8")
