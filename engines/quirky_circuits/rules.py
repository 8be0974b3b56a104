"""The round: program, execute, reset; who is asked what; how it ends."""

from functools import lru_cache
from typing import assert_never

from msgspec.structs import replace

from engines.core.chance import Chance, shuffle
from engines.core.engine import Ask, Illegal, Reason, Result, Seat, Step
from engines.quirky_circuits import text
from engines.quirky_circuits.components import CARDS, QUIRKS, by_face
from engines.quirky_circuits.effects import carry_out
from engines.quirky_circuits.goals import reached
from engines.quirky_circuits.handling import HANDLING, choices
from engines.quirky_circuits.model import (
    ANY,
    DONE,
    FLAT,
    Action,
    Choose,
    Drained,
    Event,
    Face,
    Laid,
    Lift,
    Lifted,
    Lost,
    Play,
    Played,
    Player,
    Ran,
    Revealed,
    Round,
    RunEvent,
    Running,
    Signal,
    Signalled,
    State,
    Won,
    World,
)
from engines.quirky_circuits.scenario import SCENARIOS, board
from engines.quirky_circuits.setup import deal

LEAST = 5
"""Rulebook, Program: in total the players must play 5 or more cards."""

ENDINGS = ("expert", "challenge", "won", "lost")
BAND_ENDINGS = {"green": "expert", "yellow": "challenge", "red": "won"}


# --- Program: who is asked. ---


def is_short(state: State) -> bool:
    """Fewer cards than a program needs, while somebody could still add one."""
    return len(state.queue) < LEAST and any(player.hand for player in state.players)


def is_complete(state: State) -> bool:
    """Rulebook, Program: everybody has laid a card, the team has laid enough, and all have stopped.

    An empty hand counts as stopped. With all hands empty the queue runs as it is.
    """
    return all(
        not player.hand or (player.signal and player.laid) for player in state.players
    ) and not is_short(state)


def is_held_up(state: State) -> bool:
    """Everybody has stopped, but the program is short: those who stopped must go on."""
    return all(player.signal or not player.hand for player in state.players)


def is_programming(state: State) -> bool:
    """The team programs: the queue doesn't run, and the game goes on."""
    return not state.ended and not state.ran


def asks(state: State) -> tuple[Ask, ...]:
    """One question to every seat with cards: to lay its first card, to go on or stop, or, once
    it has signalled, whether it takes that back (which it must answer only if the program is
    short). While a card that runs waits for a choice, only its player is asked."""
    if state.running is not None:
        return (choice(state.queue[state.ran - 1].seat, state.round, state.ran),)
    if not is_programming(state):
        return ()
    held_up = is_held_up(state)
    found = []
    for seat, player in enumerate(state.players):
        if not player.hand:
            continue
        if player.signal:
            found.append(question(seat, "signalled", state.round, held_up))
        else:
            found.append(question(seat, "more" if player.laid else "first", state.round, True))
    return tuple(found)


@lru_cache(maxsize=1024)
def question(seat: Seat, kind: str, number: int, must: bool) -> Ask:
    """What a seat is asked in a round. The same question is the same record, so that telling them
    apart costs nothing."""
    return Ask(seat, kind, f"round {number}", must)


@lru_cache(maxsize=1024)
def choice(seat: Seat, number: int, place: int) -> Ask:
    """What the player of a card is asked while it runs."""
    return Ask(seat, "choose", f"round {number}, card {place}", True)


def chooser(state: State) -> Seat | None:
    """Who played the card that waits for a choice."""
    return None if state.running is None else state.queue[state.ran - 1].seat


def chosen_among(state: State) -> tuple[str, ...]:
    """The tokens that the card which waits asks about."""
    return choices(board(state.options.scenario), state.world, state.queue[state.ran - 1].face)


def playable(hand: tuple[Face, ...]) -> list[Face]:
    """The cards that may be laid, copies included: quirk cards before any other."""
    return [face for face in hand if face in QUIRKS] or list(hand)


def options(state: State, seat: Seat) -> tuple[Action, ...]:
    """Every legal action of a seat: each card, any card, then the signals."""
    if chooser(state) == seat:
        return tuple(map(Choose, chosen_among(state)))
    player = state.players[seat]
    if not player.hand or not is_programming(state):
        return ()
    seen = len(state.queue)
    cards: list[Action] = [Play(face, seen) for face in dict.fromkeys(playable(player.hand))]
    cards.append(Play(ANY, seen))
    if player.laid:
        for sign in (DONE, FLAT):
            cards.append(Lift(sign) if player.signal == sign else Signal(sign))
    return tuple(cards)


