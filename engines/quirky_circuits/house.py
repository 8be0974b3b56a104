"""What the app asks about a table that is no rule of a move: the scenario book, silence, and all
that is printed on cards and tiles, for the rules page."""

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from engines.core.engine import Book, Chapter, Easing, Grade, Page, Reason
from engines.quirky_circuits.board import Board, build
from engines.quirky_circuits.components import CARDS, Deck
from engines.quirky_circuits.effects import ENTERING, carry_out
from engines.quirky_circuits.handling import holding
from engines.quirky_circuits.model import (
    EAST,
    FACINGS,
    NORTH,
    Card,
    Carry,
    Conveyor,
    Face,
    Facing,
    Furniture,
    Jump,
    Move,
    MoveNorth,
    MoveToken,
    Options,
    Rode,
    RotateNorth,
    Scenario,
    Space,
    State,
    Swap,
    Wander,
    World,
)
from engines.quirky_circuits.robots import ROBOTS
from engines.quirky_circuits.scenario import SCENARIOS
from engines.quirky_circuits.text import MET, does, happening
from engines.quirky_circuits.topics import (
    COMMANDS_SHELF,
    OF_EFFECT,
    OWN,
    ROBOTS_SHELF,
    around,
    met,
    where,
)
from engines.quirky_circuits.views import Held, MapView, Token, map_view

DIFFICULTIES = ("a first step", "easy", "some thought", "tricky", "for experts")
"""In words, by a scenario's place among its robot's five; those after them are for experts too."""

BASIC = len(ROBOTS) * len(DIFFICULTIES)
"""So many scenarios are five of each robot; the book ends with those that combine it all."""

GRADES = (
    Grade("expert", "Expert", 3),
    Grade("challenge", "Challenge", 2),
    Grade("won", "Won", 1),
)
"""Rulebook, End of the Game: green is for experts, yellow a greater challenge, red a win."""

EASINGS = (Easing("practice", "practice mode"), Easing("talk", "talk between rounds"))
"""Rulebook, Practice Mode; and the house rule that opens words between rounds."""


class Entry(Struct, frozen=True):
    """A page of the scenario book, as shown before the game: all of it is printed for everybody."""

    key: str
    number: int
    title: str
    story: str
    place: str
    robot: str
    battery: int
    par: tuple[tuple[int, int], ...]
    """Rounds, by the number of players."""
    difficulty: str
    map: MapView
    tokens: tuple[Token, ...]


@lru_cache(maxsize=1)
def catalogue() -> tuple[Entry, ...]:
    """The scenario book in its recommended order (Rulebook, Setup 1)."""
    return tuple(
        Entry(
            key=scenario.key,
            number=scenario.number,
            title=scenario.title,
            story=scenario.story,
            place=scenario.place,
            robot=scenario.robot,
            battery=scenario.battery,
            par=scenario.par,
            difficulty=difficulty(scenario),
            map=map_view(scenario.key),
            tokens=scenario.tokens,
        )
        for scenario in SCENARIOS.values()
    )


def difficulty(scenario: Scenario) -> str:
    """How hard a scenario is, in words."""
    if scenario.number > BASIC:
        return DIFFICULTIES[-1]
    return DIFFICULTIES[(scenario.number - 1) % len(DIFFICULTIES)]


@lru_cache(maxsize=1)
def book() -> Book:
    """The scenario book as something to finish: by robot, the advanced scenarios last."""
    chapters = tuple(
        Chapter(
            key=scenario.key,
            number=scenario.number,
            title=scenario.title,
            group="Advanced" if scenario.number > BASIC else ROBOTS[scenario.robot].name,
            line=f"{scenario.place[:1].upper()}{scenario.place[1:]}, {difficulty(scenario)}",
        )
        for scenario in SCENARIOS.values()
    )
    return Book("scenario", chapters, GRADES, EASINGS)


def label(options: Options) -> str:
    """The scenario's title."""
    return SCENARIOS[options.scenario].title


