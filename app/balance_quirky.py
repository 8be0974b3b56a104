"""The games of Quirky Circuits for `./dev balance quirky_circuits`, and what they say.

Teams of bots play every scenario, asked in turn around the table, and beside them teams that lay
random cards and stop as soon as they may. Each seat sees the game dealt anew from what it may know.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from app.figures import Figure, Range, mean, run_all, share
from engines.core.chance import Dice
from engines.core.engine import Seat
from engines.quirky_circuits.bots import choose
from engines.quirky_circuits.model import FLAT, Action, Options, Signal, State
from engines.quirky_circuits.rules import apply, asks, band, is_short, options
from engines.quirky_circuits.scenario import SCENARIOS
from engines.quirky_circuits.setup import HAND_SIZES, setup
from engines.quirky_circuits.views import redeal

SEATS: Final = tuple(HAND_SIZES)

PLAYED_FOR: Final = "each scenario and number of players"
"""What `--games` counts."""

GAMES: Final = 200
"""Games for each scenario and number of players, unless told otherwise."""

RANDOM_PART: Final = 4
"""One game of random play for so many of the bots'."""

ALL: Final = "all"
"""In place of a scenario."""

MEAN: Final = "mean"
"""In place of a number of players: of all of them, each counted alike."""

OF_ROBOT: Final = (90.0, 75.0, 60.0, 45.0, 30.0)
"""The win rate that is wanted of each robot's scenarios in turn, in percent, as the mean over all
numbers of players; and how far it may be off."""
MARGIN: Final = 12.0

ADVANCED: Final[Range] = (12, 50)
"""The same of the scenarios after those."""

CELL: Final[Range] = (5, 98)
"""The win rate that is wanted for each number of players."""

GREEN: Final[Range] = (1, 25)
"""Green wins, in percent of all: rare but seen."""

RED: Final[Range] = (25, 80)
"""Red wins: about half of all."""

AHEAD: Final[Range] = (15, 100)
"""By how many points of percent bots win more often than random play."""

ANY: Final[Range] = (0, 100)


class Job(NamedTuple):
    """A game to be played, by bots or at random."""

    scenario: str
    players: int
    seed: int
    random: bool = False


class Played(NamedTuple):
    """A game that was played: the band it was won in (`""`: it was lost), the battery then, and
    how many rounds it took."""

    band: str
    battery: int
    rounds: int


# --- Playing. ---


def play(job: Job) -> Played:
    """One game, everything drawn from its seed."""
    dice = Dice(b"balance %d" % job.seed)
    state = setup(Options(scenario=job.scenario), job.players, dice).state
    seat, count = -1, 0
    while not state.ended:
        seat = following(seat, [ask.seat for ask in asks(state)], job.players)
        count += 1
        eyes = Dice(b"eyes %d %d" % (job.seed, count))
        known = redeal(state, seat, eyes)
        actions = (random_step(known, seat, eyes),) if job.random else choose(known, seat)
        state = carry_out(state, seat, actions, dice)
    won = state.ended == "won"
    return Played(band(state) if won else "", state.battery, len(state.past))


def following(seat: Seat, asked: Sequence[Seat], players: int) -> Seat:
    """The next one around the table that is asked."""
    return min(asked, key=lambda other: (other - seat - 1) % players)


def carry_out(state: State, seat: Seat, actions: Sequence[Action], dice: Dice) -> State:
    """These actions one after the other, until the queue runs."""
    number = state.round
    for action in actions:
        state = apply(state, seat, action, dice).state
        if state.ended or state.running or state.round != number:
            break
    return state


def random_step(state: State, seat: Seat, dice: Dice) -> Action:
    """One of the cards, each as likely, or of the answers; once five cards lie and one's own is
    among them, hands flat."""
    if state.players[seat].laid and not is_short(state) and state.running is None:
        return Signal(FLAT)
    legal = [action for action in options(state, seat) if not isinstance(action, Signal)]
    return legal[dice.below(len(legal), "option")]


# --- Counting. ---


