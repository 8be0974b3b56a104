"""The score board, the factory, tiles and goals. A row says where it comes from."""

from engines.sparks.model import (
    ANY,
    DIE,
    GENERAL,
    SLOT,
    Advance,
    Bonus,
    DrawCards,
    Effect,
    GainCogs,
    GainColour,
    GainDice,
    GainSparks,
    Key,
    Level,
    Pips,
    TakeUpgrade,
    Tile,
    Upgrade,
)

# --- Dice. ---

DICE_EACH = 11  # facts: 44 dice in four colours
ROW = 7  # rulebook

# --- Scoring tracks. ---

HEADER: tuple[int, ...] = (1, 1, 2, 3, 4, 6, 7, 8, 10, 11)  # ours
"""The points above each space, the same for all four tracks."""

END = len(HEADER)

BONUS_AFTER: tuple[int, ...] = (2, 4, 7)  # ours
"""A track's bonus spaces lie after these spaces: two with random tiles, the last one printed."""

PRINTED = "colour"
"""The printed bonus: a die of the track's colour."""

BONUSES: dict[Key, Bonus] = {
    bonus.key: bonus
    for bonus in (
        Bonus("die", (GainDice(1),)),  # rulebook
        Bonus("cogs", (GainCogs(2),)),  # rulebook
        Bonus("advance", (Advance(ANY, 1),)),  # rulebook
        Bonus("spark", (GainSparks(1),)),  # rulebook
        Bonus("card", (GainCogs(1), DrawCards(1))),  # rulebook
        Bonus("upgrade", (TakeUpgrade(),)),  # rulebook
    )
}

BONUS_TILES: tuple[Key, ...] = (
    *("die", "die", "advance", "advance"),  # rulebook; that these two are doubled: ours
    *("cogs", "spark", "card", "upgrade"),  # rulebook
)


def bonus_effects(bonus: Key, colour: str) -> tuple[Effect, ...]:
    """What a bonus gives on the track of a colour. Rulebook, Advancing on the Scoring Tracks:
    colored die."""
    return (GainColour(colour),) if bonus == PRINTED else BONUSES[bonus].effects


# --- Factory. ---

SECTION_LIMIT = 3  # rulebook

LEVELS: tuple[Level, ...] = (
    Level(7, GainSparks(1)),  # rulebook: a level of 7 that gives a spark; which one: ours
    Level(14, TakeUpgrade()),  # ours
    Level(16, TakeUpgrade()),  # ours
    Level(16, TakeUpgrade()),  # ours
    Level(16, GainSparks(1)),  # ours
    Level(18, TakeUpgrade()),  # ours
)
"""What it takes to reach level 1, 2 and so on, and what that gives."""

BOARD_BOX: tuple[Effect, ...] = (Pips(2),)  # ours
"""The power box printed on every player board."""

# --- Production tiles. ---

TILES: dict[Key, Tile] = {
    tile.key: tile
    for tile in (
        Tile("bag", 3, extras=(GainDice(2),)),  # rulebook
        Tile("anywhere", 3, anywhere=True),  # rulebook
        Tile("reroll", 4, rerolls=1),  # rulebook
        Tile("bulk", 5),  # rulebook: the side for one to three players
    )
}
BULK_FOR_FOUR = Tile("bulk", 2, extras=(GainCogs(1),))  # rulebook


def tile_side(tile: Key, seats: int) -> Tile:
    """Rulebook, Setup 9: with four players the 2/5 tile shows its other side."""
    return BULK_FOR_FOUR if tile == "bulk" and seats == 4 else TILES[tile]


# --- Upgrade tiles. ---

UPGRADES: dict[Key, Upgrade] = {
    upgrade.key: upgrade
    for upgrade in (
        Upgrade("rearrange", "Rearrange", GENERAL, 1),  # rulebook; points ours
        Upgrade("discount", "Discount", GENERAL, 0),  # rulebook; points ours
        Upgrade("sales_boost", "Sales boost", GENERAL, 0),  # rulebook; points ours
        Upgrade("ignore_colour", "Ignore colour", DIE, 0),  # rulebook; points ours
        Upgrade("ignore_value", "Ignore value", DIE, 0),  # rulebook; points ours
        Upgrade("bonus_point", "Bonus point", SLOT, 0),  # rulebook; points ours
        Upgrade("bonus_cog", "Bonus cog", SLOT, 1),  # rulebook; points ours
        Upgrade("recycle", "Recycle", SLOT, 1),  # rulebook; points ours
    )
}
UPGRADE_STACKS = 6  # rulebook
STACK = 4  # facts: 32 tiles of eight kinds

# --- Goals. ---

GOALS: dict[Key, str] = {
    "assistants": "6 assistants played",  # rulebook
    "level": "Factory level 5",  # rulebook
    "colour": "4 robots of one colour",  # rulebook
    "boxes": "5 robots with a power box",  # rulebook
    "sparks": "4 sparks",  # rulebook
    "bonuses": "The third bonus space of two tracks",  # rulebook
}
GOALS_IN_PLAY = 2  # rulebook
SOLO_GOALS = range(5)  # rulebook
SOLO_MARK = 50  # rulebook
