"""Every sentence people read: labels, log lines, reasons. Reasons and lines hold only what their
reader may know."""

from collections import Counter
from collections.abc import Sequence
from typing import assert_never

from engines.core.engine import Reason
from engines.quirky_circuits.components import CARDS
from engines.quirky_circuits.model import (
    ANY,
    BROKEN_VASE,
    BUD,
    DONE,
    DUST,
    FLAT,
    ORDER,
    VASE,
    Action,
    Aim,
    Broke,
    Choose,
    Collided,
    Conveyed,
    Dealt,
    Drained,
    Drifted,
    Event,
    Face,
    Fell,
    Found,
    Gathered,
    Happening,
    Idled,
    Jumped,
    Kept,
    Lift,
    Lifted,
    Lost,
    Moved,
    PickedUp,
    Play,
    Played,
    PutDown,
    Ran,
    Revealed,
    Rode,
    Scenario,
    Seated,
    Served,
    Signal,
    Signalled,
    Slid,
    Stayed,
    Steadied,
    Swapped,
    Swept,
    Turned,
    Waited,
    Wandered,
    Won,
)

DIRECTIONS = ("north", "east", "south", "west")
TOKENS = {
    DUST: "a dust bunny",
    VASE: "the vase",
    BROKEN_VASE: "a broken vase",
    BUD: "a bud",
    "seed": "a seed",
    "carrot": "a carrot",
    "snail": "the snail",
    "bone": "a bone",
    "skull": "a skull",
    "spine": "a spine",
    "tail": "a tail",
    "nigiri": "a nigiri",
    "maki": "a maki",
    "soup": "a soup",
    "order_nigiri": "the order for a nigiri",
    "order_maki": "the order for a maki",
    "order_soup": "the order for a soup",
}
"""Every kind of token, as a sentence names one."""

KEPT = {
    "edge": "part of it would lie beyond the outer wall",
    "obstacle": "nothing can be put down on an obstacle",
    "order": "it isn't its turn yet",
    "shared": "each space holds one token only",
}
WAITED = {
    "held": "it is being carried",
    "there": "it is where it wants to be",
    "gone": "what it follows is gone",
    "no_way": "there is no way on",
}
DOES = {
    "forward_1": "One space ahead.",
    "forward_2": "Two spaces ahead, one after the other.",
    "forward_3": "Three spaces ahead, one after the other.",
    "backward_1": "One space back, still looking ahead.",
    "move_north": "One space to the north of the map, whichever way it looks, and it goes on"
    " looking that way.",
    "shift_left": "A side step to its own left, without turning.",
    "shift_right": "A side step to its own right, without turning.",
    "jump_2": "A leap two spaces ahead, over whatever is on the way.",
    "jump_3": "A leap three spaces ahead, over whatever is on the way.",
    "rotate_left": "A quarter turn to the left, on the spot.",
    "rotate_right": "A quarter turn to the right, on the spot.",
    "turn_around": "A half turn on the spot.",
    "rotate_north": "Looks to the north of the map, on the spot, wherever it looked before.",
    "carry": "Empty, it picks a thing up; loaded, it puts it down. Twirl does that on her own"
    " space, Rover on the one before his nose.",
    "left_hand": "The left hand takes a thing from the first space ahead, or puts down there what"
    " it holds.",
    "right_hand": "The right hand, the long one, does the same on the second space ahead.",
    "swap": "What the left hand holds and what the right hand holds change places.",
    "conveyor_1": "All belts run one space: whatever stands on a blue arrow is taken along.",
    "conveyor_2": "All belts run one space, and then once more.",
    "token_1": "The thing that wanders on this map goes one step, slantwise too, towards what"
    " it is after.",
    "token_2": "The thing that wanders on this map goes two steps, slantwise too, towards what"
    " it is after.",
}
"""What a command does, in a sentence, by its card's face without `quirk_`."""

NUMBERS = {2: "two", 3: "three", 4: "four"}
"""How many may play, in words."""
SIGNS = {DONE: "done", FLAT: "hands flat"}
BANDS = {"green": "in the green", "yellow": "in the yellow", "red": "in the red"}

