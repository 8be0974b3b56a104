"""Proves that a scenario can be won, and finds the fewest cards that do it.

Breadth first over robot states: where she stands, where she faces, which mess is left, which vases
stand. Hands are ignored: any card of the deck may come next, as often as one likes. Numbers instead
of records make it quick: a place is a space and a facing, a set of tokens is a bit mask.
"""

from typing import NamedTuple

from engines.quirky_circuits.board import BARRIER, EDGE, Board, build, spaces
from engines.quirky_circuits.components import CARDS
from engines.quirky_circuits.effects import fall, motion
from engines.quirky_circuits.model import (
    VASE,
    Collided,
    Effect,
    Face,
    Facing,
    Moved,
    Scenario,
    Slid,
    Space,
    Turned,
)
from engines.quirky_circuits.scenario import deck_of


class Solution(NamedTuple):
    """What the search found. `program` is one of the shortest; empty if the scenario can't be
    won."""

    winnable: bool
    fewest: int
    program: tuple[Face, ...]
    states: int


class Bits(NamedTuple):
    """Which bit of a mask means what. A vase has a bit for standing, and one for each place to
    lie broken."""

    start: int
    mess: int
    """The bits that must be 0 in the end."""
    swept: dict[Space, int]
    """The bits that a robot clears by moving onto a space."""
    knocked: dict[tuple[Space, Facing], tuple[int, int]]
    """For an obstacle with a vase, bumped in a direction: the standing bit, and the broken one."""


class Jump(NamedTuple):
    """One card played from one place: the place it leads to, the mess swept, the vase knocked
    (0: none)."""

    to: int
    keep: int
    standing: int
    broken: int


def number_bits(board: Board) -> Bits:
    """Gives each token, in each condition, a bit."""
    start = mess = 0
    swept: dict[Space, int] = {}
    knocked: dict[tuple[Space, Facing], tuple[int, int]] = {}
    bit = 1
    for token in board.scenario.tokens:
        at = (token.x, token.y)
        start |= bit
        standing = bit
        bit <<= 1
        if token.kind != VASE:
            mess |= standing
            swept[at] = swept.get(at, 0) | standing
            continue
        landings: dict[Space, int] = {}
        for direction in range(4):
            landing = fall(board, at, direction)
            if landing is None:
                continue
            if landing not in landings:
                landings[landing] = bit
                mess |= bit
                swept[landing] = swept.get(landing, 0) | bit
                bit <<= 1
            knocked[at, direction] = (standing, landings[landing])
    return Bits(start, mess, swept, knocked)


def commands(scenario: Scenario) -> list[Face]:
    """One card of the deck for each thing a card can do: the quirk Forward 2 adds nothing to
    Forward 2."""
    chosen: dict[Effect, Face] = {}
    for face in deck_of(scenario):
        chosen.setdefault(CARDS[face].effect, face)
    return list(chosen.values())


def jumps(board: Board, bits: Bits, faces: list[Face]) -> tuple[list[list[Jump]], int]:
    """For each place the jump of each card, and the place where the robot starts."""
    scenario = board.scenario
    places = [
        (space, facing) for space in spaces(scenario.columns, scenario.rows) for facing in range(4)
    ]
    number = {place: at for at, place in enumerate(places)}
    table = [
        []
        if space in board.obstacles
        else [_jump(board, bits, number, space, facing, face) for face in faces]
        for space, facing in places
    ]
    return table, number[scenario.home, scenario.facing]


def _jump(
    board: Board,
    bits: Bits,
    number: dict[tuple[Space, Facing], int],
    space: Space,
    facing: Facing,
    face: Face,
) -> Jump:
    gone = standing = broken = 0
    for event in motion(board, space, facing, face):
        match event:
            case Moved(x, y) | Slid(x, y):
                space = (x, y)
                gone |= bits.swept.get(space, 0)
            case Turned(new):
                facing = new
            case Collided(into, direction, x, y) if into not in (BARRIER, EDGE):
                standing, broken = bits.knocked.get(((x, y), direction), (0, 0))
    return Jump(number[space, facing], ~gone, standing, broken)


def go(jump: Jump, mask: int) -> int:
    """The mask after a jump: first what was swept, then what fell."""
    mask &= jump.keep
    return mask ^ (jump.standing | jump.broken) if mask & jump.standing else mask


def solve(scenario: Scenario) -> Solution:
    """Searches card by card from the start until the goal, or until nothing new is found."""
    board = build(scenario)
    bits, faces = number_bits(board), commands(scenario)
    table, start = jumps(board, bits, faces)
    home = {
        place
        for place in range(len(table))
        if place // 4 == scenario.home[1] * scenario.columns + scenario.home[0]
    }
    seen: list[set[int]] = [set() for _ in table]
    seen[start].add(bits.start)
    levels: list[dict[int, set[int]]] = [{start: {bits.start}}]
    while levels[-1]:
        fresh: dict[int, set[int]] = {}
        for place, masks in levels[-1].items():
            for jump in table[place]:
                keep, standing = jump.keep, jump.standing
                if standing:
                    reached = {go(jump, mask) for mask in masks}
                else:
                    reached = {mask & keep for mask in masks}
                reached -= seen[jump.to]
                if reached:
                    seen[jump.to] |= reached
                    fresh.setdefault(jump.to, set()).update(reached)
        levels.append(fresh)
        for place in home & fresh.keys():
            for mask in fresh[place]:
                if not mask & bits.mess:
                    program = _trace(table, faces, levels, place, mask)
                    return Solution(True, len(program), program, sum(map(len, seen)))
    return Solution(False, 0, (), sum(map(len, seen)))


def _trace(
    table: list[list[Jump]],
    faces: list[Face],
    levels: list[dict[int, set[int]]],
    place: int,
    mask: int,
) -> tuple[Face, ...]:
    """Walks back from the goal, level by level, to the cards that led there."""
    program: list[Face] = []
    for level in reversed(levels[:-1]):
        face, place, mask = next(
            (face, before, was)
            for before, masks in level.items()
            for face, jump in zip(faces, table[before], strict=True)
            if jump.to == place
            for was in masks
            if go(jump, was) == mask
        )
        program.append(face)
    return tuple(reversed(program))
