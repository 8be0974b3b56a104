"""Set-up: lots, decks, tiles, goals; the robots each seat keeps; assistants, dealt or drafted."""

from msgspec.structs import replace

from engines.core.chance import Chance, shuffle
from engines.core.engine import Illegal, Seat, Step
from engines.sparks import text
from engines.sparks.components import (
    ASSISTANTS,
    BONUS_TILES,
    DICE_EACH,
    GOALS,
    GOALS_IN_PLAY,
    PRINTED,
    ROBOTS,
    SOLO_GOALS,
    TILES,
    UPGRADE_STACKS,
    UPGRADES,
)
from engines.sparks.model import (
    COLOURS,
    DRAFT,
    KEEP,
    CardsDealt,
    Drafted,
    Event,
    Fitted,
    Key,
    Options,
    Passed,
    Player,
    RobotChosen,
    RobotsDealt,
    RobotsReturned,
    RobotsShown,
    SetUp,
    Slot,
    State,
)
from engines.sparks.supply import NO_DICE, Telling, by_card, clockwise, set_player

SEATS = (1, 2, 3, 4)
ROBOTS_DEALT = 4
HAND = 6
"""Rulebook, Setup 13: assistant cards in a hand."""


def goals_wanted(options: Options, seats: int) -> int:
    """Rulebook, Variant: Goal Tiles: none or two. Solo: one, or from none to four."""
    return options.solo_goals if seats == 1 else GOALS_IN_PLAY * options.goals


def setup(options: Options, seats: int, chance: Chance) -> Step[State, Event]:
    """Rulebook, Setup. Colours and the first active seat are drawn by lot."""
    if seats not in SEATS:
        raise Illegal(text.wrong_seats(seats))
    if options.solo_goals not in SOLO_GOALS:
        raise Illegal(text.wrong_goals(options.solo_goals))
    colours = shuffle(COLOURS, chance, "colours")[:seats]
    first = chance.below(seats, "first")
    tiles = shuffle(BONUS_TILES, chance, "bonuses")
    bonuses = tuple((*tiles[2 * at : 2 * at + 2], PRINTED) for at in range(len(COLOURS)))
    out = shuffle(tuple(UPGRADES), chance, "upgrades")[:UPGRADE_STACKS]
    upgrades = tuple(kind for kind in UPGRADES if kind in out)
    drawn = shuffle(tuple(GOALS), chance, "goals")[: goals_wanted(options, seats)]
    state = State(
        options=options,
        phase=KEEP,
        turn=0,
        first=first,
        players=tuple(Player(colour, tuple(TILES)) for colour in colours),
        bag=(DICE_EACH,) * len(COLOURS),
        discard=NO_DICE,
        row=(),
        robots=shuffle(tuple(ROBOTS), chance, "robots"),
        assistants=shuffle(tuple(ASSISTANTS), chance, "assistants"),
        upgrades=upgrades,
        bonuses=bonuses,
        goals=tuple(goal for goal in GOALS if goal in drawn),
    )
    telling = Telling(chance, [SetUp(colours, first, upgrades, bonuses, state.goals)], [])
    for seat in clockwise(state, first):
        state = deal_robots(state, seat, ROBOTS_DEALT, telling)
    return Step(state, tuple(telling.events))


def deal_robots(state: State, seat: Seat, count: int, telling: Telling) -> State:
    """A seat draws robots, as many of these as there are."""
    cards, deck = state.robots[:count], state.robots[count:]
    drawn = tuple(key for key in ROBOTS if key in cards)
    telling.say(RobotsDealt(seat, len(cards), len(deck), drawn))
    player = replace(state.players[seat], drawn=drawn)
    return set_player(replace(state, robots=deck), seat, player)


# --- The robots each seat keeps. ---


def keep_robots(state: State, seat: Seat, returned: Key, telling: Telling) -> State:
    """Rulebook, Setup 12: the robot to return is sealed; the last seat's choice shows all."""
    telling.say(RobotChosen(seat, returned, 0))
    state = set_player(state, seat, replace(state.players[seat], returned=returned))
    if not all(player.returned for player in state.players):
        return state
    for each in clockwise(state, state.first):
        player = state.players[each]
        kept = tuple(key for key in player.drawn if key != player.returned)
        fitted = tuple(Fitted(key, number) for number, key in enumerate(kept, 1))
        telling.say(RobotsShown(each, fitted, 1), RobotsReturned(each, (player.returned,)))
        robots = (*state.robots, player.returned)
        player = replace(player, drawn=(), returned="", slots=tuple(map(new_slot, kept)))
        state = set_player(replace(state, robots=robots), each, player)
    return deal_assistants(state, telling)


def new_slot(robot: Key, upgrade: Key = "") -> Slot:
    """A slot with a robot that has no dice yet."""
    return Slot(robot, (None,) * len(ROBOTS[robot].spaces), upgrade)


# --- Assistants. ---


def deal_assistants(state: State, telling: Telling) -> State:
    """Rulebook, Setup 13; Variant: Assistant Draft: 6 cards each, or 7 to choose from."""
    count = HAND + state.options.draft
    for seat in clockwise(state, state.first):
        cards, deck = by_card(state.assistants[:count]), state.assistants[count:]
        telling.say(CardsDealt(seat, count, len(deck), cards))
        player = state.players[seat]
        if state.options.draft:
            player = replace(player, packet=cards)
        else:
            player = replace(player, hand=cards)
        state = set_player(replace(state, assistants=deck), seat, player)
    return replace(state, phase=DRAFT) if state.options.draft else state


def draft(state: State, seat: Seat, key: Key, telling: Telling) -> State:
    """Rulebook, Variant: Assistant Draft: a card is sealed; the last seat's choice passes all
    packets to the left. The seventh cards are shuffled into the deck."""
    telling.say(Drafted(seat, key))
    state = set_player(state, seat, replace(state.players[seat], picked=key))
    players = state.players
    if not all(player.picked for player in players):
        return state
    packets = [tuple(card for card in each.packet if card != each.picked) for each in players]
    kept = len(players[0].hand) + 1
    telling.say(Passed(kept))
    last = kept == HAND
    state = replace(
        state,
        players=tuple(
            replace(
                player,
                hand=by_card((*player.hand, player.picked)),
                picked="",
                packet=() if last else packets[seat - 1],
                passed=(*player.passed, packets[seat]),
            )
            for seat, player in enumerate(players)
        ),
    )
    if not last:
        return state
    left = [card for packet in packets for card in packet]
    deck = shuffle((*state.assistants, *left), telling.chance, "draft")
    return replace(state, assistants=deck)
