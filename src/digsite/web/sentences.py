"""Sentences about somebody: one message for the reader, another for anybody else."""

from markupsafe import Markup

from digsite.web.i18n import _
from digsite.web.viewer import Viewer


def bold(name: str) -> Markup:
    return Markup("<b>%s</b>") % name


def say(viewer: Viewer, seat: int, yours: str, theirs: str, **values: object) -> Markup:
    """The message for the reader where the seat is theirs, the other one else."""
    if seat == viewer.you:
        return Markup(_(yours, you=bold(_("You")), **values))
    return Markup(_(theirs, name=bold(viewer.names[seat]), **values))
