"""Placing, selling, changing, recruiting, power boxes, the factory, and who is asked what."""

from typing import Any

import pytest

from engines.core.chance import Dice
from engines.core.engine import Illegal
from engines.core.game import Stale, act, ask_id
from engines.sparks.model import NO_DIE, Options
from tests.sparks.table import Forced, Seat, Table, post


def test_place_on_a_robot() -> None:
    """Rulebook, Build robot: on a vacant space that fits; the die is locked there."""
    t = Table(Seat("r4 b2", slots="hob simmer -"), Seat())
    assert t.refuses(0, "place {b2} 1.1") == "wrong_colour"
    assert t.refuses(0, "place {b2} 2.2") == "wrong_value"
    assert t.refuses(0, "place {r4} 3.1") == "no_space"
    assert t.refuses(0, "place {r4} 1.3") == "no_space"
    assert t.refuses(0, "place 99 1.1") == "no_die"
    t.act(0, "place {r4} 1.1")
    assert t.pool(0) == "b2"
    assert t.refuses(0, "place {r4} 1.2") == "no_die"
    assert t.refuses(0, "move {r4} 1.2") == "no_rearrange"
    t.nothing_pending()


def test_an_occupied_space() -> None:
    """One die a space."""
    t = Table(Seat("r4", slots="hob(r1,.) - -"), Seat())
    assert t.refuses(0, "place {r4} 1.1") == "no_space"
    assert t.options(0, "place") == ["place 1 1.2", "place 1 factory.red"]


def test_colour_and_value() -> None:
    """A space may want both."""
    t = Table(Seat("r4 r5 g4", slots="peppercorn - -", cogs=2), Seat())
    assert t.refuses(0, "place {r5} 1.1") == "wrong_value"
    assert t.refuses(0, "place {g4} 1.1") == "wrong_colour"
    t.act(0, "place {r4} 1.1")
    t = Table(Seat("g4", slots="peppercorn - -", cogs=2), Seat())
    t.act(0, "place {g4} 1.1 pay")
    assert t[0].cogs == 0


def test_complete_a_robot() -> None:
    """Rulebook, Build robot: the last space covered: built, steps, rewards, dice discarded; the
    slot stays empty until the end of the turn."""
    t = Table(Seat("b3", slots="crumpet(r4,.) - -"), Seat())
    t.act(0, "place {b3} 1.2")
    assert [each.robot for each in t[0].built] == ["crumpet"]
    assert t[0].tracks == (1, 0, 0, 0)
    assert t[0].cogs == 1
    assert t.state.discard == (1, 1, 0, 0)
    assert t.slots(0) == ["", "", ""]
    assert t[0].completed
    assert t.kinds() == ["DiePlaced", "RobotCompleted", "Advanced", "CogsGained", "DiceCleared"]
    t.nothing_pending()


@pytest.mark.parametrize(
    ("robot", "dice", "check"),
    [
        ("peppercorn", "r4,r1", {"cogs": 2, "tracks": (2, 0, 0, 0)}),
        ("dumpling", "r4,g1,b6", {"sparks": 2, "cogs": 2, "tracks": (3, 0, 0, 0)}),
        ("simmer", "r4,g3", {"cogs": 0, "tracks": (2, 0, 0, 0)}),
    ],
)
def test_rewards(robot: str, dice: str, check: dict[str, Any]) -> None:
    """What a card gives at once: cogs, a spark, nothing (passing the first bonus: two cogs)."""
    *rest, last = dice.split(",")
    t = Table(Seat(last, slots=f"{robot}({','.join([*rest, '.'])}) - -"), Seat())
    t.act(0, f"place {{{last}}} 1.{len(rest) + 1}")
    assert {name: getattr(t[0], name) for name in check} == check


