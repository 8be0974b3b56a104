"""Every sentence people read: labels, log lines, reasons. Reasons and lines hold only what their
reader may know."""

from typing import assert_never

from engines.core.engine import Reason
from engines.quirky_circuits.components import CARDS
from engines.quirky_circuits.model import (
    ANY,
    BROKEN_VASE,
    DONE,
    DUST,
    FLAT,
    VASE,
    Action,
    Broke,
    Collided,
    Dealt,
    Drained,
    Event,
    Face,
    Fell,
    Lift,
    Lifted,
    Lost,
    Moved,
    Play,
    Played,
    Ran,
    Revealed,
    Seated,
    Signal,
    Signalled,
    Slid,
    Stayed,
    Swept,
    Turned,
    Won,
)

DIRECTIONS = ("north", "east", "south", "west")
TOKENS = {DUST: "a dust bunny", VASE: "the vase", BROKEN_VASE: "a broken vase"}
SIGNS = {DONE: "done", FLAT: "hands flat"}
BANDS = {"green": "in the green", "yellow": "in the yellow", "red": "in the red"}

LINES = {
    "first": "Lay your first card.",
    "more": "Lay a card, or signal that you stop.",
    "signalled": "You have stopped. You may still lay a card.",
    "held_up": "The queue is too short: lay a card.",
    "empty": "You have no cards left.",
}
"""What the one line says to a seat, by its ask."""

ENDS = {
    "won": "You all won!",
    "lost": "The battery is empty: you all lost.",
}

REACHED = "All done"
"""Of the goal, once the game is won."""

# What a run event is called as a frame of the walk-through.
FRAMES: dict[type[Event], str] = {
    Moved: "moved",
    Slid: "slid",
    Turned: "turned",
    Collided: "collided",
    Seated: "chair",
    Swept: "swept",
    Fell: "fell",
    Broke: "broke",
    Stayed: "nothing",
    Won: "won",
}


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    if 10 < number % 100 < 14:
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: 1 card, 2 cards."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def space(x: int, y: int) -> str:
    """A space by its column's letter and its row's number."""
    return f"{chr(ord('A') + x)}{y + 1}"


def label(face: Face) -> str:
    """A card by name."""
    return CARDS[face].label


def back(kind: str, quirk: bool) -> str:
    """A card by its back."""
    return f"a quirk card ({kind})" if quirk else f"a {kind} card"


def action(act: Action) -> str:
    """A button in words."""
    match act:
        case Play(face):
            return "Lay one of my cards at random" if face == ANY else f"Lay {label(face)}"
        case Signal(sign):
            return "I'm done" if sign == DONE else "Hands flat: let's stop"
        case Lift(sign):
            return f"Take back: {SIGNS[sign]}"
        case _:
            assert_never(act)


def obstacle(into: str) -> str:
    """What one bumped into, in words."""
    names = {"barrier": "a wall", "edge": "the outer wall", "tv": "the TV"}
    return names.get(into, f"the {into.replace('_', ' ')}")


def happening(event: Event, who: str = "") -> str:
    """What happened on the map, about `who` (the robot's name), or with no name, as the log says
    it."""
    match event:
        case Moved(x, y):
            said = f"{who} moves to {space(x, y)}."
        case Slid(x, y):
            said = f"{who} slides down to {space(x, y)}."
        case Turned(direction, "card"):
            said = f"{who} turns to face {DIRECTIONS[direction]}."
        case Turned(direction):
            said = f"{who} turns left and faces {DIRECTIONS[direction]}."
        case Collided(into):
            said = f"{who} bumps into {obstacle(into)} and stops."
        case Seated(x, y):
            said = f"{who} is stopped by the chair at {space(x, y)}."
        case Swept(_, kind, x, y):
            said = f"{who} sweeps up {TOKENS[kind]} at {space(x, y)}."
        case Fell(_, kind, x, y):
            said = f"{TOKENS[kind]} falls to {space(x, y)}."
        case Broke():
            said = "It breaks: one more mess to sweep."
        case Stayed(_, kind):
            said = f"{TOKENS[kind]} wobbles, but has nowhere to fall."
        case Won(_, band):
            said = f"The goal is reached with the battery {BANDS[band]}: you all win!"
        case _:
            said = ""
    said = said.strip()
    return said[:1].upper() + said[1:]


def line(event: Event, names: tuple[str, ...]) -> str:
    """One log line, or none for single steps, which the card above them already tells."""
    match event:
        case Dealt(seat, backs):
            return f"{names[seat]} is dealt {count(len(backs), 'card')}."
        case Played(seat, place, kind, quirk, face):
            card = back(kind, quirk) if face is None else label(face)
            return f"{names[seat]} lays {card} as {ordinal(place)}."
        case Signalled(seat, sign):
            return f"{names[seat]} signals: {SIGNS[sign]}."
        case Lifted(seat, sign):
            return f"{names[seat]} takes the signal back: {SIGNS[sign]}."
        case Ran(number, cards):
            return f"Round {number}: the queue of {count(cards, 'card')} runs."
        case Revealed(place, seat, face):
            return f"Card {place}, {names[seat]}: {label(face)}."
        case Drained(_, battery):
            return f"The queue's cards go under the deck. Battery: {battery}."
        case Lost():
            return "The battery is empty before the goal is reached: you all lose."
        case Moved() | Turned(_, "card"):
            return ""
        case _:
            return happening(event)


def over() -> Reason:
    """The game has ended."""
    return Reason("over", "The game is over.", "End of the Game")


def no_cards() -> Reason:
    """An empty hand."""
    return Reason(
        "no_cards",
        "You have no cards left, so you count as done; the queue runs when the others stop.",
        "Program",
    )


def moved_on(seen: int, now: int) -> Reason:
    """Somebody laid a card first."""
    return Reason(
        "moved_on",
        f"Somebody laid a card first: the next place is the {ordinal(now + 1)},"
        f" and you meant the {ordinal(seen + 1)}. Look again, then lay it if you still want to.",
        "Program",
        (("seen", seen), ("now", now)),
    )


def not_held(face: Face) -> Reason:
    """A card one doesn't hold."""
    name = label(face) if face in CARDS else face
    return Reason("not_held", f"You hold no {name}.", "Program", (("face", face),))


def quirk_first() -> Reason:
    """A basic card while quirks are held."""
    return Reason(
        "quirk_first",
        "You hold a quirk card: quirk cards are laid before any other card of your hand.",
        "Quirk cards",
    )


def lay_first(sign: str) -> Reason:
    """A signal before the first card."""
    return Reason(
        "lay_first",
        f"You can signal {SIGNS[sign]} once you have laid a card: everybody lays at least one.",
        "Program",
        (("sign", sign),),
    )


def already(sign: str) -> Reason:
    """A signal that stands."""
    return Reason("already", f"You signal that already: {SIGNS[sign]}.", "Communicating")


def not_signalled(sign: str) -> Reason:
    """A signal that doesn't stand."""
    return Reason("not_signalled", f"You don't signal: {SIGNS[sign]}.", "Communicating")


def unknown_scenario(key: str) -> Reason:
    """Options with a scenario that isn't in the book."""
    return Reason(
        "unknown_scenario",
        f"There is no scenario named {key!r}.",
        "Setup 1",
        (("scenario", key),),
    )


def wrong_seats(seats: int) -> Reason:
    """A number of players the game isn't made for."""
    return Reason("wrong_seats", f"Quirky Circuits is for 2 to 4 players, not {seats}.", "Setup")
