"""From the start page into a game alone: one tap, no name, the first question."""

from typing import Any

from playwright.async_api import Browser, expect

from tests.browser.friends import DESK, PHONE, connected
from tests.conftest import Served, page_without_errors


async def test_one_tap_on_the_start_page_leads_to_the_first_question(
    browser: Browser, house: Served
):
    phone: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    async with page_without_errors(browser, **phone) as page:
        await page.goto(house.url)
        await page.get_by_role("button", name="Play alone").tap()
        await connected(page)
        await expect(page).to_have_url(f"{house.url}/t/{page.url.rsplit('/', 1)[-1]}")
        # The first question: four robots, one of which goes back.
        line = page.locator("#line")
        await expect(line).to_contain_text("Choose the robot to return")
        view = await (
            await page.context.request.get(page.url.replace("/t/", "/api/tables/"))
        ).json()
        assert (view["status"], len(view["seats"])) == ("running", 1)
        assert len(view["public"]["supply"]["goals"]) == 1
        # It is kept, and leads back here.
        table = page.url
        await page.goto(house.url)
        await expect(page.locator(".turn")).to_contain_text("It’s your turn in Sparks")
        await page.get_by_role("link", name="Continue").tap()
        await expect(page).to_have_url(table)


async def test_alone_with_three_goals_by_keyboard(browser: Browser, house: Served):
    async with page_without_errors(browser, viewport=DESK) as page:
        await page.goto(house.url)
        await page.get_by_label("with", exact=True).select_option("3 goals")
        await page.get_by_role("button", name="Play alone").focus()
        await page.keyboard.press("Enter")
        await connected(page)
        view = await (
            await page.context.request.get(page.url.replace("/t/", "/api/tables/"))
        ).json()
        assert len(view["public"]["supply"]["goals"]) == 3


async def test_the_form_leads_there_as_well(browser: Browser, house: Served):
    """With a name and no goals; the table's own button comes second."""
    async with page_without_errors(browser, viewport=PHONE) as page:
        await page.goto(f"{house.url}/new/sparks")
        await page.get_by_label("Your name").fill("Ada")
        await page.get_by_text("none", exact=True).click()
        await page.get_by_role("button", name="Play alone").click()
        await connected(page)
        view = await (
            await page.context.request.get(page.url.replace("/t/", "/api/tables/"))
        ).json()
        assert [seat["name"] for seat in view["seats"]] == ["Ada"]
        assert view["public"]["supply"]["goals"] == []


async def test_by_plain_forms(browser: Browser, house: Served):
    """Without script as well."""
    async with page_without_errors(browser, java_script_enabled=False) as page:
        await page.goto(house.url)
        await page.get_by_role("button", name="Play alone").click()
        await expect(page.locator("#line")).to_contain_text("Choose the robot to return")
