"""The scenario book: what I have finished stands in it, what comes next is a tap away, and nobody
else's progress is shown but at a table where I sit."""

import re
from typing import Any
from uuid import UUID

import httpx
import pytest

from engines.quirky_circuits.house import book
from tests.app.finished import Told, golden_game, put_in
from tests.web.browsers import NAMES, Browser, region_of, site, table_of
from tests.web.lobby_samples import PAGES, REGIONS
from tests.web.test_lobby_templates import Node, nodes, render

BOOK = book()
TITLES = {chapter.key: f"{chapter.number}. {chapter.title}" for chapter in BOOK.chapters}
KEYS = list(TITLES)


# --- the templates ---------------------------------------------------------------------------


def cards(markup: str) -> dict[str, Node]:
    """The book's entries, by key."""
    found = [n for n in nodes(markup) if "scenario" in (n.attrs.get("class") or "").split()]
    return {str(n.walk()[1].attrs["value"]): n for n in found}


def stars(node: Node) -> tuple[int, int]:
    """How many stars are lit, and how many there are."""
    drawn = [
        n.attrs.get("class") == "off"
        for each in node.walk()
        if each.attrs.get("class") == "stars-of"
        for n in each.children
    ]
    return drawn.count(False), len(drawn)


def test_an_entry_says_it_in_words_and_in_stars() -> None:
    """The best finish, how, when, with whom; how often it was tried; which one is next."""
    found = cards(render(*PAGES["new, book begun"]))
    best = found["dust_bunnies"]
    assert stars(best) == (3, 3)
    for said in ("Expert", "Best on", "3 Nov 2026", "won 3 of 3."):
        assert said in best.words(), said
    eased = found["mind_the_vase"]
    assert stars(eased) == (1, 3)
    for said in ("Won", "practice mode", "talk between rounds", "1 May 2026", "won 1 of 12."):
        assert said in eased.words(), said
    again = found["quirky"]
    assert stars(again) == (0, 0)
    assert "tried twice" in again.words()
    assert [key for key, each in found.items() if "next" in each.words().split()] == ["quirky"]
    assert stars(found["uphill"]) == (0, 0)
    assert "tried" not in found["uphill"].words()


def test_the_book_of_a_table_names_those_who_have_finished() -> None:
    found = cards(render(*PAGES["settings"]))
    assert "Finished by" in found["dust_bunnies"].words()
    assert "Finished by" not in found["quirky"].words()


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("new", "0 of 5 finished Start with: 1. Dust Bunnies"),
        ("new, book begun", "2 of 5 finished Next for you: 3. Quirky"),
        ("new, book finished", "5 of 5 finished The whole book is finished."),
        ("settings", "2 of 5 finished by everybody here Next for everybody here: 3. Quirky"),
    ],
)
def test_what_is_suggested_stands_on_top(page: str, said: str) -> None:
    text = words(render(*PAGES[page])).replace(" .", ".")
    assert said in text


def test_the_start_page_opens_the_next_one_with_one_tap() -> None:
    """A form of its own for who has begun the book; the others find it under New table."""

    def onward(page: str) -> list[Node]:
        found = nodes(render(*PAGES[page]))
        return [n for n in found if n.attrs.get("class") == "onward"]

    [form] = onward("start, book begun")
    sent = {str(n.attrs["name"]): n.attrs["value"] for n in form.walk() if n.tag == "input"}
    assert sent == {"csrf": "t0ken", "watch": "link", "scenario": "quirky", "beep": "on"}
    assert "Next: 3. Quirky" in form.words()
    assert "Book: 2 of 5" in form.words()
    [form] = onward("start, book finished")
    assert [n for n in form.walk() if n.tag == "button"] == []
    assert onward("start, full") == []


