"""Refilling, storing, the end of a round."""

from typing import Any

from msgspec.structs import replace

from engines.sparks.components import ROBOTS
from engines.sparks.model import Options
from tests.sparks.table import Forced, Seat, Table, post

DECK = "simmer hob ember fogg dory squall keel clank"


def ended(*seats: Seat, robots: str = DECK, **rest: Any) -> Table:
    """A table where all seats have just said that they are done."""
    t = Table(*seats, robots=robots, **rest)
    t.finish()
    return t


def test_nobody_refills() -> None:
    """Only who completed a robot refills."""
    t = ended(Seat(slots="crumpet hob -"), Seat())
    assert t.state.turn == 2
    assert t.slots(0) == ["crumpet", "hob", ""]


def test_draw_one_more_than_free_slots() -> None:
    """Rulebook, the example: two vacant slots: three drawn, two placed, one returned."""
    t = ended(Seat(slots="crumpet - -", completed=True), Seat("b1", slots="clove - -"))
    assert t.asked() == {0: "scrap"}
    assert t.options(0) == ["scrap 1", "draw"]
    assert t.refuses(0, "scrap 2") == "no_answer"
    assert t.refuses(1, "draw") == "answered"
    t.act(0, "draw")
    assert t[0].drawn == ("simmer", "hob", "ember")
    assert t.asked() == {0: "refill"}
    assert t.refuses(0, "fit simmer 1") == "no_answer"
    assert t.refuses(0, "fit dory 2") == "no_answer"
    t.act(0, "fit ember 3")
    assert t.slots(0) == ["crumpet", "", ""]
    assert t.refuses(0, "fit hob 3") == "no_answer"
    t.act(0, "fit hob 2")
    assert t.slots(0) == ["crumpet", "hob", "ember"]
    assert t.state.robots == ("fogg", "dory", "squall", "keel", "clank", "simmer")
    assert t.state.turn == 2
    assert not t[0].completed
    assert t[0].slots[2].dice == (None,) * len(ROBOTS["ember"].spaces)


def test_discard_an_unfinished_robot_first() -> None:
    """Rulebook: dice on it are sold, the card goes under the deck; four drawn, three placed; a
    slot upgrade stays."""
    t = ended(Seat(slots="crumpet(r1,.) - -", above={1: "recycle"}, completed=True, cogs=1), Seat())
    t.act(0, "scrap 1")
    assert t[0].cogs == 2
    assert t.state.discard == (1, 0, 0, 0)
    assert t[0].drawn == ("simmer", "hob", "ember", "fogg")
    assert t[0].slots[0].upgrade == "recycle"
    t.act(0, "fit fogg 1; fit simmer 2; fit hob 3")
    assert t.slots(0) == ["fogg", "simmer", "hob"]
    assert t[0].slots[0].upgrade == "recycle"
    assert t.state.robots == ("dory", "squall", "keel", "clank", "crumpet", "ember")


def test_discards_one_by_one() -> None:
    """With two unfinished robots one may go and one may stay."""
    t = ended(Seat(slots="crumpet clove -", completed=True), Seat())
    t.act(0, "scrap 2")
    assert t.options(0) == ["scrap 1", "draw"]
    assert t.slots(0) == ["crumpet", "clove", ""]
    t.act(0, "draw")
    assert t.slots(0) == ["crumpet", "", ""]


def test_all_slots_empty() -> None:
    """Nothing to discard, nothing to ask."""
    t = ended(Seat(slots="- - -", completed=True), Seat())
    assert t.asked() == {0: "refill"}
    assert len(t[0].drawn) == 4


def test_several_seats_at_once() -> None:
    """Design, Flow 4: all discards, clockwise from the active seat; then all draws; the choices
    sealed and shown together; then the returns, clockwise."""
    seat: dict[str, Any] = {"slots": "crumpet - -", "completed": True}
    other: dict[str, Any] = {"slots": "clove - -", "completed": True}
    t = ended(Seat(**seat), Seat(**other), Seat(), turn=2)
    t.act(0, "scrap 1")
    assert t.asked() == {1: "scrap"}
    t.act(1, "scrap 1")
    assert t[1].drawn == ("simmer", "hob", "ember", "fogg")
    assert t[0].drawn == ("dory", "squall", "keel", "clank")
    t.act(1, "fit simmer 1; fit hob 2; fit ember 3")
    assert t.slots(1) == ["", "", ""]
    assert t.asked() == {0: "refill"}
    assert t.refuses(1, "fit fogg 1") == "answered"
    t.act(0, "fit dory 1; fit squall 2; fit keel 3")
    assert t.slots(1) == ["simmer", "hob", "ember"]
    assert t.state.robots == ("clove", "crumpet", "fogg", "clank")


def test_a_sealed_choice_comes_back() -> None:
    """Until all are shown."""
    seat: dict[str, Any] = {"slots": "crumpet clove -", "completed": True}
    t = ended(Seat(**seat), Seat(slots="hedgerow turnip -", completed=True))
    game = post(post(t.game(), 0, "draw"), 1, "draw")
    sealed = post(game, 0, "fit simmer 3")
    assert sealed.asked[0] is None
    assert post(sealed, 0, "undo").state == game.state


