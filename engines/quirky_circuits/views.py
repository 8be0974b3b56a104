"""What a viewer may know of a game of Quirky Circuits: the one gate between a state and any reader.

`Public` and `Private` are allow-lists, built up from nothing; each of their fields is one region of
the page (field name = region id = template name). Words here name no player: seats are numbers, the
page knows the names.
"""

from collections import Counter
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from engines.core.chance import Chance, shuffle
from engines.core.engine import Each, Offer, Reason, Seat, Viewer
from engines.quirky_circuits import notation, text
from engines.quirky_circuits.board import Board
from engines.quirky_circuits.components import CARDS, back, backs, by_face
from engines.quirky_circuits.effects import ENTERING
from engines.quirky_circuits.follow import follow
from engines.quirky_circuits.goals import HOME, left
from engines.quirky_circuits.handling import holding
from engines.quirky_circuits.lookback import BENDS, Came, came_of
from engines.quirky_circuits.model import (
    ANY,
    DONE,
    FACINGS,
    FLAT,
    Action,
    Choose,
    Collided,
    Dealt,
    Event,
    Face,
    Laid,
    Lift,
    Lost,
    Play,
    Played,
    Ran,
    Revealed,
    Rode,
    Round,
    Signal,
    State,
    Wander,
    Won,
    World,
)
from engines.quirky_circuits.model import Furniture as Furniture
from engines.quirky_circuits.model import Space as Space
from engines.quirky_circuits.model import Spot as Spot
from engines.quirky_circuits.model import Token as Token
from engines.quirky_circuits.rules import (
    LEAST,
    asks,
    chooser,
    chosen_among,
    is_programming,
    is_short,
    why_not,
)
from engines.quirky_circuits.scenario import SCENARIOS, board
from engines.quirky_circuits.setup import hand_size
from engines.quirky_circuits.topics import where


class MapView(Struct, frozen=True, gc=False):
    """The printed map. `walls` are inner barriers as lines between grid corners, `inclines` (x,
    y, uphill), `belts` (x, y, the way of the arrow), both as n, e, s or w. `wander`: what Move
    Token moves, toward what. `rules`: the special rules. Orders of cats are tokens on their
    spaces."""

    scenario: str
    number: int
    title: str
    place: str
    columns: int
    rows: int
    furniture: tuple[Furniture, ...]
    chairs: tuple[Space, ...]
    inclines: tuple[tuple[int, int, str], ...]
    walls: tuple[tuple[int, int, int, int], ...]
    home: Space
    belts: tuple[tuple[int, int, str], ...] = ()
    spots: tuple[Spot, ...] = ()
    wander: Wander | None = None
    rules: tuple[str, ...] = ()


class Held(Struct, frozen=True, gc=False):
    """A token in a hand, where it is over the map (perhaps beyond it). `hand`: left, right, or
    empty for the one that a robot carries with."""

    hand: str
    token: Token


class Pieces(Struct, frozen=True, gc=False):
    """All that stands on the map. `facing` is n, e, s or w; `path` the spaces of the last
    round's way; `momentum` the direction of the marker that moves the robot after the next card
    (`""`: none)."""

    robot: str
    x: int
    y: int
    facing: str
    tokens: tuple[Token, ...]
    path: tuple[Space, ...] = ()
    held: tuple[Held, ...] = ()
    momentum: str = ""


class Battery(Struct, frozen=True, gc=False):
    """`bands` names each value from `start` down to 1: `green`, `yellow` or `red`."""

    start: int
    now: int
    bands: tuple[tuple[int, str], ...]


