"""The pages around the table, rendered with samples: what the CSP, a screen reader and a hostile
name ask of them."""

import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace as Record
from typing import Any

import pytest
from markupsafe import Markup

from app.web.render import TEMPLATES, templates
from tests.web.lobby_samples import HOSTILE, MINE, PAGES, REGIONS, ROOM, SEATS

pytestmark = pytest.mark.unmeasured

ROOT = Path(__file__).parents[2]
VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})


env = templates(TEMPLATES)


def render(template: str, context: dict[str, Any], **regions: str) -> str:
    """A page or region; the page's regions come as their inner markup."""

    def region(name: str) -> Markup:
        return Markup(
            f'<div id="{name}" class="region r-{name}" data-v="0">{regions.get(name, "")}</div>'
        )

    return env.get_template(template).render(context, region=region)


@dataclass
class Node:
    tag: str
    attrs: dict[str, str | None]
    children: "list[Node]" = field(default_factory=list)
    text: str = ""

    def walk(self) -> "list[Node]":
        return [self, *(deeper for child in self.children for deeper in child.walk())]

    def words(self) -> str:
        return " ".join((self.text + " ".join(c.words() for c in self.children)).split())


class Tree(HTMLParser):
    """The markup as a tree; complains about tags that don't match."""

    def __init__(self, markup: str) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("", {})
        self.open = [self.root]
        self.feed(markup)
        self.close()
        assert len(self.open) == 1, f"not closed: {[n.tag for n in self.open]}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(attrs) == len(dict(attrs)), f"an attribute twice in <{tag}>"
        node = Node(tag, dict(attrs))
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Node(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].text += data


def nodes(markup: str) -> list[Node]:
    return Tree(markup).root.walk()


def pages() -> dict[str, str]:
    """Every page whole: the start page with its list, the waiting room in every state."""
    found = {
        name: render(template, context)
        for name, (template, context) in PAGES.items()
        if name != "room"
    }
    for name, (template, context) in REGIONS.items():
        inner = render(template, context)
        if template == "lobby/open_tables.html":
            found[f"start with {name}"] = render(*PAGES["start, full"], lobby=inner)
        elif template == "lobby/room_mine.html":
            room = render("lobby/room_seats.html", SEATS["free seats"])
            found[f"room, {name}"] = render("lobby/room.html", ROOM, mine=inner, room=room)
        elif template == "lobby/room_here.html":
            found[f"room, {name}"] = render("lobby/room.html", ROOM, here=inner)
        else:
            mine = render("lobby/room_mine.html", MINE["host waits"])
            found[f"room, {name}"] = render("lobby/room.html", ROOM, mine=mine, room=inner)
    return found


WHOLE = pages()
every_page = pytest.mark.parametrize("markup", WHOLE.values(), ids=WHOLE.keys())


@every_page
def test_nothing_the_csp_refuses(markup: str) -> None:
    for node in nodes(markup):
        assert node.tag != "style"
        assert "style" not in node.attrs
        assert not [a for a in node.attrs if a.startswith(("on", "hx-on"))]
        assert node.tag != "script" or (node.attrs.get("src") and not node.text.strip())
        for a in ("href", "src", "action"):
            assert (
                not (node.attrs.get(a) or "").lstrip().lower().startswith(("javascript:", "data:"))
            )


@every_page
def test_ids_are_unique_and_what_names_an_id_finds_it(markup: str) -> None:
    found = nodes(markup)
    ids = Counter(n.attrs["id"] for n in found if "id" in n.attrs)
    assert [i for i, n in ids.items() if n > 1] == []
    for node in found:
        for a in ("for", "form", "aria-labelledby", "aria-describedby", "aria-controls"):
            for name in (node.attrs.get(a) or "").split():
                assert name in ids, f"{a}={name} in <{node.tag}>"
        href = node.attrs.get("href") or ""
        if node.tag == "a" and href.startswith("#"):
            assert href[1:] in ids, href


@every_page
def test_every_form_posts_with_a_token(markup: str) -> None:
    for form in (n for n in nodes(markup) if n.tag == "form"):
        assert form.attrs["method"] == "post"
        assert (form.attrs["action"] or "").startswith("/")
        fields = {n.attrs.get("name"): n.attrs.get("value") for n in form.walk()}
        assert fields["csrf"] == "t0ken"


@every_page
def test_what_is_not_possible_says_why(markup: str) -> None:
    found = nodes(markup)
    by_id = {n.attrs["id"]: n for n in found if n.attrs.get("id")}
    for node in found:
        assert "disabled" not in node.attrs
        if node.attrs.get("aria-disabled") == "true":
            assert by_id[node.attrs["aria-describedby"] or ""].words()
        if node.attrs.get("aria-invalid") == "true":
            assert by_id[node.attrs["aria-describedby"] or ""].words()


@every_page
def test_everything_has_a_name(markup: str) -> None:
    found = nodes(markup)
    labels = {n.attrs.get("for") for n in found if n.tag == "label"}
    assert sum(n.tag == "h1" for n in found) == 1
    assert sum(n.tag == "main" for n in found) == 1
    for node in found:
        if node.tag in ("a", "button"):
            assert node.words() or node.attrs.get("aria-label"), node
        if node.tag == "input" and node.attrs.get("type") != "hidden":
            assert node.attrs.get("id") in labels
        if node.tag == "img":
            assert node.attrs.get("alt")
        if node.tag == "svg":
            assert node.attrs.get("aria-hidden") == "true" or (
                node.attrs.get("role") == "img" and node.attrs.get("aria-label")
            )


@every_page
def test_names_are_text(markup: str) -> None:
    assert HOSTILE not in markup
    assert not [n for n in nodes(markup) if n.tag == "script" and "alert" in n.text]


