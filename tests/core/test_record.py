"""Records: strict reading, with one line that says what is wrong and where; and the truth of what they tell."""

import doctest
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from digsite.core.chance import commitment, fair_key, fair_place
from digsite.core.errors import BadRecord, UntrueRecord
from digsite.core.game import CHANCE, OVER
from digsite.core.record import Chance, End, Record, finished, from_dict, loads, read, write
from digsite.core.registry import load, of_record
from digsite.core.verify import verify

SEED = bytes(range(32))
HEX = "0" * 64


def played(seats: int = 2, plies: int = 10**6, words: list[str] | None = None) -> Record:
    """A game drawn from a fair seed in which everybody always chooses the first action."""
    game = load("thebes")
    words = words or [""] * seats
    key = fair_key(SEED, words)
    state, actions = game.new(seats), list[str]()
    while game.to_act(state) != OVER and len(actions) < plies:
        if game.to_act(state) == CHANCE:
            ids, weights = game.chance(state)
            action = int(ids[fair_place(key, len(actions), weights.tolist())])
        else:
            action = int(game.legal(state)[0])
        actions.append(game.text(state, action))
        state = game.apply(state, action)
    over = game.to_act(state) == OVER
    return finished(
        game, state, actions, chance=Chance(commitment(SEED), words, SEED.hex() if over else None), names=None
    )


def raw_record(**changes: Any) -> dict[str, Any]:
    record: dict[str, Any] = {"format": "digsite-record/1", "game": "thebes", "rules": 1, "seats": 2, "actions": []}
    return {key: value for key, value in (record | changes).items() if value is not ...}


GOOD_END = {"scores": [0, 0], "winners": [1], "end": {"reason": "resigned", "seat": 0}}

BAD = {
    "options: allowed only where some are not the default": raw_record(options={}),
    "options: 'always' is not an object": raw_record(options="always"),
    "options.exhibition-shift: True is not a text": raw_record(options={"exhibition-shift": True}),
    "the record: [] is not an object": [],
    "the record: 'actions' is missing": raw_record(actions=...),
    "the record: 'comment' is not a known key": raw_record(comment="x"),
    "format: 'digsite-record/2' is not 'digsite-record/1'": raw_record(format="digsite-record/2"),
    "game: 3 is not a text": raw_record(game=3),
    "rules: '1' is not a whole number from 1 on": raw_record(rules="1"),
    "rules: True is not a whole number": raw_record(rules=True),
    "seats: 2.0 is not a whole number": raw_record(seats=2.0),
    "seats: 0 is not a whole number from 1 on": raw_record(seats=0),
    "actions: {} is not a list": raw_record(actions={}),
    "actions[1]: 5 is not a text": raw_record(actions=["marker 0", 5]),
    "names: has 1 entries for 2 seats": raw_record(names=["Ann"]),
    "names[1]: 'a\\nb' has a control character": raw_record(names=["Ann", "a\nb"]),
    "scores and winners come together": raw_record(scores=[1, 2]),
    "scores: has 3 entries for 2 seats": raw_record(scores=[1, 2, 3], winners=[0]),
    "scores[0]: None is not a whole number": raw_record(scores=[None, 2], winners=[0]),
    "winners[0]: 2 is not a seat from 0 to 1": raw_record(scores=[1, 2], winners=[2]),
    "winners: must be different seats": raw_record(scores=[1, 2], winners=[1, 1]),
    "end: a game that has ended has scores": raw_record(end={"reason": "abandoned"}),
    "end.reason: 'tired' is none of": raw_record(**(GOOD_END | {"end": {"reason": "tired"}})),
    "end.seat: needed for resigned": raw_record(**(GOOD_END | {"end": {"reason": "timeout"}})),
    "end.seat: needed for resigned and timeout, not": raw_record(
        **(GOOD_END | {"end": {"reason": "abandoned", "seat": 0}})
    ),
    "end: 'why' is not a known key": raw_record(**(GOOD_END | {"end": {"reason": "abandoned", "why": 1}})),
    "end.seat: 7 is not a seat": raw_record(**(GOOD_END | {"end": {"reason": "resigned", "seat": 7}})),
    "chance: 'words' is missing": raw_record(chance={"commitment": HEX}),
    "chance.commitment: 'AB' is not 64 hexadecimal": raw_record(chance={"commitment": "AB", "words": ["", ""]}),
    "chance.words: has 1 entries": raw_record(chance={"commitment": HEX, "words": [""]}),
    "chance.seed: allowed only when": raw_record(chance={"commitment": HEX, "words": ["", ""], "seed": HEX}),
    "chance: 'key' is not a known key": raw_record(chance={"commitment": HEX, "words": ["", ""], "key": HEX}),
    "data: 'x' is not 64": raw_record(data="x"),
    "meta: [] is not an object": raw_record(meta=[]),
}


