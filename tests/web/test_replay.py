"""Moments of the past: what a viewer could know then, all of it and nothing else, and nothing to
do."""

import json
import re
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from app.play import history
from app.play.history import History, Moment, Stop
from app.play.refused import Refused
from app.play.service import Held, log_lines
from app.web import render, replay
from app.web.auth import Person
from app.web.render import Painter, lookback, past_views
from engines import ENGINES
from engines.core.bots import asked_seats, play_out, random_text
from engines.core.chance import Dice
from engines.core.engine import AnyEngine, Viewer
from engines.core.game import Acted, ask_id
from engines.quirky_circuits.components import CARDS
from engines.quirky_circuits.model import Options
from tests.engines.trials import TINY, walk
from tests.web.browsers import Site, site, table_of
from tests.web.test_no_leak_bytes import USERS, first_difference, info_of, other_rows

REGION = r'<div id="(\w+)" class="region r-\w+" data-v="(\w+)"'
QUIRKY = ENGINES["quirky_circuits"]
SPARKS = ENGINES["sparks"]


def table(engine: AnyEngine, options: Any, told: list[Acted], at: int | None = None) -> Held:
    """A table around a story that no database knows, as it was after so many rows."""
    seen = told[:at]
    game = seen[-1].game
    return Held(
        replace(info_of(game), options=options), game, b"", tuple(acted.row for acted in seen), 0.0
    )


STORIES = {
    "quirky": (QUIRKY, Options(scenario="dust_bunnies"), 2),
    "sparks": (SPARKS, SPARKS.options_type(), 2),
}


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", STORIES)
async def test_a_moment_is_what_was_so_then(name: str) -> None:
    """The state, both views and the log of every row are those of the live table at that time; at a
    beat those of the state there, with the events up to it."""
    engine, options, players = STORIES[name]
    told = play_out(engine, options, players, b"moments")
    now, past = table(engine, options, told), History()
    beats = 0
    for at, acted in enumerate(told, 1):
        moment = await past.moment(now, Stop(at))
        live = table(engine, options, told, at)
        assert moment.held.game
        assert live.game
        assert moment.held.game.state == live.game.state
        for viewer in (*range(players), None):
            public, private = past_views(moment.held, viewer)
            assert public == engine.public(acted.game.state)
            own = engine.private(acted.game.state, viewer)
            assert private == replace(own, moves=engine.private(acted.game.state, None).moves)
            assert log_lines(moment.held, viewer) == log_lines(live, viewer)
        for beat in range(1, moment.beats + 1):
            inside = await past.moment(now, Stop(at, beat))
            count, state = acted.beats[beat - 1]
            assert inside.held.game
            assert inside.held.game.state == state
            assert inside.held.rows[-1].events == acted.row.events[:count]
            beats += 1
    assert beats > 2


async def test_all_stops_are_one_way_there_and_back() -> None:
    """Forth from the start and back from the end lead through the same stops, beats included."""
    engine, options, players = STORIES["quirky"]
    told = play_out(engine, options, players, b"moments")
    now, past = table(engine, options, told), History()
    forth, stop = [Stop(1)], await past.moment(now, Stop(1))
    while stop.after:
        stop = await past.moment(now, stop.after)
        forth.append(stop.stop)
    back = [stop.stop]
    while stop.before:
        stop = await past.moment(now, stop.before)
        back.append(stop.stop)
    assert forth == back[::-1]
    assert forth[-1] == stop.last == Stop(len(told))
    assert [each.seq for each in forth if not each.beat] == list(range(1, len(told) + 1))
    assert any(each.beat for each in forth)


async def test_what_was_taken_back_is_there_until_it_was() -> None:
    """UN-02: rows and lines as they were then, taken back later or not."""
    undone = 0
    for number in range(6):
        walked = walk(TINY, number, b"log %d" % number)
        told, options = walked.told, walked.options
        now, past = table(TINY.engine, options, told), History()
        for at, acted in enumerate(told, 1):
            undone += acted.took_back is not None
            then = (await past.moment(now, Stop(at))).held
            assert then.game
            assert then.game.state == acted.game.state
            assert log_lines(then, None) == log_lines(table(TINY.engine, options, told, at), None)
    assert undone > 3


