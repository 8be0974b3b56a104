"""Before and around the play: the start page, opening a table, the waiting room, invitations, seat
links.
"""

import contextlib
import re
from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, NamedTuple, cast
from urllib.parse import urlsplit
from uuid import UUID

import msgspec
from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.models import WATCH, Watch
from app.play import tables, words
from app.play.hub import LOBBY, person_topic
from app.play.progress import next_chapter
from app.play.refused import Refused
from app.play.service import Held, name_of
from app.play.tables import Listed, TableInfo, engine_of, why_not_start
from app.web.auth import COOKIE, YEAR, Person
from app.web.book import at_table, own_book, own_progress, table_book, team_of
from app.web.deps import FormDep, House, HouseDep, PersonDep, address, common, guide_cookie
from app.web.errors import STATUS
from app.web.render import COLOURS, SHAPES, Painted, Screen, read_have, seat_name
from engines import ENGINES
from engines.core import codec
from engines.core.bots import asked_seats
from engines.core.engine import AnyEngine

router = APIRouter()

INVITE = re.compile(r"[a-z]+(?:-[a-z]+){1,9}", re.A)


# what templates show of a table


def chosen_of(info: TableInfo) -> Any:
    """The record of the game's catalogue that this table's options name; None if they name none."""
    if info.options is None:
        return None
    named = codec.plain(info.options).values()
    return next((entry for entry in engine_of(info.engine).catalogue() if entry.key in named), None)


def game_of(info: TableInfo) -> str:
    """What is played, for a line under the table's title; `""` if the title says it."""
    game = engine_of(info.engine).title
    return "" if info.title.startswith(game) else game


def host_name(info: TableInfo) -> str:
    """The host's name at the table, or somebody's."""
    return info.name_of(info.host) or (info.seats[0].name if info.seats else "Nobody")


def invite_url(house: House, connection: HTTPConnection, invite: str) -> str:
    """The link to send, on the address people use."""
    base = house.settings.public_url or str(connection.base_url).rstrip("/")
    return f"{base}/j/{invite}"


def round_of(house: House, info: TableInfo) -> int | None:
    """The running round, from public facts that this worker holds; None before the start or if
    unknown.
    """
    held = house.play.peek(info.id)
    if info.status != "running" or held is None or held.game is None:
        return None
    seq = held.game.seq
    known: tuple[int, int | None] = held.memo.get("round", (0, None))
    if known[0] != seq:
        public = held.game.engine.public(held.game.state)
        fields = (getattr(public, name) for name in public.__struct_fields__)
        known = seq, next((field.round for field in fields if hasattr(field, "round")), None)
        held.memo["round"] = known
    return known[1]


# the waiting room


def places(house: House, info: TableInfo) -> list[Any]:
    """A record a place, taken or free, in order."""
    taken = {seat.seat: seat for seat in info.seats}
    away_limit = 40.0
    rows = []
    for number in range(max(engine_of(info.engine).seats)):
        seat = taken.get(number)
        rows.append(
            SimpleNamespace(
                seat=number,
                name=None if seat is None else seat.name,
                shape=SHAPES[number % 4],
                colour=COLOURS[number % 4],
                ready=seat is not None and seat.ready,
                host=seat is not None and seat.user == info.host,
                away=seat is not None
                and seat.user is not None
                and house.hub.away_for(info.id, seat.user) >= away_limit,
            )
        )
    return rows


class Typed(NamedTuple):
    """A name that was refused: what was typed, and why it can't be."""

    name: str
    why: str


