"""Whole steps for the page: placing with all that it takes, cheapest first, and why not.

An offer is single actions joined; what it costs is summed up here, what it does is decided by
`actions` alone when it is posted.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from engines.core.engine import Offer, Reason, Seat
from engines.sparks import text
from engines.sparks.actions import (
    SECTION,
    SECTION_SPACES,
    lying,
    question,
    section_vacancies,
    usable,
    uses,
)
from engines.sparks.components import (
    ASSISTANTS,
    BONUS_AFTER,
    END,
    ROBOTS,
    box_effects,
    tile_side,
)
from engines.sparks.effects import (
    all_boxes,
    colour_price,
    how_many,
    lacks,
    open_tracks,
    recruit_price,
    vacancies,
)
from engines.sparks.model import (
    ACT,
    COLOURS,
    POOL,
    Action,
    Advance,
    Box,
    ChooseUpgrade,
    CogForSpark,
    Copy,
    Decline,
    Die,
    DieToPips,
    Done,
    Draft,
    Draw,
    Effect,
    Fire,
    Fit,
    Flip,
    IgnoreColour,
    IgnoreNumber,
    Keep,
    Move,
    Need,
    NotDone,
    Pay,
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
    Step,
    Take,
    Use,
)
from engines.sparks.notation import write
from engines.sparks.rules import options, why_not
from engines.sparks.supply import COLOUR_PLACE, find, own_dice, sale_price, upgrades_of
from engines.sparks.turns import first_place

MOST_WAYS = 3
"""How many ways of the same placement are offered: the cheapest and two alternatives."""

SPARK_WORTH = 2
"""In cogs, to say which of two ways is cheaper: the known power box gives two."""


class Path(NamedTuple):
    """Actions that lead towards a placement, and what they cost. `colour`, `number`: how the
    placement itself ignores a requirement. `notes`: what helps, in words."""

    actions: tuple[Action, ...] = ()
    cogs: int = 0
    sparks: int = 0
    dice: tuple[Die, ...] = ()
    pay: bool = False
    colour: bool = False
    number: bool = False
    notes: tuple[str, ...] = ()

    def then(self, other: "Path") -> "Path":
        """Both, one after the other."""
        return Path(
            self.actions + other.actions,
            self.cogs + other.cogs,
            self.sparks + other.sparks,
            self.dice + other.dice,
            self.pay or other.pay,
            self.colour or other.colour,
            self.number or other.number,
            self.notes + other.notes,
        )


def offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    """All that a seat can do in whole steps, and what it can't do yet with the reason."""
    legal = options(state, seat)
    if not legal:
        return ()
    player = state.players[seat]
    found: list[Offer] = []
    if state.phase == ACT and not player.done:
        found += whole_steps(state, seat, player)
    whole = {offer.text for offer in found if offer.no is None}
    whole |= covered_picks(player)
    for action in legal:
        if write(action) not in whole:
            found.append(plain(state, seat, action))
    return (*found, *unanswered(state, seat, player))


def plain(state: State, seat: Seat, action: Action, no: Reason | None = None) -> Offer:
    """One action as it stands."""
    on, to = pieces(state, seat, action)
    return Offer(write(action), label(state, seat, action), on, to, cost(state, seat, action), no)


def whole_steps(state: State, seat: Seat, player: Player) -> Iterator[Offer]:
    """What the action phase offers beyond its single actions."""
    asked = question(player)
    if asked == "recycle":
        effect = player.agenda[0].effect
        assert isinstance(effect, Recycle)
        for die in lying(player, effect.slot):
            yield from placing_offers(player, die, vacancies(player), Reuse)
        yield from refused(state, seat, player)
    elif asked == "max":
        if not player.cogs:
            yield plain(state, seat, Pay(), why_not(state, seat, Pay()))
    elif asked == "step":
        yield from all_steps(player)
    elif asked == "reroll":
        yield from whole_rerolls(player)
    elif not asked:
        spaces = [*vacancies(player), *section_vacancies(player)]
        for die in player.pool:
            yield from placing_offers(player, die, spaces, Place)
        yield from (
            plain(state, seat, action, why_not(state, seat, action))
            for action in no_section(player)
        )
        yield from refused(state, seat, player)


# --- Placing. ---


