"""What a player may do while all act at once, why not, and what it does."""

from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from engines.core.engine import Reason, Seat
from engines.sparks import text
from engines.sparks.components import ASSISTANTS, LEVELS, SECTION_LIMIT, UPGRADES, box_effects
from engines.sparks.effects import (
    SLOTS,
    all_boxes,
    boxes_for_sparks,
    colour_price,
    complete,
    copy,
    drop,
    fire,
    fire_instantly,
    how_many,
    lacks,
    open_boxes,
    open_models,
    open_tracks,
    open_upgrades,
    push,
    recruit,
    recruit_price,
    resolve,
    step,
    swap_head,
    take_upgrade,
    vacancies,
)
from engines.sparks.model import (
    ALWAYS,
    BOARD,
    COG,
    COLOURS,
    POOL,
    SLOT,
    SPARK,
    TURN,
    Action,
    Advance,
    Box,
    BoxFired,
    ChooseUpgrade,
    CogForSpark,
    Copy,
    CopyAssistant,
    Decline,
    Declined,
    Die,
    DieChanged,
    DiePlaced,
    DieSpent,
    DieToPips,
    DieToStep,
    Done,
    Effect,
    Fire,
    FireBoxes,
    Flip,
    FreeRecruit,
    Hired,
    Instant,
    Job,
    Key,
    Move,
    Need,
    NotDone,
    Pay,
    Pick,
    Pip,
    Pips,
    Place,
    Player,
    Recruit,
    Recycle,
    Reroll,
    Reuse,
    Roll,
    Sell,
    Signalled,
    StartReroll,
    State,
    Step,
    TakeUpgrade,
    Use,
    Used,
)
from engines.sparks.supply import (
    COLOUR_PLACE,
    Telling,
    acts_as,
    discard,
    find,
    own_dice,
    placed_dice,
    sell,
    set_player,
    swap_die,
)

Way = tuple[bool, bool, bool]
"""How requirements are ignored: a colour for cogs, a colour by an effect, a value by an effect."""

FREE: Way = (False, False, False)

SECTION = "factory"

SECTION_SPACES: dict[str, Need] = {f"{SECTION}.{colour}": Need(colour) for colour in COLOURS}
"""The spaces of the upgrade section by address: one a colour (ours)."""

SPACES: tuple[str, ...] = (
    *(f"{slot}.{place}" for slot in SLOTS for place in SLOTS),
    *SECTION_SPACES,
    POOL,
)
"""Every address there is."""

QUESTIONS: dict[type[Effect], str] = {
    Advance: "step",
    FreeRecruit: "recruit",
    Reroll: "reroll",
    TakeUpgrade: "upgrade",
    FireBoxes: "fire",
    CopyAssistant: "copy",
    Recycle: "recycle",
    Instant: "max",
}
"""What a seat is asked when such a job is its first: the kind of its ask."""


def question(player: Player) -> str:
    """What a seat is asked by the first job of its agenda (`""`: nothing)."""
    return QUESTIONS[type(player.agenda[0].effect)] if player.agenda else ""


# --- Every legal action. ---


def act_options(state: State, seat: Seat) -> tuple[Action, ...]:
    """Every legal action of a seat in the action phase, in a pinned order."""
    player = state.players[seat]
    if player.done:
        return () if state.options.in_order else (NotDone(),)
    if not player.agenda:
        return (*placements(player), *moves(player), *free_options(player), Done())
    return tuple(answers(state, player, player.agenda[0].effect))


