"""The bots there are, for those who only name them."""

from digsite.bots import names


def bot_names() -> list[str]:
    """Return the names of all bots, those of other packages included."""
    return list(names())
