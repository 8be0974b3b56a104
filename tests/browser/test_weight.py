"""What a first visit to a running table costs on the wire."""

from typing import Any

from playwright.async_api import Browser, expect

from tests.browser.friends import PHONE, connected, friends_at
from tests.conftest import Served

MOST = 200_000


async def test_the_table_page_is_under_200_kilobytes(browser: Browser, house: Served):
    async with friends_at(browser, house, "Ada", "Ben", sizes=(PHONE,), opened=False) as table:
        await table.lay_some(3)
        page = table[0].page
        line = await page.context.new_cdp_session(page)
        urls: dict[str, str] = {}
        sizes: dict[str, float] = {}

        def sent(event: dict[str, Any]) -> None:
            urls[event["requestId"]] = event["request"]["url"]

        def finished(event: dict[str, Any]) -> None:
            sizes[event["requestId"]] = event["encodedDataLength"]

        line.on("Network.requestWillBeSent", sent)
        line.on("Network.loadingFinished", finished)
        await line.send("Network.enable")
        await line.send("Network.setCacheDisabled", {"cacheDisabled": True})
        await page.goto(f"{house.url}/t/{table.id}")
        await connected(page)
        await expect(page.locator("#hand .cardb[data-play]")).not_to_have_count(0)
        await page.wait_for_load_state("networkidle")
        weights = {urls[number].removeprefix(house.url): size for number, size in sizes.items()}
        assert any(name.endswith(".woff2") for name in weights), weights
        assert any(name.endswith("htmx.min.js") for name in weights), weights
        assert sum(weights.values()) < MOST, weights
