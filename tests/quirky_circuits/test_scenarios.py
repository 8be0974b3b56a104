"""The scenario book: what a file must look like, what a map must allow, and that all can be won."""

import dataclasses
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engines.quirky_circuits import robots, solver
from engines.quirky_circuits.board import build
from engines.quirky_circuits.components import CARRIED, GIZMO, SPOTS
from engines.quirky_circuits.effects import carry_out
from engines.quirky_circuits.goals import RULES, reached
from engines.quirky_circuits.model import Aim, Furniture, Spot, Token, World
from engines.quirky_circuits.par import par
from engines.quirky_circuits.scenario import (
    PLAYERS,
    SCENARIOS,
    SOLID,
    File,
    ScenarioError,
    deck_of,
    load,
)
from engines.quirky_circuits.setup import HAND_SIZES
from tests.quirky_circuits.table import scenario as read
from tests.quirky_circuits.table import toml

ROOT = Path(__file__).parents[2]
BOOK = list(SCENARIOS.values())

FINE = """
    +---+---+---+
    | @    *    |
    +   +   +   +
    |S   S      |
    +---+---+---+
"""


# --- The book. ---


def test_the_book() -> None:
    """Design, 24 scenarios: numbers 1, 3 and 4 have known names; Gizmo's five come first."""
    assert [book.number for book in BOOK] == list(range(1, 25))
    assert [BOOK[at].title for at in (0, 2, 3)] == ["Dust Bunnies", "Quirky", "Uphill"]
    robots_of = {"gizmo": (1, 5), "twirl": (6, 10), "rover": (11, 15), "lefty": (16, 20)}
    for book in BOOK:
        low, high = robots_of[book.robot]
        assert low <= book.number <= high or book.number > 20
    assert {book.robot for book in BOOK} == set(robots.ROBOTS)
    files = (ROOT / "engines/quirky_circuits/scenarios").glob("*.toml")
    assert sorted(file.stem for file in files) == [f"{b.number:02}_{b.key}" for b in BOOK]


def test_the_box_has_tokens_enough() -> None:
    """Rulebook, Components: 45 tokens are enough for any map, orders among them."""
    box = Counter[str]()
    for book in BOOK:
        box |= Counter(token.kind for token in book.tokens)
    assert 0 < box.total() <= 45


@pytest.mark.parametrize("book", BOOK, ids=lambda book: book.key)
def test_a_page_of_the_book(book: Any) -> None:
    """Facts: maps of 7 rows by 5 to 7 columns, Gizmo's batteries from 7 to 11. Ours: the others'
    from 6 to 14, words on every page."""
    assert book.rows == 7
    assert 5 <= book.columns <= 7
    low, high = (7, 11) if book.robot == "gizmo" else (6, 14)
    assert low <= book.battery <= high
    assert all((book.title, book.place, book.story, book.goal))
    assert [value for value, _ in book.bands] == list(range(book.battery, 0, -1))
    basic = sum(count for _, count in robots.ROBOTS[book.robot].deck)
    assert len(deck_of(book)) == basic + len(book.quirks)


def test_each_map_brings_something() -> None:
    """Design: one introduces vases, one quirks and chairs, one inclines; the last has it all."""

    def holds(book: Any) -> set[str]:
        found = {"quirks"} if book.quirks else set()
        found |= {"chairs"} if book.chairs else set()
        found |= {"inclines"} if book.inclines else set()
        return found | {token.kind for token in book.tokens}

    assert [holds(book) for book in BOOK[:5]] == [
        {"dust"},
        {"dust", "vase"},
        {"dust", "vase", "quirks", "chairs"},
        {"dust", "inclines"},
        {"dust", "vase", "quirks", "chairs", "inclines"},
    ]


# --- Solving. ---


