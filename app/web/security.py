"""What every answer carries and what every request must pass: headers, origin, body size, rates."""

import re
import time
from collections import OrderedDict
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.play.refused import Refused

CDN = "https://cdn.jsdelivr.net"
MOST_BODY = 64 * 1024
HOST = re.compile(r"(?:[a-z0-9._-]+|\[[0-9a-f:]+(?:%25[a-z0-9]+)?\])(?::[0-9]{1,5})?", re.I | re.A)
LENGTH = re.compile(r"[0-9]{1,9}", re.A)


@lru_cache(maxsize=64)
def policy(host: str, *, cdn: bool) -> str:
    """The Content-Security-Policy of every page."""
    scripts = f"'self' {CDN}" if cdn else "'self'"
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self'; img-src 'self' data:;"
        f" font-src 'self'; connect-src 'self' ws://{host} wss://{host}; form-action 'self';"
        " base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
    )


def same_origin(connection: HTTPConnection) -> bool:
    """Whether the request's Origin is the page's own host. Browsers send it with sockets
    and posts.
    """
    origin = connection.headers.get("origin")
    host = connection.headers.get("host")
    if origin is None or host is None:
        return False
    try:
        return urlsplit(origin).netloc == host
    except ValueError:
        return False


def foreign(connection: HTTPConnection) -> bool:
    """Whether the browser says that another site sent this post.

    Pages with an invite token send no referrer, so their own forms come with the origin `null`;
    that says nothing either way, and the form's token decides.
    """
    if connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    return connection.headers.get("origin", "null") != "null" and not same_origin(connection)


def trustworthy(scheme: str, host: str) -> bool:
    """Whether browsers take this for a secure origin. On any other they only complain about some
    headers, on every page.
    """
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    return scheme == "https" or name in ("localhost", "127.0.0.1", "[::1]")


class Guard:
    """Plain ASGI: security headers on every answer, and no body larger than any of our forms."""

    def __init__(self, app: ASGIApp, *, cdn: bool) -> None:
        self._app = app
        self._cdn = cdn

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; see the class."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        asked = Headers(scope=scope)
        host = asked.get("host", "localhost")
        if not HOST.fullmatch(host):
            await _plain(send, 400, "This request names no host that can be.")
            return
        static = scope["path"].startswith("/static/")
        length = asked.get("content-length", "0")
        if not LENGTH.fullmatch(length) or int(length) > MOST_BODY:
            await _plain(send, 413, "That is more than any form here holds.")
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "same-origin"
                if trustworthy(scope["scheme"], host):
                    headers["Cross-Origin-Opener-Policy"] = "same-origin"
                headers["Content-Security-Policy"] = policy(host, cdn=self._cdn)
                if not static:
                    # Pages hold one viewer's secrets: no cache, no back-forward copy.
                    headers.setdefault("Cache-Control", "no-store")
                if "/j/" in scope["path"] or "/s/" in scope["path"]:
                    headers["Referrer-Policy"] = "no-referrer"
            await send(message)

        await self._app(scope, _limited(receive), with_headers)


def _limited(receive: Receive) -> Receive:
    """A body that came without a length may not grow past the limit either."""
    seen = 0

    async def receive_some() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > MOST_BODY:
            return {"type": "http.disconnect"}
        return message

    return receive_some


async def _plain(send: Send, status: int, text: str) -> None:
    body = text.encode()
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [
                (b"content-type", b"text/plain; charset=utf-8"),
                (b"content-length", str(len(body)).encode()),
            ],
        }
    )
    await send({"type": "http.response.body", "body": body})


class Pace:
    """How often somebody may do something: a bucket a name that refills steadily. In this worker
    only.
    """

    def __init__(self, most: int, per_seconds: float) -> None:
        self._most = most
        self._refill = most / per_seconds
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def check(self, who: str) -> float:
        """What is left. Raises `Refused` when the bucket is empty."""
        now = time.monotonic()
        left, at = self._buckets.get(who, (float(self._most), now))
        left = min(float(self._most), left + (now - at) * self._refill)
        if left < 1:
            raise Refused("slow_down", "That was a lot at once: please wait a moment.")
        return left

    def spend(self, who: str) -> None:
        """One more. Raises `Refused` when the bucket is empty."""
        left, now = self.check(who), time.monotonic()
        self._buckets[who] = (left - 1, now)
        self._buckets.move_to_end(who)
        while len(self._buckets) > 10_000:
            self._buckets.popitem(last=False)
