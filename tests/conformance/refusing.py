"""Walks through a game, and everything that is refused on the way."""

import random
import re
from collections.abc import Iterator, Sequence
from importlib import resources
from typing import TypeVar

from digsite.core.errors import IllegalAction
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER, Game
from digsite.core.registry import plugin

RARE = ("stop", "pass")  # rarer than chance would have them, so that games go on
Item = TypeVar("Item")


def numbered_rules(game: Game) -> set[str]:
    """The numbers of the rules in a game's rulebook; none where it brings no rulebook."""
    package, _, file = plugin(game.name).rulebook.partition(":")
    page = (resources.files(package) / file).read_text("utf-8") if package else ""
    return set(re.findall(r"^- \*\*([A-Z]\d+\.\d+)\*\*", page, re.MULTILINE))


def some(items: Sequence[Item], most: int, seed: int) -> list[Item]:
    """So many of the items at random, or all where there are fewer."""
    return random.Random(seed).sample(items, min(most, len(items)))


def possible(game: Game, state: Bytes) -> list[int]:
    ids = game.chance(state)[0] if game.to_act(state) == CHANCE else game.legal(state)
    return [int(action) for action in ids]


def walk(game: Game, seats: int, seed: int) -> Iterator[Bytes]:
    """A game at random, by kinds of actions rather than by actions."""
    rng = random.Random(seed)
    state = game.new(seats)
    yield state
    while game.to_act(state) != OVER:
        actions = possible(game, state)
        rng.shuffle(actions)
        kinds = [game.text(state, action).split()[0] for action in actions]
        rare = set(RARE) if rng.random() < 0.95 else set()
        kind = rng.choice(sorted(set(kinds) - rare or set(kinds)))
        state = game.apply(state, next(a for a, k in zip(actions, kinds, strict=True) if k == kind))
        yield state


def refused(game: Game, state: Bytes) -> dict[str, IllegalAction]:
    """Whatever the position does not list, with its refusal; one look at the position serves for all of them."""
    allowed = set(possible(game, state))
    seen = game.view(state)
    refusals = {}
    for action in range(game.actions):
        assert game.kernel.step(state.copy(), game.tables, action) == (action in allowed)
        if action not in allowed:
            refusals[game.text(state, action)] = game.refuse(seen, action)
    return refusals
