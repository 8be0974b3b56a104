"""What the tests over all games share: each game's tables to try, and random games with undos in
them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import pytest

from engines import ENGINES
from engines.core.bots import asked_seats
from engines.core.chance import Chance, Dice, Recorder
from engines.core.engine import AnyEngine, Seat, Viewer
from engines.core.game import (
    UNDO,
    Acted,
    Game,
    act,
    ask_id,
    begin,
    may_undo,
    switch,
    table_ask,
)
from engines.quirky_circuits.components import back
from engines.quirky_circuits.model import Options as QuirkyOptions
from engines.quirky_circuits.scenario import SCENARIOS
from engines.sparks.model import Options as SparksOptions
from tests.engines import tiny

Slots = Mapping[str, tuple[tuple[str, ...], str]]
"""Hidden places of a state: name to (the things in it, the kind that all places of that kind can
hold)."""


class Trial(NamedTuple):
    """One game under test. What the laws can't know of a game stands here, in a few lines each."""

    engine: AnyEngine
    tables: tuple[tuple[Any, int], ...]
    """Options and number of seats, to try games with."""
    record: Callable[[Any, Seat], Any]
    """What a state holds of one seat."""
    hidden: Callable[[Any, Viewer], Slots]
    """All that this viewer can't see and that lies in some order or hand."""
    shared: frozenset[str] = frozenset({"moves"})
    """Private regions that follow from the whole table (what the supply allows, who is waited
    for): another's undo may change them."""

    def __repr__(self) -> str:
        return f"<{self.engine.key}>"


def tiny_hidden(state: Any, viewer: Viewer) -> Slots:
    """The deck, and the others' hands, picks and lifted cards; all cards have the same back."""
    slots = {f"deck {place}": (face,) for place, face in enumerate(state.deck)}
    for seat, player in enumerate(state.players):
        if viewer not in (seat, "all"):
            slots[f"hand {seat}"] = player.hand
            slots |= {f"pick {seat}": (player.pick,), f"lifted {seat}": (player.lifted,)}
    return {name: (faces, "card") for name, faces in slots.items() if any(faces)}


TINY = Trial(
    tiny.ENGINE,
    tuple(
        (tiny.model.Options(rounds, hand), seats)
        for rounds in (1, 2, 3)
        for hand in (1, 3)
        for seats in (2, 3)
    ),
    record=lambda state, seat: state.players[seat],
    hidden=tiny_hidden,
)


def quirky_hidden(state: Any, viewer: Viewer) -> Slots:
    """The deck (of its top card the back is known), the others' hands and closed cards, whose
    backs are known."""
    if state.ended or viewer == "all":
        return {}
    slots: dict[str, tuple[tuple[str, ...], str]] = {}
    for seat, player in enumerate(state.players):
        for kind in {back(face) for face in player.hand if seat != viewer}:
            faces = tuple(face for face in player.hand if back(face) == kind)
            slots[f"hand {seat}, {kind}"] = (faces, kind)
    for place, laid in enumerate(state.queue, 1):
        if place > state.ran and not state.options.practice and laid.seat != viewer:
            slots[f"queue {place}"] = ((laid.face,), back(laid.face))
    for place, face in enumerate(state.deck):
        slots[f"deck {place}"] = ((face,), back(face))
        if place > 0:
            slots[f"the back of deck {place}"] = ((back(face),), "any back")
    return slots


QUIRKY_CIRCUITS = Trial(
    ENGINES["quirky_circuits"],
    tuple(
        (QuirkyOptions(scenario=key, practice=practice), seats)
        for practice in (False, True)
        for seats in (2, 3, 4)
        for key in SCENARIOS  # innermost, so that a few games see every robot
    ),
    record=lambda state, seat: state.players[seat],
    hidden=quirky_hidden,
)


def sparks_hidden(state: Any, viewer: Viewer) -> Slots:
    """Both decks; the others' assistants, and robots they have drawn or sealed but not shown.

    Assistants that a seat passed on in one packet of a draft are a kind of their own for it; where
    in the deck such a card lies is hidden as well.
    """
    passed = state.players[viewer].passed if isinstance(viewer, int) else ()
    kinds = {card: f"passed {at}" for at, packet in enumerate(passed) for card in packet}
    slots: dict[str, tuple[tuple[str, ...], str]] = {
        f"robot {place}": ((key,), "robot") for place, key in enumerate(state.robots)
    }
    cards = {f"card {place}": (card,) for place, card in enumerate(state.assistants)}
    if kinds:
        for place, card in enumerate(state.assistants):
            slots[f"kind of card {place}"] = ((kinds.get(card, "assistant"),), "deck order")
        cards = {"deck": tuple(sorted(state.assistants))}
    for seat, player in enumerate(state.players):
        if viewer not in (seat, "all"):
            slots[f"drawn {seat}"] = (player.drawn, "robot")
            slots[f"fitted {seat}"] = (tuple(each.robot for each in player.fitted), "robot")
            cards |= {f"hand {seat}": player.hand, f"packet {seat}": player.packet}
    for name, place_cards in cards.items():
        for kind in sorted({kinds.get(card, "assistant") for card in place_cards}):
            alike = tuple(card for card in place_cards if kinds.get(card, "assistant") == kind)
            slots[f"{name}, {kind}"] = (alike, kind)
    return {name: slot for name, slot in slots.items() if slot[0]}


