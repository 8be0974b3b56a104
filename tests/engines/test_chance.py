"""`engines.core.chance`: dice from a seed, tapes, recorders, shuffles."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.chance import Dice, Recorder, Tape, TapeMismatch, shuffle

places = st.lists(st.integers() | st.text("aé1 /", max_size=5), max_size=4)


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(seed=st.binary(max_size=32), n=st.integers(1, 10**9), where=places)
def test_dice_depend_on_seed_and_place_alone(seed: bytes, n: int, where: list[int | str]) -> None:
    """The same place gives the same value, whatever was drawn before, and the value is in range."""
    one, two = Dice(seed), Dice(seed)
    one.below(6, "something else")
    assert one.below(n, *where) == two.below(n, *where) == one.below(n, *where)
    assert 0 <= two.below(n, *where) < n


def test_another_seed_or_place_is_another_throw() -> None:
    wide = 2**64
    throws = {Dice(seed).below(wide, *where) for seed in (b"a", b"b") for where in WHERES}
    assert len(throws) == 2 * len(WHERES)


WHERES: tuple[tuple[int | str, ...], ...] = (
    (),
    ("row", 1, 23),
    ("row", 12, 3),
    ("row", 123),
    ("row1", 23),
    (1, "row", 23),
)


def test_dice_are_pinned() -> None:
    """These values are in the golden games and in the database: they never change."""
    dice = Dice(bytes(range(16)))
    assert [dice.below(6, "die", 1, place) for place in range(8)] == [1, 4, 5, 3, 0, 1, 4, 4]
    assert dice.below(10**6, "row", 7, "é") == 751879


@pytest.mark.parametrize("n", [2, 3, 6, 7])
def test_dice_are_fair(n: int) -> None:
    """6,000 throws: each face within six standard deviations of its share."""
    dice, throws = Dice(b"fair"), 6000
    counts = Counter(dice.below(n, "throw", i) for i in range(throws))
    share = throws / n
    margin = 6 * (throws * (1 / n) * (1 - 1 / n)) ** 0.5
    assert set(counts) == set(range(n))
    assert all(abs(count - share) < margin for count in counts.values())


def test_a_tape_gives_back_its_draws() -> None:
    tape = Tape([(6, 3), (2, 0)])
    assert tape.left == 2
    assert tape.below(6, "die") == 3
    assert tape.left == 1
    assert tape.below(2, "coin") == 0
    assert tape.left == 0
    with pytest.raises(TapeMismatch, match=r"no draw left for \('die', 2\)"):
        tape.below(6, "die", 2)


def test_a_tape_notices_another_question() -> None:
    tape = Tape([(6, 3)])
    with pytest.raises(TapeMismatch, match="a draw below 5, but the record has one below 6"):
        tape.below(5, "die")
    assert tape.left == 1
    assert tape.below(6, "die") == 3


def test_a_recorder_notes_draws_and_places() -> None:
    recorder = Recorder(Tape([(6, 3), (2, 0)]))
    assert (recorder.below(6, "die", 1), recorder.below(2, "coin")) == (3, 0)
    assert recorder.draws == [(6, 3), (2, 0)]
    assert recorder.places == [("die", 1), ("coin",)]
    with pytest.raises(TapeMismatch):
        recorder.below(6, "die", 2)
    assert len(recorder.draws) == len(recorder.places) == 2


def test_shuffle_reaches_every_order_equally_often() -> None:
    """Every tape of a shuffle of four gives another order; all 24 there are."""
    orders = {
        shuffle("abcd", Tape([(4, a), (3, b), (2, c)]), "deck")
        for a in range(4)
        for b in range(3)
        for c in range(2)
    }
    assert orders == set(permutations("abcd"))


def test_shuffle_draws_at_each_place() -> None:
    items = ["a", "b", "c"]
    recorder = Recorder(Dice(b"shuffle"))
    shuffled = shuffle(items, recorder, "deck", 2)
    assert recorder.places == [("deck", 2, 2), ("deck", 2, 1)]
    assert [n for n, _ in recorder.draws] == [3, 2]
    assert sorted(shuffled) == items == ["a", "b", "c"]
    assert shuffle([], recorder) == ()
    assert shuffle(["a"], recorder) == ("a",)
    assert len(recorder.draws) == 2
