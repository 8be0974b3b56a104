"""`engines.core.game`: ask ids, posts of several actions, undo with every way to be refused, the
fold."""

from dataclasses import replace as with_parts
from typing import Any

import pytest
from msgspec.structs import replace

from engines.core.chance import Dice, Tape, TapeMismatch
from engines.core.engine import AnyEngine, Ask, Illegal, Reason, Step, Unreadable
from engines.core.game import (
    MOST_ACTIONS,
    SETUP,
    TABLE,
    Acted,
    Game,
    Row,
    Stale,
    act,
    ask_id,
    begin,
    fold,
    may_undo,
    own_rows,
    replay,
    resume,
    stays,
    switch,
    table_ask,
    taken_back,
)
from tests.engines.tiny import ENGINE, model, rules

m = model
DICE = Dice(b"game")


def state(*players: m.Player, phase: str = "free", **parts: Any) -> m.State:
    """A state of Marbles in the middle of a round, with an empty bag and dish unless given."""
    deck: tuple[str, ...] = ("gift", "gust", "peek")
    return replace(m.State(2, 1, phase, deck, (), (), players), **parts)


def player(**parts: Any) -> m.Player:
    """A seat with nothing but two energy."""
    return replace(m.Player(hand=()), **parts)


def game_at(state: m.State, engine: AnyEngine = ENGINE) -> Game:
    """A game whose last phase closed with this state, at seq 7."""
    count = len(state.players)
    return resume(engine, count, 7, (3,) * count, state)


def post(game: Game, seat: int, text: str) -> Acted:
    """A post with the right ask id."""
    return act(game, seat, ask_id(game, seat), text, DICE)


def play(game: Game, *posts: tuple[int, str]) -> Game:
    """Several of them."""
    for seat, text in posts:
        game = post(game, seat, text).game
    return game


def why_no_undo(game: Game, seat: int) -> str:
    """The key of the reason why a seat can't undo, which `act` gives as `may_undo` does."""
    reason = may_undo(game, seat)
    assert reason is not None
    with pytest.raises(Illegal) as refused:
        post(game, seat, "undo")
    assert refused.value.reason == reason
    assert str(refused.value) == reason.text
    return reason.key


# --- The set-up and ask ids ---


def test_the_set_up_is_row_one_and_the_tables() -> None:
    acted = begin(ENGINE, m.Options(), 2, DICE)
    row = acted.row
    assert (row.seq, row.seat, row.ask, row.text) == (1, TABLE, SETUP, SETUP)
    assert len(row.draws) == 19 + 3
    assert [type(event).__name__ for event in row.events] == ["Marble"] * 3 + ["Dealt"] * 6
    assert acted.beats[0][0] == 3
    assert acted.game.seq == acted.game.base_seq == 1
    assert [ask_id(acted.game, seat) for seat in (0, 1)] == ["0.1", "1.1"]
    assert acted.game.result is None


def test_the_set_up_can_be_refused() -> None:
    with pytest.raises(Illegal, match="One to three rounds"):
        begin(ENGINE, m.Options(rounds=9), 2, DICE)
    with pytest.raises(Illegal, match="for two or three"):
        begin(ENGINE, m.Options(), 4, DICE)


def test_an_old_set_up_again() -> None:
    row = begin(ENGINE, m.Options(), 2, DICE).row
    again = begin(ENGINE, m.Options(), 2, Dice(b"never asked"), tape=Tape(row.draws))
    assert again.row == row
    with pytest.raises(TapeMismatch, match="1 draws left over after the set-up"):
        begin(ENGINE, m.Options(), 2, DICE, tape=Tape((*row.draws, (3, 0))))
    with pytest.raises(TapeMismatch, match="no draw left"):
        begin(ENGINE, m.Options(), 2, DICE, tape=Tape(row.draws[:-1]))


def test_only_the_current_ask_of_the_seat_counts() -> None:
    game = game_at(state(player(), player()))
    assert ask_id(game, 0) == "0.3"
    after = act(game, 0, "0.3", "done", DICE).game
    assert [ask_id(after, seat) for seat in (0, 1)] == ["0.8", "1.3"]
    for seat, ask in ((0, "0.3"), (0, "1.3"), (1, "0.8"), (0, ""), (0, "0.08"), (2, "2.3")):
        with pytest.raises(Stale):
            act(after, seat, ask, "not done", DICE)
    with pytest.raises(Stale):
        act(after, -1, ask_id(after, 1), "done", DICE)
    act(after, 0, "0.8", "not done", DICE)


