"""What the app asks beside the moves: what to call a table, and what is printed."""

import pytest

from engines.sparks import ENGINE
from engines.sparks.components import ASSISTANTS, BONUS_AFTER, HEADER, LEVELS, ROBOTS, UPGRADES
from engines.sparks.house import printed
from engines.sparks.model import Options


@pytest.mark.parametrize(
    ("options", "name"),
    [
        (Options(), ""),
        (Options(in_order=True, solo_goals=3), ""),
        (Options(goals=True), "Sparks with goals"),
        (Options(goals=True, draft=True), "Sparks with goals and a draft"),
    ],
)
def test_a_table_is_called_by_its_variants(options: Options, name: str) -> None:
    assert ENGINE.label(options) == name


def test_all_that_is_printed() -> None:
    """The rules page shows every card as it comes out of the box: no dice on it, nothing used."""
    box = printed()
    assert ENGINE.printed() is box
    assert [robot.key for robot in box.robots] == list(ROBOTS)
    assert all(space.die is None and space.at == "" for r in box.robots for space in r.spaces)
    assert not any(robot.token for robot in box.robots)
    assert [card.key for card in box.assistants] == list(ASSISTANTS)
    assert not any(card.used or card.copies for card in box.assistants)
    assert [tile.key for tile in box.upgrades] == list(UPGRADES)
    assert [tile.dice for tile in box.tiles] == [3, 3, 4, 5]
    assert box.bulk.dice == 2
    assert [symbol.icon for symbol in box.bulk.extras] == ["cog"]
    assert len(box.bonuses) == 6
    assert [bonus.symbols[0].colour for bonus in box.colour_bonuses] == [
        *("red", "blue", "yellow", "green")
    ]
    assert (box.header, box.bonus_after) == (HEADER, BONUS_AFTER)
    assert [level.wants for level in box.levels] == [level.sum for level in LEVELS]
    assert len(box.goals) == 6
