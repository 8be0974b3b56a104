"""The command cards. A row says where it comes from: rulebook, facts (publicly known), or ours.

A deck is rows of (card, how many). Another robot's deck is another tuple here, named in
`robots.py`.
"""

from collections.abc import Iterable
from typing import TypeAlias

from engines.quirky_circuits.model import MOVE, TURN, Card, Face, Move, Turn

Deck: TypeAlias = tuple[tuple[Card, int], ...]

AHEAD, BACK = 0, 2
RIGHT, AROUND, LEFT = 1, 2, 3

GIZMO: Deck = (
    # Which commands she owns: facts. How many of each: ours (16, as four hands of four need).
    (Card("forward_1", "Forward 1", MOVE, Move(AHEAD, 1)), 4),  # facts; count ours
    (Card("forward_2", "Forward 2", MOVE, Move(AHEAD, 2)), 3),  # facts; count ours
    (Card("forward_3", "Forward 3", MOVE, Move(AHEAD, 3)), 2),  # facts; count ours
    (Card("backward_1", "Backward 1", MOVE, Move(BACK, 1)), 1),  # facts; count ours
    (Card("rotate_left", "Rotate Left", TURN, Turn(LEFT)), 2),  # facts; count ours
    (Card("rotate_right", "Rotate Right", TURN, Turn(RIGHT)), 3),  # facts; count ours
    (Card("turn_around", "Turn Around", TURN, Turn(AROUND)), 1),  # facts; count ours
)

GIZMO_QUIRKS: Deck = (
    (Card("quirk_forward_2", "Forward 2 (quirk)", MOVE, Move(AHEAD, 2), quirk=True), 1),  # facts
    (Card("quirk_rotate_left", "Rotate Left (quirk)", TURN, Turn(LEFT), quirk=True), 2),  # facts
)

CARDS: dict[Face, Card] = {card.face: card for card, _ in (*GIZMO, *GIZMO_QUIRKS)}
"""Every command card by its face, in the order hands are sorted."""

QUIRKS: frozenset[Face] = frozenset(face for face, card in CARDS.items() if card.quirk)

_RANK: dict[Face, int] = {face: rank for rank, face in enumerate(CARDS)}

BACKS: tuple[str, ...] = (
    *(MOVE, TURN),
    *(f"quirk {kind}" for kind in (MOVE, TURN)),
)
"""All that a back can look like, in the order backs are shown."""


def back(face: Face) -> str:
    """What everybody sees of this card: its kind, and whether it is a quirk."""
    card = CARDS[face]
    return f"quirk {card.back}" if card.quirk else card.back


def by_face(faces: Iterable[Face]) -> tuple[Face, ...]:
    """The cards in the one order in which hands are held."""
    return tuple(sorted(faces, key=_RANK.__getitem__))


def backs(faces: Iterable[Face]) -> tuple[str, ...]:
    """The backs of these cards in a fixed order of kinds, which tells nothing about their faces."""
    return tuple(sorted((back(face) for face in faces), key=BACKS.index))
