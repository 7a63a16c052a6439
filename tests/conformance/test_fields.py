"""The fields of compiled records as NumPy lays them out, and as the type checker sees them: the same ones."""

import importlib
from pathlib import Path
from typing import Any

import pytest

import digsite
from digsite.core.fields import Grid, Row

GAMES = sorted(path.parent.parent.name for path in (Path(digsite.__file__).parent / "games").glob("*/rules/state.py"))
PAIRS = [(game, *pair) for game in GAMES for pair in (("state", "STATE", "State"), ("data", "TABLES", "Tables"))]
KINDS: dict[int, Any] = {0: int, 1: Row, 2: Grid}


@pytest.mark.parametrize(("game", "module", "layout", "protocol"), PAIRS)
def test_dtype_and_protocol_have_the_same_fields(game: str, module: str, layout: str, protocol: str) -> None:
    found = importlib.import_module(f"digsite.games.{game}.rules.{module}")
    dtype = getattr(found, layout)
    expected = {name: KINDS[len(dtype[name].shape)] for name in dtype.names}
    assert list(getattr(found, protocol).__annotations__.items()) == list(expected.items())


def test_every_game_is_looked_at() -> None:
    assert len(PAIRS) >= 4
