"""The sentences people read: log lines, buttons, reasons. Nothing here decides anything."""

from typing import assert_never

from engines.core.engine import Reason
from engines.sparks.components import ASSISTANTS, ROBOTS, UPGRADES
from engines.sparks.model import (
    ACT,
    BOARD,
    COLOURS,
    POOL,
    RIGHT,
    Advance,
    Advanced,
    Allowed,
    BagRefilled,
    BonusPassed,
    BoxFired,
    CardsDealt,
    CogForSpark,
    CogsGained,
    ColourPrice,
    Copied,
    CopyAssistant,
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
    DieToPips,
    DieToStep,
    Drafted,
    DrawCards,
    Effect,
    Ended,
    Event,
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
    LevelReached,
    Need,
    OrderSwitched,
    Passed,
    Pips,
    ReadyToDraw,
    Recruited,
    Redirect,
    Reroll,
    RobotChosen,
    RobotCompleted,
    RobotsDealt,
    RobotsReturned,
    RobotsShown,
    RoundEnded,
    RowFilled,
    Score,
    Scored,
    Scrapped,
    SeatEvent,
    SetUp,
    Signalled,
    SparksGained,
    StepsLost,
    Stored,
    TakeAnywhere,
    TakeUpgrade,
    TilePlayed,
    ToScrap,
    TurnBegan,
    UpgradeTaken,
    Used,
)


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: 1 cog, 2 cogs."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


# --- Reasons. Each names the rulebook's section or entry that it comes from. ---

ACTIVATE = "Activate a power box"


def over() -> Reason:
    """The game has ended."""
    return Reason("over", "The game is over.", "Game Ends")


def not_now() -> Reason:
    """Another phase, or another question."""
    return Reason("not_now", "That is not asked of you now.", "How to Play")


def not_your_turn() -> Reason:
    """Table option *in order*."""
    return Reason("not_your_turn", "It isn’t your turn to act yet.", "Actions")


def acted() -> Reason:
    """Table option *in order*: after one's *done*."""
    return Reason("acted", "Your actions of this turn are over; the others follow.", "Actions")


def no_switch() -> Reason:
    """How actions go is so already, or can't be changed any more."""
    return Reason("moved_on", "That has been chosen already, or no turn is left for it.", "Actions")


def not_your_take() -> Reason:
    """Somebody else takes dice first."""
    return Reason("not_your_take", "It isn’t your turn to take dice.", "How to Play")


def answered() -> Reason:
    """Nothing is left to answer."""
    return Reason("answered", "You have chosen already; the others haven’t yet.", "How to Play")


def no_answer() -> Reason:
    """Not among what may be chosen."""
    return Reason("no_answer", "That can’t be chosen here.", "How to Play")


def answer_first() -> Reason:
    """A choice is pending."""
    return Reason("answer_first", "First answer what you are asked.", "Actions")


def is_done() -> Reason:
    """Acting after *done*."""
    return Reason("is_done", "You have said that you are done; take that back first.", "Actions")


def not_done() -> Reason:
    """Taking back what wasn't said."""
    return Reason("not_done", "You haven’t said that you are done.", "Actions")


def tile_gone() -> Reason:
    """A production tile played before."""
    return Reason("tile_gone", "You have played that production tile already.", "How to Play")


def no_place(places: tuple[str, ...]) -> Reason:
    """A place of the row that can't be taken from; those that can are told."""
    *most, last = places
    where = f"{'the' if last == RIGHT else 'place'} {', '.join(most)} or {last}"
    return Reason("no_place", f"Dice can’t be taken there, but from {where}.", "How to Play")


def no_die(die: int) -> Reason:
    """A die that isn't where it would have to be."""
    return Reason("no_die", "You have no such die there.", "Actions", (("die", die),))


def no_space(to: str) -> Reason:
    """A space that isn't vacant, or isn't there."""
    return Reason("no_space", "There is no free space for the die there.", "Actions", (("to", to),))


def top_level() -> Reason:
    """The upgrade section of a finished factory."""
    return Reason("top_level", "Your factory stands at its top level.", "Upgrade factory")


def section_full() -> Reason:
    """A fourth die in the upgrade section."""
    return Reason(
        "section_full", "The upgrade section holds three dice at most.", "Upgrade factory"
    )


def robots_only() -> Reason:
    """A recycled die anywhere but on a robot."""
    return Reason("robots_only", "A recycled die can only go on another robot.", "Recycle")


def no_rearrange() -> Reason:
    """Moving a placed die without the upgrade."""
    return Reason("no_rearrange", "Placed dice are locked: you haven’t Rearrange.", "Rearrange")