def test_the_waiting_room_tells_what_those_here_have_done() -> None:
    several = words(render(*REGIONS["here, of several"]))
    for said in ("not played yet", "Expert", "Won practice mode", "tried twice", "2 of 5"):
        assert said in several, said
    assert "Next in the book: 3. Quirky" in several
    alone = words(render(*REGIONS["here, of one"]))
    assert "You have finished 1" not in alone
    assert "this one is next" in alone
    assert "Next in the book" not in words(render(*REGIONS["here, with all finished"]))
    assert render(*REGIONS["here, of others"]).strip() == ""


# --- people ----------------------------------------------------------------------------------


def words(html: str) -> str:
    """What a page says."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def checked(page: httpx.Response) -> str:
    """The scenario that is chosen in a form."""
    [key] = re.findall(r'id="scenario-([\w-]+)"[^>]* checked', page.text)
    return str(key)


async def own(browser: Browser) -> dict[str, Any]:
    """One's own book, as JSON: what was played of it."""
    answer = await browser.get("/api/progress/quirky_circuits")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    assert [each["key"] for each in found["chapters"]] == KEYS
    return found


async def play_to_the_end(browsers: list[Browser], told: Told) -> UUID:
    """These people play this golden game, its last row in their browser."""
    game = await table_of(browsers, start=False, scenario=told.scenario, beep="on")
    await put_in(browsers[0].site.house, game, told)
    seat, ask, said = told.last
    answer = await browsers[seat].post(f"/t/{game}/act", hx=True, do=f"{ask} {said}")
    assert answer.status_code == 200, answer.text
    return game


async def test_from_an_untouched_book_to_the_next_scenario(database_url: str) -> None:
    """Two win, a third watches: whose book says what, and where the next tap leads."""
    told = golden_game(2, "expert")
    async with site(database_url, pace=False) as here:
        anna, ben, cleo = await here.friends(3)
        # Nobody has done anything; a browser without a cookie has an untouched book as well.
        for browser in (anna, here.stranger()):
            answer = await browser.get("/new/quirky_circuits")
            assert checked(answer) == KEYS[0]
            assert "0 of 24 finished" in words(answer.text)
            book_of = await own(browser)
            assert (book_of["finished"], book_of["next"]) == (0, KEYS[0])
            assert not any(each["games"] or each["best"] for each in book_of["chapters"])
        assert "onward" not in (await anna.get("/")).text

        game = await table_of([anna, ben], start=False, scenario=told.scenario, beep="on")
        assert (await cleo.join(game, NAMES[2], "watch")).status_code == 303
        shown = region_of((await anna.get(f"/t/{game}")).text, "here")
        assert words(shown).count("not played yet") == 2
        assert region_of((await cleo.get(f"/t/{game}")).text, "here").count("<") <= 2
        await put_in(here.house, game, told)
        seat, ask, said = told.last
        answer = await [anna, ben][seat].post(f"/t/{game}/act", hx=True, do=f"{ask} {said}")
        assert answer.status_code == 200, answer.text

        # At the end those who played are led on; who watched sees nothing of their book.
        after = KEYS[(KEYS.index(told.scenario) + 1) % len(KEYS)]
        for browser in (anna, ben):
            shown = region_of((await browser.get(f"/t/{game}")).text, "next")
            assert f"Next: {TITLES[after]}" in words(shown)
            assert "Everybody here has finished 1 of 24" in words(shown)
            assert f'value="next scenario={after}"' in shown
        shown = region_of((await cleo.get(f"/t/{game}")).text, "next")
        assert "scenario" not in shown
        assert "finished" not in shown

        # Each one's own book, and nobody else's.
        for browser, mate in ((anna, "Ben"), (ben, "Anna"), (cleo, "")):
            mine = await own(browser)
            [played] = [c for c in mine["chapters"] if c["games"]] or [None]
            assert mine["finished"] == bool(mate)
            page = words((await browser.get("/new/quirky_circuits")).text)
            assert f"{int(bool(mate))} of 24 finished" in page
            if played is None:
                assert "Expert" not in page
                continue
            assert (played["key"], played["won"]) == (told.scenario, 1)
            best = played["best"]
            assert (best["grade"]["ending"], best["easings"]) == ("expert", [])
            assert (best["mates"], best["table"]) == ([mate], str(game))
            assert f"with {mate} ; won 1 of 1." in page

        # One tap on the start page.
        first = next(key for key in KEYS if key != told.scenario)
        assert checked(await anna.get("/new/quirky_circuits")) == first
        start = (await anna.get("/")).text
        form = start.partition('<form class="onward"')[2].partition("</form>")[0]
        assert f"Next: {TITLES[first]}" in words(form)
        assert "Book: 1 of 24" in words(form)
        fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
        answer = await anna.post("/new/quirky_circuits", **fields)
        assert answer.status_code == 303, answer.text
        view = await anna.api(UUID(answer.headers["location"].removeprefix("/t/")))
        assert TITLES[first].endswith(view["title"])
        # Any other is as free as before: what a link says is chosen.
        assert checked(await anna.get(f"/new/quirky_circuits?scenario={KEYS[-1]}")) == KEYS[-1]
        # A first game with a guide is the first one.
        assert checked(await anna.get("/new/quirky_circuits?guide=on&practice=on")) == KEYS[0]

        # One tap at the end leads the same people on; a stranger is told that it isn't theirs.
        do = f"next scenario={after}"
        assert (await cleo.post(f"/t/{game}/host", do=do)).status_code == 403
        answer = await ben.post(f"/t/{game}/host", do=do)
        assert answer.status_code == 303
        room = UUID(answer.headers["location"].removeprefix("/t/"))
        assert (await anna.post(f"/t/{game}/host", do=do)).headers["location"] == f"/t/{room}"
        shown = words(region_of((await anna.get(f"/t/{room}")).text, "here"))
        assert f"{TITLES[after]}, so far" in shown
        assert "Everybody here has finished 1 of 24" in shown
        assert f"Next in the book: {TITLES[first]}" in shown or after == first
        # Ben opened it, so he picks; Cleo sits down, and what all three have finished is nothing.
        assert "Pick another scenario" not in shown
        assert "Pick another" in region_of((await ben.get(f"/t/{room}")).text, "here")
        page = words((await ben.get(f"/t/{room}/settings")).text)
        assert "1 of 24 finished by everybody here" in page
        assert "Finished by Anna too." in page
        await cleo.join(room, NAMES[2])
        shown = words(region_of((await anna.get(f"/t/{room}")).text, "here"))
        assert "Everybody here has finished 0 of 24" in shown
        assert f"Next in the book: {TITLES[KEYS[0]]}" in shown or after == KEYS[0]

        # Forgotten: the browser begins anew.
        await ben.post("/forget")
        assert (await own(ben))["finished"] == 0


