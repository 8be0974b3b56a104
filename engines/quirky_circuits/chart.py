"""The chart of a map: all that a card can make of it, and how far it is to the goal, looked up.

A *position* is a whole world (where the robot is, what lies and is held where) as one number, the
solver's case and place. The chart holds every world the start leads to: what each card makes of
it, and how many cards of any kind it is away from the goal at least. It is worked out once, with
the solver's groups; asking it costs a look into an array, which a search does millions of times.
"""

from array import array
from functools import lru_cache
from typing import TypeAlias

from engines.quirky_circuits.components import CARDS
from engines.quirky_circuits.effects import carry_out
from engines.quirky_circuits.handling import choices
from engines.quirky_circuits.model import Effect, Face, Scenario, World
from engines.quirky_circuits.scenario import deck_of
from engines.quirky_circuits.solver import Bits, Card, Search, add, members

Position: TypeAlias = int
"""A world by its number: of tokens that are alike no one is told from another."""

FAR = 255
"""How far away the goal is where no cards lead to it."""


class Chart:
    """A map's positions.

    `to[face][position]`: the position a card makes of one; if it asks something, a number below 0
    that `afters` knows to read. `away[position]`: how many cards of any kind the goal is away (0:
    it is reached), FAR if nothing leads to it. `start`: where the game begins.

    A few positions that no play leads to are among them (the robot on dust that it would have
    swept on its way there); what is said of them is true as well.
    """

    def __init__(self, scenario: Scenario) -> None:
        self._search = search = Search(scenario)
        self._ground = ground = search.ground
        self._places = members(ground.places)
        self._ranks = {place: rank for rank, place in enumerate(self._places)}
        self._asked: list[tuple[Position, ...]] = []
        before = self._map_out()
        self.away = bytes(self._measure(before))
        self.start: Position = search.first * len(self._places) + self._ranks[ground.start]

    def afters(self, position: Position, face: Face) -> tuple[Position, ...]:
        """The positions a card may make of one: several where it asks its player something."""
        after = self.to[face][position]
        return (after,) if after >= 0 else self._asked[~after]

    def enter(self, world: World) -> Position:
        """The position of a world in play. Raises `KeyError` if the start doesn't lead to it."""
        ground = self._ground
        case = self._search.numbers[ground.case(world)]
        return case * len(self._places) + self._ranks[ground.number(world)]

    def answers(self, world: World, face: Face) -> dict[str, Position]:
        """What a card makes of a world in play, by the token that answers what it asks (`""` if it
        asks nothing)."""
        after = self.to[face][self.enter(world)]
        if after >= 0:
            return {"": after}
        board = self._search.board
        return {
            token: self.enter(carry_out(board, world, face, token)[0])
            for token in choices(board, world, face)
        }

    def world(self, position: Position) -> World:
        """The world of a position, its tokens under made-up names."""
        case, rank = divmod(position, len(self._places))
        return self._ground.world(self._places[rank], self._search.cases[case])

    def __len__(self) -> int:
        return len(self.away)

    def _map_out(self) -> list[list[tuple[int, Card, Bits]]]:
        """Every case any place of the map leads to, and what each card makes of each position.
        Returns for each case from where one gets to it: case, card, places."""
        search, ground, size = self._search, self._ground, len(self._places)
        rows: dict[Effect, array[int]] = {
            CARDS[card.face].effect: array("i") for card in ground.cards
        }
        ranks = {
            card.face: [self._ranks[card.to[place]] for place in self._places]
            for card in ground.cards
        }
        before: list[list[tuple[int, Card, Bits]]] = [[]]
        case = 0
        while case < len(search.cases):
            for card in ground.cards:
                to = ranks[card.face]
                row = [case * size + rank for rank in to]
                for group in search.groups(case, card):
                    cases = search.leads_to(case, card, group)
                    before += ([] for _ in range(len(search.cases) - len(before)))
                    for after in cases:
                        before[after].append((case, card, group.places))
                    if cases == (case,):
                        continue
                    for place in members(group.places):
                        rank = self._ranks[place]
                        row[rank] = self._number(tuple(after * size + to[rank] for after in cases))
                rows[CARDS[card.face].effect].extend(row)
            case += 1
        self.to = {face: rows[CARDS[face].effect] for face in deck_of(self._search.board.scenario)}
        return before

    def _number(self, positions: tuple[Position, ...]) -> int:
        """One position as it is; several as a number below 0."""
        if len(positions) == 1:
            return positions[0]
        self._asked.append(positions)
        return ~(len(self._asked) - 1)

    def _measure(self, before: list[list[tuple[int, Card, Bits]]]) -> bytearray:
        """How far each position is from the goal: backwards from where it is reached, one card
        more at a time."""
        search, size = self._search, len(self._places)
        far = bytearray([FAR]) * (len(before) * size)
        fresh = {case: ends for case in range(len(before)) if (ends := search.won(case))}
        open_ = [self._ground.places] * len(before)
        cards = 0
        while fresh:
            for case, places in fresh.items():
                open_[case] &= ~places
                for place in members(places):
                    far[case * size + self._ranks[place]] = cards
            nearer, fresh, cards = fresh, {}, cards + 1
            for case, places in nearer.items():
                origins: dict[Face, Bits] = {}
                for earlier, card, some in before[case]:
                    if card.face not in origins:
                        origins[card.face] = origin(card, places)
                    new = origins[card.face] & some & open_[earlier]
                    if new:
                        add(fresh, earlier, new)
        return far


def origin(card: Card, places: Bits) -> Bits:
    """From where a card takes the robot to these places."""
    found = 0
    for shift, some in card.shifts.items():
        found |= (places >> shift if shift >= 0 else places << -shift) & some
    return found


@lru_cache(maxsize=8)
def chart(scenario: Scenario) -> Chart:
    """The chart of a scenario, worked out once."""
    return Chart(scenario)
