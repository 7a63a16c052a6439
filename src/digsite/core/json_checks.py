"""Read JSON strictly: each value is checked, and an error names its place. All functions raise BadRecord."""

import json
import math
import re
from collections.abc import Mapping
from typing import NoReturn

from digsite.core.chance import word_fault
from digsite.core.errors import BadRecord

HEX = re.compile(r"[0-9a-f]{64}")


def short(value: object) -> str:
    """Return a value as an error message shows it: cut where it is long."""
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:39] + "…"


def strict_json(raw: bytes) -> object:
    """Return what a JSON text holds. Repeated keys, NaN and infinities are refused."""
    try:
        found: object = json.loads(
            raw.decode("utf-8"),
            object_pairs_hook=_without_doubles,
            parse_constant=_no_constant,
            parse_float=_finite,
        )
    except UnicodeDecodeError as error:
        raise BadRecord(f"not UTF-8: byte {error.start} is 0x{raw[error.start]:02x}") from None
    except json.JSONDecodeError as error:
        raise BadRecord(f"not JSON: line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise BadRecord("not a record: nested too deeply") from None
    except BadRecord:
        raise
    except ValueError as error:
        raise BadRecord(f"not JSON: {error}") from None
    return found


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise BadRecord(f"{short(key)} appears twice")
        found[key] = value
    return found


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise BadRecord(f"not JSON: {short(text)} is not a number")
    return number


def _no_constant(name: str) -> NoReturn:
    raise BadRecord(f"not JSON: {name} is not a number")


def entries(where: str, value: object, required: tuple[str, ...], optional: tuple[str, ...]) -> Mapping[str, object]:
    """Return an object that has all required keys and no unknown one."""
    if not isinstance(value, Mapping):
        raise BadRecord(f"{where}: {short(value)} is not an object")
    for key in required:
        if key not in value:
            raise BadRecord(f"{where}: {key!r} is missing")
    for key in value:
        if key not in required and key not in optional:
            raise BadRecord(f"{where}: {short(key)} is not a known key")
    return value


def mapping(where: str, value: object) -> dict[str, object]:
    """Return an object with any keys."""
    if not isinstance(value, dict):
        raise BadRecord(f"{where}: {short(value)} is not an object")
    return value


def string(where: str, value: object) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise BadRecord(f"{where}: {short(value)} is not a text")
    return value


def word(where: str, value: object) -> str:
    """Return a name or a lucky word."""
    found = string(where, value)
    fault = word_fault(found)
    if fault:
        raise BadRecord(f"{where}: {short(value)} {fault}")
    return found


def number(where: str, value: object, least: int | None = None) -> int:
    """Return a whole number."""
    if type(value) is not int or (least is not None and value < least):
        raise BadRecord(
            f"{where}: {short(value)} is not a whole number" + ("" if least is None else f" from {least} on")
        )
    return value


def seat(where: str, value: object, seats: int) -> int:
    """Return the number of a seat."""
    if type(value) is not int or not 0 <= value < seats:
        raise BadRecord(f"{where}: {short(value)} is not a seat from 0 to {seats - 1}")
    return value


def items(where: str, value: object, length: int | None = None) -> list[tuple[str, object]]:
    """Return the values of a list, each with its place."""
    if not isinstance(value, list):
        raise BadRecord(f"{where}: {short(value)} is not a list")
    if length is not None and len(value) != length:
        raise BadRecord(f"{where}: has {len(value)} entries for {length} seats")
    return [(f"{where}[{i}]", one) for i, one in enumerate(value)]


def digest(where: str, value: object) -> str:
    """Return 64 hexadecimal digits."""
    if not isinstance(value, str) or not HEX.fullmatch(value):
        raise BadRecord(f"{where}: {short(value)} is not 64 hexadecimal digits in lower case")
    return value
