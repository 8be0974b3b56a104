"""People at a table, each with a browser of their own.

What a test is about is done in the page, by hand; what only leads up to it is posted, as a page
without script would (`Friend.post`).
"""

import asyncio
import contextlib
import hashlib
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.browser.plan import Program, plan
from tests.conftest import Served, page_without_errors

PHONE: ViewportSize = {"width": 360, "height": 740}
TABLET: ViewportSize = {"width": 820, "height": 1180}
DESK: ViewportSize = {"width": 1440, "height": 900}
NAMES = ("Ada", "Ben", "Cleo", "Dot")

PATIENCE = 20_000
"""Milliseconds: the machine may be busy with something else."""
expect.set_options(timeout=PATIENCE)


@dataclass
class Friend:
    """One person: a page, and the seat it holds (none yet: -1)."""

    name: str
    page: Page
    url: str
    """The server's address."""
    seat: int = -1
    table: str = ""
    """The table's id."""

    @property
    def context(self) -> BrowserContext:
        """The browser of this person: cookies and tabs."""
        return self.page.context

    async def csrf(self) -> str:
        """What this person's forms carry."""
        for cookie in await self.context.cookies(self.url):
            if cookie["name"] == "beepboop":
                return hashlib.sha256(b"form " + cookie["value"].encode()).hexdigest()[:32]
        await self.context.request.get(f"{self.url}/about")
        await self.context.request.get(f"{self.url}/")
        return await self.csrf()

    async def post(self, path: str, **fields: str) -> str:
        """Post a form as a page without script does. Returns where it leads."""
        answer = await self.context.request.post(
            f"{self.url}{path}", form={"csrf": await self.csrf(), **fields}, max_redirects=0
        )
        assert answer.status == 303, f"{path} {fields}: {answer.status} {await answer.text()}"
        return answer.headers["location"]

    async def act(self, text: str) -> None:
        """Answer the table."""
        view = await self.view()
        await self.post(f"/t/{self.table}/act", do=f"{view['ask']} {text}")

    async def lay(self, face: str) -> None:
        """Lay a card, without the page."""
        view = await self.view()
        seen = len(view["public"]["queue"]["cards"])
        await self.post(f"/t/{self.table}/act", do=f"{view['ask']} play {face} @{seen}")

    async def view(self) -> dict[str, Any]:
        """What this person may know."""
        answer = await self.context.request.get(f"{self.url}/api/tables/{self.table}")
        assert answer.ok
        found: dict[str, Any] = await answer.json()
        return found

    async def hand(self) -> list[str]:
        """The faces in this person's hand, as their page shows them."""
        cards = self.page.locator("#hand .cardb[data-play]")
        return [str(await card.get_attribute("data-on")) for card in await cards.all()]

    async def open(self) -> None:
        """Go to the table, and wait until the page goes on by itself."""
        await self.page.goto(f"{self.url}/t/{self.table}")
        await connected(self.page)

    async def tap_card(self, face: str) -> None:
        """Pick a card and lay it, with two taps."""
        # Not before the page has come to the table as it is: it may still show the last round.
        place = len((await self.view())["public"]["queue"]["cards"])
        await expect(self.page.locator("#queue .rail > li[data-owner]")).to_have_count(place)
        card = self.page.locator(f'#hand .cardb[data-on="{face}"]:not([aria-disabled])').first
        await card.click()
        await expect(card).to_have_attribute("aria-pressed", "true")
        # The page takes the second half of a double click for no second tap.
        await self.page.wait_for_timeout(300)
        await card.click()
        await expect(self.page.locator(f"#q-{place + 1}")).to_have_count(1)


@dataclass
class Table:
    """People around one table. `friends[0]` is the host."""

    friends: list[Friend]
    invite: str = ""
    size: int = field(default=0)

    def __getitem__(self, seat: int) -> Friend:
        return self.friends[seat]

    def __iter__(self) -> Any:
        return iter(self.friends)

    @property
    def id(self) -> str:
        """The table's id."""
        return self.friends[0].table

    async def start(self) -> None:
        """Everybody is ready, the host starts."""
        for friend in self.friends:
            await friend.post(f"/t/{self.id}/room", do="ready")
        await self.friends[0].post(f"/t/{self.id}/room", do="start")

    async def program(self) -> Program:
        """What they would lay this round if all hands were open."""
        views = [await friend.view() for friend in self.friends]
        public = views[0]["public"]
        hands = [tuple(c["face"] for c in v["private"]["hand"]["cards"]) for v in views]
        return plan(public["map"]["scenario"], public["pieces"], hands)

    async def finish_round(self) -> None:
        """Play the round to its end, without the pages."""
        for seat, face in await self.program():
            await self.friends[seat].lay(face)
        for friend in self.friends:
            view = await friend.view()
            before = view["public"]["phase"]
            if view["ask"] and view["private"]["hand"]["cards"]:
                await friend.act("done")
                if (await friend.view())["public"]["phase"] != before:
                    return

    async def finish(self) -> None:
        """Play to the end of the game, without the pages."""
        for _ in range(12):
            if (await self.friends[0].view())["public"]["phase"]["phase"] == "over":
                return
            await self.finish_round()
        raise AssertionError("The game goes on and on.")

    async def lay_some(self, count: int = 3) -> None:
        """Lay some cards, one after the other around the table, without the pages."""
        for number in range(count):
            friend = self.friends[number % len(self.friends)]
            cards = (await friend.view())["private"]["hand"]["cards"]
            await friend.lay(next(c["face"] for c in cards if c["no"] is None))


