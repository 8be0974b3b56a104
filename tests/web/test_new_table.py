"""A new table's form: each game's own options, who may find it, playing alone at once; and what is
wrong with an answer."""

import re
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import httpx
import pytest

from app.play import tables
from app.web.lobby import note_of
from engines.core.game import Acted, begin
from engines.sparks.model import Options
from tests.web.browsers import Browser, region_of, site


def table_at(answer: httpx.Response) -> UUID:
    """The table that a post leads to."""
    assert answer.status_code == 303, answer.text
    return UUID(answer.headers["location"].removeprefix("/t/"))


async def new_table(browser: Browser, name: str = "Anna", **fields: Any) -> UUID:
    """A table of Sparks, by the form."""
    return table_at(await browser.post("/new/sparks", name=name, watch="link", **fields))


def words(html: str) -> str:
    """What a page says."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


async def options_of(browser: Browser, game: UUID) -> Options:
    """What the table plays by."""
    options = (await browser.site.house.play.look(game)).info.options
    assert isinstance(options, Options)
    return options


ALL: dict[str, Any] = {"goals": "on", "solo_goals": "4", "draft": "on", "in_order": "on"}


async def test_a_table_of_sparks(database_url: str) -> None:
    """Every option arrives, is told to all, and can be changed by the host alone."""
    async with site(database_url) as here:
        anna, ben = await here.friends(2)
        page = await anna.get("/new/sparks")
        assert page.status_code == 200
        checked = set(re.findall(r'id="([\w-]+)"[^>]* checked', page.text))
        assert checked == {"solo_goals-1", "public-no", "watch-link"}
        game = await new_table(anna, public="yes", **ALL)
        assert await options_of(anna, game) == Options(True, 4, True, True)
        info = (await here.house.play.look(game)).info
        assert (info.public, info.watch, info.title) == (
            True,
            "link",
            "Sparks with goals and a draft",
        )
        room = words(region_of((await anna.get(f"/t/{game}")).text, "room"))
        for told in ("two lie out", "50 points and 4 goals", "one by one", "one after the other"):
            assert told in room, room
        listed = words((await ben.get("/")).text)
        assert "Sparks with goals and a draft Anna ’s table" in listed
        assert "Sparks, Anna" not in listed
        invited = words((await ben.get(f"/j/{info.invite}")).text)
        assert "Sparks with goals and a draft" in invited
        assert "junkyard" in invited
        assert "/rules/sparks" in (await ben.get(f"/j/{info.invite}")).text
        # The host's settings show what was chosen; a plain table is plain again.
        page = await anna.get(f"/t/{game}/settings")
        checked = set(re.findall(r'id="([\w-]+)"[^>]* checked', page.text))
        assert checked == {
            *("o-goals", "o-draft", "o-in_order"),
            *("solo_goals-4", "public-yes", "watch-link"),
        }
        answer = await anna.post(f"/t/{game}/settings", watch="nobody", public="no", solo_goals="0")
        assert table_at(answer) == game
        assert await options_of(anna, game) == Options(False, 0)
        room = words(region_of((await anna.get(f"/t/{game}")).text, "room"))
        for told in ("No goal tiles", "Alone: 50 points.", "is dealt six", "All act at once"):
            assert told in room, room
        assert (await ben.post(f"/t/{game}/settings", watch="link")).status_code == 404


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"goals": "yes"}, "goals", "one of the answers"),
    ({"draft": ""}, "draft", "one of the answers"),
    ({"in_order": "true"}, "in_order", "one of the answers"),
    ({"solo_goals": "5"}, "solo_goals", "none to four goals, not with 5"),
    ({"solo_goals": "9999"}, "solo_goals", "none to four"),
    ({"solo_goals": "-1"}, "solo_goals", "one of the answers"),
    ({"solo_goals": "²"}, "solo_goals", "one of the answers"),
    ({"solo_goals": "1.5"}, "solo_goals", "one of the answers"),
    ({"solo_goals": ""}, "solo_goals", "one of the answers"),
    ({"solo_goals": "1" * 300}, "solo_goals", "one of the answers"),
    ({"watch": "everyone"}, "watch", "choose who may watch"),
    ({"watch": ""}, "watch", "choose who may watch"),
    ({"public": "maybe"}, "public", "choose who can find"),
]


async def test_answers_that_are_none(database_url: str) -> None:
    """422, the form again with a sentence at the field and what else was entered; nothing is
    opened, nothing changed."""
    async with site(database_url, pace=False) as here:
        anna = await here.browser()
        game = await new_table(anna, goals="on")
        for fields, field, sentence in WRONG:
            for path in ("/new/sparks", "/new/sparks/alone", f"/t/{game}/settings"):
                given: dict[str, Any] = {"name": "Anna", "watch": "link", "draft": "on"} | fields
                answer = await anna.post(path, **given)
                assert answer.status_code == 422, (path, fields)
                found = re.search(rf'id="err-{field}".*?</p>', answer.text, re.S)
                assert found, (path, fields)
                assert sentence in words(found[0]), (path, fields)
                if field not in ("draft", "name"):
                    assert re.search(r'id="o-draft"[^>]* checked', answer.text), (path, fields)
        several = await anna.post("/new/sparks", solo_goals="x", watch="x", public="x")
        for field in ("solo_goals", "watch", "public"):
            assert f'id="err-{field}"' in several.text
        assert await options_of(anna, game) == Options(True)
        assert (await anna.get("/")).text.count("/t/") == 1


async def test_the_list_of_open_tables_says_what_is_special(database_url: str) -> None:
    """Practice mode, in the game's own words; a face for each table."""
    async with site(database_url) as here:
        anna, ben = await here.friends(2)
        fields: dict[str, Any] = {"watch": "link", "public": "yes"}
        await anna.post("/new/quirky_circuits", name="Anna", practice="on", **fields)
        await new_table(ben, "Ben", public="yes")
        lobby = region_of((await anna.get("/")).text, "lobby")
        assert "Anna ’s table, practice mode" in words(lobby)
        assert words(lobby).count("practice") == 1
        assert lobby.count("#gizmo-s") == lobby.count("#robo-head") == 1


