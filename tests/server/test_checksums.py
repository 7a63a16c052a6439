"""Migrations write the checksums of rows that are there already, and leave damaged ones damaged."""

from zlib import crc32

from sqlalchemy import Connection, text

from digsite.server.migrations.checksums import ROWS, checksum, reseal
from digsite.server.store import Store
from tests.server.databases import url

__all__ = ["url"]
MANY = 2 * ROWS + 1


def test_rows_get_new_checksums_but_damaged_ones_do_not(url: str) -> None:
    def job(c: Connection) -> None:
        c.execute(text("CREATE TABLE finds (site TEXT, number INTEGER, name TEXT, weight INTEGER, sum BIGINT)"))
        c.execute(
            text("INSERT INTO finds VALUES (:site, :number, 'jar', 3, 0)"),
            [{"site": f"s{number % 3}", "number": number} for number in range(MANY)],
        )
        reseal(c, "finds", ("site", "number"), {"sum": ("site", "number", "name")})
        c.execute(text("UPDATE finds SET name = 'jug' WHERE number = 5"))
        every = {"sum": ("site", "number", "name", "weight")}
        reseal(c, "finds", ("site", "number"), every, {"sum": ("site", "number", "name")})
        rows = c.execute(text("SELECT site, number, name, weight, sum FROM finds ORDER BY number")).all()
        assert len(rows) == MANY
        assert [number for number, (*values, own) in enumerate(rows) if own != checksum(values)] == [5]

    Store(url).now(job)


def test_a_checksum_never_changes() -> None:
    """It is the CRC-32 of the values as Python's `ascii` writes them: checksums of older versions are on disk."""
    written = rb"['abc', 1, 1, None, b'\x00\xff', '\xe9\u20ac']"
    assert checksum(["abc", 1, True, None, b"\x00\xff", "é€"]) == crc32(written)
