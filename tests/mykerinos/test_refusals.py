"""What is not listed is refused by the number of a rule, and a refusal leaves the position alone."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from digsite.core.errors import IllegalAction
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER
from digsite.games.mykerinos.actions import ACTIONS
from digsite.games.mykerinos.refusals import refuse
from tests.mykerinos.position import GAME, Position, play

PAGE = Path(__file__).parents[2] / "docs" / "rules" / "mykerinos.md"
RULES = set(re.findall(r"^- \*\*(M\d+\.\d+)\*\*", PAGE.read_text(encoding="utf-8"), re.MULTILINE))


def possible(state: Bytes) -> list[int]:
    ids = GAME.chance(state)[0] if GAME.to_act(state) == CHANCE else GAME.legal(state)
    return [int(action) for action in ids]


def walk(seats: int, seed: int) -> Iterator[Bytes]:
    """A game at random, but with passes rarer than chance would have them, so that deserts fill."""
    rng = random.Random(seed)
    state = GAME.new(seats)
    yield state
    while GAME.to_act(state) != OVER:
        actions = possible(state)
        rng.shuffle(actions)
        kinds = [GAME.text(state, action).split()[0] for action in actions]
        rare = {"pass"} if rng.random() < 0.97 else set()
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
    for state in [*random.Random(seed).sample(positions, 60), positions[-1]]:
        before = state.tobytes()
        for refusal in refused(state).values():
            assert refusal.rule in RULES
            assert refusal.reason
            assert "\n" not in str(refusal)
        assert state.tobytes() == before


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_applying_what_is_not_listed_raises_the_refusal_and_changes_nothing(seats: int) -> None:
    for state in random.Random(seats).sample(list(walk(seats, 11)), 8):
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


def test_a_turn_meets_refusals_of_every_sort() -> None:
    position = Position(2, 2).lay(0, 34, 0).dig(0, "a1").dig(1, "c1").pool(0, 2).own(0, "tangerine", "lemon", "violet")
    state = position.turn_over(0, "lemon").build()
    named = {refusal.rule for refusal in refused(state).values()}
    assert named == {"M2.3", "M3.1", "M3.2", "M3.3", "M3.5", "M3.8", "M3.10", "M4.1", "M7.3"}


def test_a_scoring_meets_refusals_of_every_sort() -> None:
    state = Position(2).dig(0, "a1 a2").dig(1, "b1").rooms(1, 3).score()
    named = {refusal.rule for refusal in refused(play(state, "tile 1")).values()}
    assert named == {"M3.1", "M4.3", "M4.4", "M5.1", "M5.2"}
