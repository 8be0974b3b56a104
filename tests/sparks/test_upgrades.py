"""Each upgrade tile, and how tiles are taken."""

from typing import Any

import pytest

from engines.sparks.components import UPGRADES
from engines.sparks.model import NO_DIE, CogsGained
from tests.sparks.table import Seat, Table

# --- Taking them. ---


def iris(**rest: Any) -> Table:
    """A table where seat 0 has just won an upgrade tile."""
    upgrades = rest.pop("out", tuple(UPGRADES))
    seat = Seat(hand="iris", cogs=1, **rest)
    t = Table(seat, Seat("b1"), upgrades=upgrades)
    t.act(0, "recruit iris")
    return t


def test_never_two_identical() -> None:
    """Rulebook, Upgrade tiles: not a kind one has, on the board or above a slot; a slot upgrade
    goes above a slot without one."""
    t = iris(upgrades="discount rearrange", above={2: "recycle"})
    assert t.options(0) == [
        *("upgrade sales_boost", "upgrade ignore_colour", "upgrade ignore_value"),
        *("upgrade bonus_point 1", "upgrade bonus_point 3"),
        *("upgrade bonus_cog 1", "upgrade bonus_cog 3"),
    ]
    for text, key in (
        ("upgrade discount", "never_two"),
        ("upgrade recycle 1", "never_two"),
        ("upgrade bonus_cog 2", "no_slot"),
        ("upgrade bonus_cog", "no_slot"),
        ("upgrade sales_boost 1", "no_slot"),
    ):
        assert t.refuses(0, text) == key
    t.act(0, "upgrade bonus_cog 3")
    assert t[0].slots[2].upgrade == "bonus_cog"
    t.nothing_pending()


def test_only_what_lies_out() -> None:
    """Six of the eight kinds are in a game."""
    t = iris(out=("discount", "sales_boost"))
    assert t.options(0) == ["upgrade discount", "upgrade sales_boost"]


def test_the_only_one_comes_by_itself() -> None:
    """Nothing to choose; a slot is still to be chosen."""
    t = iris(out=("discount",))
    assert t[0].upgrades == ("discount",)
    t = iris(out=("recycle",))
    assert t.options(0) == ["upgrade recycle 1", "upgrade recycle 2", "upgrade recycle 3"]


def test_none_can_be_taken() -> None:
    """Decision: the reward is lost."""
    t = iris(out=("discount",), upgrades="discount")
    assert t.kinds() == ["Recruited", "Declined"]
    t.nothing_pending()


# --- General upgrades. ---


def test_rearrange() -> None:
    """Rulebook, Rearrange: one die at a time between section, robots and beside the board; a new
    space must fit, or is paid for again."""
    t = Table(
        Seat(
            "b1",
            slots="hob(r1,.) crumpet -",
            section="r2 g3",
            upgrades="rearrange",
            cogs=2,
        ),
        Seat(),
    )
    t.act(0, "move {r1} 2.1")
    assert t[0].slots[0].dice == (None, None)
    t.act(0, "move {r2} 1.1")
    assert t.section(0) == "g3"
    t.act(0, "move {g3} pool")
    assert t.pool(0) == "b1 g3"
    assert t[0].section == NO_DIE
    assert t.refuses(0, "move {r1} 1.3") == "no_space"
    assert t.refuses(0, "move {b1} 2.2") == "no_die"
    assert t.refuses(0, "move {r1} pool pay") == "no_space"
    assert t.refuses(0, "place {b1} pool") == "no_space"
    assert t.refuses(0, "move {r1} factory.blue") == "wrong_colour"
    t.act(0, "move {r1} factory.blue pay")
    assert t.section(0) == "r1"
    assert t.refuses(0, "move {r1} factory.blue") == "no_space"
    t.act(0, "move {r1} factory.red")
    assert t[0].cogs == 0


def test_rearrange_completes_and_levels() -> None:
    """A move can complete a robot, and a level."""
    t = Table(Seat(slots="hob(r1,.) - -", section="r2", upgrades="rearrange"), Seat())
    t.act(0, "move {r2} 1.2")
    assert len(t[0].built) == 1
    t = Table(Seat(slots="hob(r6,.) - -", section="g2", upgrades="rearrange"), Seat())
    t.act(0, "move {r6} factory.red")
    assert t[0].level == 1


