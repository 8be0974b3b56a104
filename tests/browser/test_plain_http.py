"""An address in the local network, without https: no clipboard, no secure context, no extra
headers."""

import os
import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, Playwright, Request, expect

from tests.browser.friends import PHONE, connected
from tests.conftest import CHROMIUM_FLAGS, Served, page_without_errors


@pytest.fixture
async def far_browser(playwright: Playwright) -> AsyncIterator[Browser]:
    """A browser for which http://table.test is this machine, but not a trustworthy origin."""
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    found = await playwright.chromium.launch(
        executable_path=os.environ["BEEPBOOP_BROWSER"],
        args=[*CHROMIUM_FLAGS, *sandbox, "--host-resolver-rules=MAP table.test 127.0.0.1"],
    )
    yield found
    await found.close()


async def test_joining_in_the_local_network(far_browser: Browser, house: Served):
    url = f"http://table.test:{house.port}"
    posts: list[Request] = []
    async with (
        page_without_errors(far_browser, viewport=PHONE) as ada,
        page_without_errors(far_browser, viewport=PHONE) as ben,
    ):
        await ada.goto(f"{url}/new/quirky_circuits")
        assert not await ada.evaluate("isSecureContext")
        assert await ada.evaluate("[typeof navigator.clipboard, typeof crypto.randomUUID]") == [
            "undefined",
            "undefined",
        ]
        await ada.get_by_label("Your name").fill("Ada")
        await ada.get_by_role("button", name="Open the table").click()
        await connected(ada)
        link = await ada.locator("#invite-link").input_value()
        assert re.fullmatch(rf"{re.escape(url)}/j/[a-z]+-[a-z]+-[a-z]+", link), link
        await expect(ada.locator("[data-copy], [data-share]").first).to_be_hidden()
        drawn = await ada.locator("img.qr").evaluate("(img) => img.decode().then(() => true)")
        assert drawn
        words = await ada.locator(".three").inner_text()

        ben.on("request", lambda r: posts.append(r) if r.method == "POST" else None)
        await ben.goto(f"{url}/")
        await ben.get_by_label("Join by link or three words").fill(words.replace("-", " "))
        await ben.get_by_role("button", name="Join").click()
        await ben.get_by_label("Your name").fill("Ben")
        await ben.get_by_role("button", name="Take a seat").click()
        await connected(ben)
        assert len(posts) == 2
        for request in posts:
            assert "sec-fetch-site" not in await request.all_headers()
        assert (await posts[1].all_headers())["origin"] == "null"

        for page in (ada, ben):
            await page.get_by_role("button", name="I’m ready").click()
        await ada.get_by_role("button", name="Start the game").click()
        for page in (ada, ben):
            await expect(page.locator("#hand .cardb[data-play]")).to_have_count(5)
            await connected(page)
