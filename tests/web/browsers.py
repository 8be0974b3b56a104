"""Browsers without a browser: cookies, forms, sockets, and a small model of what live.js does with
a page."""

import asyncio
import contextlib
import hashlib
import re
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import httpx
import uvicorn
import websockets
from fastapi import FastAPI
from websockets.asyncio.client import ClientConnection

from app import worker
from app.main import create_app
from app.settings import Settings
from app.web.auth import COOKIE
from app.web.deps import House

NAMES = ("Anna", "Ben", "Cleo", "Dan")


@dataclass
class Site:
    """One worker's app, with a real port or without, and the browsers that look at it."""

    app: FastAPI
    url: str
    stack: contextlib.AsyncExitStack
    server: uvicorn.Server | None = None

    @property
    def house(self) -> House:
        found: House = self.app.state.house
        return found

    async def browser(self, cookie: str = "") -> "Browser":
        """A new person, who has opened the start page; with a cookie: another tab of somebody."""
        browser = self.stranger()
        if cookie:
            browser.client.cookies.set(COOKIE, cookie)
        else:
            assert (await browser.get("/")).status_code == 200
        return browser

    def stranger(self) -> "Browser":
        """A browser that has not been here yet."""
        transport = None if self.server else httpx.ASGITransport(self.app)
        client = httpx.AsyncClient(base_url=self.url, transport=transport, timeout=60)
        self.stack.push_async_callback(client.aclose)
        return Browser(self, client)

    async def friends(self, count: int = 2) -> list["Browser"]:
        """So many new people."""
        return [await self.browser() for _ in range(count)]