def room_regions(
    house: House, held: Held, person: Person, typed: Typed | None = None
) -> dict[str, Painted]:
    """The waiting room's regions: one for everybody, and for this viewer what they may do, and
    what those who sit here have finished.
    """
    info = held.info
    watching = len(house.hub.present(info.id) - {seat.user for seat in info.seats})
    table = SimpleNamespace(
        engine=info.engine,
        public=info.public,
        watch=info.watch,
        watching=watching,
        options=info.options,
        chosen=chosen_of(info),
    )
    shared = house.painter.region(
        "room", "lobby/room_seats.html", table=table, seats=places(house, info)
    )
    mine = next((seat for seat in info.seats if seat.user == person.user), None)
    others = [seat_name(seat) for seat in info.seats if seat is not mine]
    free = max(engine_of(info.engine).seats) - len(info.seats)
    view = SimpleNamespace(
        seat=None if mine is None else seat_name(mine),
        name=person.name,
        host=mine is not None and info.host == person.user,
        ready=mine is not None and mine.ready,
        free=free,
        can_sit=mine is None and free > 0,
        can_watch=info.watch != "nobody",
        waiting=[seat_name(seat) for seat in info.seats if not seat.ready and seat is not mine],
        others=others,
        start_no=why_not_start(info),
        alone=len(info.seats) == 1 and 1 in engine_of(info.engine).seats,
        emblem=info.emblem,
        errors={} if typed is None else {"name": typed.why},
        typed="" if typed is None else typed.name,
        settings_url=f"/t/{info.id}/settings",
    )
    own = house.painter.region("mine", "lobby/room_mine.html", mine=view)
    team = house.painter.region(
        "here",
        "lobby/room_here.html",
        team=team_of(held, person.user),
        people=at_table(held, person.user),
        settings_url=view.settings_url if view.host else "",
    )
    return {"room": shared, "mine": own, "here": team}


def room_context(connection: HTTPConnection, house: House, held: Held) -> dict[str, Any]:
    """What the waiting room's page shows outside its regions."""
    info = held.info
    url = invite_url(house, connection, info.invite)
    return {
        "table": SimpleNamespace(
            id=info.id,
            url=f"/t/{info.id}",
            title=info.title,
            game=engine_of(info.engine).title,
            engine=info.engine,
            my_turn=False,
        ),
        "invite": SimpleNamespace(
            url=url,
            words=info.invite,
            host=urlsplit(url).netloc,
            qr=f"/t/{info.id}/qr.svg",
        ),
    }


# the start page


async def lobby_screen(house: House) -> Screen:
    """The list of open tables as a region that goes on by itself."""
    async with house.sessions() as session:
        listed = await tables.listed(session)
    rows = [
        SimpleNamespace(
            id=entry.info.id,
            url=f"/t/{entry.info.id}",
            title=entry.info.title,
            emblem=entry.info.emblem,
            game=game_of(entry.info),
            host=host_name(entry.info),
            engine=entry.info.engine,
            options=entry.info.options,
            round=None if entry.info.status == "lobby" else (round_of(house, entry.info) or 1),
            seats=seat_marks(entry.info),
            watching=len(
                house.hub.present(entry.info.id) - {seat.user for seat in entry.info.seats}
            ),
            can_watch=entry.info.watch == "anyone",
        )
        for entry in listed
        if entry.info.seats and (entry.info.status == "lobby" or entry.info.watch == "anyone")
    ]
    region = house.painter.region("lobby", "lobby/open_tables.html", tables=rows)
    return Screen(0, "start", False, {"lobby": region}, 0, lambda _since: (0, ""))


def seat_marks(info: TableInfo) -> list[bool]:
    """A bool a seat: taken? While seats fill, the free ones too."""
    if info.status != "lobby":
        return [True] * len(info.seats)
    taken = {seat.seat for seat in info.seats}
    return [number in taken for number in range(max(engine_of(info.engine).seats))]


def state_of(house: House, entry: Listed, person: Person) -> str:
    """What a table of mine is waiting for: lobby, your_turn, waiting, over, ended."""
    if entry.info.status != "running":
        return entry.info.status
    held = house.play.peek(entry.info.id)
    seat = entry.info.seat_of(person.user)
    if held is not None and held.game is not None and seat is not None:
        asked = held.game.asked[seat]
        return "your_turn" if asked is not None and asked.must else "waiting"
    return "waiting"


