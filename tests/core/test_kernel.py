"""Binding a game's functions: whatever is missing or cannot work is named at once, not by the compiler much later."""

from typing import Any

import numpy as np
import pytest

from digsite.core.errors import BadGame, DigsiteError
from digsite.core.jit import compiled
from digsite.core.kernel import bind
from digsite.core.kernel_names import GIVEN
from tests.conformance import nim


def nim_names() -> dict[str, Any]:
    """Everything that Nim gives."""
    names = {name: nim.KERNEL.names[name] for name in GIVEN}
    assert set(names) == {
        "STATE", "STATE_BYTES", "TABLES", "ACTIONS", "SEATS", "PARTS", "list_actions", "list_chance", "perform",
        "chance_ways", "chance_action", "score_parts", "tie_value", "find_faults",
    }  # fmt: skip
    return names


def refusal(names: dict[str, Any]) -> str:
    with pytest.raises(BadGame) as refused:
        bind("nim", names)
    assert isinstance(refused.value, DigsiteError)
    text = str(refused.value)
    assert "\n" not in text
    return text


def test_a_whole_game_is_bound() -> None:
    assert bind("nim", nim_names()).names["ACTIONS"] == nim.MOST


@pytest.mark.parametrize("name", sorted(GIVEN))
def test_what_a_game_forgets_is_named_and_described(name: str) -> None:
    names = nim_names()
    del names[name]
    text = refusal(names)
    assert text.startswith(f"the game 'nim' cannot be compiled: {name}")
    assert GIVEN[name] in text
    assert "missing" in text


def test_everything_that_is_missing_is_named_together() -> None:
    names = nim_names()
    for name in ("PARTS", "perform", "tie_value"):
        del names[name]
    text = refusal(names)
    assert all(name in text for name in ("PARTS", "perform(state, data, action)", "tie_value(state, player)"))
    assert "list_actions" not in text


def test_no_game_at_all_lacks_everything() -> None:
    assert all(name in refusal({}) for name in GIVEN)


def test_a_function_that_is_not_compiled_is_refused() -> None:
    def perform(state: Any, data: Any, action: int) -> None: ...

    assert "perform must be a function with @compiled" in refusal(nim_names() | {"perform": perform})


def test_a_function_with_other_arguments_is_refused() -> None:
    @compiled
    def perform(state: Any, action: int) -> None: ...

    assert "perform must take (state, data, action), not (state, action)" in refusal(nim_names() | {"perform": perform})


def test_a_record_without_actor_and_seats_is_refused() -> None:
    other = np.dtype([("seats", "i1"), ("actor", "u1")])
    text = refusal(nim_names() | {"STATE": other, "STATE_BYTES": 2})
    assert "STATE must begin with the fields actor (u1) and seats (i1)" in text


def test_a_wrong_size_is_refused() -> None:
    assert "STATE_BYTES is 3, but STATE has 4 bytes" in refusal(nim_names() | {"STATE_BYTES": 3})


def test_what_is_no_number_is_refused() -> None:
    assert "ACTIONS must be a whole number above 0, not '3'" in refusal(nim_names() | {"ACTIONS": "3"})
