"""`digsite legal`, `replay` and `verify`: what they say about a record, and which ones they refuse."""

import json
import os
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from digsite.core.record import read
from tests.programs import digsite, digsite_json, refusal_of


def test_legal_lists_texts_in_byte_order(record: Path) -> None:
    actions = read(record).actions
    first = digsite("legal", record, "--at", 0).stdout.splitlines()
    assert first == ["marker 0", "marker 1"]
    cards = digsite("legal", record, "--at", 2).stdout.splitlines()
    assert cards == sorted(f"card {n}" for n in range(85))
    assert digsite("legal", record).stdout == ""
    assert actions[6] in digsite("legal", record, "--at", 6).stdout.splitlines()


def test_legal_every_follows_the_whole_game(record: Path) -> None:
    actions = read(record).actions
    lines = [json.loads(line) for line in digsite("legal", record, "--every").stdout.splitlines()]
    assert [line["at"] for line in lines] == list(range(len(actions) + 1))
    for line, action in zip(lines, [*actions, None], strict=True):
        assert line["legal"] == sorted(line["legal"], key=str.encode)
        assert ("weights" in line) == (line["to_act"] == "chance")
        assert len(line.get("weights", line["legal"])) == len(line["legal"])
        assert action is None or action in line["legal"]
    assert lines[-1] == {"at": len(actions), "to_act": "over", "legal": []}
    assert lines[0]["weights"] == [1, 1]


def test_legal_as_json_is_one_of_these_lines(record: Path) -> None:
    every = digsite("legal", record, "--every").stdout.splitlines()
    assert digsite_json("legal", record, "--at", 3, "--json") == json.loads(every[3])


def test_every_does_not_go_with_at(record: Path) -> None:
    assert "--every" in refusal_of("legal", record, "--every", "--at", 3)


def test_a_resigned_game_is_over_after_its_last_action(record: Path, tmp_path: Path) -> None:
    content = json.loads(record.read_text())
    content |= {"actions": content["actions"][:10], "scores": [0, 0], "winners": [1]}
    content["end"] = {"reason": "resigned", "seat": 0}
    early = tmp_path / "early.json"
    early.write_text(json.dumps(content))
    assert digsite("legal", early).stdout == ""
    assert digsite("legal", early, "--at", 9).stdout != ""
    last = json.loads(digsite("legal", early, "--every").stdout.splitlines()[-1])
    assert last == {"at": 10, "to_act": "over", "legal": []}


def test_replay_shows_a_position(record: Path, tmp_path: Path) -> None:
    assert "Warsaw" in digsite("replay", record, "--at", 6).stdout
    view = digsite_json("replay", record, "--at", 6, "--json")
    assert view["game"] == "thebes"
    picture = tmp_path / "position.svg"
    assert digsite("replay", record, "--at", 40, "--svg", picture).returncode == 0
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert [path.name for path in tmp_path.iterdir()] == ["position.svg"]


def test_pictures_follow_links_and_go_to_standard_output(record: Path, tmp_path: Path) -> None:
    link, target = tmp_path / "link.svg", tmp_path / "target.svg"
    link.symlink_to(target)
    assert digsite("replay", record, "--svg", link).returncode == 0
    assert link.is_symlink()
    assert target.read_text().startswith("<svg")
    assert digsite("replay", record, "--svg", "-").stdout.startswith("<svg")
    assert target.stat().st_mode & 0o044 == 0o044 & ~os.umask(os.umask(0o022))


def spoilt(record: Path, folder: Path, **changes: Any) -> Path:
    path = folder / "spoilt.json"
    path.write_text(json.dumps(json.loads(record.read_text()) | changes))
    return path


