"""Proves that a scenario can be won, and finds the fewest cards that do it.

Breadth first, card by card; hands are ignored: any card of the deck may come next, as often as one
likes. Tokens never stop a robot, so a state is two things that hardly touch: what lies where (a
*case*), and where the robot is (a *place*: space, facing, momentum). All places that have been
reached in one case are the bits of one number, and a card moves them together, by shifts. Only
where a card does something to tokens the bits are parted into groups that it treats alike, and
`effects.carry_out` says for one of each what becomes of the case. So every rule is written once.
"""

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, TypeVar

from engines.quirky_circuits.board import NO_OBSTACLES, Board, build, covers, is_on
from engines.quirky_circuits.components import CARDS, CARRIED, FIXED
from engines.quirky_circuits.effects import ENTERING, carry_out
from engines.quirky_circuits.goals import HOME, left
from engines.quirky_circuits.handling import HANDLING, choices, over
from engines.quirky_circuits.model import (
    NOWHERE,
    Carry,
    Collided,
    Effect,
    Face,
    Facing,
    MoveToken,
    Scenario,
    Space,
    Token,
    World,
)
from engines.quirky_circuits.scenario import deck_of

Key = TypeVar("Key")

Bits: TypeAlias = int
"""A set of places."""

Case: TypeAlias = tuple[tuple[tuple[str, int, int, int], ...], tuple[tuple[str, int] | None, ...]]
"""What lies where, and what is held: kind, x, y, lie, sorted; kind, lie, hand by hand."""


class Solution(NamedTuple):
    """What the search found. `program` is one of the shortest; empty if the scenario can't be
    won."""

    winnable: bool
    fewest: int
    program: tuple[Face, ...]
    states: int


@dataclass
class Card:
    """A card on an empty map: where it takes each place, and what it touches on the way."""

    face: Face
    to: dict[int, int] = field(default_factory=dict)
    shifts: dict[int, Bits] = field(default_factory=dict)
    """How far it moves the number of a place: which places."""
    enters: dict[Space, Bits] = field(default_factory=dict)
    bumps: dict[Space, dict[Facing, Bits]] = field(default_factory=dict)


@dataclass
class Group:
    """Places from which a card does the same to the tokens of a case; to which cases it leads,
    once that is known."""

    places: Bits
    cases: tuple[int, ...] | None = None


def commands(scenario: Scenario) -> list[Face]:
    """One card of the deck for each thing a card can do: the quirk Forward 2 adds nothing to
    Forward 2."""
    chosen: dict[Effect, Face] = {}
    for face in deck_of(scenario):
        chosen.setdefault(CARDS[face].effect, face)
    return list(chosen.values())


