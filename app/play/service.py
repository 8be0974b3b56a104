"""Play: what a worker holds of its tables, and the one way an answer becomes a row. No HTTP, no
templates.
"""

import asyncio
import time
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

import psycopg
import structlog
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker

from app.db import RowPool
from app.models import User
from app.play import store, tables
from app.play.hub import LOBBY, Hub, person_topic, table_topic
from app.play.progress import Progress, progress_of
from app.play.refused import Refused
from app.play.tables import TableInfo, no_table
from engines import ENGINES
from engines.core.bots import asked_seats
from engines.core.chance import Dice, Tape
from engines.core.engine import Illegal, Reason, Seat, Unreadable, Viewer
from engines.core.game import (
    TABLE,
    UNDO,
    Acted,
    Game,
    Row,
    Stale,
    act,
    ask_id,
    begin,
    fold,
    own_rows,
    switch,
    table_ask,
    taken_back,
)

TRUSTED_SECONDS = 30.0
"""How long a worker believes what it holds of a table without hearing anything."""
TRIES = 5
MOST_HELD = 2_000
LONGEST_TEXT = 2_000
LONGEST_ASK = 40
SNAPSHOT_EVERY = 50
STAND_IN_PAUSE = timedelta(seconds=1.5)
"""A stand-in doesn't answer in the same breath."""

UNDO_ALL = "undo all"
"""What a page posts for undo after undo, until one stays."""

ONLY_HOST = "Only the host decides that, or anyone seated while the host is away."

log = structlog.get_logger()
T = TypeVar("T")


@dataclass
class Held:
    """What this worker knows of a table. `number` is last_seq + rev; `rows` is all the log is made
    from.
    """

    info: TableInfo
    game: Game | None
    seed: bytes
    rows: tuple[Row, ...]
    looked_at: float
    broken: bool = False
    """The stored rows don't fold under the rules now in force: the table can be ended, not played
    on.
    """
    wanted: int = 0
    """The highest number that a hint has told."""
    doubts: int = 0
    settled: int = 0
    """How often something else may have happened, and how many of these doubts are settled: by a
    look that began after them and has ended. While it is under way they stand, since whoever
    trusted the table meanwhile would take in its old state for the new one.
    """
    snapshot_seq: int = 0
    talk: tuple[tables.Line, ...] = ()
    progress: Mapping[UUID, Progress] = field(default_factory=dict)
    """What those who sit here have done with the game's book; empty while they play."""
    memo: dict[Any, Any] = field(default_factory=dict)
    """What the web layer painted from this, by region and viewer."""

    @property
    def seq(self) -> int:
        """The number of the last row this worker has folded in."""
        return self.game.seq if self.game else self.info.last_seq

    @property
    def number(self) -> int:
        """What pages compare: grows with every row and every other change."""
        return self.seq + self.info.rev

    @property
    def stale(self) -> bool:
        """Whether something may have happened that this worker has not seen."""
        return self.number < self.wanted or self.doubts > self.settled

    def hint(self, number: int) -> None:
        """The table is said to be at `number`; negative: something has happened to it."""
        if number < 0:
            self.doubts += 1
        else:
            self.wanted = max(number, self.wanted)


class Answered(Struct, frozen=True):
    """What came of a post: the table after it, and whether this very post had been answered
    before.
    """

    repeated: bool


