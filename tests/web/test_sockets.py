"""The sockets: what they send adds up to the fresh page, who may have one, and what a bad one does
to the others."""

import asyncio
import contextlib
import json
import re
import signal
import socket as sockets
import time
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
import websockets
from sqlalchemy import text

from app.play import tables
from app.play.hub import table_topic
from app.web import live
from engines.core.chance import Dice
from tests.app.workers import an_answer
from tests.web.browsers import Browser, Page, Site, follow, site, table_of, until


async def random_game(friends: list[Browser], game: UUID, seed: bytes, most: int = 400) -> int:
    """Random legal answers by form, until the end or so many."""
    dice = Dice(seed)
    for step in range(most):
        held = await friends[0].site.house.play.table(game)
        if held.info.status != "running":
            return step
        user, ask, said = an_answer(held, dice, step)
        seat = held.info.seat_of(user)
        assert seat is not None
        answer = await friends[seat].post(f"/t/{game}/act", hx=True, do=f"{ask} {said}")
        assert answer.status_code == 200, answer.text
    return most


async def reached(page: Page, number: int) -> float:
    """Wait until a page shows this number or a later one."""
    return await until(lambda: page.seq >= number)


async def seq_of(here: Site, game: UUID) -> int:
    """The table's number now."""
    return (await here.house.play.look(game)).number


@pytest.mark.unmeasured
@pytest.mark.parametrize("count", [1, 2])
async def test_pushes_add_up(database_url: str, count: int) -> None:
    """RC-01, SR-04: over a random game every viewer's page, put together from pushes, is the fresh
    page; with two workers too, and without a resync."""
    async with contextlib.AsyncExitStack() as stack:
        sites = [
            await stack.enter_async_context(site(database_url, network=True, pace=False))
            for _ in range(count)
        ]
        here, there = sites[0], sites[-1]
        friends = await here.friends(3)
        watcher = await here.browser()
        game = await table_of(friends, scenario="dust_bunnies", beep="on")
        await watcher.join(game, "", do="watch")
        viewers = [*friends, watcher]
        over = [await there.browser(browser.token) for browser in viewers]
        pages: list[Page] = []
        tasks = []
        for browser in over:
            answer = await browser.get(f"/t/{game}")
            page = Page.loaded(answer.text)
            line = await stack.enter_async_context(browser.socket(game))
            tasks.append(asyncio.create_task(follow(line, page)))
            pages.append(page)
        # Let presence settle.
        await until(lambda: len(there.house.hub.present(game)) == 4)
        slowest, dice = 0.0, Dice(b"push")
        for step in range(40):
            await random_game(friends, game, b"%d" % step, 1)
            if dice.below(7, step) == 0:
                await friends[dice.below(3, step, "who")].post(f"/t/{game}/beep", hx=True)
            number = await seq_of(here, game)
            for page in pages:
                slowest = max(slowest, await reached(page, number))
            held = await here.house.play.table(game)
            if held.info.status != "running":
                break
            if step % 8 == 0:
                for browser, page in zip(over, pages, strict=True):
                    fresh = Page.loaded((await browser.get(f"/t/{game}")).text)
                    await until(lambda page=page, fresh=fresh: page.same_as(fresh))
                    resync = await browser.get(f"/t/{game}/regions", X_Have=page.x_have)
                    assert resync.status_code == 204, resync.text
        for browser, page in zip(over, pages, strict=True):
            # A page that was away since the start is brought up by one request.
            fresh = Page.loaded((await browser.get(f"/t/{game}")).text)
            await until(lambda page=page, fresh=fresh: page.same_as(fresh))
            late = Page.loaded((await browser.get(f"/t/{game}")).text)
            late.regions["queue"] = late.regions["queue"].replace('data-v="', 'data-v="old')
            late.log_version -= 1
            late.apply((await browser.get(f"/t/{game}/regions", X_Have=late.x_have)).text)
            assert late.same_as(fresh)
            assert (page.resyncs, page.dropped, page.reloads) == (0, 0, 0)
        assert slowest < 20
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_from_the_waiting_room_to_the_table(database_url: str) -> None:
    """LO-01: seats come and go live; the start sends every page over; the start page's list too."""
    async with site(database_url, network=True) as here:
        anna, ben, guest = await here.friends(3)
        game = await anna.open_table("Anna", public=True, watch="anyone")
        room = Page.loaded((await anna.get(f"/t/{game}")).text)
        first = Page.loaded((await guest.get("/")).text)
        async with anna.socket(game) as line, guest.socket(None) as lobby:
            tasks = [
                asyncio.create_task(follow(line, room)),
                asyncio.create_task(follow(lobby, first)),
            ]
            await ben.join(game, "Ben")
            await until(lambda: "Ben" in room.regions["room"])
            await ben.room(game, "leave")
            await until(lambda: "Ben" not in room.regions["room"])
            await ben.join(game, "Benno")
            await anna.post(f"/t/{game}/settings", watch="anyone", public="yes", scenario="uphill")
            await until(lambda: "Uphill" in first.regions["lobby"])
            poll = await guest.get("/lobby/regions", X_Have=first.x_have)
            assert poll.status_code in (200, 204)
            await until(lambda: "Benno" in room.regions["room"])
            for browser in (anna, ben):
                await browser.room(game, "ready", word="w")
            assert (await anna.post(f"/t/{game}/room", hx=True, do="start")).status_code == 204
            await until(lambda: room.reloads)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        assert (await guest.get("/lobby/regions")).status_code == 200


