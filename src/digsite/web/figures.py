"""Figures beside the rules: small drawings in a row, each with a word below it."""

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True)
class Figure:
    """A drawing that shows what a rule says."""

    drawing: Markup
    caption: str

    @property
    def html(self) -> Markup:
        return Markup(
            '<figure class="rule-figure"><div aria-hidden="true">{}</div><figcaption>{}</figcaption></figure>'
        ).format(self.drawing, self.caption)


def row(items: Iterable[tuple[Markup, str]]) -> Markup:
    """Return drawings side by side, each over its name."""
    return Markup("").join(Markup('<span class="item">{}<small>{}</small></span>').format(*item) for item in items)


def arrow() -> Markup:
    """Return an arrow between two drawings."""
    return Markup(
        '<svg class="arrow" viewBox="0 0 26 14" width="26" height="14"><path d="M1 7h22M17 1l6 6-6 6"/></svg>'
    )