def placing_offers(
    player: Player,
    die: Die,
    spaces: list[tuple[str, Need]],
    kind: type[Place] | type[Reuse],
) -> Iterator[Offer]:
    """The ways to bring a die onto each of these spaces; or what the cheapest would cost."""
    for to, need in spaces:
        every = paths(player, die, need)
        ways = ranked(player, [way for way in every if way.sparks <= player.sparks])
        possible = [way for way in ways if way.cogs <= player.cogs]
        for way in possible[:MOST_WAYS]:
            yield placing(player, die, to, way, kind, None)
        if not possible:
            way = min(ways, key=lambda each: each.cogs)
            no = text.cogs_short(way.cogs, player.cogs, "Additional actions")
            yield placing(player, die, to, way, kind, no)


def ranked(player: Player, ways: list[Path]) -> list[Path]:
    """Cheapest first; what costs nothing but a use comes after what costs nothing at all."""
    price = sale_price(player)
    return sorted(
        ways,
        key=lambda way: (
            way.cogs + SPARK_WORTH * way.sparks + price * len(way.dice),
            len(way.actions),
            way.cogs,
        ),
    )


def placing(
    player: Player,
    die: Die,
    to: str,
    way: Path,
    kind: type[Place] | type[Reuse],
    no: Reason | None,
) -> Offer:
    """A placement with all that leads to it."""
    last = kind(die.id, to, way.pay, way.colour, way.number)
    where = space_name(player, to)
    words = f"{'Recycle' if kind is Reuse else 'Place'} the {text.die_name(die)} on {where}"
    return Offer(
        "; ".join(map(write, (*way.actions, last))),
        f"{words} ({', '.join(way.notes)})" if way.notes else words,
        f"die-{die.id}",
        f"space-{to}",
        payment(way.cogs, way.sparks, way.dice),
        no,
    )


def paths(player: Player, die: Die, need: Need) -> Iterator[Path]:
    """Every sensible way to meet the requirements of a space, payable or not."""
    colour, number = lacks(player, die, need)
    by_colour = [*colour_paths(player)] if colour else [Path()]
    by_number = [*number_paths(player, die, need.value)] if number else [Path()]
    for one, other in product(by_colour, by_number):
        yield other.then(one)


def colour_paths(player: Player) -> Iterator[Path]:
    """Ways to ignore a colour."""
    if player.colours:
        yield Path(colour=True, notes=("ignores the colour",))
    yield Path(cogs=colour_price(player), pay=True, notes=("ignores the colour",))
    for help_ in helpers(player, IgnoreColour):
        yield help_.then(Path(colour=True))


def number_paths(player: Player, die: Die, wanted: int) -> Iterator[Path]:
    """Ways to change a value, or to ignore it."""
    if player.numbers:
        yield Path(number=True, notes=("ignores the value",))
    for help_ in helpers(player, IgnoreNumber):
        yield help_.then(Path(number=True))
    for start, value in starts(player, die, wanted):
        for help_, count in pip_helps(player, die, abs(wanted - value)):
            yield start.then(help_).then(pip_path(die, value, wanted, player.pips + count))


def starts(player: Player, die: Die, wanted: int) -> Iterator[tuple[Path, int]]:
    """A die as it lies, and turned over by Octavia if that brings it nearer to a value."""
    yield Path(), die.value
    turned = 7 - die.value
    if find(player.pool, die.id) and abs(wanted - turned) < abs(wanted - die.value):
        for hired in player.hired:
            if isinstance(usable(hired), Flip):
                use = Use(hired.assistant, die.id)
                yield Path((use,), notes=(text.assistant(hired.assistant),)), turned
                return


def pip_path(die: Die, value: int, wanted: int, free: int) -> Path:
    """From one value to another, one by one, with free changes first."""
    by = 1 if wanted > value else -1
    steps = abs(wanted - value)
    gratis = min(free, steps)
    actions = [Pip(die.id, by, True)] * gratis + [Pip(die.id, by)] * (steps - gratis)
    notes = (f"{'+' if by > 0 else '−'}{steps}",) if steps else ()
    return Path(tuple(actions), steps - gratis, notes=notes)


