"""Views of Quirky Circuits made by hand, one for each way the page can look.

For templates and pictures, not for rules.
"""

from typing import Any

from msgspec import Struct

from engines.core.engine import Offer, Reason
from engines.quirky_circuits.lookback import Bend, Came, Laying
from engines.quirky_circuits.model import Furniture, Spot, Token, Wander
from engines.quirky_circuits.views import (
    Battery,
    Debrief,
    DebriefCard,
    DebriefRound,
    Deck,
    Frame,
    Goal,
    Hand,
    HandCard,
    Held,
    LaidCard,
    Line,
    MapView,
    Moves,
    Phase,
    Pieces,
    Private,
    Public,
    Queue,
    QueueCard,
    Run,
    RunCard,
    SeatView,
)

QUIRK_FIRST = Reason(
    "quirk_first",
    "You hold a quirk card: quirk cards are laid before any other card of your hand.",
    "Quirk cards",
)
LAY_FIRST = Reason(
    "lay_first",
    "You can signal done once you have laid a card: everybody lays at least one.",
    "Program",
)
CARDS: dict[str, tuple[str, str, bool]] = {
    "forward_1": ("Forward 1", "move", False),
    "forward_2": ("Forward 2", "move", False),
    "forward_3": ("Forward 3", "move", False),
    "backward_1": ("Backward 1", "move", False),
    "rotate_left": ("Rotate Left", "turn", False),
    "rotate_right": ("Rotate Right", "turn", False),
    "turn_around": ("Turn Around", "turn", False),
    "quirk_forward_2": ("Forward 2 (quirk)", "move", True),
    "quirk_rotate_left": ("Rotate Left (quirk)", "turn", True),
    "move_north": ("Move North", "move", False),
    "jump_2": ("Jump 2", "move", False),
    "shift_left": ("Shift Left", "move", False),
    "carry": ("Carry", "special", False),
    "left_hand": ("Left Hand", "special", False),
    "swap": ("Swap", "special", False),
    "quirk_conveyor_1": ("Conveyor 1 (quirk)", "special", True),
    "quirk_token_1": ("Move Token 1 (quirk)", "special", True),
}


class SeatName(Struct, frozen=True):
    seat: int
    name: str
    shape: str
    colour: str


class TableName(Struct, frozen=True):
    id: str = "4"
    title: str = "Uphill"
    code: str = "copper-cat-seven"
    engine: str = "quirky_circuits"


class Person(Struct, frozen=True):
    seat: int
    name: str
    shape: str
    colour: str
    present: bool = True
    away: int = 0
    stand_in: bool = False
    host: bool = False
    passable: bool = False


class Message(Struct, frozen=True):
    id: int
    name: str
    shape: str
    colour: str
    text: str


class LogLine(Struct, frozen=True):
    seq: int
    text: str
    head: bool = False
    url: str = ""


class Notice(Struct, frozen=True):
    kind: str
    text: str
    rule: str = ""


NAMES = ("Ada", "Mo", "Ines", "Kit")
MARKS = (("disc", "red"), ("square", "blue"), ("leaf", "green"), ("triangle", "yellow"))
SEATS = tuple(
    SeatName(i, name, shape, colour)
    for i, (name, (shape, colour)) in enumerate(zip(NAMES, MARKS, strict=True))
)
TABLE = TableName()

MAP = MapView(
    scenario="uphill",
    number=4,
    title="Uphill",
    place="living room",
    columns=6,
    rows=7,
    furniture=(
        Furniture("rug", 1, 1, 3, 3, solid=False),
        Furniture("side_table", 0, 0),
        Furniture("sofa", 1, 0, 2, 1),
        Furniture("side_table", 3, 0),
        Furniture("side_table", 5, 3),
    ),
    chairs=((4, 1),),
    inclines=((4, 4, "e"),),
    walls=(
        *((1, 5, 3, 5), (2, 5, 2, 6), (5, 3, 6, 3)),
        *((5, 3, 5, 4), (5, 5, 5, 7), (1, 2, 1, 3)),
    ),
    home=(0, 6),
)
KITCHEN = MapView(
    scenario="spilt",
    number=7,
    title="Spilt",
    place="kitchen",
    columns=5,
    rows=7,
    furniture=(
        Furniture("stove", 0, 0, 2, 1),
        Furniture("table", 2, 2, 2, 2),
        Furniture("bookcase", 4, 0, 1, 2),
        Furniture("tv", 3, 6, 2, 1),
        Furniture("plant", 0, 3),
    ),
    chairs=((2, 4), (1, 2)),
    inclines=((3, 5, "n"), (0, 5, "w")),
    walls=((1, 5, 3, 5),),
    home=(4, 4),
)
BEDROOM = MapView(
    scenario="lights_out",
    number=9,
    title="Lights Out",
    place="bedroom",
    columns=7,
    rows=7,
    furniture=(
        Furniture("bed", 0, 0, 2, 2),
        Furniture("bed", 6, 4, 1, 2),
        Furniture("desk", 4, 0, 2, 1),
        Furniture("piano", 2, 4, 2, 2),
        Furniture("piano", 0, 4, 1, 2),
        Furniture("bath", 2, 6, 2, 1),
        Furniture("toy_box", 5, 6),
        Furniture("lamp", 2, 0),
        Furniture("rug", 3, 2, 3, 1, solid=False),
        Furniture("bookcase", 6, 2, 1, 2),
    ),
    chairs=((4, 1),),
    inclines=((5, 4, "s"),),
    walls=((3, 1, 3, 3),),
    home=(0, 6),
)

