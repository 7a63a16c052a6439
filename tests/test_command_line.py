"""The command `digsite`, run as a user runs it: what it prints, where, and with which status."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from digsite.core.record import read

ROOT = 0
TOP = Path(__file__).parent.parent
SEARCH_PATH = os.pathsep.join(filter(None, [str(TOP), os.environ.get("PYTHONPATH")]))  # for the examples


def digsite(*args: object, cwd: Path | None = None) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "digsite", *map(str, args)], capture_output=True, text=True, timeout=300, cwd=cwd
    )


def run_cave(*args: object, typed: str = "", cwd: Path | None = None) -> "subprocess.CompletedProcess[str]":
    """With the example game, which has no terminal UI, odds or reasons of its own."""
    return subprocess.run(
        [sys.executable, "-m", "digsite", *map(str, args)], input=typed, capture_output=True, text=True, timeout=300,
        cwd=cwd, env={**os.environ, "DIGSITE_GAMES": "cave=examples.cave", "PYTHONPATH": SEARCH_PATH},
    )  # fmt: skip


def told(*args: object) -> Any:
    done = digsite(*args)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def refused(*args: object, status: int = 2) -> str:
    """The one line on standard error."""
    done = digsite(*args)
    assert done.returncode == status
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("records") / "deep" / "down"
    for seats in (2, 3, 4):
        assert (
            digsite("simulate", "thebes", "--seats", seats, "--games", 3, "--seed", 5, "--records", folder).returncode
            == 0
        )
    return folder


@pytest.fixture
def record(records: Path) -> Path:
    return records / "thebes-2-5-0.json"


def test_help_is_printed_for_every_command() -> None:
    overview = digsite("--help").stdout
    for command in ("play", "simulate", "legal", "replay", "hint", "verify", "bench"):
        assert command in overview
        page = digsite(command, "--help").stdout
        assert "--help" in page
        assert "<bool>" not in page
    assert "simulate" in digsite().stdout


def test_help_names_the_installed_games_and_bots() -> None:
    assert "Thebes and Mykerinos" in digsite("--help").stdout
    assert "thebes, mykerinos, cave" in run_cave("simulate", "--help").stdout
    assert "random, novice, scholar" in digsite("arena", "--help").stdout
    for page in (digsite("--help"), digsite("arena", "--help"), digsite("admin", "backup", "--help")):
        assert "{" not in page.stdout.replace("{GAME}", "").replace("{FILE}", "")


def test_a_group_without_a_command_prints_its_help_alone() -> None:
    done = digsite("admin")
    assert (done.returncode, done.stderr) == (0, "")
    assert "backup" in done.stdout


@pytest.mark.parametrize("args", [["--help"], ["play", "--help"]])
def test_help_does_not_import_numba(args: list[str]) -> None:
    code = f"import sys\nsys.argv = ['digsite', *{args}]\nfrom digsite.cli import main\n"
    code += "try:\n    main()\nfinally:\n    print('numba' in sys.modules, 'numpy' in sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr == "False False\n"


def test_the_help_of_play_names_the_bots_and_how_budgets_are_written() -> None:
    told_help = " ".join(digsite("play", "--help").stdout.replace("│", " ").split())
    for word in ("random, novice, scholar", "master", "master:50ms", "master:2s", "master:800sims", "--against"):
        assert word in told_help


def test_simulate_tells_each_seat() -> None:
    result = told("simulate", "thebes", "--seats", 3, "--games", 400, "--seed", 1, "--json")
    assert {key: result[key] for key in ("game", "seats", "games", "seed")} == {
        "game": "thebes",
        "seats": 3,
        "games": 400,
        "seed": 1,
    }
    assert [seat["seat"] for seat in result["players"]] == [0, 1, 2]
    assert sum(seat["win_share"] for seat in result["players"]) == pytest.approx(1)
    for seat in result["players"]:
        assert set(seat) == {"seat", "mean", "sd", "se", "min", "max", "win_share"}
        assert seat["min"] <= seat["mean"] <= seat["max"]
        assert seat["se"] == pytest.approx(seat["sd"] / 20)
    assert result["moves"] > 0
    assert result["moves_per_second"] > 0


def test_the_same_seed_gives_the_same_games_for_any_number_of_threads() -> None:
    runs = [
        told("simulate", "thebes", "--games", 2500, "--seed", 9, "--threads", threads, "--json")
        for threads in (1, 2, 5)
    ]
    for run in runs:
        del run["moves_per_second"]
    assert runs[0] == runs[1] == runs[2]
    other = told("simulate", "thebes", "--games", 2500, "--seed", 10, "--json")
    assert other["players"] != runs[0]["players"]


def test_statistics_are_those_of_the_recorded_games(records: Path) -> None:
    for seats in (2, 3, 4):
        result = told("simulate", "thebes", "--seats", seats, "--games", 3, "--seed", 5, "--json")
        games = [read(records / f"thebes-{seats}-5-{number}.json") for number in range(3)]
        for seat, player in enumerate(result["players"]):
            points = [(game.scores or [])[seat] for game in games]
            mean = sum(points) / 3
            assert player["mean"] == pytest.approx(mean)
            assert player["sd"] == pytest.approx((sum((p - mean) ** 2 for p in points) / 2) ** 0.5)
            assert (player["min"], player["max"]) == (min(points), max(points))
            shares = [1 / len(game.winners or []) if seat in (game.winners or []) else 0 for game in games]
            assert player["win_share"] == pytest.approx(sum(shares) / 3)


def test_simulate_prints_a_table() -> None:
    done = digsite("simulate", "thebes", "--games", 50)
    assert done.returncode == 0
    assert "± s.e." in done.stdout
    assert "50 games" in done.stdout


def test_every_simulated_record_is_true(records: Path) -> None:
    files = sorted(records.iterdir())
    assert [file.name for file in files] == [f"thebes-{s}-5-{n}.json" for s in (2, 3, 4) for n in range(3)]
    for file in files:
        done = digsite("verify", file)
        assert done.returncode == 0
        assert "no seed in it" in done.stdout


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
    assert told("legal", record, "--at", 3, "--json") == json.loads(every[3])


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
    view = told("replay", record, "--at", 6, "--json")
    assert view["game"] == "thebes"
    picture = tmp_path / "position.svg"
    assert digsite("replay", record, "--at", 40, "--svg", picture).returncode == 0
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert [path.name for path in tmp_path.iterdir()] == ["position.svg"]


def spoilt(record: Path, folder: Path, **changes: Any) -> Path:
    path = folder / "spoilt.json"
    path.write_text(json.dumps(json.loads(record.read_text()) | changes))
    return path


def test_verify_tells_the_untrue_from_the_unreadable(record: Path, tmp_path: Path) -> None:
    scores = read(record).scores or []
    untrue = spoilt(record, tmp_path, scores=[scores[0] + 1, scores[1]])
    assert "not true: scores" in refused("verify", untrue, status=1)
    impossible = spoilt(record, tmp_path, actions=["stop"])
    assert "not true: actions[0]: 'stop': T1.2" in refused("verify", impossible, status=1)
    assert "not JSON" in refused("verify", Path(__file__))
    done = digsite("verify", untrue, "--json")
    assert (done.returncode, json.loads(done.stdout)["true"]) == (1, False)
    assert told("verify", record, "--json") == {
        "true": True,
        "actions": len(read(record).actions),
        "draws": None,
        "fault": None,
    }


def test_bench_measures_every_number_of_players() -> None:
    result = told("bench", "thebes", "--json", "--seconds", 0.05)
    assert [(row["game"], row["seats"]) for row in result["results"]] == [("thebes", 2), ("thebes", 3), ("thebes", 4)]
    for row in result["results"]:
        for name in ("moves", "games", "copy_and_move", "python_api_moves"):
            assert row[f"{name}_per_second"] > 0
        assert row["state_bytes"] <= 600
        assert row["compile_seconds"] > row["start_seconds_cached"] > 0


USAGE = {
    "no game is called 'chess'": ("simulate", "chess"),
    "thebes is played by 2 to 4, not by 5": ("simulate", "thebes", "--seats", "5"),
    "thebes is played by 2 to 4, not by -1": ("simulate", "thebes", "--seats", "-1"),
    "'--games'": ("simulate", "thebes", "--games", "-3"),
    "'--games': ": ("simulate", "thebes", "--games", "10000000000000000000000"),
    "'--games': Input": ("simulate", "thebes", "--games", "many"),
    "'--seed'": ("simulate", "thebes", "--seed", "-1"),
    "no bot is called 'genius'": ("simulate", "thebes", "--bot", "genius"),
    "files are too many": ("simulate", "thebes", "--games", "100000000", "--records", "x"),
    "No such command": ("dig",),
    "Missing argument": ("legal",),
    "No such option": ("verify", "--hard"),
    "nobody is called 'cat'": ("play", "thebes", "--players", "cat,human"),
    "nobody is called 'dog'": ("play", "thebes", "--against", "dog:2s"),
    "'fast' is no budget": ("play", "thebes", "--against", "master:fast"),
    "novice does not search": ("play", "thebes", "--against", "novice:2s"),
    "--against and --players both say who plays": (
        "play",
        "thebes",
        "--against",
        "novice",
        "--players",
        "human,novice",
    ),
    "3 players are named, --seats says 2": ("play", "thebes", "--against", "novice,novice", "--seats", "2"),
    "mykerinos is played by 2 to 4, not by 5": ("play", "mykerinos", "--against", "novice,novice,novice,novice"),
    "--data: no such": ("simulate", "thebes", "--data", "nowhere.toml"),
}


@pytest.mark.parametrize(("message", "args"), USAGE.items())
def test_bad_usage_gets_one_line_and_status_2(message: str, args: tuple[str, ...]) -> None:
    line = refused(*args)
    assert message.split(":")[0] in line or "nowhere.toml" in line


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
        refused(command, tmp_path / name)
    refused(command, tmp_path)
    refused(command, tmp_path / "none.json")


@pytest.mark.parametrize("command", ["legal", "replay"])
def test_impossible_records_and_places_get_status_2(command: str, record: Path, tmp_path: Path) -> None:
    actions = read(record).actions
    swapped = [actions[1], actions[0], actions[3], actions[2], "stop", *actions[5:]]
    assert "actions[4]" in refused(command, spoilt(record, tmp_path, actions=swapped))
    for at in (-1, len(actions) + 1, 10**30):
        refused(command, record, "--at", at)


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
    assert "other data, with the digest" in refused("verify", made)
    assert "the game's own data" in refused("verify", record, "--data", short)
    assert digsite("verify", made, "--data", short).returncode == 0
    assert "cards.researcher[0]: 0 is no whole number from 1 to 12" in refused("verify", made, "--data", bad)


@pytest.mark.skipif(os.geteuid() == ROOT, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    refused("simulate", "thebes", "--games", 2, "--records", tmp_path / "x")


def test_a_records_folder_that_is_a_file_is_refused(record: Path, tmp_path: Path) -> None:
    refused("simulate", "thebes", "--games", 2, "--records", record)
    refused("replay", record, "--svg", tmp_path / "none" / "x.svg")


def test_ctrl_c_ends_a_simulation_with_what_it_has(
    tmp_path: Path, started: "Callable[..., subprocess.Popen[str]]"
) -> None:
    running = started("simulate", "thebes", "--games", "900000", "--json", "--records", tmp_path)
    for _ in range(600):
        if len(list(tmp_path.glob("*.json"))) > 300:
            break
        time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    output, errors = running.communicate(timeout=60)
    assert running.returncode == 130
    result = json.loads(output)
    assert 0 < result["games"] < 900_000
    assert f"stopped after {result['games']} of" in errors
    assert "Traceback" not in errors
    assert not list(tmp_path.glob("*.part"))


def test_pictures_follow_links_and_go_to_standard_output(record: Path, tmp_path: Path) -> None:
    link, target = tmp_path / "link.svg", tmp_path / "target.svg"
    link.symlink_to(target)
    assert digsite("replay", record, "--svg", link).returncode == 0
    assert link.is_symlink()
    assert target.read_text().startswith("<svg")
    assert digsite("replay", record, "--svg", "-").stdout.startswith("<svg")
    assert target.stat().st_mode & 0o044 == 0o044 & ~os.umask(os.umask(0o022))


def test_a_full_disk_gets_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "digsite", "simulate", "thebes", "--games", "5", "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert (done.returncode, done.stderr) == (2, "digsite: standard output: No space left on device\n")


def test_every_does_not_go_with_at(record: Path) -> None:
    assert "--every" in refused("legal", record, "--every", "--at", 3)


def test_a_fair_record_is_never_written_over(tmp_path: Path) -> None:
    kept = Path(__file__).parent / "records" / "thebes-2-unfinished.json"
    copy = tmp_path / "fair.json"
    copy.write_bytes(kept.read_bytes())
    for answers in ("", "1\nquit\nyes\n"):
        done = subprocess.run(
            [sys.executable, "-m", "digsite", "play", "thebes", "--resume", str(copy)],
            input=answers,
            capture_output=True,
            text=True,
            cwd=tmp_path,
        )
        assert done.returncode == 0
        assert copy.read_bytes() == kept.read_bytes()
    assert len(read(tmp_path / "thebes-saved.json").actions) > len(read(copy).actions)


def test_saving_is_checked_before_the_game(record: Path, tmp_path: Path) -> None:
    assert "there is no such folder" in refused("play", "thebes", "--save", tmp_path / "none" / "x.json")
    assert "exists" in refused("play", "thebes", "--save", record)


def test_a_closed_pipe_is_no_error(record: Path) -> None:
    for command in (f"legal {record} --every", f"replay {record} --at 40", "simulate --help"):
        done = subprocess.run(
            ["bash", "-c", f"{sys.executable} -m digsite {command} | head -1; exit ${{PIPESTATUS[0]}}"],
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_closed_standard_streams_get_one_line_or_nothing(record: Path) -> None:
    """Closed, not redirected: what is to be printed cannot be, and no other file may take its place."""

    def closed(command: str, streams: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            ["bash", "-c", f"{sys.executable} -m digsite {command} {streams}"], capture_output=True, text=True
        )

    for command in (f"legal {record} --at 3", f"replay {record} --at 40", f"verify {record}"):
        done = closed(command, ">&-")
        assert (done.returncode, done.stderr) == (2, "digsite: standard output: Bad file descriptor\n")
    assert closed(f"legal {record}", ">&-").returncode == 0  # over: nothing is printed
    quiet = closed("legal nowhere.json", "2>&-")
    assert (quiet.returncode, quiet.stdout) == (2, "")
    assert closed(f"verify {record}", "<&- >&- 2>&-").returncode == 2


def test_plain_ascii_output_is_readable(record: Path) -> None:
    def printed(*args: object) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "digsite", *map(str, args)],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "80"},
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    board = printed("replay", record, "--at", 40)
    assert "?" not in board
    assert "P Greece" in board.replace("  ", " ")
    for mark in ("o ", "# "):  # the two players
        assert mark in board
    assert "?" not in printed("odds", record, "--at", 40)
    assert "?" not in printed("--help")


def test_an_example_game_is_played_to_its_end(tmp_path: Path) -> None:
    done = run_cave("play", "cave", "--seed", 1, "--save", "game.json", typed="dig\nscore\nlog\n?\n", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "shards" in done.stdout
    bots = run_cave("play", "cave", "--players", "random,random", "--seed", 1, "--save", "end.json", cwd=tmp_path)
    assert (bots.returncode, bots.stderr) == (0, "")
    assert "The game is over" in bots.stdout
    record = read(tmp_path / "end.json")
    assert str(max(record.scores or [])) in bots.stdout
    odds = run_cave("odds", tmp_path / "end.json", "--at", 3)
    assert (odds.returncode, odds.stderr, odds.stdout) == (2, "digsite: cave computes no odds\n", "")
    hint = json.loads(run_cave("hint", tmp_path / "end.json", "--at", 3, "--json").stdout)
    assert {option["action"] for option in hint["options"]} <= {"dig", "leave"}


def test_a_hint_for_programs_and_people(record: Path) -> None:
    hint = told("hint", record, "--at", 6, "--json")
    assert (hint["game"], hint["at"], hint["to_act"]) == ("thebes", 6, 0) or hint["to_act"] == 1
    legal = digsite("legal", record, "--at", 6).stdout.splitlines()
    assert 1 <= len(hint["options"]) <= 3
    for option in hint["options"]:
        assert set(option) == {"action", "visits", "win_chances", "points", "reason"}
        assert option["action"] in legal
        assert sum(option["win_chances"]) == pytest.approx(1, abs=1e-3)
        assert len(option["points"]) == 2
        assert option["reason"]
    chances = [option["win_chances"][hint["to_act"]] for option in hint["options"]]
    assert hint["simulations"] > 0
    assert all(0 <= chance <= 1 for chance in chances)
    text = digsite("hint", record, "--at", 6).stdout
    assert "Best now" in text
    assert "simulations" in text


def test_a_hint_where_nobody_chooses(record: Path) -> None:
    assert digsite("hint", record).stdout == "The game is over.\n"
    assert told("hint", record, "--json")["options"] == []
    assert "drawn next" in digsite("hint", record, "--at", 0).stdout
    assert told("hint", record, "--at", 0, "--json")["to_act"] == "chance"
    refused("hint", record, "--at", 10**6)
