"""Par: in how many rounds a team that sees all its hands wins at least half of the deals.

The deals are real: deck, hands, quirk cards first, at least one card each and five in all, refill
and shuffle are the game's own functions; only the battery is left aside. Each round the team looks
for the best program with a beam: card by card it keeps the `width` programs that are nearest to
the goal on the chart. It knows nothing of the deck, so it looks no further than the round.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from engines.core.chance import Chance, Dice
from engines.core.engine import Seat
from engines.quirky_circuits.chart import FAR, Chart, Position, chart
from engines.quirky_circuits.components import QUIRKS
from engines.quirky_circuits.model import Face, Options, State
from engines.quirky_circuits.rules import LEAST, lay, return_queue
from engines.quirky_circuits.scenario import SCENARIOS
from engines.quirky_circuits.setup import deal, setup

DEALS = 200
WIDTH = 100
SEED = "par"

LONGEST = 40
"""Rounds after which a team gives up."""

Cards: TypeAlias = int
"""Some of the cards in the hands, as bits."""

Node: TypeAlias = int
"""A program so far: where it leads, and behind that, in the lowest bits, the cards left."""


class Step(NamedTuple):
    """A card of a program: who lays it, and where it leads (which answers what it asks)."""

    seat: Seat
    face: Face
    after: Position


class Hands:
    """All cards that a team holds, each a bit."""

    def __init__(self, hands: tuple[tuple[Face, ...], ...]) -> None:
        self.cards = [(seat, face) for seat, hand in enumerate(hands) for face in hand]
        self.all: Cards = (1 << len(self.cards)) - 1
        self.seats: list[Cards] = [0] * len(hands)
        self.faces: dict[Face, Cards] = {}
        self.quirks: Cards = 0
        for at, (seat, face) in enumerate(self.cards):
            self.seats[seat] |= 1 << at
            self.faces[face] = self.faces.get(face, 0) | 1 << at
            self.quirks |= (face in QUIRKS) << at

    def fresh(self, left: Cards) -> Cards:
        """The cards of those who have laid none while these are left."""
        found = 0
        for cards in self.seats:
            if cards & left == cards:
                found |= cards
        return found

    def is_enough(self, left: Cards) -> bool:
        """Rulebook, Program: everybody has laid a card, and the team five; or all there are."""
        laid = len(self.cards) - left.bit_count()
        return not left or (laid >= LEAST and not self.fresh(left))

    def ways(self, left: Cards) -> list[tuple[Face, Cards]]:
        """Each face that may be laid next, and what is left then. Who holds quirk cards lays those
        first. Of several seats it is one that has laid nothing yet, else the first."""
        may = left
        quirks = left & self.quirks
        if quirks:
            for cards in self.seats:
                if cards & quirks:
                    may &= ~cards | quirks
        fresh = self.fresh(left) & may
        found = []
        for face, cards in self.faces.items():
            some = cards & fresh or cards & may
            if some:
                found.append((face, left ^ (some & -some)))
        return found

    def filled(self, left: Cards) -> list[Cards]:
        """What is left, card by card, until the program may run."""
        found = []
        while not self.is_enough(left):
            ways = [after for _, after in self.ways(left)]
            left = min(ways, key=lambda after: self.fresh(after).bit_count())
            found.append(left)
        return found


def program(
    found: Chart, start: Position, hands: tuple[tuple[Face, ...], ...], width: int = WIDTH
) -> tuple[Step, ...]:
    """The best program that the beam finds: one that wins, with what it takes to run behind it;
    else one that may run and ends nearest to the goal, as the mean of there and of where each of
    the map's quirk cards leads, since these have to be laid first; of several the longest, which
    brings most new cards."""
    held = Hands(hands)
    bits, everything, away = len(held.cards), held.all, found.away
    quirks = [face for face in found.to if face in QUIRKS]

    @cache
    def ways(left: Cards) -> list[tuple[Face, Sequence[int], Cards]]:
        return [(face, found.to[face], after) for face, after in held.ways(left)]

    def near(node: Node) -> int:
        return away[node >> bits]

    @cache
    def afterwards(at: Position) -> int:
        return away[at] + sum(min(away[to] for to in found.afters(at, face)) for face in quirks)

    beam: list[Node] = [start << bits | everything]
    levels: list[dict[Node, Node]] = []
    best, length, nearest = beam[0], 0, FAR * (1 + len(quirks))
    for _ in held.cards:
        grown: dict[Node, Node] = {}
        for node in beam:
            at = node >> bits
            for face, to, left in ways(node & everything):
                after = to[at]
                if after >= 0:
                    grown.setdefault(after << bits | left, node)
                else:
                    for one in found.afters(at, face):
                        grown.setdefault(one << bits | left, node)
        levels.append(grown)
        beam = sorted(grown, key=near)[:width]
        if near(beam[0]) == 0:
            return _steps(held, levels, beam[0], held.filled(beam[0] & everything))
        run = [node for node in beam if held.is_enough(node & everything)]
        if run:
            runs = min(run, key=lambda node: afterwards(node >> bits))
            if afterwards(runs >> bits) <= nearest:
                best, length, nearest = runs, len(levels), afterwards(runs >> bits)
    return _steps(held, levels[:length], best, [])


def _steps(
    held: Hands, levels: list[dict[Node, Node]], node: Node, filled: list[Cards]
) -> tuple[Step, ...]:
    """The cards of a program, walked back level by level, and those behind that fill it up."""
    at, bits = node >> len(held.cards), len(held.cards)
    left = node & held.all
    behind = []
    for after in filled:
        behind.append(Step(*held.cards[(left ^ after).bit_length() - 1], at))
        left = after
    found: list[Step] = []
    for level in reversed(levels):
        before = level[node]
        card = (before ^ node) & held.all
        found.append(Step(*held.cards[card.bit_length() - 1], node >> bits))
        node = before
    return (*reversed(found), *behind)


class Table(NamedTuple):
    """A team in play: the game but for its map, and the position instead."""

    state: State
    position: Position
    chance: Chance


def begin(key: str, seats: int, seed: str, number: int) -> Table:
    """A deal."""
    chance = Dice(f"{seed} {number}".encode())
    state = setup(Options(scenario=key), seats, chance).state
    return Table(state, chart(SCENARIOS[key]).start, chance)


def go_on(table: Table, steps: tuple[Step, ...]) -> Table:
    """The table after a round with this program."""
    state, chance = table.state, table.chance
    for step in steps:
        state, _ = lay(state, step.seat, step.face, chance)
    state, _ = return_queue(state, chance)
    players, deck, _ = deal(state.players, state.deck)
    state = replace(state, players=players, deck=deck, round=state.round + 1)
    return Table(state, steps[-1].after, chance)


def par(key: str, seats: int, deals: int = DEALS, seed: str = SEED, width: int = WIDTH) -> int:
    """In how many rounds at least half of the deals are won; 0 if the teams give up before."""
    found = chart(SCENARIOS[key])
    tables = [begin(key, seats, seed, number) for number in range(deals)]
    for number in range(1, LONGEST + 1):
        played = [
            go_on(table, program(found, table.position, hands(table), width)) for table in tables
        ]
        tables = [table for table in played if found.away[table.position]]
        if 2 * len(tables) <= deals:
            return number
    return 0


def hands(table: Table) -> tuple[tuple[Face, ...], ...]:
    """What the team holds."""
    return tuple(player.hand for player in table.state.players)
