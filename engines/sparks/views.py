"""What everybody may know of a game of Sparks, and cards and tiles as pictures need them. With
`own` the one gate between a state and any reader.

`Public` is an allow-list, built up from nothing, and so is `own.Private`; each of their fields is
one region of the page (field name = region id = template name). Words here name no player: seats
are numbers, the page knows the names.
"""

from msgspec import Struct

from engines.core.engine import Ask, Each, Seat
from engines.sparks import text
from engines.sparks.actions import SECTION
from engines.sparks.components import (
    ASSISTANTS,
    BOARD_BOX,
    BONUS_AFTER,
    GOALS,
    HEADER,
    LEVELS,
    PRINTED,
    ROBOTS,
    STACK,
    UPGRADES,
    bonus_effects,
    tile_side,
)
from engines.sparks.effects import SLOTS, colour_price, factory_sum, recruit_price
from engines.sparks.model import (
    ACT,
    COLOURS,
    OVER,
    Advance,
    ColourPrice,
    Die,
    DieToStep,
    DrawCards,
    Effect,
    Factory,
    FactoryEach,
    FireBoxes,
    GainCogs,
    GainColour,
    GainDice,
    GainSetDie,
    GainSparks,
    Hired,
    Key,
    Pips,
    Player,
    Redirect,
    Score,
    Slot,
    State,
)
from engines.sparks.offers import offers as offers
from engines.sparks.rules import asks, result
from engines.sparks.scoring import goal_progress, rank, score, track_points
from engines.sparks.supply import upgrades_of
from engines.sparks.turns import (
    ROUNDS,
    active_seat,
    is_secondary,
    round_number,
    turns_in_all,
)

# --- Cards and tiles, as pictures need them. ---


class Symbol(Struct, frozen=True):
    """An effect as an icon: which one, its colour (or `any`), its number, and the same in words."""

    icon: str
    colour: str
    count: int
    text: str


class SpaceView(Struct, frozen=True):
    """A die space: its address (`"2.1"`, `"factory.red"`; `""` on a card that lies nowhere), the
    colour and value it wants, the die on it."""

    at: str
    colour: str
    value: int
    die: Die | None = None


class RobotView(Struct, frozen=True):
    """A robot card. `token`: what lies on its power box once it is built."""

    key: Key
    name: str
    colour: str
    spaces: tuple[SpaceView, ...]
    steps: int
    rewards: tuple[Symbol, ...]
    box: tuple[Symbol, ...]
    token: str = ""


class AssistantView(Struct, frozen=True):
    """An assistant card. Played ones may copy another, and may be used up for this turn."""

    key: Key
    name: str
    animal: str
    mark: str
    points: int
    symbols: tuple[Symbol, ...]
    text: str
    copies: Key = ""
    used: bool = False


class UpgradeView(Struct, frozen=True):
    """A kind of upgrade tile; `left` in its stack."""

    key: Key
    name: str
    group: str
    points: int
    left: int = 0


# --- Public regions. ---


class Standing(Struct, frozen=True):
    """A seat at a glance: the points it would score as things lie, what it is asked (`must`: the
    table waits for it), and whether it has finished."""

    seat: Seat
    colour: str
    points: int
    asked: str
    must: bool
    done: bool


class Status(Struct, frozen=True):
    """Where the game stands. `waiting`: the seats the table waits for; `done`: those that have
    finished (they may take that back); `switched`: from the next turn on actions are in order, or
    are no more."""

    phase: str
    turn: int
    turns: int
    round: int
    rounds: int
    active: Seat
    secondary: bool
    waiting: tuple[Seat, ...]
    done: tuple[Seat, ...]
    in_order: bool
    switched: bool
    draft: bool
    seats: tuple[Standing, ...]


class TileView(Struct, frozen=True):
    """A production tile."""

    key: Key
    dice: int
    anywhere: bool
    rerolls: int
    extras: tuple[Symbol, ...]


class Junkyard(Struct, frozen=True):
    """The row, the tile played this turn (by the seat of `colour`), and what the bag and the
    discard pile hold by colour."""

    row: tuple[Die, ...]
    tile: TileView | None
    colour: str
    taking: tuple[Seat, ...]
    owed: int
    bag: tuple[tuple[str, int], ...]
    discard: tuple[tuple[str, int], ...]


class Supply(Struct, frozen=True):
    """Upgrade stacks, decks, goals."""

    upgrades: tuple[UpgradeView, ...]
    robots: int
    assistants: int
    goals: tuple[tuple[Key, str], ...]


class BonusView(Struct, frozen=True):
    """A bonus space, after a space of the track (from 1)."""

    after: int
    key: Key
    printed: bool
    symbols: tuple[Symbol, ...]


