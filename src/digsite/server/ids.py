"""Ids of tables, people, records and requests."""

import secrets

ID_BYTES = 9


def new_id() -> str:
    """Return a random id of 12 letters, digits, hyphens and underscores."""
    return secrets.token_urlsafe(ID_BYTES)