def helpers(player: Player, kind: type[Effect]) -> Iterator[Path]:
    """Assistants and power boxes that could still give such an effect now; a box for a spark, or
    with Emma for a cog."""
    for hired in player.hired:
        effect = usable(hired)
        if isinstance(effect, kind):
            yield Path((Use(hired.assistant),), notes=(text.assistant(hired.assistant),))
    emma = how_many(player, CogForSpark) > 0
    for box, token in all_boxes(player):
        if token or not any(isinstance(each, kind) for each in box_effects(box)):
            continue
        if player.sparks:
            yield Path((Box(box),), sparks=1, notes=(text.box(box),))
        if emma:
            yield Path((Box(box, True),), cogs=1, notes=(text.box(box),))


def pip_helps(player: Player, die: Die, steps: int) -> Iterator[tuple[Path, int]]:
    """What could give free changes now, and how many: nothing, assistants, and with or without
    these a power box, or Silas with another die."""
    free: list[tuple[Path, int]] = []
    paid: list[tuple[Path, int]] = []
    for path in helpers(player, Pips):
        (free if isinstance(path.actions[0], Use) else paid).append((path, pips_of(player, path)))
    for number in range(len(free) + 1):
        together, count = Path(), 0
        for path, more in free[:number]:
            together, count = together.then(path), count + more
        yield together, count
        left = steps - player.pips - count
        if left <= 0:
            return
        for path, more in (*paid, *silas(player, die, left)):
            yield together.then(path), count + more


def pips_of(player: Player, path: Path) -> int:
    """How many free changes such a helper gives."""
    [action] = path.actions
    effect: Effect | None
    if isinstance(action, Use):
        effect = usable(next(each for each in player.hired if each.assistant == action.assistant))
    else:
        assert isinstance(action, Box)
        effect = box_effects(action.box)[0]
    assert isinstance(effect, Pips)
    return effect.count


def silas(player: Player, die: Die, steps: int) -> Iterator[tuple[Path, int]]:
    """Silas with another die: the lowest that is enough, else the highest."""
    others = [each for each in player.pool if each.id != die.id]
    for hired in player.hired:
        if isinstance(usable(hired), DieToPips) and others:
            enough = [each for each in others if each.value >= steps]
            best = min(enough, key=worth) if enough else max(others, key=worth)
            use = Use(hired.assistant, best.id)
            note = f"{text.assistant(hired.assistant)} discards the {text.die_name(best)}"
            yield Path((use,), dice=(best,), notes=(note,)), best.value


def worth(die: Die) -> int:
    """A die's value, to compare dice by."""
    return die.value


# --- Other whole steps. ---


def all_steps(player: Player) -> Iterator[Offer]:
    """All steps left on one track at once, where no bonus comes between them."""
    effect = player.agenda[0].effect
    assert isinstance(effect, Advance)
    if effect.steps == 1:
        return
    for colour in open_tracks(player, effect.colour):
        place = player.tracks[COLOUR_PLACE[colour]]
        between = range(place, place + effect.steps - 1)
        if place + effect.steps <= END and not any(each in BONUS_AFTER for each in between):
            texts = "; ".join([write(Step(colour))] * effect.steps)
            yield Offer(texts, f"All {effect.steps} steps on the {colour} track", to=track(colour))


def whole_rerolls(player: Player) -> Iterator[Offer]:
    """Rerolling all available dice, or just one."""
    effect = player.agenda[0].effect
    assert isinstance(effect, Reroll)
    if effect.chosen:
        return
    if len(player.pool) > 1:
        texts = [*(write(Pick(die.id)) for die in player.pool), write(Roll())]
        yield Offer("; ".join(texts), "Reroll all your available dice")
    for die in player.pool:
        words = f"Reroll only the {text.die_name(die)}"
        yield Offer(f"{write(Pick(die.id))}; {write(Roll())}", words, f"die-{die.id}")


def covered_picks(player: Player) -> set[str]:
    """Picking a die to reroll, where whole rerolls are all that can come of it: with two dice or
    one."""
    if question(player) != "reroll" or len(player.pool) > 2:
        return set()
    effect = player.agenda[0].effect
    assert isinstance(effect, Reroll)
    return set() if effect.chosen else {write(Pick(die.id)) for die in player.pool}