def nothing_to_ignore() -> Reason:
    """An ignored requirement that isn't in the way."""
    return Reason("nothing_to_ignore", "There is nothing to ignore: the die fits.", "Actions")


def wrong_value(wanted: int, value: int) -> Reason:
    """The value doesn't fit."""
    return Reason(
        "wrong_value",
        f"This space wants a {wanted}, and the die shows a {value}.",
        "Build robot",
        (("wanted", wanted), ("value", value)),
    )


def wrong_colour(wanted: str, price: int) -> Reason:
    """The colour doesn't fit."""
    return Reason(
        "wrong_colour",
        f"This space wants a {wanted} die, or {count(price, 'cog')} to ignore that.",
        "Ignore a color requirement",
        (("wanted", wanted), ("price", price)),
    )


def cogs_short(price: int, have: int, rule: str) -> Reason:
    """Not enough cogs."""
    return Reason(
        "cogs",
        f"That costs {count(price, 'cog')}; you have {have}.",
        rule,
        (("price", price), ("have", have)),
    )


def no_effect(what: str) -> Reason:
    """No effect at hand that would allow it."""
    words = {
        "colour": "ignores a colour",
        "number": "ignores a value",
        "pips": "changes a die for free",
    }
    return Reason("no_effect", f"You have no effect left that {words[what]}.", "Symbols")


def pip_limit() -> Reason:
    """Below 1 or above 6."""
    return Reason("pip_limit", "A die goes from 1 to 6.", "Change a die value")


def no_card() -> Reason:
    """An assistant that isn't in the hand."""
    return Reason("no_card", "You don’t hold that assistant.", "Recruit an assistant")


def no_box() -> Reason:
    """A box one hasn't got."""
    return Reason("no_box", "You have no such power box.", ACTIVATE)


def box_used() -> Reason:
    """A box with something on it."""
    return Reason("box_used", "That power box is used until the round ends.", ACTIVATE)


def no_emma() -> Reason:
    """A cog on a box, without Emma."""
    return Reason("no_emma", "A cog only works on a power box with Emma.", "Emma")


def no_sparks() -> Reason:
    """No spark left."""
    return Reason("no_sparks", "You have no spark left.", ACTIVATE)


def not_hired() -> Reason:
    """An assistant that wasn't played."""
    return Reason("not_hired", "You haven’t played that assistant.", "Assistant Cards")


def used_up() -> Reason:
    """Once a turn."""
    return Reason("used_up", "That assistant works once a turn.", "Assistant Cards")


def nothing_to_use() -> Reason:
    """An assistant that works by itself."""
    return Reason("nothing_to_use", "That assistant needs no action to work.", "Assistant Cards")


def die_too_low(least: int) -> Reason:
    """Frank's die."""
    return Reason(
        "die_too_low", f"The die must show {least} or more.", "Frank", (("least", least),)
    )


def wrong_die() -> Reason:
    """No die, or one that isn't available."""
    return Reason("wrong_die", "Choose one of your available dice.", "Assistant Cards")


def no_dice() -> Reason:
    """An assistant that is used on a die, and no die at hand."""
    return Reason("no_dice", "You have no available die for that.", "Assistant Cards")


def no_reroll() -> Reason:
    """No reroll, or no dice."""
    return Reason(
        "no_reroll", "You have no reroll now, or no dice for it.", "Production tile effects"
    )


def track_end() -> Reason:
    """A step beyond the last space."""
    return Reason(
        "track_end",
        "Your marker stands at the end of that track already.",
        "Advancing on the Scoring Tracks",
    )


def not_out() -> Reason:
    """One of the two kinds of upgrade tile that are in the box."""
    return Reason("not_out", "That upgrade isn’t in this game.", "Setup")


def never_two() -> Reason:
    """A second upgrade tile of a kind."""
    return Reason("never_two", "You have that upgrade already: never two alike.", "Upgrade Tiles")


def no_slot() -> Reason:
    """An upgrade tile where it can't lie."""
    return Reason(
        "no_slot",
        "Slot upgrades go above a slot that has none yet; all others go on the board.",
        "Slot upgrades",
    )


def fired() -> Reason:
    """The same box twice for Olympia."""
    return Reason("fired", "Olympia has used that power box: choose another.", "Olympia")


def no_model() -> Reason:
    """Nobody whom Conrad could copy."""
    return Reason("no_model", "Conrad copies another of your played assistants.", "Conrad")


def must_choose() -> Reason:
    """Doing without what can't be declined."""
    return Reason("must_choose", "That can’t be declined: choose one.", "Actions")


