"""What the pages say, in the reader's language: every text is a message of a gettext catalogue.

English is the language of the sources, so that a message is its own English text. A sentence is always one message with
places to fill, never put together of parts.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import NullTranslations, translation
from importlib.resources import files
from pathlib import Path

from markupsafe import Markup

from digsite.core.registry import game_names, plugin

_current: ContextVar[NullTranslations] = ContextVar("translations", default=NullTranslations())  # noqa: B039


def catalogues() -> Iterator[tuple[str, Path]]:
    """Yield the name and the folder of each catalogue: the shared one, and one beside each game's page."""
    yield "digsite", Path(str(files("digsite.web"))) / "locale"
    for name in game_names():
        if module := plugin(name).page.partition(":")[0]:
            yield name, Path(str(files(module.rpartition(".")[0]))) / "locale"


def load_translations(language: str, places: Iterable[tuple[str, Path]] | None = None) -> NullTranslations:
    """Return the messages of all catalogues in a language, such as `locale/de/LC_MESSAGES/digsite.mo`. What is not
    translated stays English."""
    merged = NullTranslations()
    for name, folder in catalogues() if places is None else places:
        merged.add_fallback(translation(name, folder, [language], fallback=True))
    return merged


@contextmanager
def speaking(translations: NullTranslations) -> Iterator[None]:
    """Use one language for everything within."""
    before = _current.set(translations)
    try:
        yield
    finally:
        _current.reset(before)


def current_translations() -> NullTranslations:
    """Return the translations into the reader's language."""
    return _current.get()


def _(message: str, **values: object) -> str:
    """Return a message in the reader's language, its places filled in: HTML where a value is HTML."""
    return _filled(_current.get().gettext(message), values)


def n_(one: str, many: str, number: int, **values: object) -> str:
    """Return a message about a number of things, which is `%(number)s` in it."""
    return _filled(_current.get().ngettext(one, many, number), {"number": number} | values)


def gettext(message: str) -> str:
    """For the templates, which fill the places themselves."""
    return _current.get().gettext(message)


def ngettext(one: str, many: str, number: int) -> str:
    return _current.get().ngettext(one, many, number)


def later(message: str) -> str:
    """Marks a message that is translated where it is used."""
    return message


def _filled(text: str, values: dict[str, object]) -> str:
    if any(isinstance(value, Markup) for value in values.values()):
        return Markup(text) % values
    return text % values if values else text


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
