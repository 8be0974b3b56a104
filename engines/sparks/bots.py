"""A competent player of Sparks: it looks through whole turns, keeps the most promising lines, and
plays the best of them up to the first thing that chance decides.

It is given a state as its seat may know it (`redeal`), and what is hidden there never changes its
choice: dice and cards that it would draw are counted, not looked at. How well off a line leaves it
is guessed in `outlook`; what an action does is decided by `actions` alone.
"""

from collections.abc import Iterator
from functools import lru_cache
from heapq import nlargest, nsmallest
from itertools import combinations, permutations
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from engines.core.engine import Seat
from engines.core.game import MOST_ACTIONS
from engines.sparks.actions import (
    SECTION,
    act,
    answers,
    lying,
    section_vacancies,
    usable,
    uses,
)
from engines.sparks.components import LEVELS, SECTION_LIMIT, tile_side
from engines.sparks.effects import (
    SLOTS,
    all_boxes,
    colour_price,
    factory_sum,
    how_many,
    lacks,
    recruit_price,
    vacancies,
)
from engines.sparks.model import (
    ACT,
    KEEP,
    POOL,
    Action,
    Box,
    CardsDealt,
    CogForSpark,
    Decline,
    Die,
    DieChanged,
    DieGained,
    Done,
    Draft,
    Draw,
    Effect,
    Event,
    Fit,
    Hired,
    IgnoreColour,
    IgnoreNumber,
    Keep,
    Key,
    Move,
    Need,
    Pick,
    Pip,
    Pips,
    Place,
    Player,
    PlayTile,
    Recruit,
    Recycle,
    Reroll,
    Return,
    Reuse,
    Roll,
    Scrap,
    Sell,
    StartReroll,
    State,
    Take,
    Use,
)
from engines.sparks.outlook import (
    CARD,
    COG,
    DIE,
    card_worth,
    die_worth,
    dull,
    effects_worth,
    outlook,
    robot_appeal,
)
from engines.sparks.supply import Telling, placed_dice, sale_price, set_player, swap_die
from engines.sparks.turns import (
    first_place,
    picks_anywhere,
    plays_tile,
    slots_to_scrap,
    take_options,
    tile_places,
)

WIDTH: Final = 5
"""Lines kept after each step."""

DEPTH: Final = 16
"""Steps that a line has at most."""

PATIENCE: Final = 2
"""Steps in a row that may bring nothing better before the search ends."""

MOST_COGS: Final = 3
"""What a die that completes nothing may cost to place."""

WAYS: Final = 2
"""How many ways to complete a robot, or to fill the upgrade section, are looked at."""

LOOKS: Final = 4
"""How many takings are looked at closely."""

EARLY: Final = 0.02
"""What it is worth to know a step earlier what chance gives."""

TILE_WORTH: Final = {"bag": 7.0, "anywhere": 5.0, "reroll": 6.3, "bulk": 7.0}
"""What each production tile usually brings: it is gone then."""
BULK_FOR_FOUR_WORTH: Final = 4.2

Space: TypeAlias = tuple[str, Need]
"""A die space: its address and what it wants."""

Placing: TypeAlias = tuple[tuple[Die, Space], ...]
"""Dice and the spaces they are to go on, in this order."""


class Line(NamedTuple):
    """What a seat might do: the state it leads to and its actions; how many of them come before
    chance has told anything (-1: it has no hand in them) and what is drawn by then worth; how good
    the line is as it ends, and how good to go on from."""

    state: State
    actions: tuple[Action, ...] = ()
    known: int = -1
    drawn: float = 0.0
    worth: float = 0.0
    hope: float = 0.0


class Unseen:
    """Chance that nobody looks at."""

    def below(self, n: int, *where: int | str) -> int:
        """Always the same."""
        del n, where
        return 0


UNSEEN: Final = Unseen()


def choose(state: State, seat: Seat) -> tuple[Action, ...]:
    """What a seat that must answer does: actions, to be done one after the other. The state is one
    that the seat can't tell from the true one."""
    player = state.players[seat]
    match state.phase:
        case "act":
            return plan(state, seat)
        case "take":
            return (choose_dice(state, seat),)
        case "scrap":
            return (choose_scrap(state, player),)
        case "draft":
            return (Draft(max(player.packet, key=card_worth)),)
        case "store":
            return (Keep(max(player.pool, key=lambda die: die_worth(die, player.slots)).id),)
        case _:
            return (choose_robot(state, player),)