def test_sell() -> None:
    """Rulebook, Sell die: a cog; from beside the board, the section, an unfinished robot."""
    t = Table(Seat("r4", slots="hob(r1,.) - -", section="g5"), Seat())
    for die in ("r4", "r1", "g5"):
        t.act(0, f"sell {{{die}}}")
    assert t[0].cogs == 3
    assert t[0].section == NO_DIE
    assert t[0].slots[0].dice == (None, None)
    assert t.state.discard == (2, 0, 0, 1)
    assert t.refuses(0, "sell 1") == "no_die"
    t.act(0, "done")
    assert t.refuses(0, "sell 1") == "is_done"


def test_change_a_value() -> None:
    """Rulebook, Change a die value: a cog a pip, never above 6 or below 1; placed dice too."""
    t = Table(Seat("r6 b1", slots="hob(r1,.) - -", cogs=3), Seat())
    assert t.options(0, "pip") == ["pip 1 -1", "pip 2 +1", "pip 3 +1"]
    assert t.refuses(0, "pip {r6} +1") == "pip_limit"
    assert t.refuses(0, "pip {b1} -1") == "pip_limit"
    assert t.refuses(0, "pip 77 +1") == "no_die"
    assert t.refuses(0, "pip {r6} -1 free") == "no_effect"
    t.act(0, "pip {r6} -1; pip {b1} +1; pip {r1} +1")
    assert t.pool(0) == "r5 b2"
    assert t.at(0, "1.1").value == 2
    assert t[0].cogs == 0
    assert t.refuses(0, "pip {r5} -1") == "cogs"


def test_a_placed_die_stays_though_it_no_longer_fits() -> None:
    """Decision: on a robot the die stays even if it no longer fits."""
    t = Table(Seat(slots="simmer(.,b3) - -", cogs=1), Seat())
    t.act(0, "pip {b3} +1")
    assert t.at(0, "1.2").value == 4


def test_ignore_a_colour() -> None:
    """Rulebook: 2 cogs, on robots and in the section; not for nothing; no price for a value."""
    t = Table(Seat("b2 b3", slots="hob simmer -", cogs=4), Seat())
    t.act(0, "place {b2} 1.1 pay")
    assert t[0].cogs == 2
    assert t.refuses(0, "place {b3} 2.2 pay") == "nothing_to_ignore"
    assert t.refuses(0, "place {b3} factory.blue pay") == "nothing_to_ignore"
    assert t.refuses(0, "place {b3} 1.2 colour") == "no_effect"
    assert t.refuses(0, "place {b3} 2.2 number") == "nothing_to_ignore"
    assert t.refuses(0, "place {b3} 1.2 pay colour") == "nothing_to_ignore"
    t.act(0, "place {b3} factory.red pay")
    assert t[0].cogs == 0
    t = Table(Seat("b2", slots="hob - -", cogs=1), Seat())
    assert t.refuses(0, "place {b2} 1.1 pay") == "cogs"
    assert t.options(0, "place") == ["place 1 factory.blue"]


# --- The factory. ---


def test_reach_a_level() -> None:
    """Rulebook, Upgrade factory, the example: a green 5 beside a red 4 makes 7: a spark, and the
    section's dice are discarded; the surplus is lost."""
    t = Table(Seat("g5", section="r4"), Seat())
    t.act(0, "place {g5} factory.green")
    assert t[0].level == 1
    assert t[0].sparks == 2
    assert t[0].section == NO_DIE
    assert t.state.discard == (1, 0, 0, 1)


def test_below_a_level() -> None:
    """One short is not enough."""
    t = Table(Seat("g2", section="r4"), Seat())
    t.act(0, "place {g2} factory.green")
    assert t[0].level == 0
    assert t.section(0) == "r4 g2"


def test_exactly_a_level_by_pips() -> None:
    """Decision: the sum is looked at whenever it changes."""
    t = Table(Seat(section="r4 g2", cogs=1), Seat())
    t.act(0, "pip {g2} +1")
    assert t[0].level == 1
    assert t.kinds() == ["DieChanged", "LevelReached", "DiceCleared", "SparksGained"]


