"""The Sparks table in a browser: it fits, it can be read, and a die is placed by tap, by keyboard
and by drag."""

import contextlib
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.browser.fit import LOW, THEMES, bring_axe, faults
from tests.browser.friends import DESK, PHONE, TABLET, Friend, Table, connected
from tests.conftest import Served, page_without_errors

MOST = 200_000
"""Bytes on the wire of a first load."""


@contextlib.asynccontextmanager
async def sparks_at(
    browser: Browser, house: Served, *names: str, **options: Any
) -> AsyncIterator[Table]:
    """A table of Sparks with these people, just begun. Nobody's page is open yet."""
    options = {"reduced_motion": "reduce", **options}
    async with contextlib.AsyncExitStack() as stack:
        friends = []
        for seat, name in enumerate(names):
            page = await stack.enter_async_context(page_without_errors(browser, **options))
            friends.append(Friend(name, page, house.url, seat))
        table = Table(friends)
        await friends[0].csrf()
        where = await friends[0].post("/new/sparks", name=names[0], public="no", watch="link")
        for friend in friends:
            friend.table = where.rsplit("/", 1)[-1]
        answer = await friends[0].context.request.get(f"{house.url}{where}")
        found = re.search(r'class="three">([^<]+)<', await answer.text())
        assert found
        for friend in friends[1:]:
            await friend.post(f"/j/{found[1]}", name=friend.name, do="sit")
        await table.start()
        yield table


async def to_the_actions(table: Table) -> dict[str, Any]:
    """Everybody chooses the first there is, until the host may place dice. What the host sees."""
    while True:
        for friend in table:
            view = await friend.view()
            moves = view["private"]["moves"]
            if friend.seat == 0 and moves["asked"] == "act":
                return view
            if moves["asked"] not in ("", "act", "done"):
                await friend.act(next(o["text"] for o in moves["offers"] if o["no"] is None))


class Factory:
    """A die of the host, and the space of its colour in the factory, where it always fits."""

    def __init__(self, page: Page, view: dict[str, Any]) -> None:
        die = view["private"]["storage"]["dice"][0]
        self.page = page
        self.die = page.locator(f'#storage [data-piece="die-{die["id"]}"]')
        self.space = page.locator(f'#seat-0 [data-piece="space-factory.{die["colour"]}"]')
        self.placed = page.locator(f'#seat-0 .factory .filled[data-piece="die-{die["id"]}"]')

    async def is_placed(self) -> None:
        """It lies in the factory, and no longer in the storage."""
        await expect(self.placed).to_be_visible()
        await expect(self.die).to_have_count(0)


async def middle(what: Locator) -> tuple[float, float]:
    """Where to point at."""
    box = await what.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def test_a_die_is_placed_by_tap_and_taken_back(browser: Browser, house: Served) -> None:
    async with sparks_at(browser, house, "Ada", "Ben", viewport=PHONE, has_touch=True) as table:
        here = Factory(table[0].page, await to_the_actions(table))
        await table[0].open()
        await here.die.tap()
        await expect(here.die).to_have_attribute("aria-pressed", "true")
        await expect(here.space).to_have_attribute("data-tag", "free")
        await here.space.tap()
        await here.is_placed()
        await here.page.locator("#moves .undo").tap()
        await expect(here.die).to_be_visible()


async def test_a_die_is_placed_by_keyboard_alone(browser: Browser, house: Served) -> None:
    async with sparks_at(browser, house, "Ada", "Ben", viewport=DESK) as table:
        here = Factory(table[0].page, await to_the_actions(table))
        await table[0].open()
        keys = here.page.keyboard
        await here.die.focus()
        await keys.press("Enter")
        await expect(here.space).to_have_attribute("data-lit", "legal")
        await keys.press("Escape")
        await expect(here.space).not_to_have_attribute("data-lit", "legal")
        await expect(here.die).to_be_focused()
        await keys.press("Enter")
        for _ in range(20):
            if await here.space.evaluate("(space) => space === document.activeElement"):
                break
            await keys.press("ArrowRight")
        await expect(here.space).to_be_focused()
        await keys.press("Enter")
        await here.is_placed()
        # And on from there: the place that was in focus can't act any more.
        await expect(here.page.locator(":focus")).to_have_count(1)


async def test_a_die_is_placed_by_drag(browser: Browser, house: Served) -> None:
    async with sparks_at(browser, house, "Ada", "Ben", viewport=DESK) as table:
        here = Factory(table[0].page, await to_the_actions(table))
        await table[0].open()
        mouse = here.page.mouse
        await mouse.move(*await middle(here.die))
        await mouse.down()
        await mouse.move(400, 600, steps=4)
        await expect(here.page.locator(".dragged")).to_be_visible()
        await mouse.move(*await middle(here.space), steps=4)
        await mouse.up()
        await here.is_placed()
        await expect(here.page.locator(".dragged")).to_have_count(0)


async def test_what_is_impossible_says_why(browser: Browser, house: Served) -> None:
    async with sparks_at(browser, house, "Ada", "Ben", viewport=DESK) as table:
        view = await to_the_actions(table)
        no = next(o for o in view["private"]["moves"]["offers"] if o["no"] and o["to"])
        await table[0].open()
        page = table[0].page
        await page.locator(f'#storage [data-piece="{no["on"]}"]').click()
        place = page.locator(f'#seat-0 [data-piece="{no["to"]}"]')
        await expect(place).to_have_attribute("aria-disabled", "true")
        # Nothing that is marked as impossible can be clicked but by a real person.
        await page.mouse.click(*await middle(place))
        await expect(page.locator("#why")).to_have_text(no["no"]["text"])
        await expect(page.locator("#said")).to_have_text(no["no"]["text"])