@pytest.mark.parametrize(("message", "content"), BAD.items())
def test_a_malformed_record_says_what_is_wrong(message: str, content: Any) -> None:
    with pytest.raises(BadRecord) as error:
        from_dict(content)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


RAW = {
    "not UTF-8: byte 2 is 0xff": b'{"\xff": 1}',
    "not JSON: line 1, column 1": b"",
    "not JSON: line 2, column 1": b'{"format":\n',
    "'game' appears twice": b'{"game": 1, "game": 2}',
    "not JSON: NaN is not a number": b'{"rules": NaN}',
    "nested too deeply": b"[" * 100_000,
    "larger than 8 MiB": b" " * (8 * 2**20 + 1),
    "not JSON: ": b"1" * 5000,
}


@pytest.mark.parametrize(("message", "raw"), RAW.items())
def test_bytes_that_are_no_record_are_refused(message: str, raw: bytes) -> None:
    with pytest.raises(BadRecord) as error:
        loads(raw)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_every_truncated_record_is_refused() -> None:
    raw = played(plies=20).dumps().encode().rstrip()
    for length in range(len(raw)):
        with pytest.raises(BadRecord):
            loads(raw[:length])


def test_a_record_reads_back_as_it_was_written(tmp_path: Path) -> None:
    record = replace(played(), names=["Ann", "Bo"], meta={"any": ["thing", 1.5, None]})
    write(record, tmp_path / "a.json")
    assert read(tmp_path / "a.json") == record
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_nothing_half_written_is_left_behind(tmp_path: Path) -> None:
    record = replace(played(plies=3), meta={"unwritable": object()})
    with pytest.raises(TypeError):
        write(record, tmp_path / "a.json")
    assert list(tmp_path.iterdir()) == []


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(BadRecord):
            read(path)


def test_other_rules_seats_and_data_are_refused() -> None:
    record = played(plies=5)
    with pytest.raises(BadRecord, match="made with version 2 of thebes, this is version 1"):
        of_record(replace(record, rules=2))
    with pytest.raises(BadRecord, match="thebes is played by 2 to 4, not by 5"):
        of_record(replace(record, seats=5))
    with pytest.raises(BadRecord, match="other data"):
        of_record(replace(record, data=HEX))


def test_a_record_carries_the_options_that_are_not_the_default() -> None:
    game = load("thebes").with_options({"exhibition-shift": "always", "permit-renewal": "at-once"})
    record = finished(game, game.new(2), [])
    assert record.as_dict()["options"] == {"exhibition-shift": "always"}
    assert loads(record.dumps().encode()) == record
    assert of_record(record).options == {"exhibition-shift": "always"}
    usual = load("thebes").with_options({"exhibition-shift": "taken"})
    assert "options" not in finished(usual, usual.new(2), []).as_dict()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"last-tile": "may"}, "options: thebes has no option 'last-tile'; there is exhibition-shift, permit-renewal"),
        ({"exhibition-shift": "often"}, "options: exhibition-shift is 'taken' or 'always', not 'often'"),
        ({"exhibition-shift": "taken"}, "options: exhibition-shift=taken is the default: leave it out"),
    ],
)
def test_a_record_with_options_that_cannot_be_is_refused(options: dict[str, str], message: str) -> None:
    with pytest.raises(BadRecord) as raised:
        of_record(from_dict(raw_record(options=options)))
    assert str(raised.value) == message


