"""What every game promises, for every number of players: walked through random games to their ends."""

import json
from math import gcd
from typing import Any

import numpy as np
import pytest
from examples import cave

from digsite.core.errors import BadSeats, IllegalAction, InvalidAction, InvalidState
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER, Game
from digsite.core.history import History
from digsite.core.record import finished, from_dict
from digsite.core.registry import game_names, load
from digsite.core.rng import stream
from digsite.core.verify import verify

ALL: list[Game] = [*map(load, game_names()), cave.load()]
each_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
each_table = pytest.mark.parametrize(
    ("game", "seats"), [pytest.param(game, seats, id=f"{game.name}-{seats}") for game in ALL for seats in game.seats]
)


def draw(rng: np.random.Generator, game: Game, state: Bytes) -> int:
    """A random action for whoever is to act, chance by its weights."""
    if game.to_act(state) == CHANCE:
        ids, weights = game.chance(state)
        return int(rng.choice(ids, p=weights / weights.sum()))
    return int(rng.choice(game.legal(state)))


def walk(game: Game, seats: int, seed: int) -> list[tuple[Bytes, int]]:
    """Every position of a random game with the action chosen there; the last with -1."""
    rng = np.random.default_rng(seed)
    state, seen = game.new(seats), []
    while game.to_act(state) != OVER:
        action = draw(rng, game, state)
        seen.append((state, action))
        state = game.apply(state, action)
    return [*seen, (state, -1)]


@each_table
def test_a_random_game_ends_and_stays_sound(game: Game, seats: int) -> None:
    for seed in range(5):
        for state, _ in walk(game, seats, seed):
            assert game.check(state) == []


@each_table
def test_exactly_one_of_player_and_chance_has_something_to_do(game: Game, seats: int) -> None:
    for state, _ in walk(game, seats, 10):
        actor, legal, (drawn, weights) = game.to_act(state), game.legal(state), game.chance(state)
        assert (len(legal) > 0) == (actor in range(seats))
        assert (len(drawn) > 0) == (actor == CHANCE)
        assert len(drawn) == len(weights)


@each_table
def test_actions_are_listed_in_ascending_order_without_repetition(game: Game, seats: int) -> None:
    for state, _ in walk(game, seats, 11):
        for ids in (game.legal(state), game.chance(state)[0]):
            assert (np.diff(ids) > 0).all()


@each_table
def test_weights_are_positive_and_without_a_common_divisor(game: Game, seats: int) -> None:
    for state, _ in walk(game, seats, 12):
        if game.to_act(state) == CHANCE:
            weights = game.chance(state)[1].tolist()
            assert min(weights) > 0
            assert gcd(*weights) == 1


@each_table
def test_players_and_chance_have_numbers_of_their_own(game: Game, seats: int) -> None:
    players: set[int] = set()
    chance: set[int] = set()
    for seed in range(20, 24):
        for state, _ in walk(game, seats, seed):
            players.update(game.legal(state).tolist())
            chance.update(game.chance(state)[0].tolist())
    assert not players & chance


@each_table
def test_every_action_met_has_one_text_that_reads_back(game: Game, seats: int) -> None:
    for state, _ in walk(game, seats, 13):
        ids = [*game.legal(state).tolist(), *game.chance(state)[0].tolist()]
        texts = [game.text(state, action) for action in ids]
        assert len(set(texts)) == len(ids)
        assert [game.parse(state, text) for text in texts] == ids


@each_table
def test_nothing_changes_a_position_but_making_a_new_one(game: Game, seats: int) -> None:
    seen = walk(game, seats, 14)
    before = [bytes(state) for state, _ in seen]
    for state, action in seen:
        if action >= 0:
            game.apply(state, action)
        game.settle(state, stream(1))
        game.view(state), game.score(state), game.outcome(state), game.check(state), game.legal(state)
    assert [bytes(state) for state, _ in seen] == before


@each_table
def test_a_saved_position_goes_on_in_the_same_way(game: Game, seats: int) -> None:
    seen = walk(game, seats, 15)
    middle = len(seen) // 2
    state = game.load(bytes(seen[middle][0]))
    for _, action in seen[middle:-1]:
        state = game.apply(state, action)
    assert bytes(state) == bytes(seen[-1][0])


