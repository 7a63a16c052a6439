"""The JSON API. Every answer that is no success is `application/problem+json`."""

from digsite.server.api import people, playing, records, tables
from digsite.server.api.dependencies import USUAL, api

__all__ = ["USUAL", "api", "people", "playing", "records", "tables"]
