"""What a programmer may pass by mistake: it works, or is refused with a sentence; never misread."""

import pickle
import random
from typing import Any

import numpy as np
import pytest
from examples import cave

from digsite import Match
from digsite.bots import OWN, entrant
from digsite.bots.player import Budget, NobodyToAct
from digsite.core.batch import advance_all, choose_all
from digsite.core.compiled import CompiledGame, FactsLike
from digsite.core.errors import BadSeats, IllegalAction, InvalidAction, InvalidState
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER, Game
from digsite.core.generic_terminal_ui import GenericTerminalUI
from digsite.core.history import History
from digsite.core.kernel import Batch, Streams
from digsite.core.player_labels import label_players
from digsite.core.registry import game_names, load
from digsite.core.rng import stream
from digsite.core.verify import verify
from tests.conformance import nim

REGISTERED = [load(name) for name in ("thebes", "mykerinos")]
ALL: list[Game] = [*REGISTERED, cave.load(), nim.load()]
each_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)


def opening(game: Game, seed: int = 1) -> Bytes:
    return game.settle(game.new(game.seats[-1]), stream(seed))


def in_fortran_order(state: Bytes) -> Bytes:
    """The same bytes as a row of a matrix whose columns lie together."""
    row: Bytes = np.asfortranarray(np.array([state, state, state]))[1]
    assert row.strides != (1,)
    assert bytes(row) == bytes(state)
    return row


def read_only(state: Bytes) -> Bytes:
    return np.frombuffer(bytes(state), np.uint8)


def batch(game: Game, size: int = 5) -> tuple[Batch, Streams]:
    rngs = np.array([stream(1, number) for number in range(size)])
    return np.array([game.settle(game.new(game.seats[-1]), rng) for rng in rngs]), rngs


@each_game
@pytest.mark.parametrize("other", [in_fortran_order, read_only])
def test_strided_and_read_only_positions_mean_the_same(game: Game, other: Any) -> None:
    for state in (game.new(game.seats[-1]), opening(game)):
        same = other(state)
        assert game.legal(same).tolist() == game.legal(state).tolist()
        assert [part.tolist() for part in game.chance(same)] == [part.tolist() for part in game.chance(state)]
        assert game.score(same) == game.score(state)
        assert game.view(same) == game.view(state)
        assert game.check(same) == []
        assert game.source(same) == game.source(state)
        assert bytes(game.settle(same, stream(2))) == bytes(game.settle(state, stream(2)))
        assert game.picture(same) == game.picture(state)
    action = int(game.legal(state)[0])
    assert bytes(game.apply(same, action)) == bytes(game.apply(state, action))
    for bot in OWN:
        one, two = entrant(bot).player(game, game.to_act(state), 1), entrant(bot).player(game, game.to_act(state), 1)
        assert one.choose(same, Budget(simulations=20)) == two.choose(state, Budget(simulations=20))


@each_game
def test_read_only_positions_compile_nothing_anew(game: Game) -> None:
    state = opening(game)
    game.legal(state), game.apply(state, int(game.legal(state)[0])), game.score(state), game.check(state)
    legal: Any = game.kernel.legal
    before = len(legal.signatures)
    game.legal(read_only(state)), game.legal(in_fortran_order(state))
    assert len(legal.signatures) == before


@each_game
def test_compiled_functions_refuse_what_they_would_misread(game: Game) -> None:
    from numba.core.errors import TypingError

    state = opening(game)
    with pytest.raises(TypingError, match="contiguous"):
        game.kernel.legal(in_fortran_order(state), game.tables, np.empty(game.actions, np.int32))


@each_game
def test_what_is_no_vector_of_bytes_is_refused(game: Game) -> None:
    state = opening(game)
    column = np.repeat(state[:, None], 3, axis=1)  # a matrix of as many rows as a position has bytes
    wrong: list[Any] = [
        state.astype(np.int64), state.view(np.int8), state[:-1], np.array([state]), column, column[:, :1],
        np.asfortranarray(column), np.array(7, np.uint8), bytes(state), state.tolist(), memoryview(bytes(state)), None,
    ]  # fmt: skip
    for other in wrong:
        assert game.check(other) == [f"a position of {game.name} is {game.state_bytes} bytes"]
        for method in (game.legal, game.score, game.chance, game.view, game.as_state, game.outcome, game.source):
            with pytest.raises(InvalidState):
                method(other)
        with pytest.raises(InvalidState):
            game.picture(other)
        with pytest.raises(InvalidState):
            game.apply(other, 0)
        with pytest.raises(InvalidState):
            game.settle(other, stream(1))