# --- Searching a turn. ---


def plan(state: State, seat: Seat) -> tuple[Action, ...]:
    """The best line: up to the first thing that chance decides, else to its end."""
    best = search(state, seat, WIDTH)
    if best.known >= 0:
        return best.actions[: best.known]
    return (*best.actions, Done())[:MOST_ACTIONS]


def search(state: State, seat: Seat, width: int) -> Line:
    """The best line of a beam search. A line ends where the seat is asked nothing; what a step
    leads to being asked is answered before the next step, however much that is."""
    lines = [valued(Line(state), seat)]
    best = None if state.players[seat].agenda else lines[0]
    seen = {state.players[seat]}
    waited = 0
    while lines and len(lines[0].actions) < MOST_ACTIONS and waited < PATIENCE:
        news = grown(lines, seat, seen)
        lines = promising(news, width)
        while open_ := [line for line in lines if line.state.players[seat].agenda]:
            answered = grown(open_, seat, seen)
            news += answered
            settled = [line for line in lines if not line.state.players[seat].agenda]
            lines = promising([*settled, *answered], width)
        ends = [line for line in news if not line.state.players[seat].agenda]
        top = max(ends, key=worth_of, default=None)
        if top is not None and (best is None or top.worth > best.worth):
            best, waited = top, 0
        else:
            waited += 1
    assert best is not None
    return best


def grown(lines: list[Line], seat: Seat, seen: set[Player]) -> list[Line]:
    """These lines a step longer, wherever that leads to something not yet seen."""
    found: dict[Player, Line] = {}
    for line in lines:
        for actions in steps(line.state, seat):
            after = follow(line, seat, actions)
            key = after.state.players[seat]
            if key not in seen and found.setdefault(key, after).drawn < after.drawn:
                found[key] = after
    seen.update(found)
    return [valued(line, seat) for line in found.values()]


def promising(lines: list[Line], width: int) -> list[Line]:
    """So many of the lines that are best to go on from."""
    return sorted(lines, key=hope_of, reverse=True)[:width]


def worth_of(line: Line) -> float:
    """How good a line is as it ends."""
    return line.worth


def hope_of(line: Line) -> float:
    """How good a line is to go on from."""
    return line.hope


def follow(line: Line, seat: Seat, actions: tuple[Action, ...]) -> Line:
    """The line some actions longer. What it draws is put aside: its worth counts, not its face."""
    state, drawn, known = line.state, line.drawn, line.known
    for number, action in enumerate(actions, 1):
        telling = Telling(UNSEEN, [], [])
        state = act(state, seat, action, telling)
        for event in telling.events:
            if type(event) not in DRAWING:
                continue
            player = without_drawn(state.players[seat], event)
            if player is None:
                continue
            if known < 0:
                known = len(line.actions) + number
            state = set_player(state, seat, player)
            drawn += (CARD if isinstance(event, CardsDealt) else DIE) - EARLY * known
    return Line(state, line.actions + actions, known, drawn)


DRAWING: Final = frozenset((DieGained, DieChanged, CardsDealt))
"""The events that may tell what chance gave."""


def without_drawn(player: Player, event: Event) -> Player | None:
    """The player without the die or the cards that chance gave in this event; None if it gave
    none."""
    match event:
        case DieGained(_, die) | DieChanged(_, die, _, "reroll"):
            return swap_die(player, die.id, None)
        case CardsDealt(_, _, _, cards):
            return replace(player, hand=tuple(card for card in player.hand if card not in cards))
        case _:
            return None


def valued(line: Line, seat: Seat) -> Line:
    """The line with how good it is. What may still be done with dice beside the board and with what
    holds for this turn only is hope; what the agenda will bring as well."""
    player = line.state.players[seat]
    worth = outlook(line.state, seat) + line.drawn
    hope = 0.3 * min(player.pips, 4) + 0.7 * (player.colours + player.numbers)
    hope += 0.3 * player.factory + 0.25 * len(player.pool)
    hope += 0.5 * player.rerolls * bool(player.pool)
    if player.agenda:
        hope += effects_worth(tuple(job.effect for job in player.agenda))
    return Line(line.state, line.actions, line.known, line.drawn, worth, worth + hope)


