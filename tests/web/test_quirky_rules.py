"""How to play Quirky Circuits: every robot, card and ruling stands on the page, under an address of
its own."""

import ast
import inspect
import re
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from engines.quirky_circuits import house, text
from engines.quirky_circuits.components import CARDS
from engines.quirky_circuits.house import PrintedCard, printed
from engines.quirky_circuits.robots import ROBOTS, Robot
from engines.quirky_circuits.views import Hand, hand_card
from tests.quirky_circuits import samples
from tests.web.lobby_samples import PAGES
from tests.web.test_lobby_templates import Node, env, nodes, render

ROOT = Path(__file__).parents[2]
PAGE = render(*PAGES["rules"])
FOUND = nodes(PAGE)
IDS = [n.attrs["id"] or "" for n in FOUND if "id" in n.attrs]


def part(name: str) -> Node:
    """What stands under an anchor."""
    return next(n for n in FOUND if n.attrs.get("id") == name)


def pictures(node: Node) -> list[str]:
    """The drawn pieces in a part of the page."""
    hrefs = [n.attrs["href"] or "" for n in node.walk() if n.tag == "use"]
    return [href.partition("#")[2] for href in hrefs]


def test_the_contents_lead_to_every_chapter_in_order() -> None:
    links = next(n for n in FOUND if n.attrs.get("class") == "contents").walk()
    named = [(n.attrs["href"] or "")[1:] for n in links if n.tag == "a"]
    assert named == [n.attrs["id"] for n in FOUND if n.tag == "section"]


def test_every_address_is_there_once() -> None:
    assert len(IDS) == len(set(IDS))
    links = {n.attrs["href"] or "" for n in FOUND if n.tag == "a"}
    inner = {href[1:] for href in links if href.startswith("#")}
    assert {f"card-{face}" for face in CARDS} | set(ROBOTS) <= set(IDS)
    assert set(ROBOTS) <= inner
    assert inner - set(IDS) == set()
    rules = "/rules/quirky_circuits"
    alone = {f"{rules}/commands/{face}" for face in CARDS} | {f"{rules}/robots/{r}" for r in ROBOTS}
    assert alone <= links


@pytest.mark.parametrize("robot", ROBOTS.values(), ids=ROBOTS.keys())
def test_every_robot_has_its_chapter_with_its_whole_deck(robot: Robot) -> None:
    chapter = part(robot.key)
    assert chapter.tag == "section"
    decks = next(n for n in chapter.walk() if "deck-list" in (n.attrs.get("class") or ""))
    rows = [n for n in decks.walk() if n.tag == "li"]
    told = {pictures(row)[0]: row.words().rsplit("×", 1)[1].strip() for row in rows}
    deck = (*robot.deck, *robot.quirks)
    assert told == {f"f-{card.face}": str(count) for card, count in deck}
    assert len(rows) == len(deck)
    assert f"{sum(n for _, n in robot.deck)} cards make the deck" in chapter.words()


@pytest.mark.parametrize("card", printed().cards, ids=list(CARDS))
def test_every_card_is_told_and_drawn(card: PrintedCard) -> None:
    entry = part(f"card-{card.face}")
    words = entry.words()
    assert card.label in words
    assert card.does in words
    owners = next(n for n in entry.walk() if n.tag == "p")
    leads = [n.attrs["href"] for n in owners.children]
    assert leads == [f"/rules/quirky_circuits/robots/{key}" for key, _, _ in card.decks]
    counts = [int(count) for count in re.findall(r"× (\d+)", owners.text)]
    assert counts == [count for _, _, count in card.decks]
    assert pictures(entry)[0] == f"f-{card.face}"
    drawn = [n for n in entry.walk() if n.attrs.get("class") == "pair-of"]
    assert [n.attrs["aria-label"] for n in drawn] == [
        f"{card.label}: {' '.join(p.said)}" for p in card.pictures
    ]


