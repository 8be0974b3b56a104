"""How the app logs: one line an event, for people or as JSON, with its request and its game.

    log = structlog.get_logger(__name__)
    log.info("snapshot written", seq=44)

Say in lower case what happened and give the rest as values. `bind(game=...)` adds a value to every
line of the current request or task. No secrets: values with a telling name are blanked here, but
that is a net and not a licence.
"""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any, Final

import structlog
from structlog.contextvars import bind_contextvars as bind
from structlog.typing import Processor

from app.settings import Settings

__all__ = ["SECRET_WORDS", "bind", "set_up", "without_secrets"]

SECRET_WORDS: Final = ("token", "secret", "seed", "cookie", "password", "invite", "database_url")


def without_secrets(
    _logger: object, _method: str, line: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Blank the values whose name says that they are nobody's business."""
    for name in line:
        if any(word in name.lower() for word in SECRET_WORDS):
            line[name] = "(not logged)"
    return line


def set_up(settings: Settings) -> None:
    """Send our lines and those of the libraries to standard error in one form."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        without_secrets,
    ]
    last: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if settings.log_json:
        last += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        # Without the values of local variables, which may be secret.
        plain = structlog.dev.plain_traceback
        colors = sys.stderr.isatty()
        last.append(structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=plain))
    structlog.configure(
        # First the level: a line nobody asked for costs nothing more.
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=last)
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(settings.log_level.upper())
    # Their start and stop lines say the same as ours; a fault of theirs is still told.
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "alembic"):
        logging.getLogger(name).setLevel(logging.WARNING)
