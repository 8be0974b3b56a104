"""From the table to the rule, and the little moving pictures there."""

import asyncio

from playwright.async_api import Browser, Locator, expect

from tests.browser.friends import NAMES, Friend, Table, friends_at
from tests.conftest import Served, page_without_errors

WATCHED = "moved = []; addEventListener('animationstart', (e) => moved.push(e.target), true);"
MOVED = """(play) => {
  const mine = moved.filter((one) => play.contains(one));
  moved = moved.filter((one) => !play.contains(one));
  return mine.length;
}"""
"""What began to move since it was asked last: on a busy machine it may be over when one looks."""
OVER = "(play) => play.getAnimations({ subtree: true }).forEach((one) => one.finish())"


async def moves(picture: Locator) -> bool:
    """Whether a picture begins to move within some seconds."""
    for _ in range(100):
        if await picture.evaluate(MOVED):
            return True
        await asyncio.sleep(0.05)
    return False


async def leads_to(link: Locator, where: str) -> None:
    """A link opens the rules beside the table, at what it speaks of."""
    topic = where.partition("#")[2]
    await expect(link).to_have_attribute("href", f"/rules/quirky_circuits{where}")
    async with link.page.context.expect_page() as opened:
        await link.click()
    rules = await opened.value
    await expect(rules.locator(":target")).to_have_id(topic)
    await expect(rules.locator(":target")).to_be_in_viewport()
    await rules.close()


async def first_with_quirks(table: Table) -> Friend:
    """Of four nearly always somebody has one; the others need no page."""
    for friend in table:
        if any(card["no"] for card in (await friend.view())["private"]["hand"]["cards"]):
            await friend.open()
            return friend
    raise AssertionError("Nobody has been dealt a quirk card.")


async def test_the_table_leads_to_the_rule(browser: Browser, house: Served):
    """A card that must wait, what is special on the map, and what the robot did of herself."""
    choices = {"scenario": "quirky"}
    async with friends_at(browser, house, *NAMES, choices=choices, opened=False) as table:
        page = (await first_with_quirks(table)).page
        await page.locator("#hand [data-rule]").first.click(force=True)  # it says why
        await leads_to(page.locator("#why a"), "#quirks")
        await page.locator(".goal > summary").click()
        await leads_to(page.locator(".goal .notes a", has_text="chair"), "/robots/gizmo#chairs")
        await page.locator("#queue-title").click()
        await expect(page.locator(".goal .notes")).to_be_hidden()
        # Rounds of cards that nobody chose bump into something before long.
        why = page.locator("#log-lines .rule")
        for _ in range(6):
            if await why.count():
                break
            await table.lay_some(5)
            for friend in table:
                if (await friend.view())["private"]["moves"]["signals"][0]["text"] == "done":
                    await friend.act("done")
        await page.locator("#logbox > summary").click()
        link = page.locator("#log-lines li", has_text="Bumps into").locator(".rule").first
        await leads_to(link, "#collision")
        # And so does what Gizmo did then, on her page.
        turned = page.locator("#log-lines li", has_text="Turns left")
        link = turned.locator("[href$=left-turn]").first
        await leads_to(link, "/robots/gizmo#left-turn")
        assert "Why?" not in await page.locator("#log-last").inner_text()


async def test_pictures_move_when_pointed_at_tapped_or_reached(browser: Browser, house: Served):
    async with page_without_errors(browser, has_touch=True) as page:
        await page.add_init_script(WATCHED)
        await page.goto(f"{house.url}/rules/quirky_circuits#card-rotate_left")
        turn, jump = page.locator("#card-rotate_left"), page.locator("#card-jump_2")
        example = page.locator("#momentum ~ .examples .play").first
        assert await moves(turn)
        assert not await jump.evaluate(MOVED)
        await jump.hover()
        assert await moves(jump)
        await example.focus()
        assert await moves(example)
        carry = page.locator("#card-carry")
        await carry.locator("figure").first.tap()
        await expect(carry).to_be_focused()
        assert await moves(carry)
        # Each has something that moves.
        still = await page.locator(".play").evaluate_all(
            "(all) => all.filter((p) => !p.querySelector('.goes, .turns, .fades, .bumps'))"
            ".map((p) => p.id || p.textContent)"
        )
        assert not still
        await page.emulate_media(reduced_motion="reduce")
        await jump.hover()
        assert not await jump.evaluate(MOVED)


async def test_alone_a_picture_moves_unasked(browser: Browser, house: Served):
    """On a page of its own: once when it opens, and again for whoever asks."""
    async with page_without_errors(browser) as page:
        await page.add_init_script(WATCHED)
        await page.goto(f"{house.url}/rules/quirky_circuits/commands/jump_2")
        alone = page.locator("#picture .play")
        goes = alone.locator(".goes")
        await expect(goes).to_have_css("animation-name", "goes")
        assert await moves(alone)
        await alone.evaluate(OVER)
        await alone.focus()
        assert await moves(alone)
        await page.emulate_media(reduced_motion="reduce")
        await expect(goes).to_have_css("animation-name", "none")
