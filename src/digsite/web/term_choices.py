"""The words for what is agreed before a game: the same on the first page and in the lobby."""

from typing import NamedTuple

from digsite.web.i18n import _

Choices = list[tuple[str, str]]


class Term(NamedTuple):
    title: str
    note: str  # one line on what it means
    choices: Choices


def terms() -> dict[str, Term]:
    """Return the terms with a few choices, by the name of their field."""
    off = ("no", _("Off"))
    return {
        "visibility": Term(
            _("Who can find it"),
            _("everybody: in lists, too"),
            [("link", _("Anyone with the link")), ("public", _("Everybody"))],
        ),
        "pace": Term(
            _("Pace"),
            _("together now, or days per move"),
            [("live", _("Live")), ("correspondence", _("Correspondence"))],
        ),
        "undo": Term(_("Undo"), _("until something is drawn"), [off, ("yes", _("Own turn"))]),
        "takebacks": Term(_("Take-backs"), _("past what was drawn"), [off, ("yes", _("If everybody agrees"))]),
        "hints": Term(_("Hints"), _("a bot suggests moves when asked"), [off, ("yes", _("On"))]),
        "on_timeout": Term(
            _("When time runs out"),
            _("or somebody leaves"),
            [("stand in", _("a bot takes over")), ("end", _("the game ends"))],
        ),
    }