def note_of(entry: Listed, person: Person) -> str:
    """A word on how a finished table ended: who won, where people play against each other, else
    the engine's own name of the ending.
    """
    if entry.info.status != "over" or entry.result is None:
        return ""
    if len(entry.result.get("scores", ())) > 1:
        winners = [entry.info.seats[seat] for seat in entry.result["winners"]]
        names = ["you" if seat.user == person.user else seat.name for seat in winners]
        return " and ".join(names) + " won"
    return str(entry.result["reason"]).replace("_", " ")


def others_turn(house: House, entry: Listed, person: Person) -> str:
    """Whom else a running table waits for, in a sentence; public, as the table's own line
    says it.
    """
    held = house.play.peek(entry.info.id)
    if held is None or held.game is None or entry.info.status != "running":
        return ""
    names = [
        seat.name
        for seat in entry.info.seats
        if seat.user != person.user and seat.seat in asked_seats(held.game, must=True)
    ]
    return f"It waits for {', '.join(names)} too." if names else "It waits for you alone."


async def start_page(
    house: House, person: Person, *, code: str = "", error: str = "", status: int = 200
) -> Response:
    """GET / and what a wrong code leads back to."""
    mine: list[Listed] = []
    if person.user is not None:
        async with house.sessions() as session:
            mine = await tables.mine(session, person.user)
        for entry in mine:
            if entry.info.status == "running":
                await house.play.table(entry.info.id)
    rows = [
        SimpleNamespace(
            url=f"/t/{entry.info.id}",
            emblem=entry.info.emblem,
            game=game_of(entry.info),
            title=entry.info.title,
            others=[s.name for s in entry.info.seats if s.user != person.user],
            round=round_of(house, entry.info),
            state=state_of(house, entry, person),
            note=note_of(entry, person),
            rest=others_turn(house, entry, person),
        )
        for entry in mine
    ]
    order = ("your_turn", "lobby", "waiting", "over", "ended")
    rows.sort(key=lambda row: order.index(row.state))
    turn = rows[0] if rows and rows[0].state == "your_turn" else None
    shown = await lobby_screen(house)
    page = house.painter.page(
        "lobby/start.html",
        **common(house, person),
        turn=None
        if turn is None
        else SimpleNamespace(title=turn.title, url=turn.url, emblem=turn.emblem, rest=turn.rest),
        my_games=rows,
        books={
            engine.key: await own_book(house, engine, person.user) for engine in ENGINES.values()
        },
        join_code=code,
        join_error=error,
        region=shown.markup,
        pulse=shown.pulse,
        body_attrs=Markup(' data-live="/live" hx-swap:inherited="none"'),
    )
    response = HTMLResponse(page, status)
    if person.fresh:
        house.doorman.give_cookie(person, response)
    return response


@router.get("/")
async def start(house: HouseDep, person: PersonDep) -> Response:
    """The start page: what this is, my games, open tables."""
    return await start_page(house, person)


@router.get("/lobby/regions")
async def lobby_regions(request: Request, house: HouseDep) -> Response:
    """The open tables, if they differ from what the page has: for polling."""
    shown = await lobby_screen(house)
    have = read_have(request.headers.get("x-have", ""))
    if shown.same_as(have):
        return Response(status_code=204)
    return HTMLResponse(shown.message(have))


@router.post("/join")
async def join(request: Request, house: HouseDep, person: PersonDep, form: FormDep) -> Response:
    """A link or three words, typed into the start page."""
    typed = form.get("code", "").strip()[:300]
    invite = typed.partition("?")[0].partition("#")[0].rstrip("/").rsplit("/", 1)[-1]
    invite = "-".join(invite.lower().replace("-", " ").split())
    try:
        info = await _invited(house, request, invite)
        error = "No table has these words. Please look at them again, or ask for the link."
        status = 404
    except Refused as refused:
        info, error, status = None, refused.text, 429
    if info is None:
        return await start_page(house, person, code=typed, error=error, status=status)
    return RedirectResponse(f"/j/{info.invite}", 303)


