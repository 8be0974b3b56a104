"""The one notation for actions: `play forward_2 @4`, `play any @4`, `done`, `not done`, `flat`,
`not flat`, `choose seed-b3`."""

import re
from functools import lru_cache
from typing import assert_never

from engines.core.engine import Unreadable
from engines.quirky_circuits.components import CARDS
from engines.quirky_circuits.model import ANY, DONE, FLAT, Action, Choose, Lift, Play, Signal

SIGNS: dict[str, Action] = {
    **{sign: Signal(sign) for sign in (DONE, FLAT)},
    **{f"not {sign}": Lift(sign) for sign in (DONE, FLAT)},
}


def write(action: Action) -> str:
    """An action as text."""
    match action:
        case Play(face, seen):
            return f"play {face} @{seen}"
        case Signal(sign):
            return sign
        case Lift(sign):
            return f"not {sign}"
        case Choose(token):
            return f"choose {token}"
        case _:
            assert_never(action)


@lru_cache(maxsize=1024)
def read(text: str) -> Action:
    """The action in a text. Raises `Unreadable`. Only what `write` gives is read, to the letter."""
    if text in SIGNS:
        return SIGNS[text]
    if re.fullmatch(r"choose [a-z_]{1,20}-[a-z][1-9](-[2-9])?", text, re.ASCII):
        return Choose(text.removeprefix("choose "))
    match = re.fullmatch(r"play ([a-z0-9_]{1,40}) @(0|[1-9][0-9]?)", text, re.ASCII)
    if match is None or (match[1] != ANY and match[1] not in CARDS):
        raise Unreadable(f"no action of Quirky Circuits: {text[:80]!r}")
    return Play(match[1], int(match[2]))
