"""Tables and seats before, around and after the play: opening, sitting, starting, handing over,
going on.

Every change locks the table's row first, so two people at once are one after the other; each bumps
`rev`.
"""

import hashlib
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from secrets import choice, token_bytes, token_urlsafe
from typing import Any
from uuid import UUID, uuid4

import msgspec
from mnemonic import Mnemonic
from msgspec import Struct
from sqlalchemy import Select, func, select, text
from sqlalchemy.dialects.postgresql import JSONB, aggregate_order_by, insert
from sqlalchemy.ext.asyncio import AsyncSession

from app import models
from app.models import Status, Watch
from app.play import words
from app.play.refused import Refused
from engines import ENGINES
from engines.core import codec
from engines.core.chance import Dice
from engines.core.engine import AnyEngine, Illegal
from engines.core.game import Acted, begin

WORDS = tuple(Mnemonic("english").wordlist)
"""2,048 plain English words: three of them make an invitation (33 bits, and guesses are slowed)."""


def no_table() -> Refused:
    """The same whether there is none or it isn't for this person's eyes. A new one each time: an
    exception gathers the frames that it passes through.
    """
    return Refused("missing", "There is no such table, or it is not open to you.")


class SeatInfo(Struct, frozen=True):
    """A taken seat: who sits there under what name, ready to start, played for by the table."""

    seat: int
    user: UUID | None
    name: str
    ready: bool
    stand_in: bool


class TableInfo(Struct, frozen=True):
    """All about a table but its rows. `visitors` are those whom its link let in; `promise` is the
    hash of its half of the seed, published before anybody's word; `secret` that half itself, only
    once play has ended.
    """

    id: UUID
    engine: str
    version: str
    options: Any
    status: Status
    host: UUID | None
    public: bool
    watch: Watch
    invite: str
    rev: int
    last_seq: int
    next_id: UUID | None
    seats: tuple[SeatInfo, ...]
    visitors: frozenset[UUID]
    kept_out: frozenset[UUID]
    promise: str
    secret: str | None
    words: tuple[str, ...]
    """What each seat's browser added to the seed; only once play has ended."""
    created_at: datetime

    def seat_of(self, user: UUID | None) -> int | None:
        """The seat this person holds, or None."""
        if user is None:
            return None
        return next((seat.seat for seat in self.seats if seat.user == user), None)

    def name_of(self, user: UUID | None) -> str:
        """The seat name of a person, or `""`."""
        return next((seat.name for seat in self.seats if seat.user == user), "")

    def may_look(self, user: UUID | None) -> bool:
        """Whether this person may see this table at all: the waiting room, or the play as a
        watcher.
        """
        if self.seat_of(user) is not None:
            return True
        if user in self.kept_out:
            return False
        let_in = user in self.visitors
        if self.status == "lobby":
            return self.public or let_in
        if self.watch == "anyone":
            return self.public or let_in
        return self.watch == "link" and let_in

    @property
    def title(self) -> str:
        """What this table is called."""
        engine = ENGINES[self.engine]
        return self._told(engine.label) or engine.title

    @property
    def emblem(self) -> str:
        """The name of the picture that stands for this table."""
        return self._told(ENGINES[self.engine].emblem) or self.engine

    def _told(self, what: Callable[[Any], str]) -> str:
        try:
            return what(self.options)
        except (AttributeError, KeyError):
            # Begun under rules with other options.
            return ""


def engine_of(key: str) -> AnyEngine:
    """The game of that name. Raises `Refused` if there is none."""
    if key not in ENGINES:
        raise Refused("missing", "There is no such game here.")
    return ENGINES[key]


def read_options(engine: AnyEngine, options: dict[str, Any]) -> Any:
    """Options from plain data, tried by a set-up. Raises `Refused` with the engine's reason, and
    with the option that it is about, if it names one.
    """
    try:
        record = codec.record(options, engine.options_type)
        begin(engine, record, engine.seats[-1], Dice(b"a trial"))
    except msgspec.ValidationError:
        raise Refused("invalid", "These options don't fit this game.", field="options") from None
    except Illegal as illegal:
        named = [name for name, _ in illegal.reason.values if name in options]
        field = named[0] if named else "options"
        raise Refused("invalid", illegal.reason.text, field=field) from None
    return record


