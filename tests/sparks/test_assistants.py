"""Each assistant: what it does, what it doesn't, and how some work together."""

from typing import Any

import pytest

from engines.sparks.components import ASSISTANTS
from engines.sparks.model import ALWAYS, ONCE, TURN, Recruited
from engines.sparks.scoring import score
from tests.sparks.table import Forced, Seat, Table


def recruiting(key: str, *, pool: str = "", deck: str = "", **rest: Any) -> Table:
    """A table where seat 0 may recruit an assistant."""
    hand = f"{key} {rest.pop('hand', '')}"
    return Table(Seat(pool, hand=hand, cogs=1, **rest), Seat("b1"), deck=deck)


# --- Once, when recruited. ---


@pytest.mark.parametrize(
    ("key", "chance", "check"),
    [
        ("pippa", (0, 1, 18, 5), {"pool": "r2 g6"}),
        ("hazel", (0, 18), {"pool": "r6 g6"}),
        ("fiona", (), {"cogs": 3}),
        ("delia", (), {"sparks": 2}),
        ("bertram", (), {"tracks": (0, 0, 2, 0)}),
        ("linus", (), {"tracks": (0, 0, 0, 2)}),
        ("kofi", (2, 4), {"pool": "r3 b5"}),
        ("tobias", (2, 4), {"pool": "y3 g5"}),
        ("poppy", (), {"cogs": 2, "hand": ("emma", "max")}),
        ("bruno", (), {"factory": 4}),
        ("viola", (), {"cogs": 1}),
        ("benno", (), {"hand": ("emma", "max")}),
    ],
)
def test_at_once(key: str, chance: tuple[int, ...], check: dict[str, Any]) -> None:
    """Rulebook, Star: applies at once, and only then."""
    assert ASSISTANTS[key].mark == ONCE
    t = recruiting(key, deck="max emma frank")
    t.act(0, f"recruit {key}", Forced(*chance))
    for name, value in check.items():
        assert (t.pool(0) if name == "pool" else getattr(t[0], name)) == value
    t.nothing_pending()
    assert t.refuses(0, f"use {key}") == "nothing_to_use"


def test_every_assistant_has_a_test_by_its_mark() -> None:
    """One that comes at once is tested above or below; none is forgotten."""
    once = {each.key for each in ASSISTANTS.values() if each.mark == ONCE}
    above = {"pippa", "hazel", "fiona", "delia", "bertram", "linus", "kofi", "tobias", "poppy"}
    assert once == above | {"bruno", "viola", "benno", "iris", "nils", "greta", "conrad", "olympia"}
    turn = {each.key for each in ASSISTANTS.values() if each.mark == TURN}
    assert turn == {"frank", "octavia", "minka", "fergus", "ruben", "lulu"}
    always = {each.key for each in ASSISTANTS.values() if each.mark == ALWAYS}
    assert always == {
        *("emma", "gordon", "margot", "max", "penelope", "quincy", "silas", "theodora", "walter")
    }


def test_iris() -> None:
    """An upgrade tile."""
    t = recruiting("iris")
    t.act(0, "recruit iris; upgrade sales_boost")
    assert t[0].upgrades == ("sales_boost",)


def test_nils() -> None:
    """Two steps, each on any track."""
    t = recruiting("nils")
    t.act(0, "recruit nils; step red")
    assert t.asked()[0] == "step"
    t.act(0, "step green")
    assert t[0].tracks == (1, 0, 0, 1)


def test_greta() -> None:
    """Rulebook, Assistant card (played): one more for free; it counts for the next one's price;
    it may be declined."""
    t = recruiting("greta", hand="emma frank")
    t.act(0, "recruit greta")
    assert t.options(0) == ["recruit emma", "recruit frank", "decline"]
    assert t.refuses(0, "recruit max") == "no_card"
    assert t.refuses(0, "box board") == "answer_first"
    t.act(0, "recruit frank")
    assert t[0].cogs == 0
    assert Recruited(0, "frank", 0) in t.step.events
    assert t.refuses(0, "recruit emma") == "cogs"
    t = recruiting("greta", hand="emma")
    t.act(0, "recruit greta; decline")
    assert t[0].hand == ("emma",)
    t = recruiting("greta")
    t.act(0, "recruit greta")
    assert t.kinds() == ["Recruited", "Declined"]


