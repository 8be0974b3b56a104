"""What the house asks about a table that is no rule of a move: what to call it."""

from engines.sparks.model import Options


def label(options: Options) -> str:
    """A table by its variants; none for the plain game. *In order* is no part of it, since that
    changes while a game runs."""
    words = {"goals": options.goals, "a draft": options.draft}
    chosen = " and ".join(word for word, wanted in words.items() if wanted)
    return f"Sparks with {chosen}" if chosen else ""
