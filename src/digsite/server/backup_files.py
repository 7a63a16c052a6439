"""The file of a backup: lines in gzipped chunks, with a digest of each and of all.

Each chunk is a gzip member of its own, so that `zcat` prints the whole file. The last chunk but one is the index: how
many lines there are, and the length and SHA-256 of each chunk. The last one, always of the same length, has the length
and the SHA-256 of the index, and the SHA-256 of everything before. So each changed bit is noticed, even one that gzip
itself never looks at, and its place can be told.

Files of the first version are one gzip member without digests; they are read to their end, where gzip's checksum is.
"""

import gzip
import json
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import IO, Self

from digsite.core.errors import DigsiteError

FORMAT = "digsite-backup/2"
FIRST_FORMAT = "digsite-backup/1"
UNREADABLE = (OSError, EOFError, ValueError, zlib.error)
GZIP_HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"


class BadBackup(DigsiteError):
    """A file that is not a backup, or cannot be restored here."""


class BackupWriter:
    """Writes the file of a backup; it is complete when the `with` block is left."""

    def __init__(self, file: Path) -> None:
        self._out: IO[bytes] = file.open("wb")
        self._all = sha256()
        self._chunks: list[tuple[int, str]] = []
        self.lines = 0

    def write(self, lines: Sequence[str]) -> None:
        """Write some lines as a chunk."""
        chunk = _packed("".join(f"{line}\n" for line in lines))
        self._chunks.append((len(chunk), sha256(chunk).hexdigest()))
        self._put(chunk)
        self.lines += len(lines)

    def _put(self, chunk: bytes) -> None:
        self._out.write(chunk)
        self._all.update(chunk)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        with self._out:
            if kind is None:
                index = _packed(json.dumps({"lines": self.lines, "chunks": self._chunks}) + "\n")
                self._put(index)
                self._out.write(_end(len(index), sha256(index).hexdigest(), self._all.hexdigest()))


def _packed(text: str) -> bytes:
    return gzip.compress(text.encode(), mtime=0)


def _end(length: int, of_index: str, of_all: str) -> bytes:
    """Return the end of a file. It is not compressed: there is only one way to write it."""
    text = f'{{"index": {length:12d}, "of index": "{of_index}", "of all": "{of_all}"}}\n'.encode()
    size = len(text).to_bytes(2, "little")
    stored = b"\1" + size + bytes(255 - byte for byte in size) + text
    return GZIP_HEAD + stored + zlib.crc32(text).to_bytes(4, "little") + len(text).to_bytes(4, "little")


END = len(_end(0, "0" * 64, "0" * 64))


def read_lines(file: Path) -> Iterator[str]:
    """Return the lines of a backup, its head first. Everything is checked before the first. Raises BadBackup."""
    if not file.is_file():
        raise BadBackup(f"{file}: there is no such file")
    if not file.stat().st_size:
        raise BadBackup(f"{file}: is empty, no backup")
    end = _end_of(file)
    if end is None:
        return _lines_of_first_format(file)
    return _lines(file, _checked(file, end))


@dataclass(frozen=True)
class _End:
    length: int  # of the index
    of_index: str
    of_all: str


def _end_of(file: Path) -> _End | None:
    """Return what the end of a file says, None where it is not the end of a backup."""
    with file.open("rb") as opened:
        opened.seek(max(file.stat().st_size - END, 0))
        found = opened.read()
    said = re.search(rb'"index": +(\d+), "of index": "([0-9a-f]{64})", "of all": "([0-9a-f]{64})"', found)
    if said is None:
        return None
    end = _End(int(said[1]), said[2].decode(), said[3].decode())
    return end if found == _end(end.length, end.of_index, end.of_all) else None


def _checked(file: Path, end: _End) -> list[int]:
    """Return the lengths of a file's chunks, each of which is as it was written. Raises BadBackup with the place."""
    with file.open("rb") as opened:
        start = file.stat().st_size - END - end.length
        index = _read_at(opened, start, end.length)
        if start < 0 or sha256(index).hexdigest() != end.of_index:
            raise BadBackup(f"{file}: its index (bytes {max(start, 0)} to {start + end.length}) is damaged")
        chunks: list[tuple[int, str]] = json.loads(gzip.decompress(index))["chunks"]
        whole, place = sha256(), 0
        for number, (length, digest) in enumerate(chunks, 1):
            chunk = _read_at(opened, place, length)
            if sha256(chunk).hexdigest() != digest:
                where = f"chunk {number} of {len(chunks)} (bytes {place} to {place + length})"
                raise BadBackup(f"{file}: {where} is damaged")
            whole.update(chunk)
            place += length
        whole.update(index)
        if place != start or whole.hexdigest() != end.of_all:
            raise BadBackup(f"{file}: bytes {place} to {start} are too many")
    return [length for length, _ in chunks]


def _read_at(opened: IO[bytes], place: int, length: int) -> bytes:
    opened.seek(max(place, 0))
    return opened.read(length)


def _lines(file: Path, lengths: Sequence[int]) -> Iterator[str]:
    with file.open("rb") as opened:
        for length in lengths:
            yield from gzip.decompress(opened.read(length)).decode().split("\n")[:-1]


def _lines_of_first_format(file: Path) -> Iterator[str]:
    """Return the lines of a file without digests, if it is complete and as it was as far as gzip knows."""
    _check_first_line(file)
    line, number = "", 0
    try:
        with gzip.open(file, "rt", encoding="utf-8", newline="\n") as lines:
            for number, line in enumerate(lines, 1):  # noqa: B007
                pass
    except UNREADABLE as error:
        raise BadBackup(f"{file}: cannot be read after line {number}: {error}") from None
    if not re.fullmatch(rf'{{"rows": {number - 2}}}\n', line):
        raise BadBackup(f"{file}: is not complete; it ends after line {number}")
    return _lines_to(file, number - 1)


def _check_first_line(file: Path) -> None:
    """Raise BadBackup unless a file begins as one of the first format does."""
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            head = json.loads(next(lines, ""))
            found = head.get("format") if isinstance(head, dict) else None
    except UNREADABLE as error:
        raise BadBackup(f"{file}: cannot be read: {error}") from None
    if found == FORMAT:
        size = file.stat().st_size
        raise BadBackup(f"{file}: its end (bytes {max(size - END, 0)} to {size}) is damaged or missing")
    if found != FIRST_FORMAT:
        raise BadBackup(f"{file}: is not a backup")


def _lines_to(file: Path, most: int) -> Iterator[str]:
    with gzip.open(file, "rt", encoding="utf-8", newline="\n") as lines:
        yield from islice(lines, most)
