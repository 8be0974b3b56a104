"""Laws that hold in every game, tried in random ones."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.chance import Dice
from engines.quirky_circuits.board import covers, is_on
from engines.quirky_circuits.components import by_face
from engines.quirky_circuits.model import BROKEN_VASE, DUST, VASE, Options, Served, State, Swept
from engines.quirky_circuits.robots import ROBOTS
from engines.quirky_circuits.rules import LEAST, apply, asks, options, result
from engines.quirky_circuits.scenario import SCENARIOS, board, deck_of
from engines.quirky_circuits.setup import hand_size, setup
from engines.quirky_circuits.views import private, public, redeal
from tests.quirky_circuits.wild import WILD, put_in_the_book


def check_cards(state: State) -> None:
    """Every card is in exactly one of deck, hands and queue."""
    cards = Counter(state.deck)
    cards.update(laid.face for laid in state.queue)
    for player in state.players:
        assert player.hand == by_face(player.hand)
        assert len(player.hand) <= hand_size(len(state.players))
        cards.update(player.hand)
    assert cards == Counter(deck_of(SCENARIOS[state.options.scenario]))


def check_tokens(state: State, gone: set[str]) -> None:
    """Every token is on the map, in a hand or gone for good, and in one place only; none lies on an
    obstacle but those that started there."""
    scenario = SCENARIOS[state.options.scenario]
    world = state.world
    held = [token for token in world.held if token is not None]
    here = [token.id for token in (*world.tokens, *held)]
    assert len(set(here)) == len(here)
    assert {*here, *gone} == {token.id for token in scenario.tokens}
    assert not set(here) & gone
    obstacles = board(scenario.key).obstacles
    first = {token.id: token for token in scenario.tokens}
    for token in world.tokens:
        assert token.kind in (first[token.id].kind, BROKEN_VASE)
        for space in covers(token):
            assert is_on(scenario, space)
            assert space not in obstacles or space in covers(first[token.id])
        if token.kind in (DUST, VASE, BROKEN_VASE):
            assert (token.kind == VASE) == ((token.x, token.y) in obstacles)
    assert len(world.held) == len(ROBOTS[scenario.robot].hands)
    assert len(world.momentum) <= (scenario.robot == "twirl")
    assert (world.x, world.y) not in obstacles


@pytest.mark.unmeasured
@settings(max_examples=90, deadline=None, derandomize=True, database=None)
@given(
    scenario=st.sampled_from([*sorted(SCENARIOS), *WILD]),
    seats=st.sampled_from([2, 3, 4]),
    practice=st.booleans(),
    seed=st.binary(min_size=4, max_size=4),
)
def test_nothing_is_lost_or_doubled(scenario: str, seats: int, practice: bool, seed: bytes) -> None:
    """Cards, tokens, the battery and the walk-through, after every action of a random game."""
    put_in_the_book()
    dice, choice = Dice(seed), Dice(seed + b"!")
    state = setup(Options(scenario, practice), seats, dice).state
    gone: set[str] = set()
    step = 0
    while result(state) is None:
        check_cards(state)
        check_tokens(state, gone)
        assert state.battery == SCENARIOS[scenario].battery - len(state.past)
        step += 1
        asked = asks(state)
        seat = asked[choice.below(len(asked), step, "seat")].seat
        actions = options(state, seat)
        before = state
        done = apply(state, seat, actions[choice.below(len(actions), step, "action")], dice)
        state = done.state
        for event in done.events:
            if isinstance(event, Swept):
                gone.add(event.token)
            elif isinstance(event, Served):
                gone |= {event.token, event.order}
        if len(state.past) > len(before.past):
            past = state.past[-1]
            assert len(past.laid) >= LEAST
            assert {laid.seat for laid in past.laid} == set(range(seats))
            run = public(state).run
            assert run is not None
            frames = [frame for card in run.cards for frame in card.frames]
            assert (frames[-1].x, frames[-1].y) == (state.world.x, state.world.y)
            assert frames[-1].tokens == state.world.tokens
            assert frames[-1].held == public(state).pieces.held
    check_cards(state)
    check_tokens(state, gone)


@pytest.mark.unmeasured
@pytest.mark.parametrize("key", WILD)
def test_a_run_that_waits_shows_nothing_that_is_hidden(key: str) -> None:
    """Every time a card asks, in random games: other worlds look the same to each viewer, only its
    player is asked, and whatever is chosen, the game can go on."""
    put_in_the_book()
    assert sum(waits_in(key, b"%d" % seed) for seed in range(10))


def waits_in(key: str, seed: bytes) -> int:
    """How often a run waits in a random game; each time is looked at."""
    dice, choice = Dice(seed), Dice(seed + b"!")
    state = setup(Options(key), 3, dice).state
    step = waits = 0
    while result(state) is None:
        step += 1
        asked = asks(state)
        seat = asked[choice.below(len(asked), step, "seat")].seat
        actions = options(state, seat)
        if state.running is not None:
            waits += 1
            assert [ask.seat for ask in asked] == [state.queue[state.ran - 1].seat]
            assert [other for other in range(3) if options(state, other)] == [seat]
            for viewer in (0, 1, 2, None):
                twin = redeal(state, viewer, Dice(b"%d" % step))
                assert public(twin) == public(state)
                assert private(twin, viewer) == private(state, viewer)
                assert options(twin, seat) == actions
            for action in actions:
                assert apply(state, seat, action, dice).events
        state = apply(state, seat, actions[choice.below(len(actions), step, "do")], dice).state
    return waits