# --- Whole steps. ---


def steps(state: State, seat: Seat) -> Iterator[tuple[Action, ...]]:
    """The whole steps that are worth a look."""
    player = state.players[seat]
    if player.agenda:
        yield from replies(state, player)
        return
    for placing in (*completions(player), *singles(player)):
        yield from paid(player, placing)
    for placing, missing in fillings(player):
        yield from paid(player, placing, missing)
    yield from raisings(player)
    yield from recruitings(player)
    emma = player.cogs > 0 and how_many(player, CogForSpark) > 0
    for box, token in all_boxes(player):
        if not token:
            if player.sparks:
                yield (Box(box),)
            if emma:
                yield (Box(box, True),)
    for hired in ready(player.hired):
        for use in uses(player, hired):
            yield (use,)
    if player.rerolls and player.pool:
        yield (StartReroll(),)
    if "rearrange" in player.upgrades:
        for die in placed_dice(player):
            yield (Move(die.id, POOL),)


@lru_cache(maxsize=1 << 14)
def ready(hired: tuple[Hired, ...]) -> tuple[Hired, ...]:
    """The assistants that can be used now."""
    return tuple(each for each in hired if usable(each) is not None)


def replies(state: State, player: Player) -> Iterator[tuple[Action, ...]]:
    """The answers to what the first job asks; as a reroll the worst dice."""
    effect = player.agenda[0].effect
    match effect:
        case Recycle(number):
            for die in lying(player, number):
                for space in vacancies(player):
                    for *before, last in paid(player, ((die, space),)):
                        assert isinstance(last, Place)
                        way = (last.pay, last.colour, last.number)
                        yield (*before, Reuse(last.die, last.to, *way))
            yield (Decline(),)
        case Reroll():
            dice = sorted(player.pool, key=lambda die: die_worth(die, player.slots))
            for count in range(1, len(dice) + 1):
                yield (*(Pick(die.id) for die in dice[:count]), Roll())
            yield (Decline(),)
        case _:
            for action in answers(state, player, effect):
                yield (action,)


def completions(player: Player) -> Iterator[Placing]:
    """For each robot the cheapest few ways to cover all its vacant spaces, if more than one."""
    purse = Purse(player)
    most = player.cogs + MOST_COGS
    spaces = vacancies(player)
    for number in map(str, SLOTS):
        vacant = [space for space in spaces if space[0].startswith(number)]
        if not 2 <= len(vacant) <= len(player.pool):
            continue
        ways = []
        for dice in permutations(player.pool, len(vacant)):
            placing = tuple(zip(dice, vacant, strict=True))
            cogs = purse.price(placing)
            if cogs <= most:
                ways.append((COG * cogs + lost(player, dice), placing))
        for _, placing in nsmallest(WAYS, ways, key=itemgetter(0)):
            yield placing


def fillings(player: Player) -> Iterator[tuple[Placing, int]]:
    """The cheapest few ways to fill the upgrade section up to the next level, no die too many, and
    the pips that are then missing."""
    vacant = dict(section_vacancies(player))
    if not vacant:
        return
    purse = Purse(player)
    short = LEVELS[player.level].sum - factory_sum(player)
    room = len(vacant) - (len(player.section) - SECTION_LIMIT)
    ways = []
    for count in range(1, room + 1):
        for dice in combinations(player.pool, count):
            values = [die.value for die in dice]
            missing = short - sum(values)
            most = min(MOST_COGS + purse.pips, 6 * count - sum(values))
            if missing > most or missing + min(values) <= 0:
                continue
            left = dict(vacant)
            placing = []
            for die in dice:
                own = f"{SECTION}.{die.colour}"
                to = own if own in left else next(iter(left))
                placing.append((die, (to, left.pop(to))))
            pips = max(0, missing)
            dear = COG * purse.price(tuple(placing), pips) + lost(player, dice)
            ways.append((dear, (tuple(placing), pips)))
    for _, filling in nsmallest(WAYS, ways, key=itemgetter(0)):
        yield filling