def test_section_colours_and_limit() -> None:
    """Four spaces, one a colour, three dice at most."""
    t = Table(Seat("r1 g1", section="r1 b1", cogs=2), Seat())
    assert t.refuses(0, "place {r1} factory.red") == "no_space"
    assert t.refuses(0, "place {r1} factory.green") == "wrong_colour"
    t.act(0, "place {g1} factory.green")
    assert t.refuses(0, "place {r1} factory.yellow pay") == "section_full"
    assert t.options(0, "place") == []


def test_one_level_a_filling() -> None:
    """Decision: even 18 is one level only."""
    t = Table(Seat("g6", section="b@r6 y@r6"), Seat())
    t.act(0, "place {g6} factory.green")
    assert t[0].level == 1


def test_upgrade_as_a_level() -> None:
    """Rulebook: an upgrade tile of one's choice; nothing else before that."""
    t = Table(Seat("g6 r1", section="r6 y2", level=1), Seat("b1"))
    t.act(0, "place {g6} factory.green")
    assert t.asked() == {0: "upgrade", 1: "act"}
    assert (t[0].section, t.state.discard) == (NO_DIE, (1, 0, 1, 1))
    assert t.refuses(0, "sell {r1}") == "answer_first"
    assert t.refuses(0, "place {r1} factory.red") == "answer_first"
    assert t.refuses(0, "done") == "answer_first"
    assert t.refuses(0, "upgrade recycle 1") == "not_out"
    assert t.refuses(0, "decline") == "must_choose"
    t.act(1, "sell {b1}")
    t.act(0, "upgrade discount")
    assert t[0].upgrades == ("discount",)
    t.nothing_pending()


def test_top_level() -> None:
    """Decision: at the top no more filling."""
    t = Table(Seat("g6", level=6), Seat())
    assert t.options(0, "place") == []
    assert t.refuses(0, "place {g6} factory.green") == "top_level"


# --- Assistants, boxes. ---


def test_recruit() -> None:
    """Rulebook: 1 cog, then 2, then 3."""
    t = Table(Seat(hand="emma frank gordon", cogs=5), Seat())
    t.act(0, "recruit emma")
    t.act(0, "recruit frank")
    assert t[0].cogs == 2
    assert t.refuses(0, "recruit gordon") == "cogs"
    assert t.refuses(0, "recruit emma") == "no_card"
    assert t[0].hand == ("gordon",)
    assert [each.assistant for each in t[0].hired] == ["emma", "frank"]


def test_power_box() -> None:
    """Rulebook: a spark, one a box, until the round ends; only of completed robots."""
    t = Table(Seat(built="kettleby crumpet", slots="periwinkle - -", sparks=2), Seat())
    t.act(0, "box kettleby")
    assert t[0].cogs == 2
    assert t.refuses(0, "box kettleby") == "box_used"
    assert t.refuses(0, "box periwinkle") == "no_box"
    assert t.refuses(0, "box crumpet") == "no_box"
    assert t.refuses(0, "box board cog") == "no_emma"
    t.act(0, "box board")
    assert t[0].pips == 2
    assert t.refuses(0, "box board") == "box_used"
    t = Table(Seat(built="kettleby", sparks=0), Seat())
    assert t.refuses(0, "box kettleby") == "no_sparks"


@pytest.mark.parametrize(
    ("box", "chance", "change"),
    [
        ("kettleby", (), {"cogs": 2}),
        ("madame_whisk", (), {"pips": 3}),
        ("hob", (), {"colours": 1}),
        ("dewey", (), {"numbers": 1}),
        ("butterworth", (0, 3), {"pool": "r4"}),
        ("acorn", (4,), {"pool": "g5"}),
        ("sir_scour", (9,), {"pool": "b6"}),
    ],
)
def test_each_box(box: str, chance: tuple[int, ...], change: dict[str, Any]) -> None:
    """Rulebook, Symbols, in power boxes."""
    t = Table(Seat(built=box), Seat())
    t.act(0, f"box {box}", Forced(*chance))
    t.nothing_pending()
    for name, value in change.items():
        assert (t.pool(0) if name == "pool" else getattr(t[0], name)) == value