@pytest.mark.unmeasured
@pytest.mark.parametrize("book", BOOK, ids=lambda book: book.key)
def test_the_solver_proves_each_scenario(book: Any) -> None:
    """It can be won, with the fewest cards its file says; and playing that program wins."""
    found = solver.solve(book)
    assert found.winnable
    assert found.fewest == book.fewest == len(found.program)
    board = build(book)
    x, y = book.home
    world = World(x, y, book.facing, book.tokens, (None,) * len(board.robot.hands))
    for face in found.program:
        assert not reached(board, world)
        world, _ = carry_out(board, world, face)
    assert reached(board, world)


def test_fewest_cards_rise_from_twelve_to_nineteen() -> None:
    """Design, Batteries: the wanted curve."""
    fewest = [book.fewest for book in BOOK[:5]]
    assert fewest == sorted(fewest)
    assert (fewest[0], fewest[-1]) == (12, 19)


@pytest.mark.unmeasured
@pytest.mark.parametrize("book", BOOK, ids=lambda book: book.key)
def test_no_place_is_a_trap(book: Any) -> None:
    """Wherever the robot can get, it can get home from, whatever it has done to the tokens."""
    ground = solver.Ground(build(book))
    safe = set(solver.members(ground.home))
    places = set(solver.members(ground.places))
    while more := {
        place for place in places - safe if {card.to[place] for card in ground.cards} & safe
    }:
        safe |= more
    assert safe == places


def test_the_solver_counts_cards_on_a_small_map() -> None:
    """One there, two back: it turns by bumping if that is shorter."""
    found = solver.solve(read(FINE))
    assert found.fewest == 2
    assert set(found.program) == {"forward_1", "backward_1"}


def test_the_solver_knows_falling_vases() -> None:
    """A vase it can leave alone it leaves; the same map with the vase in the way costs more."""
    found = solver.solve(
        read("""
            +---+---+---+---+
            | @    * T u    |
            +   +   +   +   +
            |               |
            +---+---+---+---+
        """)
    )
    assert found.program in (("forward_1", "backward_1"), ("forward_2", "backward_1"))
    assert found.fewest == 2


def test_a_scenario_that_cannot_be_won() -> None:
    """A barrier right before the charger: she turns in place for ever, and the search ends."""
    shut = replace(read(FINE), walls=((1, 0, 1, 1), (0, 1, 1, 1)))
    assert solver.solve(shut) == solver.Solution(False, 0, (), 4)


def solved(drawn: str, robot: str, goals: str, **keys: str) -> solver.Solution:
    """What the solver finds; its program is played, and wins with its last card only."""
    book = read(drawn, robot=f'"{robot}"', goals=goals, **keys)
    found = solver.solve(book)
    if found.winnable:
        board = build(book)
        world = World(*book.home, book.facing, book.tokens, (None,) * len(board.robot.hands))
        for face in found.program:
            assert not reached(board, world)
            world, _ = carry_out(board, world, face)
        assert reached(board, world)
    return found


def test_the_solver_knows_momentum() -> None:
    """Forward 2, then picking up where she is, drifts her one further: four cards do it."""
    found = solved(
        """
        +---+---+---+---+
        | @        s  1 |
        +---+---+---+---+
        """,
        "twirl",
        '["deliver seed to bed"]',
    )
    assert found.program == ("forward_2", "carry", "carry")


def test_the_solver_knows_long_tokens() -> None:
    """The spine swings into the two spaces of its place."""
    found = solved(
        """
        +---+---+---+---+
        |             3 |
        +   +   +   +   +
        | @    p   p  3 |
        +---+---+---+---+
        """,
        "rover",
        '["fill plinth with spine"]',
    )
    assert found.winnable
    assert found.fewest > 3


def test_the_solver_knows_belts_and_cats() -> None:
    """A dish is taken, from the belt or where it lay, and put down beside the cat."""
    found = solved(
        """
        +---+---+---+---+
        |            C  |
        +   +   +   +   +
        | @   em  e     |
        +---+---+---+---+
        """,
        "lefty",
        '["serve"]',
        quirks="{ quirk_conveyor_1 = 1 }",
        wants='{ C = "maki" }',
    )
    assert found.winnable


