"""Which golden games a game has: for the tests that count what is missing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from engines import ENGINES
from engines.core import codec, golden
from engines.core.game import Acted

ROOT = Path(__file__).resolve().parents[2]


class Found(NamedTuple):
    """A golden game: its file, its options as a record, its seats, and what happened."""

    path: Path
    options: Any
    players: int
    told: list[Acted]

    @property
    def ending(self) -> str:
        """How it ended."""
        result = self.told[-1].game.result
        return result.reason if result else "unfinished"


def games_of(key: str) -> Iterator[Found]:
    """Every golden game of a game, played."""
    for path in sorted((ROOT / "tests" / key / "games").glob("*.game")):
        game = golden.read(path.read_text(encoding="utf-8"))
        options = codec.record(game.options, ENGINES[key].options_type)
        yield Found(path, options, game.players, golden.story(game, ENGINES))
