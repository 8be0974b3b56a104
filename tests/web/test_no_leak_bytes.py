"""Two worlds, in bytes: what a viewer may not know is dealt anew, and no byte that reaches this
viewer may differ. And over a whole game nothing secret is in anything that anybody gets."""

import asyncio
import contextlib
import gzip
import json
import logging
import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
import structlog
from msgspec.structs import replace
from sqlalchemy import text

from app.play.service import Held, log_lines
from app.play.tables import SeatInfo, TableInfo
from app.web import table
from app.web.auth import Person
from engines import ENGINES
from engines.core import codec
from engines.core.bots import asked_seats, play_out, random_text
from engines.core.chance import Dice
from engines.core.game import Acted, Game, act, ask_id
from engines.quirky_circuits.components import CARDS
from engines.quirky_circuits.model import Options
from tests.web.browsers import Browser, Site, site, table_of

QUIRKY = ENGINES["quirky_circuits"]
GAME = uuid4()
USERS = [uuid4() for _ in range(4)]


def info_of(game: Game) -> TableInfo:
    """A table around a game that no database knows."""
    over = game.result is not None
    names = ("Anna", "Ben", "Cleo", "Dan")
    return TableInfo(
        id=GAME,
        engine=game.engine.key,
        version=game.engine.version,
        options=getattr(game.state, "options", None),
        status="over" if over else "running",
        host=USERS[0],
        public=True,
        watch="anyone",
        invite="one-two-three",
        rev=3,
        last_seq=game.seq,
        next_id=None,
        seats=tuple(
            SeatInfo(seat, USERS[seat], names[seat], True, False) for seat in range(game.players)
        ),
        visitors=frozenset(),
        kept_out=frozenset(),
        promise="0" * 64,
        secret="1" * 64 if over else None,
        words=(),
        created_at=None,  # type: ignore[arg-type] # nothing shows it
    )


def everything(here: Site, game: Game, rows: Any, viewer: int | None) -> dict[str, str]:
    """All bytes this viewer can get of a table in this state."""
    house = here.house
    info = info_of(game)
    held = Held(info, game, b"", tuple(rows), 0.0)
    person = Person("t" * 43, None if viewer is None else USERS[viewer], "", False)
    request: Any = SimpleNamespace(headers={}, cookies={}, base_url="http://beepboop.test/")
    shown = table.screen(house, held, person)
    message = shown.message({})
    since = {"log": str(max(1, game.seq - 3))}
    return {
        "page": table.whole_page(request, house, held, person),
        "push": message,
        "push since": shown.message(since),
        "gzip": str(len(gzip.compress(message.encode()))),
        "have": json.dumps(shown.versions),
        "log": json.dumps([codec.plain(line) for line in log_lines(held, viewer)]),
        "json": json.dumps(
            [
                codec.plain(game.engine.public(game.state)),
                codec.plain(game.engine.private(game.state, viewer)),
                None if viewer is None else ask_id(game, viewer),
            ]
        ),
    }


def other_rows(rows: list[Any], viewer: int | None) -> list[Any]:
    """The rows with all that is hidden from this viewer replaced in their events, draws and
    texts."""
    swap = {face: face for face in CARDS}
    backs: dict[tuple[str, bool], list[str]] = {}
    for face, card in CARDS.items():
        backs.setdefault((card.back, card.quirk), []).append(face)
    for same in backs.values():
        for at, face in enumerate(same):
            swap[face] = same[(at + 1) % len(same)]
    changed = []
    for row in rows:
        events = []
        for event in row.events:
            hidden = QUIRKY.hide(event, viewer)
            if hidden != event and getattr(event, "faces", None):
                event = replace(event, faces=tuple(sorted(swap[f] for f in event.faces)))
            elif hidden != event and getattr(event, "face", None):
                event = replace(event, face=swap[event.face])
            events.append(event)
        own = viewer is not None and row.seat == viewer
        changed.append(
            row if own else replace(row, events=tuple(events), draws=((9, 8),), text="play any @77")
        )
    return changed