def test_box_with_a_step() -> None:
    """A step on any track."""
    t = Table(Seat(built="sonar"), Seat())
    t.act(0, "box sonar")
    assert t.options(0) == [f"step {colour}" for colour in ("red", "blue", "yellow", "green")]
    t.act(0, "step yellow")
    assert t[0].tracks == (0, 0, 1, 0)


def test_box_with_a_reroll() -> None:
    """Rulebook, Reroll: any number of available dice, chosen one by one."""
    t = Table(Seat("r1 b2 g3", built="semaphore", section="y1"), Seat())
    t.act(0, "box semaphore")
    assert t.options(0) == ["pick 1", "pick 2", "pick 3", "decline"]
    assert t.refuses(0, "roll") == "no_answer"
    assert t.refuses(0, "pick {y1}") == "wrong_die"
    t.act(0, "pick {g3}; pick {r1}")
    assert t.options(0) == ["pick 2", "roll", "decline"]
    t.act(0, "roll", Forced(5, 4))
    assert t.pool(0) == "r5 b2 g6"
    t.nothing_pending()
    t = Table(Seat("", built="semaphore", section="y1"), Seat())
    t.act(0, "box semaphore")
    t.nothing_pending()


def test_reroll_tile() -> None:
    """Rulebook, 4 dice: once during this turn."""
    t = Table(Seat("r1 b2", rerolls=1), Seat())
    t.act(0, "reroll; pick {b2}")
    t.act(0, "roll", Forced(3))
    assert t.pool(0) == "r1 b4"
    assert t.refuses(0, "reroll") == "no_reroll"
    t = Table(Seat("", rerolls=1, section="r1"), Seat())
    assert t.refuses(0, "reroll") == "no_reroll"
    t = Table(Seat("r1", rerolls=1), Seat())
    t.act(0, "reroll; decline")
    assert t[0].rerolls == 0
    t.nothing_pending()


def test_pips_for_free() -> None:
    """Rulebook, +/-: any own die, without a cog."""
    t = Table(Seat("r1", pips=2, cogs=1), Seat())
    t.act(0, "pip {r1} +1 free; pip {r2} +1 free")
    assert (t[0].pips, t[0].cogs) == (0, 1)
    assert t.refuses(0, "pip {r3} +1 free") == "no_effect"
    t = Table(Seat("r1", pips=1, cogs=0), Seat())
    assert t.options(0, "pip") == ["pip 1 +1 free"]


def test_ignoring_by_effects() -> None:
    """Rulebook, Ignore number, Ignore colour: once each, together on one space too."""
    t = Table(Seat("b5 g1", slots="peppercorn simmer -", colours=1, numbers=1), Seat())
    assert t.refuses(0, "place {b5} 1.1 number") == "wrong_colour"
    assert t.refuses(0, "place {b5} 1.1 colour") == "wrong_value"
    t.act(0, "place {b5} 1.1 colour number")
    assert (t[0].colours, t[0].numbers) == (0, 0)
    assert t.at(0, "1.1").value == 5
    assert t.refuses(0, "place {g1} 2.2 number") == "no_effect"
    t = Table(Seat("b5", slots="peppercorn - -", cogs=2, numbers=1), Seat())
    t.act(0, "place {b5} 1.1 pay number")
    assert t[0].cogs == 0


# --- Simultaneous play. ---


def test_done_and_not_done() -> None:
    """Design, Flow 3: *done* can be taken back until all are done."""
    t = Table(Seat("r1"), Seat("b1"), Seat("g1"))
    assert t.refuses(0, "not done") == "not_done"
    t.act(0, "done")
    assert t.asked() == {1: "act", 2: "act"}
    assert t.asked(must=False) == {0: "done"}
    assert t.options(0) == ["not done"]
    t.act(0, "not done; sell {r1}; done")
    t.act(1, "done")
    t.act(2, "done")
    assert t.state.turn == 2


