"""Without script: plain forms do it all, page by page."""

from playwright.async_api import Browser, Page, expect

from tests.browser.friends import NAMES
from tests.conftest import Served, page_without_errors

LAID = "#queue .rail > li[data-owner]"


async def look_again(page: Page) -> None:
    await page.reload()


async def test_a_round_by_plain_forms(browser: Browser, house: Served):
    async with (
        page_without_errors(browser, java_script_enabled=False) as ada,
        page_without_errors(browser, java_script_enabled=False) as ben,
    ):
        await ada.goto(f"{house.url}/new/quirky_circuits")
        await ada.get_by_label("Your name").fill(NAMES[0])
        await ada.get_by_role("button", name="Open the table").click()
        link = await ada.locator("#invite-link").input_value()
        await ben.goto(link)
        await ben.get_by_label("Your name").fill(NAMES[1])
        await ben.get_by_role("button", name="Take a seat").click()
        for page in (ada, ben):
            await look_again(page)
            await page.get_by_role("button", name="I’m ready").click()
            await expect(page.get_by_role("button", name="You’re ready")).to_be_visible()
        await look_again(ada)
        await ada.get_by_role("button", name="Start the game").click()
        await expect(ada.locator("#hand .cardb")).to_have_count(5)
        await look_again(ben)

        for number in range(6):
            page = (ada, ben)[number % 2]
            await look_again(page)
            await page.locator("details.moves > summary").click()
            await page.locator('#moves button[value*=" play "]:not([aria-disabled])').first.click()
            await expect(page.locator(LAID)).to_have_count(number + 1)
            await expect(page.locator("#line-state")).to_be_hidden()
        for page in (ada, ben):
            await look_again(page)
            await page.locator('#moves button[data-sign="done"]').click()
        await look_again(ada)
        for page in (ada, ben):
            await expect(page.locator("#phase .round")).to_contain_text("Round 2")
            await expect(page.locator(LAID)).to_have_count(0)


async def test_a_refusal_is_said_on_the_page(browser: Browser, house: Served):
    async with page_without_errors(
        browser, java_script_enabled=False, expected=("status of 4",)
    ) as ada:
        await ada.goto(f"{house.url}/new/quirky_circuits")
        await ada.get_by_label("Your name").fill("Ada")
        await ada.get_by_role("button", name="Open the table").click()
        # It looks disabled and says why, but a plain form can be sent all the same.
        await ada.get_by_role("button", name="Start the game").click(force=True)
        await expect(ada.locator("#notice [role=alert]")).to_be_visible()
        await expect(ada.get_by_role("button", name="I’m ready")).to_be_visible()
