"""Pages stay true: whatever is lost, late or doubled on the way, a page soon equals a fresh one."""

import asyncio
import os
import re
import signal
from collections.abc import Awaitable, Callable

from playwright.async_api import Browser, Page, Route, WebSocketRoute, expect

from tests.browser.friends import DESK, PHONE, Friend, connected, friends_at, same_as_fresh
from tests.conftest import Served, page_without_errors, serve

LAID = "#queue .rail > li[data-owner]"
REFUSED = "ERR_CONNECTION_REFUSED"
SOCKET = "htmx:ws:error"
"""htmx writes into the console, whoever hears the event."""
RESET = ("ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "ERR_SOCKET_NOT_CONNECTED")
CONFLICT = "status of 409"


class Gate:
    """Stands in a page's socket: lets messages through, holds them back, or loses them."""

    def __init__(self) -> None:
        self.mode = "pass"
        self.held: list[str | bytes] = []
        self.seen: list[str | bytes] = []
        self.socket: WebSocketRoute | None = None

    async def put_into(self, page: Page) -> None:
        await page.route_web_socket(re.compile("/live$"), self._open)

    def _open(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.connect_to_server().on_message(self._message)

    def _message(self, message: str | bytes) -> None:
        assert self.socket is not None
        if message == "{}":
            return
        self.seen.append(message)
        if self.mode == "hold":
            self.held.append(message)
        elif self.mode == "pass":
            self.socket.send(message)

    async def has_held(self, count: int) -> None:
        async with asyncio.timeout(20):
            while len(self.held) < count:
                await asyncio.sleep(0.02)

    def release(self) -> None:
        assert self.socket is not None
        self.mode = "pass"
        for message in self.held:
            self.socket.send(message)
        self.held.clear()


async def gated(friend: Friend) -> Gate:
    """Load the friend's page anew, with a gate in its socket."""
    gate = Gate()
    await gate.put_into(friend.page)
    await friend.open()
    await same_as_fresh(friend.page)
    return gate


async def first_card(friend: Friend) -> str:
    cards = (await friend.view())["private"]["hand"]["cards"]
    return str(next(card["face"] for card in cards if card["no"] is None))


async def lay(friend: Friend) -> None:
    await friend.lay(await first_card(friend))


async def test_a_reply_that_overtakes_pushes_leaves_nothing_wrong_behind(
    browser: Browser, house: Served
):
    async with friends_at(browser, house, "Ada", "Ben", "Cleo", opened=False) as table:
        ada, ben, cleo = table
        gate = await gated(ada)
        gate.mode = "hold"
        await lay(ben)
        await gate.has_held(1)
        await lay(cleo)
        await gate.has_held(2)
        # Ada's page doesn't know yet; what she does says so, and its reply brings all of it.
        await expect(ada.page.locator(LAID)).to_have_count(0)
        await ada.page.get_by_role("button", name="Beep-boop!").click()
        await expect(ada.page.locator(LAID)).to_have_count(2)
        await ada.tap_card(await first_card(ada))
        gate.release()
        await same_as_fresh(ada.page)
        await expect(ada.page.locator(LAID)).to_have_count(3)


async def test_a_lost_message_is_noticed_with_the_next(browser: Browser, house: Served):
    async with friends_at(browser, house, "Ada", "Ben", "Cleo", opened=False) as table:
        ada, ben, cleo = table
        gate = await gated(ada)
        gate.mode = "lose"
        await lay(ben)
        async with asyncio.timeout(20):
            while len(gate.seen) < 2:
                await asyncio.sleep(0.02)
        gate.mode = "pass"
        await lay(cleo)
        await expect(ada.page.locator(LAID)).to_have_count(2)
        await same_as_fresh(ada.page)


async def test_old_messages_and_a_second_copy_change_nothing(browser: Browser, house: Served):
    async with friends_at(browser, house, "Ada", "Ben", opened=False) as table:
        ada, ben = table
        gate = await gated(ada)
        await table.lay_some(4)
        await expect(ada.page.locator(LAID)).to_have_count(4)
        await ben.act("done")
        await expect(ada.page.locator("#others .sig.on")).to_have_count(1)
        await same_as_fresh(ada.page)
        assert gate.socket
        for message in [*gate.seen, *reversed(gate.seen)]:
            gate.socket.send(message)
        await ben.act("not done")
        await expect(ada.page.locator("#others .sig.on")).to_have_count(0)
        await same_as_fresh(ada.page)


async def test_a_message_for_another_kind_of_page_loads_the_page_anew(
    browser: Browser, house: Served
):
    async with friends_at(browser, house, "Ada", "Ben", opened=False) as table:
        ada = table[0]
        gate = await gated(ada)
        assert gate.socket
        async with ada.page.expect_navigation():
            gate.socket.send(
                '<hx-partial hx-target="#hand" hx-swap="outerMorph"><div id="hand" class="region"'
                ' data-v="x">wrong</div></hx-partial><hx-partial hx-target="#pulse"'
                ' hx-swap="outerHTML"><i id="pulse" hidden data-seq="99999" data-page="lobby"'
                ' data-turn="0" data-log-from="0" data-regions="hand:x"></i></hx-partial>'
            )
        await connected(ada.page)
        await same_as_fresh(ada.page)


async def test_without_sockets_the_page_polls(browser: Browser, house: Served):
    broken = "WebSocket = class extends EventTarget { constructor() { super(); %s } close() {} };"
    fails = "setTimeout(() => this.dispatchEvent(new CloseEvent('close', {code: 1006})), 50)"
    kinds = ("throw new DOMException('no', 'SecurityError')", fails, "this.readyState = 0")
    async with friends_at(
        browser, house, "Ada", "Ben", "Cleo", opened=False, expected=(SOCKET,)
    ) as table:
        for friend, kind in zip(table, kinds, strict=True):
            await friend.page.add_init_script(broken % kind)
            await friend.page.goto(f"{house.url}/t/{table.id}")
        for number, friend in enumerate(table, 1):
            await expect(friend.page.locator("html[data-htmx]")).to_have_count(1)
            await friend.tap_card(await first_card(friend))
            for other in table:
                await expect(other.page.locator(LAID)).to_have_count(number)
        for friend in table:
            sign = friend.page.locator("#line-state")
            await expect(sign).to_contain_text("looking every few seconds")
            await same_as_fresh(friend.page)


async def test_two_tabs_of_one_player_show_the_same(browser: Browser, house: Served):
    async with friends_at(browser, house, "Ada", "Ben") as table:
        ada = table[0]
        async with page_without_errors(ada.context) as second:
            tab = Friend("Ada", second, house.url, 0, table.id)
            await tab.open()
            await ada.tap_card(await first_card(ada))
            await expect(second.locator(LAID)).to_have_count(1)
            await tab.tap_card(await first_card(tab))
            await expect(ada.page.locator(LAID)).to_have_count(2)
            await second.locator('#moves button[data-sign="done"]').click()
            pressed = ada.page.locator('#moves button[data-sign="done"][aria-pressed="true"]')
            await expect(pressed).to_be_visible()
            await same_as_fresh(ada.page)
            await same_as_fresh(second)
            others = table[1].page.locator("#people-sheet .people > li")
            await expect(others).to_have_count(2)


async def test_a_double_click_does_a_thing_once(browser: Browser, house: Served):
    async with friends_at(browser, house, "Ada", "Ben") as table:
        ada = table[0]
        card = ada.page.locator("#hand .cardb[data-play]").first
        await card.dblclick()
        await expect(card).to_have_attribute("aria-pressed", "true")
        await expect(ada.page.locator(LAID)).to_have_count(0)
        await ada.page.wait_for_timeout(300)
        await card.dblclick()
        await expect(ada.page.locator(LAID)).to_have_count(1)
        done = ada.page.locator('#moves button[data-sign="done"]')
        await done.dblclick()
        await expect(done).to_have_attribute("aria-pressed", "true")
        # Two single taps, as a nervous finger gives them.
        await ada.page.wait_for_timeout(500)
        await ada.page.evaluate(
            "document.querySelector('#moves button[data-sign=flat]').click();"
            "document.querySelector('#moves button[data-sign=flat]').click()"
        )
        flat = ada.page.locator('#moves button[data-sign="flat"]')
        await expect(flat).to_have_attribute("aria-pressed", "true")
        await expect(ada.page.locator("#log-lines")).to_contain_text("flat")
        await same_as_fresh(ada.page)
        lines = await ada.page.locator("#log-lines > li").all_text_contents()
        assert sum("flat" in line for line in lines) == 1


async def test_back_after_leaving_shows_no_hand(browser: Browser, house: Served):
    async with friends_at(browser, house, "Ada", "Ben", expected=("status of 404",)) as table:
        ben = table[1]
        assert await ben.hand()
        kept = await ben.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
        assert "forward" not in kept
        await ben.page.goto(f"{house.url}/")
        await ben.post("/forget")
        await ben.page.go_back()
        await expect(ben.page.locator("#hand .cardb")).to_have_count(0)
        assert "data-play" not in await ben.page.content()


def serve_at(database_url: str, port: int) -> Served:
    arguments = ("--host", "127.0.0.1", "--port", str(port), "--workers", "1")
    server = serve(*arguments, DATABASE_URL=database_url, BEEPBOOP_CDN="false")
    return server.wait_until_ready()


async def test_pages_come_back_after_the_server_did(browser: Browser, database_url: str):
    first = serve_at(database_url, 0)
    second = None
    ways = (REFUSED, SOCKET, "htmx:error", *RESET)
    try:
        async with friends_at(browser, first, "Ada", "Ben", "Cleo", expected=ways) as table:
            await table.lay_some(2)
            for friend in table:
                await expect(friend.page.locator(LAID)).to_have_count(2)
            os.killpg(first.process.pid, signal.SIGKILL)
            first.process.wait()
            for friend in table:
                await expect(friend.page.locator("#line-state")).to_be_visible()
            # A press meanwhile is said to be lost, and can be done again later.
            press = table[0].page.get_by_role("button", name="I’m done")
            await press.click()
            await expect(table[0].page.locator("#notice")).to_contain_text(
                "didn’t reach the server"
            )

            second = serve_at(database_url, first.port)
            for friend in table:
                await connected(friend.page)
                await expect(friend.page.locator("#line-state")).to_be_hidden()
            await press.click()
            await lay(table[2])
            for friend in table:
                await expect(friend.page.locator(LAID)).to_have_count(3)
                await expect(friend.page.locator("#others .sig.on")).to_have_count(1)
                await same_as_fresh(friend.page)
    finally:
        for server in filter(None, (first, second)):
            if server.process.poll() is None:
                server.stop()
            server.log.unlink()


async def ten_times(deed: Callable[[int], Awaitable[None]]) -> None:
    """Ten updates, about two a second."""
    for number in range(10):
        started = asyncio.get_running_loop().time()
        await deed(number)
        await asyncio.sleep(max(0.0, 0.45 - (asyncio.get_running_loop().time() - started)))


async def test_half_a_chat_line_in_the_waiting_room_outlives_ten_updates(
    browser: Browser, house: Served
):
    async with friends_at(browser, house, "Ada", "Ben", started=False) as table:
        ada, ben = table
        field = ada.page.locator("#say-text")
        await field.press_sequentially("half a li")
        await field.evaluate("(f) => f.setSelectionRange(2, 5)")

        async def toggle(number: int) -> None:
            await ben.post(f"/t/{table.id}/room", do="unready" if number % 2 else "ready")
            if number % 3 == 0:
                await ben.post(f"/t/{table.id}/say", text=f"line {number}")

        await ten_times(toggle)
        await expect(ada.page.locator("#talk")).to_contain_text("line 9")
        assert await field.evaluate(
            "(f) => [f.value, f.selectionStart, f.selectionEnd, f === document.activeElement]"
        ) == ["half a li", 2, 5, True]
        await same_as_fresh(ada.page)
        await ada.page.keyboard.press("End")
        await ada.page.keyboard.type("ne")
        await ada.page.keyboard.press("Enter")
        await expect(ben.page.locator("#talk .talk-lines")).to_contain_text("half a line")
        await expect(field).to_have_value("")


async def test_a_pick_an_open_list_and_the_log_s_place_outlive_ten_updates(
    browser: Browser, house: Served
):
    async with friends_at(browser, house, "Ada", "Ben") as table:
        ada, ben = table
        for _ in range(2):
            await table.finish_round()
        await lay(ben)
        await expect(ada.page.locator(LAID)).to_have_count(1)
        await ada.page.locator("#logbox > summary").click()
        await ada.page.locator("#moves details.moves > summary").click()
        lines = ada.page.locator("#log-lines")
        await lines.evaluate("(log) => { log.scrollTop = 40 }")
        at = await lines.evaluate("(log) => log.scrollTop")
        card = ada.page.locator("#hand .cardb[data-play]:not([aria-disabled])").first
        face = await card.get_attribute("data-on")
        await card.focus()
        await card.press("Enter")
        await expect(card).to_have_attribute("aria-pressed", "true")

        async def signal(number: int) -> None:
            await ben.act("not done" if number % 2 else "done")

        await ten_times(signal)
        await expect(lines).to_contain_text("Ben")
        await same_as_fresh(ada.page)
        assert await ada.page.locator("#logbox").get_attribute("open") is not None
        assert await ada.page.locator("#moves details.moves").get_attribute("open") is not None
        assert await lines.evaluate("(log) => log.scrollTop") == at
        picked = ada.page.locator('#hand .cardb[aria-pressed="true"]')
        await expect(picked).to_have_attribute("data-on", str(face))
        await expect(picked).to_be_focused()


async def test_words_and_open_rounds_outlive_updates_in_the_debrief(
    browser: Browser, house: Served
):
    async with friends_at(browser, house, "Ada", "Ben", opened=False) as table:
        ada, ben = table
        await table.finish()
        await ada.open()
        rounds = ada.page.locator("#debrief details.dround")
        await rounds.last.locator("> summary").click()
        await rounds.first.locator("> summary").click()
        was = [await entry.get_attribute("open") for entry in await rounds.all()]
        field = ada.page.locator("#say-text")
        await field.press_sequentially("so you")

        async def say(number: int) -> None:
            await ben.post(f"/t/{table.id}/say", text=f"line {number}")

        await ten_times(say)
        await expect(ada.page.locator("#talk .talk-lines")).to_contain_text("line 9")
        await expect(field).to_have_value("so you")
        await expect(field).to_be_focused()
        assert [await entry.get_attribute("open") for entry in await rounds.all()] == was
        await same_as_fresh(ada.page)


WATCH = """() => {
  // Every state the page is in between two tasks: which seq each of the pulse's regions is of.
  window.mixed = [];
  const look = () => {
    const pulse = document.getElementById('pulse');
    for (const pair of pulse.dataset.regions.split(' ')) {
      const [name, v] = pair.split(':');
      const element = document.getElementById(name === 'log' ? 'log-lines' : name);
      if (element && element.dataset.v !== v) window.mixed.push([pulse.dataset.seq, name]);
    }
  };
  document.addEventListener('htmx:after:swap', look);
  const tick = () => { look(); requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""


async def test_on_a_slow_line_nothing_is_mixed_and_a_closed_phase_is_refused_in_words(
    browser: Browser, house: Served
):
    async with friends_at(
        browser, house, "Ada", "Ben", sizes=(DESK, PHONE), expected=(CONFLICT,)
    ) as table:
        ada, ben = table
        line = await ben.context.new_cdp_session(ben.page)
        await line.send("Network.enable")
        await line.send(
            "Network.emulateNetworkConditions",
            {
                "offline": False,
                "latency": 400,
                "downloadThroughput": 50_000,
                "uploadThroughput": 50_000,
                "connectionType": "cellular3g",
            },
        )
        await ben.page.reload()
        await connected(ben.page)
        await ben.page.evaluate(WATCH)
        await table.lay_some(6)
        await expect(ben.page.locator(LAID)).to_have_count(6)
        await ben.act("done")
        stale = ben.page.locator('#moves button[data-sign="flat"]')
        await expect(stale).to_be_visible()
        # His click is on its way while the queue runs.
        arrived = asyncio.Event()

        async def late(route: Route) -> None:
            await arrived.wait()
            await route.continue_()

        await ben.page.route("**/act", late)
        await stale.click(no_wait_after=True)
        await ada.act("done")
        await expect(ben.page.locator("#phase .round")).to_contain_text("Round 2")
        arrived.set()
        await expect(ben.page.locator("#notice")).not_to_be_empty()
        await same_as_fresh(ben.page)
        assert await ben.page.evaluate("window.mixed") == []
