"""Reads the scenario files: strict TOML with the map drawn in text. A wrong one is refused with its
line.

`docs/scenarios.md` describes the format. Each map is checked to be playable as the rules assume.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Any, NoReturn, TypeAlias

import msgspec
from msgspec import Meta, Struct

from engines.quirky_circuits import text
from engines.quirky_circuits.board import Board, build, covered, covers
from engines.quirky_circuits.checks import check_map
from engines.quirky_circuits.components import CARDS, CARRIED, LONG, ORDERS, SPOTS
from engines.quirky_circuits.goals import DELIVER, FILL, HOME, RULES, SERVE, SWEEP, VISIT
from engines.quirky_circuits.model import (
    BUD,
    DUST,
    EAST,
    FACINGS,
    NOWHERE,
    SOUTH,
    VASE,
    Aim,
    Conveyor,
    Face,
    Facing,
    Furniture,
    MoveToken,
    Scenario,
    Space,
    Spot,
    Token,
    Wander,
)
from engines.quirky_circuits.robots import ROBOTS

# Kinds of furniture, and whether one bumps into it.
SOLID: dict[str, bool] = {
    **dict.fromkeys(
        ("sofa", "side_table", "table", "lamp", "plant", "bookcase", "tv", "bed", "bath"), True
    ),
    **dict.fromkeys(("toy_box", "piano", "desk", "stove", "counter", "fridge", "wardrobe"), True),
    # Where the others work: ours.
    **dict.fromkeys(("hedge", "pond", "bush", "rock", "tent", "cart", "pillar"), True),
    "rug": False,
    "cat": True,
}
CAT = "cat"

# What may stand in a cell of the map: " " nothing, and
START, CHAIR = "@", "%"
UPHILL = "^>v<"  # in the order of the facings
BELTS = "nesw"  # likewise
DIGITS = "123456789"  # marked spaces, named in [spots]
TOKENS: dict[str, str] = {"*": DUST, "u": VASE}  # others are named in [tokens]

BANDS = ("green", "yellow", "red")
PLAYERS = ("2", "3", "4")
LEAST_DECK = 16


Positive: TypeAlias = Annotated[int, Meta(ge=1)]


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
    battery: Positive
    bands: dict[str, tuple[int, int]]
    fewest: Positive
    par: dict[str, int]
    goals: tuple[str, ...]
    map: str
    furniture: dict[str, str] = {}
    tokens: dict[str, str | tuple[str, ...]] = {}
    spots: dict[str, str] = {}
    wants: dict[str, str | tuple[str, ...]] = {}
    wander: Wander | None = None
    rules: tuple[str, ...] = ()
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

    def entry(self, table: str, key: str) -> int:
        """The line where an entry of a table stands; the table's own, if it is all on that."""
        first = self.line(table)
        under = () if "=" in self.lines[first - 1] else self.lines[first:]
        for number, line in enumerate(under, first + 1):
            if re.match(rf"\s*{re.escape(key)}\s*=", line):
                return number
        return first

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
    _check_pieces(source, scenario)

    def refuse(space: Space, why: str) -> NoReturn:
        source.refuse(drawing.line(space[1]), f"{text.space(*space)}: {why}")

    check_map(build(scenario), _faces(scenario), refuse)
    return scenario


def _parse(source: Source, toml: str) -> File:
    """The file's keys and types, strictly."""
    try:
        raw = tomllib.loads(toml)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        source.refuse(int(at[1]) if at else len(source.lines), f"no TOML: {error}")
    try:
        return msgspec.convert(raw, File)
    except msgspec.ValidationError as error:
        source.refuse(_where(source, raw, str(error)), str(error))


def _where(source: Source, raw: dict[str, Any], error: str) -> int:
    """The line of what msgspec complains about: a key, or an entry of a table, which it doesn't
    name; 1 for a key that is missing."""
    unknown = re.search(r"unknown field `(.+?)`", error)
    at = re.search(r"`\$\.(\w+)(\[)?", error)
    if at is None:
        return source.line(unknown[1]) if unknown else 1
    key, entries = at[1], raw[at[1]]
    if unknown:
        return source.entry(key, unknown[1])
    if at[2] and isinstance(entries, dict):
        return next(
            source.entry(key, name)
            for name, value in entries.items()
            if _complaint({**raw, key: {name: value}}) == error
        )
    return source.line(key)


