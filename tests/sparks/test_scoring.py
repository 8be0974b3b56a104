"""Points, goals, ties, and how a solo game is won."""

from typing import Any

import pytest

from engines.core.engine import Result
from engines.sparks.components import GOALS
from engines.sparks.model import Options, Score
from engines.sparks.rules import result
from engines.sparks.scoring import goal_progress, is_met, score
from engines.sparks.views import public
from tests.sparks.table import Seat, Table

RED4 = "crumpet kettleby simmer hob"


def scored(**seat: Any) -> Score:
    """The points of a seat, all goals in play."""
    return score(Table(Seat(**seat))[0], tuple(GOALS))


def test_tracks() -> None:
    """The number above each marker; outside nothing."""
    assert scored(tracks=(0, 1, 6, 10)).tracks == (0, 1, 6, 11)


@pytest.mark.parametrize(
    ("level", "hired", "points"),
    [(4, "emma max silas margot theodora", 20), (0, "emma max", 0), (3, "", 0), (2, "conrad", 2)],
)
def test_factory(level: int, hired: str, points: int) -> None:
    """Rulebook, the example: 4 x 5 = 20."""
    assert scored(level=level, hired=hired).factory == points


def test_assistants() -> None:
    """Points in their corner; Conrad has those of the other."""
    assert scored(hired="penelope viola emma").assistants == 6
    assert scored(hired="penelope conrad=penelope").assistants == 6
    assert scored(hired="conrad").assistants == 0


def test_upgrades() -> None:
    """On the board and above slots."""
    assert scored(upgrades="rearrange discount", above={1: "recycle", 3: "bonus_cog"}).upgrades == 3


@pytest.mark.parametrize(
    ("built", "points"),
    [
        (RED4, 0),
        ("crumpet bosun_bolt clank", 0),
        ("crumpet bosun_bolt clank fernanda", 3),
        ("crumpet simmer hob bosun_bolt fogg clank girder fernanda trowel ember", 6),
    ],
)
def test_sets(built: str, points: int) -> None:
    """Rulebook, the example: 3 red, 3 yellow, 2 blue, 2 green are two sets: 6 points."""
    assert scored(built=built).sets == points


@pytest.mark.parametrize(("cogs", "points"), [(0, 0), (2, 0), (3, 1), (8, 2), (9, 3)])
def test_cogs(cogs: int, points: int) -> None:
    """1 for every 3."""
    assert scored(cogs=cogs).cogs == points


def test_all_together() -> None:
    """The total is the sum."""
    told = scored(
        level=2, hired="penelope", upgrades="rearrange", cogs=3, tracks=(1, 0, 0, 3), built=RED4
    )
    assert told == Score((1, 0, 0, 2), 2, 3, 1, 0, 1, 5)
    assert told.total == 15


@pytest.mark.parametrize(
    ("goal", "met", "missed"),
    [
        ("assistants", {"hired": "emma max silas margot theodora conrad"}, {"hired": "emma max"}),
        ("level", {"level": 5}, {"level": 4}),
        ("level", {"level": 6}, {}),
        ("colour", {"built": RED4}, {"built": "crumpet simmer hob clank"}),
        (
            "boxes",
            {"built": "kettleby periwinkle hob semaphore sonar crumpet"},
            {"built": "kettleby periwinkle hob semaphore crumpet clank"},
        ),
        ("sparks", {"sparks": 4}, {"sparks": 3}),
        ("sparks", {"sparks": 2, "built": "kettleby+", "board_box": "spark"}, {"sparks": 0}),
        ("sparks", {"sparks": 4}, {"sparks": 3, "board_box": "cog"}),
        ("bonuses", {"tracks": (8, 0, 0, 10)}, {"tracks": (8, 7, 7, 7)}),
    ],
)
def test_goals(goal: str, met: dict[str, Any], missed: dict[str, Any]) -> None:
    """Rulebook, Goal Tiles: met or exceeded: 5 points each."""
    assert is_met(Table(Seat(**met))[0], goal)
    assert not is_met(Table(Seat(**missed))[0], goal)
    have, want = goal_progress(Table(Seat(**missed))[0], goal)
    assert have < want
    assert score(Table(Seat(**met))[0], (goal,)).goals == 5
    assert score(Table(Seat(**met))[0], ()).goals == 0


def final(*seats: Seat, **rest: Any) -> Result:
    """The result of a game that ends now."""
    rest.setdefault("turn", 4 * len(seats))
    t = Table(*seats, **rest)
    assert result(t.state) is None
    t.finish()
    ended = result(t.state)
    assert ended is not None
    assert t.kinds()[-1] == "Ended"
    assert t.kinds().count("Scored") == len(seats)
    shown = public(t.state).scoring
    assert shown.final
    assert tuple(each.total for each in shown.seats) == ended.scores
    assert shown.winners == ended.winners
    return ended


def test_most_points_win() -> None:
    """Rulebook, Game Ends."""
    ended = final(Seat(tracks=(1, 0, 0, 0)), Seat(tracks=(4, 0, 0, 0)), Seat())
    assert (ended.reason, ended.winners, ended.scores) == ("scored", (1,), (1, 3, 0))


def test_ties() -> None:
    """Rulebook: cogs left (also those that scored), then the level, then robots, then shared."""
    tie = final(Seat(tracks=(1, 0, 0, 0), cogs=1), Seat(tracks=(1, 0, 0, 0), cogs=2))
    assert tie.winners == (1,)
    tie = final(Seat(cogs=3), Seat(tracks=(1, 0, 0, 0)))
    assert tie.scores == (1, 1)
    assert tie.winners == (0,)
    assert final(Seat(level=1), Seat()).winners == (0,)
    assert final(Seat(built="crumpet", level=1), Seat(level=1)).winners == (0,)
    shared = final(Seat(built="crumpet"), Seat(built="hob"), Seat())
    assert shared.winners == (0, 1)
    assert "shared" in shared.text


def solo(goals: tuple[str, ...], **seat: Any) -> Result:
    """The result of a solo game that ends now."""
    return final(
        Seat(**seat),
        goals=goals,
        turn=8,
        options=Options(solo_goals=len(goals)),
    )


FIFTY: dict[str, Any] = {"tracks": (10, 10, 10, 10), "cogs": 18}  # 4 x 11 + 6


def test_solo() -> None:
    """Rulebook, Solo Game: all goals, and at least 50 points."""
    assert solo((), **FIFTY).reason == "solo_won"
    assert solo((), **FIFTY).winners == (0,)
    assert solo((), **FIFTY).scores == (50,)
    almost = solo((), tracks=(10, 10, 10, 10), cogs=15)
    assert (almost.reason, almost.scores) == ("solo_lost", (49,))
    assert solo(("level",), level=4, **FIFTY).reason == "solo_lost"
    assert solo(("level",), level=5, **FIFTY).reason == "solo_won"
    assert solo(("level", "sparks"), level=5, **FIFTY).reason == "solo_lost"
    assert solo(("level", "sparks"), level=5, sparks=4, **FIFTY).winners == (0,)
    lost = solo(("level",), level=5, tracks=(10, 10, 10, 0))
    assert lost.winners == ()
    assert lost.scores == (38,)


def test_projected() -> None:
    """Before the end: what lies open would score."""
    t = Table(Seat(tracks=(3, 0, 0, 0), cogs=3), Seat())
    shown = public(t.state).scoring
    assert not shown.final
    assert [each.total for each in shown.seats] == [3, 0]
    assert shown.winners == ()