def answers(state: State, player: Player, effect: Effect) -> Iterator[Action]:
    """The answers to what the first job asks."""
    match effect:
        case Advance(colour):
            yield from map(Step, open_tracks(player, colour))
        case FreeRecruit():
            yield from map(Recruit, player.hand)
            yield Decline()
        case Reroll(chosen):
            yield from (Pick(die.id) for die in player.pool if die.id not in chosen)
            if chosen:
                yield Roll()
            yield Decline()
        case TakeUpgrade():
            for kind in open_upgrades(state, player):
                for number in upgrade_places(player, kind):
                    yield ChooseUpgrade(kind, number)
        case FireBoxes():
            yield from map(Fire, open_boxes(player))
        case CopyAssistant():
            yield from map(Copy, open_models(player))
        case Recycle(number):
            for die in lying(player, number):
                for to, way in spaces_for(player, die, vacancies(player)):
                    yield Reuse(die.id, to, *way)
            yield from free_options(player)
            yield Decline()
        case _:
            if player.cogs:
                yield Pay()
            else:
                yield from (Sell(die.id) for die in (*player.pool, *placed_dice(player)))
                yield from map(Box, boxes_for_sparks(player))
            yield Decline()


def free_options(player: Player) -> list[Action]:
    """What may be done at any time but placing dice."""
    found: list[Action] = [Sell(die.id) for die in player.pool]
    found += [Sell(die.id) for die in placed_dice(player)]
    if player.cogs or player.pips:
        for die in own_dice(player):
            for by in (1, -1):
                if 1 <= die.value + by <= 6:
                    if player.cogs:
                        found.append(Pip(die.id, by))
                    if player.pips:
                        found.append(Pip(die.id, by, True))
    if recruit_price(player) <= player.cogs:
        found += map(Recruit, player.hand)
    found += map(Box, boxes_for_sparks(player))
    if player.cogs and how_many(player, CogForSpark):
        found += [Box(box, True) for box, token in all_boxes(player) if not token]
    for hired in player.hired:
        found += uses(player, hired)
    if player.rerolls and player.pool:
        found.append(StartReroll())
    return found


def uses(player: Player, hired: Hired) -> list[Action]:
    """The ways to use a played assistant now."""
    effect = usable(hired)
    match effect:
        case None:
            return []
        case DieToStep(least):
            return [Use(hired.assistant, die.id) for die in player.pool if die.value >= least]
        case DieToPips() | Flip():
            return [Use(hired.assistant, die.id) for die in player.pool]
        case Reroll() if not player.pool:
            return []
        case _:
            return [Use(hired.assistant)]


def usable(hired: Hired) -> Effect | None:
    """The effect for which an assistant can be used now, if there is one. Silas as often as one
    likes; a copy of him would add nothing."""
    key = acts_as(hired)
    if not key:
        return None
    assistant = ASSISTANTS[key]
    if assistant.mark == TURN and not hired.used:
        return assistant.effects[0]
    if assistant.mark == ALWAYS and key == hired.assistant:
        return next((each for each in assistant.effects if isinstance(each, DieToPips)), None)
    return None


def placements(player: Player) -> list[Action]:
    """Every way to place an available die."""
    if not player.pool:
        return []
    spaces = [*vacancies(player), *section_vacancies(player)]
    return [
        Place(die.id, to, *way)
        for die in player.pool
        for to, way in spaces_for(player, die, spaces)
    ]


def moves(player: Player) -> list[Action]:
    """Rulebook, Rearrange: every way to move a placed die."""
    if "rearrange" not in player.upgrades:
        return []
    robots = vacancies(player)
    found: list[Action] = []
    for die in placed_dice(player):
        section = section_vacancies(swap_die(player, die.id, None))
        spaces = [(to, need) for to, need in section if to != section_space(player, die)]
        found += [Move(die.id, to, *way) for to, way in spaces_for(player, die, [*robots, *spaces])]
        found.append(Move(die.id, POOL))
    return found


def section_space(player: Player, die: Die) -> str:
    """Where in the upgrade section a die lies (`""`: elsewhere)."""
    for colour, each in zip(COLOURS, player.section, strict=True):
        if each is not None and each.id == die.id:
            return f"{SECTION}.{colour}"
    return ""


def section_vacancies(player: Player) -> list[tuple[str, Need]]:
    """Rulebook, Upgrade factory: the vacant spaces of the section, which takes three dice at
    most, and none at the top level."""
    if player.level == len(LEVELS) or player.section.count(None) <= len(COLOURS) - SECTION_LIMIT:
        return []
    return [
        space
        for space, die in zip(SECTION_SPACES.items(), player.section, strict=True)
        if die is None
    ]


