"""What the app asks beside the moves: the scenario book, silence, the one sound."""

from itertools import chain, groupby, pairwise

import pytest
from msgspec.structs import replace

from engines.quirky_circuits import ENGINE
from engines.quirky_circuits.components import CARDS
from engines.quirky_circuits.house import Picture, book, catalogue, label, pages, printed, silence
from engines.quirky_circuits.model import Options, State
from engines.quirky_circuits.robots import ROBOTS
from engines.quirky_circuits.rules import BAND_ENDINGS
from engines.quirky_circuits.scenario import SCENARIOS
from engines.quirky_circuits.views import beeps
from tests.quirky_circuits.table import Table


def with_options(state: State, **options: bool) -> State:
    return replace(state, options=replace(state.options, **options))


def test_the_book_has_every_scenario_in_order() -> None:
    """Rulebook, Setup 1: the scenarios are recommended in the order of the book."""
    book = catalogue()
    assert [entry.key for entry in book] == list(SCENARIOS)
    assert [entry.number for entry in book] == sorted(entry.number for entry in book)
    assert all(entry.map.rows == 7 and entry.difficulty and entry.story for entry in book)
    assert {t.id for t in book[0].tokens} == {t.id for t in SCENARIOS[book[0].key].tokens}


def test_the_book_is_finished_robot_by_robot() -> None:
    """Five scenarios of each robot, rising from a first step; then those for experts alone."""
    groups = {title: list(each) for title, each in groupby(book().chapters, lambda c: c.group)}
    assert {title: len(each) for title, each in groups.items()} == {
        **{robot.name: 5 for robot in ROBOTS.values()},
        "Advanced": 4,
    }
    first, *_, last = groups["Gizmo"]
    assert (first.title, first.line) == ("Dust Bunnies", "Living room, a first step")
    assert last.line.endswith(", for experts")
    assert all(chapter.line.endswith(", for experts") for chapter in groups["Advanced"])
    assert [c.title for c in book().chapters] == [entry.title for entry in catalogue()]
    assert [grade.ending for grade in book().grades] == list(BAND_ENDINGS.values())


def test_a_table_is_called_after_its_scenario() -> None:
    assert label(Options("quirky")) == SCENARIOS["quirky"].title
    assert ENGINE.label(Options()) == label(Options())


def test_words_are_closed_while_the_team_programs() -> None:
    """Rulebook, Communicating."""
    reason = silence(Table("f1", "l").state)
    assert reason is not None
    assert reason.rule == "Communicating"


def test_talk_between_rounds_lasts_from_a_run_to_the_next_card() -> None:
    """A house rule; in the first round there is nothing to talk about yet."""
    first = with_options(Table("f1 f1", "l r").state, talk=True)
    assert silence(first) is not None
    between = replace(first, round=2)
    assert silence(between) is None
    assert silence(with_options(between, talk=False)) is not None
    t = Table("f1 f1", "l r")
    t.act(0, "lay f1")
    assert silence(replace(with_options(t.state, talk=True), round=2)) is not None


def test_words_open_and_beeps_end_with_the_game() -> None:
    state = Table("f1", "l").state
    for ended in ("won", "lost"):
        over = replace(state, ended=ended)
        assert silence(over) is None
        assert not beeps(over)


def test_beeps_can_be_switched_off() -> None:
    state = Table("f1", "l").state
    assert beeps(state)
    assert not beeps(with_options(state, beep=False))
    assert ENGINE.beeps is beeps


def picture(face: str, robot: str = "") -> Picture:
    """How a card is drawn, with one robot or the only one."""
    [card] = [card for card in printed().cards if card.face == face]
    return next(p for p in card.pictures if robot in ("", p.robot))


def test_every_card_of_every_robot_is_printed() -> None:
    """Rulebook, Components: 93 cards. No card is left out of the page, none is in it twice."""
    book = printed()
    assert ENGINE.printed is printed
    assert [card.face for card in book.cards] == list(CARDS)
    assert sum(count for card in book.cards for _, _, count in card.decks) == 93
    for robot in book.robots:
        row = ROBOTS[robot.key]
        assert robot.cards == tuple((card.face, card.label, n) for card, n in row.deck)
        assert robot.quirks == tuple((card.face, card.label, n) for card, n in row.quirks)
        assert robot.size == sum(n for _, n in row.deck)
        assert robot.quirk_size == sum(n for _, n in row.quirks)
    for card in book.cards:
        assert (card.label, card.back, card.quirk) == (
            CARDS[card.face].label,
            CARDS[card.face].back,
            CARDS[card.face].quirk,
        )
        assert card.does.endswith(".")
        assert card.pictures


def test_a_card_says_how_many_each_robot_has() -> None:
    decks = {card.face: card.decks for card in printed().cards}
    assert decks["jump_3"] == (("rover", "Rover", 1),)
    assert decks["quirk_forward_2"] == (("gizmo", "Gizmo", 1), ("twirl", "Twirl", 2))


@pytest.mark.parametrize(
    ("face", "path", "facing"),
    [
        ("forward_3", ((1, 3), (1, 2), (1, 1), (1, 0)), "n"),
        ("backward_1", ((1, 2), (1, 3)), "n"),
        ("shift_left", ((1, 2), (0, 2)), "n"),
        ("move_north", ((1, 2), (1, 1)), "e"),
        ("jump_3", ((1, 3), (1, 0)), "n"),
        ("turn_around", ((1, 2),), "s"),
        ("rotate_north", ((1, 2),), "n"),
        ("quirk_conveyor_2", ((0, 2), (1, 2), (2, 2)), "n"),
    ],
)
def test_a_picture_shows_the_way(face: str, path: tuple[object, ...], facing: str) -> None:
    shown = picture(face)
    assert (shown.path, shown.after.facing) == (path, facing)
    assert (shown.before.x, shown.before.y) == path[0]
    assert (shown.after.x, shown.after.y) == path[-1]


