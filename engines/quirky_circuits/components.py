"""The command cards. A row says where it comes from: rulebook, facts (publicly known), or ours.

A deck is rows of (card, how many). Another robot's deck is another tuple here, named in
`robots.py`. Cards with one face are one card, whichever decks hold it.
"""

from collections.abc import Iterable
from typing import TypeAlias

from engines.quirky_circuits.model import (
    MOVE,
    SPECIAL,
    TURN,
    Card,
    Carry,
    Conveyor,
    Face,
    Jump,
    Move,
    MoveNorth,
    MoveToken,
    RotateNorth,
    Swap,
    Turn,
)

Deck: TypeAlias = tuple[tuple[Card, int], ...]

AHEAD, BACK = 0, 2
RIGHT, AROUND, LEFT = 1, 2, 3

# --- Every card, in the order hands are sorted. What a command does: facts, unless noted. ---

FORWARD_1 = Card("forward_1", "Forward 1", MOVE, Move(AHEAD, 1))  # facts
FORWARD_2 = Card("forward_2", "Forward 2", MOVE, Move(AHEAD, 2))  # facts
FORWARD_3 = Card("forward_3", "Forward 3", MOVE, Move(AHEAD, 3))  # facts
BACKWARD_1 = Card("backward_1", "Backward 1", MOVE, Move(BACK, 1))  # facts
MOVE_NORTH = Card("move_north", "Move North", MOVE, MoveNorth())  # facts; back ours
SHIFT_LEFT = Card("shift_left", "Shift Left", MOVE, Move(LEFT, 1))  # facts; back ours
SHIFT_RIGHT = Card("shift_right", "Shift Right", MOVE, Move(RIGHT, 1))  # facts; back ours
JUMP_2 = Card("jump_2", "Jump 2", MOVE, Jump(2))  # facts; back ours
JUMP_3 = Card("jump_3", "Jump 3", MOVE, Jump(3))  # facts; back ours
ROTATE_LEFT = Card("rotate_left", "Rotate Left", TURN, Turn(LEFT))  # facts
ROTATE_RIGHT = Card("rotate_right", "Rotate Right", TURN, Turn(RIGHT))  # facts
TURN_AROUND = Card("turn_around", "Turn Around", TURN, Turn(AROUND))  # facts
ROTATE_NORTH = Card("rotate_north", "Rotate North", TURN, RotateNorth())  # facts; back ours
CARRY = Card("carry", "Carry", SPECIAL, Carry(0))  # ours
LEFT_HAND = Card("left_hand", "Left Hand", SPECIAL, Carry(0))  # ours; two hands: facts
RIGHT_HAND = Card("right_hand", "Right Hand", SPECIAL, Carry(1))  # ours; two hands: facts
SWAP = Card("swap", "Swap", SPECIAL, Swap())  # facts; back ours

QUIRK_FORWARD_2 = Card("quirk_forward_2", "Forward 2 (quirk)", MOVE, Move(AHEAD, 2), quirk=True)
QUIRK_SHIFT_LEFT = Card("quirk_shift_left", "Shift Left (quirk)", MOVE, Move(LEFT, 1), quirk=True)
QUIRK_JUMP_2 = Card("quirk_jump_2", "Jump 2 (quirk)", MOVE, Jump(2), quirk=True)
QUIRK_JUMP_3 = Card("quirk_jump_3", "Jump 3 (quirk)", MOVE, Jump(3), quirk=True)
QUIRK_ROTATE_LEFT = Card("quirk_rotate_left", "Rotate Left (quirk)", TURN, Turn(LEFT), quirk=True)
QUIRK_TURN_AROUND = Card("quirk_turn_around", "Turn Around (quirk)", TURN, Turn(AROUND), quirk=True)
QUIRK_CONVEYOR_1 = Card("quirk_conveyor_1", "Conveyor 1 (quirk)", SPECIAL, Conveyor(1), quirk=True)
QUIRK_CONVEYOR_2 = Card("quirk_conveyor_2", "Conveyor 2 (quirk)", SPECIAL, Conveyor(2), quirk=True)
QUIRK_TOKEN_1 = Card("quirk_token_1", "Move Token 1 (quirk)", SPECIAL, MoveToken(1), quirk=True)
QUIRK_TOKEN_2 = Card("quirk_token_2", "Move Token 2 (quirk)", SPECIAL, MoveToken(2), quirk=True)

# --- The decks: 93 cards (rulebook). ---

GIZMO: Deck = (
    # Which commands she owns: facts. How many of each: ours (16, as four hands of four need).
    (FORWARD_1, 4),  # facts; count ours
    (FORWARD_2, 3),  # facts; count ours
    (FORWARD_3, 2),  # facts; count ours
    (BACKWARD_1, 1),  # facts; count ours
    (ROTATE_LEFT, 2),  # facts; count ours
    (ROTATE_RIGHT, 3),  # facts; count ours
    (TURN_AROUND, 1),  # facts; count ours
)

