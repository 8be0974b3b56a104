"""How well off a seat is: the points it has and a guess at what the rest may still bring. A guess
for bots; no rule depends on it. It looks only at what the seat may know.
"""

from collections import Counter
from functools import lru_cache
from typing import Final, NamedTuple

from engines.core.engine import Seat
from engines.sparks.components import (
    ASSISTANTS,
    BONUS_AFTER,
    HEADER,
    LEVELS,
    ROBOTS,
    UPGRADES,
    box_effects,
)
from engines.sparks.effects import all_boxes, factory_sum, standing
from engines.sparks.model import (
    COLOURS,
    NO_DIE,
    ONCE,
    SPARK,
    Advance,
    Built,
    CogForSpark,
    ColourPrice,
    CopyAssistant,
    Die,
    DieToPips,
    DieToStep,
    DrawCards,
    Effect,
    Factory,
    FactoryEach,
    FireBoxes,
    Flip,
    FreeRecruit,
    GainCogs,
    GainColour,
    GainDice,
    GainSetDie,
    GainSparks,
    Hired,
    IgnoreColour,
    IgnoreNumber,
    InstantBox,
    Key,
    Need,
    Pips,
    Player,
    Redirect,
    Reroll,
    Slot,
    State,
    TakeAnywhere,
    TakeUpgrade,
)
from engines.sparks.scoring import COGS_A_POINT, GOAL_POINTS, SET_POINTS, goal_progress, robots_of
from engines.sparks.supply import acts_as, sale_price
from engines.sparks.turns import (
    ROUNDS,
    is_solo,
    round_number,
    turns_a_round,
    turns_in_all,
)

DIE: Final = 1.4
"""What a new die is worth while there is time to use it, in points. So are all numbers here."""

CARD: Final = 0.4
"""A new assistant card in hand."""

STEP: Final = 1.5
"""A step on a track, its share of bonuses to come included."""

COG: Final = 0.8
"""A cog while there is time to use it."""

GIVES: Final[dict[type[Effect], float]] = {
    GainDice: DIE,
    GainColour: DIE + 0.1,
    GainSetDie: DIE + 0.4,
    GainCogs: COG,
    GainSparks: 2.5,
    Advance: STEP,
    TakeUpgrade: 2.5,
    FreeRecruit: 4.0,
    Pips: 0.45,
    Reroll: 0.7,
    DrawCards: CARD,
    IgnoreColour: 1.0,
    IgnoreNumber: 1.0,
}
"""What an effect gives in the middle of a game, a piece."""

STANDS: Final[dict[type[Effect], float]] = {
    CogForSpark: 1.2,
    ColourPrice: 1.5,
    InstantBox: 2.0,
    FactoryEach: 2.5,
    Redirect: 0.4,
    TakeAnywhere: 1.5,
    DieToPips: 0.8,
    DieToStep: 1.0,
    Flip: 1.2,
    Pips: 1.5,
    Reroll: 1.2,
    IgnoreColour: 2.5,
    IgnoreNumber: 2.5,
}
"""What a permanent or once-a-turn effect is worth over a whole game."""

WAITS: Final[dict[type[Effect], float]] = {
    CopyAssistant: 1.2,
    Factory: 0.3,
    FireBoxes: 0.6,
    FreeRecruit: 1.2,
}
"""What it is worth, a piece, to have such a card in the hand for the right moment of a whole
game."""

UPGRADE_STANDS: Final[dict[Key, float]] = {
    "rearrange": 1.6,
    "discount": 4.4,
    "sales_boost": 4.2,
    "ignore_colour": 4.4,
    "ignore_value": 4.9,
    "bonus_point": 4.7,
    "bonus_cog": 1.75,
    "recycle": 1.8,
}
"""What an upgrade tile is worth over a whole game, its points not counted."""

DICE_IN_ALL: Final = 25.0
"""Dice that a seat takes in a game."""

LEVELS_TO_COME, HIRES_TO_COME = 2.6, 3.6
"""How many more levels and assistants a seat counts on at the start: fewer than usually come, which
plays best."""