GARDEN = MapView(
    scenario="slow_company",
    number=9,
    title="Slow Company",
    place="vegetable patch",
    columns=7,
    rows=7,
    furniture=(
        Furniture("hedge", 0, 0, 2, 1),
        Furniture("hedge", 6, 1, 1, 2),
        Furniture("hedge", 2, 6, 4, 1),
        Furniture("bush", 0, 2),
        Furniture("pond", 3, 3, 2, 2),
        Furniture("cart", 6, 6),
    ),
    chairs=(),
    inclines=((1, 4, "n"),),
    walls=((3, 1, 3, 3),),
    home=(0, 6),
    spots=(Spot("bed", 1, 3, 0), Spot("bed", 2, 4, 0), Spot("basket", 3, 6, 4)),
    wander=Wander("snail", "bed"),
    rules=("in order", "one token a space"),
)
DIG = MapView(
    scenario="a_long_bone",
    number=12,
    title="A Long Bone",
    place="dig site",
    columns=5,
    rows=7,
    furniture=(
        Furniture("rock", 0, 0, 1, 2),
        Furniture("tent", 4, 0),
        Furniture("pillar", 0, 6),
        Furniture("cart", 2, 6, 2, 1),
    ),
    chairs=(),
    inclines=((2, 3, "e"), (3, 3, "w")),
    walls=(),
    home=(4, 6),
    spots=(Spot("plinth", 1, 0, 3), Spot("plinth", 1, 0, 4), Spot("crate", 2, 1, 6)),
)
SUSHI = MapView(
    scenario="rush_hour",
    number=19,
    title="Rush Hour",
    place="sushi bar",
    columns=6,
    rows=7,
    furniture=(
        Furniture("stove", 0, 0, 2, 1),
        Furniture("counter", 3, 4),
        Furniture("cat", 5, 0),
        Furniture("cat", 5, 4),
    ),
    chairs=(),
    inclines=(),
    walls=(),
    home=(0, 6),
    belts=((1, 2, "e"), (2, 2, "e"), (3, 2, "s"), (3, 3, "w"), (2, 3, "n")),
    spots=(Spot("tray", 1, 2, 6),),
)


def token(kind: str, x: int, y: int) -> Token:
    return Token(f"{'vase' if kind != 'dust' else 'dust'}-{'abcdefg'[x]}{y + 1}", kind, x, y)


TOKENS = (
    token("dust", 1, 1),
    token("dust", 3, 2),
    token("dust", 5, 0),
    token("dust", 4, 5),
    token("dust", 5, 6),
    token("vase", 0, 0),
    token("vase", 5, 3),
    token("vase_broken", 3, 1),
)
PATH = ((0, 6), (0, 5), (0, 4), (0, 3), (1, 3), (2, 3))
PIECES = Pieces("gizmo", 2, 3, "e", TOKENS, PATH)
NINE = tuple((v, "green" if v > 6 else "yellow" if v > 3 else "red") for v in range(9, 0, -1))
BATTERY = Battery(9, 7, NINE)
GOAL = Goal(
    "Sweep up all mess, then bring Gizmo home.",
    6,
    "6 left",
    "Somebody built a ramp for the marbles. Gizmo thinks it is for her.",
)
QUEUE_SPEC = (
    (2, "forward_1"),
    (1, "rotate_right"),
    (0, "quirk_rotate_left"),
    (1, "forward_2"),
    (2, "forward_3"),
    (1, "forward_1"),
    (2, "rotate_left"),
)


