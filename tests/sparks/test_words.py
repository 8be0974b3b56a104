"""The notation, and the sentences that people read."""

import pytest

from engines.core.engine import Unreadable
from engines.sparks import text
from engines.sparks.components import ASSISTANTS, ROBOTS
from engines.sparks.model import (
    Action,
    Advanced,
    Allowed,
    BagRefilled,
    BonusPassed,
    Box,
    BoxFired,
    CardsDealt,
    ChooseUpgrade,
    CogsGained,
    Copied,
    Copy,
    Decline,
    Declined,
    DiceCleared,
    DiceTaken,
    Die,
    DieChanged,
    DieGained,
    DieMissed,
    DiePlaced,
    DieSold,
    DieSpent,
    Done,
    Draft,
    Drafted,
    Draw,
    Ended,
    Event,
    Fire,
    Fit,
    Fitted,
    Keep,
    LevelReached,
    Move,
    NotDone,
    Passed,
    Pay,
    Pick,
    Pip,
    Place,
    PlayTile,
    ReadyToDraw,
    Recruit,
    Recruited,
    Return,
    Reuse,
    RobotChosen,
    RobotCompleted,
    RobotsDealt,
    RobotsReturned,
    RobotsShown,
    Roll,
    RoundEnded,
    RowFilled,
    Score,
    Scored,
    Scrap,
    Scrapped,
    Sell,
    SetUp,
    Signalled,
    SparksGained,
    StartReroll,
    Step,
    StepsLost,
    Stored,
    Take,
    TilePlayed,
    ToScrap,
    TurnBegan,
    UpgradeTaken,
    Use,
    Used,
)
from engines.sparks.notation import read, write
from engines.sparks.text import line

NAMES = ("Ann", "Ben", "Cleo", "Dan")
R4, B2 = Die(1, "red", 4), Die(2, "blue", 2)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Return("hob"), "return hob"),
        (Draft("max"), "draft max"),
        (PlayTile("bag", "left"), "tile bag left"),
        (PlayTile("anywhere", "3"), "tile anywhere 3"),
        (Take("right"), "take right"),
        (Take("7"), "take 7"),
        (Place(17, "2.1"), "place 17 2.1"),
        (Place(17, "factory.red", pay=True), "place 17 factory.red pay"),
        (Place(17, "3.3", colour=True, number=True), "place 17 3.3 colour number"),
        (Move(17, "pool"), "move 17 pool"),
        (Move(17, "1.1", True, False, True), "move 17 1.1 pay number"),
        (Reuse(17, "1.2", number=True), "recycle 17 1.2 number"),
        (Sell(9999), "sell 9999"),
        (Pip(17, 1), "pip 17 +1"),
        (Pip(17, -1, True), "pip 17 -1 free"),
        (Recruit("emma"), "recruit emma"),
        (Box("board"), "box board"),
        (Box("tin_tin_lid", True), "box tin_tin_lid cog"),
        (Use("minka"), "use minka"),
        (Use("frank", 17), "use frank 17"),
        (StartReroll(), "reroll"),
        (Pick(17), "pick 17"),
        (Roll(), "roll"),
        (Step("green"), "step green"),
        (ChooseUpgrade("discount"), "upgrade discount"),
        (ChooseUpgrade("recycle", 2), "upgrade recycle 2"),
        (Copy("max"), "copy max"),
        (Fire("board"), "fire board"),
        (Pay(), "pay"),
        (Decline(), "decline"),
        (Done(), "done"),
        (NotDone(), "not done"),
        (Scrap(2), "scrap 2"),
        (Draw(), "draw"),
        (Fit("hob", 3), "fit hob 3"),
        (Keep(17), "keep 17"),
        (Keep(0), "keep none"),
    ],
)
def test_notation(action: Action, said: str) -> None:
    """Both ways."""
    assert write(action) == said
    assert read(said) == action


