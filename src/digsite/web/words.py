"""What the pages say, in the reader's language: every text is a message of a gettext catalogue.

English is the language of the sources, so that a message is its own English text. A sentence is always one message with
places to fill, never put together of parts.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import NullTranslations
from typing import Any

from markupsafe import Markup

_current: ContextVar[NullTranslations] = ContextVar("translations", default=NullTranslations())  # noqa: B039


@contextmanager
def speaking(translations: NullTranslations) -> Iterator[None]:
    """Everything within is said in one language."""
    before = _current.set(translations)
    try:
        yield
    finally:
        _current.reset(before)


def spoken() -> NullTranslations:
    """The language of the reader."""
    return _current.get()


def _(message: str, **values: Any) -> str:
    """The message in the reader's language, its places filled: HTML where a value is HTML."""
    return _filled(_current.get().gettext(message), values)


def n_(one: str, many: str, number: int, **values: Any) -> str:
    """The same for something counted; `%(number)s` is the count."""
    return _filled(_current.get().ngettext(one, many, number), {"number": number} | values)


def gettext(message: str) -> str:
    """For the templates, which fill the places themselves."""
    return _current.get().gettext(message)


def ngettext(one: str, many: str, number: int) -> str:
    return _current.get().ngettext(one, many, number)


def later(message: str) -> str:
    """Marks a message that is translated where it is used."""
    return message


def _filled(said: str, values: dict[str, Any]) -> str:
    if any(isinstance(value, Markup) for value in values.values()):
        return Markup(said) % values
    return said % values if values else said


def listed(items: Sequence[str]) -> str:
    """A list as a sentence has it."""
    if len(items) < 2:
        return items[0] if items else ""
    *first, last = items
    return _("%(first)s and %(last)s", first=Markup(", ").join(first) if _html(items) else ", ".join(first), last=last)


def _html(items: Sequence[str]) -> bool:
    return any(isinstance(item, Markup) for item in items)


def weeks(number: int) -> str:
    return n_("%(number)s week", "%(number)s weeks", number)


def points(number: int) -> str:
    return n_("%(number)s point", "%(number)s points", number)


def span_of_time(milliseconds: int) -> str:
    seconds = milliseconds // 1000
    if seconds >= 2 * 86_400:
        return n_("%(number)s day", "%(number)s days", seconds // 86_400)
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"
