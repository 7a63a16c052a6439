"""Commands that take a player's seat or end the game: resign, time out, abandon. And the one for a rematch."""

from digsite.tables.commands.shared import BOT, check_playing, new_entry, seat_at
from digsite.tables.entries import EndVoted, Entry, PlayerLeft, RematchOffered
from digsite.tables.refused import Refused
from digsite.tables.table import DAY, Table

PATIENCE = {"live": 5 * 60_000, "correspondence": 3 * DAY}  # without a clock: after so long a player counts as absent


def resign(
    table: Table, person: str, seat: int | None, at: int, request: str | None = None, thinking: int = 0
) -> Entry[PlayerLeft]:
    """Give up a seat: by default the one to act, else one's first. Whoever takes it goes on with its clock."""
    own = table.seats_of(person)
    if not own or (seat is not None and seat not in own):
        raise Refused(403, "forbidden", "You can only give up your own seat")
    check_playing(table)
    if seat is None:
        seat = table.to_act if table.to_act in own else own[0]
    then = "end" if len(table.seats) == 2 else table.terms.stand_in
    payload: PlayerLeft = {"seat": seat, "why": "resigned", "then": then}
    if then == "open":
        payload["thinking"] = max(thinking, 0) if table.terms.bank and seat == table.to_act else 0
    return _player_left(table, payload, at, person, request)


def kick(table: Table, person: str, seat: int, thinking: int, at: int, request: str | None = None) -> Entry[PlayerLeft]:
    """Give another player's seat to the stand-in, once that player has kept the others waiting too long."""
    if not table.seats_of(person):
        raise Refused(403, "forbidden", "Only players can do that")
    check_playing(table)
    if seat_at(table, seat).kind != "person" or seat in table.seats_of(person):
        raise Refused(
            409, "not absent", "That is not another player's seat", detail=f"Seat {seat} is not another player's"
        )
    patience = PATIENCE[table.terms.pace]
    if seat != table.to_act or thinking < patience or table.time_left() is not None:
        raise Refused(
            409,
            "not absent",
            "Without a clock, a player counts as absent after %(minutes)s minutes",
            minutes=patience // 60_000,
        )
    return _player_left(table, {"seat": seat, "why": "timeout", "then": table.terms.stand_in}, at, person, request)


def run_out(table: Table, at: int) -> Entry[PlayerLeft]:
    """Take the seat of the player to act, whose time has run out."""
    assert table.to_act is not None
    then = "end" if table.terms.on_timeout == "end" else table.terms.stand_in
    payload: PlayerLeft = {"seat": table.to_act, "why": "timeout", "then": then}
    if table.terms.pace == "live":
        payload["returns_with"] = 0
    return _player_left(table, payload, at, BOT, None)


def bot_failed(table: Table, at: int) -> Entry[PlayerLeft]:
    """Give the seat of a bot that cannot play to one that can."""
    assert table.to_act is not None
    failing = table.seats[table.to_act].bot
    others = (table.terms.stand_in, "novice", "random")
    then = next(bot for bot in others if bot not in ("open", failing))
    return _player_left(table, {"seat": table.to_act, "why": "failed", "then": then}, at, BOT, None)


def _player_left(table: Table, payload: PlayerLeft, at: int, person: str, request: str | None) -> Entry[PlayerLeft]:
    return new_entry(table, "gone", payload, at, person, request)


def abandon(table: Table, person: str, agree: bool, at: int, request: str | None = None) -> Entry[EndVoted]:
    """Offer or accept to end the game without a winner, or withdraw that."""
    own = table.seats_of(person)
    if not own:
        raise Refused(403, "forbidden", "Only players can do that")
    if table.status != "playing":  # a game that cannot be played on can still be abandoned
        check_playing(table)
    if all(table.seats[seat].wants_end == agree for seat in own):
        raise Refused(409, "said already", "You have already said so")
    payload: EndVoted = {"seats": own, "agree": agree}
    return new_entry(table, "abandon", payload, at, person, request)


def check_rematch(table: Table, person: str) -> None:
    """Raise Refused unless this person may ask for another game."""
    if not table.seats_of(person) and person != table.host:
        raise Refused(403, "forbidden", "Only the host and the players can ask for a rematch")
    if table.closed:
        raise Refused(409, "closed", "This table was closed")
    if table.status != "over":
        raise Refused(409, "not over", "The game is not over yet")


def offer_rematch(table: Table, person: str, other: str, at: int) -> Entry[RematchOffered]:
    """Name the table of the next game."""
    check_rematch(table, person)
    payload: RematchOffered = {"other": other}
    return new_entry(table, "rematch", payload, at, person, None)