def queue_cards(spec: Any = QUEUE_SPEC, open_faces: bool = False) -> tuple[QueueCard, ...]:
    cards = []
    for place, (seat, face) in enumerate(spec, 1):
        label, back, quirk = CARDS[face]
        shown = (face, label) if open_faces else (None, "")
        cards.append(QueueCard(place, seat, back, quirk, *shown))
    return tuple(cards)


def hand_card(face: str, no: Reason | None = None) -> HandCard:
    label, back, quirk = CARDS[face]
    return HandCard(face, label, back, quirk, f"play {face} @", no)


OTHERS = (
    SeatView(0, ("move", "move", "turn"), "", 1, 4),
    SeatView(1, ("move",), "flat", 3, 4),
    SeatView(2, ("quirk turn",), "", 3, 4),
)
START = Frame("start", 0, 6, "n", (token("dust", 0, 4), *TOKENS), "Gizmo starts at A7.")


def frames(spec: Any) -> tuple[Frame, ...]:
    return tuple(Frame(k, x, y, f, TOKENS, text) for k, x, y, f, text in spec)


RUN_SPEC = (
    (
        1,
        "forward_2",
        (
            ("moved", 0, 5, "n", "Gizmo moves to A6."),
            ("moved", 0, 4, "n", "Gizmo moves to A5."),
            ("swept", 0, 4, "n", "Gizmo sweeps up a dust bunny at A5."),
        ),
    ),
    (0, "forward_1", (("moved", 0, 3, "n", "Gizmo moves to A4."),)),
    (2, "rotate_right", (("turned", 0, 3, "e", "Gizmo turns and faces east."),)),
    (
        1,
        "quirk_forward_2",
        (
            ("moved", 1, 3, "e", "Gizmo moves to B4."),
            ("moved", 2, 3, "e", "Gizmo moves to C4."),
        ),
    ),
    (
        0,
        "forward_3",
        (("moved", 2, 3, "e", "Gizmo moves nowhere, for the sake of the sample."),),
    ),
)


def run_cards(ran: int = 99) -> tuple[RunCard, ...]:
    cards = []
    for place, (seat, face, steps) in enumerate(RUN_SPEC, 1):
        label, back, quirk = CARDS[face]
        did = place <= ran
        cards.append(
            RunCard(
                place,
                seat,
                face if did else "",
                label if did else "",
                back,
                quirk,
                did,
                frames(steps) if did else (),
            )
        )
    return tuple(cards)


RUN = Run(2, START, run_cards())

PUBLIC = Public(
    phase=Phase(3, "program", False),
    map=MAP,
    pieces=PIECES,
    battery=BATTERY,
    goal=GOAL,
    queue=Queue(queue_cards(), 5, 0, True, 1, 3, Deck(5, "move"), 7),
    others=OTHERS,
    run=RUN,
    debrief=None,
)
FIRST = Public(
    phase=Phase(1, "program", False),
    map=KITCHEN,
    pieces=Pieces(
        "gizmo", 4, 4, "w", (token("dust", 0, 1), token("dust", 0, 1), token("vase", 2, 2))
    ),
    battery=Battery(
        7, 7, tuple((v, {7: "green", 1: "red"}.get(v, "yellow")) for v in range(7, 0, -1))
    ),
    goal=GOAL,
    queue=Queue((), 5, 5, False, 0, 2, Deck(6, "quirk turn"), 0),
    others=(SeatView(0, ("move",) * 5, "", 0, 5), SeatView(1, ("turn",) * 5, "", 0, 5)),
    run=None,
    debrief=None,
)
PRACTICE = Public(
    phase=Phase(3, "program", True),
    map=BEDROOM,
    pieces=Pieces("gizmo", 3, 3, "s", TOKENS[:4], ()),
    battery=BATTERY,
    goal=GOAL,
    queue=Queue(
        queue_cards((*QUEUE_SPEC, *QUEUE_SPEC[:4]), open_faces=True),
        5,
        0,
        True,
        2,
        4,
        Deck(0, ""),
        11,
    ),
    others=(*OTHERS, SeatView(3, (), "", 4, 4)),
    run=RUN,
    debrief=None,
)


