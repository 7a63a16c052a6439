"""One server for many requests of one file, and what an answer must be when something is refused."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx import Response

from digsite.server.app import create_app
from digsite.server.settings import Settings
from tests.server.clients import ME, Client, become_guest

JSON = {"Content-Type": "application/json"}


@contextmanager
def served(folder: Path, **more: Any) -> Iterator[TestClient]:
    settings = Settings(db=f"sqlite:///{folder / 'digsite.db'}", bot_threads=1, log="text", guests_per_minute=10**6)
    app = create_app(replace(settings, **{"metrics": "open"} | more))
    with TestClient(app, base_url="http://localhost") as http:
        yield http


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("limits")) as http:
        yield http


@pytest.fixture(scope="module")
def ann(http: TestClient) -> Client:
    return become_guest(http, "Ann")


@pytest.fixture(scope="module")
def table(ann: Client) -> str:
    """Where Ann plays both seats."""
    table = ann.open_table(ME, ME)
    ann.start(table)
    return table


def is_problem(answer: Response, *statuses: int) -> bool:
    """An answer in sentences, with nothing of the inside in it."""
    assert answer.status_code in statuses, (answer.status_code, answer.text)
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == answer.status_code
    assert all(problem[part] for part in ("type", "title", "code", "detail"))
    for inside in ("Traceback", 'File "', ".py", "site-packages", "sqlalchemy", "sqlite3", "object at 0x"):
        assert inside not in answer.text
    return True
