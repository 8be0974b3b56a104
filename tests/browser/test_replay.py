"""The whole game again: by links, by keys, by the slider and by play; and back to the table."""

import re

from playwright.async_api import Browser, Page, expect

from tests.browser.friends import DESK, PHONE, connected, friends_at
from tests.conftest import Served, page_without_errors


async def at(page: Page, label: str, where: str) -> None:
    """The page shows this moment, and its address says so."""
    await expect(page.locator("#m-label")).to_have_text(label)
    await expect(page).to_have_url(re.compile(rf"/at/{re.escape(where)}\?as=all$"))
    assert (await page.title()).startswith(label)


async def test_a_finished_game_step_by_step(browser: Browser, house: Served):
    async with friends_at(browser, house, "Ada", "Ben", opened=False) as table:
        await table.finish()
        await table[0].open()
        page, address = table[0].page, f"{house.url}/t/{table.id}"
        await page.get_by_role("link", name="All hands open").first.click()
        await at(page, "The start", "1")
        await expect(page.locator("#laid_open .faces")).to_have_count(2)
        last = int(await page.locator("#moment").get_attribute("data-last") or 0)

        # By keys: each step is what a fresh load of its address shows.
        await page.keyboard.press("ArrowRight")
        await at(page, "Move 1", "2")
        await page.keyboard.press("ArrowRight")
        await at(page, "Move 2", "3")
        await same_as_loaded(page)
        await expect(page.locator("#said")).to_contain_text("Move 2 of")
        await page.keyboard.press("ArrowLeft")
        await at(page, "Move 1", "2")
        await page.keyboard.press("End")
        await at(page, f"Move {last - 1}", str(last))
        await expect(page.locator("#debrief-title")).to_be_visible()
        await same_as_loaded(page)
        await expect(page.locator("#m-after")).to_have_attribute("aria-disabled", "true")
        await page.keyboard.press("ArrowLeft")
        await expect(page.locator("#m-of")).to_contain_text(", step ")
        await page.keyboard.press("Home")
        await at(page, "The start", "1")

        # By links, which keep the focus; by a line of the log; by the slider.
        await page.locator("#m-after").click()
        await at(page, "Move 1", "2")
        await expect(page.locator("#m-after")).to_be_focused()
        await page.keyboard.press("Enter")
        await at(page, "Move 2", "3")
        await page.locator("#logbox > summary").click()
        await page.locator("#log-lines a").first.click()
        await at(page, "The start", "1")
        await page.locator("#m-slide").fill(str(last - 1))
        await at(page, f"Move {last - 2}", str(last - 1))

        # It plays until it is stopped.
        await page.locator("#m-speed").select_option("Very fast")
        await page.locator("#main").focus()
        await page.keyboard.press("Home")
        await at(page, "The start", "1")
        await page.keyboard.press(" ")
        await expect(page.locator("#m-play")).to_have_attribute("aria-label", "Pause")
        # Whatever move it has come to: it may be fast, and a busy machine sees only some of them.
        await expect(page.locator("#m-label")).not_to_have_text("The start")
        await page.keyboard.press(" ")
        await expect(page.locator("#m-play")).to_have_attribute("aria-label", "Play")
        stopped = await page.locator("#m-label").inner_text()
        await page.wait_for_timeout(700)
        await expect(page.locator("#m-label")).to_have_text(stopped)

        # From another seat, and back to where one came from with one step back.
        await page.get_by_role("link", name="Ben", exact=True).click()
        await expect(page).to_have_url(re.compile(r"\?as=1$"))
        await expect(page.locator("#m-label")).to_have_text(stopped)
        await expect(page.locator("#laid_open .faces")).to_have_count(0)
        await page.go_back()
        await expect(page).to_have_url(address)
        await connected(page)


async def same_as_loaded(page: Page) -> None:
    """The regions, the bar and the log are those of a fresh load."""
    mine, fresh = await page.evaluate(READ)
    assert mine == fresh


READ = """async () => {
  const read = (doc) => [
    [...doc.querySelectorAll('.region[data-v]')].map((r) => `${r.id} ${r.dataset.v}`),
    [...doc.querySelectorAll('#log-lines > li')].map((li) => li.outerHTML),
    [...doc.querySelectorAll('#moment a')].map((a) => `${a.id} ${a.getAttribute('href')}`),
    doc.getElementById('m-said').textContent,
  ];
  const answer = await fetch(location.href, { cache: 'no-store' });
  return [read(document), read(new DOMParser().parseFromString(await answer.text(), 'text/html'))];
}"""


async def test_looking_back_while_the_game_runs(browser: Browser, house: Served):
    """From a line of the live log; what happens meanwhile leaves the page alone, and it says when
    it is my turn."""
    async with friends_at(browser, house, "Ada", "Ben", sizes=(DESK, PHONE)) as table:
        await table.lay_some(4)
        page = table[0].page
        await page.locator("#logbox > summary").click()
        await page.locator('#log-lines a[href$="/at/3"]').first.click()
        await expect(page.locator("#m-label")).to_have_text("Move 2")
        await table.lay_some(1)
        await page.wait_for_timeout(300)
        await expect(page.locator("#m-label")).to_have_text("Move 2")
        await expect(page.locator(".m-places")).to_have_count(0)
        await expect(page.locator("button[name=do]")).to_have_count(0)
        await page.get_by_role("link", name="Back: it’s your turn").click()
        await connected(page)
        await expect(page.locator("#q-5")).to_have_count(1)


async def test_the_log_shows_what_one_wants(browser: Browser, house: Served):
    """All of it, only the rounds, or only one seat's; and it stays so when lines come in."""
    async with friends_at(browser, house, "Ada", "Ben") as table:
        await table.finish_round()
        page = table[0].page
        await page.locator("#logbox > summary").click()
        shown = page.locator("#log-lines > li:visible")
        every = await shown.count()
        await page.get_by_label("Lines of the log").select_option("Rounds and turns")
        await expect(shown).to_have_count(1)
        await expect(shown).to_contain_text("Round 1")
        await page.get_by_label("Lines of the log").select_option("Ben")
        assert 1 < await shown.count() < every
        before = await shown.count()
        await table.lay_some(2)
        await expect(shown).to_have_count(before + 1)


async def test_the_past_without_script(browser: Browser, house: Served):
    """Whole by links alone."""
    async with friends_at(browser, house, "Ada", "Ben", opened=False) as table:
        await table.lay_some(2)
        cookies = await table[0].context.cookies()
        async with page_without_errors(browser, java_script_enabled=False, viewport=PHONE) as page:
            await page.context.add_cookies([dict(c) for c in cookies])  # type: ignore[misc] # the same cookies
            await page.goto(f"{house.url}/t/{table.id}/at/1")
            await expect(page.locator("#m-play")).to_be_hidden()
            await page.get_by_role("link", name="One step on").click()
            await expect(page.locator("#m-label")).to_have_text("Move 1")
            await page.get_by_role("link", name="To the newest moment").click()
            await expect(page.locator("#m-label")).to_have_text("Move 2")
            await page.get_by_role("link", name="Back: it’s your turn").click()
            await expect(page).to_have_url(f"{house.url}/t/{table.id}")
