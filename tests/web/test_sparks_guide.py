"""The guide of a first game of Sparks: whatever a seat is asked, a step speaks of it, points at
what is there and knows where its rule stands.
"""

import re

import pytest

from engines.sparks import ENGINE, text
from tests.sparks.table import Forced, Seat, Table
from tests.web.markup import Element, Reader
from tests.web.test_sparks_rules import PAGE
from tests.web.test_sparks_templates import painter, whole

STEPS = [
    element.attributes
    for element in Reader(painter.page("sparks/guide.html", guide="on")).elements
    if element.tag == "section"
]
KINDS = {
    kind: [step for step in STEPS if f'[data-asked="{kind}"]' in step["data-when"]]
    for kind in text.LINES
}
"""The steps by what a seat is asked."""


def asking(kind: str) -> Table:
    """A table that asks this of its first seat."""
    match kind:
        case "act":
            return Table(Seat("r4", hand="emma"))
        case "reroll":
            table = Table(Seat("r4", hired="fergus"))
            table.act(0, "use fergus")
        case "recruit":
            table = Table(Seat(hand="greta emma", cogs=1))
            table.act(0, "recruit greta")
        case "copy":
            table = Table(Seat(hand="conrad", hired="emma frank", cogs=3))
            table.act(0, "recruit conrad")
        case "fire":
            table = Table(Seat(hand="olympia", built="kettleby fogg hob", cogs=1))
            table.act(0, "recruit olympia")
        case "max":
            table = Table(Seat("y4", slots="kettleby(r1,.) - -", hired="max", cogs=1))
            table.act(0, "place {y4} 1.2")
        case _:
            slots = "crumpet(r1,.) simmer -"
            table = Table(Seat("b4", slots=slots, above={1: "recycle"}))
            table.act(0, "place {b4} 1.2", Forced())
    return table


def has(elements: list[Element], selector: str) -> bool:
    """Whether a page has the last thing that a selector names (by id, class or data)."""
    name, value = re.split(r"(?<=[#.\[])", selector.split()[-1].replace("]", ""))[-2:]
    if name == "[":
        key, _, wanted = value.partition("=")
        return any(e.attributes.get(key) == wanted.strip('"') for e in elements)
    key = "id" if name == "#" else "class"
    return any(value in e.attributes.get(key, "").split() for e in elements)


@pytest.mark.parametrize("kind", sorted(set(text.LINES) - {"done"}))
def test_whatever_is_asked_has_its_step(kind: str) -> None:
    """That one is done is said by the step of the last button, whose other side takes it back."""
    assert KINDS[kind]


def test_steps_speak_of_what_is_asked_and_of_rules_there_are() -> None:
    page = painter.page("sparks/guide.html", guide="on")
    assert set(re.findall(r'data-asked="(\w+)"', page.replace("&#34;", '"'))) <= set(text.LINES)
    rules = {e.attributes.get("id") for e in Reader(PAGE).elements}
    links = re.findall(r'href="/rules/sparks#([\w-]+)"', page)
    assert len(links) == len(STEPS)
    assert set(links) <= rules


@pytest.mark.parametrize("kind", ["act", "reroll", "recruit", "copy", "fire", "max", "recycle"])
def test_what_a_step_points_at_is_there(kind: str) -> None:
    state = asking(kind).state
    assert ENGINE.asks(state)[0].kind == kind
    elements = Reader(whole(state, 0)).elements
    for step in KINDS[kind]:
        if "box-" in step["data-when"]:
            continue
        assert has(elements, step["data-when"])
        for selector in step["data-point"].split(", "):
            assert has(elements, selector), selector


def test_a_spark_is_spoken_of_only_where_one_may_act() -> None:
    """The step of power boxes wants a box among the moves of an action; Olympia's ask has boxes
    too, but no spark goes there."""
    [boxes] = [step for step in STEPS if "box-" in step["data-when"]]
    inside = re.compile(r'data-asked="act".*data-on="box-', re.DOTALL)
    assert boxes["data-when"].startswith('#moves [data-asked="act"] [data-on^="box-"]')
    assert inside.search(whole(asking("act").state, 0))
    assert not inside.search(whole(asking("fire").state, 0))