def _complaint(raw: dict[str, Any]) -> str:
    """What msgspec says against a file; nothing if it is fine."""
    try:
        msgspec.convert(raw, File)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _assemble(source: Source, file: File, drawing: Drawing, number: int, key: str) -> Scenario:
    source.check(
        file.robot in ROBOTS, source.line("robot"), f"there is no robot named {file.robot!r}"
    )
    source.check(file.facing in tuple(FACINGS), source.line("facing"), "facing is n, e, s or w")
    homes = [space for space, _, feature, _ in drawing.cells() if feature == START]
    source.check(
        len(homes) == 1,
        source.map_line,
        f"the map needs one start {START}, and has {len(homes)}",
    )
    furniture = _furniture(source, drawing, file.furniture)
    tokens = (*_tokens(source, drawing, file.tokens), *_orders(source, drawing, file))
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
        furniture=furniture,
        chairs=tuple(space for space, _, feature, _ in drawing.cells() if feature == CHAIR),
        inclines=tuple(_inclines(drawing)),
        walls=drawing.walls,
        tokens=tokens,
        home=homes[0],
        facing=FACINGS.index(file.facing),
        battery=file.battery,
        bands=_bands(source, file),
        quirks=_quirks(source, file),
        fewest=file.fewest,
        goals=tuple(_goals(source, file)),
        belts=tuple(
            (*space, BELTS.index(feature))
            for space, _, feature, _ in drawing.cells()
            if feature in BELTS
        ),
        spots=_spots(source, drawing, file.spots),
        wander=file.wander,
        rules=file.rules,
        par=_par(source, file),
    )


def _inclines(drawing: Drawing) -> Iterator[tuple[int, int, Facing]]:
    """The inclines; refuses unknown printed features."""
    for (x, y), _, feature, _ in drawing.cells():
        drawing.source.check(
            feature in f" {START}{CHAIR}{UPHILL}{BELTS}{DIGITS}",
            drawing.line(y),
            f"{text.space(x, y)}: unknown feature {feature!r}",
        )
        if feature in UPHILL:
            yield x, y, UPHILL.index(feature)


def _tokens(
    source: Source, drawing: Drawing, legend: Mapping[str, str | tuple[str, ...]]
) -> Iterator[Token]:
    """The tokens, each named by its kind and the space where it starts. The letter of a long one
    stands on both its spaces."""
    places: dict[str, list[Space]] = {}
    for space, _, _, mark in drawing.cells():
        if mark != " ":
            places.setdefault(mark, []).append(space)
    for mark, named in legend.items():
        where = source.entry("tokens", mark)
        source.check(len(mark) == 1 and mark.isalpha(), where, "a token's mark is one letter")
        source.check(mark in places, where, f"{mark!r} stands nowhere on the map")
        for kind in _several(named):
            source.check(
                (kind in CARRIED or kind == BUD) and mark not in TOKENS,
                where,
                f"{mark!r} can't be {kind!r}: unknown kind of token, or a mark that is taken",
            )
    for mark, taken in places.items():
        source.check(
            mark in TOKENS or mark in legend,
            drawing.line(taken[0][1]),
            f"{text.space(*taken[0])}: unknown token {mark!r}",
        )
        kinds = _several(TOKENS.get(mark) or legend[mark])
        if LONG.isdisjoint(kinds):
            for space in taken:
                yield from _pile(kinds, space, NOWHERE)
            continue
        (x, y), *_ = taken
        lies: dict[tuple[Space, ...], Facing] = {
            ((x, y), (x + 1, y)): EAST,
            ((x, y), (x, y + 1)): SOUTH,
        }
        source.check(
            tuple(taken) in lies and LONG.issuperset(kinds),
            drawing.line(y),
            f"{text.space(x, y)}: {kinds[0]!r} lies on two spaces side by side, with a letter of"
            " its own",
        )
        yield from _pile(kinds, (x, y), lies[tuple(taken)])


def _several(named: str | tuple[str, ...]) -> tuple[str, ...]:
    """One name or a list of them."""
    return (named,) if isinstance(named, str) else named


