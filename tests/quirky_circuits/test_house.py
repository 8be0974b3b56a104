"""What the app asks beside the moves: the scenario book, silence, the one sound."""

from msgspec.structs import replace

from engines.quirky_circuits import ENGINE
from engines.quirky_circuits.house import catalogue, label, silence
from engines.quirky_circuits.model import Options, State
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