def singles(player: Player) -> Iterator[Placing]:
    """Each die on each space where it isn't too dear; of dice that look the same, one."""
    purse = Purse(player)
    robots, section = vacancies(player), dict(section_vacancies(player))
    for die in {(die.colour, die.value): die for die in reversed(player.pool)}.values():
        for to, need in robots:
            if purse.price(((die, (to, need)),)) <= MOST_COGS:
                yield ((die, (to, need)),)
        own = f"{SECTION}.{die.colour}"
        if own in section:
            yield ((die, (own, section[own])),)


def lost(player: Player, dice: tuple[Die, ...]) -> float:
    """What these dice would be worth otherwise."""
    return sum(die_worth(die, player.slots) for die in dice)


class Purse:
    """What a step spends: free changes, ignored colours and values first, those of assistants that
    can still be used this turn included, then cogs."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.cogs = 0
        self.helpers = helpers(player.hired)
        self.pips = player.pips + len(self.helpers[Pips])
        self.colours = player.colours + len(self.helpers[IgnoreColour])
        self.numbers = player.numbers + len(self.helpers[IgnoreNumber])

    def price(self, placing: Placing, missing: int = 0) -> int:
        """What a placing takes in cogs at least, and changing dice by so many pips before it."""
        colours, away = 0, []
        for die, (_, need) in placing:
            colour, number = lacks(self.player, die, need)
            colours += colour
            if number:
                away.append(abs(need.value - die.value))
        away = sorted(away)[: max(0, len(away) - self.numbers)]
        cogs = max(0, sum(away) + missing - self.pips)
        return cogs + colour_price(self.player) * max(0, colours - self.colours)

    def called(self, kind: type[Effect], left: int) -> list[Action]:
        """The assistant that has to be used first for the next of so many free effects left."""
        keys = self.helpers[kind]
        return [Use(keys[left - 1])] if left <= len(keys) else []

    def change(self, die: Die, by: int) -> list[Action]:
        """The die changed by so much."""
        actions: list[Action] = []
        for _ in range(abs(by)):
            free = self.pips > 0
            if free:
                actions += self.called(Pips, self.pips)
            self.pips -= free
            self.cogs += not free
            actions.append(Pip(die.id, 1 if by > 0 else -1, free))
        return actions


@lru_cache(maxsize=1 << 14)
def helpers(hired: tuple[Hired, ...]) -> dict[type[Effect], tuple[Key, ...]]:
    """The assistants that can still change a die by one, or ignore a colour or a value, this
    turn."""
    effects = [(each.assistant, usable(each)) for each in hired]
    return {
        kind: tuple(key for key, effect in effects if isinstance(effect, kind))
        for kind in (Pips, IgnoreColour, IgnoreNumber)
    }


def paid(player: Player, placing: Placing, missing: int = 0) -> Iterator[tuple[Action, ...]]:
    """A placing with all that it takes, if it can be paid; dice for the section are changed first,
    by as many pips as are missing."""
    purse = Purse(player)
    actions: list[Action] = []
    for die, _ in placing:
        by = min(6 - die.value, missing)
        missing -= by
        actions += purse.change(die, by)
    for die, (to, need) in placing:
        colour, number = lacks(player, die, need)
        away = need.value - die.value if number else 0
        ignored = abs(away) > purse.pips and purse.numbers > 0
        if ignored:
            actions += purse.called(IgnoreNumber, purse.numbers)
        else:
            actions += purse.change(die, away)
        purse.numbers -= ignored
        free = colour and purse.colours > 0
        pay = colour and not free
        if free:
            actions += purse.called(IgnoreColour, purse.colours)
        purse.colours -= free
        purse.cogs += colour_price(player) * pay
        actions.append(Place(die.id, to, pay, free, ignored))
    sold = finance(player, purse.cogs, [die for die, _ in placing])
    if sold is not None:
        yield (*sold, *actions)


def finance(player: Player, cogs: int, but: list[Die]) -> tuple[Action, ...] | None:
    """The dice to sell so that there are so many cogs, but none of these; None if there are too
    few."""
    short = max(0, cogs - player.cogs)
    if not short:
        return ()
    count = -(-short // sale_price(player))
    dice = [die for die in player.pool if die not in but]
    if count > len(dice):
        return None
    worst = nsmallest(count, dice, key=lambda die: die_worth(die, player.slots))
    return tuple(Sell(die.id) for die in worst)


def raisings(player: Player) -> Iterator[tuple[Action, ...]]:
    """The upgrade section's sum brought up to the next level by changing its dice."""
    dice = [die for die in player.section if die is not None]
    if not dice or player.level == len(LEVELS):
        return
    short = LEVELS[player.level].sum - factory_sum(player)
    if short > sum(6 - die.value for die in dice):
        return
    purse = Purse(player)
    actions: list[Action] = []
    for die in dice:
        by = min(6 - die.value, short)
        short -= by
        actions += purse.change(die, by)
    sold = finance(player, purse.cogs, [])
    if sold is not None:
        yield (*sold, *actions)


