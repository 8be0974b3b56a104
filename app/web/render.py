"""Regions and messages: views painted with Jinja, wrapped, hashed, and sent only where they
differ.
"""

import contextlib
import hashlib
import os
import sys
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from functools import cache, lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, NamedTuple, TypeAlias, get_type_hints
from uuid import UUID

import jinja2
from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from jinja2.nodes import Extends, Include, Name
from jinja2.runtime import Macro
from markupsafe import Markup, escape
from msgspec import Struct
from msgspec.structs import replace

from app.play.service import Held, LogLine, log_lines
from app.play.tables import SeatInfo
from engines.core.engine import EACH, Seat, Viewer
from engines.core.game import UNDO, Game, ask_id, own_rows, stays

TEMPLATES: Final = Path(__file__).resolve().parents[2] / "templates"
MOST_KEPT: Final = 3
"""Of regions around the play: for the host, the other seats, the watchers."""
MOST_OVER: Final = 16
"""Of tables whose game is over, their public regions."""
MACROS: Final = ("/art.html", "/kit.html")
"""The ends of the names of templates that hold macros for others."""
SHAPES: Final = ("disc", "square", "leaf", "triangle")
COLOURS: Final = ("red", "blue", "green", "yellow")


class SeatName(Struct, frozen=True):
    """A seat as templates show it: its name, and the shape and colour that stand for it."""

    seat: int
    name: str
    shape: str
    colour: str


class TakeBack(Struct, frozen=True):
    """A seat's last step of this phase, which an undo would take back: in the words of its log, and
    why it stays (`""`: it may go, unless somebody else's step has come to depend on it).
    """

    what: str
    no: str
    more: bool
    """Whether there are several that could be, one after the other."""


class Painted(NamedTuple):
    """A region as it goes to a browser, and the short hash that says which version it is."""

    html: str
    v: str


_Known: TypeAlias = dict[str, tuple[dict[str, Any], Painted]]
"""Regions by name, each with what it was painted from."""


def seat_name(seat: SeatInfo) -> SeatName:
    """How a taken seat is shown."""
    return SeatName(seat.seat, seat.name, SHAPES[seat.seat % 4], COLOURS[seat.seat % 4])


def take_back(game: Game, seat: Seat, names: tuple[str, ...]) -> TakeBack | None:
    """What this seat could take back now; None if it has done nothing in this phase."""
    rows = own_rows(game, seat)
    if not rows:
        return None
    row = rows[0]
    engine, own = game.engine, f"{names[seat]} "
    shown = filter(None, (engine.hide(event, seat) for event in row.events))
    lines = filter(None, (engine.line(event, names) for event in shown))
    no = stays(game, row)
    said = " ".join(line.removeprefix(own) for line in lines)
    more = len(rows) > 1 and not any(stays(game, each) for each in rows[:2])
    return TakeBack(said, no.text if no else "", more)


def own_context(held: Held, viewer: Seat | None) -> dict[str, Any]:
    """What the templates of a private view get besides it."""
    assert held.game is not None
    if viewer is None:
        return {"viewer": None, "ask": "", "undo": None}
    names = tuple(seat.name for seat in held.info.seats)
    undo = take_back(held.game, viewer, names)
    return {"viewer": viewer, "ask": ask_id(held.game, viewer), "undo": undo}


def lookback(held: Held) -> Any:
    """Where the debrief of this table leads: None unless its game is over, and has one."""
    if held.game is None or held.game.result is None:
        return None
    return held.game.engine.lookback([row.events for row in held.rows])


class Shown(NamedTuple):
    """A region that a view fills: its id, the field that names its template, what it shows."""

    name: str
    field: str
    view: Any


def regions_of(view: Struct) -> Iterator[Shown]:
    """The regions of a view: one a field, or `<field>-0`, `<field>-1` and so on for `Each`."""
    for field, each in _fields_of(type(view)):
        shown = getattr(view, field)
        if each:
            yield from (Shown(f"{field}-{at}", field, part) for at, part in enumerate(shown))
        else:
            yield Shown(field, field, shown)


@cache
def _fields_of(kind: type[Struct]) -> tuple[tuple[str, bool], ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        (field, EACH in getattr(hints[field], "__metadata__", ()))
        for field in kind.__struct_fields__
    )


def past_views(then: Held, viewer: Viewer) -> tuple[Any, Any]:
    """What everybody, and what this viewer, could know at a moment: the engine's own views, with
    the moves of somebody who watches, that is none.
    """
    assert then.game is not None
    engine, state = then.game.engine, then.game.state
    private = engine.private(state, viewer)
    nothing = engine.private(state, None).moves
    return engine.public(state), replace(private, moves=nothing)