LINES = {
    "first": "Lay your first card.",
    "more": "Lay a card, or signal that you stop.",
    "signalled": "You have stopped. You may still lay a card.",
    "held_up": "The queue is too short: lay a card.",
    "empty": "You have no cards left.",
    "choose": "Your card asks: choose.",
}
"""What the one line says to a seat, by its ask."""

ENDS = {
    "won": "You all won!",
    "lost": "The battery is empty: you all lost.",
}

REACHED = "All done"
"""Of the goal, once the game is won."""

QUIRKS = {
    "gizmo": ("left-turn", "Gizmo turns left whenever she bumps into something."),
    "twirl": ("momentum", "After a Forward 2 Twirl drifts one space more, behind the next card."),
    "rover": ("rover", "Rover takes and puts down on the space before his nose."),
    "lefty": ("two-hands", "Lefty's left hand reaches one space ahead, the right hand two."),
}
"""What is particular to each robot, with its topic on the rules page."""

THINGS = {
    "chairs": "Forward 2 or 3 onto a chair ends there, and Gizmo turns left.",
    "inclines": "Whoever comes to rest on an incline slides down, against its arrow.",
    "slopes": "Rover can't walk up an incline, the way its arrow points: he jumps.",
    "belts": "The belts stand still until a Conveyor card runs them.",
    "vases": "A vase falls and breaks when its table is bumped into: one more mess.",
    "cats": "A cat is served by putting down what she ordered on a space beside her.",
}
"""What may be on a map, by its topic."""

MET = {
    "collision": "Furniture, walls and the edge of the map stop a robot, and the rest of the card"
    " is lost.",
    **dict((QUIRKS["gizmo"],)),
    **THINGS,
    "sweeping": "Gizmo sweeps up all mess on each space that she rolls onto.",
    "buds": "A bud opens when the robot comes onto it.",
    "spots": "On a marked space something is to be put, on numbered ones in their order.",
    "jumps": "A jump touches nothing on its way; a wall on it, or an obstacle at its end, cuts it"
    " short.",
    "carrying": "An empty hand takes a thing from the space it reaches, a full one puts it down"
    " there.",
    **dict((QUIRKS["lefty"],)),
    "long-fossils": "A spine or a tail swings around with Rover, and may stick out over walls while"
    " he holds it.",
    **dict((QUIRKS["twirl"],)),
    "wandering": "What wanders takes a shortest way, around walls and obstacles.",
    "quirks": "A quirk won't wait: whoever holds one lays it before any other card.",
}
"""What a card or a robot may meet, by its topic."""

SPECIAL = {
    "in order": ("spots", "The marked spaces are filled in the order of their numbers."),
    "one token a space": ("carrying", "No space takes a second token."),
}
"""The special rules of maps, by name, likewise."""

# What a run event is called as a frame of the walk-through.
FRAMES: dict[type[Event], str] = {
    Moved: "moved",
    Slid: "slid",
    Turned: "turned",
    Collided: "collided",
    Seated: "chair",
    Swept: "swept",
    Fell: "fell",
    Broke: "broke",
    Stayed: "nothing",
    Jumped: "jumped",
    Gathered: "gathered",
    Drifted: "drifted",
    Steadied: "steadied",
    PickedUp: "picked_up",
    PutDown: "put_down",
    Found: "nothing",
    Kept: "kept",
    Served: "served",
    Swapped: "swapped",
    Rode: "rode",
    Conveyed: "conveyed",
    Idled: "nothing",
    Wandered: "wandered",
    Waited: "nothing",
    Won: "won",
}


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    if 10 < number % 100 < 14:
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: 1 card, 2 cards."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def listed(words: Sequence[str]) -> str:
    """One, two and three."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def space(x: int, y: int) -> str:
    """A space by its column's letter and its row's number."""
    return f"{chr(ord('A') + x)}{y + 1}"


def the(kind: str) -> str:
    """A token that was named before."""
    return f"the {bare(kind)}"


def bare(kind: str) -> str:
    """A kind of token, without an article."""
    return TOKENS[kind].split(" ", 1)[1]


def token_at(token: str) -> tuple[str, str]:
    """A token's kind, and the space it started on, from its id."""
    kind, at = token.split("-")[:2]
    return kind, at.upper()


