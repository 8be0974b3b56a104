"""Who is asked what, what is legal, and what an action does: the phases put together."""

from engines.core.chance import Chance
from engines.core.engine import Ask, Illegal, Reason, Seat, Step
from engines.sparks import text
from engines.sparks.actions import act, act_options, question, why_not_act
from engines.sparks.components import tile_side
from engines.sparks.model import (
    ACT,
    DRAFT,
    KEEP,
    OVER,
    REFILL,
    SCRAP,
    STORE,
    TAKE,
    Action,
    Decline,
    Done,
    Draft,
    Draw,
    Event,
    Fit,
    Keep,
    PlayTile,
    Return,
    Scrap,
    State,
    Take,
)
from engines.sparks.scoring import ENDINGS as ENDINGS
from engines.sparks.scoring import result as result
from engines.sparks.setup import draft, keep_robots
from engines.sparks.supply import Telling, clockwise
from engines.sparks.turns import (
    active_seat,
    begin_turn,
    end_actions,
    fit,
    fit_options,
    plays_tile,
    scrap,
    scrap_options,
    store,
    store_options,
    take_dice,
    take_options,
    why_not_take,
)

# --- Who is asked. ---


def asks(state: State) -> tuple[Ask, ...]:
    """One question to every seat that must answer, or may take its *done* back."""
    match state.phase:
        case "act":
            return tuple(act_asks(state))
        case "take":
            kind = "tile" if plays_tile(state) else "take"
            return (Ask(state.taking[0], kind, f"turn {state.turn}", True),)
        case "keep":
            return tuple(
                Ask(seat, "return", "set-up", True)
                for seat, player in enumerate(state.players)
                if not player.returned
            )
        case "draft":
            return tuple(
                Ask(seat, "draft", f"card {len(player.hand) + 1}", True)
                for seat, player in enumerate(state.players)
                if not player.picked
            )
        case "over":
            return ()
        case _:
            return tuple(
                Ask(seat, state.phase, f"turn {state.turn}", True)
                for seat, player in enumerate(state.players)
                if not player.done
            )


def act_asks(state: State) -> list[Ask]:
    """In the action phase: what a seat's agenda asks, or what it does, or whether it takes *done*
    back. In order: only the first seat, clockwise from the active one, that isn't done."""
    about = f"turn {state.turn}"
    turn = next_in_order(state) if state.options.in_order else None
    found = []
    for seat, player in enumerate(state.players):
        if player.agenda:
            job = player.agenda[0]
            found.append(Ask(seat, question(player), f"{about}, {job.source}", True))
        elif turn is not None:
            if seat == turn:
                found.append(Ask(seat, "act", about, True))
        elif player.done:
            found.append(Ask(seat, "done", about, False))
        else:
            found.append(Ask(seat, "act", about, True))
    return found


def next_in_order(state: State) -> Seat:
    """Table option *in order*: whose actions it is now. Somebody isn't done, or the turn is
    over."""
    order = clockwise(state, active_seat(state))
    return next(seat for seat in order if not state.players[seat].done)


# --- What is legal. ---


def options(state: State, seat: Seat) -> tuple[Action, ...]:
    """Every legal action of a seat, in a pinned order."""
    player = state.players[seat]
    match state.phase:
        case "act":
            if state.options.in_order and seat != next_in_order(state):
                return ()
            return act_options(state, seat)
        case "take":
            return take_options(state, seat)
        case "keep":
            return () if player.returned else tuple(map(Return, player.drawn))
        case "draft":
            return () if player.picked else tuple(map(Draft, player.packet))
        case "scrap":
            return scrap_options(player)
        case "refill":
            return fit_options(player)
        case "store":
            return store_options(player)
        case _:
            return ()


OF_A_PHASE: dict[type[Action], str] = {
    Return: KEEP,
    Draft: DRAFT,
    PlayTile: TAKE,
    Take: TAKE,
    Scrap: SCRAP,
    Draw: SCRAP,
    Fit: REFILL,
    Keep: STORE,
}
"""The phase of an action; all others belong to the action phase."""


def why_not(state: State, seat: Seat, action: Action) -> Reason | None:
    """Why an action can't be done now; None if it can."""
    if state.phase == OVER:
        return text.over()
    if OF_A_PHASE.get(type(action), ACT) != state.phase:
        return text.not_now()
    match state.phase:
        case "act":
            if state.options.in_order and seat != next_in_order(state):
                return text.acted() if state.players[seat].done else text.not_your_turn()
            return why_not_act(state, seat, action)
        case "take":
            return why_not_take(state, seat, action)
        case _:
            legal = options(state, seat)
            if action in legal:
                return None
            return text.no_answer() if legal else text.answered()


def idle(state: State, seat: Seat) -> Action:
    """What an absent player does: the tile with the lowest number of dice, dice from the left, the
    first cards; declines what may be declined; else is done, and keeps the highest die."""
    player = state.players[seat]
    legal = options(state, seat)
    match state.phase:
        case "take" if plays_tile(state):
            seats = len(state.players)
            lowest = min(player.tiles, key=lambda tile: tile_side(tile, seats).dice)
            return next(
                each for each in legal if isinstance(each, PlayTile) and each.tile == lowest
            )
        case "keep":
            return legal[-1]
        case "act":
            return next((each for each in legal if isinstance(each, Done | Decline)), legal[0])
        case "scrap":
            return Draw()
        case "store":
            return Keep(max(player.pool, key=lambda die: die.value).id)
        case _:
            return legal[0]


def closed(before: State, after: State) -> bool:
    """A phase closed for everybody: all robots shown, all packets passed, a seat's dice taken, all
    done (in order: one seat), all new robots shown, all sales made."""
    return step_of(before) != step_of(after)


def step_of(state: State) -> tuple[int, str, int]:
    """Turn and phase, and how far it is: cards kept in a draft, seats that still take dice, in
    order the seat that acts. Whoever is asked next must not lose that by an undo."""
    match state.phase:
        case "draft":
            part = len(state.players[0].hand)
        case "take":
            part = len(state.taking)
        case "act" if state.options.in_order:
            part = next_in_order(state)
        case _:
            part = 0
    return state.turn, state.phase, part


# --- What an action does. ---


def apply(state: State, seat: Seat, action: Action, chance: Chance) -> Step[State, Event]:
    """Does one action; the one that closes a phase does what follows as well."""
    reason = why_not(state, seat, action)
    if reason is not None:
        raise Illegal(reason)
    telling = Telling(chance, [], [])
    state = carry_out(state, seat, action, telling)
    return Step(state, tuple(telling.events), tuple(telling.beats))


def carry_out(state: State, seat: Seat, action: Action, telling: Telling) -> State:
    """The action, and the end of its phase."""
    match action:
        case Return(robot):
            state = keep_robots(state, seat, robot, telling)
            if state.phase == KEEP and not any(player.drawn for player in state.players):
                return begin_turn(state, telling)
            return state
        case Draft(key):
            state = draft(state, seat, key, telling)
            if not any(player.packet for player in state.players):
                return begin_turn(state, telling)
            return state
        case PlayTile() | Take():
            return take_dice(state, seat, action, telling)
        case Scrap() | Draw():
            return scrap(state, seat, action, telling)
        case Fit():
            return fit(state, seat, action, telling)
        case Keep():
            return store(state, seat, action, telling)
        case _:
            return end_actions(act(state, seat, action, telling), telling)