def test_the_solver_knows_what_wanders() -> None:
    """The snail follows the robot, or what she holds; waiting for it is a way to win."""
    for to in ("robot", "carrot"):
        found = solved(
            """
            +---+---+---+---+
            | @    c  1    a|
            +---+---+---+---+
            """,
            "twirl",
            '["deliver snail to bed"]',
            quirks="{ quirk_token_1 = 1, quirk_token_2 = 1 }",
            wander=f'{{ token = "snail", to = "{to}" }}',
        )
        assert found.winnable
        assert found.fewest == 1


def test_the_solver_answers_what_a_card_asks() -> None:
    """Of two tokens on a space it takes the one that wins."""
    found = read(
        """
        +---+---+---+
        | @    z  1 |
        +---+---+---+
        """,
        robot='"twirl"',
        goals='["deliver seed to bed"]',
        tokens='{ z = ["carrot", "seed"] }',
    )
    assert solver.solve(found).program == ("forward_1", "carry", "forward_1", "carry")


# --- Par. ---


def test_every_file_has_a_par_for_each_number_of_players() -> None:
    """With more hands it takes no more rounds."""
    assert tuple(map(int, PLAYERS)) == tuple(HAND_SIZES)
    for book in BOOK:
        rounds = [dict(book.par)[players] for players in HAND_SIZES]
        assert rounds == sorted(rounds, reverse=True), book.key


@pytest.mark.unmeasured
@pytest.mark.parametrize(("key", "players"), [("dust_bunnies", 2), ("over_the_counter", 2)])
def test_a_par_is_as_its_file_says(key: str, players: int) -> None:
    """The cheapest; `./dev solve --par` finds them all."""
    assert par(key, players) == dict(SCENARIOS[key].par)[players]


# --- Reading files. ---


def test_a_small_file() -> None:
    """Furniture letters are pieces; tokens are named by their space; walls are lines."""
    book = load(
        toml("""
            +---+---+---+
            |R@  R *|T u|
            +   +---+   +
            | %   >     |
            +---+---+---+
        """),
        "07_small_room.toml",
    )
    assert (book.number, book.key) == (7, "small_room")
    assert set(book.furniture) == {
        Furniture("rug", 0, 0, 2, 1, False),
        Furniture("side_table", 2, 0),
    }
    assert [(token.id, token.kind) for token in book.tokens] == [
        ("dust-b1", "dust"),
        ("vase-c1", "vase"),
    ]
    assert set(book.walls) == {(2, 0, 2, 1), (1, 1, 2, 1)}
    assert book.chairs == ((0, 1),)
    assert book.inclines == ((1, 1, 1),)
    assert (book.home, book.facing) == ((0, 0), 1)
    assert book.bands == ((3, "green"), (2, "yellow"), (1, "red"))


def refused(drawn: str = FINE, name: str = "98_test.toml", **keys: str) -> str:
    """Why such a file is refused."""
    with pytest.raises(ScenarioError) as error:
        load(toml(drawn, **keys), name)
    return str(error.value)