def test_verify_tells_the_untrue_from_the_unreadable(record: Path, tmp_path: Path) -> None:
    scores = read(record).scores or []
    untrue = spoilt(record, tmp_path, scores=[scores[0] + 1, scores[1]])
    assert "not true: scores" in refusal_of("verify", untrue, status=1)
    impossible = spoilt(record, tmp_path, actions=["stop"])
    assert "not true: actions[0]: 'stop': T1.2" in refusal_of("verify", impossible, status=1)
    assert "not JSON" in refusal_of("verify", Path(__file__))
    done = digsite("verify", untrue, "--json")
    assert (done.returncode, json.loads(done.stdout)["true"]) == (1, False)
    assert digsite_json("verify", record, "--json") == {
        "true": True,
        "actions": len(read(record).actions),
        "draws": None,
        "fault": None,
    }


def test_verify_takes_several_records(records: Path, record: Path, tmp_path: Path) -> None:
    others = sorted(records.iterdir())[1:3]
    done = digsite("verify", record, *others)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) == 6
    for path, line in zip((record, *others), lines[::2], strict=True):
        assert line.startswith(f"{path}: True: {len(read(path).actions)} actions replayed")
    untrue = spoilt(record, tmp_path, actions=["stop"])
    done = digsite("verify", record, untrue, others[0])
    assert (done.returncode, len(done.stdout.splitlines())) == (1, 4)
    assert done.stderr.startswith(f"digsite: {untrue}: not true: ")
    done = digsite("verify", record, untrue, Path(__file__), tmp_path / "none.json", others[0], "--json")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 3)
    found = [(line["record"], line["true"]) for line in map(json.loads, done.stdout.splitlines())]
    assert found == [(str(record), True), (str(untrue), False), (str(others[0]), True)]


@pytest.mark.parametrize("command", ["legal", "replay", "verify"])
def test_bad_records_get_one_line_and_status_2(command: str, record: Path, tmp_path: Path) -> None:
    raw = record.read_bytes()
    files = {
        "cut.json": raw[: len(raw) // 2],
        "latin.json": b'{"format": "caf\xe9"}',
        "huge.json": b" " * (9 * 2**20),
        "other.json": raw.replace(b'"rules": 1', b'"rules": 2'),
        "chess.json": raw.replace(b'"game": "thebes"', b'"game": "chess"'),
        "five.json": raw.replace(b'"seats": 2', b'"seats": 5'),
    }
    for name, content in files.items() if command == "verify" else list(files.items())[:2]:
        (tmp_path / name).write_bytes(content)
        refusal_of(command, tmp_path / name)
    refusal_of(command, tmp_path)
    refusal_of(command, tmp_path / "none.json")


@pytest.mark.parametrize("command", ["legal", "replay"])
def test_impossible_records_and_places_get_status_2(command: str, record: Path, tmp_path: Path) -> None:
    actions = read(record).actions
    swapped = [actions[1], actions[0], actions[3], actions[2], "stop", *actions[5:]]
    assert "actions[4]" in refusal_of(command, spoilt(record, tmp_path, actions=swapped))
    for at in (-1, len(actions) + 1, 10**30):
        refusal_of(command, record, "--at", at)


def test_other_data_are_played_and_recorded(record: Path, tmp_path: Path) -> None:
    import digsite.games.thebes as thebes

    own = Path(thebes.__file__).with_name("rules").joinpath("data.toml").read_text("utf-8")
    same, short, bad = tmp_path / "same.toml", tmp_path / "short.toml", tmp_path / "bad.toml"
    same.write_text(own)
    short.write_text(own.replace("weeks_per_year = 52", "weeks_per_year = 26"))
    bad.write_text(own.replace('["book", "berlin", 1, 1, "greece"]', '["book", "berlin", 0, 1, "greece"]'))
    assert digsite("verify", record, "--data", same).returncode == 0
    folder = tmp_path / "games"
    assert digsite("simulate", "thebes", "--games", 2, "--data", short, "--records", folder).returncode == 0
    made = folder / "thebes-2-0-1.json"
    assert "other data, with the digest" in refusal_of("verify", made)
    assert "the game's own data" in refusal_of("verify", record, "--data", short)
    assert digsite("verify", made, "--data", short).returncode == 0
    assert "cards.researcher[0]: 0 is not a whole number from 1 to 12" in refusal_of("verify", made, "--data", bad)
