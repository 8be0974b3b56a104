"""What one viewer of a game of Sparks may know and do beyond what everybody sees (`views`): the
line, storage, hand and moves, as regions of the page."""

from msgspec import Struct

from engines.core.engine import Offer, Seat, Viewer
from engines.sparks import text
from engines.sparks.actions import question
from engines.sparks.effects import recruit_price
from engines.sparks.model import DRAFT, SPARK, Die, Key, Player, State
from engines.sparks.offers import offers
from engines.sparks.rules import asks, result
from engines.sparks.turns import STORAGE, turns_in_all
from engines.sparks.views import AssistantView, RobotView, assistant_view, robot_view, waiting


class Line(Struct, frozen=True):
    """The one line. `mood`: act, wait, over. `lead`: what I may do; `rest`: what goes on;
    `waiting`: the seats the table waits for."""

    mood: str
    lead: str
    rest: str
    waiting: tuple[Seat, ...]


class Hand(Struct, frozen=True):
    """A seat's own cards: assistants in hand, those to choose one from (draft; `picked` is sealed;
    `passed`: the names of those it passed on, packet by packet, while the draft lasts), robots
    drawn, and sealed choices: the robot to return, robots with their slots."""

    seat: Seat
    assistants: tuple[AssistantView, ...]
    packet: tuple[AssistantView, ...]
    picked: Key
    passed: tuple[tuple[str, ...], ...]
    drawn: tuple[RobotView, ...]
    returned: Key
    fitted: tuple[tuple[int, RobotView], ...]


class Storage(Struct, frozen=True):
    """What a seat has at hand: its available dice, cogs, sparks (`out`: those on power boxes), and
    one-time effects that are left (`pips`, `colours`, `numbers`, `rerolls`). `price`: what its next
    assistant costs. All of it lies open on its board as well."""

    seat: Seat
    colour: str
    dice: tuple[Die, ...]
    cogs: int
    sparks: int
    out: int
    pips: int
    colours: int
    numbers: int
    rerolls: int
    price: int


class Moves(Struct, frozen=True):
    """What a seat is asked (the kind of its ask), every offer in words, and what follows when it
    says that it is done (`""`: that isn't offered)."""

    asked: str
    offers: tuple[Offer, ...]
    after: str


class Private(Struct, frozen=True):
    """What only this viewer may know and do. `storage`: one's own; `hands`: one's own (everybody's
    for `"all"`)."""

    line: Line
    storage: Storage | None
    hands: tuple[Hand, ...]
    moves: Moves


def private(state: State, viewer: Viewer) -> Private:
    """What only this viewer may know and do."""
    line = line_view(state, viewer)
    if isinstance(viewer, int):
        hands: tuple[Hand, ...] = (hand_view(state, viewer),)
        return Private(line, storage(state, viewer), hands, moves(state, viewer))
    seats = range(len(state.players)) if viewer == "all" else ()
    hands = tuple(hand_view(state, seat) for seat in seats)
    return Private(line, None, hands, Moves("", (), ""))


def storage(state: State, seat: Seat) -> Storage:
    """What a seat has at hand."""
    player = state.players[seat]
    boxes = [player.board_box, *(each.token for each in player.built)]
    return Storage(
        seat=seat,
        colour=player.colour,
        dice=player.pool,
        cogs=player.cogs,
        sparks=player.sparks,
        out=boxes.count(SPARK),
        pips=player.pips,
        colours=player.colours,
        numbers=player.numbers,
        rerolls=player.rerolls,
        price=recruit_price(player),
    )


def moves(state: State, seat: Seat) -> Moves:
    """What a seat may do."""
    asked = next((ask.kind for ask in asks(state) if ask.seat == seat), "")
    after = after_done(state, seat) if asked == "act" else ""
    return Moves(asked, offers(state, seat), after)


def after_done(state: State, seat: Seat) -> str:
    """Rulebook, End of Turn, as far as this seat's own things say: what follows its actions."""
    player = state.players[seat]
    if state.turn == turns_in_all(len(state.players)):
        return text.AFTER["over"]
    if player.completed:
        return text.AFTER["refill"]
    return text.AFTER["store" if len(player.pool) > STORAGE else "keep"]


def line_view(state: State, viewer: Viewer) -> Line:
    """What the one line says to this viewer."""
    must = waiting(state)
    ended = result(state)
    if ended is not None:
        return Line("over", ended.text, "", ())
    ask = next((ask for ask in asks(state) if ask.seat == viewer), None)
    others = tuple(seat for seat in must if seat != viewer)
    rest = text.PHASES[state.phase]
    if ask is None:
        return Line("wait", "", rest, others)
    source = ""
    if isinstance(viewer, int) and question(state.players[viewer]):
        source = f" ({text.source(state.players[viewer].agenda[0].source)})"
    return Line("act" if ask.must else "wait", text.LINES[ask.kind] + source, rest, others)


def hand_view(state: State, seat: Seat) -> Hand:
    """A seat's own cards."""
    player = state.players[seat]
    return Hand(
        seat,
        tuple(map(assistant_view, player.hand)),
        tuple(map(assistant_view, player.packet)),
        player.picked,
        passed_names(state, player),
        tuple(map(robot_view, player.drawn)),
        player.returned,
        tuple((each.slot, robot_view(each.robot)) for each in player.fitted),
    )


def passed_names(state: State, player: Player) -> tuple[tuple[str, ...], ...]:
    """What a seat has passed on, while the draft lasts."""
    if state.phase != DRAFT:
        return ()
    return tuple(tuple(map(text.assistant, packet)) for packet in player.passed)
