"""From a link to a seat: names, second tabs, watchers, and who is kept out."""

import asyncio
import re
from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid4

import pytest

from app.web.auth import COOKIE
from tests.web.browsers import Page, csrf_of, site, table_of


async def test_by_link_with_just_a_name(database_url: str) -> None:
    """Open the link, type a name, sit; reload gives the seat back; the second tab too."""
    async with site(database_url) as here:
        anna, ben = await here.friends(2)
        game = await anna.open_table("Anna")
        info = (await here.house.play.table(game)).info
        shown = await here.stranger().get(f"/j/{info.invite}")
        assert shown.status_code == 200
        assert COOKIE in shown.headers["set-cookie"]
        answer = await ben.post("/join", code=f"http://beepboop.test/j/{info.invite}?x=1#y")
        assert answer.headers["location"] == f"/j/{info.invite}"
        for code in (info.invite.upper(), info.invite.replace("-", "  "), f"/j/{info.invite}/"):
            answer = await ben.post("/join", code=code)
            assert (answer.status_code, answer.headers["location"]) == (303, f"/j/{info.invite}")
        answer = await ben.post(f"/j/{info.invite}", name="Ben")
        assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{game}")
        for _ in range(2):
            assert (await ben.api(game))["seat"] == 1
        tab = await here.browser(ben.token)
        assert (await tab.api(game))["seat"] == 1
        # The link again, seated: straight to the table, and nobody sits twice.
        assert (await ben.get(f"/j/{info.invite}")).headers["location"] == f"/t/{game}"
        await ben.post(f"/j/{info.invite}", name="Benny")
        seats = (await anna.api(game))["seats"]
        assert [seat["name"] for seat in seats] == ["Anna", "Benny"]


async def test_reload_during_play(database_url: str) -> None:
    """RC-02: the same seat and hand after each load, in a second tab too; the start page leads
    there."""
    async with site(database_url) as here:
        friends = await here.friends(2)
        game = await table_of(friends)
        hands = []
        for browser in friends:
            tab = await here.browser(browser.token)
            pages = [Page.loaded((await b.get(f"/t/{game}")).text) for b in (browser, browser, tab)]
            assert pages[0].same_as(pages[1])
            assert pages[0].same_as(pages[2])
            hands.append(pages[0].regions["hand"])
            assert f"/t/{game}" in (await browser.get("/")).text
        assert hands[0] != hands[1]


async def test_a_watcher(database_url: str) -> None:
    """Whoever came by the link and only watches gets no hand and no moves."""
    async with site(database_url) as here:
        friends = await here.friends(2)
        watcher = await here.browser()
        game = await table_of(friends)
        assert (await watcher.get(f"/t/{game}")).status_code == 404
        answer = await watcher.join(game, "", do="watch")
        assert answer.status_code == 303
        view = await watcher.api(game)
        assert (view["seat"], view["ask"]) == (None, None)
        assert view["private"]["hand"] is None
        page = (await watcher.get(f"/t/{game}")).text
        assert "data-seat" not in page.partition("<main")[0]
        assert 'href="/rules/quirky_circuits/robots/gizmo"' in page
        assert 'name="do" value="' not in Page.loaded(page).regions["moves"]


async def test_a_private_table_is_not_there_for_strangers(database_url: str) -> None:
    """LO-05: every address of it says 404, without a name; the same as for no table at all."""
    async with site(database_url) as here:
        friends = await here.friends(2)
        friends[0].name = "Xanthippe"
        for started in (False, True):
            game = await friends[0].open_table("Xanthippe", watch="nobody")
            await friends[1].join(game, "Yolanda")
            if started:
                for browser in friends:
                    await browser.room(game, "ready", word="w")
                await friends[0].room(game, "start")
            before = await here.house.play.look(game)
            number = before.number
            for stranger in (await here.browser(), here.stranger()):
                for path in ("", "/regions", "/qr.svg", "/settings"):
                    for hx in ("", "true"):
                        header = {"HX-Request": hx} if hx else {}
                        found = await stranger.client.get(f"/t/{game}{path}", headers=header)
                        assert found.status_code == 404, path
                        url = f"/t/{uuid4()}{path}"
                        assert (await stranger.client.get(url, headers=header)).text == found.text
                found = await stranger.get(f"/api/tables/{game}")
                assert found.status_code == 404
                assert "Xan" not in found.text
            posts: tuple[tuple[str, dict[str, Any]], ...] = (
                ("act", {"do": "0.1 flat"}),
                ("say", {"text": "hi"}),
                ("sit", {"name": "Zoe"}),
                ("room", {"do": "ready"}),
                ("host", {"do": "end"}),
                ("beep", {}),
                ("settings", {"watch": "anyone"}),
            )
            for path, fields in posts:
                stranger = await here.browser()
                answer = await stranger.post(f"/t/{game}/{path}", hx=True, **fields)
                assert answer.status_code == 404, path
                assert "Xan" not in answer.text
            assert "Xanthippe" not in (await (await here.browser()).get("/")).text
            after = await here.house.play.look(game)
            assert after.number == number