def _pile(kinds: tuple[str, ...], space: Space, lie: int) -> Iterator[Token]:
    """Tokens that start on one space; of equal ones the later are numbered."""
    for at, kind in enumerate(kinds):
        again = kinds[:at].count(kind)
        name = f"{kind}-{text.space(*space).lower()}" + (f"-{again + 1}" if again else "")
        yield Token(name, kind, *space, lie)


def _orders(source: Source, drawing: Drawing, file: File) -> Iterator[Token]:
    """What the cats want: each order lies on its cat's space."""
    for letter, named in file.wants.items():
        where = source.line("wants")
        cats = [space for space, sign, _, _ in drawing.cells() if sign == letter]
        source.check(
            file.furniture.get(letter) == CAT and len(cats) == 1,
            where,
            f"{letter!r} in wants is not a cat on one space",
        )
        dishes = _several(named)
        for dish in dishes:
            source.check(dish in ORDERS, where, f"no cat orders {dish!r}")
        yield from _pile(tuple(ORDERS[dish] for dish in dishes), cats[0], NOWHERE)


def _spots(source: Source, drawing: Drawing, legend: Mapping[str, str]) -> tuple[Spot, ...]:
    """The marked spaces; a digit is a kind, and its turn where order counts."""
    found = []
    for space, _, feature, _ in drawing.cells():
        if feature in DIGITS:
            source.check(
                feature in legend,
                drawing.line(space[1]),
                f"{text.space(*space)}: {feature!r} is not in [spots]",
            )
            found.append(Spot(legend[feature], int(feature), *space))
    for digit, kind in legend.items():
        where = source.entry("spots", digit)
        source.check(kind in SPOTS, where, f"unknown kind of marked space {kind!r}")
        source.check(
            any(str(spot.number) == digit for spot in found),
            where,
            f"{digit!r} stands nowhere on the map",
        )
    return tuple(found)


def _goals(source: Source, file: File) -> Iterator[Aim]:
    """The parts of the goal, from their words."""
    where = source.line("goals")
    source.check(bool(file.goals), where, "a scenario needs a goal")
    for said in file.goals:
        match said.split():
            case [do] if do in (HOME, SWEEP, VISIT, SERVE):
                yield Aim(do)
            case [do, kind, "to", spot] if do == DELIVER:
                yield Aim(do, kind, spot)
            case [do, spot, "with", kind] if do == FILL:
                yield Aim(do, kind, spot)
            case _:
                source.refuse(
                    where,
                    f"unknown goal {said!r}: there are home, sweep, visit, serve,"
                    " deliver KIND to SPOT and fill SPOT with KIND",
                )


def _check_pieces(source: Source, scenario: Scenario) -> None:
    """That goals, rules and cards have the pieces they are about, and pieces their cards."""
    tokens, where = scenario.tokens, source.line("goals")
    robot = ROBOTS[scenario.robot]

    def count(kind: str) -> int:
        return sum(token.kind == kind for token in tokens)

    for aim in scenario.goals:
        spots = [spot for spot in scenario.spots if spot.kind == aim.spot]
        if aim.do in (DELIVER, FILL):
            source.check(count(aim.token) > 0, where, f"there is no {aim.token!r} on the map")
            source.check(bool(spots), where, f"there is no {aim.spot!r} on the map")
        if aim.do == FILL:
            size = sum(len(covers(token)) for token in tokens if token.kind == aim.token)
            source.check(
                size >= len(spots), where, f"{aim.token!r} covers {size} spaces, not {len(spots)}"
            )
        if aim.do == SWEEP:
            source.check(count(DUST) > 0, where, "there is no dust bunny on the map")
        if aim.do == VISIT:
            source.check(count(BUD) > 0, where, "there is no bud on the map")
        if aim.do == SERVE:
            source.check(any(map(count, ORDERS.values())), where, "no cat wants anything")
    for dish, order in ORDERS.items():
        source.check(
            count(dish) >= count(order),
            source.line("wants"),
            f"{count(order)} orders of {dish!r}, and {count(dish)} dishes",
        )
    for token in tokens:
        source.check(
            bool(robot.hands) or token.kind not in CARRIED,
            source.line("tokens"),
            f"{robot.name} can't carry a {token.kind!r}",
        )
        source.check(
            token.kind not in (DUST, VASE) or DUST in robot.sweeps,
            source.line("map"),
            f"{robot.name} can't sweep up a {token.kind!r}",
        )
    for rule in scenario.rules:
        source.check(rule in RULES, source.line("rules"), f"unknown special rule {rule!r}")
    _check_belts_and_wanderers(source, scenario)


