"""The cards, boards and tiles, as rows of data. A row says where it comes from: rulebook, facts
(publicly known), or ours.
"""

from engines.sparks.components.assistants import ASSISTANTS
from engines.sparks.components.boards import (
    BOARD_BOX,
    BONUS_AFTER,
    BONUS_TILES,
    BONUSES,
    DICE_EACH,
    END,
    GOALS,
    GOALS_IN_PLAY,
    HEADER,
    LEVELS,
    PRINTED,
    ROW,
    SECTION_LIMIT,
    SOLO_GOALS,
    SOLO_MARK,
    STACK,
    TILES,
    UPGRADE_STACKS,
    UPGRADES,
    bonus_effects,
    tile_side,
)
from engines.sparks.components.robots import ROBOTS
from engines.sparks.model import BOARD, Effect, Key


def box_effects(box: Key) -> tuple[Effect, ...]:
    """What a power box gives: that of a robot, or the one printed on the player board."""
    return BOARD_BOX if box == BOARD else ROBOTS[box].box


__all__ = [
    "ASSISTANTS",
    "BOARD_BOX",
    "BONUSES",
    "BONUS_AFTER",
    "BONUS_TILES",
    "DICE_EACH",
    "END",
    "GOALS",
    "GOALS_IN_PLAY",
    "HEADER",
    "LEVELS",
    "PRINTED",
    "ROBOTS",
    "ROW",
    "SECTION_LIMIT",
    "SOLO_GOALS",
    "SOLO_MARK",
    "STACK",
    "TILES",
    "UPGRADES",
    "UPGRADE_STACKS",
    "bonus_effects",
    "box_effects",
    "tile_side",
]