def test_rearrange_within_a_full_section() -> None:
    """The die's own place counts as free; three stay the limit."""
    t = Table(Seat(section="r1 g1 y@b1", slots="hob(r2,.) - -", upgrades="rearrange"), Seat())
    assert t.refuses(0, "move {r2} factory.blue") == "section_full"
    t.act(0, "move {b1} factory.blue")
    assert t.section(0) == "r1 b1 g1"


def test_without_rearrange() -> None:
    """Rulebook, Actions: a placed die is locked."""
    t = Table(Seat(section="r1", slots="hob - -"), Seat())
    assert t.refuses(0, "move {r1} 1.1") == "no_rearrange"
    assert t.options(0, "move") == []


@pytest.mark.parametrize(("hired", "price"), [("", 0), ("emma", 1), ("emma max", 2)])
def test_discount(hired: str, price: int) -> None:
    """Rulebook, Discount: one cog less; never below none."""
    t = Table(Seat(hand="frank", hired=hired, upgrades="discount", cogs=price), Seat("b1"))
    t.act(0, "recruit frank")
    assert t[0].cogs == 0
    if price:
        t = Table(Seat(hand="frank", hired=hired, upgrades="discount", cogs=price - 1), Seat("b1"))
        assert t.refuses(0, "recruit frank") == "cogs"


def test_discount_and_free_play() -> None:
    """A free recruit is free; it counts for the price of the next, less one."""
    t = Table(Seat(hand="greta frank max", upgrades="discount", cogs=2), Seat("b1"))
    t.act(0, "recruit greta; recruit frank")
    assert t[0].cogs == 2
    t.act(0, "recruit max")
    assert t[0].cogs == 0


def test_sales_boost() -> None:
    """Rulebook, Sales boost: two cogs a die, forced sales too."""
    t = Table(Seat("r1 b2 g3", upgrades="sales_boost"), Seat())
    t.act(0, "sell {r1}")
    assert t[0].cogs == 2
    t.finish()
    t.act(0, "keep {g3}")
    assert t[0].cogs == 4
    assert t.pool(0) == "g3"


# --- Die upgrades: seat 0 is red. ---


def test_ignore_colour() -> None:
    """Rulebook, Ignore color: own dice as if of any colour, in the section too; no others."""
    t = Table(Seat("r1 b1", slots="semaphore - -", upgrades="ignore_colour"), Seat("r1"))
    assert t.refuses(0, "place {r1} 1.1 pay") == "nothing_to_ignore"
    t.act(0, "place {r1} 1.1")
    assert t.refuses(0, "place {b1} factory.red") == "wrong_colour"
    t = Table(Seat("r1", upgrades="ignore_colour"), Seat())
    t.act(0, "place {r1} factory.green")


def test_ignore_value() -> None:
    """Rulebook, Ignore value: the value isn't changed; the factory counts the die's own pips."""
    t = Table(Seat("r1 b1", slots="simmer tugwell -", upgrades="ignore_value"), Seat())
    t.act(0, "place {r1} 1.2")
    assert t.at(0, "1.2").value == 1
    assert t.refuses(0, "place {b1} 2.1") == "wrong_value"
    assert t.refuses(0, "place {b1} 2.1 number") == "no_effect"


def test_each_needs_its_own() -> None:
    """One ignores one thing."""
    t = Table(Seat("r1", slots="dory - -", upgrades="ignore_value"), Seat())
    assert t.refuses(0, "place {r1} 1.1") == "wrong_colour"
    t = Table(Seat("r1", slots="dory - -", upgrades="ignore_colour"), Seat())
    assert t.refuses(0, "place {r1} 1.1") == "wrong_value"
    t = Table(Seat("r1", slots="dory - -", upgrades="ignore_colour ignore_value"), Seat())
    t.act(0, "place {r1} 1.1")


# --- Slot upgrades. ---