def test_the_file_is_fine_as_it_stands() -> None:
    """What the refusals below start from."""
    assert load(toml(FINE), "98_test.toml").columns == 3


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"title": "Test"}, "98_test.toml, line 1: no TOML"),
        ({"colour": '"red"'}, "line 10: Object contains unknown field `colour`"),
        ({"battery": '"many"'}, "line 7: Expected `int`, got `str` - at `$.battery`"),
        ({"robot": '"rosie"'}, "line 2: there is no robot named 'rosie'"),
        ({"facing": '"up"'}, "line 6: facing is n, e, s or w"),
        ({"facing": '""'}, "line 6: facing is n, e, s or w"),
        ({"bands": "{ green = [3, 3], red = [2, 1] }"}, "line 8: the bands are green, yellow"),
        (
            {"bands": "{ green = [3, 3], yellow = [1, 1], red = [1, 1] }"},
            "line 8: the bands have to cover 3 down to 1",
        ),
        ({"battery": "4"}, "line 8: the bands have to cover 4 down to 1"),
        ({"par": "{ 2 = 3, 3 = 2 }"}, "line 18: par is for 2, 3 and 4 players, in this order"),
        ({"par": "{ 2 = 3, 4 = 2, 3 = 2 }"}, "line 18: par is for 2, 3 and 4 players"),
        ({"par": "{ 2 = 3, 3 = 2, 4 = 0 }"}, "line 18: par is a number of rounds, at least 1"),
        ({"par": "{ 2 = 3, 3 = 2, 4 = 1.5 }"}, "line 18: Expected `int`, got `float`"),
        ({"par": "3"}, "line 18: Expected `object`, got `int`"),
        ({"battery": "0"}, "line 7: Expected `int` >= 1 - at `$.battery`"),
        ({"fewest": "0"}, "line 9: Expected `int` >= 1 - at `$.fewest`"),
        (
            {"quirks": "{ quirk_forward_2 = 2 }"},
            "line 10: Gizmo has 1 quirk cards 'quirk_forward_2', not 2",
        ),
        ({"quirks": "{ quirk_jump = 1 }"}, "line 10: Gizmo has 0 quirk cards 'quirk_jump', not 1"),
        ({"quirks": "{ quirk_forward_2 = 0 }"}, "not 0"),
        (
            {"quirks": '{ quirk_forward_2 = 1, quirk_rotate_left = "two" }'},
            "line 10: Expected `int`, got `str` - at `$.quirks[...]`",
        ),
        ({"rules": "[1]"}, "line 10: Expected `str`, got `int` - at `$.rules[0]`"),
    ],
)
def test_wrong_keys_are_refused(keys: dict[str, str], said: str) -> None:
    """Strict TOML: no unknown key, no wrong type or value; said with the line."""
    assert said in refused(**keys)


@pytest.mark.parametrize(
    ("entry", "wrong", "said"),
    [
        ('s = "seed"', "s = 3", "Expected `str | array`, got `int` - at `$.tokens[...]`"),
        ('s = "seed"', 's = "gem"', "'s' can't be 'gem'"),
        ('s = "pond"', "s = 3", "Expected `str`, got `int` - at `$.furniture[...]`"),
        ('s = "pond"', 's = "throne"', "unknown kind of furniture 'throne'"),
        ('1 = "bed"', "1 = 3", "Expected `str`, got `int` - at `$.spots[...]`"),
        ('1 = "bed"', '1 = "grave"', "unknown kind of marked space 'grave'"),
        (
            "quirk_token_1 = 1",
            "quirk_token_1 = 2",
            "Twirl has 1 quirk cards 'quirk_token_1', not 2",
        ),
        ('to = "bed"', 'to = "bed"\nvia = "home"', "Object contains unknown field `via`"),
    ],
)
def test_an_entry_of_a_table_is_refused_on_its_own_line(entry: str, wrong: str, said: str) -> None:
    """Whatever other table has an entry of that name: here a pond and a seed have one letter."""
    text = toml(**garden(GARDEN.replace("|           |", "|s          |", 1)))
    text = text.replace("[furniture]", '[furniture]\ns = "pond"')
    text += "\n[quirks]\nquirk_forward_2 = 1\nquirk_token_1 = 1"
    text += '\n[wander]\ntoken = "seed"\nto = "bed"'
    assert load(text, "98_test.toml").wander
    broken = text.replace(entry, wrong)
    line = broken.splitlines().index(wrong.splitlines()[-1]) + 1
    with pytest.raises(ScenarioError, match=re.escape(f"98_test.toml, line {line}: {said}")):
        load(broken, "98_test.toml")


def test_a_missing_key_is_refused() -> None:
    """All but furniture and quirks are needed."""
    with pytest.raises(ScenarioError, match="missing required field `title`"):
        load(toml(FINE).replace("title", "# title"), "98_test.toml")