async def test_what_is_folded_open_stays_open(browser: Browser, house: Served) -> None:
    async with sparks_at(browser, house, "Ada", "Ben", viewport=DESK) as table:
        here = Factory(table[0].page, await to_the_actions(table))
        await table[0].open()
        await here.page.locator("#all-moves > summary").click()
        await expect(here.page.locator("#all-moves")).to_have_attribute("open", "")
        name = await here.space.get_attribute("data-piece")
        assert name
        die = str(await here.die.get_attribute("data-piece")).removeprefix("die-")
        await table[0].act(f"place {die} {name.removeprefix('space-')}")
        await here.is_placed()
        await expect(here.page.locator("#all-moves")).to_have_attribute("open", "")


async def test_all_is_done_without_script(browser: Browser, house: Served) -> None:
    options = {"viewport": PHONE, "java_script_enabled": False}
    async with sparks_at(browser, house, "Ada", "Ben", **options) as table:
        view = await to_the_actions(table)
        die = view["private"]["storage"]["dice"][0]
        page = table[0].page
        await page.goto(f"{house.url}/t/{table.id}")
        await page.get_by_text("All moves", exact=True).click()
        await page.locator(f"#m-die-{die['id']} > summary").click()
        await page.get_by_role(
            "button", name=f"Place the {die['colour']} {die['value']} on the {die['colour']}"
        ).click()
        await expect(
            page.locator(f'#seat-0 .factory .filled[data-piece="die-{die["id"]}"]')
        ).to_be_visible()


async def test_a_board_of_another_can_be_looked_at(browser: Browser, house: Served) -> None:
    async with sparks_at(browser, house, "Ada", "Ben", viewport=PHONE) as table:
        await to_the_actions(table)
        await table[0].open()
        page = table[0].page
        await expect(page.locator("#seat-0")).to_be_visible()
        await expect(page.locator("#yard")).to_be_hidden()
        await page.locator(".tab", has_text="Ben").click()
        await expect(page.locator("#seat-1")).to_be_visible()
        await expect(page.locator("#seat-0")).to_be_hidden()
        await page.locator(".tab", has_text="Table").click()
        await expect(page.locator("#yard")).to_be_visible()
        await expect(page.locator("#seat-1")).to_be_hidden()


@pytest.mark.parametrize("moment", ["start", "actions"])
async def test_it_fits_and_can_be_read(browser: Browser, house: Served, moment: str) -> None:
    """Nothing scrolls sideways, everything can be hit, axe finds nothing serious."""
    names = ("Wilhelmina-Charlotte-Ann", "🦊🌋 Zoë مرحبا 漢字", "M" * 24, "i")
    options = {"viewport": DESK, "bypass_csp": True}
    async with sparks_at(browser, house, *names, **options) as table:
        if moment == "actions":
            await to_the_actions(table)
        await table[0].open()
        page = table[0].page
        await bring_axe(page)
        wrong = []
        for size in (DESK, LOW, TABLET, PHONE):
            for theme in THEMES:
                if moment == "actions" and theme == "dark":
                    await page.locator("#storage .d").first.click()
                wrong += await faults(page, size, theme)
        assert not wrong, "\n".join(wrong)


async def test_a_first_load_is_under_200_kilobytes(browser: Browser, house: Served) -> None:
    async with sparks_at(browser, house, "Ada", "Ben", viewport=PHONE) as table:
        await to_the_actions(table)
        page = table[0].page
        line = await page.context.new_cdp_session(page)
        sizes: list[float] = []
        line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        await line.send("Network.enable")
        await line.send("Network.setCacheDisabled", {"cacheDisabled": True})
        await page.goto(f"{house.url}/t/{table.id}")
        await connected(page)
        await expect(page.locator("#storage .can")).not_to_have_count(0)
        await page.wait_for_load_state("networkidle")
        assert len(sizes) > 10
        assert sum(sizes) < MOST, sizes


NEEDED = ("#junkyard .row", ".board[data-owner='0'] .factory", "#storage .dice", "#moves .fin")


@pytest.mark.parametrize("names", [("Ada", "Ben"), ("Ada", "Ben", "Cleo", "Dot")], ids=len)
async def test_a_low_screen_shows_a_whole_turn(
    browser: Browser, house: Served, names: tuple[str, ...]
):
    """At 1280 × 720 nobody scrolls for a turn: the junkyard, one's own factory and dice, and what
    ends the turn all stand in sight, none under another."""
    async with sparks_at(browser, house, *names, viewport=LOW) as table:
        await to_the_actions(table)
        page = table[0].page
        await table[0].open()
        assert await page.evaluate("document.documentElement.scrollHeight") <= LOW["height"]
        for what in NEEDED:
            box = await page.locator(what).bounding_box()
            assert box is not None, what
            assert box["y"] >= 0, what
            assert box["y"] + box["height"] <= LOW["height"], what
        tray = await page.locator("#tray").bounding_box()
        for what in (*NEEDED[:2], ".board[data-owner='0'] .line"):
            box = await page.locator(what).bounding_box()
            assert box is not None
            assert tray is not None
            assert box["y"] + box["height"] <= tray["y"] + 1, what
