"""What a first visit costs on the wire: to a running table, and to the longest page to read."""

from typing import Any

from playwright.async_api import Browser, Page, expect

from tests.browser.friends import PHONE, connected, friends_at
from tests.conftest import Served, page_without_errors

MOST = 200_000
MOST_TO_READ = 300_000


async def listen(page: Page) -> dict[str, float]:
    """What each address costs from now on, without a cache."""
    line = await page.context.new_cdp_session(page)
    urls: dict[str, str] = {}
    sizes: dict[str, float] = {}

    def sent(event: dict[str, Any]) -> None:
        urls[event["requestId"]] = event["request"]["url"]

    def finished(event: dict[str, Any]) -> None:
        sizes[urls[event["requestId"]]] = event["encodedDataLength"]

    line.on("Network.requestWillBeSent", sent)
    line.on("Network.loadingFinished", finished)
    await line.send("Network.enable")
    await line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    return sizes


async def test_the_table_page_is_under_200_kilobytes(browser: Browser, house: Served):
    async with friends_at(browser, house, "Ada", "Ben", sizes=(PHONE,), opened=False) as table:
        await table.lay_some(3)
        page = table[0].page
        sizes = await listen(page)
        await page.goto(f"{house.url}/t/{table.id}")
        await connected(page)
        await expect(page.locator("#hand .cardb[data-play]")).not_to_have_count(0)
        await page.wait_for_load_state("networkidle")
        assert any(name.endswith(".woff2") for name in sizes), sizes
        assert any(name.endswith("htmx.min.js") for name in sizes), sizes
        assert sum(sizes.values()) < MOST, sizes


async def test_how_to_play_sparks_is_under_300_kilobytes(browser: Browser, house: Served):
    """With all 56 robots and 32 assistants."""
    async with page_without_errors(browser, viewport=PHONE) as page:
        sizes = await listen(page)
        await page.goto(f"{house.url}/rules/sparks")
        await page.locator("#rulings").scroll_into_view_if_needed()
        await page.wait_for_load_state("networkidle")
        assert any(name.endswith("sparks.svg") for name in sizes), sizes
        assert sum(sizes.values()) < MOST_TO_READ, sizes
