"""Fill in templates: those that every page shares, and those of the games."""

from collections.abc import Iterator
from functools import cache

from jinja2 import BaseLoader, ChoiceLoader, Environment, PackageLoader, PrefixLoader, StrictUndefined

from digsite.core.palette import COLOURS, PALETTES, SEAT_COLOURS
from digsite.core.registry import game_names, plugin
from digsite.web import art, assets, i18n, rules, term_choices


def _game_templates() -> Iterator[tuple[str, BaseLoader]]:
    """Yield each game's own templates: "<game>/board.html" is `board.html` beside that game's page."""
    for name in game_names():
        if module := plugin(name).page.partition(":")[0]:
            yield name, PackageLoader(module.rpartition(".")[0])


@cache
def environment() -> Environment:
    """Return the templates, with what all of them may use."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader("digsite.web"), PrefixLoader(dict(_game_templates()))]),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_gettext_callables(i18n.gettext, i18n.ngettext, newstyle=True)  # type: ignore[attr-defined]
    made.globals |= {
        "colours": COLOURS,
        "seat_colours": SEAT_COLOURS,
        "palettes": PALETTES,
        "asset": assets.address,
        "art": art,
        "rules_link": rules.link,
        "term_choices": term_choices.terms,
    }
    made.filters["span"] = i18n.span_of_time
    made.filters["marked"] = art.marked
    return made


def load_pages() -> None:
    """Load every game's page, every template and file, so that nobody waits for them at a first click."""
    assets.assets()
    for name in environment().list_templates(["html"]):
        environment().get_template(name)


def render(template: str, **context: object) -> str:
    """Return a template filled in with what it needs."""
    return environment().get_template(template).render(context)
