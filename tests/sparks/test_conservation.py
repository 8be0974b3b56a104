"""Laws that hold in every game, tried in random ones."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.chance import Dice
from engines.sparks.components import (
    ASSISTANTS,
    DICE_EACH,
    END,
    LEVELS,
    ROBOTS,
    SECTION_LIMIT,
    STACK,
    TILES,
)
from engines.sparks.model import (
    COLOURS,
    SPARK,
    Advanced,
    BoxFired,
    CogsGained,
    DieChanged,
    DiePlaced,
    DieSold,
    Event,
    Recruited,
    SparksGained,
    State,
)
from engines.sparks.model import Options as Chosen
from engines.sparks.rules import apply, asks, options, result
from engines.sparks.setup import setup
from engines.sparks.supply import by_card, own_dice, upgrades_of


def check_dice(state: State) -> None:
    """Each of the 44 dice is in one place; those out of the bag have numbers of their own."""
    out = [*state.row, *(die for player in state.players for die in own_dice(player))]
    assert len({die.id for die in out}) == len(out)
    assert all(1 <= die.value <= 6 and die.id < state.serial for die in out)
    by_colour = Counter(die.colour for die in out)
    for colour, bag, discard in zip(COLOURS, state.bag, state.discard, strict=True):
        assert bag >= 0
        assert discard >= 0
        assert by_colour[colour] + bag + discard == DICE_EACH


def check_cards(state: State) -> None:
    """Each robot and each assistant is in one place."""
    robots, assistants = Counter(state.robots), Counter(state.assistants)
    for player in state.players:
        robots.update(player.drawn)
        robots.update(each.robot for each in player.fitted)
        robots.update(slot.robot for slot in player.slots if slot.robot)
        robots.update(each.robot for each in player.built)
        assistants.update((*player.hand, *player.packet))
        assistants.update(each.assistant for each in player.hired)
        assert player.hand == by_card(player.hand)
    assert robots == Counter(dict.fromkeys(ROBOTS, 1))
    assert assistants == Counter(dict.fromkeys(ASSISTANTS, 1))


def keep_account(event: Event, told: Counter[tuple[str, int]]) -> None:
    """What an event says that a seat gains or pays."""
    match event:
        case CogsGained(seat, count) | DieSold(seat, _, count):
            told["cogs", seat] += count
        case DiePlaced(seat, cogs=price) | Recruited(seat, cogs=price):
            told["cogs", seat] -= price
        case DieChanged(seat, how="cog") | BoxFired(seat, by="cog" | "max"):
            told["cogs", seat] -= 1
        case SparksGained(seat, count):
            told["sparks", seat] += count
        case Advanced(seat):
            told["steps", seat] += 1
        case _:
            pass


def check_boards(state: State, told: Counter[tuple[str, int]]) -> None:
    """What no board can ever show otherwise; cogs, sparks and steps are those that were told of."""
    taken: Counter[str] = Counter()
    for seat, player in enumerate(state.players):
        tokens = [player.board_box, *(each.token for each in player.built)]
        assert player.sparks + tokens.count(SPARK) == told["sparks", seat]
        assert player.cogs == told["cogs", seat] >= 0
        assert sum(player.tracks) == told["steps", seat]
        assert min(player.pips, player.colours, player.numbers, player.rerolls) >= 0
        assert sum(die is not None for die in player.section) <= SECTION_LIMIT
        assert 0 <= player.level <= len(LEVELS)
        assert all(0 <= place <= END for place in player.tracks)
        kinds = upgrades_of(player)
        assert len(set(kinds)) == len(kinds)
        assert set(kinds) <= set(state.upgrades)
        taken.update(kinds)
        assert set(player.tiles) <= set(TILES)
        for slot in player.slots:
            if slot.robot:
                assert len(slot.dice) == len(ROBOTS[slot.robot].spaces)
                assert None in slot.dice
            else:
                assert not slot.dice or player.agenda
        if state.phase not in ("act", "over"):
            assert not player.agenda
    assert max(taken.values(), default=0) <= STACK


@pytest.mark.unmeasured
@settings(max_examples=40, deadline=None, derandomize=True, database=None)
@given(
    seats=st.sampled_from([1, 2, 3, 4]),
    draft=st.booleans(),
    goals=st.booleans(),
    in_order=st.booleans(),
    seed=st.binary(min_size=4, max_size=4),
)
def test_nothing_is_lost_or_doubled(
    seats: int, draft: bool, goals: bool, in_order: bool, seed: bytes
) -> None:
    """Dice, cards, cogs, sparks, steps and tiles, after every action of a random game."""
    dice, choice = Dice(seed), Dice(seed + b"!")
    state = setup(Chosen(goals, 1, draft, in_order), seats, dice).state
    told = Counter({("sparks", seat): 1 for seat in range(seats)})
    step = 0
    while result(state) is None:
        check_dice(state)
        check_cards(state)
        check_boards(state, told)
        step += 1
        asked = asks(state)
        seat = asked[choice.below(len(asked), step, "seat")].seat
        actions = options(state, seat)
        before = state.players
        done = apply(state, seat, actions[choice.below(len(actions), step, "action")], dice)
        if done.state.turn == state.turn and done.state.phase == state.phase == "act":
            for other in set(range(seats)) - {seat}:
                assert done.state.players[other] == before[other]
        state = done.state
        for event in done.events:
            keep_account(event, told)
    check_boards(state, told)
    check_dice(state)
    check_cards(state)
    assert all(not own_dice(player) for player in state.players)
    assert all(not player.tiles for player in state.players)
