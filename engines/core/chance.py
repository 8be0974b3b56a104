"""Chance: every random choice of a game is drawn here, named by where it happens, and can be
replayed.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeAlias, TypeVar

T = TypeVar("T")

Draw: TypeAlias = tuple[int, int]
"""`(n, value)` with `0 <= value < n`: what a row stores of one random choice."""

Where: TypeAlias = int | str


class Chance(Protocol):
    """A source of random choices."""

    def below(self, n: int, *where: Where) -> int:
        """A number in `range(n)`. `where` names the draw in the game's own terms, once a game."""
        ...


class TapeMismatch(ValueError):
    """A replay asked for another draw than the one on record: the rules have changed since."""


class Dice:
    """Chance from a secret seed: the value depends on the seed and on `where` alone.

    So the same seed gives every table the same deal and the same rolls, as far as its play allows.
    """

    def __init__(self, seed: bytes) -> None:
        self._keyed = hashlib.blake2b(key=seed, digest_size=16)

    def below(self, n: int, *where: Where) -> int:
        """A number in `range(n)`, uniform: a 128-bit value so small a remainder can't
        favour one.
        """
        hashed = self._keyed.copy()
        hashed.update("\x1f".join(map(str, where)).encode())
        return int.from_bytes(hashed.digest(), "big") % n


class Tape:
    """Chance that was: gives back stored draws in order."""

    def __init__(self, draws: Iterable[Draw]) -> None:
        self._draws = list(draws)
        self._next = 0

    def below(self, n: int, *where: Where) -> int:
        """The next stored value. Raises `TapeMismatch` if there is none or it was drawn from
        another `n`.
        """
        if self._next == len(self._draws):
            raise TapeMismatch(f"no draw left for {where}")
        stored, value = self._draws[self._next]
        if stored != n:
            raise TapeMismatch(f"{where}: a draw below {n}, but the record has one below {stored}")
        self._next += 1
        return value

    @property
    def left(self) -> int:
        """How many draws have not been asked for."""
        return len(self._draws) - self._next


class Recorder:
    """Chance that notes what another chance gave: `draws` for the row, `places` for the tests."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.draws: list[Draw] = []
        self.places: list[tuple[Where, ...]] = []

    def below(self, n: int, *where: Where) -> int:
        """Draws below `n` from the chance behind, and notes it."""
        value = self._chance.below(n, *where)
        self.draws.append((n, value))
        self.places.append(where)
        return value


def shuffle(items: Sequence[T], chance: Chance, *where: Where) -> tuple[T, ...]:
    """The items in random order (Fisher-Yates), drawn at `(*where, place)` for each place from the
    end.
    """
    order = list(items)
    for place in range(len(order) - 1, 0, -1):
        other = chance.below(place + 1, *where, place)
        order[place], order[other] = order[other], order[place]
    return tuple(order)
