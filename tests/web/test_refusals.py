"""Everything that may be wrong with a request: the right status, a sentence, and the game as it
was."""

import asyncio
import json
import re
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
import structlog
from sqlalchemy import text

from app.web.auth import COOKIE
from engines.quirky_circuits import rules
from tests.app.workers import views
from tests.web.browsers import Browser, Page, csrf_of, site, table_of


async def snapshot(browser: Browser, game: UUID) -> tuple[int, Any]:
    """Number and views of a table, as the database has them."""
    browser.site.house.play._held.clear()
    held = await browser.site.house.play.table(game)
    return held.number, views(held) if held.game else None


def says(answer: httpx.Response, status: int) -> None:
    """This status, a sentence, no trace."""
    assert answer.status_code == status, (answer.status_code, answer.text[:300])
    words = re.sub(r"<[^>]*>", " ", answer.text)
    assert re.search(r"[A-Z][^.]{10,}\.", words), words[:300]
    for bad in ("Traceback", "Error:", "sqlalchemy", "psycopg", ".py", "msgspec"):
        assert bad not in answer.text


async def test_answers_that_are_refused(database_url: str) -> None:
    """RU-02: stale, illegal, unreadable, somebody else's: 409, 422 or 403 with the table as it
    stands now."""
    async with site(database_url) as here:
        friends = await here.friends(2)
        watcher = await here.browser()
        game = await table_of(friends)
        await watcher.join(game, "", do="watch")
        old = (await friends[0].api(game))["ask"]
        await friends[0].act(game, "play any @0")
        ask = (await friends[0].api(game))["ask"]
        theirs = (await friends[1].api(game))["ask"]
        held = {c["face"] for c in (await friends[0].api(game))["private"]["hand"]["cards"]}
        other = next(
            f for f in ("forward_1", "forward_2", "turn_left", "forward_3") if f not in held
        )
        before = await snapshot(friends[0], game)
        cases = [
            (friends[0], f"{old} flat", 409),
            (friends[0], f"{theirs} flat", 409),
            (friends[0], f"{ask} play any @0", 409),
            (friends[0], f"{ask} play {other} @1", 422),
            (friends[0], f"{ask} undo", 422),
            (friends[0], f"{ask} not flat", 422),
            (friends[0], f"{ask} fly", 422),
            (friends[0], f"{ask} ", 422),
            (friends[0], ask, 422),
            (friends[0], "", 409),
            (friends[0], " flat", 409),
            (friends[0], f"{ask} {'flat; ' * 60}flat", 422),
            (friends[0], f"{ask} {'x' * 3000}", 422),
            (friends[1], f"{ask} flat", 409),
            (friends[1], f"{theirs} flat", 422),
            (watcher, f"{ask} flat", 403),
        ]
        for browser, do, status in cases:
            page = Page.loaded((await browser.get(f"/t/{game}")).text)
            answer = await browser.post(f"/t/{game}/act", hx=True, do=do)
            assert answer.status_code == status, (do, answer.status_code)
            says(answer, status)
            assert 'hx-target="#notice"' in answer.text
            fresh = Page()
            fresh.apply(answer.text)
            assert fresh.wanted == page.wanted, "the reply leads to the table as it stands"
            assert fresh.regions == page.regions
            # A page that is up to date gets the notice and the pulse alone.
            answer = await browser.post(
                f"/t/{game}/act", hx=True, headers={"X-Have": page.x_have}, do=do
            )
            assert re.findall(r'hx-target="#([\w-]+)"', answer.text) == ["notice", "pulse"]
            # Without script: a whole page with the sentence.
            answer = await browser.post(f"/t/{game}/act", do=do)
            says(answer, status)
            assert "<!doctype html>" in answer.text.lower()
            assert await snapshot(friends[0], game) == before, do