@pytest.mark.unmeasured
@pytest.mark.parametrize("players", [2, 3, 4])
async def test_no_byte_differs(database_url: str, players: int) -> None:
    """HI-01, HI-03: page, push, JSON, log and compressed size are the same in both worlds, at
    moments of whole games, for every viewer."""
    moved = 0
    async with site(database_url) as here:
        keys = [entry.key for entry in QUIRKY.catalogue()]
        for number in range(2):
            dice = Dice(b"%d" % number)
            options = Options(scenario=keys[number % len(keys)], practice=number == 1, talk=True)
            story = play_out(QUIRKY, options, players, b"bytes %d" % number)
            moments = sorted({dice.below(len(story), at) for at in range(4)} | {0, len(story) - 1})
            for at in moments:
                game, rows = story[at].game, [acted.row for acted in story[: at + 1]]
                for viewer in (*range(players), None):
                    state = QUIRKY.redeal(game.state, viewer, Dice(b"%d" % at))
                    world = replace_state(game, state)
                    shown = everything(here, game, rows, viewer)
                    told = everything(here, world, other_rows(rows, viewer), viewer)
                    assert told == shown, (number, at, viewer, first_difference(shown, told))
                    moved += state != game.state
    assert moved > 20, "redeal moved hardly anything: the test proves nothing"


async def test_the_test_would_see_a_leak(database_url: str) -> None:
    """The same comparison for the wrong viewer fails: it does see faces."""
    async with site(database_url) as here:
        story = play_out(QUIRKY, Options(), 2, b"leak")
        game, rows = story[3].game, [acted.row for acted in story[:4]]
        world = replace_state(game, QUIRKY.redeal(game.state, 0, Dice(b"x")))
        assert everything(here, game, rows, 0) == everything(here, world, rows, 0)
        assert everything(here, game, rows, 1) != everything(here, world, rows, 1)
        assert (
            everything(here, game, other_rows(rows, 0), 1)["log"]
            != (everything(here, game, rows, 1)["log"])
        )


async def test_refusals_are_the_same_bytes(database_url: str) -> None:
    """HI-02: why an answer is refused says nothing that its reader may not know."""
    async with site(database_url) as here:
        painter = here.house.painter
        story = play_out(QUIRKY, Options(), 3, b"refusals")
        for at in (0, 2, 4, 7):
            game = story[min(at, len(story) - 1)].game
            if game.result is not None:
                continue
            for viewer in range(3):
                world = replace_state(game, QUIRKY.redeal(game.state, viewer, Dice(b"no")))
                for face in (*CARDS, "any"):
                    for seen in (len(game.state.queue), 0, 9):
                        said = f"play {face} @{seen}"
                        told = [refusal(each, viewer, said) for each in (game, world)]
                        assert told[0] == told[1], said
                        assert painter.region(
                            "notice",
                            "parts/notice.html",
                            notice=SimpleNamespace(kind="error", text=told[0], rule=""),
                        ).html


def refusal(game: Game, seat: int, said: str) -> str:
    """Why not, or `""`."""
    reason = QUIRKY.why_not(game.state, seat, QUIRKY.read(said))
    return "" if reason is None else json.dumps(codec.plain(reason))


def replace_state(game: Game, state: Any) -> Game:
    """The same game in another world."""
    return replace(game, state=state, base=state)


def first_difference(one: dict[str, str], other: dict[str, str]) -> str:
    """Where two worlds differ, in a few words."""
    for name, shown in one.items():
        if shown != other[name]:
            pairs = enumerate(zip(shown, other[name], strict=False))
            at = next((i for i, (a, b) in pairs if a != b), 0)
            return f"{name}: ...{shown[max(0, at - 80) : at + 80]!r}"
    return ""


# a whole game over the wire


CLIENTS = ("httpx", "httpcore", "websockets.client", "asyncio")
"""Loggers of the browsers' side, which know what they sent."""


class Ear(logging.Handler):
    """Keeps what libraries log on the server's side."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith(CLIENTS):
            self.lines.append(record.getMessage())


@contextlib.contextmanager
def listening() -> Iterator[list[str]]:
    """All that the server logs meanwhile, at the level that it has by default and, of our own
    lines, below it."""
    ear, root = Ear(), logging.getLogger()
    level = root.level
    root.addHandler(ear)
    root.setLevel(logging.INFO)
    try:
        with structlog.testing.capture_logs() as ours:
            yield ear.lines
    finally:
        root.removeHandler(ear)
        root.setLevel(level)
        ear.lines += [json.dumps(entry, default=str) for entry in ours]


class Overheard:
    """All that one browser gets: answers with their headers, and frames."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.texts: list[str] = []
        browser.client.event_hooks["response"].append(self.note)

    async def note(self, response: Any) -> None:
        await response.aread()
        self.texts.append(f"{response.headers.raw!r} {response.text}")

    async def hear(self, line: Any) -> None:
        with contextlib.suppress(Exception):
            async for frame in line:
                self.texts.append(str(frame))


