"""A table as it was, at /t/<id>/at/<row>[.<beat>]: through the same views as the live page, with
nothing to do on it.
"""

import re
from types import SimpleNamespace
from typing import Any, Final, NamedTuple
from uuid import UUID

from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.play.history import FIRST, Moment, Stop, no_moment
from app.play.refused import Refused
from app.play.service import Held, log_lines
from app.web.auth import Person
from app.web.deps import House, HouseDep, PersonDep, common
from app.web.render import Painted, in_place, lookback, past_views, read_have, seat_name
from app.web.table import around, look
from engines.core import codec
from engines.core.engine import Seat, Viewer

router = APIRouter()

STOP: Final = re.compile(r"([1-9][0-9]{0,5})(?:\.([1-9][0-9]{0,2}))?", re.A)
TABLE: Final = "table"
"""How an address names somebody who watches and holds no cards."""
ALL: Final = "all"
NOTHING: Final = frozenset({"people", "talk", "next", "notice"})
"""Regions of a live table that a moment of the past doesn't have."""


class Past(NamedTuple):
    """A moment as somebody looks at it: from `viewer`, their own place being `own`."""

    moment: Moment
    viewer: Viewer
    own: Seat | None
    query: str
    """What a link to another moment, seen by the same viewer, ends with."""
    kept: dict[Any, Any] | None = None
    """What the table's last moments were painted from."""


def read_stop(where: str) -> Stop:
    """Where an address leads. Raises `Refused` as for a moment that isn't there."""
    found = STOP.fullmatch(where)
    if found is None:
        raise no_moment()
    return Stop(int(found[1]), int(found[2] or 0))


def word_for(viewer: Viewer) -> str:
    """How an address names this viewer."""
    return TABLE if viewer is None else str(viewer)


def read_viewer(held: Held, own: Seat | None, wanted: str | None) -> Viewer:
    """From where somebody looks back: while the game runs from their own place only, then from any
    seat, from nowhere or with all hands open. Raises `Refused`.
    """
    if wanted is None or wanted == word_for(own):
        return own
    if held.info.status == "running":
        place = "as somebody who watches" if own is None else "from your own seat"
        raise Refused("forbidden", f"While the game runs you can look back only {place}.")
    if wanted == ALL:
        return ALL
    if wanted == TABLE:
        return None
    for seat in held.info.seats:
        if wanted == str(seat.seat):
            return seat.seat
    raise Refused("invalid", "There is no such seat at this table.", field="as")


async def past(house: House, person: Person, game_id: UUID, where: str, wanted: str | None) -> Past:
    """The one gate to the past. Raises `Refused`."""
    held = await look(house, person, game_id)
    own = held.info.seat_of(person.user)
    viewer = read_viewer(held, own, wanted)
    stop = read_stop(where)
    if stop.seq > held.seq:
        # Another worker's row may be what this link is about.
        held = await house.play.look(game_id)
    moment = await house.history.moment(held, stop)
    if person.user is not None:
        # Who looks back is still at the table.
        house.hub.touch(game_id, person.user)
    query = "" if wanted is None else f"?as={word_for(viewer)}"
    return Past(moment, viewer, own, query, held.memo)


def label(stop: Stop) -> str:
    """A row in words: the set-up is no move."""
    return f"Move {stop.seq - 1}" if stop.seq > FIRST.seq else "The start"


def place(moment: Moment) -> str:
    """Where in the game, and where in the move, this is."""
    beat = moment.stop.beat
    return f"of {moment.last.seq - 1}" + (f", step {beat} of {moment.beats + 1}" if beat else "")


def told(back: Past) -> list[str]:
    """What happened since the stop before, in the words of this viewer's log."""
    moment = back.moment
    lines = log_lines(moment.held, back.viewer, moment.stop.seq - 1)
    return [line.text for line in lines if int(line.key.partition("-")[2]) >= moment.since]