@contextlib.asynccontextmanager
async def site(database_url: str, *, network: bool = False, **settings: Any) -> AsyncIterator[Site]:
    """One worker. With `network` it listens, as `./dev serve` lets it."""
    chosen = Settings(database_url=database_url, cdn=False, **settings)
    app = create_app(chosen)
    async with contextlib.AsyncExitStack() as stack:
        if not network:
            await stack.enter_async_context(app.router.lifespan_context(app))
            yield Site(app, "http://beepboop.test", stack)
            return
        config = worker.config(chosen)
        config.app, config.factory = app, False
        server = uvicorn.Server(config)
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        config.load()
        server.lifespan = config.lifespan_class(config)
        serving = asyncio.create_task(server._serve([listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            async with contextlib.AsyncExitStack() as inner:
                yield Site(app, f"http://127.0.0.1:{listener.getsockname()[1]}", inner, server)
        finally:
            server.should_exit = True
            await serving


def csrf_of(token: str) -> str:
    """What this cookie's forms carry."""
    return hashlib.sha256(b"form " + token.encode()).hexdigest()[:32]


@dataclass
class Browser:
    """One person's browser."""

    site: Site
    client: httpx.AsyncClient
    name: str = ""
    posts: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    """All that was posted, without the token."""

    @property
    def token(self) -> str:
        return self.client.cookies.get(COOKIE) or ""

    @property
    def csrf(self) -> str:
        return csrf_of(self.token)

    async def get(self, path: str, **headers: str) -> httpx.Response:
        """GET, with headers written as `x_have`."""
        named = {key.replace("_", "-"): value for key, value in headers.items()}
        return await self.client.get(path, headers=named)

    async def post(
        self,
        path: str,
        *,
        hx: bool = False,
        headers: dict[str, str] | None = None,
        **fields: Any,
    ) -> httpx.Response:
        """A form of ours."""
        self.posts.append((path, fields))
        extra = {"HX-Request": "true"} if hx else {}
        return await self.client.post(
            path, data={"csrf": self.csrf, **fields}, headers={**extra, **(headers or {})}
        )

    async def open_table(
        self, name: str, *, public: bool = False, watch: str = "link", **options: Any
    ) -> UUID:
        """Open a table and sit there."""
        self.name = name
        answer = await self.post(
            "/new/quirky_circuits",
            name=name,
            scenario=options.pop("scenario", "dust_bunnies"),
            public="yes" if public else "no",
            watch=watch,
            **options,
        )
        assert answer.status_code == 303, answer.text
        return UUID(answer.headers["location"].removeprefix("/t/"))

    async def join(self, game: UUID, name: str, do: str = "sit") -> httpx.Response:
        """By the table's invitation."""
        self.name = name
        invite = (await self.site.house.play.look(game)).info.invite
        return await self.post(f"/j/{invite}", name=name, do=do)

    async def room(self, game: UUID, do: str, **fields: Any) -> httpx.Response:
        """What one does in the waiting room."""
        return await self.post(f"/t/{game}/room", do=do, **fields)

    async def api(self, game: UUID) -> dict[str, Any]:
        """The table as JSON."""
        answer = await self.get(f"/api/tables/{game}")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def act(self, game: UUID, text: str, *, hx: bool = True) -> httpx.Response:
        """Answer what is asked now."""
        view = await self.api(game)
        return await self.post(f"/t/{game}/act", hx=hx, do=f"{view['ask']} {text}")

    @contextlib.asynccontextmanager
    async def socket(
        self, game: UUID | None, *, origin: str | None = "", **more: Any
    ) -> AsyncIterator[ClientConnection]:
        """This browser's socket at a table, or (None) on the start page."""
        url = self.site.url.replace("http", "ws")
        path = "/live" if game is None else f"/t/{game}/live"
        headers = {"Cookie": f"{COOKIE}={self.token}"} if self.token else {}
        async with websockets.connect(
            f"{url}{path}",
            origin=self.site.url if origin == "" else origin,  # type: ignore[arg-type] # any text will do
            additional_headers=headers,
            max_size=2**22,
            # A test reads when it likes: with a full queue nobody would hear that the line closes.
            max_queue=None,
            open_timeout=30,
            **more,
        ) as line:
            yield line


async def table_of(browsers: list[Browser], *, start: bool = True, **options: Any) -> UUID:
    """These people at a table, in play."""
    game = await browsers[0].open_table(NAMES[0], **options)
    for at, browser in enumerate(browsers[1:], 1):
        answer = await browser.join(game, NAMES[at])
        assert answer.status_code == 303, answer.text
    if start:
        for browser in browsers:
            assert (await browser.room(game, "ready", word="w")).status_code == 303
        assert (await browsers[0].room(game, "start")).status_code == 303
    return game


# what a page shows, and how messages change it


def region_of(html: str, name: str) -> str:
    """The whole element of a region within a page."""
    begin = html.index(f'<div id="{name}" class="region')
    depth = 0
    for tag in re.compile(r"<(/?)div\b").finditer(html, begin):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return html[begin : tag.end() + 1]
    raise AssertionError(f"region {name} doesn't end")


def attribute(html: str, name: str) -> str:
    """The first value of an attribute."""
    found = re.search(rf'{name}="([^"]*)"', html)
    assert found, f"no {name} in {html[:200]}"
    return found[1]


def lines_of(html: str) -> dict[str, str]:
    """Log lines by their ids, in order."""
    return {found[1]: found[0] for found in re.finditer(r'<li id="(log-[^"]+)".*?</li>', html)}


@dataclass
class Page:
    """A model of live.js: regions replaced by id, log lines appended, older pulses dropped."""

    regions: dict[str, str] = field(default_factory=dict)
    log: dict[str, str] = field(default_factory=dict)
    log_version: int = 0
    pulse: str = ""
    dropped: int = 0
    resyncs: int = 0
    reloads: int = 0

    @property
    def seq(self) -> int:
        return int(attribute(self.pulse, "data-seq")) if self.pulse else 0

    @property
    def wanted(self) -> dict[str, str]:
        """The versions that the pulse names."""
        pairs = attribute(self.pulse, "data-regions").split()
        return dict(pair.split(":", 1) for pair in pairs)

    @property
    def have(self) -> dict[str, str]:
        """The versions that this page has."""
        versions = {name: attribute(html, "data-v") for name, html in self.regions.items()}
        if "log" in self.wanted:
            versions["log"] = str(self.log_version)
        return versions

    @property
    def x_have(self) -> str:
        return " ".join(f"{name}:{v}" for name, v in self.have.items())

    @classmethod
    def loaded(cls, html: str) -> "Page":
        """A fresh page."""
        found = re.search(r'<i id="pulse".*?</i>', html)
        assert found, html[:500]
        page = cls(pulse=found[0])
        page.regions = {name: region_of(html, name) for name in page.wanted if name != "log"}
        if "log" in page.wanted:
            log = html[html.index('<ol id="log-lines"') :]
            page.log_version = int(attribute(log, "data-v"))
            page.log = lines_of(log[: log.index("</ol>")])
        return page

    def apply(self, message: str) -> None:
        """Take in a push or a reply."""
        if message == "{}":
            return
        parts = {
            found[1]: found[3]
            for found in re.finditer(
                r'<hx-partial hx-target="#([^"]+)" hx-swap="([^"]+)">(.*?)</hx-partial>',
                message,
                re.S,
            )
        }
        pulse = parts.pop("pulse")
        if self.pulse:
            if int(attribute(pulse, "data-seq")) < self.seq:
                self.dropped += 1
                return
            if attribute(pulse, "data-page") != attribute(self.pulse, "data-page"):
                self.reloads += 1
                return
        since = int(attribute(pulse, "data-log-from"))
        if "log-lines" in parts:
            lines = lines_of(parts.pop("log-lines"))
            if since <= self.log_version:
                self.log = {**self.log, **lines} if since else lines
        self.pulse = pulse
        if since <= self.log_version and "log" in self.wanted:
            self.log_version = int(self.wanted["log"])
        parts.pop("notice", None)
        parts.pop("beeps", None)
        self.regions |= parts
        if self.have != self.wanted:
            self.resyncs += 1

    def same_as(self, other: "Page") -> bool:
        """Whether two pages show the same."""
        return (self.regions, list(self.log.items()), self.wanted) == (
            other.regions,
            list(other.log.items()),
            other.wanted,
        )


async def follow(line: ClientConnection, page: Page) -> None:
    """Apply all that comes, until the line closes."""
    with contextlib.suppress(websockets.ConnectionClosed):
        async for message in line:
            assert isinstance(message, str)
            page.apply(message)


async def until(what: Any, seconds: float = 30.0) -> float:
    """Wait until something is so. How long it took."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    while not what():
        assert loop.time() - begun < seconds, "it never came"
        await asyncio.sleep(0.005)
    return loop.time() - begun
