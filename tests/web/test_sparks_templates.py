"""The templates of the Sparks table over many states of random games: what a region may and must
hold.

The page's policy forbids style attributes and inline scripts; public regions are the same bytes for
everybody; whatever can't be done says why; every offer has its button.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from markupsafe import Markup

from app.web.render import COLOURS, SHAPES, Painter, SeatName, TakeBack, regions_of
from engines.core.chance import Dice
from engines.core.engine import Viewer
from engines.core.game import Game
from engines.sparks import ENGINE, text
from engines.sparks.components import ASSISTANTS
from engines.sparks.model import Options, State
from engines.sparks.own import Private
from engines.sparks.views import Public
from tests.engines.trials import SPARKS, walk
from tests.sparks.table import Forced, Seat, Table
from tests.web.markup import Element, Reader

pytestmark = pytest.mark.unmeasured

ROOT = Path(__file__).parents[2]
PUBLIC = Public.__struct_fields__
PRIVATE = Private.__struct_fields__
OURS = ("people", "talk", "notice", "log")
NAMES = ("Ada", "Ben", "Cleo", "Dot")
SPRITES = {
    name: set(re.findall(r'<symbol id="([^"]+)"', (ROOT / f"static/img/{name}.svg").read_text()))
    for name in ("quirky", "sparks")
}
CARD_WORDS = [text.effects(card.effects) for card in ASSISTANTS.values()]
painter = Painter()


@dataclass(frozen=True, eq=False)
class Moment:
    """A state, and what a test calls it."""

    name: str
    state: State


TABLES = range(len(SPARKS.tables))
"""Random games with every option and number of seats."""


def random_states(table: int) -> Iterator[Moment]:
    """A state of each kind of moment from a random game."""
    kinds: dict[frozenset[str], list[Game]] = {}
    for game in walk(SPARKS, table, b"templates %d" % table).games:
        kinds.setdefault(frozenset(a.kind for a in game.asked if a), []).append(game)
    dice = Dice(b"moments %d" % table)
    for kind, games in kinds.items():
        words = " ".join(sorted(kind)) or "over"
        game = games[dice.below(len(games), "which", words)]
        yield Moment(f"{table}: {words}", game.state)


def made_states() -> Iterator[Moment]:
    """What a random game seldom comes to."""
    full = Table(
        Seat(
            "r4 b1 y6 g3 r2",
            slots="hob(r1,.) crumpet -",
            section="b@g2",
            hand="emma frank",
            hired="margot conrad=margot max octavia*",
            built="kettleby+ fogg sonar",
            upgrades="discount rearrange",
            above={1: "recycle"},
            tracks=(3, 1, 0, 10),
            cogs=2,
            level=1,
            factory=2,
            pips=2,
            colours=1,
            numbers=1,
        ),
        Seat("b1", hand="silas", level=6, done=True),
        row="y1 y2",
        deck="walter",
        goals=("level", "sparks"),
        tile="bag",
        discard=(1, 0, 2, 0),
    )
    yield Moment("full", full.state)
    alone = Table(Seat("r1", built="sonar"), turn=4, options=Options())
    alone.act(0, "box sonar", Forced())
    yield Moment("a step, alone", alone.state)


@cache
def moments_of(table: int | None) -> tuple[Moment, ...]:
    """Those of one random game, or the made ones (None)."""
    return tuple(made_states() if table is None else random_states(table))


def moments() -> tuple[Moment, ...]:
    """All of them."""
    return tuple(moment for table in (*TABLES, None) for moment in moments_of(table))


def seats_of(state: State, names: tuple[str, ...] = NAMES) -> tuple[SeatName, ...]:
    """The seats as templates see them."""
    count = len(state.players)
    return tuple(SeatName(n, names[n], SHAPES[n], COLOURS[n]) for n in range(count))


def regions(state: State, viewer: Viewer, undo: TakeBack | None = None) -> dict[str, str]:
    """All regions of the game for a viewer."""
    base: dict[str, Any] = {
        "seats": seats_of(state),
        "table": SimpleNamespace(id="t", title="Sparks", code="a-b-c"),
    }
    own = {"viewer": viewer, "ask": "0.7", "undo": undo}
    public, private = ENGINE.public(state), ENGINE.private(state, viewer)
    return {
        shown.name: painter.shown("sparks", shown, view=shown.view, **base, **more).html
        for view, more in ((public, {}), (private, own))
        for shown in regions_of(view)
    }


def whole(state: State, viewer: Viewer, undo: TakeBack | None = None) -> str:
    """The bar and the body of a table page."""
    game = regions(state, viewer, undo)

    def region(name: str) -> Markup:
        parts = [html for key, html in game.items() if key in {name, f"{name}-{key[-1]}"}]
        return Markup("".join(parts) or f'<div id="{name}" class="region"></div>')

    table = SimpleNamespace(id="t", title="Sparks", code="a-b-c")
    return "".join(
        painter.page(f"sparks/{part}.html", region=region, table=table, theme="")
        for part in ("top", "layout")
    )


@cache
def elements_of(moment: Moment, viewer: Viewer) -> tuple[Element, ...]:
    """All elements of a page at a moment."""
    return tuple(Reader(whole(moment.state, viewer)).elements)


def viewers(state: State) -> tuple[Viewer, ...]:
    """Every seat, and a watcher."""
    return (*range(len(state.players)), None)


def each_moment(check: Callable[[Moment], None]) -> Callable[[int | None], None]:
    """Makes a test a table that looks at all its moments."""

    @pytest.mark.parametrize("table", [*TABLES, None], ids=[*map(str, TABLES), "made"])
    def test(table: int | None) -> None:
        for moment in moments_of(table):
            try:
                check(moment)
            except BaseException as broken:
                broken.add_note(f"at the moment {moment.name}")
                raise

    test.__name__, test.__doc__ = check.__name__, check.__doc__
    return test


def test_many_kinds_of_moments_are_looked_at() -> None:
    kinds = " ".join(moment.name for moment in moments())
    for kind in ("return", "draft", "tile", "take", "act", "done", "step", "upgrade", "scrap"):
        assert kind in kinds, kind
    for kind in ("refill", "store", "over"):
        assert kind in kinds, kind


def test_every_region_has_its_template_and_its_place() -> None:
    placed = "".join(
        (ROOT / f"templates/sparks/{part}.html").read_text() for part in ("top", "layout")
    )
    called = re.findall(r'region\("(\w+)"\)', placed)
    assert sorted(called) == sorted([*PUBLIC, *PRIVATE, *OURS])


@each_moment
def test_the_page_nests_and_keeps_the_policy(moment: Moment) -> None:
    for viewer in viewers(moment.state):
        for element in elements_of(moment, viewer):
            assert element.tag not in {"style", "script"}
            for name, value in element.attributes.items():
                assert name != "style", element.attributes
                assert not name.startswith("on"), element.attributes
                assert "javascript:" not in value
                if name == "href":
                    assert value.startswith(("#", "/")), value


@each_moment
def test_ids_are_unique_and_what_is_named_is_there(moment: Moment) -> None:
    for viewer in viewers(moment.state):
        elements = elements_of(moment, viewer)
        ids = [e.attributes["id"] for e in elements if "id" in e.attributes]
        assert len(ids) == len(set(ids)), sorted(name for name in ids if ids.count(name) > 1)
        # #ways and its title are filled by play.js.
        known = {*ids, "ways-title"}
        for element in elements:
            for name in ("aria-labelledby", "aria-describedby", "popovertarget", "for"):
                for one in element.attributes.get(name, "").split():
                    assert one in known, (name, one)
            href = element.attributes.get("href", "")
            if element.tag == "a" and href.startswith("#"):
                assert href[1:] in known, href


@each_moment
def test_every_picture_is_drawn(moment: Moment) -> None:
    for viewer in viewers(moment.state):
        for element in elements_of(moment, viewer):
            if element.tag == "use":
                sprite, _, name = element.attributes["href"].partition("#")
                assert name in SPRITES[Path(sprite).stem], element.attributes["href"]


@each_moment
def test_every_button_and_link_has_words(moment: Moment) -> None:
    for element in elements_of(moment, 0):
        if element.tag in {"button", "a", "summary"}:
            assert element.text or element.attributes.get("aria-label"), element.attributes
            assert not {"button", "a", "summary"} & set(element.parents), element.attributes


@each_moment
def test_a_public_region_knows_no_viewer(moment: Moment) -> None:
    """Without `viewer` and `ask` in reach it renders all the same, and speaks to nobody: "You" is
    in every owner's place, and the sheet shows it on the owner's page only. Cards do say "your"."""
    looks = [regions(moment.state, viewer) for viewer in viewers(moment.state)]
    for name, *_ in regions_of(ENGINE.public(moment.state)):
        assert len({look[name] for look in looks}) == 1
        html = looks[0][name].replace('<span class="you">You</span>', "")
        for card in CARD_WORDS:
            html = html.replace(card, "")
        words = re.sub(r"<[^>]*>", " ", html).lower()
        assert not re.search(r"\b(you|your)\b", words), (name, words)
        assert 'form="act"' not in html


@each_moment
def test_every_offer_has_its_button(moment: Moment) -> None:
    for seat in range(len(moment.state.players)):
        html = regions(moment.state, seat)["moves"]
        buttons = [e for e in Reader(html).elements if e.tag == "button"]
        offers = ENGINE.offers(moment.state, seat)
        assert len(buttons) == len(offers)
        for offer in offers:
            (found,) = [
                e
                for e in buttons
                if e.attributes["value"] == f"0.7 {offer.text}" and e.text.startswith(offer.label)
            ]
            assert (found.attributes["form"], found.attributes["name"]) == ("act", "do")
            assert "disabled" not in found.attributes
            assert found.attributes["data-on"] == offer.on
            assert found.attributes["data-to"] == offer.to
            assert found.attributes["data-cost"] == offer.cost
            off = found.attributes.get("aria-disabled") == "true"
            assert off == (offer.no is not None)
            if offer.no is not None:
                assert found.attributes["data-why"] == offer.no.text
                assert offer.no.text in re.sub(r"<[^>]*>", "", Markup(html).unescape())


@each_moment
def test_what_an_offer_speaks_of_lies_on_the_page(moment: Moment) -> None:
    """A tap on it finds it: on the seat's own board, in its hand, or on the table."""
    for seat in range(len(moment.state.players)):
        elements = elements_of(moment, seat)
        pieces = {e.attributes["data-piece"] for e in elements if "data-piece" in e.attributes}
        for offer in ENGINE.offers(moment.state, seat):
            for piece in (offer.on, offer.to):
                assert not piece or piece in pieces, (offer.text, piece)


