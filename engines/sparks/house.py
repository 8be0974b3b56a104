"""What the house needs to know before a game: what to call a table. There is no catalogue: a table
of Sparks is opened with `Options` alone."""

from engines.sparks.model import Options


def label(options: Options) -> str:
    """A table's variants in a few words; none for the plain game."""
    words = {
        "goals": bool(options.goals),
        "draft": options.draft,
        "in order": options.in_order,
    }
    return ", ".join(word for word, chosen in words.items() if chosen)