class Goal(Struct, frozen=True, gc=False):
    """The scenario's goal in words, and how much is left of it, of each part by its name too.
    `notes`: what is special here, each where the rules tell it (`topics.where`) and a sentence."""

    text: str
    left: int
    left_text: str
    story: str
    parts: tuple[tuple[str, int], ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


class QueueCard(Struct, frozen=True, gc=False):
    """A card in the queue. `back` is move, turn or special; `face` is only there once it may be
    known."""

    place: int
    seat: Seat
    back: str
    quirk: bool
    face: str | None = None
    label: str = ""


class Deck(Struct, frozen=True, gc=False):
    """The command deck: how many cards, and the back of the top one (`""`: there is none)."""

    count: int
    top: str


class Queue(Struct, frozen=True, gc=False):
    """The queue, and what is still missing before it runs (naming nobody). `ready` of `players`
    have signalled or hold no cards. `deck` lies beside it. `seen`: what an answer that is given now
    has seen of the queue (put behind its `@`)."""

    cards: tuple[QueueCard, ...]
    least: int
    missing: int
    everybody_laid: bool
    ready: int
    players: int
    deck: Deck
    seen: int


class SeatView(Struct, frozen=True, gc=False):
    """A seat as everybody sees it: backs sorted by kind (`"move"`, `"quirk move"` ...), signal
    `""|done|flat`."""

    seat: Seat
    backs: tuple[str, ...]
    signal: str
    laid: int
    hand_size: int


class Phase(Struct, frozen=True, gc=False):
    """Where the game stands: `phase` is program or over, and run at the beats of a running
    queue; `round` counts from 1; `practice` as chosen."""

    round: int
    phase: str
    practice: bool


class Frame(Struct, frozen=True, gc=False):
    """One moment of a card being carried out: what happened, and where robot and tokens stand after
    it. `momentum`: the markers on the robot's tile, oldest first: the one of the card before, then
    that of this card. `way`: to which side (n, e, s, w) a robot went that collided.

    `kind`: one of `text.FRAMES`, or start.
    """

    kind: str
    x: int
    y: int
    facing: str
    tokens: tuple[Token, ...]
    text: str
    held: tuple[Held, ...] = ()
    momentum: tuple[str, ...] = ()
    way: str = ""


class RunCard(Struct, frozen=True, gc=False):
    """A card of the last round, as it ran. `ran` is False for cards behind the winning one
    (still closed: face and label are then empty while anybody might care, that is never after
    the end)."""

    place: int
    seat: Seat
    face: str
    label: str
    back: str
    quirk: bool
    ran: bool
    frames: tuple[Frame, ...]


class Run(Struct, frozen=True, gc=False):
    """The last round's program, to be walked through: the start, then each card with its frames."""

    round: int
    start: Frame
    cards: tuple[RunCard, ...]


class DebriefCard(Struct, frozen=True, gc=False):
    """A card that was laid: by whom, from which hand (all faces, the laid one included), what its
    player could see, and what came of it.

    `queue`: the cards before it, their faces only where that player knew them; `others`: the backs
    of every other hand.
    """

    place: int
    seat: Seat
    face: str
    label: str
    back: str
    quirk: bool
    ran: bool
    hand: tuple[tuple[str, str], ...]
    """(face, label) of every card that hand held when this one was laid."""
    queue: tuple[QueueCard, ...] = ()
    others: tuple[tuple[Seat, tuple[str, ...]], ...] = ()
    came: Came = Came()


class DebriefRound(Struct, frozen=True, gc=False):
    """One round looked back on: its cards, the way walked, the run itself, the battery it was
    played with."""

    round: int
    battery: int
    band: str
    cards: tuple[DebriefCard, ...]
    path: tuple[Space, ...]
    run: Run


class Debrief(Struct, frozen=True, gc=False):
    """The whole game, open. Only there after the end. `fewest`: as few cards as the solver, whom no
    deal limits, needs for the scenario; `bends`: how often something changed the robot's way, by
    kind (`Bend.kind`); `par`: the rounds beside the scenario's par, in words, if it has one."""

    won: bool
    band: str
    text: str
    rounds: tuple[DebriefRound, ...]
    cards_laid: int
    fewest: int
    bends: tuple[tuple[str, int], ...] = ()
    par: str = ""


class Public(Struct, frozen=True, gc=False):
    """What everybody may know."""

    phase: Phase
    map: MapView
    pieces: Pieces
    battery: Battery
    goal: Goal
    queue: Queue
    others: Each[SeatView]
    run: Run | None
    debrief: Debrief | None


class Line(Struct, frozen=True, gc=False):
    """The one line. `mood`: act, wait, won, lost. `lead`: what I may do; `rest`: what goes on;
    `waiting`: the seats the table waits for."""

    mood: str
    lead: str
    rest: str
    waiting: tuple[Seat, ...]


class HandCard(Struct, frozen=True, gc=False):
    """A card in one's own hand. `play` is the offer's text, without what it saw (`Queue.seen`);
    `no` why it can't be laid now."""

    face: str
    label: str
    back: str
    quirk: bool
    play: str
    no: Reason | None


class LaidCard(Struct, frozen=True, gc=False):
    """An own card in the queue, whose face one knows."""

    place: int
    face: str
    label: str
    back: str
    quirk: bool


class Hand(Struct, frozen=True, gc=False):
    """One's own hand, sorted by face, and one's own cards in the queue. Nothing in it changes when
    others lay, so it need not be painted and sent again."""

    seat: Seat
    cards: tuple[HandCard, ...]
    laid: tuple[LaidCard, ...]
    signal: str


class Moves(Struct, frozen=True, gc=False):
    """All that a seat can do, in words: its offers (a card's without what it saw: `Queue.seen`),
    those of the two signals among them, and whether it may make the one sound. `choices`: the
    answers to what one's own card asks while it runs, each `on` a token."""

    offers: tuple[Offer, ...]
    signals: tuple[Offer, ...]
    beep: bool
    choices: tuple[Offer, ...] = ()


class Private(Struct, frozen=True, gc=False):
    """What only this viewer may know and do. `hand` is None for all but a seat; `laid_open`:
    everybody's for `"all"`."""

    line: Line
    hand: Hand | None
    moves: Moves
    laid_open: tuple[Hand, ...] = ()


# --- What everybody may know. ---


@lru_cache(maxsize=64)
def map_view(key: str) -> MapView:
    """The printed map of a scenario."""
    scenario = SCENARIOS[key]
    return MapView(
        scenario=scenario.key,
        number=scenario.number,
        title=scenario.title,
        place=scenario.place,
        columns=scenario.columns,
        rows=scenario.rows,
        furniture=scenario.furniture,
        chairs=scenario.chairs,
        inclines=tuple((x, y, FACINGS[uphill]) for x, y, uphill in scenario.inclines),
        walls=scenario.walls,
        home=scenario.home,
        belts=tuple((x, y, FACINGS[way]) for x, y, way in scenario.belts),
        spots=scenario.spots,
        wander=scenario.wander,
        rules=scenario.rules,
    )


def public(state: State) -> Public:
    """What everybody may know."""
    scenario = SCENARIOS[state.options.scenario]
    last = shown_round(state)
    map_ = board(scenario.key)
    return Public(
        phase=Phase(state.round, phase(state), state.options.practice),
        map=map_view(scenario.key),
        pieces=pieces(map_, state, last),
        battery=Battery(scenario.battery, state.battery, scenario.bands),
        goal=goal(map_, state),
        queue=queue(state),
        others=tuple(seat_view(state, seat) for seat in range(len(state.players))),
        run=run_view(last, map_, bool(state.ended)) if last else None,
        debrief=debrief(map_, state) if state.ended else None,
    )


def shown_round(state: State) -> Round | None:
    """The round to be walked through: the last one, or the one that waits for a choice, as far as
    it ran (without its hands, which are still hidden)."""
    now = state.running
    if now is None:
        return state.past[-1] if state.past else None
    return Round(state.round, state.battery, now.start, (), state.queue, state.ran, now.events)


def phase(state: State) -> str:
    """The phase in a word."""
    if state.ended:
        return "over"
    return "run" if state.ran else "program"


def pieces(map_: Board, state: State, last: Round | None) -> Pieces:
    """The robot, the tokens, and the way of the last round."""
    world = state.world
    return Pieces(
        robot=map_.robot.key,
        x=world.x,
        y=world.y,
        facing=FACINGS[world.facing],
        tokens=world.tokens,
        path=path(last) if last else (),
        held=held(map_, world),
        momentum=FACINGS[world.momentum[-1]] if world.momentum else "",
    )


def held(map_: Board, world: World) -> tuple[Held, ...]:
    """What the hands hold."""
    return tuple(Held(hand, token) for hand, token in holding(map_, world))


def path(past: Round) -> tuple[Space, ...]:
    """The spaces of a round's way, from where it started."""
    start = (past.start.x, past.start.y)
    return (
        start,
        *((event.x, event.y) for event in past.events if isinstance(event, (*ENTERING, Rode))),
    )


def goal(map_: Board, state: State) -> Goal:
    """The goal and what is left of it. Going home is counted only when nothing else is left."""
    scenario = map_.scenario
    parts = parts_left(map_, state)
    rest = sum(count for _, count in parts)
    words = f"{text.listed(still_to_do(map_, state))} left" if rest else map_.robot.last_leg
    if state.ended == "won":
        words = text.REACHED
    counts = tuple((names[1], n) for names, n in parts)
    return Goal(scenario.goal, rest, words, scenario.story, counts, notes(scenario.key))


@lru_cache(maxsize=64)
def notes(key: str) -> tuple[tuple[str, str], ...]:
    """What is special on a scenario's map, and where the rules tell it."""
    scenario = SCENARIOS[key]
    return tuple((where(topic, scenario.robot), said) for topic, said in text.notes(scenario))


def parts_left(map_: Board, state: State) -> list[tuple[tuple[str, str], int]]:
    """Each part of the goal but the way home: its name as one and as many, and how much is left."""
    aims = (aim for aim in map_.scenario.goals if aim.do != HOME)
    return [(text.pieces(aim), left(map_, state.world, aim)) for aim in aims]


def still_to_do(map_: Board, state: State) -> list[str]:
    """What is left of the goal, part by part, in words; nothing but the way home if it is empty."""
    return [text.count(count, *names) for names, count in parts_left(map_, state) if count]


def queue(state: State) -> Queue:
    """The queue: faces only in practice mode, of cards that ran, and after the end."""
    cards = tuple(
        queue_card(place, laid, place <= state.ran or bool(state.ended) or state.options.practice)
        for place, laid in enumerate(state.queue, 1)
    )
    players = state.players
    return Queue(
        cards=cards,
        least=LEAST,
        missing=missing(state),
        everybody_laid=all(player.laid or not player.hand for player in players),
        ready=sum(not player.hand or bool(player.signal) for player in players),
        players=len(players),
        deck=Deck(len(state.deck), back(state.deck[0]) if state.deck else ""),
        seen=len(state.queue),
    )


def missing(state: State) -> int:
    """How many cards the queue still needs before it can run."""
    return LEAST - len(state.queue) if is_short(state) else 0


def queue_card(place: int, laid: Laid, is_open: bool) -> QueueCard:
    """A card in the queue, open or closed."""
    card = CARDS[laid.face]
    if is_open:
        return QueueCard(place, laid.seat, card.back, card.quirk, card.face, card.label)
    return QueueCard(place, laid.seat, card.back, card.quirk)


def seat_view(state: State, seat: Seat) -> SeatView:
    """A seat as everybody sees it."""
    player = state.players[seat]
    return SeatView(
        seat=seat,
        backs=backs(player.hand),
        signal=player.signal,
        laid=player.laid,
        hand_size=hand_size(len(state.players)),
    )


def frame(kind: str, map_: Board, world: World, words: str, way: str = "") -> Frame:
    """A moment of a run."""
    return Frame(
        kind=kind,
        x=world.x,
        y=world.y,
        facing=FACINGS[world.facing],
        tokens=world.tokens,
        text=words,
        held=held(map_, world),
        momentum=tuple(FACINGS[marker] for marker in world.momentum),
        way=way,
    )


@lru_cache(maxsize=256)
def run_view(past: Round, map_: Board, is_over: bool) -> Run:
    """A round to be walked through: its events, cut into cards, followed from its start.

    Cards behind the winning one are open only because the game is over then. Worked out once a
    round: the page asks for it after every action.
    """
    name = map_.robot.name
    world = past.start
    frames: list[list[Frame]] = [[] for _ in past.laid]
    place = 0
    for event in past.events:
        match event:
            case Ran():
                pass
            case Revealed(place):
                pass
            case Won():
                frames[place - 1].append(frame("won", map_, world, text.happening(event, name)))
            case _:
                world = follow(world, event)
                words = text.happening(event, name)
                way = FACINGS[event.direction] if isinstance(event, Collided) else ""
                frames[place - 1].append(frame(text.FRAMES[type(event)], map_, world, words, way))
    cards = []
    for place, (laid, shown) in enumerate(zip(past.laid, frames, strict=True), 1):
        card, ran = CARDS[laid.face], place <= past.ran
        known = ran or is_over
        cards.append(
            RunCard(
                place=place,
                seat=laid.seat,
                face=card.face if known else "",
                label=card.label if known else "",
                back=card.back,
                quirk=card.quirk,
                ran=ran,
                frames=tuple(shown),
            )
        )
    start = frame("start", map_, past.start, f"{name} starts at {text.space(*path(past)[0])}.")
    return Run(past.number, start, tuple(cards))


def debrief(map_: Board, state: State) -> Debrief:
    """The whole game, open: only after the end."""
    scenario = map_.scenario
    bands = dict(scenario.bands)
    won = state.ended == "won"
    rounds = tuple(debrief_round(map_, past, state.options.practice) for past in state.past)
    kinds = Counter(bend.kind for past in rounds for card in past.cards for bend in card.came.bends)
    return Debrief(
        won=won,
        band=bands[state.battery] if won else "",
        text=reached_at(map_, state) if won else text.missing(still_to_do(map_, state)),
        rounds=rounds,
        cards_laid=sum(len(past.laid) for past in state.past),
        fewest=scenario.fewest,
        bends=tuple((kind, kinds[kind]) for kind in BENDS if kinds[kind]),
        par=par_words(state),
    )


def reached_at(map_: Board, state: State) -> str:
    """When a game was won, in words."""
    last, start = state.past[-1], map_.scenario.battery
    return (
        f"Card {last.ran} of round {last.number} did it, with the battery at {last.battery} of"
        f" {start}."
    )


def par_words(state: State) -> str:
    """How the rounds compare with the scenario's par for so many players; `""` if it has none."""
    players = len(state.players)
    par = dict(SCENARIOS[state.options.scenario].par).get(players)
    if par is None:
        return ""
    return text.against_par(par, players, len(state.past), state.ended == "won")


@lru_cache(maxsize=256)
def debrief_round(map_: Board, past: Round, practice: bool) -> DebriefRound:
    """One round looked back on. Worked out once: the page asks for it after every word said."""
    return DebriefRound(
        round=past.number,
        battery=past.battery,
        band=dict(map_.scenario.bands)[past.battery],
        cards=debrief_cards(map_, past, practice),
        path=path(past),
        run=run_view(past, map_, True),
    )


def debrief_cards(map_: Board, past: Round, practice: bool) -> tuple[DebriefCard, ...]:
    """Each card of a round with the hand that it was chosen from, what else its player could see,
    and what came of it."""
    hands = [list(hand) for hand in past.hands]
    cards = []
    for place, (laid, came) in enumerate(zip(past.laid, came_of(map_, past), strict=True), 1):
        card, hand = CARDS[laid.face], hands[laid.seat]
        queue = tuple(
            queue_card(at, before, practice or before.seat == laid.seat)
            for at, before in enumerate(past.laid[: place - 1], 1)
        )
        others = tuple(
            (seat, backs(tuple(held))) for seat, held in enumerate(hands) if seat != laid.seat
        )
        cards.append(
            DebriefCard(
                place=place,
                seat=laid.seat,
                face=card.face,
                label=card.label,
                back=card.back,
                quirk=card.quirk,
                ran=place <= past.ran,
                hand=tuple((face, text.label(face)) for face in hand),
                queue=queue,
                others=others,
                came=came,
            )
        )
        hand.remove(laid.face)
    return tuple(cards)


# --- What only one viewer may know and do. ---


def private(state: State, viewer: Viewer) -> Private:
    """What only this viewer may know and do. Nobody but a seat has a hand and moves."""
    if not isinstance(viewer, int):
        seats = range(len(state.players)) if viewer == "all" else ()
        hands = tuple(hand_view(state, seat) for seat in seats)
        return Private(line_view(state, None), None, Moves((), (), False), hands)
    said = unseen_offers(state, viewer)
    moves = Moves(
        offers=said,
        signals=tuple(offer for offer in said if not offer.on),
        beep=beeps(state),
        choices=said if chooser(state) == viewer else (),
    )
    return Private(line_view(state, viewer), hand_view(state, viewer), moves)


def beeps(state: State) -> bool:
    """Whether the seats may make the one sound (Rulebook, Communicating)."""
    return state.options.beep and not state.ended


def hand_view(state: State, seat: Seat) -> Hand:
    """One's own cards, in hand and in the queue."""
    player, seen = state.players[seat], len(state.queue)
    cards = []
    for face in player.hand:
        cards.append(hand_card(face, why_not(state, seat, Play(face, seen))))
    laid = [
        LaidCard(place, card.face, card.label, card.back, card.quirk)
        for place, mine in enumerate(state.queue, 1)
        if mine.seat == seat
        for card in (CARDS[mine.face],)
    ]
    return Hand(seat, tuple(cards), tuple(laid), player.signal)


@lru_cache(maxsize=1024)
def hand_card(face: Face, no: Reason | None) -> HandCard:
    """A card in a hand. The same card in the same case is the same record."""
    card = CARDS[face]
    return HandCard(face, card.label, card.back, card.quirk, unseen(Play(face, 0)), no)


def unseen(action: Action) -> str:
    """An answer up to its `@`, if it has one: what it saw is put behind it when it is given."""
    said, at, _ = notation.write(action).partition("@")
    return said + at


def offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    """All that a seat can do, and what it can't do yet with the rule that says why."""
    seen = len(state.queue)
    return tuple(
        replace(offer, text=f"{offer.text}{seen}") if offer.text.endswith("@") else offer
        for offer in unseen_offers(state, seat)
    )


def unseen_offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    """The same, without what an answer has seen of the queue."""
    player, seen = state.players[seat], len(state.queue)
    actions: list[Action] = []
    if chooser(state) == seat:
        actions += map(Choose, chosen_among(state))
    elif player.hand and is_programming(state):
        actions += (Play(face, seen) for face in dict.fromkeys(player.hand))
        actions.append(Play(ANY, seen))
        for sign in (DONE, FLAT):
            actions.append(Lift(sign) if player.signal == sign else Signal(sign))
    return tuple(
        unseen_offer(
            replace(action, seen=0) if isinstance(action, Play) else action,
            why_not(state, seat, action),
        )
        for action in actions
    )


@lru_cache(maxsize=1024)
def unseen_offer(action: Action, no: Reason | None) -> Offer:
    """One of them. A card's piece is its face, as in the hand; a choice's is the token."""
    on = ""
    if isinstance(action, Play):
        on = action.face
    elif isinstance(action, Choose):
        on = action.token
    return Offer(
        text=unseen(action),
        label=text.action(action),
        on=on,
        to="queue" if isinstance(action, Play) else "",
        no=no,
    )


def line_view(state: State, seat: Seat | None) -> Line:
    """The one line: what this viewer may do, what goes on, whom the table waits for."""
    waiting = tuple(ask.seat for ask in asks(state) if ask.must)
    if state.ended:
        words = text.ENDS[state.ended]
        return Line(state.ended, words, "", ())
    if state.ran:
        rest = f"Card {state.ran} of {len(state.queue)}."
        if seat is not None and chooser(state) == seat:
            return Line("act", text.LINES["choose"], rest, waiting)
        return Line("wait", "The queue runs.", rest, waiting)
    short = missing(state)
    rest = (
        f"The queue needs {text.count(short, 'more card')}."
        if short
        else "The queue runs once everybody has laid a card and stopped."
    )
    if seat is None:
        return Line("wait", "The team programs the robot, in silence.", rest, waiting)
    mine = {ask.seat: ask for ask in asks(state)}.get(seat)
    if mine is None:
        return Line("wait", text.LINES["empty"], rest, waiting)
    kind = "held_up" if mine.kind == "signalled" and mine.must else mine.kind
    return Line("act" if mine.must else "wait", text.LINES[kind], rest, waiting)


# --- What an event says to whom, and what else might be true. ---


def hide(event: Event, viewer: Viewer) -> Event | None:
    """An event as this viewer may know it. Faces in hands, in deals and in the closed queue are
    their owner's alone."""
    match event:
        case Dealt(seat) if viewer not in (seat, "all"):
            return replace(event, faces=())
        case Played(seat) if viewer not in (seat, "all") and not event.practice:
            return replace(event, face=None)
        case _:
            return event


def reveals(event: Event) -> bool:
    """Somebody saw something hidden."""
    return isinstance(event, Dealt | Revealed) or (isinstance(event, Played) and event.practice)


def heads(event: Event) -> bool:
    """A round runs, or the game is decided."""
    return isinstance(event, Ran | Won | Lost)


def redeal(state: State, viewer: Viewer, chance: Chance) -> State:
    """Another state that this viewer can't tell from this one, each such deal equally likely.

    That is by what lies there now: who counts cards knows more of the deck (`belief.undealt`).

    What is hidden from them: the deck, the others' hands, the others' closed cards in the queue. Of
    these everybody sees the backs, of the deck only that of the top card.
    """
    if viewer == "all" or state.ended:
        return state
    is_closed = [
        place > state.ran and laid.seat != viewer and not state.options.practice
        for place, laid in enumerate(state.queue, 1)
    ]
    hidden = list(state.deck)
    hidden += (laid.face for laid, no in zip(state.queue, is_closed, strict=True) if no)
    for seat, player in enumerate(state.players):
        hidden += player.hand if seat != viewer else ()
    piles = {
        kind: list(shuffle([f for f in hidden if back(f) == kind], chance, "redeal", kind))
        for kind in sorted({back(face) for face in hidden})
    }

    def other(face: Face) -> Face:
        return piles[back(face)].pop()

    queue = tuple(
        Laid(laid.seat, other(laid.face)) if closed else laid
        for laid, closed in zip(state.queue, is_closed, strict=True)
    )
    players = tuple(
        player if seat == viewer else replace(player, hand=by_face(map(other, player.hand)))
        for seat, player in enumerate(state.players)
    )
    top = tuple(map(other, state.deck[:1]))
    rest = [face for pile in piles.values() for face in pile]
    deck = (*top, *shuffle(rest, chance, "redeal", "deck"))
    new = replace(state, deck=deck, queue=queue, players=players)
    return replace(new, past=imagine_past(new, viewer))


def imagine_past(state: State, viewer: Viewer) -> tuple[Round, ...]:
    """The rounds so far, with past hands of the others that go with the hands they now hold.

    From the last round back: of the hand held later, as many cards of each back as were really kept
    are taken as kept; with the cards laid openly since they make the hand before.
    """
    past = list(state.past)
    for seat, player in enumerate(state.players):
        if seat == viewer:
            continue
        later = [*player.hand, *(laid.face for laid in state.queue if laid.seat == seat)]
        for at in reversed(range(len(past))):
            laid = [card.face for card in past[at].laid if card.seat == seat]
            kept = Counter(map(back, past[at].hands[seat])) - Counter(map(back, laid))
            hand = laid
            for face in by_face(later):
                if kept[back(face)] > 0:
                    kept[back(face)] -= 1
                    hand.append(face)
            later = hand
            hands = list(past[at].hands)
            hands[seat] = by_face(hand)
            past[at] = replace(past[at], hands=tuple(hands))
    return tuple(past)
