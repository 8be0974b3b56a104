"""The laws that every game keeps (docs: architecture, Conformance), tried in random games with
undos."""

from typing import Any

import pytest
from msgspec.structs import replace

from engines.core import codec
from engines.core.bots import asked_seats
from engines.core.chance import Dice, Tape
from engines.core.engine import Illegal, Reason, Unreadable
from engines.core.game import (
    MOST_ACTIONS,
    TABLE,
    UNDO,
    Game,
    Stale,
    act,
    ask_id,
    begin,
    fold,
    may_undo,
    replay,
    resume,
    switch,
    table_ask,
    taken_back,
)
from tests.engines.trials import Trial, Walk, law, sample

pytestmark = pytest.mark.unmeasured


def bytes_of(game: Game) -> bytes:
    """All of a game that could change, as bytes: equality alone would not see a change inside a
    list."""
    return codec.pack(
        (game.base, game.rows, game.live, game.state, game.seq, game.marks, game.asked)
    )


def moments(walked: Walk, salt: str, most: int = 12) -> list[Game]:
    """Some of the games after a row, the last always among them."""
    games = walked.games
    return [*sample(games[:-1], most, Dice(walked.seed), salt), games[-1]]


@law(14)
def test_ends_with_one_of_its_endings(trial: Trial, walked: Walk) -> None:
    """Every game ends, in a way that the engine names, and then nobody may do anything."""
    game = walked.games[-1]
    assert game.result is not None
    assert game.result.reason in trial.engine.endings
    assert set(game.result.winners) <= set(range(game.players))
    assert len(game.result.scores) in (0, game.players)
    assert game.asked == (None,) * game.players
    for seat in range(game.players):
        assert isinstance(may_undo(game, seat), Reason)


@law(14)
def test_somebody_must_answer_until_the_end(trial: Trial, walked: Walk) -> None:
    """The table waits for somebody if and only if there is no result; at most one ask a seat, in
    order."""
    for game in walked.games:
        assert bool(asked_seats(game, must=True)) == (game.result is None)
        asks = trial.engine.asks(game.state)
        seats = [ask.seat for ask in asks]
        assert seats == sorted(set(seats))
        assert set(seats) <= set(range(game.players))
        assert tuple(ask for ask in game.asked if ask) == asks


@law(12)
def test_only_asked_seats_may_act(trial: Trial, walked: Walk) -> None:
    """Whatever an unasked seat posts is illegal; a wrong ask id is stale; nothing of it changes
    the game."""
    actions, dice = walked.pool, Dice(walked.seed)
    for game in moments(walked, "moment"):
        before = bytes_of(game)
        for seat in range(game.players):
            ask = ask_id(game, seat)
            for action in sample(actions, 8, dice, game.seq, seat):
                text = trial.engine.write(action)
                with pytest.raises(Stale):
                    act(game, seat, f"{seat}.{game.seq + 1}", text, dice)
                for other in {(seat + 1) % game.players} - {seat}:
                    with pytest.raises(Stale):
                        act(game, other, ask, text, dice)
                if game.asked[seat] is None:
                    assert trial.engine.options(game.state, seat) == ()
                    assert trial.engine.why_not(game.state, seat, action) is not None
                    with pytest.raises(Illegal):
                        act(game, seat, ask, text, dice)
                    with pytest.raises(Illegal):
                        trial.engine.apply(game.state, seat, action, dice)
            for junk in ("", "no such action", f"{UNDO} ", "; ", "\n", "é" * 50):
                with pytest.raises((Unreadable, Illegal)):
                    act(game, seat, ask, junk, dice)
        for outsider in (-1, game.players):
            with pytest.raises(Stale):
                act(game, outsider, f"{outsider}.1", "", dice)
        assert bytes_of(game) == before


@law(12)
def test_why_not_agrees_with_options(trial: Trial, walked: Walk) -> None:
    """Of all actions seen in the game, at any moment: legal, listed and applicable are the same
    thing."""
    engine = trial.engine
    actions, dice = walked.pool, Dice(walked.seed)
    for game in moments(walked, "moment", 20):
        before = codec.pack(game.state)
        for seat in range(game.players):
            options = engine.options(game.state, seat)
            assert len(set(options)) == len(options)
            assert engine.options(game.state, seat) == options
            assert set(options) <= set(actions)
            for action in {*sample(actions, 25, dice, game.seq, seat), *options}:
                reason = engine.why_not(game.state, seat, action)
                assert (reason is None) == (action in options)
                if reason is None:
                    engine.apply(game.state, seat, action, dice)
                else:
                    with pytest.raises(Illegal) as refused:
                        engine.apply(game.state, seat, action, dice)
                    assert refused.value.reason == reason
                    assert reason.key
                    assert reason.text
        assert codec.pack(game.state) == before


