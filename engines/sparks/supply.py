"""The dice supply (bag, discard pile, junkyard row), and the small steps that all rules share."""

from typing import NamedTuple

from msgspec.structs import replace

from engines.core.chance import Chance
from engines.core.engine import Seat
from engines.sparks.components import ASSISTANTS
from engines.sparks.model import (
    COLOURS,
    CONRAD,
    BagRefilled,
    Colour,
    Die,
    DieGained,
    DieId,
    DieMissed,
    DieSold,
    Event,
    Hired,
    Key,
    Player,
    Slot,
    State,
)

COLOUR_PLACE: dict[Colour, int] = {colour: place for place, colour in enumerate(COLOURS)}
NO_DICE = (0, 0, 0, 0)


class Telling(NamedTuple):
    """What one action is doing: the chance it draws from, its events so far, its beats."""

    chance: Chance
    events: list[Event]
    beats: list[tuple[int, State]]

    def say(self, *events: Event) -> None:
        """These happened next."""
        self.events.extend(events)

    def beat(self, state: State) -> None:
        """This is a moment worth stepping to."""
        self.beats.append((len(self.events), state))


def set_player(state: State, seat: Seat, player: Player) -> State:
    """The state with another player record at a seat."""
    players = state.players
    return replace(state, players=(*players[:seat], player, *players[seat + 1 :]))


def clockwise(state: State, first: Seat) -> tuple[Seat, ...]:
    """All seats, clockwise from one."""
    seats = len(state.players)
    return tuple((first + step) % seats for step in range(seats))


def by_card(assistants: tuple[Key, ...]) -> tuple[Key, ...]:
    """Assistant cards in the one order in which hands are held."""
    return tuple(key for key in ASSISTANTS if key in assistants)


def acts_as(hired: Hired) -> Key:
    """Whose effect and points a played assistant has (Rulebook, Conrad). `""`: nobody's."""
    return hired.copies if hired.assistant == CONRAD else hired.assistant


def upgrades_of(player: Player) -> list[Key]:
    """All upgrade tiles of a player: on the board, and above slots."""
    return [*player.upgrades, *(slot.upgrade for slot in player.slots if slot.upgrade)]


# --- A player's own dice. ---


def placed_dice(player: Player) -> list[Die]:
    """The dice locked in the upgrade section and on unfinished robots."""
    found = [die for die in player.section if die is not None]
    for slot in player.slots:
        if slot.robot:
            found += [die for die in slot.dice if die is not None]
    return found


def own_dice(player: Player) -> list[Die]:
    """Every die of a player: beside the board, placed, and still lying on a completed robot."""
    found = [*player.pool, *placed_dice(player)]
    for slot in player.slots:
        if not slot.robot:
            found += [die for die in slot.dice if die is not None]
    return found


def find(dice: list[Die] | tuple[Die, ...], die: DieId) -> Die | None:
    """The die with this number among these."""
    for each in dice:
        if each.id == die:
            return each
    return None


def swap_die(player: Player, die: DieId, new: Die | None) -> Player:
    """The player with a die taken away, or replaced where it lies."""
    for place, each in enumerate(player.pool):
        if each.id == die:
            pool = player.pool
            here = () if new is None else (new,)
            return replace(player, pool=(*pool[:place], *here, *pool[place + 1 :]))
    for place, space in enumerate(player.section):
        if space is not None and space.id == die:
            section = player.section
            return replace(player, section=(*section[:place], new, *section[place + 1 :]))
    return replace(player, slots=tuple(slot_with(slot, die, new) for slot in player.slots))


def slot_with(slot: Slot, die: DieId, new: Die | None) -> Slot:
    """A slot with a die replaced. Taken away, it leaves its space vacant; of a completed robot
    there are no spaces any more."""
    dice = [new if each is not None and each.id == die else each for each in slot.dice]
    if not slot.robot:
        dice = [each for each in dice if each is not None]
    return replace(slot, dice=tuple(dice))


# --- Bag and discard pile. ---


def discard(state: State, *dice: Die) -> State:
    """These dice go to the discard pile."""
    pile = list(state.discard)
    for die in dice:
        pile[COLOUR_PLACE[die.colour]] += 1
    return replace(state, discard=tuple(pile))


def one_less(counts: tuple[int, ...], place: int) -> tuple[int, ...]:
    """One die of the colour at this place fewer."""
    return (*counts[:place], counts[place] - 1, *counts[place + 1 :])


def draw_colour(state: State, telling: Telling, *where: int | str) -> tuple[State, Colour]:
    """Rulebook, How to Play: a die from the bag; when the bag is empty, the discard pile goes in.

    Returns the colour, `""` if both are empty.
    """
    if not any(state.bag):
        if not any(state.discard):
            return state, ""
        telling.say(BagRefilled(sum(state.discard)))
        state = replace(state, bag=state.discard, discard=NO_DICE)
    at = telling.chance.below(sum(state.bag), *where, "colour")
    place = 0
    while at >= state.bag[place]:
        at -= state.bag[place]
        place += 1
    return replace(state, bag=one_less(state.bag, place)), COLOURS[place]


def gain_die(
    state: State, seat: Seat, telling: Telling, source: str, *, colour: Colour = "", value: int = 0
) -> State:
    """Rulebook, Symbols: a die for a player: any, of a colour, or set to a value.

    A coloured die comes from the discard pile, or from the bag if needed; if there is none of that
    colour, a random one is drawn.
    """
    rolls = state.players[seat].rolls
    where = ("die", seat, rolls)
    origin = "bag"
    place = COLOUR_PLACE[colour] if colour else -1
    if colour and state.discard[place]:
        origin = "discard"
        state = replace(state, discard=one_less(state.discard, place))
    elif colour and state.bag[place]:
        state = replace(state, bag=one_less(state.bag, place))
    else:
        state, colour = draw_colour(state, telling, *where)
        if not colour:
            telling.say(DieMissed(seat, source))
            return state
    value = value or 1 + telling.chance.below(6, *where, "value")
    die = Die(state.serial, colour, value)
    telling.say(DieGained(seat, die, origin, source))
    player = state.players[seat]
    player = replace(player, pool=(*player.pool, die), rolls=rolls + 1)
    return set_player(replace(state, serial=state.serial + 1), seat, player)


def sale_price(player: Player) -> int:
    """Rulebook, Sell die: a cog; Sales boost: two."""
    return 2 if "sales_boost" in player.upgrades else 1


def sell(state: State, seat: Seat, die: Die, telling: Telling) -> State:
    """Rulebook, Sell die: the die goes to the discard pile, wherever it was."""
    player = state.players[seat]
    cogs = sale_price(player)
    telling.say(DieSold(seat, die, cogs))
    player = swap_die(player, die.id, None)
    return discard(set_player(state, seat, replace(player, cogs=player.cogs + cogs)), die)
