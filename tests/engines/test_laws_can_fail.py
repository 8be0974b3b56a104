"""Tests that can't fail are defects: Marbles broken on purpose, one law at a time, and the law
that notices."""

from collections.abc import Callable
from dataclasses import replace as with_parts
from itertools import count
from typing import Any

import pytest
from msgspec.structs import force_setattr, replace

from engines.core.chance import Dice
from engines.core.engine import AnyEngine, Illegal, Reason, Step
from engines.core.game import Stale
from tests.engines import test_conformance as laws
from tests.engines import test_no_leak as leaks
from tests.engines.tiny import ENGINE, model, rules, views
from tests.engines.trials import TINY

m = model
Law = Callable[..., None]

pytestmark = pytest.mark.unmeasured


def broken(**parts: Any) -> AnyEngine:
    """Marbles with other functions in some places."""
    return with_parts(ENGINE, **parts)


def forgets_the_end(state: m.State) -> Any:
    return None if state.phase == "over" and state.round == 1 else rules.result(state)


def asks_after_the_end(state: m.State) -> Any:
    return rules.asks(replace(state, phase="free") if state.phase == "over" else state)


def lets_anybody_act(state: m.State, seat: int, action: m.Action) -> Reason | None:
    reason = rules.why_not(state, seat, action)
    return None if reason and reason.key == "not_now" and isinstance(action, m.Done) else reason


def applies_blindly(state: m.State, seat: int, action: m.Action, chance: Any) -> Any:
    try:
        return rules.apply(state, seat, action, chance)
    except Illegal:
        return Step(state, ())


def draws_by_round(state: m.State, seat: int, action: m.Action, chance: Any) -> Any:
    class Renamed:
        def below(self, n: int, *where: Any) -> int:
            return chance.below(n, where[0], state.round)

    return rules.apply(state, seat, action, Renamed())


def draws_in_passing(state: m.State, seat: int, action: m.Action, chance: Any) -> Any:
    step = rules.apply(state, seat, action, chance)
    if isinstance(action, m.Place) and state.round > 1:
        chance.below(2, "in passing", seat, action.place)
        return Step(step.state, step.events, ((-1, state),))
    return step


def stirs_the_deck(state: m.State, seat: int, action: m.Action, chance: Any) -> Any:
    step = rules.apply(state, seat, action, chance)
    if isinstance(action, m.Take | m.Place | m.Swap | m.Spend):
        deck = step.state.deck
        stirred = (deck[1], deck[0], *deck[2:]) if seat else (*deck[1:], deck[0])
        return Step(replace(step.state, deck=stirred), step.events)
    return step


def deals_unlike_the_tape(options: m.Options, seats: int, chance: Any) -> Any:
    step = rules.setup(options, seats, chance)
    return Step(replace(step.state, deck=step.state.deck[next(ticks) % 5 :]), step.events)


ticks = count()


def shuffles_options(state: m.State, seat: int) -> Any:
    found = rules.options(state, seat)
    turn = next(ticks) % max(1, len(found))
    return found[turn:] + found[:turn]


def asks_about_everything(state: m.State) -> Any:
    done = sum(player.done for player in state.players)
    return tuple(replace(ask, about=f"{ask.about}, {done} done") for ask in rules.asks(state))


def never_idle(state: m.State, seat: int) -> Any:
    idle = rules.idle(state, seat)
    return m.Draw() if isinstance(idle, m.Done) else idle


def loose_read(text: str) -> Any:
    return views.read(text.strip())


def changes_in_place(state: m.State, seat: int, action: m.Action, chance: Any) -> Any:
    step = rules.apply(state, seat, action, chance)
    if isinstance(action, m.Done):
        force_setattr(state, "dish", ("red",))
    return step


def shy_offers(state: m.State, seat: int) -> Any:
    return tuple(offer for offer in views.offers(state, seat) if offer.text != "done")


def bold_offers(state: m.State, seat: int) -> Any:
    return tuple(replace(offer, no=None) for offer in views.offers(state, seat))


def coy_offers(state: m.State, seat: int) -> Any:
    no = Reason("coy", "Not now.")
    return (*views.offers(state, seat), *(replace(o, no=no) for o in views.offers(state, seat)))


