"""The load of `./dev bench`, in a process of its own: people at tables, as their browsers would be.

It reads one command a line from standard input and answers in lines of JSON:

    {"seat": 100}                       {"seated": 100}
    {"run": 10.0, "rate": 100}          {"clock": "on"} {"clock": "off"} ... {"ran": {...}}

Everything goes over real HTTP and real websockets: cookies, form tokens, an invitation, seats. The
moves are random ones among the buttons of the region `moves`. A table makes one move at a time, so
the number that a move made is known, and it is seen when all five sockets have said it.
"""

import asyncio
import html
import json
import random
import re
import statistics
import sys
import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from html.parser import HTMLParser
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode, urlsplit

import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

PLAYERS: Final = 4
AT_ONCE: Final = 8
"""Tables that are being seated at the same time."""
PATIENCE: Final = 20.0
"""Seconds after which a move that has not reached everybody counts as lost."""

CSRF: Final = re.compile(r'name="csrf" value="([^"]+)"')
INVITE: Final = re.compile(r"/j/([a-z]+-[a-z]+-[a-z]+)")
PULSE: Final = re.compile(r'<i id="pulse"[^>]* data-seq="(-?\d+)"[^>]* data-regions="([^"]*)"')
BUTTON: Final = re.compile(r'<button form="act" name="do" value="([^"]*)"([^>]*)>')
MOVES: Final = 'hx-target="#moves"'
SEEN: Final = re.compile(r'name="seen" value="(\d+)"')


class Reply(NamedTuple):
    """An HTTP answer. Header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    text: str


class Http:
    """A minimal keep-alive HTTP/1.1 client for one host: bodies with a length, gzip, no redirects.

    Only so that the load generator needs little of the machine that it shares with the server.
    """

    def __init__(self, url: str) -> None:
        self.host = urlsplit(url).netloc
        self._idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def ask(
        self,
        method: str,
        path: str,
        cookie: str = "",
        form: Mapping[str, str] | None = None,
        more: Mapping[str, str] | None = None,
    ) -> Reply:
        """One request. An idle connection that the server has closed is replaced by a new one."""
        body = b"" if form is None else urlencode(form).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}", "Accept-Encoding: gzip"]
        if cookie:
            lines.append(f"Cookie: {cookie}")
        if form is not None:
            lines.append(f"Origin: http://{self.host}")
            lines.append("Content-Type: application/x-www-form-urlencoded")
            lines.append(f"Content-Length: {len(body)}")
        lines += [f"{name}: {value}" for name, value in (more or {}).items()]
        request = "\r\n".join([*lines, "", ""]).encode() + body
        while True:
            reused = bool(self._idle)
            reader, writer = await self._connection()
            try:
                writer.write(request)
                reply = await self._read(reader)
            except (asyncio.IncompleteReadError, ConnectionError):
                writer.close()
                if not reused:
                    raise
                continue
            self._idle.append((reader, writer))
            return reply

    async def _connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        while self._idle:
            reader, writer = self._idle.pop()
            if not reader.at_eof():
                return reader, writer
            writer.close()
        host, _, port = self.host.partition(":")
        return await asyncio.open_connection(host, int(port))

    async def _read(self, reader: asyncio.StreamReader) -> Reply:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = (line.split(": ", 1) for line in lines if line)
        headers = {name.lower(): value for name, value in pairs}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        if headers.get("content-encoding") == "gzip":
            body = zlib.decompress(body, wbits=31)
        return Reply(int(first.split(" ")[1]), headers, body.decode())


class Person:
    """A browser: its cookie and its form token, which come with the first page it loads."""

    def __init__(self, http: Http) -> None:
        self.http = http
        self.cookie = ""
        self.csrf = ""

    async def get(self, path: str) -> str:
        """Load a page. Raises `RuntimeError` if there is none."""
        reply = await self.http.ask("GET", path, self.cookie)
        self.cookie = reply.headers.get("set-cookie", "").partition(";")[0] or self.cookie
        found = CSRF.search(reply.text)
        self.csrf = found[1] if found else self.csrf
        if reply.status != 200:
            raise RuntimeError(f"GET {path.split('/')[1]}: {reply.status}")
        return reply.text

    async def post(self, path: str, /, **form: str) -> Reply:
        """Send a form with the token in it, as a browser without script does."""
        return await self.http.ask("POST", path, self.cookie, {"csrf": self.csrf, **form})

    async def tap(self, path: str, have: str, value: str, seen: str = "") -> Reply:
        """Press a button, as htmx does."""
        headers = {"HX-Request": "true", "X-CSRF-Token": self.csrf, "X-Have": have}
        form = {"csrf": self.csrf, "seen": seen, "do": value}
        return await self.http.ask("POST", path, self.cookie, form, headers)


class Page:
    """One person's page of one table with its socket."""

    def __init__(self, table: "Table", person: Person) -> None:
        self.table = table
        self.person = person
        self.number = -1
        self.versions = ""
        self.moves = ""
        self.seen = ""
        self.told = -1
        """The highest number that came through the socket, and when it came."""
        self.told_at = 0.0
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None

    def take(self, message: str) -> int:
        """Apply a message, unless the page is newer. The number it leads to."""
        pulse = PULSE.search(message, max(0, message.rfind('<i id="pulse"')))
        if pulse is None:
            return -1
        number = int(pulse[1])
        if number >= self.number:
            self.number = number
            self.versions = pulse[2]
            start = message.find(MOVES)
            if start >= 0:
                self.moves = message[start : message.find("</hx-partial>", start)]
            if seen := SEEN.search(message):
                self.seen = seen[1]
        return number

    def offers(self) -> list[str]:
        """What the buttons of this page would send."""
        return [
            html.unescape(value)
            for value, rest in BUTTON.findall(self.moves)
            if "aria-disabled" not in rest
        ]

    async def open(self) -> None:
        """Load the page, connect its socket and wait for the first message."""
        await self.person.get(self.table.path)
        host = self.person.http.host
        self._socket = await connect(
            f"ws://{host}{self.table.path}/live",
            origin=Origin(f"http://{host}"),
            additional_headers={"Cookie": self.person.cookie},
            open_timeout=60,
            ping_interval=None,
        )
        self._hear(str(await self._socket.recv()))
        self._reading = asyncio.create_task(self._read(self._socket))

    def _hear(self, message: str) -> None:
        now = time.perf_counter()
        number = self.take(message)
        if number >= 0:
            self.table.count(len(message.encode()))
        if number > self.told:
            self.told, self.told_at = number, now
            self.table.heard()

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for message in socket:
                self._hear(str(message))
        except ConnectionClosed:
            pass

    async def close(self) -> None:
        """Leave the page."""
        if self._socket is not None:
            await self._socket.close()
        if self._reading is not None:
            await self._reading


