"""What the host changes while a game runs: a row of the table's own, known to all, by the host
alone."""

import asyncio
import re
from uuid import UUID

from engines.sparks.model import State
from tests.web.browsers import NAMES, Browser, Page, Site, site, table_of

ON, OFF = "switch in order on", "switch in order off"


async def playing(friends: list[Browser]) -> UUID:
    """These people at a table of Sparks, in play."""
    answer = await friends[0].post("/new/sparks", name=NAMES[0], watch="link")
    game = UUID(answer.headers["location"].removeprefix("/t/"))
    for at, browser in enumerate(friends[1:], 1):
        assert (await browser.join(game, NAMES[at])).status_code == 303
    for browser in friends:
        await browser.room(game, "ready", word="w")
    assert (await friends[0].room(game, "start")).status_code == 303
    return game


async def state_of(here: Site, game: UUID) -> State:
    """The state, folded anew from the rows."""
    here.house.play._held.clear()
    held = await here.house.play.table(game)
    assert held.game is not None
    state = held.game.state
    assert isinstance(state, State)
    return state


def says(text: str) -> str:
    """What a piece of a page says."""
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


async def test_the_host_has_actions_go_in_order(database_url: str) -> None:
    """From the next turn on; told in the log, in the line of the status and in the people's
    sheet; folded by a worker that comes later; and no click of others is spoiled."""
    async with site(database_url) as here:
        friends = await here.friends(3)
        game = await playing(friends)
        before = [await browser.api(game) for browser in friends]
        pages = [Page.loaded((await browser.get(f"/t/{game}")).text) for browser in friends]
        assert f'value="{ON}"' in pages[0].regions["people"]
        assert "switch" not in pages[1].regions["people"]
        assert "You act all at once." in says(pages[1].regions["people"])
        answer = await friends[0].post(f"/t/{game}/host", hx=True, do=ON)
        assert answer.status_code == 200
        assert "next turn in order" in says(answer.text)
        after = [await browser.api(game) for browser in friends]
        assert [view["ask"] for view in after] == [view["ask"] for view in before]
        assert [view["seq"] for view in after] == [view["seq"] + 1 for view in before]
        for browser in friends:
            page = (await browser.get(f"/t/{game}")).text
            assert "From the next turn on you act one after the other" in says(page)
        state = await state_of(here, game)
        assert (state.options.in_order, state.switched) == (False, True)
        # Everybody chooses a robot with the click they had before; the first turn begins.
        for browser, view in zip(friends, before, strict=True):
            robot = view["private"]["choices"][0]["drawn"][-1]["key"]
            do = f"{view['ask']} return {robot}"
            assert (await browser.post(f"/t/{game}/act", hx=True, do=do)).status_code == 200
        state = await state_of(here, game)
        assert (state.turn, state.options.in_order, state.switched) == (1, True, False)
        # And back, without script.
        answer = await friends[0].post(f"/t/{game}/host", do=OFF)
        assert answer.status_code == 303
        assert (await state_of(here, game)).switched


async def test_who_may_not_and_what_can_not(database_url: str) -> None:
    """Others 403, changes that are none 422, what is so or too late 409; nothing is done."""
    async with site(database_url) as here:
        friends = await here.friends(2)
        watcher = await here.browser()
        game = await playing(friends)
        await watcher.join(game, "", do="watch")
        number = (await here.house.play.look(game)).number
        stranger = await here.browser()
        for browser, do, status in (
            (friends[1], ON, 403),
            (watcher, ON, 403),
            (stranger, ON, 404),
            (friends[0], OFF, 409),
            (friends[0], "switch", 422),
            (friends[0], "switch everything", 422),
            (friends[0], f"{ON} ", 422),
            (friends[0], "switch undo", 422),
        ):
            answer = await browser.post(f"/t/{game}/host", hx=True, do=do)
            assert answer.status_code == status, do
            assert len(says(answer.text)) > 10
            assert (await here.house.play.look(game)).number == number
        # A change is no action of a seat.
        view = await friends[0].api(game)
        answer = await friends[0].post(f"/t/{game}/act", hx=True, do=f"{view['ask']} in order on")
        assert answer.status_code == 422
        quirky = await table_of(friends)
        answer = await friends[0].post(f"/t/{quirky}/host", hx=True, do=ON)
        assert answer.status_code == 422
        alone = await friends[0].post("/new/sparks/alone", watch="link")
        path = alone.headers["location"]
        assert (await friends[0].post(f"{path}/host", hx=True, do=ON)).status_code == 409
        assert (await friends[0].post(f"{path}/host", hx=True, do="end")).status_code == 200
        assert (await friends[0].post(f"{path}/host", hx=True, do=ON)).status_code == 409
        waiting = await friends[0].post("/new/sparks", watch="link")
        path = waiting.headers["location"]
        assert (await friends[0].post(f"{path}/host", hx=True, do=ON)).status_code == 409


async def test_in_the_middle_of_what_others_do(database_url: str) -> None:
    """Many at once: every row has its place, and the change is made once."""
    async with site(database_url, pace=False) as here:
        friends = await here.friends(4)
        game = await playing(friends)
        views = [await browser.api(game) for browser in friends]
        posts = []
        for browser, view in zip(friends, views, strict=True):
            robot = view["private"]["choices"][0]["drawn"][0]["key"]
            do = f"{view['ask']} return {robot}"
            posts.append(browser.post(f"/t/{game}/act", hx=True, do=do))
        posts += [friends[0].post(f"/t/{game}/host", hx=True, do=ON) for _ in range(3)]
        answers = await asyncio.gather(*posts)
        assert [answer.status_code for answer in answers[:4]] == [200] * 4
        assert sorted(answer.status_code for answer in answers[4:]) == [200, 409, 409]
        state = await state_of(here, game)
        assert state.turn == 1
        assert state.options.in_order != state.switched
        held = await here.house.play.look(game)
        assert [row.seq for row in held.rows] == list(range(1, 7))
        assert [row.text for row in held.rows if row.seat == -1] == ["setup", "in order on"]