CAME = (
    Came(("moved", "swept"), "Gizmo moves 2 spaces to A5, then sweeps up a dust bunny at A5."),
    Came(
        ("moved", "collided", "fell", "broke"),
        "Gizmo moves to A4, then bumps into the bookcase and stops.",
        (Bend(2, "collided", 0, 3, "n"),),
    ),
    Came(("turned", "drifted"), "She turns and drifts.", (Bend(3, "drifted", 0, 3),)),
    Came(
        ("asked", "moved", "slid", "chair"),
        "All at once.",
        (Bend(4, "slid", 1, 3), Bend(4, "rode", 1, 3), Bend(4, "chair", 2, 3)),
    ),
    Came(),
)
"""What came of the cards of `RUN_SPEC`, the last of which didn't run."""


def debrief_round(number: int, band: str) -> DebriefRound:
    cards = []
    known = queue_cards(tuple((seat, face) for seat, face, _ in RUN_SPEC), open_faces=True)
    closed = queue_cards(tuple((seat, face) for seat, face, _ in RUN_SPEC))
    for place, (seat, face, _) in enumerate(RUN_SPEC, 1):
        label, back, quirk = CARDS[face]
        hand = tuple((f, CARDS[f][0]) for f in ("forward_1", "forward_1", face, "turn_around"))
        before = zip(known[: place - 1], closed, strict=False)
        cards.append(
            DebriefCard(
                place,
                seat,
                face,
                label,
                back,
                quirk,
                place < 5,
                hand,
                tuple(open_ if open_.seat == seat else shut for open_, shut in before),
                tuple((s, ("move", "quirk turn")[:s]) for s in range(3) if s != seat),
                CAME[place - 1],
            )
        )
    run = Run(number, START, run_cards())
    return DebriefRound(number, 10 - number, band, tuple(cards), PATH, run)


def debrief(won: bool) -> Debrief:
    return Debrief(
        won,
        "green" if won else "",
        "Gizmo is home with 7 left in the battery."
        if won
        else "The battery is empty with 2 pieces of mess left: you lose.",
        tuple(debrief_round(n, "green") for n in (1, 2, 3)),
        19,
        12,
        (("collided", 3), ("drifted", 1)) if won else (),
        "Par for three is 4 rounds; this team took 3: 1 under par." if won else "",
    )


LOOKBACK = tuple(
    tuple(
        Laying(10 * number + place, ((0, "done"), (1, "flat"))[: place - 1], ran)
        for place, ran in enumerate((f"{10 * number + 7}.1", "99.2", "99.3", "99.4", ""), 1)
    )
    for number in (1, 2, 3)
)
"""Where the cards of `debrief` stand in the rows."""


def over(won: bool) -> Public:
    return Public(
        phase=Phase(3, "over", False),
        map=MAP,
        pieces=Pieces("gizmo", 0, 6, "s", TOKENS[5:7] if won else TOKENS[:2], PATH),
        battery=Battery(9, 7 if won else 0, NINE),
        goal=Goal(GOAL.text, 0 if won else 2, "all done" if won else "2 left", GOAL.story),
        queue=Queue((), 5, 5, False, 0, 3, Deck(9, "turn"), 0),
        others=OTHERS,
        run=Run(3, START, run_cards(3)),
        debrief=debrief(won),
    )


def a(kind: str, x: int, y: int, lie: int = -1) -> Token:
    """A token of the other robots."""
    return Token(f"{kind}-{'abcdefg'[x]}{y + 1}", kind, x, y, lie)


def elsewhere(map_: MapView, pieces: Pieces, cards: tuple[RunCard, ...], goal: Goal) -> Public:
    """Another robot's table: one hand after the first round, whose last frame is what stands on
    the map."""
    last = cards[-1].frames[-1]
    first = Frame("start", 2, 5, "n", last.tokens, f"{pieces.robot.capitalize()} starts at C6.")
    return Public(
        phase=Phase(2, "program", False),
        map=map_,
        pieces=pieces,
        battery=Battery(12, 11, tuple((v, "green" if v > 9 else "red") for v in range(12, 0, -1))),
        goal=goal,
        queue=Queue((), 5, 5, False, 0, 2, Deck(6, "special"), 0),
        others=(SeatView(0, ("special",) * 5, "", 0, 5), SeatView(1, ("quirk special",), "", 4, 5)),
        run=Run(1, first, cards),
        debrief=None,
    )


def ran_card(place: int, face: str, *shown: Frame) -> RunCard:
    label, back, quirk = CARDS[face]
    return RunCard(place, place % 2, face, label, back, quirk, True, shown)