class TrackView(Struct, frozen=True):
    """A scoring track: its bonus spaces, and the space of each seat's marker (0: outside)."""

    colour: str
    bonuses: tuple[BonusView, ...]
    places: tuple[int, ...]


class Tracks(Struct, frozen=True):
    """The score board. `header`: the points above each space; `colours`: each seat's marker."""

    header: tuple[int, ...]
    colours: tuple[str, ...]
    tracks: tuple[TrackView, ...]


class SlotView(Struct, frozen=True):
    """A slot of the assembly line. `lying`: dice of a robot just completed here; `scrap`: the robot
    is to be discarded."""

    number: int
    robot: RobotView | None
    upgrade: UpgradeView | None
    lying: tuple[Die, ...]
    scrap: bool


class LevelView(Struct, frozen=True):
    """A level of the factory: the sum it takes, and what reaching it gives."""

    number: int
    wants: int
    reward: tuple[Symbol, ...]


class FactoryView(Struct, frozen=True):
    """The factory: its level, the sum for the next one (0: none is left) and what it gives, all
    levels, what counts so far, and the section's spaces."""

    level: int
    levels: tuple[LevelView, ...]
    wants: int
    reward: tuple[Symbol, ...]
    sum: int
    extra: int
    spaces: tuple[SpaceView, ...]


class BoardView(Struct, frozen=True):
    """A seat's board as everybody sees it.

    `hand`, `packet`, `drawn` are numbers of cards; `sealed`: how many choices lie sealed. `asked`:
    what the seat is asked now. `pips`, `colours`, `numbers`, `rerolls`: one-time effects left.
    """

    seat: Seat
    colour: str
    cogs: int
    sparks: int
    hand: int
    packet: int
    drawn: int
    sealed: int
    tiles: tuple[TileView, ...]
    pool: tuple[Die, ...]
    factory: FactoryView
    slots: tuple[SlotView, ...]
    built: tuple[RobotView, ...]
    board_box: tuple[Symbol, ...]
    board_token: str
    assistants: tuple[AssistantView, ...]
    upgrades: tuple[UpgradeView, ...]
    recruit_price: int
    colour_price: int
    pips: int
    colours: int
    numbers: int
    rerolls: int
    asked: str
    done: bool


class Glance(Struct, frozen=True):
    """What others look up on a seat's board most often. `hand`: how many cards."""

    seat: Seat
    colour: str
    level: int
    cogs: int
    sparks: int
    hand: int
    built: int
    line: tuple[RobotView, ...]
    pool: tuple[Die, ...]
    team: tuple[tuple[Key, str], ...]
    upgrades: tuple[UpgradeView, ...]
    asked: bool
    done: bool


class GoalView(Struct, frozen=True):
    """How far a seat is with a goal."""

    key: Key
    words: str
    have: int
    want: int


class Points(Struct, frozen=True):
    """A seat's points, source by source: so far, or at the end."""

    seat: Seat
    colour: str
    total: int
    tracks: tuple[int, ...]
    factory: int
    assistants: int
    upgrades: int
    sets: int
    cogs: int
    goals: int
    met: tuple[GoalView, ...]
    text: str


class Scoring(Struct, frozen=True):
    """All points. Before the end: what everybody would score as things lie. `tie`: what decided
    among several with the most points (`""`: nothing had to)."""

    final: bool
    seats: tuple[Points, ...]
    winners: tuple[Seat, ...]
    text: str
    tie: str


class Public(Struct, frozen=True):
    """What everybody may know."""

    status: Status
    junkyard: Junkyard
    supply: Supply
    tracks: Tracks
    boards: Each[BoardView]
    glances: Each[Glance]
    scoring: Scoring


# --- Pictures. ---


def symbol(effect: Effect) -> Symbol:
    """An effect as an icon."""
    icon = ICONS.get(type(effect), type(effect).__name__.lower())
    colour, number = "", 1
    match effect:
        case GainColour(colour) | Redirect(colour):
            pass
        case Advance(colour, number):
            pass
        case GainSetDie(number):
            pass
        case GainDice(number) | GainCogs(number) | GainSparks(number) | DrawCards(number):
            pass
        case Factory(number) | FactoryEach(number) | Pips(number):
            pass
        case DieToStep(number) | ColourPrice(number) | FireBoxes(number):
            pass
        case _:
            pass
    return Symbol(icon, colour, number, text.effect(effect))


ICONS: dict[type[Effect], str] = {
    GainDice: "die",
    GainSetDie: "set_die",
    GainColour: "colour_die",
    GainCogs: "cog",
    GainSparks: "spark",
    DrawCards: "card",
    FactoryEach: "factory_each",
}


def symbols(effects: tuple[Effect, ...]) -> tuple[Symbol, ...]:
    """Several effects as icons."""
    return tuple(map(symbol, effects))


