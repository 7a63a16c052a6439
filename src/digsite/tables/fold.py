"""What each entry of a log makes of a table."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypedDict, Unpack

from digsite.core.errors import DigsiteError
from digsite.core.fields import Bytes
from digsite.core.game import OVER
from digsite.core.history import History
from digsite.core.record import End
from digsite.tables.entries import (
    ActionPlayed,
    ActionsUndone,
    AnyEntry,
    EndVoted,
    Entry,
    GameStarted,
    Kind,
    Move,
    PlayerLeft,
    RematchOffered,
    SeatAdded,
    SeatKind,
    SeatLeft,
    SeatRemoved,
    SeatTaken,
    TableClosed,
    TableOpened,
    TakebackVoted,
    TermsChanged,
    TimeAdded,
    extend_moves,
    goes_back,
)
from digsite.tables.table import Seat, Table, Takeback, TakenBack, Terms


class MissingMoves(DigsiteError):
    """An undo or a take-back cannot be folded in without all moves of the game."""


class SeatChanges(TypedDict, total=False):
    kind: SeatKind
    person: str
    name: str
    bot: str
    word: str
    bank: int
    wants_end: bool
    lost: str
    returns_with: int | None
    gave_up: str


def open_from(id: str, seed: bytes, entry: Entry[TableOpened]) -> Table:
    """Return the table that the first entry of a log makes."""
    seats = tuple(Seat(**seat) for seat in entry.payload["seats"])
    return Table(id, seed, Terms(**entry.payload["terms"]), entry.person, seats, version=entry.version)


def fold(table: Table, entry: AnyEntry, moves: Sequence[Move] = ()) -> Table:
    """Return the table after an entry. To go back, `moves` must be all moves of the game. Raises MissingMoves."""
    assert entry.version == table.version + 1
    if entry.kind in PLAYS and (entry.kind not in FOLDS or goes_back(entry)):
        played = entry.played or replay(table, entry, moves)
        after = PLAYS[entry.kind](table, entry, played.state)
        return replace(after, version=entry.version, position_version=entry.version)
    return replace(FOLDS[entry.kind](table, entry), version=entry.version)


def fold_log(id: str, seed: bytes, entries: Sequence[AnyEntry]) -> tuple[Table, list[Move]]:
    """Return the table that a whole log makes, and the moves of its game."""
    table, moves = open_from(id, seed, entries[0]), list[Move]()
    for entry in entries[1:]:
        table = fold(table, entry, moves)
        extend_moves(moves, entry)
    return table, moves


def replay(table: Table, entry: AnyEntry, moves: Sequence[Move] = ()) -> History:
    """Return the positions that an entry of a log leads through; where it goes back, all that remain."""
    game, payload = table.game, entry.payload
    if entry.kind == "acted":
        history, texts = History(game, [table.position]), [payload["action"], *payload["draws"]]
    elif entry.kind == "started":
        history, texts = History.start(game, len(table.seats)), payload["draws"]
    else:
        if len(moves) != table.ply:
            raise MissingMoves(f"to go back, all {table.ply} moves of the game are needed; {len(moves)} were given")
        history, texts = History.start(game, len(table.seats)), [move.text for move in moves[: payload["to"]]]
    for text in texts:
        history.play_text(text)
    return history


def _with_seat(table: Table, number: int, **changes: Unpack[SeatChanges]) -> tuple[Seat, ...]:
    return tuple(replace(seat, **changes) if i == number else seat for i, seat in enumerate(table.seats))


# Seats and terms


def seat_taken(table: Table, entry: Entry[SeatTaken]) -> Table:
    seat = entry.payload["seat"]
    if bot := entry.payload.get("bot"):
        return replace(table, seats=_with_seat(table, seat, kind="bot", person="", name="", bot=bot))
    changes: SeatChanges = {
        "kind": "person",
        "person": entry.person,
        "name": entry.payload["name"],
        "bot": "",
        "wants_end": False,
    }
    if table.seats[seat].lost == entry.person:
        changes["lost"] = ""
    if entry.payload.get("back"):
        changes["bank"] = entry.payload.get("returns_with") or table.seats[seat].returns_with or 0
    changes["returns_with"], changes["gave_up"] = None, ""
    if table.status == "open":
        changes["word"] = entry.payload["word"]
    table = replace(table, seats=_with_seat(table, seat, **changes))
    return replace(table, since=entry.at, used=0) if seat == table.to_act else table


def seat_left(table: Table, entry: Entry[SeatLeft]) -> Table:
    seats = _with_seat(table, entry.payload["seat"], kind="open", person="", name="", bot="", word="")
    return replace(table, seats=seats)


def terms_changed(table: Table, entry: Entry[TermsChanged]) -> Table:
    return replace(table, terms=Terms(**entry.payload["terms"]))


def seat_added(table: Table, _: Entry[SeatAdded]) -> Table:
    return replace(table, seats=(*table.seats, Seat("open")))


def seat_removed(table: Table, entry: Entry[SeatRemoved]) -> Table:
    return replace(table, seats=tuple(seat for i, seat in enumerate(table.seats) if i != entry.payload["seat"]))


def table_closed(table: Table, _: Entry[TableClosed]) -> Table:
    return replace(table, status="over", end=End("abandoned"))


# The game: these also get the position it led to


def game_started(table: Table, entry: Entry[GameStarted], state: Bytes) -> Table:
    return replace(
        table,
        status="playing",
        rules=entry.payload["rules"],
        data=entry.payload.get("data", ""),
        seats=tuple(replace(seat, bank=table.terms.bank) for seat in table.seats),
        state=state.tobytes(),
        ply=len(entry.payload["draws"]),
        since=entry.at,
    )


def action_played(table: Table, entry: Entry[ActionPlayed], state: Bytes) -> Table:
    payload = entry.payload
    seat = payload["seat"]
    thinking = 0 if table.by_days else payload["thinking"]
    bank = table.seats[seat].bank - thinking + (table.terms.increment if state[0] != seat else 0)
    undoable_plies, undo_seat = _undoable_after(table, payload, state)
    return replace(
        table,
        status="over" if state[0] == OVER else "playing",
        seats=_with_seat(table, seat, bank=bank, wants_end=False),
        state=state.tobytes(),
        ply=table.ply + 1 + len(payload["draws"]),
        since=entry.at,
        used=0,
        undoable_plies=undoable_plies,
        undoable_used=_used_after(table, payload, undoable_plies),
        undo_seat=undo_seat,
        takeback=table.takeback if _stays_asked(table, payload, state) else None,
    )


def _stays_asked(table: Table, action: ActionPlayed, state: Bytes) -> bool:
    """Return whether a request to take back outlives an action: a bot's, unless it reveals what may not be undone."""
    by_bot = table.seats[action["seat"]].kind == "bot"
    return by_bot and state[0] != OVER and (table.terms.takebacks or not action["draws"])


