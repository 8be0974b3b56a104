"""Killing the server loses no acknowledged action."""

import asyncio
import contextlib
import os
import random
import re
import signal
import subprocess
import time
from typing import Any
from uuid import UUID

import httpx
import psycopg

from app.db import address, conninfo
from tests.web.browsers import Browser, Site


def kill_all(served: Any) -> None:
    """The owner and its workers, without a word of warning."""
    found = subprocess.run(
        ["pgrep", "-P", str(served.process.pid)], capture_output=True, text=True, check=False
    )
    for pid in [served.process.pid, *map(int, found.stdout.split())]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    served.process.wait()


def stored(database_url: str, game: UUID) -> list[tuple[int, int, str, str]]:
    """The rows of a table: seq, seat, ask, text."""
    with psycopg.connect(conninfo(address(database_url))) as connection:
        return connection.execute(
            "select seq, seat, ask, text from actions where game_id = %s order by seq", [game]
        ).fetchall()


async def post_until_killed(
    friends: list[Browser], game: UUID, acknowledged: list[tuple[int, str, str]]
) -> tuple[int, str, str] | None:
    """Lay cards as fast as the server takes them. The answer that was on its way when it died."""
    pending = None
    try:
        for step in range(10_000):
            seat = step % 2
            view = await friends[seat].api(game)
            if view["status"] != "running":
                return None
            if not view["private"]["hand"]["cards"]:
                continue
            said = f"play any @{len(view['public']['queue']['cards'])}"
            pending = (seat, view["ask"], said)
            answer = await friends[seat].post(f"/t/{game}/act", hx=True, do=f"{view['ask']} {said}")
            assert answer.status_code == 200, answer.text
            acknowledged.append(pending)
            pending = None
    except (httpx.TransportError, OSError):
        return pending
    return None


async def test_a_kill_loses_no_acknowledged_action(app_server: Any, database_url: str) -> None:
    """Killed twice in a stream of posts: what was answered with 200 is there, in order; what
    was not is there whole or not at all; and the game goes on with the same cookies."""
    dice, acknowledged = random.Random(17), list[tuple[int, str, str]]()
    running = app_server(BEEPBOOP_PACE="false")
    async with contextlib.AsyncExitStack() as stack:
        there = Site(None, running.url, stack, object())  # type: ignore[arg-type] # its app runs elsewhere
        friends = [await there.browser() for _ in range(2)]
        game = await open_over_http(friends)
        tokens = [browser.token for browser in friends]
        in_the_air = 0
        for _ in range(2):
            before = len(acknowledged)
            posting = asyncio.create_task(post_until_killed(friends, game, acknowledged))
            begun = time.monotonic()
            while len(acknowledged) == before and time.monotonic() - begun < 30:
                await asyncio.sleep(0.002)
            await asyncio.sleep(dice.random() * 0.4)
            await asyncio.to_thread(kill_all, running)
            pending = await posting
            rows = stored(database_url, game)
            assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
            played = [row[1:] for row in rows[1:]]
            extra = [row for row in played if row not in acknowledged]
            assert [row for row in played if row in acknowledged] == acknowledged
            assert extra in ([], [pending])
            if extra:
                in_the_air += 1
                acknowledged.append(extra[0])
            running = app_server(BEEPBOOP_PACE="false")
            friends = []
            for token in tokens:
                there = Site(None, running.url, stack, object())  # type: ignore[arg-type] # as above
                friends.append(await there.browser(token))
            for seat, browser in enumerate(friends):
                view = await browser.api(game)
                assert view["seat"] == seat
                assert view["seq"] == len(rows)
            if (await friends[0].api(game))["status"] != "running":
                game, acknowledged = await open_over_http(friends), []
        assert len(acknowledged) + in_the_air > 0


async def open_over_http(friends: list[Browser]) -> UUID:
    """A table in play, made by pages alone."""
    game = await friends[0].open_table("Anna")
    page = (await friends[0].get(f"/t/{game}")).text
    found = re.search(r"/j/([a-z]+-[a-z]+-[a-z]+)", page)
    assert found
    assert (await friends[1].post(f"/j/{found[1]}", name="Ben")).status_code == 303
    for browser in friends:
        await browser.room(game, "ready", word="w")
    await friends[0].room(game, "start")
    return game