async def test_join_where_it_should_not_be_possible(database_url: str) -> None:
    """LO-04: a running table, one's own second seat, a full table, strange seats: all refused with
    a sentence, nothing changes."""
    async with site(database_url) as here:
        friends = await here.friends(4)
        late = await here.browser()
        game = await table_of(friends, start=False, public=True, watch="anyone")
        full = await late.join(game, "Eve")
        assert full.status_code == 409
        assert (await late.post(f"/t/{game}/sit", name="Eve")).status_code == 409
        twice = await friends[0].post(f"/t/{game}/sit", name="Anna")
        assert twice.status_code == 303
        assert len((await friends[0].api(game))["seats"]) == 4
        for place in ("9", "-1", "77", "x", "²", "1; 2", "0", ""):
            answer = await friends[0].room(game, f"kick {place}")
            assert answer.status_code in (409, 422), place
            answer = await friends[0].room(game, f"host {place}")
            assert answer.status_code in (303, 409, 422), place
        assert (await friends[0].room(game, "dance")).status_code == 422
        assert (await late.room(game, "ready", word="w")).status_code == 403
        assert (await late.room(game, "start")).status_code == 403
        for browser in friends:
            await browser.room(game, "ready", word="w")
        await friends[0].room(game, "start")
        number = (await here.house.play.look(game)).number
        for answer in (
            await late.join(game, "Eve"),
            await late.post(f"/t/{game}/sit", name="Eve"),
            await friends[1].post(f"/t/{game}/sit", name="Bob"),
            await friends[1].room(game, "leave"),
            await friends[0].room(game, "start"),
            await friends[0].room(game, "kick 1"),
            await friends[0].get(f"/t/{game}/settings"),
        ):
            assert answer.status_code == 409
        assert (await here.house.play.look(game)).number == number
        seats = (await friends[0].api(game))["seats"]
        assert [seat["name"] for seat in seats] == ["Anna", "Ben", "Cleo", "Dan"]


async def test_invitations(database_url: str) -> None:
    """LO-06: revoked words open nothing; after the start the page says so; no referrer tells
    them."""
    async with site(database_url) as here:
        friends = await here.friends(2)
        game = await table_of(friends, start=False)
        old = (await here.house.play.look(game)).info.invite
        assert (await friends[1].room(game, "invite")).status_code == 403
        await friends[0].room(game, "invite")
        new = (await here.house.play.look(game)).info.invite
        guest = await here.browser()
        gone = await guest.get(f"/j/{old}")
        assert gone.status_code == 404
        assert "Anna" not in gone.text
        assert (await guest.post(f"/j/{old}", name="Cleo")).status_code == 404
        found = await guest.get(f"/j/{new}")
        assert found.headers["referrer-policy"] == "no-referrer"
        assert gone.headers["referrer-policy"] == "no-referrer"
        assert (await guest.get("/s/token")).headers["referrer-policy"] == "no-referrer"
        for browser in friends:
            await browser.room(game, "ready", word="w")
        await friends[0].room(game, "start")
        page = await guest.get(f"/j/{new}")
        assert page.status_code == 200
        assert (await guest.post(f"/j/{new}", name="Cleo")).status_code == 409
        assert (await guest.post(f"/j/{new}", name="Cleo", do="watch")).status_code == 303


async def test_nobody_may_watch(database_url: str) -> None:
    """A table for its seats alone refuses watchers by link too."""
    async with site(database_url) as here:
        friends = await here.friends(2)
        game = await table_of(friends, watch="nobody")
        guest = await here.browser()
        assert (await guest.join(game, "", do="watch")).status_code == 403
        assert (await guest.get(f"/t/{game}")).status_code == 404


