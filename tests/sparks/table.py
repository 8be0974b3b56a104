"""A small language for the tests: a table in the action phase where everything is known.

Dice are written in short: `r4` is a red 4 (r, b, y, g; a number). In an action, `{r4}` stands for
the number of the acting seat's first such die. Seats are red, blue, yellow and green in order.
"""

import re
from typing import Any

import pytest

from engines.core.chance import Chance, Dice
from engines.core.engine import Illegal, Offer, Reason, Step
from engines.core.game import Game, act, ask_id, resume
from engines.sparks import ENGINE
from engines.sparks.components import ASSISTANTS, PRINTED, ROBOTS, UPGRADES
from engines.sparks.model import (
    ACT,
    COLOURS,
    Built,
    Die,
    Event,
    Hired,
    Options,
    Player,
    Slot,
    State,
)
from engines.sparks.notation import read
from engines.sparks.offers import offers
from engines.sparks.rules import apply, asks, options
from engines.sparks.supply import by_card, own_dice

SHORT = {colour[0]: colour for colour in COLOURS}

BONUSES = (
    ("cogs", "spark", PRINTED),
    ("die", "card", PRINTED),
    ("advance", "upgrade", PRINTED),
    ("die", "cogs", PRINTED),
)
"""On the red, blue, yellow and green track, unless a test says otherwise."""

RULES = {
    *("Setup", "How to Play", "Production tile effects", "Actions", "Upgrade factory"),
    *("Build robot", "Activate a power box", "Change a die value", "Ignore a color requirement"),
    *("Recruit an assistant", "Additional actions", "Advancing on the Scoring Tracks"),
    *("Upgrade Tiles", "Slot upgrades", "Rearrange", "Recycle", "Game Ends", "Solo Game"),
    *("Assistant Cards", "Symbols", *(card.name for card in ASSISTANTS.values())),
}
"""The sections and entries of the rulebook that a reason may name."""


class Forced:
    """Chance as a test wants it: these values one after the other, then 0."""

    def __init__(self, *values: int) -> None:
        self.values = list(values)

    def below(self, n: int, *where: int | str) -> int:
        """The next value, which must be possible."""
        del where
        value = self.values.pop(0) if self.values else 0
        assert 0 <= value < n
        return value


class Seat:
    """What a seat starts the test with.

    `slots`: robots by name, `-` for an empty slot, with dice on their spaces in brackets:
    `"hob(r4,.) simmer -"`. `hired`: assistants by name, `conrad=max` for a copy, `*` behind a used
    one. `built`: robots, `+` behind one with a spark on its box. `above`: slot upgrades by slot.
    """

    def __init__(
        self,
        pool: str = "",
        *,
        slots: str = "- - -",
        section: str = "",
        hand: str = "",
        hired: str = "",
        built: str = "",
        upgrades: str = "",
        above: dict[int, str] | None = None,
        tracks: tuple[int, ...] = (0, 0, 0, 0),
        tiles: str = "bag anywhere reroll bulk",
        **rest: int | bool | str,
    ) -> None:
        self.pool, self.slots, self.section = pool.split(), slots.split(), section.split()
        self.parts: dict[str, Any] = {
            "hand": by_card(tuple(hand.split())),
            "hired": tuple(map(hired_as, hired.split())),
            "built": tuple(
                Built(word.rstrip("+"), "spark" if word.endswith("+") else "")
                for word in built.split()
            ),
            "upgrades": tuple(upgrades.split()),
            "tracks": tracks,
            "tiles": tuple(tiles.split()),
            **rest,
        }
        self.above = above or {}
        assert all(each.robot in ROBOTS for each in self.parts["built"])
        assert all(kind in UPGRADES for kind in [*upgrades.split(), *self.above.values()])
        assert len(hand.split()) == len(self.parts["hand"])


def hired_as(word: str) -> Hired:
    """A played assistant from its word."""
    name, _, copies = word.rstrip("*").partition("=")
    assert name in ASSISTANTS
    return Hired(name, copies, word.endswith("*"))