def emblem(options: Options) -> str:
    """The scenario's robot."""
    return SCENARIOS[options.scenario].robot


def silence(state: State) -> Reason | None:
    """Rulebook, Communicating: nobody says anything about cards, plans or wishes while a game runs.

    The house rule *talk between rounds* opens words from a run's end to the next card.
    """
    if state.ended:
        return None
    if state.options.talk and state.round > 1 and not state.queue:
        return None
    return Reason(
        "silence",
        "Chat is closed while you play. Words open again at the debrief, after the last card.",
        "Communicating",
    )


# --- What is printed on cards and tiles. ---


class Stand(Struct, frozen=True):
    """The robot and the tokens at one moment of a picture. `facing` and `momentum` (`""`: none)
    are n, e, s or w."""

    x: int
    y: int
    facing: str
    tokens: tuple[Token, ...]
    held: tuple[Held, ...]
    momentum: str


class Picture(Struct, frozen=True):
    """What a card does on a little map, as the rules carry it out: before, after, the spaces of
    the robot's way, and all that happened in words. `belts` and `inclines` as in `MapView`."""

    robot: str
    face: Face
    label: str
    columns: int
    rows: int
    obstacles: tuple[Furniture, ...]
    walls: tuple[tuple[int, int, int, int], ...]
    inclines: tuple[tuple[int, int, str], ...]
    belts: tuple[tuple[int, int, str], ...]
    before: Stand
    after: Stand
    path: tuple[Space, ...]
    said: tuple[str, ...]


class Meeting(Struct, frozen=True):
    """A rule that comes into play: its topic, where it is told (`topics.where`), a sentence, and
    the robots that it is about, by key and name; none if about all that are spoken of."""

    topic: str
    where: str
    said: str
    robots: tuple[tuple[str, str], ...] = ()


class PrintedCard(Struct, frozen=True):
    """A command card. `decks`: the robots that have it, by key and name, and how many cards each.
    `pictures`: one, or one for each robot with which it does something else. `own`: the topics that
    are all its own; `meets`: what else may come into play. `plain`: the card that a quirk is like,
    `""` if there is none."""

    face: Face
    label: str
    back: str
    quirk: bool
    does: str
    decks: tuple[tuple[str, str, int], ...]
    pictures: tuple[Picture, ...]
    own: tuple[str, ...]
    meets: tuple[Meeting, ...]
    plain: Face


class PrintedRobot(Struct, frozen=True):
    """A robot: its deck, basic cards and quirks (face, label and how many of each); the topics that
    are all its own, what else it meets, and its scenarios."""

    key: str
    name: str
    cards: tuple[tuple[Face, str, int], ...]
    quirks: tuple[tuple[Face, str, int], ...]
    size: int
    quirk_size: int
    own: tuple[str, ...]
    meets: tuple[Meeting, ...]
    scenarios: tuple[Entry, ...]


class Printed(Struct, frozen=True):
    """All robots with their decks, every card, and the examples of the rules page by name, each
    some cards one after the other."""

    robots: tuple[PrintedRobot, ...]
    cards: tuple[PrintedCard, ...]
    examples: dict[str, tuple[Picture, ...]]


@lru_cache(maxsize=1)
def printed() -> Printed:
    """Every robot's deck and every card, as they come out of the box."""
    return Printed(
        robots=tuple(
            PrintedRobot(
                key=robot.key,
                name=robot.name,
                cards=_listed(robot.deck),
                quirks=_listed(robot.quirks),
                size=sum(count for _, count in robot.deck),
                quirk_size=sum(count for _, count in robot.quirks),
                own=OWN[robot.key],
                meets=tuple(Meeting(topic, where(topic), MET[topic]) for topic in around(robot)),
                scenarios=tuple(entry for entry in catalogue() if entry.robot == robot.key),
            )
            for robot in ROBOTS.values()
        ),
        cards=tuple(_card(face) for face in CARDS),
        examples={name: example(*told) for name, told in EXAMPLES.items()},
    )


