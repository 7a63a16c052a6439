"""What was learned from games played: the correction is computed as said, and makes the evaluation truer."""

import numpy as np
import pytest
from tools import learn
from tools.learn import Positions, evaluate_both, fit, inputs

from digsite.bots import entrant
from digsite.bots.match import Luck, play
from digsite.bots.search_tree import Reals
from digsite.core.fields import Bytes
from digsite.core.jit import entry_point
from digsite.core.kernel import record_of
from digsite.games.thebes.evaluation import learned
from digsite.games.thebes.evaluation.learned import (
    HIDDEN,
    INPUTS,
    NUMBERS,
    PER_SITE,
    PROMISES,
    WEIGHTS,
    evaluate_learned,
)
from digsite.games.thebes.evaluation.static import evaluate
from digsite.games.thebes.rules.data import TABLES
from digsite.games.thebes.rules.state import PLAYERS, STATE
from tests.thebes.position import FACTS, GAME, Position


@entry_point
def both(position: Bytes, tables: Bytes, by_hand: Reals, learned: Reals) -> None:
    evaluate(record_of(position, STATE), record_of(tables, TABLES), by_hand)
    evaluate_learned(record_of(position, STATE), record_of(tables, TABLES), learned)


def evaluated(state: Bytes) -> tuple[Reals, Reals]:
    by_hand, learned = np.zeros(PLAYERS), np.zeros(PLAYERS)
    both(state, GAME.tables, by_hand, learned)
    return by_hand[: state[1]], learned[: state[1]]


def alone(state: Bytes) -> Positions:
    features, shared = np.zeros((PLAYERS, learned.FEATURES), np.float32), np.zeros(learned.SHARED, np.float32)
    promised, totals = np.zeros(PLAYERS), np.zeros(PLAYERS)
    spread = evaluate_both(state, GAME.tables, features, shared, promised, totals)
    seats = int(state[1])
    rows = (features[:seats], shared, promised[:seats], np.array(spread), np.zeros(seats), np.zeros(seats))
    return Positions(*(np.array([row], np.float32) for row in rows))


def positions(seats: int, games: int) -> list[tuple[Bytes, list[int]]]:
    """Positions of games between scholars before players decide, and what came of them."""
    scholar, found = entrant("scholar"), []
    for deal in range(games):
        match = play(GAME, [scholar] * seats, Luck(7, deal), deal)
        found += [(state, match.outcome.totals) for state in match.history.states if state[0] < PLAYERS]
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_correction_is_that_of_the_weights(seats: int) -> None:
    for state, _ in positions(seats, 2):
        by_hand, learned = evaluated(state)
        weights = WEIGHTS[seats - 2]
        hidden = np.maximum(inputs(alone(state))[0] @ weights[:INPUTS], 0)
        assert hidden.shape == (seats, HIDDEN)
        assert learned - by_hand == pytest.approx(hidden @ weights[INPUTS], abs=0.01)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_learned_evaluation_is_closer_to_how_games_end(seats: int) -> None:
    off = []
    for state, points in positions(seats, 40):
        off.append([np.subtract(evaluation, points) for evaluation in evaluated(state)])
    by_hand, learned = np.sqrt(np.square(off).mean((0, 2)))
    assert learned < by_hand


def test_what_is_seen_of_a_player() -> None:
    state = (
        Position()
        .week(0, 1902, 10)
        .week(1, 1902, 14)
        .give(0, "book egypt 2", "assistant", "car", "rumour crete")
        .found(0, "greece", 3, 4)
        .used(0, "egypt")
        .at(0, "rome")
        .build()
    )
    features, shared = alone(state).features[0, 0], alone(state).shared[0]
    numbers = features[PROMISES : PROMISES + NUMBERS]
    assert numbers[:5].tolist() == [95, 42, 12, 0, 0]  # of three years and the end space; of the second year
    assert numbers[5:16].tolist() == [0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0]  # one assistant, a car
    assert numbers[16:18].tolist() == [1, 4]  # seat 0 acts, four weeks before seat 1
    sites = dict(zip(FACTS.sites, features[PROMISES + NUMBERS :].reshape(5, PER_SITE), strict=True))
    assert sites["egypt"][[0, 1, 2, 3]].tolist() == [2, 0, 1, 0]  # two points of books, no permit
    assert sites["crete"][[0, 1, 2, 3]].tolist() == [0, 1, 0, 0]  # a rumour
    assert sites["greece"][[0, 1, 2, 3]].tolist() == [0, 0, 0, 2]  # two artifacts
    assert shared[:2].tolist() == [1, 9]  # nobody has one of the nine congress cards
    assert shared[-5:].tolist() == [1, 1, 1, 1, 1]  # all first-dig bonuses lie there


def test_fitting_finds_what_was_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Points that are three times one trait beyond what the hand-made evaluation promised."""
    monkeypatch.setattr(learn, "BATCH", 64)
    monkeypatch.setattr(learn, "WINS", 0.0)
    rng = np.random.default_rng(3)
    features = rng.uniform(0, 5, (20_000, 2, learned.FEATURES)).astype(np.float32)
    shared = np.ones((20_000, learned.SHARED), np.float32)
    promised = rng.uniform(0, 50, (20_000, 2)).astype(np.float32)
    spread = np.full(20_000, 10, np.float32)
    points = promised + 3 * features[:, :, 8]
    positions = Positions(features, shared, promised, spread, points, learn.shares(points))
    weights = fit(positions, rng)
    assert weights.shape == (INPUTS + 1, HIDDEN)
    correction = np.maximum(inputs(positions) @ weights[:INPUTS], 0) @ weights[INPUTS]
    assert np.abs(correction - 3 * features[:, :, 8]).mean() < 0.5


def test_the_layout_has_no_gap() -> None:
    assert PROMISES + NUMBERS + 5 * PER_SITE == learned.FEATURES
    assert WEIGHTS.shape == (PLAYERS - 1, INPUTS + 1, HIDDEN)
    assert WEIGHTS.dtype == np.float32
    assert np.isfinite(WEIGHTS).all()
    assert WEIGHTS.any(axis=(1, 2)).all()


def test_what_came_of_a_position_is_what_was_expected_later() -> None:
    def expected(points: float) -> tuple[Reals, Reals]:
        return np.array([points]), np.array([points / 20])

    def came(strayed: list[bool], patience: float) -> list[list[list[float]]]:
        decisions = learn.what_came([expected(0), expected(10), expected(20)], strayed, patience)
        return [[[float(number[0]) for number in place] for place in decision] for decision in decisions]

    assert came([False, False], 0.5) == [[[15, 0.75], [15, 0.75]], [[20, 1], [20, 1]]]
    assert came([True, False], 0.5) == [[[0, 0], [15, 0.75]], [[20, 1], [20, 1]]]
    assert came([True, True], 1) == [[[20, 1], [20, 1]], [[20, 1], [20, 1]]]