def _whole_tables() -> Select[tuple[models.Game, list[Any] | None, list[Any] | None]]:
    """Games, each with its seats and visitors: one statement, however many tables it finds."""
    seat, visitor = models.Seat, models.Visitor
    seats = func.jsonb_build_array(
        seat.seat, seat.user_id, seat.name, seat.ready, seat.stand_in, seat.word
    )
    visitors = func.jsonb_build_array(visitor.user_id, visitor.kept_out)
    return select(
        models.Game,
        select(func.jsonb_agg(aggregate_order_by(seats, seat.seat), type_=JSONB))
        .where(seat.game_id == models.Game.id)
        .correlate(models.Game)
        .scalar_subquery(),
        select(func.jsonb_agg(visitors, type_=JSONB))
        .where(visitor.game_id == models.Game.id)
        .correlate(models.Game)
        .scalar_subquery(),
    )


async def load(session: AsyncSession, game_id: UUID) -> TableInfo | None:
    """The table as the database has it now; None if it is gone."""
    found = await session.execute(_whole_tables().where(models.Game.id == game_id))
    row = found.first()
    return None if row is None else _info(*row)


def _options(row: models.Game) -> Any:
    """What was chosen; None if the rules now in force don't know such options (any more)."""
    try:
        return codec.record(row.options, ENGINES[row.engine].options_type)
    except msgspec.ValidationError:
        return None


def _info(row: models.Game, seats: list[Any] | None, visitors: list[Any] | None) -> TableInfo:
    ended = row.status in ("over", "ended")
    return TableInfo(
        id=row.id,
        engine=row.engine,
        version=row.version,
        options=_options(row),
        status=row.status,
        host=row.host_id,
        public=row.public,
        watch=row.watch,
        invite=row.invite,
        rev=row.rev,
        last_seq=row.last_seq,
        next_id=row.next_id,
        seats=tuple(
            SeatInfo(seat, UUID(user) if user else None, name, ready, stand_in)
            for seat, user, name, ready, stand_in, _ in seats or ()
        ),
        visitors=frozenset(UUID(user) for user, kept_out in visitors or () if not kept_out),
        kept_out=frozenset(UUID(user) for user, kept_out in visitors or () if kept_out),
        promise=hashlib.sha256(row.secret).hexdigest(),
        secret=row.secret.hex() if ended else None,
        words=tuple(word or "" for *_, word in seats or ()) if ended else (),
        created_at=row.created_at,
    )


async def _locked(session: AsyncSession, game_id: UUID) -> models.Game:
    """The table's row, locked until the transaction ends. Raises `Refused` if it is gone."""
    row = await session.get(models.Game, game_id, with_for_update=True)
    if row is None:
        raise no_table()
    return row


def _changed(row: models.Game) -> None:
    row.rev += 1
    row.updated_at = datetime.now(UTC)


async def _in_lobby(session: AsyncSession, game_id: UUID) -> models.Game:
    row = await _locked(session, game_id)
    if row.status != "lobby":
        raise Refused("conflict", "This game has already started.", key="started")
    return row


async def _seats(session: AsyncSession, game_id: UUID) -> list[models.Seat]:
    found = await session.scalars(
        select(models.Seat).where(models.Seat.game_id == game_id).order_by(models.Seat.seat)
    )
    return list(found)


async def create(
    session: AsyncSession,
    engine: AnyEngine,
    options: Any,
    user: UUID,
    name: str,
    *,
    public: bool,
    watch: Watch,
) -> UUID:
    """Open a table with options that `read_options` let through; its host sits at seat 0. Raises
    `Refused`.
    """
    game = models.Game(
        id=uuid4(),
        engine=engine.key,
        version=engine.version,
        options=codec.plain(options),
        secret=token_bytes(32),
        host_id=user,
        public=public,
        watch=watch,
        invite="-".join(choice(WORDS) for _ in range(3)),
        rev=1,
    )
    session.add(game)
    await session.flush()
    session.add(models.Seat(game_id=game.id, seat=0, user_id=user, name=words.name(name)))
    return game.id


async def let_in(session: AsyncSession, game_id: UUID, user: UUID) -> None:
    """The invite link has brought this person: they may look from now on."""
    await session.execute(
        insert(models.Visitor).values(game_id=game_id, user_id=user).on_conflict_do_nothing()
    )
    row = await _locked(session, game_id)
    _changed(row)


async def by_invite(session: AsyncSession, invite: str) -> TableInfo | None:
    """The table that these three words open, or None."""
    found = await session.execute(_whole_tables().where(models.Game.invite == invite))
    row = found.first()
    return None if row is None else _info(*row)