def test_done_is_taken_back_as_the_step_it_was() -> None:
    """Else the next undo would take back the taking back, and not the step before."""
    state, seat = next(
        (moment.state, seat)
        for moment in made_states()
        for seat in range(len(moment.state.players))
        if any(offer.text == "not done" for offer in ENGINE.offers(moment.state, seat))
    )
    for undo, posted in (
        (TakeBack("is done", "", True), ["undo"]),
        (TakeBack("is done", "Chance has spoken.", False), ["undo", "not done"]),
        (None, ["not done"]),
    ):
        elements = Reader(regions(state, seat, undo)["moves"]).elements
        values = [e.attributes["value"] for e in elements if e.tag == "button"]
        single = [value.removeprefix("0.7 ") for value in values if value != "0.7 undo all"]
        assert single == posted


def test_a_step_can_be_taken_back_or_says_why_not() -> None:
    state = next(made_states()).state
    for undo in (
        TakeBack("places the red 4", "", True),
        TakeBack("rolls a die", "Chance has spoken.", False),
    ):
        elements = Reader(regions(state, 0, undo)["moves"]).elements
        (button,) = [e for e in elements if e.attributes.get("value") == "0.7 undo"]
        assert undo.what in button.text
        assert button.attributes.get("data-why", "") == undo.no
        assert ("aria-disabled" in button.attributes) == bool(undo.no)
        several = [e for e in elements if e.attributes.get("value") == "0.7 undo all"]
        assert len(several) == undo.more