def why_not(state: State, seat: Seat, action: Action) -> Reason | None:
    """Why an action can't be done now; None if it can."""
    player = state.players[seat]
    if state.running is not None:
        return _why_not_choose(state, seat, action)
    if isinstance(action, Choose):
        return text.nothing_to_choose()
    if not is_programming(state):
        return text.over()
    if not player.hand:
        return text.no_cards()
    match action:
        case Play(face, seen):
            return _why_not_lay(state, player, face, seen)
        case Signal(sign):
            if not player.laid:
                return text.lay_first(sign)
            return text.already(sign) if player.signal == sign else None
        case Lift(sign):
            return None if player.signal == sign else text.not_signalled(sign)
        case _:
            assert_never(action)


def _why_not_choose(state: State, seat: Seat, action: Action) -> Reason | None:
    if not isinstance(action, Choose):
        return text.runs()
    if chooser(state) != seat:
        return text.not_your_card()
    if action.token not in chosen_among(state):
        return text.no_such_choice()
    return None


def _why_not_lay(state: State, player: Player, face: Face, seen: int) -> Reason | None:
    if face != ANY and face not in player.hand:
        return text.not_held(face)
    if face != ANY and face not in QUIRKS and not QUIRKS.isdisjoint(player.hand):
        return text.quirk_first()
    if seen != len(state.queue):
        return text.moved_on(seen, len(state.queue))
    return None


def idle(state: State, seat: Seat) -> Action:
    """What an absent player does: chooses the first token, lays a card that is owed, else
    stops."""
    if state.running is not None:
        return Choose(chosen_among(state)[0])
    others = [player for other, player in enumerate(state.players) if other != seat]
    last = all(player.signal or not player.hand for player in others)
    if not state.players[seat].laid or (last and len(state.queue) < LEAST):
        return Play(ANY, len(state.queue))
    return Signal(FLAT)


def closed(before: State, after: State) -> bool:
    """Nothing is ever taken back here: a laid card has spoken, and signals are lifted by an
    action."""
    del before, after
    return True


# --- What an action does. ---


def apply(state: State, seat: Seat, action: Action, chance: Chance) -> Step[State, Event]:
    """Does one action; the one that completes the program runs the queue and resets the table as
    well."""
    reason = why_not(state, seat, action)
    if reason is not None:
        raise Illegal(reason)
    if isinstance(action, Choose):
        return go_on(state, action.token, chance)
    state, event = answer(state, seat, action, chance)
    if is_complete(state):
        return run(state, event, chance)
    return Step(state, (event,))


def answer(
    state: State, seat: Seat, action: Play | Signal | Lift, chance: Chance
) -> tuple[State, Event]:
    """The action itself, while the team programs."""
    player = state.players[seat]
    match action:
        case Play(face):
            return lay(state, seat, face, chance)
        case Signal(sign):
            return set_player(state, seat, Player(player.hand, player.laid, sign)), Signalled(
                seat, sign
            )
        case Lift(sign):
            return set_player(state, seat, Player(player.hand, player.laid)), Lifted(seat, sign)
        case _:
            assert_never(action)


def set_player(state: State, seat: Seat, player: Player) -> State:
    """The state with another player record at a seat."""
    players = state.players
    return replace(state, players=(*players[:seat], player, *players[seat + 1 :]))


def lay(state: State, seat: Seat, face: Face, chance: Chance) -> tuple[State, Event]:
    """Rulebook, Program: puts a card at the right end of the queue. That lifts one's own signal,
    and nobody else's."""
    hand, laid = state.players[seat].hand, state.players[seat].laid
    place = len(state.queue) + 1
    if face == ANY:
        cards = playable(hand)
        face = cards[chance.below(len(cards), "any", state.round, place)]
    at = hand.index(face)
    state = set_player(state, seat, Player((*hand[:at], *hand[at + 1 :]), laid + 1))
    card = CARDS[face]
    return (
        replace(state, queue=(*state.queue, Laid(seat, face))),
        Played(seat, place, card.back, card.quirk, face, state.options.practice),
    )


