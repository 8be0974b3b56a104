"""Who is told what has moved, inside one worker: mailboxes that hold the newest number a topic,
never messages.
"""

import asyncio
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import UUID

from msgspec import Struct

PRESENCE_REPEATS = 15.0
PRESENCE_FORGOTTEN = 40.0
ABSENCE_FORGOTTEN = 86_400.0
"""Seconds: how often a worker repeats who is here, when it stops believing another one, and when it
no longer knows when somebody left."""

MOST_ROW = 1_500
"""Letters of a row that is told whole; a longer one is left for a look at the database."""


def table_topic(game: UUID) -> str:
    """Everything a table's page shows."""
    return f"table:{game}"


def person_topic(user: UUID) -> str:
    """What a person may do has changed: sessions, seats, access."""
    return f"person:{user}"


LOBBY = "lobby"


class Mailbox:
    """What one socket has not been told yet: the newest number of each of its topics that moved."""

    def __init__(self) -> None:
        self._moved: dict[str, int] = {}
        self._woken = asyncio.Event()

    def put(self, topic: str, number: int) -> None:
        """This topic is now at `number`; an older number changes nothing."""
        self._moved[topic] = max(number, self._moved.get(topic, 0))
        self._woken.set()

    async def take(self, seconds: float) -> dict[str, int]:
        """What moved since the last take; empty after `seconds` of silence."""
        try:
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        except TimeoutError:
            return {}
        self._woken.clear()
        moved, self._moved = self._moved, {}
        return moved


class Beep(Struct, frozen=True):
    """The one sound, made by a seat, to be heard at a whole second (Unix time)."""

    seat: int
    at: int