class Ground:
    """The places of a map that a robot can get to, and what each card does from them."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.markers = 5 if board.robot.momentum else 1
        scenario = board.scenario
        self.empty = (None,) * len(board.robot.hands)
        self.start = self.number(World(*scenario.home, scenario.facing, ()))
        self.cards = [Card(face) for face in commands(scenario)]
        self.places: Bits = 1 << self.start
        fresh = [self.start]
        while fresh:
            place = fresh.pop()
            for card in self.cards:
                to = self._add(card, place)
                if not self.places >> to & 1:
                    self.places |= 1 << to
                    fresh.append(to)
        self.facings: list[Bits] = [0] * 4
        self.stand: dict[Space, Bits] = {}
        self.under: list[dict[Space, Bits]] = [{} for _ in self.empty]
        for place in members(self.places):
            world, bit = self.world(place), 1 << place
            self.facings[world.facing] |= bit
            add(self.stand, (world.x, world.y), bit)
            for hand, under in enumerate(self.under):
                add(under, over(board, world, hand), bit)
        self.home = self.stand[scenario.home]

    def number(self, world: World) -> int:
        """The number of a place."""
        momentum = world.momentum[0] + 1 if world.momentum else 0
        space = world.y * self.board.scenario.columns + world.x
        return (space * 4 + world.facing) * self.markers + momentum

    def world(self, place: int, case: Case = ((), ())) -> World:
        """The world with the robot at a place, in a case."""
        rest, momentum = divmod(place, self.markers)
        space, facing = divmod(rest, 4)
        y, x = divmod(space, self.board.scenario.columns)
        tokens, held = case
        return World(
            x,
            y,
            facing,
            tuple(Token(f"{n}", *token) for n, token in enumerate(tokens)),
            tuple(
                None if what is None else Token(f"held {n}", what[0], 0, 0, what[1])
                for n, what in enumerate(held)
            )
            or self.empty,
            (momentum - 1,) if momentum else (),
        )

    def case(self, world: World) -> Case:
        """What a world is but for the robot's place. Equal tokens are one and the same."""
        return (
            tuple(sorted((token.kind, token.x, token.y, token.lie) for token in world.tokens)),
            tuple(None if token is None else (token.kind, token.lie) for token in world.held),
        )

    def _add(self, card: Card, place: int) -> int:
        after, events = carry_out(self.board, self.world(place), card.face)
        to, bit = self.number(after), 1 << place
        card.to[place] = to
        add(card.shifts, to - place, bit)
        for event in events:
            if isinstance(event, ENTERING):
                add(card.enters, (event.x, event.y), bit)
            elif isinstance(event, Collided) and event.into not in NO_OBSTACLES:
                add(card.bumps.setdefault((event.x, event.y), {}), event.direction, bit)
        return to

    def groups(self, card: Card, case: Case, number: int) -> list[Group]:
        """The places parted by what a card does to the tokens of a case. A card that moves only
        the robot leaves the case as it is wherever it touches no token."""
        families = self._families(card, case)
        parts, groups = [self.places], []
        if card.face not in HANDLING:
            touched = union([some for family in families for some in family])
            parts = [touched] if touched else []
            groups = [Group(self.places & ~touched, (number,))]
        for family in families:
            parts = [
                part
                for whole in parts
                for part in (*(whole & some for some in family), whole & ~union(family))
                if part
            ]
        return [*groups, *map(Group, parts)]

    def _families(self, card: Card, case: Case) -> list[list[Bits]]:
        """Each a few sets of places that have none in common: where the card does something of
        its own to the tokens."""
        board, (tokens, held) = self.board, case
        families = []
        effect = CARDS[card.face].effect
        if isinstance(effect, Carry):
            under, taken = self.under[effect.hand], held[effect.hand]
            if taken is None:
                near = {
                    space
                    for token in tokens
                    if token[0] in CARRIED
                    for space in covers(Token("", *token))
                }
                families.append([under[space] for space in near & under.keys()])
                long = any(token[3] != NOWHERE for token in tokens)
            else:
                on = [space for space in under if is_on(board.scenario, space)]
                families.append([under[space] for space in on])
                long = taken[1] != NOWHERE
            if long:
                families.append(self.facings)
        elif isinstance(effect, MoveToken):
            wander = board.scenario.wander
            to = wander.to if wander else ""
            if to == "robot":
                families.append(list(self.stand.values()))
            families += [
                list(self.under[hand].values())
                for hand, taken in enumerate(held)
                if taken is not None and taken[0] == to
            ]
        for kind, x, y, _ in tokens:
            if kind in board.robot.sweeps and (x, y) in card.enters:
                families.append([card.enters[x, y]])
            if kind not in FIXED and (x, y) in card.bumps:
                families.append(list(card.bumps[x, y].values()))
        return families


def add(sets: dict[Key, Bits], key: Key, places: Bits) -> None:
    """Adds places to one of several sets."""
    sets[key] = sets.get(key, 0) | places


def members(places: Bits) -> list[int]:
    """The numbers of the places in a set."""
    return [at for at, bit in enumerate(reversed(f"{places:b}")) if bit == "1"]


def union(family: list[Bits]) -> Bits:
    """All places of these sets."""
    whole = 0
    for some in family:
        whole |= some
    return whole