async def test_guesses_are_slowed(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """LO-06: after thirty wrong words even the right ones aren't looked at, by any way in; two
    seconds later one more guess is."""
    now = 1_000.0
    monkeypatch.setattr("app.web.security.time", SimpleNamespace(monotonic=lambda: now))
    async with site(database_url) as here:
        anna = await here.browser()
        game = await anna.open_table("Anna")
        right = (await here.house.play.look(game)).info.invite
        guesser = await here.browser()
        statuses = [
            (
                await guesser.get(f"/j/wrong-words-{'abcdefghij'[n % 10] * (n // 10 + 1)}")
            ).status_code
            for n in range(40)
        ]
        assert statuses == [404] * 30 + [429] * 10
        assert (await guesser.get(f"/j/{right}")).status_code == 429
        assert (await guesser.post("/join", code=right)).status_code == 429
        assert (await guesser.get("/s/guess")).status_code == 429
        now += 2
        assert (await guesser.get("/j/wrong-words-again")).status_code == 404
        assert (await guesser.get(f"/j/{right}")).status_code == 429


async def test_kicked_and_back(database_url: str) -> None:
    """WS-07: the kicked one comes back by no address of the table."""
    async with site(database_url) as here:
        friends = await here.friends(2)
        game = await table_of(friends, start=False, public=True, watch="anyone")
        assert (await friends[0].room(game, "kick 1")).status_code == 303
        invite = (await here.house.play.look(game)).info.invite
        for answer in (
            await friends[1].get(f"/t/{game}"),
            await friends[1].get(f"/j/{invite}"),
            await friends[1].post(f"/j/{invite}", name="Ben"),
            await friends[1].post(f"/j/{invite}", name="Ben", do="watch"),
            await friends[1].post(f"/t/{game}/sit", name="Ben"),
            await friends[1].get(f"/api/tables/{game}"),
        ):
            assert answer.status_code == 404
            assert "Anna" not in answer.text
        assert len((await friends[0].api(game))["seats"]) == 1


async def test_a_refused_seat_changes_no_name(database_url: str) -> None:
    """Whoever is refused a seat is still called what they were called."""
    async with site(database_url) as here:
        anna, ben = await here.friends(2)
        game = await anna.open_table("Anna", public=True)
        own = await ben.open_table("Ben")
        assert (await ben.post(f"/t/{game}/sit", name="ANNA")).status_code == 422
        assert (await ben.join(game, "Anna")).status_code == 422
        assert (await ben.join(game, "x" * 500)).status_code == 422
        person = await here.house.doorman._look(ben.token)
        assert person[2] == "Ben"
        assert [s["name"] for s in (await ben.api(own))["seats"]] == ["Ben"]


async def test_a_seat_link_on_another_device(database_url: str) -> None:
    """Handed over by the host once the seat is away: shown once, opened once, without script
    too."""
    async with site(database_url, away_seconds=10) as here:
        friends = await here.friends(2)
        game = await table_of(friends)
        early = await friends[0].post(f"/t/{game}/host", hx=True, do="hand 1")
        assert early.status_code == 409
        for at in ("hand 7", "hand x", "hand ²", "hand", "dance 1"):
            assert (await friends[0].post(f"/t/{game}/host", hx=True, do=at)).status_code in (
                409,
                422,
            )
        for what in ("hand 0", "idle 0", "end", "back 0"):
            answer = await friends[1].post(f"/t/{game}/host", hx=True, do=what)
            assert answer.status_code == 403, what
        here.house.hub.started -= 1_000
        here.house.hub._left.clear()
        links = []
        for hx in (True, False):
            shown = await friends[0].post(f"/t/{game}/host", hx=hx, do="hand 1")
            assert shown.status_code == 200
            links += re.findall(r"/s/[\w-]+", shown.text)
        assert len(links) == 2
        assert (await friends[1].get(links[0])).status_code == 410, "a newer one replaced it"
        link = links[1]
        phone = await here.browser()
        assert (await phone.get(link)).status_code == 200
        assert (await friends[0].post(link)).status_code == 409
        answer = await phone.post(link)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{game}")
        assert (await phone.api(game))["seat"] == 1
        assert (await friends[1].api(game))["seat"] is None
        for used in (await phone.get(link), await phone.post(link)):
            assert used.status_code == 410
        assert (await here.house.doorman._look(phone.token))[2] == "Ben"


async def test_passing_over(database_url: str) -> None:
    """The host lets the table play for an absent seat; acting brings the person back."""
    async with site(database_url, away_seconds=10) as here:
        friends = await here.friends(2)
        game = await table_of(friends)
        here.house.hub.started -= 1_000
        here.house.hub._left.clear()
        here.house.hub.touch(game, (await here.house.play.table(game)).info.seats[0].user)  # type: ignore[arg-type] # a seat that is taken
        assert (await friends[0].post(f"/t/{game}/host", hx=True, do="idle 1")).status_code == 200
        held = await here.house.play.table(game)
        assert held.info.seats[1].stand_in
        assert (await friends[0].post(f"/t/{game}/host", hx=True, do="back 1")).status_code == 200
        await friends[1].post(f"/t/{game}/host", hx=True, do="idle 1")
        assert (await here.house.play.table(game)).info.seats[1].stand_in
        laid = len((await friends[1].api(game))["public"]["queue"]["cards"])
        assert (await friends[1].act(game, f"play any @{laid}")).status_code == 200
        assert not (await here.house.play.look(game)).info.seats[1].stand_in
        for do, status in (("again", 409), ("next", 409)):
            assert (await friends[0].post(f"/t/{game}/host", hx=True, do=do)).status_code == status
        assert (await friends[0].post(f"/t/{game}/host", do="back 1")).status_code in (303, 409)
        here.house.hub._left.clear()
        here.house.hub.touch(game, (await here.house.play.table(game)).info.seats[0].user)  # type: ignore[arg-type] # a seat that is taken
        assert (await friends[0].post(f"/t/{game}/host", do="end")).status_code == 303
        assert (await here.house.play.table(game)).info.status == "ended"
        new = await friends[1].post(f"/t/{game}/host", hx=True, do="again scenario=uphill")
        assert new.status_code == 204
        there = UUID(new.headers["hx-redirect"].removeprefix("/t/"))
        assert (await friends[0].api(there))["status"] == "lobby"
        assert (await here.house.play.table(there)).info.options.scenario == "uphill"
        assert (await friends[0].get(f"/t/{game}")).status_code == 200
        assert (
            await friends[0].post(f"/t/{game}/host", do="again scenario=nowhere")
        ).status_code == 303
        for wrong in ("again nowhere=uphill", "again practice=perhaps"):
            assert (await friends[0].post(f"/t/{game}/host", do=wrong)).status_code == 422


async def test_forgetting_a_browser(database_url: str) -> None:
    """HX-03: the cookie opens nothing any more, also for a copy of it."""
    async with site(database_url) as here:
        friends = await here.friends(2)
        game = await table_of(friends)
        copy = await here.browser(friends[1].token)
        answer = await friends[1].post("/forget")
        assert answer.status_code == 303
        assert f"{COOKIE}=" in answer.headers["set-cookie"]
        assert (await copy.get(f"/t/{game}")).status_code == 404
        assert (await copy.post(f"/t/{game}/act", do="1.1 flat")).status_code == 404
        assert (await copy.post("/forget")).status_code == 303
        assert "no-store" in (await copy.get("/")).headers["cache-control"]


async def test_the_first_post_twice_at_once(database_url: str) -> None:
    """A double click on the first button of a new browser makes one person and one seat."""
    async with site(database_url) as here:
        anna, ben = await here.friends(2)
        game = await anna.open_table("Anna")
        answers = await asyncio.gather(*(ben.join(game, "Ben") for _ in range(6)))
        assert {answer.status_code for answer in answers} == {303}
        assert [s["name"] for s in (await anna.api(game))["seats"]] == ["Anna", "Ben"]


async def test_two_workers_and_a_newcomer(database_url: str) -> None:
    """Sat down at one worker, the next request goes to the other, before any hint: the table is
    there."""
    async with site(database_url) as here, site(database_url) as there:
        anna, ben = await here.friends(2)
        game = await anna.open_table("Anna")
        over = await there.browser(ben.token)
        assert (await over.get(f"/t/{game}")).status_code == 404
        assert (await ben.join(game, "Ben")).status_code == 303
        page = await over.get(f"/t/{game}")
        assert page.status_code == 200
        assert (await over.api(game))["seat"] == 1
        for browser in (anna, ben):
            await browser.room(game, "ready", word="w")
        await anna.room(game, "start")
        assert 'data-seat="1"' in (await over.get(f"/t/{game}")).text
        await anna.act(game, "play any @0")
        view = await ben.api(game)
        answer = await over.post(f"/t/{game}/act", hx=True, do=f"{view['ask']} play any @1")
        assert answer.status_code == 200
        await ben.post("/forget")
        for _ in range(200):
            if (await over.get(f"/t/{game}")).status_code == 404:
                break
        assert (await over.get(f"/t/{game}")).status_code == 404


@pytest.mark.parametrize("path", ["/", "/about", "/rules/quirky_circuits", "/new/quirky_circuits"])
async def test_pages_that_stand_still(database_url: str, path: str) -> None:
    """They open for a stranger, with a cookie that scripts and other sites can't use."""
    async with site(database_url) as here:
        answer = await here.stranger().get(path)
        assert answer.status_code == 200
        if path != "/rules/quirky_circuits":
            cookie = answer.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=lax" in cookie
            assert "secure" not in cookie
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
    async with site(database_url, public_url="https://play.test/") as here:
        answer = await here.stranger().get("/")
        assert "secure" in answer.headers["set-cookie"].lower()
    assert csrf_of("x") != csrf_of("y")