async def sit(session: AsyncSession, game_id: UUID, user: UUID, name: str) -> int:
    """Take the first free seat under this name. Sitting already: the name changes. Raises
    `Refused`.
    """
    row = await _in_lobby(session, game_id)
    clean = words.name(name)
    if await session.scalar(
        select(models.Visitor.kept_out).where(
            models.Visitor.game_id == game_id, models.Visitor.user_id == user
        )
    ):
        raise no_table()
    seats = await _seats(session, game_id)
    mine = next((seat for seat in seats if seat.user_id == user), None)
    if any(words.same_name(clean, seat.name) for seat in seats if seat is not mine):
        raise Refused(
            "invalid", "Somebody here has that name, or one that looks like it.", field="name"
        )
    if mine is not None:
        mine.name = clean
    else:
        taken = {seat.seat for seat in seats}
        free = [seat for seat in range(max(engine_of(row.engine).seats)) if seat not in taken]
        if not free:
            raise Refused("conflict", "All seats at this table are taken.", key="full")
        mine = models.Seat(game_id=game_id, seat=free[0], user_id=user, name=clean)
        session.add(mine)
        await session.execute(
            insert(models.Visitor).values(game_id=game_id, user_id=user).on_conflict_do_nothing()
        )
    _changed(row)
    return mine.seat


async def ready(session: AsyncSession, game_id: UUID, user: UUID, word: str | None) -> None:
    """Ready to start, with this browser's word for the seed; with None: not ready after all."""
    row = await _in_lobby(session, game_id)
    for seat in await _seats(session, game_id):
        if seat.user_id == user:
            seat.ready = word is not None
            seat.word = None if word is None else word[:64]
            _changed(row)
            return
    raise Refused("forbidden", "Take a seat first.")


async def leave(session: AsyncSession, game_id: UUID, users: set[UUID]) -> bool:
    """Free the seats of these people before the start; the host passes on; an empty table vanishes.

    True if the table is still there.
    """
    row = await _in_lobby(session, game_id)
    seats = await _seats(session, game_id)
    staying = [seat for seat in seats if seat.user_id not in users]
    if len(staying) == len(seats):
        return True
    if not staying:
        await session.delete(row)
        return False
    for seat in seats:
        if seat not in staying:
            await session.delete(seat)
    if row.host_id in users or row.host_id is None:
        row.host_id = min(staying, key=lambda seat: seat.joined_at).user_id
    _changed(row)
    return True


def _only_host(row: models.Game, user: UUID) -> None:
    if row.host_id != user:
        raise Refused("forbidden", "Only the host of this table can do that.")


async def kick(session: AsyncSession, game_id: UUID, user: UUID, seat: int) -> UUID | None:
    """The host frees somebody's seat and keeps that person out. Who it was, to be told."""
    row = await _in_lobby(session, game_id)
    _only_host(row, user)
    for other in await _seats(session, game_id):
        if other.seat == seat and other.user_id != user:
            gone = other.user_id
            await session.delete(other)
            await session.execute(
                insert(models.Visitor)
                .values(game_id=game_id, user_id=gone, kept_out=True)
                .on_conflict_do_update(
                    index_elements=["game_id", "user_id"], set_={"kept_out": True}
                )
            )
            _changed(row)
            return gone
    raise Refused("conflict", "Nobody sits there any more.")


async def make_host(session: AsyncSession, game_id: UUID, user: UUID, seat: int) -> None:
    """The host passes the table on to another seat."""
    row = await _locked(session, game_id)
    _only_host(row, user)
    for other in await _seats(session, game_id):
        if other.seat == seat and other.user_id is not None:
            row.host_id = other.user_id
            _changed(row)
            return
    raise Refused("conflict", "Nobody sits there any more.")


async def change(
    session: AsyncSession,
    game_id: UUID,
    user: UUID,
    options: Any,
    *,
    public: bool,
    watch: Watch,
) -> None:
    """The host changes what is played (options that `read_options` let through) and who may look,
    before the start. Everybody is asked again.
    """
    row = await _in_lobby(session, game_id)
    _only_host(row, user)
    row.options = codec.plain(options)
    row.public = public
    row.watch = watch
    for seat in await _seats(session, game_id):
        seat.ready = False
    _changed(row)


async def new_invite(session: AsyncSession, game_id: UUID, user: UUID) -> None:
    """The host takes the invitation back: the old words open nothing any more."""
    row = await _locked(session, game_id)
    _only_host(row, user)
    row.invite = "-".join(choice(WORDS) for _ in range(3))
    _changed(row)


def why_not_start(info: TableInfo) -> str | None:
    """None if the host can start; else what is missing, in a sentence."""
    counts = ENGINES[info.engine].seats
    if len(info.seats) < min(counts):
        return f"This game needs at least {min(counts)} players."
    if len(info.seats) not in counts:
        return f"This game can't be played by {len(info.seats)}."
    # Pressing start says that the host is ready.
    waiting = sum(not seat.ready and seat.user != info.host for seat in info.seats)
    if waiting:
        return "One player isn’t ready yet." if waiting == 1 else f"{waiting} aren’t ready yet."
    return None