def wrong_seats(seats: int) -> Reason:
    """A number of players the game isn't made for."""
    return Reason("wrong_seats", f"Sparks is for 1 to 4 players, not {seats}.", "Setup")


def wrong_goals(goals: int) -> Reason:
    """More goals than a solo game may have, or fewer than none."""
    return Reason(
        "wrong_goals",
        f"A solo game is played with none to four goals, not with {goals}.",
        "Solo Game",
        (("solo_goals", goals),),
    )


# --- Names. ---

COLOUR_OF = {"any": "any track", **{colour: f"the {colour} track" for colour in COLOURS}}

TILE_NAMES: dict[Key, str] = {
    "bag": "the bag tile",
    "anywhere": "the anywhere tile",
    "reroll": "the reroll tile",
    "bulk": "the plain tile",
}

BONUS_NAMES: dict[Key, str] = {
    "die": "a die",
    "cogs": "2 cogs",
    "advance": "a step on any track",
    "spark": "a spark",
    "card": "a cog and a card",
    "upgrade": "an upgrade tile",
    "colour": "a die of its colour",
}


def die_name(die: Die | None) -> str:
    """A die in words: red 4."""
    return "no die" if die is None else f"{die.colour} {die.value}"


def dice_names(dice: tuple[Die, ...]) -> str:
    """Several dice in words."""
    return ", ".join(map(die_name, dice))


def robot(key: Key) -> str:
    """A robot by name."""
    return ROBOTS[key].name


def assistant(key: Key) -> str:
    """An assistant by name."""
    return ASSISTANTS[key].name


def upgrade(kind: Key) -> str:
    """A kind of upgrade tile by name."""
    return UPGRADES[kind].name


def box(key: Key) -> str:
    """A power box by name."""
    return "the board’s power box" if key == BOARD else f"{robot(key)}’s power box"


def source(key: str) -> str:
    """Where an effect comes from."""
    if key in ASSISTANTS:
        return assistant(key)
    if key in ROBOTS:
        return robot(key)
    if key in UPGRADES:
        return upgrade(key)
    if key.startswith("bonus "):
        return "bonus space"
    if key.startswith("level "):
        return f"factory {key}"
    return {BOARD: "the board’s power box", "tile": "the production tile"}.get(key, key)


def goes_to(to: str) -> str:
    """An address in words."""
    if to == POOL:
        return "beside the board"
    if to.startswith("factory."):
        return f"the {to.removeprefix('factory.')} factory space"
    return f"slot {to[0]}, space {to[2]}"


def need(space: Need) -> str:
    """What a die space wants, in words."""
    return " ".join(map(str, filter(None, (space.colour, space.value))))


def effect(each: Effect) -> str:
    """What an effect does, in a few words."""
    match each:
        case GainDice(number):
            return f"{count(number, 'die', 'dice')} from the bag"
        case GainSetDie(value):
            return f"a die set to {value}"
        case GainColour(colour):
            return f"a {colour} die, rolled"
        case Advance(colour, steps):
            return f"{count(steps, 'step')} on {COLOUR_OF[colour]}"
        case GainCogs(number):
            return count(number, "cog")
        case GainSparks(number):
            return count(number, "spark")
        case DrawCards(number):
            return f"draw {count(number, 'assistant')}"
        case FreeRecruit():
            return "play an assistant for free"
        case Factory(number):
            return f"+{number} towards the next factory level"
        case Pips(number):
            return f"change a die by 1{'' if number == 1 else f', {number} times'}"
        case DieToStep(least):
            return f"discard a die of {least} or more: a step on its track"
        case ColourPrice(cogs):
            return f"ignoring a colour costs {count(cogs, 'cog')}"
        case FactoryEach(number):
            return f"+{number} towards every factory level"
        case Redirect(colour):
            return f"{colour} steps may go on any track"
        case FireBoxes(number):
            return f"use {number} of your power boxes, used or not"
        case _:
            return WORDS_OF_EFFECTS[type(each)]


WORDS_OF_EFFECTS: dict[type[Effect], str] = {
    Reroll: "reroll any of your available dice",
    IgnoreNumber: "ignore a value when placing",
    IgnoreColour: "ignore a colour when placing",
    TakeUpgrade: "an upgrade tile",
    CopyAssistant: "copies another of your assistants",
    Flip: "turn an available die over",
    CogForSpark: "a cog can activate a power box",
    InstantBox: "a new robot’s power box works at once for a cog",
    TakeAnywhere: "on others’ turns take dice from anywhere",
    DieToPips: "discard a die and change others by its value",
}


def effects(several: tuple[Effect, ...]) -> str:
    """Several effects in words."""
    return ", ".join(map(effect, several))


