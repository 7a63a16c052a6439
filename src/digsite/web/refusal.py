"""Why something is refused, in the reader's language."""

from digsite.server.table import Refused
from digsite.web.words import _


def said(error: Refused | None) -> str:
    return _(error.message, **error.values) if error else ""