async def start(session: AsyncSession, game_id: UUID, user: UUID, word: str = "") -> Acted:
    """Deal. Seats close up, the seed is made, the first row is written. Exactly once: the row is
    locked.
    """
    row = await _in_lobby(session, game_id)
    _only_host(row, user)
    info = await load(session, game_id)
    assert info is not None
    reason = why_not_start(info)
    if reason is not None:
        raise Refused("conflict", reason, key="not_ready")
    seats = await _seats(session, game_id)
    for seat in seats:
        if seat.user_id == user and not seat.ready:
            seat.ready, seat.word = True, word[:64]
    spoken = b"".join((seat.word or "").encode() for seat in seats)
    for number, seat in enumerate(seats):
        # In order, each to a place that is free by then: never onto another.
        if seat.seat != number:
            await session.execute(
                text("update seats set seat = :to where game_id = :game and seat = :at"),
                {"to": number, "game": game_id, "at": seat.seat},
            )
    engine = engine_of(row.engine)
    seed = hashlib.sha256(row.secret + game_id.bytes + spoken).digest()
    acted = begin(engine, codec.record(row.options, engine.options_type), len(seats), Dice(seed))
    first = acted.row
    session.add(
        models.Action(
            game_id=game_id,
            seq=first.seq,
            seat=first.seat,
            ask=first.ask,
            text=first.text,
            draws=codec.plain(first.draws),
            events=codec.plain(first.events),
        )
    )
    row.seed = seed
    row.status = "running"
    row.version = engine.version
    row.last_seq = first.seq
    _changed(row)
    return acted


async def end(session: AsyncSession, game_id: UUID) -> None:
    """Give a running game up: it ends without a result."""
    row = await _running(session, game_id)
    row.status = "ended"
    row.due_at = None
    _changed(row)


async def _running(session: AsyncSession, game_id: UUID) -> models.Game:
    row = await _locked(session, game_id)
    if row.status != "running":
        raise Refused("conflict", "This game is not being played.")
    return row


async def stand_in(session: AsyncSession, game_id: UUID, seat: int, on: bool) -> bool:
    """The table plays for a seat, or stops doing so. True if that changed anything."""
    row = await _running(session, game_id)
    for other in await _seats(session, game_id):
        if other.seat == seat:
            if other.stand_in == on:
                return False
            other.stand_in = on
            row.due_at = func.now() if on else row.due_at
            _changed(row)
            return True
    raise Refused("invalid", "There is no such seat.", field="seat")


async def hand_over(session: AsyncSession, game_id: UUID, seat: int) -> str:
    """A fresh link's token that gives this seat to whoever opens it first; older ones stop
    working.
    """
    row = await _running(session, game_id)
    for other in await _seats(session, game_id):
        if other.seat == seat:
            token = token_urlsafe(24)
            other.claim_hash = _hash(token)
            _changed(row)
            return token
    raise Refused("invalid", "There is no such seat.", field="seat")


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


async def claimable(session: AsyncSession, token: str) -> tuple[TableInfo, int] | None:
    """The table and seat that this link gives, or None if it was used or never was."""
    found = await _claimed(session, token)
    if found is None:
        return None
    info = await load(session, found[0])
    return None if info is None or info.status != "running" else (info, found[1])


async def _claimed(session: AsyncSession, token: str) -> tuple[UUID, int] | None:
    """Table and seat of a link, as plain values: a record read before the lock would stay as it
    was then.
    """
    found = await session.execute(
        select(models.Seat.game_id, models.Seat.seat).where(models.Seat.claim_hash == _hash(token))
    )
    row = found.first()
    return None if row is None else (row.game_id, row.seat)


async def claim(session: AsyncSession, token: str, user: UUID) -> tuple[UUID, UUID | None]:
    """Take the seat this link gives. (table, the person who had it). Raises `Refused`."""
    found = await _claimed(session, token)
    if found is None:
        raise Refused("gone", "This link has been used, or a newer one replaced it.")
    game_id, number = found
    row = await _running(session, game_id)
    seats = await _seats(session, game_id)
    seat = next((s for s in seats if s.seat == number and s.claim_hash == _hash(token)), None)
    if seat is None:
        raise Refused("gone", "This link has been used, or a newer one replaced it.")
    if any(other.user_id == user and other is not seat for other in seats):
        raise Refused("conflict", "You already sit at this table.")
    before = seat.user_id
    seat.user_id = user
    seat.claim_hash = None
    seat.stand_in = False
    if row.host_id == before:
        row.host_id = user
    _changed(row)
    return game_id, before if before != user else None