def run(state: State, event: Event, chance: Chance) -> Step[State, Event]:
    """Rulebook, Execute: reveals and carries out the queue from left to right, and looks after
    each card whether the goal is reached. Winning counts at once, with cards still in the queue.

    A card that asks something stops the run; those behind it stay closed."""
    began = Running(state.world, (Ran(state.round, len(state.queue)),))
    return run_from(state, began, 1, "", (event, *began.events), chance)


def go_on(state: State, token: str, chance: Chance) -> Step[State, Event]:
    """The run goes on once the card that waited has its answer."""
    running = state.running
    assert running is not None, "`why_not` lets no choice in while nothing waits"
    return run_from(replace(state, running=None), running, state.ran, token, (), chance)


def run_from(
    state: State,
    began: Running,
    first: int,
    chosen: str,
    told: tuple[Event, ...],
    chance: Chance,
) -> Step[State, Event]:
    """Carries out the queue from a place on. `chosen`: what the first of these cards, which is
    turned up already, was waiting for; `told`: what this action has told so far."""
    map_ = board(state.options.scenario)
    world = state.world
    fresh: list[RunEvent] = []
    beats: list[tuple[int, State]] = []
    for place in range(first, len(state.queue) + 1):
        laid = state.queue[place - 1]
        if not chosen:
            fresh.append(Revealed(place, laid.seat, laid.face))
            if laid.face in HANDLING and choices(map_, world, laid.face):
                waits = Running(began.start, (*began.events, *fresh))
                state = replace(state, ran=place, running=waits)
                return Step(state, (*told, *fresh), tuple(beats))
        world, happened = carry_out(map_, world, laid.face, chosen)
        chosen = ""
        fresh += happened
        state = replace(state, world=world, ran=place)
        beats.append((len(told) + len(fresh), state))
        if reached(map_, world):
            fresh.append(Won(place, band(state)))
            events = (*began.events, *fresh)
            state = replace(state, past=remember(state, began.start, events), ended="won")
            return Step(state, (*told, *fresh), tuple(beats))
    state = replace(state, past=remember(state, began.start, (*began.events, *fresh)))
    state, returned = return_queue(state, chance)
    said = (*told, *fresh, *returned)
    if state.battery == 0:
        state = replace(state, ended="lost")
        beats.append((len(said), state))
        return Step(state, (*said, Lost()), tuple(beats))
    beats.append((len(said), state))
    players, deck, dealt = deal(state.players, state.deck)
    state = replace(state, players=players, deck=deck, round=state.round + 1)
    return Step(state, (*said, *dealt), tuple(beats))


def remember(state: State, start: World, events: tuple[RunEvent, ...]) -> tuple[Round, ...]:
    """The past with the round that has just run, for the walk-through and the debrief. Hands don't
    change in a run, so they and the queue are those the round was programmed with."""
    hands = tuple(
        by_face((*player.hand, *(laid.face for laid in state.queue if laid.seat == seat)))
        for seat, player in enumerate(state.players)
    )
    this = Round(state.round, state.battery, start, hands, state.queue, state.ran, events)
    return (*state.past, this)


def return_queue(state: State, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Rulebook, Reset: the queue's cards, shuffled, go under the deck; the battery marker moves
    down."""
    faces = shuffle([laid.face for laid in state.queue], chance, "reset", state.round)
    battery = state.battery - 1
    state = replace(
        state,
        players=tuple(Player(player.hand) for player in state.players),
        deck=(*state.deck, *faces),
        queue=(),
        ran=0,
        battery=battery,
    )
    return state, (Drained(state.round, battery),)


# --- The end. ---


def band(state: State) -> str:
    """Rulebook, End of the Game: the colour of the battery track where the marker stands."""
    return dict(SCENARIOS[state.options.scenario].bands)[state.battery]


def result(state: State) -> Result | None:
    """Rulebook, End of the Game: all win or all lose. Green is for experts, yellow a greater
    challenge."""
    if state.ended == "lost":
        return Result("lost", (), text="The battery is empty and the goal isn't reached.")
    if state.ended == "won":
        seats = tuple(range(len(state.players)))
        return Result(BAND_ENDINGS[band(state)], seats, text=f"You won {text.BANDS[band(state)]}.")
    return None
