"""A match in Python: playing, taking back, drawing the same again, records, odds, text and picture."""

import copy
import dataclasses
import inspect
import json
import pickle
import pydoc
import re
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import digsite
from digsite.core.errors import BadOptions, BadRecord, BadSeats, DigsiteError, IllegalAction, InvalidAction, UnknownGame
from digsite.core.game import CHANCE
from digsite.core.record import End, read
from digsite.match import MatchOver

RECORDS = Path(__file__).parent / "records"
GAMES = ("thebes", "mykerinos")


def played(name: str, seats: int = 2, seed: int = 1, decisions: int = 10**6) -> digsite.Match:
    """A match in which everybody plays the first action there is."""
    match = digsite.play(name, seats=seats, seed=seed)
    while not match.is_over and decisions:
        match.push(match.legal[0])
        decisions -= 1
    return match


@pytest.mark.parametrize("name", GAMES)
def test_a_match_begins_at_the_first_decision(name: str) -> None:
    match = digsite.play(name, seats=3, seed=1)
    assert match.to_act in range(3)
    assert (match.seats, match.seed, match.is_over, match.winners) == (3, 1, False, [])
    assert match.legal == [match.game.text(match.state, action) for action in match.game.legal(match.state)]
    assert len(match.texts) == match.ply


def test_without_seats_as_few_play_as_can_and_a_seed_is_drawn() -> None:
    match = digsite.play("thebes")
    assert match.seats == 2
    assert digsite.play("thebes", seed=match.seed).texts == match.texts


@pytest.mark.parametrize("name", GAMES)
def test_a_push_plays_and_draws_until_a_player_decides(name: str) -> None:
    match = played(name, decisions=20)
    for move in match:
        assert match.game.to_act(match.history.states[move.ply]) == move.seat
        assert match.texts[move.ply : move.ply + 1 + len(move.draws)] == [move.text, *move.draws]
    assert match.game.to_act(match.state) != CHANCE
    assert len(list(match)) == 20


def test_pushing_the_same_again_brings_the_same_draws() -> None:
    match = digsite.play("thebes", seats=2, seed=5)
    before, texts = bytes(match.state), match.texts
    move = match.push("take 1")
    assert move.draws  # the place of the card taken is filled
    after = bytes(match.state)
    assert match.pop() == move
    assert (bytes(match.state), match.texts) == (before, texts)
    match.push("take 2")
    match.pop()
    assert match.push("take 1") == move
    assert bytes(match.state) == after


def test_other_seeds_draw_otherwise() -> None:
    assert len({tuple(digsite.play("thebes", seed=seed).texts) for seed in range(5)}) > 1


def test_popping_everything_leads_back_to_the_first_decision() -> None:
    match = played("mykerinos", decisions=12)
    for _ in range(12):
        match.pop()
    assert match.texts == digsite.play("mykerinos", seed=1).texts
    with pytest.raises(IndexError, match="nothing to take back"):
        match.pop()


def test_a_push_takes_numbers_of_numpy_too() -> None:
    match = digsite.play("thebes", seats=2, seed=1)
    action = match.game.legal(match.state)[0]
    assert isinstance(action, np.int32)
    assert match.push(action).text == match.game.text(match.state, int(action))


def test_a_wrong_push_says_why_and_changes_nothing() -> None:
    match = digsite.play("thebes", seats=2, seed=1)
    texts = match.texts
    with pytest.raises(InvalidAction):
        match.push("dance")
    with pytest.raises(IllegalAction, match=r"^T"):
        match.push("marker 0")
    wrong: list[Any] = [None, 1.5, b"take 1", -1, 10**6]
    for action in wrong:
        with pytest.raises(InvalidAction):
            match.push(action)
    assert match.texts == texts


