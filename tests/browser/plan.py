"""What a team with open hands would lay: a beam search over programs, guided by how many cards of
any kind the robot is away from the goal.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from engines.quirky_circuits.effects import carry_out
from engines.quirky_circuits.goals import reached
from engines.quirky_circuits.model import FACINGS, Face, Token, World
from engines.quirky_circuits.scenario import SCENARIOS, board, deck_of

Program: TypeAlias = list[tuple[int, Face]]
BEAM = 400
FAR = 99


@cache
def step(key: str, world: World, face: Face) -> World:
    """The map after a card."""
    return carry_out(board(key), world, face)[0]


def is_won(key: str, world: World) -> bool:
    """The scenario's goal is reached."""
    return reached(board(key), world)


@cache
def distances(key: str) -> dict[World, int]:
    """How many cards away from the goal each map is that can be reached from the start."""
    scenario = SCENARIOS[key]
    faces = sorted(set(deck_of(scenario)))
    start = World(*scenario.home, scenario.facing, scenario.tokens)
    before: dict[World, list[World]] = {start: []}
    queue = deque([start])
    while queue:
        world = queue.popleft()
        if is_won(key, world):
            continue
        for face in faces:
            after = step(key, world, face)
            if after not in before:
                before[after] = []
                queue.append(after)
            before[after].append(world)
    away = {world: 0 for world in before if is_won(key, world)}
    queue = deque(away)
    while queue:
        world = queue.popleft()
        for earlier in before[world]:
            if earlier not in away:
                away[earlier] = away[world] + 1
                queue.append(earlier)
    return away


def plan(
    key: str, pieces: Mapping[str, Any], hands: Sequence[tuple[Face, ...]], most: int = 8
) -> Program:
    """The best program of five to `most` cards, one from everybody at least."""
    tokens = tuple(Token(**token) for token in pieces["tokens"])
    world = World(pieces["x"], pieces["y"], FACINGS.index(pieces["facing"]), tokens)
    away = distances(key)
    open_hands = tuple(tuple(sorted(hand)) for hand in hands)
    beam: dict[tuple[World, tuple[tuple[Face, ...], ...]], Program] = {(world, open_hands): []}
    best: tuple[int, Program] | None = None
    for length in range(1, most + 1):
        fresh: dict[tuple[World, tuple[tuple[Face, ...], ...]], Program] = {}
        for (at, held), laid in beam.items():
            for seat, hand in enumerate(held):
                for face in set(hand):
                    left = list(hand)
                    left.remove(face)
                    rest = (*held[:seat], tuple(left), *held[seat + 1 :])
                    after = at if is_won(key, at) else step(key, at, face)
                    fresh.setdefault((after, rest), [*laid, (seat, face)])
        ranked = sorted(fresh, key=lambda node: away.get(node[0], FAR))
        beam = {node: fresh[node] for node in ranked[:BEAM]}
        if length < 5:
            continue
        for (at, _), laid in beam.items():
            if {seat for seat, _ in laid} == set(range(len(hands))):
                if best is None or away.get(at, FAR) < best[0]:
                    best = (away.get(at, FAR), laid)
    assert best is not None, "No program of that length has a card from everybody."
    return best[1]
