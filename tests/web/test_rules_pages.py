"""The pages of one thing alone, beside a game's rules: every robot and command has one, and
whatever leads into the rules leads to something that is there."""

import re
from collections.abc import AsyncIterator
from uuid import uuid4

import pytest

from app import embedded
from engines import ENGINES
from engines.core.engine import Page
from engines.quirky_circuits.model import Collided, Turned
from engines.quirky_circuits.scenario import SCENARIOS
from engines.quirky_circuits.topics import WHY, topic
from engines.quirky_circuits.views import notes
from tests.conftest import TEMPLATE, run_sql, url_of
from tests.web.browsers import Browser, site
from tests.web.test_lobby_templates import Node, nodes

PAGES = [(game, page) for game, engine in ENGINES.items() for page in engine.pages()]
IDS = [f"{game}/{page.shelf}/{page.key}" for game, page in PAGES]
QUIRKY = "/rules/quirky_circuits"


@pytest.fixture(scope="module")
async def reader(postgres: embedded.Server) -> AsyncIterator[Browser]:
    """Somebody who reads: nothing of it is kept, so that all may read in one house."""
    name = f"test_{uuid4().hex}"
    run_sql(postgres, "create database {} template {}", name, TEMPLATE)
    async with site(url_of(postgres, name)) as here:
        yield here.stranger()
    run_sql(postgres, "drop database {} with (force)", name)


async def read(reader: Browser, address: str) -> str:
    """The page at this address."""
    answer = await reader.get(address)
    assert answer.status_code == 200, address
    return answer.text


def hrefs(found: list[Node]) -> list[str]:
    return [n.attrs["href"] or "" for n in found if n.tag == "a"]


def neighbours(game: str, page: Page) -> tuple[str, ...]:
    """The addresses of the pages before and after, on the same shelf."""
    shelf = [p for g, p in PAGES if (g, p.shelf) == (game, page.shelf)]
    at = shelf.index(page)
    return tuple(
        f"/rules/{game}/{p.shelf}/{p.key}" for p in (*shelf[:at][-1:], *shelf[at + 1 :][:1])
    )


@pytest.mark.parametrize(("game", "page"), PAGES, ids=IDS)
async def test_it_has_a_page(reader: Browser, game: str, page: Page) -> None:
    """With its name, a picture that moves, the way back and on; and of no other game."""
    here = f"/rules/{game}/{page.shelf}/{page.key}"
    text = await read(reader, here)
    found = nodes(text)
    assert [n.words() for n in found if n.tag == "h1"] == [page.title]
    assert next(n.text for n in found if n.tag == "title").startswith(f"{page.title} · ")
    moving = [n for n in found if n.tag == "figure" and n.attrs.get("class") == "play"]
    assert moving
    for figure in moving:
        [drawn] = [n for n in figure.walk() if n.attrs.get("role") == "img"]
        assert drawn.attrs["aria-label"]
        kinds = {k for n in figure.walk() for k in (n.attrs.get("class") or "").split()}
        assert kinds & {"goes", "turns", "fades", "bumps"}
        assert figure.attrs["tabindex"] == "0"
    links = hrefs(found)
    assert f"/rules/{game}" in links
    assert tuple(n.attrs["href"] for n in found if "rel" in n.attrs and n.tag == "a") == neighbours(
        game, page
    )
    assert [n.attrs["href"] for n in found if "aria-current" in n.attrs] == [here]
    assert {f"/rules/{g}/{p.shelf}/{p.key}" for g, p in PAGES if g == game} <= set(links)
    ids = [n.attrs["id"] for n in found if "id" in n.attrs]
    assert len(ids) == len(set(ids))
    for other, engine in ENGINES.items():
        assert other == game or not re.search(rf"\b({other}|{engine.title})\b", text)


def test_there_are_pages() -> None:
    """A robot or a card can't lose its page unseen."""
    printed = ENGINES["quirky_circuits"].printed()
    named = [(page.shelf, page.key) for game, page in PAGES if game == "quirky_circuits"]
    assert named == [
        *(("robots", robot.key) for robot in printed.robots),
        *(("commands", card.face) for card in printed.cards),
    ]
    assert len(named) == 31


async def test_whatever_leads_into_the_rules_arrives(reader: Browser) -> None:
    """Every link among these pages, from a log line and from what is special on a map: the page
    is there, and so is the anchor."""
    addresses = {
        QUIRKY,
        *(f"{QUIRKY}/{p.shelf}/{p.key}" for g, p in PAGES if g == "quirky_circuits"),
    }
    links, anchors = set[str](), set[str]()
    for address in addresses:
        found = nodes(await read(reader, address))
        anchors |= {address, *(f"{address}#{n.attrs['id']}" for n in found if "id" in n.attrs)}
        links |= {f"{address}{to}" if to.startswith("#") else to for to in hrefs(found)}
    why = (*WHY.values(), *map(topic, (Turned(3, "collision"), Turned(3, "chair"))))
    links |= {f"{QUIRKY}{to}" for to in (*why, topic(Collided("incline", 1, 2, 2)))}
    links |= {f"{QUIRKY}{to}" for key in SCENARIOS for to, _ in notes(key)}
    inner = {to for to in links if to.startswith("/rules/")}
    assert len(inner) > 60
    assert inner - anchors == set()


@pytest.mark.parametrize(
    "address",
    [
        *(f"{QUIRKY}/commands/spin_left", f"{QUIRKY}/robots/forward_1", f"{QUIRKY}/cats/twirl"),
        *("/rules/sparks/robots/twirl", "/rules/chess/robots/twirl"),
    ],
)
async def test_what_is_not_there_says_so(reader: Browser, address: str) -> None:
    answer = await reader.get(address)
    assert answer.status_code == 404
    [lead] = [n for n in nodes(answer.text) if n.attrs.get("class") == "lead"]
    assert re.fullmatch(
        r"(The rules of .+ have no page of that name|There is no such game here)\.", lead.words()
    )
