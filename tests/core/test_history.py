"""The history of a game: playing, going back, decisions, and what is wrong with a list of actions."""

from collections.abc import Callable

import pytest

from digsite.core.errors import BadRecord, BadSeats, IllegalAction, InvalidAction, UntrueRecord
from digsite.core.game import CHANCE, OVER, Game
from digsite.core.history import Decision, History
from digsite.core.record import Record
from digsite.core.registry import load


@pytest.fixture
def game() -> Game:
    return load("thebes")


def first_draw(history: History) -> int:
    """The first possibility of chance that there is."""
    return int(history.game.chance(history.state)[0][0])


def counting(name: str, counted: Callable[..., object], calls: list[str]) -> Callable[..., object]:
    """A function that notes its name at each call."""

    def call(*given: object) -> object:
        calls.append(name)
        return counted(*given)

    return call


def begun(game: Game, decisions: int = 0, seats: int = 2) -> History:
    """A history of some decisions, each the first one that is legal."""
    history = History.start(game, seats)
    history.settle(first_draw)
    for _ in range(decisions):
        history.play(int(game.legal(history.state)[0]))
        history.settle(first_draw)
    return history


def test_a_history_goes_on_with_what_another_played(game: Game) -> None:
    whole, first = begun(game, 5), begun(game, 2)
    later = History(game, [first.state])
    for action in whole.actions[first.ply :]:
        later.play(action)
    assert later.texts == whole.texts_since(first.ply)
    first.extend(later)
    assert first.texts == whole.texts
    assert [bytes(state) for state in first.states] == [bytes(state) for state in whole.states]


def test_a_history_starts_before_anything_is_drawn(game: Game) -> None:
    history = History.start(game, 3)
    assert (history.ply, history.seats, history.to_act, history.texts) == (0, 3, CHANCE, [])
    assert bytes(history.state) == bytes(game.new(3))
    assert not history.is_over
    assert history.decisions() == []


def test_a_game_of_too_many_does_not_start(game: Game) -> None:
    with pytest.raises(BadSeats):
        History.start(game, 9)


def test_actions_lead_from_each_position_to_the_next(game: Game) -> None:
    history = begun(game, 5)
    assert len(history.states) == history.ply + 1
    for before, action, after in zip(history.states, history.actions, history.states[1:], strict=False):
        assert bytes(game.apply(before, action)) == bytes(after)


def test_a_text_is_parsed_and_applied_once(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    history, calls = begun(game), list[str]()
    text = game.text(history.state, int(game.legal(history.state)[0]))
    for name, counted in (("parse", game.parse), ("apply", game.apply)):
        monkeypatch.setattr(game, name, counting(name, counted, calls))
    after = history.play_text(text)
    assert calls == ["parse", "apply"]
    assert after is history.state
    assert history.texts[-1] == text


def test_what_is_not_allowed_changes_nothing(game: Game) -> None:
    history = begun(game)
    before, ply = bytes(history.state), history.ply
    with pytest.raises(InvalidAction):
        history.play_text("dance")
    with pytest.raises(IllegalAction):
        history.play_text("marker 0")
    assert (bytes(history.state), history.ply) == (before, ply)


def test_going_back_and_forth_again_gives_the_same_game(game: Game) -> None:
    history = begun(game, 6)
    texts, end = history.texts, bytes(history.state)
    for ply in (history.ply - 1, 5, 0):
        at = bytes(history.states[ply])
        history.undo_to(ply)
        assert (history.ply, bytes(history.state)) == (ply, at)
    history.play_texts(texts)
    assert bytes(history.state) == end


@pytest.mark.parametrize("ply", [-1, 1000])
def test_there_is_no_way_back_to_where_the_game_never_was(game: Game, ply: int) -> None:
    history = begun(game, 2)
    count = history.ply
    with pytest.raises(IndexError, match=f"no ply {ply} in a history of {count} actions"):
        history.undo_to(ply)
    assert history.ply == count


def test_decisions_cover_the_whole_game(game: Game) -> None:
    history = begun(game, 8)
    decisions = history.decisions()
    assert decisions[0].seat is None
    assert [one.end for one in decisions[:-1]] == [one.begin for one in decisions[1:]]
    assert (decisions[0].begin, decisions[-1].end) == (0, history.ply)
    assert len(decisions) == 9
    for decision in decisions[1:]:
        before, *drawn, _last = history.states_at(decision)
        assert game.to_act(before) == decision.seat
        assert all(game.to_act(state) == CHANCE for state in drawn)
        assert len(history.states_at(decision)) == len(history.actions_at(decision)) + 1


def test_decisions_since_a_ply_are_the_last_ones(game: Game) -> None:
    history = begun(game, 8)
    decisions = history.decisions()
    assert history.decisions(decisions[5].begin) == decisions[5:]
    assert history.decisions(1)[0] == Decision(None, 1, decisions[0].end)
    assert history.decisions(history.ply) == []


def test_a_game_without_opening_chance_begins_with_a_decision(game: Game) -> None:
    whole = begun(game)
    history = History(game, [whole.state])
    assert history.decisions() == []
    history.play(int(game.legal(history.state)[0]))
    assert history.decisions()[0].seat == whole.to_act


def test_a_copy_goes_its_own_way(game: Game) -> None:
    history = begun(game, 3)
    other = history.copy()
    other.undo_to(0)
    assert history.ply > 0
    assert history.game is other.game


def test_a_record_is_replayed_and_made_again(game: Game) -> None:
    history = begun(game, 4)
    record = history.record(names=["Ada", "Bo"])
    again = History.of_record(game, record)
    assert bytes(again.state) == bytes(history.state)
    assert again.record(names=["Ada", "Bo"]) == record
    assert record.scores is None


def test_the_record_of_a_game_that_is_over_has_its_result(game: Game) -> None:
    history = begun(game)
    while not history.is_over:
        history.play(int(game.legal(history.state)[0]))
        history.settle(first_draw)
    record, outcome = history.record(), game.outcome(history.state)
    assert history.to_act == OVER
    assert (record.scores, record.winners) == (outcome.totals, sorted(outcome.winners))


def test_a_wrong_text_is_named_by_its_place(game: Game) -> None:
    texts = begun(game, 2).texts
    with pytest.raises(UntrueRecord, match=r"^actions\[3\]: 'dance': "):
        History.of_texts(game, 2, [*texts[:3], "dance", *texts[3:]])
    history = begun(game)
    with pytest.raises(UntrueRecord, match=rf"^actions\[{history.ply}\]: 'marker 0': T"):
        history.play_texts(["marker 0"])


def test_a_record_of_other_rules_is_not_replayed(game: Game) -> None:
    with pytest.raises(BadRecord, match="rules"):
        History.of_record(game, Record("thebes", game.version + 1, 2, []))
