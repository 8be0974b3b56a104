"""Two worlds: what a viewer may not know is dealt anew, and nothing that reaches this viewer may
differ."""

from itertools import zip_longest
from typing import Any

import pytest

from engines.core import codec
from engines.core.bots import asked_seats, random_text
from engines.core.chance import Chance, Dice, TapeMismatch, shuffle
from engines.core.engine import Illegal, Viewer
from engines.core.game import Game, Stale, act, ask_id, fold, may_undo, resume
from tests.engines.trials import Slots, Trial, Walk, law, sample

pytestmark = pytest.mark.unmeasured


def viewers(game: Game) -> tuple[Viewer, ...]:
    """Every seat and a spectator."""
    return (*range(game.players), None)


def some_moments(walked: Walk, most: int) -> list[Game]:
    """Some of the games after a row, of each kind of moment (what is asked) one before a second."""
    kinds: dict[frozenset[str], list[Game]] = {}
    for game in walked.games:
        kinds.setdefault(frozenset(ask.kind for ask in game.asked if ask), []).append(game)
    dice = Dice(walked.seed)
    mixed = [shuffle(games, dice, "moments", str(n)) for n, games in enumerate(kinds.values())]
    turns = [game for turn in zip_longest(*mixed) for game in turn if game]
    return turns[:most]


def seen(trial: Trial, state: Any, viewer: Viewer, actions: list[Any]) -> dict[str, Any]:
    """All that a state alone sends to a viewer, as plain data: views, asks, moves and refusals."""
    engine = trial.engine
    found: dict[str, Any] = {
        "public": codec.plain(engine.public(state)),
        "private": codec.plain(engine.private(state, viewer)),
        "asks": codec.plain(engine.asks(state)),
        "result": codec.plain(engine.result(state)),
        "silence": codec.plain(engine.silence(state)),
        "beeps": engine.beeps(state),
    }
    if isinstance(viewer, int):
        found |= {
            "options": [engine.write(action) for action in engine.options(state, viewer)],
            "offers": codec.plain(engine.offers(state, viewer)),
            "why not": [codec.plain(engine.why_not(state, viewer, each)) for each in actions],
        }
    return found


@law(8)
def test_a_state_shows_no_difference(trial: Trial, walked: Walk) -> None:
    """Views, asks, options, offers and refusals are the same in both worlds, beats included."""
    actions, dice = walked.pool, Dice(walked.seed)
    moments = [(game, game.state) for game in some_moments(walked, 12)]
    moments += [
        (acted.game, moment)
        for acted in walked.told
        for _, moment in sample(list(acted.beats), 2, dice, "beat", acted.row.seq)
    ]
    for number, (game, state) in enumerate(moments):
        for viewer in (*viewers(game), "all"):
            tried = sample(actions, 20, dice, number, str(viewer))
            world = seen(trial, state, viewer, tried)
            for again in range(2):
                chance = Dice(walked.seed + bytes([number, again]))
                other = trial.engine.redeal(state, viewer, chance)
                assert seen(trial, other, viewer, tried) == world


@law(8)
def test_events_show_no_difference(trial: Trial, walked: Walk) -> None:
    """Every action that both worlds allow tells a viewer the same, up to a moment that shows
    hidden things.

    From there the worlds may differ, but then in what the viewer's page shows as well: no event
    tells more than the views that the other test compares.
    """
    engine = trial.engine
    dice = Dice(walked.seed)
    for game in some_moments(walked, 8):
        for viewer in viewers(game):
            other = engine.redeal(game.state, viewer, Dice(walked.seed + b"%d" % game.seq))
            for seat in asked_seats(game):
                allowed = set(engine.options(other, seat))
                both = [each for each in engine.options(game.state, seat) if each in allowed]
                for action in sample(both, 8, dice, game.seq, str(viewer), seat):
                    compare(trial, (game.state, other), viewer, seat, action, walked.seed)


def compare(
    trial: Trial, worlds: tuple[Any, Any], viewer: Viewer, seat: int, action: Any, seed: bytes
) -> None:
    """One action in both worlds, with the same chance."""
    engine = trial.engine
    steps = [engine.apply(state, seat, action, Dice(seed)) for state in worlds]
    told = [
        [
            (codec.plain(shown), engine.reveals(event))
            for event in step.events
            if (shown := engine.hide(event, viewer)) is not None
        ]
        for step in steps
    ]
    for here, there in zip_longest(*told):
        if here is None or there is None or here[0] != there[0]:
            assert any(each is not None and each[1] for each in (here, there))
            pages = [page(trial, step.state, viewer) for step in steps]
            assert pages[0] != pages[1]
            return


def page(trial: Trial, state: Any, viewer: Viewer) -> tuple[Any, Any]:
    """What a viewer's page shows."""
    return codec.plain(trial.engine.public(state)), codec.plain(trial.engine.private(state, viewer))