@each_game
def test_whose_turn_it_is_is_never_read_from_a_matrix(game: Game) -> None:
    wrong: list[Any] = [np.array([opening(game)] * 3), None]
    for other in wrong:
        with pytest.raises(InvalidState):
            game.to_act(other)


@each_game
def test_saved_bytes_are_refused_with_what_reads_them(game: Game) -> None:
    state = opening(game)
    saved: Any = bytes(state)
    with pytest.raises(InvalidState, match=r"game\.load"):
        game.legal(saved)
    assert bytes(game.load(bytes(state))) == bytes(state)


@each_game
def test_numbers_of_numpy_are_numbers(game: Game) -> None:
    seats = game.seats[-1]
    assert bytes(game.new(np.int64(seats))) == bytes(game.new(seats))
    state = opening(game)
    action = game.legal(state)[0]
    assert bytes(game.apply(state, np.int64(action))) == bytes(game.apply(state, int(action)))
    assert game.text(state, action) == game.text(state, int(action))
    wrong: list[Any] = [2.0, "2", None, np.float64(2)]
    for other in wrong:
        with pytest.raises(BadSeats):
            game.new(other)


@each_game
def test_a_generator_of_numpy_draws(game: Game) -> None:
    drawn = game.settle(game.new(game.seats[-1]), np.random.default_rng(5))
    assert game.to_act(drawn) < CHANCE
    assert bytes(game.settle(game.new(game.seats[-1]), np.random.default_rng(5))) == bytes(drawn)


def test_another_generator_is_refused_with_a_sentence() -> None:
    game: Any = load("thebes")
    for other in (random.Random(1), 7, None):
        with pytest.raises(TypeError, match=r"numpy\.random\.default_rng"):
            game.settle(game.new(2), other)


@each_game
def test_a_batch_refuses_what_is_not_legal_and_stays_as_it_was(game: Game) -> None:
    for threads in (1, 2):
        positions, rngs = batch(game)
        before, before_rngs = positions.tobytes(), rngs.tobytes()
        chosen = choose_all(game, positions, rngs.copy())
        for wrong in (game.actions, 5000, 2**31 - 1):
            chosen[3] = wrong
            with pytest.raises(InvalidAction, match=r"^game 3 of the batch: "):
                advance_all(game, positions, rngs, chosen, threads)
        illegal = sorted({*range(game.actions)} - {*game.legal(positions[3]).tolist()})
        if illegal:
            chosen[3] = illegal[-1]
            with pytest.raises(IllegalAction, match="game 3 of the batch: "):
                advance_all(game, positions, rngs, chosen, threads)
        assert (positions.tobytes(), rngs.tobytes()) == (before, before_rngs)


@each_game
def test_a_checked_batch_goes_as_an_unchecked_one(game: Game) -> None:
    one, other = batch(game), batch(game)
    for _ in range(30):
        chosen = choose_all(game, *one)
        assert chosen.tolist() == choose_all(game, *other).tolist()
        advance_all(game, *one, chosen.astype(np.int64))
        advance_all(game, *other, chosen, checked=False)
        assert one[0].tobytes() == other[0].tobytes()


@each_game
@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint16, np.uint32, np.uint64, list])
def test_a_batch_takes_whole_numbers_of_any_kind(game: Game, kind: Any) -> None:
    one, other = batch(game), batch(game)
    lowest = np.array([game.legal(row)[0] for row in one[0]], np.int32)
    assert lowest.max() < 128
    advance_all(game, *one, lowest)
    advance_all(game, *other, lowest.tolist() if kind is list else lowest.astype(kind))
    assert one[0].tobytes() == other[0].tobytes()
    if kind is np.uint64:  # no number is taken for another
        for largest in (2**64 - 1, 2**32, 2**63):
            with pytest.raises(InvalidAction, match=r"^game 0 of the batch: "):
                advance_all(game, *other, np.full(len(lowest), largest, np.uint64))


@each_game
@pytest.mark.parametrize("threads", [0, -1])
def test_a_batch_needs_a_thread(game: Game, threads: int) -> None:
    positions, rngs = batch(game)
    with pytest.raises(ValueError, match="threads"):
        choose_all(game, positions, rngs, threads)
    with pytest.raises(ValueError, match="threads"):
        advance_all(game, positions, rngs, choose_all(game, positions, rngs), threads)