def _check_belts_and_wanderers(source: Source, scenario: Scenario) -> None:
    """A card that needs a special piece is only in a deck where that is, and the other way
    round."""
    effects = [CARDS[face].effect for face in deck_of(scenario)]
    quirks, tokens = source.line("quirks"), scenario.tokens
    belts = any(isinstance(effect, Conveyor) for effect in effects)
    source.check(belts == bool(scenario.belts), quirks, "belts and Conveyor cards only go together")
    source.check(
        not belts or all(token.lie == NOWHERE for token in tokens),
        source.line("tokens"),
        "long tokens and belts don't go together",
    )
    moves = any(isinstance(effect, MoveToken) for effect in effects)
    found = scenario.wander
    source.check(
        moves == (found is not None), quirks, "wander and Move Token cards only go together"
    )
    if found is not None:
        where = source.line("wander")
        movers = [token for token in tokens if token.kind == found.token]
        source.check(
            len(movers) == 1 and found.token in CARRIED - LONG,
            where,
            f"what wanders is one loose token of one space, and there are {len(movers)}"
            f" {found.token!r}",
        )
        targets = [token.kind for token in tokens if token.kind not in LONG]
        targets += [spot.kind for spot in scenario.spots]
        source.check(
            found.to in ("robot", "home") or targets.count(found.to) == 1,
            where,
            f"what it goes to must be robot, home, or there once, and there are"
            f" {targets.count(found.to)} {found.to!r}",
        )


def _furniture(
    source: Source, drawing: Drawing, legend: Mapping[str, str]
) -> tuple[Furniture, ...]:
    """Each letter of the map is one piece, a rectangle; the legend names its kind."""
    places: dict[str, list[Space]] = {}
    for space, letter, _, _ in drawing.cells():
        if letter != " ":
            places.setdefault(letter, []).append(space)
    for letter, kind in legend.items():
        where = source.entry("furniture", letter)
        source.check(kind in SOLID, where, f"unknown kind of furniture {kind!r}")
        source.check(letter in places, where, f"{letter!r} stands nowhere on the map")
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


def _par(source: Source, file: File) -> tuple[tuple[int, int], ...]:
    """The par for each number of players."""
    where = source.line("par")
    source.check(tuple(file.par) == PLAYERS, where, "par is for 2, 3 and 4 players, in this order")
    source.check(min(file.par.values()) > 0, where, "par is a number of rounds, at least 1")
    return tuple((int(players), rounds) for players, rounds in file.par.items())


def _quirks(source: Source, file: File) -> tuple[Face, ...]:
    """The quirk cards shuffled in; the deck must do for four hands."""
    robot = ROBOTS[file.robot]
    owned = {card.face: count for card, count in robot.quirks}
    for face, count in file.quirks.items():
        source.check(
            0 < count <= owned.get(face, 0),
            source.entry("quirks", face),
            f"{robot.name} has {owned.get(face, 0)} quirk cards {face!r}, not {count}",
        )
    size = sum(count for _, count in robot.deck) + sum(file.quirks.values())
    source.check(
        size >= LEAST_DECK,
        source.line("robot"),
        f"the deck has {size} cards and needs {LEAST_DECK}",
    )
    return tuple(face for face, count in file.quirks.items() for _ in range(count))


def deck_of(scenario: Scenario) -> tuple[Face, ...]:
    """Rulebook, Setup 2: the robot's basic cards, and the quirk cards the scenario asks for; not
    shuffled."""
    basic = (card.face for card, count in ROBOTS[scenario.robot].deck for _ in range(count))
    return (*basic, *scenario.quirks)


def _faces(scenario: Scenario) -> tuple[Face, ...]:
    """One card of the deck for each thing a card can do."""
    return tuple({CARDS[face].effect: face for face in deck_of(scenario)}.values())


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
