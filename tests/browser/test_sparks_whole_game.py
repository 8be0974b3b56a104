"""Sparks from a link to the final score: two people with undo and a reload, and one alone on a
phone by taps."""

from typing import Any

from playwright.async_api import Browser, Locator, Page, expect

from tests.browser.friends import DESK, PHONE, TABLET, Friend, connected, same_as_fresh
from tests.conftest import Served, page_without_errors

MOST = 400
"""Answers in a game: far more than there can be."""
PLACED = 2
"""Dice that each places a turn, if it can."""
BY_HAND = (1, 2)
"""Turns that are played in the page; in the others nothing is new, so their answers are posted."""


def chosen(moves: dict[str, Any], placed: int) -> dict[str, Any]:
    """What to answer: some dice are placed, then done; of any other choice the first."""
    possible = [offer for offer in moves["offers"] if offer["no"] is None]
    places = [offer for offer in possible if offer["text"].startswith("place ")]
    if moves["asked"] == "act":
        if places and placed < PLACED:
            # Robots before the factory: they ask more questions.
            return next((o for o in places if "factory" not in o["to"]), places[0])
        return next(offer for offer in possible if offer["text"] == "done")
    found: dict[str, Any] = possible[0]
    return found


async def hit(what: Locator, tap: bool) -> None:
    """A tap or a click."""
    await (what.tap() if tap else what.click())


async def number(page: Page) -> int:
    """Which state of the table the page shows."""
    return int(await page.locator("#pulse").get_attribute("data-seq") or 0)


async def answer(friend: Friend, offer: dict[str, Any], ask: str, tap: bool = False) -> None:
    """Do this on the page, with the pieces that it belongs to."""
    page = friend.page
    value = f"{ask} {offer['text']}"
    real = page.locator(f'#moves button[name="do"][value="{value}"]')
    await expect(real).to_have_count(1)
    before = await number(page)
    piece = offer["on"] or offer["to"]
    if piece and not await real.is_visible():
        await hit(page.locator(f'[data-piece="{piece}"][data-lit]:visible').first, tap)
        way = page.locator(f'#ways [data-press="{value}"]')
        # A step with one way is made by the first tap.
        if await number(page) == before and await way.count():
            await hit(way, tap)
    else:
        # The page takes a second tap on the same button within 0.4 s for a slip.
        await page.wait_for_timeout(420)
        await hit(real, tap)
    await expect(page.locator("#pulse")).not_to_have_attribute("data-seq", str(before))


async def all_see(pages: tuple[Page, ...]) -> None:
    """Every page shows what a fresh load of it would."""
    for page in pages:
        await same_as_fresh(page)


