"""Pages that stand still: about, rules, and the pages of things out of the rules."""

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from app.play.refused import Refused
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
        printed=engine.printed(),
    )
    return HTMLResponse(page)


@router.get("/rules/{key}/{shelf}/{name}")
async def rules_of_one(
    key: str, shelf: str, name: str, house: HouseDep, person: PersonDep
) -> Response:
    """One thing alone, out of these rules."""
    engine = engine_of(key)
    pages = [page for page in engine.pages() if page.shelf == shelf]
    at = next((at for at, page in enumerate(pages) if page.key == name), None)
    if at is None:
        raise Refused("missing", f"The rules of {engine.title} have no page of that name.")
    page = house.painter.page(
        f"{engine.key}/rules_{shelf}.html",
        **common(house, person),
        pages=engine.pages(),
        page=pages[at],
        before=pages[at - 1] if at else None,
        after=pages[at + 1] if at + 1 < len(pages) else None,
        printed=engine.printed(),
    )
    return HTMLResponse(page)
