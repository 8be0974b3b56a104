"""htmx comes from the CDN, and from ourselves if that fails: once, whatever happens."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import TypeAlias

import pytest
from playwright.async_api import Browser, Page, Route, expect

from app import embedded
from tests.browser.conftest import shared_house
from tests.browser.friends import connected
from tests.conftest import ROOT, Served, page_without_errors

CDN = re.compile(r"^https://cdn\.jsdelivr\.net/")
VENDOR = ROOT / "static" / "vendor" / "htmx-4.0.1"
HEADERS = {"access-control-allow-origin": "*", "content-type": "text/javascript"}
COUNT = """
  window.runs = 0;
  let mine;
  Object.defineProperty(window, 'htmx', {
    configurable: true,
    get: () => mine,
    set: (value) => { mine = value; window.runs += 1; },
  });
"""
"""Counts how often htmx makes itself known."""
Answer: TypeAlias = Callable[[Route], Awaitable[None]]


@pytest.fixture(scope="session")
def cdn_house(postgres: embedded.Server) -> Iterator[Served]:
    with shared_house(postgres, BEEPBOOP_CDN="true") as server:
        yield server


def bytes_of(route: Route) -> bytes:
    return (VENDOR / route.request.url.rsplit("/", 1)[-1]).read_bytes()


async def good(route: Route) -> None:
    await route.fulfill(body=bytes_of(route), headers=HEADERS)


async def refused(route: Route) -> None:
    await route.abort("connectionrefused")


async def wrong(route: Route) -> None:
    evil = b"window.evil = true;" + bytes_of(route)
    await route.fulfill(body=evil, headers=HEADERS)


@asynccontextmanager
async def page_with(browser: Browser, answer: Answer, *expected: str) -> AsyncIterator[Page]:
    async with page_without_errors(browser, expected=expected) as page:
        await page.add_init_script(COUNT)
        await page.route(CDN, answer)
        yield page


async def is_alive(page: Page, url: str, from_where: str) -> None:
    await page.goto(url)
    await expect(page.locator(f'html[data-htmx="{from_where}"]')).to_have_count(1)
    await connected(page)
    assert await page.evaluate("[window.runs, typeof htmx.swap]") == [1, "function"]
    assert await page.evaluate("window.evil") is None


async def test_the_cdn_s_bytes_are_used(browser: Browser, cdn_house: Served):
    async with page_with(browser, good) as page:
        await is_alive(page, cdn_house.url, "cdn cdn")
        assert await page.evaluate(
            "[...document.scripts].filter((s) => s.src.includes('jsdelivr')).every("
            "(s) => s.integrity && s.referrerPolicy === 'no-referrer' && s.crossOrigin)"
        )


async def test_refused(browser: Browser, cdn_house: Served):
    async with page_with(browser, refused, "ERR_CONNECTION_REFUSED") as page:
        await is_alive(page, cdn_house.url, "own own")


async def test_wrong_bytes_never_run(browser: Browser, cdn_house: Served):
    async with page_with(browser, wrong, "integrity") as page:
        await is_alive(page, cdn_house.url, "own own")


async def test_wrong_bytes_of_the_second_script_alone(browser: Browser, cdn_house: Served):
    async def answer(route: Route) -> None:
        await (wrong if "hx-ws" in route.request.url else good)(route)

    async with page_with(browser, answer, "integrity") as page:
        await is_alive(page, cdn_house.url, "cdn own")


async def test_hanging_and_late(browser: Browser, cdn_house: Served):
    late = asyncio.Event()
    asked: list[Route] = []

    async def hang(route: Route) -> None:
        asked.append(route)
        await late.wait()
        await good(route)

    async with page_with(browser, hang) as page:
        # The browser's own `load` waits for whatever was ever asked for.
        await page.goto(cdn_house.url, wait_until="domcontentloaded")
        started = await page.evaluate("performance.now()")
        await expect(page.locator('html[data-htmx="own own"]')).to_have_count(1)
        took = await page.evaluate("performance.now()") - started
        assert len(asked) == 1, "Nobody waits for a hanging CDN twice."
        # 1.5 s of patience; the rest is for a busy machine.
        assert took < 6_000, took
        await connected(page)
        late.set()
        await page.evaluate("new Promise((done) => setTimeout(done, 300))")
        assert await page.evaluate("window.runs") == 1
        await connected(page)
