"""What is not listed is refused by the number of a rule, and a refusal leaves the position alone."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from digsite.core.errors import IllegalAction
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER
from digsite.games.thebes.actions import ACTIONS
from digsite.games.thebes.refusals import refuse
from tests.thebes.position import GAME, Position

PAGE = Path(__file__).parents[2] / "docs" / "rules" / "thebes.md"
RULES = set(re.findall(r"^- \*\*(T\d+\.\d+)\*\*", PAGE.read_text(encoding="utf-8"), re.MULTILINE))


def possible(state: Bytes) -> list[int]:
    ids = GAME.chance(state)[0] if GAME.to_act(state) == CHANCE else GAME.legal(state)
    return [int(action) for action in ids]


def walk(seats: int, seed: int) -> Iterator[Bytes]:
    """A game at random, but with digs and stops rarer than chance would have them."""
    rng = random.Random(seed)
    state = GAME.new(seats)
    yield state
    while GAME.to_act(state) != OVER:
        actions = possible(state)
        rng.shuffle(actions)
        kinds = [GAME.text(state, action).split()[0] for action in actions]
        rare = {"stop"} if rng.random() < 0.9 else set()
        kind = rng.choice(sorted(set(kinds) - rare or set(kinds)))
        state = GAME.apply(state, next(a for a, k in zip(actions, kinds, strict=True) if k == kind))
        yield state


def refused(state: Bytes) -> dict[str, IllegalAction]:
    """Whatever the position does not list, with its refusal; one look at the position serves for all of them."""
    allowed = set(possible(state))
    seen = GAME.view(state)
    refusals = {}
    for action in range(ACTIONS):
        assert GAME.kernel.step(state.copy(), GAME.tables, action) == (action in allowed)
        if action not in allowed:
            refusals[GAME.text(state, action)] = refuse(GAME.facts, seen, action)
    return refusals


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_every_action_that_is_not_listed_is_refused_by_a_rule(seats: int, seed: int) -> None:
    positions = list(walk(seats, seed))
    for state in [*random.Random(seed).sample(positions, 25), positions[-1]]:
        before = state.tobytes()
        for refusal in refused(state).values():
            assert refusal.rule in RULES
            assert refusal.reason
            assert "\n" not in str(refusal)
        assert state.tobytes() == before


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_applying_what_is_not_listed_raises_the_refusal_and_changes_nothing(seats: int) -> None:
    for state in random.Random(seats).sample(list(walk(seats, 11)), 4):
        before = state.tobytes()
        refusals = refused(state)
        for text in random.Random(seats).sample(sorted(refusals), 60):
            with pytest.raises(IllegalAction) as raised:
                GAME.apply(state, GAME.parse(state, text))
            assert str(raised.value) == str(refusals[text])
            assert str(raised.value) == f"{raised.value.rule}: {raised.value.reason}"
        for action in possible(state):
            after = GAME.apply(state, action)
            assert after.tobytes() != before
            assert GAME.check(after) == []
        assert state.tobytes() == before


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_listed_actions_are_accepted_all_through_a_game(seats: int) -> None:
    for state in walk(seats, 7):
        assert GAME.check(state) == []
        actor = GAME.to_act(state)
        assert (GAME.legal(state).size > 0) == (actor not in (CHANCE, OVER))
        assert (GAME.chance(state)[0].size > 0) == (actor == CHANCE)


def test_a_rich_player_in_the_last_weeks_meets_refusals_of_every_sort() -> None:
    position = Position().week(0, 1903, 45).week(1, 1903, 50).give(0, "book greece 3", "book crete 1", "assistant")
    position.give(0, "zeppelin", "shovel", "rumour egypt").used(0, "crete").show(
        "general 2 london", "permit london", None
    )
    state = position.exhibitions(a="small london").build()
    named = {refusal.rule for refusal in refused(state).values()}
    assert named >= {"T2.4", "T3.3", "T4.1", "T6.1", "T6.5", "T6.8", "T7.1", "T7.2", "T8.3"}
    assert "T8.4" not in named