GROWING = (a("bud", 5, 5), a("seed", 2, 2), a("seed", 2, 2), a("carrot", 1, 5), a("snail", 4, 2))
A_SEED = (Held("", Token("seed-g6", "seed", 2, 4)),)
TWIRL = elsewhere(
    GARDEN,
    Pieces("twirl", 2, 4, "n", GROWING, ((2, 5), (2, 4)), A_SEED, "w"),
    (
        ran_card(
            1,
            "carry",
            Frame("picked_up", 2, 5, "n", GROWING, "Twirl picks up a seed at C6.", A_SEED),
        ),
        ran_card(
            2,
            "forward_2",
            Frame("moved", 2, 4, "n", GROWING, "Twirl moves to C5.", A_SEED, ("e",)),
            Frame("gathered", 2, 4, "n", GROWING, "Twirl gathers momentum.", A_SEED, ("e", "w")),
            Frame("drifted", 2, 4, "n", GROWING, "Twirl drifts to C5.", A_SEED, ("w",)),
        ),
    ),
    Goal("Visit, plant, deliver.", 5, "1 bud and 4 more left", "s", (("buds", 1), ("seeds", 4))),
)
BURIED = (a("spine", 1, 5, 1), a("bone", 3, 1), a("skull", 3, 1))
A_TAIL = (Held("", Token("tail-b3", "tail", 2, 2, 2)),)
ROVER = elsewhere(
    DIG,
    Pieces("rover", 2, 4, "n", BURIED, (), A_TAIL),
    (
        ran_card(
            1, "jump_2", Frame("jumped", 2, 4, "n", (*BURIED, a("tail", 2, 2, 2)), "He jumps.")
        ),
        ran_card(2, "carry", Frame("picked_up", 2, 4, "n", BURIED, "He takes a tail.", A_TAIL)),
    ),
    Goal("Fill the crate and the plinths.", 3, "3 left", "s", (("empty crates", 3),)),
)
SERVED = (
    *(a("order_maki", 5, 4), a("order_soup", 5, 4), a("order_nigiri", 5, 0)),
    *(a("nigiri", 1, 2), a("maki", 3, 4), a("soup", 3, 4)),
)
TWO_DISHES = (
    Held("left", Token("maki-c2", "maki", 1, 4)),
    Held("right", Token("soup-c2", "soup", 0, 4)),
)
LEFTY = elsewhere(
    SUSHI,
    Pieces("lefty", 2, 4, "w", SERVED, (), TWO_DISHES),
    (
        ran_card(
            1,
            "quirk_conveyor_1",
            Frame("rode", 2, 4, "w", SERVED, "The belt takes Lefty to C5.", TWO_DISHES[::-1]),
            Frame("conveyed", 2, 4, "w", SERVED, "The nigiri goes to B3.", TWO_DISHES[::-1]),
        ),
        ran_card(2, "swap", Frame("swapped", 2, 4, "w", SERVED, "Lefty swaps.", TWO_DISHES)),
    ),
    Goal("Serve the cats.", 3, "3 orders left", "s", (("orders", 3),)),
)


def offers(cards: tuple[HandCard, ...], signal: str, no: Reason | None = None) -> tuple[Offer, ...]:
    plays = tuple(
        Offer(c.play, f"Lay {c.label} as 8th", on=c.face, no=c.no)
        for c in {c.face: c for c in cards}.values()
    )
    signs = []
    for sign, give, lift in (
        ("done", "I'm done", "Take back: done"),
        ("flat", "Hands flat: let's stop", "Take back: hands flat"),
    ):
        if signal == sign:
            signs.append(Offer(f"not {sign}", lift))
        else:
            signs.append(Offer(sign, give, no=no))
    return (*plays, *signs)


HAND_CARDS = tuple(hand_card(face) for face in ("forward_2", "backward_1", "turn_around"))
LAID = (LaidCard(3, "quirk_rotate_left", "Rotate Left (quirk)", "turn", True),)


def moves(said: tuple[Offer, ...]) -> Moves:
    return Moves(said, tuple(offer for offer in said if not offer.text.startswith("play")), True)