async def refused_before(browser: Browser, game: UUID | None, origin: str | None) -> int:
    """The status that a handshake is refused with."""
    with pytest.raises(websockets.InvalidStatus) as no:
        async with browser.socket(game, origin=origin):
            pass
    return no.value.response.status_code


async def test_origins(database_url: str) -> None:
    """WS-06: missing, null, other and look-alike origins are refused before accepting, at every
    socket."""
    async with site(database_url, network=True) as here:
        friends = await here.friends(2)
        game = await table_of(friends)
        port = here.url.rpartition(":")[2]
        for origin in (
            None,
            "null",
            "https://evil.test",
            here.url + ".evil.test",
            here.url.replace("127.0.0.1", "x127.0.0.1"),
            f"http://127.0.0.1:{int(port) + 1}",
            "http://127.0.0.1",
            f"http://evil.test/127.0.0.1:{port}",
            f"http://127.0.0.1:{port}@evil.test",
            "http://[",
            "",
        ):
            for where in (game, None):
                if origin == "":
                    continue
                assert await refused_before(friends[0], where, origin) == 403, origin


async def closed_with(line: Any, seconds: float = 20) -> int:
    """Read until the server closes. The code."""
    async with asyncio.timeout(seconds):
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                await line.recv()
    return int(line.close_code or 0)


async def test_sockets_of_those_who_may_not_look(database_url: str) -> None:
    """LO-05: a stranger's socket at a private table, and one at no table, close alike and show
    nothing."""
    async with site(database_url, network=True) as here:
        friends = await here.friends(2)
        game = await table_of(friends, watch="nobody")
        for browser in (await here.browser(), here.stranger()):
            for where in (game, uuid4()):
                async with browser.socket(where) as line:
                    with pytest.raises(websockets.ConnectionClosed):
                        await line.recv()
                    assert line.close_code == live.GONE
        with pytest.raises(websockets.InvalidStatus):
            async with websockets.connect(
                here.url.replace("http", "ws") + "/t/no-id/live",
                origin=here.url,  # type: ignore[arg-type] # any text will do
            ):
                pass


