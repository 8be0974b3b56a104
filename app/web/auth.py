"""Who is asking: a random cookie on this device, the session behind it, and the token that forms
carry.
"""

import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass
from uuid import UUID, uuid4

from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker
from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.models import Session, User

COOKIE = "beepboop"
THEME_COOKIE = "theme"
"""Set by the page's own script; no secret."""
THEMES = ("light", "dark")
YEAR = 365 * 24 * 3600
TRUSTED_SECONDS = 30.0
MOST_KNOWN = 20_000


@dataclass(frozen=True)
class Person:
    """Who sent a request. `token` is the cookie's; `user` is None until they sat down somewhere or
    watched.
    """

    token: str
    user: UUID | None
    name: str
    fresh: bool
    """The browser had no usable cookie: the answer must set one."""
    theme: str = ""
    """The light this reader chose: `light`, `dark`, or `""` for the system's."""

    @property
    def csrf(self) -> str:
        """What this browser's forms carry: derived from the cookie, which no other site can
        read.
        """
        return hashlib.sha256(b"form " + self.token.encode()).hexdigest()[:32]

    def may_post(self, csrf: str) -> bool:
        """Whether a form with this token came from our own page."""
        return not self.fresh and hmac.compare_digest(csrf.encode(), self.csrf.encode())


def theme_of(connection: HTTPConnection) -> str:
    """The light this browser asked for, or `""`."""
    theme = connection.cookies.get(THEME_COOKIE, "")
    return theme if theme in THEMES else ""


def hash_of(token: str) -> bytes:
    """What the database keeps of a token."""
    return hashlib.sha256(token.encode()).digest()


class Doorman:
    """Knows the sessions of one worker for half a minute each."""

    def __init__(self, sessions: async_sessionmaker[AsyncSession], *, secure: bool) -> None:
        self._sessions = sessions
        self._secure = secure
        self._known: OrderedDict[str, tuple[float, UUID | None, str]] = OrderedDict()

    async def person(self, connection: HTTPConnection) -> Person:
        """Who this is. One query at most, none if they were here in the last half minute."""
        token = connection.cookies.get(COOKIE, "")
        theme = theme_of(connection)
        if not 20 <= len(token) <= 80 or not token.isascii():
            return Person(secrets.token_urlsafe(32), None, "", True, theme)
        known = self._known.get(token)
        if known is None or time.monotonic() - known[0] > TRUSTED_SECONDS:
            known = await self._look(token)
            if known[1] is None:
                # Not remembered: another worker may let this browser in at this moment.
                return Person(token, None, "", False, theme)
            self._known[token] = known
            while len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        return Person(token, known[1], known[2], False, theme)

    async def _look(self, token: str) -> tuple[float, UUID | None, str]:
        async with self._sessions() as session:
            found = (
                await session.execute(
                    select(User.id, User.name)
                    .join(Session, Session.user_id == User.id)
                    .where(Session.token_hash == hash_of(token))
                )
            ).first()
        if found is None:
            return time.monotonic(), None, ""
        return time.monotonic(), found.id, found.name or ""

    async def enter(self, person: Person, name: str | None = None) -> UUID:
        """The user behind this browser, made now if there was none; `name` is what they call
        themselves.
        """
        async with self._sessions.begin() as session:
            user = person.user or await self._user_of(session, person.token)
            if name is not None and name != person.name:
                await session.execute(update(User).where(User.id == user).values(name=name))
        self._known.pop(person.token, None)
        return user

    async def _user_of(self, session: AsyncSession, token: str) -> UUID:
        """A user for this token. Two requests of one browser at once get the same one."""
        async with session.begin_nested() as attempt:
            user = uuid4()
            session.add(User(id=user))
            await session.flush()
            mine = await session.scalar(
                insert(Session)
                .values(token_hash=hash_of(token), user_id=user)
                .on_conflict_do_nothing()
                .returning(Session.user_id)
            )
            if mine is not None:
                return user
            await attempt.rollback()
        other = await session.get_one(Session, hash_of(token))
        return other.user_id

    async def leave(self, person: Person) -> None:
        """Forget this browser: its cookie opens nothing any more."""
        async with self._sessions.begin() as session:
            found = await session.get(Session, hash_of(person.token))
            if found is not None:
                await session.delete(found)
        self._known.pop(person.token, None)

    def heard(self, topic: str, _number: int) -> None:
        """A hint: what this worker knows of that person may be old."""
        kind, _, name = topic.partition(":")
        if kind == "person":
            self.distrust(UUID(name))

    def distrust(self, user: UUID) -> None:
        """Something about this person changed: ask the database next time."""
        for token, (_, known, _) in list(self._known.items()):
            if known == user:
                del self._known[token]

    def give_cookie(self, person: Person, response: Response) -> None:
        """Let the browser keep its token for a year."""
        response.set_cookie(
            COOKIE,
            person.token,
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=self._secure,
            path="/",
        )
