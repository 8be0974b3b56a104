"""What cards and tiles do: a seat's agenda, resolved until the seat must choose."""

from functools import lru_cache

from msgspec.structs import replace

from engines.core.engine import Seat
from engines.sparks.components import (
    ASSISTANTS,
    BONUS_AFTER,
    END,
    LEVELS,
    ROBOTS,
    UPGRADES,
    bonus_effects,
    box_effects,
)
from engines.sparks.model import (
    ANY,
    BOARD,
    COLOURS,
    CONRAD,
    NO_DIE,
    ONCE,
    SLOT,
    Advance,
    Advanced,
    Allowed,
    BonusPassed,
    BoxFired,
    Built,
    CardsDealt,
    ClearDice,
    CogsGained,
    Colour,
    ColourPrice,
    Copied,
    CopyAssistant,
    Declined,
    DiceCleared,
    Die,
    DrawCards,
    Effect,
    Factory,
    FactoryEach,
    FireBoxes,
    FreeRecruit,
    GainCogs,
    GainColour,
    GainDice,
    GainSetDie,
    GainSparks,
    Hired,
    IgnoreColour,
    IgnoreNumber,
    Instant,
    InstantBox,
    Job,
    Key,
    LevelReached,
    Need,
    Pips,
    Player,
    Recruited,
    Recycle,
    Redirect,
    Reroll,
    RobotCompleted,
    Slot,
    SparksGained,
    State,
    StepsLost,
    TakeUpgrade,
    UpgradeTaken,
)
from engines.sparks.supply import (
    COLOUR_PLACE,
    Telling,
    acts_as,
    by_card,
    discard,
    gain_die,
    placed_dice,
    set_player,
    upgrades_of,
)

IGNORE_COLOUR_PRICE = 2
"""Rulebook, Ignore a color requirement: pay 2 cogs."""

SLOTS = (1, 2, 3)


# --- Permanent effects. ---


@lru_cache(maxsize=1 << 14)
def standing(hired: tuple[Hired, ...]) -> tuple[Effect, ...]:
    """The effects of all played assistants, Conrad's copies included (they add up)."""
    return tuple(
        effect for each in hired if acts_as(each) for effect in ASSISTANTS[acts_as(each)].effects
    )


def how_many(player: Player, kind: type[Effect]) -> int:
    """How many effects of a kind a player's assistants have."""
    return how_many_of(player.hired, kind)


@lru_cache(maxsize=1 << 14)
def how_many_of(hired: tuple[Hired, ...], kind: type[Effect]) -> int:
    """How many effects of a kind these assistants have."""
    return sum(isinstance(effect, kind) for effect in standing(hired))


def colour_price(player: Player) -> int:
    """Rulebook, Ignore a color requirement: 2 cogs; Gordon: 1."""
    return colour_price_of(player.hired)


@lru_cache(maxsize=1 << 14)
def colour_price_of(hired: tuple[Hired, ...]) -> int:
    """The price of ignoring a colour with these assistants."""
    prices = [each.cogs for each in standing(hired) if isinstance(each, ColourPrice)]
    return min(prices, default=IGNORE_COLOUR_PRICE)


def recruit_price(player: Player) -> int:
    """Rulebook, Recruit an assistant: 1 cog, then 2, 3 and so on; Discount: 1 less."""
    return len(player.hired) + ("discount" not in player.upgrades)


def factory_sum(player: Player) -> int:
    """What counts towards the next factory level: the section's dice, Margot and Theodora, and
    one-time effects."""
    found = player.factory + factory_each(player.hired)
    for die in player.section:
        if die is not None:
            found += die.value
    return found


@lru_cache(maxsize=1 << 14)
def factory_each(hired: tuple[Hired, ...]) -> int:
    """Rulebook, Margot and Theodora: what these assistants add towards every level."""
    return sum(effect.count for effect in standing(hired) if isinstance(effect, FactoryEach))


def lacks(player: Player, die: Die, need: Need) -> tuple[bool, bool]:
    """Which requirements of a space a die doesn't meet: the colour, the value.

    Rulebook, Die upgrades: dice of the player's own colour may ignore one or the other.
    """
    own = die.colour == player.colour
    colour = bool(need.colour) and die.colour != need.colour
    number = bool(need.value) and die.value != need.value
    return (
        colour and not (own and "ignore_colour" in player.upgrades),
        number and not (own and "ignore_value" in player.upgrades),
    )


# --- The agenda. ---


def push(player: Player, effects: tuple[Effect, ...], source: str) -> Player:
    """These effects are resolved next."""
    jobs = tuple(Job(effect, source) for effect in effects)
    return replace(player, agenda=(*jobs, *player.agenda))


