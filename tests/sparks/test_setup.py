"""Set-up: lots, what lies out, the robots kept, assistants dealt or drafted."""

from collections import Counter
from typing import Any

import pytest

from engines.core.chance import Dice
from engines.core.engine import Illegal
from engines.sparks.components import BONUS_TILES, GOALS, PRINTED, ROBOTS, UPGRADES
from engines.sparks.model import COLOURS, Options, State
from engines.sparks.notation import read
from engines.sparks.rules import apply, asks, closed, options, why_not
from engines.sparks.setup import setup


def begun(seats: int, seed: bytes = b"setup", **chosen: Any) -> State:
    """The state after the set-up."""
    return setup(Options(**chosen), seats, Dice(seed)).state


def return_last(state: State, seat: int) -> State:
    """A seat returns its last robot."""
    robot = state.players[seat].drawn[-1]
    return apply(state, seat, read(f"return {robot}"), Dice(b"x")).state


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_what_lies_out(seats: int) -> None:
    """Rulebook, Setup 1-11: bonus tiles two a track and one printed, six of eight upgrade kinds,
    all dice in the bag; each player a colour, a spark, four tiles, level 0, no cogs."""
    state = begun(seats)
    assert [bonuses[2] for bonuses in state.bonuses] == [PRINTED] * 4
    tiles = [bonus for bonuses in state.bonuses for bonus in bonuses[:2]]
    assert Counter(tiles) == Counter(BONUS_TILES)
    assert len(set(state.upgrades)) == 6
    assert set(state.upgrades) < set(UPGRADES)
    assert state.bag == (11,) * 4
    assert len({player.colour for player in state.players}) == seats
    for player in state.players:
        assert (player.sparks, player.cogs, player.level) == (1, 0, 0)
        assert player.tracks == (0, 0, 0, 0)
        assert len(player.tiles) == 4
        assert len(player.drawn) == 4
    assert len(state.robots) == 56 - 4 * seats
    assert state.phase == "keep"


def test_lots_differ() -> None:
    """Colours, first seat, tiles and goals are drawn by lot."""
    states = [begun(3, bytes([seed]), goals=True) for seed in range(40)]
    assert {state.first for state in states} == {0, 1, 2}
    assert {state.players[0].colour for state in states} == set(COLOURS)
    assert {kind for state in states for kind in UPGRADES if kind not in state.upgrades} == set(
        UPGRADES
    )
    assert {goal for state in states for goal in state.goals} == set(GOALS)


def test_decks_and_tiles_are_shuffled() -> None:
    """Rulebook, Setup 2 and 5: another seed, another order of robots, assistants and bonus tiles;
    every tile comes to lie on every track."""
    states = [begun(2, bytes([seed])) for seed in range(40)]
    assert len({state.robots for state in states}) == 40
    assert len({state.assistants for state in states}) == 40
    for track in range(4):
        assert {key for state in states for key in state.bonuses[track][:2]} == set(BONUS_TILES)


@pytest.mark.parametrize(
    ("seats", "chosen", "count"),
    [
        (1, {}, 1),
        (1, {"solo_goals": 0}, 0),
        (1, {"solo_goals": 4}, 4),
        (1, {"goals": True, "solo_goals": 3}, 3),
        (2, {}, 0),
        (3, {"solo_goals": 4}, 0),
        (4, {"goals": True, "solo_goals": 0}, 2),
    ],
)
def test_goals(seats: int, chosen: dict[str, Any], count: int) -> None:
    """Rulebook, Goal Tiles: none or two; Solo: one, or 0 to 4. Whoever joins decides which."""
    assert len(begun(seats, **chosen).goals) == count


@pytest.mark.parametrize(
    ("seats", "goals", "key"),
    [
        (1, 5, "wrong_goals"),
        (1, -1, "wrong_goals"),
        (4, 5, "wrong_goals"),
        (0, 1, "wrong_seats"),
        (5, 1, "wrong_seats"),
    ],
)
def test_options_that_do_not_fit(seats: int, goals: int, key: str) -> None:
    """A set-up that the rules don't know."""
    with pytest.raises(Illegal) as refused:
        begun(seats, solo_goals=goals)
    assert refused.value.reason.key == key