class Table:
    """A game in the action phase of a turn (the first, active seat 0), with known seats."""

    def __init__(
        self,
        *seats: Seat,
        row: str = "",
        bag: tuple[int, ...] = (5, 5, 5, 5),
        discard: tuple[int, ...] = (0, 0, 0, 0),
        deck: str = "",
        robots: str = "",
        **rest: Any,
    ) -> None:
        self.serial = 0
        players = [self.player(colour, seat) for colour, seat in zip(COLOURS, seats, strict=False)]
        parts: dict[str, Any] = {
            "options": Options(),
            "phase": ACT,
            "turn": 1,
            "first": 0,
            "players": tuple(players),
            "bag": bag,
            "discard": discard,
            "row": tuple(map(self.die, row.split())),
            "robots": tuple(robots.split()) or tuple(reversed(ROBOTS)),
            "assistants": tuple(deck.split()),
            "upgrades": tuple(UPGRADES)[:6],
            "bonuses": BONUSES,
            "goals": (),
            **rest,
        }
        self.state = State(**parts, serial=100)
        self.step: Step[State, Event] = Step(self.state, ())

    def die(self, short: str) -> Die:
        """A new die."""
        self.serial += 1
        return Die(self.serial, SHORT[short[0]], int(short[1]))

    def player(self, colour: str, seat: Seat) -> Player:
        """The record of a seat."""
        pool = tuple(map(self.die, seat.pool))
        section: list[Die | None] = [None] * 4
        for word in seat.section:
            space, _, short = word.rpartition("@")
            die = self.die(short)
            section[COLOURS.index(SHORT[space or short[0]])] = die
        slots = tuple(
            self.slot(word, seat.above.get(number, "")) for number, word in enumerate(seat.slots, 1)
        )
        parts: dict[str, Any] = {"colour": colour, "pool": pool, "slots": slots, **seat.parts}
        return Player(section=tuple(section), **parts)

    def slot(self, word: str, upgrade: str) -> Slot:
        """A slot from its word."""
        name, _, dice = word.rstrip(")").partition("(")
        if name == "-":
            return Slot("", (), upgrade)
        spaces = len(ROBOTS[name].spaces)
        shorts = dice.split(",") if dice else ["."] * spaces
        assert len(shorts) == spaces
        on = tuple(None if short == "." else self.die(short) for short in shorts)
        return Slot(name, on, upgrade)

    # Playing.

    def act(self, seat: int, text: str, chance: Chance | None = None) -> None:
        """One action, or several joined by `"; "`."""
        for part in text.split("; "):
            self.step = apply(
                self.state, seat, read(self.filled(seat, part)), chance or Dice(b"test")
            )
            self.state = self.step.state

    def finish(self) -> None:
        """All seats are done with their actions."""
        for seat, kind in self.asked().items():
            assert kind == "act"
            self.act(seat, "done")

    def filled(self, seat: int, text: str) -> str:
        """An action with the numbers of the dice it means."""
        return re.sub(r"\{(\w\d)\}", lambda m: str(self.number(seat, m[1])), text)

    def number(self, seat: int, short: str) -> int:
        """The number of a seat's first die like this."""
        want = SHORT[short[0]], int(short[1])
        dice = own_dice(self.state.players[seat])
        return next(die.id for die in dice if (die.colour, die.value) == want)

    def why(self, seat: int, text: str) -> Reason:
        """The reason why an action is refused, with a rule that there is; nothing changes."""
        before = self.state
        with pytest.raises(Illegal) as refused:
            apply(self.state, seat, read(self.filled(seat, text)), Dice(b"test"))
        assert self.state is before
        assert refused.value.reason.text
        assert refused.value.reason.rule in RULES
        return refused.value.reason

    def refuses(self, seat: int, text: str) -> str:
        """Its key."""
        return self.why(seat, text).key

    # Looking.

    def __getitem__(self, seat: int) -> Player:
        return self.state.players[seat]

    def pool(self, seat: int) -> str:
        """The dice beside a seat's board, in short."""
        return " ".join(map(short, self[seat].pool))

    def at(self, seat: int, space: str) -> Die:
        """The die on a robot's space, by its address."""
        die = self[seat].slots[int(space[0]) - 1].dice[int(space[2]) - 1]
        assert die is not None
        return die

    def section(self, seat: int) -> str:
        """The dice in a seat's upgrade section, in short."""
        return " ".join(short(die) for die in self[seat].section if die)

    def slots(self, seat: int) -> list[str]:
        """A seat's assembly line."""
        return [slot.robot for slot in self[seat].slots]

    def kinds(self) -> list[str]:
        """The events of the last action, by name."""
        return [type(event).__name__ for event in self.step.events]

    def asked(self, must: bool = True) -> dict[int, str]:
        """The seats that must (or may) answer, and what they are asked."""
        return {ask.seat: ask.kind for ask in asks(self.state) if ask.must == must}

    def options(self, seat: int, word: str = "") -> list[str]:
        """A seat's legal actions, in notation; those that begin with a word."""
        texts = [ENGINE.write(action) for action in options(self.state, seat)]
        return [text for text in texts if text.split(" ")[0] == word or not word]

    def offers(self, seat: int, on: str = "", to: str = "") -> list[Offer]:
        """A seat's offers from and to a piece; a die may be written in short."""
        piece = f"die-{self.number(seat, on)}" if re.fullmatch("[rbyg][1-6]", on) else on
        return [
            offer
            for offer in offers(self.state, seat)
            if piece in ("", offer.on) and to in ("", offer.to)
        ]

    def game(self) -> Game:
        """A game in play that goes on from here."""
        players = len(self.state.players)
        return resume(ENGINE, players, 1, (1,) * players, self.state)

    def nothing_pending(self) -> None:
        """No seat has anything left on its agenda."""
        assert not any(player.agenda for player in self.state.players)


def short(die: Die) -> str:
    """A die in short."""
    return f"{die.colour[0]}{die.value}"


def post(game: Game, seat: int, text: str, chance: Chance | None = None) -> Game:
    """A post in a game in play."""
    return act(game, seat, ask_id(game, seat), text, chance or Dice(b"post")).game
