"""The past of a table: the game at any row, and at the beats inside it, by folding its rows."""

import asyncio
from collections import OrderedDict
from typing import Any, NamedTuple
from uuid import UUID

import structlog
from msgspec.structs import replace

from app.play.refused import Refused
from app.play.service import Held
from engines.core.chance import Dice, Tape
from engines.core.game import Acted, Row, begin
from engines.core.game import replay as again

EVERY = 25
"""Of the rows on the way to a moment, so many apart are kept to start from."""
MOST_KEPT = 400
"""Rows kept at once, of all tables: states share what didn't change between them."""

log = structlog.get_logger()


class Stop(NamedTuple):
    """Where one can stop: after row `seq`, or (`beat` above 0) at a beat inside it."""

    seq: int
    beat: int = 0

    def __str__(self) -> str:
        """As it stands in an address: `14` or `14.2`."""
        return f"{self.seq}.{self.beat}" if self.beat else str(self.seq)


FIRST = Stop(1)


class Moment(NamedTuple):
    """A table as it was. `held` is all there was then: its state, and the rows so far, the last one
    up to `told` events; before it `since` of them had been told. What was taken back later is
    there as it was, and what was taken back before is struck out.
    """

    held: Held
    stop: Stop
    beats: int
    since: int
    before: Stop | None
    after: Stop | None
    last: Stop


def no_moment() -> Refused:
    """There is no such row, or no such beat in it."""
    return Refused("missing", "This game has no such moment.")


class History:
    """What one worker keeps of the past: some rows on the way, with what they did."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[UUID, int], Acted] = OrderedDict()

    async def moment(self, held: Held, stop: Stop) -> Moment:
        """The table at this stop. Raises `Refused` if there is none, or if the rules now in force
        don't lead through the stored rows any more.
        """
        if held.broken:
            raise Refused("broken", "This game was begun under other rules: its past is closed.")
        if held.game is None:
            raise Refused("conflict", "This game has not started yet.", key="lobby")
        # What there is at this moment: rows may come in while this waits.
        rows, (seq, beat) = held.rows, stop
        if not 1 <= seq <= len(rows):
            raise no_moment()
        acted = await self._at(held, rows, seq)
        beats = _beats(acted)
        if not 0 <= beat <= len(beats):
            raise no_moment()
        told, state = beats[beat - 1] if beat else (len(acted.row.events), acted.game.state)
        place = beat or len(beats) + 1
        since = beats[place - 2][0] if place > 1 else 0
        row = replace(rows[seq - 1], events=rows[seq - 1].events[:told])
        game = replace(acted.game, state=state)
        then = Held(held.info, game, b"", (*rows[: seq - 1], row), 0.0)
        before: Stop | None = Stop(seq, place - 1) if place > 1 else Stop(seq - 1)
        if before == Stop(0):
            before = None
        after: Stop | None = None
        if beat:
            after = Stop(seq, beat + 1 if beat < len(beats) else 0)
        elif seq < len(rows):
            after = Stop(seq + 1, 1 if _beats(await self._at(held, rows, seq + 1)) else 0)
        return Moment(then, stop, len(beats), since, before, after, Stop(len(rows)))

    async def _at(self, held: Held, rows: tuple[Row, ...], seq: int) -> Acted:
        """What row `seq` did, with the game after it."""
        table = held.info.id
        known = next((at for at in range(seq, 0, -1) if (table, at) in self._kept), 0)
        try:
            acted = self._kept[table, known] if known else _first(held, rows[0])
            for row in rows[acted.row.seq : seq]:
                acted = again(acted.game, row)
                if row.seq % EVERY == 0:
                    self._keep(table, acted)
                    # A long way: others are served in between.
                    await asyncio.sleep(0)
        except Exception as fault:
            # As in `Play`: rows of other rules can fail in any way.
            log.warning("the past doesn't fold", game=str(table), fault=type(fault).__name__)
            raise Refused(
                "broken", "This game was begun under other rules: its past can't be shown."
            ) from None
        self._keep(table, acted)
        return acted

    def _keep(self, table: UUID, acted: Acted) -> None:
        key = table, acted.row.seq
        self._kept[key] = acted
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)


def _first(held: Held, row: Row) -> Acted:
    """The set-up again, by its own draws."""
    assert held.game is not None
    engine, players = held.game.engine, held.game.players
    return begin(engine, held.info.options, players, Dice(held.seed), tape=Tape(row.draws))


def _beats(acted: Acted) -> tuple[tuple[int, Any], ...]:
    """The beats inside a row, but for a last one that is the end of the row. The set-up is one
    moment.
    """
    beats = acted.beats if acted.row.seq > FIRST.seq else ()
    if beats and beats[-1][0] == len(acted.row.events) and beats[-1][1] == acted.game.state:
        return beats[:-1]
    return beats
