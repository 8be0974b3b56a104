"""What every request passes first: its id, its log line, its count, the net under it.

Plain ASGI, since each BaseHTTPMiddleware costs about 0.2 ms.
"""

import html
import secrets
import time
from collections.abc import Callable
from typing import Final

import structlog
from prometheus_client import Counter, Histogram
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.logs import bind

REQUESTS: Final = Counter(
    "beepboop_requests_total", "Answered requests", ["method", "route", "status"]
)
SECONDS: Final = Histogram(
    "beepboop_request_seconds",
    "How long answers took",
    ["route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
QUIET: Final = frozenset({"/static", "/healthz", "/metrics"})
"""Routes whose good answers nobody wants to read about."""

log = structlog.get_logger(__name__)

Apology = Callable[[Request, str], Response]
"""Makes the answer to a request that broke, from the number of the incident."""


def apology(request: Request, incident: str) -> Response:
    """The answer when something broke, as JSON or as a plain page. No trace, only the number."""
    sentence = "Something broke on our side. Your game is safe; please try again."
    if "text/html" not in request.headers.get("accept", ""):
        return JSONResponse({"error": sentence, "incident": incident}, status_code=500)
    return HTMLResponse(
        "<!doctype html><html lang=en><meta charset=utf-8><title>Something broke</title>"
        f"<h1>Something broke</h1><p>{html.escape(sentence)}</p>"
        f"<p>If it goes on, tell us the number of this incident: <b>{html.escape(incident)}</b></p>"
        '<p><a href="/">To the start</a></p></html>',
        status_code=500,
    )


class Access:
    """The layer around all routes; only the headers of app.web.security go over it."""

    def __init__(self, app: ASGIApp, *, apologize: Apology = apology) -> None:
        self.app = app
        self.apologize = apologize

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and see how it ends."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        request_id = secrets.token_hex(6)
        scope.setdefault("state", {})["request_id"] = request_id
        structlog.contextvars.clear_contextvars()
        bind(request=request_id)
        begun = time.perf_counter()
        status = 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {
                    **message,
                    "headers": [*message["headers"], (b"x-request-id", request_id.encode())],
                }
            elif message["type"] == "websocket.accept":
                status = 101
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except Exception:
            # The id of the request is the number of the incident: one number to look for.
            log.exception("incident", incident=request_id, route=route_of(scope))
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1011})
            elif status == 0:
                answer = self.apologize(Request(scope), request_id)
                await answer(scope, receive, watched)
            else:
                # Half an answer is out; only breaking the connection tells that it isn't whole.
                raise
            status = 500
        finally:
            record(scope, status, time.perf_counter() - begun)


def record(scope: Scope, status: int, seconds: float) -> None:
    """Count the request and log it. A socket counts when it closes."""
    route = route_of(scope)
    method = "WEBSOCKET" if scope["type"] == "websocket" else scope["method"]
    if method not in METHODS:
        method = "WEBSOCKET" if scope["type"] == "websocket" else "OTHER"
    REQUESTS.labels(method, route, status).inc()
    if scope["type"] == "http":
        SECONDS.labels(route).observe(seconds)
    game = scope.get("path_params", {}).get("game_id")
    values = {"game": str(game)} if game is not None else {}
    milliseconds = round(seconds * 1000, 1)
    tell = log.debug if route in QUIET and status < 400 else log.info
    tell("request", method=method, route=route, status=status, ms=milliseconds, **values)


def route_of(scope: Scope) -> str:
    """The route's pattern: the path itself may hold an invitation, and labels must stay few."""
    route = getattr(scope.get("route"), "path", None)
    if isinstance(route, str):
        return route
    return "/static" if scope["path"].startswith("/static/") else "(none)"
