"""Refusals and faults as answers: the right status, a sentence, and for a fault a number to ask
about.
"""

from typing import Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from app.play.refused import Kind, Refused
from app.web.auth import theme_of
from app.web.render import notice, part
from engines.core.engine import Illegal

STATUS: Final[dict[Kind, int]] = {
    "missing": 404,
    "forbidden": 403,
    "conflict": 409,
    "invalid": 422,
    "gone": 410,
    "slow_down": 429,
    "broken": 409,
}
TITLES: Final = {
    403: "That isn’t open to you",
    404: "There is nothing here",
    405: "That doesn’t work here",
    409: "Not just now",
    410: "That link is spent",
    413: "Too much",
    422: "That can’t be",
    429: "One moment, please",
    500: "Something broke here",
}


def refusal(illegal: Illegal) -> Refused:
    """What the rules forbid, as a refusal. What was true when the page was painted, but is no more
    (`moved_on`, see `Reason`), is a conflict and no mistake.
    """
    reason = illegal.reason
    kind: Kind = "conflict" if reason.key == "moved_on" else "invalid"
    return Refused(kind, reason.text, rule=reason.rule)


def error_answer(
    request: Request,
    status: int,
    sentence: str,
    *,
    incident: str | None = None,
    rule: str = "",
    field: str = "",
) -> Response:
    """An error in the form the asker reads: JSON for the API, a part for htmx, else a page."""
    if request.url.path.startswith("/api/"):
        body = {"error": sentence, "rule": rule, "field": field, "incident": incident}
        return JSONResponse({k: v for k, v in body.items() if v}, status)
    painter = request.app.state.house.painter
    if "hx-request" in request.headers:
        text = sentence if incident is None else f"{sentence} (Incident {incident}.)"
        told = notice(painter, "error", text, rule)
        return HTMLResponse(part("notice", "outerMorph", told.html), status)
    return HTMLResponse(
        painter.page(
            "pages/error.html",
            status=status,
            title=TITLES.get(status, "That didn’t work"),
            sentence=sentence,
            incident=incident,
            back=None,
            theme=theme_of(request),
        ),
        status,
    )


async def on_refused(request: Request, refused: Exception) -> Response:
    """The play layer said no."""
    assert isinstance(refused, Refused)
    status = STATUS[refused.kind]
    return error_answer(request, status, refused.text, rule=refused.rule, field=refused.field)


async def on_http(request: Request, error: Exception) -> Response:
    """The framework said no: an unknown path, a wrong method."""
    assert isinstance(error, HTTPException)
    sentences = {
        404: "There is no page at this address.",
        405: "This address doesn’t take that kind of request.",
    }
    return error_answer(
        request, error.status_code, sentences.get(error.status_code, "That didn’t work.")
    )


async def on_invalid(request: Request, error: Exception) -> Response:
    """A path or query that isn't of the right form. A table's id that is no id is simply no
    table.
    """
    assert isinstance(error, RequestValidationError)
    if any(problem["loc"][0] == "path" for problem in error.errors()):
        return error_answer(request, 404, "There is no such table, or it is not open to you.")
    field = ".".join(str(part) for part in error.errors()[0]["loc"][1:])
    return error_answer(request, 422, "That request is not of the right form.", field=field)


def wire(app: FastAPI) -> None:
    """Put these in charge."""
    app.add_exception_handler(Refused, on_refused)
    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(RequestValidationError, on_invalid)
