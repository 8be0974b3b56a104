"""What people have finished of a game's book, and what comes next for them. Nothing is written
here, so nothing can be lost or counted twice: a game is over by the very statement that stores its
last row (`store.APPEND`), and progress is read from those results and from who sat there at the
end, which nobody can change any more.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Final, TypeAlias
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from engines.core.engine import AnyEngine, Book, Chapter, Easing, Grade


class Best(Struct, frozen=True):
    """Somebody's best finish of a chapter: how, by which easings, when, at which table, and the
    names of the others who sat there.
    """

    grade: Grade
    easings: tuple[Easing, ...]
    at: datetime
    table: UUID
    mates: tuple[str, ...] = ()


class Tried(Struct, frozen=True):
    """What somebody has done with a chapter: games that ended, also without a result; how many of
    them were won; the best one.
    """

    games: int
    won: int
    best: Best | None


Progress: TypeAlias = Mapping[str, Tried]
"""What one person has done with a book, by chapter. A chapter that they never played is missing."""

ENDED: Final = text(
    "select s.user_id, g.options, g.result ->> 'reason' as ending, count(*) as games,"
    " max(a.at) as at, (array_agg(g.id order by a.at desc))[1] as last"
    " from seats s join games g on g.id = s.game_id"
    # Its last row says when it ended: what is said at the table afterwards changes `updated_at`.
    " left join actions a on a.game_id = g.id and a.seq = g.last_seq"
    " where s.user_id = any(:users) and g.engine = :engine and g.status in ('over', 'ended')"
    " group by s.user_id, g.options, g.result ->> 'reason'"
)

NAMES: Final = text(
    "select game_id, user_id, name from seats where game_id = any(:games) order by game_id, seat"
)


async def progress_of(
    session: AsyncSession, engine: AnyEngine, users: Collection[UUID]
) -> dict[UUID, Progress]:
    """What each of these people has done with the book of this game."""
    found: dict[UUID, dict[str, Tried]] = {user: {} for user in users}
    book = engine.book()
    if book is None or not users:
        return dict(found)
    chapters = {chapter.key for chapter in book.chapters}
    grades = {grade.ending: grade for grade in book.grades}
    rows = await session.execute(ENDED, {"users": list(found), "engine": engine.key})
    for user, options, ending, games, at, last in rows:
        key = options.get(book.option)
        if key not in chapters:
            # Played under rules whose book was another.
            continue
        grade = grades.get(ending)
        easings = tuple(easing for easing in book.easings if options.get(easing.option))
        best = None if grade is None else Best(grade, easings, at, last)
        now = Tried(games, 0 if grade is None else games, best)
        before = found[user].get(key)
        found[user][key] = now if before is None else both(before, now)
    await _name_mates(session, found)
    return dict(found)


def both(one: Tried, other: Tried) -> Tried:
    """Two parts of what somebody has done with a chapter, together."""
    best = max(filter(None, (one.best, other.best)), key=worth, default=None)
    return Tried(one.games + other.games, one.won + other.won, best)


def worth(best: Best) -> tuple[int, int, datetime]:
    """Finishes in order: fewer easings first, so that a plain win counts more than any in practice
    mode; then the better grade; then the newer one.
    """
    return -len(best.easings), best.grade.stars, best.at


async def _name_mates(session: AsyncSession, found: Mapping[UUID, dict[str, Tried]]) -> None:
    """Put the names of those who sat beside somebody into their best finishes."""
    finished = [
        (user, key, tried, tried.best)
        for user, progress in found.items()
        for key, tried in progress.items()
        if tried.best is not None
    ]
    if not finished:
        return
    seats = await session.execute(NAMES, {"games": list({best.table for *_, best in finished})})
    beside: defaultdict[UUID, list[tuple[UUID | None, str]]] = defaultdict(list)
    for game, user, name in seats:
        beside[game].append((user, name))
    for user, key, tried, best in finished:
        mates = tuple(name for other, name in beside[best.table] if other != user)
        found[user][key] = replace(tried, best=replace(best, mates=mates))


def has_finished(progress: Progress, key: str) -> bool:
    """Whether this person has won the chapter, however easily."""
    tried = progress.get(key)
    return tried is not None and tried.best is not None


def finished_by_all(book: Book, team: Collection[Progress]) -> tuple[Chapter, ...]:
    """What every one of these people has finished, at whatever table. What only some of them have
    is still new to somebody here, so it does not count for the team.
    """
    return tuple(
        chapter
        for chapter in book.chapters
        if all(has_finished(progress, chapter.key) for progress in team)
    )


def next_chapter(book: Book, team: Collection[Progress], after: str = "") -> Chapter | None:
    """What to play next: the first chapter in the recommended order that somebody of these people
    has not finished; with `after`, from the one behind it on, and round. Once all is finished, the
    one behind `after`; None if that was the last.
    """
    keys = [chapter.key for chapter in book.chapters]
    start = keys.index(after) + 1 if after in keys else 0
    done = finished_by_all(book, team)
    ahead = (*book.chapters[start:], *book.chapters[:start])
    for chapter in ahead:
        if chapter not in done and chapter.key != after:
            return chapter
    return book.chapters[start] if 0 < start < len(keys) else None
