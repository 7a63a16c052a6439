"""Whether a command is possible, so that a page offers only what is."""

from collections.abc import Callable

from digsite.tables.refused import Refused


def allowed(command: Callable[[], object]) -> bool:
    """Return whether a command is not refused."""
    try:
        command()
    except Refused:
        return False
    return True
