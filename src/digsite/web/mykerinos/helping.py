"""Patrons who could help at a field: whom to call, and what the first archaeologist there would bring about."""

from collections.abc import Sequence
from dataclasses import dataclass

from digsite.web.look import Look
from digsite.web.mykerinos import names
from digsite.web.mykerinos.acting import calling, following, others
from digsite.web.mykerinos.consequence import Verdict, verdicts
from digsite.web.words import _


@dataclass(frozen=True)
class Help:
    """A patron ready to help at a field; `link` plans that."""

    patron: str
    link: str
    label: str
    words: str
    said: Sequence[Verdict]


def at_field(look: Look, field: str) -> list[Help]:
    """M3.5: everybody whose help may begin at that field."""
    if look.view["phase"] != "turn":
        return []
    said = verdicts(look, {field: look.view["turn"]})
    return [
        Help(
            deed.patron,
            look.link(choose=field, **calling(deed)),
            _("Call %(patron)s", patron=names.patron(deed.patron)),
            names.help_of(deed.patron),
            said if deed.patron == "lemon" else (),
        )
        for deed in others(look)
        if deed.kind == "use" and field in following(look, deed)[0]
    ]
