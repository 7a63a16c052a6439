"""`digsite play`: which files it writes."""

from pathlib import Path

from digsite.core.record import read
from tests.programs import ROOT, digsite, refusal_of


def test_a_fair_record_is_never_written_over(tmp_path: Path) -> None:
    kept = ROOT / "tests" / "records" / "thebes-2-unfinished.json"
    copy = tmp_path / "fair.json"
    copy.write_bytes(kept.read_bytes())
    for answers in ("", "1\nquit\nyes\n"):
        done = digsite("play", "thebes", "--resume", copy, typed=answers, cwd=tmp_path)
        assert done.returncode == 0
        assert copy.read_bytes() == kept.read_bytes()
    assert len(read(tmp_path / "thebes-saved.json").actions) > len(read(copy).actions)


def test_saving_is_checked_before_the_game(record: Path, tmp_path: Path) -> None:
    assert "there is no such folder" in refusal_of("play", "thebes", "--save", tmp_path / "none" / "x.json")
    assert "exists" in refusal_of("play", "thebes", "--save", record)
