"""The pages: templates, styles and scripts, and what each game shows of itself."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from digsite.core.look import COLOURS
from digsite.web import art, assets, words


@cache
def environment() -> Environment:
    made = Environment(
        loader=PackageLoader("digsite.web"),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_gettext_callables(words.gettext, words.ngettext, newstyle=True)  # type: ignore[attr-defined]
    made.globals |= {"colours": COLOURS, "asset": assets.address, "art": art}
    made.filters["span"] = words.span_of_time
    made.filters["marked"] = art.marked
    return made


def render(template: str, **told: Any) -> str:
    return environment().get_template(template).render(told)