@law(12)
def test_options_stand_in_a_pinned_order(trial: Trial, walked: Walk) -> None:
    """The order is a matter of the state alone: the same state, read back from bytes, gives the
    same list."""
    for game in walked.games:
        twin = codec.unpack(codec.pack(game.state), trial.engine.state_type)
        for seat in range(game.players):
            assert trial.engine.options(twin, seat) == trial.engine.options(game.state, seat)


@law(12)
def test_notation(trial: Trial, walked: Walk) -> None:
    """What is written can be read, means the same, and fits in a row, a file and a form."""
    actions = walked.pool
    texts = [trial.engine.write(action) for action in actions]
    assert len(set(texts)) == len(texts)
    for action, text in zip(actions, texts, strict=True):
        assert trial.engine.read(text) == action
        assert text.isascii()
        assert text.isprintable()
        assert "; " not in text
        assert text != UNDO
        assert text == text.strip()
    with pytest.raises(Unreadable):
        trial.engine.read(UNDO)


@law(12)
def test_notation_is_read_exactly(trial: Trial, walked: Walk) -> None:
    """There is one way to write an action: no spare blanks, signs, zeros or foreign digits get
    through.

    Else two texts would be one action, and a stored row could carry words.
    """
    digits = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
    for action in walked.pool:
        text = trial.engine.write(action)
        head, blank, last = text.rpartition(" ")
        for wrong in {
            f" {text}",
            f"{text} ",
            f"{text}\n",
            f"{text} x",
            text.upper(),
            text.replace(" ", "  "),
            text.replace(" ", "\t"),
            text.translate(digits),
            f"{head}{blank}+{last}",
            f"{head}{blank}0{last}",
            f"{head}{blank}{last}_0",
        } - {text}:
            try:
                understood = trial.engine.read(wrong)
            except Unreadable:
                continue
            assert trial.engine.write(understood) == wrong


@law(12)
def test_codec_round_trip(trial: Trial, walked: Walk) -> None:
    """States, events and options come back from bytes, text and plain data as they were."""
    engine = trial.engine
    for acted in walked.told:
        state = acted.game.state
        hash(state)
        assert codec.unpack(codec.pack(state), engine.state_type) == state
        for event in acted.row.events:
            hash(event)
            assert codec.load(codec.dump(event), engine.event_type) == event
            assert codec.record(codec.plain(event), engine.event_type) == event
    options = walked.options
    assert codec.record(codec.plain(options), engine.options_type) == options


@law(12)
def test_replay_by_tape(trial: Trial, walked: Walk) -> None:
    """Rows as the database gives them (without events), folded cold from the set-up, are the
    cached game.

    So are the rows since any closed phase folded onto its base, read back from bytes.
    """
    first, *rest = [replace(acted.row, events=()) for acted in walked.told]
    cold = begin(
        trial.engine, walked.options, walked.players, Dice(b"another"), tape=Tape(first.draws)
    )
    assert cold.row == walked.told[0].row
    assert fold(cold.game, rest) == walked.games[-1]
    game = cold.game
    for acted, row in zip(walked.told[1:], rest, strict=True):
        again = replay(game, row)
        assert again == acted
        game = again.game
    last = [game for game, acted in walked.steps() if acted.game.base_seq != game.base_seq]
    for game in [*last, *moments(walked, "warm")]:
        base = codec.unpack(codec.pack(game.base), trial.engine.state_type)
        warm = resume(trial.engine, game.players, game.base_seq, game.base_marks, base)
        assert fold(warm, game.rows) == game


@law(12)
def test_rows_are_numbered_and_say_what_was_taken_back(trial: Trial, walked: Walk) -> None:
    """Rows are 1..n, and `taken_back` of all of them is what each undo said when it happened."""
    assert [acted.row.seq for acted in walked.told] == list(range(1, len(walked.told) + 1))
    said = {acted.took_back: acted.row.seq for acted in walked.told if acted.took_back}
    assert taken_back(acted.row for acted in walked.told) == said


@law(14)
def test_no_draw_has_the_name_of_another(trial: Trial, walked: Walk) -> None:
    """`where` never comes twice in a game: the same place would give the same value again."""
    places = walked.places
    assert len(set(places)) == len(places)


