"""What an explanation of something on a table is made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from digsite.web.look import Look


@dataclass(frozen=True)
class Explanation:
    title: str
    paragraphs: Sequence[str]
    rules: Sequence[str]
    drawing: Markup


def for_whom(look: Look, seat: int, yours: str, theirs: str) -> str:
    """The sentence about you, or the same about somebody else."""
    return yours if seat == look.you else theirs


def some(*paragraphs: str) -> list[str]:
    return [paragraph for paragraph in paragraphs if paragraph]


def told_by(things: Mapping[str, tuple[Any, ...]], look: Look, key: str) -> Explanation | None:
    """What a key means: it names an entry, which tells it once its readers know what the key belongs to; else None."""
    name, *told = key.split("-")
    teller, *readers = things.get(name, (None,))
    if teller is None or len(told) != len(readers):
        return None
    read = [reader(look, text) for reader, text in zip(readers, told, strict=True)]
    if None in read:
        return None
    explanation: Explanation | None = teller(look, *read)
    return explanation


def number_in(text: str, numbers: range) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and int(text) in numbers else None


def seat_in(look: Look, text: str) -> int | None:
    return number_in(text, range(look.view["seats"]))
