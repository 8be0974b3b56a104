"""A game in play: rows, ask ids, undo and the fold. The only ways forward from one state to the
next.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from engines.core.chance import Chance, Draw, Recorder, Tape, TapeMismatch
from engines.core.engine import AnyEngine, Ask, Illegal, Reason, Result, Seat, Step

UNDO = "undo"
"""The one text that core itself understands: take back this seat's last row."""

TABLE: Seat = -1
"""Who writes the first row, the set-up, and what the host changes about the table later."""

SETUP = "setup"

MOST_ACTIONS = 40
"""Actions one post may join: more than any whole step of a game needs."""

NOT_ASKED = Reason("not_asked", "There is nothing for you to do right now.")


class Row(Struct, frozen=True, gc=False):
    """One post, as it is stored: who answered which ask with what text, what chance gave, what
    happened.
    """

    seq: int
    seat: Seat
    ask: str
    text: str
    draws: tuple[Draw, ...]
    events: tuple[Any, ...]


class Game(Struct, frozen=True, gc=False):
    """What a worker caches of a game. Made by `begin`, `resume`, `act`, `switch` and `fold` alone.

    `base` is the state at the last closed phase and `base_seq`, `base_marks` what belongs to it;
    `rows` came since, `live` are the indices of those not taken back; `marks` is the seq that each
    seat's ask id carries; `asked` the open asks by seat.
    """

    engine: AnyEngine
    players: int
    base: Any
    base_seq: int
    base_marks: tuple[int, ...]
    rows: tuple[Row, ...]
    live: tuple[int, ...]
    state: Any
    seq: int
    marks: tuple[int, ...]
    asked: tuple[Ask | None, ...]

    @property
    def result(self) -> Result | None:
        """How it ended, or None."""
        result: Result | None = self.engine.result(self.state)
        return result


class Acted(NamedTuple):
    """What a row did: the game after it, the row itself, the beats inside, the seq of a row it took
    back.
    """

    game: Game
    row: Row
    beats: tuple[tuple[int, Any], ...] = ()
    took_back: int | None = None


class Stale(Exception):
    """The answer is to a question that is no longer open. Nothing has changed."""


def ask_id(game: Game, seat: Seat) -> str:
    """The id an answer of this seat must carry now: `"<seat>.<mark>"`. It never comes back."""
    return f"{seat}.{game.marks[seat]}"


def begin(
    engine: AnyEngine, options: Any, players: int, chance: Chance, *, tape: Tape | None = None
) -> Acted:
    """Set a game up: its first row, seq 1, belongs to the table. With `tape`, an old set-up again.

    Raises `Illegal` on options that don't fit, `TapeMismatch` if the record doesn't.
    """
    recorder = Recorder(tape or chance)
    step: Step[Any, Any] = engine.setup(options, players, recorder)
    if tape is not None and tape.left:
        raise TapeMismatch(f"{tape.left} draws left over after the set-up")
    row = Row(1, TABLE, SETUP, SETUP, tuple(recorder.draws), step.events)
    return Acted(resume(engine, players, 1, (1,) * players, step.state), row, step.beats)


def resume(engine: AnyEngine, players: int, seq: int, marks: tuple[int, ...], state: Any) -> Game:
    """A game from the state at a closed phase (a snapshot)."""
    asked = _asked(engine, players, state)
    return Game(engine, players, state, seq, marks, (), (), state, seq, marks, asked)


def act(game: Game, seat: Seat, ask: str, text: str, chance: Chance) -> Acted:
    """One post of a seat: one action, several joined by `"; "`, or `undo`. All of it or nothing.

    Raises `Stale` (the ask is not this seat's current one), `Unreadable`, `Illegal`. The game given
    stays as it was.
    """
    if not 0 <= seat < game.players or ask != ask_id(game, seat):
        raise Stale(ask)
    if text == UNDO:
        return _undo(game, seat, ask)
    if game.asked[seat] is None:
        raise Illegal(NOT_ASKED)
    recorder = Recorder(chance)
    step = _play(game.engine, game.state, seat, text, recorder)
    row = Row(game.seq + 1, seat, ask, text, tuple(recorder.draws), step.events)
    return Acted(_after(game, row, step.state), row, step.beats)