async def test_a_scenario_that_is_not_in_the_book(database_url: str) -> None:
    """The other game's form, by the same way."""
    async with site(database_url, pace=False) as here:
        anna = await here.browser()
        wrong: tuple[tuple[dict[str, Any], str], ...] = (
            ({"scenario": "nowhere"}, "scenario"),
            ({"scenario": ""}, "scenario"),
            ({"practice": "1"}, "practice"),
        )
        for fields, field in wrong:
            answer = await anna.post("/new/quirky_circuits", name="Anna", watch="link", **fields)
            assert answer.status_code == 422
            assert f'id="err-{field}"' in answer.text
        page = await anna.get("/new/quirky_circuits?scenario=uphill")
        assert re.search(r'id="scenario-uphill"[^>]* checked', page.text)
        page = await anna.get("/new/quirky_circuits?scenario=nowhere")
        assert re.search(r'id="scenario-dust_bunnies"[^>]* checked', page.text)
        assert (await anna.get("/new/sparks?scenario=uphill")).status_code == 200
        # A link may say any of a game's options.
        page = await anna.get("/new/quirky_circuits?practice=on&from=mail")
        assert re.search(r'id="o-practice"[^>]* checked', page.text)
        page = await anna.get("/new/sparks?solo_goals=3&draft=on")
        assert re.search(r'id="solo_goals-3"[^>]* checked', page.text)
        assert re.search(r'id="o-draft"[^>]* checked', page.text)
        page = await anna.get("/new/sparks?solo_goals=9&draft=on")
        assert re.search(r'id="solo_goals-1"[^>]* checked', page.text)