@each_game
def test_a_batch_that_would_be_misread_is_refused(game: Game) -> None:
    positions, rngs = batch(game)
    chosen = choose_all(game, positions, rngs)
    matrices: list[Any] = [
        np.asfortranarray(positions), positions[:, :-1], positions.astype(np.int16), positions[::2], list(positions),
    ]  # fmt: skip
    for wrong in matrices:
        with pytest.raises(InvalidState):
            advance_all(game, wrong, rngs[: len(wrong)], chosen[: len(wrong)])
        with pytest.raises(InvalidState):
            choose_all(game, wrong, rngs[: len(wrong)])
    streams: list[Any] = [rngs[:2], list(rngs)]
    for wrong_rngs in streams:
        with pytest.raises(InvalidState):
            advance_all(game, positions, wrong_rngs, chosen)
    wrong_actions: list[Any] = [chosen[:2], chosen.astype(float), chosen > 0, list("abcde"), None, 7, [2**70] * 5]
    for wrong_chosen in wrong_actions:
        with pytest.raises(InvalidAction):
            advance_all(game, positions, rngs, wrong_chosen)


@pytest.mark.parametrize("game", REGISTERED, ids=lambda game: game.name)
def test_a_game_is_pickled_by_name_and_data(game: CompiledGame[FactsLike]) -> None:
    assert pickle.loads(pickle.dumps(game)) is game
    changed = {**game._data, "note": "another edition"}
    other = game.with_data(changed)
    again = pickle.loads(pickle.dumps(other))
    assert again.data_digest == other.data_digest is not None
    assert again.data == changed


def test_a_game_with_options_is_pickled_with_them() -> None:
    game = load("thebes").with_options({"permit-renewal": "end-of-turn"})
    assert pickle.loads(pickle.dumps(game)).options == game.options


@each_game
def test_a_bot_asked_where_nobody_acts_says_so(game: Game) -> None:
    over = game.new(game.seats[-1])
    while game.to_act(over) != OVER:
        over = game.settle(
            game.apply(over, int(game.legal(over)[-1])) if game.to_act(over) < CHANCE else over, stream(1)
        )
    for state in [state for state in (game.new(game.seats[-1]), over) if game.to_act(state) >= CHANCE]:
        for bot in OWN:
            with pytest.raises(NobodyToAct, match="no player is to act"):
                entrant(bot).player(game, 0, 1).choose(state, Budget(simulations=2))


def test_a_game_in_which_nothing_is_drawn_is_played_everywhere() -> None:
    game = nim.load()
    match = Match(game, 2, seed=1)
    assert (match.ply, match.to_act) == (0, 0)
    while not match.is_over:
        match.push(match.legal[-1])
    assert match.texts == ["take 3"] * 7  # N1: 21 matches
    assert match.winners == [0]  # N2: the first player takes the last three
    history = History.of_record(game, match.record())
    assert [decision.seat for decision in history.decisions()] == [0, 1, 0, 1, 0, 1, 0]
    assert verify(game, match.record()) is None
    ui, labels = GenericTerminalUI(game), label_players(["human", "human"])
    first = history.decisions()[0]
    assert ui.tell(history.states_at(first), history.actions_at(first), labels)[0].plain.endswith("take 3.")
    totals, winners = np.zeros((50, 2), np.int32), np.zeros(50, np.int32)
    counts, log = np.zeros(50, np.int32), np.zeros(0, np.int32)
    game.kernel.simulate(game.new(2), game.tables, np.uint64(1), 0, totals, winners, counts, log)
    assert {(tuple(total), winner) for total, winner in zip(totals.tolist(), winners.tolist(), strict=True)} == {
        ((-1, -2), 1),
        ((-2, -1), 2),
    }


def test_a_master_wins_nim() -> None:
    """Whoever leaves a multiple of four matches wins: from 6 one takes 2."""
    match = Match(nim.load(), 2, seed=1)
    for _ in range(5):
        match.push("take 3")
    assert match.ask("master:2000sims") == "take 2"


@pytest.mark.parametrize("game", REGISTERED, ids=lambda game: game.name)
def test_a_picture_is_short_as_text_and_fits_its_cell(game: Game) -> None:
    picture = game.picture(opening(game))
    assert len(repr(picture)) < 80
    assert repr(picture).startswith("<Picture, ")
    assert "max-width: 100%" in picture._repr_svg_()
    assert "max-width" not in picture.svg
    small = game.picture(opening(game), width=480)
    assert 'width="480"' in small.svg[:400]


def test_every_registered_game_is_held_to_this() -> None:
    assert set(game_names()) <= {game.name for game in ALL}