def wrapped(name: str, inner: str, kind: str = "") -> Painted:
    """The region around its inner markup. `kind`: what it is called in sheets, if not by its id."""
    v = hashlib.blake2b(inner.encode(), digest_size=5).hexdigest()
    sort = kind or name
    return Painted(f'<div id="{name}" class="region r-{sort}" data-v="{v}">{inner}</div>', v)


def remembered(macro: Macro) -> Callable[..., str]:
    """The macro, which remembers what it said to the same values. An imported macro sees nothing
    but its arguments, so that is what it would say again.
    """
    known = lru_cache(maxsize=2_000, typed=True)(macro)

    def say(*given: Any, **named: Any) -> str:
        try:
            return known(*given, **named)
        except TypeError:
            # Records that can change have no hash.
            return macro(*given, **named)

    return say


class Templates(Environment):
    """Templates whose globals are a plain dict: the usual chain of two costs a tenth of a small
    region.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._asked_for: dict[str, frozenset[str]] = {}

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What every template sees, copied when it is loaded."""
        return {**self.globals, **(d or {})}

    def asked_for(self, name: str) -> frozenset[str]:
        """What a template shows of what it is given (or more, never less): it is painted again only
        when one of these has changed.
        """
        known = self._asked_for.get(name)
        if known is None:
            assert self.loader is not None
            source, _, _ = self.loader.get_source(self, name)
            tree = self.parse(source)
            # An included template sees all that its includer sees, and is not looked into here.
            assert next(tree.find_all((Include, Extends)), None) is None, name
            known = self._asked_for[name] = frozenset(name.name for name in tree.find_all(Name))
        return known


OPTIONS: Final = {"autoescape": True, "trim_blocks": True, "lstrip_blocks": True}
"""What a template is compiled with."""


def compiled(folder: Path) -> FileSystemBytecodeCache | None:
    """Where compiled templates are kept for the next process: beside them, as Python keeps its
    modules, and not where Python may not. It compares the sources, but knows no options.
    """
    place = folder / "__pycache__"
    if sys.dont_write_bytecode:
        return None
    with contextlib.suppress(OSError):
        place.mkdir(exist_ok=True)
    if not os.access(place, os.W_OK):
        return None
    made_with = hashlib.sha256(f"{jinja2.__version__} {OPTIONS}".encode()).hexdigest()[:8]
    return FileSystemBytecodeCache(str(place), f"%s.{made_with}.cache")


@cache
def templates(folder: Path) -> Templates:
    """The templates of a folder, which are read once a process."""
    found = Templates(
        loader=FileSystemLoader(folder),
        bytecode_cache=compiled(folder),
        undefined=StrictUndefined,
        auto_reload=False,
        cache_size=-1,
        **OPTIONS,
    )
    # A page of the past says so: nothing on it can be done.
    found.globals["past"] = False
    for name in found.list_templates(filter_func=lambda name: name.endswith(MACROS)):
        module = vars(found.get_template(name).module)
        module.update({k: remembered(m) for k, m in module.items() if isinstance(m, Macro)})
    return found


