"""The sockets: each waits at its mailbox and brings its page to the newest screen, nothing else."""

import asyncio
import contextlib
import time
from uuid import UUID, uuid4

import structlog
from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from app.play.hub import LOBBY, person_topic, table_topic
from app.play.refused import Refused
from app.web import lobby, table
from app.web.deps import House
from app.web.render import part
from app.web.security import same_origin

router = APIRouter()
log = structlog.get_logger()

QUIET_SECONDS = 15.0
"""After so long without news a socket gets an empty message, so that both sides know the line is
there.
"""
SEND_SECONDS = 10.0
"""A browser that takes longer to take a message is let go; it comes back by itself."""
CLOSE_SECONDS = 2.0
BEEP_SECONDS = 4
AWAY, GONE = 1013, 4403
SESSION = 4401


async def _send(socket: WebSocket, text: str) -> None:
    async with asyncio.timeout(SEND_SECONDS):
        await socket.send_text(text)


async def _drain(socket: WebSocket) -> None:
    """Pages send nothing; whatever comes is read and dropped until the line closes."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass


async def _close(socket: WebSocket, code: int) -> None:
    if socket.application_state != WebSocketState.DISCONNECTED:
        # A browser that reads nothing doesn't take a goodbye either; the line is cut then.
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await socket.close(code)


async def _served(socket: WebSocket, work: asyncio.Task[int]) -> None:
    """Run a socket's work until it ends or the line does."""
    reading = asyncio.create_task(_drain(socket))
    try:
        await asyncio.wait({work, reading}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (work, reading):
            task.cancel()
        results = await asyncio.gather(work, reading, return_exceptions=True)
    code = results[0]
    if isinstance(code, int):
        await _close(socket, code)
    elif isinstance(code, TimeoutError):
        await _close(socket, AWAY)
    elif isinstance(code, Exception) and not isinstance(
        code, WebSocketDisconnect | RuntimeError | OSError
    ):
        log.error("a socket's work failed", fault=repr(code))
        await _close(socket, 1011)


@router.websocket("/t/{game_id}/live")
async def live_table(socket: WebSocket, game_id: UUID) -> None:
    """One page of one table."""
    house: House = socket.app.state.house
    if not same_origin(socket):
        # Before accepting: another site's page learns nothing, not even that a table is there.
        await socket.close(1008)
        return
    await socket.accept()
    await _served(socket, asyncio.create_task(_show_table(house, socket, game_id)))


async def _show_table(house: House, socket: WebSocket, game_id: UUID) -> int:
    """Send screen after screen. The close code when this viewer may not look (any more)."""
    person = await house.doorman.person(socket)
    topics = [table_topic(game_id)]
    if person.user is not None:
        topics.append(person_topic(person.user))
    try:
        held = await table.look(house, person, game_id)
    except Refused:
        return GONE
    async with contextlib.AsyncExitStack() as stack:
        box = stack.enter_context(house.hub.mailbox(*topics))
        # Who looks on without a name is counted, too: a table knows that it is watched.
        stack.enter_context(house.hub.here(game_id, person.user or uuid4()))
        if person.user is not None:
            await house.play.back(game_id, person.user)
        have: dict[str, str] = {}
        heard: dict[int, int] = {}
        asked_at = time.monotonic()
        while True:
            try:
                held = await table.look(house, person, game_id)
            except Refused:
                return GONE
            shown = table.screen(house, held, person)
            beeps = _due_beeps(house, game_id, heard)
            if beeps or not shown.same_as(have):
                await _send(socket, shown.message(have, *beeps))
                have = shown.versions
            moved = await box.take(QUIET_SECONDS)
            if not moved:
                await _send(socket, "{}")
            # Another tab may have sat down, or forgotten this browser: a page of another person.
            # (The doorman remembers people; a query for each move would be much for a watcher.)
            if person.user is not None or time.monotonic() - asked_at >= QUIET_SECONDS:
                asked_at = time.monotonic()
                if (await house.doorman.person(socket)).user != person.user:
                    return SESSION


def _due_beeps(house: House, game_id: UUID, heard: dict[int, int]) -> list[str]:
    """The beeps that are to be heard now and that this socket has not sent yet."""
    now = time.time()
    due = []
    for seat, at in house.hub.beeps.get(game_id, {}).items():
        if heard.get(seat) != at and at <= now + 0.05:
            heard[seat] = at
            if now - at < BEEP_SECONDS:
                due.append(part("beeps", "innerHTML", f'<i data-beep="{seat}" data-at="{at}"></i>'))
    return due


@router.websocket("/live")
async def live_lobby(socket: WebSocket) -> None:
    """The list of open tables on the start page."""
    house: House = socket.app.state.house
    if not same_origin(socket):
        await socket.close(1008)
        return
    await socket.accept()
    await _served(socket, asyncio.create_task(_show_lobby(house, socket)))


async def _show_lobby(house: House, socket: WebSocket) -> int:
    with house.hub.mailbox(LOBBY) as box:
        have: dict[str, str] = {}
        while True:
            shown = await lobby.lobby_screen(house)
            if not shown.same_as(have):
                await _send(socket, shown.message(have))
                have = shown.versions
            if await box.take(QUIET_SECONDS):
                # Many tables open at once: a list twice a second is enough.
                await asyncio.sleep(0.5)
            else:
                await _send(socket, "{}")
