"""Commands about seats and terms, most of them for the lobby."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from digsite.core.errors import BadOptions
from digsite.core.options import check_options
from digsite.core.registry import load, plugin
from digsite.tables.commands.shared import new_entry, seat_at
from digsite.tables.commands.together import come_back
from digsite.tables.entries import (
    Entry,
    SeatAdded,
    SeatLeft,
    SeatRemoved,
    SeatTaken,
    TableClosed,
    TableOpened,
    TermsChanged,
    TermsChanges,
)
from digsite.tables.refused import Refused
from digsite.tables.snapshots import seat_json, terms_json
from digsite.tables.table import Seat, Table, Terms
from digsite.tables.words import clean_word

BotCheck = Callable[[str], None]  # raises Refused for a bot that may not play here


def open_table(terms: Terms, seats: Sequence[Seat], person: str, at: int, check_bot: BotCheck) -> Entry[TableOpened]:
    """Open a table: its first entry."""
    game, terms = load(terms.game), _with_known_options(terms)
    if len(seats) not in game.seats:
        least, *_, most = game.seats
        raise Refused(
            422,
            "bad seats",
            "%(game)s is for %(least)s to %(most)s players",
            game=plugin(terms.game).title,
            least=least,
            most=most,
        )
    for seat in seats:
        if seat.kind == "bot":
            check_bot(seat.bot)
    if terms.stand_in != "open":
        check_bot(terms.stand_in)
    if terms.practice and any(seat.kind == "open" for seat in seats):
        raise Refused(422, "bad seats", "A practice table is for one person and bots")
    if all(seat.kind == "bot" for seat in seats) and terms.practice:
        raise Refused(422, "bad seats", "A practice table needs a person")
    payload: TableOpened = {"terms": terms_json(terms), "seats": [seat_json(seat) for seat in seats]}
    return Entry(1, "opened", payload, at, person)


def _with_known_options(terms: Terms) -> Terms:
    """Return terms with those rule options that are not the default. Refused if there is one the game does not have."""
    try:
        return replace(terms, options=check_options(terms.game, plugin(terms.game).options, terms.options))
    except BadOptions as error:
        raise Refused(422, "bad options", "The game has no such rule option", detail=str(error)) from None


def sit(
    table: Table, person: str, name: str, seat: int, word: str, at: int, request: str | None = None
) -> Entry[SeatTaken]:
    """Take an open seat, or until the start change the lucky word of one's own seat."""
    wanted = seat_at(table, seat)
    word = clean_word(word)
    if table.closed:
        raise Refused(409, "closed", "This table was closed")
    if table.status == "over":
        raise Refused(409, "over", "The game is over")
    if wanted.kind == "open" and wanted.lost == person:
        return come_back(table, person, name, at, request)
    if wanted.kind == "person" and wanted.person == person and table.status == "open":
        name = wanted.name
    elif wanted.kind != "open":
        raise Refused(409, "taken", "That seat is taken", detail=f"Seat {seat} is taken")
    elif wanted.person not in ("", person):
        raise Refused(
            409,
            "kept",
            "That seat is reserved for %(name)s",
            detail=f"Seat {seat} is reserved for {wanted.name}",
            name=wanted.name,
        )
    elif wanted.gave_up == person:
        raise Refused(409, "given up", "You have given up this seat")
    elif table.terms.practice and person != table.host:
        raise Refused(403, "practice", "A practice table is for one person")
    elif table.status == "playing" and word:
        raise Refused(409, "started", "Lucky words can only be given before the start")
    payload: SeatTaken = {"seat": seat, "name": name, "word": word}
    return new_entry(table, "sat", payload, at, person, request)


def rename(table: Table, person: str, name: str, seat: int, at: int) -> Entry[SeatTaken]:
    """Change the name of one's own seat before the start."""
    own = seat_at(table, seat)
    if seat not in table.seats_of(person):
        raise Refused(403, "forbidden", "You can only change your own name")
    if table.status != "open":
        raise Refused(409, "started", "The game has already started")
    payload: SeatTaken = {"seat": seat, "name": name, "word": own.word}
    return new_entry(table, "sat", payload, at, person, None)


def check_bot_seat(table: Table, person: str, seat: int) -> None:
    """Raise Refused unless this person may give this seat to a bot."""
    if person != table.host:
        raise Refused(403, "forbidden", "Only the host can add bots")
    if seat_at(table, seat).kind != "open" or table.status == "over":
        raise Refused(409, "taken", "That seat is not open", detail=f"Seat {seat} is not open")


def seat_bot(
    table: Table, person: str, seat: int, bot: str, at: int, check_bot: BotCheck, request: str | None = None
) -> Entry[SeatTaken]:
    """Give an open seat to a bot, as the host."""
    check_bot_seat(table, person, seat)
    check_bot(bot)
    payload: SeatTaken = {"seat": seat, "bot": bot}
    return new_entry(table, "sat", payload, at, person, request)


def leave(table: Table, person: str, seat: int, at: int, request: str | None = None) -> Entry[SeatLeft]:
    """Leave one's seat before the start, or as the host empty any seat."""
    left = seat_at(table, seat)
    if person not in (table.host, left.person if left.kind == "person" else None):
        raise Refused(403, "forbidden", "You can only leave your own seat")
    if table.status != "open":
        raise Refused(409, "started", "The game has started: you can resign instead")
    payload: SeatLeft = {"seat": seat}
    return new_entry(table, "left", payload, at, person, request)


def change_terms(
    table: Table, person: str, changes: TermsChanges, at: int, check_bot: BotCheck, request: str | None = None
) -> Entry[TermsChanged]:
    """Change terms before the start, as the host; the game and whether it is practice stay."""
    _check_host_before_start(table, person)
    terms = _with_known_options(replace(table.terms, **changes))
    if terms.stand_in != "open":
        check_bot(terms.stand_in)
    payload: TermsChanged = {"terms": terms_json(terms)}
    return new_entry(table, "agreed", payload, at, person, request)


def add_seat(table: Table, person: str, at: int, request: str | None = None) -> Entry[SeatAdded]:
    """Add an open seat before the start, as the host."""
    _check_host_before_start(table, person)
    if len(table.seats) + 1 not in table.game.seats or table.terms.practice:
        raise Refused(409, "bad seats", "No more seats can be added")
    payload: SeatAdded = {}
    return new_entry(table, "widened", payload, at, person, request)


def remove_seat(table: Table, person: str, seat: int, at: int, request: str | None = None) -> Entry[SeatRemoved]:
    """Remove an open seat before the start, as the host."""
    _check_host_before_start(table, person)
    if seat_at(table, seat).kind != "open":
        raise Refused(409, "taken", "That seat is taken", detail=f"Seat {seat} is taken")
    if len(table.seats) - 1 not in table.game.seats:
        raise Refused(409, "bad seats", "At least two players are needed")
    payload: SeatRemoved = {"seat": seat}
    return new_entry(table, "narrowed", payload, at, person, request)


def close(table: Table, person: str, at: int, request: str | None = None) -> Entry[TableClosed]:
    """Close the table before the start, as the host."""
    _check_host_before_start(table, person)
    payload: TableClosed = {}
    return new_entry(table, "closed", payload, at, person, request)


def _check_host_before_start(table: Table, person: str) -> None:
    if person != table.host:
        raise Refused(403, "forbidden", "Only the host can change the table")
    if table.closed:
        raise Refused(409, "closed", "This table was closed")
    if table.status != "open":
        raise Refused(409, "started", "The game has already started")
