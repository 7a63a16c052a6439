"""The file of a backup: whatever changes in it, is missing or is too much, it is refused and its place is told."""

import gzip
import json
import random
import re
from pathlib import Path

import pytest

from digsite.server import admin, backup_files
from digsite.server.backup_files import BackupWriter, BadBackup, read_lines
from digsite.server.store import Store
from tests.programs import digsite, refusal_of
from tests.server.test_old_database import OLD

HEAD = json.dumps({"format": backup_files.FORMAT, "schema": "0001", "at": ""})
LINES = [HEAD, *(json.dumps([name, {"n": n}]) for name in ("people", "entries") for n in range(400))]
CHUNKS = [LINES[start : start + 100] for start in range(0, len(LINES), 100)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "backup.gz"
    with BackupWriter(file) as out:
        for chunk in CHUNKS:
            out.write(chunk)
    return file


def refusal(file: Path) -> str:
    with pytest.raises(BadBackup) as refused:
        list(read_lines(file))
    return str(refused.value)


def test_lines_are_read_as_they_were_written_also_by_gzip(file: Path) -> None:
    assert list(read_lines(file)) == LINES
    assert gzip.decompress(file.read_bytes()).decode().splitlines()[: len(LINES)] == LINES


def test_each_flipped_bit_is_refused_with_its_place(file: Path) -> None:
    data = file.read_bytes()
    random.seed(17)
    for place in random.sample(range(len(data)), 600):
        damaged = bytearray(data)
        damaged[place] ^= 1 << random.randrange(8)
        file.write_bytes(damaged)
        said = refusal(file)
        found = re.search(r"bytes (\d+) to (\d+)", said)
        assert found, said
        assert int(found[1]) <= place < int(found[2]), said


def test_a_file_that_is_cut_off_anywhere_is_refused(file: Path) -> None:
    data = file.read_bytes()
    for length in (0, 1, 9, 100, len(data) // 2, len(data) - backup_files.END, len(data) - 1):
        file.write_bytes(data[:length])
        assert str(file) in refusal(file)
    assert re.search(r"its end \(bytes \d+ to \d+\) is damaged or missing", refusal(file))


def test_chunks_that_are_missing_doubled_or_swapped_are_refused(file: Path) -> None:
    data = file.read_bytes()
    one, two, rest = (data[a:b] for a, b in ((0, 300), (300, 600), (600, None)))
    for spoilt in (one + rest, one + one + two + rest, two + one + rest, one + two + rest + rest):
        file.write_bytes(spoilt)
        refusal(file)


@pytest.mark.parametrize("what", ["the trailer", "the middle", "the end", "more"])
def test_a_backup_of_the_first_format_is_read_to_its_end(tmp_path: Path, what: str) -> None:
    data = bytearray((OLD / "old.backup.gz").read_bytes())
    match what:
        case "the trailer":
            data[-6] ^= 1  # gzip's CRC
        case "the middle":
            data[len(data) // 2] ^= 1
        case "the end":
            del data[-4:]
        case "more":
            data += gzip.compress(b'["people", {}]\n')
    file, database = tmp_path / "old.gz", tmp_path / "new.db"
    file.write_bytes(data)
    with pytest.raises(admin.BadBackup, match=r"line|complete"):
        admin.restore(Store(f"sqlite:///{database}"), file)
    assert not database.exists()


def test_a_backup_is_checked_without_being_restored(tmp_path: Path) -> None:
    database, file = tmp_path / "digsite.db", tmp_path / "new.gz"
    store = Store(f"sqlite:///{database}")
    admin.restore(store, OLD / "old.backup.gz")
    admin.backup(Store(f"sqlite:///{database}"), file)
    assert digsite("admin", "verify", file).stdout.count("none damaged") == 1
    data = bytearray(file.read_bytes())
    data[200] ^= 4
    file.write_bytes(data)
    assert "bytes" in refusal_of("admin", "verify", file)
    assert "bytes" in refusal_of("admin", "restore", file, "--db", f"sqlite:///{tmp_path / 'other.db'}")
    assert not (tmp_path / "other.db").exists()


def test_an_empty_file_is_no_backup(tmp_path: Path) -> None:
    file = tmp_path / "empty.gz"
    file.touch()
    assert refusal_of("admin", "verify", file) == f"digsite: {file}: is empty, no backup\n"


def test_a_backup_and_a_database_are_not_checked_at_once(tmp_path: Path) -> None:
    line = refusal_of("admin", "verify", OLD / "old.backup.gz", "--db", f"sqlite:///{tmp_path / 'other.db'}")
    assert "FILE or --db" in line


@pytest.mark.long
def test_every_bit_of_a_real_backup_counts(tmp_path: Path) -> None:
    database, file = f"sqlite:///{tmp_path / 'digsite.db'}", tmp_path / "new.gz"
    admin.restore(Store(database), OLD / "old.backup.gz")
    admin.backup(Store(database), file)
    data = file.read_bytes()
    for place in range(len(data)):
        for bit in range(8):
            damaged = bytearray(data)
            damaged[place] ^= 1 << bit
            file.write_bytes(damaged)
            found = re.search(r"bytes (\d+) to (\d+)", refusal(file))
            assert found
            assert int(found[1]) <= place < int(found[2])