SPARKS = Trial(
    ENGINES["sparks"],
    (
        (SparksOptions(), 1),
        (SparksOptions(), 2),
        (SparksOptions(solo_goals=4, draft=True), 1),
        (SparksOptions(goals=True, draft=True), 2),
        (SparksOptions(), 3),
        (SparksOptions(goals=True, in_order=True), 4),
    ),
    record=lambda state, seat: state.players[seat],
    hidden=sparks_hidden,
    shared=frozenset({"line", "moves"}),
)

TRIALS: tuple[Trial, ...] = (TINY, QUIRKY_CIRCUITS, SPARKS)

each_game = pytest.mark.parametrize("trial", TRIALS, ids=[trial.engine.key for trial in TRIALS])


@dataclass(frozen=True, eq=False)
class Walk:
    """A random game: every row with the game after it, and every `where` that was drawn at."""

    trial: Trial
    options: Any
    players: int
    seed: bytes
    told: list[Acted]
    places: list[tuple[str, ...]]

    @cached_property
    def games(self) -> list[Game]:
        """The game after each row."""
        return [acted.game for acted in self.told]

    @cached_property
    def pool(self) -> list[Any]:
        """Every action that was an option of any seat at any moment of the game, each once, in
        order of appearance."""
        found: dict[Any, None] = {}
        engine = self.trial.engine
        for game in self.games:
            for seat in range(self.players):
                found |= dict.fromkeys(engine.options(game.state, seat))
        return list(found)

    def steps(self) -> Iterator[tuple[Game, Acted]]:
        """Each row but the set-up, with the game before it."""
        return zip(self.games, self.told[1:], strict=False)


def some_text(game: Game, seat: Seat, chance: Chance, *where: int | str) -> str:
    """A legal post of an asked seat: one of its options, or now and then an offer as it stands."""
    engine = game.engine
    if chance.below(4, *where, "offers?") == 0:
        texts = [offer.text for offer in engine.offers(game.state, seat) if offer.no is None]
    else:
        texts = [engine.write(action) for action in engine.options(game.state, seat)]
    return texts[chance.below(len(texts), *where, "text")]


def walk(trial: Trial, table: int, seed: bytes, *, undos: bool = True, most: int = 4000) -> Walk:
    """A random game at one of the trial's tables. One time in five somebody takes a row back, if
    anybody can; one time in twenty the host changes something about the table, if there is
    anything to change."""
    options, players = trial.tables[table % len(trial.tables)]
    rules, choices = Recorder(Dice(seed)), Dice(seed + b"choices")
    told = [begin(trial.engine, options, players, rules)]
    while (game := told[-1].game).result is None:
        step = len(told)
        assert step < most, "the game doesn't end"
        changes = trial.engine.switches(game.state)
        if changes and choices.below(20, step, "switch?") == 0:
            change = changes[choices.below(len(changes), step, "switch")]
            told.append(switch(game, table_ask(game), change.text))
            continue
        undoers: list[Seat] = []
        if undos and choices.below(5, step, "undo?") == 0:
            undoers = [seat for seat in range(players) if may_undo(game, seat) is None]
        if undoers:
            seat = undoers[choices.below(len(undoers), step, "undoer")]
            text = UNDO
        else:
            seats = asked_seats(game)
            assert seats, "there is no result, and nobody is asked"
            seat = seats[choices.below(len(seats), step, "seat")]
            text = some_text(game, seat, choices, step)
        told.append(act(game, seat, ask_id(game, seat), text, rules))
    return Walk(
        trial, options, players, seed, told, [tuple(map(str, where)) for where in rules.places]
    )


@lru_cache(maxsize=128)
def random_game(trial: Trial, number: int) -> Walk:
    """The trial's random game of this number, walked once for all laws: they change nothing in it.

    Games of successive numbers are at tables that differ in all their options.
    """
    return walk(trial, number * 7, number.to_bytes(16, "big"))


def law(games: int) -> Callable[[Callable[[Trial, Walk], None]], Callable[[Trial], None]]:
    """Makes a test over every game's random games, so many of each, the same at every run."""

    def made(check: Callable[[Trial, Walk], None]) -> Callable[[Trial], None]:
        def test(trial: Trial) -> None:
            for number in range(games):
                try:
                    check(trial, random_game(trial, number))
                except BaseException as broken:
                    broken.add_note(f"{trial}, random game {number}")
                    raise

        test.__name__, test.__qualname__ = check.__name__, check.__qualname__
        test.__module__, test.__doc__ = check.__module__, check.__doc__
        found: Callable[[Trial], None] = each_game(test)
        return found

    return made


def sample(items: list[Any], most: int, chance: Chance, *where: int | str) -> list[Any]:
    """At most this many of the items, at random."""
    if len(items) <= most:
        return items
    return [items[chance.below(len(items), *where, place)] for place in range(most)]
