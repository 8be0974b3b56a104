"""A round without a mouse, and words that fire nothing."""

from playwright.async_api import Browser, Page, expect

from tests.browser.friends import Friend, connected, friends_at
from tests.conftest import Served

LAID = "#queue .rail > li[data-owner]"
FOCUS = """() => {
  const on = document.activeElement;
  if (!on || on === document.body) return null;
  const rings = [on, on.querySelector('svg')].filter(Boolean).map((e) => getComputedStyle(e));
  const box = on.getBoundingClientRect();
  return {
    name: on.getAttribute('aria-label') || on.textContent.trim(),
    outline: rings.some((r) => r.outlineStyle !== 'none' && parseFloat(r.outlineWidth) >= 2),
    shown: box.width > 0 && box.bottom > 0 && box.top < innerHeight,
    on: on.dataset.on || on.dataset.sign || on.id || on.tagName,
  };
}"""


async def focus(page: Page) -> dict[str, object]:
    """What has the focus: something, to be seen, with a ring around it."""
    found = await page.evaluate(FOCUS)
    assert found is not None, "The focus fell back to the page's body."
    assert found["shown"], found
    assert found["outline"], found
    return dict(found)


async def tab_to(page: Page, wanted: str, most: int = 60) -> None:
    """Tab until an element that `wanted` describes has the focus."""
    for _ in range(most):
        await page.keyboard.press("Tab")
        if await page.evaluate("(wanted) => document.activeElement?.matches(wanted)", wanted):
            await focus(page)
            return
    raise AssertionError(f"Tab doesn't lead to {wanted}.")


async def lay_by_keys(friend: Friend, face: str) -> None:
    """From wherever the focus is to a card, and lay it."""
    page = friend.page
    place = await page.locator(LAID).count() + 1
    await tab_to(page, "#hand .cardb[data-play]")
    for _ in range(6):
        if (await focus(page))["on"] == face:
            break
        await page.keyboard.press("ArrowRight")
    assert (await focus(page))["on"] == face
    await page.keyboard.press("Enter")
    pressed = page.locator('#hand .cardb[aria-pressed="true"]')
    await expect(pressed).to_have_attribute("data-on", face)
    await expect(page.locator("#said")).to_contain_text("is picked")
    await page.wait_for_timeout(300)
    await page.keyboard.press("Enter")
    await expect(page.locator(f"#q-{place}[data-owner]")).to_have_count(1)
    await focus(page)


async def test_a_round_by_keyboard_alone(browser: Browser, house: Served):
    async with friends_at(browser, house, "Ada", "Ben", started=False) as table:
        for friend in table:
            await tab_to(friend.page, 'button[value="ready"]')
            await friend.page.keyboard.press("Enter")
            await expect(friend.page.locator('button[value="unready"]')).to_be_focused()
        # Not before the host's page has heard that all are ready.
        start = 'button[value="start"]:not([aria-disabled])'
        await expect(table[0].page.locator(start)).to_be_visible()
        await tab_to(table[0].page, start)
        await table[0].page.keyboard.press("Space")
        for friend in table:
            await expect(friend.page.locator("#hand .cardb[data-play]")).to_have_count(5)
            await connected(friend.page)
        for seat, face in await table.program():
            await lay_by_keys(table[seat], face)
            for friend in table:
                if friend.seat != seat and await friend.page.evaluate(
                    "document.activeElement !== document.body"
                ):
                    await focus(friend.page)
        for friend in table:
            if not (await friend.view())["private"]["hand"]["cards"]:
                # Who has laid the last card has no more to say.
                continue
            await tab_to(friend.page, 'button[data-sign="done"]')
            await friend.page.keyboard.press("Enter")
            await expect(
                friend.page.locator('button[data-sign="done"][aria-pressed="true"]').or_(
                    friend.page.locator("#phase .round", has_text="Round 2")
                )
            ).to_be_visible()
        for friend in table:
            await expect(friend.page.locator("#phase .round")).to_contain_text("Round 2")
            await focus(friend.page)
        # What has happened can be walked through by keys, too.
        page = table[0].page
        await tab_to(page, "[data-replay]")
        await page.keyboard.press("Enter")
        await expect(page.locator("body.is-replay")).to_have_count(1)
        await focus(page)
        await page.keyboard.press("ArrowRight")
        await page.keyboard.press("Escape")
        await expect(page.locator("body.is-replay")).to_have_count(0)
        await focus(page)


async def test_the_last_card_leaves_the_keys_at_the_hand(browser: Browser, house: Served):
    """No card is left to go on to: the heading above them has the focus, and keeps it while others
    lay and beep; from there Tab leads on."""
    async with friends_at(browser, house, "Ada", "Ben") as table:
        ada, ben = table
        cards = [c["face"] for c in (await ada.view())["private"]["hand"]["cards"]]
        for face in cards[1:]:
            await ada.lay(face)
        await expect(ada.page.locator("#hand .cardb[data-play]")).to_have_count(1)
        await lay_by_keys(ada, cards[0])
        assert (await focus(ada.page))["on"] == "hand-title"
        await ben.lay(await first_card(ben))
        await expect(ada.page.locator("#q-6[data-owner]")).to_have_count(1)
        assert (await focus(ada.page))["on"] == "hand-title"
        await ben.act("done")
        await expect(ada.page.locator("#phase .round")).to_contain_text("Round 2")
        assert (await focus(ada.page))["on"] == "hand-title"
        await ada.page.keyboard.press("Tab")
        assert (await focus(ada.page))["on"] == (await ada.hand())[0]


async def first_card(friend: Friend) -> str:
    """The first card in a hand."""
    face: str = (await friend.view())["private"]["hand"]["cards"][0]["face"]
    return face


async def test_the_signals_are_lifted_by_the_same_key(browser: Browser, house: Served):
    async with friends_at(browser, house, "Ada", "Ben") as table:
        ada = table[0]
        cards = (await ada.view())["private"]["hand"]["cards"]
        await lay_by_keys(ada, cards[0]["face"])
        await tab_to(ada.page, 'button[data-sign="flat"]')
        for pressed in ("true", "false"):
            await ada.page.keyboard.press("Enter")
            button = ada.page.locator('button[data-sign="flat"]')
            await expect(button).to_have_attribute("aria-pressed", pressed)
            await expect(button).to_be_focused()
            await ada.page.wait_for_timeout(450)  # quicker is one press


async def test_typing_words_fires_nothing(browser: Browser, house: Served):
    async with friends_at(browser, house, "Ada", "Ben", opened=False) as table:
        await table.finish()
        ada = table[0].page
        await table[0].open()
        field = ada.locator("#say-text")
        await field.focus()
        typed = "abc xyz 0123 ?/ +- done flat"
        await ada.keyboard.type(typed)
        for key in ("ArrowLeft", "ArrowRight", "Home", "End"):
            await ada.keyboard.press(key)
        await expect(ada.locator("body.is-replay")).to_have_count(0)
        await expect(field).to_have_value(typed)
        await ada.keyboard.press("Enter")
        await expect(ada.locator("#talk .talk-lines")).to_contain_text(typed)
        await expect(field).to_have_value("")
        await expect(field).to_be_focused()