async def test_after_a_lost_game(database_url: str) -> None:
    """Nothing finished, one game tried; the table may go on or play it again."""
    told = golden_game(2, "lost")
    async with site(database_url, pace=False) as here:
        anna, ben = await here.friends(2)
        game = await play_to_the_end([anna, ben], told)
        after = KEYS[(KEYS.index(told.scenario) + 1) % len(KEYS)]
        shown = region_of((await ben.get(f"/t/{game}")).text, "next")
        assert f"Go on to {TITLES[after]}?" in words(shown)
        mine = await own(anna)
        assert mine["finished"] == 0
        assert [
            (c["key"], c["games"], c["won"], c["best"]) for c in mine["chapters"] if c["games"]
        ] == [(told.scenario, 1, 0, None)]
        page = words((await anna.get("/new/quirky_circuits")).text)
        assert "tried once" in page


async def test_a_game_without_a_book(database_url: str) -> None:
    """Sparks: nothing to finish, and its pages say nothing of it."""
    async with site(database_url) as here:
        anna = await here.browser()
        answer = await anna.get("/api/progress/sparks")
        assert answer.status_code == 404
        assert (await anna.get("/api/progress/chess")).status_code == 404
        table = await anna.post("/new/sparks", name="Anna", watch="link")
        page = await anna.get(table.headers["location"])
        assert region_of(page.text, "here").count("<") <= 2
