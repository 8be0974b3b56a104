"""What people type: names and talk, normalised and checked. Nothing else may let their text in."""

import unicodedata

from app.play.refused import Refused

LONGEST_NAME = 24
LONGEST_MESSAGE = 500
JOINERS = {"\u200d", "\ufe0f"}
"""Zero-width joiner and emoji selector: allowed inside an emoji only."""
MOST_MARKS = 2
"""Combining marks in a row: enough for every script in use, not for a tower of them."""
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f")
"""Letters and signs that show nothing."""
MIXED = ("LATIN", "CYRILLIC", "GREEK")
"""Scripts whose letters look alike: a name may use one of them."""


def name(text: str, *, field: str = "name") -> str:
    """A name as it is shown and compared: NFKC, single spaces. Raises `Refused` with the reason."""
    clean = _clean(text, field)
    clean = " ".join(clean.split())
    if not any(unicodedata.category(c)[0] in "LNS" for c in clean):
        raise Refused("invalid", "Please give a name that others can read.", field=field)
    if len(clean) > LONGEST_NAME:
        raise Refused(
            "invalid", f"That name is too long: {LONGEST_NAME} characters at most.", field=field
        )
    scripts = {
        script
        for c in clean
        if c.isalpha()
        for script in MIXED
        if unicodedata.name(c, "").startswith(script)
    }
    if len(scripts) > 1:
        raise Refused(
            "invalid", "Please use the letters of one alphabet: mixed ones look alike.", field=field
        )
    return clean


def same_name(one: str, other: str) -> bool:
    """Whether people would take two names for the same."""
    return _skeleton(one) == _skeleton(other)


def message(text: str) -> str:
    """A line of talk, NFKC, without controls. Raises `Refused` if nothing is left or it is too
    long.
    """
    clean = " ".join(_clean(text, "text").split())
    if not clean:
        raise Refused("invalid", "Please write something first.", field="text")
    if len(clean) > LONGEST_MESSAGE:
        raise Refused(
            "invalid", f"That is too long: {LONGEST_MESSAGE} characters at most.", field="text"
        )
    return clean


def _clean(text: str, field: str) -> str:
    """NFKC without code points that can't be seen or turn the line around. Raises `Refused`."""
    clean = unicodedata.normalize("NFKC", text[:5_000]).strip()
    marks = 0
    for at, c in enumerate(clean):
        category = unicodedata.category(c)
        if c in BLANK:
            raise Refused("invalid", "Please leave out invisible characters.", field=field)
        if c in JOINERS:
            before = clean[at - 1] if at else ""
            if not before or unicodedata.category(before) not in (
                "So",
                "Sk",
                "Mn",
                "Me",
                "Po",
                "Nd",
            ):
                raise Refused("invalid", "Please leave out invisible characters.", field=field)
        elif category in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") and c not in "\n\t":
            raise Refused("invalid", "Please leave out invisible characters.", field=field)
        marks = marks + 1 if category in ("Mn", "Me") and c not in JOINERS else 0
        if marks > MOST_MARKS:
            raise Refused("invalid", "Please use fewer accents on one letter.", field=field)
    return clean


LOOKALIKES = str.maketrans("аеорсухіјѕвкмнтԁһӏοανρτυικβεηγѵ", "aeopcyxijsbkmhtdhloavptuikbengv")
"""Cyrillic and Greek letters to the Latin ones they look like."""


def _skeleton(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).casefold().translate(LOOKALIKES)
    kept = (
        c for c in folded if unicodedata.category(c) not in ("Mn", "Me", "Cf", "Zs", "Pc", "Pd")
    )
    return "".join(kept).replace("0", "o").replace("1", "l")
