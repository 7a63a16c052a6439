"""Somebody looks at a table of Thebes in a given position."""

from digsite.core.fields import Bytes
from digsite.tables.table import Seat, Table, Terms
from digsite.web.page_query import PageQuery
from digsite.web.viewer import Viewer

NAMES = ("Ann", "Bo", "Cy", "Di")


def look_at(state: Bytes, you: int | None = 0, **query: str) -> Viewer:
    """Seat `you` looks; nobody of the players where it is None."""
    seats = tuple(Seat("person", name.lower(), name) for name in NAMES[: int(state[1])])
    table = Table(
        "table", bytes(32), Terms("thebes", guide=True), "ann", seats, status="playing", state=state.tobytes()
    )
    return Viewer(
        table,
        () if you is None else (you,),
        person="" if you is None else NAMES[you].lower(),
        query=PageQuery.decode(query),
    )
