"""The debrief: what each player knew, from a card to its moment and back again, and the film."""

import re
from typing import Any

from playwright.async_api import Browser, Page, expect

from tests.browser.friends import PHONE, connected, friends_at
from tests.conftest import Served, page_without_errors


async def test_from_a_card_to_its_moment_and_back(browser: Browser, house: Served):
    async with friends_at(browser, house, "Ada", "Ben", opened=False) as table:
        await table.finish()
        ada = table[0]
        address = f"{house.url}/t/{table.id}"
        view = (await ada.view())["public"]["debrief"]
        first = view["rounds"][0]
        card = next(c for c in first["cards"] if c["place"] > 2)
        here, name = f"card-{first['round']}-{card['place']}", table[card["seat"]].name

        # By keyboard alone, from the top: a round is jumped to, a card's knowledge opened.
        await ada.open()
        page = ada.page
        await expect(page.locator("#debrief .par")).to_contain_text("Par for two is")
        await page.get_by_role("link", name=re.compile(r"^Round 1\b")).focus()
        await page.keyboard.press("Enter")
        await expect(page.locator("#round-1")).to_be_in_viewport()
        knew = page.locator(".knew", has=page.locator(f"#{here}"))
        await knew.locator("summary").focus()
        await page.keyboard.press("Enter")
        await expect(knew.locator("dl")).to_be_visible()
        queue = knew.get_by_role("listitem").filter(
            has=page.get_by_role("img", name=re.compile(r"^\d: "))
        )
        await expect(queue).to_have_count(card["place"] - 1)
        await expect(knew.locator(".from > li")).to_have_count(len(card["hand"]))

        # To the moment, from that seat's eyes: its hand still holds the card.
        await knew.get_by_role("link", name=f"through {name}’s eyes").click()
        await expect(page).to_have_url(re.compile(rf"/at/\d+\?as={card['seat']}#{here}$"))
        await expect(page.locator(".m-places [aria-current]")).to_have_text(name)
        await expect(page.locator("#queue .rail > li[data-owner]")).to_have_count(card["place"] - 1)
        held = page.locator("#hand .hand li .cardb:not(.spent)")
        await expect(held).to_have_count(len(card["hand"]))
        await expect(page.locator("#m-play")).to_be_visible()  # the page's script is there
        # A step on it lies in the queue; and back to the place one came from, opened.
        await page.keyboard.press("ArrowRight")
        await expect(page.locator("#queue .rail > li[data-owner]")).to_have_count(card["place"])
        await page.get_by_role("link", name="Back to the debrief").click()
        await expect(page).to_have_url(f"{address}#{here}")
        await expect(page.locator(f"#{here}")).to_be_in_viewport()
        await connected(page)  # it is as new as it gets, and nothing is painted over
        await bumps_go_where_the_robot_went(page)
        film = page.get_by_role("link", name="Watch the whole game")
        film_url = str(await film.get_attribute("href"))
        # When it ran, and back by the browser's own way: it may show the page as it was left, which
        # then loads itself again.
        await page.locator(f"#{here}").get_by_role("link", name="When it ran").click()
        await expect(page.locator("#m-of")).to_contain_text(f"step {card['place']} of")
        await page.go_back(wait_until="commit")
        await expect(page.locator(f"#{here}")).to_be_in_viewport()

        # The film begins by itself.
        await page.goto(f"{house.url}{film_url}")
        await expect(page.locator("#m-play")).to_have_attribute("aria-label", "Pause")
        await page.keyboard.press(" ")
        await expect(page.locator("#m-play")).to_have_attribute("aria-label", "Play")
        await expect(page).to_have_url(re.compile(r"\?as=all$"))
        await without_script(browser, await ada.context.cookies(), address, here)


async def bumps_go_where_the_robot_went(page: Page) -> None:
    """Backing into something, a robot is seen to bump behind it: the frame says to which side."""
    await page.emulate_media(reduced_motion="no-preference")
    bump = await page.evaluate_handle(BACKWARDS)
    await page.locator("#debrief .player [data-p=next]").first.click()
    await expect(page.locator("body.is-replay")).to_have_count(1)
    wanted, drawn = await bump.evaluate("(bump) => bump.read()")
    assert drawn == wanted
    await page.emulate_media(reduced_motion="reduce")


BACKWARDS = """() => {
  // The first thing to happen in the round becomes a bump against where the robot looks.
  const [start, first] = document.querySelectorAll('#debrief .player .frames > li');
  const facing = start.dataset.at.split(' ')[2];
  const at = first.dataset.at.split(' ').map(Number);
  first.dataset.kind = 'collided';
  first.dataset.way = { n: 's', e: 'w', s: 'n', w: 'e' }[facing];
  const [dx, dy] = { n: [0, 1], e: [-1, 0], s: [0, -1], w: [1, 0] }[facing];
  const wanted = `translate(${at[0] * 100 + dx * 14}px, ${at[1] * 100 + dy * 14}px)`;
  const drawn = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    if (this.matches('#stage .robot') && frames[1].offset === 0.35) drawn.push(frames[1].transform);
    return animate.call(this, frames, options);
  };
  const read = async () => {
    for (let n = 0; n < 200 && !drawn.length; n++) await new Promise((on) => setTimeout(on, 20));
    return [[wanted], drawn];
  };
  return { read };
}"""


async def without_script(browser: Browser, cookies: list[Any], address: str, here: str) -> None:
    """On a phone, without script: the same by plain links."""
    async with page_without_errors(browser, java_script_enabled=False, viewport=PHONE) as page:
        await page.context.add_cookies(cookies)
        await page.goto(f"{address}#{here}")
        await expect(page.locator(f"#{here}")).to_be_in_viewport()
        await page.locator(f"#{here}").get_by_role("link", name="eyes").click()
        await expect(page).to_have_url(re.compile(rf"#{here}$"))
        await page.get_by_role("link", name="Back to the debrief").click()
        await expect(page).to_have_url(f"{address}#debrief")
        await expect(page.locator("#debrief-title")).to_be_visible()
        sideways = await page.locator("html").evaluate("(html) => html.scrollWidth")
        assert sideways <= PHONE["width"]