GOAL_PULL: Final[dict[Key, float]] = {"level": 1.5}
"""Goals that draw a player more than their points do: levels take dice from everything else."""

SOLO_PULL: Final = 2.0
"""By how much more a goal draws in a solo game, which can't be won without it."""


class Pace(NamedTuple):
    """How much of the game is left after this turn: the share of all turns, dice to come, rounds
    after this one, and whether another turn of this round follows."""

    left: float
    dice: float
    rounds: int
    again: bool
    soon: float
    """1 while there is time to use things, going down to 0 at the end."""


def pace_now(state: State) -> Pace:
    """How much of a game is left."""
    return pace_of(state.turn, len(state.players), round_number(state))


@lru_cache(maxsize=64)
def pace_of(turn: int, seats: int, round_now: int) -> Pace:
    """The pace in a turn."""
    left = 1 - turn / turns_in_all(seats)
    again = turn % turns_a_round(seats) > 0
    return Pace(left, DICE_IN_ALL * left, ROUNDS - round_now, again, min(1.0, 4 * left))


@lru_cache(maxsize=1 << 14)
def of_slots(slots: tuple[Slot, ...], pace: Pace) -> float:
    """The whole assembly line."""
    return sum(in_slot(slot, pace) for slot in slots)


def outlook(state: State, seat: Seat) -> float:
    """The points a seat may hope for at the end, as things stand now."""
    player = state.players[seat]
    pace = pace_now(state)
    found = on_tracks(player.tracks, pace) + of_hired(player.hired, pace)
    level = player.level + min(LEVELS_TO_COME * pace.left, len(LEVELS) - player.level)
    found += level * (len(player.hired) + HIRES_TO_COME * pace.left)
    for kind in player.upgrades:
        found += upgrade_worth(kind, pace, use_of(kind, player))
    found += of_boxes(player.built, player.board_box, player.sparks, pace)
    found += of_sets(player.built, pace) + in_section(player, pace)
    found += of_slots(player.slots, pace)
    cogs, kept = beside_board(player, pace)
    found += of_cogs(cogs, pace) + kept + pace.left * of_hand(player.hand)
    for goal in state.goals:
        have, want = goal_progress(player, goal)
        part = min(have / want, 1.0)
        found += GOAL_PULL.get(goal, 1.0) * goal_worth(part, pace, is_solo(state))
    return found


@lru_cache(maxsize=1 << 14)
def on_tracks(tracks: tuple[int, ...], pace: Pace) -> float:
    """The numbers above the markers, and a little for being close to the next bonus."""
    found = 0.0
    for place in tracks:
        found += HEADER[place - 1] if place else 0
        found += 0.12 * pace.left * place
        found += 0.25 * pace.soon * (place in BONUS_AFTER)
    return found


@lru_cache(maxsize=1 << 14)
def of_hired(hired: tuple[Hired, ...], pace: Pace) -> float:
    """The printed points of played assistants and what they will still do."""
    points = sum(ASSISTANTS[acts_as(each)].points for each in hired if acts_as(each))
    return points + pace.left * sum(STANDS.get(type(each), 0.0) for each in standing(hired))


@lru_cache(maxsize=1 << 12)
def of_hand(hand: tuple[Key, ...]) -> float:
    """What cards in the hand gain over a whole game by being played at the right moment."""
    effects = [each for key in hand for each in ASSISTANTS[key].effects]
    return sum(WAITS.get(type(each), 0.0) * getattr(each, "count", 1) for each in effects)


def upgrade_worth(kind: Key, pace: Pace, use: float = 1.0) -> float:
    """An upgrade tile: its points and what it will still do, where `use` is 1 for most players."""
    return UPGRADES[kind].points + pace.left * UPGRADE_STANDS[kind] * use


