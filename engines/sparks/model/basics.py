"""The words of the game: colours, addresses, tokens, phases."""

from typing import TypeAlias

Colour: TypeAlias = str
"""`red`, `blue`, `yellow` or `green`: of dice, robots, scoring tracks and players."""

COLOURS: tuple[Colour, ...] = ("red", "blue", "yellow", "green")
"""In this order everything that has one thing a colour is held (tracks, section, bag)."""

ANY = "any"
"""In place of a colour: whichever the player likes."""

DieId: TypeAlias = int
"""A die's number from the moment it leaves the bag until it is discarded; never used twice.

In the bag and in the discard pile nobody can tell dice of one colour apart: there they are
counted, not numbered."""

Key: TypeAlias = str
"""A card, tile, goal or kind of upgrade by its short name."""

LEFT, RIGHT = "left", "right"
CONRAD = "conrad"
"""The one assistant that is another."""
BOARD = "board"
"""The power box that is printed on every player board."""
POOL = "pool"
"""Beside the player board, the storage included: where available dice lie."""
SPARK, COG = "spark", "cog"
"""What can lie on a power box."""

# How often an assistant works.
ONCE, TURN, ALWAYS = "once", "turn", "always"

# Where an upgrade tile lies.
GENERAL, DIE, SLOT = "general", "die", "slot"

# The phases, in order.
KEEP, DRAFT, TAKE, ACT, SCRAP, REFILL, STORE, OVER = (
    *("keep", "draft", "take", "act"),
    *("scrap", "refill", "store", "over"),
)