PRIVATE = Private(
    Line(
        "act",
        "Lay a card, or say you’re done.",
        "Seven cards are down and can’t be moved.",
        (0, 2),
    ),
    Hand(0, HAND_CARDS, LAID, ""),
    moves(offers(HAND_CARDS, "")),
)
LOCKED = tuple(
    hand_card(face, None if face.startswith("quirk") else QUIRK_FIRST)
    for face in ("forward_1", "forward_1", "forward_3", "rotate_right", "quirk_rotate_left")
)
BEFORE_FIRST = Private(
    Line("act", "Lay your quirk card first.", "Everybody lays at least one card.", (0, 1)),
    Hand(0, LOCKED, (), ""),
    moves(offers(LOCKED, "", LAY_FIRST)),
)
AFTER_DONE = Private(
    Line("wait", "You’re done.", "You may take that back.", (2,)),
    Hand(0, HAND_CARDS, LAID, "done"),
    moves(offers(HAND_CARDS, "done")),
)
ASKED = tuple(
    Offer(f"choose {id_}", f"Take {words}", on=id_)
    for id_, words in (("bone-d2", "the bone"), ("skull-d2", "the skull"))
)
CHOOSING = Private(
    Line("act", "Your card asks: which token?", "The run waits.", (0,)),
    Hand(0, (hand_card("jump_2"),), (), ""),
    Moves(ASKED, (), True, ASKED),
)
SPECIALS = {
    "twirl": ("move_north", "carry", "quirk_token_1"),
    "lefty": ("shift_left", "left_hand", "swap"),
}


def with_specials(robot: str) -> Private:
    """A seat that holds cards only this robot has."""
    cards = tuple(hand_card(face) for face in SPECIALS[robot])
    return Private(
        Line("act", "Lay your first card.", "", (0, 1)),
        Hand(0, cards, (), ""),
        moves(offers(cards, "", LAY_FIRST)),
    )


WATCHING = Private(
    Line("wait", "You are watching.", "The team programs.", (0, 2)), None, Moves((), (), False)
)
WON = Private(
    Line("won", "Won in the green: expert!", "Words are open again.", ()),
    Hand(0, (), (), ""),
    Moves((), (), False),
)
LOST = Private(
    Line("lost", "The battery is empty.", "Talk it over, then try again.", ()),
    Hand(0, (), (), ""),
    Moves((), (), False),
)

PEOPLE = tuple(
    Person(
        s.seat,
        s.name,
        s.shape,
        s.colour,
        present=s.seat != 2,
        away=4 if s.seat == 2 else 0,
        host=s.seat == 0,
        passable=s.seat == 2,
    )
    for s in SEATS[:3]
)
APP: dict[str, dict[str, Any]] = {
    "people": {
        "people": PEOPLE,
        "switches": (),
        "endable": True,
        "watching": 3,
        "host": True,
        "over": False,
        "watch": True,
    },
    "talk": {
        "closed": "Chat is closed while you play."
        " Words open again at the debrief, after the last card.",
        "messages": (),
        "may_say": False,
    },
    "log": {
        "lines": (
            LogLine(1, "Round 2", True, "/t/4/at/12"),
            LogLine(2, "Card 1, Mo: Forward 2."),
            LogLine(3, "Gizmo sweeps up a dust bunny at A5."),
            LogLine(4, "Round 3", True),
            LogLine(5, "Mo signals: hands flat."),
            LogLine(6, "Ines lays a turn card as 7th."),
        )
    },
    "notice": {"notice": None},
}
OVER: dict[str, Any] = APP["people"] | {"over": True}
OPEN_TALK: dict[str, Any] = {
    "closed": "",
    "messages": (
        Message(1, "Mo", "square", "blue", "I knew you had that turn!"),
        Message(2, "Kit", "", "", "From the gallery: well done."),
    ),
    "may_say": True,
}
ERROR = {
    "notice": Notice(
        "error",
        "Somebody laid a card first: the next place is the 8th, and you meant the 7th.",
        "Program",
    )
}

PAGES: dict[str, tuple[Public, Private, int | None, dict[str, dict[str, Any]]]] = {
    "program": (PUBLIC, PRIVATE, 0, APP),
    "first": (FIRST, BEFORE_FIRST, 0, APP | {"notice": ERROR}),
    "practice": (PRACTICE, AFTER_DONE, 0, APP),
    "watching": (PUBLIC, WATCHING, None, APP),
    "won": (over(True), WON, 0, APP | {"talk": OPEN_TALK, "people": OVER}),
    "twirl": (TWIRL, with_specials("twirl"), 0, APP),
    "rover": (ROVER, CHOOSING, 0, APP),
    "lefty": (LEFTY, with_specials("lefty"), 0, APP),
    "lost": (over(False), LOST, 0, APP | {"talk": OPEN_TALK, "people": OVER}),
}
"""Whole pages by name: public and private view, who looks, and the app's own regions."""
