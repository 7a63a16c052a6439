"""The terms, seats and seed of a table that somebody wants to open."""

import hashlib

from digsite.core.chance import word_fault
from digsite.server import models as m
from digsite.server.naming import clean_name
from digsite.server.people import Person
from digsite.tables.refused import Refused
from digsite.tables.table import Seat, Terms


def requested(sent: m.NewTable, me: Person) -> tuple[Terms, list[Seat], bytes | None]:
    """Return the terms, seats and (for practice) seed of a requested table. Raises Refused."""
    if sent.seed is not None and (not sent.practice or word_fault(sent.seed)):
        raise Refused(422, "bad seed", "Only a practice table can have a seed, of at most 100 plain characters")
    seats = []
    for seat in sent.seats:
        if (seat.kind == "bot") != (seat.bot is not None):
            raise Refused(422, "bad seats", "Name a bot for a bot’s seat, and only there")
        if seat.kind == "me":
            seats.append(Seat("person", me.id, me.name))
        else:
            seats.append(Seat(seat.kind, bot=seat.bot or ""))
    alone = all(seat.kind == "bot" for seat in seats)
    terms = sent.model_dump(exclude={"seats", "seed"})
    terms["name"] = clean_name(sent.name)
    if "hints" not in sent.model_fields_set:  # between people nobody should wonder who was helped
        terms["hints"] = sum(seat.kind != "bot" for seat in seats) < 2
    terms["pause"] = (1000 if alone else 0) if sent.pause is None else sent.pause
    seed = None if sent.seed is None else hashlib.sha256(sent.seed.encode()).digest()
    return Terms(**terms), seats, seed
