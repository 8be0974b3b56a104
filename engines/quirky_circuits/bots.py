"""A team player of Quirky Circuits: careful, and no calculating machine.

It asks where the queue may lead as far as it can know (`belief`), how good that is (`outlook`), and
which one or two of its own cards would make it better. It is given a state as its seat may know
it (`redeal`), and what is hidden there never changes its choice.
"""

from collections.abc import Iterator
from typing import Final

from engines.core.engine import Seat
from engines.quirky_circuits.belief import Spots, closed, ending, moved, worth
from engines.quirky_circuits.model import DONE, FLAT, Action, Choose, Face, Play, Signal, State
from engines.quirky_circuits.outlook import HEADWAY, RATE, Outlook, chances, outlook
from engines.quirky_circuits.rules import is_short, playable
from engines.quirky_circuits.scenario import SCENARIOS

AHEAD: Final = 2
"""How many of its own cards in a row it thinks of."""

RESTRAINT: Final = 1.0
"""What a card must at least bring, in cards' way, once the program is long enough: every closed
card makes it harder for the others."""


def choose(state: State, seat: Seat) -> tuple[Action, ...]:
    """What a seat does that is asked: cards laid one after the other, a signal, an answer; nothing
    if it has signalled and leaves it at that. The state is one that the seat can't tell from the
    true one."""
    if state.running is not None:
        return (answer(state, seat),)
    map_ = outlook(SCENARIOS[state.options.scenario])
    start = map_.chart.enter(state.world)
    spots = ending(map_, state, seat, start, 1, closed(state, seat))
    player = state.players[seat]
    is_last = state.battery == 1
    must = is_short(state) or not player.laid or is_last
    time = time_left(state)
    best: tuple[Face, ...] = ()
    most = 0.0
    for faces, after in programs(map_, spots, player.hand, AHEAD):
        gain = worth(map_, after, chances(time))
        if not must:
            gain -= worth(map_, spots, chances(time + RESTRAINT * len(faces)))
        if gain > most or (must and not best):
            best, most = faces, gain
    if best:
        seen = len(state.queue)
        return tuple(Play(face, seen + place) for place, face in enumerate(best))
    return () if player.signal else (Signal(DONE if len(player.hand) == 1 else FLAT),)


def time_left(state: State) -> float:
    """For how many cards' way there is time, about."""
    return RATE * (state.battery - 1) + HEADWAY


def programs(
    map_: Outlook, spots: Spots, hand: tuple[Face, ...], cards: int
) -> Iterator[tuple[tuple[Face, ...], Spots]]:
    """Every row of at most so many of these cards that may be laid, and where it leads; shorter
    ones come before those that go on from them."""
    for face in dict.fromkeys(playable(hand)):
        after = moved(map_, spots, face)
        yield (face,), after
        if cards > 1:
            at = hand.index(face)
            for faces, end in programs(map_, after, hand[:at] + hand[at + 1 :], cards - 1):
                yield (face, *faces), end


def answer(state: State, seat: Seat) -> Action:
    """What a card that runs is answered: the token that is best for the whole queue."""
    map_ = outlook(SCENARIOS[state.options.scenario])
    faces = closed(state, seat)
    ahead = chances(time_left(state))

    def good(position: int) -> float:
        return worth(map_, ending(map_, state, seat, position, state.ran + 1, faces), ahead)

    answers = map_.chart.answers(state.world, state.queue[state.ran - 1].face)
    return Choose(max(answers, key=lambda token: good(answers[token])))
