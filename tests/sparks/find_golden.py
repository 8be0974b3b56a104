"""Finds golden games: `python -m tests.sparks.find_golden` writes those that are missing or whose
rules have changed.

One for each end, number of seats, variant and tie-break, dealt honestly from its seed and played by
the bot; those that are to end in a tie by careless players, whose few points are equal more often.
Seeds are tried in order until the wanted end comes.
"""

import sys
from itertools import count
from pathlib import Path
from typing import NamedTuple

from engines import ENGINES
from engines.core import codec, golden
from engines.core.bots import asked_seats, random_text
from engines.core.chance import Dice
from engines.core.engine import Seat
from engines.core.game import TABLE, Game, act, ask_id, begin, switch, table_ask
from engines.sparks.bots import choose
from engines.sparks.hidden import redeal
from engines.sparks.model import Options
from engines.sparks.notation import write
from engines.sparks.rules import idle
from engines.sparks.text import TIES
from engines.sparks.views import public

ENGINE = ENGINES["sparks"]
FOLDER = Path(__file__).parent / "games"


class Wanted(NamedTuple):
    """A golden game to be: the table and the end; `changes` are what the host changes in a turn,
    `tie` what decides among several with the most points (one of `TIES`)."""

    name: str
    seats: int
    ending: str
    options: Options
    changes: tuple[tuple[int, str], ...] = ()
    tie: str = ""

    @property
    def path(self) -> Path:
        """Its file."""
        return FOLDER / f"{self.name}.game"


def wanted() -> list[Wanted]:
    """Each end, each number of seats, each variant, each tie-break."""
    shared, cogs, level, robots = TIES
    return [
        Wanted("solo-won", 1, "solo_won", Options(solo_goals=0)),
        Wanted("solo-won-goals", 1, "solo_won", Options(solo_goals=2)),
        Wanted("solo-lost", 1, "solo_lost", Options()),
        Wanted("solo-lost-points", 1, "solo_lost", Options(solo_goals=0)),
        Wanted("two-draft", 2, "scored", Options(draft=True)),
        Wanted(
            "three-goals-in-order",
            3,
            "scored",
            Options(goals=True, in_order=True),
            ((4, "in order off"), (8, "in order on")),
        ),
        Wanted("four", 4, "scored", Options()),
        Wanted("tie-cogs", 2, "scored", Options(), tie=cogs),
        Wanted("tie-level", 3, "scored", Options(), tie=level),
        Wanted("tie-robots", 3, "scored", Options(), tie=robots),
        Wanted("tie-shared", 3, "scored", Options(), tie=shared),
    ]


def text_of(game: Game, seat: Seat) -> str:
    """What the bot posts, on a state dealt anew from what the seat may know."""
    state = redeal(game.state, seat, Dice(b"%d" % game.seq))
    return "; ".join(map(write, choose(state, seat)))


def careless_text(game: Game, seat: Seat, mood: Dice) -> str:
    """What somebody posts who half of the time does what an absent player does, else anything."""
    if mood.below(2, game.seq, "absent?"):
        return write(idle(game.state, seat))
    return random_text(game, seat, mood, game.seq)


def play(game: Wanted, seed: bytes) -> tuple[Game, list[tuple[Seat, str]]]:
    """A game to its end, and its posts."""
    chance, mood = Dice(seed), Dice(seed + b"careless")
    now = begin(ENGINE, game.options, game.seats, chance).game
    moves = []
    changes = dict(game.changes)
    while now.result is None:
        change = changes.pop(now.state.turn, "")
        if change:
            now = switch(now, table_ask(now), change).game
            moves.append((TABLE, change))
        seat = asked_seats(now, must=True)[0]
        text = careless_text(now, seat, mood) if game.tie else text_of(now, seat)
        now = act(now, seat, ask_id(now, seat), text, chance).game
        moves.append((seat, text))
    return now, moves


def ends(played: Game, game: Wanted) -> bool:
    """Whether a game came to the wanted end, and in the wanted way if that is a tie."""
    result = played.result
    if result is None or result.reason != game.ending:
        return False
    return not game.tie or public(played.state).scoring.tie == game.tie


def find(game: Wanted) -> str:
    """The golden file of the first seed that leads to the wanted end."""
    for number in count(1):
        seed = number.to_bytes(16, "big")
        played, moves = play(game, seed)
        if ends(played, game):
            options = codec.plain(game.options)
            file = golden.Golden(ENGINE.key, game.seats, options, seed, tuple(moves))
            return golden.write(file, ENGINES)
    raise AssertionError("there are always more seeds")


def still_holds(game: Wanted) -> bool:
    """The file is there with all that the host changes, and the rules still lead where it went."""
    try:
        told = golden.story(golden.read(game.path.read_text(encoding="utf-8")), ENGINES)
    except (OSError, golden.Malformed):
        return False
    changed = [acted.row.text for acted in told[1:] if acted.row.seat == TABLE]
    if changed != [change for _, change in game.changes]:
        return False
    return ends(told[-1].game, game)


def main() -> None:
    """Writes the golden games that are missing or lead elsewhere now."""
    FOLDER.mkdir(exist_ok=True)
    for game in wanted():
        if not still_holds(game):
            sys.stderr.write(f"{game.path.name}\n")
            game.path.write_text(find(game), encoding="utf-8")


if __name__ == "__main__":
    main()
