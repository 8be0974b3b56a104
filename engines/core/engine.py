"""The interface every game fills in: records that cross it, and `Engine`, a game's table of
contents.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct

from engines.core.chance import Chance

Seat: TypeAlias = int
"""A place at the table, counted from 0."""

Viewer: TypeAlias = Seat | Literal["all"] | None
"""Who looks: a seat, `None` for a spectator, `"all"` when everything lies open (after the end)."""

S = TypeVar("S")  # a game's State
A = TypeVar("A")  # a game's Action
E = TypeVar("E")  # a game's Event
O = TypeVar("O")  # noqa: E741 - a game's Options; one letter like its sisters
V = TypeVar("V")  # a game's Public view
W = TypeVar("W")  # a game's Private view
T = TypeVar("T")  # what a part of a view shows

EACH: Final = "each"
Each: TypeAlias = Annotated[tuple[T, ...], EACH]
"""The type of a view's field whose entries are a region each, in this order, and as many all game
long: what changes one of them leaves the others alone.
"""


class Ask(Struct, frozen=True, gc=False):
    """An open question to one seat. A seat has at most one.

    `kind` names the prompt; `about` says in the game's own terms what is asked (`"round 3"`); a new
    question differs in one of them. `must`: the table waits for this seat; otherwise it only may.
    """

    seat: Seat
    kind: str
    about: str
    must: bool


class Reason(Struct, frozen=True, gc=False):
    """Why something can't be done: a key, the values that belong to it, and the rule it cites.

    `text` is the sentence people read; it may say only what its reader may know. The key `moved_on`
    is for an answer that carries what it saw, when that has changed since.
    """

    key: str
    text: str
    rule: str = ""
    values: tuple[tuple[str, int | str], ...] = ()


class Illegal(Exception):
    """An action that the rules forbid now. Nothing has changed. `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.text)
        self.reason = reason


class Unreadable(ValueError):
    """A text that is no action of this game."""


class Offer(Struct, frozen=True, gc=False):
    """One thing the page shows a seat, possible or not.

    `on` and `to` are the pieces it belongs to (`""`: none); `text` is what a tap posts, one action
    or several joined by `"; "`; `label` is the button in words; `cost` what it costs, in words;
    `no` is `None` if it can be done, else why not.
    """

    text: str
    label: str
    on: str = ""
    to: str = ""
    cost: str = ""
    no: Reason | None = None


class Switch(Struct, frozen=True, gc=False):
    """Something that a table may change while it plays, as its host decides. `text` is what that
    change is written as, `label` the button in words; `told` says how it stands, for everybody.
    """

    text: str
    label: str
    told: str


class Chapter(Struct, frozen=True):
    """Something that can be finished: an entry of a game's book. `group` is the heading it stands
    under; `line` says in a few words where it plays and how hard it is.
    """

    key: str
    number: int
    title: str
    group: str
    line: str


class Grade(Struct, frozen=True):
    """A way to finish a chapter: the ending that it is, in one or two words, and `stars`, which
    tell it at a glance.
    """

    ending: str
    label: str
    stars: int


class Easing(Struct, frozen=True):
    """An option that makes a chapter easier to finish: who finished it so is told apart by
    `label`.
    """

    option: str
    label: str


class Book(Struct, frozen=True):
    """What there is to finish in a game, one by one: its chapters in the recommended order, each a
    record of the catalogue. `option` is the option that names one; `grades`, best first, are the
    endings that finish it, any other leaves it open.
    """

    option: str
    chapters: tuple[Chapter, ...]
    grades: tuple[Grade, ...]
    easings: tuple[Easing, ...] = ()


class Page(Struct, frozen=True):
    """A page of the rules about one thing alone, beside the page of all rules. `shelf` and `key`
    are its address there (`robots/twirl`); `record` is all that the game's own template for that
    shelf shows.
    """

    shelf: str
    key: str
    title: str
    record: Any


class Result(Struct, frozen=True, gc=False):
    """How a game ended. `reason` is one of the engine's `endings`; `winners` are seats (all of them
    in a won cooperative game, none in a lost one); `scores` a number a seat, or empty; `text` a
    sentence.
    """

    reason: str
    winners: tuple[Seat, ...]
    scores: tuple[int, ...] = ()
    text: str = ""


class Step(NamedTuple, Generic[S, E]):
    """What one action did: the new state, its events in order, and `beats`, pairs of (number of
    events so far, state) for each moment inside worth stepping to. Beats are recomputed, never
    stored.
    """

    state: S
    events: tuple[E, ...]
    beats: tuple[tuple[int, S], ...] = ()


def _words_are_free(_state: object) -> Reason | None:
    return None


def _no_catalogue() -> tuple[Any, ...]:
    return ()


def _no_book() -> Book | None:
    return None


def _nothing_printed() -> None:
    return None


def _no_pages() -> tuple[Page, ...]:
    return ()


def _no_label(_options: object) -> str:
    return ""


def _no_beeps(_state: object) -> bool:
    return False


def _no_heads(_event: object) -> bool:
    return False


def _no_topic(_event: object) -> str:
    return ""


def _no_lookback(_rows: object) -> None:
    return None


def _no_switches(_state: object) -> tuple[Switch, ...]:
    return ()


def _no_switch(_state: object, text: str) -> Step[Any, Any]:
    raise Unreadable(text)


@dataclass(frozen=True)
class Engine(Generic[S, A, E, O, V, W]):
    """A game, as plain functions. The app and `engines.core` see nothing else of it.

    The types (`state_type` and so on) are what the codec decodes into; everything else is a rule.
    """

    key: str
    """Name of the game's folders and of its rows in the database."""
    title: str
    version: str
    """Rules version; changes whenever an old row could lead to another state."""
    seats: tuple[int, ...]
    """How many may play."""
    endings: tuple[str, ...]
    """Every `Result.reason` there is; the golden games must hold one of each."""
    state_type: Any
    event_type: Any
    """An event's field `seat`, if it has one, says whose it is."""
    options_type: Any

    setup: Callable[[O, int, Chance], Step[S, E]]
    """`(options, number of seats, chance)`: the first state. Raises `Illegal` on options that don't
    fit; the reason's `values` name the option.
    """
    asks: Callable[[S], tuple[Ask, ...]]
    """Who must or may answer now, lowest seat first, at most one a seat. Cheap."""
    options: Callable[[S, Seat], tuple[A, ...]]
    """Every legal single action of a seat, in a pinned order, none twice. Empty for a seat without
    an ask.
    """
    why_not: Callable[[S, Seat, A], Reason | None]
    """`None` if the action is legal; else why not. `apply` uses it."""
    apply: Callable[[S, Seat, A, Chance], Step[S, E]]
    """One rulebook action. Raises `Illegal`."""
    offers: Callable[[S, Seat], tuple[Offer, ...]]
    """Whole steps for the page, possible or not, cheapest payment first."""
    idle: Callable[[S, Seat], A]
    """The safe default of a seat that must answer (absence, clock, a failing bot)."""
    closed: Callable[[S, S], bool]
    """`(before, after)`: a phase closed for everybody; nothing before it can be taken back."""
    reveals: Callable[[E], bool]
    """Somebody saw something hidden in this event."""
    result: Callable[[S], Result | None]
    public: Callable[[S], V]
    """What everybody may know: an allow-list, built up. Each field is one region of the page; one
    of type `Each`, a region for each entry.
    """
    private: Callable[[S, Viewer], W]
    """What only this viewer may know and do. Each field is one region of the page; `moves` is all
    that a seat can do, and of it a spectator has nothing.
    """
    hide: Callable[[E, Viewer], E | None]
    """An event as this viewer may know it; `None`: not at all."""
    redeal: Callable[[S, Viewer, Chance], S]
    """Another state that this viewer can't tell from this one."""
    line: Callable[[E, tuple[str, ...]], str]
    """One log line for an event that `hide` let through, given the seats' names; `""`: none."""
    write: Callable[[A], str]
    read: Callable[[str], A]
    """One context-free notation. `read` raises `Unreadable`."""
    catalogue: Callable[[], tuple[Any, ...]] = _no_catalogue
    """What a new table can be opened with (scenarios), as records for the game's own form. One of
    the options names one of them by its `key`.
    """
    book: Callable[[], Book | None] = _no_book
    """What people can finish one by one, and see finished later on; `None`: every game stands for
    itself.
    """
    printed: Callable[[], Any] = _nothing_printed
    """All that is printed on cards, boards and tiles, as a record for the game's own rules page."""
    pages: Callable[[], tuple[Page, ...]] = _no_pages
    """The things that have a page of their own beside the game's rules page, each shelf in the
    order in which its pages are turned.
    """
    label: Callable[[O], str] = _no_label
    """A short name for a game with these options (its scenario's title); `""`: the game's title
    will do.
    """
    emblem: Callable[[O], str] = _no_label
    """The name of the picture that stands for a game with these options; `""`: the game's key."""
    silence: Callable[[S], Reason | None] = _words_are_free
    """Why nobody at the table may talk now; `None`: words are free. A game without such a rule
    leaves it.
    """
    beeps: Callable[[S], bool] = _no_beeps
    """Whether the seats may make the one sound that such a game allows."""
    heads: Callable[[E], bool] = _no_heads
    """Whether this event, as `hide` let it through, tells of a part of the game (a round, a turn):
    the log can show these lines alone.
    """
    topic: Callable[[E], str] = _no_topic
    """Where the game's rules tell why this event, as `hide` let it through, came about, as it
    follows the address of the rules page: an anchor there (`#belts`), or one of `pages`
    (`/robots/twirl#momentum`); `""`: its line says it all.
    """
    lookback: Callable[[Sequence[tuple[E, ...]]], Any] = _no_lookback
    """Where in the rows of a game that is over its debrief leads, from their events, the first row
    first. The game's templates get it as `lookback` after the end, and `None` before.
    """
    switches: Callable[[S], tuple[Switch, ...]] = _no_switches
    """What the table may change now. A game that is opened once for all leaves it."""
    switch: Callable[[S, str], Step[S, E]] = _no_switch
    """One of these changes: no draw, and no seat is asked anything else by it. Raises `Illegal`,
    `Unreadable`.
    """


AnyEngine: TypeAlias = Engine[Any, Any, Any, Any, Any, Any]
Registry: TypeAlias = Mapping[str, AnyEngine]