def test_bruno_reaches_a_level() -> None:
    """+4 with dice in the section; without one it waits, till the turn ends."""
    t = recruiting("bruno", section="r3")
    t.act(0, "recruit bruno")
    assert t[0].level == 1
    assert t[0].factory == 0
    t = recruiting("bruno", pool="r3")
    t.act(0, "recruit bruno")
    assert t[0].level == 0
    t.act(0, "place {r3} factory.red")
    assert t[0].level == 1


def test_two_points_before_the_first_of_two_dice() -> None:
    """Decision: +N stays with the section until its next level; a die alone may not be enough."""
    t = recruiting("bruno", pool="r1 g2")
    t.act(0, "recruit bruno; place {r1} factory.red")
    assert t[0].level == 0
    t.act(0, "place {g2} factory.green")
    assert t[0].level == 1
    assert t[0].factory == 0


def test_no_level_without_a_die() -> None:
    """Decision: bonuses alone reach no level, be they ever so many; the first die does."""
    t = Table(
        Seat("r1", hired="margot theodora", hand="bruno", upgrades="discount", cogs=2), Seat()
    )
    t.act(0, "recruit bruno")
    assert (t[0].level, t[0].factory) == (0, 4)
    t.act(0, "place {r1} factory.red")
    assert t[0].level == 1


# --- Once a turn. ---


def test_frank() -> None:
    """Rulebook, Frank: an available 5 or 6 for a step on the track of its own colour; once."""
    t = Table(Seat("g5 r6 b4", hired="frank", section="y5"), Seat())
    assert t.refuses(0, "use frank {b4}") == "die_too_low"
    assert t.refuses(0, "use frank {y5}") == "wrong_die"
    assert t.refuses(0, "use frank") == "wrong_die"
    low = Table(Seat("b4", hired="frank", section="y5"), Seat())
    assert low.refuses(0, "use frank {y5}") == "die_too_low"
    t.act(0, "use frank {g5}")
    assert t[0].tracks == (0, 0, 0, 1)
    assert t.state.discard == (0, 0, 0, 1)
    assert t.refuses(0, "use frank {r6}") == "used_up"


def test_frank_and_die_upgrades() -> None:
    """Decision: die upgrades are for placing only: the track is the die's own colour, the value
    its own."""
    t = Table(Seat("r5 r4", hired="frank", upgrades="ignore_colour ignore_value"), Seat())
    assert t.refuses(0, "use frank {r4}") == "die_too_low"
    t.act(0, "use frank {r5}")
    assert t[0].tracks == (1, 0, 0, 0)
    t.nothing_pending()


def test_octavia() -> None:
    """Rulebook, Octavia: an available die to its opposite side; once a turn."""
    for value in range(1, 7):
        t = Table(Seat(f"g{value}", hired="octavia"), Seat())
        t.act(0, f"use octavia {{g{value}}}")
        assert t.pool(0) == f"g{7 - value}"
        assert t.refuses(0, f"use octavia {{g{7 - value}}}") == "used_up"
    t = Table(Seat("r1", hired="octavia", section="g2"), Seat())
    assert t.refuses(0, "use octavia {g2}") == "wrong_die"


@pytest.mark.parametrize(
    ("key", "left"), [("minka", "pips"), ("ruben", "numbers"), ("lulu", "colours")]
)
def test_plain_once_a_turn(key: str, left: str) -> None:
    """A change by 1; a value; a colour: once a turn, gone when the turn ends."""
    t = Table(Seat("r1", hired=key), Seat())
    t.act(0, f"use {key}")
    assert getattr(t[0], left) == 1
    assert t.refuses(0, f"use {key}") == "used_up"
    t.finish()
    assert getattr(t[0], left) == 0
    assert not t[0].hired[0].used


def test_fergus() -> None:
    """A reroll; not without dice."""
    t = Table(Seat("r1", hired="fergus"), Seat())
    t.act(0, "use fergus; pick {r1}")
    t.act(0, "roll", Forced(4))
    assert t.pool(0) == "r5"
    assert t.refuses(0, "use fergus") == "used_up"
    t = Table(Seat("", hired="fergus"), Seat())
    assert t.refuses(0, "use fergus") == "no_dice"
    assert t.refuses(0, "use minka") == "not_hired"


def test_on_others_turns_too() -> None:
    """Rulebook, arrow: even on other players' turns."""
    t = Table(Seat(hired="minka*"), Seat("b1", hired="minka"), Seat(), turn=1)
    t.act(1, "use minka")
    assert t[1].pips == 1


# --- Always. ---


