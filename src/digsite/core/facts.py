"""Read a game's facts entry by entry, by dotted names. Each is checked, and an error names the entry."""

from collections.abc import Mapping, Sequence

from digsite.core.errors import BadData


class DataReader:
    """Reads the entries of a game's data. Every method raises BadData with the name of a wrong entry."""

    def __init__(self, raw: Mapping[str, object]) -> None:
        self.raw = raw

    def find(self, name: str) -> object:
        """Return an entry of any kind."""
        found: object = self.raw
        for key in name.split("."):
            if not isinstance(found, Mapping) or key not in found:
                raise BadData(f"{name}: missing")
            found = found[key]
        return found

    def whole(self, name: str, value: object, low: int, high: int) -> int:
        """Return a value that must be a whole number within bounds."""
        if type(value) is not int or not low <= value <= high:
            raise BadData(f"{name}: {value!r} is not a whole number from {low} to {high}")
        return value

    def number(self, name: str, low: int, high: int) -> int:
        """Return an entry that is a whole number."""
        return self.whole(name, self.find(name), low, high)

    def numbers(self, name: str, low: int, high: int) -> list[int]:
        """Return an entry that is a list of whole numbers."""
        values = self.find(name)
        if not isinstance(values, list) or not values:
            raise BadData(f"{name}: must be a list of numbers")
        return [self.whole(name, value, low, high) for value in values]

    def names(self, name: str, count: int) -> tuple[str, ...]:
        """Return an entry that is a list of so many names."""
        values = self.find(name)
        if not isinstance(values, list) or len(values) != count or not all(isinstance(v, str) and v for v in values):
            raise BadData(f"{name}: must be {count} names")
        return tuple(values)

    def one_of(self, name: str, choices: Sequence[str]) -> str:
        """Return an entry that is one of the choices."""
        return self.pick(name, [self.find(name)], 0, choices)

    def pick(self, name: str, row: Sequence[object], column: int, choices: Sequence[str]) -> str:
        """Return the value of a row's column, which must be one of the choices."""
        value = row[column]
        if not isinstance(value, str) or value not in choices:
            raise BadData(f"{name}: {value!r} is none of {', '.join(choice or repr(choice) for choice in choices)}")
        return value

    def rows(self, name: str, count: int | None, columns: int) -> list[Sequence[object]]:
        """Return an entry that is a list of rows, each with so many columns."""
        rows = self.find(name)
        if not isinstance(rows, list) or (count is not None and len(rows) != count):
            found = len(rows) if isinstance(rows, list) else "none"
            raise BadData(f"{name}: must have {count or 'some'} rows, not {found}")
        for i, row in enumerate(rows):
            if not isinstance(row, list) or len(row) != columns:
                raise BadData(f"{name}[{i}]: must have {columns} entries")
        return rows