def test_a_record_is_replayed_only_with_its_own_options() -> None:
    with pytest.raises(BadRecord, match="options: the record was made with exhibition-shift=always, not with the def"):
        verify(load("thebes"), from_dict(raw_record(options={"exhibition-shift": "always"})))
    with pytest.raises(BadRecord, match="options: the record was made with the default options, not with exhibition"):
        of_record(from_dict(raw_record()), options={"exhibition-shift": "always"})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_fair_game_is_true_in_every_draw(seats: int) -> None:
    record = played(seats, words=["Ann", "é", "", "x"][:seats])
    draws = sum(text.split()[0] in ("marker", "card", "find", "sand") for text in record.actions)
    assert verify(load("thebes"), record) == draws


def swap_a_draw(record: Record) -> Record:
    """Let another researcher come first."""
    seats = record.seats
    card = "card 7" if record.actions[seats] != "card 7" else "card 8"
    return replace(record, actions=[*record.actions[:seats], card])


UNTRUE: dict[str, Callable[[Record], Record]] = {
    "actions[3]: 'dance'": lambda r: replace(r, actions=[*r.actions[:3], "dance", *r.actions[4:]]),
    "actions[2]: 'sand': T6.10": lambda r: replace(r, actions=[*r.actions[:2], "sand", *r.actions[3:]]),
    "T8.5: the game is over": lambda r: replace(r, actions=[*r.actions, "stop"]),
    "scores: ": lambda r: replace(r, scores=[score + 1 for score in r.scores or []]),
    "winners: ": lambda r: replace(r, winners=[seat for seat in range(2) if seat not in (r.winners or [])]),
    "scores: missing": lambda r: replace(r, scores=None, winners=None, chance=None),
    "not over": lambda r: replace(r, actions=r.actions[:-1]),
    "already ended by its rules": lambda r: replace(r, end=End("abandoned")),
    "not the seed that was committed to": lambda r: replace(r, chance=Chance(HEX, ["", ""], SEED.hex())),
    "the seed draws ": lambda r: replace(swap_a_draw(r), scores=[0, 0], winners=[], end=End("abandoned")),
}


@pytest.mark.parametrize(("message", "spoil"), UNTRUE.items())
def test_a_record_that_tells_something_untrue_is_found_out(message: str, spoil: Callable[[Record], Record]) -> None:
    with pytest.raises(UntrueRecord) as error:
        verify(load("thebes"), spoil(played()))
    assert message in str(error.value)


def test_games_that_ended_early_are_won_by_the_others() -> None:
    game, started = load("thebes"), played(3, plies=40)
    state = game.new(3)
    for text in started.actions:
        state = game.apply(state, game.parse(state, text))
    totals = game.outcome(state).totals
    best = max(totals[1:])
    others = [seat for seat in (1, 2) if totals[seat] == best]
    early = replace(started, scores=totals, winners=others, end=End("resigned", 0), chance=None)
    assert verify(game, early) is None
    assert verify(game, replace(early, end=End("timeout", 0))) is None
    assert verify(game, replace(early, end=End("abandoned"), winners=[])) is None
    with pytest.raises(UntrueRecord, match="winners"):
        verify(game, replace(early, winners=[0]))


def test_with_two_players_the_other_seat_wins_whatever_the_scores() -> None:
    started = replace(played(plies=30), chance=None)
    state = load("thebes").new(2)
    for text in started.actions:
        state = load("thebes").apply(state, load("thebes").parse(state, text))
    totals = load("thebes").outcome(state).totals
    for seat in (0, 1):
        early = replace(started, scores=totals, winners=[1 - seat], end=End("resigned", seat))
        assert verify(load("thebes"), early) is None


def test_dumps_is_plain_json_with_the_required_keys_first() -> None:
    text = played(plies=4).dumps()
    assert list(json.loads(text))[:5] == ["format", "game", "rules", "seats", "actions"]


def test_the_examples_of_the_page_are_true(monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(__file__).parents[2]
    monkeypatch.chdir(root)
    page = re.sub(r"^```.*$", "", (root / "docs" / "records.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    result = doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(page, {}, "records.md", None, 0))
    assert (result.failed, result.attempted) == (0, 5)