def robot_view(
    key: Key, slot: int = 0, dice: tuple[Die | None, ...] = (), token: str = ""
) -> RobotView:
    """A robot card, where it lies."""
    robot = ROBOTS[key]
    on = dice or (None,) * len(robot.spaces)
    spaces = tuple(
        SpaceView(f"{slot}.{place}" if slot else "", need.colour, need.value, die)
        for place, (need, die) in enumerate(zip(robot.spaces, on, strict=True), 1)
    )
    return RobotView(
        key,
        robot.name,
        robot.colour,
        spaces,
        robot.steps,
        symbols(robot.rewards),
        symbols(robot.box),
        token,
    )


def assistant_view(key: Key, hired: Hired | None = None) -> AssistantView:
    """An assistant card, in hand or played."""
    card = ASSISTANTS[key]
    return AssistantView(
        key,
        card.name,
        card.animal,
        card.mark,
        card.points,
        symbols(card.effects),
        text.effects(card.effects),
        hired.copies if hired else "",
        hired.used if hired else False,
    )


def upgrade_view(kind: Key, left: int = 0) -> UpgradeView:
    """An upgrade tile."""
    tile = UPGRADES[kind]
    return UpgradeView(kind, tile.name, tile.group, tile.points, left)


def tile_view(key: Key, seats: int) -> TileView:
    """The side of a production tile that is in play."""
    tile = tile_side(key, seats)
    return TileView(key, tile.dice, tile.anywhere, tile.rerolls, symbols(tile.extras))


# --- What everybody may know. ---


def public(state: State) -> Public:
    """What everybody may know."""
    open_asks = asks(state)
    asked = {ask.seat: ask.kind for ask in open_asks}
    seats = range(len(state.players))
    told = scores(state)
    boards = tuple(board_view(state, seat, asked.get(seat, "")) for seat in seats)
    return Public(
        status=status(state, open_asks, told),
        junkyard=junkyard(state),
        supply=supply(state),
        tracks=Tracks(
            HEADER,
            tuple(player.colour for player in state.players),
            tuple(track_view(state, at) for at in range(len(COLOURS))),
        ),
        boards=boards,
        glances=tuple(map(glance, boards)),
        scoring=scoring(state, told),
    )


def waiting(state: State) -> tuple[Seat, ...]:
    """The seats the table waits for."""
    return tuple(ask.seat for ask in asks(state) if ask.must)


def status(state: State, open_asks: tuple[Ask, ...], told: tuple[Score, ...]) -> Status:
    """Where the game stands, from what is asked and what everybody would score."""
    done = state.phase == ACT
    return Status(
        phase=state.phase,
        turn=state.turn,
        turns=turns_in_all(len(state.players)),
        round=round_number(state),
        rounds=ROUNDS,
        active=active_seat(state),
        secondary=is_secondary(state) and state.turn > 0,
        waiting=tuple(ask.seat for ask in open_asks if ask.must),
        done=tuple(seat for seat, each in enumerate(state.players) if done and each.done),
        in_order=state.options.in_order,
        switched=state.switched,
        draft=state.options.draft,
        seats=standings(state, open_asks, told),
    )


def standings(
    state: State, open_asks: tuple[Ask, ...], told: tuple[Score, ...]
) -> tuple[Standing, ...]:
    """All seats at a glance."""
    asked = {ask.seat: ask for ask in open_asks}
    found = []
    for seat, (player, score_now) in enumerate(zip(state.players, told, strict=True)):
        ask = asked.get(seat)
        done = state.phase == ACT and player.done
        found.append(
            Standing(
                seat,
                player.colour,
                score_now.total,
                ask.kind if ask else "",
                ask.must if ask else False,
                done,
            )
        )
    return tuple(found)


def junkyard(state: State) -> Junkyard:
    """The row and the dice nobody has. What the bag holds follows from what lies open."""
    return Junkyard(
        row=state.row,
        tile=tile_view(state.tile, len(state.players)) if state.tile else None,
        colour=state.players[active_seat(state)].colour,
        taking=state.taking,
        owed=state.owed,
        bag=tuple(zip(COLOURS, state.bag, strict=True)),
        discard=tuple(zip(COLOURS, state.discard, strict=True)),
    )


def supply(state: State) -> Supply:
    """What lies beside the junkyard."""
    taken = [kind for player in state.players for kind in upgrades_of(player)]
    return Supply(
        upgrades=tuple(upgrade_view(kind, STACK - taken.count(kind)) for kind in state.upgrades),
        robots=len(state.robots),
        assistants=len(state.assistants),
        goals=tuple((goal, GOALS[goal]) for goal in state.goals),
    )


