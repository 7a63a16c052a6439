"""Tables as clients see them: whole, as an event, as a row of a list. These JSON forms are a contract."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import NotRequired, TypedDict, cast

from digsite.core.game import Score, View
from digsite.tables.entries import AnyEntry, Kind, Pace, SeatKind, TermsJson
from digsite.tables.snapshots import TakebackJson, takeback_json, terms_json
from digsite.tables.table import Seat, Status, Table


class Event(TypedDict):
    """An entry as it is kept and sent: how the table stands after it, and the entry's payload."""

    version: int
    ply: int
    kind: Kind
    status: Status
    to_act: int | None
    at: int
    banks: NotRequired[list[int]]
    seat: NotRequired[int]
    seats: NotRequired[list[object]]
    action: NotRequired[str]
    draws: NotRequired[list[str]]


class SeatView(TypedDict):
    kind: SeatKind
    name: str | None
    bot: str | None
    kept_for_you: NotRequired[bool]
    you: bool
    wants_end: bool


class ClockView(TypedDict):
    left: list[int | None]
    running: int | None


class ChanceView(TypedDict):
    commitment: str
    words: NotRequired[list[str]]
    seed: NotRequired[str]


class EndView(TypedDict):
    reason: str
    seat: NotRequired[int]


class TableView(TypedDict):
    id: str
    game: str
    version: int
    ply: int
    status: Status
    to_act: int | None
    seats: list[SeatView]
    legal: list[str]
    view: View | None
    score: Sequence[Score] | None
    winners: list[int] | None
    end: EndView | None
    host: bool
    undo: list[int]
    terms: TermsJson
    clock: ClockView | None
    rematch: str | None
    rules: int
    outdated: bool
    chance: NotRequired[ChanceView]
    takeback: NotRequired[TakebackJson]  # stands only where a player asks for one


class TableRow(TypedDict):
    id: str
    game: str
    name: str
    status: Status
    version: int
    seats: list[SeatView]
    your_turn: bool
    pace: Pace
    practice: bool


def event_of(table: Table, entry: AnyEntry) -> Event:
    """Return an entry as it is kept; `table` is the table after it."""
    event: Event = {
        "version": entry.version,
        "ply": table.ply,
        "kind": entry.kind,
        "status": table.status,
        "to_act": table.to_act,
        "at": entry.at,
    }
    if table.terms.bank and table.status == "playing":
        event["banks"] = [seat.bank for seat in table.seats]
    return cast(Event, event | entry.payload)


def public(event: Event) -> Event:
    """Return a kept event without its secrets: lucky words before the start, and people's ids."""
    if event["kind"] == "sat":
        return cast(Event, {key: value for key, value in event.items() if key != "word"})
    if event["kind"] == "opened":
        seats = cast(list[dict[str, object]], event["seats"])
        return {**event, "seats": [{key: seat[key] for key in ("kind", "name", "bot")} for seat in seats]}
    return event


def seat_view(seat: Seat, person: str | None) -> SeatView:
    """Return a seat as `person` sees it."""
    view: dict[str, object] = {"kind": seat.kind, "name": seat.name or seat.bot or None, "bot": seat.bot or None}
    if seat.kind == "open":
        view["kept_for_you"] = bool(person) and seat.person == person
    view |= {"you": seat.kind == "person" and seat.person == person, "wants_end": seat.wants_end}
    return cast(SeatView, view)


def table_view(table: Table, person: str | None, thinking: int = 0) -> TableView:
    """Return everything a client shows to `person`; `thinking` is how long the player to act has thought."""
    shown = table.state and not table.outdated
    result = table.result()
    view: TableView = {
        "id": table.id,
        "game": table.terms.game,
        "version": table.version,
        "ply": table.ply,
        "status": table.status,
        "to_act": table.to_act,
        "seats": [seat_view(seat, person) for seat in table.seats],
        "legal": table.legal(person),
        "view": table.game.view(table.position) if shown else None,
        "score": table.game.score(table.position) if shown else None,
        "winners": result[1] if result else None,
        "end": _end_view(table),
        "host": person is not None and table.host == person,
        "undo": list(table.undoable_plies) if person is not None and table.undo_seat in table.seats_of(person) else [],
        "terms": terms_json(table.terms),
        "clock": clock_view(table, thinking),
        "rematch": table.rematch or None,
        "rules": table.rules or table.game.version,
        "outdated": table.outdated,
    }
    if chance := _chance_view(table):
        view["chance"] = chance
    if table.takeback:
        view["takeback"] = takeback_json(table.takeback)
    return view


def _end_view(table: Table) -> EndView | None:
    if table.end is None:
        return None
    return cast(EndView, {key: value for key, value in asdict(table.end).items() if value is not None})


def _chance_view(table: Table) -> ChanceView | None:
    chance = table.chance()
    if chance is None:
        return None
    view: ChanceView = {"commitment": chance.commitment}
    if table.state:
        view["words"] = chance.words
    if chance.seed:
        view["seed"] = chance.seed
    return view


def clock_view(table: Table, thinking: int) -> ClockView | None:
    """Return the time each seat has left, and the seat whose clock runs; None without a clock."""
    left = table.time_left()
    if not table.state or (not table.terms.bank and left is None):
        return None
    banks: list[int | None] = [seat.bank for seat in table.seats] if table.terms.bank else [None] * len(table.seats)
    if left is not None and table.to_act is not None:
        banks[table.to_act] = max(left - thinking, 0)
    return {"left": banks, "running": table.to_act if left is not None else None}


def table_row(table: Table, person: str | None) -> TableRow:
    """Return a table as `person` sees it in a list of many."""
    return {
        "id": table.id,
        "game": table.terms.game,
        "name": table.terms.name,
        "status": table.status,
        "version": table.version,
        "seats": [seat_view(seat, person) for seat in table.seats],
        "your_turn": table.to_act is not None and person is not None and table.to_act in table.seats_of(person),
        "pace": table.terms.pace,
        "practice": table.terms.practice,
    }
