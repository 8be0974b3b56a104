"""Par: the programs a team with open hands finds, and that its deals are those of the game."""

import pytest
from msgspec.structs import replace

from engines import ENGINES
from engines.core.chance import Dice
from engines.core.game import Game, act, ask_id, begin
from engines.quirky_circuits import notation, par, rules
from engines.quirky_circuits.chart import Chart, chart
from engines.quirky_circuits.model import Choose, Face, Options, Play
from engines.quirky_circuits.par import Hands, Step, program
from engines.quirky_circuits.scenario import SCENARIOS
from tests.quirky_circuits.table import scenario as read
from tests.quirky_circuits.test_chart import pile

ENGINE = ENGINES["quirky_circuits"]

ROOM = """
    +---+---+---+---+---+---+---+
    | @                        *|
    +---+---+---+---+---+---+---+
"""


def room() -> Chart:
    """Six spaces straight ahead lies what Gizmo is to sweep."""
    return Chart(read(ROOM, goals='["sweep"]'))


def laid(steps: tuple[Step, ...]) -> list[tuple[int, Face]]:
    """Who lays which card."""
    return [(step.seat, step.face) for step in steps]


# --- Hands. ---


def test_quirk_cards_go_first() -> None:
    """As in `rules.playable`; the other seat may lay what it likes. Of two that hold the same the
    one that has laid nothing yet lays it."""
    hands = Hands((("forward_1", "quirk_rotate_left"), ("forward_1", "forward_2")))
    ways = dict(hands.ways(hands.all))
    assert set(ways) == {"quirk_rotate_left", "forward_1", "forward_2"}
    assert ways["forward_1"] == hands.all ^ 0b0100
    after = dict(hands.ways(ways["quirk_rotate_left"]))
    assert after["forward_1"] == 0b1001
    again = dict(hands.ways(after["forward_1"]))
    assert again["forward_1"] == 0b1000
    assert set(dict(hands.ways(0b1000))) == {"forward_2"}


def test_when_a_program_may_run() -> None:
    """Rulebook, Program: five cards, and one from everybody; or whatever there is."""
    hands = Hands((("forward_1",) * 5, ("forward_1",) * 5))
    assert not hands.is_enough(0b11111_00000)
    assert not hands.is_enough(0b01111_00011)
    assert hands.is_enough(0b01111_00000)
    filled = hands.filled(0b11111_10000)
    assert filled == [0b11110_10000]
    assert hands.filled(hands.all)[-1].bit_count() == 5
    assert hands.is_enough(0)


# --- Programs. ---


def test_a_program_that_wins() -> None:
    """The shortest, with cards behind it until it may run: these lead nowhere."""
    found = room()
    hands: tuple[tuple[Face, ...], ...] = (
        ("forward_3", "rotate_left", "rotate_left"),
        ("forward_1", "forward_1", "forward_1", "forward_2"),
    )
    steps = program(found, found.start, hands, 20)
    assert len(steps) == 5
    assert sorted(face for _, face in laid(steps)[:3]) == ["forward_1", "forward_2", "forward_3"]
    assert [found.away[step.after] for step in steps[2:]] == [0, 0, 0]
    assert steps[2].after == steps[4].after


def test_a_program_that_comes_near() -> None:
    """Five cards at least, one from everybody, and of those that end as near the one with most
    cards."""
    found = room()
    hands: tuple[tuple[Face, ...], ...] = (
        ("rotate_left", "rotate_left"),
        ("rotate_right", "rotate_right", "forward_1", "forward_1"),
    )
    steps = program(found, found.start, hands, 20)
    assert len(steps) == 6
    assert found.away[steps[-1].after] == 2
    assert found.world(steps[-1].after).x == 2