async def test_two_people_play_a_whole_game_with_undo_and_a_reload(browser: Browser, house: Served):
    look: dict[str, Any] = {"reduced_motion": "reduce"}
    async with (
        page_without_errors(browser, viewport=DESK, **look) as ada,
        page_without_errors(browser, viewport=TABLET, **look) as ben,
    ):
        await ada.goto(house.url)
        await ada.get_by_role("link", name="New table of Sparks").click()
        await ada.get_by_label("Your name").fill("Ada")
        await ada.get_by_role("button", name="Open the table").click()
        link = await ada.locator("#invite-link").input_value()
        table = ada.url.rsplit("/", 1)[-1]
        await ben.goto(link)
        await ben.get_by_label("Your name").fill("Ben")
        await ben.get_by_role("button", name="Take a seat").click()
        for page in (ada, ben):
            await connected(page)
            await page.get_by_role("button", name="I’m ready").click()
        await ada.get_by_role("button", name="Start the game").click()
        pages = (ada, ben)
        friends = [
            Friend(n, p, house.url, s, table)
            for s, (n, p) in enumerate(zip(("Ada", "Ben"), pages, strict=True))
        ]
        for page in pages:
            await expect(page.locator("#moves")).to_be_visible()
            await connected(page)
        turn, placed, reloaded = 0, [0, 0], False
        undone: set[int] = set()
        for _ in range(MOST):
            view = await friends[0].view()
            if view["status"] != "running":
                break
            if view["public"]["status"]["turn"] != turn:
                turn, placed = view["public"]["status"]["turn"], [0, 0]
                if turn in BY_HAND:
                    await all_see(pages)
            for friend in friends:
                view = await friend.view()
                moves = view["private"]["moves"]
                if not view["ask"] or moves["asked"] in ("", "done"):
                    continue
                offer = chosen(moves, placed[friend.seat])
                if turn not in BY_HAND:
                    await friend.act(offer["text"])
                    placed[friend.seat] += offer["text"].startswith("place ")
                    continue
                await answer(friend, offer, view["ask"])
                if not offer["text"].startswith("place "):
                    continue
                placed[friend.seat] += 1
                # A robot's reward may have shown something hidden: that step stays.
                free = friend.page.locator("#moves .undo:not([aria-disabled])")
                if turn == 2 and friend.seat not in undone and await free.count():
                    undone.add(friend.seat)
                    await take_back(friend, view)
                    placed[friend.seat] -= 1
                if turn == 2 and undone and not reloaded:
                    reloaded = True
                    await friend.page.reload()
                    await connected(friend.page)
                    await same_as_fresh(friend.page)
        assert undone
        assert reloaded
        view = await friends[0].view()
        points = view["public"]["scoring"]
        assert points["final"]
        assert view["public"]["status"]["turn"] == view["public"]["status"]["turns"] == 8
        for page in pages:
            for seat in points["seats"]:
                await expect(page.locator("#scoring")).to_contain_text(str(seat["total"]))
        await all_see(pages)
        # And again.
        await ben.get_by_role("button", name="Play it again").click()
        await ben.wait_for_url(lambda url: table not in url)
        await ada.get_by_role("link", name="Come along").click()
        await ada.wait_for_url(ben.url)


async def take_back(friend: Friend, before: dict[str, Any]) -> None:
    """The last step is undone: the seat has just what it had, and the log shows it."""
    undo = friend.page.locator("#moves .undo")
    await expect(undo).to_be_visible()
    at = await number(friend.page)
    await undo.click()
    await expect(friend.page.locator("#pulse")).not_to_have_attribute("data-seq", str(at))
    view = await friend.view()
    seat = friend.seat
    assert view["public"]["boards"][seat] == before["public"]["boards"][seat]
    assert view["private"]["storage"] == before["private"]["storage"]
    assert view["public"]["tracks"] == before["public"]["tracks"]
    await friend.page.locator("#logbox > summary").click()
    await expect(friend.page.locator("#log-lines .back").first).to_be_visible()
    await friend.page.locator("#logbox > summary").click()


async def test_alone_on_a_phone_by_taps_only(browser: Browser, house: Served):
    phone: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    async with page_without_errors(browser, reduced_motion="reduce", **phone) as page:
        await page.goto(house.url)
        await page.get_by_role("button", name="Play alone").tap()
        await connected(page)
        me = Friend("", page, house.url, 0, page.url.rsplit("/", 1)[-1])
        turn = placed = 0
        for _ in range(MOST):
            view = await me.view()
            if view["status"] != "running":
                break
            if view["public"]["status"]["turn"] != turn:
                turn, placed = view["public"]["status"]["turn"], 0
            offer = chosen(view["private"]["moves"], placed)
            placed += offer["text"].startswith("place ")
            if turn not in BY_HAND:
                await me.act(offer["text"])
                continue
            await answer(me, offer, view["ask"], tap=True)
            wide = await page.evaluate("document.documentElement.scrollWidth")
            assert wide <= PHONE["width"]
        view = await me.view()
        points = view["public"]["scoring"]
        assert points["final"]
        assert view["public"]["status"]["turn"] == 8
        await expect(page.locator("#scoring")).to_be_visible()
        await expect(page.locator("#scoring")).to_contain_text(str(points["seats"][0]["total"]))
        await same_as_fresh(page)
