"""The bot: legal in every phase and variant, blind to what is hidden, the same every time, and much
better than chance."""

from collections import Counter
from functools import lru_cache
from typing import Any

import pytest

from engines.core.chance import Dice
from engines.sparks.bots import choose
from engines.sparks.hidden import redeal
from engines.sparks.model import (
    DRAFT,
    KEEP,
    OVER,
    POOL,
    REFILL,
    SCRAP,
    STORE,
    TAKE,
    Action,
    Draw,
    Keep,
    Options,
    Scrap,
    State,
)
from engines.sparks.notation import write
from engines.sparks.outlook import outlook, robot_appeal
from engines.sparks.rules import apply, asks, options
from engines.sparks.setup import setup
from tests.sparks.table import Seat, Table

VARIANTS = [
    (Options(solo_goals=4, draft=True), 1),
    (Options(draft=True), 2),
    (Options(goals=True, in_order=True), 3),
]

each_variant = pytest.mark.parametrize(("table", "seats"), VARIANTS)


def known(state: State, seat: int, world: int) -> State:
    """One of the states that a seat can't tell from this one."""
    return redeal(state, seat, Dice(b"world %d" % world))


@lru_cache(maxsize=8)
def play(
    table: Options, seats: int, seed: int, wild: int = -1
) -> tuple[tuple[State, int, tuple[Action, ...]], ...]:
    """A game: each state in which a seat had to answer, and what it did; last the end. A wild seat
    does anything that is legal. Raises `Illegal` if the bot does anything that is not."""
    chance, anything = Dice(b"bots %d" % seed), Dice(b"wild %d" % seed)
    state = setup(table, seats, chance).state
    told: list[tuple[State, int, tuple[Action, ...]]] = []
    chosen: tuple[Action, ...]
    while state.phase != OVER:
        seat = next(ask.seat for ask in asks(state) if ask.must)
        if seat == wild:
            legal = options(state, seat)
            chosen = (legal[anything.below(len(legal), len(told))],)
        else:
            chosen = choose(known(state, seat, len(told)), seat)
        told.append((state, seat, chosen))
        for action in chosen:
            state = apply(state, seat, action, chance).state
    return (*told, (state, 0, ()))


@each_variant
def test_whole_games(table: Options, seats: int) -> None:
    """Every phase is gone through by legal actions, to an end that no random player reaches."""
    told = play(table, seats, 1)
    phases = {state.phase for state, _, _ in told}
    assert phases >= {KEEP, TAKE, SCRAP, REFILL, OVER, *([DRAFT] if table.draft else [])}
    assert min(score.total for score in told[-1][0].scores) >= 25


