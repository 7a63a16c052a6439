"""Why something is refused, in the reader's language."""

from digsite.tables.refused import Refused
from digsite.web.i18n import _


def refusal_text(error: Refused | None) -> str:
    """Return the sentence a page shows; "" where nothing was refused."""
    return _(error.message, **error.values) if error else ""