async def test_a_repeated_post(database_url: str) -> None:
    """The same form again: 200 and the current table; with another text: 409."""
    async with site(database_url) as here:
        friends = await here.friends(2)
        game = await table_of(friends)
        ask = (await friends[0].api(game))["ask"]
        for _ in range(3):
            answer = await friends[0].post(f"/t/{game}/act", hx=True, do=f"{ask} play any @0")
            assert answer.status_code == 200
        before = await snapshot(friends[0], game)
        says(await friends[0].post(f"/t/{game}/act", hx=True, do=f"{ask} flat"), 409)
        plain = await friends[0].post(f"/t/{game}/act", do=f"{ask} play any @0")
        assert plain.headers["location"] == f"/t/{game}"
        assert await snapshot(friends[0], game) == before
        assert before[1]["public"].queue.cards[0].place == 1


async def test_malformed_posts(database_url: str) -> None:
    """Wrong types, no token, foreign origins, NUL, surrogates, too much: 4xx with a sentence on
    every form."""
    async with site(database_url, pace=False) as here:
        friends = await here.friends(2)
        game = await table_of(friends)
        waiting = await friends[0].open_table("Anna")
        ask = (await friends[0].api(game))["ask"]
        before = await snapshot(friends[0], game)
        csrf = friends[0].csrf
        paths = [
            *(f"/t/{game}/{what}" for what in ("act", "beep", "say", "sit", "room", "host")),
            f"/t/{game}/settings",
            f"/t/{waiting}/room",
            f"/t/{waiting}/sit",
            f"/t/{waiting}/settings",
            "/new/quirky_circuits",
            "/new/sparks",
            "/new/sparks/alone",
            "/join",
            "/j/some-three-words",
            "/s/token",
            "/forget",
        ]
        good = f"csrf={csrf}&do={ask}+play+any+%400&name=Zoe&text=hi&code=a-b-c"
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        site_url = here.url
        cases: list[tuple[str, bytes, dict[str, str], int]] = [
            ("no type", good.encode(), {}, 422),
            ("json", b'{"do": "x"}', {"Content-Type": "application/json"}, 422),
            (
                "multipart",
                b'--x\r\nContent-Disposition: form-data; name="do"\r\n\r\n1\r\n--x--',
                {"Content-Type": "multipart/form-data; boundary=x"},
                422,
            ),
            ("NUL", good.encode() + b"%00", form, 422),
            ("a raw NUL", good.encode() + b"\x00", form, 422),
            ("a surrogate", good.encode() + b"&x=%ED%A0%80", form, 422),
            ("no UTF-8", good.encode() + b"&x=%FF%FE", form, 422),
            ("raw bytes", good.encode() + b"&x=\xff", form, 422),
            ("many fields", good.encode() + b"&a=1" * 100, form, 422),
            ("no token", good.replace(csrf, "").encode(), form, 403),
            ("no field at all", b"", form, 403),
            ("another's token", good.replace(csrf, csrf_of("x" * 30)).encode(), form, 403),
            ("a strange token", good.replace(csrf, "%C3%A9").encode(), form, 403),
            ("another site", good.encode(), {**form, "Sec-Fetch-Site": "cross-site"}, 403),
            ("a sister site", good.encode(), {**form, "Sec-Fetch-Site": "same-site"}, 403),
            ("an origin", good.encode(), {**form, "Origin": "https://evil.test"}, 403),
            ("a look-alike", good.encode(), {**form, "Origin": site_url + ".evil.test"}, 403),
            ("a prefix", good.encode(), {**form, "Origin": site_url.replace("//", "//x")}, 403),
            ("a port", good.encode(), {**form, "Origin": site_url + ":81"}, 403),
            ("an odd origin", good.encode(), {**form, "Origin": "http://["}, 403),
            ("1 MB", good.encode() + b"&x=" + b"y" * 1_000_000, form, 413),
        ]
        for path in paths:
            for what, body, headers, status in cases:
                answer = await friends[0].client.post(path, content=body, headers=headers)
                assert answer.status_code == status, (path, what, answer.text[:200])
                says(answer, status)

        # Without a length: cut off on the way.
        async def endless() -> Any:
            for _ in range(40):
                yield b"x=" + b"y" * 10_000

        answer = await friends[0].client.post(f"/t/{game}/act", content=endless(), headers=form)
        says(answer, 422)
        # The token may come in a header; htmx asks get a part, not a page.
        answer = await friends[0].client.post(
            f"/t/{game}/act",
            content=good.replace(csrf, ""),
            headers={**form, "HX-Request": "true", "X-CSRF-Token": "no"},
        )
        says(answer, 403)
        assert answer.text.startswith("<hx-partial")
        assert await snapshot(friends[0], game) == before
        assert len((await here.house.play.look(waiting)).info.seats) == 1
        # A browser without a cookie has no token that could fit.
        answer = await here.stranger().post(f"/t/{game}/act", do="x")
        says(answer, 403)


