"""What the house needs to know before a game: the ways to play, and what to call a table."""

from msgspec import Struct

from engines.sparks.model import Options


class Entry(Struct, frozen=True):
    """A table option, for the game's own form."""

    key: str
    title: str
    text: str
    robot: str = "sparks"


def catalogue() -> tuple[Entry, ...]:
    """The table options, in the order of the form; the keys are the fields of `Options`."""
    return (
        Entry("goals", "Goal tiles", "Two of six goals lie out, for 5 points each. Solo: 0 to 4."),
        Entry("draft", "Assistant draft", "Choose your assistants one by one and pass the rest."),
        Entry("in_order", "In order", "Actions go clockwise instead of all at once."),
    )


def label(options: Options) -> str:
    """A table's variants in a few words; none for the plain game."""
    words = {
        "goals": bool(options.goals),
        "draft": options.draft,
        "in order": options.in_order,
    }
    return ", ".join(word for word, chosen in words.items() if chosen)
