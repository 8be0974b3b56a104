"""What the app asks about a table that is no rule of a move: the scenario book, silence."""

from functools import lru_cache

from msgspec import Struct

from engines.core.engine import Reason
from engines.quirky_circuits.model import Options, State
from engines.quirky_circuits.scenario import SCENARIOS
from engines.quirky_circuits.views import MapView, Token, map_view

DIFFICULTIES = ("a first step", "easy", "some thought", "tricky", "for experts")
"""In words, by a scenario's place among its robot's five."""


class Entry(Struct, frozen=True):
    """A page of the scenario book, as shown before the game: all of it is printed for everybody."""

    key: str
    number: int
    title: str
    story: str
    place: str
    robot: str
    battery: int
    difficulty: str
    map: MapView
    tokens: tuple[Token, ...]


@lru_cache(maxsize=1)
def catalogue() -> tuple[Entry, ...]:
    """The scenario book in its recommended order (Rulebook, Setup 1)."""
    return tuple(
        Entry(
            key=scenario.key,
            number=scenario.number,
            title=scenario.title,
            story=scenario.story,
            place=scenario.place,
            robot=scenario.robot,
            battery=scenario.battery,
            difficulty=DIFFICULTIES[(scenario.number - 1) % len(DIFFICULTIES)],
            map=map_view(scenario.key),
            tokens=scenario.tokens,
        )
        for scenario in SCENARIOS.values()
    )


def label(options: Options) -> str:
    """The scenario's title."""
    return SCENARIOS[options.scenario].title


def emblem(options: Options) -> str:
    """The scenario's robot."""
    return SCENARIOS[options.scenario].robot


def silence(state: State) -> Reason | None:
    """Rulebook, Communicating: nobody says anything about cards, plans or wishes while a game runs.

    The house rule *talk between rounds* opens words from a run's end to the next card.
    """
    if state.ended:
        return None
    if state.options.talk and state.round > 1 and not state.queue:
        return None
    return Reason(
        "silence",
        "Chat is closed while you play. Words open again at the debrief, after the last card.",
        "Communicating",
    )