async def test_a_form_deals_one_trial_game(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening a table and changing one try the options once each; the start deals the real game."""
    dealt = []

    def counted(*given: Any, **named: Any) -> Acted:
        dealt.append(given[2])
        return begin(*given, **named)

    monkeypatch.setattr(tables, "begin", counted)
    async with site(database_url) as here:
        (anna,) = await here.friends(1)
        game = await new_table(anna, **ALL)
        assert dealt == [4]
        fields: dict[str, Any] = {"watch": "link", "solo_goals": "2"}
        assert (await anna.post(f"/t/{game}/settings", **fields)).status_code == 303
        assert dealt == [4, 4]
        assert (await anna.room(game, "start", word="w")).status_code == 303
        assert dealt == [4, 4, 1]


@pytest.mark.parametrize("goals", range(5))
async def test_alone_at_once(database_url: str, goals: int) -> None:
    """One post from the start page: a table, a seat, and the first question, for somebody who has
    never said a name."""
    async with site(database_url) as here:
        anna = await here.browser()
        fields: dict[str, Any] = {"watch": "link", "solo_goals": str(goals)}
        game = table_at(await anna.post("/new/sparks/alone", **fields))
        view = await anna.api(game)
        assert view["status"] == "running"
        assert [seat["name"] for seat in view["seats"]] == ["Player"]
        assert len(view["public"]["supply"]["goals"]) == goals
        held = await here.house.play.look(game)
        assert held.game is not None
        assert held.game.asked[0] is not None
        assert held.game.asked[0].kind == "return"
        page = words((await anna.get("/")).text)
        assert "It’s your turn in Sparks" in page
        assert "Sparks, round 1 Alone" in page
        # Nobody has said a name: the next form asks for one.
        assert 'id="name"' in (await anna.get("/new/sparks")).text


async def test_alone_with_a_name(database_url: str) -> None:
    """A name that is known, or typed into the form, is the seat's; a bad one is refused."""
    async with site(database_url) as here:
        anna, ben = await here.friends(2)
        fields: dict[str, Any] = {"watch": "link", "solo_goals": "1"}
        bad = await anna.post("/new/sparks/alone", name="x" * 30, **fields)
        assert bad.status_code == 422
        assert 'id="err-name"' in bad.text
        game = table_at(await anna.post("/new/sparks/alone", name=" Anna ", **fields))
        assert [seat["name"] for seat in (await anna.api(game))["seats"]] == ["Anna"]
        again = table_at(await anna.post("/new/sparks/alone", name="Otto", **fields))
        assert [seat["name"] for seat in (await anna.api(again))["seats"]] == ["Anna"]
        # It has begun: nobody can sit down any more, and strangers don't see it.
        assert (await ben.join(game, "Ben")).status_code == 409
        assert (await (await here.browser()).get(f"/t/{game}")).status_code == 404
        alone = await anna.post("/new/quirky_circuits/alone", name="Anna", watch="link")
        assert alone.status_code == 404
        assert "can't be played alone" in alone.text.replace("&#39;", "'")


async def test_one_may_start_alone_from_the_waiting_room(database_url: str) -> None:
    """A table that is set for several: alone, one may start; with a second, both must be ready."""
    async with site(database_url) as here:
        anna, ben = await here.friends(2)
        game = await new_table(anna, goals="on", solo_goals="2")
        mine = region_of((await anna.get(f"/t/{game}")).text, "mine")
        assert "Start alone" in mine
        assert "aria-disabled" not in mine
        # Waiting for friends is nobody's turn.
        assert (await anna.room(game, "ready", word="w")).status_code == 303
        assert "(1)" not in (await anna.get(f"/t/{game}")).text.partition("</title>")[0]
        assert (await ben.join(game, "Wilhelmina-Charlotte-Ann")).status_code == 303
        mine = region_of((await anna.get(f"/t/{game}")).text, "mine")
        assert "Start alone" not in mine
        assert "One player isn’t ready yet." in mine
        assert (await anna.room(game, "start")).status_code == 409
        await ben.room(game, "leave")
        assert (await anna.room(game, "start", word="w")).status_code == 303
        view = await anna.api(game)
        assert len(view["public"]["supply"]["goals"]) == 2
        assert len(view["seats"]) == 1


@pytest.mark.parametrize(
    ("status", "result", "note"),
    [
        ("running", None, ""),
        ("ended", None, ""),
        ("over", {"reason": "scored", "winners": [1], "scores": [50, 61]}, "Ben won"),
        ("over", {"reason": "scored", "winners": [0, 1], "scores": [9, 9]}, "you and Ben won"),
        ("over", {"reason": "solo_lost", "winners": [], "scores": [49]}, "solo lost"),
        ("over", {"reason": "challenge", "winners": [0, 1], "scores": []}, "challenge"),
    ],
)
def test_how_it_ended_in_a_word(status: str, result: dict[str, Any] | None, note: str) -> None:
    """On the start page: who won where people play against each other, else the ending's name."""
    seats = [SimpleNamespace(user=1, name="Anna"), SimpleNamespace(user=2, name="Ben")]
    entry: Any = SimpleNamespace(info=SimpleNamespace(status=status, seats=seats), result=result)
    me: Any = SimpleNamespace(user=1)
    assert note_of(entry, me) == note


async def test_a_guided_first_game(database_url: str) -> None:
    """One post: alone, without a goal, the guide beside the table, on the reader's page only. It
    costs no push anything, and a browser that has closed it keeps it closed."""
    async with site(database_url) as here:
        anna = await here.browser()
        start = (await anna.get("/")).text
        assert 'name="guide" value="on"' in start
        assert 'name="guide" value="on"' in (await anna.get("/rules/sparks")).text
        fields: dict[str, Any] = {"watch": "link", "solo_goals": "0", "guide": "on"}
        answer = await anna.post("/new/sparks/alone", **fields)
        assert "guide_sparks=on" in " ".join(answer.headers.get_list("set-cookie"))
        game = table_at(answer)
        assert (await anna.api(game))["public"]["supply"]["goals"] == []
        anna.client.cookies.set("guide_sparks", "on")
        page = (await anna.get(f"/t/{game}")).text
        assert 'id="guide" aria-labelledby="guide-title" data-guide="sparks">' in page
        message = (await anna.get(f"/t/{game}/regions")).text
        assert "hx-partial" in message
        assert "guide-title" not in message
        for said in ("off", ""):
            anna.client.cookies.set("guide_sparks", said)
            page = (await anna.get(f"/t/{game}")).text
            assert 'data-guide="sparks" hidden>' in page
        form = (await anna.get("/new/quirky_circuits?practice=on&guide=on")).text
        assert 'name="guide" value="on"' in form
        answer = await anna.post("/new/quirky_circuits", name="Anna", watch="link", guide="on")
        assert "guide_quirky_circuits=on" in " ".join(answer.headers.get_list("set-cookie"))


async def test_again_alone_begins_at_once(database_url: str) -> None:
    """Nobody is waited for; the deal has a word of this browser in it. A second tap leads to the
    same table."""
    async with site(database_url) as here:
        (anna,) = await here.friends(1)
        fields: dict[str, Any] = {"watch": "link", "solo_goals": "3"}
        game = table_at(await anna.post("/new/sparks/alone", name="Anna", **fields))
        early = await anna.post(f"/t/{game}/host", do="again", word="cd" * 16)
        assert early.status_code == 409
        await anna.post(f"/t/{game}/host", do="end")
        assert 'name="word"' in (await anna.get(f"/t/{game}")).text.partition('id="host"')[2]
        new = table_at(await anna.post(f"/t/{game}/host", do="again", word="cd" * 16))
        again = table_at(await anna.post(f"/t/{game}/host", do="again", word="ef" * 16))
        assert again == new != game
        view = await anna.api(new)
        assert (view["status"], [seat["name"] for seat in view["seats"]]) == ("running", ["Anna"])
        assert len(view["public"]["supply"]["goals"]) == 3
        await anna.post(f"/t/{new}/host", do="end")
        assert (await here.house.play.look(new)).info.words == ("cd" * 16,)


async def test_who_plays_alone_may_give_up(database_url: str) -> None:
    """Alone a game can be ended at once; with others only when somebody has been away."""
    async with site(database_url) as here:
        anna, ben = await here.friends(2)
        game = table_at(await anna.post("/new/sparks/alone", watch="link", word="ab" * 16))
        assert 'value="end"' in region_of((await anna.get(f"/t/{game}")).text, "people")
        assert (await anna.post(f"/t/{game}/host", hx=True, do="end")).status_code == 200
        info = (await here.house.play.look(game)).info
        assert info.status == "ended"
        # The deal has a word of this browser in it, as at any table.
        assert info.words == ("ab" * 16,)
        game = await new_table(anna)
        await ben.join(game, "Ben")
        for browser in (anna, ben):
            await browser.room(game, "ready", word="w")
        await anna.room(game, "start")
        people = region_of((await anna.get(f"/t/{game}")).text, "people")
        assert 'value="end"' not in people
        assert "once somebody has been away" in people
        assert (await anna.post(f"/t/{game}/host", hx=True, do="end")).status_code == 409
        assert (await here.house.play.look(game)).info.status == "running"
