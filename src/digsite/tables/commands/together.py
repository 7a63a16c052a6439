"""Commands between players: ask for a take-back and answer, add time to another's clock, come back to a lost seat."""

from collections.abc import Sequence

from digsite.tables.commands.shared import check_playing, new_entry, returned_increments, seat_at
from digsite.tables.entries import Entry, Move, SeatTaken, TakebackVoted, TimeAdded
from digsite.tables.refused import Refused
from digsite.tables.table import DAY, Seat, Table, Takeback

MINUTE = 60_000
MINUTES = (1, 5)  # that may be added at once
RETURN = 5 * MINUTE  # what is on the clock of who comes back where nobody else plays


def take_back(
    table: Table,
    person: str,
    agree: bool | None,
    thinking: int,
    moves: Sequence[Move],
    at: int,
    request: str | None = None,
) -> Entry[TakebackVoted]:
    """Ask to go back to before one's own last action; with `agree`, answer who asks.

    Past what was revealed it needs the table's terms. `moves` are all moves of the game. The answer of the last person
    who had to agree goes back. Whoever's clock runs pays for the time, and everybody gives back increments.
    """
    own = _own_seats(table, person)
    asked = _asked_now(table, own, moves) if agree is None else _asked_before(table, own, agree)
    by = asked.seat if asked.seat in own else own[0]
    payload: TakebackVoted = {"seat": asked.seat, "to": asked.to, "by": by, "agree": agree is not False}
    people = {number for number, seat in enumerate(table.seats) if seat.kind == "person"}
    if payload["agree"] and people <= {*asked.agreed, *own}:
        payload["done"] = True
        payload["thinking"] = max(thinking, 0) if table.time_left() is not None and table.terms.bank else 0
        if returned := returned_increments(table, moves, asked.to):
            payload["returned"] = returned
    return new_entry(table, "takeback", payload, at, person, request)


def _asked_now(table: Table, own: list[int], moves: Sequence[Move]) -> Takeback:
    if table.terms.practice:
        raise Refused(409, "practice", "At a practice table you can undo everything without asking")
    if not table.terms.takebacks and not table.terms.undo:
        raise Refused(409, "no takebacks", "Take-backs are off at this table")
    if table.takeback:
        raise Refused(409, "asked already", "Somebody has already asked for a take-back")
    last = next((ply for ply in reversed(range(len(moves))) if moves[ply].seat in own), None)
    if last is None:
        raise Refused(409, "nothing to undo", "You have not played anything yet")
    if not table.terms.takebacks:
        _check_nothing_revealed(table, own, moves[last:])
    seat = moves[last].seat
    assert seat is not None
    return Takeback(seat, last, ())


def _check_nothing_revealed(table: Table, own: list[int], moves: Sequence[Move]) -> None:
    if any(move.seat is None for move in moves):
        raise Refused(409, "no takebacks", "Something was drawn since, and take-backs past that are off at this table")
    if table.undoable_plies and table.undo_seat in own:
        raise Refused(409, "can undo", "You can undo that without asking")


def _asked_before(table: Table, own: list[int], agree: bool) -> Takeback:
    if table.takeback is None:
        raise Refused(409, "not asked", "Nobody is asking for a take-back now")
    if agree and set(own) <= set(table.takeback.agreed):
        raise Refused(409, "said already", "You have already said so")
    return table.takeback


def add_time(
    table: Table, person: str, seat: int, minutes: int, at: int, request: str | None = None
) -> Entry[TimeAdded]:
    """Add time to another player's clock, also to that of one who ran out of it; to one's own only if nobody else
    plays or may come back."""
    _own_seats(table, person)
    other = seat_at(table, seat)
    if table.terms.pace != "live" or not table.terms.bank:
        raise Refused(409, "no clock", "There is no clock to add time to at this table")
    if minutes not in MINUTES:
        raise Refused(422, "bad time", "Time is added by 1 or 5 minutes")
    others = (table.people | {each.lost for each in table.seats}) - {person, ""}
    if others and person == (other.person or other.lost):
        raise Refused(403, "forbidden", "Only the other players can add to your time")
    if other.kind != "person" and not other.lost:
        raise Refused(409, "no player", "Nobody’s clock runs in that seat")
    payload: TimeAdded = {"seat": seat, "added": minutes * MINUTE}
    if _time_of(other) + payload["added"] > DAY:
        raise Refused(409, "enough time", "There is a day on that clock already")
    return new_entry(table, "time", payload, at, person, request)


def _time_of(seat: Seat) -> int:
    return seat.bank if seat.kind == "person" else seat.returns_with or 0


def come_back(table: Table, person: str, name: str, at: int, request: str | None = None) -> Entry[SeatTaken]:
    """Take one's seat again after one's time ran out, as long as nobody else sits there and its clock has time.

    Where no other person plays any more, nobody is harmed: then one comes back with RETURN.
    """
    seat = next((number for number, seat in enumerate(table.seats) if person and seat.lost == person), None)
    if seat is None:
        raise Refused(403, "forbidden", "You have not lost a seat at this table")
    check_playing(table)
    if table.seats[seat].kind == "person":
        raise Refused(409, "taken", "Somebody else has taken your seat")
    payload: SeatTaken = {"seat": seat, "name": name, "back": True}
    if table.terms.pace == "live" and table.terms.bank and not table.seats[seat].returns_with:
        if table.people - {person}:
            raise Refused(409, "no time", "There is no time on your clock: another player must add some first")
        payload["returns_with"] = RETURN
    return new_entry(table, "sat", payload, at, person, request)


def _own_seats(table: Table, person: str) -> list[int]:
    """Return the seats of a player of a game that is being played."""
    own = table.seats_of(person)
    if not own:
        raise Refused(403, "forbidden", "Only players can do that")
    check_playing(table)
    return own