def _listed(deck: Deck) -> tuple[tuple[Face, str, int], ...]:
    return tuple((card.face, card.label, count) for card, count in deck)


def _card(face: Face) -> PrintedCard:
    card = CARDS[face]
    decks = tuple(
        (robot.key, robot.name, count)
        for robot in ROBOTS.values()
        for held, count in (*robot.deck, *robot.quirks)
        if held is card
    )
    pictures: dict[object, Picture] = {}
    for robot, _, _ in decks:
        picture = example(*_shown(robot, face))[0]
        after = picture.after
        reached = tuple((held.token.x, held.token.y) for held in after.held)
        # The same card in another robot's deck is drawn once more only if it ends otherwise.
        pictures.setdefault((picture.path, after.facing, after.momentum, reached), picture)
    plain = face.removeprefix("quirk_")
    own = OF_EFFECT.get(type(card.effect), ())
    return PrintedCard(
        face=face,
        label=card.label,
        back=card.back,
        quirk=card.quirk,
        does=does(face),
        decks=decks,
        pictures=tuple(pictures.values()),
        own=own,
        meets=_met(card, own),
        plain=plain if card.quirk and plain in CARDS else "",
    )


def _met(card: Card, own: tuple[str, ...]) -> tuple[Meeting, ...]:
    """The rules that a card may bring into play. One that not all its robots share names them, and
    is told where their page tells it."""
    holders = [r for r in ROBOTS.values() if any(held is card for held, _ in (*r.deck, *r.quirks))]
    meetings = []
    for topic, said in MET.items():
        robots = [robot for robot in holders if topic in met(robot, card)]
        if robots and topic not in own:
            some = robots if len(robots) < len(holders) else []
            told = where(topic, robots[0].key if len(robots) == 1 else "")
            named = tuple((robot.key, robot.name) for robot in some)
            meetings.append(Meeting(topic, told, said, named))
    return tuple(meetings)


@lru_cache(maxsize=1)
def pages() -> tuple[Page, ...]:
    """Every robot and every command has a page of its own."""
    robots = (Page(ROBOTS_SHELF, robot.key, robot.name, robot) for robot in printed().robots)
    commands = (Page(COMMANDS_SHELF, card.face, card.label, card) for card in printed().cards)
    return (*robots, *commands)


# --- The little maps. Ours. ---

CARGO = {"twirl": "seed", "rover": "bone", "lefty": "nigiri"}
"""What each robot carries in a picture."""


def _little(robot: str, columns: int, rows: int, at: Space, facing: Facing) -> Scenario:
    """An empty map with a robot."""
    return Scenario(
        key="",
        number=0,
        title="",
        robot=robot,
        place="",
        story="",
        goal="",
        columns=columns,
        rows=rows,
        furniture=(),
        chairs=(),
        inclines=(),
        walls=(),
        tokens=(),
        home=at,
        facing=facing,
        battery=0,
        bands=(),
        quirks=(),
        fewest=0,
        goals=(),
    )


def _shown(robot: str, face: Face) -> tuple[Scenario, tuple[Token | None, ...], tuple[Face, ...]]:
    """The map on which a card is drawn, what the robot holds there, and the card."""
    hands = ROBOTS[robot].hands
    holds: tuple[Token | None, ...] = (None,) * len(hands)
    middle = _little(robot, 3, 4, (1, 2), NORTH)
    match CARDS[face].effect:
        case Move(0, _):
            scenario = _little(robot, 3, 4, (1, 3), NORTH)
        case Jump(_):
            rock = Furniture("crate", 1, 2)
            scenario = replace(_little(robot, 3, 4, (1, 3), NORTH), furniture=(rock,))
        case MoveNorth() | RotateNorth():
            scenario = replace(middle, facing=EAST)
        case Carry(hand):
            reach = hands[hand].reach
            token = Token("cargo", CARGO[robot], 1, 2 - reach)
            scenario = replace(middle, tokens=(token,))
        case Swap():
            scenario = middle
            holds = (Token("one", "nigiri", 0, 0), Token("two", "maki", 0, 0))
        case Conveyor(_):
            scenario = replace(
                _little(robot, 3, 4, (0, 2), NORTH),
                belts=((0, 2, EAST), (1, 2, EAST)),
                tokens=(Token("rider", CARGO[robot], 1, 2),),
            )
        case MoveToken(_):
            scenario = replace(
                _little(robot, 3, 4, (2, 3), NORTH),
                tokens=(Token("walker", "snail", 0, 2), Token("aim", "seed", 2, 0)),
                wander=Wander("snail", "seed"),
            )
        case _:
            scenario = middle
    return scenario, holds, (face,)