def test_each_has_its_own_agenda() -> None:
    """A pending choice stops only its own seat; no effect asks another."""
    t = Table(Seat("r1", built="sonar"), Seat("b1", built="hoist"), Seat("g1"))
    t.act(0, "box sonar")
    t.act(1, "box hoist")
    assert t.asked() == {0: "step", 1: "step", 2: "act"}
    assert t.refuses(0, "done") == "answer_first"
    assert t.refuses(0, "recycle {r1} 1.1") == "answer_first"
    assert t.refuses(0, "upgrade recycle 1") == "no_answer"
    t.act(2, "done")
    t.act(1, "step red; done")
    t.act(0, "step red; done")
    assert t.state.turn == 2
    t.nothing_pending()


def test_nobody_spoils_another_s_click() -> None:
    """Whatever a seat does, draws, answers or takes back, the others' questions stay as they
    are."""
    t = Table(Seat("r1 r2", built="sonar butterworth", sparks=2), Seat("b1"), Seat("g1"))
    game = t.game()
    clicks = [ask_id(game, seat) for seat in range(3)]
    for text in ("box butterworth", "box sonar", "step red", "sell 1", "undo", "done", "not done"):
        game = post(game, 0, text)
        assert [ask_id(game, seat) for seat in (1, 2)] == clicks[1:]
    game = act(game, 2, clicks[2], "sell 4", Dice(b"click")).game
    game = act(game, 1, clicks[1], "done", Dice(b"click")).game
    assert (game.state.players[1].done, game.state.players[2].cogs) == (True, 1)


def test_the_last_two_are_done_together() -> None:
    """Both clicked while the other wasn't done: in either order the turn ends once, and a *not
    done* that comes too late meets no other question."""
    game = post(Table(Seat("r1"), Seat("b1"), Seat("g1")).game(), 2, "done")
    clicks = [ask_id(game, seat) for seat in range(3)]
    for one, other in ((0, 1), (1, 0)):
        after = act(game, one, clicks[one], "done", Dice(b"one")).game
        assert after.state.turn == 1
        after = act(after, other, clicks[other], "done", Dice(b"other")).game
        assert (after.state.turn, after.state.phase) == (2, "take")
        for seat, text in ((2, "not done"), (one, "done"), (other, "done")):
            with pytest.raises(Stale):
                act(after, seat, clicks[seat], text, Dice(b"late"))


def test_nothing_to_do_is_done() -> None:
    """Nobody waits for a seat without dice, cogs and sparks."""
    t = Table(Seat(), Seat(sparks=0), row="r1", phase="take", taking=(0, 1))
    t.act(0, "tile bulk left")
    assert t.asked() == {0: "act"}
    assert t.asked(must=False) == {1: "done"}
    t.act(0, "done")
    assert t.state.turn == 2


def test_all_idle() -> None:
    """If nobody can do anything, the turn goes by."""
    t = Table(Seat(sparks=0), Seat(sparks=0), phase="take", taking=(0, 1), bag=(0, 0, 0, 0), turn=1)
    t.act(0, "tile bulk left")
    assert t.state.turn == 2
    assert t.state.phase == "take"


def test_in_order() -> None:
    """Table option: clockwise from the active seat, one after the other."""
    t = Table(Seat("r1"), Seat("b1"), Seat("g1"), options=Options(in_order=True), turn=2)
    assert t.asked() == {1: "act"}
    assert t.refuses(0, "done") == "not_your_turn"
    assert t.options(0) == []
    t.act(1, "done")
    assert t.asked() == {2: "act"}
    assert t.asked(must=False) == {}
    assert t.refuses(2, "not done") == "not_now"
    assert t.refuses(1, "not done") == "acted"
    assert t.refuses(1, "sell {b1}") == "acted"
    with pytest.raises(Illegal):
        post(post(t.game(), 2, "done"), 2, "undo")
    one = post(t.game(), 2, "sell 3")
    assert post(one, 2, "undo").state == t.state
    t.act(2, "sell {g1}; done")
    t.act(0, "done")
    assert t.state.turn == 3