def test_a_stale_ask_comes_before_every_other_complaint() -> None:
    game = game_at(state(player(), player()))
    for text in ("undo", "nonsense", "take red"):
        with pytest.raises(Stale):
            act(game, 0, "0.2", text, DICE)


def test_a_seat_that_is_not_asked_has_nothing_to_do() -> None:
    game = game_at(state(player(done=True, reopened=True), player()))
    assert game.asked == (None, Ask(1, "free", "round 1", True))
    with pytest.raises(Illegal) as refused:
        post(game, 0, "done")
    assert refused.value.reason.key == "not_asked"


def asked(**of: dict[int, Ask]) -> AnyEngine:
    """Marbles, with asks that depend on whether seat 0 is done."""
    before, after = of["before"], of["after"]

    def asks(state: m.State) -> tuple[Ask, ...]:
        given = after if state.players[0].done else before
        return tuple(given[seat] for seat in sorted(given))

    return with_parts(ENGINE, asks=asks)


MINE = Ask(0, "free", "round 1", True)
THEIRS = Ask(1, "free", "round 1", True)


@pytest.mark.parametrize(
    ("then", "new"),
    [
        (THEIRS, False),
        (replace(THEIRS, must=False), False),
        (replace(THEIRS, kind="gift"), True),
        (replace(THEIRS, about="round 2"), True),
        (None, True),
    ],
)
def test_a_mark_follows_the_question_and_not_must(then: Ask | None, new: bool) -> None:
    """Another's row makes a new ask id if it changes kind or about, or ends the question."""
    after = {0: MINE} | ({1: then} if then else {})
    game = game_at(state(player(), player()), asked(before={0: MINE, 1: THEIRS}, after=after))
    acted = post(game, 0, "done").game
    assert ask_id(acted, 0) == "0.8"
    assert ask_id(acted, 1) == ("1.8" if new else "1.3")
    assert acted.asked == (MINE, then)
    back = post(acted, 0, "undo").game
    assert ask_id(back, 0) == "0.9"
    assert ask_id(back, 1) == ("1.9" if new else "1.3")
    assert back.asked == (MINE, THEIRS)


def test_a_question_that_begins_is_a_new_one() -> None:
    game = game_at(state(player(), player()), asked(before={0: MINE}, after={0: MINE, 1: THEIRS}))
    assert ask_id(post(game, 0, "done").game, 1) == "1.8"


# --- Posts ---


def test_a_post_of_several_actions_is_one_row() -> None:
    start = game_at(state(player(), player(), dish=("blue", "red")))
    acted = post(start, 0, "take red; place red 2; swap 0 2")
    assert acted.row.seq == acted.game.seq == 8
    assert acted.row.text == "take red; place red 2; swap 0 2"
    assert acted.row.events == (
        m.Marble(0, "took", "red"),
        m.Marble(0, "placed", "red", 2),
        m.Swapped(0, 0, 2),
    )
    assert acted.game.state.players[0].tray == ("red", "", "", "")
    assert post(acted.game, 0, "undo").game.state == start.state


def test_a_post_is_all_or_none() -> None:
    start = game_at(state(player(), player(), dish=("red",), bag=("blue",)))
    before = replace(start)
    for text, error in (
        ("take red; place red 2; take red", Illegal),
        ("draw; place red 2", Illegal),
        ("take red; place red 7", Unreadable),
        ("take red; undo", Unreadable),
        ("take red;place red 2", Unreadable),
        ("take red; ", Unreadable),
        ("", Unreadable),
    ):
        with pytest.raises(error):
            post(start, 0, text)
    assert start == before
    assert start.state.dish == ("red",)


def test_a_post_ends_with_the_question() -> None:
    """After `done` with the signal used up nothing more is asked, so nothing more can be joined to
    it."""
    start = game_at(state(player(reopened=True), player()))
    with pytest.raises(Illegal) as refused:
        post(start, 0, "done; not done")
    assert refused.value.reason.key == "not_asked"


