"""A table as one JSON object, to go on without a replay. The database keeps these, so their keys never change."""

from typing import NotRequired, TypedDict, cast

from digsite.core.record import End
from digsite.tables.entries import SeatJson, TermsJson
from digsite.tables.table import Seat, Status, Table, Takeback, TakenBack, Terms

LATER_TERMS = ("options", "takebacks", "pairing")


class EndJson(TypedDict):
    reason: str
    seat: int | None


class TakebackJson(TypedDict):
    """What a player asks for: to go back to before ply `to`; `agreed` are the seats of those who have said yes."""

    seat: int
    to: int
    agreed: list[int]


class TakenBackJson(TypedDict):
    seat: int
    ply: int
    to: int


class Snapshot(TypedDict):
    """All of a table but its id, version, status, seed and state, which have columns of their own."""

    host: str
    rules: int
    ply: int
    since: int
    loose_seat: int  # undo_seat
    moved: int  # position_version
    rematch: str
    loose: list[int]  # undoable_plies
    terms: TermsJson
    seats: list[SeatJson]
    end: EndJson | None
    data: NotRequired[str]  # stands only where it is not empty, as do those that follow
    takeback: NotRequired[TakebackJson]
    taken_back: NotRequired[list[TakenBackJson]]
    used: NotRequired[int]
    loose_used: NotRequired[list[int]]  # undoable_used


def snapshot(table: Table) -> Snapshot:
    """Return what is kept of a table, ready for JSON."""
    kept: Snapshot = {
        "host": table.host,
        "rules": table.rules,
        "ply": table.ply,
        "since": table.since,
        "loose_seat": table.undo_seat,
        "moved": table.position_version,
        "rematch": table.rematch,
        "loose": list(table.undoable_plies),
        "terms": terms_json(table.terms),
        "seats": [seat_json(seat) for seat in table.seats],
        "end": None if table.end is None else {"reason": table.end.reason, "seat": table.end.seat},
    }
    if table.data:
        kept["data"] = table.data
    if table.takeback:
        kept["takeback"] = takeback_json(table.takeback)
    if table.taken_back:
        kept["taken_back"] = [{"seat": each.seat, "ply": each.ply, "to": each.to} for each in table.taken_back]
    if table.used:
        kept["used"] = table.used
    if table.undoable_used:
        kept["loose_used"] = list(table.undoable_used)
    return kept


def restore(id: str, version: int, status: Status, seed: bytes, state: bytes, kept: Snapshot) -> Table:
    """Return the table of a snapshot."""
    end, asked = kept["end"], kept.get("takeback")
    return Table(
        id=id,
        seed=seed,
        terms=Terms(**kept["terms"]),
        host=kept["host"],
        seats=tuple(Seat(**seat) for seat in kept["seats"]),
        version=version,
        status=status,
        rules=kept["rules"],
        data=kept.get("data", ""),
        state=state,
        ply=kept["ply"],
        since=kept["since"],
        undoable_plies=tuple(kept["loose"]),
        undo_seat=kept["loose_seat"],
        position_version=kept["moved"],
        end=End(end["reason"], end["seat"]) if end else None,
        rematch=kept["rematch"],
        takeback=Takeback(asked["seat"], asked["to"], tuple(asked["agreed"])) if asked else None,
        taken_back=tuple(TakenBack(**each) for each in kept.get("taken_back", ())),
        used=kept.get("used", 0),
        undoable_used=tuple(kept.get("loose_used", ())),
    )


def terms_json(terms: Terms) -> TermsJson:
    """Return terms ready for JSON. Those that came later stand there only where they are not the default."""
    terms_now = dict(vars(terms), options=dict(terms.options))
    return cast(TermsJson, {name: value for name, value in terms_now.items() if value or name not in LATER_TERMS})


def seat_json(seat: Seat) -> SeatJson:
    """Return a seat ready for JSON, with who has it and the lucky word."""
    seat_now = dict(vars(seat))
    if seat.returns_with is None:
        del seat_now["returns_with"]
    if not seat.gave_up:
        del seat_now["gave_up"]
    return cast(SeatJson, seat_now)


def takeback_json(asked: Takeback) -> TakebackJson:
    return {"seat": asked.seat, "to": asked.to, "agreed": list(asked.agreed)}
