"""Maps with everything on them, one for each robot that carries: for laws that hold in every
game."""

from msgspec.structs import replace

from engines.quirky_circuits.scenario import SCENARIOS
from tests.quirky_circuits.table import scenario

TWIRL = """
    +---+---+---+---+---+
    |      b        |S  |
    +   +   +   +   +   +
    | @   <   1    z   b|
    +   +   +   +   +   +
    |T     s       a  1 |
    +---+   +   +   +   +
    |     ^    s        |
    +---+---+---+---+---+
"""
ROVER = """
    +---+---+---+---+---+
    | 1   2       >    k|
    +   +   +   +   +   +
    | @      S k   p    |
    +   +   +   +   +   +
    |     ^   3    p   y|
    +   +   +---+   +   +
    |     >   3         |
    +---+---+---+---+---+
"""
LEFTY = """
    +---+---+---+---+---+
    |C        e  D      |
    +   +   +   +   +   +
    | @   en  s        z|
    +   +   +   +   +   +
    |T m  n            n|
    +---+---+---+---+---+
"""

LONG = {"battery": "9", "bands": "{ green = [9, 9], yellow = [8, 8], red = [7, 1] }"}
WILD = ("wild_twirl", "wild_rover", "wild_lefty")


def put_in_the_book() -> list[str]:
    """Adds them to the book, until the test is over; their keys."""
    wild = {
        "wild_twirl": scenario(
            TWIRL,
            **LONG,
            robot='"twirl"',
            goals='["visit", "fill bed with seed", "home"]',
            tokens='{ b = "bud", s = ["seed", "carrot"], z = ["seed", "carrot"], a = "snail" }',
            quirks="{ quirk_forward_2 = 2, quirk_token_1 = 1, quirk_token_2 = 1 }",
            wander='{ token = "snail", to = "robot" }',
        ),
        "wild_rover": scenario(
            ROVER,
            **LONG,
            robot='"rover"',
            goals='["fill bed with skull", "fill basket with bone", "fill plinth with spine"]',
            tokens='{ k = "skull", p = "spine", y = ["bone", "bone", "skull"] }',
            quirks="{ quirk_jump_2 = 1, quirk_turn_around = 2 }",
            rules='["in order", "one token a space"]',
        ),
        "wild_lefty": scenario(
            LEFTY,
            **LONG,
            robot='"lefty"',
            goals='["serve"]',
            tokens='{ n = "nigiri", m = "maki", z = ["maki", "nigiri"] }',
            wants='{ C = ["nigiri", "maki"], D = "nigiri" }',
            quirks="{ quirk_shift_left = 1, quirk_conveyor_1 = 2, quirk_conveyor_2 = 1 }",
        ),
    }
    SCENARIOS.update({key: replace(book, key=key) for key, book in wild.items()})
    return list(wild)
