"""For machines that watch over this one: is it well, and what does it count?"""

import asyncio
import os

import structlog
from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import JSONResponse, Response

router = APIRouter(include_in_schema=False)
log = structlog.get_logger(__name__)

PATIENCE = 3.0
"""Seconds that the database may take to answer before it counts as down."""


@router.get("/healthz")
async def healthz(request: Request) -> Response:
    """200 if this worker reaches its database, else 503."""
    try:
        async with asyncio.timeout(PATIENCE):
            async with request.app.state.engine.connect() as connection:
                await connection.execute(text("select 1"))
    except (SQLAlchemyError, TimeoutError) as error:
        log.warning("database not reachable", why=type(error).__name__)
        return JSONResponse({"database": "unreachable"}, status_code=503)
    return JSONResponse({"database": "ok"})


@router.get("/metrics")
def metrics() -> Response:
    """Prometheus' text format: of all workers if app.serve gave them a folder to share."""
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call] # the library has no types
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
