"""Who may read /metrics: this machine alone, unless the operator says otherwise."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from digsite.server.app import create_app
from digsite.server.settings import BadSetting, Settings, from_environment
from tests.server.module_server import is_problem

TOKEN = "a-token-for-prometheus"


@contextmanager
def client(folder: Path, address: str, **settings: str) -> Iterator[TestClient]:
    app = create_app(Settings(db=f"sqlite:///{folder / 'digsite.db'}", bot_threads=1, log="text", **settings))  # type: ignore[arg-type]
    with TestClient(app, base_url="http://localhost", client=(address, 50_000)) as http:
        yield http


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.9.1", "::1"])
def test_this_machine_reads_them(tmp_path: Path, address: str) -> None:
    with client(tmp_path, address) as http:
        assert "digsite_requests_total" in http.get("/metrics").text


@pytest.mark.parametrize("address", ["192.168.1.7", "203.0.113.5", "2001:db8::1", "testclient"])
def test_nobody_else_does(tmp_path: Path, address: str) -> None:
    with client(tmp_path, address) as http:
        answer = http.get("/metrics")
        assert is_problem(answer, 403)
        assert "DIGSITE_METRICS" not in answer.text
        assert http.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 403


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
def test_what_a_proxy_on_this_machine_passes_on_is_not_from_it(tmp_path: Path, header: str) -> None:
    with client(tmp_path, "127.0.0.1") as http:
        assert http.get("/metrics", headers={header: "203.0.113.5"}).status_code == 403


def test_an_operator_opens_them(tmp_path: Path) -> None:
    with client(tmp_path, "203.0.113.5", metrics="open") as http:
        assert http.get("/metrics").status_code == 200


def test_a_token_opens_them(tmp_path: Path) -> None:
    with client(tmp_path, "203.0.113.5", metrics_token=TOKEN) as http:
        assert http.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200
        for wrong in (TOKEN[:-1], TOKEN.upper(), "", "é"):
            assert http.get("/metrics", headers={b"Authorization": f"Bearer {wrong}".encode()}).status_code == 403


def test_another_setting_is_refused() -> None:
    assert from_environment({"DIGSITE_METRICS": "open"}).metrics == "open"
    with pytest.raises(BadSetting, match="DIGSITE_METRICS: 'yes' is not one of local, open"):
        from_environment({"DIGSITE_METRICS": "yes"})
