"""What the tests of every game's page have in common."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from digsite.core.fields import Bytes
from digsite.core.game import OVER, Game
from digsite.core.rng import stream
from digsite.web import rules
from digsite.web.viewer import Viewer

Played = list[tuple[int, int, Bytes]]  # who, what, and the position before


def line_of(game: Game, state: Bytes, texts: Sequence[str]) -> tuple[list[Bytes], list[int]]:
    """All positions of a line of play, and the actions between them."""
    states, actions = [state], []
    for text in texts:
        actions.append(game.parse(states[-1], text))
        states.append(game.apply(states[-1], actions[-1]))
    return states, actions


def random_games(game: Game) -> Iterator[tuple[Bytes, Played]]:
    """Positions of some games at random, with what was played before."""
    for seed in range(3):
        rng, played = stream(seed), Played()
        state = game.settle(game.new(2), rng)
        while game.to_act(state) != OVER:
            yield state, played
            legal = game.legal(state)
            action = int(legal[(seed + 7 * len(played)) % len(legal)])
            played.append((game.to_act(state), action, state))
            state = game.settle(game.apply(state, action), rng)


def assert_explained(
    viewer: Viewer, explain: Callable[[Viewer, str], Any], keys: Collection[str], things: Collection[str]
) -> None:
    """Every key has an explanation in whole sentences, with a drawing and rules that exist; no thing is left out."""
    for key in keys:
        found = explain(viewer, key)
        assert found, key
        assert found.title
        assert found.paragraphs
        assert all(paragraph.endswith(".") for paragraph in found.paragraphs), found.paragraphs
        assert found.rules
        assert all(rules.knows(viewer.game.name, number) for number in found.rules), found.rules
        assert "<svg" in found.drawing
    assert {key.partition("-")[0] for key in keys} == set(things)