@each_variant
def test_other_worlds(table: Options, seats: int) -> None:
    """The same choice in all worlds that the seat can't tell apart, and every time: a few times in
    each phase."""
    told = play(table, seats, 1)[:-1]
    phases = Counter(state.phase for state, _, _ in told)
    seen: Counter[str] = Counter()
    for state, seat, chosen in told:
        seen[state.phase] += 1
        if seen[state.phase] % max(1, phases[state.phase] // 4) == 0:
            for world in (1001, 1002):
                assert choose(known(state, seat, world), seat) == chosen


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.unmeasured
def test_better_than_chance(seed: int) -> None:
    """Against a random player at the same table the bot has more than twice the points."""
    last = play(Options(), 2, seed, wild=seed % 2)[-1][0]
    assert last.scores[1 - seed % 2].total > 2 * last.scores[seed % 2].total


# --- What it sees in a turn. ---


def chosen(table: Table) -> str:
    """What the first seat does, in notation. It is legal."""
    actions = choose(table.state, 0)
    for action in actions:
        table.act(0, write(action))
    return "; ".join(map(write, actions))


LAST: dict[str, Any] = {"turn": 8}
"""The last turn of two players: what isn't used now is lost."""


def test_completes_a_robot_at_a_price() -> None:
    """Pips and colours are paid for; what isn't needed is sold for that."""
    t = Table(Seat("r4 r1 g6", slots="peppercorn - -", sparks=0), Seat(), **LAST)
    assert chosen(t) == "place 1 1.1; place 2 1.2; done"
    t = Table(Seat("r3 r1 g6", slots="peppercorn - -", sparks=0), Seat(), **LAST)
    assert chosen(t) == "sell 3; pip 1 +1; place 1 1.1; place 2 1.2; done"


def test_uses_what_holds_for_this_turn() -> None:
    """Free changes, an ignored colour, an ignored value."""
    t = Table(Seat("r3 r1", slots="peppercorn - -", sparks=0, pips=1), Seat(), **LAST)
    assert chosen(t) == "pip 1 +1 free; place 1 1.1; place 2 1.2; done"
    t = Table(Seat("b4 r1", slots="peppercorn - -", sparks=0, colours=1), Seat(), **LAST)
    assert chosen(t) == "place 1 1.1 colour; place 2 1.2; done"
    t = Table(Seat("r1 r2", slots="peppercorn - -", sparks=0, numbers=1), Seat(), **LAST)
    assert "number" in chosen(t)
    assert t[0].tracks == (2, 0, 0, 0)


def test_fills_the_section() -> None:
    """Up to the level, with what is missing, another colour's space and no die too many."""
    hired = "emma max silas margot"
    t = Table(Seat("g6", section="r6", level=1, hired=hired), Seat(), **LAST)
    assert chosen(t).startswith("place 1 factory.green")
    assert t[0].level == 2
    t = Table(Seat("g5 g6 r6", level=1, hired="emma gordon", cogs=3, sparks=0), Seat(), **LAST)
    chosen(t)
    assert t[0].level == 2
    t = Table(Seat("", section="g5 r1", hired="emma max", cogs=2, sparks=0), Seat(), **LAST)
    assert chosen(t).startswith("pip ")
    assert t[0].level == 1


def test_recruits_and_stops_at_what_is_drawn() -> None:
    """Chance has spoken: the rest is thought over again."""
    t = Table(Seat("", hand="pippa", cogs=1, level=4, sparks=0), Seat(), **LAST)
    assert chosen(t) == "recruit pippa"
    t = Table(Seat("", hand="benno", cogs=1, level=4, sparks=0), Seat(), deck="max", **LAST)
    assert chosen(t) == "recruit benno"


def test_boxes() -> None:
    """With a spark, or (Emma) with a cog."""
    t = Table(Seat("", built="sonar", sparks=1, cogs=0), Seat(), **LAST)
    assert chosen(t).startswith("box sonar; step ")
    t = Table(Seat("", built="sonar", hired="emma", sparks=0, cogs=1), Seat(), **LAST)
    assert chosen(t).startswith("box sonar cog; step ")


def test_recycles() -> None:
    """A die of the completed robot goes on to the next one."""
    slots = "crumpet(r4,.) peppercorn(.,r1) -"
    t = Table(Seat("b1", slots=slots, above={1: "recycle"}, sparks=0), Seat(), **LAST)
    assert chosen(t) == "place 1 1.2; recycle 2 2.1; done"
    assert len(t[0].built) == 2
    assert t[0].tracks == (3, 0, 0, 0)


def test_answers_first() -> None:
    """A choice that is open is made, or declined."""
    t = Table(Seat("", hand="viola greta", cogs=1, level=4, sparks=0), Seat("b1"), **LAST)
    assert chosen(t) == "recruit greta; recruit viola; done"
    t = Table(Seat("r1 b1", sparks=0, rerolls=1, slots="hob - -"), Seat("b1"))
    t.act(0, "reroll")
    assert chosen(t).startswith("pick ")


def test_answers_one_after_the_other() -> None:
    """Two steps, each on its own: where the seat must go on, no line ends."""
    seat = Seat("", hand="nils", cogs=1, sparks=0, tracks=(0, 0, 0, 4))
    t = Table(seat, Seat("b1"), **LAST)
    t.act(0, "recruit nils")
    assert chosen(t) == "step green; step green; done"


@pytest.mark.parametrize(("who", "robot"), [("penelope", "clove"), ("walter", "squall")])
def test_sees_a_robot_to_its_last_step(who: str, robot: str) -> None:
    """Penelope and Walter ask about each of four steps: all are answered before the robot is
    judged, and they go where the next spaces are worth more."""
    slots = f"{robot}(r1,b1,.) - -" if who == "penelope" else f"{robot}(b1,y1,.) - -"
    die = "y2" if who == "penelope" else "g2"
    tracks = (0, 0, 3, 0)
    t = Table(Seat(die, slots=slots, hired=who, sparks=0, tracks=tracks), Seat(), **LAST)
    chosen(t)
    assert len(t[0].built) == 1
    assert t[0].tracks[2] >= 6


def test_assistants_help_within_a_step() -> None:
    """Who ignores a colour or a value, or changes a die for nothing, is used instead of cogs, and
    after what holds anyway."""
    t = Table(Seat("b4 r1", slots="peppercorn - -", sparks=0, hired="lulu"), Seat(), **LAST)
    assert chosen(t) == "use lulu; place 1 1.1 colour; place 2 1.2; done"
    t = Table(Seat("r1 r1", slots="peppercorn - -", sparks=0, hired="ruben"), Seat(), **LAST)
    assert chosen(t) == "use ruben; place 1 1.1 number; place 2 1.2; done"
    seat = Seat("r2 r1", slots="peppercorn - -", sparks=0, hired="minka conrad=minka")
    t = Table(seat, Seat(), **LAST)
    assert chosen(t).count("free") == 2
    assert t[0].tracks == (2, 0, 0, 0)
    seat = Seat("r2 r1", slots="peppercorn - -", sparks=0, hired="minka", pips=1)
    t = Table(seat, Seat(), **LAST)
    assert chosen(t).startswith("pip 1 +1 free; use minka; pip 1 +1 free; place 1 1.1;")
    seat = Seat(section="b5 y3", level=1, hired="max minka theodora", cogs=3, sparks=0)
    t = Table(seat, Seat(), **LAST)
    assert chosen(t).startswith("use minka; pip ")
    assert (t[0].level, t[0].cogs) == (2, 0)


def test_has_a_cog_for_max_from_a_box() -> None:
    """Max wants a cog for the new robot's box, a step on any track; another box brings
    two."""
    slots = "tin_tin_lid(r5,.) - -"
    seat = Seat("y1", slots=slots, built="kettleby", hired="max", tracks=(8, 5, 3, 3))
    t = Table(seat, Seat(), **LAST)
    assert "box kettleby; pay; step " in chosen(t)
    assert sum(t[0].tracks) == 23


def test_rearranges() -> None:
    """A placed die comes back where it is wanted more."""
    seat = Seat("r1", slots="peppercorn - -", section="r4", upgrades="rearrange", sparks=0)
    t = Table(seat, Seat(), **LAST)
    assert f"move 2 {POOL}" in chosen(t)
    assert len(t[0].built) == 1


def test_rerolls_with_the_tile() -> None:
    """Dice that fit nowhere are rolled anew."""
    t = Table(Seat("r1 b1 g1", rerolls=1, sparks=0), Seat("b1"))
    assert chosen(t).startswith("reroll")


def test_keeps_a_card_for_its_moment() -> None:
    """What counts once towards the factory is worth something in the hand while there is time, and
    is played where it makes a level."""
    for turn, waits in ((4, True), (8, False)):
        bruno, silas = (Table(Seat(hand=key), Seat(), turn=turn) for key in ("bruno", "silas"))
        assert (outlook(bruno.state, 0) > outlook(silas.state, 0)) == waits
    t = Table(Seat("", hand="bruno viola", cogs=1, level=1, section="r6 y4", sparks=0), Seat())
    chosen(t)
    assert t[0].level == 2


# --- Other phases. ---


def test_keeps_the_die_that_fits() -> None:
    t = Table(Seat("b6 r4 g6", slots="peppercorn - -"), Seat(), phase=STORE)
    assert choose(t.state, 0) == (Keep(2),)


def test_scraps_what_promises_little() -> None:
    """Of the robots left, one that a new one is likely to beat; never one with dice on it."""
    for slots, told in (("- kettleby hob(r1,.)", Scrap(2)), ("- hob kettleby(r1,.)", Draw())):
        t = Table(Seat(slots=slots, completed=True), Seat(), phase=SCRAP, turn=2)
        assert choose(t.state, 0) == (told,)


def test_four_players_two_dice() -> None:
    """With four players the bulk tile shows its other side; Quincy takes a die from anywhere."""
    row = "b1 r4 b2 b1 g1 y1 b1"
    seats = [Seat(slots="peppercorn hob simmer") for _ in range(4)]
    t = Table(*seats, phase=TAKE, taking=(0, 1, 2, 3), row=row)
    assert choose(t.state, 0)[0] in options(t.state, 0)
    quincy = Seat("r1", slots="peppercorn - -", hired="quincy", sparks=0)
    t = Table(Seat(), quincy, phase=TAKE, taking=(1,), owed=2, row=row, tile="bag")
    assert write(choose(t.state, 1)[0]) == "take 2"


def test_quincy_looks_at_all_that_is_to_be_taken() -> None:
    """A 6 is the better die, but the red and the blue one together complete a robot."""
    quincy = Seat(slots="crumpet - -", hired="quincy", sparks=0)
    t = Table(Seat(), quincy, phase=TAKE, taking=(1,), owed=2, row="g2 r4 g6 y4 b5", tile="bag")
    for _ in range(2):
        t.act(1, write(choose(t.state, 1)[0]))
    assert {str(die.colour) for die in t[1].pool} == {"red", "blue"}


@pytest.mark.parametrize(("goal", "robot"), [("boxes", "kettleby"), ("colour", "simmer")])
def test_goals_make_robots_promising(goal: str, robot: str) -> None:
    """A power box, or a colour of which there are some, if a goal asks for it; no other robot."""
    t = Table(Seat(built="crumpet hob"), Seat(), goals=(goal,))
    plain = Table(Seat(built="crumpet hob"), Seat())
    assert robot_appeal(t.state, t[0], robot) > robot_appeal(plain.state, plain[0], robot)
    assert robot_appeal(t.state, t[0], "fogg") == robot_appeal(plain.state, plain[0], "fogg")
