"""What the server does by itself: absent seats it plays for, seats left before the start, empty
tables.
"""

import asyncio
from uuid import UUID

import structlog
from sqlalchemy import text

from app.play import tables
from app.play.hub import LOBBY
from app.play.refused import Refused
from app.play.service import Play

TICK_SECONDS = 1.0
SWEEP_SECONDS = 10.0
RETRY = "30 seconds"

log = structlog.get_logger()

DUE = text(
    f"update games set due_at = now() + interval '{RETRY}' where id in ("
    " select id from games where due_at < now() and status = 'running'"
    " order by due_at limit 20 for update skip locked) returning id"
)


async def take_due(play: Play) -> list[UUID]:
    """The games whose time has come, taken by this worker; they come again later if it fails."""
    async with play.engine.begin() as connection:
        return [row.id for row in await connection.execute(DUE)]


async def tick(play: Play) -> None:
    """Act for every game that is due."""
    for game_id in await take_due(play):
        try:
            await play.play_idle(game_id)
            async with play.sessions.begin() as session:
                # Nothing more to do for it: whoever must answer now is no stand-in.
                await session.execute(
                    text(
                        "update games set due_at = null where id = :game and due_at > now()"
                        " and due_at > now() + interval '20 seconds'"
                    ),
                    {"game": game_id},
                )
        except Refused as refused:
            log.info("not due after all", game=str(game_id), why=refused.text)
        except Exception as fault:
            # One table's fault is not the others' wait.
            log.error("a due table failed", game=str(game_id), fault=type(fault).__name__)


async def sweep(play: Play, away_seconds: float) -> None:
    """Before the start, free the seats of people who have been away for the grace time."""
    async with play.sessions() as session:
        waiting = await tables.waiting(session, away_seconds)
    for info in waiting:
        gone = {
            seat.user
            for seat in info.seats
            if seat.user is not None and play.hub.away_for(info.id, seat.user) >= away_seconds
        }
        if gone:
            try:
                async with play.sessions.begin() as session:
                    await tables.leave(session, info.id, gone)
            except Refused:
                continue  # It has started meanwhile.
            await play.changed(info.id)
            play.hub.moved(LOBBY, 0)


async def run(play: Play, away_seconds: float) -> None:
    """Both, for as long as the worker lives."""
    ticks = 0
    while True:
        await asyncio.sleep(TICK_SECONDS)
        ticks += 1
        try:
            await tick(play)
            if ticks % int(SWEEP_SECONDS / TICK_SECONDS) == 0:
                await sweep(play, away_seconds)
        except Exception as fault:
            log.error("the clock stumbled", fault=repr(fault))
