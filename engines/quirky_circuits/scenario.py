"""Reads the scenario files: strict TOML with the map drawn in text. A wrong one is refused with its
line.

`docs/scenarios.md` describes the format. Each map is checked to be playable as the rules assume.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import NoReturn

import msgspec
from msgspec import Struct

from engines.quirky_circuits import text
from engines.quirky_circuits.board import Board, build, covered
from engines.quirky_circuits.effects import bumps, fall, reach
from engines.quirky_circuits.model import (
    DUST,
    FACINGS,
    VASE,
    Face,
    Facing,
    Furniture,
    Scenario,
    Space,
    Token,
)
from engines.quirky_circuits.robots import ROBOTS

# Kinds of furniture, and whether one bumps into it.
SOLID: dict[str, bool] = {
    **dict.fromkeys(
        ("sofa", "side_table", "table", "lamp", "plant", "bookcase", "tv", "bed", "bath"), True
    ),
    **dict.fromkeys(("toy_box", "piano", "desk", "stove", "counter", "fridge", "wardrobe"), True),
    "rug": False,
}

# What may stand in a cell of the map: " " nothing, and
HOME, CHAIR = "@", "%"
UPHILL = "^>v<"  # in the order of the facings
TOKENS: dict[str, str] = {"*": DUST, "u": VASE}

BANDS = ("green", "yellow", "red")
LEAST_DECK = 16


class ScenarioError(ValueError):
    """A scenario file that can't be used: file, line and why."""


