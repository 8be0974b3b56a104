"""What can go wrong between a page and its server is said, and mended where it can be."""

import asyncio
import re

from playwright.async_api import Browser, Route, WebSocketRoute, expect

from tests.browser.friends import connected, friends_at, same_as_fresh
from tests.browser.test_push import LAID, Gate, lay
from tests.conftest import Served


async def test_a_lost_session_is_said(browser: Browser, house: Served):
    async with friends_at(browser, house, "Ada", "Ben", expected=("status of 403",)) as table:
        await table.lay_some(2)
        ada = table[0].page
        done = ada.locator('#moves button[data-sign="done"]')
        await expect(done).not_to_have_attribute("aria-disabled", "true")
        await ada.context.clear_cookies()
        await done.click()
        await expect(ada.locator("#notice [role=alert]")).to_contain_text("load it again")
        await expect(ada.locator("#hand .cardb")).not_to_have_count(0)


async def test_somebody_else_s_error_page_is_said(browser: Browser, house: Served):
    """A proxy's error page is none of our messages: it must not land in the page, nor be
    swallowed."""

    async def bad_gateway(route: Route) -> None:
        await route.fulfill(status=502, content_type="text/html", body="<h1>Bad Gateway</h1>")

    async with friends_at(browser, house, "Ada", "Ben", expected=("status of 502",)) as table:
        await table.lay_some(2)
        ada = table[0].page
        done = ada.locator('#moves button[data-sign="done"]')
        await expect(done).not_to_have_attribute("aria-disabled", "true")
        await ada.route("**/act", bad_gateway)
        await done.click()
        await expect(ada.locator("#notice [role=alert]")).to_be_visible()
        await expect(ada.get_by_text("Bad Gateway")).to_have_count(0)
        await ada.unroute("**/act")
        await ada.wait_for_timeout(450)  # sooner it would be a double tap
        await done.click()
        await expect(done).to_have_attribute("aria-pressed", "true")
        await expect(ada.locator("#notice")).to_be_empty()
        await same_as_fresh(ada)


async def test_a_socket_that_falls_silent_is_given_up(browser: Browser, house: Served):
    async with friends_at(browser, house, "Ada", "Ben", opened=False) as table:
        ada = table[0]
        gate = Gate()
        await gate.put_into(ada.page)
        await ada.page.clock.install()
        await ada.open()
        await same_as_fresh(ada.page)
        gate.mode = "lose"
        await lay(table[1])
        async with asyncio.timeout(20):
            while not gate.seen:
                await asyncio.sleep(0.02)
        await expect(ada.page.locator(LAID)).to_have_count(0)
        gate.mode = "pass"
        await ada.page.clock.fast_forward(40_000)
        await expect(ada.page.locator(LAID)).to_have_count(1)
        await connected(ada.page)
        await same_as_fresh(ada.page)


async def test_what_happens_between_the_page_and_its_socket_is_not_missed(
    browser: Browser, house: Served
):
    async with friends_at(browser, house, "Ada", "Ben", opened=False) as table:
        ada, ben = table
        go = asyncio.Event()

        async def late(socket: WebSocketRoute) -> None:
            await go.wait()
            socket.connect_to_server()

        await ada.page.route_web_socket(re.compile("/live$"), late)
        await ada.page.goto(f"{house.url}/t/{table.id}")
        await expect(ada.page.locator("html[data-htmx]")).to_have_count(1)
        await lay(ben)
        await expect(ben.page.locator("body")).to_have_count(1)
        go.set()
        await expect(ada.page.locator(LAID)).to_have_count(1)
        await same_as_fresh(ada.page)