def test_draws_and_beats_of_a_post_add_up() -> None:
    bag = ("blue", "green", "red")
    start = game_at(state(player(), player(), bag=bag))
    acted = post(start, 0, "draw; draw")
    assert [n for n, _ in acted.row.draws] == [3, 2]
    players = (player(hand=("peek",)), player(pick="gift"))
    sealed = game_at(state(*players, phase="pick", dish=("red",)))
    alone = post(sealed, 0, "pick peek")
    both = post(sealed, 0, "pick peek; choose top")
    assert [count for count, _ in alone.beats] == [2, 3]
    assert both.beats == alone.beats
    assert both.row.events == (*alone.row.events, m.PutBack(0, "gift", "top", 3))


def test_beats_of_a_later_part_count_the_events_before() -> None:
    """A part's beats count from the row's first event."""

    def apply(state: m.State, seat: int, action: Any, chance: Any) -> Any:
        step = rules.apply(state, seat, action, chance)
        return step._replace(beats=((0, state), (1, step.state)))

    start = game_at(state(player(), player(), dish=("red",)), with_parts(ENGINE, apply=apply))
    acted = post(start, 0, "take red; place red 0")
    assert [count for count, _ in acted.beats] == [0, 1, 1, 2]
    assert acted.beats[1][1] == acted.beats[2][1]
    assert acted.beats[3][1] == acted.game.state


def test_too_many_actions_in_a_post() -> None:
    start = game_at(state(player(energy=99, tray=("red", "", "", "")), player()))
    most = "; ".join(["swap 0 1"] * MOST_ACTIONS)
    assert len(post(start, 0, most).row.events) == MOST_ACTIONS
    with pytest.raises(Illegal) as refused:
        post(start, 0, f"{most}; swap 0 1")
    assert refused.value.reason.key == "too_many"


# --- Undo ---


def test_undo_takes_back_the_seats_last_row_and_is_a_row_itself() -> None:
    start = game_at(state(player(), player(), dish=("blue", "green", "red")))
    game = play(start, (0, "take red"), (0, "place red 0"), (1, "take blue"))
    undone = post(game, 0, "undo")
    assert undone.took_back == 9
    assert undone.row == Row(11, 0, "0.9", "undo", (), ())
    assert undone.beats == ()
    assert undone.game.rows == (*game.rows, undone.row)
    assert undone.game.live == (0, 2)
    assert undone.game.state.players[0].pouch == ("red",)
    assert undone.game.state.players[1].pouch == ("blue",)
    assert ask_id(undone.game, 0) == "0.11"
    assert ask_id(undone.game, 1) == ask_id(game, 1)
    again = post(undone.game, 0, "undo")
    assert again.took_back == 8
    assert again.game.state.dish == ("green", "red")
    assert why_no_undo(again.game, 0) == "nothing_to_undo"
    assert post(again.game, 1, "undo").game.state == start.state


def test_undo_needs_no_ask() -> None:
    """Who has sealed a card isn't asked, and may still change it until the last one has."""
    hands = (player(hand=("gift", "gust")), player(hand=("peek",)), player(hand=("peek",)))
    game = play(game_at(state(*hands, phase="pick")), (0, "pick gust"), (1, "pick peek"))
    assert game.asked[0] is None
    changed = play(game, (0, "undo"), (0, "pick gift"))
    assert [each.pick for each in changed.state.players] == ["gift", "peek", ""]
    assert why_no_undo(changed, 2) == "nothing_to_undo"
    over = play(changed, (2, "pick peek"))
    assert why_no_undo(over, 0) == "nothing_to_undo"


def test_a_closed_phase_is_the_new_base() -> None:
    game = play(game_at(state(player(), player())), (0, "done"))
    assert (game.base_seq, game.base_marks, len(game.rows)) == (7, (3, 3), 1)
    closed = play(game, (1, "done"))
    assert closed.base == closed.state
    assert (closed.base_seq, closed.base_marks) == (9, closed.marks)
    assert closed.rows == ()
    assert closed.live == ()
    assert why_no_undo(closed, 0) == "nothing_to_undo"
    assert why_no_undo(closed, 1) == "nothing_to_undo"


def test_chance_can_not_be_taken_back() -> None:
    start = game_at(state(player(), player(), bag=("red",)))
    drew = play(start, (0, "draw"))
    assert why_no_undo(drew, 0) == "undo_drawn"
    assert own_rows(drew, 1) == ()
    placed = play(drew, (0, "place red 1"))
    last, first = own_rows(placed, 0)
    assert (last.text, stays(placed, last)) == ("place red 1", None)
    assert first == drew.rows[-1]
    back = play(placed, (0, "undo"))
    assert back.state == drew.state
    assert own_rows(back, 0) == drew.rows[-1:]
    assert why_no_undo(back, 0) == "undo_drawn"


