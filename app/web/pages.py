"""Pages that stand still: about, rules."""

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from app.play.tables import engine_of
from app.web.deps import HouseDep, PersonDep, common

router = APIRouter()


@router.get("/about")
async def about(house: HouseDep, person: PersonDep) -> Response:
    """What this is, and what it is not."""
    page = house.painter.page(
        "pages/about.html", **common(house, person), known=person.user is not None
    )
    response = HTMLResponse(page)
    if person.fresh:
        house.doorman.give_cookie(person, response)
    return response


@router.get("/rules/{key}")
async def rules(key: str, house: HouseDep, person: PersonDep) -> Response:
    """How to play a game, in our own words."""
    engine = engine_of(key)
    page = house.painter.page(
        f"{engine.key}/rules.html",
        **common(house, person),
        scenarios=engine.catalogue(),
        printed=engine.printed(),
    )
    return HTMLResponse(page)
