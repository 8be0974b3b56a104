"""The law of books: what a game says there is to finish can be opened, won and told apart. And that
a broken one is noticed."""

from collections.abc import Callable
from dataclasses import replace as with_parts
from itertools import groupby, pairwise

import msgspec
import pytest
from msgspec.structs import replace

from engines import ENGINES
from engines.core import codec
from engines.core.chance import Dice
from engines.core.engine import AnyEngine, Book, Easing
from engines.core.game import begin
from tests.engines import tiny

QUIRKY = ENGINES["quirky_circuits"]


def assert_sound(engine: AnyEngine) -> None:
    """Chapters: each opens a game with its option, has a record in the catalogue, and stands under
    one heading with its neighbours. Grades: endings, the better the more stars; one at least is no
    win. Easings: switches that are off unless somebody turns them on."""
    book = engine.book()
    if book is None:
        return
    fields = {field.name: field for field in msgspec.structs.fields(engine.options_type)}
    keys = [chapter.key for chapter in book.chapters]
    assert fields[book.option].default in keys
    assert all(a.number < b.number for a, b in pairwise(book.chapters))
    assert len(set(keys)) == len(keys)
    assert {record.key for record in engine.catalogue()} >= set(keys)
    assert all(chapter.title and chapter.group and chapter.line for chapter in book.chapters)
    headings = [title for title, _ in groupby(book.chapters, lambda chapter: chapter.group)]
    assert len(set(headings)) == len(headings)
    for key in keys:
        options = codec.record({book.option: key}, engine.options_type)
        assert begin(engine, options, engine.seats[0], Dice(b"a trial")).game.result is None
    endings = [grade.ending for grade in book.grades]
    assert set(endings) < set(engine.endings)
    assert len(set(endings)) == len(endings) > 0
    assert all(a.stars > b.stars > 0 for a, b in pairwise(book.grades))
    assert all(grade.label for grade in book.grades)
    for easing in book.easings:
        assert fields[easing.option].type is bool
        assert fields[easing.option].default is False
        assert easing.label


@pytest.mark.parametrize("key", ENGINES)
def test_every_book_is_sound(key: str) -> None:
    """Also of a game that has none."""
    assert_sound(ENGINES[key])


def test_which_games_have_a_book() -> None:
    assert [key for key, engine in ENGINES.items() if engine.book()] == ["quirky_circuits"]
    assert tiny.ENGINE.book() is None
    assert_sound(tiny.ENGINE)


BROKEN: dict[str, Callable[[Book], Book]] = {
    "an option that is none": lambda book: replace(book, option="chapter"),
    "an option that names no chapter": lambda book: replace(book, option="beep"),
    "without its first chapter": lambda book: replace(book, chapters=book.chapters[1:]),
    "upside down": lambda book: replace(book, chapters=book.chapters[::-1]),
    "a chapter twice": lambda book: replace(
        book, chapters=(*book.chapters, replace(book.chapters[0], number=99))
    ),
    "a chapter of nothing": lambda book: replace(
        book, chapters=(*book.chapters, replace(book.chapters[0], number=99, key="torn_out"))
    ),
    "a heading twice": lambda book: replace(
        book, chapters=(*book.chapters[:-1], replace(book.chapters[-1], group="Gizmo"))
    ),
    "no title": lambda book: replace(
        book, chapters=(replace(book.chapters[0], title=""), *book.chapters[1:])
    ),
    "a grade that is no ending": lambda book: replace(
        book, grades=(replace(book.grades[0], ending="perfect"), *book.grades[1:])
    ),
    "a grade twice": lambda book: replace(book, grades=(*book.grades, book.grades[0])),
    "the worst first": lambda book: replace(book, grades=book.grades[::-1]),
    "no grades": lambda book: replace(book, grades=()),
    "a grade without a word": lambda book: replace(
        book, grades=(replace(book.grades[0], label=""), *book.grades[1:])
    ),
    "an easing that is on by itself": lambda book: replace(book, easings=(Easing("beep", "loud"),)),
    "an easing that is no switch": lambda book: replace(
        book, easings=(Easing("scenario", "easy"),)
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_book_is_noticed(name: str) -> None:
    """Each of these breaks one part of the law."""
    book = QUIRKY.book()
    assert book is not None
    broken = BROKEN[name](book)
    with pytest.raises((AssertionError, KeyError)):
        assert_sound(with_parts(QUIRKY, book=lambda: broken))