class Play:
    """The service of one worker."""

    def __init__(
        self,
        engine: AsyncEngine,
        pool: RowPool,
        sessions: async_sessionmaker[AsyncSession],
        hub: Hub,
    ) -> None:
        self.engine = engine
        self.pool = pool
        self.sessions = sessions
        self.hub = hub
        self._held: OrderedDict[UUID, Held] = OrderedDict()
        self._looking: dict[UUID, asyncio.Task[Held]] = {}
        self._told: dict[UUID, list[int]] = {}
        self._background: set[asyncio.Task[Any]] = set()
        hub.on_heard.append(self._heard)
        hub.on_row = self._told_row

    # holding tables

    def _heard(self, topic: str, number: int) -> None:
        """A hint: what this worker holds of that table may be old."""
        kind, _, name = topic.partition(":")
        if kind == "table" and number:
            game_id = UUID(name)
            if game_id in self._held:
                self._held[game_id].hint(number)
            if game_id in self._told:
                # A look is under way and may have read before this.
                self._told[game_id].append(number)

    def _told_row(self, game_id: UUID, rev: int, told: bytes) -> None:
        """Another worker tells the row that it has stored: taken in if it is just the next one and
        all that has happened; if not, the number that comes with it leads to a look.
        """
        held = self._held.get(game_id)
        if held is None or held.game is None or held.info.status != "running":
            return
        try:
            row = store.heard(held.game.engine, told)
            if (row.seq, rev) != (held.game.seq + 1, held.info.rev):
                return
            game = fold(held.game, [row])
        except Exception as fault:
            # A worker with other rules: the look will say what that means.
            log.warning("a row nobody here understands", fault=type(fault).__name__)
            return
        if game.result is None:
            # An end is held together with what the table is after it: by a look.
            held.game, held.rows = game, (*held.rows, row)

    def distrust(self) -> None:
        """Hints may have been lost: look at everything again before use."""
        for held in self._held.values():
            held.hint(-1)
        for told in self._told.values():
            told.append(-1)

    async def table(self, game_id: UUID) -> Held:
        """This table, as new as hints and the database make it. Raises `Refused` if there
        is none.
        """
        held = self._held.get(game_id)
        for _ in range(2):
            if held and not held.stale and time.monotonic() - held.looked_at <= TRUSTED_SECONDS:
                break
            # The look under way may have begun after the doubt; if not, the next one has.
            looking = self._looking.get(game_id)
            held = await (self.look(game_id) if looking is None else asyncio.shield(looking))
        assert held is not None
        if game_id in self._held:
            self._held.move_to_end(game_id)
        return held

    def peek(self, game_id: UUID) -> Held | None:
        """What this worker happens to hold of a table, if anything. For lists, where it may be a
        little old.
        """
        return self._held.get(game_id)

    async def look(self, game_id: UUID) -> Held:
        """This table as the database has it at this moment or later. Raises `Refused` if there is
        none.

        One look at a table at a time, so that an older one never covers a newer one; all who ask
        while one is under way share the next.
        """
        before = self._looking.get(game_id)
        if before is not None:
            await asyncio.wait([before])
        looking = self._looking.get(game_id)
        if looking is None:
            looking = self._looking[game_id] = asyncio.create_task(self._look_now(game_id))
            looking.add_done_callback(lambda _: self._looking.pop(game_id, None))
        return await asyncio.shield(looking)

    async def _look_now(self, game_id: UUID) -> Held:
        before = self._held.get(game_id)
        doubts = before.doubts if before else 0
        looked_at = time.monotonic()
        self._told[game_id] = []
        try:
            if before is not None and await self._only_rows(before):
                held = before
            else:
                held = await self._whole(game_id, before)
        finally:
            told = self._told.pop(game_id)
        held.looked_at = looked_at
        if held is before:
            held.settled = doubts
        else:
            for number in told:
                held.hint(number)
        self._held[game_id] = held
        while len(self._held) > MOST_HELD:
            self._held.popitem(last=False)
        return held

    async def _whole(self, game_id: UUID, held: Held | None) -> Held:
        """All there is to know of a table. Raises `Refused` if it is gone."""
        rows: list[Row] = []
        async with self.sessions() as session:
            # One picture: a last row without the end that it brought would be a table that
            # waits for nobody.
            connection = await session.connection(
                execution_options={"isolation_level": "REPEATABLE READ"}
            )
            info = await tables.load(session, game_id)
            if info is None:
                self._held.pop(game_id, None)
                self.hub.forget(game_id)
                raise no_table()
            talk = await tables.talk(session, game_id)
            done = await self._progress(session, info)
            if held is None or (held.game is None and info.status != "lobby"):
                held = await self._load(connection, info)
            elif held.game is not None and info.last_seq > held.game.seq:
                rows = await self._news(connection, held)
        # From here on nothing waits, so that nobody sees one half without the other.
        if held.game is not None:
            self._fold_in(held, rows)
        if held.game is None or held.game.seq <= info.last_seq:
            if held.info != info or held.progress != done:
                held.info, held.progress = info, done
                held.memo.clear()
        else:
            # A post has come in since: an older picture than the one held.
            held.hint(-1)
        held.talk = talk
        return held

    @staticmethod
    async def _progress(session: AsyncSession, info: TableInfo) -> Mapping[UUID, Progress]:
        """What those who sit at a table have done, for its waiting room and after its end."""
        if info.status == "running":
            return {}
        users = [seat.user for seat in info.seats if seat.user is not None]
        return await progress_of(session, ENGINES[info.engine], users)

    async def _only_rows(self, held: Held) -> bool:
        """Fold in what others have appended, if that is all that has happened: most looks are for
        a move of another worker. False if there is more to look at.
        """
        if held.game is None or held.info.status != "running":
            return False
        try:
            news = await store.news(self.pool, held.game.engine, held.info.id, held.game.seq)
        except psycopg.Error:
            raise
        except Exception as fault:
            # A worker with other rules has written meanwhile.
            self._give_up(held, held.info.id, fault)
            return True
        if news is None or (news.rev, news.status) != (held.info.rev, held.info.status):
            return False
        self._fold_in(held, news.rows)
        return True

    async def _load(self, connection: Any, info: TableInfo) -> Held:
        """A table from the database: the last snapshot and the rows since."""
        held = Held(info, None, b"", (), time.monotonic())
        if info.status == "lobby":
            return held
        engine = ENGINES[info.engine]
        held.seed = await store.seed_of(connection, info.id)
        try:
            rows = await store.rows_since(connection, engine, info.id, 0)
            game = await store.find_snapshot(connection, engine, info.id, len(info.seats))
            if game is None:
                first = rows[0]
                game = begin(
                    engine, info.options, len(info.seats), Dice(held.seed), tape=Tape(first.draws)
                ).game
            held.snapshot_seq = game.seq
            held.game = fold(game, [row for row in rows if row.seq > game.seq])
            held.rows = tuple(rows)
        except SQLAlchemyError:
            raise
        except Exception as fault:
            self._give_up(held, info.id, fault)
        return held

    def _give_up(self, held: Held, game_id: UUID, fault: Exception) -> None:
        """Other rules may stumble over old rows in any way: then the table can only be ended."""
        held.broken = True
        held.game = None
        held.rows = ()
        # Not the fault's text: it may name what somebody holds.
        log.error("a table no longer folds", game=str(game_id), fault=type(fault).__name__)

    async def _news(self, connection: Any, held: Held) -> list[Row]:
        """The rows that others have appended."""
        assert held.game is not None
        try:
            return await store.rows_since(connection, held.game.engine, held.info.id, held.game.seq)
        except SQLAlchemyError:
            raise
        except Exception as fault:
            self._give_up(held, held.info.id, fault)
            return []

    def _fold_in(self, held: Held, rows: list[Row]) -> None:
        """Fold in rows that others have appended, but for those that came in meanwhile."""
        assert held.game is not None
        fresh = [row for row in rows if row.seq > held.game.seq]
        try:
            held.game = fold(held.game, fresh)
            held.rows += tuple(fresh)
        except Exception as fault:
            # A worker with other rules has written meanwhile.
            self._give_up(held, held.info.id, fault)

    # answering

    async def act(self, game_id: UUID, user: UUID, ask: str, text: str) -> Answered:
        """One person's answer, exactly once. Raises `Refused`; `Illegal` with the rule's reason.

        Shielded: a browser that hangs up can't leave half an answer behind.
        """
        return await self._shielded(self._act(game_id, user, ask, text))

    async def _act(self, game_id: UUID, user: UUID, ask: str, text: str) -> Answered:
        held = await self.table(game_id)
        if held.info.seat_of(user) is None or held.info.status != "running":
            # Another worker's hint may still be on its way.
            held = await self.look(game_id)
        seat = held.info.seat_of(user)
        if seat is None:
            raise Refused("forbidden", "You are watching: only the seats can act.", key="watching")
        if text == UNDO_ALL:
            answered = await self._undo_all(held, seat, ask)
        else:
            answered = await self._append(held, seat, ask, text)
        if held.info.seats[seat].stand_in:
            await self.back(game_id, user)
        return answered

    async def _undo_all(self, held: Held, seat: Seat, ask: str) -> Answered:
        """Take back this seat's steps one by one, to the start of its phase or to one that stays:
        a row each. Raises `Illegal` if not even the last one goes.
        """
        answered = await self._append(held, seat, ask, UNDO)
        try:
            while not answered.repeated:
                held = await self.table(held.info.id)
                game = self.playing(held)
                if not own_rows(game, seat):
                    break
                await self._append(held, seat, ask_id(game, seat), UNDO)
        except (Illegal, Refused):
            # This one stays, or somebody has moved meanwhile.
            pass
        return answered

    async def _append(self, held: Held, seat: Seat, ask: str, text: str) -> Answered:
        """Fold and append, again if somebody was faster."""
        if len(text) > LONGEST_TEXT or len(ask) > LONGEST_ASK or not (ask + text).isprintable():
            raise Refused("invalid", "That is no move in this game.", field="do")
        for _ in range(TRIES):
            game = self.playing(held)
            try:
                acted = act(game, seat, ask, text, Dice(held.seed))
            except Unreadable:
                raise Refused("invalid", "That is no move in this game.", field="do") from None
            except (Stale, Illegal) as no:
                # Not before we have looked: another worker's hint may still be on its way.
                held = await self.look(held.info.id)
                if held.game is not None and held.game.seq != game.seq:
                    continue
                if isinstance(no, Illegal):
                    raise
                return await self._stale(held, seat, ask, text)
            outcome = await self._store(held, acted)
            if outcome == "yes":
                return Answered(False)
            held = await self.look(held.info.id)
            if outcome == "repeated":
                return await self._stale(held, seat, ask, text)
        raise Refused("conflict", "The table is too busy just now: please try again.", key="busy")

    async def _store(self, held: Held, acted: Acted) -> store.Appended:
        """Append the row; if it is in, hold it and tell everybody."""
        result = acted.game.result
        outcome, rev = await store.append(
            self.pool,
            held.info.id,
            acted.row,
            rev=held.info.rev,
            status="running" if result is None else "over",
            due=due(held.info, acted.game),
            result=result,
        )
        if outcome == "yes":
            self._advance(held, acted, rev)
        return outcome

    async def switch(self, game_id: UUID, user: UUID, text: str, away_seconds: float) -> None:
        """The host changes something about the running table: a row of its own. Raises `Refused`;
        `Illegal` with the rule's reason.
        """
        await self._shielded(self._switch(game_id, user, text, away_seconds))

    async def _switch(self, game_id: UUID, user: UUID, text: str, away_seconds: float) -> None:
        for _ in range(TRIES):
            # As the database has it: another worker's row may be all that it takes.
            held = await self.look(game_id)
            game = self.playing(held)
            if not self.may_pass_over(held, user, away_seconds):
                raise Refused("forbidden", ONLY_HOST)
            try:
                acted = switch(game, table_ask(game), text)
            except Unreadable:
                raise Refused("invalid", "That can't be changed here.", field="do") from None
            if await self._store(held, acted) == "yes":
                return
        raise Refused("conflict", "The table is too busy just now: please try again.", key="busy")

    def playing(self, held: Held) -> Game:
        """The game, if it is being played. Raises `Refused` with what it is instead."""
        if held.broken:
            raise Refused("broken", "This game was begun under other rules and can't go on here.")
        if held.game is None:
            raise Refused("conflict", "This game has not started yet.", key="lobby")
        if held.info.status != "running":
            raise Refused("conflict", "This game has ended.", key="over")
        return held.game

    async def _stale(self, held: Held, seat: Seat, ask: str, text: str) -> Answered:
        """The ask is old: a repeated post is fine, anything else is told so."""
        async with self.engine.connect() as connection:
            before = await store.answered(connection, held.info.id, seat, ask)
        if before == text:
            return Answered(True)
        raise Refused("conflict", "The table has moved on. Here is how it stands now.", key="stale")

    def _advance(self, held: Held, acted: Acted, rev: int) -> None:
        """Our row is stored: hold it, tell everybody, keep a snapshot now and then."""
        if held.game is not None and held.game.seq + 1 == acted.row.seq:
            held.game = acted.game
            held.rows = (*held.rows, acted.row)
        if acted.game.result is not None:
            # Ended with its last row, at once: the rest of it is looked up.
            held.info = replace(held.info, status="over")
            held.memo.clear()
            held.hint(-1)
            self.hub.moved(LOBBY, 0)
        number = acted.row.seq + rev
        self.hub.moved_by_row(held.info.id, number, rev, store.told(acted.row))
        if acted.game.base_seq >= held.snapshot_seq + SNAPSHOT_EVERY:
            held.snapshot_seq = acted.game.base_seq
            self.soon(self._snapshot(held.info.id, acted.game))
        log.debug("acted", game=str(held.info.id), seat=acted.row.seat, seq=acted.row.seq)

    async def _snapshot(self, game_id: UUID, game: Game) -> None:
        async with self.engine.begin() as connection:
            await store.save_snapshot(connection, game_id, game)

    def soon(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do this in the background; a fault is logged."""
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._background.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("background work failed", fault=repr(task.exception()))

    async def _shielded(self, work: Coroutine[Any, Any, T]) -> T:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        return await asyncio.shield(task)

    async def start(self) -> None:
        """Connect. A database that isn't there yet is waited for by those who need it."""
        await self.pool.open()

    async def stop(self) -> None:
        """End what is under way, then the connections."""
        await self.settle()
        await self.pool.close()

    async def settle(self) -> None:
        """Wait for what is under way, before the worker stops."""
        while under_way := [*self._background, *self._looking.values()]:
            await asyncio.gather(*under_way, return_exceptions=True)

    # around the rows

    async def changed(self, game_id: UUID) -> None:
        """Something about a table that is no row has been committed: look, and tell everybody."""
        try:
            held = await self.look(game_id)
        except Refused:
            self.hub.moved(table_topic(game_id), -1)
            return
        self.hub.moved(table_topic(game_id), held.number)

    async def back(self, game_id: UUID, user: UUID) -> None:
        """This person is at the table again: their seat is theirs to play, if the table played for
        it.
        """
        held = await self.table(game_id)
        seat = held.info.seat_of(user)
        if seat is None or held.info.status != "running" or not held.info.seats[seat].stand_in:
            return
        try:
            async with self.sessions.begin() as session:
                moved = await tables.stand_in(session, game_id, seat, False)
        except Refused:
            # It has ended meanwhile.
            moved = True
        if moved:
            await self.changed(game_id)

    async def play_idle(self, game_id: UUID) -> None:
        """The table plays its safe step for one absent seat that it waits for. Called when a game
        is due.
        """
        held = await self.look(game_id)
        if held.info.status != "running" or held.game is None:
            return
        game = held.game
        for seat in asked_seats(game, must=True):
            if held.info.seats[seat].stand_in:
                text = game.engine.write(game.engine.idle(game.state, seat))
                await self._append(held, seat, ask_id(game, seat), text)
                return

    async def beep(self, game_id: UUID, user: UUID) -> None:
        """Make the one sound a seat may make. Raises `Refused` if it may not, or did just now."""
        held = await self.table(game_id)
        seat = held.info.seat_of(user)
        if seat is None:
            raise Refused("forbidden", "You are watching: only the seats may beep.")
        game = self.playing(held)
        if not game.engine.beeps(game.state):
            raise Refused("forbidden", "Beep-boop is switched off at this table.")
        async with self.sessions.begin() as session:
            if not await tables.beep(session, game_id, seat):
                raise Refused("slow_down", "One beep in ten seconds: it should say little.")
        # On the whole second, so that the moment carries little.
        self.hub.beeped(game_id, seat, int(time.time()) + 1)

    def silence(self, held: Held) -> Reason | None:
        """Why nobody may talk at this table now; None: words are free."""
        if held.info.status != "running" or held.game is None:
            return None
        return held.game.engine.silence(held.game.state)

    async def say(self, game_id: UUID, user: UUID, text: str) -> None:
        """A line of talk. Raises `Refused` while the game keeps everybody silent."""
        held = await self.look(game_id)
        reason = self.silence(held)
        if reason is not None:
            raise Refused("forbidden", reason.text, rule=reason.rule, key="silence")
        name = held.info.name_of(user)
        if not name:
            if held.info.status == "running":
                raise Refused("forbidden", "Only the seats may talk while the game runs.")
            async with self.sessions() as session:
                name = await name_of(session, user) or "A watcher"
        async with self.sessions.begin() as session:
            await tables.say(session, game_id, user, name, text)
        await self.changed(game_id)

    async def revoked(self, game_id: UUID, user: UUID) -> None:
        """Somebody's rights at a table have gone: their sockets are to look again."""
        self.hub.moved(person_topic(user), 0)
        await self.changed(game_id)

    def may_pass_over(self, held: Held, user: UUID | None, away_seconds: float) -> bool:
        """Whether this person may decide about absent seats: the host, or anyone seated if the host
        is away.
        """
        if held.info.status != "running" or held.info.seat_of(user) is None:
            return False
        host = held.info.host
        if host is None or held.info.seat_of(host) is None or user == host:
            return True
        return self.hub.away_for(held.info.id, host) >= away_seconds


async def name_of(session: AsyncSession, user: UUID) -> str:
    """The name a person gave last, or `""`."""
    found = await session.get(User, user)
    return (found.name if found else None) or ""


def due(info: TableInfo, game: Game) -> datetime | None:
    """When the server itself must act next at this table; None: people must."""
    if game.result is not None:
        return None
    if any(info.seats[seat].stand_in for seat in asked_seats(game, must=True)):
        return datetime.now(UTC) + STAND_IN_PAUSE
    return None


class LogLine(Struct, frozen=True):
    """One line of the log as a viewer may read it. `key` is its stable id; `seat` whose it is
    (`TABLE`: nobody's); `back` if it was taken back; `head` if it opens a part of the game;
    `topic` where the rules tell why, if they do.
    """

    seq: int
    key: str
    seat: Seat
    text: str
    back: bool
    head: bool
    topic: str = ""


def log_lines(held: Held, viewer: Viewer, since: int = 0) -> tuple[LogLine, ...]:
    """The log after row `since`, through the engine's own gate."""
    if held.game is None:
        return ()
    engine = held.game.engine
    names = tuple(seat.name for seat in held.info.seats)
    fresh = held.rows[bisect_right(held.rows, since, key=lambda row: row.seq) :]
    # A row is taken back by a later one, so old rows are gone through only when there is an undo.
    gone = taken_back(held.rows) if any(row.text == UNDO for row in fresh) else {}
    lines = []
    for row in fresh:
        if row.text == UNDO:
            said = f"{names[row.seat]} took a step back."
            lines.append(LogLine(row.seq, f"{row.seq}-0", row.seat, said, False, False))
        for number, event in enumerate(row.events):
            shown = engine.hide(event, viewer)
            if shown is not None and (said := engine.line(shown, names)):
                seat = getattr(shown, "seat", TABLE)
                key, back = f"{row.seq}-{number}", row.seq in gone
                head, topic = engine.heads(shown), engine.topic(shown)
                lines.append(LogLine(row.seq, key, seat, said, back, head, topic))
    return tuple(lines)
