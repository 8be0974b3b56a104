"""Setup and dealing."""

from engines.core.chance import Chance, shuffle
from engines.core.engine import Illegal, Step
from engines.quirky_circuits import text
from engines.quirky_circuits.components import backs, by_face
from engines.quirky_circuits.model import Dealt, Event, Face, Options, Player, State, World
from engines.quirky_circuits.robots import ROBOTS
from engines.quirky_circuits.scenario import SCENARIOS, deck_of

HAND_SIZES: dict[int, int] = {2: 5, 3: 4, 4: 4}  # facts
"""Cards in a full hand, by number of players."""


def hand_size(seats: int) -> int:
    """Rulebook, Setup 7: the size of a full hand."""
    return HAND_SIZES[seats]


def setup(options: Options, seats: int, chance: Chance) -> Step[State, Event]:
    """Rulebook, Setup: the robot on its start, the battery full, the deck shuffled, the hands
    dealt."""
    if options.scenario not in SCENARIOS:
        raise Illegal(text.unknown_scenario(options.scenario))
    if seats not in HAND_SIZES:
        raise Illegal(text.wrong_seats(seats))
    scenario = SCENARIOS[options.scenario]
    x, y = scenario.home
    held = (None,) * len(ROBOTS[scenario.robot].hands)
    deck = shuffle(deck_of(scenario), chance, "deck")
    players, deck, events = deal((Player(()),) * seats, deck)
    state = State(
        options=options,
        players=players,
        deck=deck,
        queue=(),
        ran=0,
        world=World(x, y, scenario.facing, scenario.tokens, held),
        battery=scenario.battery,
        round=1,
        past=(),
    )
    return Step(state, events)


def deal(
    players: tuple[Player, ...], deck: tuple[Face, ...]
) -> tuple[tuple[Player, ...], tuple[Face, ...], tuple[Event, ...]]:
    """Rulebook, Dealing Cards: one at a time from a seat with fewest (the lowest such seat),
    clockwise, skipping full hands. A short deck deals what there is."""
    seats, full = len(players), hand_size(len(players))
    sizes = [len(player.hand) for player in players]
    seat = sizes.index(min(sizes))
    dealt: list[list[Face]] = [[] for _ in players]
    top = 0
    while top < len(deck) and min(sizes) < full:
        if sizes[seat] < full:
            dealt[seat].append(deck[top])
            sizes[seat] += 1
            top += 1
        seat = (seat + 1) % seats
    return (
        tuple(
            Player(by_face((*player.hand, *new)))
            for player, new in zip(players, dealt, strict=True)
        ),
        deck[top:],
        tuple(Dealt(seat, backs(new), by_face(new)) for seat, new in enumerate(dealt) if new),
    )
