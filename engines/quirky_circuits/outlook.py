"""How promising the positions of a map are for a team that must take its cards as they come.

The chart counts the fewest cards of any kind. Here each card is the best of a random handful, so a
way that many cards lead along is shorter than one that waits for a rare card.
"""

from array import array
from collections.abc import Sequence
from functools import lru_cache
from math import comb, exp
from typing import Final, NamedTuple

from engines.quirky_circuits.chart import FAR, Chart, Position, chart
from engines.quirky_circuits.model import Face, Scenario
from engines.quirky_circuits.scenario import deck_of

HANDFUL: Final = 4
"""Cards there are to choose among."""

SWEEPS: Final = 2
"""How often all positions are gone over: after the first time, detours count as well."""

LONGEST: Final = 63
"""Ways are told apart up to this many cards."""

GRAIN: Final = 16
"""Lengths are kept in parts of a card, so many to a card."""

RATE: Final = 4.0
"""How many cards' way a round brings the team, about."""

HEADWAY: Final = 3.0
"""How many more cards' way is hoped for in the round that is being programmed."""

SPREAD: Final = 1.5
"""How far luck carries a team ahead or back: so much times the root of the cards it has time
for."""


class Outlook(NamedTuple):
    """A map as a bot sees it."""

    chart: Chart
    to: dict[Face, Sequence[Position]]
    """Where each card leads from each position: of several answers to the best, and never away from
    the goal, since there the game is over."""
    ways: Sequence[int]
    """How far each position is from the goal, in grains; 0: it is reached."""


@lru_cache(maxsize=8)
def outlook(scenario: Scenario) -> Outlook:
    """The outlook of a scenario, worked out once."""
    map_ = chart(scenario)
    deck = deck_of(scenario)
    alike: dict[int, list[Face]] = {}
    for face in deck:
        alike.setdefault(id(map_.to[face]), []).append(face)
    ways = lengths(map_, len(deck), [(faces[0], len(faces)) for faces in alike.values()])
    to: dict[Face, Sequence[Position]] = {}
    for face, *others in alike.values():
        leads = array("i", map_.to[face])
        for position, after in enumerate(leads):
            if not ways[position]:
                leads[position] = position
            elif after < 0:
                leads[position] = min(map_.afters(position, face), key=ways.__getitem__)
        to |= dict.fromkeys([face, *others], leads)
    grains = array("H", (-int(-min(way, LONGEST) * GRAIN // 1) for way in ways))
    return Outlook(map_, to, grains)


def lengths(map_: Chart, deck: int, commands: list[tuple[Face, int]]) -> list[float]:
    """How many cards each position is from the goal if each is the best of a random handful, and
    none is laid that doesn't help. `commands`: a card for each thing a card can do, and how many
    of the deck do it. Gone over from the goal outward."""
    missed = [comb(deck - cards, HANDFUL) / comb(deck, HANDFUL) for cards in range(deck + 1)]
    ways = [float(LONGEST + 1)] * len(map_)
    rings: list[list[Position]] = [[] for _ in range(FAR + 1)]
    for position, away in enumerate(map_.away):
        rings[away].append(position)
    for position in rings[0]:
        ways[position] = 0.0
    rows = [(map_.to[face], face, count) for face, count in commands]
    for _ in range(SWEEPS):
        for ring in rings[1:FAR]:
            for position in ring:
                found = []
                for row, face, count in rows:
                    after = row[position]
                    if after < 0:
                        after = min(map_.afters(position, face), key=ways.__getitem__)
                    found.append((ways[after], count))
                found.sort()
                ways[position] = length(found, missed)
    return ways


def length(found: list[tuple[float, int]], missed: list[float]) -> float:
    """How long the way is, if `found`, nearest first, says how long it is after each card and how
    many such cards there are, and `missed`, how likely none of so many is in the handful."""
    cards, left, sum_, way = 0, 1.0, 1.0, float(LONGEST + 1)
    for after, count in found:
        if after >= way:
            break
        cards += count
        sum_ += (left - missed[cards]) * after
        left = missed[cards]
        way = sum_ / (1 - left)
    return way


@lru_cache(maxsize=256)
def chances(time: float) -> Sequence[float]:
    """How likely a team wins that has time for so many cards, by the length of the way in
    grains."""
    spread = SPREAD * max(time, 1.0) ** 0.5
    late = ((way / GRAIN - time) / spread for way in range(1, LONGEST * GRAIN + 1))
    return (1.0, *(1 / (1 + exp(each)) for each in late))