def use_of(kind: Key, player: Player) -> float:
    """How much use an upgrade is to a player: a discount with cards in the hand, ignoring a colour
    or a value with robots that ask for it."""
    match kind:
        case "discount":
            return len(player.hand) / 3
        case "ignore_colour":
            return asked_for(player.slots)[0] / 4
        case "ignore_value":
            return asked_for(player.slots)[1] / 4
        case _:
            return 1.0


@lru_cache(maxsize=1 << 14)
def asked_for(slots: tuple[Slot, ...]) -> tuple[int, int]:
    """How many spaces of the assembly line ask for a colour and for a value; an empty slot's robot
    to come does so once."""
    needs = [need for slot in slots if slot.robot for need in ROBOTS[slot.robot].spaces]
    empty = sum(not slot.robot for slot in slots)
    colours = sum(bool(need.colour) for need in needs)
    return colours + empty, sum(bool(need.value) for need in needs) + empty


def effects_worth(effects: tuple[Effect, ...]) -> float:
    """What some effects give at once."""
    return sum(
        GIVES.get(type(each), 0.0) * getattr(each, "count", getattr(each, "steps", 1))
        for each in effects
    )


@lru_cache(maxsize=256)
def box_worth(box: Key) -> float:
    """What a power box gives when it is activated."""
    return effects_worth(box_effects(box))


@lru_cache(maxsize=1 << 14)
def of_boxes(built: tuple[Built, ...], board_box: str, sparks: int, pace: Pace) -> float:
    """The power boxes that the sparks will activate: the best ones in each round to come, and those
    still free if this round goes on."""
    boxes = all_boxes(Player("", (), built=built, board_box=board_box))
    home = sparks + sum(token == SPARK for _, token in boxes)
    best = sorted((box_worth(box) for box, _ in boxes), reverse=True)
    free = sorted((box_worth(box) for box, token in boxes if not token), reverse=True)
    found = pace.rounds * sum(best[:home]) * 0.8
    return found + pace.again * sum(free[:sparks]) * 0.8 + 0.25 * pace.rounds * home


@lru_cache(maxsize=1 << 14)
def of_sets(built: tuple[Built, ...], pace: Pace) -> float:
    """Sets of four colours: those complete, and part of the next one."""
    counts = [robots_of(Player("", (), built=built), colour) for colour in COLOURS]
    whole = min(counts)
    part = sum(count > whole for count in counts)
    return SET_POINTS * (whole + pace.soon * part / 5)


def need_weight(need: Need) -> float:
    """How hard a die space is to fill."""
    return 1.0 if not (need.colour and need.value) else 1.6


@lru_cache(maxsize=1 << 14)
def robot_worth(key: Key, pace: Pace) -> float:
    """What completing a robot brings."""
    robot = ROBOTS[key]
    found = STEP * robot.steps + effects_worth(robot.rewards) * (0.4 + 0.6 * pace.soon)
    found += 0.5 * pace.rounds * box_worth(key)
    return found + 0.6


@lru_cache(maxsize=1 << 15)
def in_slot(slot: Slot, pace: Pace) -> float:
    """What a robot in the assembly line may still bring; an empty slot will have a new one."""
    found = upgrade_worth(slot.upgrade, pace) if slot.upgrade else 0.0
    if not slot.robot:
        return found + 0.8 * min(1.0, pace.dice / 8)
    needs = ROBOTS[slot.robot].spaces
    all_ = sum(map(need_weight, needs)) + 0.35
    filled = [need_weight(n) for n, die in zip(needs, slot.dice, strict=True) if die is not None]
    missing = len(needs) - len(filled)
    chance = 0.85 * min(1.0, pace.dice / (4 * missing + 1))
    part = (sum(filled) + 0.35) / all_
    locked = len(filled) / COGS_A_POINT
    return found + max(locked, robot_worth(slot.robot, pace) * chance * part)