def test_every_robot_and_every_card_has_a_page() -> None:
    found = {(page.shelf, page.key): page for page in pages()}
    assert ENGINE.pages is pages
    assert list(found) == [("robots", key) for key in ROBOTS] + [("commands", f) for f in CARDS]
    assert found["robots", "twirl"].title == "Twirl"
    assert found["robots", "twirl"].record in printed().robots
    assert found["commands", "jump_3"].title == CARDS["jump_3"].label
    assert found["commands", "jump_3"].record in printed().cards


def meetings(face: str) -> dict[str, tuple[str, list[str]]]:
    """What a card meets: where each topic is told, and whom it names."""
    [card] = [card for card in printed().cards if card.face == face]
    return {m.topic: (m.where, [name for _, name in m.robots]) for m in card.meets}


def test_what_a_card_meets() -> None:
    """By its effect, by what is printed on the tiles of its robots, and by their maps."""
    assert meetings("forward_2") == {
        "collision": ("#collision", []),
        "left-turn": ("/robots/gizmo#left-turn", ["Gizmo"]),
        "chairs": ("/robots/gizmo#chairs", ["Gizmo"]),
        "inclines": ("#inclines", []),
        "slopes": ("/robots/rover#slopes", ["Rover"]),
        "sweeping": ("/robots/gizmo#sweeping", ["Gizmo"]),
        "buds": ("#buds", ["Twirl"]),
        "momentum": ("/robots/twirl#momentum", ["Twirl"]),
    }
    assert "chairs" not in meetings("forward_1")
    assert list(meetings("shift_left")) == ["collision", "inclines"]
    assert list(meetings("rotate_left")) == ["long-fossils", "momentum"]
    assert meetings("rotate_north") == {"momentum": ("/robots/twirl#momentum", [])}
    assert meetings("quirk_rotate_left") == {"quirks": ("#quirks", [])}
    assert list(meetings("left_hand")) == ["cats", "two-hands"]
    assert meetings("swap") == {}
    assert meetings("carry")["spots"] == ("#spots", [])


def test_what_is_all_a_cards_own_is_told_with_it() -> None:
    own = {card.face: card.own for card in printed().cards}
    assert own["jump_2"] == own["quirk_jump_3"] == ("jumps",)
    assert own["right_hand"] == ("carrying",)
    assert own["forward_1"] == ()
    for card in printed().cards:
        assert not {m.topic for m in card.meets}.intersection(card.own)
        assert all(m.said.endswith(".") for m in card.meets)


def test_a_quirk_names_its_plain_card() -> None:
    plain = {card.face: card.plain for card in printed().cards}
    assert plain["quirk_forward_2"] == "forward_2"
    assert plain["quirk_conveyor_1"] == ""
    assert plain["forward_2"] == ""


def test_what_a_robot_meets_beside_its_own() -> None:
    met = {robot.key: [m.topic for m in robot.meets] for robot in printed().robots}
    assert met["gizmo"] == ["collision", "inclines", "vases", "quirks"]
    assert met["lefty"] == ["collision", "inclines", "belts", "carrying", "quirks"]
    assert all(m.where == f"#{m.topic}" for robot in printed().robots for m in robot.meets)
    numbers = [[s.number for s in robot.scenarios] for robot in printed().robots]
    assert sorted(chain(*numbers)) == [entry.number for entry in catalogue()]
    assert numbers[0][:5] == [1, 2, 3, 4, 5]


def test_no_picture_shows_nothing() -> None:
    """A card whose picture is the same before and after would tell nothing."""
    shown = [p for card in printed().cards for p in card.pictures]
    assert all(p.before != p.after and p.said for p in shown)


def test_a_card_is_drawn_again_for_a_robot_with_which_it_does_something_else() -> None:
    robots = {card.face: [p.robot for p in card.pictures] for card in printed().cards}
    assert robots["forward_1"] == ["gizmo"]
    assert robots["forward_2"] == ["gizmo", "twirl"]
    assert robots["carry"] == ["twirl", "rover"]
    assert picture("forward_2", "twirl").after.momentum == "n"
    assert [h.token.y for h in picture("carry", "rover").after.held] == [1]
    assert [(h.hand, h.token.kind) for h in picture("swap").after.held] == [
        ("left", "maki"),
        ("right", "nigiri"),
    ]


def test_what_wanders_goes_as_far_as_its_card_says() -> None:
    for face, at in (("quirk_token_1", (1, 1)), ("quirk_token_2", (2, 0))):
        [walker] = [t for t in picture(face).after.tokens if t.id == "walker"]
        assert (walker.x, walker.y) == at


def test_the_examples_go_on_where_the_card_before_ended() -> None:
    examples = printed().examples
    for pictures in examples.values():
        assert all(a.after == b.before for a, b in pairwise(pictures))
    assert [p.after.facing for p in examples["bump"]] == ["n", "w"]
    first, second = examples["momentum"]
    assert first.after.momentum == "e"
    assert (second.after.x, second.after.y, second.after.facing) == (3, 1, "n")
    assert examples["momentum_bump"][-1].after.momentum == ""
    assert "too steep" in examples["slope"][0].said[0]
    assert examples["slope"][1].after.x == 2
    assert examples["jump_wall"][0].after.x == 2
    assert [(t.x, t.y) for t in examples["carry"][-1].after.tokens] == [(2, 1)]
    assert [h.token.kind for h in examples["hands"][-1].after.held] == ["maki", "nigiri"]
