"""The one notation for actions: `tile bag left`, `take 3`, `place 17 2.1`, `place 17 factory.red
pay number`, `pip 17 +1 free`, `recruit emma`, `box board cog`, `use octavia 17`, `done` ..."""

import re
from collections.abc import Callable
from functools import lru_cache

from engines.core.engine import Unreadable
from engines.sparks.actions import SPACES
from engines.sparks.components import ASSISTANTS, ROBOTS, TILES, UPGRADES
from engines.sparks.effects import SLOTS
from engines.sparks.model import (
    BOARD,
    COLOURS,
    LEFT,
    RIGHT,
    Action,
    Box,
    ChooseUpgrade,
    Copy,
    Decline,
    Done,
    Draft,
    Draw,
    Fire,
    Fit,
    Keep,
    Move,
    NotDone,
    Pay,
    Pick,
    Pip,
    Place,
    PlayTile,
    Recruit,
    Return,
    Reuse,
    Roll,
    Scrap,
    Sell,
    StartReroll,
    Step,
    Take,
    Use,
)

PLAIN: dict[str, Action] = {
    "reroll": StartReroll(),
    "roll": Roll(),
    "pay": Pay(),
    "decline": Decline(),
    "done": Done(),
    "not done": NotDone(),
    "draw": Draw(),
}
"""The actions that are a word."""

WORDS: dict[type[Action], str] = {
    **{type(action): word for word, action in PLAIN.items()},
    Return: "return",
    Draft: "draft",
    PlayTile: "tile",
    Take: "take",
    Place: "place",
    Move: "move",
    Reuse: "recycle",
    Sell: "sell",
    Pip: "pip",
    Recruit: "recruit",
    Box: "box",
    Use: "use",
    Pick: "pick",
    Step: "step",
    ChooseUpgrade: "upgrade",
    Copy: "copy",
    Fire: "fire",
    Scrap: "scrap",
    Fit: "fit",
    Keep: "keep",
}


def write(action: Action) -> str:
    """An action as text."""
    word = WORDS[type(action)]
    match action:
        case Place(die, to, pay, colour, number) | Move(die, to, pay, colour, number):
            return f"{word} {die} {to}{ignoring(pay, colour, number)}"
        case Reuse(die, to, pay, colour, number):
            return f"{word} {die} {to}{ignoring(pay, colour, number)}"
        case Pip(die, by, free):
            return f"{word} {die} {by:+d}{' free' if free else ''}"
        case PlayTile(tile, at):
            return f"{word} {tile} {at}"
        case Box(box, cog):
            return f"{word} {box}{' cog' if cog else ''}"
        case Use(key, die):
            return f"{word} {key} {die}" if die else f"{word} {key}"
        case ChooseUpgrade(kind, slot):
            return f"{word} {kind} {slot}" if slot else f"{word} {kind}"
        case Fit(robot, slot):
            return f"{word} {robot} {slot}"
        case Keep(die):
            return f"{word} {die or 'none'}"
        case Sell(die) | Pick(die):
            return f"{word} {die}"
        case Return(key) | Draft(key) | Recruit(key) | Copy(key) | Fire(key):
            return f"{word} {key}"
        case Take(at):
            return f"{word} {at}"
        case Step(colour):
            return f"{word} {colour}"
        case Scrap(slot):
            return f"{word} {slot}"
        case _:
            return word


def ignoring(pay: bool, colour: bool, number: bool) -> str:
    """How a placement ignores requirements, as words."""
    words = {"pay": pay, "colour": colour, "number": number}
    return "".join(f" {word}" for word, said in words.items() if said)


def one_of(*names: str) -> str:
    """A pattern for one of these words."""
    return f"({'|'.join(map(re.escape, names))})"


DIE = "([1-9][0-9]{0,3})"
PLACE = "([1-7])"
SLOT = one_of(*map(str, SLOTS))
SIDE = one_of(LEFT, RIGHT, *map(str, range(1, 8)))
ROBOT, ASSISTANT, BOX = one_of(*ROBOTS), one_of(*ASSISTANTS), one_of(BOARD, *ROBOTS)
PLACING = f"{DIE} {one_of(*SPACES)}( pay)?( colour)?( number)?"

Reader = Callable[[re.Match[str]], Action]


def placing(kind: type[Place] | type[Move] | type[Reuse]) -> Reader:
    """Reads a placement of this kind."""
    return lambda m: kind(int(m[1]), m[2], bool(m[3]), bool(m[4]), bool(m[5]))


FORMS: tuple[tuple[re.Pattern[str], Reader], ...] = tuple(
    (re.compile(pattern, re.ASCII), reader)
    for pattern, reader in (
        (f"place {PLACING}", placing(Place)),
        (f"move {PLACING}", placing(Move)),
        (f"recycle {PLACING}", placing(Reuse)),
        (f"pip {DIE} ([+-])1( free)?", lambda m: Pip(int(m[1]), int(m[2] + "1"), bool(m[3]))),
        (f"sell {DIE}", lambda m: Sell(int(m[1]))),
        (f"recruit {ASSISTANT}", lambda m: Recruit(m[1])),
        (f"box {BOX}( cog)?", lambda m: Box(m[1], bool(m[2]))),
        (f"use {ASSISTANT}(?: {DIE})?", lambda m: Use(m[1], int(m[2] or 0))),
        (f"step {one_of(*COLOURS)}", lambda m: Step(m[1])),
        (f"pick {DIE}", lambda m: Pick(int(m[1]))),
        (
            f"upgrade {one_of(*UPGRADES)}(?: {SLOT})?",
            lambda m: ChooseUpgrade(m[1], int(m[2] or 0)),
        ),
        (f"copy {ASSISTANT}", lambda m: Copy(m[1])),
        (f"fire {BOX}", lambda m: Fire(m[1])),
        (f"tile {one_of(*TILES)} {SIDE}", lambda m: PlayTile(m[1], m[2])),
        (f"take {SIDE}", lambda m: Take(m[1])),
        (f"return {ROBOT}", lambda m: Return(m[1])),
        (f"draft {ASSISTANT}", lambda m: Draft(m[1])),
        (f"scrap {SLOT}", lambda m: Scrap(int(m[1]))),
        (f"fit {ROBOT} {SLOT}", lambda m: Fit(m[1], int(m[2]))),
        (f"keep (?:{DIE}|none)", lambda m: Keep(int(m[1] or 0))),
    )
)


@lru_cache(maxsize=1 << 14)
def read(text: str) -> Action:
    """The action in a text. Raises `Unreadable`. Only what `write` gives is read, to the letter."""
    if text in PLAIN:
        return PLAIN[text]
    for pattern, reader in FORMS:
        match = pattern.fullmatch(text)
        if match is not None:
            return reader(match)
    raise Unreadable(f"no action of Sparks: {text[:80]!r}")