class Table:
    """A table, its players' pages and its watcher's; the host is the first, the watcher the
    last.
    """

    def __init__(self, people: Sequence[Person], count: Callable[[int], None]) -> None:
        self.people = people
        self.count = count
        self.path = ""
        self.pages: list[Page] = []
        self._awaited = 0
        self._all_told: asyncio.Future[None] | None = None

    async def seat(self, game: str) -> None:
        """From a new table to the first hand, each with a page of it."""
        host, *guests = self.people
        fields = form_fields(await host.get(f"/new/{game}"), f"/new/{game}")
        reply = await host.post(f"/new/{game}", **{**fields, "name": "Player 1"})
        self.path = place(reply)
        found = INVITE.search(await host.get(self.path))
        if found is None:
            raise RuntimeError("The waiting room shows no invitation.")
        for number, guest in enumerate(guests, 2):
            await guest.get(found[0])
            sits = "sit" if guest is not guests[-1] else "watch"
            place(await guest.post(found[0], do=sits, name=f"Player {number}"))
        await self._start()

    async def again(self) -> None:
        """The same people at the next table, when a game has ended."""
        await asyncio.gather(*(page.close() for page in self.pages))
        reply = await self.people[0].tap(f"{self.path}/host", "", "again")
        self.path = reply.headers["hx-redirect"]
        await self._start()

    async def _start(self) -> None:
        room = f"{self.path}/room"
        for player in self.people[:-1]:
            word = random.randbytes(8).hex()
            place(await player.post(room, do="ready", word=word))
        place(await self.people[0].post(room, do="start"))
        self.pages = [Page(self, person) for person in self.people]
        for page in self.pages:
            await page.open()

    def choose(self, chance: random.Random) -> tuple[Page, str] | None:
        """A seat that may act and one of its moves; None if the game has ended."""
        for page in chance.sample(self.pages[:-1], len(self.pages) - 1):
            if offers := page.offers():
                return page, chance.choice(offers)
        return None

    async def move(self, page: Page, value: str) -> tuple[int, float]:
        """Post a move and wait until every page has it: the status and when the last one had it."""
        reply = await page.person.tap(f"{self.path}/act", page.versions, value, page.seen)
        number = page.take(reply.text)
        if reply.status == 200:
            self._awaited = number
            if not self._everybody():
                self._all_told = asyncio.get_running_loop().create_future()
                async with asyncio.timeout(PATIENCE):
                    await self._all_told
        return reply.status, max(page.told_at for page in self.pages)

    def _everybody(self) -> bool:
        return all(page.told >= self._awaited for page in self.pages)

    def heard(self) -> None:
        """A socket has brought news."""
        waiting = self._all_told
        if waiting is not None and not waiting.done() and self._everybody():
            waiting.set_result(None)


