"""What the routes get from the outside: the house, the person, the checked form."""

from dataclasses import dataclass, field
from typing import Annotated, Any
from urllib.parse import parse_qsl

from fastapi import Depends
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker
from starlette.requests import ClientDisconnect, HTTPConnection, Request

from app.play.history import History
from app.play.hub import Hub
from app.play.refused import Refused
from app.play.service import Play
from app.settings import Settings
from app.web.auth import Doorman, Person
from app.web.render import Painter
from app.web.security import Pace, foreign


@dataclass(frozen=True)
class House:
    """All that one worker keeps, made once in `app.main`."""

    settings: Settings
    sessions: async_sessionmaker[AsyncSession]
    hub: Hub
    play: Play
    doorman: Doorman
    painter: Painter
    guesses: Pace
    """Invitations and seat links that opened nothing, by address."""
    openings: Pace
    """New people and new tables, by address."""
    talk: Pace
    """Lines of talk, by person."""
    posts: Pace
    """Posts of any kind, by browser."""
    history: History = field(default_factory=History)


async def house(connection: HTTPConnection) -> House:
    """The worker's house. Async, since FastAPI sends plain functions to a thread."""
    found: House = connection.app.state.house
    return found


HouseDep = Annotated[House, Depends(house)]


async def person(connection: HTTPConnection, house: HouseDep) -> Person:
    """Who asks."""
    return await house.doorman.person(connection)


PersonDep = Annotated[Person, Depends(person)]


def common(house: House, person: Person) -> dict[str, Any]:
    """What every page shows of its reader: the form token, their name, their light."""
    return {
        "csrf": person.csrf,
        "my_name": person.name,
        "theme": person.theme,
        "cdn": house.settings.cdn,
    }


def guide_cookie(game: str) -> str:
    """Where a browser keeps whether the guide stands beside its tables of this game: `on`, `off`.
    No secret: guide.js changes it.
    """
    return f"guide_{game}"


def address(connection: HTTPConnection) -> str:
    """Where a request came from, for pace only: never stored."""
    return connection.client.host if connection.client else ""


async def posted(request: Request, house: House, person: Person) -> dict[str, str]:
    """The fields of a form of ours. Raises `Refused`: a foreign origin, no token, a body that can't
    be read.
    """
    if foreign(request):
        raise Refused("forbidden", "This came from another site, so it was not done.")
    house.posts.spend(person.token if not person.fresh else address(request))
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind != "application/x-www-form-urlencoded":
        raise Refused("invalid", "This is not one of our forms.")
    try:
        body = (await request.body()).decode("ascii")
        fields = dict(parse_qsl(body, keep_blank_values=True, errors="strict", max_num_fields=60))
    except (ValueError, ClientDisconnect):
        raise Refused("invalid", "This form can't be read.") from None
    if any("\x00" in value for value in fields.values()):
        raise Refused("invalid", "Please leave out invisible characters.")
    token = request.headers.get("x-csrf-token") or fields.get("csrf", "")
    if not person.may_post(token):
        raise Refused(
            "forbidden", "This page is too old to be trusted: please load it again.", key="token"
        )
    return fields


async def form(request: Request, house: HouseDep, person: PersonDep) -> dict[str, str]:
    """The same as a dependency."""
    return await posted(request, house, person)


FormDep = Annotated[dict[str, str], Depends(form)]