def test_emma() -> None:
    """Rulebook, Emma: a cog in place of a spark, never both on one; lost at the round's end."""
    t = Table(Seat("r1", hired="emma", built="kettleby", cogs=1, sparks=1), Seat(), turn=2)
    t.act(0, "box kettleby cog")
    assert (t[0].cogs, t[0].sparks) == (2, 1)
    assert t[0].built[0].token == "cog"
    assert t.refuses(0, "box kettleby") == "box_used"
    assert t.refuses(0, "box kettleby cog") == "box_used"
    t.act(0, "box board cog")
    t.finish()
    assert t.state.turn == 3
    assert (t[0].built[0].token, t[0].board_box) == ("", "")
    assert (t[0].cogs, t[0].sparks) == (1, 1)
    t = Table(Seat(hired="emma", cogs=0, sparks=0), Seat())
    assert t.refuses(0, "box board cog") == "cogs"


def test_gordon() -> None:
    """Rulebook, Gordon: one cog to ignore a colour."""
    t = Table(Seat("b1 b2", slots="hob - -", hired="gordon", cogs=1), Seat())
    t.act(0, "place {b1} 1.1 pay")
    assert t[0].cogs == 0
    assert t.refuses(0, "place {b2} 1.2 pay") == "cogs"


@pytest.mark.parametrize("key", ["margot", "theodora"])
def test_margot_and_theodora(key: str) -> None:
    """Rulebook: +2 towards every level, never without a die; one just played counts at once."""
    t = Table(Seat("r5 r4", hired=key), Seat())
    t.act(0, "place {r5} factory.red")
    assert t[0].level == 1
    t = Table(Seat("r4", hired=key), Seat())
    t.act(0, "place {r4} factory.red")
    assert t[0].level == 0
    t = recruiting(key, section="r5")
    t.act(0, f"recruit {key}")
    assert t[0].level == 1


def test_max() -> None:
    """Rulebook, Max: a cog for the box at once; a spark may use it later; it may be declined."""
    t = Table(Seat("r1 b1", slots="kettleby(.,y1) - -", hired="max", cogs=2, hand="emma"), Seat())
    t.act(0, "place {r1} 1.1")
    for text in (
        "recruit emma",
        "sell {b1}",
        "pip {b1} +1",
        "box board",
        "place {b1} factory.blue",
    ):
        assert t.refuses(0, text) == "answer_first"
    t = Table(Seat("r1", slots="kettleby(.,y1) - -", hired="max", cogs=1), Seat())
    t.act(0, "place {r1} 1.1")
    assert t.asked()[0] == "max"
    assert t.refuses(0, "done") == "answer_first"
    t.act(0, "pay")
    assert t[0].cogs == 2
    t.act(0, "box kettleby")
    assert t[0].cogs == 4
    t = Table(Seat("r1", slots="kettleby(.,y1) - -", hired="max", cogs=1), Seat())
    t.act(0, "place {r1} 1.1; decline")
    assert t[0].cogs == 1


def test_max_without_a_box_or_a_cog() -> None:
    """Nothing to ask without a box, nor where a cog can't be had; a die may be sold for it."""
    t = Table(Seat("b1", slots="crumpet(r1,.) - -", hired="max"), Seat())
    t.act(0, "place {b1} 1.2")
    t.nothing_pending()
    t = Table(Seat("r1", slots="kettleby(.,y1) - -", hired="max", sparks=0), Seat())
    t.act(0, "place {r1} 1.1")
    t.nothing_pending()
    t = Table(
        Seat("r1 b6", slots="kettleby(.,y1) - -", hired="max", section="g1", sparks=0), Seat()
    )
    t.act(0, "place {r1} 1.1")
    sales = [t.filled(0, f"sell {{{die}}}") for die in ("b6", "g1")]
    assert t.options(0) == [*sales, "decline"]
    t.act(0, "sell {b6}")
    assert t.options(0) == ["pay", "decline"]
    assert t.refuses(0, "sell {g1}") == "answer_first"
    t.act(0, "pay")
    assert t[0].cogs == 2


def test_max_before_the_dice_go() -> None:
    """Decision: the robot's dice lie there until Max is over, so his box can't draw them."""
    t = Table(
        Seat("g4", slots="acorn(.,r1) - -", hired="max", cogs=1, tracks=(0, 0, 0, 7)),
        Seat(),
        bag=(0, 0, 0, 0),
    )
    t.act(0, "place {g4} 1.1")
    assert t.state.discard == (0, 0, 0, 0)
    t.act(0, "pay")
    assert t.kinds() == ["BoxFired", "DieMissed", "DiceCleared"]
    assert t.state.discard == (1, 0, 0, 1)