def test_a_picture_shows_where_the_robot_goes() -> None:
    """Jump 3: from the fourth row to the first, and the group that moves comes from there."""
    [drawn] = [n for n in part("card-jump_3").walk() if n.attrs.get("class") == "pair-of"]
    ways = [n.attrs["d"] for n in drawn.walk() if n.attrs.get("class") == "s-way"]
    assert ways == ["M150 350L150 50"]
    moved = [n.attrs["class"] for n in drawn.walk() if "goes" in (n.attrs.get("class") or "")]
    assert moved == ["goes fx0 fy3"]


def test_every_example_is_on_the_page() -> None:
    with_examples = ("gizmo", "twirl", "rover", "lefty", "jumps", "carrying")
    words = " ".join(part(name).words() for name in with_examples)
    for shown in printed().examples.values():
        assert all(" ".join(p.said) in words for p in shown)


def test_every_ruling_is_told() -> None:
    """What docs/rulings.md decides is on the page, under the same name."""
    rulings = (ROOT / "docs/rulings.md").read_text("utf-8")
    rulings = rulings.partition("## Quirky Circuits")[2].partition("## Sparks")[0]
    decided = {name.rstrip(".:") for name in re.findall(r"(?m)^- \*\*(.+?)\*\*", rulings)}
    decided = {name.replace("'", "’") for name in decided}
    told = [n.words() for n in part("rulings").walk() if n.tag == "dt"]
    assert len(decided) > 25
    assert decided - set(told) == set()
    assert len(told) == len(set(told))


def cited(module: ModuleType) -> set[str]:
    """The sections of the rulebook that this module's reasons name."""
    calls = (n for n in ast.walk(ast.parse(inspect.getsource(module))) if isinstance(n, ast.Call))
    return {
        call.args[2].value
        for call in calls
        if isinstance(call.func, ast.Name)
        and call.func.id == "Reason"
        and isinstance(call.args[2], ast.Constant)
        and isinstance(call.args[2].value, str)
    }


def test_what_a_reason_cites_leads_to_the_page() -> None:
    """Every section of the rulebook that a reason names has an anchor here."""
    anchor = env.get_template("quirky_circuits/kit.html").module.rule  # type: ignore[attr-defined] # a macro
    rules = cited(text) | cited(house)
    assert {"Program", "Quirk cards", "Communicating"} <= rules
    assert {rule for rule in rules if anchor(rule) not in IDS} == set()


@pytest.mark.parametrize("robot", ROBOTS)
def test_the_menu_of_a_table_leads_to_its_robot(robot: str) -> None:
    table = SimpleNamespace(title="A table", code="abc", emblem=robot)
    bar = render("quirky_circuits/top.html", {"table": table, "theme": ""})
    assert f"/rules/quirky_circuits/robots/{robot}" in {n.attrs.get("href") for n in nodes(bar)}


def test_a_card_that_must_wait_leads_to_its_rule() -> None:
    """Its reason is shown with a link to the section that it cites."""
    card = hand_card("forward_1", text.quirk_first())
    hand = Hand(0, (card,), (), "")
    context = {"view": hand, "viewer": 0, "ask": "1", "seats": samples.SEATS, "past": False}
    [button] = [
        n for n in nodes(render("quirky_circuits/hand.html", context)) if "data-why" in n.attrs
    ]
    assert button.attrs["data-rule"] == "/rules/quirky_circuits#quirks"


def test_nothing_breaks_the_policy() -> None:
    """No style and no script within the page, nothing that moves by itself."""
    for node in FOUND:
        assert "style" not in node.attrs
        assert node.tag not in ("style", "animate", "animateTransform", "set")
        assert not any(name.startswith("on") for name in node.attrs)
    sheet = (ROOT / "static/quirky_circuits/rules.css").read_text()
    assert "prefers-reduced-motion: no-preference" in sheet
    before = sheet.partition("prefers-reduced-motion")[0]
    assert "animation" not in before


def test_it_is_light() -> None:
    assert len(PAGE.encode()) < 250_000