def table_ask(game: Game) -> str:
    """The id that a change of the table must carry now. It never comes back either."""
    return f"{TABLE}.{game.seq}"


def switch(game: Game, ask: str, text: str) -> Acted:
    """The table changes something about itself (`Engine.switches`): a row of its own. It draws
    nothing, no seat is asked anything else by it, and no seat can take it back.

    Raises `Stale`, `Unreadable`, `Illegal`. The game given stays as it was.
    """
    if ask != table_ask(game):
        raise Stale(ask)
    step: Step[Any, Any] = game.engine.switch(game.state, text)
    row = Row(game.seq + 1, TABLE, ask, text, (), step.events)
    return Acted(_after(game, row, step.state), row, step.beats)


def fold(game: Game, rows: Iterable[Row]) -> Game:
    """The game after these stored rows. Events are made anew, so a row read back may come without
    them.

    Raises `TapeMismatch`, `Illegal` or `Stale` if the rules now in force don't lead where the
    record went.
    """
    for row in rows:
        game = replay(game, row).game
    return game


def replay(game: Game, row: Row) -> Acted:
    """One stored row again, by its own draws. Raises as `fold`."""
    tape = Tape(row.draws)
    if row.seat == TABLE:
        acted = switch(game, row.ask, row.text)
    else:
        acted = act(game, row.seat, row.ask, row.text, tape)
    if tape.left or acted.row.seq != row.seq:
        raise TapeMismatch(f"row {row.seq}: {tape.left} draws left over, now row {acted.row.seq}")
    return acted


def taken_back(rows: Iterable[Row]) -> dict[int, int]:
    """Which rows were taken back, and by which: seq to the seq of the undo. Rows from the
    first on.
    """
    live: dict[Seat, list[int]] = {}
    back: dict[int, int] = {}
    for row in rows:
        if row.text == UNDO:
            back[live[row.seat].pop()] = row.seq
        else:
            live.setdefault(row.seat, []).append(row.seq)
    return back


def own_rows(game: Game, seat: Seat) -> tuple[Row, ...]:
    """This seat's rows of this phase that were not taken back, the last one first: that is the one
    its next undo is about.
    """
    return tuple(game.rows[i] for i in reversed(game.live) if game.rows[i].seat == seat)


def stays(game: Game, row: Row) -> Reason | None:
    """Why a row can't be taken back, as far as it says so itself; `may_undo` knows the rest, by
    playing the phase again.
    """
    if row.draws:
        return Reason("undo_drawn", "Chance has spoken since: that can't be taken back.")
    if any(map(game.engine.reveals, row.events)):
        return Reason("undo_seen", "Something hidden was seen by it: that can't be taken back.")
    return None


def may_undo(game: Game, seat: Seat) -> Reason | None:
    """None if this seat can take back its last row now; else why not."""
    try:
        _without_last(game, seat)
    except Illegal as refused:
        return refused.reason
    return None


def _play(engine: AnyEngine, state: Any, seat: Seat, text: str, chance: Chance) -> Step[Any, Any]:
    """The actions of one text by a seat that is asked, one after the other; events and beats added
    up.
    """
    parts = text.split("; ")
    if len(parts) == 1:
        return _play_one(engine, state, seat, text, chance)
    if len(parts) > MOST_ACTIONS:
        raise Illegal(Reason("too_many", f"One step may join at most {MOST_ACTIONS} actions."))
    events: list[Any] = []
    beats: list[tuple[int, Any]] = []
    for place, part in enumerate(parts):
        if place:
            _check_asked(engine, state, seat)
        step = _play_one(engine, state, seat, part, chance)
        beats += [(len(events) + count, moment) for count, moment in step.beats]
        events += step.events
        state = step.state
    return Step(state, tuple(events), tuple(beats))