def wanted(scenario: str) -> Range:
    """Where a scenario's win rate should lie, as the mean over all numbers of players."""
    book = SCENARIOS[scenario]
    place = sum(
        other.robot == book.robot and other.number < book.number for other in SCENARIOS.values()
    )
    if place >= len(OF_ROBOT):
        return ADVANCED
    return OF_ROBOT[place] - MARGIN, min(OF_ROBOT[place] + MARGIN, CELL[1])


def rows(
    scenario: str, players: str, games: Sequence[Played], wild: Sequence[Played]
) -> Iterator[Figure]:
    """What the games of a scenario show, those of random play beside them."""
    is_mean = players == MEAN
    wins = [game for game in games if game.band]
    rate = wanted(scenario) if is_mean else CELL
    yield share("wins, %", players, len(wins), len(games), rate)
    for colour, its in (("green", GREEN), ("yellow", ANY), ("red", RED)):
        hits = sum(game.band == colour for game in wins)
        if wins:
            name = f"{colour} wins, % of wins"
            yield share(name, players, hits, len(wins), its if is_mean else ANY)
    rounds = (1, SCENARIOS[scenario].battery)
    if len(wins) > 1:
        yield mean("battery left at a win", players, [game.battery for game in wins], rounds)
    yield mean("rounds", players, [game.rounds for game in games], rounds)
    random = sum(bool(game.band) for game in wild)
    yield share("wins of random play, %", players, random, len(wild), ANY)


def overall(games: Sequence[Played], wild: Sequence[Played]) -> Iterator[Figure]:
    """What all games show together: each scenario and number of players has as many."""
    counts = [(sum(bool(game.band) for game in some), len(some)) for some in (games, wild)]
    bots, random = (share("wins, %", MEAN, hits, of, ANY) for hits, of in counts)
    yield bots
    yield random._replace(figure="wins of random play, %")
    ahead, half = bots.value - random.value, (bots.ci**2 + random.ci**2) ** 0.5
    yield Figure("wins more than random play, points", MEAN, ahead, half, *AHEAD)


# --- What is played. ---


def jobs(scenario: str, players: int, games: int, seed: int) -> list[Job]:
    """The games of bots, then those of random play."""
    wild = max(2, games // RANDOM_PART)
    return [
        *(Job(scenario, players, seed + number) for number in range(games)),
        *(Job(scenario, players, seed + number, random=True) for number in range(wild)),
    ]


def measure(
    scenarios: Sequence[str],
    counts: Sequence[int],
    games: int,
    seed: int,
    run: Callable[[list[Job]], list[Played]],
) -> Iterator[Figure]:
    """All figures: of each scenario with each number of players, then their mean; last, of all."""
    everything: list[tuple[Job, Played]] = []
    for scenario in scenarios:
        plan = [job for players in counts for job in jobs(scenario, players, games, seed)]
        played = list(zip(plan, run(plan), strict=True))
        everything += played
        for players in counts:
            cell = [each for each in played if each[0].players == players]
            for figure in rows(scenario, str(players), *parted(cell)):
                yield figure._replace(scenario=scenario)
        if len(counts) > 1:
            for figure in rows(scenario, MEAN, *parted(played)):
                yield figure._replace(scenario=scenario)
    for figure in overall(*parted(everything)):
        yield figure._replace(scenario=ALL)


def parted(played: Sequence[tuple[Job, Played]]) -> tuple[list[Played], list[Played]]:
    """The games of bots, and those of random play."""
    return (
        [game for job, game in played if not job.random],
        [game for job, game in played if job.random],
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be said on the command line for this game alone."""
    parser.add_argument(
        "--scenario", choices=SCENARIOS, metavar="KEY", help="only this one (default: all)"
    )


def figures(arguments: argparse.Namespace, processes: int) -> Iterator[Figure]:
    """All figures that were asked for, as they come."""
    counts = (arguments.players,) if arguments.players else SEATS
    scenarios = (arguments.scenario,) if arguments.scenario else tuple(SCENARIOS)
    run = partial(run_all, processes, play)
    return measure(scenarios, counts, arguments.games, arguments.seed, run)