def bar(house: House, held: Held, back: Past) -> str:
    """Where this is in the game, and the ways on: `held` is the table as it is now."""
    moment, info = back.moment, held.info

    def url(stop: Stop | None, query: str = back.query) -> str:
        return "" if stop is None else f"/t/{info.id}/at/{stop}{query}"

    places = []
    if info.status != "running":
        others: list[tuple[Viewer, str]] = [(ALL, "All hands open"), (None, "A watcher")]
        others[1:1] = [(seat.seat, seat.name) for seat in info.seats]
        places = [
            SimpleNamespace(
                words=words,
                url=url(moment.stop, f"?as={word_for(viewer)}"),
                on=viewer == back.viewer,
                seat=None if not isinstance(viewer, int) else seat_name(info.seats[viewer]),
            )
            for viewer, words in others
        ]
    asked = None
    if held.game is not None and back.own is not None and info.status == "running":
        asked = held.game.asked[back.own]
    return house.painter.page(
        "parts/moment.html",
        table=f"/t/{info.id}",
        label=label(moment.stop),
        place=place(moment),
        seq=moment.stop.seq,
        last=moment.last.seq,
        said=told(back),
        first_url=url(FIRST if moment.before else None),
        before_url=url(moment.before),
        after_url=url(moment.after),
        last_url=url(moment.last if moment.after else None),
        here_url=url(moment.stop),
        query=back.query,
        places=places,
        my_turn=asked is not None and asked.must,
        debrief=lookback(held) is not None,
        title=title(back),
    )


def title(back: Past) -> str:
    """What the tab says."""
    return f"{label(back.moment.stop)} · {back.moment.held.info.title} · Beepboop"


def regions(house: House, back: Past) -> dict[str, Painted]:
    """All of the game's regions at this moment."""
    return house.painter.past_regions(back.moment.held, back.viewer, back.kept)


def whole_page(house: House, held: Held, person: Person, back: Past) -> str:
    """The page as a browser loads it, with or without script."""
    info = held.info
    shown = regions(house, back)

    def region(name: str) -> Markup:
        if name == "log":
            return log_of(house, back)
        return Markup("") if name in NOTHING else in_place(shown, name)

    attrs = Markup(' data-table="{}" data-past{}').format(
        info.id,
        Markup(' data-seat="{}"').format(back.viewer) if isinstance(back.viewer, int) else "",
    )
    return house.painter.page(
        "replay.html",
        **common(house, person),
        past=True,
        region=region,
        bar=Markup(bar(house, held, back)),
        body_attrs=attrs,
        all_open=back.viewer == ALL,
        title=title(back),
        viewer=back.viewer,
        **around(info),
    )


def log_of(house: House, back: Past) -> Markup:
    """The log up to this moment."""
    then = back.moment.held
    lines = house.painter.log(then, back.viewer, query=back.query)
    return house.painter.log_list(then, lines, back.moment.stop.seq, past=True)


@router.get("/t/{game_id}/at/{where}")
async def page(
    game_id: UUID, where: str, request: Request, house: HouseDep, person: PersonDep
) -> Response:
    """A moment of the past. With `X-Have` only what differs from the versions that the page has."""
    back = await past(house, person, game_id, where, request.query_params.get("as"))
    held = await look(house, person, game_id)
    if "x-have" in request.headers:
        have = read_have(request.headers["x-have"])
        parts = [p.html for name, p in regions(house, back).items() if have.get(name) != p.v]
        return HTMLResponse("".join((bar(house, held, back), *parts, log_of(house, back))))
    response = HTMLResponse(whole_page(house, held, person, back))
    if person.fresh:
        house.doorman.give_cookie(person, response)
    return response


def as_json(back: Past) -> dict[str, Any]:
    """The moment in plain data."""
    moment = back.moment
    public, private = past_views(moment.held, back.viewer)
    return {
        "id": str(moment.held.info.id),
        "at": str(moment.stop),
        "beats": moment.beats,
        "before": moment.before and str(moment.before),
        "after": moment.after and str(moment.after),
        "last": str(moment.last),
        "as": word_for(back.viewer),
        "told": told(back),
        "public": codec.plain(public),
        "private": codec.plain(private),
    }