def image(card: Card, places: Bits) -> Bits:
    """Where a card takes these places."""
    found = 0
    for shift, some in card.shifts.items():
        moved = places & some
        if moved:
            found |= moved << shift if shift >= 0 else moved >> -shift
    return found


class Search:
    """The cases found so far, by number, and what each card makes of them."""

    def __init__(self, scenario: Scenario) -> None:
        self.board = build(scenario)
        self.ground = Ground(self.board)
        self.numbers: dict[Case, int] = {}
        self.cases: list[Case] = []
        self.parts: dict[tuple[int, Face], list[Group]] = {}
        self.ends: dict[int, Bits] = {}
        self.first = self.number(
            self.ground.case(World(0, 0, 0, scenario.tokens, self.ground.empty))
        )

    def number(self, case: Case) -> int:
        """The number of a case, a new one if it is new."""
        known = self.numbers.setdefault(case, len(self.cases))
        if known == len(self.cases):
            self.cases.append(case)
        return known

    def groups(self, case: int, card: Card) -> list[Group]:
        """The groups of a case under a card."""
        key = (case, card.face)
        if key not in self.parts:
            self.parts[key] = self.ground.groups(card, self.cases[case], case)
        return self.parts[key]

    def leads_to(self, case: int, card: Card, group: Group) -> tuple[int, ...]:
        """The cases a card makes of a case from these places: several where it asks something."""
        if group.cases is None:
            place = (group.places & -group.places).bit_length() - 1
            world = self.ground.world(place, self.cases[case])
            asked = choices(self.board, world, card.face) or ("",)
            afters = [carry_out(self.board, world, card.face, chosen)[0] for chosen in asked]
            found = {self.number(self.ground.case(after)): None for after in afters}
            group.cases = tuple(found)
        return group.cases

    def won(self, case: int) -> Bits:
        """The places where the goal is reached in this case."""
        if case not in self.ends:
            ground = self.ground
            world = ground.world(ground.start, self.cases[case])
            goals = self.board.scenario.goals
            open_ = any(aim.do != HOME and left(self.board, world, aim) for aim in goals)
            homing = any(aim.do == HOME for aim in goals)
            self.ends[case] = 0 if open_ else ground.home if homing else ground.places
        return self.ends[case]


def solve(scenario: Scenario) -> Solution:
    """Searches card by card from the start until the goal, or until nothing new is found."""
    search = Search(scenario)
    ground = search.ground
    seen: dict[int, Bits] = {search.first: 1 << ground.start}
    levels: list[dict[int, Bits]] = [dict(seen)]
    while levels[-1]:
        fresh: dict[int, Bits] = {}
        for case, places in levels[-1].items():
            for card in ground.cards:
                for group in search.groups(case, card):
                    some = places & group.places
                    if not some:
                        continue
                    moved = image(card, some)
                    for after in search.leads_to(case, card, group):
                        new = moved & ~seen.get(after, 0)
                        if new:
                            add(seen, after, new)
                            add(fresh, after, new)
        levels.append(fresh)
        for case, places in fresh.items():
            ends = places & search.won(case)
            if ends:
                program = _trace(search, levels, case, ends.bit_length() - 1)
                return Solution(True, len(program), program, _count(seen))
    return Solution(False, 0, (), _count(seen))


def _count(seen: dict[int, Bits]) -> int:
    return sum(places.bit_count() for places in seen.values())


def _trace(
    search: Search, levels: list[dict[int, Bits]], case: int, place: int
) -> tuple[Face, ...]:
    """Walks back from the goal, level by level, to the cards that led there."""
    program: list[Face] = []
    for level in reversed(levels[:-1]):
        card, case, place = next(
            (card, before, was)
            for before, places in level.items()
            for card in search.ground.cards
            for group in search.groups(before, card)
            if places & group.places and case in search.leads_to(before, card, group)
            for was in members(places & group.places)
            if card.to[was] == place
        )
        program.append(card.face)
    return tuple(reversed(program))
