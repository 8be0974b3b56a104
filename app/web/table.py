"""A table's page at /t/<id>: the waiting room, the play and the debrief, and every post
they make.
"""

import io
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import msgspec
import segno
from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from app.play import tables, words
from app.play.hub import LOBBY
from app.play.refused import Refused
from app.play.service import ONLY_HOST, Held
from app.play.tables import TableInfo, engine_of, no_table, why_not_start
from app.web import lobby
from app.web.auth import Person
from app.web.book import team_of
from app.web.deps import FormDep, House, HouseDep, PersonDep, common, guide_cookie, posted
from app.web.errors import STATUS, refusal
from app.web.render import Painted, Screen, notice, part, read_have, seat_name
from engines.core.engine import Illegal

router = APIRouter()

MOST_PEOPLE = 50
"""Versions of `people` that are kept of a table."""
SEATS = frozenset(map(str, range(10)))


async def look(house: House, person: Person, game_id: UUID) -> Held:
    """The table, if this person may see it. Raises `Refused` just as for one that doesn't exist."""
    held = await house.play.table(game_id)
    if not held.info.may_look(person.user):
        # Another worker may have let them in a moment ago.
        held = await house.play.look(game_id)
        if not held.info.may_look(person.user):
            raise no_table()
    return held


def screen(house: House, held: Held, person: Person, typed: lobby.Typed | None = None) -> Screen:
    """All that changes on this person's page of this table. `typed`: a name that was refused."""
    info = held.info
    seat = info.seat_of(person.user)
    if info.status == "lobby":
        regions = lobby.room_regions(house, held, person, typed)
        regions["talk"] = talk_region(house, held, person)
        turn = seat is not None and (
            not info.seats[[s.seat for s in info.seats].index(seat)].ready
            or (info.host == person.user and len(info.seats) > 1 and why_not_start(info) is None)
        )
        return Screen(held.number, "lobby", turn, regions, 0, lambda _since: (0, ""))
    if held.game is None:
        regions = {"people": people_region(house, held, person)}
        regions["talk"] = talk_region(house, held, person)
        return Screen(held.number, "broken", False, regions, 0, lambda _since: (0, ""))
    regions = {
        **house.painter.play_regions(held, seat),
        **regions_around(house, held, person),
    }
    asked = None if seat is None or info.status != "running" else held.game.asked[seat]
    return Screen(
        held.number,
        "play" if info.status in ("running", "over") else "ended",
        asked is not None and asked.must,
        regions,
        held.seq,
        lambda since: house.painter.log_since(held, seat, since),
    )


def regions_around(house: House, held: Held, person: Person) -> dict[str, Painted]:
    """The app's own regions of a game in play or over. A move mostly changes none of them: they are
    looked at again when somebody comes or goes, when anything about the table or the talk changes,
    when the game opens or closes something, and while somebody is away.
    """
    assert held.game is not None
    engine, state = held.game.engine, held.game.state
    stamp = (
        house.hub.stirred,
        held.info,
        held.talk,
        held.progress,
        engine.switches(state) if held.info.status == "running" else (),
        house.play.silence(held),
    )
    known: dict[Any, Any] = held.memo.setdefault("around", {})
    before, regions = known.get(person.user, (None, {}))
    if before == stamp:
        return dict(regions)
    regions = {
        "people": people_region(house, held, person),
        "talk": talk_region(house, held, person),
        "next": next_region(house, held, person),
    }
    if {seat.user for seat in held.info.seats} <= house.hub.present(held.info.id):
        if len(known) > MOST_PEOPLE:
            known.clear()
        known[person.user] = (stamp, regions)
    return dict(regions)