@pytest.mark.parametrize("count", [1, 2])
async def test_rights_end_at_once(database_url: str, count: int) -> None:
    """WS-07: kicked, forgotten, seat taken over: the socket ends or shows a watcher's page within
    seconds, at another worker too."""
    async with contextlib.AsyncExitStack() as stack:
        sites = [
            await stack.enter_async_context(site(database_url, network=True, away_seconds=10))
            for _ in range(count)
        ]
        here, there = sites[0], sites[-1]
        friends = await here.friends(3)
        game = await table_of(friends, start=False)
        over = [await there.browser(browser.token) for browser in friends]
        async with over[1].socket(game) as line:
            await line.recv()
            await friends[0].room(game, "kick 1")
            assert await closed_with(line) == live.GONE
        async with over[1].socket(game) as line:
            assert await closed_with(line) == live.GONE
        for browser in (friends[0], friends[2]):
            await browser.room(game, "ready", word="w")
        await friends[0].room(game, "start")
        async with over[2].socket(game) as line, over[0].socket(game) as other:
            page = Page()
            page.apply(str(await line.recv()))
            assert "data-on" in page.regions["hand"]
            token = ""
            async with here.house.sessions.begin() as session:
                token = await tables.hand_over(session, game, 1)
            phone = await here.browser()
            assert (await phone.post(f"/s/{token}")).status_code == 303
            reading = asyncio.create_task(follow(line, page))
            await until(lambda: "data-on" not in page.regions["hand"])
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
            await friends[0].post("/forget")
            assert await closed_with(other) == live.SESSION


