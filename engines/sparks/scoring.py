"""Points: the same sums at the end and, from what everybody sees, at any moment before."""

from engines.core.engine import Result, Seat
from engines.sparks.components import (
    ASSISTANTS,
    BONUS_AFTER,
    HEADER,
    ROBOTS,
    SOLO_MARK,
    UPGRADES,
)
from engines.sparks.model import COLOURS, OVER, SPARK, Key, Player, Score, State
from engines.sparks.supply import acts_as, upgrades_of

SET_POINTS = 3
COGS_A_POINT = 3
GOAL_POINTS = 5

ENDINGS = ("scored", "solo_won", "solo_lost")


def track_points(place: int) -> int:
    """Rulebook, Game Ends: the number above the marker; outside the track nothing."""
    return HEADER[place - 1] if place else 0


def robots_of(player: Player, colour: str) -> int:
    """How many robots of a colour a player has completed."""
    return sum(ROBOTS[each.robot].colour == colour for each in player.built)


def goal_progress(player: Player, goal: Key) -> tuple[int, int]:
    """Rulebook, Variant: Goal Tiles: how far a player is, and how far the goal asks one to be."""
    match goal:
        case "assistants":
            return len(player.hired), 6
        case "level":
            return player.level, 5
        case "colour":
            return max(robots_of(player, colour) for colour in COLOURS), 4
        case "boxes":
            return sum(bool(ROBOTS[each.robot].box) for each in player.built), 5
        case "sparks":
            on_boxes = [player.board_box, *(each.token for each in player.built)]
            return player.sparks + on_boxes.count(SPARK), 4
        case _:
            return sum(place > BONUS_AFTER[2] for place in player.tracks), 2


def is_met(player: Player, goal: Key) -> bool:
    """Whether a player meets a goal (or exceeds it)."""
    have, want = goal_progress(player, goal)
    return have >= want


def score(player: Player, goals: tuple[Key, ...]) -> Score:
    """Rulebook, Game Ends: each source of points."""
    hired = [acts_as(each) for each in player.hired]
    return Score(
        tracks=tuple(map(track_points, player.tracks)),
        factory=player.level * len(hired),
        assistants=sum(ASSISTANTS[key].points for key in hired if key),
        upgrades=sum(UPGRADES[kind].points for kind in upgrades_of(player)),
        sets=SET_POINTS * min(robots_of(player, colour) for colour in COLOURS),
        cogs=player.cogs // COGS_A_POINT,
        goals=GOAL_POINTS * sum(is_met(player, goal) for goal in goals),
    )


def rank(state: State, seat: Seat) -> tuple[int, int, int, int]:
    """Rulebook, Game Ends: points, then cogs left, factory level, robots completed."""
    player = state.players[seat]
    total = state.scores[seat].total
    return total, player.cogs, player.level, len(player.built)


def result(state: State) -> Result | None:
    """Rulebook, Game Ends; Solo Game: all goals and at least 50 points."""
    if state.phase != OVER:
        return None
    totals = tuple(each.total for each in state.scores)
    seats = range(len(state.players))
    if len(seats) == 1:
        missed = [goal for goal in state.goals if not is_met(state.players[0], goal)]
        points = f"{totals[0]} points"
        if missed:
            return Result("solo_lost", (), totals, f"{points}, but a goal was not met.")
        if totals[0] < SOLO_MARK:
            return Result("solo_lost", (), totals, f"{points}: {SOLO_MARK} were needed.")
        return Result("solo_won", (0,), totals, f"Won with {points}.")
    ranks = [rank(state, seat) for seat in seats]
    winners = tuple(seat for seat in seats if ranks[seat] == max(ranks))
    words = "The victory is shared" if len(winners) > 1 else "Won"
    return Result("scored", winners, totals, f"{words} with {max(totals)} points.")
