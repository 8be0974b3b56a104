"""The frame of the game: the row, taking dice, the end of a turn, of a round, of the game."""

from msgspec.structs import replace

from engines.core.engine import Illegal, Reason, Seat, Step, Switch, Unreadable
from engines.sparks import text
from engines.sparks.actions import has_options
from engines.sparks.components import ROW, TILES, tile_side
from engines.sparks.effects import SLOTS, how_many, push, resolve
from engines.sparks.model import (
    ACT,
    LEFT,
    OVER,
    REFILL,
    RIGHT,
    SCRAP,
    SPARK,
    STORE,
    TAKE,
    Action,
    DiceTaken,
    Die,
    Draw,
    Ended,
    Event,
    Fit,
    Fitted,
    Keep,
    OrderSwitched,
    Player,
    PlayTile,
    ReadyToDraw,
    RobotChosen,
    RobotsReturned,
    RobotsShown,
    RoundEnded,
    RowFilled,
    Scored,
    Scrap,
    Scrapped,
    State,
    Stored,
    Take,
    TakeAnywhere,
    TilePlayed,
    ToScrap,
    TurnBegan,
)
from engines.sparks.scoring import result, score
from engines.sparks.setup import deal_robots, new_slot
from engines.sparks.supply import (
    Telling,
    clockwise,
    discard,
    draw_colour,
    find,
    own_dice,
    sell,
    set_player,
)

ROUNDS = len(TILES)
SOLO_TURNS = 2 * ROUNDS
STORAGE = 1
"""Rulebook, End of Turn: so many dice may be kept."""


# --- Whose turn it is. ---


def is_solo(state: State) -> bool:
    """One player."""
    return len(state.players) == 1


def is_secondary(state: State) -> bool:
    """Rulebook, Solo Game: every other turn is a secondary one."""
    return is_solo(state) and state.turn % 2 == 0


def turns_in_all(seats: int) -> int:
    """Rulebook, Goal of the Game: all are the active player four times. Solo: 8 turns."""
    return SOLO_TURNS if seats == 1 else ROUNDS * seats


def turns_a_round(seats: int) -> int:
    """How many turns a round has; in a solo game sparks come home after each secondary turn."""
    return 2 if seats == 1 else seats


def round_number(state: State) -> int:
    """The round, counted from 1."""
    return (max(state.turn, 1) - 1) // turns_a_round(len(state.players)) + 1


def active_seat(state: State) -> Seat:
    """The active player: clockwise from the first, turn by turn."""
    seats = len(state.players)
    return (state.first + max(state.turn, 1) - 1) % seats


# --- Actions in order: what the host may change between turns. ---

ORDER = {"in order on": True, "in order off": False}
"""The changes of the table option, as text."""


def is_in_order_next(state: State) -> bool:
    """Whether actions go in order from the next turn on."""
    return state.options.in_order != state.switched


def switches(state: State) -> tuple[Switch, ...]:
    """Table option *in order*: it can be changed for the next turn, while there is one. Alone there
    is no order."""
    if is_solo(state) or state.turn == turns_in_all(len(state.players)):
        return ()
    wanted = not is_in_order_next(state)
    said = next(said for said, order in ORDER.items() if order == wanted)
    return (
        Switch(
            said, text.order_label(wanted), text.order_told(state.options.in_order, state.switched)
        ),
    )


def switch(state: State, said: str) -> Step[State, Event]:
    """The host changes it: everybody is told, and the next turn is played so."""
    if said not in ORDER:
        raise Unreadable(said)
    if said not in [each.text for each in switches(state)]:
        raise Illegal(text.no_switch())
    state = replace(state, switched=not state.switched)
    return Step(state, (OrderSwitched(is_in_order_next(state)),))


# --- The row, and taking from it. ---


def begin_turn(state: State, telling: Telling) -> State:
    """Rulebook, How to Play: the row is emptied and refilled. A solo game's secondary turn leaves
    it as it is."""
    options = replace(state.options, in_order=is_in_order_next(state))
    state = replace(
        state, turn=state.turn + 1, tile="", phase=TAKE, options=options, switched=False
    )
    active, secondary = active_seat(state), is_secondary(state)
    telling.say(TurnBegan(state.turn, round_number(state), active, secondary))
    if secondary:
        state = replace(state, taking=(active,))
        return serve_next(state, telling)
    state = fill_row(discard(state, *state.row), telling)
    return replace(state, taking=clockwise(state, active))