# --- The one line. ---

LINES = {
    "return": "Choose the robot to return; you keep the other three.",
    "draft": "Keep one assistant; the others go to the left.",
    "tile": "Play a production tile and take its dice.",
    "take": "Take your dice from the junkyard.",
    "act": "Use your dice, cogs and sparks, then say that you are done.",
    "done": "You are done. You can still take that back.",
    "step": "Choose a track for the step.",
    "recruit": "Play an assistant for free, or decline.",
    "reroll": "Choose dice to reroll.",
    "upgrade": "Take an upgrade tile.",
    "fire": "Choose a power box to use.",
    "copy": "Choose whom Conrad copies.",
    "recycle": "You may recycle a die of the robot you completed.",
    "max": "Pay a cog to use the new robot’s power box at once?",
    "scrap": "Discard unfinished robots if you like, then draw.",
    "refill": "Choose robots for your empty slots.",
    "store": "Keep one die; the others are sold.",
}
"""What the one line says to a seat, by its ask."""


def asked(kind: str, why: str) -> str:
    """What the one line says, with what the choice comes from ("": from nothing)."""
    said = LINES[kind]
    return f"{said[:-1]} ({source(why)}){said[-1]}" if why else said


PHASES = {
    "keep": "Everybody chooses robots.",
    "draft": "Everybody drafts assistants.",
    "take": "Dice are taken.",
    "act": "Everybody acts.",
    "scrap": "Unfinished robots may be discarded.",
    "refill": "New robots are chosen.",
    "store": "Dice are stored.",
}
"""What goes on, by phase."""


def goes_on(phase: str, seats: int, in_order: bool) -> str:
    """What goes on, for several: alone one knows."""
    if seats == 1:
        return ""
    return "You act one after the other." if phase == ACT and in_order else PHASES[phase]


TIES = (
    "Equal in cogs, factory level and robots as well.",
    "The tie goes to the most cogs left.",
    "Equal in cogs, the tie goes to the higher factory level.",
    "Equal in cogs and factory level, the tie goes to the most robots.",
)
"""What decided a tie: the first of points' followers that differ; first, that none does."""

AFTER = {
    "over": "Then the game ends; all dice left are sold.",
    "refill": "Then new robots come, and you keep one die; the rest is sold.",
    "store": "Then you keep one die; the rest is sold.",
    "keep": "Then the turn ends.",
}
"""What follows when a seat says that it is done."""

# --- Actions in order. ---

ORDERS = {True: "one after the other, beginning with the active player", False: "all at once"}
"""How actions go, in order or not."""


def order_label(in_order: bool) -> str:
    """The host's button."""
    return f"From the next turn: act {'in order' if in_order else 'all at once'}"


def order_told(in_order: bool, switched: bool) -> str:
    """How it stands."""
    now = f"You act {ORDERS[in_order]}."
    return f"{now} From the next turn on: {ORDERS[not in_order]}." if switched else now


# --- Log lines. ---

ORIGINS = {"bag": "", "discard": " from the discard pile"}
ALLOWED = {
    "factory": "+{} towards the next factory level",
    "pips": "free changes by 1: {}",
    "colour": "a colour to ignore",
    "number": "a value to ignore",
}
CHANGES = {"cog": "pays a cog", "free": "for free", "flip": "turned over", "reroll": "rerolled"}
PLACED = {"place": "places", "move": "moves", "recycle": "recycles"}
FIRED = {
    "spark": "with a spark",
    "cog": "with a cog (Emma)",
    "max": "at once for a cog (Max)",
    "olympia": "through Olympia",
}
DECLINED = {
    "recruit": "plays no assistant for free",
    "reroll": "rerolls nothing",
    "recycle": "recycles no die",
    "max": "doesn’t pay for Max",
    "upgrade": "can take no upgrade tile",
    "copy": "has nobody for Conrad to copy",
}


def line(event: Event, names: tuple[str, ...]) -> str:
    """One log line for an event, as far as it is open; none for what others tell already."""
    match event:
        case SetUp(_, first):
            return f"{names[first]} goes first."
        case Passed(kept):
            return f"Everybody has kept {count(kept, 'card')}; the others go to the left."
        case TurnBegan(turn, number, active, secondary):
            kind = ": a secondary turn" if secondary else ""
            return f"Round {number}, turn {turn}: {names[active]} is active{kind}."
        case OrderSwitched(in_order):
            return f"From the next turn on you act {ORDERS[in_order]}."
        case RowFilled(dice):
            return f"Into the junkyard: {dice_names(dice)}." if dice else "No dice are left."
        case BagRefilled(number):
            return f"The bag is empty: {count(number, 'die', 'dice')} go back in."
        case RoundEnded(number):
            return f"Round {number} is over; sparks come home."
        case Ended(_, winners):
            who = " and ".join(names[seat] for seat in winners) or "Nobody"
            return f"The game is over: {who} won."
        case _:
            said = deed(event)
            return f"{names[event.seat]} {said}." if said else ""


