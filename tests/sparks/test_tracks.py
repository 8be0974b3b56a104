"""Scoring tracks: steps, bonuses passed, the end of a track."""

import pytest

from tests.sparks.table import Forced, Seat, Table


def steps(t: Table) -> tuple[int, ...]:
    """The markers of seat 0."""
    return t[0].tracks


def test_bonus_spaces_are_no_steps() -> None:
    """Rulebook: skip over them and gain the reward; it is paid by moving past, not by reaching
    the space before."""
    t = Table(Seat("r1", slots="hob(r2,.) - -"), Seat())
    t.act(0, "place {r1} 1.2")
    assert steps(t) == (2, 0, 0, 0)
    assert t[0].cogs == 0
    t = Table(Seat("r1", slots="hob(r2,.) - -", tracks=(1, 0, 0, 0)), Seat())
    t.act(0, "place {r1} 1.2")
    assert steps(t) == (3, 0, 0, 0)
    assert t[0].cogs == 2


@pytest.mark.parametrize(
    ("bonus", "chance", "check"),
    [
        ("die", (7, 2), {"pool": "b3"}),
        ("cogs", (), {"cogs": 2}),
        ("spark", (), {"sparks": 2}),
        ("card", (), {"cogs": 1, "hand": ("max",)}),
        ("colour", (3,), {"pool": "r4"}),
    ],
)
def test_each_bonus(bonus: str, chance: tuple[int, ...], check: dict[str, object]) -> None:
    """Rulebook, Advancing on the Scoring Tracks: the rewards that need no choice."""
    t = Table(
        Seat("r1", slots="kettleby(.,y1) - -", tracks=(2, 0, 0, 0)),
        Seat(),
        deck="max emma",
        bonuses=((bonus, "die", "colour"),) * 4,
    )
    t.act(0, "place {r1} 1.1", Forced(*chance))
    assert t.kinds()[2:4] == ["Advanced", "BonusPassed"]
    for name, value in check.items():
        assert (t.pool(0) if name == "pool" else getattr(t[0], name)) == value
    t.nothing_pending()


def test_bonus_advance() -> None:
    """One step on any track; the robot's rewards wait."""
    t = Table(
        Seat("b1", slots="crumpet(r1,.) - -", tracks=(4, 0, 0, 0)),
        Seat(),
        bonuses=(("die", "advance", "colour"),) * 4,
    )
    t.act(0, "place {b1} 1.2")
    assert t.asked()[0] == "step"
    assert t[0].cogs == 0
    t.act(0, "step red")
    assert steps(t) == (6, 0, 0, 0)
    assert t[0].cogs == 1


def test_bonus_upgrade() -> None:
    """An upgrade tile of one's choice."""
    t = Table(
        Seat("b1", slots="crumpet(r1,.) - -", tracks=(4, 0, 0, 0)),
        Seat(),
        bonuses=(("die", "upgrade", "colour"),) * 4,
    )
    t.act(0, "place {b1} 1.2")
    assert t.asked()[0] == "upgrade"
    t.act(0, "upgrade sales_boost")
    assert t[0].upgrades == ("sales_boost",)
    assert t[0].cogs == 1


def test_several_bonuses_in_one_move() -> None:
    """Decision: in the order passed, each before the next step; the chain goes on into others."""
    t = Table(
        Seat("b3", slots="marmalade(r5,g1,.) - -", tracks=(2, 4, 0, 0), cogs=1), Seat(), deck=""
    )
    t.act(0, "pip {b3} +1; place {b4} 1.3", Forced(0, 0))
    assert t.kinds() == [
        "DiePlaced",
        "RobotCompleted",
        *("Advanced", "BonusPassed", "CogsGained"),
        *("Advanced", "Advanced", "BonusPassed", "SparksGained", "Advanced"),
        "CogsGained",
        "DiceCleared",
    ]
    assert steps(t)[0] == 6


def test_the_printed_die() -> None:
    """Past the seventh space: a die of the track's colour, from the discard pile first, rolled."""
    t = Table(Seat(built="sonar", tracks=(0, 7, 0, 0)), Seat(), discard=(0, 1, 0, 0))
    t.act(0, "box sonar")
    t.act(0, "step blue", Forced(4))
    assert t.pool(0) == "b5"
    assert t.state.discard == (0, 0, 0, 0)
    assert sum(t.state.bag) == 20


def test_end_of_a_track() -> None:
    """Rulebook: surplus steps of the colour go to any other track; the last space counts."""
    t = Table(Seat("r1", slots="hob(r2,.) - -", tracks=(9, 0, 0, 0)), Seat())
    t.act(0, "place {r1} 1.2")
    assert steps(t) == (10, 0, 0, 0)
    assert t.options(0) == ["step blue", "step yellow", "step green"]
    assert t.refuses(0, "step red") == "track_end"
    t.act(0, "step green")
    assert steps(t) == (10, 0, 0, 1)
    t.nothing_pending()


def test_one_other_track_left() -> None:
    """Where only one track is open there is nothing to choose."""
    t = Table(Seat("r1", slots="hob(r2,.) - -", tracks=(10, 10, 7, 10)), Seat())
    t.act(0, "place {r1} 1.2")
    assert steps(t) == (10, 10, 9, 10)


def test_all_tracks_at_the_end() -> None:
    """Decision: then steps are lost."""
    t = Table(Seat("r1", slots="hob(r2,.) - -", tracks=(10, 10, 9, 10)), Seat())
    t.act(0, "place {r1} 1.2")
    assert steps(t) == (10, 10, 10, 10)
    assert "StepsLost" in t.kinds()
    t.nothing_pending()


def test_bonuses_stay_for_everybody() -> None:
    """Facts: nothing says first come."""
    t = Table(
        Seat("r1", slots="kettleby(.,y1) - -", tracks=(2, 0, 0, 0)),
        Seat("r1", slots="hob(r2,.) - -", tracks=(2, 0, 0, 0)),
    )
    t.act(0, "place {r1} 1.1")
    t.act(1, "place {r1} 1.2")
    assert (t[0].cogs, t[1].cogs) == (2, 2)


# --- Dice that are gained. ---


def test_a_coloured_die_that_is_nowhere() -> None:
    """Rulebook, Symbols: a random one from the bag instead."""
    t = Table(Seat(built="acorn"), Seat(), bag=(0, 3, 0, 0))
    t.act(0, "box acorn", Forced(0, 1))
    assert t.pool(0) == "b2"
    t = Table(Seat(built="acorn"), Seat(), bag=(0, 0, 0, 0), discard=(0, 3, 0, 0))
    t.act(0, "box acorn", Forced(0, 1))
    assert t.pool(0) == "b2"
    assert t.state.bag == (0, 2, 0, 0)


def test_no_die_anywhere() -> None:
    """Then there is none to gain."""
    t = Table(Seat(built="acorn"), Seat(), bag=(0, 0, 0, 0))
    t.act(0, "box acorn")
    assert t.kinds() == ["BoxFired", "DieMissed"]
    assert t.pool(0) == ""


def test_a_short_deck() -> None:
    """Decision: draw what there is."""
    t = Table(Seat(hand="poppy", cogs=1), Seat(), deck="max")
    t.act(0, "recruit poppy")
    assert t[0].hand == ("max",)
    assert t[0].cogs == 2
    assert t.state.assistants == ()