def fill_row(state: State, telling: Telling) -> State:
    """Rulebook, How to Play: seven dice from the bag, as they come; as many as there are."""
    dice: list[Die] = []
    for place in range(ROW):
        state, colour = draw_colour(state, telling, "row", state.turn, place)
        if colour:
            value = 1 + telling.chance.below(6, "row", state.turn, place, "value")
            dice.append(Die(state.serial + len(dice), colour, value))
    telling.say(RowFilled(tuple(dice)))
    return replace(state, row=tuple(dice), serial=state.serial + len(dice))


def serve_next(state: State, telling: Telling) -> State:
    """Rulebook, How to Play: the others take dice, clockwise: one each, with two players (and in a
    secondary turn) two. Where there is no choice the dice are taken for a seat."""
    two = len(state.players) <= 2
    while state.taking and len(state.row) <= (owed := 1 + two):
        if state.row:
            state = take(state, state.taking[0], 0, owed, telling)
        state = replace(state, taking=state.taking[1:])
    if state.taking:
        return replace(state, owed=1 + two)
    return begin_actions(replace(state, owed=0), telling)


def plays_tile(state: State) -> bool:
    """Whether the next to take is the active seat, which plays a tile."""
    return not state.owed and not is_secondary(state)


def take_options(state: State, seat: Seat) -> tuple[Action, ...]:
    """Every way in which the seat whose turn it is to take can do so."""
    if seat != state.taking[0]:
        return ()
    player = state.players[seat]
    if plays_tile(state):
        return tuple(PlayTile(tile, at) for tile in player.tiles for at in tile_places(state, tile))
    if picks_anywhere(player):
        return tuple(Take(str(place)) for place in range(1, len(state.row) + 1))
    return (Take(LEFT), Take(RIGHT))


def tile_places(state: State, tile: str) -> tuple[str, ...]:
    """Rulebook, Production tile effects: from the left or the right; the anywhere tile's dice
    from any place on, neighbours still."""
    side = tile_side(tile, len(state.players))
    if side.anywhere and len(state.row) > side.dice:
        return tuple(str(place) for place in range(1, len(state.row) - side.dice + 2))
    return (LEFT, RIGHT)


def picks_anywhere(player: Player) -> bool:
    """Rulebook, Quincy: on others' turns (and in secondary turns), die by die from anywhere."""
    return how_many(player, TakeAnywhere) > 0


def why_not_take(state: State, seat: Seat, action: Action) -> Reason | None:
    """Why a seat can't take these dice now."""
    if seat != state.taking[0]:
        return text.not_your_take()
    legal = take_options(state, seat)
    if action in legal:
        return None
    match action:
        case PlayTile(tile) if plays_tile(state):
            if tile not in state.players[seat].tiles:
                return text.tile_gone()
            return text.no_place(tile_places(state, tile))
        case Take() if not plays_tile(state):
            return text.no_place(tuple(each.at for each in legal if isinstance(each, Take)))
        case _:
            return text.not_now()


def take_dice(state: State, seat: Seat, action: PlayTile | Take, telling: Telling) -> State:
    """Rulebook, How to Play: the production tile with its dice and then its effect; or the dice of
    another seat. The row closes up behind them."""
    if isinstance(action, Take):
        count = state.owed if action.at in (LEFT, RIGHT) else 1
        state = take(state, seat, first_place(state, action.at, count), count, telling)
        state = replace(state, owed=state.owed - count)
        if state.owed:
            return state
        return serve_next(replace(state, taking=state.taking[1:]), telling)
    side = tile_side(action.tile, len(state.players))
    player = state.players[seat]
    telling.say(TilePlayed(seat, action.tile))
    tiles = tuple(tile for tile in player.tiles if tile != action.tile)
    player = replace(player, tiles=tiles, rerolls=player.rerolls + side.rerolls)
    state = replace(set_player(state, seat, player), tile=action.tile)
    count = min(side.dice, len(state.row))
    state = take(state, seat, first_place(state, action.at, count), count, telling)
    player = push(state.players[seat], side.extras, "tile")
    state = resolve(set_player(state, seat, player), seat, telling)
    return serve_next(replace(state, taking=state.taking[1:]), telling)


def first_place(state: State, at: str, count: int) -> int:
    """Where in the row (from 0) the first of the dice lies."""
    match at:
        case "left":
            return 0
        case "right":
            return len(state.row) - count
        case _:
            return int(at) - 1