def no_section(player: Player) -> list[Action]:
    """Available dice onto their own space of the upgrade section, where they can't lie."""
    section = {to for to, _ in section_vacancies(player)}
    wishes = [Place(die.id, f"{SECTION}.{die.colour}") for die in player.pool]
    return [each for each in wishes if each.to not in section]


def refused(state: State, seat: Seat, player: Player) -> Iterator[Offer]:
    """What one might want to do and can't, with the reason."""
    wishes: list[Action] = []
    if not player.cogs and not player.pips:
        wishes += [
            Pip(die.id, by)
            for die in own_dice(player)
            for by in (1, -1)
            if 1 <= die.value + by <= 6
        ]
    wishes += map(Recruit, player.hand)
    wishes += [Box(box) for box, _ in all_boxes(player)]
    wishes += [
        Use(each.assistant)
        for each in player.hired
        if (each.used or usable(each)) and not uses(player, each)
    ]
    for action in wishes:
        no = why_not(state, seat, action)
        if no is not None:
            yield plain(state, seat, action, no)


def unanswered(state: State, seat: Seat, player: Player) -> Iterator[Offer]:
    """Answers that lie at hand and aren't possible, with the reason: an upgrade one has, a track
    at whose end one stands, a box that Olympia has used."""
    wishes: list[Action] = []
    match question(player):
        case "upgrade":
            wishes += [ChooseUpgrade(kind) for kind in upgrades_of(player)]
        case "step":
            wishes += map(Step, COLOURS)
        case "fire":
            wishes += [Fire(box) for box, _ in all_boxes(player)]
        case _:
            return
    for action in wishes:
        no = why_not(state, seat, action)
        if no is not None:
            yield plain(state, seat, action, no)


# --- Words, prices, pieces. ---


def payment(cogs: int, sparks: int, dice: tuple[Die, ...] = ()) -> str:
    """A price in words."""
    parts = [text.count(cogs, "cog")] if cogs else []
    parts += [text.count(sparks, "spark")] if sparks else []
    parts += [f"the {text.die_name(die)}" for die in dice]
    return " and ".join(parts)


def cost(state: State, seat: Seat, action: Action) -> str:
    """What a single action costs."""
    player = state.players[seat]
    match action:
        case Place(pay=True) | Move(pay=True) | Reuse(pay=True):
            return payment(colour_price(player), 0)
        case Pip(free=False) | Pay() | Box(cog=True):
            return payment(1, 0)
        case Box():
            return payment(0, 1)
        case Recruit() if question(player) != "recruit":
            return payment(recruit_price(player), 0)
        case _:
            return ""


def track(colour: str) -> str:
    """The piece that is a scoring track."""
    return f"track-{colour}"


def pieces(state: State, seat: Seat, action: Action) -> tuple[str, str]:
    """The pieces that an action belongs to: from, to."""
    match action:
        case Place(die, to) | Move(die, to) | Reuse(die, to):
            return f"die-{die}", f"space-{to}"
        case Sell(die) | Pip(die) | Pick(die):
            return f"die-{die}", "sell" if isinstance(action, Sell) else ""
        case Keep(die):
            return (f"die-{die}" if die else ""), "storage"
        case Recruit(key) | Draft(key):
            return f"card-{key}", "assistants"
        case Copy(key):
            return f"assistant-{key}", ""
        case Use(key, die):
            return f"assistant-{key}", f"die-{die}" if die else ""
        case Box(key) | Fire(key):
            return f"box-{key}", ""
        case Step(colour):
            return "", track(colour)
        case ChooseUpgrade(kind, slot):
            return f"upgrade-{kind}", f"slot-{slot}" if slot else ""
        case Return(key):
            return f"robot-{key}", "robots"
        case Fit(key, slot):
            return f"robot-{key}", f"slot-{slot}"
        case Scrap(slot):
            return f"robot-{state.players[seat].slots[slot - 1].robot}", "robots"
        case PlayTile(tile, at):
            count = min(tile_side(tile, len(state.players)).dice, len(state.row))
            return f"tile-{tile}", row_piece(state, at, count)
        case Take(at):
            return "", row_piece(state, at, state.owed)
        case _:
            return "", ""


