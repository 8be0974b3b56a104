"""The records of Marbles, the game that only the tests of `engines.core` play. No rule lives here.

Rules: each round every seat secretly picks a card from its hand; when the last has picked, all are
turned over and do what they say. Then everybody acts at once, in any order, with two energy: take
a marble from the open dish, draw one from the bag, place marbles on the own tray, swap two of
them, spend one (back into the bag) for energy; and signals *done*, which may be lifted once. When
all are done the round ends. The fuller tray wins; pairs side by side count one more.
"""

from typing import TypeAlias

from msgspec import Struct

from engines.core.engine import Seat

Colour: TypeAlias = str
Face: TypeAlias = str

COLOURS: tuple[Colour, ...] = ("blue", "green", "red")
EACH = 4
"""Marbles of each colour."""
PLACES = 4
"""Places on a tray."""
ENERGY = 2
CHOICES = (*COLOURS, "none", "top", "under")
"""What cards let a seat choose."""


# --- Effects: what a card does, as data ---


class DrawMarbles(Struct, frozen=True, tag=True):
    """Draw this many marbles from the bag, as far as there are some."""

    count: int


class Gift(Struct, frozen=True, tag=True):
    """Choose a marble from the dish, or none: others may empty it while you think."""


class GiveBack(Struct, frozen=True, tag=True):
    """Choose a marble of yours and put it back into the bag; nothing if you have none."""


class Lift(Struct, frozen=True, tag=True):
    """Look at the top card of the deck; nothing if there is none."""


class PutCard(Struct, frozen=True, tag=True):
    """Put the card you looked at on top of the deck or under it."""


Effect: TypeAlias = DrawMarbles | Gift | GiveBack | Lift | PutCard


class Job(Struct, frozen=True):
    """Pending work of one seat: an effect, and the card it comes from."""

    effect: Effect
    source: Face


CARDS: dict[Face, tuple[Effect, ...]] = {
    "gift": (Gift(),),
    "gust": (DrawMarbles(2),),
    "peek": (Lift(), PutCard()),
    "scout": (Gift(), Lift(), PutCard()),
    "trade": (GiveBack(), DrawMarbles(1)),
}
COPIES = 4


# --- The state ---


class Options(Struct, frozen=True):
    """What a table chooses."""

    rounds: int = 2
    hand: int = 3


class Player(Struct, frozen=True):
    """All that belongs to one seat. `hand` and `pouch` are sorted: equal things are the same
    thing."""

    hand: tuple[Face, ...]
    pick: Face = ""
    lifted: Face = ""
    pouch: tuple[Colour, ...] = ()
    tray: tuple[Colour, ...] = ("",) * PLACES
    energy: int = ENERGY
    drawn: int = 0
    done: bool = False
    reopened: bool = False
    agenda: tuple[Job, ...] = ()


class State(Struct, frozen=True):
    """A whole game. `phase`: pick, free, over; reveal inside a row only. The deck's top is its
    first card."""

    rounds: int
    round: int
    phase: str
    deck: tuple[Face, ...]
    bag: tuple[Colour, ...]
    dish: tuple[Colour, ...]
    players: tuple[Player, ...]


# --- Actions ---


class Pick(Struct, frozen=True, tag=True):
    """Seal a card of the hand."""

    face: Face


class Take(Struct, frozen=True, tag=True):
    """Take a marble from the dish."""

    colour: Colour


class Draw(Struct, frozen=True, tag=True):
    """Draw a marble from the bag."""


class Place(Struct, frozen=True, tag=True):
    """Put a marble of the pouch on an empty place of the tray."""

    colour: Colour
    place: int


class Swap(Struct, frozen=True, tag=True):
    """Swap two places of the tray."""

    first: int
    second: int


class Spend(Struct, frozen=True, tag=True):
    """Put a marble of the pouch back into the bag, for one energy."""

    colour: Colour


class Choose(Struct, frozen=True, tag=True):
    """Answer what a card asks: a colour, or `top` or `under`."""

    what: str


class Done(Struct, frozen=True, tag=True):
    """Signal that one has finished the round."""


class NotDone(Struct, frozen=True, tag=True):
    """Lift that signal."""


Action: TypeAlias = Pick | Take | Draw | Place | Swap | Spend | Choose | Done | NotDone


# --- Events ---


class Dealt(Struct, frozen=True, tag=True):
    """A card was dealt; its face is a secret of the seat."""

    seat: Seat
    face: Face


class Picked(Struct, frozen=True, tag=True):
    """A card was sealed; its face is a secret of the seat."""

    seat: Seat
    face: Face


class Revealed(Struct, frozen=True, tag=True):
    """All sealed cards were turned over."""

    faces: tuple[Face, ...]


class Lifted(Struct, frozen=True, tag=True):
    """A seat saw the top card of the deck, which now has `cards`.

    Without that number it would depend on the faces whether the one who put a card there before can
    take that back: the refusal itself would tell a secret.
    """

    seat: Seat
    face: Face
    cards: int


class PutBack(Struct, frozen=True, tag=True):
    """That card went back, on top or under the deck, which now has `cards`.

    Without that number two cards put back could change places by an undo: an event says what the
    order decides.
    """

    seat: Seat
    face: Face
    where: str
    cards: int


class Marble(Struct, frozen=True, tag=True):
    """A marble changed place. `how`: set out, drew, took, gave back, spent, placed."""

    seat: Seat
    how: str
    colour: Colour
    place: int = -1


class Swapped(Struct, frozen=True, tag=True):
    """Two places of a tray were swapped."""

    seat: Seat
    first: int
    second: int


class Signalled(Struct, frozen=True, tag=True):
    """A seat signalled that it is done, or no longer."""

    seat: Seat
    done: bool


class RoundEnded(Struct, frozen=True, tag=True):
    """Everybody was done."""

    round: int


Event: TypeAlias = (
    Dealt | Picked | Revealed | Lifted | PutBack | Marble | Swapped | Signalled | RoundEnded
)
