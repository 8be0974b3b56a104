"""A game's book as people see it: what they have finished, what comes next, one tap away. Everybody
sees their own progress, and at a table where they sit that of the others in its seats.
"""

from itertools import groupby
from typing import Any
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from app.play.progress import (
    Progress,
    Tried,
    finished_by_all,
    has_finished,
    next_chapter,
    progress_of,
)
from app.play.service import Held
from app.play.tables import engine_of
from app.web.deps import House
from app.web.render import SeatName, seat_name
from engines.core import codec
from engines.core.engine import AnyEngine, Book, Chapter

NOTHING: Progress = {}


class Mark(Struct, frozen=True):
    """What somebody has done with a chapter: how many games, and the best of them: in a word, in
    so many stars of so many (0: not finished), by which easings, on which day (`day` as people
    write it), with whom, and where it can be seen again.
    """

    games: int
    won: int
    label: str = ""
    stars: int = 0
    most: int = 0
    easings: tuple[str, ...] = ()
    day: str = ""
    date: str = ""
    mates: tuple[str, ...] = ()
    url: str = ""


class Entry(Struct, frozen=True):
    """A chapter in somebody's book. `record` is the catalogue's; `mine` None if never played;
    `others` are the names of those at my table who have finished it; `all` if everybody has.
    """

    chapter: Chapter
    record: Any
    mine: Mark | None
    others: tuple[str, ...]
    all: bool
    next: bool


class Group(Struct, frozen=True):
    """Chapters under one heading. `finished` counts those that everybody concerned has finished."""

    title: str
    entries: tuple[Entry, ...]
    finished: int


class Shown(Struct, frozen=True):
    """A book as one person sees it, or the people of one table. `next` is what is suggested to
    them, `fields` what a form sends to open it as the game itself would have it.
    """

    groups: tuple[Group, ...]
    finished: int
    count: int
    next: Chapter | None
    started: bool
    several: bool
    fields: tuple[tuple[str, str], ...]


def mark(book: Book, tried: Tried | None) -> Mark | None:
    """How pages tell what somebody has done with a chapter."""
    if tried is None:
        return None
    best = tried.best
    if best is None:
        return Mark(tried.games, tried.won)
    return Mark(
        tried.games,
        tried.won,
        best.grade.label,
        best.grade.stars,
        max(grade.stars for grade in book.grades),
        tuple(easing.label for easing in best.easings),
        f"{best.at.day} {best.at:%b %Y}",
        f"{best.at:%Y-%m-%d}",
        best.mates,
        f"/t/{best.table}",
    )


def shown(
    engine: AnyEngine, book: Book, mine: Progress, others: tuple[tuple[str, Progress], ...] = ()
) -> Shown:
    """The book of one person; with `others`, of those who sit at their table, by names."""
    team = (mine, *(progress for _, progress in others))
    done = finished_by_all(book, team)
    ahead = next_chapter(book, team)
    records = {record.key: record for record in engine.catalogue()}
    entries = [
        Entry(
            chapter,
            records[chapter.key],
            mark(book, mine.get(chapter.key)),
            tuple(name for name, progress in others if has_finished(progress, chapter.key)),
            chapter in done,
            chapter == ahead,
        )
        for chapter in book.chapters
    ]
    groups = tuple(
        Group(title, tuple(each), sum(entry.all for entry in each))
        for title, each in (
            (title, list(found)) for title, found in groupby(entries, lambda e: e.chapter.group)
        )
    )
    return Shown(
        groups,
        len(done),
        len(book.chapters),
        ahead,
        bool(mine),
        bool(others),
        () if ahead is None else fields(engine, book, ahead),
    )


def fields(engine: AnyEngine, book: Book, chapter: Chapter) -> tuple[tuple[str, str], ...]:
    """The game's own options with this chapter, as a form sends them."""
    options = {**codec.plain(engine.options_type()), book.option: chapter.key}
    return tuple(
        (name, "on" if value is True else str(value))
        for name, value in options.items()
        if value is not False
    )