def drop(player: Player) -> Player:
    """The first job is finished."""
    return replace(player, agenda=player.agenda[1:])


def swap_head(player: Player, effect: Effect) -> Player:
    """The first job goes on as this."""
    job = Job(effect, player.agenda[0].source)
    return replace(player, agenda=(job, *player.agenda[1:]))


def resolve(state: State, seat: Seat, telling: Telling) -> State:
    """Works on a seat's agenda until it is empty or the seat must choose."""
    while True:
        state = check_level(state, seat, telling)
        player = state.players[seat]
        if not player.agenda:
            return state
        job = player.agenda[0]
        after = carry_out(state, seat, player, job.effect, job.source, telling)
        if after is None:
            return state
        state = after


def carry_out(
    state: State, seat: Seat, player: Player, effect: Effect, source: str, telling: Telling
) -> State | None:
    """One step of the first job; None if the seat must choose."""
    rest = drop(player)
    match effect:
        case GainCogs(count):
            telling.say(CogsGained(seat, count, source))
            return set_player(state, seat, replace(rest, cogs=player.cogs + count))
        case GainSparks(count):
            telling.say(SparksGained(seat, count, source))
            return set_player(state, seat, replace(rest, sparks=player.sparks + count))
        case GainDice(count):
            state = set_player(state, seat, rest)
            for _ in range(count):
                state = gain_die(state, seat, telling, source)
            return state
        case GainSetDie(value):
            return gain_die(set_player(state, seat, rest), seat, telling, source, value=value)
        case GainColour(colour):
            return gain_die(set_player(state, seat, rest), seat, telling, source, colour=colour)
        case Advance(colour, steps):
            return advance(state, seat, player, colour, steps, telling)
        case DrawCards(count):
            return draw_cards(set_player(state, seat, rest), seat, count, telling)
        case Factory(count):
            telling.say(Allowed(seat, "factory", count, source))
            return set_player(state, seat, replace(rest, factory=player.factory + count))
        case Pips(count):
            telling.say(Allowed(seat, "pips", count, source))
            return set_player(state, seat, replace(rest, pips=player.pips + count))
        case IgnoreColour():
            telling.say(Allowed(seat, "colour", 1, source))
            return set_player(state, seat, replace(rest, colours=player.colours + 1))
        case IgnoreNumber():
            telling.say(Allowed(seat, "number", 1, source))
            return set_player(state, seat, replace(rest, numbers=player.numbers + 1))
        case ClearDice(slot):
            return clear_dice(state, seat, rest, slot, telling)
        case _:
            return carry_out_choice(state, seat, player, effect, telling)


def carry_out_choice(
    state: State, seat: Seat, player: Player, effect: Effect, telling: Telling
) -> State | None:
    """A job that asks, if there is anything to choose; None if so."""
    rest = drop(player)
    missed = ""
    match effect:
        case FreeRecruit() if not player.hand:
            missed = "recruit"
        case Reroll() if not player.pool:
            missed = "reroll"
        case TakeUpgrade():
            kinds = open_upgrades(state, player)
            if not kinds:
                missed = "upgrade"
            elif len(kinds) == 1 and UPGRADES[kinds[0]].group != SLOT:
                return take_upgrade(state, seat, kinds[0], 0, telling)
        case FireBoxes(count):
            boxes = open_boxes(player)
            if not count or not boxes:
                return set_player(state, seat, rest)
            if len(boxes) == 1:
                return fire(state, seat, boxes[0], telling)
        case CopyAssistant():
            models = open_models(player)
            if not models:
                missed = "copy"
            elif len(models) == 1:
                return copy(state, seat, models[0], telling)
        case Recycle() if not vacancies(player):
            return set_player(state, seat, rest)
        case Instant(_, times):
            can_pay = player.cogs or player.pool or placed_dice(player) or boxes_for_sparks(player)
            if times >= how_many(player, InstantBox) or not can_pay:
                return set_player(state, seat, rest)
        case _:
            pass
    if not missed:
        return None
    telling.say(Declined(seat, missed))
    return set_player(state, seat, rest)


# --- Dice spaces. ---


def vacancies(player: Player) -> list[tuple[str, Need]]:
    """The vacant die spaces on unfinished robots, as addresses (`"2.1"`) with what they need."""
    return [
        (f"{number}.{place}", need)
        for number, slot in zip(SLOTS, player.slots, strict=True)
        if slot.robot
        for place, (need, die) in enumerate(
            zip(ROBOTS[slot.robot].spaces, slot.dice, strict=True), 1
        )
        if die is None
    ]