@pytest.mark.parametrize(
    "wrong",
    [
        *("", "place", "place 17", "place 17 4.1", "place 017 1.1", "place 17 1.1 number pay"),
        *("place 17 1.1  pay", "place 17 factory.pink", "pip 17 1", "pip 17 +2", "pip 17 +1 FREE"),
        *("sell 0", "sell 10000", "sell -1", "sell ١٧", "recruit nobody", "box max", "fire max"),
        *("take 0", "take 8", "tile none left", "keep 0", "keep", "fit hob 4", "scrap 0"),
        *("upgrade recycle 4", "use minka 0", "step pink", "undo", "done ", "Done", "not  done"),
    ],
)
def test_unreadable(wrong: str) -> None:
    """Nothing else is an action."""
    with pytest.raises(Unreadable):
        read(wrong)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (SetUp(("red", "blue"), 1, (), (), ()), "Ben goes first."),
        (RobotsDealt(0, 4, 9), "Ann draws 4 robots."),
        (RobotsDealt(0, 1, 9, ("hob",)), "Ann draws 1 robot: Hob."),
        (RobotChosen(0, "", 0), "Ann has chosen a robot."),
        (RobotChosen(0, "hob", 0), "Ann returns Hob."),
        (RobotChosen(0, "hob", 2), "Ann puts Hob into slot 2."),
        (RobotsShown(0, (Fitted("hob", 1),), 1), "Ann builds on with Hob; 1 card returned."),
        (RobotsShown(0, (), 0), "Ann builds on with nothing."),
        (RobotsReturned(0, ("hob",)), "Ann returned Hob."),
        (CardsDealt(1, 6, 9), "Ben draws 6 assistants."),
        (CardsDealt(1, 1, 9, ("max",)), "Ben draws 1 assistant: Max."),
        (Drafted(1, ""), "Ben keeps a card."),
        (Drafted(1, "max"), "Ben keeps Max."),
        (Passed(2), "Everybody has kept 2 cards; the others go to the left."),
        (TurnBegan(3, 2, 0, False), "Round 2, turn 3: Ann is active."),
        (TurnBegan(4, 2, 0, True), "Round 2, turn 4: Ann is active: a secondary turn."),
        (RowFilled((R4, B2)), "Into the junkyard: red 4, blue 2."),
        (RowFilled(()), "No dice are left."),
        (BagRefilled(9), "The bag is empty: 9 dice go back in."),
        (TilePlayed(0, "bag"), "Ann plays the bag tile."),
        (DiceTaken(0, (R4,), 3), "Ann takes red 4."),
        (DieGained(0, R4, "bag", "board"), "Ann gains a red 4 (the board’s power box)."),
        (
            DieGained(0, R4, "discard", "bonus colour"),
            "Ann gains a red 4 from the discard pile (bonus space).",
        ),
        (DieMissed(0, "hob"), "Ann gains no die: there is none left (Hob)."),
        (DiePlaced(0, R4, "2.1", "place", 0), "Ann places the red 4: slot 2, space 1."),
        (
            DiePlaced(0, R4, "factory.blue", "move", 2),
            "Ann moves the red 4: the blue factory space for 2 cogs.",
        ),
        (DiePlaced(0, R4, "pool", "recycle", 0), "Ann recycles the red 4: beside the board."),
        (DieSold(0, R4, 1), "Ann sells the red 4 for 1 cog."),
        (DieSpent(0, R4, "silas"), "Ann discards the red 4 for Silas."),
        (DieChanged(0, R4, 3, "cog"), "Ann changes the red 3 to 4 (pays a cog)."),
        (Recruited(0, "max", 2), "Ann plays Max for 2 cogs."),
        (Copied(0, "max"), "Ann has Conrad copy Max."),
        (Used(0, "tile"), "Ann uses the production tile."),
        (BoxFired(0, "hob", "max"), "Ann uses Hob’s power box at once for a cog (Max)."),
        (RobotCompleted(0, "hob", 1), "Ann completes Hob."),
        (DiceCleared(0, (R4,), "slot 1"), ""),
        (Advanced(0, "red", 3), "Ann advances to space 3 on the red track."),
        (StepsLost(0, 1), "Ann loses 1 step: all markers stand at the end."),
        (BonusPassed(0, "red", "card"), "Ann passes a bonus: a cog and a card."),
        (CogsGained(0, 2, "hob"), "Ann gains 2 cogs (Hob)."),
        (CogsGained(0, 1, "bonus_cog"), "Ann gains 1 cog (Bonus cog)."),
        (SparksGained(0, 1, "level 1"), "Ann gains 1 spark (factory level 1)."),
        (Allowed(0, "factory", 4, "bruno"), "Ann has +4 towards the next factory level (Bruno)."),
        (LevelReached(0, 2), "Ann reaches factory level 2."),
        (UpgradeTaken(0, "discount", 0), "Ann takes the upgrade Discount."),
        (UpgradeTaken(0, "recycle", 2), "Ann takes the upgrade Recycle above slot 2."),
        (Declined(0, "max"), "Ann doesn’t pay for Max."),
        (Signalled(0, True), "Ann is done."),
        (Signalled(0, False), "Ann goes on after all."),
        (ToScrap(0, "hob", 1), "Ann will discard Hob."),
        (ReadyToDraw(0), "Ann is ready to draw."),
        (Scrapped(0, "hob", 1), "Ann discards Hob."),
        (Stored(0, R4), "Ann keeps the red 4."),
        (Stored(0, None), "Ann keeps no die."),
        (RoundEnded(1), "Round 1 is over; sparks come home."),
        (Ended("scored", (0, 2)), "The game is over: Ann and Cleo won."),
        (Ended("solo_lost", ()), "The game is over: Nobody won."),
        (
            Scored(0, Score((1, 0, 2, 0), 6, 1, 0, 3, 1, 5)),
            "Ann scores 19: tracks 3, factory × assistants 6, assistants 1, upgrades 0, sets 3,"
            " cogs 1, goals 5.",
        ),
    ],
)
def test_lines(event: Event, said: str) -> None:
    """One log line an event; none for what others tell."""
    assert line(event, NAMES) == said


def test_every_card_has_words() -> None:
    """What a card does, in a few words."""
    for assistant in ASSISTANTS.values():
        assert text.effects(assistant.effects)
    for robot in ROBOTS.values():
        assert all(map(text.effect, (*robot.rewards, *robot.box)))
        assert all(map(text.need, robot.spaces))