# opening and changing a table


class Blanks(msgspec.Struct, frozen=True):
    """What the form for a new table shows: the game's own options by their names, and what every
    table has. `record`: these options as the game's own record, if it can be dealt with them.
    """

    options: dict[str, Any]
    public: bool
    watch: str
    name: str
    record: Any = None


async def new_page(
    house: House,
    person: Person,
    engine: AnyEngine,
    values: Blanks,
    errors: dict[str, str],
    *,
    held: Held | None = None,
    guide: bool = False,
    status: int = 200,
) -> Response:
    """The form, new or with what was entered and what is wrong with it; with `held`, that table's
    settings. `guide`: the table is to have the guide for a first game beside it.
    """
    info = None if held is None else held.info
    if held is None:
        book = await own_book(house, engine, person.user)
    else:
        book = table_book(held, person.user)
    page = house.painter.page(
        "lobby/new.html",
        **common(house, person),
        action=f"/new/{engine.key}" if info is None else f"/t/{info.id}/settings",
        table=None if info is None else SimpleNamespace(url=f"/t/{info.id}"),
        game=SimpleNamespace(key=engine.key, title=engine.title),
        catalogue=engine.catalogue(),
        book=book,
        values=values,
        known=bool(person.name) or info is not None,
        errors=errors,
        guide=guide,
    )
    response = HTMLResponse(page, status)
    if person.fresh:
        house.doorman.give_cookie(person, response)
    return response


@router.get("/new/{key}")
async def new(key: str, request: Request, house: HouseDep, person: PersonDep) -> Response:
    """The form for a new table. What a link says about the game's options stands in it already."""
    engine = engine_of(key)
    options = codec.plain(engine.options_type())
    guide = request.query_params.get("guide") == "on"
    book = engine.book()
    if book is not None and not guide:
        # Suggested, no more: any other is a tap away.
        ahead = next_chapter(book, [await own_progress(house, engine, person.user)])
        if ahead is not None:
            options[book.option] = ahead.key
    # What such a link gets wrong is left as the game itself would have it.
    with contextlib.suppress(Refused):
        said = {name: text for name, text in request.query_params.items() if name in options}
        if said:
            wanted = {**options, **read_said(engine, said)}
            options = codec.plain(tables.read_options(engine, wanted))
    values = Blanks(options, False, "link", person.name)
    return await new_page(house, person, engine, values, {}, guide=guide)


NOT_OFFERED = "Please choose one of the answers offered here."


def read_blanks(engine: AnyEngine, form: dict[str, str]) -> tuple[Blanks, dict[str, str]]:
    """The fields as sent, and what is wrong with those that have a fixed set of answers. A field
    that wasn't sent has the answer that the game itself gives.
    """
    errors = {}
    options = {}
    for field in msgspec.structs.fields(engine.options_type):
        try:
            options[field.name] = read_option(field, form.get(field.name))
        except ValueError:
            options[field.name] = field.default
            errors[field.name] = NOT_OFFERED
    watch = form.get("watch", "")
    if watch not in WATCH:
        errors["watch"] = "Please choose who may watch."
    public = form.get("public", "no")
    if public not in ("yes", "no"):
        errors["public"] = "Please choose who can find this table."
    record = None
    if not errors:
        try:
            record = tables.read_options(engine, options)
        except Refused as refused:
            errors[refused.field if refused.field in options else "form"] = refused.text
    values = Blanks(
        options,
        public == "yes",
        watch if watch in WATCH else "link",
        form.get("name", "")[:200],
        record,
    )
    return values, errors