EXAMPLES: dict[str, tuple[Scenario, tuple[Token | None, ...], tuple[Face, ...]]] = {
    "bump": (
        replace(_little("gizmo", 3, 2, (0, 1), EAST), furniture=(Furniture("plant", 2, 1),)),
        (),
        ("forward_2", "forward_2"),
    ),
    "momentum": (
        _little("twirl", 4, 2, (0, 1), EAST),
        (None,),
        ("forward_2", "rotate_left"),
    ),
    "momentum_bump": (
        replace(_little("twirl", 4, 2, (0, 1), EAST), furniture=(Furniture("plant", 3, 1),)),
        (None,),
        ("forward_2", "forward_1"),
    ),
    "slope": (
        replace(_little("rover", 4, 1, (0, 0), EAST), inclines=((1, 0, EAST),)),
        (None,),
        ("forward_1", "jump_2"),
    ),
    "jump_wall": (
        replace(
            _little("rover", 4, 1, (0, 0), EAST),
            furniture=(Furniture("crate", 1, 0), Furniture("crate", 3, 0)),
        ),
        (None,),
        ("jump_3",),
    ),
    "carry": (
        replace(_little("rover", 3, 2, (1, 1), NORTH), tokens=(Token("cargo", "bone", 1, 0),)),
        (None,),
        ("carry", "rotate_right", "carry"),
    ),
    "hands": (
        replace(
            _little("lefty", 4, 1, (0, 0), EAST),
            tokens=(Token("one", "nigiri", 1, 0), Token("two", "maki", 2, 0)),
        ),
        (None, None),
        ("left_hand", "right_hand", "swap"),
    ),
}
"""Examples of the rules page: the map, what is held, and cards one after the other."""


def example(
    scenario: Scenario, holds: tuple[Token | None, ...], faces: tuple[Face, ...]
) -> tuple[Picture, ...]:
    """Carries cards out on a little map, and draws each."""
    board = build(scenario)
    world = World(*scenario.home, scenario.facing, scenario.tokens, holds)
    pictures = []
    for face in faces:
        after, events = carry_out(board, world, face)
        path = (
            (world.x, world.y),
            *((event.x, event.y) for event in events if isinstance(event, (*ENTERING, Rode))),
        )
        pictures.append(
            Picture(
                robot=scenario.robot,
                face=face,
                label=CARDS[face].label,
                columns=scenario.columns,
                rows=scenario.rows,
                obstacles=scenario.furniture,
                walls=scenario.walls,
                inclines=tuple((x, y, FACINGS[way]) for x, y, way in scenario.inclines),
                belts=tuple((x, y, FACINGS[way]) for x, y, way in scenario.belts),
                before=_stand(board, world),
                after=_stand(board, after),
                path=path,
                said=tuple(happening(event, board.robot.name) for event in events),
            )
        )
        world = after
    return tuple(pictures)


def _stand(board: Board, world: World) -> Stand:
    return Stand(
        world.x,
        world.y,
        FACINGS[world.facing],
        world.tokens,
        tuple(Held(hand, token) for hand, token in holding(board, world)),
        FACINGS[world.momentum[0]] if world.momentum else "",
    )