def spaces_for(
    player: Player, die: Die, spaces: list[tuple[str, Need]]
) -> Iterator[tuple[str, Way]]:
    """On which of these spaces a die may go, and in which ways."""
    for to, need in spaces:
        colour, number = lacks(player, die, need)
        if not colour and not number:
            yield to, FREE
        elif not number or player.numbers:
            if not colour:
                yield to, (False, False, True)
                continue
            if player.cogs >= colour_price(player):
                yield to, (True, False, number)
            if player.colours:
                yield to, (False, True, number)


def lying(player: Player, number: int) -> list[Die]:
    """The dice of the robot that was completed in a slot."""
    return [die for die in player.slots[number - 1].dice if die is not None]


def upgrade_places(player: Player, kind: Key) -> tuple[int, ...]:
    """Where a tile of this kind may lie: 0 for the board, else the slots without an upgrade."""
    if UPGRADES[kind].group != SLOT:
        return (0,)
    return tuple(number for number in SLOTS if not player.slots[number - 1].upgrade)


# --- Why not. ---


def why_not_act(state: State, seat: Seat, action: Action) -> Reason | None:
    """Why a seat can't do this in the action phase; None if it can."""
    player = state.players[seat]
    if isinstance(action, NotDone):
        if state.options.in_order:
            return text.not_now()
        return None if player.done else text.not_done()
    if player.done:
        return text.is_done()
    asked = question(player)
    if asked and not is_open(player, asked, action):
        return text.answer_first()
    match action:
        case Reuse() if not asked:
            return text.not_now()
        case Place(die) | Move(die) | Reuse(die):
            return why_not_place(player, action, find_movable(player, action, die))
        case Sell(die):
            return None if find_sellable(player, die) else text.no_die(die)
        case Pip():
            return why_not_pip(player, action)
        case Recruit(key):
            if key not in player.hand:
                return text.no_card()
            price = 0 if asked == "recruit" else recruit_price(player)
            if price > player.cogs:
                return text.cogs_short(price, player.cogs, "Recruit an assistant")
            return None
        case Box():
            return why_not_box(player, action)
        case Use():
            return why_not_use(player, action)
        case StartReroll():
            return None if player.rerolls and player.pool else text.no_reroll()
        case Done():
            return None
        case _:
            return why_not_answer(state, player, asked, action)


def is_open(player: Player, asked: str, action: Action) -> bool:
    """Whether an action is possible while this is asked: placing and finishing never; the rest
    while a die may be recycled; selling and power boxes also to have a cog for Max."""
    match action:
        case Place() | Move() | Done():
            return False
        case Sell() | Box():
            return asked == "recycle" or (asked == "max" and not player.cogs)
        case Pip() | Use() | StartReroll():
            return asked == "recycle"
        case Recruit():
            return asked in ("recycle", "recruit")
        case Reuse():
            return asked == "recycle"
        case _:
            return True


def why_not_answer(state: State, player: Player, asked: str, action: Action) -> Reason | None:
    """Why this is no answer to what the seat is asked."""
    if not asked:
        return text.not_now()
    if asked == "max" and isinstance(action, Pay) and not player.cogs:
        return text.cogs_short(1, 0, "Max")
    effect = player.agenda[0].effect
    if action in tuple(answers(state, player, effect)):
        return None
    match action:
        case Step() if asked == "step":
            return text.track_end()
        case ChooseUpgrade(kind) if asked == "upgrade":
            return why_not_upgrade(state, player, kind)
        case Fire(box) if isinstance(effect, FireBoxes):
            return text.fired() if box in effect.fired else text.no_box()
        case Copy() if asked == "copy":
            return text.no_model()
        case Pick() if asked == "reroll":
            return text.wrong_die()
        case Decline():
            return text.must_choose()
        case _:
            return text.no_answer()


