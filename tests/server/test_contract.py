"""The API keeps what its OpenAPI document promises, whatever it is sent: Schemathesis asks, over a real connection."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from digsite.server.app import create_app
from digsite.server.settings import Settings
from tests.programs import run_program
from tests.server.clients import ME, OPEN, Client, become_guest
from tests.server.serving import serving

UNPROMISED = "positive_data_acceptance"  # that whatever fits the schema is possible: rules are more than a schema


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Client]:
    settings = Settings(db=f"sqlite:///{tmp_path / 'digsite.db'}", bot_threads=1, log="text", guests_per_minute=10**6)
    app = create_app(settings)
    app.state.service.hub.closing = True  # streams end once they are up to date
    with serving(app) as port, httpx.Client(base_url=f"http://localhost:{port}", timeout=60) as http:
        yield become_guest(http, "Ann")


def tables_in_every_state(host: Client) -> list[str]:
    waiting, playing, over = host.open_table(ME, OPEN), host.open_table(ME, ME), host.open_table(ME, ME)
    host.start(playing)
    host.start(over)
    host.post(f"/api/tables/{over}/resign")
    return [waiting, playing, over]


def ask_for_everything(host: Client, folder: Path, examples: int) -> None:
    """Two in three requests are for tables that are there."""
    known = json.dumps(tables_in_every_state(host))
    config = folder / "schemathesis.toml"
    config.write_text(
        f"[dictionaries.tables]\nvalues = {known}\n"
        '[parameters]\n"path.id" = {dictionary = "tables", probability = 0.67}\n'
    )
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run"]
    command += [f"{host.http.base_url}/openapi.json", "--header", f"Authorization: Bearer {host.token}"]
    command += ["--seed", "1", "--max-examples", str(examples), "--exclude-checks", UNPROMISED, "--no-color"]
    asked = run_program(command, cwd=folder)
    assert asked.returncode == 0, asked.stdout + asked.stderr
    operations = sum(len(path) for path in host.get("/openapi.json").json()["paths"].values())
    assert f"Tested: {operations}" in asked.stdout


def test_every_answer_is_as_documented(host: Client, tmp_path: Path) -> None:
    ask_for_everything(host, tmp_path, examples=15)


@pytest.mark.long
def test_every_answer_is_as_documented_however_long_one_asks(host: Client, tmp_path: Path) -> None:
    ask_for_everything(host, tmp_path, examples=100)


def test_every_refusal_is_a_problem_by_the_document(host: Client) -> None:
    document = host.get("/openapi.json").json()
    for path in document["paths"].values():
        for operation in path.values():
            for status, answer in operation["responses"].items():
                if status >= "400":
                    assert list(answer["content"]) == ["application/problem+json"]