def read_option(field: msgspec.structs.FieldInfo, sent: str | None) -> Any:
    """One of a game's options as a form sends it: a switch is `on` or not there, a number is in
    plain digits. Raises `ValueError`.
    """
    if field.type is bool:
        if sent not in (None, "on"):
            raise ValueError(sent)
        return sent == "on"
    if sent is None:
        return field.default
    if field.type is int:
        if not (sent.isascii() and sent.isdigit()) or len(sent) > 4:
            raise ValueError(sent)
        return int(sent)
    return sent[:60]


def read_said(engine: AnyEngine, said: Mapping[str, str]) -> dict[str, Any]:
    """Some of a game's options by their names, each as a form sends it. Raises `Refused`."""
    known = {field.name: field for field in msgspec.structs.fields(engine.options_type)}
    try:
        return {name: read_option(known[name], text) for name, text in said.items()}
    except (KeyError, ValueError):
        raise Refused("invalid", NOT_OFFERED, field="options") from None


@router.post("/new/{key}")
async def open_table(
    key: str, request: Request, house: HouseDep, person: PersonDep, form: FormDep
) -> Response:
    """Open a table and go there."""
    engine = engine_of(key)
    values, errors = read_blanks(engine, form)
    name = person.name or values.name
    guide = form.get("guide") == "on"
    try:
        name = words.name(name)
    except Refused as refused:
        errors["name"] = refused.text
    if errors:
        return await new_page(house, person, engine, values, errors, guide=guide, status=422)
    return await opened(house, request, person, engine, values, name, guide=guide)


NAMELESS = "Player"
"""Who plays alone need not say a name: nobody else reads it."""


@router.post("/new/{key}/alone")
async def play_alone(
    key: str, request: Request, house: HouseDep, person: PersonDep, form: FormDep
) -> Response:
    """Open a table, sit down and start, all at once: for a game that one may play alone."""
    engine = engine_of(key)
    if 1 not in engine.seats:
        raise Refused("missing", "This game can't be played alone.")
    values, errors = read_blanks(engine, form)
    name = person.name or values.name.strip()
    try:
        name = words.name(name) if name else ""
    except Refused as refused:
        errors["name"] = refused.text
    if errors:
        return await new_page(house, person, engine, values, errors, status=422)
    word, guide = form.get("word", ""), form.get("guide") == "on"
    return await opened(
        house, request, person, engine, values, name, alone=True, word=word, guide=guide
    )


async def opened(
    house: House,
    request: Request,
    person: Person,
    engine: AnyEngine,
    values: Blanks,
    name: str,
    *,
    alone: bool = False,
    word: str = "",
    guide: bool = False,
) -> Response:
    """The table is there, its host sits at it; who plays alone has begun. `guide`: beside it stands
    the guide for a first game.
    """
    house.openings.spend(address(request))
    user = await house.doorman.enter(person, name or None)
    async with house.sessions.begin() as session:
        game_id = await tables.create(
            session,
            engine,
            values.record,
            user,
            name or NAMELESS,
            public=values.public,
            watch=cast(Watch, values.watch),
        )
        if alone:
            await tables.start(session, game_id, user, word)
    house.hub.touch(game_id, user)
    house.hub.moved(LOBBY, 0)
    response = RedirectResponse(f"/t/{game_id}", 303)
    if guide:
        response.set_cookie(guide_cookie(engine.key), "on", max_age=YEAR, samesite="lax")
    return response


@router.get("/t/{game_id}/settings")
async def settings(game_id: UUID, house: HouseDep, person: PersonDep) -> Response:
    """The host's form for a table that has not started."""
    held = await _own_lobby(house, person, game_id)
    info, engine = held.info, engine_of(held.info.engine)
    # A table of rules with other options is asked everything anew.
    options = codec.plain(info.options or engine.options_type())
    values = Blanks(options, info.public, info.watch, person.name)
    return await new_page(house, person, engine, values, {}, held=held)