def _undoable_after(table: Table, action: ActionPlayed, state: Bytes) -> tuple[tuple[int, ...], int]:
    """Return the plies one may go back to after an action, and whose right that is."""
    seat = action["seat"]
    if table.terms.practice:
        if table.seats[seat].kind == "person":
            return (*table.undoable_plies, table.ply), seat
        return table.undoable_plies, table.undo_seat
    if action["draws"] or state[0] == OVER:
        return (), seat
    before = table.undoable_plies if seat == table.undo_seat else ()
    return (*before, table.ply), seat


def _used_after(table: Table, action: ActionPlayed, plies: tuple[int, ...]) -> tuple[int, ...]:
    """Return, by days, the time that each of the actions one may undo has used."""
    if not table.by_days:
        return ()
    before = table.undoable_used or (0,) * len(table.undoable_plies)
    return _or_nothing((*before, table.used + action["thinking"])[-len(plies) :] if plies else ())


def _or_nothing(used: tuple[int, ...]) -> tuple[int, ...]:
    """Return times used, () where none was: so it was kept before there were any."""
    return used if any(used) else ()


def actions_undone(table: Table, entry: Entry[ActionsUndone], state: Bytes) -> Table:
    ply, thinking = entry.payload["to"], entry.payload["thinking"]
    left = tuple(own for own in table.undoable_plies if own < ply)
    return replace(
        table,
        state=state.tobytes(),
        ply=ply,
        seats=_seats_back(table, entry, table.undo_seat),
        since=entry.at,
        used=table.used_before(ply) + thinking if table.by_days else 0,
        undoable_plies=left,
        undoable_used=_or_nothing(table.undoable_used[: len(left)]),
        takeback=None,
    )