async def test_names_and_titles_over_http(database_url: str) -> None:
    """NA-02, NA-03: 422, the form again with what was typed, safely."""
    async with site(database_url, pace=False) as here:
        anna, ben = await here.friends(2)
        game = await anna.open_table("Anna", public=True)
        for name in (
            "",
            " ",
            "x" * 500,
            "an\u202ena",
            "\u200b",
            "Аnna",
            "anna",
            "a" + "\u0301" * 9,
        ):
            for answer in (
                await ben.join(game, name),
                await ben.post(f"/t/{game}/sit", hx=True, name=name),
                await ben.post("/new/quirky_circuits", name=name, watch="link", scenario="quirky"),
            ):
                if name == "anna" and answer.request.url.path.startswith("/new"):
                    assert answer.status_code == 303
                    await ben.post("/forget")
                    ben.client.cookies.clear()
                    await ben.get("/")
                    continue
                says(answer, 422)
        answer = await ben.post(f"/t/{game}/sit", hx=True, name="<script>alert()")
        assert answer.status_code == 204
        page = await anna.get(f"/t/{game}")
        assert "<script>alert" not in page.text
        assert "&lt;script&gt;alert" in page.text
        wrong: tuple[dict[str, Any], ...] = (
            {"watch": "everyone"},
            {"watch": "link", "scenario": "nowhere"},
        )
        for bad in wrong:
            says(await ben.post("/new/quirky_circuits", name="Ben", **bad), 422)
            says(await anna.post(f"/t/{game}/settings", **bad), 422)
        assert (await anna.get(f"/t/{game}/settings")).status_code == 200
        says(await ben.get(f"/t/{game}/settings"), 403)
        says(await ben.post(f"/t/{game}/settings", watch="link"), 403)
        answer = await anna.post(
            f"/t/{game}/settings", watch="link", scenario="uphill", public="yes"
        )
        assert answer.status_code == 303
        says(await anna.post("/new/chess", name="Anna", watch="link"), 404)
        says(await anna.get("/new/chess"), 404)
        says(await anna.get("/rules/chess"), 404)


@pytest.mark.parametrize(
    "path",
    [
        "/t/%ED%A0%80",
        "/t/%00",
        "/t/%ff%fe/regions",
        "/t/not-an-id",
        "/t/00000000-0000-0000-0000-000000000000",
        "/api/tables/%ED%A0%80",
        "/api/tables/5",
        "/j/%00",
        "/j/%ED%A0%80",
        "/j/" + "x" * 5_000,
        "/j/..%2f..%2fetc",
        "/nothing",
        "/new/%00",
        "/rules/%ED%A0%80",
        "/t/x/qr.svg",
    ],
)
async def test_strange_paths(database_url: str, path: str) -> None:
    """404 with a sentence, with and without script."""
    async with site(database_url) as here:
        anna = await here.browser()
        for headers in ({}, {"HX-Request": "true"}):
            says(await anna.client.get(path, headers=headers), 404)


