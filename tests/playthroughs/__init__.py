"""Whole games printed state by state. `make playthroughs` writes the files anew; a test compares them line by line."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from digsite.core.game import CHANCE, OVER
from digsite.core.registry import game_names, load
from digsite.core.rng import below, stream

HOME = Path(__file__).parent
SEED = 1903


def flat(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """The leaves of a view by their paths."""
    if isinstance(value, dict) and value:
        for key, part in value.items():
            yield from flat(part, f"{name}.{key}" if name else str(key))
    elif isinstance(value, list) and any(isinstance(part, dict) for part in value):
        for number, part in enumerate(value):
            yield from flat(part, f"{name}[{number}]")
    else:
        yield name, value


def playthrough(name: str, seats: int) -> Iterator[str]:
    """A random game: what changed in the view, what may happen, what happens; at the end every byte."""
    game, rng, before = load(name), stream(SEED, seats), dict[str, Any]()
    state, ply = game.new(seats), 0
    yield f"{name} version {game.version}, {seats} players, {game.state_bytes} bytes"
    while True:
        now = dict(flat(game.view(state)))
        yield f"--- {ply}"
        yield from (f"{path}: {value}" for path, value in now.items() if before.get(path, ...) != value)
        yield from (f"{path} gone" for path in before if path not in now)
        if game.to_act(state) == OVER:
            break
        if game.to_act(state) == CHANCE:
            ids, weights = game.chance(state)
            drawn = [f"{game.text(state, i)} ×{w}" for i, w in zip(ids, weights, strict=True)]
            yield f"chance: {', '.join(drawn)}"
            total = below(rng, int(weights.sum()))
            action = next(int(i) for i, sum_ in zip(ids, weights.cumsum(), strict=True) if sum_ > total)
        else:
            legal = game.legal(state)
            yield f"legal: {', '.join(game.text(state, i) for i in legal)}"
            action = int(legal[below(rng, len(legal))])
        yield f"> {game.text(state, action)}"
        state, before, ply = game.apply(state, action), now, ply + 1
    yield f"bytes: {bytes(state).hex()}"


def files() -> Iterator[tuple[Path, str, int]]:
    for name in game_names():
        for seats in load(name).seats:
            yield HOME / f"{name}-{seats}.txt", name, seats
