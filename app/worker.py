"""One web worker: a process of app.serve that answers requests on the socket it was given."""

import os
import signal
import socket
import sys
import threading
import time
from typing import Any, Final

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from app import logs
from app.settings import Settings, get_settings

GRACE: Final = 4
"""Seconds that open requests and sockets get to end."""

IDLE: Final = 150
"""Seconds that a connection may rest between two requests. Longer than Caddy keeps it (Caddyfile):
a move that comes just when we close is lost, so the other side closes first."""

READY: Final = b"r"
"""What the owner hears when the worker can answer."""


class Server(uvicorn.Server):
    """Tells the owner when it is ready."""

    def __init__(self, config: uvicorn.Config, lifeline: socket.socket) -> None:
        super().__init__(config)
        self.lifeline = lifeline

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if self.started:
            self.lifeline.send(READY)


class Sockets(WebSocketsSansIOProtocol):
    """Uvicorn's websockets with a compression of our own measure: a window that holds the last
    push, which the next one mostly repeats, and little effort beyond that. Measured on real
    pushes: a third of the time and two thirds of the bytes of uvicorn's; 64 kB more a socket.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn.available_extensions = [
            ServerPerMessageDeflateFactory(
                server_max_window_bits=14,
                client_max_window_bits=12,
                compress_settings={"level": 1, "memLevel": 6},
            )
        ]


def config(settings: Settings) -> uvicorn.Config:
    """How uvicorn runs here."""
    return uvicorn.Config(
        "app.main:create_app",
        factory=True,
        workers=1,
        # app.logs has it all, app.access writes the line of each request.
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies,
        # What a page sends is short: an answer, a line of talk.
        ws_max_size=16 * 1024,
        ws_max_queue=16,
        timeout_keep_alive=IDLE,
        ws=Sockets,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=GRACE,
    )


def end_with_owner(lifeline: socket.socket) -> None:
    """Wait for the owner to end, however that happens, and end as well."""
    while lifeline.recv(64):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE + 2)
    os._exit(1)


def main() -> None:
    """Serve until told to stop. The arguments are two inherited descriptors."""
    listener, lifeline = (socket.socket(fileno=int(word)) for word in sys.argv[1:3])
    settings = get_settings()
    logs.set_up(settings)
    threading.Thread(target=end_with_owner, args=[lifeline], daemon=True).start()
    Server(config(settings), lifeline).run(sockets=[listener])


if __name__ == "__main__":
    main()
