"""Every page a person meets, opened in a browser: for what holds for all of them."""

import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeAlias

from playwright.async_api import Browser, Page, expect

from tests.browser.friends import connected, friends_at
from tests.conftest import Served, page_without_errors

LONG = "Wilhelmina-Charlotte-Ann"
EMOJI = "🦊🌋 Zoë مرحبا 漢字 👩‍🚀"
WIDE = "M" * 24
assert len(LONG) == 24

Opened: TypeAlias = AbstractAsyncContextManager[Page]


def plain(path: str) -> Callable[..., Opened]:
    """A page at an address."""

    @contextlib.asynccontextmanager
    async def opened(browser: Browser, house: Served, **options: Any) -> AsyncIterator[Page]:
        async with page_without_errors(browser, reduced_motion="reduce", **options) as page:
            await page.goto(f"{house.url}{path}")
            yield page

    return opened


@contextlib.asynccontextmanager
async def start(browser: Browser, house: Served, **options: Any) -> AsyncIterator[Page]:
    """The start page of somebody who has games, with open tables."""
    async with friends_at(
        browser,
        house,
        LONG,
        EMOJI,
        opened=False,
        choices={"public": "yes", "watch": "anyone"},
        **options,
    ) as table:
        await table[0].page.goto(house.url)
        await connected(table[0].page)
        yield table[0].page


@contextlib.asynccontextmanager
async def invitation(browser: Browser, house: Served, **options: Any) -> AsyncIterator[Page]:
    """What the invited see first."""
    async with friends_at(browser, house, LONG, EMOJI, started=False, opened=False) as table:
        async with page_without_errors(browser, reduced_motion="reduce", **options) as page:
            await page.goto(f"{house.url}/j/{table.invite}")
            yield page


@contextlib.asynccontextmanager
async def room(browser: Browser, house: Served, **options: Any) -> AsyncIterator[Page]:
    """The waiting room, full, as its host sees it."""
    names = (LONG, EMOJI, WIDE, "i")
    async with friends_at(browser, house, *names, started=False, opened=False, **options) as table:
        await table[1].post(f"/t/{table.id}/room", do="ready")
        await table[1].post(f"/t/{table.id}/say", text="x" * 80 + " and a word")
        await table[0].open()
        yield table[0].page


@contextlib.asynccontextmanager
async def sparks_room(browser: Browser, house: Served, **options: Any) -> AsyncIterator[Page]:
    """The waiting room of a game that may be played alone, as its host sees it."""
    async with page_without_errors(browser, reduced_motion="reduce", **options) as page:
        await page.goto(f"{house.url}/new/sparks")
        await page.get_by_label("Your name").fill(LONG)
        await page.get_by_role("switch", name="Assistant draft").check()
        await page.get_by_role("button", name="Open the table").click()
        await connected(page)
        yield page


@contextlib.asynccontextmanager
async def program(browser: Browser, house: Served, **options: Any) -> AsyncIterator[Page]:
    """The table while the team programs: four seats, some cards laid, a scenario with quirks."""
    names = (LONG, EMOJI, WIDE, "i")
    choices = {"scenario": "quirky"}
    async with friends_at(
        browser, house, *names, opened=False, choices=choices, **options
    ) as table:
        await table.lay_some(5)
        await table[1].act("done")
        await table[0].open()
        yield table[0].page


@contextlib.asynccontextmanager
async def replay(browser: Browser, house: Served, **options: Any) -> AsyncIterator[Page]:
    """The last round, walked through."""
    async with friends_at(browser, house, LONG, EMOJI, "Cleo", opened=False, **options) as table:
        await table.finish_round()
        await table[0].open()
        page = table[0].page
        await page.get_by_role("button", name="Replay round 1").click()
        await expect(page.locator("body.is-replay")).to_have_count(1)
        yield page


@contextlib.asynccontextmanager
async def debrief(browser: Browser, house: Served, **options: Any) -> AsyncIterator[Page]:
    """After the last card."""
    async with friends_at(browser, house, LONG, EMOJI, "Cleo", opened=False, **options) as table:
        await table.finish()
        await table[1].post(f"/t/{table.id}/say", text="Well done, all of you!")
        await table[0].open()
        await expect(table[0].page.locator("#debrief-title")).to_be_visible()
        yield table[0].page


@contextlib.asynccontextmanager
async def moment(browser: Browser, house: Served, **options: Any) -> AsyncIterator[Page]:
    """A moment of a game that has ended, with all hands open."""
    names = (LONG, EMOJI, WIDE)
    async with friends_at(browser, house, *names, opened=False, **options) as table:
        await table.finish()
        page = table[0].page
        await page.goto(f"{house.url}/t/{table.id}/at/6?as=all")
        await page.locator("#logbox > summary").click()
        await expect(page.locator("#m-play")).to_be_visible()
        yield page


@contextlib.asynccontextmanager
async def sparks_moment(browser: Browser, house: Served, **options: Any) -> AsyncIterator[Page]:
    """A moment of a game of Sparks that runs, from one's own seat."""
    async with page_without_errors(browser, reduced_motion="reduce", **options) as page:
        await page.goto(house.url)
        await page.get_by_role("button", name="Play alone").click()
        await connected(page)
        await page.goto(f"{page.url}/at/1")
        await expect(page.locator("#m-label")).to_have_text("The start")
        yield page


@contextlib.asynccontextmanager
async def watching(browser: Browser, house: Served, **options: Any) -> AsyncIterator[Page]:
    """The table as a watcher sees it."""
    async with friends_at(browser, house, "Ada", "Ben", opened=False) as table:
        await table.lay_some(3)
        async with page_without_errors(browser, reduced_motion="reduce", **options) as page:
            await page.goto(f"{house.url}/j/{table.invite}")
            await page.get_by_role("button", name="Watch").click()
            await connected(page)
            yield page


PAGES: dict[str, Callable[..., Opened]] = {
    "start": start,
    "new": plain("/new/quirky_circuits"),
    "new sparks": plain("/new/sparks"),
    "sparks room": sparks_room,
    "invitation": invitation,
    "room": room,
    "program": program,
    "watching": watching,
    "replay": replay,
    "debrief": debrief,
    "moment": moment,
    "sparks moment": sparks_moment,
    "rules": plain("/rules/quirky_circuits"),
    "a robot": plain("/rules/quirky_circuits/robots/rover"),
    "a command": plain("/rules/quirky_circuits/commands/forward_2"),
    "sparks rules": plain("/rules/sparks"),
}
