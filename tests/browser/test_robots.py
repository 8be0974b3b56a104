"""A short scenario of each robot that carries, played to its end by two people in the page: what is
special to the robot is seen when it happens. The first round is laid by tap, later ones are posted.
"""

from collections.abc import AsyncIterator

from playwright.async_api import Browser, Page, expect

from tests.browser.friends import PHONE, TABLET, Friend, Table, friends_at
from tests.conftest import Served

SIZES = (PHONE, TABLET)


async def rounds(table: Table, takes: str = "") -> AsyncIterator[int]:
    """Plays a round at a time, to the end. What a card asks its owner answers in the page, with
    what `takes` names. Yields how often one did."""
    for number in range(1, 12):
        program = await table.program()
        for seat, face in program:
            if number == 1:
                await table[seat].tap_card(face)
            else:
                await table[seat].lay(face)
        for friend in table:
            view = await friend.view()
            at = view["public"]["phase"]
            if (at["round"], at["phase"]) == (number, "program") and view["private"]["hand"][
                "cards"
            ]:
                await friend.act("done")
        answered = 0
        while asked := await who_is_asked(table):
            await answer(asked, takes)
            answered += 1
        view = await table[0].view()
        yield answered
        if view["public"]["phase"]["phase"] == "over":
            return


async def who_is_asked(table: Table) -> Friend | None:
    """Whose card asks something."""
    for friend in table:
        if (await friend.view())["private"]["moves"]["choices"]:
            return friend
    return None


async def answer(friend: Friend, takes: str) -> None:
    """The choice stands in its owner's page alone, and one tap answers it."""
    choices = friend.page.get_by_role("group", name="What your card asks")
    await expect(choices.get_by_role("button")).to_have_count(2)
    await expect(friend.page.locator("#line")).to_contain_text("Your card asks: choose.")
    await choices.get_by_role("button", name=f"Take the {takes}").click()
    await expect(choices).to_have_count(0)


async def told(page: Page) -> str:
    """All that the page's log has told."""
    return " ".join(await page.locator("#log-lines > li").all_text_contents())


async def walk_to(page: Page, word: str) -> bool:
    """Goes through the last round by keys, to the first step that tells of something; False if the
    round has none."""
    steps = page.locator("#run .frames > li")
    if not await steps.filter(has_text=word).count():
        return False
    await page.locator("[data-replay]").click()
    await expect(page.locator("body.is-replay")).to_have_count(1)
    await page.keyboard.press("Home")
    for _ in range(await steps.count()):
        if word in await page.locator("#run-text").inner_text():
            return True
        await page.keyboard.press("ArrowRight")
    raise AssertionError(f"No step of the walk says {word!r}.")


async def is_won(table: Table) -> None:
    """Everybody's page says so, and lays all open."""
    for friend in table:
        await expect(friend.page.locator("#debrief-title")).to_contain_text("Won")


async def test_twirl_gathers_momentum_and_drifts(browser: Browser, house: Served):
    choices = {"scenario": "seed_time"}
    async with friends_at(browser, house, sizes=SIZES, choices=choices) as table:
        page = table[0].page
        has_drifted = False
        number = 0
        async for _ in rounds(table):
            number += 1
            if (await table[0].view())["public"]["phase"]["phase"] == "over":
                continue
            await expect(page.locator("#phase .round")).to_contain_text(f"Round {number + 1}")
            if not has_drifted and await walk_to(page, "gathers momentum"):
                await expect(page.locator("#stage .momentum use")).to_have_count(1)
                has_drifted = True
                await page.keyboard.press("Escape")
            momentum = (await table[0].view())["public"]["pieces"]["momentum"]
            await expect(page.locator("#pieces .momentum use")).to_have_count(int(bool(momentum)))
        await is_won(table)
        assert has_drifted
        words = await told(page)
        # Whatever came after it: a drift, or a bump that took it away.
        assert "Drifts on to" in words or "Has no momentum left" in words
        assert "Puts the seed down" in words


async def test_rover_carries_before_his_nose(browser: Browser, house: Served):
    choices = {"scenario": "first_bones"}
    async with friends_at(browser, house, sizes=SIZES, choices=choices) as table:
        page = table[0].page
        async for _ in rounds(table):
            held = (await table[0].view())["public"]["pieces"]["held"]
            await expect(page.locator("#pieces .grip")).to_have_count(len(held))
        await is_won(table)
        words = await told(page)
        assert "Picks up the bone" in words
        assert "Puts the bone down" in words
        await expect(page.locator('#pieces [data-token^="bone"]')).to_have_count(1)


async def test_lefty_takes_what_is_chosen_and_serves_the_cat(browser: Browser, house: Served):
    choices = {"scenario": "lunch_for_one"}
    async with friends_at(browser, house, sizes=SIZES, choices=choices) as table:
        page = table[0].page
        await expect(page.locator('#pieces [data-token^="order_maki"]')).to_have_count(1)
        has_held, answered = False, 0
        async for times in rounds(table, takes="maki"):
            answered += times
            held = (await table[0].view())["public"]["pieces"]["held"]
            await expect(page.locator("#pieces .grip")).to_have_count(len(held))
            for one in held:
                letter = page.locator(".grip text", has_text=one["hand"][0].upper())
                await expect(letter).to_have_count(1)
                has_held = True
        await is_won(table)
        assert answered
        words = await told(page)
        assert "Picks up the maki" in words
        assert "gets the maki she ordered" in words
        await expect(page.locator('#pieces [data-token^="order_maki"]')).to_have_count(0)
        assert has_held or await page.locator("#debrief .frames [data-held]").count()
