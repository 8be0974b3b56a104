"""How to play Sparks: every card, tile and ruling stands on the page, and the page is light."""

import re
from pathlib import Path

import pytest

from engines.sparks.components import ASSISTANTS, GOALS, LEVELS, ROBOTS, UPGRADES
from tests.web.lobby_samples import PAGES
from tests.web.test_lobby_templates import Node, nodes, render

pytestmark = pytest.mark.unmeasured

ROOT = Path(__file__).parents[2]
PAGE = render(*PAGES["sparks rules"])


def chapter(name: str) -> Node:
    """One chapter, by its anchor."""
    return next(n for n in nodes(PAGE) if n.tag == "section" and n.attrs.get("id") == name)


def pictures(node: Node) -> list[str]:
    """The drawn pieces in a part of the page."""
    hrefs = [n.attrs["href"] or "" for n in node.walk() if n.tag == "use"]
    return [href.partition("#")[2] for href in hrefs]


def test_the_contents_lead_to_every_chapter_in_order() -> None:
    found = nodes(PAGE)
    links = next(n for n in found if n.attrs.get("class") == "contents").walk()
    named = [(n.attrs["href"] or "")[1:] for n in links if n.tag == "a"]
    assert named == [n.attrs["id"] for n in found if n.tag == "section"]


def test_the_whole_cast() -> None:
    """Every robot with its picture, spaces, steps, what it gives; by colour."""
    cast = chapter("cast")
    shown = [p for p in pictures(cast) if p.startswith("r-")]
    assert sorted(shown) == sorted(f"r-{key}" for key in ROBOTS)
    cards = [n for n in cast.walk() if (n.attrs.get("class") or "").startswith("card-robot")]
    by_name = {next(n for n in card.walk() if n.tag == "h4").words(): card for card in cards}
    for robot in ROBOTS.values():
        card = next(card for name, card in by_name.items() if name.endswith(robot.name))
        assert f"k-{robot.colour}" in (card.attrs["class"] or "")
        assert card.words().count("step") >= 1
        spaces = [p for p in pictures(card) if p.startswith("so-")]
        assert spaces == [
            "so-" + "-".join(filter(None, (need.colour, str(need.value or ""))))
            for need in robot.spaces
        ]
        assert ("i-box" in pictures(card)) == bool(robot.box)
        assert ("i-once" in pictures(card)) == bool(robot.rewards)


@pytest.mark.parametrize("key", ASSISTANTS)
def test_every_assistant(key: str) -> None:
    """Picture, name, how often it works, and points."""
    part = chapter("assistants")
    cards = [n for n in part.walk() if n.attrs.get("class") == "card-helper"]
    assert len(cards) == len(ASSISTANTS)
    [card] = [card for card in cards if f"a-{key}" in pictures(card)]
    assistant = ASSISTANTS[key]
    assert f"i-{assistant.mark}" in pictures(card)
    title = next(n for n in card.walk() if n.tag == "h4").words()
    assert title.startswith(assistant.name)
    assert ("point" in title) == bool(assistant.points)
    assert len(next(n for n in card.walk() if n.tag == "p").words()) > 5


def test_tiles_levels_and_goals() -> None:
    """All eight kinds of upgrade, all levels, all goals."""
    assert {p for p in pictures(chapter("upgrades")) if p.startswith("u-")} == {
        f"u-{kind}" for kind in UPGRADES
    }
    rows = [n.words() for n in chapter("factory").walk() if n.tag == "tr"][1:]
    assert [row.split()[:2] for row in rows] == [
        [str(number), str(level.sum)] for number, level in enumerate(LEVELS, 1)
    ]
    goals = chapter("goals")
    assert {p for p in pictures(goals) if p.startswith("g-")} == {f"g-{goal}" for goal in GOALS}
    assert all(words in goals.words() for words in GOALS.values())


def test_every_ruling_is_told() -> None:
    """What docs/rulings.md decides is on the page, under the same name."""
    rulings = (ROOT / "docs/rulings.md").read_text("utf-8").partition("## Sparks")[2]
    decided = [name.rstrip(".:") for name in re.findall(r"(?m)^- \*\*(.+?)\*\*", rulings)]
    told = {n.words() for n in chapter("rulings").walk() if n.tag == "dt"}
    assert len(decided) > 30
    assert set(decided) == told


def test_it_says_what_is_ours() -> None:
    assert "our own design" in chapter("cast").words()


def test_it_is_light() -> None:
    assert len(PAGE.encode()) < 150_000
