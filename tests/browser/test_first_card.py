"""From the link to the first card, by taps and by drag."""

from typing import Any

from playwright.async_api import Browser, expect

from tests.browser.friends import PHONE, connected, friends_at
from tests.conftest import Served, page_without_errors


async def test_four_taps_and_a_name_lead_from_the_link_to_the_first_card(
    browser: Browser, house: Served
):
    async with friends_at(browser, house, "Ada", started=False) as table:
        phone: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
        async with page_without_errors(browser, **phone) as page:
            await page.add_init_script(
                "addEventListener('click', (e) => e.isTrusted && sessionStorage.setItem("
                "'taps', 1 + Number(sessionStorage.getItem('taps'))), true)"
            )
            await page.goto(f"{house.url}/j/{table.invite}")
            await page.keyboard.type("Ben")  # the field has the focus already
            await page.get_by_role("button", name="Take a seat").tap()
            await connected(page)
            await page.get_by_role("button", name="I’m ready").tap()

            host = table[0].page
            await host.get_by_role("button", name="Start the game").click()
            await expect(page.locator("#hand .cardb[data-play]")).to_have_count(5)
            await connected(page)
            card = page.locator("#hand .cardb[data-play]").first
            await card.tap()
            await page.wait_for_timeout(300)
            await card.tap()
            await expect(page.locator("#queue .rail > li[data-owner]")).to_have_count(1)
            await expect(host.locator("#queue .rail > li[data-owner]")).to_have_count(1)
            assert await page.evaluate("sessionStorage.getItem('taps')") == "4"


async def test_a_card_is_laid_by_drag(browser: Browser, house: Served):
    """Let go beside the queue it stays in the hand, picked; let go on the queue it is laid."""
    async with friends_at(browser, house, "Ada", "Ben") as table:
        page = table[0].page
        card = page.locator("#hand .cardb[data-play]:not([aria-disabled])").first
        laid = page.locator("#queue .rail > li[data-owner]")
        for onto, count in (("#battery", 0), ("#queue .slot", 1)):
            start, end = await card.bounding_box(), await page.locator(onto).bounding_box()
            assert start
            assert end
            await page.mouse.move(start["x"] + 20, start["y"] + 20)
            await page.mouse.down()
            await page.mouse.move(end["x"] + 20, end["y"] + 20, steps=5)
            await expect(page.locator(".dragged")).to_be_visible()
            await expect(page.locator(".slot.drop")).to_have_count(count)
            await page.mouse.up()
            await expect(page.locator(".dragged")).to_have_count(0)
            if not count:
                await expect(card).to_have_attribute("aria-pressed", "true")
            await expect(laid).to_have_count(count)
