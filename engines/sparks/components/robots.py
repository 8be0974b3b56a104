"""The 56 robot cards, 14 a colour. Which card needs and gives what was never published in a form we
can reach: all rows are ours, within what the rulebook's symbols allow and its examples show (a red
card of two steps and a cog; a power box of two cogs).

To replace them, replace the rows: nothing else knows a robot by name.
"""

from engines.sparks.model import (
    ANY,
    COLOURS,
    Advance,
    GainCogs,
    GainColour,
    GainDice,
    GainSetDie,
    GainSparks,
    IgnoreColour,
    IgnoreNumber,
    Key,
    Need,
    Pips,
    Reroll,
    Robot,
)

RED, BLUE, YELLOW, GREEN = COLOURS

ROWS: tuple[Robot, ...] = (
    Robot("crumpet", "Crumpet", RED, (Need(RED), Need(BLUE)), 1, (GainCogs(1),)),  # ours
    Robot("kettleby", "Kettleby", RED, (Need(RED), Need(YELLOW)), 1, box=(GainCogs(2),)),  # ours
    Robot("simmer", "Simmer", RED, (Need(RED), Need(value=3)), 2),  # ours
    Robot(
        "madame_whisk", "Madame Whisk", RED, (Need(GREEN), Need(value=4)), 2, box=(Pips(3),)
    ),  # ours
    Robot("ladle_lou", "Ladle Lou", RED, (Need(value=5), Need(value=2)), 2, (GainCogs(1),)),  # ours
    Robot("hob", "Hob", RED, (Need(RED), Need(RED)), 2, box=(IgnoreColour(),)),  # ours
    Robot("ember", "Ember", RED, (Need(RED, 1), Need(BLUE)), 3),  # ours
    Robot("peppercorn", "Peppercorn", RED, (Need(RED, 4), Need(RED)), 2, (GainCogs(2),)),  # ours
    Robot(
        "butterworth", "Butterworth", RED, (Need(RED, 2), Need(value=6)), 3, box=(GainDice(1),)
    ),  # ours
    Robot(
        "tin_tin_lid",
        "Tin Tin-Lid",
        RED,
        (Need(RED), Need(YELLOW, 1)),
        3,
        box=(Advance(ANY, 1),),
    ),  # ours
    Robot("clove", "Clove", RED, (Need(RED), Need(BLUE), Need(YELLOW)), 4),  # ours
    Robot(
        "dumpling", "Dumpling", RED, (Need(RED), Need(GREEN), Need(value=6)), 3, (GainSparks(1),)
    ),  # ours
    Robot(
        "sir_scour",
        "Sir Scour",
        RED,
        (Need(RED), Need(value=3), Need(value=1)),
        3,
        box=(GainSetDie(6),),
    ),  # ours
    Robot(
        "marmalade", "Marmalade", RED, (Need(RED), Need(GREEN), Need(value=4)), 4, (GainCogs(2),)
    ),  # ours
    Robot("bosun_bolt", "Bosun Bolt", BLUE, (Need(BLUE), Need(YELLOW)), 2),  # ours
    Robot(
        "periwinkle", "Periwinkle", BLUE, (Need(BLUE), Need(GREEN)), 1, box=(GainCogs(2),)
    ),  # ours
    Robot("fogg", "Fogg", BLUE, (Need(BLUE), Need(value=6)), 2),  # ours
    Robot("anchorina", "Anchorina", BLUE, (Need(RED), Need(value=1)), 2, box=(Pips(3),)),  # ours
    Robot("tugwell", "Tugwell", BLUE, (Need(value=3), Need(value=4)), 2, (GainCogs(1),)),  # ours
    Robot("semaphore", "Semaphore", BLUE, (Need(BLUE), Need(BLUE)), 2, box=(Reroll(),)),  # ours
    Robot("barnacle", "Barnacle", BLUE, (Need(BLUE, 5), Need(YELLOW)), 3),  # ours
    Robot("dory", "Dory", BLUE, (Need(BLUE, 6), Need(BLUE)), 3, (GainCogs(1),)),  # ours
    Robot(
        "captain_gasket",
        "Captain Gasket",
        BLUE,
        (Need(BLUE, 6), Need(value=2)),
        3,
        box=(GainDice(1),),
    ),  # ours
    Robot("sonar", "Sonar", BLUE, (Need(BLUE), Need(GREEN, 1)), 3, box=(Advance(ANY, 1),)),  # ours
    Robot("squall", "Squall", BLUE, (Need(BLUE), Need(YELLOW), Need(GREEN)), 4),  # ours
    Robot(
        "mops", "Mops", BLUE, (Need(BLUE), Need(RED), Need(value=1)), 3, (GainSparks(1),)
    ),  # ours
    Robot(
        "keel", "Keel", BLUE, (Need(BLUE), Need(value=2), Need(value=5)), 3, box=(GainSetDie(6),)
    ),  # ours
    Robot(
        "lighthouse_lil",
        "Lighthouse Lil",
        BLUE,
        (Need(BLUE), Need(RED), Need(value=6)),
        4,
        (GainCogs(2),),
    ),  # ours
    Robot("clank", "Clank", YELLOW, (Need(YELLOW), Need(GREEN)), 2),  # ours
    Robot("dozie", "Dozie", YELLOW, (Need(YELLOW), Need(RED)), 1, box=(Pips(3),)),  # ours
    Robot("plumb_bob", "Plumb Bob", YELLOW, (Need(YELLOW), Need(value=2)), 2),  # ours
    Robot("rivetta", "Rivetta", YELLOW, (Need(BLUE), Need(value=5)), 2, box=(GainCogs(2),)),  # ours
    Robot("girder", "Girder", YELLOW, (Need(value=4), Need(value=6)), 2, (GainCogs(1),)),  # ours
    Robot(
        "mortimer", "Mortimer", YELLOW, (Need(YELLOW), Need(YELLOW)), 2, box=(IgnoreColour(),)
    ),  # ours
    Robot("tappet", "Tappet", YELLOW, (Need(YELLOW, 3), Need(GREEN)), 3),  # ours
    Robot("scaffy", "Scaffy", YELLOW, (Need(YELLOW, 4), Need(YELLOW)), 3, (GainCogs(1),)),  # ours
    Robot(
        "blueprint_bea",
        "Blueprint Bea",
        YELLOW,
        (Need(YELLOW, 1), Need(value=4)),
        3,
        box=(GainColour(YELLOW),),
    ),  # ours
    Robot(
        "hoist", "Hoist", YELLOW, (Need(YELLOW), Need(RED, 5)), 3, box=(Advance(ANY, 1),)
    ),  # ours
    Robot("pip_spanner", "Pip Spanner", YELLOW, (Need(YELLOW), Need(GREEN), Need(RED)), 4),  # ours
    Robot("cement_sam", "Cement Sam", YELLOW, (Need(YELLOW), Need(BLUE), Need(value=4)), 4),  # ours
    Robot(
        "jackdaw",
        "Jackdaw",
        YELLOW,
        (Need(YELLOW), Need(value=5), Need(value=2)),
        3,
        box=(GainSetDie(6),),
    ),  # ours
    Robot(
        "tarmac", "Tarmac", YELLOW, (Need(YELLOW), Need(BLUE), Need(value=3)), 4, (GainCogs(2),)
    ),  # ours
    Robot("fernanda", "Fernanda", GREEN, (Need(GREEN), Need(RED)), 2),  # ours
    Robot("sprocket", "Sprocket", GREEN, (Need(GREEN), Need(BLUE)), 1, box=(Pips(3),)),  # ours
    Robot("trowel", "Trowel", GREEN, (Need(GREEN), Need(value=6)), 2),  # ours
    Robot("chirp", "Chirp", GREEN, (Need(YELLOW), Need(value=3)), 2, box=(GainCogs(2),)),  # ours
    Robot("mulch", "Mulch", GREEN, (Need(value=5), Need(value=4)), 2, (GainCogs(1),)),  # ours
    Robot("dewey", "Dewey", GREEN, (Need(GREEN), Need(GREEN)), 2, box=(IgnoreNumber(),)),  # ours
    Robot("hedgerow", "Hedgerow", GREEN, (Need(GREEN, 2), Need(RED)), 3),  # ours
    Robot("basil", "Basil", GREEN, (Need(GREEN, 6), Need(GREEN)), 3, (GainCogs(1),)),  # ours
    Robot(
        "acorn", "Acorn", GREEN, (Need(GREEN, 4), Need(value=1)), 3, box=(GainColour(GREEN),)
    ),  # ours
    Robot(
        "pollen", "Pollen", GREEN, (Need(GREEN), Need(BLUE, 2)), 3, box=(Advance(ANY, 1),)
    ),  # ours
    Robot("rake", "Rake", GREEN, (Need(GREEN), Need(RED), Need(BLUE)), 4),  # ours
    Robot("mossop", "Mossop", GREEN, (Need(GREEN), Need(YELLOW), Need(value=1)), 4),  # ours
    Robot(
        "turnip",
        "Turnip",
        GREEN,
        (Need(GREEN), Need(value=3), Need(value=4)),
        3,
        box=(GainSetDie(6),),
    ),  # ours
    Robot(
        "duchess_bloom",
        "Duchess Bloom",
        GREEN,
        (Need(GREEN), Need(YELLOW), Need(value=6)),
        4,
        (GainCogs(2),),
    ),  # ours
)

ROBOTS: dict[Key, Robot] = {robot.key: robot for robot in ROWS}
"""Every robot card by its key, in the order of the rows."""