class File(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file as written."""

    title: str
    robot: str
    place: str
    story: str
    goal: str
    facing: str
    battery: int
    bands: dict[str, tuple[int, int]]
    fewest: int
    map: str
    furniture: dict[str, str] = {}
    quirks: dict[str, int] = {}


class Source:
    """A file's text and name, to say where something is wrong."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.lines = text.splitlines()
        self.map_line = self.line("map") + 1
        """The line on which the drawing begins."""

    def line(self, key: str) -> int:
        """The line where a key stands, or 1."""
        for number, line in enumerate(self.lines, 1):
            if re.match(rf"\s*\[?{re.escape(key)}\]?\s*(=|$)", line):
                return number
        return 1

    def refuse(self, line: int, why: str) -> NoReturn:
        """Raises the error."""
        raise ScenarioError(f"{self.name}, line {line}: {why}")

    def check(self, fine: bool, line: int, why: str) -> None:
        """Refuses unless `fine`."""
        if not fine:
            self.refuse(line, why)


class Drawing:
    """The map's text, taken apart into cells and borders.

    Lines of corners `+` and borders (`---` a barrier, spaces none) take turns with lines of cells,
    each three characters wide (furniture, printed feature, token), with `|` or a space between
    them.
    """

    def __init__(self, source: Source, drawn: str) -> None:
        self.source = source
        self.lines = drawn.rstrip("\n").split("\n")
        width = len(self.lines[0])
        self.columns, self.rows = (width - 1) // 4, (len(self.lines) - 1) // 2
        source.check(
            len(self.lines) % 2 == 1 and self.rows > 0,
            source.map_line,
            "the map needs a line of borders above and below each line of cells",
        )
        for y, line in enumerate(self.lines):
            where = source.map_line + y
            source.check(
                len(line) == width and width % 4 == 1,
                where,
                f"the map is {self.columns} spaces wide, so this line needs"
                f" {self.columns * 4 + 1} characters and has {len(line)}",
            )
            if y % 2 == 0:
                self._check_borders(line, where)
        self.walls = (*self._frame_and_walls(),)

    def _check_borders(self, line: str, where: int) -> None:
        self.source.check(
            set(line[::4]) == {"+"}, where, "a border line has a + at each corner of the spaces"
        )
        for x in range(self.columns):
            border = line[4 * x + 1 : 4 * x + 4]
            self.source.check(
                border in ("---", "   "),
                where,
                f"a border is --- or three spaces, not {border!r}",
            )

    def _frame_and_walls(self) -> Iterator[tuple[int, int, int, int]]:
        """The inner barriers; refuses an outer one with a gap."""
        for y in range(self.rows + 1):
            for x in range(self.columns):
                shut = self.lines[2 * y][4 * x + 1] == "-"
                inner = 0 < y < self.rows
                self.source.check(
                    shut or inner, self.source.map_line + 2 * y, "the outer wall isn't closed"
                )
                if shut and inner:
                    yield x, y, x + 1, y
        for y in range(self.rows):
            line, where = self.lines[2 * y + 1], self.source.map_line + 2 * y + 1
            for x in range(self.columns + 1):
                mark = line[4 * x]
                self.source.check(
                    mark in "| ", where, f"between two spaces stands | or a space, not {mark!r}"
                )
                inner = 0 < x < self.columns
                self.source.check(mark == "|" or inner, where, "the outer wall isn't closed")
                if mark == "|" and inner:
                    yield x, y, x, y + 1

    def line(self, y: int) -> int:
        """The file's line with the cells of row y."""
        return self.source.map_line + 2 * y + 1

    def cells(self) -> Iterator[tuple[Space, str, str, str]]:
        """Each space with its three characters."""
        for y in range(self.rows):
            for x in range(self.columns):
                cell = self.lines[2 * y + 1][4 * x + 1 : 4 * x + 4]
                yield (x, y), cell[0], cell[1], cell[2]


def load(toml: str, name: str) -> Scenario:
    """The scenario in this TOML text. `name` is the file's: a number of two digits, then the key.

    Raises `ScenarioError` with file, line and reason.
    """
    source = Source(toml, name)
    file = _parse(source, toml)
    match = re.fullmatch(r"(\d\d)_([a-z_]+)\.toml", name)
    if match is None:
        source.refuse(1, "the file's name is two digits, then the key: 01_dust_bunnies.toml")
    drawing = Drawing(source, file.map)
    scenario = _assemble(source, file, drawing, int(match[1]), match[2])
    _check_map(source, drawing, build(scenario))
    return scenario


def _parse(source: Source, toml: str) -> File:
    """The file's keys and types, strictly."""
    try:
        return msgspec.convert(tomllib.loads(toml), File)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        source.refuse(int(at[1]) if at else len(source.lines), f"no TOML: {error}")
    except msgspec.ValidationError as error:
        key = re.search(r"unknown field `(\w+)`|`\$\.(\w+)", str(error))
        source.refuse(source.line(key[1] or key[2]) if key else 1, str(error))


def _assemble(source: Source, file: File, drawing: Drawing, number: int, key: str) -> Scenario:
    source.check(
        file.robot in ROBOTS, source.line("robot"), f"there is no robot named {file.robot!r}"
    )
    source.check(file.facing in tuple(FACINGS), source.line("facing"), "facing is n, e, s or w")
    homes = [space for space, _, feature, _ in drawing.cells() if feature == HOME]
    source.check(
        len(homes) == 1,
        source.map_line,
        f"the map needs one start {HOME}, and has {len(homes)}",
    )
    return Scenario(
        key=key,
        number=number,
        title=file.title,
        robot=file.robot,
        place=file.place,
        story=file.story.strip(),
        goal=file.goal,
        columns=drawing.columns,
        rows=drawing.rows,
        furniture=_furniture(source, drawing, file.furniture),
        chairs=tuple(space for space, _, feature, _ in drawing.cells() if feature == CHAIR),
        inclines=tuple(_inclines(drawing)),
        walls=drawing.walls,
        tokens=tuple(_tokens(drawing)),
        home=homes[0],
        facing=FACINGS.index(file.facing),
        battery=file.battery,
        bands=_bands(source, file),
        quirks=_quirks(source, file),
        fewest=file.fewest,
    )


def _inclines(drawing: Drawing) -> Iterator[tuple[int, int, Facing]]:
    """The inclines; refuses unknown printed features."""
    for (x, y), _, feature, _ in drawing.cells():
        drawing.source.check(
            feature in f" {HOME}{CHAIR}{UPHILL}",
            drawing.line(y),
            f"{text.space(x, y)}: unknown feature {feature!r}",
        )
        if feature in UPHILL:
            yield x, y, UPHILL.index(feature)


def _tokens(drawing: Drawing) -> Iterator[Token]:
    """The tokens, each named by the space where it starts."""
    for (x, y), _, _, mark in drawing.cells():
        drawing.source.check(
            mark == " " or mark in TOKENS,
            drawing.line(y),
            f"{text.space(x, y)}: unknown token {mark!r}",
        )
        if mark != " ":
            kind = TOKENS[mark]
            yield Token(f"{kind}-{text.space(x, y).lower()}", kind, x, y)


def _furniture(
    source: Source, drawing: Drawing, legend: Mapping[str, str]
) -> tuple[Furniture, ...]:
    """Each letter of the map is one piece, a rectangle; the legend names its kind."""
    places: dict[str, list[Space]] = {}
    for space, letter, _, _ in drawing.cells():
        if letter != " ":
            places.setdefault(letter, []).append(space)
    for letter, kind in legend.items():
        source.check(kind in SOLID, source.line(letter), f"unknown kind of furniture {kind!r}")
        source.check(letter in places, source.line(letter), f"{letter!r} stands nowhere on the map")
    pieces = []
    for letter, taken in places.items():
        source.check(
            letter in legend,
            drawing.line(taken[0][1]),
            f"{text.space(*taken[0])}: {letter!r} is not in [furniture]",
        )
        x, y = taken[0]
        w = max(at for at, _ in taken) - x + 1
        h = max(at for _, at in taken) - y + 1
        piece = Furniture(legend[letter], x, y, w, h, SOLID[legend[letter]])
        source.check(
            covered(piece) == taken, drawing.line(y), f"{letter!r} doesn't cover a rectangle"
        )
        pieces.append(piece)
    return tuple(pieces)


def _bands(source: Source, file: File) -> tuple[tuple[int, str], ...]:
    """Each battery value with its band; green, yellow, red must cover them all, from the top
    down."""
    where = source.line("bands")
    source.check(tuple(file.bands) == BANDS, where, "the bands are green, yellow and red")
    marked = []
    for band in BANDS:
        high, low = file.bands[band]
        marked += [(value, band) for value in range(high, low - 1, -1)]
    source.check(
        [value for value, _ in marked] == list(range(file.battery, 0, -1)),
        where,
        f"the bands have to cover {file.battery} down to 1, each value once",
    )
    return tuple(marked)


def _quirks(source: Source, file: File) -> tuple[Face, ...]:
    """The quirk cards shuffled in; the deck must do for four hands."""
    robot = ROBOTS[file.robot]
    owned = {card.face: count for card, count in robot.quirks}
    for face, count in file.quirks.items():
        source.check(
            0 < count <= owned.get(face, 0),
            source.line(face),
            f"{robot.name} has {owned.get(face, 0)} quirk cards {face!r}, not {count}",
        )
    size = sum(count for _, count in robot.deck) + sum(file.quirks.values())
    source.check(
        size >= LEAST_DECK,
        source.line("robot"),
        f"the deck has {size} cards and needs {LEAST_DECK}",
    )
    return tuple(face for face, count in file.quirks.items() for _ in range(count))


def _check_map(source: Source, drawing: Drawing, board: Board) -> None:
    """What the rules take for granted about a map."""
    scenario = board.scenario
    tables = {
        space
        for piece in scenario.furniture
        if piece.solid and (piece.w, piece.h) == (1, 1)
        for space in covered(piece)
    }

    def refuse(space: Space, why: str) -> NoReturn:
        source.refuse(drawing.line(space[1]), f"{text.space(*space)}: {why}")

    printed = (scenario.home, *scenario.chairs, *board.inclines)
    for space in printed:
        if space in board.obstacles:
            refuse(space, "nothing can be printed under an obstacle")
    for space, downhill in board.inclines.items():
        _check_slide(board, space, downhill, refuse)
    can_get = reach(board)
    for token in scenario.tokens:
        space = (token.x, token.y)
        if token.kind == DUST and space not in can_get:
            refuse(space, "the robot can't get at this dust bunny")
        if token.kind == VASE and space not in tables:
            refuse(space, "a vase stands on an obstacle of one space")
        if token.kind == VASE:
            for direction in bumps(board, space):
                landing = fall(board, space, direction)
                if landing is not None and landing not in can_get:
                    refuse(space, f"this vase could fall to {text.space(*landing)}, out of reach")


def _check_slide(
    board: Board, space: Space, downhill: Facing, refuse: Callable[[Space, str], NoReturn]
) -> None:
    """Follows a slide to its end; one that comes round to a space it has passed never ends."""
    passed, way = {space}, board.ways[space, downhill]
    while not way.stop and way.to in board.inclines:
        if way.to in passed:
            refuse(space, "a slide from here never ends")
        passed.add(way.to)
        way = board.ways[way.to, board.inclines[way.to]]


def _read_all() -> dict[str, Scenario]:
    found = sorted(
        (file.name, file.read_text(encoding="utf-8"))
        for file in files(__package__).joinpath("scenarios").iterdir()
        if file.name.endswith(".toml")
    )
    scenarios = [load(toml, name) for name, toml in found]
    return {scenario.key: scenario for scenario in scenarios}


SCENARIOS: dict[str, Scenario] = _read_all()
"""The scenario book, by key, in its order."""


@lru_cache(maxsize=1024)
def board(key: str) -> Board:
    """The board of a scenario in the book, built once."""
    return build(SCENARIOS[key])


def deck_of(scenario: Scenario) -> tuple[Face, ...]:
    """Rulebook, Setup 2: the robot's basic cards, and the quirk cards the scenario asks for; not
    shuffled."""
    basic = (card.face for card, count in ROBOTS[scenario.robot].deck for _ in range(count))
    return (*basic, *scenario.quirks)


def after(scenario: Scenario) -> Scenario | None:
    """The next scenario of the book."""
    later = [other for other in SCENARIOS.values() if other.number > scenario.number]
    return later[0] if later else None