def test_bonus_point() -> None:
    """Rulebook, Bonus point: one step more in the robot's colour, in this slot only."""
    t = Table(Seat("r1 r2", slots="hob(r3,.) kettleby(.,y1) -", above={1: "bonus_point"}), Seat())
    t.act(0, "place {r2} 2.1")
    assert t[0].tracks == (1, 0, 0, 0)
    t.act(0, "place {r1} 1.2")
    assert t[0].tracks == (4, 0, 0, 0)


def test_bonus_point_end_of_track_and_penelope() -> None:
    """It is a step in the robot's colour: at the end it goes on; Penelope may redirect it."""
    seat: dict[str, Any] = {"slots": "kettleby(.,y1) - -", "above": {1: "bonus_point"}}
    t = Table(Seat("r1", tracks=(9, 0, 0, 0), **seat), Seat())
    t.act(0, "place {r1} 1.1")
    assert t[0].tracks == (10, 0, 0, 0)
    assert t.options(0) == ["step blue", "step yellow", "step green"]
    t.act(0, "step blue")
    t.nothing_pending()
    t = Table(Seat("r1", hired="penelope", **seat), Seat())
    t.act(0, "place {r1} 1.1; step green; step yellow")
    assert t[0].tracks == (0, 0, 1, 1)
    t = Table(Seat("r1", hired="penelope", tracks=(9, 0, 0, 0), **seat), Seat())
    t.act(0, "place {r1} 1.1; step red")
    assert t.options(0) == ["step blue", "step yellow", "step green"]


def test_bonus_cog() -> None:
    """Rulebook, Bonus cog: after the card's own rewards, in this slot only."""
    t = Table(Seat("b1", slots="crumpet(r3,.) - -", above={1: "bonus_cog"}), Seat())
    t.act(0, "place {b1} 1.2")
    assert t[0].cogs == 2
    t = Table(Seat("b1", slots="crumpet(r3,.) - -", above={2: "bonus_cog"}), Seat())
    t.act(0, "place {b1} 1.2")
    assert t[0].cogs == 1


def recycling(**rest: Any) -> Table:
    """A table where seat 0 has completed a robot (red 3, blue 1) and may recycle."""
    slots = rest.pop("slots", "crumpet(r3,.) hob -")
    seat = Seat("b1 g2", slots=slots, above={1: "recycle"}, **rest)
    t = Table(seat, Seat("b1"))
    t.act(0, "place {b1} 1.2")
    return t


def test_recycle() -> None:
    """Rulebook, Recycle: one of its dice onto another robot; the others are discarded."""
    t = recycling()
    assert t.asked()[0] == "recycle"
    assert t[0].cogs == 1
    t.act(0, "recycle {r3} 2.1")
    assert t.at(0, "2.1").colour == "red"
    assert t.state.discard == (0, 1, 0, 0)
    assert t[0].slots[0].dice == ()
    t.nothing_pending()


def test_recycle_declined() -> None:
    """It may be declined."""
    t = recycling()
    t.act(0, "decline")
    assert t.state.discard == (1, 1, 0, 0)


def test_recycle_and_nothing_else() -> None:
    """Not into the section, not sold, no other die placed; the turn isn't done before."""
    t = recycling()
    assert t.refuses(0, "recycle {r3} factory.red") == "robots_only"
    assert t.refuses(0, "sell {r3}") == "no_die"
    assert t.refuses(0, "place {g2} factory.green") == "answer_first"
    assert t.refuses(0, "move {g2} pool") == "answer_first"
    assert t.refuses(0, "done") == "answer_first"
    assert t.refuses(0, "recycle {g2} 2.1") == "no_die"
    assert t.refuses(0, "recycle {r3} pool") == "robots_only"
    assert t.refuses(0, "recycle {b1} 2.1") == "wrong_colour"
    assert t.refuses(0, "pay") == "no_answer"