async def test_more_strange_requests(database_url: str) -> None:
    """Methods, headers and cookies that fit nothing."""
    async with site(database_url) as here:
        friends = await here.friends(2)
        game = await table_of(friends)
        says(await friends[0].client.put(f"/t/{game}"), 405)
        says(await friends[0].client.get(f"/t/{game}/act"), 405)
        says(await friends[0].client.delete(f"/api/tables/{game}"), 405)
        says(await friends[0].get("/s/%00"), 410)
        for have in ("log:\u00b2", "log:9999999999", ":::", "log", "x" * 9_000, "log:-1"):
            answer = await friends[0].client.get(
                f"/t/{game}/regions", headers={b"X-Have": have.encode("latin-1")}
            )
            assert answer.status_code == 200, have
        for host in ("[", "a b", "x/../y", "evil.test:99999999", "\u00e9"):
            answer = await friends[0].client.get("/", headers={b"Host": host.encode("latin-1")})
            assert answer.status_code == 400, host
        for length in ("-1", "x", "\u00b2", "9" * 30):
            answer = await friends[0].client.get(
                "/", headers={b"Content-Length": length.encode("latin-1")}
            )
            assert answer.status_code == 413, length
        for cookie in ("short", "x" * 500, "\u00e9" * 30, "x" * 30):
            stranger = here.stranger()
            headers = {b"Cookie": f"{COOKIE}={cookie}".encode("latin-1")}
            answer = await stranger.client.get(f"/t/{game}", headers=headers)
            says(answer, 404)
        for typed in ("http://[", "http://[x/j/a-b-c", "//", "/", "x" * 5_000, "%", "a b c"):
            says(await friends[0].post("/join", code=typed), 404)


async def test_the_api(database_url: str) -> None:
    """The same gate: views by seat, refusals as JSON, no way around the form's checks."""
    async with site(database_url) as here:
        friends = await here.friends(2)
        watcher = await here.browser()
        game = await table_of(friends)
        await watcher.join(game, "", do="watch")
        url = f"/api/tables/{game}/act"
        view = await friends[0].api(game)
        token = {"X-CSRF-Token": friends[0].csrf}
        body = {"ask": view["ask"], "text": "play any @0"}
        answer = await friends[0].client.post(url, json=body)
        assert answer.status_code == 403
        assert answer.json()["error"]
        for headers in (
            {**token, "Origin": "https://evil.test"},
            {**token, "Sec-Fetch-Site": "cross-site"},
            {"X-CSRF-Token": watcher.csrf},
        ):
            assert (
                await friends[0].client.post(url, json=body, headers=headers)
            ).status_code == 403
        cases: list[tuple[Any, int]] = [
            ({"ask": "0.9", "text": "flat"}, 409),
            ({"ask": view["ask"], "text": "flat"}, 422),
            ({"ask": view["ask"], "text": "fly"}, 422),
            ({"ask": view["ask"]}, 422),
            ({"ask": 5, "text": ["x"]}, 422),
            ({"ask": "0.\x00", "text": "flat"}, 422),
            ({"ask": view["ask"], "text": "\x00"}, 422),
            ({"ask": "y" * 41, "text": "flat"}, 422),
            ({"ask": view["ask"], "text": "z" * 2_001}, 422),
            ([], 422),
            ("x", 422),
            (None, 422),
        ]
        before = await snapshot(friends[0], game)
        for data, status in cases:
            answer = await friends[0].client.post(url, json=data, headers=token)
            assert answer.status_code == status, (data, answer.text)
            assert answer.json()["error"].endswith(".")
        for raw, status in (
            (b'{"ask": "0.\\ud800", "text": "flat"}', 422),
            (b'{"ask": "x", "text": "\\ud800"}', 422),
            (b"{", 422),
            (b"\xff\xfe", 422),
            (b"", 422),
            (b'{"ask": "x", "text": "' + b"y" * 1_000_000 + b'"}', 413),
            (b"[" * 20_000, 422),
        ):
            answer = await friends[0].client.post(
                url, content=raw, headers={**token, "Content-Type": "application/json"}
            )
            assert answer.status_code in (status, 400), (raw[:40], answer.text)
            assert "Traceback" not in answer.text
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            answer = await friends[0].client.post(
                url, content=json.dumps(body), headers={**token, "Content-Type": kind}
            )
            assert answer.status_code == 422, kind
        answer = await watcher.client.post(url, json=body, headers={"X-CSRF-Token": watcher.csrf})
        assert answer.status_code == 403
        missing = await friends[0].client.post(
            f"/api/tables/{uuid4()}/act", json=body, headers=token
        )
        assert missing.status_code == 404
        assert await snapshot(friends[0], game) == before
        answer = await friends[0].client.post(url, json=body, headers=token)
        assert answer.status_code == 200
        assert len(answer.json()["public"]["queue"]["cards"]) == 1