def people_region(house: House, held: Held, person: Person) -> Painted:
    """Who is here, whom the table plays for, and what may be done about absent seats. Private."""
    info = held.info
    away_limit = house.settings.away_seconds
    present = house.hub.present(info.id)
    may = house.play.may_pass_over(held, person.user, away_limit)
    # What can differ, in a few words: only then is more done. Nobody is away at most tables.
    away = tuple(
        0.0 if user is None or user in present else house.hub.away_for(info.id, user)
        for user in (seat.user for seat in info.seats)
    )
    watching = len(present.difference(seat.user for seat in info.seats))
    alone, broken = len(info.seats) == 1, held.game is None
    running = held.game is not None and info.status == "running"
    switches = held.game.engine.switches(held.game.state) if held.game and running else ()
    key = (
        may,
        watching,
        broken,
        switches,
        tuple((int(a // 60), a >= away_limit, a > 0) for a in away),
    )
    known: dict[Any, Painted] = held.memo.setdefault("people", {})
    if key not in known:
        people = [
            SimpleNamespace(
                **msgspec.structs.asdict(seat_name(seat)),
                present=seat.user in present,
                away=int(gone // 60),
                stand_in=seat.stand_in,
                host=seat.user == info.host,
                passable=may and (seat.stand_in or gone >= away_limit),
            )
            for seat, gone in zip(info.seats, away, strict=True)
        ]
        if len(known) > MOST_PEOPLE:
            known.clear()
        known[key] = house.painter.region(
            "people",
            "parts/people.html",
            people=people,
            watching=watching,
            host=may,
            switches=switches,
            endable=alone or broken or any(seat.passable for seat in people),
            over=info.status in ("over", "ended"),
            watch=info.watch,
        )
    return known[key]


def next_region(house: House, held: Held, person: Person) -> Painted:
    """After the end: where the same people went on, or what the book suggests to those who sat
    here; and what the deal can be checked with.
    """
    info = held.info
    proof = None
    if info.secret is not None:
        proof = SimpleNamespace(
            promise=info.promise, secret=info.secret, table=info.id.hex, words=info.words
        )
    return house.painter.kept(
        held,
        "next",
        "parts/next.html",
        next_url=f"/t/{info.next_id}" if info.next_id else "",
        ended=info.status == "ended",
        team=team_of(held, person.user) if info.status == "over" else None,
        past_url="" if held.game is None else f"/t/{info.id}/at/1?as=all",
        proof=proof,
    )


def talk_region(house: House, held: Held, person: Person) -> Painted:
    """The talk, or why there is none just now."""
    info = held.info
    reason = house.play.silence(held)
    by_user = {seat.user: seat_name(seat) for seat in info.seats}
    messages = []
    for line in held.talk if reason is None else ():
        seat = by_user.get(line.user)
        messages.append(
            SimpleNamespace(
                id=line.id,
                name=line.name,
                shape=seat.shape if seat else "",
                colour=seat.colour if seat else "",
                text=line.text,
            )
        )
    return house.painter.kept(
        held,
        "talk",
        "parts/talk.html",
        closed="" if reason is None else reason.text,
        messages=messages,
        may_say=person.user is not None
        and (info.status != "running" or info.seat_of(person.user) is not None),
        table=SimpleNamespace(id=info.id, title=info.title),
    )


def body_attrs(held: Held, person: Person) -> Markup:
    """What live.js and the sheets need on the body."""
    seat = held.info.seat_of(person.user)
    return Markup(
        ' data-table="{0}" data-live="/t/{0}/live" data-regions="/t/{0}/regions"'
        ' hx-swap:inherited="none" data-csrf="{1}"{2}'
    ).format(
        held.info.id, person.csrf, "" if seat is None else Markup(' data-seat="{}"').format(seat)
    )


def around(info: TableInfo, *, my_turn: bool = False) -> dict[str, Any]:
    """What a game's page knows of its table, now and in the past: everything but the game."""
    return {
        "table": SimpleNamespace(
            id=info.id,
            title=info.title,
            code=info.invite,
            url=f"/t/{info.id}",
            engine=info.engine,
            emblem=info.emblem,
            my_turn=my_turn,
            status=info.status,
        ),
        "layout": f"{info.engine}/layout.html",
        "options": info.options,
        "over": info.status in ("over", "ended"),
    }


def whole_page(
    connection: HTTPConnection,
    house: House,
    held: Held,
    person: Person,
    told: Painted | None = None,
    typed: lobby.Typed | None = None,
) -> str:
    """The page as a browser loads it, with or without script."""
    shown = screen(house, held, person, typed)
    empty = told or notice(house.painter, "none", "")

    lines = house.painter.log(held, held.info.seat_of(person.user))

    def region(name: str) -> Markup:
        if name == "notice":
            return Markup(empty.html)
        if name == "log":
            return house.painter.log_list(held, lines, shown.log_version)
        return shown.markup(name)

    context: dict[str, Any] = {
        **common(house, person),
        "region": region,
        "pulse": shown.pulse,
        "body_attrs": body_attrs(held, person),
        "my_name": held.info.name_of(person.user) or person.name,
    }
    if shown.page == "lobby":
        return house.painter.page(
            "lobby/room.html", **context, **lobby.room_context(connection, house, held)
        )
    info = held.info
    return house.painter.page(
        "table.html",
        **context,
        **around(info, my_turn=shown.turn),
        playable=held.game is not None,
        viewer=info.seat_of(person.user),
        guide=connection.cookies.get(guide_cookie(info.engine), ""),
    )


@router.get("/t/{game_id}")
async def page(game_id: UUID, request: Request, house: HouseDep, person: PersonDep) -> Response:
    """The table's page. As new as the database has it: the post that leads here may have gone to
    another worker.
    """
    await house.play.look(game_id)
    held = await look(house, person, game_id)
    response = HTMLResponse(whole_page(request, house, held, person))
    if person.fresh:
        house.doorman.give_cookie(person, response)
    return response


def answer(
    request: HTTPConnection,
    house: House,
    held: Held,
    person: Person,
    told: Painted | None = None,
    status: int = 200,
) -> Response:
    """The reply to a post: what changed, for a page with script; the whole page, for one
    without.
    """
    if "hx-request" not in request.headers:
        if status == 200 and told is None:
            return RedirectResponse(f"/t/{held.info.id}", 303)
        return HTMLResponse(whole_page(request, house, held, person, told), status)
    shown = screen(house, held, person)
    told = told or notice(house.painter, "none", "")
    message = shown.message(
        read_have(request.headers.get("x-have", "")), part("notice", "outerMorph", told.html)
    )
    return HTMLResponse(message, status)


async def told_no(
    request: HTTPConnection, house: House, person: Person, game_id: UUID, refused: Refused
) -> Response:
    """A refusal, with the table as it stands now."""
    held = await look(house, person, game_id)
    told = notice(house.painter, "error", refused.text, refused.rule)
    return answer(request, house, held, person, told, STATUS[refused.kind])


async def act(request: Request) -> Response:
    """One answer to the table: `do` is the ask's id, a space, and the text. One that ends with `@`
    carries what the page showed: the field `seen`.

    A plain route, since this is what people wait for: finding the way through routers and
    dependencies takes longer than the rules (docs/performance.md).
    """
    # What a router would have noted, for the log and the counters.
    request.scope["route"] = ACT
    house: House = request.app.state.house
    person = await house.doorman.person(request)
    game_id = table_id(request.path_params["game_id"])
    form = await posted(request, house, person)
    ask, _, text = form.get("do", "").partition(" ")
    if text.endswith("@"):
        text += form.get("seen", "")
    await look(house, person, game_id)
    try:
        user = seated(person)
        house.hub.touch(game_id, user)
        await house.play.act(game_id, user, ask, text)
    except Illegal as illegal:
        return await told_no(request, house, person, game_id, refusal(illegal))
    except Refused as refused:
        return await told_no(request, house, person, game_id, refused)
    return answer(request, house, await look(house, person, game_id), person)


ACT = Route("/t/{game_id}/act", act, methods=["POST"])


def table_id(word: str) -> UUID:
    """The table that an address names. Raises `Refused` for a word that can't be one's."""
    try:
        return UUID(word)
    except ValueError:
        raise no_table() from None


def seated(person: Person) -> UUID:
    """The user behind a person. Raises `Refused` for a browser that never sat down anywhere."""
    if person.user is None:
        raise Refused("forbidden", "You are watching: only the seats can act.", key="watching")
    return person.user


@router.get("/t/{game_id}/regions")
async def regions(game_id: UUID, request: Request, house: HouseDep, person: PersonDep) -> Response:
    """What differs from the versions the page has (`X-Have`): 204 if nothing does. For polling and
    resync.
    """
    held = await look(house, person, game_id)
    if person.user is not None:
        house.hub.touch(game_id, person.user)
    shown = screen(house, held, person)
    have = read_have(request.headers.get("x-have", ""))
    if shown.same_as(have):
        return Response(status_code=204)
    return HTMLResponse(shown.message(have))


@router.post("/t/{game_id}/beep")
async def beep(
    game_id: UUID, request: Request, house: HouseDep, person: PersonDep, _form: FormDep
) -> Response:
    """Make the one sound."""
    await look(house, person, game_id)
    try:
        await house.play.beep(game_id, seated(person))
    except Refused as refused:
        return await told_no(request, house, person, game_id, refused)
    return answer(request, house, await look(house, person, game_id), person)


@router.post("/t/{game_id}/say")
async def say(
    game_id: UUID, request: Request, house: HouseDep, person: PersonDep, form: FormDep
) -> Response:
    """A line of talk."""
    await look(house, person, game_id)
    try:
        user = seated(person)
        house.talk.spend(str(user))
        await house.play.say(game_id, user, form.get("text", ""))
    except Refused as refused:
        return await told_no(request, house, person, game_id, refused)
    return answer(request, house, await look(house, person, game_id), person)


@router.post("/t/{game_id}/sit")
async def sit(
    game_id: UUID, request: Request, house: HouseDep, person: PersonDep, form: FormDep
) -> Response:
    """Take a free seat in the waiting room, under a name."""
    await look(house, person, game_id)
    try:
        user = await lobby.sit_down(house, person, game_id, words.name(form.get("name", "")))
    except Refused as refused:
        if refused.field != "name":
            return await told_no(request, house, person, game_id, refused)
        held = await look(house, person, game_id)
        typed = lobby.Typed(form.get("name", "")[:200], refused.text)
        return HTMLResponse(whole_page(request, house, held, person, typed=typed), 422)
    await house.play.changed(game_id)
    house.hub.touch(game_id, user)
    house.hub.moved(LOBBY, 0)
    return _go(request, f"/t/{game_id}")


@router.post("/t/{game_id}/room")
async def room(
    game_id: UUID, request: Request, house: HouseDep, person: PersonDep, form: FormDep
) -> Response:
    """What the seats and the host do before the start: `do` is a word, or a word and a seat."""
    await look(house, person, game_id)
    what, _, number = form.get("do", "").partition(" ")
    user = person.user
    try:
        if user is None:
            raise Refused("forbidden", "Take a seat first.")
        there = True
        gone = None
        async with house.sessions.begin() as session:
            match what:
                case "ready":
                    await tables.ready(session, game_id, user, form.get("word", ""))
                case "unready":
                    await tables.ready(session, game_id, user, None)
                case "leave":
                    there = await tables.leave(session, game_id, {user})
                case "start":
                    await tables.start(session, game_id, user, form.get("word", ""))
                case "kick":
                    gone = await tables.kick(session, game_id, user, _seat(number))
                case "host":
                    await tables.make_host(session, game_id, user, _seat(number))
                case "invite":
                    await tables.new_invite(session, game_id, user)
                case _:
                    raise Refused("invalid", "That can't be done in the waiting room.", field="do")
    except Refused as refused:
        return await told_no(request, house, person, game_id, refused)
    await house.play.changed(game_id)
    house.hub.moved(LOBBY, 0)
    if gone is not None:
        await house.play.revoked(game_id, gone)
    if not there:
        return _go(request, "/")
    held = await look_or_none(house, person, game_id)
    if held is None:
        return _go(request, "/")
    if what in ("start", "invite"):
        # Another page, or a part of this one that stands outside the regions.
        return _go(request, f"/t/{game_id}")
    return answer(request, house, held, person)


async def look_or_none(house: House, person: Person, game_id: UUID) -> Held | None:
    """The table, or None if it is gone or closed to this person."""
    try:
        return await look(house, person, game_id)
    except Refused:
        return None


def _go(request: HTTPConnection, where: str) -> Response:
    """Send the browser to another page, with or without script."""
    if "hx-request" in request.headers:
        return Response(status_code=204, headers={"HX-Redirect": where})
    return RedirectResponse(where, 303)


def _seat(number: str) -> int:
    if number not in SEATS:
        raise Refused("invalid", "There is no such seat.", field="do")
    return int(number)


@router.post("/t/{game_id}/host")
async def host(
    game_id: UUID, request: Request, house: HouseDep, person: PersonDep, form: FormDep
) -> Response:
    """What is done about absent seats and after the end: idle, back, hand, end, again and next
    (with the options that change: `name=value`); and what the game lets its host change: `switch`
    and how that is written.
    """
    held = await look(house, person, game_id)
    what, _, which = form.get("do", "").partition(" ")
    try:
        user = seated(person)
        if what in ("again", "next"):
            said = dict(word.split("=", 1) for word in which.split() if "=" in word)
            changes = lobby.read_said(engine_of(held.info.engine), said)
            async with house.sessions.begin() as session:
                new = await tables.again(session, game_id, user, changes, form.get("word", ""))
            house.hub.touch(new, user)
            await house.play.changed(game_id)
            house.hub.moved(LOBBY, 0)
            return _go(request, f"/t/{new}")
        if what == "switch":
            await house.play.switch(game_id, user, which, house.settings.away_seconds)
            return answer(request, house, await look(house, person, game_id), person)
        told = await _pass_over(house, held, user, what, which, str(request.base_url))
    except Illegal as illegal:
        return await told_no(request, house, person, game_id, refusal(illegal))
    except Refused as refused:
        return await told_no(request, house, person, game_id, refused)
    return answer(request, house, await look(house, person, game_id), person, told)


async def _pass_over(
    house: House, held: Held, user: UUID, what: str, which: str, base: str
) -> Painted | None:
    """One decision about an absent seat, checked: who may, and whether that seat has been away long
    enough.
    """
    info = held.info
    limit = house.settings.away_seconds
    seat = None if what == "end" else _seat(which)
    if seat is not None and seat >= len(info.seats):
        raise Refused("invalid", "There is no such seat.", field="do")
    itself = seat is not None and seat == info.seat_of(user)
    if not itself and not house.play.may_pass_over(held, user, limit):
        raise Refused("forbidden", ONLY_HOST)
    away = [
        s.seat
        for s in info.seats
        if s.stand_in or (s.user is None or house.hub.away_for(info.id, s.user) >= limit)
    ]
    # Who plays alone leaves nobody behind, and a broken table keeps nobody from playing on.
    free = what == "end" and (held.game is None or len(info.seats) == 1)
    if not (itself or free) and not (away if seat is None else seat in away):
        raise Refused(
            "conflict", f"A seat can be passed over once it has been away for {limit} seconds."
        )
    told = None
    async with house.sessions.begin() as session:
        match what:
            case "idle":
                await tables.stand_in(session, info.id, int(which), True)
            case "back":
                await tables.stand_in(session, info.id, int(which), False)
            case "hand":
                token = await tables.hand_over(session, info.id, int(which))
                link = (house.settings.public_url or base.rstrip("/")) + f"/s/{token}"
                told = notice(
                    house.painter, "info", f"Whoever opens this link first gets the seat: {link}"
                )
            case "end":
                await tables.end(session, info.id)
            case _:
                raise Refused("invalid", "That can't be done at this table.", field="do")
    await house.play.changed(info.id)
    return told


@router.get("/t/{game_id}/qr.svg")
async def qr(game_id: UUID, request: Request, house: HouseDep, person: PersonDep) -> Response:
    """The invite link as a picture for a phone's camera."""
    held = await look(house, person, game_id)
    picture = io.BytesIO()
    segno.make(lobby.invite_url(house, request, held.info.invite), error="m").save(
        picture, kind="svg", scale=4, border=2, dark="#2b2622", light="#fffaf0", xmldecl=False
    )
    return Response(picture.getvalue(), media_type="image/svg+xml")