GIZMO_QUIRKS: Deck = (
    (QUIRK_FORWARD_2, 1),  # facts
    (QUIRK_ROTATE_LEFT, 2),  # facts
)

TWIRL: Deck = (
    (FORWARD_1, 4),  # ours
    (FORWARD_2, 3),  # rulebook (that she has it); count ours
    (BACKWARD_1, 1),  # ours
    (MOVE_NORTH, 1),  # ours
    (ROTATE_LEFT, 2),  # rulebook (the example turns her left); count ours
    (ROTATE_RIGHT, 2),  # ours
    (TURN_AROUND, 1),  # ours
    (ROTATE_NORTH, 1),  # ours
    (CARRY, 5),  # ours
)

TWIRL_QUIRKS: Deck = (
    (QUIRK_FORWARD_2, 2),  # ours
    (QUIRK_TOKEN_1, 1),  # ours
    (QUIRK_TOKEN_2, 1),  # ours
)

ROVER: Deck = (
    (FORWARD_1, 4),  # ours
    (FORWARD_2, 2),  # ours
    (FORWARD_3, 1),  # ours
    (BACKWARD_1, 1),  # ours
    (JUMP_2, 2),  # facts (that he jumps); count ours
    (JUMP_3, 1),  # facts (that he jumps); count ours
    (ROTATE_LEFT, 2),  # ours
    (ROTATE_RIGHT, 2),  # ours
    (TURN_AROUND, 1),  # ours
    (CARRY, 5),  # ours
)

ROVER_QUIRKS: Deck = (
    (QUIRK_JUMP_2, 1),  # ours
    (QUIRK_JUMP_3, 1),  # ours
    (QUIRK_TURN_AROUND, 2),  # ours
)

LEFTY: Deck = (
    (FORWARD_1, 4),  # ours
    (FORWARD_2, 1),  # ours
    (BACKWARD_1, 1),  # ours
    (SHIFT_LEFT, 2),  # ours
    (SHIFT_RIGHT, 2),  # ours
    (ROTATE_LEFT, 2),  # ours
    (ROTATE_RIGHT, 2),  # ours
    (TURN_AROUND, 1),  # ours
    (LEFT_HAND, 2),  # ours
    (RIGHT_HAND, 2),  # ours
    (SWAP, 2),  # facts (that Lefty swaps); count ours
)

LEFTY_QUIRKS: Deck = (
    (QUIRK_SHIFT_LEFT, 1),  # ours
    (QUIRK_CONVEYOR_1, 2),  # ours
    (QUIRK_CONVEYOR_2, 1),  # ours
)

CARDS: dict[Face, Card] = {
    card.face: card
    for card in (
        *(FORWARD_1, FORWARD_2, FORWARD_3, BACKWARD_1, MOVE_NORTH, SHIFT_LEFT, SHIFT_RIGHT),
        *(JUMP_2, JUMP_3, ROTATE_LEFT, ROTATE_RIGHT, TURN_AROUND, ROTATE_NORTH),
        *(CARRY, LEFT_HAND, RIGHT_HAND, SWAP),
        *(QUIRK_FORWARD_2, QUIRK_SHIFT_LEFT, QUIRK_JUMP_2, QUIRK_JUMP_3),
        *(QUIRK_ROTATE_LEFT, QUIRK_TURN_AROUND),
        *(QUIRK_CONVEYOR_1, QUIRK_CONVEYOR_2, QUIRK_TOKEN_1, QUIRK_TOKEN_2),
    )
}
"""Every command card by its face, in the order hands are sorted."""

QUIRKS: frozenset[Face] = frozenset(face for face, card in CARDS.items() if card.quirk)

_RANK: dict[Face, int] = {face: rank for rank, face in enumerate(CARDS)}

BACKS: tuple[str, ...] = (
    *(MOVE, TURN, SPECIAL),
    *(f"quirk {kind}" for kind in (MOVE, TURN, SPECIAL)),
)
"""All that a back can look like, in the order backs are shown."""

# --- Kinds of tokens, and of marked spaces. All ours but dust, vases, seeds, fossils, sushi. ---

MESS: frozenset[str] = frozenset(("dust", "vase_broken"))
"""What Gizmo sweeps up."""

LONG: frozenset[str] = frozenset(("spine", "tail"))
"""Fossils that cover two spaces."""

DISHES: tuple[str, ...] = ("nigiri", "maki", "soup")
"""What cats order."""

CARRIED: frozenset[str] = frozenset(("seed", "carrot", "snail", "bone", "skull", *LONG, *DISHES))
"""What a hand can take."""

ORDERS: dict[str, str] = {dish: f"order_{dish}" for dish in DISHES}
"""The order for a dish: it lies where the cat sits, until she is served."""

FIXED: frozenset[str] = frozenset(("bud", *ORDERS.values()))
"""What neither falls nor rides on a belt."""

SPOTS: tuple[str, ...] = ("bed", "basket", "nest", "plinth", "crate", "tray")
"""Kinds of marked spaces."""


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
