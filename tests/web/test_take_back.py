"""What a page says a seat could take back, one step or all."""

from typing import Any
from uuid import UUID

from app.web.render import take_back
from engines.core.game import act, ask_id
from engines.sparks import ENGINE
from tests.sparks.table import Forced, Seat, Table
from tests.web.browsers import Browser, site
from tests.web.test_switch import playing

NAMES = ("Anna", "Ben")
assert ENGINE.key == "sparks"


def test_the_last_step_in_words_and_why_it_stays() -> None:
    table = Table(Seat("r4 r1", slots="peppercorn - -", rerolls=1), Seat("b1"))
    game = table.game()
    assert take_back(game, 0, NAMES) is None
    game = act(game, 0, ask_id(game, 0), f"place {table.number(0, 'r4')} 1.1", Forced()).game
    back = take_back(game, 0, NAMES)
    assert back is not None
    assert back.no == ""
    assert back.what.startswith("places the red 4")
    assert take_back(game, 1, NAMES) is None
    game = act(
        game, 0, ask_id(game, 0), f"reroll; pick {table.number(0, 'r1')}; roll", Forced()
    ).game
    back = take_back(game, 0, NAMES)
    assert back is not None
    assert back.no.startswith("Chance has spoken")


async def to_the_actions(friends: list[Browser], game: UUID) -> None:
    """Everybody chooses the first there is, until all may place dice."""
    while True:
        views = [await browser.api(game) for browser in friends]
        if all(view["private"]["moves"]["asked"] == "act" for view in views):
            return
        for browser, view in zip(friends, views, strict=True):
            moves = view["private"]["moves"]
            if moves["asked"] not in ("", "act", "done"):
                said = next(o["text"] for o in moves["offers"] if o["no"] is None)
                await browser.act(game, said)


async def sells(browser: Browser, game: UUID, count: int) -> list[dict[str, Any]]:
    """Sell so many dice; what this seat saw before each."""
    seen = []
    for _ in range(count):
        view = await browser.api(game)
        seen.append(view)
        offers = view["private"]["moves"]["offers"]
        said = next(o["text"] for o in offers if o["text"].startswith("sell ") and not o["no"])
        assert (await browser.act(game, said)).status_code == 200
    return seen


async def test_all_steps_of_a_phase_are_taken_back_at_once(database_url: str) -> None:
    """One tap takes back what several would, a row each; the other seat keeps its steps and its
    page; the second tap of a double click changes nothing."""
    async with site(database_url) as here:
        friends = await here.friends(2)
        game = await playing(friends)
        await to_the_actions(friends, game)
        before = await sells(friends[0], game, 2)
        other = await sells(friends[1], game, 1)
        page = (await friends[0].get(f"/t/{game}")).text
        assert 'undo all"' in page
        now, theirs = await friends[0].api(game), await friends[1].api(game)
        assert 'undo all"' not in (await friends[1].get(f"/t/{game}")).text
        post = f"{now['ask']} undo all"
        for _ in range(2):
            assert (await friends[0].post(f"/t/{game}/act", hx=True, do=post)).status_code == 200
        after = await friends[0].api(game)
        assert after["seq"] == now["seq"] + 2
        for view in ("storage", "moves"):
            assert after["private"][view] == before[0]["private"][view]
        assert after["public"]["boards"][0] == before[0]["public"]["boards"][0]
        assert after["public"]["boards"][1] == now["public"]["boards"][1]
        mine = await friends[1].api(game)
        assert mine["ask"] == theirs["ask"]
        assert mine["private"]["storage"] == theirs["private"]["storage"] != other[0]
        # Nothing is left.
        nothing = await friends[0].post(f"/t/{game}/act", hx=True, do=f"{after['ask']} undo all")
        assert nothing.status_code == 422