async def test_silence(database_url: str) -> None:
    """NC-01: no words by any way while the game runs, each time with the plain reason; free again
    afterwards."""
    async with site(database_url, away_seconds=60) as here:
        friends = await here.friends(2)
        watcher = await here.browser()
        game = await table_of(friends, start=False, beep="on")
        await watcher.join(game, "", do="watch")
        assert (await friends[0].post(f"/t/{game}/say", hx=True, text="hello")).status_code == 200
        assert "hello" in (await friends[1].get(f"/t/{game}")).text
        for browser in friends:
            await browser.room(game, "ready", word="w")
        await friends[0].room(game, "start")
        before = await snapshot(friends[0], game)
        for browser in (*friends, watcher, await here.browser(friends[0].token)):
            answer = await browser.post(f"/t/{game}/say", hx=True, text="turn left now")
            says(answer, 403)
            assert "while you play" in answer.text
            says(await browser.post(f"/t/{game}/say", text="turn left"), 403)
        for answer in (
            await friends[0].post(f"/t/{game}/sit", name="Turn left"),
            await friends[0].post(f"/t/{game}/settings", watch="link", scenario="quirky"),
            await friends[0].join(game, "Turn left"),
        ):
            says(answer, 409)
        # A new name at another table is none at this one.
        await friends[0].post("/new/quirky_circuits", name="Turn left", watch="link")
        assert "Turn left" not in (await friends[1].get(f"/t/{game}")).text
        assert "hello" not in (await friends[1].get(f"/t/{game}")).text
        assert await snapshot(friends[0], game) == before
        beep = await friends[0].post(f"/t/{game}/beep", hx=True)
        assert beep.status_code == 200
        says(await friends[0].post(f"/t/{game}/beep", hx=True), 429)
        says(await watcher.post(f"/t/{game}/beep", hx=True), 403)
        here.house.hub.started -= 100
        here.house.hub._left.clear()
        assert (await friends[0].post(f"/t/{game}/host", hx=True, do="end")).status_code == 200
        for browser in (friends[1], watcher):
            assert (await browser.post(f"/t/{game}/say", hx=True, text="phew")).status_code == 200
        says(await friends[0].post(f"/t/{game}/say", hx=True, text="x" * 501), 422)
        answers = [
            (await friends[0].post(f"/t/{game}/say", hx=True, text="so")).status_code
            for _ in range(12)
        ]
        assert answers[-1] == 429


