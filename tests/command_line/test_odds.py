"""`digsite odds`, run as a user runs it, and what its page says."""

import doctest
import json
import os
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from digsite.core.record import read
from tests.programs import ROOT, Done, digsite
from tests.repeated import repeated

PAGE = (ROOT / "docs" / "odds.md").read_text(encoding="utf-8")
RECORDS = ROOT / "tests" / "records"
THEBES, MYKERINOS = RECORDS / "thebes-3.json", RECORDS / "mykerinos-2.json"


def run(*args: object, columns: int = 80) -> Done:
    return digsite("odds", *args, env=os.environ | {"COLUMNS": str(columns)})


def printed(*args: object, columns: int = 80) -> str:
    done = run(*args, columns=columns)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def odds_json(*args: object) -> Any:
    return json.loads(printed(*args, "--json"))


def first(record: Path, start: str) -> int:
    """How many actions come before the first one that begins so."""
    return next(k for k, action in enumerate(read(record).actions) if action.startswith(start))


def ratio(chance: dict[str, Any]) -> Fraction:
    assert set(chance) == {"ways", "of", "chance"}
    assert chance["chance"] == chance["ways"] / chance["of"]
    return Fraction(chance["ways"], chance["of"])


def test_a_turn_of_thebes_for_programs() -> None:
    k = first(THEBES, "dig")
    odds = odds_json(THEBES, "--at", k)
    assert (odds["game"], odds["at"], odds["rest"]) == ("thebes", k, None)
    legal = digsite("legal", THEBES, "--at", k).stdout.splitlines()
    assert sorted(dig["action"] for dig in odds["digs"]) == sorted(text for text in legal if text.startswith("dig"))
    for dig in odds["digs"]:
        assert sum(map(ratio, dig["points"].values())) == sum(map(ratio, dig["artifacts"].values())) == 1
        mean = sum(int(points) * ratio(chance) for points, chance in dig["points"].items())
        assert Fraction(dig["expected_points"]["exact"]) == mean
        assert Fraction(dig["points_per_week"]["exact"]) == mean / (dig["journey"] + dig["weeks"])
        assert ratio(next(iter(dig["at_least"].values()))) == 1
        for find in dig["finds"]:
            assert ratio(find["chance"]) == Fraction(dig["tokens"], dig["bag"])
    assert sum(map(ratio, odds["next_card"].values())) == 1
    assert {dig["site"] for dig in odds["digs"]} == set(odds["best_weeks"])


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("every", [False, True])
def test_a_turn_of_thebes_fits_the_screen(columns: int, every: bool) -> None:
    k = first(THEBES, "dig")
    text = printed(THEBES, "--at", k, *["--all"] * every, columns=columns)
    assert max(map(len, text.splitlines())) <= columns
    rows = re.findall(r"^ ?\d \+ +\d+ ", text, re.MULTILINE)
    digs = len(odds_json(THEBES, "--at", k)["digs"])
    assert len(rows) == digs if every else 0 < len(rows) < digs
    assert "Next card" in text
    assert "█" in text


@pytest.mark.parametrize("columns", [40, *repeated(60)])
def test_a_narrow_terminal_drops_columns_and_says_so(columns: int) -> None:
    k = first(THEBES, "dig")
    odds = odds_json(THEBES, "--at", k)
    text = printed(THEBES, "--at", k, columns=columns)
    assert max(map(len, text.splitlines())) <= columns
    assert "…" not in text
    assert "columns are left out" in " ".join(text.split())
    assert re.search(r"weeks +points +a week", text) or re.search(r"weeks +tokens +points +a week", text)
    for kind in ("General book", "Large exhibition"):
        assert kind in text
    chance = odds["next_card"]["congress"]["chance"]
    assert re.search(rf"Congress +{chance:.1%}".replace(".", r"\."), text)
    under_way = printed(THEBES, "--at", k + 1, columns=columns)
    assert max(map(len, under_way.splitlines())) <= columns
    assert "…" not in printed(MYKERINOS, "--at", first(MYKERINOS, "pass"), columns=columns)


def test_a_dig_under_way() -> None:
    k = first(THEBES, "dig") + 1
    odds = odds_json(THEBES, "--at", k)
    assert (odds["to_act"], odds["digs"]) == ("chance", [])
    assert sum(map(ratio, odds["rest"]["points"].values())) == 1
    assert f"{odds['rest']['tokens']} token" in printed(THEBES, "--at", k)


def test_before_anything_is_dealt() -> None:
    assert ratio(odds_json(THEBES, "--at", 0)["next_card"]["congress"]) == Fraction(9, 85)
    assert "10.6%" in printed(THEBES, "--at", 0)
    assert "not all laid yet" in printed(MYKERINOS, "--at", 0)


def test_the_zones_of_mykerinos() -> None:
    k = first(MYKERINOS, "pass")
    zones = odds_json(MYKERINOS, "--at", k)["zones"]
    assert [zone["zone"] for zone in zones] == [0, 1, 2, 3]
    assert all(len(zone["tiles"]) == 2 for zone in zones)
    for zone in zones:
        assert zone["settled"] == (len(zone["rankings"]) == 1) == (zone["open"] == [])
        for ranking in zone["rankings"]:
            counts = [share["count"] for share in ranking]
            assert counts == sorted(counts, reverse=True)
            assert all(share["role"] == "first choice" for share in ranking[:1] if share["colour"] != "neutral")
    text = printed(MYKERINOS, "--at", k)
    assert "Zone I " in text
    assert "first choice" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("record", ["thebes-3.json", "mykerinos-4.json", "thebes-2-resigned.json"])
def test_a_game_that_is_over(record: str) -> None:
    assert printed(RECORDS / record) == "The game is over.\n"
    assert odds_json(RECORDS / record)["to_act"] == "over"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((THEBES, "--at", 99999), "--at: 99999 is out of range"),
        (("no-such-file.json",), "no-such-file.json"),
        ((THEBES, "--data", "no-such-file.toml"), "no-such-file.toml"),
    ],
)
def test_errors_are_one_line(args: tuple[object, ...], message: str) -> None:
    done = run(*args)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_the_examples_of_the_page_are_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    plain = re.sub(r"^```.*$", "", PAGE, flags=re.MULTILINE)
    result = doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(plain, {}, "odds.md", None, 0))
    assert result.failed == 0
    assert result.attempted > 10


def test_the_page_shows_what_is_printed() -> None:
    shown = re.findall(r"```console\n\$ digsite odds (.*)\n([\s\S]*?)\n(?:…\n)?```", PAGE)
    assert len(shown) == 2
    for command, lines in shown:
        record, *args = command.split()
        text = "\n".join(line.rstrip() for line in printed(ROOT / record, *args).splitlines())
        assert text.startswith(lines)