def test_three_of_four_robots() -> None:
    """Rulebook, Setup 12: sealed; shown together; the returned ones lie under the deck, clockwise
    from the first active seat; only then assistants are dealt, and the first turn begins."""
    state = begun(3)
    drawn = [player.drawn for player in state.players]
    assert [(ask.seat, ask.kind, ask.must) for ask in asks(state)] == [
        (seat, "return", True) for seat in range(3)
    ]
    foreign = read(f"return {drawn[1][0]}")
    reason = why_not(state, 0, foreign)
    assert reason is not None
    assert reason.key == "no_answer"
    first = return_last(state, 0)
    assert first.players[0].slots[0].robot == ""
    assert options(first, 0) == ()
    reason = why_not(first, 0, foreign)
    assert reason is not None
    assert reason.key == "answered"
    assert not closed(state, first)
    state = return_last(return_last(first, 1), 2)
    assert closed(first, state)
    for player, cards in zip(state.players, drawn, strict=True):
        assert tuple(slot.robot for slot in player.slots) == cards[:3]
        assert [slot.dice for slot in player.slots] == [
            (None,) * len(ROBOTS[key].spaces) for key in cards[:3]
        ]
        assert len(player.hand) == 6
        assert not player.drawn
    order = [(state.first + step) % 3 for step in range(3)]
    assert state.robots[-3:] == tuple(drawn[seat][3] for seat in order)
    assert len(state.assistants) == 32 - 18
    assert state.phase == "take"
    assert state.turn == 1
    assert len(state.row) == 7


def test_draft() -> None:
    """Rulebook, Assistant Draft: 7 cards, one kept, the rest to the left, until 6 are kept; the
    seventh cards are shuffled into the deck."""
    state = begun(3, draft=True)
    for seat in range(3):
        state = return_last(state, seat)
    assert state.phase == "draft"
    kept: list[list[str]] = [[], [], []]
    for number in range(6):
        assert {ask.kind for ask in asks(state)} == {"draft"}
        packets = [player.packet for player in state.players]
        assert {len(packet) for packet in packets} == {7 - number}
        for seat in range(3):
            before = state
            card = packets[seat][number % len(packets[seat])]
            kept[seat].append(card)
            state = apply(state, seat, read(f"draft {card}"), Dice(b"d")).state
            assert closed(before, state) == (seat == 2)
            if seat < 2:
                assert state.players[seat].hand == before.players[seat].hand
                assert options(state, seat) == ()
        if number < 5:
            for seat in range(3):
                passed = set(packets[seat]) - {kept[seat][-1]}
                assert set(state.players[(seat + 1) % 3].packet) == passed
    for player, cards in zip(state.players, kept, strict=True):
        assert set(player.hand) == set(cards)
        assert player.packet == ()
    assert len(state.assistants) == 32 - 18
    assert state.phase == "take"


def test_what_a_draft_leaves_is_shuffled_into_the_deck() -> None:
    """Rulebook, Assistant Draft: not put under it, nor on top."""
    decks = set()
    for seed in range(8):
        state = begun(2, draft=True)
        for seat in range(2):
            state = return_last(state, seat)
        last = state
        while state.phase == "draft":
            last = state
            for seat in range(2):
                chance = Dice(bytes([seed]))
                state = apply(state, seat, options(state, seat)[0], chance).state
        left = {card for player in last.players for card in player.packet[1:]}
        assert sorted(state.assistants) == sorted({*last.assistants, *left})
        decks.add(state.assistants)
    assert len(decks) == 8


def test_draft_alone() -> None:
    """Solo: six of seven."""
    state = return_last(begun(1, draft=True), 0)
    for _ in range(6):
        state = apply(state, 0, options(state, 0)[0], Dice(b"d")).state
    assert len(state.players[0].hand) == 6
    assert len(state.assistants) == 26
