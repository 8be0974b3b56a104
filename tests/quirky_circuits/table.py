"""A small language for the tests: maps drawn as text before and after, and a table with known
cards.

A map is drawn as in a scenario file (docs/scenarios.md), with two signs more: the robot, as the
letter of her facing (N, E, S, W) in the middle of a cell, and `x` for a broken vase. Without such
a letter she starts on her charger `@`, facing east; without a charger, it is where she stands.
Tokens beside dust and vases have the marks of `MARKS`; what is held is not drawn (`Map.holds`).
"""

from itertools import count
from textwrap import dedent

import pytest
from msgspec.structs import replace

from engines.core.chance import Chance, Dice
from engines.core.engine import Illegal, Step
from engines.quirky_circuits.board import build, covers, spaces
from engines.quirky_circuits.components import by_face
from engines.quirky_circuits.effects import carry_out
from engines.quirky_circuits.goals import reached
from engines.quirky_circuits.model import (
    BROKEN_VASE,
    DUST,
    ORDER,
    VASE,
    Event,
    Happening,
    Options,
    Player,
    Scenario,
    State,
    World,
)
from engines.quirky_circuits.notation import read
from engines.quirky_circuits.robots import ROBOTS
from engines.quirky_circuits.rules import apply, asks
from engines.quirky_circuits.scenario import BELTS, CHAIR, SCENARIOS, START, UPHILL, load

LEGEND = {
    "T": "side_table",
    "U": "side_table",
    "V": "side_table",
    "X": "side_table",
    "S": "sofa",
    "R": "rug",
    "C": "cat",
    "D": "cat",
}
MARKS = {
    "b": "bud",
    "s": "seed",
    "c": "carrot",
    "a": "snail",
    "f": "bone",
    "k": "skull",
    "p": "spine",
    "q": "tail",
    "n": "nigiri",
    "m": "maki",
    "o": "soup",
}
SPOTS = {"1": "bed", "2": "basket", "3": "plinth"}
FACINGS = "NESW"

# What most rules of the round need: a room with one dust bunny, three spaces east of the charger.
ROOM = """
    +---+---+---+---+---+
    | @            *    |
    +   +   +   +   +   +
    |                   |
    +---+---+---+---+---+
"""


def toml(drawn: str, **keys: str) -> str:
    """A scenario file with this map; `keys` replace the values of others, as TOML."""
    drawn = dedent(drawn).strip("\n")
    cells = drawn.split("\n")[1::2]
    letters = {line[x] for line in cells for x in range(1, len(line), 4)}
    printed = {line[x] for line in cells for x in range(2, len(line), 4)}
    marks = {line[x] for line in cells for x in range(3, len(line), 4)}
    tokens = dict(MARKS) if "tokens" not in keys else {}
    tables = {"tokens": tokens, "spots": SPOTS}
    more = {"tokens": keys.pop("tokens", ""), "wants": keys.pop("wants", "")}
    par = keys.pop("par", "{ 2 = 3, 3 = 2, 4 = 1 }")
    goals = keys.pop("goals", '["sweep", "home"]' if "*" in marks else '["home"]')
    values = {
        "title": '"Test"',
        "robot": '"gizmo"',
        "place": '"test room"',
        "story": '"Once."',
        "goal": '"Clean."',
        "facing": '"e"',
        "battery": "3",
        "bands": "{ green = [3, 3], yellow = [2, 2], red = [1, 1] }",
        "fewest": "1",
        **keys,
    }
    lines = [f"{key} = {value}" for key, value in values.items()]
    legend = [f'{letter} = "{LEGEND[letter]}"' for letter in sorted(letters & LEGEND.keys())]
    lines += [f"map = '''\n{drawn}\n'''", f"goals = {goals}", f"par = {par}"]
    lines += [f"{name} = {value}" for name, value in more.items() if value]
    lines += ["[furniture]", *legend]
    for name, (shown, table) in {
        "tokens": (marks, tables["tokens"]),
        "spots": (printed, tables["spots"]),
    }.items():
        named = [f'{mark} = "{table[mark]}"' for mark in sorted(shown & table.keys())]
        if named:
            lines += [f"[{name}]", *named]
    return "\n".join(lines)


def scenario(drawn: str, **keys: str) -> Scenario:
    """The scenario of such a file."""
    return load(toml(drawn, **keys), "98_test.toml")