@contextlib.asynccontextmanager
async def friends_at(
    browser: Browser,
    house: Served,
    *names: str,
    sizes: tuple[ViewportSize, ...] = (DESK,),
    started: bool = True,
    opened: bool = True,
    expected: tuple[str, ...] = (),
    choices: dict[str, str] | None = None,
    **options: Any,
) -> AsyncIterator[Table]:
    """A table with these people. `choices` are fields of the new table's form, `options` those of
    the browsers."""
    names = names or NAMES[:2]
    options = {"reduced_motion": "reduce", **options}
    async with contextlib.AsyncExitStack() as stack:
        friends = []
        for number, name in enumerate(names):
            size = sizes[number % len(sizes)]
            page = await stack.enter_async_context(
                page_without_errors(browser, expected=expected, **{"viewport": size, **options})
            )
            page.set_default_timeout(PATIENCE)
            friends.append(Friend(name, page, house.url, number))
        table = Table(friends)
        host = friends[0]
        fields = {"scenario": "dust_bunnies", "beep": "on", "public": "no", "watch": "link"}
        fields |= choices or {}
        await host.csrf()
        where = await host.post("/new/quirky_circuits", name=host.name, **fields)
        for friend in friends:
            friend.table = where.rsplit("/", 1)[-1]
        page_text = await (await host.context.request.get(f"{house.url}{where}")).text()
        found = re.search(r'class="three">([^<]+)<', page_text)
        assert found
        table.invite = found[1]
        for friend in friends[1:]:
            await friend.post(f"/j/{table.invite}", name=friend.name, do="sit")
        if started:
            await table.start()
        if opened:
            await asyncio.gather(*(friend.open() for friend in friends))
        yield table


async def connected(page: Page) -> None:
    """Wait until the page has its socket."""
    await expect(page.locator("body[data-line=live]")).to_have_count(1)


READ = """async () => {
  const read = (doc) => {
    const regions = {};
    for (const region of doc.querySelectorAll('.region[id]')) {
      if (region.id === 'notice') continue;
      regions[region.id] = [region.dataset.v];
      // animate.js writes into these two.
      if (!['run', 'debrief'].includes(region.id)) {
        regions[region.id].push(region.textContent.replace(/\\s+/g, ' ').trim());
        regions[region.id].push([...region.querySelectorAll('[name=do]')].map((b) => b.value));
      }
    }
    const log = [...doc.querySelectorAll('#log-lines > li')];
    const lines = log.map((li) => `${li.id} ${li.textContent}`);
    const pulse = doc.getElementById('pulse');
    return {
      regions, lines, upTo: doc.getElementById('log-lines')?.dataset.v,
      seq: pulse?.dataset.seq, page: pulse?.dataset.page, pulse: pulse?.dataset.regions,
    };
  };
  const answer = await fetch(location.href, { cache: 'no-store' });
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return [read(document), read(fresh)];
}"""


async def same_as_fresh(page: Page, patience: float = 15.0) -> None:
    """The page shows just what a fresh load of it would, within `patience` seconds."""
    loop = asyncio.get_running_loop()
    end = loop.time() + patience
    while True:
        mine, fresh = await page.evaluate(READ)
        if mine == fresh:
            break
        if loop.time() > end:
            differ = {key: (mine[key], fresh[key]) for key in mine if mine[key] != fresh[key]}
            raise AssertionError(f"The page isn't as a fresh load has it: {differ}")
        await asyncio.sleep(0.1)
    ids = await page.evaluate("[...document.querySelectorAll('[id]')].map((e) => e.id)")
    assert len(ids) == len(set(ids)), sorted(name for name in ids if ids.count(name) > 1)