async def _own_lobby(house: House, person: Person, game_id: UUID) -> Held:
    held = await house.play.table(game_id)
    info = held.info
    if not info.may_look(person.user):
        raise tables.no_table()
    if info.host != person.user:
        raise Refused("forbidden", "Only the host of this table can change it.")
    if info.status != "lobby":
        raise Refused("conflict", "This game has already started.")
    return held


@router.post("/t/{game_id}/settings")
async def save_settings(
    game_id: UUID, house: HouseDep, person: PersonDep, form: FormDep
) -> Response:
    """The host's changes."""
    held = await _own_lobby(house, person, game_id)
    engine = engine_of(held.info.engine)
    values, errors = read_blanks(engine, form)
    if errors:
        return await new_page(house, person, engine, values, errors, held=held, status=422)
    assert person.user is not None
    async with house.sessions.begin() as session:
        await tables.change(
            session,
            game_id,
            person.user,
            values.record,
            public=values.public,
            watch=cast(Watch, values.watch),
        )
    await house.play.changed(game_id)
    house.hub.moved(LOBBY, 0)
    return RedirectResponse(f"/t/{game_id}", 303)


# invitations and seat links


async def invite_page(
    house: House,
    person: Person,
    invite: str,
    info: TableInfo | None,
    *,
    name: str | None = None,
    errors: dict[str, str] | None = None,
    status: int = 200,
) -> Response:
    """What somebody sees who opened an invitation."""
    context: dict[str, Any] = {
        **common(house, person),
        "action": f"/j/{invite}",
        "name": person.name if name is None else name,
        "errors": errors or {},
    }
    if info is None or person.user in info.kept_out:
        page = house.painter.page(
            "lobby/invite.html", table=None, state="closed", seats=[], can_watch=False, **context
        )
        return HTMLResponse(page, 404 if status == 200 else status)
    full = len(info.seats) >= max(engine_of(info.engine).seats)
    state = {"lobby": "full" if full else "open", "running": "running"}.get(info.status, "over")
    seats = [
        place for place in places(house, info) if info.status == "lobby" or place.name is not None
    ]
    page = house.painter.page(
        "lobby/invite.html",
        state=state,
        seats=seats,
        can_watch=info.watch != "nobody",
        table=SimpleNamespace(
            engine=info.engine,
            game=game_of(info),
            title=info.title,
            chosen=chosen_of(info),
            options=info.options,
            emblem=info.emblem,
            host=host_name(info),
            url=f"/t/{info.id}",
            watch=info.watch,
        ),
        **context,
    )
    response = HTMLResponse(page, status)
    if person.fresh:
        house.doorman.give_cookie(person, response)
    return response


async def _invited(house: House, request: Request, invite: str) -> TableInfo | None:
    """The table of an invitation; a wrong one costs the asker a guess. Without guesses left not
    even a right one is looked at: the difference would tell.
    """
    house.guesses.check(address(request))
    info = None
    if INVITE.fullmatch(invite):
        async with house.sessions() as session:
            info = await tables.by_invite(session, invite)
    if info is None:
        house.guesses.spend(address(request))
    return info


@router.get("/j/{invite}")
async def invited(invite: str, request: Request, house: HouseDep, person: PersonDep) -> Response:
    """An invitation is opened. Whoever sits there already goes straight to the table."""
    info = await _invited(house, request, invite)
    if info is not None and info.seat_of(person.user) is not None:
        return RedirectResponse(f"/t/{info.id}", 303)
    return await invite_page(house, person, invite, info)