@law(6)
def test_what_is_hidden_stays_open(trial: Trial, walked: Walk) -> None:
    """After another seat's action that shows nothing hidden, each hidden place could still hold
    something else.

    For the comparison of one action in two worlds can't see an event that tells which action it
    was: so here the other world's seat may do anything that looks the same to the viewer.
    """
    engine = trial.engine
    for game in some_moments(walked, 5):
        for viewer in viewers(game):
            for seat in set(asked_seats(game)) - {viewer}:
                options = list(engine.options(game.state, seat))
                action = sample(options, 1, Dice(walked.seed), game.seq, str(viewer), seat)[0]
                step = engine.apply(game.state, seat, action, Dice(walked.seed))
                if any(map(engine.reveals, step.events)):
                    continue
                looks = look(trial, step, viewer)
                hidden = trial.hidden(step.state, viewer)
                still = {name for name in hidden if can_move(hidden, name)}
                for again in range(400):
                    if not still:
                        break
                    other = engine.redeal(game.state, viewer, Dice(b"%d" % again))
                    for act_of_other in engine.options(other, seat):
                        twin = engine.apply(other, seat, act_of_other, Dice(walked.seed))
                        if look(trial, twin, viewer) == looks:
                            now = trial.hidden(twin.state, viewer)
                            still = {name for name in still if now[name] == hidden[name]}
                assert not still


def look(trial: Trial, step: Any, viewer: Viewer) -> tuple[list[Any], Any, Any]:
    """What a viewer gets of a step: the events as shown, and the page after them."""
    shown = [trial.engine.hide(event, viewer) for event in step.events]
    return (
        [event for event in shown if event is not None],
        trial.engine.public(step.state),
        trial.engine.private(step.state, viewer),
    )


@law(12)
def test_undo_tells_nothing(trial: Trial, walked: Walk) -> None:
    """Whether a seat may take its row back is the same in all worlds that it can't tell apart.

    The phase is dealt anew from its start and played again by the same rows, where they can be.
    """
    engine = trial.engine
    for game in some_moments(walked, 16):
        for viewer in {game.rows[i].seat for i in game.live}:
            reason = may_undo(game, viewer)
            if game.rows[game.live[-1]].seat == viewer or (reason and reason.key != "undo_depends"):
                continue  # Nothing came later, or the row's own draws and events decide.
            for again in range(6):
                base = engine.redeal(game.base, viewer, Dice(b"%d" % again))
                other = resume(engine, game.players, game.base_seq, game.base_marks, base)
                try:
                    other = fold(other, game.rows)
                except (Illegal, Stale, TapeMismatch):
                    continue
                if story_of(trial, other, viewer) == story_of(trial, game, viewer):
                    assert may_undo(other, viewer) == reason


def story_of(trial: Trial, game: Game, viewer: Viewer) -> tuple[list[Any], Any]:
    """What a viewer was shown since the phase began, and the page now."""
    shown = [trial.engine.hide(event, viewer) for row in game.rows for event in row.events]
    return shown, page(trial, game.state, viewer)


@law(6)
def test_redeal_moves_all_that_is_hidden(trial: Trial, walked: Walk) -> None:
    """Each hidden place that could hold something else does so in some redeal; nothing is lost by
    it."""
    counted = 0
    for game in some_moments(walked, 5):
        for viewer in viewers(game):
            hidden = trial.hidden(game.state, viewer)
            still = {name for name in hidden if can_move(hidden, name)}
            counted += len(still)
            for again in range(600):
                if not still:
                    break
                other = trial.engine.redeal(game.state, viewer, Dice(b"%d" % again))
                now = trial.hidden(other, viewer)
                assert now.keys() == hidden.keys()
                assert all_things(now) == all_things(hidden)
                still = {name for name in still if now[name] == hidden[name]}
            assert not still
    assert counted


def can_move(hidden: Slots, name: str) -> bool:
    """Whether another place holds things of this kind, and not all of them are the same."""
    kind = hidden[name][1]
    alike = [things for things, other in hidden.values() if other == kind]
    return len(alike) > 1 and len({thing for things in alike for thing in things}) > 1


def all_things(hidden: Slots) -> list[tuple[str, str]]:
    """Every hidden thing with its kind, wherever it lies."""
    return sorted((kind, thing) for things, kind in hidden.values() for thing in things)


@law(6)
def test_a_redealt_game_can_be_played_on(trial: Trial, walked: Walk) -> None:
    """The other world is a possible one: it can be stored, and random players bring it to an
    end."""
    engine = trial.engine
    for game in some_moments(walked, 3):
        for viewer in viewers(game):
            dice: Chance = Dice(walked.seed + str(viewer).encode())
            other = engine.redeal(game.state, viewer, dice)
            assert codec.unpack(codec.pack(other), engine.state_type) == other
            on = resume(engine, game.players, game.seq, game.marks, other)
            while on.result is None:
                seats = asked_seats(on)
                seat = seats[dice.below(len(seats), "seat", on.seq)]
                text = random_text(on, seat, dice, "on", on.seq)
                on = act(on, seat, ask_id(on, seat), text, dice)[0]
                assert on.seq < game.seq + 4000
