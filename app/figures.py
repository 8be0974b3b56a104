"""Figures from many games that bots played: a value, how sure it is, and whether it is as wanted.

A figure comes with its 95 % half-width; it holds unless the whole interval lies outside the range
that is wanted.
"""

import argparse
import multiprocessing
import statistics
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

SURE: Final = 1.96
"""Standard errors in a 95 % half-width."""

Range = tuple[float, float]

Job = TypeVar("Job")
Played = TypeVar("Played")


class Figure(NamedTuple):
    """A row of the table: a value, its 95 % half-width, and the range it should lie in."""

    figure: str
    players: str
    value: float
    ci: float
    low: float
    high: float
    scenario: str = ""
    """Where the game has scenarios: of which one."""

    @property
    def holds(self) -> bool:
        """Not surely outside."""
        return self.value + self.ci >= self.low and self.value - self.ci <= self.high


# --- Counting. ---


def ratio(figure: str, players: str, pairs: Sequence[tuple[float, float]], wanted: Range) -> Figure:
    """The sum of the first numbers over that of the second, one pair a deal."""
    count = len(pairs)
    whole = sum(under for _, under in pairs)
    value = sum(over for over, _ in pairs) / whole
    off = statistics.stdev(over - value * under for over, under in pairs)
    return Figure(figure, players, value, SURE * off * count**0.5 / whole, *wanted)


def mean(figure: str, players: str, values: Sequence[float], wanted: Range) -> Figure:
    """The mean of some numbers, one a deal."""
    return ratio(figure, players, [(value, 1) for value in values], wanted)


def share(figure: str, players: str, hits: int, of: int, wanted: Range) -> Figure:
    """So many of so many, in percent. The half-width is never 0, however few there are (Agresti and
    Coull)."""
    likely = (hits + 2) / (of + 4)
    half = SURE * (likely * (1 - likely) / (of + 4)) ** 0.5
    return Figure(figure, players, 100 * hits / of, 100 * half, *wanted)


def grouped(games: Sequence[Played], size: int) -> list[list[Played]]:
    """Games deal by deal."""
    return [list(games[at : at + size]) for at in range(0, len(games), size)]


# --- Playing and printing. ---


def run_all(
    processes: int, play: Callable[[Job], Played], jobs: Sequence[Job], together: int = 4
) -> list[Played]:
    """Plays the games, in so many processes; so many games in a row go to the same one."""
    if processes == 1:
        return list(map(play, jobs))
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        return pool.map(play, jobs, chunksize=together)


def row(figure: Figure) -> dict[str, str | float | bool]:
    """A figure as a row of `--json`."""
    numbers = {name: round(getattr(figure, name), 2) for name in ("value", "low", "high", "ci")}
    return {
        **({"scenario": figure.scenario} if figure.scenario else {}),
        "figure": figure.figure,
        "players": figure.players,
        **numbers,
        "holds": figure.holds,
    }


def line(figure: Figure) -> str:
    """A figure as a line of the table."""
    name = f"{figure.scenario}: {figure.figure}" if figure.scenario else figure.figure
    wanted = f"{figure.low:.3g} to {figure.high:.3g}"
    return (
        f"{name:<{WIDTH}}{figure.players:>8}{figure.value:>9.1f} ± {figure.ci:<6.1f}"
        f"{wanted:<16}{'' if figure.holds else 'NO'}"
    ).rstrip()


WIDTH: Final = 48
"""Of the first column."""

HEAD: Final = f"{'figure':<{WIDTH}}{'players':>8}{'value':>9} ± {'95 %':<6}wanted"
"""The head of the table."""


def at_least(least: int, text: str) -> int:
    """A whole number from the command line, not below a least one."""
    if not text.isascii() or not text.isdigit() or int(text) < least:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} on")
    return int(text)