def test_a_power_box_for_max() -> None:
    """Rulebook, Activate a power box: at any time, so also to have the cog that he wants."""
    t = Table(Seat("r1", slots="kettleby(.,y1) - -", hired="max"), Seat())
    t.act(0, "place {r1} 1.1")
    assert t.asked()[0] == "max"
    assert t.options(0) == ["box board", "box kettleby", "decline"]
    assert t.refuses(0, "pay") == "cogs"
    assert t.refuses(0, "box hob") == "no_box"
    t.act(0, "box kettleby")
    assert t.options(0) == ["pay", "decline"]
    assert t.refuses(0, "box board") == "answer_first"
    t.act(0, "pay")
    assert (t[0].cogs, t[0].sparks, t[0].built[0].token) == (3, 0, "spark")
    t.nothing_pending()


def test_no_free_box_for_max() -> None:
    """A spark helps only while a box is free: he doesn't ask a second time then."""
    t = Table(
        Seat(
            "r1",
            slots="hob(.,r2) - -",
            hired="max conrad=max",
            cogs=1,
            sparks=2,
            board_box="spark",
        ),
        Seat(),
    )
    t.act(0, "place {r1} 1.1; pay")
    assert t.options(0) == ["box hob", "decline"]
    t.act(0, "box hob")
    t.nothing_pending()
    assert t[0].colours == 2


def test_olympia() -> None:
    """Rulebook, Olympia: two different boxes, used or not; they are not occupied."""
    t = recruiting("olympia", built="kettleby+ periwinkle")
    t.act(0, "recruit olympia")
    assert t.options(0) == ["fire board", "fire kettleby", "fire periwinkle"]
    t.act(0, "fire kettleby")
    assert t.options(0) == ["fire board", "fire periwinkle"]
    assert t.refuses(0, "fire kettleby") == "fired"
    assert t.refuses(0, "fire hob") == "no_box"
    t.act(0, "fire periwinkle")
    assert (t[0].cogs, t[0].pips) == (4, 0)
    assert [each.token for each in t[0].built] == ["spark", ""]
    t.nothing_pending()


def test_olympia_with_one_box() -> None:
    """Decision: uses one if there is only one."""
    t = recruiting("olympia")
    t.act(0, "recruit olympia")
    assert t[0].pips == 2
    assert t[0].board_box == ""
    t.nothing_pending()


def test_a_box_of_olympia_is_resolved_before_the_next() -> None:
    """A box that asks comes first."""
    t = recruiting("olympia", built="sonar kettleby")
    t.act(0, "recruit olympia; fire sonar")
    assert t.asked()[0] == "step"
    t.act(0, "step red; fire kettleby")
    assert t[0].cogs == 2


@pytest.mark.parametrize(
    ("key", "colour", "robot"), [("penelope", "red", "hob"), ("walter", "blue", "semaphore")]
)
def test_penelope_and_walter(key: str, colour: str, robot: str) -> None:
    """Rulebook: steps of their colour may go on any track, each on its own; others not."""
    first, other = colour[0], {"red": "g", "blue": "g"}[colour]
    t = Table(
        Seat(
            f"{first}1 {other}1",
            slots=f"{robot}({first}2,.) dewey({other}2,.) -",
            hired=key,
        ),
        Seat(),
    )
    t.act(0, f"place {{{first}1}} 1.2")
    assert t.options(0) == [f"step {each}" for each in ("red", "blue", "yellow", "green")]
    t.act(0, f"step yellow; step {colour}")
    t.act(0, f"place {{{other}1}} 2.2")
    assert t[0].tracks[2:] == (1, 2)
    t.nothing_pending()


def test_silas() -> None:
    """Rulebook, Silas: an available die's value changes other own dice; not all must be used."""
    t = Table(Seat("r3 g4 b3", hired="silas"), Seat())
    t.act(0, "use silas {r3}")
    assert (t[0].pips, t[0].hired[0].used) == (3, False)
    t.act(0, "pip {g4} +1 free; pip {g5} +1 free; pip {b3} -1 free")
    assert t.pool(0) == "g6 b2"
    assert t[0].pips == 0
    t.act(0, "use silas {b2}")
    assert t[0].pips == 2
    assert t.refuses(0, "use silas") == "wrong_die"