def _play_one(
    engine: AnyEngine, state: Any, seat: Seat, text: str, chance: Chance
) -> Step[Any, Any]:
    step: Step[Any, Any] = engine.apply(state, seat, engine.read(text), chance)
    return step


def _check_asked(engine: AnyEngine, state: Any, seat: Seat) -> None:
    if not any(ask.seat == seat for ask in engine.asks(state)):
        raise Illegal(NOT_ASKED)


def _asked(engine: AnyEngine, players: int, state: Any) -> tuple[Ask | None, ...]:
    by_seat: list[Ask | None] = [None] * players
    for ask in engine.asks(state):
        by_seat[ask.seat] = ask
    return tuple(by_seat)


def _question(ask: Ask | None) -> tuple[str, str] | None:
    return None if ask is None else (ask.kind, ask.about)


def _marks(game: Game, row: Row, asked: tuple[Ask | None, ...]) -> tuple[int, ...]:
    """A seat's mark is the seq of the last row that it wrote itself or that changed its
    question.
    """
    marks = list(game.marks)
    for seat, (before, after) in enumerate(zip(game.asked, asked, strict=True)):
        if seat == row.seat or (before is not after and _question(before) != _question(after)):
            marks[seat] = row.seq
    return tuple(marks)


def _after(game: Game, row: Row, state: Any) -> Game:
    """The game once a row that is no undo has led to `state`."""
    asked = _asked(game.engine, game.players, state)
    marks = _marks(game, row, asked)
    if game.engine.closed(game.state, state):
        return Game(
            game.engine, game.players, state, row.seq, marks, (), (), state, row.seq, marks, asked
        )
    return replace(
        game,
        rows=(*game.rows, row),
        live=(*game.live, len(game.rows)),
        state=state,
        seq=row.seq,
        marks=marks,
        asked=asked,
    )


def _undo(game: Game, seat: Seat, ask: str) -> Acted:
    index, state = _without_last(game, seat)
    row = Row(game.seq + 1, seat, ask, UNDO, (), ())
    asked = _asked(game.engine, game.players, state)
    after = replace(
        game,
        rows=(*game.rows, row),
        live=tuple(i for i in game.live if i != index),
        state=state,
        seq=row.seq,
        marks=_marks(game, row, asked),
        asked=asked,
    )
    return Acted(after, row, (), game.rows[index].seq)


def _without_last(game: Game, seat: Seat) -> tuple[int, Any]:
    """The index of this seat's last live row, and the state as it would be without it.

    Raises `Illegal` if there is none, if it drew or showed something, or if a later row came to
    depend on it: found by replaying the others, which must draw and cause the same as they did.
    """
    index = next((i for i in reversed(game.live) if game.rows[i].seat == seat), None)
    if index is None:
        raise Illegal(Reason("nothing_to_undo", "You have nothing to take back in this phase."))
    no = stays(game, game.rows[index])
    if no is not None:
        raise Illegal(no)
    state = game.base
    for i in game.live:
        if i == index:
            continue
        row = game.rows[i]
        tape = Tape(row.draws)
        try:
            step = _again(game.engine, state, row, tape)
        except (Illegal, TapeMismatch):
            raise Illegal(_depends(row)) from None
        if tape.left or step.events != row.events or game.engine.closed(state, step.state):
            raise Illegal(_depends(row))
        state = step.state
    return index, state


def _again(engine: AnyEngine, state: Any, row: Row, chance: Chance) -> Step[Any, Any]:
    """What a row did, done to another state."""
    if row.seat == TABLE:
        step: Step[Any, Any] = engine.switch(state, row.text)
        return step
    _check_asked(engine, state, row.seat)
    return _play(engine, state, row.seat, row.text, chance)


def _depends(row: Row) -> Reason:
    return Reason(
        "undo_depends",
        "Somebody else's step came to depend on it: that can't be taken back.",
        values=(("seat", row.seat),),
    )
