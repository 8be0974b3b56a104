"""The sentences people read: log lines, buttons, reasons. Nothing here decides anything."""

from engines.core.engine import Reason
from engines.sparks.components import ASSISTANTS, ROBOTS, UPGRADES
from engines.sparks.model import BOARD, Key


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: 1 cog, 2 cogs."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


# --- Reasons. ---


def over() -> Reason:
    """The game has ended."""
    return Reason("over", "The game is over.", "Game Ends")


def not_now() -> Reason:
    """Another phase, or another question."""
    return Reason("not_now", "That is not asked of you now.", "How to Play")


def not_your_turn() -> Reason:
    """Table option *in order*."""
    return Reason("not_your_turn", "It isn’t your turn to act yet.", "Actions")


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


def no_place() -> Reason:
    """A place of the row that can't be taken from."""
    return Reason("no_place", "Dice can’t be taken there: take from an end.", "How to Play")


def no_die(die: int) -> Reason:
    """A die that isn't where it would have to be."""
    return Reason("no_die", "You have no such die there.", "Actions", (("die", die),))


def no_space(to: str) -> Reason:
    """A space that isn't vacant, or isn't there."""
    return Reason("no_space", "There is no free space for the die there.", "Actions", (("to", to),))


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
    return Reason("no_box", "You have no such power box.", "Activate a power box")


def box_used() -> Reason:
    """A box with something on it."""
    return Reason("box_used", "That power box is used until the round ends.", "Power box")


def no_emma() -> Reason:
    """A cog on a box, without Emma."""
    return Reason("no_emma", "A cog only works on a power box with Emma.", "Emma")


def no_sparks() -> Reason:
    """No spark left."""
    return Reason("no_sparks", "You have no spark left.", "Activate a power box")


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


def no_reroll() -> Reason:
    """No reroll, or no dice."""
    return Reason("no_reroll", "You have no reroll now, or no dice for it.", "Production tiles")


def wrong_seats(seats: int) -> Reason:
    """A number of players the game isn't made for."""
    return Reason("wrong_seats", f"Sparks is for 1 to 4 players, not {seats}.", "Setup")


def wrong_goals(goals: int, seats: int) -> Reason:
    """Goals that don't fit."""
    said = "from none to four" if seats == 1 else "none or two"
    return Reason("wrong_goals", f"Goal tiles here: {said}, not {goals}.", "Goal Tiles")


# --- Names. ---


def box(key: Key) -> str:
    """A power box by name."""
    return "the board’s power box" if key == BOARD else f"{ROBOTS[key].name}’s power box"


def source(key: str) -> str:
    """Where an effect comes from."""
    if key in ASSISTANTS:
        return ASSISTANTS[key].name
    if key in ROBOTS:
        return ROBOTS[key].name
    if key in UPGRADES:
        return UPGRADES[key].name
    words = {BOARD: "the board’s power box", "tile": "the production tile"}
    return words.get(key, key)