def test_recycle_while_paying() -> None:
    """Rulebook: cogs and other effects may alter the die before; dice are sold and boxes used for
    it."""
    t = recycling(slots="crumpet(r3,.) peppercorn -")
    words = {text.split()[0] for text in t.options(0)}
    assert words == {"recycle", "sell", "pip", "box", "decline"}
    t.act(0, "pip {r3} +1")
    t.act(0, "recycle {r4} 2.1")
    assert t[0].cogs == 0
    t = recycling(cogs=0)
    t.act(0, "sell {g2}")
    assert t[0].cogs == 2
    t.act(0, "recycle {b1} 2.1 pay")
    assert t[0].cogs == 0
    t = recycling(built="ember hob", sparks=1)
    t.act(0, "box hob; recycle {b1} 2.1 colour")
    assert t[0].colours == 0
    t = recycling(hand="gordon", hired="silas")
    t.act(0, "use silas {g2}")
    assert t.refuses(0, "recruit gordon") == "cogs"
    t.act(0, "pip {r3} +1 free; recycle {r4} 2.1")
    t = recycling(hand="gordon", cogs=1)
    t.act(0, "recruit gordon")
    assert t[0].cogs == 1
    t.act(0, "recycle {b1} 2.1 pay")
    assert t[0].cogs == 0


def test_recycle_with_the_tile_s_reroll() -> None:
    """Available dice may be rerolled meanwhile, those on the card not."""
    t = recycling(rerolls=1)
    t.act(0, "reroll")
    assert t.options(0, "pick") == [t.filled(0, "pick {g2}")]
    t.act(0, "decline")
    assert t.asked()[0] == "recycle"


def test_recycle_without_a_suitable_robot() -> None:
    """Rulebook: without a vacant space on another robot it has no effect."""
    t = recycling(slots="crumpet(r3,.) - -")
    t.nothing_pending()
    assert t.state.discard == (1, 1, 0, 0)
    t = recycling(slots="crumpet(r3,.) hob(r1,r2) -")
    t.nothing_pending()


def test_recycle_completes_the_next() -> None:
    """It may complete the other robot; that one is resolved before the rest of this one."""
    t = recycling(slots="crumpet(r3,.) hob(r1,.) -", hired="max", cogs=1)
    t.act(0, "recycle {r3} 2.2")
    assert t.asked()[0] == "max"
    t.act(0, "pay")
    assert [each.robot for each in t[0].built] == ["crumpet", "hob"]
    assert t[0].tracks == (3, 0, 0, 0)
    assert t.state.discard == (2, 1, 0, 0)
    assert t[0].colours == 1
    t.nothing_pending()


def test_in_which_order_a_robot_brings_things() -> None:
    """Decision: its steps, its own rewards, the slot's upgrade, Max; last its dice go."""
    t = Table(Seat("b1", slots="crumpet(r3,.) - -", above={1: "bonus_cog"}), Seat())
    t.act(0, "place {b1} 1.2")
    assert t.kinds()[2:] == ["Advanced", "CogsGained", "CogsGained", "DiceCleared"]
    sources = [each.source for each in t.step.events if isinstance(each, CogsGained)]
    assert sources == ["crumpet", "bonus_cog"]
    seat: dict[str, Any] = {"hired": "max", "cogs": 1, "above": {1: "recycle"}}
    t = Table(Seat("b1", slots="periwinkle(.,g2) hob -", **seat), Seat())
    t.act(0, "place {b1} 1.1")
    assert (t[0].tracks, t.asked()[0]) == ((0, 1, 0, 0), "recycle")
    t.act(0, "decline")
    assert (t.asked()[0], t.state.discard) == ("max", (0, 0, 0, 0))
    t.act(0, "pay")
    assert (t[0].cogs, t.state.discard) == (2, (0, 1, 0, 1))


def test_an_upgrade_won_on_the_way() -> None:
    """Decision: it doesn't act on this robot."""
    t = Table(
        Seat("b1", slots="crumpet(r3,.) - -", tracks=(4, 0, 0, 0)),
        Seat(),
        bonuses=(("die", "upgrade", "colour"),) * 4,
        upgrades=tuple(UPGRADES),
    )
    t.act(0, "place {b1} 1.2; upgrade bonus_cog 1")
    assert t[0].cogs == 1
    t.nothing_pending()


def test_a_box_just_won_works_at_once() -> None:
    """Decision: a fresh power box works at once."""
    t = Table(Seat("r1", slots="kettleby(.,y1) - -"), Seat())
    t.act(0, "place {r1} 1.1; box kettleby")
    assert t[0].cogs == 2