class Hub:
    """The mailboxes and the presence known to one worker. No I/O.

    `clock` gives seconds that only go forward; after `grace` seconds without a socket somebody
    counts as away, and the table's pages are woken to show it. `announce` is set by the notifier,
    to tell other workers; in `on_heard` are those who distrust what they hold: the service, the
    doorman. `on_row` is set by the service, to take in rows that other workers tell.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, *, grace: float = 120.0
    ) -> None:
        self.clock = clock
        self.grace = grace
        self.started = clock()
        self.numbers: dict[str, int] = {}
        self.announce: Callable[[str], None] = lambda _hint: None
        self.on_heard: list[Callable[[str, int], None]] = []
        self.on_row: Callable[[UUID, int, bytes], None] = lambda _game, _rev, _row: None
        self.beeps: dict[UUID, dict[int, int]] = {}
        self._boxes: dict[str, set[Mailbox]] = {}
        self.stirred = 0
        """How often somebody has come or gone, at any table: while this stands still, so does
        `present`.
        """
        self._here: dict[UUID, dict[UUID, int]] = {}
        self._elsewhere: dict[UUID, dict[UUID, float]] = {}
        self._left: dict[tuple[UUID, UUID], float] = {}
        self._told: dict[tuple[UUID, UUID], float] = {}

    # topics

    @contextmanager
    def mailbox(self, *topics: str) -> Iterator[Mailbox]:
        """A mailbox for these topics, as long as the block lasts."""
        box = Mailbox()
        for topic in topics:
            self._boxes.setdefault(topic, set()).add(box)
        try:
            yield box
        finally:
            for topic in topics:
                boxes = self._boxes[topic]
                boxes.discard(box)
                if not boxes:
                    del self._boxes[topic]
                    self.numbers.pop(topic, None)

    @property
    def watched(self) -> list[str]:
        """The topics somebody in this worker waits for."""
        return list(self._boxes)

    def moved(self, topic: str, number: int = 0) -> None:
        """Something changed here: tell this worker's sockets and the other workers."""
        self.heard(topic, number)
        self.announce(f"{topic}={number}")

    def moved_by_row(self, game: UUID, number: int, rev: int, row: bytes) -> None:
        """A row has made this table's number `number`: tell this worker's sockets, and the other
        workers with the row itself, which spares them a look. `rev` is what the table's other
        changes count.
        """
        self.heard(table_topic(game), number)
        told = urlsafe_b64encode(row).decode().rstrip("=")
        if len(told) > MOST_ROW:
            self.announce(f"{table_topic(game)}={number}")
        else:
            self.announce(f"row:{game}={number}/{rev}/{told}")

    def heard_row(self, game: UUID, number: int, rev: int, told: str) -> None:
        """Another worker says what row has made this table's number `number`. Raises `ValueError`
        if that can't be read.
        """
        if table_topic(game) in self._boxes:
            self.on_row(game, rev, urlsafe_b64decode(told + "=" * (-len(told) % 4)))
        self.heard(table_topic(game), number)

    def heard(self, topic: str, number: int) -> None:
        """Another worker, or the database, says that a topic is at `number`."""
        for hear in self.on_heard:
            hear(topic, number)
        if topic in self._boxes:
            self.numbers[topic] = max(number, self.numbers.get(topic, 0))
        for box in self._boxes.get(topic, ()):
            box.put(topic, number)

    # presence

    @contextmanager
    def here(self, game: UUID, user: UUID) -> Iterator[None]:
        """This person has a socket at this table in this worker, as long as the block lasts."""
        people = self._here.setdefault(game, {})
        people[user] = people.get(user, 0) + 1
        if people[user] == 1:
            self._presence_changed(game, user, here=True)
        try:
            yield
        finally:
            people[user] -= 1
            if not people[user]:
                del people[user]
                if not people:
                    self._here.pop(game, None)
                self._gone(game, user)
                self._presence_changed(game, user, here=False)

    def _gone(self, game: UUID, user: UUID) -> None:
        """This person's last socket is gone, now. Pages look again when that has lasted."""
        self.stirred += 1
        self._left[game, user] = self.clock()
        asyncio.get_running_loop().call_later(self.grace + 0.1, self.heard, table_topic(game), 0)

    def _presence_changed(self, game: UUID, user: UUID, *, here: bool) -> None:
        self.stirred += 1
        self.heard(table_topic(game), 0)
        self.announce(f"{'here' if here else 'left'}:{game}={user}")

    def repeat_presence(self) -> None:
        """Tell the other workers again who is here, and forget whom they no longer name."""
        for game, people in self._here.items():
            for user in people:
                self.announce(f"here:{game}={user}")
        for key in [k for k, at in self._left.items() if at < self.clock() - ABSENCE_FORGOTTEN]:
            del self._left[key]
        limit = self.clock() - PRESENCE_FORGOTTEN
        for game, seen in list(self._elsewhere.items()):
            for user, at in list(seen.items()):
                if at < limit:
                    del seen[user]
                    self._gone(game, user)
                    self.heard(table_topic(game), 0)
            if not seen:
                del self._elsewhere[game]

    def heard_here(self, game: UUID, user: UUID) -> None:
        """Another worker says that this person is at this table."""
        seen = self._elsewhere.setdefault(game, {})
        new = user not in seen
        self.stirred += new
        seen[user] = self.clock()
        if new:
            self.heard(table_topic(game), 0)

    def heard_left(self, game: UUID, user: UUID) -> None:
        """Another worker says that this person's last socket there is gone."""
        if self._elsewhere.get(game, {}).pop(user, None) is not None:
            self._gone(game, user)
            self.heard(table_topic(game), 0)

    def touch(self, game: UUID, user: UUID) -> None:
        """This person did something without a socket (a post, a poll): they were here just now.
        Other workers are told now and then.
        """
        now = self.clock()
        if now - self._told.get((game, user), -PRESENCE_REPEATS) >= PRESENCE_REPEATS:
            self._told[game, user] = now
            self.announce(f"seen:{game}={user}")
        self._left[game, user] = now

    def heard_seen(self, game: UUID, user: UUID) -> None:
        """Another worker says that this person did something there without a socket."""
        self._left[game, user] = self.clock()

    def present(self, game: UUID) -> set[UUID]:
        """Everybody with a socket at this table, seated or watching."""
        return {*self._here.get(game, ()), *self._elsewhere.get(game, ())}

    def away_for(self, game: UUID, user: UUID) -> float:
        """Seconds since this person was last here; 0 if they are. After a start nobody is long
        away.
        """
        if user in self._here.get(game, ()) or user in self._elsewhere.get(game, ()):
            return 0.0
        return self.clock() - self._left.get((game, user), self.started)

    def forget(self, game: UUID) -> None:
        """A table is gone: keep nothing about it."""
        self.beeps.pop(game, None)
        for known in (self._left, self._told):
            for key in [key for key in known if key[0] == game]:
                del known[key]

    # the one sound

    def beeped(self, game: UUID, seat: int, at: int) -> None:
        """A seat beeped, to be heard at the whole second `at`: for this worker and the others."""
        self.heard_beep(game, seat, at)
        self.announce(f"beep:{game}={seat}/{at}")

    def heard_beep(self, game: UUID, seat: int, at: int) -> None:
        """A seat's sound is due at `at`; sockets wake then (`live` looks at `beeps`)."""
        self.beeps.setdefault(game, {})[seat] = at
        asyncio.get_running_loop().call_later(
            max(0.0, at - time.time()), self.heard, table_topic(game), 0
        )