def recruitings(player: Player) -> Iterator[tuple[Action, ...]]:
    """Each assistant in the hand, if the price can be paid."""
    sold = finance(player, recruit_price(player), [])
    if sold is not None:
        for key in player.hand:
            yield (*sold, Recruit(key))


# --- The other phases. ---


def choose_dice(state: State, seat: Seat) -> Action:
    """The dice with which the turn looks best, of those takings that look best at a glance."""
    likely = nlargest(
        LOOKS,
        takings(state, seat),
        key=lambda each: each[2] + lost(each[1].players[seat], each[1].players[seat].pool),
    )
    return max(likely, key=lambda each: each[2] + search(each[1], seat, 1).worth)[0]


def takings(state: State, seat: Seat) -> Iterator[tuple[Action, State, float]]:
    """Every way to take dice, with how the seat's actions would begin after it and what else it
    brings. A production tile played now is one less later; who takes die by die (Quincy) looks at
    all that it is to take, and begins with the first."""
    player = state.players[seat]
    if plays_tile(state):
        for tile in player.tiles:
            side = tile_side(tile, len(state.players))
            found = effects_worth(side.extras)
            found -= BULK_FOR_FOUR_WORTH if side.dice == 2 else TILE_WORTH[tile]
            rolling = replace(player, rerolls=player.rerolls + side.rerolls)
            count = min(side.dice, len(state.row))
            for at in tile_places(state, tile):
                place = first_place(state, at, count)
                dice = state.row[place : place + count]
                yield PlayTile(tile, at), with_dice(state, seat, rolling, dice), found
    elif picks_anywhere(player):
        for places in combinations(range(len(state.row)), min(state.owed, len(state.row))):
            dice = tuple(state.row[place] for place in places)
            yield Take(str(places[0] + 1)), with_dice(state, seat, player, dice), 0.0
    else:
        for action in take_options(state, seat):
            assert isinstance(action, Take)
            place = first_place(state, action.at, state.owed)
            dice = state.row[place : place + state.owed]
            yield action, with_dice(state, seat, player, dice), 0.0


def with_dice(state: State, seat: Seat, player: Player, dice: tuple[Die, ...]) -> State:
    """The seat's actions begin, with these dice taken."""
    player = replace(player, pool=(*player.pool, *dice))
    return set_player(replace(state, phase=ACT), seat, player)


def choose_robot(state: State, player: Player) -> Action:
    """Set-up: the least promising of the robots drawn is returned. Refill: the most promising one
    goes into the first empty slot."""
    ranked = sorted(player.drawn, key=lambda key: robot_appeal(state, player, key))
    if state.phase == KEEP:
        return Return(ranked[0])
    fitted = {each.slot for each in player.fitted}
    slot = next(n for n in SLOTS if not player.slots[n - 1].robot and n not in fitted)
    return Fit(ranked[-1], slot)


def choose_scrap(state: State, player: Player) -> Action:
    """A robot without dice that promises less than a new one would is discarded."""
    for number in slots_to_scrap(player):
        slot = player.slots[number - 1]
        if not any(slot.dice) and robot_appeal(state, player, slot.robot) < dull(state):
            return Scrap(number)
    return Draw()