async def test_what_is_kept_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much is looked at, little stays; and what isn't kept is folded again."""
    monkeypatch.setattr(history, "MOST_KEPT", 3)
    engine, options, players = STORIES["quirky"]
    told = play_out(engine, options, players, b"moments")
    now, past = table(engine, options, told), History()
    for at in (len(told), 2, 5, len(told) - 1, 1, 3):
        moment = await past.moment(now, Stop(at))
        assert moment.held.game
        assert moment.held.game.state == told[at - 1].game.state
        assert len(past._kept) <= 3


async def test_rows_of_other_rules_are_refused_with_a_sentence() -> None:
    """A past that can't be folded is closed, and nothing breaks."""
    engine, options, players = STORIES["quirky"]
    now = table(engine, options, play_out(engine, options, players, b"moments"))
    now.rows = (now.rows[0], replace(now.rows[1], text="play forward_9 @0"), *now.rows[2:])
    for stop in (Stop(2), Stop(5)):
        with pytest.raises(Refused) as refused:
            await History().moment(now, stop)
        assert refused.value.kind == "broken"
    now.broken = True
    with pytest.raises(Refused, match="other rules"):
        await History().moment(now, Stop(1))


async def test_public_regions_are_painted_as_on_the_live_page() -> None:
    """But for those that know that they are of the past: no keys to press, no walk of its own."""
    engine, options, players = STORIES["quirky"]
    told = play_out(engine, options, players, b"moments")
    now, painter = table(engine, options, told), Painter()
    for at in range(3, len(told), 7):
        then = (await History().moment(now, Stop(at))).held
        live = painter.play_regions(table(engine, options, told, at), 1)
        shown = painter.past_regions(then, 1)
        same = {name for name in live if live[name] == shown[name]}
        assert set(live) - same <= {"run", "hand", "moves", "queue"}
        assert {"map", "others-0", "others-1", "battery", "line"} <= same


DEBRIEF_LINK = r'href="/t/[^/]+/at/([\d.]+)\?as=(\w+)#card-(\d+)-(\d+)"'


@pytest.mark.unmeasured
async def test_the_debrief_leads_to_the_moments_it_names() -> None:
    """Each card from its player's eyes, just before it was laid, and when it had run: in a game
    whose cards ask as well."""
    engine, options, players = QUIRKY, Options(scenario="snail_mail"), 2
    told = play_out(engine, options, players, b"debrief 2")
    answers = {str(each.row.seq) for each in told if each.row.text.startswith("choose")}
    assert answers
    now, past = table(engine, options, told), History()
    state = told[-1].game.state
    html = Painter().play_regions(now, None)["debrief"].html
    links = re.findall(DEBRIEF_LINK, html)
    cards = sum(len(each.laid) for each in state.past)
    ran = sum(each.ran for each in state.past)
    assert len(links) == cards + ran
    some = links[::7] + [each for each in links if each[0].partition(".")[0] in answers]
    for where, viewer, number, place in some:
        moment = await past.moment(now, replay.read_stop(where))
        assert moment.held.game
        then, this = moment.held.game.state, state.past[int(number) - 1].laid[int(place) - 1]
        assert then.round == int(number)
        if viewer == "all":
            assert then.ran == int(place)
        else:
            assert this.seat == int(viewer)
            assert len(then.queue) == int(place) - 1
            assert this.face in then.players[this.seat].hand


