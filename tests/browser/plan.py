"""What a team with open hands would lay: a beam search over programs, guided by how many cards of
any kind the robot is away from the goal.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from engines.quirky_circuits.goals import reached
from engines.quirky_circuits.model import FACINGS, NOWHERE, Face, Token, World
from engines.quirky_circuits.rules import playable
from engines.quirky_circuits.scenario import board
from tests.quirky_circuits.find_golden import away, step

Program: TypeAlias = list[tuple[int, Face]]
BEAM = 80


def is_won(key: str, world: World) -> bool:
    """The scenario's goal is reached."""
    return reached(board(key), world)


def world_of(key: str, pieces: Mapping[str, Any]) -> World:
    """The world behind what everybody sees of it. Nothing long is held."""
    tokens = tuple(Token(**token) for token in pieces["tokens"])
    facing, momentum = FACINGS.index(pieces["facing"]), pieces["momentum"]
    holds = {held["hand"]: Token(**held["token"]) for held in pieces["held"]}
    assert all(token.lie == NOWHERE for token in holds.values())
    return World(
        *(pieces["x"], pieces["y"], facing, tokens),
        held=tuple(holds.get(hand.name) for hand in board(key).robot.hands),
        momentum=(FACINGS.index(momentum),) if momentum else (),
    )


def plan(
    key: str, pieces: Mapping[str, Any], hands: Sequence[tuple[Face, ...]], most: int = 8
) -> Program:
    """The best program of five to `most` cards, one from everybody at least. What a card asks is
    answered with the first token."""
    world = world_of(key, pieces)
    open_hands = tuple(tuple(sorted(hand)) for hand in hands)
    beam: dict[tuple[World, tuple[tuple[Face, ...], ...]], Program] = {(world, open_hands): []}
    best: tuple[int, Program] | None = None
    for length in range(1, most + 1):
        fresh: dict[tuple[World, tuple[tuple[Face, ...], ...]], Program] = {}
        for (at, held), laid in beam.items():
            for seat, hand in enumerate(held):
                for face in dict.fromkeys(playable(hand)):
                    left = list(hand)
                    left.remove(face)
                    rest = (*held[:seat], tuple(left), *held[seat + 1 :])
                    after = at if is_won(key, at) else step(key, at, face)
                    fresh.setdefault((after, rest), [*laid, (seat, face)])
        ranked = sorted(fresh, key=lambda node: away(key, node[0]))
        beam = {node: fresh[node] for node in ranked[:BEAM]}
        if length < 5:
            continue
        for (at, _), laid in beam.items():
            if {seat for seat, _ in laid} == set(range(len(hands))):
                if best is None or away(key, at) < best[0]:
                    best = (away(key, at), laid)
    assert best is not None, "No program of that length has a card from everybody."
    return best[1]
