"""Kept games, one for every number of players and every way a game can end: they stay true for ever."""

from pathlib import Path

import pytest

from digsite.core.record import read
from digsite.core.registry import of_record
from digsite.core.verify import verify

RECORDS = sorted((Path(__file__).parent / "records").glob("*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: str(path.stem))
def test_a_kept_record_is_true(path: Path) -> None:
    record = read(path)
    draws = verify(of_record(record), record)
    assert (draws is None) == (record.scores is None)  # the seed is told at the end


def test_every_end_is_kept() -> None:
    ends = {record.end.reason if record.end else "over" if record.scores else "open" for record in map(read, RECORDS)}
    assert ends == {"resigned", "timeout", "abandoned", "over", "open"}