def test_silas_and_placed_dice() -> None:
    """Decision: only available dice are given; any own die is changed, and the section's sum
    follows at once."""
    t = Table(Seat("b2", hired="silas", section="r5", slots="hob(r1,.) - -"), Seat())
    assert t.refuses(0, "use silas {r5}") == "wrong_die"
    assert t.refuses(0, "use silas {r1}") == "wrong_die"
    t.act(0, "use silas {b2}; pip {r5} +1 free; pip {r1} +1 free")
    assert t.at(0, "1.1").value == 2
    assert t.section(0) == "r6"
    t = Table(Seat("b2", hired="silas", section="r5"), Seat())
    t.act(0, "use silas {b2}; pip {r5} +1 free; pip {r6} -1 free")
    t = Table(Seat("b1", hired="silas", section="r6"), Seat())
    t.act(0, "use silas {b1}; pip {r6} -1 free")
    assert t[0].level == 0


def test_quincy_needs_no_action() -> None:
    """Who always works isn't used."""
    t = Table(Seat("r1", hired="quincy max penelope"), Seat())
    for key in ("quincy", "max", "penelope"):
        assert t.refuses(0, f"use {key}") == "nothing_to_use"


# --- Conrad, and who he copies. ---


def test_conrad_first() -> None:
    """Decision: with nobody to copy he copies nothing, for good; he counts as an assistant."""
    t = recruiting("conrad", hand="max")
    t.act(0, "recruit conrad")
    t.nothing_pending()
    assert t[0].hired[0].copies == ""
    t = Table(Seat(hired="conrad", hand="max", cogs=2), Seat("b1"))
    t.act(0, "recruit max")
    assert t[0].hired[0].copies == ""
    assert score(t[0], ()).assistants == ASSISTANTS["max"].points
    assert t.refuses(0, "use conrad") == "nothing_to_use"


def test_conrad_chooses() -> None:
    """Rulebook, Conrad: any other played assistant."""
    t = Table(Seat(hired="emma frank", hand="conrad", cogs=3), Seat("b1"))
    t.act(0, "recruit conrad")
    assert t.options(0) == ["copy emma", "copy frank"]
    assert t.refuses(0, "copy conrad") == "no_model"
    t.act(0, "copy frank")
    assert t[0].hired[2].copies == "frank"
    assert score(t[0], ()).assistants == 2 * ASSISTANTS["frank"].points


def copying(key: str, pool: str = "", *, deck: str = "", **rest: Any) -> Table:
    """A table where seat 0 has an assistant and plays Conrad."""
    seat = Seat(pool, hired=key, hand="conrad", cogs=2, **rest)
    return Table(seat, Seat("b1"), deck=deck)


@pytest.mark.parametrize(
    ("key", "chance", "check"),
    [
        ("pippa", (0, 1, 18, 5), {"pool": "r2 g6"}),
        ("hazel", (0, 18), {"pool": "r6 g6"}),
        ("fiona", (), {"cogs": 3}),
        ("delia", (), {"sparks": 2}),
        ("bertram", (), {"tracks": (0, 0, 2, 0)}),
        ("linus", (), {"tracks": (0, 0, 0, 2)}),
        ("kofi", (2, 4), {"pool": "r3 b5"}),
        ("tobias", (2, 4), {"pool": "y3 g5"}),
        ("poppy", (), {"cogs": 2, "hand": ("emma", "max")}),
        ("bruno", (), {"factory": 4}),
        ("viola", (), {"cogs": 1}),
        ("benno", (), {"hand": ("emma", "max")}),
    ],
)
def test_conrad_copies_one_time_effects(
    key: str, chance: tuple[int, ...], check: dict[str, Any]
) -> None:
    """Rulebook, Conrad: applied immediately; with one assistant there is no choice."""
    t = copying(key, deck="max emma frank")
    t.act(0, "recruit conrad", Forced(*chance))
    for name, value in check.items():
        assert (t.pool(0) if name == "pool" else getattr(t[0], name)) == value
    assert t[0].hired[1].copies == key
    assert score(t[0], ()).assistants == 2 * ASSISTANTS[key].points
    t.nothing_pending()


def test_conrad_as_iris_nils_greta_olympia() -> None:
    """One-time effects that ask."""
    t = copying("iris")
    t.act(0, "recruit conrad; upgrade discount")
    assert t[0].upgrades == ("discount",)
    t = copying("nils")
    t.act(0, "recruit conrad; step red; step blue")
    assert t[0].tracks == (1, 1, 0, 0)
    t = Table(Seat(hired="greta", hand="conrad max", cogs=2), Seat("b1"))
    t.act(0, "recruit conrad; recruit max")
    assert len(t[0].hired) == 3
    t = copying("olympia", built="kettleby periwinkle")
    t.act(0, "recruit conrad; fire kettleby; fire periwinkle")
    assert t[0].cogs == 4