def why_not_upgrade(state: State, player: Player, kind: Key) -> Reason:
    """Rulebook, Upgrade Tiles: six kinds lie out, never two alike, one above a slot."""
    if kind not in state.upgrades:
        return text.not_out()
    return text.no_slot() if kind in open_upgrades(state, player) else text.never_two()


def find_movable(player: Player, action: Place | Move | Reuse, die: int) -> Die | None:
    """The die that such an action means, if it lies where it must."""
    match action:
        case Place():
            return find(player.pool, die)
        case Move():
            return find(placed_dice(player), die)
        case Reuse():
            effect = player.agenda[0].effect
            assert isinstance(effect, Recycle)
            return find(lying(player, effect.slot), die)
        case _:
            assert_never(action)


def find_sellable(player: Player, die: int) -> Die | None:
    """Rulebook, Sell die: beside the board, in the upgrade section or on an unfinished robot."""
    return find(player.pool, die) or find(placed_dice(player), die)


def why_not_place(player: Player, action: Place | Move | Reuse, die: Die | None) -> Reason | None:
    """Rulebook, Build robot and Upgrade factory: the space is vacant and fits, or the requirement
    is ignored for cogs or by an effect."""
    if isinstance(action, Move) and "rearrange" not in player.upgrades:
        return text.no_rearrange()
    if die is None:
        return text.no_die(action.die)
    way = (action.pay, action.colour, action.number)
    if isinstance(action, Reuse) and (action.to == POOL or action.to in SECTION_SPACES):
        return text.robots_only()
    if action.to == POOL:
        return None if isinstance(action, Move) and way == FREE else text.no_space(action.to)
    need = vacant_need(player, action, die)
    if need is None:
        return why_no_space(player, action.to)
    colour, number = lacks(player, die, need)
    if (action.pay and action.colour) or (action.pay or action.colour) > colour:
        return text.nothing_to_ignore()
    if action.number > number:
        return text.nothing_to_ignore()
    if number and not action.number:
        return text.wrong_value(need.value, die.value)
    if colour and not (action.pay or action.colour):
        return text.wrong_colour(need.colour, colour_price(player))
    if action.pay and player.cogs < colour_price(player):
        return text.cogs_short(colour_price(player), player.cogs, "Ignore a color requirement")
    if action.colour and not player.colours:
        return text.no_effect("colour")
    if action.number and not player.numbers:
        return text.no_effect("number")
    return None


def vacant_need(player: Player, action: Place | Move | Reuse, die: Die) -> Need | None:
    """What the space of such an action needs; None if there is no such vacant space."""
    to = action.to
    if to in SECTION_SPACES:
        if isinstance(action, Move):
            if section_space(player, die) == to:
                return None
            player = swap_die(player, die.id, None)
        return dict(section_vacancies(player)).get(to)
    return dict(vacancies(player)).get(to)


def why_no_space(player: Player, to: str) -> Reason:
    """Rulebook, Upgrade factory: three dice at most, and nothing to reach above the top level; else
    the space is taken."""
    if to in SECTION_SPACES:
        if player.level == len(LEVELS):
            return text.top_level()
        if not section_vacancies(player):
            return text.section_full()
    return text.no_space(to)


def why_not_pip(player: Player, action: Pip) -> Reason | None:
    """Rulebook, Change a die value: a cog a pip, never above 6 or below 1."""
    die = find(own_dice(player), action.die)
    if die is None:
        return text.no_die(action.die)
    if not 1 <= die.value + action.by <= 6:
        return text.pip_limit()
    if action.free:
        return None if player.pips else text.no_effect("pips")
    return None if player.cogs else text.cogs_short(1, 0, "Change a die value")


def why_not_box(player: Player, action: Box) -> Reason | None:
    """Rulebook, Activate a power box: a spark on a vacant box; Emma: or a cog."""
    token = dict(all_boxes(player)).get(action.box)
    if token is None:
        return text.no_box()
    if token:
        return text.box_used()
    if action.cog:
        if not how_many(player, CogForSpark):
            return text.no_emma()
        return None if player.cogs else text.cogs_short(1, 0, "Emma")
    return None if player.sparks else text.no_sparks()


