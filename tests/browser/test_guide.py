"""The guide of a first game: one tap from the start page, it goes along with the game, can be
turned back, closed for good and opened again."""

import re
from typing import Any

from playwright.async_api import Browser, Page, expect

from tests.browser.fit import HIGH, LOW, THEMES, bring_axe, faults
from tests.browser.friends import DESK, PHONE, TABLET, Friend, Table, connected
from tests.conftest import Served, page_without_errors


async def at_a_guided_game(page: Page, house: Served) -> None:
    """One tap on the start page."""
    await page.goto(house.url)
    await page.get_by_role("button", name="First game? Play it with a guide").click()
    await connected(page)


async def test_the_guide_goes_along_with_the_game(browser: Browser, house: Served):
    async with page_without_errors(browser, viewport=DESK, reduced_motion="reduce") as page:
        await at_a_guided_game(page, house)
        guide = page.get_by_role("complementary", name="Guide")
        title = guide.get_by_role("heading", level=3)
        await expect(title).to_have_text("Your first robots")
        # What it speaks of is marked, and the rule is a link.
        await expect(page.locator("#choices .desk")).to_have_attribute("data-guided", "")
        rule = guide.get_by_role("link", name="The rule in full")
        await expect(rule).to_have_attribute("href", "/rules/sparks#setup")
        await expect(guide.get_by_text("1 of 1")).to_be_visible()
        await page.locator('#moves button[name="do"]').first.click()
        await expect(title).to_have_text("A tile brings dice")
        await expect(page.locator("#junkyard .belt")).to_have_attribute("data-guided", "")
        # Back, by keyboard, and forth again.
        await guide.get_by_role("button", name="Back").focus()
        await page.keyboard.press("Enter")
        await expect(title).to_have_text("Your first robots")
        await expect(guide.get_by_role("button", name="Back")).to_have_attribute(
            "aria-disabled", "true"
        )
        await guide.get_by_role("button", name="Next").press("Space")
        await expect(title).to_have_text("A tile brings dice")
        # Whoever has turned back is taken along when the game goes on.
        await guide.get_by_role("button", name="Back").press("Enter")
        await page.locator('#moves button[name="do"]:not([aria-disabled])').first.click()
        await expect(title).not_to_have_text(re.compile("Your first robots|A tile brings dice"))
        # Closed for good: on this page, after a reload, and without a mark on the table.
        await guide.get_by_role("button", name="Close the guide").press("Enter")
        await expect(page.locator("#guide")).to_be_hidden()
        await expect(page.locator("[data-guided]")).to_have_count(0)
        await page.reload()
        await connected(page)
        await expect(page.locator("#guide")).to_be_hidden()
        # And opened again, where the game stands now.
        await page.get_by_role("button", name="Menu").click()
        await page.get_by_role("button", name="Guide for a first game").click()
        await expect(page.locator("#guide-title")).to_be_focused()
        await expect(title).to_have_count(1)
        await page.reload()
        await connected(page)
        await expect(page.locator("#guide")).to_be_visible()


async def test_it_fits_and_can_be_read(browser: Browser, house: Served):
    """At every size and in both lights nothing scrolls sideways, all can be hit, axe has nothing to
    say; at the desk no part of the turn lies under it."""
    async with page_without_errors(browser, viewport=DESK, bypass_csp=True) as page:
        await at_a_guided_game(page, house)
        await bring_axe(page)
        wrong = []
        for size in (DESK, LOW, TABLET, PHONE):
            for theme in THEMES:
                wrong += await faults(page, size, theme)
            if size["width"] >= DESK["width"] or size == LOW:
                guide = await page.locator("#guide").bounding_box()
                tray = await page.locator("#tray").bounding_box()
                assert guide is not None
                assert tray is not None
                assert guide["x"] >= tray["x"] + tray["width"]
                assert guide["y"] + guide["height"] <= size["height"]
        assert not wrong, "\n".join(wrong)


async def test_without_script_it_is_there_as_a_whole(browser: Browser, house: Served):
    async with page_without_errors(browser, java_script_enabled=False) as page:
        await page.goto(house.url)
        await page.get_by_role("button", name="First game? Play it with a guide").click()
        guide = page.locator("#guide")
        await expect(guide.get_by_role("heading", name="Your first robots")).to_be_visible()
        await expect(guide.get_by_role("heading", name="The score")).to_be_visible()
        await expect(guide.get_by_role("button", name="Close the guide")).to_be_hidden()


async def test_a_team_of_beginners_has_it_beside_practice(browser: Browser, house: Served):
    """One asks for it on the start page, and it opens by itself beside the table, for the others
    too: until somebody closes their own."""
    look: dict[str, Any] = {"reduced_motion": "reduce"}
    async with (
        page_without_errors(browser, viewport=DESK, bypass_csp=True, **look) as ada,
        page_without_errors(browser, viewport=PHONE, **look) as ben,
    ):
        await ada.goto(house.url)
        await ada.get_by_role("link", name="First game? A table with a guide").click()
        await ada.get_by_label("Your name").fill("Ada")
        await ada.get_by_role("button", name="Open the table").click()
        link = await ada.locator("#invite-link").input_value()
        table_id = ada.url.rsplit("/", 1)[-1]
        pages = enumerate(zip(("Ada", "Ben"), (ada, ben), strict=True))
        table = Table([Friend(name, page, house.url, n, table_id) for n, (name, page) in pages])
        await table[1].csrf()
        await table[1].post(f"/j/{link.rsplit('/', 1)[-1]}", name="Ben", do="sit")
        await table.start()
        await table[1].open()
        await expect(ada.locator("#goal")).to_be_visible()  # her waiting room has become the table
        await connected(ada)
        wrong = []
        for page in (ada, ben):
            title = page.locator("#guide .step[data-here] h3")
            await expect(title).to_have_text("Program together")
            await page.get_by_role("button", name="Next").click()
            await expect(title).to_have_text("What you are after")
            await expect(page.locator("#goal")).to_have_attribute("data-guided", "")
        await bring_axe(ada)
        for size in (DESK, TABLET, PHONE):
            wrong += await faults(ada, size, "light")
            if size == DESK:
                high, tall = await ada.evaluate(HIGH)
                assert high <= tall, "the program phase scrolls"
        assert not wrong, "\n".join(wrong)
        await table.lay_some(1)
        for page in (ada, ben):
            await expect(page.locator("#guide .step[data-here] h3")).to_have_text("Read the queue")
        await table.finish_round()
        title = ada.locator("#guide .step[data-here] h3")
        await expect(title).to_have_text("That was the run")
        # Closed for good by one, it stays with the other.
        await ben.get_by_role("button", name="Close the guide").click()
        await ben.reload()
        await connected(ben)
        await expect(ben.locator("#guide")).to_be_hidden()
        await ada.reload()
        await connected(ada)
        await expect(ada.locator("#guide")).to_be_visible()