def test_conrad_as_once_a_turn() -> None:
    """Decision: a copied once-a-turn effect is a use of its own."""
    t = Table(Seat("g5 r6 b3", hired="frank conrad=frank octavia"), Seat())
    t.act(0, "use frank {g5}; use conrad {r6}")
    assert t[0].tracks == (1, 0, 0, 1)
    assert t.refuses(0, "use conrad {b3}") == "used_up"
    t = Table(Seat("g5 r6", hired="octavia conrad=octavia"), Seat())
    t.act(0, "use conrad {g5}; use octavia {r6}")
    assert t.pool(0) == "g2 r1"
    for key, left in (("minka", "pips"), ("ruben", "numbers"), ("lulu", "colours")):
        t = Table(Seat("r1", hired=f"{key} conrad={key}"), Seat())
        t.act(0, f"use {key}; use conrad")
        assert getattr(t[0], left) == 2
    t = Table(Seat("r1", hired="fergus conrad=fergus"), Seat())
    t.act(0, "use conrad; decline; use fergus; decline")
    t.nothing_pending()


@pytest.mark.parametrize(
    ("hired", "value"),
    [
        ("margot conrad=margot", 4),
        ("theodora conrad=theodora", 4),
        ("margot theodora conrad=theodora", 2),
    ],
)
def test_conrad_as_margot_or_theodora(hired: str, value: int) -> None:
    """Copies add up: +4, or +6 with all three, towards 14; one pip less is too few."""
    for die, level in ((f"r{value}", 2), (f"r{value - 1}", 1)):
        t = Table(Seat(die, section="b6", hired=hired, level=1), Seat("b1"))
        t.act(0, f"place {{{die}}} factory.red")
        assert t[0].level == level


def test_conrad_as_max() -> None:
    """Copies add up: the box twice, for a cog each."""
    t = Table(Seat("r1", slots="kettleby(.,y1) - -", hired="max conrad=max", cogs=1), Seat())
    t.act(0, "place {r1} 1.1; pay")
    assert t.asked()[0] == "max"
    t.act(0, "pay")
    t.nothing_pending()
    assert t[0].cogs == 3


def test_conrad_as_one_that_does_not_add_up() -> None:
    """Emma, Gordon, Penelope, Walter, Quincy, Silas: once is all there is."""
    t = Table(Seat("b1", slots="hob - -", hired="gordon conrad=gordon", cogs=1), Seat())
    t.act(0, "place {b1} 1.1 pay")
    t = Table(Seat(hired="emma conrad=emma", cogs=1), Seat())
    assert t.options(0, "box") == ["box board", "box board cog"]
    t = Table(Seat("r1", slots="hob(r2,.) - -", hired="penelope conrad=penelope"), Seat())
    t.act(0, "place {r1} 1.2; step blue; step blue")
    t.nothing_pending()
    t = Table(Seat("r1", hired="silas conrad=silas"), Seat())
    assert t.options(0, "use") == ["use silas 1"]
    assert t.refuses(0, "use conrad {r1}") == "nothing_to_use"
    t = Table(Seat("b1", slots="semaphore(b2,.) - -", hired="walter conrad=walter"), Seat())
    t.act(0, "place {b1} 1.2; step red; step blue")
    t.nothing_pending()


def test_emma_olympia_and_max() -> None:
    """Decision: a box that holds a cog is used until the round's end; Max's and Olympia's
    activations do not occupy a box, nor does an occupied one stop them."""
    t = Table(
        Seat("r1", slots="kettleby(.,y1) - -", hired="max emma", hand="olympia", cogs=5, sparks=1),
        Seat("b1"),
    )
    t.act(0, "place {r1} 1.1; pay")
    assert t[0].built[0].token == ""
    t.act(0, "box kettleby cog")
    assert t.refuses(0, "box kettleby") == "box_used"
    t.act(0, "recruit olympia; fire kettleby")
    assert (t[0].pips, t[0].agenda) == (2, ())
    assert t[0].built[0].token == "cog"
    assert t[0].board_box == ""
    assert t[0].cogs == 5 - 1 + 2 - 1 + 2 - 3 + 2
    t.nothing_pending()
