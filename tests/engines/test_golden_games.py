"""The golden games of all games: what the rules make of them, byte by byte, and that none is
missing."""

from collections.abc import Collection
from pathlib import Path

import pytest

from app.verify import difference, golden_games
from engines import ENGINES
from tests.engines.games_found import ROOT, games_of


@pytest.mark.parametrize("path", golden_games(), ids=lambda path: path.name)
def test_a_golden_game_is_what_the_rules_make_of_it(path: Path) -> None:
    """`./dev verify --write` writes it anew; look at the difference before you commit it."""
    assert difference(path)[1] == ""


def missing(wanted: Collection[object], found: Collection[object]) -> set[object]:
    """What no golden game shows."""
    return set(wanted) - set(found)


@pytest.mark.parametrize("key", ENGINES)
def test_every_end_and_seat_number_has_a_golden_game(key: str) -> None:
    """One for each way to end that the engine names, and for each number of seats; all to the
    end."""
    assert (ROOT / "tests" / key / "games").is_dir()
    games = list(games_of(key))
    assert missing(ENGINES[key].endings, {game.ending for game in games}) == set()
    assert missing(ENGINES[key].seats, {game.players for game in games}) == set()
    assert "unfinished" not in {game.ending for game in games}


def test_what_is_missing_is_noticed() -> None:
    assert missing(("won", "lost"), {"won"}) == {"lost"}
    assert list(games_of("no_such_game")) == []