def take(state: State, seat: Seat, place: int, count: int, telling: Telling) -> State:
    """These dice of the row go to a seat, as they are."""
    dice = state.row[place : place + count]
    if dice:
        telling.say(DiceTaken(seat, dice, place))
    player = state.players[seat]
    row = (*state.row[:place], *state.row[place + count :])
    state = replace(state, row=row)
    return set_player(state, seat, replace(player, pool=(*player.pool, *dice)))


# --- The action phase begins and ends. ---


def begin_actions(state: State, telling: Telling) -> State:
    """Rulebook, Actions: all act at once. Whoever has nothing to do is done."""
    players = tuple(replace(each, done=not has_options(each)) for each in state.players)
    state = replace(state, phase=ACT, players=players)
    if not all(player.done for player in players):
        telling.beat(state)
    return end_actions(state, telling)


def end_actions(state: State, telling: Telling) -> State:
    """Rulebook, End of Turn: once all are done. What held for this turn only is over."""
    if not all(player.done for player in state.players):
        return state
    players = tuple(map(rest, state.players))
    state = replace(state, players=players)
    telling.beat(state)
    if state.turn == turns_in_all(len(players)):
        return end_game(state, telling)
    if not any(player.completed for player in players):
        return begin_store(state, telling)
    players = tuple(
        replace(player, done=not (player.completed and may_scrap(player))) for player in players
    )
    state = replace(state, phase=SCRAP, players=players)
    return end_scrap(state, telling)


def rest(player: Player) -> Player:
    """A player as the turn leaves them: once-a-turn assistants fresh, one-time effects gone."""
    hired = tuple(replace(each, used=False) if each.used else each for each in player.hired)
    return replace(
        player, hired=hired, factory=0, pips=0, colours=0, numbers=0, rerolls=0, done=False
    )


# --- New robots. ---


def may_scrap(player: Player) -> bool:
    """Whether there is an unfinished robot left to discard."""
    return any(slots_to_scrap(player))


def slots_to_scrap(player: Player) -> list[int]:
    """The slots with an unfinished robot that is to stay so far."""
    return [
        number
        for number in SLOTS
        if player.slots[number - 1].robot and number not in player.scrapped
    ]


def scrap_options(player: Player) -> tuple[Action, ...]:
    """Rulebook, Refill assembly lines: discard unfinished robots, one by one, then draw."""
    if player.done:
        return ()
    return (*map(Scrap, slots_to_scrap(player)), Draw())


def scrap(state: State, seat: Seat, action: Scrap | Draw, telling: Telling) -> State:
    """One robot to discard, or no more of them."""
    player = state.players[seat]
    if isinstance(action, Scrap):
        telling.say(ToScrap(seat, player.slots[action.slot - 1].robot, action.slot))
        player = replace(player, scrapped=(*player.scrapped, action.slot))
        player = replace(player, done=not may_scrap(player))
    else:
        telling.say(ReadyToDraw(seat))
        player = replace(player, done=True)
    return end_scrap(set_player(state, seat, player), telling)


def end_scrap(state: State, telling: Telling) -> State:
    """Rulebook, Refill assembly lines: dice on discarded robots are sold, the cards go under the
    deck; then all draw one card more than they have empty slots. Clockwise from the active seat."""
    if not all(player.done for player in state.players):
        return state
    order = [seat for seat in clockwise(state, active_seat(state)) if refills(state, seat)]
    for seat in order:
        for number in state.players[seat].scrapped:
            state = scrap_robot(state, seat, number, telling)
    for seat in order:
        state = deal_robots(state, seat, len(empty_slots(state.players[seat])) + 1, telling)
    players = tuple(replace(each, scrapped=(), done=not each.drawn) for each in state.players)
    return end_refill(replace(state, phase=REFILL, players=players), telling)


def refills(state: State, seat: Seat) -> bool:
    """Only who completed a robot this turn refills."""
    return state.players[seat].completed


def scrap_robot(state: State, seat: Seat, number: int, telling: Telling) -> State:
    """An unfinished robot leaves the assembly line."""
    slot = state.players[seat].slots[number - 1]
    telling.say(Scrapped(seat, slot.robot, number))
    for die in slot.dice:
        if die is not None:
            state = sell(state, seat, die, telling)
    player = state.players[seat]
    slots = tuple(
        replace(each, robot="", dice=()) if place == number else each
        for place, each in zip(SLOTS, player.slots, strict=True)
    )
    state = replace(state, robots=(*state.robots, slot.robot))
    return set_player(state, seat, replace(player, slots=slots))