async def own_progress(house: House, engine: AnyEngine, user: UUID | None) -> Progress:
    """What this person has done; nothing, for a browser that never sat down anywhere."""
    if user is None:
        return NOTHING
    async with house.sessions() as session:
        return (await progress_of(session, engine, [user]))[user]


async def own_book(house: House, engine: AnyEngine, user: UUID | None) -> Shown | None:
    """The book of one person; None if the game has none."""
    book = engine.book()
    if book is None:
        return None
    return shown(engine, book, await own_progress(house, engine, user))


def table_book(held: Held, user: UUID | None) -> Shown | None:
    """The book of all who sit at a table, to one of them; None if the game has none."""
    engine = engine_of(held.info.engine)
    book = engine.book()
    if book is None:
        return None
    others = tuple(
        (seat.name, held.progress.get(seat.user, NOTHING))
        for seat in held.info.seats
        if seat.user is not None and seat.user != user
    )
    mine = NOTHING if user is None else held.progress.get(user, NOTHING)
    return shown(engine, book, mine, others)


class AtTable(Struct, frozen=True):
    """One of those who sit at a table, and what they have done with its chapter."""

    who: SeatName
    me: bool
    mark: Mark | None


class Team(Struct, frozen=True):
    """What those who sit at a table have done together or apart: how much of the book all of them
    have finished. `next` is what is suggested to them, `emblem` its picture; `fits` if that is the
    chapter of this table itself.
    """

    chapter: Chapter
    done: bool
    finished: int
    count: int
    next: Chapter | None
    emblem: str
    option: str
    fits: bool
    several: bool


def team_of(held: Held, user: UUID | None) -> Team | None:
    """The team at a table, for those in its seats; None to anybody else, and if the game has no
    book. Before the game the suggestion is the first chapter that is new to somebody here; after
    it, the first such behind the one just played.
    """
    info = held.info
    engine = engine_of(info.engine)
    book = engine.book()
    chapter = chapter_of(held)
    if book is None or chapter is None or info.seat_of(user) is None:
        return None
    team = [held.progress.get(seat.user, NOTHING) for seat in info.seats if seat.user is not None]
    done = finished_by_all(book, team)
    ahead = next_chapter(book, team, "" if info.status == "lobby" else chapter.key)
    return Team(
        chapter,
        chapter in done,
        len(done),
        len(book.chapters),
        ahead,
        "" if ahead is None else engine.emblem(replace(info.options, **{book.option: ahead.key})),
        book.option,
        ahead == chapter,
        len(info.seats) > 1,
    )


def chapter_of(held: Held) -> Chapter | None:
    """What this table plays of its game's book, if there is one and it knows the options."""
    book = engine_of(held.info.engine).book()
    if book is None or held.info.options is None:
        return None
    key = getattr(held.info.options, book.option)
    return next((chapter for chapter in book.chapters if chapter.key == key), None)


def at_table(held: Held, user: UUID | None) -> tuple[AtTable, ...]:
    """What each of those at a table has done with its chapter, for those in its seats."""
    book = engine_of(held.info.engine).book()
    chapter = chapter_of(held)
    if book is None or chapter is None or held.info.seat_of(user) is None:
        return ()
    return tuple(
        AtTable(
            seat_name(seat),
            seat.user == user,
            mark(book, held.progress.get(seat.user, NOTHING).get(chapter.key)),
        )
        for seat in held.info.seats
        if seat.user is not None
    )


def as_json(engine: AnyEngine, book: Book, mine: Progress) -> dict[str, Any]:
    """One's own book, for tools."""
    ahead = next_chapter(book, [mine])
    return {
        "game": engine.key,
        "finished": len(finished_by_all(book, [mine])),
        "next": None if ahead is None else ahead.key,
        "chapters": [
            codec.plain(chapter) | codec.plain(mine.get(chapter.key, Tried(0, 0, None)))
            for chapter in book.chapters
        ],
    }
