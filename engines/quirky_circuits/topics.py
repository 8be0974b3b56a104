"""The topics of the rules: where each is told, which of them a card or a robot meets, and which
one tells why something happened."""

from functools import lru_cache

from engines.quirky_circuits import text
from engines.quirky_circuits.components import LEFT, MESS
from engines.quirky_circuits.model import (
    BUD,
    Broke,
    Card,
    Carry,
    Collided,
    Conveyed,
    Conveyor,
    Drifted,
    Effect,
    Event,
    Fell,
    Found,
    Gathered,
    Idled,
    Jump,
    Kept,
    Move,
    MoveNorth,
    MoveToken,
    Rode,
    RotateNorth,
    Seated,
    Served,
    Slid,
    Stayed,
    Steadied,
    Swap,
    Turn,
    Turned,
    Waited,
    Wandered,
)
from engines.quirky_circuits.robots import Robot
from engines.quirky_circuits.scenario import SCENARIOS

ROBOTS_SHELF, COMMANDS_SHELF = "robots", "commands"
"""Where the pages of robots and of commands stand, beside the page of all rules."""

OWN: dict[str, tuple[str, ...]] = {
    "gizmo": ("left-turn", "chairs", "sweeping", "home"),
    "twirl": ("momentum", "momentum-bump"),
    "rover": ("slopes", "long-fossils"),
    "lefty": ("two-hands", "cats"),
}
"""What is particular to each robot: its own page tells it in full."""

OF_EFFECT: dict[type[Effect], tuple[str, ...]] = {
    Jump: ("jumps",),
    Carry: ("carrying",),
    Swap: ("two-hands",),
    Conveyor: ("belts",),
    MoveToken: ("wandering",),
}
"""The rule that is all there is to a command: its page tells it in full."""


def where(topic: str, robot: str = "") -> str:
    """Where a topic is told, as it follows the address of the rules page: what is particular to
    this robot, or the robot itself, on its own page, else there."""
    if topic == robot:
        return f"/{ROBOTS_SHELF}/{robot}"
    if topic in OWN.get(robot, ()):
        return f"/{ROBOTS_SHELF}/{robot}#{topic}"
    return f"#{topic}"


def met(robot: Robot, card: Card) -> tuple[str, ...]:
    """What may come into play when this robot carries out this card, in the order of `text.MET`."""
    effect, own, maps = card.effect, OWN[robot.key], on_maps(robot.key)
    walks, jumps = isinstance(effect, (Move, MoveNorth)), isinstance(effect, Jump)
    carries = isinstance(effect, Carry)
    here = {
        "collision": walks or jumps,
        "left-turn": walks and robot.after_collision == LEFT,
        "chairs": card.face in robot.chairs,
        "inclines": walks,
        "slopes": walks and not robot.climbs,
        "sweeping": walks and robot.sweeps == MESS,
        "buds": BUD in maps and (walks or jumps),
        "spots": "spots" in maps and carries,
        "jumps": jumps,
        "carrying": carries,
        "two-hands": "two-hands" in own and isinstance(effect, (Carry, Swap)),
        "cats": "cats" in own and carries,
        "long-fossils": "long-fossils" in own and isinstance(effect, (Carry, Turn, RotateNorth)),
        # A drift comes behind any card.
        "momentum": bool(robot.momentum),
        "belts": isinstance(effect, Conveyor),
        "wandering": isinstance(effect, MoveToken),
        "quirks": card.quirk,
    }
    return tuple(topic for topic in text.MET if here.get(topic))


def around(robot: Robot) -> tuple[str, ...]:
    """What a robot meets beside what is particular to it: by its cards and on its maps."""
    cards = (met(robot, card) for card, _ in (*robot.deck, *robot.quirks))
    found = on_maps(robot.key).union(*cards).difference(OWN[robot.key])
    return tuple(topic for topic in text.MET if topic in found)


@lru_cache(maxsize=8)
def on_maps(robot: str) -> frozenset[str]:
    """What is special on a robot's maps, by topic, the kinds of things that lie there, and whether
    they have marked spaces."""
    maps = [scenario for scenario in SCENARIOS.values() if scenario.robot == robot]
    told = {topic for scenario in maps for topic, _ in text.notes(scenario)}
    told.update(token.kind for scenario in maps for token in scenario.tokens)
    return frozenset(told | {"spots" for scenario in maps if scenario.spots})


# What a card brought about beside what it says. What only one robot can bring about is told on
# its page.
WHY: dict[type[Event], str] = {
    Slid: where("inclines"),
    Collided: where("collision"),
    Seated: where("chairs", "gizmo"),
    Fell: where("vases"),
    Broke: where("vases"),
    Stayed: where("vases"),
    Gathered: where("momentum", "twirl"),
    Drifted: where("momentum", "twirl"),
    Steadied: where("momentum-bump", "twirl"),
    Found: where("carrying"),
    Kept: where("carrying"),
    Served: where("cats", "lefty"),
    Rode: where("belts"),
    Conveyed: where("belts"),
    Idled: where("belts"),
    Wandered: where("wandering"),
    Waited: where("wandering"),
}


def topic(event: Event) -> str:
    """Where the rules tell why something happened; nowhere, if it is what a card says."""
    match event:
        case Turned(_, "collision"):
            return where("left-turn", "gizmo")
        case Turned(_, "chair"):
            return where("chairs", "gizmo")
        case Collided("incline"):
            return where("slopes", "rover")
        case _:
            return WHY.get(type(event), "")
