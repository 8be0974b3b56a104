"""The first way offered is the cheapest of all: tried against every order of single actions."""

import heapq
import random
import re
from collections import defaultdict

import pytest

from engines.core.chance import Dice
from engines.core.engine import Offer
from engines.sparks.effects import colour_price
from engines.sparks.model import Action, Box, Die, Pip, Place, Player, State, Use
from engines.sparks.offers import SPARK_WORTH
from engines.sparks.rules import apply, options
from engines.sparks.supply import acts_as, sale_price
from tests.sparks.table import Seat, Table

HELPERS = ("octavia", "minka", "ruben", "lulu", "silas", "gordon", "emma")
DEAREST = 6


def some_table(number: int) -> Table:
    """A seat with a few dice, an empty robot, and all sorts of help."""
    chosen = random.Random(number)
    pool = [chosen.choice("rbyg") + str(chosen.randint(1, 6)) for _ in range(chosen.randint(1, 3))]
    hired = chosen.sample(HELPERS, chosen.randint(0, 3))
    if hired and chosen.random() < 0.4:
        hired.append(f"conrad={chosen.choice(hired)}")
    seat = Seat(
        " ".join(pool),
        slots=chosen.choice(("peppercorn - -", "marmalade - -", "keel - -")),
        hired=" ".join(hired),
        built=" ".join(chosen.sample(("hob", "madame_whisk", "dewey"), chosen.randint(0, 2))),
        upgrades=chosen.choice(("", "ignore_colour", "sales_boost")),
        cogs=chosen.randint(0, 3),
        sparks=chosen.randint(0, 2),
        pips=chosen.choice((0, 0, 0, 1)),
        colours=chosen.choice((0, 0, 1)),
        numbers=chosen.choice((0, 0, 0, 1)),
    )
    return Table(seat, Seat("b1"))


def price(player: Player, die: Die, action: Action) -> int | None:
    """What an action on the way costs, in cogs; None if it leads nowhere for this die."""
    match action:
        case Pip(number, _, free) if number == die.id:
            return 0 if free else 1
        case Box(_, cog):
            return 1 if cog else SPARK_WORTH
        case Use(_, 0):
            return 0
        case Use(key, number):
            hired = next(each for each in player.hired if each.assistant == key)
            if acts_as(hired) == "silas":
                return sale_price(player) if number != die.id else None
            return 0 if number == die.id else None
        case _:
            return None


def cheapest(state: State, die: Die) -> dict[str, int]:
    """The lowest price of bringing a die onto each space of the first robot, by looking at all."""
    best: dict[str, int] = defaultdict(lambda: DEAREST + 1)
    heap, known, made = [(0, 0, state)], {state.players[0]: 0}, 0
    while heap:
        spent, _, here = heapq.heappop(heap)
        player = here.players[0]
        if known[player] < spent:
            continue
        for action in options(here, 0):
            if isinstance(action, Place) and action.die == die.id and action.to.startswith("1."):
                cost = spent + colour_price(player) * action.pay
                best[action.to] = min(best[action.to], cost)
            more = price(player, die, action)
            if more is None or spent + more > DEAREST:
                continue
            after = apply(here, 0, action, Dice(b"cheapest")).state
            if known.get(after.players[0], DEAREST + 1) > spent + more:
                known[after.players[0]] = spent + more
                made += 1
                heapq.heappush(heap, (spent + more, made, after))
    return best


def told(player: Player, offer: Offer) -> int:
    """What an offer says that it costs, in cogs."""
    found = {word: int(number) for number, word in re.findall(r"(\d) (cog|spark)", offer.cost)}
    dice = offer.cost.count("the ")
    return found.get("cog", 0) + SPARK_WORTH * found.get("spark", 0) + sale_price(player) * dice


@pytest.mark.unmeasured
def test_the_first_way_is_the_cheapest() -> None:
    """Each die, each space, at tables of all sorts."""
    compared = 0
    for number in range(40):
        t = some_table(number)
        player = t[0]
        possible = [each for each in t.offers(0) if each.no is None]
        for die in player.pool:
            for to, cost in cheapest(t.state, die).items():
                ways = [e for e in possible if (e.on, e.to) == (f"die-{die.id}", f"space-{to}")]
                assert [told(player, way) for way in ways[:1]] == [cost], (number, die, to)
                assert [told(player, way) for way in ways[:3]] == sorted(
                    told(player, way) for way in ways[:3]
                )
                compared += 1
    assert compared > 100
