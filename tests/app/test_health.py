"""Health, metrics, the log line of a request, and what happens when a route breaks."""

import json
import subprocess
import sys
from collections.abc import AsyncIterator

import httpx
import psycopg
import pytest
from fastapi import FastAPI
from sqlalchemy.engine import make_url
from structlog.testing import capture_logs

from app import logs
from app.access import Access, route_of
from app.main import NoDatabase, create_app
from app.settings import Settings


@pytest.fixture
async def app(database_url: str) -> AsyncIterator[FastAPI]:
    made = create_app(Settings(database_url=database_url))

    @made.get("/breaks/{token}")
    async def breaks(token: str) -> None:
        raise ZeroDivisionError(f"while holding {token}")

    yield made
    await made.state.engine.dispose()


@pytest.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    # The app catches what breaks itself: nothing may come through to the server.
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as made:
        yield made


async def test_it_is_well_while_the_database_answers(client: httpx.AsyncClient):
    answer = await client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"database": "ok"})


async def test_it_is_not_well_without_a_database():
    url = "postgresql://nobody@127.0.0.1:1/nothing"
    app = create_app(Settings(database_url=url))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://t") as client:
        answer = await client.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"database": "unreachable"})


async def test_it_recovers_when_the_database_dropped_its_connections(
    client: httpx.AsyncClient, database_url: str
):
    assert (await client.get("/healthz")).status_code == 200
    where = make_url(database_url).set(drivername="postgresql").render_as_string()
    with psycopg.connect(where, autocommit=True) as other:
        other.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid()"
        )
    assert (await client.get("/healthz")).status_code == 200


async def test_metrics_count_by_route_and_not_by_path(client: httpx.AsyncClient):
    await client.get("/healthz")
    await client.get("/no/such/page/44")
    text = (await client.get("/metrics")).text
    assert 'beepboop_requests_total{method="GET",route="/healthz",status="200"}' in text
    assert 'route="(none)",status="404"' in text
    assert "/no/such/page" not in text


async def test_what_breaks_gives_a_number_and_no_trace(client: httpx.AsyncClient):
    with capture_logs() as lines:
        answer = await client.get("/breaks/hush", headers={"Accept": "text/html"})
    number = answer.headers["x-request-id"]
    assert answer.status_code == 500
    assert number in answer.text
    assert "ZeroDivisionError" not in answer.text
    assert "hush" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    incident, request = lines
    assert (incident["event"], incident["incident"]) == ("incident", number)
    assert incident["exc_info"]
    assert (request["route"], request["status"]) == ("/breaks/{token}", 500)


async def test_the_app_needs_a_database():
    with pytest.raises(NoDatabase, match="serve"):
        create_app(Settings(database_url=None))


async def nothing():
    return {}


async def test_a_broken_socket_is_closed_and_counted():
    async def broken(_scope, _receive, _send):
        raise ZeroDivisionError

    sent = []

    async def send(message):
        sent.append(message)

    await Access(broken)({"type": "websocket", "path": "/t/1/live"}, nothing, send)
    assert sent == [{"type": "websocket.close", "code": 1011}]


async def test_half_an_answer_is_not_completed():
    """The server must see the fault, so that it breaks the connection."""

    async def half(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise ZeroDivisionError

    async def send(_message):
        pass

    with pytest.raises(ZeroDivisionError):
        await Access(half)({"type": "http", "method": "GET", "path": "/"}, nothing, send)


def test_a_path_that_no_route_took_is_not_a_label():
    assert route_of({"path": "/j/secret-invitation"}) == "(none)"
    assert route_of({"path": "/static/css/base.css"}) == "/static"


async def test_static_files_are_asked_for_again_and_not_sent_again(client: httpx.AsyncClient):
    first = await client.get("/static/vendor/htmx-4.0.1/htmx.min.js")
    assert first.headers["cache-control"] == "no-cache"
    etag = {"If-None-Match": first.headers["etag"]}
    again = await client.get("/static/vendor/htmx-4.0.1/htmx.min.js", headers=etag)
    assert again.status_code == 304
    assert (await client.get("/static/../app/main.py")).status_code == 404


@pytest.mark.parametrize("as_json", [True, False])
def test_secrets_are_not_logged(as_json: bool):
    code = (
        "import structlog; from app import logs; from app.settings import Settings;"
        f"logs.set_up(Settings(log_json={as_json})); logs.bind(game='g44');"
        "structlog.get_logger('app.x').info('seated', seat=2, claim_token='hush', seed=b'hush')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=logs_root()
    )
    assert "hush" not in done.stderr
    assert "g44" in done.stderr
    if as_json:
        line = json.loads(done.stderr)
        assert (line["event"], line["seat"], line["game"]) == ("seated", 2, "g44")
        assert (line["level"], line["logger"]) == ("info", "app.x")


def logs_root() -> str:
    return str(logs.__file__).rpartition("/app/")[0]


@pytest.mark.parametrize("workers", [1, 2])
def test_the_real_thing_answers(app_server, workers: int):
    server = app_server(workers=workers)
    # A connection each time, so that each worker gets some; the metrics must know of all.
    with httpx.Client(base_url=server.url, headers={"Connection": "close"}) as client:
        for _ in range(20):
            assert client.get("/healthz").json() == {"database": "ok"}
        text = client.get("/metrics").text
    (line,) = [row for row in text.splitlines() if row.startswith("beepboop_requests_total{")]
    assert line.endswith('route="/healthz",status="200"} 20.0')
