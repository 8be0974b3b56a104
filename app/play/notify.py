"""Hints between workers over Postgres LISTEN/NOTIFY, and the look at the database that makes up for
lost ones.
"""

import asyncio
from collections.abc import Callable, Coroutine
from secrets import token_hex
from typing import Any
from uuid import UUID

import psycopg
import structlog
from sqlalchemy.engine import URL

from app.db import conninfo
from app.play.hub import PRESENCE_REPEATS, Hub, table_topic

CHANNEL = "beepboop"
GATHER_SECONDS = 0.01
MOST_BYTES = 7_000
"""A NOTIFY payload may have 8,000."""
LOOK_SECONDS = 2.0

log = structlog.get_logger()


class Notifier:
    """One worker's two connections of its own: one sends what moved, one listens. Both come back by
    themselves.
    """

    def __init__(
        self,
        hub: Hub,
        address: URL,
        look: Callable[[list[UUID]], Coroutine[Any, Any, dict[UUID, int]]],
        on_gap: Callable[[], None] = lambda: None,
    ) -> None:
        self._hub = hub
        self._conninfo = conninfo(address)
        self._look = look
        self._on_gap = on_gap
        self._me = token_hex(4)
        self._hints: dict[str, None] = {}
        self._some = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        hub.announce = self.announce

    def announce(self, hint: str) -> None:
        """Send this to the other workers, at the next gathering."""
        self._hints[hint] = None
        self._some.set()

    async def start(self) -> None:
        """Start sending, listening and looking."""
        for work in (self._send, self._listen, self._look_again, self._repeat_presence):
            self._tasks.append(asyncio.create_task(self._supervised(work), name=work.__name__))

    async def stop(self) -> None:
        """Stop all of it."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _supervised(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            try:
                await work()
            except Exception as fault:
                log.warning("notifier lost its connection", work=work.__name__, fault=repr(fault))
            await asyncio.sleep(1.0)

    async def _send(self) -> None:
        async with await self._connect() as connection:
            while True:
                await self._some.wait()
                await asyncio.sleep(GATHER_SECONDS)
                self._some.clear()
                hints, self._hints = self._hints, {}
                try:
                    for payload in gathered(list(hints)):
                        said = f"{self._me} {payload}"
                        await connection.execute("select pg_notify(%s, %s)", (CHANNEL, said))
                except BaseException:
                    # Said again over the next connection: the look only makes up for tables.
                    self._hints = {**hints, **self._hints}
                    self._some.set()
                    raise

    async def _listen(self) -> None:
        async with await self._connect() as connection:
            await connection.execute(f"listen {CHANNEL}")
            # Whatever was said before this moment was not heard.
            self._on_gap()
            await self._look_once()
            async for note in connection.notifies():
                sender, *hints = note.payload.split(" ")
                if sender != self._me:
                    for hint in hints:
                        try:
                            hear(self._hub, hint)
                        except ValueError:
                            # Not what it says: it may hold what somebody did.
                            kind = hint.partition(":")[0][:20]
                            log.warning("a hint nobody here understands", kind=kind)

    async def _look_again(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await self._look_once()

    async def _look_once(self) -> None:
        """Ask the database for the numbers of all watched tables; tell of those that have moved."""
        games = [
            UUID(t.removeprefix("table:")) for t in self._hub.watched if t.startswith("table:")
        ]
        if not games:
            return
        numbers = await self._look(games)
        for game in games:
            topic = table_topic(game)
            number = numbers.get(game, -1)
            if number == -1 or number > self._hub.numbers.get(topic, 0):
                self._hub.heard(topic, number)

    async def _repeat_presence(self) -> None:
        while True:
            await asyncio.sleep(PRESENCE_REPEATS)
            self._hub.repeat_presence()

    async def _connect(self) -> psycopg.AsyncConnection[Any]:
        return await psycopg.AsyncConnection.connect(
            self._conninfo, autocommit=True, application_name="beepboop hints", connect_timeout=5
        )


def gathered(hints: list[str]) -> list[str]:
    """The hints joined by spaces into as few payloads of at most 7,000 bytes as their order
    allows.
    """
    payloads: list[str] = []
    current = ""
    for hint in hints:
        if current and len(current) + 1 + len(hint) > MOST_BYTES:
            payloads.append(current)
            current = hint
        else:
            current = f"{current} {hint}" if current else hint
    return [*payloads, current] if current else payloads


def hear(hub: Hub, hint: str) -> None:
    """Take in one hint of another worker."""
    what, _, value = hint.rpartition("=")
    kind, _, subject = what.partition(":")
    if kind == "here":
        hub.heard_here(UUID(subject), UUID(value))
    elif kind == "seen":
        hub.heard_seen(UUID(subject), UUID(value))
    elif kind == "left":
        hub.heard_left(UUID(subject), UUID(value))
    elif kind == "row":
        number, rev, told = value.split("/")
        hub.heard_row(UUID(subject), int(number), int(rev), told)
    elif kind == "beep":
        seat, _, at = value.partition("/")
        hub.heard_beep(UUID(subject), int(seat), int(at))
    else:
        hub.heard(what, int(value))
