"""The entry that every command returns, and the checks that several of them make."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from digsite.core.history import History
from digsite.tables.entries import Entry, Kind, Move, P
from digsite.tables.refused import Refused
from digsite.tables.table import Seat, Table

BOT = ""  # the person who acts for a bot's seat


def new_entry(
    table: Table, kind: Kind, payload: P, at: int, person: str, request: str | None, played: History | None = None
) -> Entry[P]:
    """Return the entry that follows on a table's last."""
    return Entry(table.version + 1, kind, payload, at, person, request, played)


def seat_at(table: Table, seat: int) -> Seat:
    """Return a seat by its number. Raises Refused if the table has none of that number."""
    if not 0 <= seat < len(table.seats):
        raise Refused(
            404, "no seat", "There is no such seat", detail=f"This table has seats 0 to {len(table.seats) - 1}"
        )
    return table.seats[seat]


def returned_increments(table: Table, moves: Sequence[Move], to: int) -> list[int]:
    """Return the increments each seat gives back with the turns that ended since a ply, [] where there are none."""
    if not table.terms.increment:
        return []
    acted = [move.seat for move in moves[to:] if move.seat is not None]
    ended = Counter(seat for seat, following in pairwise([*acted, table.to_act]) if seat != following)
    return [ended[seat] * table.terms.increment for seat in range(len(table.seats))] if ended else []


def check_playing(table: Table) -> None:
    """Raise Refused unless the game is being played, with the rules and data of this server."""
    if table.status == "open":
        raise Refused(409, "not started", "The game has not started yet")
    if table.status == "over":
        raise Refused(409, "over", "The game is over")
    if table.other_data:
        raise Refused(
            409,
            "other data",
            "This game was started with other game data than this server uses now: you can abandon it and keep its "
            "record",
        )
    if table.outdated:
        raise Refused(
            409,
            "other rules",
            "This game was started with version %(begun)s of the rules, and the server now plays version "
            "%(now)s: you can abandon it and keep its record",
            begun=table.rules,
            now=table.game.version,
        )