@law(14)
def test_undo_and_the_same_again(trial: Trial, walked: Walk) -> None:
    """Wherever a row can be taken back: doing so and posting it again leads to the same state.

    And the undo changes no other seat's record, ask id, question or private view (apart from what
    it may do with the supply that all share).
    """
    dice = Dice(walked.seed)
    for game in moments(walked, "moment", 30):
        for seat in range(game.players):
            ask = ask_id(game, seat)
            if may_undo(game, seat) is not None:
                with pytest.raises(Illegal):
                    act(game, seat, ask, UNDO, dice)
                continue
            undone = act(game, seat, ask, UNDO, dice)
            back = undone.game
            last = game.rows[max(i for i in game.live if game.rows[i].seat == seat)]
            assert undone.took_back == last.seq
            again = act(back, seat, ask_id(back, seat), last.text, dice)
            assert again.game.state == game.state
            assert again.row.events == last.events
            for other in set(range(game.players)) - {seat}:
                assert trial.record(back.state, other) == trial.record(game.state, other)
                assert ask_id(back, other) == ask_id(game, other)
                assert question(back, other) == question(game, other)
                assert own_view(trial, back, other) == own_view(trial, game, other)


def question(game: Game, seat: int) -> tuple[str, str] | None:
    """What a seat is asked, without `must`."""
    ask = game.asked[seat]
    return None if ask is None else (ask.kind, ask.about)


def own_view(trial: Trial, game: Game, seat: int) -> dict[str, Any]:
    """A seat's private regions, without those that follow from the whole table."""
    view = codec.plain(trial.engine.private(game.state, seat))
    return {name: region for name, region in view.items() if name not in trial.shared}


@law(14)
def test_an_undo_leads_to_the_state_without_the_row(trial: Trial, walked: Walk) -> None:
    """After every undo: the live rows alone, played on the base, give this state; and nothing is
    lost."""
    for before, acted in walked.steps():
        if acted.row.text != UNDO:
            continue
        game, state = acted.game, acted.game.base
        assert len(game.rows) == len(before.rows) + 1
        assert len(game.live) == len(before.live) - 1
        for row in (game.rows[i] for i in game.live):
            tape = Tape(row.draws)
            if row.seat == TABLE:
                state = trial.engine.switch(state, row.text).state
                continue
            for part in row.text.split("; "):
                state = trial.engine.apply(state, row.seat, trial.engine.read(part), tape).state
        assert state == game.state


@law(14)
def test_ask_ids_are_new(trial: Trial, walked: Walk) -> None:
    """An ask id changes exactly with an own row or another question, and none ever comes back."""
    games, told = walked.games, walked.told
    for seat in range(games[0].players):
        seen = {ask_id(games[0], seat)}
        for before, acted in zip(games, told[1:], strict=False):
            now = ask_id(acted.game, seat)
            own = acted.row.seat == seat
            changed = question(before, seat) != question(acted.game, seat)
            assert (now != ask_id(before, seat)) == (own or changed)
            if own or changed:
                assert now not in seen
                seen.add(now)


@law(12)
def test_idle_is_legal_and_ends_the_game(trial: Trial, walked: Walk) -> None:
    """`idle` is an option of every seat that must answer, and idle seats alone bring a game to its
    end."""
    for game in walked.games:
        for seat in asked_seats(game, must=True):
            idle = trial.engine.idle(game.state, seat)
            assert trial.engine.why_not(game.state, seat, idle) is None
            assert trial.engine.read(trial.engine.write(idle)) == idle
    dice = Dice(walked.seed)
    game = begin(trial.engine, walked.options, walked.players, dice).game
    while game.result is None:
        assert game.seq < 1000, "idle seats don't end the game"
        seats = asked_seats(game, must=True)
        seat = seats[dice.below(len(seats), "who", game.seq)]
        text = trial.engine.write(trial.engine.idle(game.state, seat))
        game = act(game, seat, ask_id(game, seat), text, dice).game


@law(8)
def test_offers(trial: Trial, walked: Walk) -> None:
    """An offer without a reason can be posted as it stands, one with a reason can't, and whatever a
    seat may do is offered."""
    engine, dice = trial.engine, Dice(walked.seed)
    for game in walked.games:
        for seat in range(game.players):
            offers = engine.offers(game.state, seat)
            ask = ask_id(game, seat)
            for offer in offers:
                assert offer.label
                if offer.no is None:
                    act(game, seat, ask, offer.text, dice)
                else:
                    with pytest.raises(Illegal) as refused:
                        act(game, seat, ask, offer.text, dice)
                    assert refused.value.reason.key in (offer.no.key, "not_asked")
            posts = {frozenset(o.text.split("; ")) for o in offers if o.no is None}
            assert is_offered(trial, game.state, seat, posts, dice)