class Load:
    """All tables, and what they have done since the last `run` began."""

    def __init__(self, url: str, game: str) -> None:
        self._http = Http(url)
        self._game = game
        self._chance = random.Random(7)
        self._tables: list[Table] = []
        self._ended: list[Table] = []
        self._running = False
        self._bytes: list[int] = []
        self._waits: list[float] = []
        self._refused = 0
        self._lost = 0

    def _count(self, size: int) -> None:
        if self._running:
            self._bytes.append(size)

    async def seat(self, tables: int) -> dict[str, Any]:
        """More tables, until there are so many."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def one() -> Table:
            async with gate:
                people = [Person(self._http) for _ in range(PLAYERS + 1)]
                table = Table(people, self._count)
                await table.seat(self._game)
                return table

        missing = tables - len(self._tables)
        self._tables += await asyncio.gather(*(one() for _ in range(missing)))
        return {"seated": len(self._tables)}

    async def run(self, seconds: float, rate: float | None) -> dict[str, Any]:
        """Play for so long: so many moves a second, or with None as many as the server can take.

        The clock stands still while tables whose game has ended are dealt anew.
        """
        self._bytes, self._waits, self._refused, self._lost = [], [], 0, 0
        left, took, cpu = seconds, 0.0, 0.0
        while left > 0:
            tell({"clock": "on"})
            start, cpu_start = time.perf_counter(), time.process_time()
            self._running = True
            stop = start + left
            if rate is None:
                await asyncio.gather(*(self._one_after_another(t, stop) for t in self._tables))
            else:
                await self._at_rate(rate, start, stop)
            self._running = False
            end = time.perf_counter()
            # What was still on its way at the end counts, and so does the time it took.
            took += end - start
            left -= end - start
            cpu += time.process_time() - cpu_start
            tell({"clock": "off"})
            await self._deal_again()
        moves = len(self._waits)
        cuts = statistics.quantiles(self._waits, n=100) if moves > 1 else [0.0] * 99
        return {
            "ran": {
                "moves": moves,
                "seconds": took,
                "p50_ms": cuts[49] * 1000,
                "p99_ms": cuts[98] * 1000,
                "bytes_per_push": sum(self._bytes) / max(1, len(self._bytes)),
                "client_cpu": cpu / took,
                "refused": self._refused,
                "lost": self._lost,
            }
        }

    def _too_few(self) -> bool:
        return len(self._ended) > len(self._tables) // 10

    async def _one_after_another(self, table: Table, stop: float) -> None:
        while (now := time.perf_counter()) < stop and not self._too_few():
            if not await self._move(table, now):
                return

    async def _at_rate(self, rate: float, due: float, stop: float) -> None:
        idle: asyncio.Queue[Table] = asyncio.Queue()
        for table in self._chance.sample(self._tables, len(self._tables)):
            idle.put_nowait(table)

        async def one(table: Table, due: float) -> None:
            if await self._move(table, due):
                idle.put_nowait(table)

        async with asyncio.TaskGroup() as group:
            while due < stop and time.perf_counter() < stop and not self._too_few():
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                try:
                    async with asyncio.timeout(max(0.0, stop - time.perf_counter())):
                        table = await idle.get()
                except TimeoutError:
                    break
                # The wait counts from when the move was due: a busy table makes it longer.
                group.create_task(one(table, due))
                due += 1 / rate
        if not self._too_few():
            # To the end, so that no second start squeezes in moves of its own.
            await asyncio.sleep(max(0.0, stop - time.perf_counter()))

    async def _move(self, table: Table, due: float) -> bool:
        """One move of this table; False if its game has ended."""
        chosen = table.choose(self._chance)
        if chosen is None:
            self._ended.append(table)
            return False
        try:
            status, seen = await table.move(*chosen)
        except TimeoutError:
            self._lost += 1
            return True
        if status == 200:
            self._waits.append(seen - due)
        else:
            self._refused += 1
        return True

    async def _deal_again(self) -> None:
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(table: Table) -> None:
            async with gate:
                await table.again()

        ended, self._ended = self._ended, []
        await asyncio.gather(*(one(table) for table in ended))


class Fields(HTMLParser):
    """What a form would send if nobody touched it."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self._action = action
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the inputs of the form."""
        given = dict(attrs)
        if tag == "form":
            self._inside = given.get("action") == self._action
        elif tag == "input" and self._inside and given.get("name"):
            if given.get("type") not in ("radio", "checkbox") or "checked" in given:
                self.values[given["name"] or ""] = given.get("value") or ""


def form_fields(page: str, action: str) -> dict[str, str]:
    """The fields of the page's form that posts there, with their first values."""
    parser = Fields(action)
    parser.feed(page)
    return parser.values


def place(reply: Reply) -> str:
    """Where a good post leads. Raises `RuntimeError` if it was refused."""
    if reply.status != 303:
        raise RuntimeError(f"A post was answered with {reply.status}: {reply.text[:2_000]}")
    return reply.headers["location"]


def tell(fact: Mapping[str, Any]) -> None:
    """A line for the bench."""
    sys.stdout.write(json.dumps(fact) + "\n")
    sys.stdout.flush()


async def serve(url: str, game: str) -> None:
    """Do what the lines of standard input say, until they end."""
    load = Load(url, game)
    while line := await asyncio.to_thread(sys.stdin.readline):
        command = json.loads(line)
        if "seat" in command:
            tell(await load.seat(command["seat"]))
        else:
            tell(await load.run(command["run"], command["rate"]))


if __name__ == "__main__":
    uvloop.run(serve(*sys.argv[1:3]))
