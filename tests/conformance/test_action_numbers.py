"""Numbers, texts and decoded actions of both games: what is none is refused, and numbers and objects agree."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import pytest

from digsite.core.errors import InvalidAction
from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.games.mykerinos.rules import decode as mykerinos
from digsite.games.thebes.rules import decode as thebes
from tests.mykerinos import position as mykerinos_positions
from tests.thebes import position as thebes_positions


class Encodable(Protocol):
    def encode(self) -> int: ...


@dataclass(frozen=True)
class Case:
    game: Game
    state: Bytes
    decode: Callable[[int], Encodable]
    text: str  # of a legal action


CASES = {
    "thebes": Case(thebes_positions.GAME, thebes_positions.Position().build(), thebes.decode, "take 1"),
    "mykerinos": Case(mykerinos_positions.GAME, mykerinos_positions.Position(2).build(), mykerinos.decode, "start a1"),
}
each_game = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


@each_game
def test_a_refused_text_is_quoted_in_one_short_line(case: Case) -> None:
    with pytest.raises(InvalidAction) as refused:
        case.game.parse(case.state, f"{case.text}\n" * 1000)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 200


@each_game
def test_numbers_outside_the_range_are_no_actions(case: Case) -> None:
    for number in (-1, -1000, case.game.actions, case.game.actions + 1, 2**31, 2**40):
        with pytest.raises(InvalidAction, match=f"numbered 0 to {case.game.actions - 1}"):
            case.game.text(case.state, number)
        with pytest.raises(InvalidAction):
            case.game.apply(case.state, number)


@each_game
@pytest.mark.parametrize("action", ["{text}", "0", 0.5, 2.0, None, [0]])
def test_what_is_no_whole_number_is_no_action(case: Case, action: Any) -> None:
    action = case.text if action == "{text}" else action
    with pytest.raises(InvalidAction):
        case.game.apply(case.state, action)
    with pytest.raises(InvalidAction):
        case.game.text(case.state, action)


@each_game
def test_every_decoded_action_has_its_number(case: Case) -> None:
    numbers = list(range(case.game.actions))
    assert [case.decode(number).encode() for number in numbers] == numbers


@each_game
def test_no_other_number_is_decoded(case: Case) -> None:
    for number in (-1, case.game.actions):
        with pytest.raises(InvalidAction):
            case.decode(number)
