"""Tables in lists: what each is called, who plays, where it stands and whom it waits for."""

from collections.abc import Iterable
from dataclasses import dataclass

from digsite.tables.names import player_name
from digsite.tables.table import Seat, Table
from digsite.web.bot_levels import phrase
from digsite.web.game_page import page_of, points
from digsite.web.i18n import _, listed, n_
from digsite.web.together import is_asked, offers_to_end

ORDER = {"playing": 0, "open": 1, "over": 2}


@dataclass(frozen=True)
class Row:
    """A table as a list shows it, all in words."""

    id: str
    game: str
    title: str
    who: str
    stands: str
    waits: str
    pace: str = ""  # live or by correspondence, and the clock
    yours: bool = False  # whether it waits for the viewer
    asked: str = ""  # what others ask of the viewer
    free: int = 0  # seats the viewer might take
    with_people: bool = False  # whether somebody else than the viewer plays

    @property
    def game_title(self) -> str:
        return page_of(self.game).title

    @property
    def link(self) -> str:
        return f"/t/{self.id}"


def row(table: Table, person: str | None) -> Row:
    own = table.seats_of(person) if person else []
    question = asked(table, own)
    return Row(
        table.id,
        table.terms.game,
        title(table, bool(own)),
        who(table, person),
        stands(table),
        question or waits(table, own, lost(table, person)),
        pace(table),
        bool(question) or table.to_act in own,
        question,
        sum(seat.kind == "open" and seat.person in ("", person) for seat in table.seats),
        bool(table.people - {person}),
    )


def rows(tables: Iterable[Table], person: str | None) -> list[Row]:
    """Those first that wait for the viewer, of these the ones with other people; the finished ones last."""
    found = [(ORDER[table.status], row(table, person)) for table in tables]
    return [
        one
        for _status, one in sorted(
            found, key=lambda pair: (not pair[1].yours, pair[1].yours and not pair[1].with_people, pair[0])
        )
    ]


def title(table: Table, own: bool) -> str:
    terms = table.terms
    if terms.name:
        return terms.name
    if own and terms.guide:
        return _("Your first game")
    if own and terms.practice:
        return _("Practice")
    return page_of(terms.game).title


def pace(table: Table) -> str:
    """Return how fast a table is played: live or by correspondence, with what clock; "" against bots."""
    terms = table.terms
    if table.status == "over" or (table.status == "playing" and len(table.people) < 2 and not terms.days):
        return ""
    if terms.pace == "correspondence":
        return (
            n_("%(number)s day per move", "%(number)s days per move", terms.days) if terms.days else _("correspondence")
        )
    if not terms.bank:
        return _("live, no clock")
    minutes, seconds = terms.bank // 60_000, terms.increment // 1000
    if seconds:
        return _("live, %(minutes)s min + %(seconds)s s", minutes=minutes, seconds=seconds)
    return _("live, %(minutes)s min", minutes=minutes)


def player(seat: Seat) -> str:
    """Such as "Ann", "a keen bot" or "a keen bot (for Ann)"."""
    name = "" if seat.kind == "open" and not seat.person else seat.name
    return player_name(name, seat.bot and phrase(seat.bot), _("%(bot)s (for %(name)s)")) or _("an open seat")


def who(table: Table, person: str | None) -> str:
    """The others where the viewer plays, else everybody."""
    taken = [seat for seat in table.seats if seat.kind != "open" or seat.name]
    others = [player(seat) for seat in taken if seat.kind != "person" or seat.person != person]
    if others:
        return listed(others)
    return _("only you") if table.seats_of(person or "") else _("nobody yet")


def stands(table: Table) -> str:
    """Return how far a table's game is: free seats, progress, or points."""
    if table.status == "open":
        free, seats = sum(seat.kind == "open" for seat in table.seats), len(table.seats)
        if not free:
            return _("all seats taken")
        return n_("%(number)s of %(seats)s seats free", "%(number)s of %(seats)s seats free", free, seats=seats)
    if table.outdated:
        return _("other rules")
    if table.status == "over":
        return points(table)
    return page_of(table.terms.game).progress(table)


def lost(table: Table, person: str | None) -> bool:
    """Return whether the person lost a seat of the table by running out of time."""
    return any(person and seat.lost == person for seat in table.seats)


def asked(table: Table, own: list[int]) -> str:
    """What others ask of the viewer: to take an action back, or to end the game; "" where nobody does."""
    if table.takeback and is_asked(table, own):
        return _("%(name)s asks for a take-back", name=player(table.seats[table.takeback.seat]))
    offering = offers_to_end(table)
    if not own or not offering or own[0] in offering:
        return ""
    names = listed([player(table.seats[seat]) for seat in offering])
    return n_("%(names)s offers to end the game", "%(names)s offer to end the game", len(offering), names=names)


def waits(table: Table, own: list[int], out_of_time: bool = False) -> str:
    """Return who is to act or what a table waits for; once it is over, how it ended."""
    if table.status == "over":
        return ended(table, own)
    if table.status == "open":
        return _("Not started")
    if table.to_act is None or table.actor is None:
        return _("Cannot be played on")
    if out_of_time and not own:
        return _("Your time ran out")
    return _("Your turn") if table.to_act in own else _("%(player)s to move", player=player(table.actor))


def ended(table: Table, own: list[int]) -> str:
    result = table.result()
    if result is None or (table.end and table.end.reason == "abandoned"):
        return _("Abandoned") if table.end else _("Over")
    winners = result[1]
    if table.end and table.end.reason == "timeout" and table.end.seat in own:
        return _("Your time ran out")
    if set(own) & set(winners):
        return _("You won") if len(winners) == 1 else _("You shared the victory")
    names = listed([player(table.seats[seat]) for seat in winners])
    return n_("%(names)s won", "%(names)s won", len(winners), names=names)
