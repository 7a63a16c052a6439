"""Reading a game's facts: entries by their dotted names, each checked, with a message that names the entry."""

from collections.abc import Mapping, Sequence
from typing import Any

from digsite.core.errors import BadData


class Reader:
    def __init__(self, raw: Mapping[str, Any]) -> None:
        self.raw = raw

    def find(self, name: str) -> Any:
        found: Any = self.raw
        for key in name.split("."):
            if not isinstance(found, Mapping) or key not in found:
                raise BadData(f"{name}: missing")
            found = found[key]
        return found

    def whole(self, name: str, value: Any, low: int, high: int) -> int:
        if type(value) is not int or not low <= value <= high:
            raise BadData(f"{name}: {value!r} is no whole number from {low} to {high}")
        return value

    def number(self, name: str, low: int, high: int) -> int:
        return self.whole(name, self.find(name), low, high)

    def numbers(self, name: str, low: int, high: int) -> list[int]:
        values = self.find(name)
        if not isinstance(values, list) or not values:
            raise BadData(f"{name}: must be a list of numbers")
        return [self.whole(name, value, low, high) for value in values]

    def names(self, name: str, count: int) -> tuple[str, ...]:
        values = self.find(name)
        if not isinstance(values, list) or len(values) != count or not all(isinstance(v, str) and v for v in values):
            raise BadData(f"{name}: must be {count} names")
        return tuple(values)

    def one_of(self, name: str, choices: Sequence[str]) -> str:
        return self.pick(name, [self.find(name)], 0, choices)

    def pick(self, name: str, row: Sequence[Any], column: int, choices: Sequence[str]) -> str:
        value = row[column]
        if not isinstance(value, str) or value not in choices:
            raise BadData(f"{name}: {value!r} is none of {', '.join(choice or repr(choice) for choice in choices)}")
        return value

    def rows(self, name: str, count: int | None, columns: int) -> list[Sequence[Any]]:
        rows = self.find(name)
        if not isinstance(rows, list) or (count is not None and len(rows) != count):
            found = len(rows) if isinstance(rows, list) else "none"
            raise BadData(f"{name}: must have {count or 'some'} rows, not {found}")
        for i, row in enumerate(rows):
            if not isinstance(row, list) or len(row) != columns:
                raise BadData(f"{name}[{i}]: must have {columns} entries")
        return rows
