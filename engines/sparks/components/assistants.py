"""The 32 assistant cards: 13 that the rulebook names, and 19 of ours from its symbols.

The effects of the named ones are the rulebook's; all points are ours. Once-a-turn assistants only
change things, they never produce: a turn comes sixteen times in a game of four.
"""

from engines.sparks.model import (
    ALWAYS,
    ANY,
    COLOURS,
    ONCE,
    TURN,
    Advance,
    Assistant,
    CogForSpark,
    ColourPrice,
    CopyAssistant,
    DieToPips,
    DieToStep,
    DrawCards,
    Factory,
    FactoryEach,
    FireBoxes,
    Flip,
    FreeRecruit,
    GainCogs,
    GainColour,
    GainDice,
    GainSetDie,
    GainSparks,
    IgnoreColour,
    IgnoreNumber,
    InstantBox,
    Key,
    Pips,
    Redirect,
    Reroll,
    TakeAnywhere,
    TakeUpgrade,
)

RED, BLUE, YELLOW, GREEN = COLOURS

ROWS: tuple[Assistant, ...] = (
    # Animals and points are ours throughout.
    Assistant("conrad", "Conrad", "crow", ONCE, 0, (CopyAssistant(),)),  # rulebook
    Assistant("emma", "Emma", "hamster", ALWAYS, 0, (CogForSpark(),)),  # rulebook
    Assistant("frank", "Frank", "fox", TURN, 2, (DieToStep(5),)),  # rulebook
    Assistant("gordon", "Gordon", "goose", ALWAYS, 1, (ColourPrice(1),)),  # rulebook
    Assistant("margot", "Margot", "mole", ALWAYS, 2, (FactoryEach(2),)),  # rulebook
    Assistant("max", "Max", "moose", ALWAYS, 0, (InstantBox(),)),  # rulebook
    Assistant("octavia", "Octavia", "otter", TURN, 2, (Flip(),)),  # rulebook
    Assistant("olympia", "Olympia", "owl", ONCE, 1, (FireBoxes(2),)),  # rulebook
    Assistant("penelope", "Penelope", "penguin", ALWAYS, 3, (Redirect(RED),)),  # rulebook
    Assistant("quincy", "Quincy", "raccoon", ALWAYS, 2, (TakeAnywhere(),)),  # rulebook
    Assistant("silas", "Silas", "squirrel", ALWAYS, 0, (DieToPips(),)),  # rulebook
    Assistant("theodora", "Theodora", "turtle", ALWAYS, 2, (FactoryEach(2),)),  # rulebook
    Assistant("walter", "Walter", "wolf", ALWAYS, 2, (Redirect(BLUE),)),  # rulebook
    Assistant("pippa", "Pippa", "mouse", ONCE, 0, (GainDice(2),)),  # ours
    Assistant("hazel", "Hazel", "hedgehog", ONCE, 0, (GainSetDie(6), GainSetDie(6))),  # ours
    Assistant("fiona", "Fiona", "frog", ONCE, 0, (GainCogs(3),)),  # ours
    Assistant("delia", "Delia", "deer", ONCE, 2, (GainSparks(1),)),  # ours
    Assistant("iris", "Iris", "ibis", ONCE, 0, (TakeUpgrade(),)),  # ours
    Assistant("nils", "Nils", "newt", ONCE, 0, (Advance(ANY, 2),)),  # ours
    Assistant("bertram", "Bertram", "badger", ONCE, 0, (Advance(YELLOW, 2),)),  # ours
    Assistant("linus", "Linus", "lynx", ONCE, 1, (Advance(GREEN, 2),)),  # ours
    Assistant("kofi", "Kofi", "koala", ONCE, 0, (GainColour(RED), GainColour(BLUE))),  # ours
    Assistant("tobias", "Tobias", "toad", ONCE, 0, (GainColour(YELLOW), GainColour(GREEN))),  # ours
    Assistant("poppy", "Poppy", "pig", ONCE, 1, (DrawCards(2), GainCogs(2))),  # ours
    Assistant("greta", "Greta", "goat", ONCE, 0, (FreeRecruit(),)),  # ours
    Assistant("bruno", "Bruno", "bear", ONCE, 2, (Factory(4),)),  # ours
    Assistant("minka", "Minka", "cat", TURN, 2, (Pips(1),)),  # ours
    Assistant("fergus", "Fergus", "ferret", TURN, 3, (Reroll(),)),  # ours
    Assistant("ruben", "Ruben", "rabbit", TURN, 0, (IgnoreNumber(),)),  # ours
    Assistant("lulu", "Lulu", "lemur", TURN, 0, (IgnoreColour(),)),  # ours
    Assistant("viola", "Viola", "bat", ONCE, 3, (GainCogs(1),)),  # ours
    Assistant("benno", "Benno", "beaver", ONCE, 3, (DrawCards(2),)),  # ours
)

ASSISTANTS: dict[Key, Assistant] = {assistant.key: assistant for assistant in ROWS}
"""Every assistant card by its key, in the order hands are sorted."""