# --- Completing robots. ---


def complete(state: State, seat: Seat, number: int, telling: Telling) -> State:
    """Rulebook, Build robot: the last space is covered. The card is built at once; then come its
    steps, its rewards, the slot's upgrade, Max; the dice lie there until all that is over."""
    player = state.players[seat]
    slot = player.slots[number - 1]
    robot = ROBOTS[slot.robot]
    telling.say(RobotCompleted(seat, robot.key, number))
    slots = list(player.slots)
    slots[number - 1] = Slot("", slot.dice, slot.upgrade)
    player = replace(
        player,
        slots=tuple(slots),
        built=(*player.built, Built(robot.key)),
        completed=True,
    )
    last: tuple[Effect, ...] = (ClearDice(number),)
    player = push(player, (Instant(robot.key), *last) if robot.box else last, robot.key)
    player = push(player, slot_effects(slot.upgrade, number, robot.colour), slot.upgrade)
    player = push(player, (Advance(robot.colour, robot.steps), *robot.rewards), robot.key)
    return set_player(state, seat, player)


def slot_effects(upgrade: Key, number: int, colour: Colour) -> tuple[Effect, ...]:
    """Rulebook, Slot upgrades: what a robot completed in this slot brings on top."""
    match upgrade:
        case "bonus_point":
            return (Advance(colour, 1),)
        case "bonus_cog":
            return (GainCogs(1),)
        case "recycle":
            return (Recycle(number),)
        case _:
            return ()


def clear_dice(state: State, seat: Seat, player: Player, number: int, telling: Telling) -> State:
    """Rulebook, Build robot: the used dice go to the discard pile."""
    slot = player.slots[number - 1]
    dice = tuple(die for die in slot.dice if die is not None)
    telling.say(DiceCleared(seat, dice, f"slot {number}"))
    slots = list(player.slots)
    slots[number - 1] = Slot("", (), slot.upgrade)
    return discard(set_player(state, seat, replace(player, slots=tuple(slots))), *dice)


# --- The factory. ---


def check_level(state: State, seat: Seat, telling: Telling) -> State:
    """Rulebook, Upgrade factory: the sum is reached, so the level marker moves up and the section
    is emptied; one level a filling, and never without a die."""
    player = state.players[seat]
    if player.section == NO_DIE or player.level == len(LEVELS):
        return state
    if factory_sum(player) < LEVELS[player.level].sum:
        return state
    dice = tuple(die for die in player.section if die is not None)
    level = player.level + 1
    telling.say(LevelReached(seat, level), DiceCleared(seat, dice, "factory"))
    player = replace(player, section=NO_DIE, factory=0, level=level)
    player = push(player, (LEVELS[level - 1].reward,), f"level {level}")
    return discard(set_player(state, seat, player), *dice)


# --- Scoring tracks. ---


def open_tracks(player: Player, colour: Colour) -> list[Colour]:
    """The tracks on which a step of this colour may be made.

    Rulebook, Advancing on the Scoring Tracks: its own; at its end any other; Penelope and Walter:
    any.
    """
    free = [each for place, each in zip(player.tracks, COLOURS, strict=True) if place < END]
    if colour == ANY or colour not in free:
        return free
    if any(isinstance(e, Redirect) and e.colour == colour for e in standing(player.hired)):
        return free
    return [colour]


def advance(
    state: State, seat: Seat, player: Player, colour: Colour, steps: int, telling: Telling
) -> State | None:
    """The next of some steps; None if the seat must choose the track."""
    tracks = open_tracks(player, colour)
    if not tracks:
        telling.say(StepsLost(seat, steps))
        return set_player(state, seat, drop(player))
    if len(tracks) > 1:
        return None
    return step(state, seat, tracks[0], telling)


def step(state: State, seat: Seat, on: Colour, telling: Telling) -> State:
    """Rulebook, Advancing on the Scoring Tracks: one step of the first job. Bonus spaces are not
    counted as steps: moving past one gives its reward, before any further step."""
    player = state.players[seat]
    effect = player.agenda[0].effect
    assert isinstance(effect, Advance)
    if effect.steps > 1:
        player = swap_head(player, Advance(effect.colour, effect.steps - 1))
    else:
        player = drop(player)
    at = COLOUR_PLACE[on]
    place = player.tracks[at] + 1
    telling.say(Advanced(seat, on, place))
    player = replace(player, tracks=(*player.tracks[:at], place, *player.tracks[at + 1 :]))
    if place - 1 in BONUS_AFTER:
        bonus = state.bonuses[at][BONUS_AFTER.index(place - 1)]
        telling.say(BonusPassed(seat, on, bonus))
        player = push(player, bonus_effects(bonus, on), f"bonus {bonus}")
    return set_player(state, seat, player)


