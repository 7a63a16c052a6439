"""What an explanation of something on a table is made of."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from digsite.web.viewer import Viewer


@dataclass(frozen=True)
class Explanation:
    title: str
    paragraphs: Sequence[str]
    rules: Sequence[str]
    drawing: Markup
    figure: Markup | None = None  # what is shown after the first paragraph


Reader = Callable[[Viewer, str], object]  # what one part of a key stands for; None where it stands for nothing
Entry = tuple[Callable[..., Explanation | None], *tuple[Reader, ...]]  # who explains it, and who reads the key's parts


def for_whom(viewer: Viewer, seat: int, yours: str, theirs: str) -> str:
    """Return the sentence about you, or the same about somebody else."""
    return yours if seat == viewer.you else theirs


def some(*paragraphs: str) -> list[str]:
    return [paragraph for paragraph in paragraphs if paragraph]


def explanation_of(entries: Mapping[str, Entry], viewer: Viewer, key: str) -> Explanation | None:
    """Return the explanation that a key names, None where there is none. A key such as `marker-2` consists of the name
    of an entry and of one text for each of its readers."""
    name, *texts = key.split("-")
    if name not in entries:
        return None
    explain, *readers = entries[name]
    if len(texts) != len(readers):
        return None
    values = [reader(viewer, text) for reader, text in zip(readers, texts, strict=True)]
    return None if None in values else explain(viewer, *values)


def number_in(text: str, numbers: range) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and int(text) in numbers else None


def seat_in(viewer: Viewer, text: str) -> int | None:
    return number_in(text, range(len(viewer.names)))
