"""Laws that hold in every game, tried in random ones."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.chance import Dice
from engines.quirky_circuits.components import by_face
from engines.quirky_circuits.model import BROKEN_VASE, DUST, VASE, Options, State, Swept
from engines.quirky_circuits.rules import LEAST, apply, asks, options, result
from engines.quirky_circuits.scenario import SCENARIOS, board, deck_of
from engines.quirky_circuits.setup import hand_size, setup
from engines.quirky_circuits.views import public


def check_cards(state: State) -> None:
    """Every card is in exactly one of deck, hands and queue."""
    cards = Counter(state.deck)
    cards.update(laid.face for laid in state.queue)
    for player in state.players:
        assert player.hand == by_face(player.hand)
        assert len(player.hand) <= hand_size(len(state.players))
        cards.update(player.hand)
    assert cards == Counter(deck_of(SCENARIOS[state.options.scenario]))


def check_tokens(state: State, swept: set[str]) -> None:
    """Every token is on the map or swept up, never both; none under the robot's wheels is lost."""
    scenario = SCENARIOS[state.options.scenario]
    here = [token.id for token in state.world.tokens]
    assert len(set(here)) == len(here)
    assert {*here, *swept} == {token.id for token in scenario.tokens}
    assert not set(here) & swept
    obstacles = board(scenario.key).obstacles
    for token in state.world.tokens:
        assert token.kind in (DUST, VASE, BROKEN_VASE)
        assert (token.kind == VASE) == ((token.x, token.y) in obstacles)
    assert (state.world.x, state.world.y) not in obstacles


@pytest.mark.unmeasured
@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(
    scenario=st.sampled_from(sorted(SCENARIOS)),
    seats=st.sampled_from([2, 3, 4]),
    practice=st.booleans(),
    seed=st.binary(min_size=4, max_size=4),
)
def test_nothing_is_lost_or_doubled(scenario: str, seats: int, practice: bool, seed: bytes) -> None:
    """Cards, tokens, the battery and the walk-through, after every action of a random game."""
    dice, choice = Dice(seed), Dice(seed + b"!")
    state = setup(Options(scenario, practice), seats, dice).state
    swept: set[str] = set()
    step = 0
    while result(state) is None:
        check_cards(state)
        check_tokens(state, swept)
        assert state.battery == SCENARIOS[scenario].battery - len(state.past)
        step += 1
        asked = asks(state)
        seat = asked[choice.below(len(asked), step, "seat")].seat
        actions = options(state, seat)
        before = state
        done = apply(state, seat, actions[choice.below(len(actions), step, "action")], dice)
        state = done.state
        swept |= {event.token for event in done.events if isinstance(event, Swept)}
        if len(state.past) > len(before.past):
            past = state.past[-1]
            assert len(past.laid) >= LEAST
            assert {laid.seat for laid in past.laid} == set(range(seats))
            run = public(state).run
            assert run is not None
            frames = [frame for card in run.cards for frame in card.frames]
            assert (frames[-1].x, frames[-1].y) == (state.world.x, state.world.y)
            assert frames[-1].tokens == state.world.tokens
    check_cards(state)
    check_tokens(state, swept)