def why_not_use(player: Player, action: Use) -> Reason | None:
    """Rulebook, Assistant cards: once a turn, on an available die that will do."""
    hired = next((each for each in player.hired if each.assistant == action.assistant), None)
    if hired is None:
        return text.not_hired()
    if action in uses(player, hired):
        return None
    effect = usable(hired)
    if effect is None:
        return text.used_up() if hired.used else text.nothing_to_use()
    if not player.pool:
        return text.no_dice()
    if isinstance(effect, DieToStep):
        will_do = [die for die in player.pool if die.value >= effect.least]
        if not will_do or find(player.pool, action.die):
            return text.die_too_low(effect.least)
    return text.wrong_die()


# --- What an action does. ---


def act(state: State, seat: Seat, action: Action, telling: Telling) -> State:
    """One action of the action phase, and what follows from it for this seat."""
    return resolve(do(state, seat, action, telling), seat, telling)


def do(state: State, seat: Seat, action: Action, telling: Telling) -> State:
    """The action itself."""
    player = state.players[seat]
    match action:
        case Place() | Move() | Reuse():
            return place(state, seat, action, telling)
        case Sell(number):
            die = find_sellable(player, number)
            assert die is not None
            return sell(state, seat, die, telling)
        case Pip():
            return pip(state, seat, action, telling)
        case Recruit(key):
            if question(player) == "recruit":
                return recruit(set_player(state, seat, drop(player)), seat, key, 0, telling)
            return recruit(state, seat, key, recruit_price(player), telling)
        case Box():
            return activate(state, seat, action, telling)
        case Use():
            return use(state, seat, action, telling)
        case StartReroll():
            telling.say(Used(seat, "tile"))
            player = push(replace(player, rerolls=player.rerolls - 1), (Reroll(),), "tile")
            return set_player(state, seat, player)
        case Done() | NotDone():
            done = isinstance(action, Done)
            telling.say(Signalled(seat, done))
            return set_player(state, seat, replace(player, done=done))
        case _:
            return answer(state, seat, action, telling)


def answer(state: State, seat: Seat, action: Action, telling: Telling) -> State:
    """The answer to what the first job asks."""
    player = state.players[seat]
    job: Job = player.agenda[0]
    match action:
        case Step(colour):
            return step(state, seat, colour, telling)
        case Pick(die):
            assert isinstance(job.effect, Reroll)
            return set_player(state, seat, swap_head(player, Reroll((*job.effect.chosen, die))))
        case Roll():
            assert isinstance(job.effect, Reroll)
            return reroll(state, seat, job.effect.chosen, telling)
        case ChooseUpgrade(kind, number):
            return take_upgrade(state, seat, kind, number, telling)
        case Copy(key):
            return copy(state, seat, key, telling)
        case Fire(box):
            return fire(state, seat, box, telling)
        case Pay():
            return fire_instantly(state, seat, telling)
        case _:
            telling.say(Declined(seat, question(player)))
            return set_player(state, seat, drop(player))


HOW_PLACED: dict[type[Action], str] = {Place: "place", Move: "move", Reuse: "recycle"}


def place(state: State, seat: Seat, action: Place | Move | Reuse, telling: Telling) -> State:
    """Rulebook, Actions: the die lies on the space, and nothing but a sale, Rearrange or Recycle
    takes it away again. The last space covered completes a robot."""
    player = state.players[seat]
    die = find_movable(player, action, action.die)
    assert die is not None
    cogs = colour_price(player) if action.pay else 0
    telling.say(DiePlaced(seat, die, action.to, HOW_PLACED[type(action)], cogs))
    if isinstance(action, Reuse):
        player = drop(player)
    player = replace(
        swap_die(player, die.id, None),
        cogs=player.cogs - cogs,
        colours=player.colours - action.colour,
        numbers=player.numbers - action.number,
    )
    if action.to == POOL:
        return set_player(state, seat, replace(player, pool=(*player.pool, die)))
    if action.to in SECTION_SPACES:
        at = COLOUR_PLACE[action.to.removeprefix(f"{SECTION}.")]
        section = (*player.section[:at], die, *player.section[at + 1 :])
        return set_player(state, seat, replace(player, section=section))
    number, space = int(action.to[0]), int(action.to[2]) - 1
    slots = list(player.slots)
    slot = slots[number - 1]
    dice = (*slot.dice[:space], die, *slot.dice[space + 1 :])
    slots[number - 1] = replace(slot, dice=dice)
    state = set_player(state, seat, replace(player, slots=tuple(slots)))
    return state if None in dice else complete(state, seat, number, telling)