def empty_slots(player: Player) -> list[int]:
    """The slots without a robot, those already chosen for a new one left out."""
    taken = {each.slot for each in player.fitted}
    return [
        number for number in SLOTS if not player.slots[number - 1].robot and number not in taken
    ]


def fit_options(player: Player) -> tuple[Action, ...]:
    """Each drawn robot in each empty slot."""
    if player.done:
        return ()
    return tuple(Fit(robot, number) for robot in player.drawn for number in empty_slots(player))


def fit(state: State, seat: Seat, action: Fit, telling: Telling) -> State:
    """Rulebook, Refill assembly lines: one sealed choice. A short deck fills what it can."""
    player = state.players[seat]
    telling.say(RobotChosen(seat, action.robot, action.slot))
    player = replace(
        player,
        drawn=tuple(key for key in player.drawn if key != action.robot),
        fitted=(*player.fitted, Fitted(action.robot, action.slot)),
    )
    player = replace(player, done=not player.drawn or not empty_slots(player))
    return end_refill(set_player(state, seat, player), telling)


def end_refill(state: State, telling: Telling) -> State:
    """All new robots are shown; cards left over go under the deck, clockwise."""
    if not all(player.done for player in state.players):
        return state
    for seat in clockwise(state, active_seat(state)):
        player = state.players[seat]
        if not player.completed:
            continue
        fitted = tuple(sorted(player.fitted, key=lambda each: each.slot))
        telling.say(RobotsShown(seat, fitted, len(player.drawn)))
        if player.drawn:
            telling.say(RobotsReturned(seat, player.drawn))
        slots = list(player.slots)
        for each in fitted:
            slots[each.slot - 1] = new_slot(each.robot, slots[each.slot - 1].upgrade)
        robots = (*state.robots, *player.drawn)
        player = replace(player, slots=tuple(slots), drawn=(), fitted=(), completed=False)
        state = set_player(replace(state, robots=robots), seat, player)
    telling.beat(state)
    return begin_store(state, telling)


# --- Storage. ---


def begin_store(state: State, telling: Telling) -> State:
    """Rulebook, End of Turn: at most one die is kept; those with more choose."""
    players = tuple(replace(each, done=len(each.pool) <= STORAGE) for each in state.players)
    return end_store(replace(state, phase=STORE, players=players), telling)


def store_options(player: Player) -> tuple[Action, ...]:
    """Keep one of the dice, or none."""
    if player.done:
        return ()
    return (*(Keep(die.id) for die in player.pool), Keep(0))


def store(state: State, seat: Seat, action: Keep, telling: Telling) -> State:
    """A seat keeps a die and sells the others."""
    player = state.players[seat]
    telling.say(Stored(seat, find(player.pool, action.die)))
    for die in player.pool:
        if die.id != action.die:
            state = sell(state, seat, die, telling)
    state = set_player(state, seat, replace(state.players[seat], done=True))
    return end_store(state, telling)


def end_store(state: State, telling: Telling) -> State:
    """The turn is over; after the last one of a round sparks come home."""
    if not all(player.done for player in state.players):
        return state
    if state.turn % turns_a_round(len(state.players)) == 0:
        state = end_round(state, telling)
    players = tuple(replace(player, done=False) for player in state.players)
    return begin_turn(replace(state, players=players), telling)


# --- The end of a round, and of the game. ---


def end_round(state: State, telling: Telling) -> State:
    """Rulebook, End of Round: sparks come home from the power boxes; Emma's cogs are lost."""
    telling.say(RoundEnded(round_number(state)))
    return replace(state, players=tuple(map(bring_home, state.players)))


def bring_home(player: Player) -> Player:
    """A player's boxes are free again."""
    sparks = (player.board_box == SPARK) + sum(each.token == SPARK for each in player.built)
    built = tuple(replace(each, token="") if each.token else each for each in player.built)
    return replace(player, sparks=player.sparks + sparks, built=built, board_box="")


def end_game(state: State, telling: Telling) -> State:
    """Rulebook, Game Ends: no refill; every die left is sold, and all points are told."""
    for seat in clockwise(state, active_seat(state)):
        for die in own_dice(state.players[seat]):
            state = sell(state, seat, die, telling)
    state = end_round(state, telling)
    telling.beat(state)
    scores = tuple(score(player, state.goals) for player in state.players)
    telling.say(*(Scored(seat, each) for seat, each in enumerate(scores)))
    state = replace(state, phase=OVER, scores=scores)
    ended = result(state)
    assert ended is not None
    telling.say(Ended(ended.reason, ended.winners))
    return state