def _seats_back(table: Table, entry: Entry[ActionsUndone] | Entry[TakebackVoted], payer: int) -> tuple[Seat, ...]:
    """Return the seats after going back: one pays for the time, and all return the increments of undone turns."""
    costs = list(entry.payload.get("returned", [0] * len(table.seats)))
    costs[payer] += 0 if table.by_days else entry.payload.get("thinking", 0)
    return tuple(replace(seat, bank=seat.bank - cost) for seat, cost in zip(table.seats, costs, strict=True))


def actions_taken_back(table: Table, entry: Entry[TakebackVoted], state: Bytes) -> Table:
    payload, seat = entry.payload, table.to_act
    assert seat is not None
    return replace(
        table,
        state=state.tobytes(),
        ply=payload["to"],
        seats=_seats_back(table, entry, seat),
        since=entry.at,
        used=0,
        undoable_plies=(),
        undoable_used=(),
        takeback=None,
        taken_back=(*table.taken_back, TakenBack(payload["seat"], table.ply, payload["to"])),
    )


def takeback_voted(table: Table, entry: Entry[TakebackVoted]) -> Table:
    payload = entry.payload
    if not payload["agree"]:
        return replace(table, takeback=None)
    before = table.takeback.agreed if table.takeback else ()
    agreed = tuple(sorted({*before, *table.seats_of(entry.person)}))
    return replace(table, takeback=Takeback(payload["seat"], payload["to"], agreed))


def time_added(table: Table, entry: Entry[TimeAdded]) -> Table:
    number, added = entry.payload["seat"], entry.payload["added"]
    seat = table.seats[number]
    if seat.kind == "person":
        return replace(table, seats=_with_seat(table, number, bank=max(seat.bank, 0) + added))
    return replace(table, seats=_with_seat(table, number, returns_with=(seat.returns_with or 0) + added))


# Leaving and ending


def player_left(table: Table, entry: Entry[PlayerLeft]) -> Table:
    seat, why, then = entry.payload["seat"], entry.payload["why"], entry.payload["then"]
    if then == "end":
        return replace(table, status="over", undoable_plies=(), undoable_used=(), end=End(why, seat), takeback=None)
    takeback = table.takeback if why == "failed" else None
    lost = table.seats[seat].person if why == "timeout" else ""
    changes: SeatChanges = {"kind": "bot", "person": "", "bot": then, "lost": lost}
    if then == "open":
        changes |= {"kind": "open", "bot": ""}
    if "thinking" in entry.payload:
        changes["gave_up"] = table.seats[seat].person
        changes["bank"] = table.seats[seat].bank - entry.payload["thinking"]
    if "returns_with" in entry.payload:
        changes["returns_with"] = entry.payload["returns_with"]
    seats = _with_seat(table, seat, **changes)
    table = replace(table, seats=seats, undoable_plies=(), undoable_used=(), takeback=takeback)
    return replace(table, since=entry.at, used=0) if seat == table.to_act else table


def end_voted(table: Table, entry: Entry[EndVoted]) -> Table:
    seats = tuple(
        replace(seat, wants_end=entry.payload["agree"]) if i in entry.payload["seats"] else seat
        for i, seat in enumerate(table.seats)
    )
    if all(seat.wants_end for seat in seats if seat.kind == "person"):
        return replace(
            table,
            seats=seats,
            status="over",
            undoable_plies=(),
            undoable_used=(),
            end=End("abandoned"),
            takeback=None,
        )
    return replace(table, seats=seats)


def rematch_offered(table: Table, entry: Entry[RematchOffered]) -> Table:
    return replace(table, rematch=entry.payload["other"])


FOLDS: dict[Kind, Callable[[Table, AnyEntry], Table]] = {
    "sat": seat_taken,
    "left": seat_left,
    "agreed": terms_changed,
    "widened": seat_added,
    "narrowed": seat_removed,
    "closed": table_closed,
    "takeback": takeback_voted,
    "time": time_added,
    "gone": player_left,
    "abandon": end_voted,
    "rematch": rematch_offered,
}
PLAYS: dict[Kind, Callable[[Table, AnyEntry, Bytes], Table]] = {
    "started": game_started,
    "acted": action_played,
    "undone": actions_undone,
    "takeback": actions_taken_back,
}