def test_a_file_that_breaks_off_is_refused() -> None:
    """At its end."""
    with pytest.raises(ScenarioError, match=r"98_test\.toml, line 20: no TOML"):
        load(toml(FINE).replace("'''\ngoals", "\ngoals"), "98_test.toml")


@pytest.mark.parametrize("name", ["test.toml", "1_test.toml", "01_Test.toml", "01_test.txt"])
def test_a_wrong_name_is_refused(name: str) -> None:
    """Number and key come from the file's name."""
    assert "two digits, then the key" in refused(name=name)


def test_a_deck_that_is_too_small_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Design, Decks: four hands of four cards."""
    small = dataclasses.replace(robots.ROBOTS["gizmo"], deck=GIZMO[:-1])
    monkeypatch.setitem(robots.ROBOTS, "gizmo", small)
    assert "line 2: the deck has 15 cards and needs 16" in refused()
    assert read(FINE, quirks="{ quirk_forward_2 = 1 }").quirks == ("quirk_forward_2",)


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        (
            """
            +---+---+
            | @    *|
            """,
            "line 11: the map needs a line of borders above and below",
        ),
        ("+---+---+", "the map needs a line of borders above and below"),
        (
            """
            +---+---+
            | @    * |
            +---+---+
            """,
            "line 12: the map is 2 spaces wide, so this line needs 9 characters and has 10",
        ),
        (
            """
            +---+---
            | @    *
            +---+---
            """,
            "line 11: the map is 1 spaces wide, so this line needs 5 characters and has 8",
        ),
        (
            """
            +---+---+
            | @    *|
            +   -   +
            |       |
            +---+---+
            """,
            "line 13: a border line has a + at each corner",
        ),
        (
            """
            +---+---+
            | @    *|
            +-- +   +
            |       |
            +---+---+
            """,
            "line 13: a border is --- or three spaces, not '-- '",
        ),
        (
            """
            +---+---+
            | @    *|
            +---+   +
            """,
            "line 13: the outer wall isn't closed",
        ),
        (
            """
            +---+---+
              @    *|
            +---+---+
            """,
            "line 12: the outer wall isn't closed",
        ),
        (
            """
            +---+---+
            | @ !  *|
            +---+---+
            """,
            "line 12: between two spaces stands | or a space, not '!'",
        ),
        (
            """
            +---+---+
            |      *|
            +---+---+
            """,
            "line 11: the map needs one start @, and has 0",
        ),
        (
            """
            +---+---+
            | @   @ |
            +---+---+
            """,
            "line 11: the map needs one start @, and has 2",
        ),
        (
            """
            +---+---+
            | @   ? |
            +---+---+
            """,
            "line 12: B1: unknown feature '?'",
        ),
        (
            """
            +---+---+
            | @    ?|
            +---+---+
            """,
            "line 12: B1: unknown token '?'",
        ),
        (
            """
            +---+---+
            | @  Z  |
            +---+---+
            """,
            "line 12: B1: 'Z' is not in [furniture]",
        ),
        (
            """
            +---+---+
            | @  S  |
            +   +   +
            |S   S  |
            +---+---+
            """,
            "line 12: 'S' doesn't cover a rectangle",
        ),
        (
            """
            +---+---+
            | @  S% |
            +---+---+
            """,
            "line 12: B1: nothing can be printed under an obstacle",
        ),
        (
            """
            +---+---+---+
            | @   <   > |
            +---+---+---+
            """,
            "line 12: B1: a slide from here never ends",
        ),
        (
            """
            +---+---+---+---+
            | @   <   <   > |
            +---+---+---+---+
            """,
            "a slide from here never ends",
        ),
        (
            """
            +---+---+---+
            | @    *|  *|
            +---+---+---+
            """,
            "line 12: C1: the robot can't get at this dust bunny",
        ),
        (
            """
            +---+---+
            | @    u|
            +---+---+
            """,
            "line 12: B1: a vase stands on an obstacle of one space",
        ),
        (
            """
            +---+---+---+
            | @  S u S  |
            +---+---+---+
            """,
            "line 12: B1: a vase stands on an obstacle of one space",
        ),
        (
            """
            +---+---+---+
            | @  R u    |
            +---+---+---+
            """,
            "line 12: B1: a vase stands on an obstacle of one space",
        ),
        (
            """
            +---+---+---+
            | @  T u    |
            +---+---+---+
            """,
            "line 12: B1: this vase could fall to C1, out of reach",
        ),
    ],
)
def test_wrong_maps_are_refused(drawn: str, said: str) -> None:
    """With the line of the map and, where there is one, the space."""
    assert said in refused(drawn)


def test_a_wrong_legend_is_refused() -> None:
    """Unknown furniture, and letters that stand nowhere."""
    text = toml(FINE)
    for wrong, said in (
        (text.replace('"sofa"', '"throne"'), "line 20: unknown kind of furniture 'throne'"),
        (text + '\nL = "lamp"', "line 21: 'L' stands nowhere on the map"),
    ):
        with pytest.raises(ScenarioError, match=said):
            load(wrong, "98_test.toml")


def test_a_fall_that_no_robot_can_cause_is_no_matter() -> None:
    """The table is walled off from below: nobody bumps it northwards, so nothing falls over the
    top."""
    book = read("""
        +---+---+---+
        |           |
        +---+   +   +
        |T u|       |
        +---+   +   +
        |         @ |
        +---+---+---+
    """)
    assert len(book.tokens) == 1


# --- The pieces of the other robots. ---

GARDEN = """
    +---+---+---+
    |           |
    +   +   +   +
    | @    s  1 |
    +   +   +   +
    |           |
    +---+---+---+