@pytest.mark.unmeasured
async def test_nothing_of_the_debrief_is_there_before_the_end() -> None:
    """HI-01: at no row of a running game, for nobody; and at no moment before the end of a game
    that has ended."""
    engine, options, players = STORIES["quirky"]
    told = play_out(engine, options, players, b"moments")
    painter, now, past = Painter(), table(engine, options, told), History()
    empty = painter.play_regions(table(engine, options, told, 1), None)["debrief"]
    assert empty.html.endswith("></div>")
    for at in range(1, len(told)):
        live = table(engine, options, told, at)
        assert lookback(live) is None
        if at % 9 == 0:
            assert painter.play_regions(live, 0)["debrief"] == empty
    stops = [Stop(at) for at in range(1, len(told), 9)]
    end = await past.moment(now, Stop(len(told)))
    stops += [Stop(len(told), beat) for beat in range(1, end.beats + 1)]
    assert end.beats > 4
    for stop in stops:
        then = (await past.moment(now, stop)).held
        assert then.game
        # A lost game's last beat is its end.
        if then.game.state.ended:
            assert stop == stops[-1]
            continue
        assert lookback(then) is None
        assert painter.past_regions(then, "all")["debrief"] == empty
    assert lookback(end.held) == lookback(now)
    assert "card-1-1" in painter.past_regions(end.held, "all")["debrief"].html