def lifting(**parts: Any) -> m.Player:
    """A seat that gives a marble away and then looks at the top card."""
    jobs = tuple(m.Job(effect, "peek") for effect in (m.GiveBack(), m.Lift(), m.PutCard()))
    return player(agenda=jobs, pouch=("red",), **parts)


def test_what_was_seen_can_not_be_taken_back() -> None:
    start = game_at(state(lifting(), player()))
    looked = play(start, (0, "choose red"))
    assert looked.rows[0].draws == ()
    assert looked.state.players[0].lifted == "gift"
    assert why_no_undo(looked, 0) == "undo_seen"
    put = play(looked, (0, "choose under"))
    assert play(put, (0, "undo")).state == looked.state


def depends(game: Game, seat: int, on: int) -> None:
    """The undo is refused, since the other seat's row came to depend on it."""
    assert why_no_undo(game, seat) == "undo_depends"
    reason = may_undo(game, seat)
    assert reason is not None
    assert reason.values == (("seat", on),)


def test_undo_refused_when_a_later_row_would_be_illegal() -> None:
    start = game_at(state(player(pouch=("red",)), player(), bag=()))
    game = play(start, (0, "spend red"), (1, "draw"))
    depends(game, 0, on=1)


def test_undo_refused_when_a_later_row_would_draw_from_another_number() -> None:
    start = game_at(state(player(pouch=("red",)), player(), bag=("blue", "blue")))
    spent = play(start, (0, "spend red"))
    assert may_undo(spent, 0) is None
    drew = play(spent, (1, "draw"))
    assert drew.rows[-1].draws[0][0] == 3
    depends(drew, 0, on=1)


def test_undo_refused_when_a_later_row_would_draw_less() -> None:
    """The trade draws from the bag only if there is something in it."""
    trade = (m.Job(m.Gift(), "trade"), m.Job(m.DrawMarbles(2), "trade"))
    start = game_at(state(player(pouch=("red",)), player(agenda=trade)))
    game = play(start, (0, "spend red"), (1, "choose none"))
    assert game.rows[-1].draws == ((1, 0),)
    depends(game, 0, on=1)


def test_undo_refused_when_a_later_row_would_see_something_else() -> None:
    """Without chance: the card put back on top is the card that the other one looked at. Even if it
    went under the deck, the other one looked at a deck of another size.
    """
    putting = player(agenda=(m.Job(m.PutCard(), "peek"),), lifted="trade")
    start = game_at(state(putting, lifting()))
    top = play(start, (0, "choose top"), (1, "choose red"))
    assert top.state.players[1].lifted == "trade"
    depends(top, 0, on=1)
    under = play(start, (0, "choose under"), (1, "choose red"))
    assert under.state.players[1].lifted == "gift"
    depends(under, 0, on=1)
    before = play(start, (1, "choose red"), (0, "choose under"))
    assert play(before, (0, "undo")).state.deck == ("gust", "peek")


def test_undo_refused_when_the_phase_would_have_closed() -> None:
    """Without `not done` the others' `done` would have ended the round; and `done` itself can't
    know."""
    start = game_at(state(player(done=True), player(), player(done=True)))
    game = play(start, (0, "not done"), (1, "done"))
    depends(game, 0, on=1)


def test_undo_looks_at_what_came_later_and_not_at_what_came_before() -> None:
    start = game_at(state(player(pouch=("red",)), player(), bag=("blue",)))
    game = play(start, (1, "draw"), (0, "spend red"))
    assert may_undo(game, 0) is None


def test_undone_rows_are_out_of_later_undos() -> None:
    """A draw that depended on nothing left: the row in between was taken back before."""
    start = game_at(state(player(pouch=("red",)), player(pouch=("blue",)), bag=("green",)))
    game = play(start, (0, "spend red"), (1, "spend blue"), (1, "undo"), (0, "undo"))
    assert game.state == start.state
    assert game.live == ()
    assert taken_back(game.rows) == {9: 10, 8: 11}