@each_table
def test_a_record_replays_to_the_same_bytes(game: Game, seats: int) -> None:
    seen = walk(game, seats, 16)
    record = finished(game, seen[-1][0], [game.text(state, action) for state, action in seen[:-1]])
    again = [bytes(state) for state in History.of_record(game, from_dict(json.loads(record.dumps()))).states]
    assert again == [bytes(state) for state, _ in seen]
    assert verify(game, record) is None


@each_table
def test_views_are_json_and_scores_add_up(game: Game, seats: int) -> None:
    for state, _ in walk(game, seats, 17):
        text = json.dumps(game.view(state))
        assert json.loads(text) == game.view(state)
        assert [score["total"] for score in game.score(state)] == game.outcome(state).totals


@each_table
def test_the_best_total_wins(game: Game, seats: int) -> None:
    for seed in range(30, 40):
        outcome = game.outcome(walk(game, seats, seed)[-1][0])
        assert all(outcome.totals[seat] == max(outcome.totals) for seat in outcome.winners)
        assert sorted(seat for group in outcome.ranking for seat in group) == list(range(seats))


@each_table
def test_what_is_not_listed_is_refused(game: Game, seats: int) -> None:
    rng = np.random.default_rng(18)
    for state, _ in walk(game, seats, 18):
        allowed = {*game.legal(state).tolist(), *game.chance(state)[0].tolist()}
        before = bytes(state)
        for action in rng.integers(0, game.actions, 20).tolist():
            if action not in allowed:
                with pytest.raises(IllegalAction) as refusal:
                    game.apply(state, action)
                assert str(refusal.value).startswith(f"{refusal.value.rule}: ")
        assert bytes(state) == before


@each_game
def test_what_is_no_action_at_all_is_told_apart(game: Game) -> None:
    state = game.new(game.seats[0])
    nonsense: list[Any] = [-1, game.actions, 2**63, 2**70, 1.5, "take 1", None]
    for action in nonsense:
        with pytest.raises(InvalidAction):
            game.apply(state, action)
    for text in ("", " ", "nonsense", "take\x00", "TAKE 1", "é"):
        with pytest.raises(InvalidAction):
            game.parse(state, text)


@each_game
def test_impossible_numbers_of_players_are_refused(game: Game) -> None:
    for seats in (-1, 0, game.seats[0] - 1, game.seats[-1] + 1, 10**9):
        with pytest.raises(BadSeats):
            game.new(seats)


@each_game
def test_bytes_that_are_no_position_are_refused(game: Game) -> None:
    rng = np.random.default_rng(19)
    with pytest.raises(InvalidState):
        game.load(b"")
    with pytest.raises(InvalidState):
        game.load(bytes(game.state_bytes + 1))
    for _ in range(2000):
        with pytest.raises(InvalidState):
            game.load(rng.bytes(game.state_bytes))
    with pytest.raises(InvalidState):
        game.legal(np.zeros(3, np.uint8))


@each_table
def test_a_flipped_bit_is_noticed_or_leaves_a_playable_position(game: Game, seats: int) -> None:
    """Whatever `check` lets pass can be played to the end."""
    rng = np.random.default_rng(20)
    seen = [state for state, _ in walk(game, seats, 21)]
    for _ in range(500):
        state = seen[rng.integers(len(seen))].copy()
        state[rng.integers(len(state))] ^= 1 << int(rng.integers(8))
        if game.check(state) == []:
            walked, fault, _ = game.kernel.check_walk(state, game.tables, np.uint64(1), 0, 1)
            assert fault == 0
            assert walked or game.to_act(state) == OVER


@each_table
def test_settling_draws_until_a_player_acts(game: Game, seats: int) -> None:
    settled = game.settle(game.new(seats), stream(7))
    assert game.to_act(settled) in range(seats)
    assert bytes(game.settle(game.new(seats), stream(7))) == bytes(settled)
    assert bytes(game.settle(settled, stream(8))) == bytes(settled)


@each_table
def test_a_walk_in_compiled_code_stays_sound(game: Game, seats: int) -> None:
    walked, fault, _ = game.kernel.check_walk(game.new(seats), game.tables, np.uint64(5), 0, 300)
    assert fault == 0
    assert walked > 300


@pytest.mark.long
@each_table
def test_ten_million_actions_stay_sound(game: Game, seats: int) -> None:
    """Three and a half million for each number of players, faults looked for after every one."""
    walked = first = 0
    while walked < 3_500_000:
        more, fault, number = game.kernel.check_walk(game.new(seats), game.tables, np.uint64(2024), first, 1000)
        assert fault == 0, (number, fault)
        walked, first = walked + more, first + 1000