class Painter:
    """The templates of one worker."""

    def __init__(self, folder: Path = TEMPLATES) -> None:
        self._env = templates(folder)
        self._over: OrderedDict[UUID, _Known] = OrderedDict()
        self.no_notice = self.region("notice", "parts/notice.html", notice=None)

    def page(self, template: str, **context: Any) -> str:
        """A whole page."""
        return self._env.get_template(template).render(context)

    def region(self, name: str, template: str, **context: Any) -> Painted:
        """One region."""
        return wrapped(name, self._env.get_template(template).render(context))

    def shown(self, game: str, shown: Shown, **context: Any) -> Painted:
        """A region of a game's view."""
        inner = self._env.get_template(f"{game}/{shown.field}.html").render(context)
        return wrapped(shown.name, inner, shown.field)

    def kept(self, held: Held, name: str, template: str, **context: Any) -> Painted:
        """A table's region, not painted again while some viewer has been shown the same."""
        kept: deque[tuple[dict[str, Any], Painted]] = held.memo.setdefault(
            ("kept", name), deque(maxlen=MOST_KEPT)
        )
        for given, painted in kept:
            if given == context:
                return painted
        painted = self.region(name, template, **context)
        kept.append((context, painted))
        return painted

    def play_regions(self, held: Held, viewer: Seat | None) -> dict[str, Painted]:
        """The game's own regions for a seat, or for a watcher (None): through the engine's views
        alone.
        """
        assert held.game is not None
        engine, state = held.game.engine, held.game.state
        public = self._fields(held, "public", lambda: (engine.public(state), {}))
        private = self._fields(
            held, viewer, lambda: (engine.private(state, viewer), own_context(held, viewer))
        )
        return {**public, **private}

    def _fields(
        self,
        held: Held,
        whose: Seat | str | None,
        look: Callable[[], tuple[Any, dict[str, Any]]],
    ) -> dict[str, Painted]:
        """The regions of one view, with what its templates get besides: looked at once a row, and a
        field that is what it was before is not painted again.
        """
        assert held.game is not None
        seq, before = held.memo.get(("view", whose), (0, {}))
        if seq == held.game.seq:
            return {name: painted for name, (_, painted) in before.items()}
        is_over = whose == "public" and held.game.result is not None
        if is_over and not before:
            before = self._over.get(held.info.id, {})
        view, context = look()
        now = self._changed(held, before, view, context)
        held.memo["view", whose] = (held.game.seq, now)
        if is_over:
            self._keep_over(held.info.id, now)
        return {name: painted for name, (_, painted) in now.items()}

    def _keep_over(self, game_id: UUID, now: _Known) -> None:
        """A game that is over is large and stands still, while every word said at its table clears
        the memo: so the last few are kept here too.
        """
        self._over[game_id] = now
        self._over.move_to_end(game_id)
        while len(self._over) > MOST_OVER:
            self._over.popitem(last=False)

    def _changed(self, held: Held, before: _Known, view: Any, context: dict[str, Any]) -> _Known:
        """The regions of one view; what is as `before` is not painted again."""
        assert held.game is not None
        context = {**context, **self._around(held)}
        now = {}
        for shown in regions_of(view):
            context["view"] = shown.view
            asked = self._env.asked_for(f"{held.game.engine.key}/{shown.field}.html")
            given = {name: value for name, value in context.items() if name in asked}
            known = before.get(shown.name)
            if known is None or known[0] != given:
                known = (given, self.shown(held.game.engine.key, shown, **given))
            now[shown.name] = known
        return now

    @staticmethod
    def _around(held: Held) -> dict[str, Any]:
        """What every region's template gets besides its view."""
        info = held.info
        return {
            "seats": tuple(seat_name(seat) for seat in info.seats),
            "table": SimpleNamespace(id=info.id, title=info.title, code=info.invite),
            "lookback": lookback(held),
        }

    def past_regions(
        self, then: Held, viewer: Viewer, kept: dict[Any, Any] | None = None
    ) -> dict[str, Painted]:
        """The game's own regions as this viewer had them at a moment of the past, through the same
        views; but there is nothing to do in them, as for a watcher. `kept` remembers them for the
        next step.
        """
        kept = {} if kept is None else kept
        public, private = past_views(then, viewer)
        own = {"viewer": viewer, "ask": "", "undo": None}
        shown: dict[str, Painted] = {}
        for whose, view, more in (("public", public, {}), (viewer, private, own)):
            before = kept.get(("past", whose), {})
            now = kept["past", whose] = self._changed(then, before, view, {**more, "past": True})
            shown |= {name: painted for name, (_, painted) in now.items()}
        return shown

    def log(self, held: Held, viewer: Viewer, since: int = 0, query: str = "") -> str:
        """The log's lines after row `since`, as list items: each leads to its moment."""
        return "".join(map(self._line(held, query), log_lines(held, viewer, since)))

    def _line(self, held: Held, query: str) -> Callable[[LogLine], str]:
        """How a line of this log is written: a link to its moment, and to the rule that tells why.
        What it is shown by (`log_list`) stands at it."""
        moments = f"/t/{held.info.id}/at/"
        rules = f"/rules/{held.info.engine}"

        def item(line: LogLine) -> str:
            kinds = " ".join(filter(None, ("back" if line.back else "", "h" if line.head else "")))
            said = f"<s>{escape(line.text)}</s>" if line.back else escape(line.text)
            why = line.topic and (
                f'<a class="rule" href="{rules}{line.topic}" target="_blank" rel="noopener">Why?'
                '<span class="vh"> The rule, in a new tab</span></a>'
            )
            return (
                f'<li id="log-{line.key}"{f" class={kinds!r}" if kinds else ""}'
                f"{'' if line.seat < 0 else f' data-by={line.seat}'}>"
                f'<a href="{moments}{line.seq}{query}">{said}</a>{why}</li>'
            )

        return item

    def log_since(self, held: Held, viewer: Seat | None, since: int) -> tuple[int, str]:
        """What brings a log that ends with row `since` up to date, and the row it follows on: 0
        (for the whole log) if older lines are struck through by now.
        """
        if any(row.text == UNDO for row in held.rows[since:]):
            since = 0
        return since, self.log(held, viewer, since)

    def log_list(self, held: Held, lines: str, version: int, past: bool = False) -> Markup:
        """The whole log as the list that new lines are appended to, and what to show of it.
        `data-v` is the last row it holds.
        """
        return Markup(
            self.page(
                "parts/log.html",
                lines=Markup(lines),
                version=version,
                past=past,
                seats=tuple(seat_name(seat) for seat in held.info.seats),
                start=f"/t/{held.info.id}/at/1",
            )
        )


