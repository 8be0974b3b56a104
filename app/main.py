"""The web app put together. Wiring only: what a part does stands in its own module."""

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator
from uuid import UUID

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response

from app import static
from app.access import Access
from app.db import address, make_engine, make_row_pool, make_sessions
from app.play import clock, store
from app.play.hub import Hub
from app.play.notify import Notifier
from app.play.service import Play
from app.settings import Settings, get_settings
from app.web import api, errors, health, live, lobby, pages, replay, table
from app.web.auth import Doorman
from app.web.deps import House
from app.web.render import Painter
from app.web.security import Guard, Pace

ROUTERS = (
    health.router,
    lobby.router,
    table.router,
    replay.router,
    live.router,
    pages.router,
    api.router,
)
UNLIMITED = 10**9
"""What a pace allows when the setting `pace` is off."""


class NoDatabase(RuntimeError):
    """The app was made without a database to work on."""


def apologize(request: Request, incident: str) -> Response:
    """The answer when something broke: a sentence and the number of the incident."""
    sentence = "Something broke on our side. Your game is safe; please try again."
    return errors.error_answer(request, 500, sentence, incident=incident)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The app of one worker. Raises NoDatabase: `./dev serve` sets DATABASE_URL before it."""
    settings = settings or get_settings()
    if settings.database_url is None:
        raise NoDatabase("Start Beepboop with `./dev serve`, or set DATABASE_URL.")
    engine = make_engine(settings.database_url, pool_size=settings.pool_size)
    sessions = make_sessions(engine)
    hub = Hub(grace=settings.away_seconds)
    pool = make_row_pool(engine.url, size=settings.pool_size)
    play = Play(engine, pool, sessions, hub)

    def pace(most: int, seconds: float) -> Pace:
        return Pace(most if settings.pace else UNLIMITED, seconds)

    async def look(games: list[UUID]) -> dict[UUID, int]:
        async with engine.connect() as connection:
            return await store.numbers(connection, games)

    notifier = Notifier(hub, address(settings.database_url), look, on_gap=play.distrust)

    @contextlib.asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        # All that is loaded by now stays: no collection needs to go through it while people play.
        gc.collect()
        gc.freeze()
        # What a move makes is freed by its count of references; cycles are few and can wait.
        gc.set_threshold(20_000, 50, 100)
        await play.start()
        await notifier.start()
        ticking = asyncio.create_task(clock.run(play, settings.away_seconds))
        try:
            yield
        finally:
            ticking.cancel()
            await asyncio.gather(ticking, return_exceptions=True)
            await play.stop()
            await notifier.stop()
            await engine.dispose()

    doorman = Doorman(sessions, secure=settings.secure_cookies)
    hub.on_heard.append(doorman.heard)
    app = FastAPI(title="Beepboop", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.settings = settings
    app.state.engine = engine
    app.state.sessions = sessions
    app.state.house = House(
        settings=settings,
        sessions=sessions,
        hub=hub,
        play=play,
        doorman=doorman,
        painter=Painter(),
        guesses=pace(30, 60),
        openings=pace(60, 60),
        talk=pace(10, 10),
        posts=pace(60, 6),
    )
    app.router.routes.append(table.ACT)
    for router in ROUTERS:
        app.include_router(router)
    errors.wire(app)
    app.mount("/static", static.Static(directory=static.FOLDER), name="static")
    app.add_middleware(GZipMiddleware, minimum_size=1_000, compresslevel=5)
    app.add_middleware(Access, apologize=apologize)
    # Outermost, so that an apology carries its headers too.
    app.add_middleware(Guard, cdn=settings.cdn)
    return app