def is_offered(
    trial: Trial,
    state: Any,
    seat: int,
    posts: set[frozenset[str]],
    dice: Dice,
    done: frozenset[str] = frozenset(),
) -> bool:
    """Whether a seat can do from the page all that it may do. Each of its options is an offer by
    itself; or it is a piece of a choice: then it belongs to offers of several steps, and so does,
    with it, whatever may follow (in any order, and but for what is an offer by itself)."""
    engine = trial.engine
    for action in engine.options(state, seat):
        alone = frozenset([engine.write(action)])
        steps = done | alone
        if alone in posts or steps in posts:
            continue
        after = engine.apply(state, seat, action, dice).state
        if not any(steps < post for post in posts) or not is_offered(
            trial, after, seat, posts, dice, steps
        ):
            return False
    return True


@law(12)
def test_beats(trial: Trial, walked: Walk) -> None:
    """Beats come in order, inside their row's events, and each state can be shown to everybody."""
    engine = trial.engine
    for acted in walked.told:
        counts = [count for count, _ in acted.beats]
        assert counts == sorted(counts)
        for count, moment in acted.beats:
            assert 0 <= count <= len(acted.row.events)
            engine.result(moment)
            engine.public(moment)
            for viewer in (*range(acted.game.players), None, "all"):
                engine.private(moment, viewer)
            assert codec.unpack(codec.pack(moment), engine.state_type) == moment


@law(12)
def test_composites_are_all_or_none(trial: Trial, walked: Walk) -> None:
    """Two actions in one post do what they do one after the other; a bad second one stops the
    first."""
    engine = trial.engine
    actions, dice = walked.pool, Dice(walked.seed)
    for game in moments(walked, "moment"):
        before = bytes_of(game)
        for seat in asked_seats(game):
            ask = ask_id(game, seat)
            options = engine.options(game.state, seat)
            first = options[dice.below(len(options), "first", game.seq, seat)]
            middle = engine.apply(game.state, seat, first, Dice(walked.seed))
            for second in sample(actions, 6, dice, game.seq, seat, "second"):
                text = f"{engine.write(first)}; {engine.write(second)}"
                asked = any(each.seat == seat for each in engine.asks(middle.state))
                if asked and engine.why_not(middle.state, seat, second) is None:
                    both = act(game, seat, ask, text, Dice(walked.seed))
                    end = engine.apply(middle.state, seat, second, Dice(walked.seed))
                    assert both.game.state == end.state
                    assert both.row.events == middle.events + end.events
                else:
                    with pytest.raises(Illegal):
                        act(game, seat, ask, text, Dice(walked.seed))
            many = "; ".join([engine.write(first)] * (MOST_ACTIONS + 1))
            with pytest.raises(Illegal) as refused:
                act(game, seat, ask, many, dice)
            assert refused.value.reason.key == "too_many"
        assert bytes_of(game) == before


@law(12)
def test_log_lines(trial: Trial, walked: Walk) -> None:
    """Every event that a viewer gets has a line of text (or none), on one line, from `hide` as
    from here."""
    names = ("Ann", "Ben", "Cleo", "Dan")
    lines = 0
    for acted in walked.told:
        for event in acted.row.events:
            for viewer in (*range(acted.game.players), None, "all"):
                shown = trial.engine.hide(event, viewer)
                if shown is not None:
                    said = trial.engine.line(shown, names)
                    assert said == said.strip()
                    assert "\n" not in said
                    lines += bool(said)
    assert lines


@law(12)
def test_what_the_host_changes(trial: Trial, walked: Walk) -> None:
    """Every change that is offered can be made, once; it draws nothing, asks no seat anything else
    and spoils no click; any other text, and any other ask, changes nothing."""
    for game in moments(walked, "moment"):
        before = bytes_of(game)
        changes = trial.engine.switches(game.state)
        assert len({change.text for change in changes}) == len(changes)
        assert not changes or game.result is None
        for change in changes:
            assert change.label
            assert change.told
            acted = switch(game, table_ask(game), change.text)
            assert (acted.row.seat, acted.row.draws) == (TABLE, ())
            assert (acted.game.asked, acted.game.marks) == (game.asked, game.marks)
            assert replay(game, replace(acted.row, events=())) == acted
            assert table_ask(acted.game) != table_ask(game)
            with pytest.raises(Stale):
                switch(acted.game, table_ask(game), change.text)
            with pytest.raises(Illegal):
                switch(acted.game, table_ask(acted.game), change.text)
        for junk in ("", "no such change", UNDO, "done"):
            with pytest.raises((Unreadable, Illegal)):
                switch(game, table_ask(game), junk)
        assert bytes_of(game) == before