@pytest.mark.parametrize("name", GAMES)
def test_at_the_end_there_are_scores_and_winners(name: str) -> None:
    match = played(name, seats=3)
    outcome = match.game.outcome(match.state)
    assert (match.scores, match.winners) == (outcome.totals, sorted(outcome.winners))
    assert (match.to_act, match.legal) == (None, [])
    assert "over" in repr(match)
    with pytest.raises(MatchOver):
        match.push(0)
    with pytest.raises(MatchOver):
        match.ask("random")
    match.pop()
    assert not match.is_over


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*.json")), ids=lambda file: file.stem)
def test_a_record_becomes_a_match_and_the_same_record_again(file: Path) -> None:
    match = digsite.Match.from_record(str(file))
    assert match.record() == read(file)
    assert match.is_over == (match.record().scores is not None)
    opening = next(iter(match)).ply
    moves = [text for move in match for text in (move.text, *move.draws)]
    assert match.texts[:opening] + moves == read(file).actions


def test_a_match_can_be_seen_at_every_move() -> None:
    match = digsite.Match.from_record(RECORDS / "thebes-3.json")
    for move in list(match)[::20]:
        before = match.at(move.ply)
        assert before.to_act == move.seat
        assert move.text in before.legal
        assert bytes(before.state) == bytes(match.history.states[move.ply])
    assert match.at(match.ply).is_over
    with pytest.raises(IndexError):
        match.at(match.ply + 1)


def test_a_record_is_played_on(tmp_path: Path) -> None:
    match = played("thebes", decisions=5)
    match.save(str(tmp_path / "game.json"))
    again = digsite.Match.from_record(tmp_path / "game.json", seed=match.seed)
    assert again.record() == match.record()
    again.push(again.legal[0])
    match.push(match.legal[0])
    assert again.texts == match.texts
    assert digsite.Record.read(str(tmp_path / "game.json")).actions == match.at(match.pop().ply).texts


def test_a_game_that_somebody_left_is_over() -> None:
    match = played("thebes", decisions=5)
    scores = match.scores
    record = match.record()
    ended = digsite.Match.from_record(
        digsite.Record(record.game, record.rules, 2, record.actions, scores=scores, winners=[1], end=End("resigned", 0))
    )
    assert ended.is_over
    assert ended.winners == [1]
    assert ended.record().end == End("resigned", 0)
    ended.pop()
    assert not ended.is_over
    assert ended.record().end is None


@pytest.mark.parametrize("how", [digsite.Match.copy, copy.copy, copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))])
def test_a_copy_goes_its_own_way(how: Any) -> None:
    match = played("thebes", decisions=3)
    texts = match.texts
    other = how(match)
    assert other.game is match.game
    assert other.record() == match.record()
    other.pop()
    assert match.texts == texts
    assert other.texts != texts
    other.push(other.legal[0])
    assert other.texts == texts  # the same seed draws the same


def test_changing_the_bytes_of_a_position_leaves_the_match_alone() -> None:
    match = digsite.play("thebes", seats=2, seed=1)
    before = bytes(match.state)
    match.state[:] = 0
    assert bytes(match.state) == before


def test_a_bot_is_asked() -> None:
    match = digsite.play("thebes", seats=2, seed=1)
    assert match.ask("master:20sims") in match.legal
    assert match.ask(digsite.bot("novice")) in match.legal
    assert match.ask("master:20sims") == match.ask("master:20sims")


def test_odds_of_a_dig() -> None:
    """T6.10: tokens are drawn from the bag without putting any back, every set of them equally likely."""
    match = digsite.Match.from_record(RECORDS / "thebes-3.json").at(236)
    dig = next(text for text in match.legal if text.startswith("dig"))
    odds = match.odds(dig)
    bag, sand, tokens = odds["bag"], odds["sand"], odds["tokens"]
    assert isinstance(bag, int)
    assert isinstance(sand, int)
    assert isinstance(tokens, int)
    nothing = Fraction(comb(sand, tokens), comb(bag, tokens))
    assert odds["nothing"] == {"ways": nothing.numerator, "of": nothing.denominator, "chance": float(nothing)}
    assert json.dumps(match.odds())
    with pytest.raises(DigsiteError, match="no odds of 'dance'"):
        match.odds("dance")