def track_view(state: State, at: int) -> TrackView:
    """One scoring track."""
    colour = COLOURS[at]
    bonuses = tuple(
        BonusView(after, key, key == PRINTED, symbols(bonus_effects(key, colour)))
        for after, key in zip(BONUS_AFTER, state.bonuses[at], strict=True)
    )
    return TrackView(colour, bonuses, tuple(player.tracks[at] for player in state.players))


def board_view(state: State, seat: Seat, asked: str) -> BoardView:
    """A seat's board."""
    player = state.players[seat]
    seats = len(state.players)
    return BoardView(
        seat=seat,
        colour=player.colour,
        cogs=player.cogs,
        sparks=player.sparks,
        hand=len(player.hand),
        packet=len(player.packet),
        drawn=len(player.drawn) + len(player.fitted),
        sealed=bool(player.returned) + bool(player.picked) + len(player.fitted),
        tiles=tuple(tile_view(tile, seats) for tile in player.tiles),
        pool=player.pool,
        factory=factory_view(player),
        slots=tuple(
            slot_view(number, slot, number in player.scrapped)
            for number, slot in zip(SLOTS, player.slots, strict=True)
        ),
        built=tuple(robot_view(each.robot, token=each.token) for each in player.built),
        board_box=symbols(BOARD_BOX),
        board_token=player.board_box,
        assistants=tuple(assistant_view(each.assistant, each) for each in player.hired),
        upgrades=tuple(map(upgrade_view, player.upgrades)),
        recruit_price=recruit_price(player),
        colour_price=colour_price(player),
        pips=player.pips,
        colours=player.colours,
        numbers=player.numbers,
        rerolls=player.rerolls,
        asked=asked,
        done=player.done,
    )


def glance(board: BoardView) -> Glance:
    """A seat's board at a glance."""
    return Glance(
        seat=board.seat,
        colour=board.colour,
        level=board.factory.level,
        cogs=board.cogs,
        sparks=board.sparks,
        hand=board.hand + board.packet,
        built=len(board.built),
        line=tuple(slot.robot for slot in board.slots if slot.robot),
        pool=board.pool,
        team=tuple((card.key, card.name) for card in board.assistants),
        upgrades=board.upgrades,
        asked=bool(board.asked),
        done=board.done,
    )


def factory_view(player: Player) -> FactoryView:
    """A seat's factory."""
    top = player.level == len(LEVELS)
    dice = sum(die.value for die in player.section if die is not None)
    total = factory_sum(player)
    return FactoryView(
        level=player.level,
        levels=tuple(
            LevelView(number, level.sum, symbols((level.reward,)))
            for number, level in enumerate(LEVELS, 1)
        ),
        wants=0 if top else LEVELS[player.level].sum,
        reward=() if top else symbols((LEVELS[player.level].reward,)),
        sum=total,
        extra=total - dice,
        spaces=tuple(
            SpaceView(f"{SECTION}.{colour}", colour, 0, die)
            for colour, die in zip(COLOURS, player.section, strict=True)
        ),
    )


def slot_view(number: int, slot: Slot, scrap: bool) -> SlotView:
    """A slot of the assembly line."""
    return SlotView(
        number,
        robot_view(slot.robot, number, slot.dice) if slot.robot else None,
        upgrade_view(slot.upgrade) if slot.upgrade else None,
        () if slot.robot else tuple(die for die in slot.dice if die is not None),
        scrap,
    )


def scoring(state: State, told: tuple[Score, ...]) -> Scoring:
    """All points so far, or at the end; both from what lies open."""
    ended = result(state)
    return Scoring(
        final=state.phase == OVER,
        seats=tuple(points(state, seat, each) for seat, each in enumerate(told)),
        winners=ended.winners if ended else (),
        text=ended.text if ended else "",
        tie=tie(state) if ended else "",
    )


def tie(state: State) -> str:
    """Rulebook, Game Ends: what decided among those with the most points, in words."""
    ranks = sorted((rank(state, seat) for seat in range(len(state.players))), reverse=True)
    if len(ranks) == 1 or ranks[0][0] != ranks[1][0]:
        return ""
    places = range(1, len(ranks[0]))
    return text.TIES[next((at for at in places if ranks[0][at] != ranks[1][at]), 0)]


def scores(state: State) -> tuple[Score, ...]:
    """The final scores, or what they would be now."""
    return state.scores or tuple(score(player, state.goals) for player in state.players)


def points(state: State, seat: Seat, told: Score) -> Points:
    """A seat's points."""
    player = state.players[seat]
    return Points(
        seat,
        player.colour,
        told.total,
        tuple(map(track_points, player.tracks)),
        told.factory,
        told.assistants,
        told.upgrades,
        told.sets,
        told.cogs,
        told.goals,
        tuple(GoalView(goal, GOALS[goal], *goal_progress(player, goal)) for goal in state.goals),
        text.score(told),
    )
