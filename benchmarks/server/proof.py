"""What a database must hold after everything that was done to it, compared with what its clients sent and received."""

import json
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, select

from digsite.core.chance import commitment
from digsite.core.record import Chance, loads
from digsite.core.registry import load as load_game
from digsite.core.verify import verify
from digsite.server import schema as s
from digsite.server import table_store
from digsite.server.store import Store
from digsite.tables.commands import BOT
from digsite.tables.entries import AnyEntry, Move, extend_moves
from digsite.tables.fold import fold, open_from
from digsite.tables.table import Table


@dataclass(frozen=True)
class Asked:
    """A request of a client, under the client's own id."""

    id: str
    person: str
    kind: str
    version: int
    action: str = ""
    to: int = -1


@dataclass
class Log:
    """What clients know."""

    asked: dict[tuple[str, str], Asked] = field(default_factory=dict)  # by table and id
    answered: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    over: set[str] = field(default_factory=set)
    unanswered: int = 0  # tables asked for without an answer


def prove(db: str, log: Log, records: list[dict[str, Any]]) -> dict[str, int]:
    """Return how much was checked. Raises AssertionError at the first thing that is wrong."""
    store = Store(db)
    try:
        return store.now(lambda connection: _prove(connection, log, records))
    finally:
        store.close()


def _prove(connection: Connection, log: Log, records: list[dict[str, Any]]) -> dict[str, int]:
    ids = connection.scalars(select(s.tables.c.id)).all()
    known = {table for table, _ in log.asked}
    strays = 0
    counts = {"tables": len(ids), "entries": 0, "draws": 0, "answered": len(log.answered)}
    for id in ids:
        entries = list(table_store.entries(connection, id))
        head = table_store.load(connection, id)
        assert head is not None
        prove_log(id, entries, head)
        _prove_answers(id, entries, log)
        counts["entries"] += len(entries)
        counts["draws"] += _prove_game(id, entries, head)
        if id not in known:
            strays += 1
            assert all(entry.kind in ("opened", "sat") for entry in entries), f"{id}: nobody asked for what is there"
    assert strays <= log.unanswered, f"{strays} tables that no client knows, {log.unanswered} were not answered"
    assert known <= set(ids), f"tables are gone: {known - set(ids)}"
    for exported in records:
        record = loads(json.dumps(exported).encode())
        assert record.scores is not None
        assert verify(load_game(record.game), record), "a finished game's draws are proved by its seed"
    return counts | {"games_proved_by_their_records": len(records)}


def prove_log(id: str, entries: list[AnyEntry], head: Table) -> None:
    """Check that no entry is missing, and that the head is what the entries make."""
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1)), f"{id}: a version is missing"
    assert head.version == len(entries), f"{id}: the head is at {head.version}, the log at {len(entries)}"
    assert [entry.at for entry in entries] == sorted(entry.at for entry in entries), f"{id}: time went back"
    table, line = open_from(id, head.seed, entries[0]), list[Move]()
    for entry in entries[1:]:
        if entry.kind == "acted":
            assert table.actor is not None
            by_bot = entry.person == BOT
            assert by_bot == (table.actor.kind == "bot"), f"{id}: version {entry.version} was not theirs to do"
            assert by_bot or table.actor.person == entry.person, f"{id}: version {entry.version} was another's turn"
        table = fold(table, entry, line)
        extend_moves(line, entry)
    assert table == head, f"{id}: the log makes another table than the head"


def _prove_answers(id: str, entries: list[AnyEntry], log: Log) -> None:
    """Check that every answered request is there once, at its version, and nothing else."""
    by_request = {entry.request: entry for entry in entries if entry.request is not None}
    assert len(by_request) == sum(entry.request is not None for entry in entries), f"{id}: a request was done twice"
    for (table, request), answer in log.answered.items():
        if table == id:
            assert request in by_request, f"{id}: {answer} was answered and is gone"
            entry = by_request[request]
            assert entry.payload == answer, f"{id}: {answer} was answered, {entry.payload} is there"
    for entry in entries:
        if entry.kind in ("opened", "sat") or (entry.kind == "acted" and entry.person == BOT):
            continue
        asked = log.asked.get((id, entry.request or ""))
        assert asked is not None, f"{id}: nobody asked for {entry}"
        assert (asked.kind, asked.person) == (entry.kind, entry.person), f"{id}: {asked} became {entry}"
        assert entry.kind == "started" or asked.version == entry.version - 1, f"{id}: {asked} became {entry}"
        assert asked.action == entry.payload.get("action", ""), f"{id}: {asked} became {entry}"
        assert asked.to == entry.payload.get("to", -1), f"{id}: {asked} became {entry}"


def _prove_game(id: str, entries: list[AnyEntry], head: Table) -> int:
    """Check that the game replays legally and every draw is the seed's. Return how many draws there were."""
    if head.status == "open":
        return 0
    line: list[Move] = []
    for entry in entries:
        extend_moves(line, entry)
    assert len(line) == head.ply, f"{id}: {len(line)} moves stand, the head is at ply {head.ply}"
    record = head.record(line)
    chance = Chance(commitment(head.seed), head.words, head.seed.hex())
    return verify(head.game, replace(record, chance=chance)) or 0
