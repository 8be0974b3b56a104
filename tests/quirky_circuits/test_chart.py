"""The chart: what it looks up is what the rules do, and its distances are the shortest ways."""

import pytest
from msgspec.structs import replace

from engines.core.chance import Dice
from engines.quirky_circuits.board import build
from engines.quirky_circuits.chart import FAR, Chart, chart
from engines.quirky_circuits.effects import carry_out
from engines.quirky_circuits.goals import reached
from engines.quirky_circuits.handling import choices
from engines.quirky_circuits.model import Scenario, World
from engines.quirky_circuits.scenario import SCENARIOS, deck_of
from tests.quirky_circuits.table import scenario as read

PILE = """
    +---+---+---+
    | @    z  1 |
    +---+---+---+
"""


def pile() -> Scenario:
    """A seed and a carrot on one space: whoever picks up there is asked."""
    return read(
        PILE,
        robot='"twirl"',
        goals='["deliver seed to bed"]',
        tokens='{ z = ["carrot", "seed"] }',
    )


def begin(book: Scenario) -> World:
    """The map as the game starts."""
    hands = (None,) * len(build(book).robot.hands)
    return World(*book.home, book.facing, book.tokens, hands)


def holds(book: Scenario) -> Chart:
    """The chart of a scenario. Each of its distances is one more than that of the nearest position
    a card leads to, and 0 just where the goal is reached: so all are the shortest."""
    found, board = Chart(book), build(book)
    faces = list(found.to)
    assert set(faces) == set(deck_of(book))
    for position, away in enumerate(found.away):
        ways = {found.away[after] for face in faces for after in found.afters(position, face)}
        won = reached(board, found.world(position))
        assert away == (0 if won else min(min(ways) + 1, FAR))
    return found


def walk(book: Scenario, found: Chart, cards: int) -> int:
    """A walk by random cards and answers, in the rules and on the chart. Returns how often a card
    asked something."""
    board, dice, asked = build(book), Dice(b"chart"), 0
    faces = list(found.to)
    world = begin(book)
    assert found.enter(world) == found.start
    for count in range(cards):
        face = faces[dice.below(len(faces), "card", count)]
        answers = found.answers(world, face)
        assert tuple(answers) == (choices(board, world, face) or ("",))
        assert set(answers.values()) == set(found.afters(found.enter(world), face))
        asked += len(answers) > 1
        token = list(answers)[dice.below(len(answers), "answer", count)]
        world, _ = carry_out(board, world, face, token)
        assert found.enter(world) == answers[token]
        assert found.enter(found.world(answers[token])) == answers[token]
    return asked


def test_a_small_map_with_a_question() -> None:
    """Four cards win, if the right token is taken; one more step the other way costs one card."""
    book = pile()
    found = holds(book)
    assert walk(book, found, 150) > 0
    assert found.away[found.start] == 4
    world, _ = carry_out(build(book), begin(book), "forward_1")
    answers = found.answers(world, "carry")
    assert {token: found.away[after] for token, after in answers.items()} == {
        "carrot-b1": 4,
        "seed-b1": 2,
    }
    assert found.answers(world, "backward_1") == {"": found.start}
    assert found.away[found.to["backward_1"][found.start]] == 4


def test_a_map_of_the_book() -> None:
    """The chart counts the fewest cards that the solver found; it is worked out once."""
    book = SCENARIOS["dust_bunnies"]
    found = chart(book)
    assert found is chart(book)
    assert found.away[found.start] == book.fewest
    assert len(found) == len(found.away)


def test_a_map_that_cannot_be_won() -> None:
    """Shut in at the charger: no position leads to the goal; and of a world that isn't on the map
    the chart knows nothing."""
    book = read("""
        +---+---+
        | @    *|
        +---+---+
    """)
    found = holds(replace(book, walls=((1, 0, 1, 1),)))
    assert set(found.away) == {FAR}
    with pytest.raises(KeyError):
        found.enter(replace(begin(book), tokens=()))
    with pytest.raises(KeyError):
        found.enter(replace(begin(book), x=1))


@pytest.mark.unmeasured
@pytest.mark.parametrize("key", ["uphill", "seed_time", "a_long_bone", "round_and_round"])
def test_a_map_of_each_robot(key: str) -> None:
    """With inclines, momentum, long tokens, belts: the chart goes where the rules go."""
    walk(SCENARIOS[key], holds(SCENARIOS[key]), 500)