def pip(state: State, seat: Seat, action: Pip, telling: Telling) -> State:
    """Rulebook, Change a die value: wherever the die lies."""
    player = state.players[seat]
    die = find(own_dice(player), action.die)
    assert die is not None
    new = replace(die, value=die.value + action.by)
    telling.say(DieChanged(seat, new, die.value, "free" if action.free else "cog"))
    player = replace(
        swap_die(player, die.id, new),
        cogs=player.cogs - (not action.free),
        pips=player.pips - action.free,
    )
    return set_player(state, seat, player)


def activate(state: State, seat: Seat, action: Box, telling: Telling) -> State:
    """Rulebook, Activate a power box: the spark lies there until the round ends. Emma: so does the
    cog, which is lost then."""
    player = state.players[seat]
    token = COG if action.cog else SPARK
    telling.say(BoxFired(seat, action.box, token))
    if action.cog:
        player = replace(player, cogs=player.cogs - 1)
    else:
        player = replace(player, sparks=player.sparks - 1)
    if action.box == BOARD:
        player = replace(player, board_box=token)
    else:
        built = tuple(
            replace(each, token=token) if each.robot == action.box else each
            for each in player.built
        )
        player = replace(player, built=built)
    return set_player(state, seat, push(player, box_effects(action.box), action.box))


def use(state: State, seat: Seat, action: Use, telling: Telling) -> State:
    """Rulebook, Assistant cards: Frank, Octavia, Silas, and those with a plain symbol."""
    player = state.players[seat]
    hired = next(each for each in player.hired if each.assistant == action.assistant)
    effect = usable(hired)
    assert effect is not None
    if not isinstance(effect, DieToPips):
        marked = tuple(replace(each, used=True) if each is hired else each for each in player.hired)
        player = replace(player, hired=marked)
    die = find(player.pool, action.die)
    if die is None:
        telling.say(Used(seat, action.assistant))
        return set_player(state, seat, push(player, (effect,), action.assistant))
    if isinstance(effect, Flip):
        new = replace(die, value=7 - die.value)
        telling.say(Used(seat, action.assistant), DieChanged(seat, new, die.value, "flip"))
        return set_player(state, seat, swap_die(player, die.id, new))
    telling.say(DieSpent(seat, die, action.assistant))
    gives: Effect = Pips(die.value) if isinstance(effect, DieToPips) else Advance(die.colour, 1)
    player = push(swap_die(player, die.id, None), (gives,), action.assistant)
    return discard(set_player(state, seat, player), die)


def reroll(state: State, seat: Seat, chosen: tuple[int, ...], telling: Telling) -> State:
    """Rulebook, Symbols: the dice chosen are rolled again."""
    player = drop(state.players[seat])
    for number in chosen:
        die = find(player.pool, number)
        assert die is not None
        value = 1 + telling.chance.below(6, "die", seat, player.rolls, "value")
        new = replace(die, value=value)
        telling.say(DieChanged(seat, new, die.value, "reroll"))
        player = replace(swap_die(player, number, new), rolls=player.rolls + 1)
    return set_player(state, seat, player)


def has_options(player: Player) -> bool:
    """Whether a seat that is asked nothing can do anything but say that it is done."""
    return bool(placements(player) or moves(player) or free_options(player))