def in_place(regions: Mapping[str, Painted], name: str) -> Markup:
    """What a layout shows for this name: that region, or all regions of an `Each` field."""
    if name in regions:
        return Markup(regions[name].html)
    parts = (each.html for key, each in regions.items() if key.rpartition("-")[0] == name)
    return Markup("".join(parts))


def part(target: str, swap: str, html: str) -> str:
    """One piece of a message: what goes where."""
    return f'<hx-partial hx-target="#{target}" hx-swap="{swap}">{html}</hx-partial>'


class Pulse(NamedTuple):
    """What a message says of the page it leads to: number, kind of page, whose turn, every region's
    hash.
    """

    number: int
    page: str
    turn: bool
    regions: Mapping[str, str]
    log_from: int

    @property
    def html(self) -> str:
        """The pulse as the element it is."""
        regions = " ".join(f"{name}:{v}" for name, v in self.regions.items())
        return (
            f'<i id="pulse" hidden data-seq="{self.number}" data-page="{self.page}"'
            f' data-turn="{int(self.turn)}" data-log-from="{self.log_from}"'
            f' data-regions="{regions}"></i>'
        )


def read_have(header: str) -> dict[str, str]:
    """Which version of which region a page says it has: `name:hash name:hash`."""
    pairs = (word.split(":", 1) for word in header[:4_000].split() if ":" in word)
    return dict(pairs)


class Screen(NamedTuple):
    """All a page of one viewer shows that can change: its regions, and how to go on with
    its log.
    """

    number: int
    page: str
    turn: bool
    regions: dict[str, Painted]
    log_version: int
    log_since: Callable[[int], tuple[int, str]]

    def message(self, have: Mapping[str, str], *more: str) -> str:
        """What brings a page that has these versions to this screen, ending with the pulse."""
        parts = [
            part(name, "outerMorph", painted.html)
            for name, painted in self.regions.items()
            if have.get(name) != painted.v
        ]
        log_from = 0
        versions = {name: painted.v for name, painted in self.regions.items()}
        if self.page == "play":
            known = have.get("log", "")
            log_from = int(known) if known.isascii() and known.isdigit() else 0
            if log_from < self.log_version:
                log_from, lines = self.log_since(log_from)
                if lines:
                    swap = "beforeend" if log_from else "innerHTML"
                    parts.append(part("log-lines", swap, lines))
            versions["log"] = str(self.log_version)
        pulse = Pulse(self.number, self.page, self.turn, versions, log_from)
        return "".join((*parts, *more, part("pulse", "outerHTML", pulse.html)))

    def same_as(self, have: Mapping[str, str]) -> bool:
        """Whether a page with these versions shows this screen already."""
        return all(have.get(n) == p.v for n, p in self.regions.items()) and (
            self.page != "play" or have.get("log") == str(self.log_version)
        )

    @property
    def versions(self) -> dict[str, str]:
        """What a page has once it shows this."""
        have = {name: painted.v for name, painted in self.regions.items()}
        if self.page == "play":
            have["log"] = str(self.log_version)
        return have

    def markup(self, name: str) -> Markup:
        """A region for the first page load; by the name of an `Each` field, all of its regions."""
        return in_place(self.regions, name)

    @property
    def pulse(self) -> Markup:
        """The pulse of a whole page."""
        return Markup(Pulse(self.number, self.page, self.turn, self.versions, 0).html)


def notice(painter: Painter, kind: str, text: str, rule: str = "") -> Painted:
    """The region for errors and news; empty without a text."""
    if not text:
        return painter.no_notice
    told = SimpleNamespace(kind=kind, text=text, rule=rule)
    return painter.region("notice", "parts/notice.html", notice=told)