def test_a_watcher_has_no_moves() -> None:
    for moment in moments():
        html = whole(moment.state, None)
        assert 'form="act"' not in html
        assert regions(moment.state, None)["storage"].endswith("></div>")


def test_the_end_is_told_source_by_source() -> None:
    states = [moment.state for moment in moments() if moment.state.phase == "over"]
    assert states
    for state in states:
        html = regions(state, 0)["scoring"]
        told = Reader(html).elements[0].text
        public = ENGINE.public(state).scoring
        assert "Final score" in told
        assert public.text[1:] in told
        for points in public.seats:
            assert f'data-key="total-{points.seat}" data-now="{points.total}"' in html
        assert html.count(' won"') == len(public.winners)


def test_hostile_names_stay_text() -> None:
    names = ("<b onclick=alert(1)>&\"'",) * 4
    state = next(made_states()).state
    base = {"seats": seats_of(state, names), "table": None}
    own = {"viewer": 1, "ask": "", "undo": TakeBack(names[0], "", False)}
    for view, more in ((ENGINE.public(state), {}), (ENGINE.private(state, 1), own)):
        for shown in regions_of(view):
            html = painter.shown("sparks", shown, view=shown.view, **base, **more).html
            assert "<b onclick" not in html
            Reader(html)


def test_a_board_is_a_region_of_its_own() -> None:
    """A step on one board sends that board, and that one at a glance; the others' stay."""
    state = next(made_states()).state
    there = regions(state, 1)
    boards = {f"{name}-{seat}" for name in ("boards", "glances") for seat in (0, 1)}
    assert all(
        there[name].startswith(f'<div id="{name}" class="region r-{name[:-2]}"') for name in boards
    )
    after = regions(ENGINE.apply(state, 0, ENGINE.read("place 1 1.2"), Dice(b"x")).state, 1)
    assert {name for name in boards if after[name] != there[name]} == {"boards-0", "glances-0"}