def row_piece(state: State, at: str, count: int) -> str:
    """The die of the row from which dice are taken: the outermost one at an end."""
    if not state.row:
        return ""
    place = len(state.row) - 1 if at == "right" else first_place(state, at, count)
    return f"die-{state.row[place].id}"


def space_name(player: Player, to: str) -> str:
    """A die space in words."""
    if to in SECTION_SPACES or to == POOL:
        return text.goes_to(to)
    slot = player.slots[int(to[0]) - 1]
    need = ROBOTS[slot.robot].spaces[int(to[2]) - 1]
    return f"{text.robot(slot.robot)} ({text.need(need)})"


def label(state: State, seat: Seat, action: Action) -> str:
    """A button in words."""
    player = state.players[seat]
    match action:
        case Place(die, to, _, colour, number) | Move(die, to, _, colour, number):
            verb = "Place" if isinstance(action, Place) else "Move"
            words = f"{verb} {own(player, die)} {'' if to == POOL else 'on '}"
            return words + space_name(player, to) + ignoring(action.pay, colour, number)
        case Reuse(die, to, _, colour, number):
            words = f"Recycle {own(player, die)} on {space_name(player, to)}"
            return words + ignoring(action.pay, colour, number)
        case Sell(die):
            return f"Sell {own(player, die)} for {text.count(sale_price(player), 'cog')}"
        case Pip(die, by, free):
            return f"Change {own(player, die)} by {by:+d}{' for free' if free else ''}"
        case Recruit(key) | Draft(key) | Copy(key):
            verb = {Recruit: "Play", Draft: "Keep", Copy: "Copy"}[type(action)]
            return f"{verb} {text.assistant(key)}: {text.effects(ASSISTANTS[key].effects)}"
        case Box(key, cog):
            words = f"Use {text.box(key)} with a {'cog' if cog else 'spark'}"
            return f"{words}: {text.effects(box_effects(key))}"
        case Fire(key):
            return f"Have {text.box(key)}: {text.effects(box_effects(key))}"
        case Use(key, die):
            return f"Use {text.assistant(key)}" + (f" on {own(player, die)}" if die else "")
        case Pick(die):
            effect = player.agenda[0].effect
            more = isinstance(effect, Reroll) and not effect.chosen
            return f"Reroll {own(player, die)} {'and choose more' if more else 'too'}"
        case Step(colour):
            return f"A step on the {colour} track"
        case ChooseUpgrade(kind, slot):
            return f"Take {text.upgrade(kind)}" + (f" above slot {slot}" if slot else "")
        case PlayTile(tile, at):
            count = min(tile_side(tile, len(state.players)).dice, len(state.row))
            return f"Play {text.TILE_NAMES[tile]}: {taken(state, at, count)}"
        case Take(at):
            count = state.owed if at in ("left", "right") else 1
            return f"Take {taken(state, at, count)}"
        case Return(key):
            return f"Return {text.robot(key)}, keep the others"
        case Fit(key, slot):
            return f"{text.robot(key)} into slot {slot}"
        case Scrap(slot):
            return f"Discard {text.robot(player.slots[slot - 1].robot)}"
        case Keep(die):
            return f"Keep {own(player, die)}, sell the rest" if die else "Sell all dice"
        case _:
            return PLAIN_LABELS[type(action)]


PLAIN_LABELS: dict[type[Action], str] = {
    StartReroll: "Use the reroll of your production tile",
    Roll: "Roll them",
    Pay: "Pay a cog for Max: use the power box at once",
    Decline: "No, thanks",
    Done: "I’m done",
    NotDone: "Not done after all",
    Draw: "Draw new robots",
}


def own(player: Player, die: int) -> str:
    """One of a player's dice in words."""
    return f"the {text.die_name(find(own_dice(player), die))}"


def taken(state: State, at: str, count: int) -> str:
    """Dice of the row in words."""
    place = first_place(state, at, count)
    dice = state.row[place : place + count]
    where = {"left": " from the left", "right": " from the right"}.get(at, "")
    return f"{text.dice_names(dice) or 'no dice'}{where}"


def ignoring(pay: bool, colour: bool, number: bool) -> str:
    """What a placement ignores, in words."""
    parts = [word for word, said in (("colour", pay or colour), ("value", number)) if said]
    return f" (ignores the {' and the '.join(parts)})" if parts else ""