def test_a_debrief_is_not_painted_again_for_every_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is large, and a word said at the table clears the memo; but what has changed in it is
    seen, and only the last few tables are kept."""
    monkeypatch.setattr(render, "MOST_OVER", 1)
    engine, options, players = STORIES["quirky"]
    told = play_out(engine, options, players, b"moments")
    now, painter = table(engine, options, told), Painter()
    first = painter.play_regions(now, 0)["debrief"]
    now.memo.clear()
    assert painter.play_regions(now, 1)["debrief"] is first
    seats = tuple(replace(seat, name=f"{seat.name}-Ann") for seat in now.info.seats)
    other = Held(replace(now.info, seats=seats), now.game, b"", now.rows, 0.0)
    renamed = painter.play_regions(other, 0)["debrief"]
    assert "Anna-Ann’s eyes" in renamed.html
    painter.play_regions(Held(replace(now.info, id=USERS[0]), now.game, b"", now.rows, 0.0), 0)
    now.memo.clear()
    again = painter.play_regions(now, 0)["debrief"]
    assert again == first
    assert again is not first


# secrecy


def page_of(here: Site, held: Held, moment: Moment, viewer: Viewer, own: int | None) -> str:
    """The bytes of a page, with the JSON of the same moment."""
    user = None if own is None else USERS[own]
    person = Person("t" * 43, user, "", False)
    back = replay.Past(moment, viewer, own, "")
    page = replay.whole_page(here.house, held, person, back)
    return page + json.dumps(replay.as_json(back))


@pytest.mark.unmeasured
async def test_no_byte_of_a_moment_differs_between_two_worlds(database_url: str) -> None:
    """HI-01: what a viewer can't know at a moment, at a beat too, is dealt anew: the same bytes."""
    engine, options, players = QUIRKY, Options(scenario="quirky", talk=True), 3
    told = play_out(engine, options, players, b"two worlds")
    at = next(n for n in reversed(range(len(told))) if told[n].game.result is None)
    now, moved, seen = table(engine, options, told, at), 0, 0
    async with site(database_url) as here:
        stops = [Stop(number) for number in range(1, at, max(1, at // 8))]
        run = next(n for n, acted in enumerate(told, 1) if acted.beats)
        stops += [Stop(run, 1), Stop(run, 3), Stop(run, 5)]
        for stop in stops:
            moment = await here.house.history.moment(now, stop)
            assert moment.held.game
            for viewer in (*range(players), None):
                state = moment.held.game.state
                world = engine.redeal(state, viewer, Dice(f"{stop}".encode()))
                other = Held(
                    now.info,
                    replace(moment.held.game, state=world),
                    b"",
                    tuple(other_rows(list(moment.held.rows), viewer)),
                    0.0,
                )
                one = page_of(here, now, moment, viewer, viewer)
                two = page_of(here, now, moment._replace(held=other), viewer, viewer)
                assert one == two, (stop, viewer, first_difference({"": one}, {"": two}))
                moved += world != state
                # The same comparison sees what it is about.
                open_page = page_of(here, now, moment._replace(held=other), "all", None)
                seen += open_page != page_of(here, now, moment, "all", None)
    assert moved > 10
    assert seen > 10


async def test_a_running_game_is_seen_from_ones_own_place_only(database_url: str) -> None:
    """HI-01: from nobody else's seat, not with all hands, not by the API; the refusal is a
    sentence."""
    async with site(database_url, pace=False) as here:
        friends = await here.friends(2)
        watcher, stranger = await here.browser(), await here.browser()
        game = await table_of(friends, watch="link")
        await watcher.join(game, "", do="watch")
        for _ in range(4):
            await play_one(here, friends, game)
        for browser, own in ((friends[0], "0"), (friends[1], "1"), (watcher, "table")):
            for prefix in ("/t", "/api/tables"):
                for place in ("0", "1", "table", "all", "7", ""):
                    answer = await browser.get(f"{prefix}/{game}/at/3?as={place}")
                    assert answer.status_code == (200 if place == own else 403), (own, place)
                    if place != own:
                        assert "While the game runs you can look back only" in answer.text
                assert (await browser.get(f"{prefix}/{game}/at/3")).status_code == 200
        assert (await stranger.get(f"/t/{game}/at/3")).status_code == 404
        told = (await here.house.play.look(game)).rows[0].events
        dealt = {event.seat: set(event.faces) for event in told}
        for browser, seat in ((friends[0], 0), (friends[1], 1)):
            faces = re.findall(r"#f-(\w+)", (await browser.get(f"/t/{game}/at/1")).text)
            assert set(faces) == dealt[seat]
        assert dealt[0] != dealt[1]
        watching = (await watcher.get(f"/t/{game}/at/1")).text
        assert "You are watching" in watching
        assert "#f-" not in watching


async def play_one(here: Site, friends: list[Any], game: UUID) -> None:
    """Somebody answers at random."""
    held = await here.house.play.look(game)
    assert held.game
    seat, dice = asked_seats(held.game)[0], Dice(b"replay")
    said = random_text(held.game, seat, dice, held.seq)
    answer = await friends[seat].post(
        f"/t/{game}/act", hx=True, do=f"{ask_id(held.game, seat)} {said}"
    )
    assert answer.status_code == 200, answer.text


async def test_nothing_can_be_done_on_a_page_of_the_past(database_url: str) -> None:
    """No form, no key of an action, no socket; the way back; never kept by a browser."""
    async with site(database_url, pace=False) as here:
        friends = await here.friends(2)
        game = await table_of(friends)
        for _ in range(3):
            await play_one(here, friends, game)
        live = await friends[0].get(f"/t/{game}")
        assert f'href="/t/{game}/at/2"' in live.text
        answer = await friends[0].get(f"/t/{game}/at/2")
        assert answer.headers["cache-control"] == "no-store"
        page = answer.text
        for gone in ("<form", ' form="', 'name="do"', "data-play", "data-live", "pulse", "hx-"):
            assert gone in live.text
            assert gone not in page, gone
        assert '<b id="m-label">Move 1</b>' in page
        assert "of 3<" in page
        assert re.search(rf'id="m-back" href="/t/{game}"', page)
        assert f'href="/t/{game}/at/1"' in page
        assert f'href="/t/{game}/at/3"' in page
        assert "log-2-" in page
        assert "log-3-" not in page
        assert "Step through it" in live.text
        assert "Step through it" not in page


async def test_moments_that_are_not_there(database_url: str) -> None:
    """404 with a sentence; a table in its waiting room has no past yet."""
    async with site(database_url, pace=False) as here:
        friends = await here.friends(2)
        game = await table_of(friends, start=False)
        early = await friends[0].get(f"/t/{game}/at/1")
        assert early.status_code == 409
        assert "not started yet" in early.text
        for browser in friends:
            await browser.room(game, "ready", word="w")
        await friends[0].room(game, "start")
        await play_one(here, friends, game)
        for where in ("0", "3", "99", "999999999", "-1", "1.1", "2.9", "2.0", "x", "2.", "2.1.1"):
            for prefix in ("/t", "/api/tables"):
                answer = await friends[0].get(f"{prefix}/{game}/at/{where}")
                assert answer.status_code == 404, where
                assert "no such moment" in answer.text, where
        assert (await friends[0].get(f"/t/{game}/at/2")).status_code == 200


async def test_after_the_end_from_any_seat_and_with_all_hands(database_url: str) -> None:
    """The whole game from everybody's knowledge, step by step; only what differs is sent."""
    async with site(database_url, pace=False) as here:
        friends = await here.friends(2)
        game = await table_of(friends)
        for _ in range(400):
            if (await here.house.play.look(game)).info.status != "running":
                break
            await play_one(here, friends, game)
        live = (await friends[0].get(f"/t/{game}")).text
        assert f'href="/t/{game}/at/1?as=all"' in live
        api = f"/api/tables/{game}/at/1"
        hands = [(await friends[0].get(f"{api}?as={seat}")).json() for seat in (0, 1)]
        faces = [[card["face"] for card in v["private"]["hand"]["cards"]] for v in hands]
        assert all(len(each) == 5 for each in faces)
        assert set(faces[0] + faces[1]) <= set(CARDS)
        everybody = (await friends[1].get(f"{api}?as=all")).json()["private"]
        assert [[c["face"] for c in hand["cards"]] for hand in everybody["laid_open"]] == faces
        assert (await friends[0].get(f"{api}?as=table")).json()["private"]["hand"] is None
        assert (await friends[0].get(f"{api}?as=4")).status_code == 422
        first = await friends[0].get(f"/t/{game}/at/1?as=all")
        assert first.text.count('class="faces"') == 2
        assert '/at/2?as=all"' in first.text
        # Step by step, as replay.js does.
        versions = re.findall(REGION, first.text)
        have = " ".join(f"{name}:{v}" for name, v in versions)
        step = await friends[0].get(f"/t/{game}/at/2?as=all", x_have=have)
        fresh = await friends[0].get(f"/t/{game}/at/2?as=all")
        sent = re.findall(r'<div id="(\w+)" class="region', step.text)
        assert "map" not in sent
        assert sent
        for name, v in re.findall(REGION, fresh.text):
            assert (name in sent) == (f"{name}:{v}" not in have.split()), name
        last = hands[0]["last"]
        end = (await friends[0].get(f"/api/tables/{game}/at/{last}")).json()
        assert end["after"] is None
        assert end["public"]["debrief"]
        # And back: to the debrief, where there is one now.
        assert f'id="m-back" href="/t/{game}#debrief">Back to the debrief<' in first.text


async def test_sparks_from_a_seat_and_with_all_hands(database_url: str) -> None:
    """The other game, through the same pages."""
    engine, options, players = STORIES["sparks"]
    told = play_out(engine, options, players, b"moments")
    now = table(engine, options, told)
    async with site(database_url) as here:
        for at in (1, 9, len(told)):
            moment = await here.house.history.moment(now, Stop(at))
            pages = {v: page_of(here, now, moment, v, 0) for v in (0, 1, None, "all")}
            for page in pages.values():
                assert 'name="do"' not in page
            assert pages["all"].count('class="hand"') >= pages[0].count('class="hand"')
        end = await here.house.history.moment(now, Stop(len(told)))
        assert replay.as_json(replay.Past(end, 0, 0, ""))["after"] is None


async def test_who_looks_back_is_still_at_the_table(database_url: str) -> None:
    """Somebody who reads the past is not passed over for being away."""
    async with site(database_url, pace=False) as here:
        friends = await here.friends(2)
        game = await table_of(friends)
        held = await here.house.play.look(game)
        user = held.info.seats[1].user
        assert user
        later = here.house.hub.clock() + 1_000
        here.house.hub.clock = lambda: later
        assert here.house.hub.away_for(game, user) > 900
        await friends[1].get(f"/t/{game}/at/1")
        assert here.house.hub.away_for(game, user) == 0