"""
BAR = """
    +---+---+---+
    |        C  |
    +   +   +   +
    | @    m    |
    +   +   +   +
    |           |
    +---+---+---+
"""


def garden(drawn: str = GARDEN, **keys: str) -> dict[str, str]:
    """A map for Twirl that is fine, unless `keys` say otherwise."""
    return {"drawn": drawn, "robot": '"twirl"', "goals": '["deliver seed to bed"]', **keys}


def bar(drawn: str = BAR, **keys: str) -> dict[str, str]:
    """One for Lefty."""
    return {
        "drawn": drawn,
        "robot": '"lefty"',
        "goals": '["serve"]',
        "wants": '{ C = "maki" }',
        **keys,
    }


def test_these_are_fine_as_they_stand() -> None:
    """What the refusals start from; and what each piece becomes."""
    book = read(**garden())
    assert book.goals == (Aim("deliver", "seed", "bed"),)
    assert book.spots == (Spot("bed", 1, 2, 1),)
    assert read(**bar()).tokens == (
        Token("maki-b2", "maki", 1, 1),
        Token("order_maki-c1", "order_maki", 2, 0),
    )


def test_piles_long_tokens_and_belts() -> None:
    """Equal tokens of a pile are numbered; a long one is named by its western or northern end; a
    belt has a way."""
    book = read(
        """
        +---+---+
        | @z   p|
        +   +   +
        |      p|
        +---+---+
        """,
        robot='"rover"',
        goals='["home"]',
        tokens='{ z = ["bone", "skull", "bone"], p = "tail" }',
    )
    assert [token.id for token in book.tokens] == [
        "bone-a1",
        "skull-a1",
        "bone-a1-2",
        "tail-b1",
    ]
    assert book.tokens[-1] == Token("tail-b1", "tail", 1, 0, 2)
    book = read(
        """
        +---+---+
        | @   n |
        +   +   +
        | e   s |
        +   +   +
        |     w |
        +---+---+
        """,
        robot='"lefty"',
        goals='["home"]',
        quirks="{ quirk_conveyor_2 = 1 }",
    )
    assert book.belts == ((1, 0, 0), (0, 1, 1), (1, 1, 2), (1, 2, 3))


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (garden(goals="[]"), "a scenario needs a goal"),
        (garden(goals='["plant seed"]'), "unknown goal 'plant seed': there are home, sweep"),
        (garden(goals='["home now"]'), "unknown goal 'home now'"),
        (garden(goals='["deliver carrot to bed"]'), "there is no 'carrot' on the map"),
        (garden(goals='["deliver seed to nest"]'), "there is no 'nest' on the map"),
        (
            garden(
                """
                +---+---+---+
                |           |
                +   +   +   +
                | @    s  1 |
                +   +   +   +
                |     1     |
                +---+---+---+
                """,
                goals='["fill bed with seed"]',
            ),
            "'seed' covers 1 spaces, not 2",
        ),
        (garden(goals='["sweep"]'), "there is no dust bunny on the map"),
        (garden(goals='["visit"]'), "there is no bud on the map"),
        (garden(goals='["serve"]'), "no cat wants anything"),
        (garden(rules='["no jumping"]'), "unknown special rule 'no jumping'"),
        (garden(tokens='{ ss = "seed" }'), "a token's mark is one letter"),
        (garden(tokens='{ s = "seed", y = "carrot" }'), "'y' stands nowhere on the map"),
        (garden(tokens='{ s = "gem" }'), "'s' can't be 'gem'"),
        (garden(tokens='{ s = "vase" }'), "'s' can't be 'vase'"),
        (garden(tokens='{ s = "spine" }'), "'spine' lies on two spaces side by side"),
        (garden(robot='"gizmo"'), "Gizmo can't carry a 'seed'"),
        (garden(GARDEN.replace("s", "*"), goals='["home"]'), "Twirl can't sweep up a 'dust'"),
        (garden(GARDEN.replace("1", "9")), "C2: '9' is not in [spots]"),
        (garden(quirks="{ quirk_jump_2 = 1 }"), "Twirl has 0 quirk cards 'quirk_jump_2'"),
        (
            garden(quirks="{ quirk_token_1 = 1 }"),
            "wander and Move Token cards only go together",
        ),
        (
            garden(wander='{ token = "seed", to = "bed" }'),
            "wander and Move Token cards only go together",
        ),
        (
            garden(quirks="{ quirk_token_1 = 1 }", wander='{ token = "snail", to = "bed" }'),
            "what wanders is one loose token of one space, and there are 0 'snail'",
        ),
        (
            garden(quirks="{ quirk_token_1 = 1 }", wander='{ token = "seed", to = "carrot" }'),
            "must be robot, home, or there once, and there are 0 'carrot'",
        ),
        (
            garden(quirks="{ quirk_token_1 = 1 }", wander='{ token = "seed" }'),
            "missing required field `to`",
        ),
        (bar(wants='{ D = "maki" }'), "'D' in wants is not a cat on one space"),
        (bar(wants='{ C = "cake" }'), "no cat orders 'cake'"),
        (bar(wants='{ C = ["maki", "maki"] }'), "2 orders of 'maki', and 1 dishes"),
        (
            bar(quirks="{ quirk_conveyor_1 = 1 }"),
            "belts and Conveyor cards only go together",
        ),
        (
            bar(
                """
                +---+---+---+
                |        C  |
                +   +   +   +
                | @   em    |
                +   +   +   +
                |           |
                +---+---+---+
                """
            ),
            "belts and Conveyor cards only go together",
        ),
        (
            bar(
                """
                +---+---+---+
                |        C  |
                +   +   +   +
                | @   em    |
                +   +   +   +
                |  p   p    |
                +---+---+---+
                """,
                quirks="{ quirk_conveyor_1 = 1 }",
            ),
            "long tokens and belts don't go together",
        ),
    ],
)
def test_wrong_pieces_are_refused(keys: dict[str, str], said: str) -> None:
    """A card or a goal without its piece, a piece without its card, a name that isn't known."""
    assert said in refused(**keys)