class Map:
    """A map with the robot on it, on which cards are played."""

    def __init__(self, drawn: str, robot: str = "gizmo", **keys: str) -> None:
        lines = dedent(drawn).strip("\n").split("\n")
        stands = None
        for y, line in enumerate(lines[1::2]):
            for x, sign in enumerate(line[2::4]):
                if sign in FACINGS:
                    stands = x, y, FACINGS.index(sign)
                    under = " " if START in drawn else START
                    at = 4 * x + 2
                    lines[2 * y + 1] = line[:at] + under + line[at + 1 :]
        self.lines = lines
        if robot != "gizmo":
            keys = {"robot": f'"{robot}"', **keys}
        self.scenario = scenario("\n".join(lines), **keys)
        self.board = build(self.scenario)
        x, y, facing = stands or (*self.scenario.home, self.scenario.facing)
        held = (None,) * len(self.board.robot.hands)
        self.world = World(x, y, facing, self.scenario.tokens, held)
        self.events: list[Happening] = []

    def play(self, *faces: str, chosen: str = "") -> None:
        """Carries out these cards; `events` are those of the last one."""
        for face in faces:
            self.world, self.events = carry_out(self.board, self.world, face, chosen)

    @property
    def holds(self) -> list[str]:
        """The kinds held, hand by hand; `-` for an empty one."""
        return [token.kind if token else "-" for token in self.world.held]

    def lies(self, kind: str) -> list[tuple[int, int]]:
        """Every space that tokens of a kind cover, in order."""
        return sorted(
            space for token in self.world.tokens if token.kind == kind for space in covers(token)
        )

    @property
    def is_won(self) -> bool:
        """Whether the goal is reached."""
        return reached(self.board, self.world)

    @property
    def kinds(self) -> list[str]:
        """What the last card brought about, in order, by the names of the events."""
        return [type(event).__name__ for event in self.events]

    def shows(self, drawn: str) -> None:
        """Asserts that the map looks like this now."""
        assert self.drawn() == dedent(drawn).strip("\n")

    def drawn(self) -> str:
        """The map as it is: printed things, tokens, and the robot over what is printed under
        her."""
        world, home = self.world, self.scenario.home
        marks = {DUST: "*", VASE: "u", BROKEN_VASE: "x"} | {MARKS[mark]: mark for mark in MARKS}
        tokens = {
            space: marks[token.kind]
            for token in world.tokens
            if not token.kind.startswith(ORDER)
            for space in covers(token)
        }
        printed = {home: START, **dict.fromkeys(self.board.chairs, CHAIR)}
        printed |= {space: UPHILL[(down + 2) % 4] for space, down in self.board.inclines.items()}
        printed |= {space: BELTS[way] for space, way in self.board.belts.items()}
        printed |= {space: str(number) for space, (_, number) in self.board.spots.items()}
        printed[world.x, world.y] = FACINGS[world.facing]
        lines = [list(line) for line in self.lines]
        for x, y in spaces(self.scenario.columns, self.scenario.rows):
            lines[2 * y + 1][4 * x + 2] = printed.get((x, y), " ")
            lines[2 * y + 1][4 * x + 3] = tokens.get((x, y), " ")
        return "\n".join(map("".join, lines))


_number = count()


class Table:
    """A game with known cards: hands a seat, and the deck, its top card first. Faces are in short:
    `f1 f2 f3 b1 l r around`, and `qf2 ql` for quirks."""

    def __init__(
        self,
        *hands: str,
        deck: str = "",
        room: str = ROOM,
        practice: bool = False,
        battery: int = 3,
        **keys: str,
    ) -> None:
        key = f"test_{next(_number)}"
        SCENARIOS[key] = book = replace(scenario(room, **keys), key=key)
        self.state = State(
            options=Options(key, practice),
            players=tuple(Player(by_face(faces(hand))) for hand in hands),
            deck=faces(deck),
            queue=(),
            ran=0,
            world=World(
                *book.home,
                book.facing,
                book.tokens,
                (None,) * len(ROBOTS[book.robot].hands),
            ),
            battery=battery,
            round=1,
            past=(),
        )
        self.step: Step[State, Event] = Step(self.state, ())

    def act(self, seat: int, text: str, chance: Chance | None = None) -> None:
        """One action: `lay f1`, with what the seat sees now, or an action in notation."""
        if text.startswith("lay "):
            face = SHORT.get(text[4:], text[4:])
            text = f"play {face} @{len(self.state.queue)}"
        self.step = apply(self.state, seat, read(text), chance or Dice(b"test"))
        self.state = self.step.state

    def lay(self, *cards: tuple[int, str]) -> None:
        """Several cards, each by (seat, card)."""
        for seat, card in cards:
            self.act(seat, f"lay {card}")

    def refuses(self, seat: int, text: str) -> str:
        """The key of the reason why an action is refused; nothing changes."""
        before = self.state
        with pytest.raises(Illegal) as refused:
            self.act(seat, text)
        assert self.state is before
        assert refused.value.reason.text
        return refused.value.reason.key

    def kinds(self) -> list[str]:
        """The events of the last action, by name."""
        return [type(event).__name__ for event in self.step.events]

    def asked(self, must: bool = True) -> dict[int, str]:
        """The seats that must (or may) answer, and what they are asked."""
        return {ask.seat: ask.kind for ask in asks(self.state) if ask.must == must}


SHORT = {
    "f1": "forward_1",
    "f2": "forward_2",
    "f3": "forward_3",
    "b1": "backward_1",
    "l": "rotate_left",
    "r": "rotate_right",
    "around": "turn_around",
    "qf2": "quirk_forward_2",
    "ql": "quirk_rotate_left",
    "j2": "jump_2",
    "j3": "jump_3",
    "sl": "shift_left",
    "sr": "shift_right",
    "carry": "carry",
    "lh": "left_hand",
    "rh": "right_hand",
    "swap": "swap",
}


def faces(short: str) -> tuple[str, ...]:
    """The faces of cards written in short."""
    return tuple(SHORT[card] for card in short.split())