async def again(
    session: AsyncSession, game_id: UUID, user: UUID, changes: dict[str, Any], word: str = ""
) -> UUID:
    """The same people at a fresh table, with these options changed. The second who asks gets the
    first's table. Who played alone waits for nobody: the game begins, with this browser's `word`.
    """
    row = await _locked(session, game_id)
    if row.status not in ("over", "ended"):
        raise Refused("conflict", "This game is still being played.")
    seats = await _seats(session, game_id)
    mine = next((seat for seat in seats if seat.user_id == user), None)
    if mine is None:
        raise Refused("forbidden", "Only those who played can open the next game.")
    if row.next_id is not None:
        return row.next_id
    engine = engine_of(row.engine)
    game_id = await create(
        session,
        engine,
        read_options(engine, {**row.options, **changes}),
        user,
        mine.name,
        public=row.public,
        watch=row.watch,
    )
    for place, seat in enumerate((s for s in seats if s is not mine and s.user_id), 1):
        session.add(models.Seat(game_id=game_id, seat=place, user_id=seat.user_id, name=seat.name))
    visitors = await session.scalars(select(models.Visitor).where(models.Visitor.game_id == row.id))
    for visitor in visitors.all():
        session.add(
            models.Visitor(game_id=game_id, user_id=visitor.user_id, kept_out=visitor.kept_out)
        )
    if len(seats) == 1:
        await start(session, game_id, user, word)
    row.next_id = game_id
    _changed(row)
    return game_id


async def beep(session: AsyncSession, game_id: UUID, seat: int) -> bool:
    """Note that a seat makes its sound; False if it did within the last ten seconds."""
    done = await session.execute(
        text(
            "update seats set beeped_at = now() where game_id = :game and seat = :seat"
            " and (beeped_at is null or beeped_at < now() - interval '10 seconds')"
        ),
        {"game": game_id, "seat": seat},
    )
    return bool(done.rowcount)  # type: ignore[attr-defined] # a Result of an update is a CursorResult


async def say(session: AsyncSession, game_id: UUID, user: UUID, name: str, said: str) -> None:
    """Add a line of talk. Whether words are free is the service's to check, before."""
    row = await _locked(session, game_id)
    session.add(models.Message(game_id=game_id, user_id=user, name=name, text=words.message(said)))
    _changed(row)


class Line(Struct, frozen=True):
    """One line of talk."""

    id: int
    user: UUID | None
    name: str
    text: str
    at: datetime


async def talk(session: AsyncSession, game_id: UUID, most: int = 100) -> tuple[Line, ...]:
    """The last lines of talk, oldest first."""
    rows = await session.scalars(
        select(models.Message)
        .where(models.Message.game_id == game_id)
        .order_by(models.Message.id.desc())
        .limit(most)
    )
    return tuple(Line(m.id, m.user_id, m.name, m.text, m.at) for m in reversed(rows.all()))


class Listed(Struct, frozen=True):
    """A table in a list: open ones in the lobby, one's own on the start page."""

    info: TableInfo
    updated_at: datetime
    result: Any


async def listed(session: AsyncSession, most: int = 30) -> list[Listed]:
    """Public tables that wait for players or can be watched, newest first."""
    rows = await session.execute(
        _whole_tables()
        .where(models.Game.public, models.Game.status.in_(("lobby", "running")))
        .order_by(models.Game.status, models.Game.updated_at.desc())
        .limit(most)
    )
    return _listed(rows)


def _listed(rows: Iterable[Any]) -> list[Listed]:
    return [Listed(_info(*row), row[0].updated_at, row[0].result) for row in rows]


async def mine(session: AsyncSession, user: UUID, most: int = 12) -> list[Listed]:
    """The tables where this person sits, running ones first, then the newest."""
    mine = select(models.Seat.game_id).where(models.Seat.user_id == user)
    rows = await session.execute(
        _whole_tables()
        .where(models.Game.id.in_(mine))
        .order_by(models.Game.status.in_(("over", "ended")), models.Game.updated_at.desc())
        .limit(most)
    )
    return _listed(rows)


async def waiting(session: AsyncSession, seconds: float) -> list[TableInfo]:
    """Tables that have not started and where nothing changed for so long: for the sweep."""
    since = datetime.now(UTC) - timedelta(seconds=seconds)
    rows = await session.execute(
        _whole_tables().where(models.Game.status == "lobby", models.Game.updated_at < since)
    )
    return [_info(*row) for row in rows]
