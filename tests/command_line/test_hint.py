"""`digsite hint`, for programs and for people."""

from pathlib import Path

import pytest

from tests.programs import digsite, digsite_json, refusal_of


def test_a_hint_for_programs_and_people(record: Path) -> None:
    hint = digsite_json("hint", record, "--at", 6, "--json")
    assert (hint["game"], hint["at"]) == ("thebes", 6)
    assert hint["to_act"] in (0, 1)
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
    assert digsite_json("hint", record, "--json")["options"] == []
    assert "drawn next" in digsite("hint", record, "--at", 0).stdout
    assert digsite_json("hint", record, "--at", 0, "--json")["to_act"] == "chance"
    refusal_of("hint", record, "--at", 10**6)
