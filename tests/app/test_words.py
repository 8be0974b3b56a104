"""NA-02, NA-03: what people type."""

import unicodedata

import pytest

from app.play import words
from app.play.refused import Refused

GOOD = {
    "Anna": "Anna",
    "  Anna   B.  ": "Anna B.",
    "Zoe\u0308": "Zoë",
    "Ａnna": "Anna",
    "アンナ": "アンナ",
    "Анна": "Анна",
    "🤖": "🤖",
    "👩\u200d🚀 Ida": "👩\u200d🚀 Ida",
    "❤\ufe0f": "❤\ufe0f",
    "R2-D2": "R2-D2",
    "O'Brien": "O'Brien",
    '<b>&"': '<b>&"',
    "Anna\tB": "Anna B",
    "x" * 24: "x" * 24,
    "ă\u0302n": "ă\u0302n",
}
BAD = (
    "",
    " ",
    "\u3000\u3000",
    "\x00",
    "An\x00na",
    "\ud800",
    "An\udfffna",
    "An\u200bna",
    "An\u202ena",
    "An\u2066na",
    "An\u00adna",
    "\ufeffAnna",
    "Аnna",
    "Αnna",
    "An\u200dna",
    "\u200dAnna",
    "x" * 25,
    "x" * 500,
    "🤖" * 64,
    "a" + "\u0301" * 30,
    "\u3164",
    "\u2800\u2800",
    "An\u115fna",
    "...",
    "!!!",
    "\x1b[31mred",
    "x" * 1_000_000,
    "\ue000",
    "\u0378",
)


@pytest.mark.parametrize(("typed", "kept"), GOOD.items())
def test_good_names(typed: str, kept: str) -> None:
    """Normalised, with single spaces."""
    assert words.name(typed) == words.name(words.name(typed))
    assert words.name(typed) == unicodedata.normalize("NFKC", kept)


@pytest.mark.parametrize("typed", BAD)
def test_bad_names(typed: str) -> None:
    """A sentence says why; the field is named."""
    with pytest.raises(Refused) as no:
        words.name(typed, field="name")
    assert (no.value.kind, no.value.field) == ("invalid", "name")
    assert no.value.text.endswith(".")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "anna"),
        ("Anna", "ÁNNA"),
        ("Anna", "A n n a"),
        ("Anna", "An-na"),
        ("anna", "аnnа"),
        ("Bo", "B0"),
        ("Paul", "Pau1"),
        ("Anna 🤖", "Anna 🤖\u200d"),
        ("Anna 1", "Anna 1\ufe0f"),
        ("straße", "STRASSE"),
    ],
)
def test_same_names(one: str, other: str) -> None:
    """What people would take for the same."""
    assert words.same_name(one, other)


@pytest.mark.parametrize(("one", "other"), [("Anna", "Hanna"), ("Ian", "Jan"), ("🤖", "👾")])
def test_other_names(one: str, other: str) -> None:
    """What they wouldn't."""
    assert not words.same_name(one, other)


def test_talk() -> None:
    """One line without controls, of some length."""
    assert words.message("  so\n\nwhat?  ") == "so what?"
    for bad in ("", " \n ", "\x00", "x" * 501, "\u202ehi", "\ud800", "x" * 1_000_000):
        with pytest.raises(Refused):
            words.message(bad)
