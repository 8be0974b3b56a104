"""The cards and tiles: how many there are, and what our own rows must keep to."""

from collections import Counter

from engines.sparks.components import (
    ASSISTANTS,
    BONUS_TILES,
    BONUSES,
    DICE_EACH,
    GOALS,
    HEADER,
    LEVELS,
    ROBOTS,
    STACK,
    TILES,
    UPGRADES,
    tile_side,
)
from engines.sparks.model import (
    ALWAYS,
    COLOURS,
    ONCE,
    TURN,
    GainCogs,
    GainSparks,
    IgnoreColour,
    IgnoreNumber,
    Pips,
)


def test_counts() -> None:
    """Rulebook, Components."""
    assert len(ROBOTS) == 56
    assert len(ASSISTANTS) == 32
    assert DICE_EACH * len(COLOURS) == 44
    assert len(BONUS_TILES) == 8
    assert set(BONUS_TILES) == set(BONUSES)
    assert STACK * len(UPGRADES) == 32
    assert len(GOALS) == 6
    assert len(TILES) * 4 == 16


def test_robots() -> None:
    """Design: 14 a colour, names of their own, 2 or 3 spaces that want something, 1 to 4 steps, at
    least 20 power boxes, none with a spark; no ignoring and no pips at once."""
    assert Counter(robot.colour for robot in ROBOTS.values()) == dict.fromkeys(COLOURS, 14)
    assert len({robot.name for robot in ROBOTS.values()}) == 56
    assert sum(bool(robot.box) for robot in ROBOTS.values()) >= 20
    for robot in ROBOTS.values():
        assert len(robot.spaces) in (2, 3)
        assert all(need.colour or need.value for need in robot.spaces)
        assert 1 <= robot.steps <= 4
        assert not any(isinstance(each, GainSparks) for each in robot.box)
        assert not any(
            isinstance(each, IgnoreColour | IgnoreNumber | Pips) for each in robot.rewards
        )
    faces = Counter(
        (each.colour, each.spaces, each.steps, each.rewards, each.box) for each in ROBOTS.values()
    )
    assert max(faces.values()) == 1


def test_known_robots() -> None:
    """Rulebook: a red card of 2 steps and a cog; a power box of 2 cogs."""
    assert any(
        (each.colour, each.steps, each.rewards) == ("red", 2, (GainCogs(1),))
        for each in ROBOTS.values()
    )
    assert any(each.box == (GainCogs(2),) for each in ROBOTS.values())


def test_assistants() -> None:
    """Rulebook, Assistant cards: the thirteen named ones; no two alike but Margot and Theodora."""
    named = (
        "conrad emma frank gordon margot max octavia olympia penelope quincy silas theodora walter"
    )
    assert tuple(ASSISTANTS)[:13] == tuple(named.split())
    alike = Counter((each.mark, each.effects) for each in ASSISTANTS.values())
    assert [count for count in alike.values() if count > 1] == [2]
    assert ASSISTANTS["margot"].effects == ASSISTANTS["theodora"].effects
    assert len({each.animal for each in ASSISTANTS.values()}) == 32
    assert {each.mark for each in ASSISTANTS.values()} == {ONCE, TURN, ALWAYS}
    assert sum(each.points == 3 for each in ASSISTANTS.values()) == 4
    for each in ASSISTANTS.values():
        if each.mark != ONCE:
            assert len(each.effects) == 1


def test_boards() -> None:
    """The header rises; a level takes no more than three dice can show; one of 7 gives a spark."""
    assert list(HEADER) == sorted(HEADER)
    sums = [level.sum for level in LEVELS]
    assert sums == sorted(sums)
    assert sums[-1] <= 18
    assert len(LEVELS) >= 5
    assert any((level.sum, level.reward) == (7, GainSparks(1)) for level in LEVELS)


def test_tile_sides() -> None:
    """Rulebook, Setup 9: with four players, 2 dice and a cog."""
    for seats in (1, 2, 3):
        assert tile_side("bulk", seats).dice == 5
        assert tile_side("bulk", seats).extras == ()
    assert tile_side("bulk", 4).dice == 2
    assert tile_side("bulk", 4).extras == (GainCogs(1),)
    for tile in ("bag", "anywhere", "reroll"):
        assert tile_side(tile, 4) == tile_side(tile, 2)