@pytest.mark.unmeasured
async def test_nothing_secret_over_a_whole_game(database_url: str) -> None:
    """HI-01, HI-02, HI-03: everything that everybody gets in a game, late comers and errors too,
    and every log line: no seed, no draws, no deck, no post of another seat, no face before its
    time."""
    with listening() as logged:
        async with site(database_url, network=True, pace=False) as here:
            friends = await here.friends(3)
            watcher = await here.browser()
            game = await table_of(friends, public=True, watch="anyone", scenario="dust_bunnies")
            ears = [Overheard(browser) for browser in (*friends, watcher)]
            said: list[tuple[int, str, str]] = []
            dice = Dice(b"whole game")
            async with contextlib.AsyncExitStack() as stack:
                tasks = []
                for ear in ears:
                    line = await stack.enter_async_context(ear.browser.socket(game))
                    tasks.append(asyncio.create_task(ear.hear(line)))
                step = 0
                while (held := await here.house.play.table(game)).info.status == "running":
                    step += 1
                    assert held.game is not None
                    seats = asked_seats(held.game)
                    seat = seats[dice.below(len(seats), step)]
                    ask, answer = ask_id(held.game, seat), random_text(held.game, seat, dice, step)
                    await friends[seat].post(f"/t/{game}/act", hx=True, do=f"{ask} {answer}")
                    said.append((seat, ask, answer))
                    if step % 15 == 0:
                        await everybody_looks(ears, game, said)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
            async with here.house.play.engine.connect() as connection:
                [stored] = (
                    await connection.execute(text("select seed, secret, result from games"))
                ).all()
                tokens = [browser.token for browser in (*friends, watcher)]
            assert step > 20
            secrets = [bytes(stored.seed).hex(), *tokens]
            for at, ear in enumerate(ears):
                everything_heard = "\n".join(ear.texts)
                for secret in secrets:
                    if secret != tokens[at]:
                        assert secret not in everything_heard
                assert '"draws"' not in everything_heard
                for seat, ask, answer in said:
                    if seat != at and not answer.startswith(("done", "flat", "not")):
                        assert f"{ask} {answer}" not in everything_heard
    whole_log = "\n".join(logged)
    assert "acted" in whole_log
    for secret in (bytes(stored.seed).hex(), bytes(stored.secret).hex(), *tokens):
        assert secret not in whole_log
    assert not re.search(r"play \w+ @\d", whole_log)
    for face in CARDS:
        assert not re.search(rf"\b{face}\b", whole_log), face


async def everybody_looks(
    ears: list[Overheard], game: Any, said: list[tuple[int, str, str]]
) -> None:
    """Each viewer loads all there is, sends again what others posted, and makes mistakes."""
    for at, ear in enumerate(ears):
        for path in (f"/t/{game}", f"/t/{game}/regions", f"/api/tables/{game}", "/"):
            await ear.browser.get(path)
        for seat, ask, _ in said[-4:]:
            if seat != at:
                await ear.browser.post(f"/t/{game}/act", hx=True, do=f"{ask} flat")
        await ear.browser.post(f"/t/{game}/act", hx=True, do=f"{at}.1 dance")
        await ear.browser.post(f"/t/{game}/host", hx=True, do="dance")


async def test_sizes_tell_nothing(database_url: str) -> None:
    """Two tables that differ only in what a watcher may not know: each push to the watcher has the
    same size, compressed or not, row after row."""
    async with site(database_url) as here:
        for seed in (b"s1", b"s2", b"s3"):
            story = play_out(QUIRKY, Options(), 2, seed)
            state = story[0].game.state
            worlds = [story[0].game]
            worlds.append(replace_state(worlds[0], QUIRKY.redeal(state, None, Dice(seed))))
            rows = [[story[0].row], other_rows([story[0].row], None)]
            dice = Dice(seed)
            for step in range(8):
                done: list[Acted] = []
                seat = step % 2
                backs = [
                    {CARDS[f].back: f for f in game.state.players[seat].hand} for game in worlds
                ]
                both = sorted(set(backs[0]) & set(backs[1]))
                if not both:
                    break
                back = both[dice.below(len(both), step)]
                for game, kinds in zip(worlds, backs, strict=True):
                    said = f"play {kinds[back]} @{len(game.state.queue)}"
                    done.append(act(game, seat, ask_id(game, seat), said, Dice(seed)))
                worlds = [acted.game for acted in done]
                rows = [[*row, acted.row] for row, acted in zip(rows, done, strict=True)]
                shown = [
                    everything(here, game, row, None)
                    for game, row in zip(worlds, rows, strict=True)
                ]
                assert shown[0] == shown[1], first_difference(*shown)