def test_hostile_names_do_appear_in_the_samples() -> None:
    """Else the test above would prove nothing."""
    for template in ("lobby/open_tables.html", "lobby/room_seats.html", "lobby/room_mine.html"):
        assert any(
            "&lt;script&gt;" in render(t, context)
            for t, context in REGIONS.values()
            if t == template
        )
    assert "&lt;script&gt;" in WHOLE["invite, open"]
    assert "&lt;script&gt;" in WHOLE["claim, ready"]
    assert "&lt;script&gt;" in WHOLE["start, full"]


@pytest.mark.parametrize("name", REGIONS)
def test_regions_hold_no_token_and_no_form(name: str) -> None:
    """So a public region is the same bytes for every reader, and a morph has nothing to wire."""
    found = nodes(render(*REGIONS[name]))
    assert not [n for n in found if n.tag == "form" or n.attrs.get("name") == "csrf"]
    assert not [a for n in found for a in n.attrs if a.startswith("hx-")]


def deeds(name: str) -> list[str | None]:
    found = nodes(render("lobby/room_mine.html", MINE[name]))
    return [n.attrs["value"] for n in found if n.attrs.get("name") == "do"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("guest", ["sit"]),
        ("guest at a full table", []),
        ("seated, not ready", ["ready", "leave"]),
        ("seated, ready", ["unready", "leave"]),
        ("host alone", ["ready", "start", "leave", "invite"]),
        ("host may start alone", ["ready", "start", "leave", "invite"]),
        (
            "host may start",
            ["unready", "start", "leave", "invite", "host 1", "kick 1", "host 2", "kick 2"],
        ),
    ],
)
def test_the_waiting_room_offers_what_may_be_done(name: str, expected: list[str]) -> None:
    assert deeds(name) == expected


def test_the_form_keeps_what_was_typed() -> None:
    template, context = PAGES["new, errors"]
    typed = Record(
        options={"scenario": "uphill", "practice": True, "talk": False, "beep": True},
        public=False,
        watch="nobody",
        name="Zoë",
    )
    found = nodes(render(template, context | {"values": typed}))
    checked = {n.attrs.get("id") for n in found if "checked" in n.attrs}
    assert checked == {"scenario-uphill", "o-practice", "o-beep", "public-no", "watch-nobody"}
    assert [n.attrs["value"] for n in found if n.attrs.get("id") == "name"] == ["Zoë"]
    found = nodes(render(*PAGES["new sparks, errors"]))
    checked = {n.attrs.get("id") for n in found if "checked" in n.attrs}
    assert checked == {"o-goals", "solo_goals-2", "public-yes", "watch-anyone"}


@pytest.mark.parametrize("page", ["new, errors", "new sparks, errors"])
def test_every_error_stands_by_its_field_and_on_top(page: str) -> None:
    """Each sentence twice: in the summary, leading to the field, and beside the field; what belongs
    to no field only on top."""
    template, context = PAGES[page]
    found = nodes(render(template, context))
    summary = next(n for n in found if n.attrs.get("role") == "alert")
    by_id = {n.attrs["id"]: n for n in found if n.attrs.get("id")}
    links = {n.words(): (n.attrs["href"] or "")[1:] for n in summary.walk() if n.tag == "a"}
    for name, sentence in context["errors"].items():
        assert sentence in summary.words()
        if name == "form":
            continue
        assert by_id[f"err-{name}"].words() == sentence
        where = by_id[links[sentence]]
        described = where.walk() if where.tag != "input" else [where]
        assert any(f"err-{name}" in (n.attrs.get("aria-describedby") or "") for n in described)


def test_who_plays_alone_is_asked_only_at_a_new_table() -> None:
    def alone(name: str) -> list[Node]:
        found = nodes(render(*PAGES[name]))
        return [n for n in found if n.attrs.get("formaction") == "/new/sparks/alone"]

    assert len(alone("new sparks")) == 1
    assert alone("sparks settings") == []
    assert alone("new") == []
    found = nodes(render(*PAGES["start, empty"]))
    form = next(n for n in found if n.attrs.get("action") == "/new/sparks/alone")
    goals = [n for n in form.walk() if n.tag == "option"]
    assert [n.attrs["value"] for n in goals] == ["0", "1", "2", "3", "4"]
    assert [n.attrs["value"] for n in goals if "selected" in n.attrs] == ["1"]


@pytest.mark.parametrize("sprite", ["quirky", "sparks"])
def test_every_symbol_is_in_the_sprite(sprite: str) -> None:
    drawn = (ROOT / f"static/img/{sprite}.svg").read_text()
    symbols = set(re.findall(r'<symbol id="([^"]+)"', drawn))
    used = {s for m in WHOLE.values() for s in re.findall(rf"/img/{sprite}\.svg#([\w-]+)", m)}
    assert used
    assert used - symbols == set()


def test_every_class_of_the_templates_has_a_rule() -> None:
    """A misspelt class is a page that looks odd somewhere."""
    names = ("css/base", "css/lobby", "sparks/art", "sparks/rules", "quirky_circuits/rules")
    sheets = "".join((ROOT / "static" / f"{name}.css").read_text() for name in names)
    known = set(re.findall(r"\.([a-zA-Z][\w-]*)", sheets))
    hooks = {
        "region",
        "copy-from",
        *(f"r-{name}" for name in ("lobby", "mine", "room", "here")),
        # What a drawn piece is, for those who style it elsewhere.
        *("socket", "u-general", "u-die", "u-slot"),
    }  # looked for by scripts
    used = {
        c for m in WHOLE.values() for n in nodes(m) for c in (n.attrs.get("class") or "").split()
    }
    assert used - known - hooks == set()