# --- Cards, boxes, tiles. ---


def draw_cards(state: State, seat: Seat, count: int, telling: Telling) -> State:
    """Rulebook, Symbols: assistant cards from the deck; a short deck gives what there is."""
    player = state.players[seat]
    cards, deck = state.assistants[:count], state.assistants[count:]
    telling.say(CardsDealt(seat, len(cards), len(deck), by_card(cards)))
    player = replace(player, hand=by_card((*player.hand, *cards)))
    return set_player(replace(state, assistants=deck), seat, player)


def recruit(state: State, seat: Seat, key: Key, cogs: int, telling: Telling) -> State:
    """Rulebook, Recruit an assistant: it lies face up; a one-time effect comes at once."""
    player = state.players[seat]
    telling.say(Recruited(seat, key, cogs))
    player = replace(
        player,
        cogs=player.cogs - cogs,
        hand=tuple(card for card in player.hand if card != key),
        hired=(*player.hired, Hired(key)),
    )
    return set_player(state, seat, at_once(player, key))


def at_once(player: Player, key: Key) -> Player:
    """The one-time effect of an assistant comes next."""
    assistant = ASSISTANTS[key]
    return push(player, assistant.effects, key) if assistant.mark == ONCE else player


def open_models(player: Player) -> list[Key]:
    """Whom Conrad can copy: any other own assistant."""
    return [each.assistant for each in player.hired if each.assistant != CONRAD]


def copy(state: State, seat: Seat, key: Key, telling: Telling) -> State:
    """Rulebook, Conrad: he has the effect of another card; a one-time effect comes at once."""
    player = drop(state.players[seat])
    telling.say(Copied(seat, key))
    hired = tuple(
        replace(each, copies=key) if each.assistant == CONRAD else each for each in player.hired
    )
    return set_player(state, seat, at_once(replace(player, hired=hired), key))


def all_boxes(player: Player) -> list[tuple[Key, str]]:
    """A player's power boxes, the printed one first, and what lies on each."""
    robots = [(each.robot, each.token) for each in player.built if ROBOTS[each.robot].box]
    return [(BOARD, player.board_box), *robots]


def boxes_for_sparks(player: Player) -> list[Key]:
    """Rulebook, Activate a power box: the vacant boxes, if there is a spark for one."""
    return [box for box, token in all_boxes(player) if not token] if player.sparks else []


def open_boxes(player: Player) -> list[Key]:
    """The boxes that Olympia may still have."""
    effect = player.agenda[0].effect
    assert isinstance(effect, FireBoxes)
    return [box for box, _ in all_boxes(player) if box not in effect.fired]


def fire(state: State, seat: Seat, box: Key, telling: Telling) -> State:
    """Rulebook, Olympia: the effect of a power box, whether it was activated or not."""
    player = state.players[seat]
    effect = player.agenda[0].effect
    assert isinstance(effect, FireBoxes)
    telling.say(BoxFired(seat, box, "olympia"))
    player = swap_head(player, FireBoxes(effect.count - 1, (*effect.fired, box)))
    return set_player(state, seat, push(player, box_effects(box), box))


def fire_instantly(state: State, seat: Seat, telling: Telling) -> State:
    """Rulebook, Max: a cog for the box of the robot just completed; the box stays free."""
    player = state.players[seat]
    effect = player.agenda[0].effect
    assert isinstance(effect, Instant)
    telling.say(BoxFired(seat, effect.robot, "max"))
    player = swap_head(player, Instant(effect.robot, effect.times + 1))
    player = replace(player, cogs=player.cogs - 1)
    return set_player(state, seat, push(player, box_effects(effect.robot), effect.robot))


def open_upgrades(state: State, player: Player) -> list[Key]:
    """Rulebook, Upgrade tiles: the kinds that lie out and that the player hasn't got."""
    taken = upgrades_of(player)
    return [kind for kind in state.upgrades if kind not in taken]


def take_upgrade(state: State, seat: Seat, kind: Key, number: int, telling: Telling) -> State:
    """Rulebook, Upgrade tiles: on the board, or above a slot (1 to 3)."""
    player = drop(state.players[seat])
    telling.say(UpgradeTaken(seat, kind, number))
    if number:
        slots = list(player.slots)
        slots[number - 1] = replace(slots[number - 1], upgrade=kind)
        return set_player(state, seat, replace(player, slots=tuple(slots)))
    return set_player(state, seat, replace(player, upgrades=(*player.upgrades, kind)))
