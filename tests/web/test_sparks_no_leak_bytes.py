"""Two worlds of Sparks, in bytes: assistants in other hands, packets of a draft, sealed robots and
both decks are dealt anew, and no byte that reaches the viewer may differ."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from engines import ENGINES
from engines.core import codec
from engines.core.bots import play_out
from engines.core.chance import Dice, shuffle
from engines.core.game import UNDO, Acted, Game, resume
from engines.sparks.components import ASSISTANTS, ROBOTS
from engines.sparks.model import (
    CardsDealt,
    Drafted,
    Event,
    Options,
    RobotChosen,
    RobotsDealt,
    RobotsReturned,
)
from engines.sparks.supply import by_card
from tests.web.browsers import site
from tests.web.test_no_leak_bytes import everything, first_difference

SPARKS = ENGINES["sparks"]

ANOTHER_ROBOT = dict(zip(ROBOTS, (*tuple(ROBOTS)[1:], next(iter(ROBOTS))), strict=True))
ANOTHER_CARD = dict(zip(ASSISTANTS, (*tuple(ASSISTANTS)[1:], next(iter(ASSISTANTS))), strict=True))


def other_event(event: Event, viewer: int | None) -> Event:
    """An event with all that is hidden from this viewer replaced."""
    if SPARKS.hide(event, viewer) == event:
        return event
    match event:
        case RobotsDealt(robots=robots) | RobotsReturned(robots=robots):
            return replace(event, robots=tuple(ANOTHER_ROBOT[key] for key in robots))
        case CardsDealt(assistants=cards):
            return replace(event, assistants=by_card(tuple(ANOTHER_CARD[key] for key in cards)))
        case RobotChosen(_, robot, slot):
            return replace(event, robot=ANOTHER_ROBOT[robot], slot=slot % 3 + 1 if slot else 0)
        case Drafted(_, card):
            return replace(event, assistant=ANOTHER_CARD[card])
        case _:
            raise AssertionError(f"nothing is known to be hidden in {event}")


def other_rows(rows: list[Any], viewer: int | None) -> list[Any]:
    """The rows with everything else in what is hidden from this viewer: events, draws, texts."""
    return [
        replace(
            row,
            events=tuple(other_event(event, viewer) for event in row.events),
            draws=((9, 8),),
            text=row.text if row.seat == viewer or row.text == UNDO else "recruit nobody",
        )
        for row in rows
    ]


def moments(story: list[Acted], most: int) -> list[int]:
    """The numbers of some rows: of each phase, and of what is asked in it, one before a second."""
    kinds: dict[tuple[str, ...], list[int]] = {}
    for number, acted in enumerate(story):
        state = acted.game.state
        sealed = any(each.returned or each.picked or each.fitted for each in state.players)
        asked = sorted({ask.kind for ask in acted.game.asked if ask})
        kinds.setdefault((state.phase, str(sealed), *asked), []).append(number)
    dice = Dice(b"moments")
    mixed = [shuffle(each, dice, number) for number, each in enumerate(kinds.values())]
    turns = [each[turn] for turn in range(len(story)) for each in mixed if turn < len(each)]
    return sorted(turns[:most])


def begun_here(game: Game, state: Any) -> Game:
    """A game that goes on from a state. What may be taken back is no part of it: whether that tells
    anything, the engines' laws try."""
    return resume(SPARKS, game.players, game.seq, game.marks, state)


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, Options(draft=True)),
        (3, Options(goals=True)),
        (4, Options(draft=True, in_order=True)),
    ],
)
async def test_no_byte_differs(database_url: str, players: int, options: Options) -> None:
    """Page, push, JSON, log and compressed size are the same in both worlds, at moments of a whole
    game, for every viewer."""
    moved = 0
    async with site(database_url) as here:
        story = play_out(SPARKS, options, players, b"sparks bytes %d" % players)
        for at in moments(story, 14):
            game, rows = story[at].game, [acted.row for acted in story[: at + 1]]
            mine = begun_here(game, game.state)
            for viewer in (*range(players), None):
                state = SPARKS.redeal(game.state, viewer, Dice(b"%d" % at))
                shown = everything(here, mine, rows, viewer)
                told = everything(here, begun_here(game, state), other_rows(rows, viewer), viewer)
                assert told == shown, (at, viewer, first_difference(shown, told))
                moved += state != game.state
    assert moved > 30, "redeal moved hardly anything: the test proves nothing"


async def test_the_test_would_see_a_leak(database_url: str) -> None:
    """The same comparison for the wrong viewer fails, in the page and in the log."""
    async with site(database_url) as here:
        story = play_out(SPARKS, Options(draft=True), 2, b"leak")
        at = next(
            n for n, each in enumerate(story) if any(p.picked for p in each.game.state.players)
        )
        game, rows = story[at].game, [acted.row for acted in story[: at + 1]]
        mine = begun_here(game, game.state)
        world = begun_here(game, SPARKS.redeal(game.state, 0, Dice(b"x")))
        assert everything(here, mine, rows, 0) == everything(here, world, rows, 0)
        differs = everything(here, world, rows, 1)
        told = everything(here, mine, rows, 1)
        assert {name for name, shown in told.items() if shown != differs[name]} >= {"page", "json"}
        assert everything(here, mine, other_rows(rows, 0), 1)["log"] != told["log"]


def test_refusals_are_the_same() -> None:
    """Why an answer is refused says nothing that its reader may not know: whatever is posted, in
    notation, at each kind of moment."""
    posts = [
        *(f"{word} {key}" for word in ("recruit", "draft", "copy", "use") for key in ASSISTANTS),
        *(f"return {key}" for key in ROBOTS),
        *(f"box {key}" for key in ROBOTS),
        *(f"fit {key} {slot}" for key in ROBOTS for slot in (1, 2, 3)),
        *("draw", "scrap 1", "done", "decline", "pay", "keep none", "take left", "take 3"),
    ]
    actions = [SPARKS.read(text) for text in posts]
    compared = 0
    for players, options in ((2, Options(draft=True)), (3, Options())):
        story = play_out(SPARKS, options, players, b"refusals")
        for at in moments(story, 10):
            state = story[at].game.state
            for viewer in range(players):
                world = SPARKS.redeal(state, viewer, Dice(b"no"))
                for action in actions:
                    here, there = (SPARKS.why_not(each, viewer, action) for each in (state, world))
                    assert json.dumps(codec.plain(here)) == json.dumps(codec.plain(there)), action
                    compared += here is not None
    assert compared > 1000