def test_in_order_with_a_choice() -> None:
    """A pending choice is its seat's turn still."""
    t = Table(Seat("r1", built="sonar"), Seat("b1"), options=Options(in_order=True))
    t.act(0, "box sonar")
    assert t.asked() == {0: "step"}
    t.act(0, "step red; done")
    assert t.asked() == {1: "act"}


def test_only_answers() -> None:
    """An answer to what nobody asked is refused."""
    t = Table(Seat("r1"), Seat())
    for text in ("step red", "decline", "pay", "roll", "copy max", "fire board", "upgrade recycle"):
        assert t.refuses(0, text) == "not_now"
    assert t.refuses(0, "recycle {r1} 1.1") == "not_now"
    assert t.refuses(0, "keep none") == "not_now"


# --- Undo, through core. ---


def test_undo_a_whole_step() -> None:
    """Several actions in one post come back together."""
    t = Table(Seat("r1", slots="peppercorn - -", cogs=3), Seat("b1"))
    game = t.game()
    after = post(game, 0, t.filled(0, "pip {r1} +1; pip {r1} +1; pip {r1} +1; place {r1} 1.1"))
    assert after.state.players[0].cogs == 0
    after = post(after, 1, "done")
    assert post(after, 0, "undo").state.players[0] == t[0]


def test_no_undo_of_what_chance_gave() -> None:
    """A die from the bag, a card from the deck."""
    game = post(Table(Seat(built="butterworth"), Seat("b1")).game(), 0, "box butterworth")
    with pytest.raises(Illegal) as refused:
        post(game, 0, "undo")
    assert refused.value.reason.key == "undo_drawn"
    t = Table(Seat(hand="benno", cogs=1), Seat("b1"), deck="max emma")
    game = post(t.game(), 0, "recruit benno")
    assert game.state.players[0].hand == ("emma", "max")
    with pytest.raises(Illegal) as refused:
        post(game, 0, "undo")
    assert refused.value.reason.key == "undo_seen"


def test_undo_where_nothing_was_left_to_draw() -> None:
    """An empty deck, no die anywhere: nothing was seen, so the step comes back."""
    t = Table(Seat(hand="benno poppy", cogs=1, built="acorn"), Seat("b1"), bag=(0, 0, 0, 0))
    for text in ("recruit benno", "recruit poppy", "box acorn"):
        assert post(post(t.game(), 0, text), 0, "undo").state == t.state


def test_undo_when_another_drew_the_die_just_sold() -> None:
    """Decision: if another seat has meanwhile drawn the die just sold, the step stays."""
    t = Table(Seat("r1"), Seat("b1", built="captain_gasket"), bag=(0, 0, 0, 0))
    game = post(t.game(), 0, "sell 1")
    drawn = post(game, 1, "box captain_gasket")
    assert drawn.state.players[1].pool[-1].colour == "red"
    with pytest.raises(Illegal) as refused:
        post(drawn, 0, "undo")
    assert refused.value.reason.key == "undo_depends"
    assert post(game, 0, "undo").state == t.state


def test_undo_when_another_took_that_colour_from_the_pile() -> None:
    """A coloured die comes from the discard pile first: the same, unless there was another."""
    t = Table(Seat("g1"), Seat("b1", built="acorn"), bag=(1, 0, 0, 1))
    game = post(post(t.game(), 0, "sell 1"), 1, "box acorn")
    with pytest.raises(Illegal) as refused:
        post(game, 0, "undo")
    assert refused.value.reason.key == "undo_depends"
    t = Table(Seat("g1"), Seat("b1", built="acorn"), bag=(1, 0, 0, 1), discard=(0, 0, 0, 1))
    game = post(post(t.game(), 0, "sell 1"), 1, "box acorn")
    undone = post(game, 0, "undo")
    assert undone.state.players[0] == t[0]
    assert undone.state.discard == (0, 0, 0, 0)