def test_taken_back_starts_with_the_set_up() -> None:
    begun = begin(ENGINE, m.Options(), 2, DICE)
    game = begun.game
    pick = ENGINE.write(ENGINE.options(game.state, 0)[0])
    rows = [begun.row]
    for text in (pick, "undo", pick):
        acted = post(game, 0, text)
        game = acted.game
        rows.append(acted.row)
    assert taken_back(rows) == {2: 3}


# --- The fold ---


def test_fold_and_its_mismatches() -> None:
    start = game_at(state(player(pouch=("red",)), player(), bag=("blue", "green")))
    game = play(start, (0, "spend red"), (1, "draw"), (0, "done"), (0, "undo"))
    rows = [replace(row, events=()) for row in game.rows]
    assert fold(start, rows) == game
    assert fold(start, []) == start
    assert replay(start, rows[0]).row == game.rows[0]
    spend, draw, _done, undo = rows
    for wrong, error in (
        ([draw], TapeMismatch),
        ([spend, replace(draw, draws=())], TapeMismatch),
        ([spend, replace(draw, draws=(*draw.draws, (2, 0)))], TapeMismatch),
        ([replace(spend, draws=((1, 0),))], TapeMismatch),
        ([replace(spend, seq=9)], TapeMismatch),
        ([replace(spend, ask="0.2")], Stale),
        ([replace(spend, text="spend blue")], Illegal),
        ([replace(spend, text="spend it")], Unreadable),
        ([replace(undo, seq=8, ask="0.3")], Illegal),
        ([*rows[:3], replace(undo, draws=((1, 0),))], TapeMismatch),
    ):
        with pytest.raises(error):
            fold(start, wrong)


# --- What the host changes ---


def calm(state: m.State, text: str) -> Step[m.State, m.Event]:
    """Marbles has nothing to change; here its last round can be."""
    if text != "one more round":
        raise Unreadable(text)
    if state.rounds == 3:
        raise Illegal(Reason("enough", "Three rounds are enough."))
    return Step(replace(state, rounds=state.rounds + 1), (m.Marble(-1, "set out", "red"),))


CHANGING = with_parts(ENGINE, switch=calm)


def test_a_change_of_the_table_is_a_row_of_its_own() -> None:
    start = game_at(state(player(pouch=("red",)), player(pouch=("blue",))), CHANGING)
    assert table_ask(start) == "-1.7"
    acted = switch(start, "-1.7", "one more round")
    game = acted.game
    assert (acted.row.seq, acted.row.seat, acted.row.ask) == (8, TABLE, "-1.7")
    assert (acted.row.text, acted.row.draws, len(acted.row.events)) == ("one more round", (), 1)
    assert game.state.rounds == start.state.rounds + 1
    # No seat's click is spoiled by it.
    assert game.marks == start.marks
    assert game.asked == start.asked
    with pytest.raises(Stale):
        switch(game, "-1.7", "one more round")
    with pytest.raises(Illegal):
        switch(game, table_ask(game), "one more round")
    with pytest.raises(Unreadable):
        switch(start, "-1.7", "undo")
    with pytest.raises(Unreadable):
        switch(game_at(start.state), "-1.7", "one more round")


def test_an_undo_plays_changes_of_the_table_again() -> None:
    start = game_at(state(player(pouch=("red",)), player(pouch=("blue",))), CHANGING)
    game = play(start, (0, "spend red"))
    game = switch(game, table_ask(game), "one more round").game
    game = play(game, (1, "spend blue"))
    back = play(game, (0, "undo"))
    assert back.state.rounds == 3
    assert back.state.players[0] == start.state.players[0]
    assert fold(start, [replace(row, events=()) for row in back.rows]) == back
    assert taken_back(back.rows) == {8: 11}
    # Nobody can take it back: no seat wrote it.
    assert play(back, (1, "undo")).state == replace(start.state, rounds=3)
    assert why_no_undo(play(back, (1, "undo")), 1) == "nothing_to_undo"


def test_a_changed_record_of_a_change() -> None:
    start = game_at(state(player(), player()), CHANGING)
    row = switch(start, table_ask(start), "one more round").row
    for wrong, error in (
        (replace(row, draws=((2, 0),)), TapeMismatch),
        (replace(row, seq=9), TapeMismatch),
        (replace(row, ask="-1.6"), Stale),
        (replace(row, text="two more rounds"), Unreadable),
    ):
        with pytest.raises(error):
            fold(start, [wrong])