def pieces(aim: Aim) -> tuple[str, str]:
    """What a part of the goal counts, as one and as many."""
    if aim.do == "sweep":
        return "piece of mess", "pieces of mess"
    if aim.do == "serve":
        return "order", "orders"
    if aim.do == "fill":
        return f"empty {aim.spot}", f"empty {aim.spot}s"
    one = bare(aim.token or BUD)
    return one, f"{one}s"


def notes(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """What is special on a map, for who sits down at it: a topic of the rules page, a sentence."""
    rover = scenario.robot == "rover"
    here = {
        "chairs": bool(scenario.chairs),
        "inclines": bool(scenario.inclines) and not rover,
        "slopes": bool(scenario.inclines) and rover,
        "belts": bool(scenario.belts),
        "vases": any(token.kind == VASE for token in scenario.tokens),
        "cats": any(aim.do == "serve" for aim in scenario.goals),
    }
    lines = [
        QUIRKS[scenario.robot],
        *((key, THINGS[key]) for key, is_here in here.items() if is_here),
    ]
    if scenario.wander:
        token, to = scenario.wander.token, scenario.wander.to
        aim = {"robot": "the robot", "home": "the robot's home"}.get(to, f"the {to}")
        lines.append(("wandering", f"Move Token cards take {the(token)} towards {aim}."))
    lines += [SPECIAL[rule] for rule in scenario.rules]
    if scenario.quirks:
        quirks = Counter(label(face).removesuffix(" (quirk)") for face in scenario.quirks)
        each = listed([name if n == 1 else f"{name} ({n} times)" for name, n in quirks.items()])
        lines.append(("quirks", f"Quirks in the deck, each laid before other cards: {each}."))
    return tuple(lines)


def missing(parts: Sequence[str]) -> str:
    """What a team that lost had still to do."""
    if not parts:
        return "All was done when the battery ran out, but for the way home."
    return f"Still to do when the battery ran out: {listed(parts)}."


def against_par(par: int, players: int, rounds: int, won: bool) -> str:
    """How a team's rounds compare with par."""
    said = f"Par for {NUMBERS[players]} is {count(par, 'round')}"
    if not won:
        return f"{said}; the battery lasted for {rounds}."
    if rounds == par:
        return f"{said}, and that is what this team took."
    over = f"{abs(rounds - par)} {'over' if rounds > par else 'under'} par"
    return f"{said}; this team took {rounds}: {over}."


def label(face: Face) -> str:
    """A card by name."""
    return CARDS[face].label


def does(face: Face) -> str:
    """What a card does, in a sentence. A quirk does what its plain card does."""
    return DOES[face.removeprefix("quirk_")]


def back(kind: str, quirk: bool) -> str:
    """A card by its back."""
    return f"a quirk card ({kind})" if quirk else f"a {kind} card"


def action(act: Action) -> str:
    """A button in words."""
    match act:
        case Play(face):
            return "Lay one of my cards at random" if face == ANY else f"Lay {label(face)}"
        case Signal(sign):
            return "I'm done" if sign == DONE else "Hands flat: let's stop"
        case Lift(sign):
            return f"Take back: {SIGNS[sign]}"
        case Choose(token):
            kind, at = token_at(token)
            if kind.startswith(ORDER):
                return f"Serve the cat at {at}"
            return f"Take {the(kind)} that started at {at}"
        case _:
            assert_never(act)


def obstacle(into: str) -> str:
    """What one bumped into, in words."""
    names = {
        "barrier": "a wall",
        "edge": "the outer wall",
        "tv": "the TV",
        "incline": "a slope that is too steep on foot",
    }
    return names.get(into, f"the {into.replace('_', ' ')}")


def happening(event: Event, who: str = "") -> str:
    """What happened on the map, about `who` (the robot's name), or with no name, as the log says
    it."""
    match event:
        case Moved(x, y):
            said = f"{who} moves to {space(x, y)}."
        case Slid(x, y):
            said = f"{who} slides down to {space(x, y)}."
        case Turned(direction, "card"):
            said = f"{who} turns to face {DIRECTIONS[direction]}."
        case Turned(direction):
            said = f"{who} turns left and faces {DIRECTIONS[direction]}."
        case Collided(into):
            said = f"{who} bumps into {obstacle(into)} and stops."
        case Seated(x, y):
            said = f"{who} is stopped by the chair at {space(x, y)}."
        case Swept(_, kind, x, y) if kind == BUD:
            said = f"{who} opens {TOKENS[kind]} at {space(x, y)}."
        case Swept(_, kind, x, y):
            said = f"{who} sweeps up {TOKENS[kind]} at {space(x, y)}."
        case Fell(_, kind, x, y):
            said = f"{the(kind)} falls to {space(x, y)}."
        case Broke():
            said = "It breaks: one more mess to sweep."
        case Stayed(_, kind):
            said = f"{the(kind)} wobbles, but has nowhere to fall."
        case Won(_, band):
            said = f"The goal is reached with the battery {BANDS[band]}: you all win!"
        case Jumped() | Gathered() | Drifted() | Steadied() | Rode():
            said = motion(event, who)
        case _:
            said = handling(event, who)
    said = said.strip()
    return said[:1].upper() + said[1:]


def came(events: Sequence[Happening | Won], who: str) -> str:
    """What came of a card, in as few sentences as it takes: steps in a row are counted, and what
    the robot does next is told in one breath."""
    told: list[str] = []
    steps, own = 0, f"{who} "
    for at, event in enumerate(events):
        said = happening(event, who)
        if isinstance(event, Moved):
            steps += 1
            if any(isinstance(after, Moved) for after in events[at + 1 : at + 2]):
                continue
            if steps > 1:
                said = f"{who} moves {steps} spaces to {space(event.x, event.y)}."
        steps = 0
        if told and said.startswith(own) and told[-1].startswith(own):
            told[-1] = f"{told[-1][:-1]}, then {said.removeprefix(own)}"
        else:
            told.append(said)
    return " ".join(told)


def motion(event: Jumped | Gathered | Drifted | Steadied | Rode, who: str) -> str:
    """The ways of moving that only some robots have."""
    match event:
        case Jumped(x, y):
            return f"{who} jumps to {space(x, y)}."
        case Gathered(direction):
            return f"{who} gathers momentum to the {DIRECTIONS[direction]}."
        case Drifted(x, y):
            return f"{who} drifts on to {space(x, y)}, by the momentum of the card before."
        case Steadied(lost):
            if lost:
                return f"{who} has no momentum left after the bump."
            return f"{who} gathers no momentum, because of the bump."
        case Rode(x, y):
            return f"{who} rides the belt to {space(x, y)}."
        case _:
            assert_never(event)


def handling(event: Event, who: str) -> str:
    """What hands, belts and the wandering token do."""
    match event:
        case PickedUp(_, kind, x, y):
            return f"{who} picks up {the(kind)} at {space(x, y)}."
        case PutDown(_, kind, x, y):
            return f"{who} puts {the(kind)} down at {space(x, y)}."
        case Found():
            return f"{who} reaches out, but there is nothing to take."
        case Kept(_, kind, _, why):
            return f"{who} keeps {the(kind)}: {KEPT[why]}."
        case Served(_, kind, _, x, y):
            return f"The cat at {space(x, y)} gets {the(kind)} she ordered."
        case Swapped():
            return f"{who} swaps what the two hands hold."
        case Conveyed(_, kind, x, y):
            return f"The belt takes {the(kind)} to {space(x, y)}."
        case Idled():
            return "The belts run, and nothing on them can move."
        case Wandered(_, kind, x, y):
            return f"{the(kind)} goes on to {space(x, y)}."
        case Waited(kind, why):
            return f"{the(kind)} stays: {WAITED[why]}."
        case _:
            return ""


def line(event: Event, names: tuple[str, ...]) -> str:
    """One log line, or none for single steps, which the card above them already tells."""
    match event:
        case Dealt(seat, backs):
            return f"{names[seat]} is dealt {count(len(backs), 'card')}."
        case Played(seat, place, kind, quirk, face):
            card = back(kind, quirk) if face is None else label(face)
            return f"{names[seat]} lays {card} as {ordinal(place)}."
        case Signalled(seat, sign):
            return f"{names[seat]} signals: {SIGNS[sign]}."
        case Lifted(seat, sign):
            return f"{names[seat]} takes the signal back: {SIGNS[sign]}."
        case Ran(number, cards):
            return f"Round {number}: the queue of {count(cards, 'card')} runs."
        case Revealed(place, seat, face):
            return f"Card {place}, {names[seat]}: {label(face)}."
        case Drained(_, battery):
            return f"The queue's cards go under the deck. Battery: {battery}."
        case Lost():
            return "The battery is empty before the goal is reached: you all lose."
        case Moved() | Jumped() | Turned(_, "card"):
            return ""
        case _:
            return happening(event)


def over() -> Reason:
    """The game has ended."""
    return Reason("over", "The game is over.", "End of the Game")


def runs() -> Reason:
    """A card or a signal while a run waits for a choice."""
    return Reason(
        "runs", "The queue runs: it waits for the choice of the player whose card it is.", "Execute"
    )


def nothing_to_choose() -> Reason:
    """A choice while no card asks for one."""
    return Reason("nothing_to_choose", "No card asks for a choice now.", "Tokens Sharing Spaces")


def not_your_card() -> Reason:
    """A choice for another seat's card."""
    return Reason(
        "not_your_card",
        "That choice belongs to the player who laid the card.",
        "Tokens Sharing Spaces",
    )


def no_such_choice() -> Reason:
    """A token that the card doesn't ask about."""
    return Reason(
        "no_such_choice",
        "The card can't be answered with that token.",
        "Tokens Sharing Spaces",
    )


def no_cards() -> Reason:
    """An empty hand."""
    return Reason(
        "no_cards",
        "You have no cards left, so you count as done; the queue runs when the others stop.",
        "Program",
    )


def moved_on(seen: int, now: int) -> Reason:
    """Somebody laid a card first."""
    return Reason(
        "moved_on",
        f"Somebody laid a card first: the next place is the {ordinal(now + 1)},"
        f" and you meant the {ordinal(seen + 1)}. Look again, then lay it if you still want to.",
        "Program",
        (("seen", seen), ("now", now)),
    )


def not_held(face: Face) -> Reason:
    """A card one doesn't hold."""
    name = label(face) if face in CARDS else face
    return Reason("not_held", f"You hold no {name}.", "Program", (("face", face),))


def quirk_first() -> Reason:
    """A basic card while quirks are held."""
    return Reason(
        "quirk_first",
        "You hold a quirk card: quirk cards are laid before any other card of your hand.",
        "Quirk cards",
    )


def lay_first(sign: str) -> Reason:
    """A signal before the first card."""
    return Reason(
        "lay_first",
        f"You can signal {SIGNS[sign]} once you have laid a card: everybody lays at least one.",
        "Program",
        (("sign", sign),),
    )


def already(sign: str) -> Reason:
    """A signal that stands."""
    return Reason("already", f"You signal that already: {SIGNS[sign]}.", "Communicating")


def not_signalled(sign: str) -> Reason:
    """A signal that doesn't stand."""
    return Reason("not_signalled", f"You don't signal: {SIGNS[sign]}.", "Communicating")


def unknown_scenario(key: str) -> Reason:
    """Options with a scenario that isn't in the book."""
    return Reason(
        "unknown_scenario",
        f"There is no scenario named {key!r}.",
        "Setup 1",
        (("scenario", key),),
    )


def wrong_seats(seats: int) -> Reason:
    """A number of players the game isn't made for."""
    return Reason("wrong_seats", f"Quirky Circuits is for 2 to 4 players, not {seats}.", "Setup")