def test_a_wrong_legend_of_spots_is_refused() -> None:
    """Kinds that aren't known, digits that stand nowhere."""
    text = toml(**garden())
    for wrong, said in (
        (text.replace('"bed"', '"grave"'), "unknown kind of marked space 'grave'"),
        (text + '\n2 = "nest"', "'2' stands nowhere on the map"),
    ):
        with pytest.raises(ScenarioError, match=said):
            load(wrong, "98_test.toml")


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (
            garden(
                """
                +---+---+---+
                |      b|   |
                +   +   +   +
                | @     |   |
                +   +   +   +
                |       |  b|
                +---+---+---+
                """,
                goals='["visit"]',
            ),
            "C3: the robot can't get at this bud",
        ),
        (
            garden(
                """
                +---+---+---+
                |    S b    |
                +   +   +   +
                | @    b    |
                +---+---+---+
                """,
                goals='["visit"]',
            ),
            "B1: the robot can't get at this bud",
        ),
        (
            garden(
                """
                +---+---+---+
                |       |  s|
                +   +   +   +
                | @     |   |
                +   +   +   +
                |       |   |
                +---+---+---+
                """,
                goals='["home"]',
            ),
            "C1: the robot can't take this seed",
        ),
        (
            garden(
                """
                +---+---+---+
                | @         |
                +   +   +   +
                |     ^s    |
                +   +   +   +
                |         1 |
                +---+---+---+
                """
            ),
            "B2: the robot can't take this seed",
        ),
        (
            garden(
                """
                +---+---+---+
                |       | 1 |
                +   +   +   +
                | @    s|   |
                +   +   +   +
                |       |   |
                +---+---+---+
                """
            ),
            "C1: the robot can't put anything here",
        ),
        (
            bar(
                """
                +---+---+---+---+---+
                |       |   |   |C  |
                +   +   +   +   +   +
                | @    m|   |   |   |
                +---+---+---+---+---+
                """
            ),
            "E1: the robot can't serve this cat",
        ),
        (
            garden(
                """
                +---+---+---+
                |    S p    |
                +   +   +   +
                | @    p    |
                +---+---+---+
                """,
                robot='"rover"',
                goals='["home"]',
            ),
            "B1: a spine can't lie on an obstacle",
        ),
        (
            garden(
                """
                +---+---+---+
                |    S1     |
                +   +   +   +
                | @    s    |
                +---+---+---+
                """
            ),
            "B1: nothing can be printed under an obstacle",
        ),
    ],
)
def test_pieces_out_of_reach_are_refused(keys: dict[str, str], said: str) -> None:
    """Where no hand or wheel of the robot gets to; a space that she only slides off is none for a
    hand."""
    assert said in refused(**keys)