@router.post("/j/{invite}")
async def accept(
    invite: str, request: Request, house: HouseDep, person: PersonDep, form: FormDep
) -> Response:
    """Sit down, or just watch."""
    info = await _invited(house, request, invite)
    if info is None or person.user in info.kept_out:
        return await invite_page(house, person, invite, None)
    house.openings.spend(address(request))
    sits = form.get("do") != "watch"
    try:
        if sits and info.status == "lobby":
            name = words.name(form.get("name", ""))
            user = await sit_down(house, person, info.id, name)
        elif sits:
            raise Refused("conflict", "This game has already started: its seats are taken.")
        elif info.watch == "nobody":
            raise Refused("forbidden", "Only those who sit at this table may see it.")
        else:
            user = await house.doorman.enter(person)
            async with house.sessions.begin() as session:
                await tables.let_in(session, info.id, user)
    except Refused as refused:
        where = refused.field if refused.field == "name" else "form"
        return await invite_page(
            house,
            person,
            invite,
            info,
            name=form.get("name", "")[:200],
            errors={where: refused.text},
            status=STATUS[refused.kind],
        )
    house.hub.touch(info.id, user)
    await house.play.changed(info.id)
    house.hub.moved(LOBBY, 0)
    return RedirectResponse(f"/t/{info.id}", 303)


async def sit_down(house: House, person: Person, game_id: UUID, name: str) -> UUID:
    """Take a seat; only then is the name what this person calls themselves. Raises `Refused`."""
    user = await house.doorman.enter(person)
    async with house.sessions.begin() as session:
        await tables.sit(session, game_id, user, name)
    return await house.doorman.enter(replace(person, user=user), name)


async def claim_page(
    house: House, person: Person, token: str, error: str = "", status: int = 200
) -> Response:
    """What somebody sees who opened a seat link."""
    async with house.sessions() as session:
        found = await tables.claimable(session, token[:120])
    context: dict[str, Any] = {
        **common(house, person),
        "action": f"/s/{token}",
        "error": error,
    }
    if found is None:
        page = house.painter.page(
            "lobby/claim.html", state="used", table=None, seat=None, **context
        )
        return HTMLResponse(page, 410)
    info, number = found
    page = house.painter.page(
        "lobby/claim.html",
        state="ready",
        table=SimpleNamespace(
            game=game_of(info),
            title=info.title,
            emblem=info.emblem,
            url=f"/t/{info.id}",
            running=info.status == "running",
        ),
        seat=seat_name(info.seats[number]),
        **context,
    )
    response = HTMLResponse(page, status)
    if person.fresh:
        house.doorman.give_cookie(person, response)
    return response


@router.get("/s/{token}")
async def seat_link(token: str, request: Request, house: HouseDep, person: PersonDep) -> Response:
    """A seat link is opened; nothing happens yet (link previews open links too)."""
    house.guesses.check(address(request))
    answer = await claim_page(house, person, token)
    if answer.status_code == 410:
        house.guesses.spend(address(request))
    return answer


@router.post("/s/{token}")
async def claim(
    token: str, request: Request, house: HouseDep, person: PersonDep, _form: FormDep
) -> Response:
    """Take the seat."""
    house.guesses.spend(address(request))
    user = await house.doorman.enter(person)
    try:
        async with house.sessions.begin() as session:
            game_id, before = await tables.claim(session, token, user)
            name = await name_of(session, user)
    except Refused as refused:
        return await claim_page(house, person, token, refused.text, STATUS[refused.kind])
    house.hub.touch(game_id, user)
    if before is not None:
        await house.play.revoked(game_id, before)
    else:
        await house.play.changed(game_id)
    if not name:
        held = await house.play.table(game_id)
        await house.doorman.enter(await house.doorman.person(request), held.info.name_of(user))
    return RedirectResponse(f"/t/{game_id}", 303)


@router.post("/forget")
async def forget(house: HouseDep, person: PersonDep, _form: FormDep) -> Response:
    """Forget this browser: its seats can only be had back by a seat link."""
    await house.doorman.leave(person)
    if person.user is not None:
        house.hub.moved(person_topic(person.user), 0)
    response = RedirectResponse("/", 303)
    response.delete_cookie(COOKIE, path="/")
    return response
