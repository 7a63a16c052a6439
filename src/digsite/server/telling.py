"""How a table is told to clients: whole, as an event, as a row of a list."""

from dataclasses import asdict
from typing import Any

from digsite.server.table import Entry, Seat, Table


def event_of(table: Table, entry: Entry) -> dict[str, Any]:
    """What is kept of an entry: what happened, and how the table stands after it."""
    told = {
        "version": entry.version,
        "ply": table.ply,
        "kind": entry.kind,
        "status": table.status,
        "to_act": table.to_act,
        "at": entry.at,
    }
    if table.terms.bank and table.status == "playing":
        told["banks"] = [seat.bank for seat in table.seats]
    return told | entry.told


def public(event: dict[str, Any]) -> dict[str, Any]:
    """What may be told of a kept event: lucky words come with the start, and who a person is concerns nobody."""
    if event["kind"] == "sat":
        return {key: value for key, value in event.items() if key != "word"}
    if event["kind"] == "opened":
        seats = [{key: seat[key] for key in ("kind", "name", "bot")} for seat in event["seats"]]
        return event | {"seats": seats}
    return event


def seat_told(seat: Seat, person: str | None) -> dict[str, Any]:
    told: dict[str, Any] = {"kind": seat.kind, "name": seat.name or seat.bot or None, "bot": seat.bot or None}
    if seat.kind == "open":
        told["kept_for_you"] = bool(person) and seat.person == person
    return told | {"you": seat.kind == "person" and seat.person == person, "wants_end": seat.wants_end}


def called(table: Table) -> list[str]:
    """Everybody's name, with the seat's number where two share one."""
    names = [seat.name or seat.bot.partition(":")[0].title() or "Nobody" for seat in table.seats]
    return [f"{name} {seat}" if names.count(name) > 1 else name for seat, name in enumerate(names, 1)]


def table_told(table: Table, person: str | None, thinking: int = 0) -> dict[str, Any]:
    """Everything a client shows; `person` is who asks."""
    shown = table.state and not table.outdated
    result = table.result()
    told: dict[str, Any] = {
        "id": table.id,
        "game": table.terms.game,
        "version": table.version,
        "ply": table.ply,
        "status": table.status,
        "to_act": table.to_act,
        "seats": [seat_told(seat, person) for seat in table.seats],
        "legal": table.legal(person),
        "view": table.game.view(table.position) if shown else None,
        "score": table.game.score(table.position) if shown else None,
        "winners": result[1] if result else None,
        "end": {key: value for key, value in asdict(table.end).items() if value is not None} if table.end else None,
        "host": person is not None and table.host == person,
        "undo": list(table.loose) if person is not None and table.loose_seat in table.seats_of(person) else [],
        "terms": asdict(table.terms),
        "clock": clock_told(table, thinking),
        "rematch": table.rematch or None,
        "rules": table.rules or table.game.version,
        "outdated": table.outdated,
    }
    if chance := table.chance():
        told["chance"] = {"commitment": chance.commitment}
        if table.status != "open":
            told["chance"]["words"] = chance.words
        if chance.seed:
            told["chance"]["seed"] = chance.seed
    return told


def clock_told(table: Table, thinking: int) -> dict[str, Any] | None:
    """How much time each seat has left, and whose runs."""
    left = table.time_left()
    if table.status == "open" or (not table.terms.bank and left is None):
        return None
    banks: list[int | None] = [seat.bank for seat in table.seats] if table.terms.bank else [None] * len(table.seats)
    if left is not None and table.to_act is not None:
        banks[table.to_act] = max(left - thinking, 0)
    return {"left": banks, "running": table.to_act if left is not None else None}


def row_told(table: Table, person: str | None) -> dict[str, Any]:
    """A table in a list of many."""
    return {
        "id": table.id,
        "game": table.terms.game,
        "name": table.terms.name,
        "status": table.status,
        "version": table.version,
        "seats": [seat_told(seat, person) for seat in table.seats],
        "your_turn": table.to_act is not None and person is not None and table.to_act in table.seats_of(person),
        "pace": table.terms.pace,
        "practice": table.terms.practice,
    }