def hasty_offers(state: m.State, seat: int) -> Any:
    """Every step is offered, but with `done` behind it wherever that could come next."""

    def hasten(text: str) -> str:
        if "; " in text:
            return text
        after = rules.apply(state, seat, views.read(text), Dice(b"hasty")).state
        return text if rules.why_not(after, seat, m.Done()) else f"{text}; done"

    return tuple(
        offer if offer.no else replace(offer, text=hasten(offer.text))
        for offer in views.offers(state, seat)
    )


def joins_lines(event: m.Event, names: tuple[str, ...]) -> str:
    return views.line(event, names) + "\n"


BROKEN: dict[str, tuple[AnyEngine, Law]] = {
    "no result": (broken(result=forgets_the_end), laws.test_somebody_must_answer_until_the_end),
    "unnamed ending": (broken(endings=("full",)), laws.test_ends_with_one_of_its_endings),
    "asks after the end": (broken(asks=asks_after_the_end), laws.test_ends_with_one_of_its_endings),
    "never closed": (broken(closed=lambda _b, _a: False), laws.test_ends_with_one_of_its_endings),
    "asks upside down": (
        broken(asks=lambda state: rules.asks(state)[::-1]),
        laws.test_somebody_must_answer_until_the_end,
    ),
    "anybody may act": (broken(why_not=lets_anybody_act), laws.test_only_asked_seats_may_act),
    "changes the state": (broken(apply=changes_in_place), laws.test_why_not_agrees_with_options),
    "applies blindly": (broken(apply=applies_blindly), laws.test_why_not_agrees_with_options),
    "options twice": (
        broken(options=lambda state, seat: rules.options(state, seat) * 2),
        laws.test_why_not_agrees_with_options,
    ),
    "options left out": (
        broken(options=lambda state, seat: rules.options(state, seat)[:3]),
        laws.test_why_not_agrees_with_options,
    ),
    "options in any order": (
        broken(options=shuffles_options),
        laws.test_options_stand_in_a_pinned_order,
    ),
    "one word for two": (
        broken(write=lambda action: views.write(action).replace("green", "red")),
        laws.test_notation,
    ),
    "loose reading": (broken(read=loose_read), laws.test_notation_is_read_exactly),
    "wrong type": (broken(state_type=m.Player), laws.test_codec_round_trip),
    "not by the tape": (broken(setup=deals_unlike_the_tape), laws.test_replay_by_tape),
    "where twice": (broken(apply=draws_by_round), laws.test_no_draw_has_the_name_of_another),
    "draws where undo can": (
        broken(apply=draws_in_passing),
        laws.test_no_draw_has_the_name_of_another,
    ),
    "beats outside": (broken(apply=draws_in_passing), laws.test_beats),
    "events that keep quiet": (
        broken(apply=stirs_the_deck),
        laws.test_undo_and_the_same_again,
    ),
    "asks that others change": (
        broken(asks=asks_about_everything),
        laws.test_undo_and_the_same_again,
    ),
    "idle goes on": (broken(idle=never_idle), laws.test_idle_is_legal_and_ends_the_game),
    "an option without offer": (broken(offers=shy_offers), laws.test_offers),
    "an offer that goes too far": (broken(offers=hasty_offers), laws.test_offers),
    "an offer that can't be": (broken(offers=bold_offers), laws.test_offers),
    "an offer held back": (broken(offers=coy_offers), laws.test_offers),
    "two lines": (broken(line=joins_lines), laws.test_log_lines),
    "no lines": (broken(hide=lambda _event, _viewer: None), laws.test_log_lines),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_is_noticed(name: str) -> None:
    """Each of these games breaks a law, and the law's own test says so."""
    engine, law = BROKEN[name]
    with pytest.raises((AssertionError, Illegal, Stale, ValueError, pytest.fail.Exception)):
        law(trial=TINY._replace(engine=engine))


def shows_the_top(state: m.State) -> Any:
    public = views.public(state)
    return replace(public, table=replace(public.table, deck=state.deck[0]))


def shows_a_neighbour(state: m.State, viewer: Any) -> Any:
    return views.private(state, viewer if viewer in ("all", None) else 0)


def asks_with_a_secret(state: m.State) -> Any:
    return tuple(replace(ask, about=state.deck[0]) for ask in rules.asks(state))


def refuses_with_a_secret(state: m.State, seat: int, action: m.Action) -> Reason | None:
    reason = rules.why_not(state, seat, action)
    return reason and replace(reason, text=state.deck[-1])


def offers_by_a_secret(state: m.State, seat: int) -> Any:
    offers = views.offers(state, seat)
    return offers[:: -1 if state.deck[0] == "gust" else 1]


def options_by_a_secret(state: m.State, seat: int) -> Any:
    options = rules.options(state, seat)
    return options[:: -1 if state.deck[0] == "gust" else 1]


def silent_by_a_secret(state: m.State) -> Reason | None:
    return Reason("gust", "Hush.") if state.deck[0] == "gust" else None


def tells_a_secret(state: m.State, seat: int, action: m.Action, chance: Any) -> Any:
    step = rules.apply(state, seat, action, chance)
    return Step(step.state, (*step.events, m.Marble(seat, "drew", state.deck[0])), step.beats)


def moves_the_deck_in_secret(state: m.State, seat: int, action: m.Action, chance: Any) -> Any:
    """Some steps turn the deck on, and every step is said, to nobody, to have been done at its top:
    so it depends on the faces in the deck whether an earlier step can be taken back."""
    step = rules.apply(state, seat, action, chance)
    events = (*step.events, m.PutBack(seat, state.deck[0], "top", 0))
    deck = step.state.deck
    if isinstance(action, m.Take | m.Place | m.Swap | m.Spend):
        deck = (*deck[1:], deck[0])
    return Step(replace(step.state, deck=deck), events, step.beats)


def loses_a_card(state: m.State, viewer: Any, chance: Any) -> m.State:
    other = views.redeal(state, viewer, chance)
    return replace(other, deck=(*other.deck[1:], "gust"))


def moves_the_deck_alone(state: m.State, viewer: Any, chance: Any) -> m.State:
    return replace(state, deck=views.redeal(state, "all", chance).deck)


def forgets_the_deck(state: m.State, viewer: Any, chance: Any) -> m.State:
    return replace(views.redeal(state, viewer, chance), deck=())


def hides_none_of(*kinds: type) -> Callable[[m.Event, Any], m.Event | None]:
    """`hide` that lets these events through as they are."""
    return lambda event, viewer: event if isinstance(event, kinds) else views.hide(event, viewer)


LEAKY: dict[str, tuple[AnyEngine, Law]] = {
    "public": (broken(public=shows_the_top), leaks.test_a_state_shows_no_difference),
    "private": (broken(private=shows_a_neighbour), leaks.test_a_state_shows_no_difference),
    "asks": (broken(asks=asks_with_a_secret), leaks.test_a_state_shows_no_difference),
    "refusals": (broken(why_not=refuses_with_a_secret), leaks.test_a_state_shows_no_difference),
    "offers": (broken(offers=offers_by_a_secret), leaks.test_a_state_shows_no_difference),
    "options": (broken(options=options_by_a_secret), leaks.test_a_state_shows_no_difference),
    "silence": (broken(silence=silent_by_a_secret), leaks.test_a_state_shows_no_difference),
    "beeps": (
        broken(beeps=lambda state: state.deck[0] == "gust"),
        leaks.test_a_state_shows_no_difference,
    ),
    "picks": (broken(hide=hides_none_of(m.Picked)), leaks.test_what_is_hidden_stays_open),
    "dealt": (broken(hide=hides_none_of(m.Dealt)), leaks.test_events_show_no_difference),
    "put back": (broken(hide=hides_none_of(m.PutBack)), leaks.test_events_show_no_difference),
    "aside": (broken(apply=tells_a_secret), leaks.test_events_show_no_difference),
    "undo": (broken(apply=moves_the_deck_in_secret), leaks.test_undo_tells_nothing),
    "still deal": (
        broken(redeal=lambda state, _viewer, _chance: state),
        leaks.test_redeal_moves_all_that_is_hidden,
    ),
    "half a deal": (
        broken(redeal=moves_the_deck_alone),
        leaks.test_redeal_moves_all_that_is_hidden,
    ),
    "lost card": (broken(redeal=loses_a_card), leaks.test_redeal_moves_all_that_is_hidden),
    "no deck": (broken(redeal=forgets_the_deck), leaks.test_a_state_shows_no_difference),
}


@pytest.mark.parametrize("name", LEAKY)
def test_a_leaky_game_is_noticed(name: str) -> None:
    """Each of these games lets a secret out, or makes a world that proves nothing."""
    engine, law = LEAKY[name]
    with pytest.raises(AssertionError):
        law(trial=TINY._replace(engine=engine))
