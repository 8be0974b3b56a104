"""What a seat may believe of the game: which faces the closed cards may have, and where the queue
may lead.

A card that is closed to the seat is any card of its back that the seat can't tell the place of,
each as likely: the backs tell, not who laid it or why.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from engines.core.engine import Seat
from engines.quirky_circuits.chart import Position
from engines.quirky_circuits.components import back
from engines.quirky_circuits.model import Face, Laid, State
from engines.quirky_circuits.outlook import Outlook
from engines.quirky_circuits.scenario import SCENARIOS, deck_of

MOST: Final = 24
"""How many positions are kept in mind."""

Spots: TypeAlias = dict[Position, float]
"""Positions, and how likely each is."""

Faces: TypeAlias = dict[Face, float]
"""Faces, and how likely each is."""


def closed(state: State, seat: Seat) -> dict[str, Faces]:
    """For each back, the faces that a card closed to this seat may have: in the queue, in another's
    hand, or on top of the deck. A face is missing if the seat sees all its cards elsewhere: in its
    own hand, open in the queue, or come back under the deck too late to have been dealt since."""
    pool = Counter(deck_of(SCENARIOS[state.options.scenario]))
    pool.subtract(state.players[seat].hand)
    pool.subtract(
        laid.face for place, laid in enumerate(state.queue, 1) if is_open(state, seat, place, laid)
    )
    pool.subtract(undealt(state))
    found: dict[str, Faces] = {}
    for face, number in pool.items():
        if number > 0:
            found.setdefault(back(face), {})[face] = number
    return {
        kind: {face: number / sum(faces.values()) for face, number in faces.items()}
        for kind, faces in found.items()
    }


def is_open(state: State, seat: Seat, place: int, laid: Laid) -> bool:
    """Whether a seat knows the face of a card in the queue."""
    return laid.seat == seat or place <= state.ran or state.options.practice


def undealt(state: State) -> Iterable[Face]:
    """The cards that were laid in former rounds and must still be in the deck. It is dealt from the
    top, and each round's cards come back under it, shuffled: so the last rounds' are there in
    whole. Where some of a round's have been dealt, none is known."""
    left = len(state.deck)
    for past in reversed(state.past):
        left -= len(past.laid)
        if left < 0:
            return
        for laid in past.laid:
            yield laid.face


def ending(
    map_: Outlook, state: State, seat: Seat, start: Position, first: int, faces: dict[str, Faces]
) -> Spots:
    """Where the queue may lead from a position, its cards from this place on."""
    spots = {start: 1.0}
    for place, laid in enumerate(state.queue[first - 1 :], first):
        if is_open(state, seat, place, laid):
            spots = moved(map_, spots, laid.face)
            continue
        found: Spots = {}
        for face, likely in faces[back(laid.face)].items():
            for spot, share in moved(map_, spots, face).items():
                found[spot] = found.get(spot, 0.0) + share * likely
        spots = likeliest(found)
    return spots


def moved(map_: Outlook, spots: Spots, face: Face) -> Spots:
    """Where a card leads from these positions."""
    to = map_.to[face]
    found: Spots = {}
    for spot, share in spots.items():
        after = to[spot]
        found[after] = found.get(after, 0.0) + share
    return found


def likeliest(spots: Spots) -> Spots:
    """The likeliest of many positions, to be kept in mind."""
    if len(spots) <= MOST:
        return spots
    kept = sorted(spots, key=lambda spot: (-spots[spot], spot))[:MOST]
    whole = sum(map(spots.__getitem__, kept))
    return {spot: spots[spot] / whole for spot in kept}


def worth(map_: Outlook, spots: Spots, chances: Sequence[float]) -> float:
    """How likely the team wins from these positions, by the chances of each length of the way."""
    ways = map_.ways
    return sum(share * chances[ways[spot]] for spot, share in spots.items())