async def test_another_person_in_the_same_browser(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ST-02: a tab that watched before its browser took a seat is told to load again."""
    monkeypatch.setattr(live, "QUIET_SECONDS", 0.2)
    async with site(database_url, network=True) as here:
        anna, ben = await here.friends(2)
        game = await anna.open_table("Anna", public=True, watch="anyone")
        async with ben.socket(game) as line:
            await line.recv()
            assert await line.recv() == "{}", "a quiet line says that it is there"
            assert len(here.house.hub.present(game)) == 1, "who has no name watches as well"
            await ben.post(f"/t/{game}/sit", name="Ben")
            assert await closed_with(line) == live.SESSION


async def test_frames_of_any_kind(database_url: str) -> None:
    """NA-03: pages send nothing; whatever comes is dropped; the socket and the table live on."""
    async with site(database_url, network=True) as here:
        friends = await here.friends(2)
        game = await table_of(friends)
        before = await seq_of(here, game)
        async with friends[0].socket(game) as line:
            page = Page()
            page.apply(str(await line.recv()))
            for frame in (
                "{",
                "",
                "\x00",
                json.dumps({"do": "0.1 play any @0"}),
                json.dumps({"a": "\ud800"}),
                b"\xff\xfe",
                b"",
                "x" * 10_000,
                '{"HEADERS": {}}',
            ):
                await line.send(frame)
            task = asyncio.create_task(follow(line, page))
            await asyncio.sleep(0.2)
            assert not task.done()
            assert await seq_of(here, game) == before + 0
            await friends[0].act(game, "play any @0")
            await until(lambda: page.seq > before)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        async with friends[0].socket(game) as line:
            await line.send("y" * 1_000_000)
            assert await closed_with(line) == 1009
        assert (await friends[1].get(f"/t/{game}")).status_code == 200


@pytest.mark.unmeasured
async def test_a_bad_client_stalls_nobody(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """WS-01: twenty who read get each update; one that stops reading and one that is cut off are
    dropped."""
    monkeypatch.setattr(live, "SEND_SECONDS", 1.0)
    monkeypatch.setattr(live, "CLOSE_SECONDS", 0.5)
    async with (
        site(database_url, network=True, pace=False) as here,
        contextlib.AsyncExitStack() as stack,
    ):
        friends = await here.friends(2)
        game = await table_of(friends, public=True, watch="anyone")
        pages = []
        tasks = []
        for at in range(20):
            browser = friends[at] if at < 2 else here.stranger()
            line = await stack.enter_async_context(browser.socket(game))
            page = Page()
            pages.append(page)
            tasks.append(asyncio.create_task(follow(line, page)))
        host, port = here.url.removeprefix("http://").split(":")
        # By hand, so that nothing reads: a handshake, then silence.
        raw = [sockets.create_connection((host, int(port))) for _ in range(2)]
        for each in raw:
            each.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4_096)
            each.sendall(
                f"GET /t/{game}/live HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {here.url}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            )
        topic = table_topic(game)
        await until(lambda: len(here.house.hub._boxes.get(topic, ())) == 22)
        raw[1].setsockopt(
            sockets.SOL_SOCKET, sockets.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00"
        )
        raw[1].close()
        await until(lambda: len(here.house.hub._boxes.get(topic, ())) == 21)
        begun = time.monotonic()
        # Far more than buffers hold, until the deaf one has been let go.
        padding = "z" * 200_000
        padded = f'<hx-partial hx-target="#beeps" hx-swap="innerHTML">{padding}</hx-partial>'
        monkeypatch.setattr(live, "_due_beeps", lambda *_: [padded])
        while len(here.house.hub._boxes.get(topic, ())) > 20:
            here.house.hub.heard(topic, 0)
            await asyncio.sleep(0.05)
            assert time.monotonic() - begun < 60, "the deaf one is still there"
        monkeypatch.setattr(live, "_due_beeps", lambda *_: [])
        for place in range(5):
            await friends[place % 2].act(game, f"play any @{place}")
            number = await seq_of(here, game)
            for page in pages:
                await reached(page, number)
        raw[0].close()
        for task in tasks:
            assert not task.done()
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def states_of(here: Site) -> dict[str, int]:
    """How many connections to the database are in which state."""
    async with here.house.play.engine.connect() as connection:
        found = await connection.execute(
            text(
                "select state, count(*) as n from pg_stat_activity"
                " where pid <> pg_backend_pid() and datname = current_database() group by state"
            )
        )
        return {row.state: row.n for row in found}


@pytest.mark.unmeasured
async def test_idle_sockets_hold_no_connection(database_url: str) -> None:
    """DB-03: sixty who watch, a pool of two: nobody sits in a transaction, and all goes on."""
    async with (
        site(database_url, network=True, pool_size=2) as here,
        contextlib.AsyncExitStack() as stack,
    ):
        friends = await here.friends(2)
        game = await table_of(friends, public=True, watch="anyone")
        watchers = [here.stranger() for _ in range(60)]
        lines = []
        for at, browser in enumerate(watchers):
            where = None if at % 10 == 9 else game
            line = await stack.enter_async_context(browser.socket(where))
            await line.recv()
            lines.append(line)
        # A request may just be at work: it is over soon, what sits stays.
        async with asyncio.timeout(20):
            while "idle in transaction" in (states := await states_of(here)):
                await asyncio.sleep(0.05)
        assert sum(states.values()) <= 2 + 2 + 2
        begun = time.monotonic()
        newcomer = await here.browser()
        other = await newcomer.open_table("Eve")
        assert (await newcomer.api(other))["status"] == "lobby"
        assert (await friends[0].act(game, "play any @0")).status_code == 200
        for at, line in enumerate(lines):
            if at % 10 != 9:
                async with asyncio.timeout(20):
                    await line.recv()
        assert time.monotonic() - begun < 30


async def test_a_server_that_ends(app_server: Any) -> None:
    """WS-04: with twenty live sockets, SIGTERM ends it within ten seconds; all are told 1012."""
    running = app_server()
    async with contextlib.AsyncExitStack() as stack:
        there = Site(None, running.url, stack, object())  # type: ignore[arg-type] # its app runs elsewhere
        browsers = [await there.browser() for _ in range(20)]
        games = [await browser.open_table(f"Host {at}") for at, browser in enumerate(browsers)]
        lines = []
        for browser, game in zip(browsers, games, strict=True):
            line = await stack.enter_async_context(browser.socket(game))
            await line.recv()
            lines.append(line)
        codes = [asyncio.create_task(closed_with(line, 60)) for line in lines]
        begun = time.monotonic()
        code = await asyncio.to_thread(running.stop, signal.SIGTERM, 30)
        assert code == 0
        assert time.monotonic() - begun < 10
        assert set(await asyncio.gather(*codes)) == {1012}
        again = app_server()
        async with httpx.AsyncClient(base_url=again.url) as client:
            client.cookies.set("beepboop", browsers[0].token)
            assert (await client.get(f"/t/{games[0]}")).status_code == 200
    assert re.match(r"http://localhost:\d+", running.url)
