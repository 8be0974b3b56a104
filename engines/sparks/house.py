"""What the house asks about a table that is no rule of a move: what to call it, and all that is
printed, for the rules page. Nothing here knows a state."""

from functools import lru_cache

from msgspec import Struct

from engines.sparks.components import (
    ASSISTANTS,
    BOARD_BOX,
    BONUS_AFTER,
    BONUSES,
    GOALS,
    HEADER,
    LEVELS,
    PRINTED,
    ROBOTS,
    TILES,
    UPGRADES,
    bonus_effects,
)
from engines.sparks.model import COLOURS, Key, Options
from engines.sparks.views import (
    AssistantView,
    BonusView,
    LevelView,
    RobotView,
    Symbol,
    TileView,
    UpgradeView,
    assistant_view,
    robot_view,
    symbols,
    tile_view,
    upgrade_view,
)


class Printed(Struct, frozen=True):
    """The faces of all components. `tiles` are the sides for one to three players, `bulk` the one
    side that is another with four; `colour_bonuses` the printed bonus of each track."""

    robots: tuple[RobotView, ...]
    assistants: tuple[AssistantView, ...]
    upgrades: tuple[UpgradeView, ...]
    tiles: tuple[TileView, ...]
    bulk: TileView
    bonuses: tuple[BonusView, ...]
    colour_bonuses: tuple[BonusView, ...]
    header: tuple[int, ...]
    bonus_after: tuple[int, ...]
    levels: tuple[LevelView, ...]
    board_box: tuple[Symbol, ...]
    goals: tuple[tuple[Key, str], ...]


@lru_cache(maxsize=1)
def printed() -> Printed:
    """Every card, tile and board, as it comes out of the box."""
    return Printed(
        robots=tuple(map(robot_view, ROBOTS)),
        assistants=tuple(map(assistant_view, ASSISTANTS)),
        upgrades=tuple(map(upgrade_view, UPGRADES)),
        tiles=tuple(tile_view(key, 3) for key in TILES),
        bulk=tile_view("bulk", 4),
        bonuses=tuple(
            BonusView(0, key, False, symbols(bonus.effects)) for key, bonus in BONUSES.items()
        ),
        colour_bonuses=tuple(
            BonusView(BONUS_AFTER[-1], PRINTED, True, symbols(bonus_effects(PRINTED, colour)))
            for colour in COLOURS
        ),
        header=HEADER,
        bonus_after=BONUS_AFTER,
        levels=tuple(
            LevelView(number, level.sum, symbols((level.reward,)))
            for number, level in enumerate(LEVELS, 1)
        ),
        board_box=symbols(BOARD_BOX),
        goals=tuple(GOALS.items()),
    )


def label(options: Options) -> str:
    """A table by its variants; none for the plain game. *In order* is no part of it, since that
    changes while a game runs."""
    words = {"goals": options.goals, "a draft": options.draft}
    chosen = " and ".join(word for word, wanted in words.items() if wanted)
    return f"Sparks with {chosen}" if chosen else ""