def in_section(player: Player, pace: Pace) -> float:
    """What dice in the upgrade section may still bring."""
    if player.section == NO_DIE or player.level == len(LEVELS):
        return 0.0
    level = LEVELS[player.level]
    part = min(1.0, factory_sum(player) / level.sum)
    short = level.sum - factory_sum(player)
    lying = sum(die is not None for die in player.section)
    fits = short <= 5 * (3 - lying)
    chance = min(1.0, pace.dice / (4 * (1 + short // 5))) * (0.8 if fits else 0.5)
    worth = len(player.hired) + HIRES_TO_COME * pace.left
    worth += pace.soon * (2.5 if isinstance(level.reward, TakeUpgrade) else 0.9 * pace.rounds)
    return max(lying / COGS_A_POINT, worth * part * chance)


def beside_board(player: Player, pace: Pace) -> tuple[float, float]:
    """Dice beside the board: one can be kept, the rest is sold. Returns cogs and the kept one's
    worth."""
    if not player.pool:
        return player.cogs, 0.0
    price = sale_price(player)
    if not pace.left:
        return player.cogs + price * len(player.pool), 0.0
    kept = max(die_worth(die, player.slots) for die in player.pool)
    return player.cogs + price * (len(player.pool) - 1), kept


@lru_cache(maxsize=1 << 14)
def vacant_needs(slots: tuple[Slot, ...]) -> tuple[Need, ...]:
    """What the vacant spaces of the assembly line want."""
    return tuple(
        need
        for slot in slots
        if slot.robot
        for need, die in zip(ROBOTS[slot.robot].spaces, slot.dice, strict=True)
        if die is None
    )


def die_worth(die: Die, slots: tuple[Slot, ...]) -> float:
    """A die that is kept: how well it fits."""
    return face_worth(die.colour, die.value, vacant_needs(slots))


@lru_cache(maxsize=1 << 14)
def face_worth(colour: str, value: int, needs: tuple[Need, ...]) -> float:
    """A die of this colour and value that is kept."""
    found = 0.85 + 0.05 * value
    for need in needs:
        if need.colour in ("", colour) and need.value in (0, value):
            found = max(found, 1.1 + 0.3 * need_weight(need))
    return found


def of_cogs(cogs: float, pace: Pace) -> float:
    """Cogs: three are a point, and while there is time the first ones are worth more."""
    points = cogs / COGS_A_POINT
    return points + pace.soon * (COG - 1 / COGS_A_POINT) * (min(cogs, 6) + 0.5 * max(0, cogs - 6))


def goal_worth(part: float, pace: Pace, solo: bool) -> float:
    """A goal, met or partly so. In a solo game it decides."""
    points = SOLO_PULL * GOAL_POINTS if solo else GOAL_POINTS
    return points if part == 1.0 else points * part * part * min(1.0, 2 * pace.left)


# --- Cards to choose from. ---


def card_worth(key: Key) -> float:
    """What an assistant is worth at the start of a game."""
    card = ASSISTANTS[key]
    if card.mark == ONCE:
        return card.points + effects_worth(card.effects)
    return card.points + sum(STANDS[type(each)] for each in card.effects)


def robot_appeal(state: State, player: Player, key: Key) -> float:
    """How promising a new robot is: better with dice at hand that fit and in a colour still
    missing."""
    robot = ROBOTS[key]
    found = in_slot(Slot(key, (None,) * len(robot.spaces)), pace_now(state))
    fitting = [
        need
        for need in robot.spaces
        if any(need.colour in ("", d.colour) and need.value in (0, d.value) for d in player.pool)
    ]
    found += 0.4 * len(fitting)
    mine = Counter(ROBOTS[each.robot].colour for each in player.built)
    if "colour" in state.goals:
        found += 0.5 * mine[robot.colour]
    if "boxes" in state.goals and robot.box:
        found += 1.5
    others = [each.robot for each in player.built]
    others += [slot.robot for slot in player.slots if slot.robot not in ("", key)]
    return found + 0.5 * all(ROBOTS[other].colour != robot.colour for other in others)


def dull(state: State) -> float:
    """A robot that promises less had better make room for a new one."""
    return 0.8 * in_slot(Slot(), pace_now(state))
