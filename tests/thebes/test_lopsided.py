"""Players who do one thing only: decks run out, series grow, and no game hangs."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER
from digsite.core.registry import load
from digsite.core.rng import stream

GAME = load("thebes")
Policy = Callable[[dict[str, Any], list[str]], str]


def cheapest_card(view: dict[str, Any], texts: list[str]) -> str:
    cards = {f"take {i + 1}": card["weeks"] for i, card in enumerate(view["cards"]) if card}
    takes = [text for text in texts if text in cards]
    return min(takes, key=lambda text: cards[text]) if takes else texts[0]


def only_exchanges(_: dict[str, Any], texts: list[str]) -> str:
    return "exchange" if "exchange" in texts else texts[-1]


def never_stops(_: dict[str, Any], texts: list[str]) -> str:
    return texts[0]


def digs_if_it_can(view: dict[str, Any], texts: list[str]) -> str:
    digs = [text for text in texts if text.startswith("dig")]
    return digs[-1] if digs else cheapest_card(view, texts)


def play(seats: int, policies: list[Policy], seed: int = 1) -> list[Bytes]:
    rng, state = stream(seed), GAME.new(seats)
    seen = [state]
    for _ in range(5000):
        if GAME.to_act(state) == OVER:
            return seen
        if GAME.to_act(state) == CHANCE:
            state = GAME.settle(state, rng)
        else:
            texts = [GAME.text(state, action) for action in GAME.legal(state)]
            choice = policies[GAME.to_act(state) % len(policies)](GAME.view(state), texts)
            state = GAME.apply(state, GAME.parse(state, choice))
        assert GAME.check(state) == []
        seen.append(state)
    raise AssertionError("the game did not end")


@pytest.mark.rule("T4.5", "T4.6")
def test_takers_of_the_cheapest_card_empty_the_deck_and_the_display() -> None:
    views = [GAME.view(state) for state in play(2, [cheapest_card])]
    assert any(view["aside"] == 0 and view["deck"] for view in views)  # the third stack came in
    assert any(view["phase"] == "turn" and None in view["cards"] for view in views)  # nothing could be drawn
    assert sum(len(player["cards"]) for player in views[-1]["players"]) > 80  # of 85


@pytest.mark.rule("T4.5")
def test_exchanging_all_the_time_shuffles_the_discards_again_and_again() -> None:
    views = [GAME.view(state) for state in play(2, [only_exchanges])]
    sizes = [view["deck"] for view in views]
    assert sum(later > sooner for sooner, later in pairwise(sizes)) >= 2


@pytest.mark.rule("T5.2")
def test_a_series_of_exchanges_costs_one_week_more_each_time() -> None:
    """One player stops early in 1903; nobody is left to end the other's series."""

    def stops(_: dict[str, Any], texts: list[str]) -> str:
        return "stop" if "stop" in texts else texts[0]

    states = [state for state in play(2, [stops, only_exchanges]) if GAME.to_act(state) != CHANCE]
    views = [GAME.view(state) for state in states]
    series = [view["exchanges"]["count"] for view in views if view["exchanges"] and view["players"][0]["done"]]
    assert series == list(range(series[0], series[0] + len(series)))
    assert series[-1] > 3


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("policy", [cheapest_card, only_exchanges, never_stops, digs_if_it_can])
def test_no_lopsided_game_hangs(seats: int, policy: Policy) -> None:
    for seed in range(3):
        play(seats, [policy], seed)
    play(seats, [policy, never_stops])
