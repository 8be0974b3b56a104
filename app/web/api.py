"""The same views and the same notation as JSON, for bots and tools: behind the same gate as the
pages.
"""

from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Body, Depends
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.play.refused import Refused
from app.play.tables import engine_of
from app.web import replay
from app.web.book import as_json, own_progress
from app.web.deps import House, HouseDep, PersonDep
from app.web.errors import refusal
from app.web.security import foreign
from app.web.table import look, seated
from engines.core import codec
from engines.core.engine import Illegal
from engines.core.game import ask_id

router = APIRouter(prefix="/api", tags=["tables"])


def trusted(request: Request, house: HouseDep, person: PersonDep) -> None:
    """Raises `Refused` for a post of another site, or without this cookie's token."""
    if foreign(request):
        raise Refused("forbidden", "This came from another site, so it was not done.")
    if not person.may_post(request.headers.get("x-csrf-token", "")):
        raise Refused("forbidden", "The header X-CSRF-Token is missing or wrong.")
    house.posts.spend(person.token)


@router.get("/tables/{game_id}")
async def table(game_id: UUID, house: HouseDep, person: PersonDep) -> Response:
    """A table as its asker may know it: status, seats, and once it runs the public and the private
    view.
    """
    return JSONResponse(await _view(house, person, game_id))


async def _view(house: House, person: Any, game_id: UUID) -> dict[str, Any]:
    held = await look(house, person, game_id)
    info = held.info
    seat = info.seat_of(person.user)
    view: dict[str, Any] = {
        "id": str(info.id),
        "game": info.engine,
        "title": info.title,
        "status": info.status,
        "seq": held.seq,
        "seats": [{"seat": s.seat, "name": s.name} for s in info.seats],
        "seat": seat,
    }
    if held.game is not None:
        engine, state = held.game.engine, held.game.state
        view["ask"] = None if seat is None else ask_id(held.game, seat)
        view["public"] = codec.plain(engine.public(state))
        view["private"] = codec.plain(engine.private(state, seat))
    return view


@router.get("/progress/{key}")
async def progress(key: str, house: HouseDep, person: PersonDep) -> Response:
    """What the asker has done with the book of a game, chapter by chapter, and which one is
    suggested next; nobody else's. A browser without a cookie has an untouched one.
    """
    engine = engine_of(key)
    book = engine.book()
    if book is None:
        raise Refused("missing", "This game has no book to finish.")
    mine = await own_progress(house, engine, person.user)
    return JSONResponse(as_json(engine, book, mine))


@router.get("/tables/{game_id}/at/{where}")
async def moment(
    game_id: UUID, where: str, request: Request, house: HouseDep, person: PersonDep
) -> Response:
    """A moment of the past, `where` a row (`14`) or a beat inside it (`14.2`), as its asker may
    know it: from their own place; after the end, with `as`, from any seat's (its number), as a
    watcher (`table`) or with all hands open (`all`).
    """
    wanted = request.query_params.get("as")
    return JSONResponse(replay.as_json(await replay.past(house, person, game_id, where, wanted)))


@router.post("/tables/{game_id}/act", dependencies=[Depends(trusted)])
async def act(
    game_id: UUID,
    house: HouseDep,
    person: PersonDep,
    ask: Annotated[str, Body(max_length=40)],
    text: Annotated[str, Body(max_length=2_000)],
) -> Response:
    """Answer the table: the ask's id and an action in notation. The reply is the table after it.

    Needs the cookie of a seat and the header `X-CSRF-Token`, as every post here.
    """
    await look(house, person, game_id)
    try:
        user = seated(person)
        house.hub.touch(game_id, user)
        await house.play.act(game_id, user, ask, text)
    except Illegal as illegal:
        raise refusal(illegal) from None
    return JSONResponse(await _view(house, person, game_id))