def test_a_short_robot_deck() -> None:
    """Decision: fill what can be filled, the seat's choice of slots; return only what is left."""
    t = ended(Seat(slots="- - -", completed=True), Seat(), robots="simmer hob")
    assert t[0].drawn == ("simmer", "hob")
    t.act(0, "fit simmer 3; fit hob 1")
    assert t.slots(0) == ["hob", "", "simmer"]
    assert t.state.robots == ()
    seat: dict[str, Any] = {"slots": "crumpet clove -", "completed": True}
    t = ended(Seat(**seat), Seat(**seat), robots="simmer")
    t.act(0, "draw")
    t.act(1, "draw")
    assert t.asked() == {0: "refill"}
    t.act(0, "fit simmer 3")
    assert t.slots(1) == ["crumpet", "clove", ""]
    t = Table(Seat(slots="crumpet clove -", completed=True), Seat())
    t.state = replace(t.state, robots=())
    t.finish()
    t.act(0, "draw")
    assert t.state.turn == 2


def test_one_die_in_the_storage() -> None:
    """Rulebook: at most one die is kept, whichever; the others are sold at the usual price."""
    t = ended(Seat("r1 b2 g3"), Seat("b1"), Seat())
    assert t.asked() == {0: "store"}
    assert t.refuses(0, "keep 77") == "no_answer"
    assert t.refuses(1, "keep none") == "answered"
    t.act(0, "keep {b2}")
    assert t.pool(0) == "b2"
    assert t[0].cogs == 2
    assert t.pool(1) == "b1"
    assert t.state.turn == 2
    t = ended(Seat("r1 b2"), Seat())
    t.act(0, "keep none")
    assert t[0].cogs == 2
    assert t.pool(0) == ""


def test_placed_dice_stay() -> None:
    """What lies on robots and in the section stays there."""
    t = ended(Seat(slots="hob(r1,.) - -", section="g1"), Seat())
    assert t[0].slots[0].dice[0] is not None
    assert t.section(0) == "g1"


def test_after_the_refill() -> None:
    """Storing comes last: one knows the new robots."""
    t = ended(Seat("r1 b2", slots="- - -", completed=True), Seat())
    t.act(0, "fit simmer 1; fit hob 2; fit ember 3")
    assert t.asked() == {0: "store"}
    game = t.game()
    assert game.state.phase == "store"


def test_what_held_for_the_turn_is_gone() -> None:
    """One-time effects not used, and the uses of assistants."""
    t = ended(
        Seat(factory=2, pips=1, colours=1, numbers=1, rerolls=1, hired="minka* frank*"), Seat()
    )
    player = t[0]
    assert (player.factory, player.pips, player.colours) == (0, 0, 0)
    assert (player.numbers, player.rerolls) == (0, 0)
    assert not any(each.used for each in player.hired)


def test_sparks_come_home_after_a_round_only() -> None:
    """Rulebook, End of Round: sparks back, also from the printed box; Emma's cogs lost."""
    seat: dict[str, Any] = {"built": "kettleby+ periwinkle+", "board_box": "cog", "sparks": 0}
    t = ended(Seat(**seat), Seat(), turn=1)
    assert t[0].sparks == 0
    assert t[0].built[0].token == "spark"
    t = ended(Seat(**seat), Seat(), turn=2)
    assert t[0].sparks == 2
    assert (t[0].built[0].token, t[0].board_box) == ("", "")


def test_solo_rounds() -> None:
    """Rulebook, Solo Game: refill after each turn, sparks home after the secondary one."""
    seat: dict[str, Any] = {"built": "kettleby+", "slots": "- - -", "completed": True, "sparks": 0}
    t = ended(Seat(**seat), turn=1, row="r1 b1 g1", options=Options(solo_goals=0))
    t.act(0, "fit simmer 1; fit hob 2; fit ember 3")
    assert t.state.turn == 2
    assert t[0].sparks == 0
    assert len(t.state.row) == 3
    t = ended(Seat(**seat), turn=2, row="r1 b1 g1", options=Options(solo_goals=0))
    t.act(0, "fit simmer 1; fit hob 2; fit ember 3")
    assert t[0].sparks == 1
    assert t.state.discard == (1, 1, 0, 1)
    assert len(t.state.row) == 7


def test_last_turn() -> None:
    """Rulebook, Game Ends: no refill; decision: every die left is sold, locked or not."""
    t = ended(
        Seat("r1", slots="hob(r2,.) - -", section="g3", completed=True, upgrades="sales_boost"),
        Seat("b1", built="kettleby+", sparks=0),
        turn=8,
    )
    assert t.state.phase == "over"
    assert t.asked() == {}
    assert t[0].cogs == 6
    assert t[1].cogs == 1
    assert t[1].sparks == 1
    assert t.state.discard == (2, 1, 0, 1)
    assert t.refuses(0, "done") == "over"
    assert t.options(0) == []


def test_the_last_sale_scores() -> None:
    """The cogs of that sale count for points."""
    t = ended(Seat("r1", section="g3", cogs=1), Seat(), turn=8)
    assert t.state.scores[0].cogs == 1


def test_a_die_gained_on_an_empty_bag_takes_from_the_pile() -> None:
    """The discard pile goes into the bag when a die has to be drawn."""
    seat = Seat(built="butterworth")
    t = Table(seat, Seat("b1"), bag=(0, 0, 0, 0), discard=(0, 0, 2, 0))
    t.act(0, "box butterworth", Forced(1, 2))
    assert t.kinds() == ["BoxFired", "BagRefilled", "DieGained"]
    assert t.pool(0) == "y3"