def deed(event: SeatEvent) -> str:
    """What a seat did or got, without its name."""
    match event:
        case RobotsDealt(_, number, _, robots):
            shown = f": {', '.join(map(robot, robots))}" if robots else ""
            return f"draws {count(number, 'robot')}{shown}"
        case RobotChosen(_, key, slot):
            if not key:
                return "has chosen a robot"
            return f"puts {robot(key)} into slot {slot}" if slot else f"returns {robot(key)}"
        case RobotsShown(_, fitted, back):
            new = ", ".join(robot(each.robot) for each in fitted) or "nothing"
            return f"builds on with {new}" + (f"; {count(back, 'card')} returned" if back else "")
        case RobotsReturned(_, robots):
            return f"returned {', '.join(map(robot, robots))}"
        case CardsDealt(_, number, _, assistants):
            shown = f": {', '.join(map(assistant, assistants))}" if assistants else ""
            return f"draws {count(number, 'assistant')}{shown}"
        case Drafted(_, key):
            return f"keeps {assistant(key) if key else 'a card'}"
        case TilePlayed(_, tile):
            return f"plays {TILE_NAMES[tile]}"
        case DiceTaken(_, dice):
            return f"takes {dice_names(dice)}"
        case DieGained(_, die, origin, why):
            return f"gains a {die_name(die)}{ORIGINS[origin]} ({source(why)})"
        case DieMissed(_, why):
            return f"gains no die: there is none left ({source(why)})"
        case DiePlaced(_, die, to, how, cogs):
            paid = f" for {count(cogs, 'cog')}" if cogs else ""
            return f"{PLACED[how]} the {die_name(die)}: {goes_to(to)}{paid}"
        case DieSold(_, die, cogs):
            return f"sells the {die_name(die)} for {count(cogs, 'cog')}"
        case DieSpent(_, die, key):
            return f"discards the {die_name(die)} for {assistant(key)}"
        case DieChanged(_, die, before, how):
            return f"changes the {die.colour} {before} to {die.value} ({CHANGES[how]})"
        case Recruited(_, key, cogs):
            return f"plays {assistant(key)} for {count(cogs, 'cog')}"
        case Copied(_, key):
            return f"has Conrad copy {assistant(key)}"
        case Used(_, key):
            return f"uses {source(key)}"
        case BoxFired(_, key, by):
            return f"uses {box(key)} {FIRED[by]}"
        case RobotCompleted(_, key):
            return f"completes {robot(key)}"
        case Advanced(_, colour, place):
            return f"advances to space {place} on {COLOUR_OF[colour]}"
        case StepsLost(_, steps):
            return f"loses {count(steps, 'step')}: all markers stand at the end"
        case BonusPassed(_, _, bonus):
            return f"passes a bonus: {BONUS_NAMES[bonus]}"
        case CogsGained(_, number, why):
            return f"gains {count(number, 'cog')} ({source(why)})"
        case SparksGained(_, number, why):
            return f"gains {count(number, 'spark')} ({source(why)})"
        case Allowed(_, what, number, why):
            return f"has {ALLOWED[what].format(number)} ({source(why)})"
        case LevelReached(_, level):
            return f"reaches factory level {level}"
        case UpgradeTaken(_, kind, slot):
            above = f" above slot {slot}" if slot else ""
            return f"takes the upgrade {upgrade(kind)}{above}"
        case Declined(_, what):
            return DECLINED[what]
        case Signalled(_, done):
            return "is done" if done else "goes on after all"
        case ToScrap(_, key):
            return f"will discard {robot(key)}"
        case ReadyToDraw():
            return "is ready to draw"
        case Scrapped(_, key):
            return f"discards {robot(key)}"
        case Stored(_, die):
            return f"keeps {'no die' if die is None else f'the {die_name(die)}'}"
        case Scored(_, points):
            return f"scores {score(points)}"
        case DiceCleared():
            return ""
        case _:
            assert_never(event)


def score(points: Score) -> str:
    """A score, source by source."""
    return (
        f"{points.total}: tracks {sum(points.tracks)}, factory × assistants {points.factory},"
        f" assistants {points.assistants}, upgrades {points.upgrades}, sets {points.sets},"
        f" cogs {points.cogs}, goals {points.goals}"
    )
