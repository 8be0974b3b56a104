"""Three people, three sizes, one game: from the link to the debrief and on to the next table."""

import asyncio
import re
from typing import Any

from playwright.async_api import Browser, Page, expect

from tests.browser.friends import (
    DESK,
    PHONE,
    TABLET,
    Friend,
    Table,
    connected,
    friends_at,
    same_as_fresh,
)
from tests.conftest import Served, page_without_errors

OFFLINE = ("ERR_INTERNET_DISCONNECTED", "htmx:ws:error")
"""What the browser itself and htmx say while there is no line, for each attempt."""


async def lay_all(table: Table) -> int:
    """Lay this round's program in the pages, by taps. Returns how many cards."""
    program = await table.program()
    for seat, face in program:
        await table[seat].tap_card(face)
    return len(program)


async def all_done(table: Table) -> None:
    """Everybody who still holds cards says so."""
    for friend in table:
        done = friend.page.locator('#moves button[data-sign="done"]')
        if await done.count():
            await done.click()


async def round_is(page: Page, number: int) -> None:
    await expect(page.locator("#phase .round")).to_contain_text(f"Round {number}")


async def test_three_people_win_by_link_with_a_reload_and_a_lost_line(
    browser: Browser, house: Served
):
    look: dict[str, Any] = {"reduced_motion": "reduce"}
    async with (
        page_without_errors(browser, viewport=PHONE, has_touch=True, **look) as ada,
        page_without_errors(browser, viewport=TABLET, expected=OFFLINE, **look) as ben,
        page_without_errors(browser, viewport=DESK, **look) as cleo,
    ):
        # Ada opens a table and sends the link.
        await ada.goto(house.url)
        await ada.get_by_role("link", name="New table of Quirky Circuits").click()
        await ada.get_by_label("Your name").fill("Ada")
        await ada.get_by_role("button", name="Open the table").click()
        link = await ada.locator("#invite-link").input_value()
        table_id = ada.url.rsplit("/", 1)[-1]
        for page, name in ((ben, "Ben"), (cleo, "Cleo")):
            await page.goto(link)
            await page.get_by_label("Your name").fill(name)
            await page.get_by_role("button", name="Take a seat").click()
            await expect(ada.locator("#room")).to_contain_text(name)
        pages = (ada, ben, cleo)
        await connected(ada)
        for page in pages:
            await connected(page)
            await page.get_by_role("button", name="I’m ready").click()
        await ada.get_by_role("button", name="Start the game").click()
        table = Table(
            [
                Friend(name, page, house.url, seat, table_id)
                for seat, (name, page) in enumerate(zip(("Ada", "Ben", "Cleo"), pages, strict=True))
            ]
        )
        for page in pages:
            await expect(page.locator("#hand .cardb[data-play]")).to_have_count(4)
            await connected(page)
            await expect(page.locator("#talk .nochat")).to_be_visible()

        # The first round: Cleo loads her page again in the middle of it.
        program = await table.program()
        for number, (seat, face) in enumerate(program):
            if number == 2:
                await cleo.reload()
                await connected(cleo)
            await table[seat].tap_card(face)
        await all_done(table)
        for page in pages:
            await round_is(page, 2)
            await same_as_fresh(page)

        # The second: Ben loses the line. The others go on; he is told, and sees all once he is
        # back.
        await ben.context.set_offline(True)
        await expect(ben.locator("#line-state")).to_be_visible()
        await expect(ben.locator("#line-state")).to_contain_text("offline")
        laid = 0
        for friend in (table[0], table[2]):
            cards = (await friend.view())["private"]["hand"]["cards"]
            await friend.tap_card(cards[0]["face"])
            laid += 1
        await expect(ben.locator("#queue .rail > li[data-owner]")).to_have_count(0)
        await ben.context.set_offline(False)
        await expect(ben.locator("#queue .rail > li[data-owner]")).to_have_count(laid, timeout=8000)
        await connected(ben)
        await expect(ben.locator("#line-state")).to_be_hidden()
        await same_as_fresh(ben)
        await table.finish_round()

        # And on to the end.
        for _ in range(10):
            view = await table[0].view()
            if view["public"]["phase"]["phase"] == "over":
                break
            await lay_all(table)
            await all_done(table)
            number = view["public"]["phase"]["round"]
            await expect(
                ada.locator("#debrief-title").or_(
                    ada.locator("#phase .round", has_text=re.compile(f"Round {number + 1}\\b"))
                )
            ).to_be_visible()

        # The debrief: the verdict, every card with its owner and its hand, and words again.
        view = (await table[1].view())["public"]["debrief"]
        assert view["won"]
        for page in pages:
            await expect(page.locator("#debrief-title")).to_contain_text("Won")
            await expect(page.locator("#debrief .dcards > li")).to_have_count(view["cards_laid"])
            cards = page.locator("#debrief .dcards > li")
            shown = [await card.inner_text() for card in (await cards.all())[:5]]
            assert all(re.search("(Ada|Ben|Cleo|You)", text) for text in shown)
            assert await page.locator("#debrief .dcards .from .this").count() == view["cards_laid"]
        await ben.locator("#say-text").fill("That was close!")
        await ben.locator("#say-text").press("Enter")
        for page in pages:
            await expect(page.locator("#talk .talk-lines")).to_contain_text("That was close!")
            await same_as_fresh(page)

        # And on: one opens the next table, which is the next scenario; the others come along.
        await expect(ada.locator("#next")).to_contain_text("Next: 2. Mind the Vases")
        await cleo.get_by_role("button", name="Next scenario").click()
        await cleo.wait_for_url(lambda url: table_id not in url)
        await asyncio.gather(*(come_along(page, cleo.url) for page in (ada, ben)))
        for page in pages:
            await connected(page)
            for name in ("Ada", "Ben", "Cleo"):
                await expect(page.locator("#room")).to_contain_text(name)
            await expect(page.locator("#room h2", has_text="Mind the Vases")).to_be_visible()
            await expect(page.locator("#here")).to_contain_text("finished 1 of 24")


async def come_along(page: Page, to: str) -> None:
    await page.get_by_role("link", name="Come along").click()
    await page.wait_for_url(to)


async def test_the_run_is_shown_step_by_step_and_can_be_skipped(browser: Browser, house: Served):
    async with friends_at(browser, house, reduced_motion="no-preference") as table:
        page = table[0].page
        await table.finish_round()
        await expect(page.locator("#run-line")).to_be_visible()
        await expect(page.locator("#run-text")).to_contain_text(re.compile(r"Card \d of \d"))
        # The page below is in its final state already.
        await round_is(page, 2)
        await same_as_fresh(page)
        await page.get_by_role("button", name="Skip").click()
        await expect(page.locator("#run-line")).to_be_hidden()
        await expect(page.locator("body")).not_to_have_class(re.compile("is-replay"))
        await page.get_by_role("button", name="Replay round 1").click()
        await expect(page.locator("body")).to_have_class(re.compile("is-replay"))
        rail = await page.locator(".runpanel .rail").bounding_box()
        first = await page.locator(".runpanel .rc").first.bounding_box()
        assert rail
        assert first
        assert abs(first["x"] - rail["x"]) < 12, "what is hidden in a rail takes no place"
        await page.keyboard.press("Escape")
        await expect(page.locator("body")).not_to_have_class(re.compile("is-replay"))