def test_a_game_without_odds_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    match = digsite.play("thebes", seed=1)
    monkeypatch.setattr(match.game, "name", "cave")
    with pytest.raises(DigsiteError, match="cave"):
        match.odds()


@pytest.mark.parametrize("name", GAMES)
def test_a_match_prints_its_board_without_colours(name: str) -> None:
    text = str(digsite.play(name, seats=2, seed=1, names=["Ada", "Bo"]))
    assert "Ada" in text
    assert "\x1b" not in text
    assert len(text.splitlines()) > 5


@pytest.mark.parametrize("name", GAMES)
def test_a_match_shows_its_picture_in_a_notebook(name: str) -> None:
    match = digsite.play(name, seats=2, seed=1)
    assert match._repr_svg_().startswith("<svg")
    assert len(repr(match)) < 200


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(UnknownGame):
        digsite.play("chess")
    with pytest.raises(BadSeats):
        digsite.play("thebes", seats=7)
    with pytest.raises(BadRecord, match=r"none\.json"):
        digsite.Match.from_record("none.json")
    with pytest.raises(ValueError, match="1 names for 2 seats"):
        digsite.play("thebes", seats=2, names=["Ada"])
    with pytest.raises(ValueError, match="names are a list"):
        digsite.play("thebes", seats=2, names="Al")
    with pytest.raises(DigsiteError, match=r"none\.toml"):
        digsite.play("thebes", data="none.toml")


def test_a_match_that_cannot_be_saved_names_its_own_file(tmp_path: Path) -> None:
    file = tmp_path / "none" / "game.json"
    with pytest.raises(FileNotFoundError) as error:
        digsite.play("thebes", seats=2, seed=1).save(file)
    assert error.value.filename == str(file)


def test_other_data_come_from_a_file(tmp_path: Path) -> None:
    own = (Path(digsite.__file__).parent / "games" / "thebes" / "rules" / "data.toml").read_text(encoding="utf-8")
    file = tmp_path / "own.toml"
    file.write_text(own.replace("points", "points", 1), encoding="utf-8")
    assert digsite.play("thebes", data=str(file)).game.data_digest is None


def test_rule_options_reach_the_match_and_its_record() -> None:
    options = {"permit-renewal": "end-of-turn"}
    match = digsite.play("thebes", seats=2, seed=1, options=options)
    match.push(match.legal[0])
    assert match.record().options == options
    assert digsite.Match.from_record(match.record()).game.options == options
    with pytest.raises(BadOptions):
        digsite.play("thebes", options={"colour": "red"})


def test_a_match_is_started_by_the_name_of_its_game() -> None:
    match = digsite.Match("thebes", 2, seed=1)
    assert match.legal == digsite.play("thebes", seats=2, seed=1).legal
    assert (match.seed, match.names, match.history.ply) == (1, None, match.ply)


def test_what_is_neither_a_game_nor_a_bot_is_refused_with_a_sentence() -> None:
    wrong: list[Any] = [None, 7, ["thebes"], object()]
    match = digsite.play("thebes", seed=1)
    for other in wrong:
        with pytest.raises(digsite.DigsiteError, match="is not a game: give a name"):
            digsite.play(other)
        with pytest.raises(digsite.DigsiteError, match="is not a game: give a name"):
            digsite.Match(other, 2)
        with pytest.raises(digsite.DigsiteError, match="is not the name of a bot"):
            digsite.bot(other)
        with pytest.raises(digsite.DigsiteError, match="is not the name of a bot"):
            match.ask(other)


def test_help_describes_every_part_of_a_match_and_of_a_record() -> None:
    described = re.sub(".\b", "", pydoc.render_doc(digsite.Match))
    for name in vars(digsite.play("thebes", seed=1)):
        assert name.startswith("_"), name
    for name in ("names", "seed", "history"):
        assert re.search(rf"^ \|  {name}\n \|      \w+", described, re.MULTILINE), name
    record = inspect.getdoc(digsite.Record) or ""
    for field in dataclasses.fields(digsite.Record):
        assert re.search(rf"^(\w+, )?{field.name}(, \w+)? +\w+", record, re.MULTILINE), field.name