def test_a_dish_that_could_fall_out_of_reach_is_refused() -> None:
    """Every fall ends where the robot can deal with it; a fall within reach is fine."""
    assert read(
        """
        +---+---+---+
        | @  S m    |
        +   +   +   +
        |           |
        +---+---+---+
        """,
        robot='"lefty"',
        goals='["home"]',
    ).tokens
    said = refused(
        """
        +---+---+---+
        | @  S f    |
        +---+   +---+
        |           |
        +---+---+---+
        """,
        robot='"rover"',
        goals='["home"]',
    )
    assert "B1: this bone could fall to B2, out of reach" in said


def test_the_example_in_the_docs_can_be_loaded_and_won() -> None:
    """docs/scenarios.md shows a whole file."""
    told = (ROOT / "docs/scenarios.md").read_text(encoding="utf-8")
    example = told.partition("```toml\n")[2].partition("```")[0]
    book = load(example, "17_lunch_for_two.toml")
    assert book.robot == "lefty"
    assert solver.solve(book).winnable


def test_the_docs_name_every_kind_and_key() -> None:
    """Whoever writes a scenario finds there what they may write."""
    told = (ROOT / "docs/scenarios.md").read_text(encoding="utf-8")
    for word in (*SOLID, *CARRIED, *SPOTS, *RULES, *File.__struct_fields__):
        assert re.search(rf"\b{word}\b", told), word
