"""A server on a file of its own, and guests."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from digsite.server.app import create_app
from digsite.server.settings import Settings
from tests.server.clients import Client, become_guest
from tests.server.visitor import Visitor


@pytest.fixture(scope="session", autouse=True)
def _data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A data folder for all servers of the tests, so that the user's own stays as it is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DIGSITE_DATA_DIR", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(db=f"sqlite:///{tmp_path / 'digsite.db'}", bot_threads=1, log="text", metrics="open")


@pytest.fixture
def app(settings: Settings) -> FastAPI:
    return create_app(settings)


@pytest.fixture
def http(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app, base_url="http://localhost") as client:
        yield client


@pytest.fixture
def guest(http: TestClient) -> Callable[[str], Client]:
    return lambda name: become_guest(http, name)


@pytest.fixture
def stranger(http: TestClient) -> Client:
    return Client(http)


@pytest.fixture
def visitor(http: TestClient) -> Callable[[], Visitor]:
    return lambda: Visitor(http)


@pytest.fixture
def ann(visitor: Callable[[], Visitor]) -> Visitor:
    ann = visitor()
    ann.see("/")
    return ann


@pytest.fixture
def bo(visitor: Callable[[], Visitor]) -> Visitor:
    return visitor()
