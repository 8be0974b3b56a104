"""Finds golden games: `python -m tests.sparks.find_golden` writes those that are missing or whose
rules have changed.

One for each end and number of seats, dealt honestly from its seed. A seat tries each of its offers
on a state dealt anew from what it may know, and posts the one that leaves it best off. Seeds are
tried in order until the wanted end comes.
"""

import sys
from itertools import count
from pathlib import Path
from typing import NamedTuple

from engines import ENGINES
from engines.core import codec, golden
from engines.core.bots import asked_seats
from engines.core.chance import Dice
from engines.core.engine import Illegal, Result, Seat
from engines.core.game import Game, act, ask_id, begin
from engines.sparks.components import LEVELS, ROBOTS
from engines.sparks.effects import factory_sum, lacks
from engines.sparks.hidden import redeal
from engines.sparks.model import ACT, TAKE, Options, Player, State
from engines.sparks.notation import read, write
from engines.sparks.offers import offers
from engines.sparks.rules import apply, idle
from engines.sparks.scoring import score

ENGINE = ENGINES["sparks"]
FOLDER = Path(__file__).parent / "games"


class Wanted(NamedTuple):
    """A golden game to be: the table and the end."""

    name: str
    seats: int
    ending: str
    options: Options

    @property
    def path(self) -> Path:
        """Its file."""
        return FOLDER / f"{self.name}.game"


def wanted() -> list[Wanted]:
    """Each end, each number of seats, each variant."""
    return [
        Wanted("solo-won", 1, "solo_won", Options(solo_goals=0)),
        Wanted("solo-lost", 1, "solo_lost", Options()),
        Wanted("two-draft", 2, "scored", Options(draft=True)),
        Wanted("three-goals-in-order", 3, "scored", Options(goals=True, in_order=True)),
        Wanted("four", 4, "scored", Options()),
    ]


def promise(player: Player) -> float:
    """What lies on robots, in the section and beside the board may still bring."""
    found = 0.4 * player.cogs + 1.1 * player.sparks + 0.45 * len(player.pool)
    found += 0.45 * bool(player.pool) + 0.3 * (player.pips + player.colours + player.numbers)
    for slot in player.slots:
        if slot.robot:
            robot = ROBOTS[slot.robot]
            full = 1.0 + 1.8 * robot.steps + 0.7 * len(robot.rewards) + 1.5 * bool(robot.box)
            filled = sum(die is not None for die in slot.dice)
            found += 0.85 * full * filled / len(slot.dice)
    if player.level < len(LEVELS):
        part = min(1.0, factory_sum(player) / LEVELS[player.level].sum)
        dice = sum(die is not None for die in player.section)
        found += (2.5 + len(player.hired)) * part if dice else 0
    found += 1.3 * len(player.hired) + 0.7 * sum(player.tracks) + 1.0 * len(player.built)
    found += 1.5 * player.level
    return found + 1.5 * sum(bool(ROBOTS[each.robot].box) for each in player.built)


def worth(state: State, seat: Seat) -> float:
    """How well off a seat is."""
    player = state.players[seat]
    if state.scores:
        return 1.0 * state.scores[seat].total
    found = score(player, state.goals).total + promise(player)
    if state.phase == TAKE or not player.done:
        needs = [need for slot in player.slots if slot.robot for need in ROBOTS[slot.robot].spaces]
        fits = [die for die in player.pool if any(not any(lacks(player, die, n)) for n in needs)]
        found += 0.4 * len(fits)
    return found


def choose(game: Game, seat: Seat) -> str:
    """The offer that leaves the seat best off, as far as it can know; in the action phase only one
    that leaves it better off than it is."""
    state = redeal(game.state, seat, Dice(b"%d" % game.seq))
    free = state.phase == ACT and not state.players[seat].agenda
    best, text = (worth(state, seat), "done") if free else (-1.0, write(idle(state, seat)))
    for offer in offers(state, seat):
        if offer.no is not None or offer.text in ("done", "not done"):
            continue
        after = state
        try:
            for number, part in enumerate(offer.text.split("; ")):
                guess = Dice(b"guess %d %d" % (game.seq, number))
                after = apply(after, seat, read(part), guess).state
        except Illegal:
            continue
        here = worth(after, seat)
        if here > best + 1e-9:
            best, text = here, offer.text
    return text


def play(game: Wanted, seed: bytes) -> tuple[Game, list[tuple[Seat, str]]]:
    """A game to its end, and its posts."""
    chance = Dice(seed)
    now = begin(ENGINE, game.options, game.seats, chance).game
    moves = []
    while now.result is None:
        seat = asked_seats(now, must=True)[0]
        text = choose(now, seat)
        now = act(now, seat, ask_id(now, seat), text, chance).game
        moves.append((seat, text))
    return now, moves


def ends(result: Result | None, game: Wanted) -> bool:
    """Whether a game came to the wanted end."""
    return result is not None and result.reason == game.ending


def find(game: Wanted) -> str:
    """The golden file of the first seed that leads to the wanted end."""
    for number in count(1):
        seed = number.to_bytes(16, "big")
        played, moves = play(game, seed)
        if ends(played.result, game):
            options = codec.plain(game.options)
            file = golden.Golden(ENGINE.key, game.seats, options, seed, tuple(moves))
            return golden.write(file, ENGINES)
    raise AssertionError("there are always more seeds")


def still_holds(game: Wanted) -> bool:
    """The file is there, and the rules still lead where it went."""
    try:
        told = golden.story(golden.read(game.path.read_text(encoding="utf-8")), ENGINES)
    except (OSError, golden.Malformed):
        return False
    return ends(told[-1].game.result, game)


def main() -> None:
    """Writes the golden games that are missing or lead elsewhere now."""
    FOLDER.mkdir(exist_ok=True)
    for game in wanted():
        if not still_holds(game):
            sys.stderr.write(f"{game.path.name}\n")
            game.path.write_text(find(game), encoding="utf-8")


if __name__ == "__main__":
    main()
