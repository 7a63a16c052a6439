"""What every request must carry, and every answer carries: host, HEAD, HTTPS for good, the id of the request."""

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient

from digsite.server.api import api
from digsite.server.app import create_app
from digsite.server.logs import Lines
from digsite.server.pages import pages
from digsite.server.settings import Settings
from tests.server.clients import ME, become_guest
from tests.server.module_server import ann, http, served, table
from tests.server.serving import serving

__all__ = ["ann", "http", "table"]

# The host


@pytest.mark.parametrize(
    "host",
    [
        "localhost:80@evil",
        "localhost@evil",
        "[::1].evil.com",
        "[::1]evil",
        "[::1",
        "[::1%eth0]",
        "[127.0.0.1]",
        "localhost:http",
        "localhost:80:80",
        "localhost:123456",
        "localhost/evil",
        "localhost\\evil",
        "localhost#evil",
        "local host",
        "127.0.0.1.evil.com",
        "127.1",
        "0x7f.1",
        "::1",
        ":80",
        "",
        ",",
    ],
)
def test_what_is_no_host_of_ours_is_refused(host: str) -> None:
    assert not Settings(hosts="digsite.example, ").knows_host(host)


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST:8000",
        "localhost:",
        "127.0.0.1:80",
        "192.168.1.20",
        "[::1]",
        "[::1]:8000",
        "[2001:db8::7]",
        "Digsite.Example:443",
        "games_2.example",
    ],
)
def test_our_names_and_any_address_are_answered(host: str) -> None:
    assert Settings(hosts="digsite.example, games_2.example").knows_host(host)


def test_a_request_for_a_strange_host_is_misdirected(http: TestClient) -> None:
    assert http.get("/healthz", headers={"Host": "localhost:80@evil"}).status_code == 421


# HTTPS


@pytest.mark.parametrize("https", [True, False])
def test_with_https_browsers_are_told_to_stay_there(tmp_path: Path, https: bool) -> None:
    with served(tmp_path, https=https) as http:
        for path in ("/", "/healthz", "/api/games", "/nothing"):
            said = http.get(path).headers.get("strict-transport-security")
            assert said == ("max-age=31536000" if https else None), path


# HEAD


def every_get() -> Iterator[str]:
    for route in (*api.routes, *pages.routes):
        if isinstance(route, APIRoute) and "GET" in (route.methods or ()):
            yield route.path
    yield from ("/healthz", "/readyz", "/metrics", "/openapi.json")


@pytest.mark.parametrize("path", sorted(set(every_get())))
def test_head_answers_as_get_does_without_a_body(http: TestClient, table: str, path: str) -> None:
    path = path.format(id=table, secret="aaaa", digest="aaaa", name="style.css", game="thebes")
    headers = {"Accept-Encoding": "identity"}
    head = http.head(path, headers=headers, follow_redirects=False)
    assert head.content == b""
    if path.endswith(("/events", "/live")):
        assert head.status_code == 200
        assert head.headers["content-type"].startswith("text/event-stream")
        return
    get = http.get(path, headers=headers, follow_redirects=False)
    assert (head.status_code, head.headers["content-type"]) == (get.status_code, get.headers["content-type"])
    if "metrics" not in path:
        assert abs(int(head.headers["content-length"]) - len(get.content)) <= 200  # ids and tokens differ


def test_head_of_a_stream_ends_at_once_on_a_real_connection(app: FastAPI) -> None:
    with serving(app) as port, httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=20) as http:
        id = become_guest(http, "Ann").open_table(ME, ME)
        for path in (f"/api/tables/{id}/events", f"/t/{id}/live", "/healthz"):
            assert http.head(path).status_code == 200
        assert b"digsite_streams 0.0" in http.get("/metrics").content


def test_head_does_nothing_where_only_post_is_there(http: TestClient) -> None:
    assert http.head("/api/guests").status_code == 405


# The id of a request


def test_every_answer_has_the_id_of_its_request(http: TestClient) -> None:
    ids = [http.get(path).headers["x-request-id"] for path in ("/", "/api/games", "/nothing", "/healthz", "/healthz")]
    assert len(set(ids)) == 5
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{12}", id) for id in ids)


def test_a_good_id_that_a_proxy_gives_is_kept(http: TestClient) -> None:
    id = "0af7651916cd43dd8448eb211c80319c.7-B_c"
    assert http.get("/healthz", headers={"X-Request-ID": id}).headers["x-request-id"] == id
    refused = http.get("/healthz", headers={"X-Request-ID": id, "Host": "elsewhere.example"})
    assert (refused.status_code, refused.headers["x-request-id"]) == (421, id)


@pytest.mark.parametrize("id", ["", "a b", 'a"b', "<b>", "a" * 65, "é".encode("latin-1"), "a=1", "{}"])
def test_an_id_that_could_do_harm_in_a_log_is_replaced(http: TestClient, id: str | bytes) -> None:
    answer = http.get("/healthz", headers={b"X-Request-ID": id.encode() if isinstance(id, str) else id})
    assert re.fullmatch(r"[A-Za-z0-9_-]{12}", answer.headers["x-request-id"])


class Noting(logging.Handler):
    """Keeps what is logged, as lines of JSON, formatted as it comes."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(Lines())
        self.lines: list[dict[str, object]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(json.loads(self.format(record)))


def test_every_line_about_a_request_has_its_id(tmp_path: Path) -> None:
    app = create_app(Settings(db=f"sqlite:///{tmp_path / 'digsite.db'}", bot_threads=1))

    @app.get("/api/broken")
    async def broken() -> None:
        logging.getLogger("digsite.test").warning("something odd")
        raise RuntimeError("broken")

    noting = Noting()
    with TestClient(app, base_url="http://localhost") as http:
        logging.getLogger("digsite").addHandler(noting)
        try:
            assert http.get("/api/broken", headers={"X-Request-ID": "one"}).status_code == 500
            assert http.get("/healthz", headers={"X-Request-ID": "two"}).status_code == 200
            logging.getLogger("digsite.test").warning("of no request")
        finally:
            logging.getLogger("digsite").removeHandler(noting)
    lines = [line for line in noting.lines if line["logger"] in ("digsite.test", "digsite.http")]
    assert [(line["message"], line.get("request")) for line in lines] == [
        ("something odd", "one"),
        ("failed", "one"),
        ("request", "one"),
        ("request", "two"),
        ("of no request", None),
    ]
