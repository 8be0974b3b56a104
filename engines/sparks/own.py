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
from engines.sparks.supply import find, own_dice
from engines.sparks.turns import STORAGE, turns_in_all
from engines.sparks.views import (
    AssistantView,
    RobotView,
    TileView,
    assistant_view,
    robot_view,
    tile_view,
    waiting,
)


class Line(Struct, frozen=True):
    """The one line. `mood`: act, wait, over. `lead`: what I may do; `rest`: what goes on;
    `waiting`: the seats the table waits for; `winners`: at the end."""

    mood: str
    lead: str
    rest: str
    waiting: tuple[Seat, ...]
    winners: tuple[Seat, ...] = ()


class Hand(Struct, frozen=True):
    """The assistants in a seat's hand."""

    seat: Seat
    assistants: tuple[AssistantView, ...]


class Choice(Struct, frozen=True):
    """Cards of its own that a seat chooses from: assistants (draft; `picked` is sealed; `passed`:
    the names of those it passed on, packet by packet, while the draft lasts), or robots it has
    drawn; and sealed choices: the robot to return, robots with their slots."""

    seat: Seat
    packet: tuple[AssistantView, ...]
    picked: Key
    passed: tuple[tuple[str, ...], ...]
    drawn: tuple[RobotView, ...]
    returned: Key
    fitted: tuple[tuple[int, RobotView], ...]


class Storage(Struct, frozen=True):
    """What a seat has at hand: its available dice, cogs, sparks (`out`: those on power boxes),
    production tiles, and one-time effects that are left (`pips`, `colours`, `numbers`, `rerolls`).
    `price`: what its next assistant costs. All of it lies open on its board as well."""

    seat: Seat
    colour: str
    dice: tuple[Die, ...]
    cogs: int
    sparks: int
    out: int
    tiles: tuple[TileView, ...]
    pips: int
    colours: int
    numbers: int
    rerolls: int
    price: int


class Moves(Struct, frozen=True):
    """What a seat is asked (the kind of its ask), every offer in words, the pieces that offers
    start from with their names, and what follows when it says that it is done (`""`: that isn't
    offered)."""

    asked: str
    offers: tuple[Offer, ...]
    pieces: tuple[tuple[str, str], ...]
    after: str


class Private(Struct, frozen=True):
    """What only this viewer may know and do. `storage`: one's own; `hands`, `choices`: one's own
    (everybody's for `"all"`)."""

    line: Line
    storage: Storage | None
    hands: tuple[Hand, ...]
    choices: tuple[Choice, ...]
    moves: Moves


def private(state: State, viewer: Viewer) -> Private:
    """What only this viewer may know and do."""
    line = line_view(state, viewer)
    everybody = range(len(state.players)) if viewer == "all" else ()
    seats = (viewer,) if isinstance(viewer, int) else tuple(everybody)
    return Private(
        line,
        storage(state, viewer) if isinstance(viewer, int) else None,
        tuple(Hand(seat, tuple(map(assistant_view, state.players[seat].hand))) for seat in seats),
        tuple(choice(state, seat) for seat in seats),
        moves(state, viewer) if isinstance(viewer, int) else Moves("", (), (), ""),
    )


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
        tiles=tuple(tile_view(tile, len(state.players)) for tile in player.tiles),
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
    found = offers(state, seat)
    starts = dict.fromkeys(offer.on for offer in found if offer.on)
    return Moves(asked, found, tuple((on, piece_name(state, seat, on)) for on in starts), after)


def piece_name(state: State, seat: Seat, piece: str) -> str:
    """A piece that an offer starts from, in words."""
    kind, _, key = piece.partition("-")
    match kind:
        case "die":
            return text.die_name(find(own_dice(state.players[seat]), int(key)))
        case "box":
            return text.box(key)
        case "robot":
            return text.robot(key)
        case "upgrade":
            return text.upgrade(key)
        case "tile":
            return text.TILE_NAMES[key]
        case _:
            return text.assistant(key)


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
        return Line("over", ended.text, "", (), ended.winners)
    ask = next((ask for ask in asks(state) if ask.seat == viewer), None)
    others = tuple(seat for seat in must if seat != viewer)
    rest = text.goes_on(state.phase, len(state.players), state.options.in_order)
    if ask is None:
        return Line("wait", "", rest, others)
    why = ""
    if isinstance(viewer, int) and question(state.players[viewer]):
        why = state.players[viewer].agenda[0].source
    return Line("act" if ask.must else "wait", text.asked(ask.kind, why), rest, others)


def choice(state: State, seat: Seat) -> Choice:
    """The cards a seat chooses from."""
    player = state.players[seat]
    return Choice(
        seat,
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
