"""Sentences about somebody: one message for the reader, another for anybody else."""

from markupsafe import Markup

from digsite.web.look import Look
from digsite.web.words import _


def bold(name: str) -> Markup:
    return Markup("<b>%s</b>") % name


def say(look: Look, seat: int, yours: str, theirs: str, **values: object) -> Markup:
    """The message for the reader where the seat is theirs, the other one else."""
    if seat == look.you:
        return Markup(_(yours, you=bold(_("You")), **values))
    return Markup(_(theirs, name=bold(look.names[seat]), **values))