async def test_a_spectator_replays_what_players_posted(database_url: str) -> None:
    """ST-01, HI-06: every post of a player, sent again by a watcher and by the other player, is
    refused."""
    async with site(database_url, pace=False) as here:
        friends = await here.friends(2)
        watcher = await here.browser()
        game = await table_of(friends)
        await watcher.join(game, "", do="watch")
        for place in range(4):
            await friends[place % 2].act(game, f"play any @{place}")
        await friends[0].act(game, "flat")
        await friends[0].post(f"/t/{game}/beep", hx=True)
        recorded = [
            (path, fields)
            for browser in friends
            for path, fields in browser.posts
            if str(game) in path
        ]
        assert len(recorded) > 8
        before = await snapshot(friends[0], game)
        for path, fields in recorded:
            for hx in (True, False):
                says(await watcher.post(path, hx=hx, **fields), 409 if "room" in path else 403)
        for path, fields in friends[0].posts:
            if path.endswith("/act"):
                says(await friends[1].post(path, hx=True, **fields), 409)
        # A seat's number in the path or in a field of one's own making moves nothing.
        ask = (await friends[0].api(game))["ask"]
        extras: tuple[dict[str, Any], ...] = ({"seat": "0"}, {"user": "0"}, {"viewer": "0"})
        for extra in extras:
            says(await watcher.post(f"/t/{game}/act", hx=True, do=f"{ask} not flat", **extra), 403)
            page = await watcher.get(f"/t/{game}?{'&'.join(f'{k}={v}' for k, v in extra.items())}")
            assert "data-seat" not in page.text.partition("<main")[0]
        assert (await watcher.get(f"/t/{game}/0")).status_code == 404
        assert await snapshot(friends[0], game) == before


async def test_a_fault_inside(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine breaks: 500 with the number of the incident and no trace; the game is as it
    was."""
    async with site(database_url) as here:
        friends = await here.friends(2)
        game = await table_of(friends)
        before = await snapshot(friends[0], game)
        ask = (await friends[0].api(game))["ask"]

        def breaks(*_arguments: object) -> None:
            raise KeyError("forward_3")

        monkeypatch.setattr(rules, "lay", breaks)
        with structlog.testing.capture_logs() as lines:
            for headers in ({}, {"HX-Request": "true"}):
                answer = await friends[0].client.post(
                    f"/t/{game}/act",
                    data={"csrf": friends[0].csrf, "do": f"{ask} play any @0"},
                    headers=headers,
                )
                says(answer, 500)
                assert answer.headers["x-request-id"] in answer.text
                assert "forward_3" not in answer.text
            answer = await friends[0].client.post(
                f"/api/tables/{game}/act",
                json={"ask": ask, "text": "play any @0"},
                headers={"X-CSRF-Token": friends[0].csrf},
            )
            assert answer.status_code == 500
            assert answer.json()["incident"] == answer.headers["x-request-id"]
        assert [line["event"] for line in lines].count("incident") == 3
        monkeypatch.undo()
        assert await snapshot(friends[0], game) == before
        assert (await friends[0].act(game, "play any @0")).status_code == 200


async def test_a_broken_table_still_answers(database_url: str) -> None:
    """RP-01: its page says so, with and without script; the host ends it though nobody is away."""
    async with site(database_url) as here:
        friends = await here.friends(2)
        game = await table_of(friends)
        async with here.house.sessions.begin() as session:
            await session.execute(text("update actions set draws = '[[2, 1]]' where seq = 1"))
        here.house.play._held.clear()
        for browser in friends:
            page = await browser.get(f"/t/{game}")
            assert page.status_code == 200
            assert (await browser.get(f"/t/{game}/regions")).status_code == 200
            assert (await browser.get("/")).status_code == 200
            assert (await browser.api(game)).get("public") is None
            says(await browser.post(f"/t/{game}/act", hx=True, do="0.1 flat"), 409)
        says(await friends[1].post(f"/t/{game}/host", hx=True, do="end"), 403)
        assert (await friends[0].post(f"/t/{game}/host", hx=True, do="end")).status_code == 200
        assert (await friends[0].api(game))["status"] == "ended"
        assert (await friends[1].get(f"/t/{game}")).status_code == 200


async def test_too_many_posts(database_url: str) -> None:
    """A browser that posts without end is slowed; others aren't."""
    async with site(database_url) as here:
        friends = await here.friends(2)
        game = await table_of(friends)
        answers = await asyncio.gather(
            *(friends[0].post(f"/t/{game}/act", hx=True, do="x") for _ in range(150))
        )
        assert {answer.status_code for answer in answers} == {409, 429}
        assert (await friends[1].act(game, "play any @0")).status_code == 200