def test_quirk_cards_to_come_are_thought_of() -> None:
    """Five or six turns, so she ends facing east or west: both two cards from the goal, and six
    bring more new cards. But a quirk card that turns left is good for who faces east."""
    tower = """
        +---+
        |  *|
        +   +
        |   |
        +   +
        | @ |
        +---+
    """
    hands: tuple[tuple[Face, ...], ...] = (("turn_around",) * 3,) * 2
    for quirks, cards in (("{}", 6), ("{ quirk_rotate_left = 1 }", 5)):
        found = Chart(read(tower, goals='["sweep"]', facing='"w"', quirks=quirks))
        steps = program(found, found.start, hands, 20)
        assert len(steps) == cards
        assert found.away[steps[-1].after] == 2


def test_what_a_card_asks_is_answered() -> None:
    """Of the two tokens on the space the team takes the one that wins."""
    found = Chart(pile())
    hands: tuple[tuple[Face, ...], ...] = (("forward_1", "carry"), ("carry", "forward_1"))
    steps = program(found, found.start, hands, 20)
    assert [face for _, face in laid(steps)] == ["forward_1", "carry", "forward_1", "carry"]
    assert found.away[steps[-1].after] == 0


def test_no_cards_no_program() -> None:
    found = room()
    assert program(found, found.start, ((), ())) == ()


# --- Par. ---


def test_par_of_a_small_map() -> None:
    """Straight ahead: one round does it for half of the deals; no number where the goal is behind a
    barrier."""
    SCENARIOS["room"] = replace(read(ROOM, goals='["sweep"]'), key="room")
    assert par.par("room", 2, deals=4, width=5) == 1
    SCENARIOS["shut"] = replace(SCENARIOS["room"], key="shut", walls=((1, 0, 1, 1),))
    assert par.par("shut", 2, deals=1, width=1) == 0


def play_round(game: Game, steps: tuple[Step, ...], chance: Dice) -> tuple[Game, int]:
    """The program laid by the rules of the game, each card's question answered as planned; and how
    many there were."""
    found, started, asked = chart(SCENARIOS[game.state.options.scenario]), game.state.round, 0
    texts = [(step.seat, notation.write(Play(step.face, at))) for at, step in enumerate(steps)]
    texts += [(seat, "done") for seat in range(game.players)]
    for seat, text in texts:
        if game.result is None and game.state.round == started and game.state.players[seat].hand:
            game = act(game, seat, ask_id(game, seat), text, chance).game
        while (chooser := rules.chooser(game.state)) is not None:
            at = game.state.ran - 1
            answers = found.answers(game.state.world, game.state.queue[at].face)
            token = next(token for token, after in answers.items() if after == steps[at].after)
            answer = notation.write(Choose(token))
            game = act(game, chooser, ask_id(game, chooser), answer, chance).game
            asked += 1
    return game, asked


def play_both(key: str, players: int, number: int) -> int:
    """A deal played fast and by the rules: hands, deck and map are the same after every round, and
    the last one wins. Returns how many questions were asked."""
    found = chart(SCENARIOS[key])
    table = par.begin(key, players, "real", number)
    dice = Dice(f"real {number}".encode())
    game = begin(ENGINE, Options(scenario=key), players, dice).game
    asked = 0
    while found.away[table.position]:
        assert game.state.players == table.state.players
        assert game.state.deck == table.state.deck
        assert found.enter(game.state.world) == table.position
        steps = program(found, table.position, par.hands(table), 30)
        game, more = play_round(game, steps, dice)
        table = par.go_on(table, steps)
        asked += more
    assert game.result is not None
    assert game.state.ended == "won"
    return asked


@pytest.mark.unmeasured
@pytest.mark.parametrize(("key", "players"), [("dust_bunnies", 4), ("quirky", 2), ("quirky", 3)])
def test_the_fast_game_is_the_real_one(key: str, players: int) -> None:
    """What a team lays in its deals is laid in real games of the same seeds."""
    for number in range(2):
        play_both(key, players, number)


@pytest.mark.unmeasured
def test_so_it_is_where_cards_ask() -> None:
    """The answers are those of the program."""
    bands = tuple((value, "green") for value in range(20, 0, -1))
    SCENARIOS["pile"] = replace(pile(), key="pile", battery=20, bands=bands)
    assert sum(play_both("pile", 2, number) for number in range(4)) > 0
