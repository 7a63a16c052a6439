"""A table before the start: who sits where, what is still missing, and how others get here."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from markupsafe import Markup

from digsite.core.registry import plugin
from digsite.tables import commands
from digsite.tables.table import Seat, Table
from digsite.web import qr
from digsite.web.allowed import allowed
from digsite.web.bot_levels import bot_choices, level, levels, phrase
from digsite.web.game_page import page_of
from digsite.web.i18n import _, n_
from digsite.web.viewer import Viewer

MINUTES = (5, 10, 15, 20, 30, 45, 60, 90)
SECONDS = (0, 5, 10, 15, 30, 60)
DAYS = (1, 2, 3, 5, 7, 14)
MINUTE = 60_000
Choices = list[tuple[str, str]]


@dataclass(frozen=True)
class Chair:
    """A seat as the viewer sees it, with what the viewer may do there."""

    number: int
    kind: str
    name: str
    line: str
    bot: str
    mine: bool
    word: str  # the viewer's own; those of others are shown from the start on
    may_sit: bool
    may_leave: bool
    may_seat_bot: bool
    may_remove: bool  # whether the seat itself may be removed


@dataclass(frozen=True)
class OptionChoice:
    """A rule with several readings, for the host to choose one."""

    name: str
    title: str
    rule: str
    readings: Choices
    chosen: str


LOOPBACK = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True)
class Lobby:
    chairs: list[Chair]
    levels: Choices
    bots: Choices
    code: Markup  # the invitation, to be scanned
    local: bool  # whether it leads nowhere from another device
    cover: Markup
    draws_note: str  # where the draws come from
    taken: str
    reason: str  # why it cannot start yet, or what happens then
    may_start: bool
    may_add_seat: bool
    minutes: Choices
    seconds: Choices
    days: Choices
    stand_ins: Choices
    words: list[tuple[int, str]]  # by seat, whether a lucky word is given
    options: list[OptionChoice]
    agreed: list[tuple[str, str]]  # the terms in words, for those who do not decide
    hosted: str  # who the host is, if the host has no seat
    may_close: bool
    made_up: bool  # whether the viewer has a made-up name still, and is asked for one

    @property
    def words_note(self) -> str:
        """One line about the viewer's lucky word."""
        if not self.own:
            return _("how it works")
        return _("your lucky word is in") if all(chair.word for chair in self.own) else _("add a lucky word")

    @property
    def free(self) -> list[Chair]:
        return [chair for chair in self.chairs if chair.kind == "open"]

    @property
    def own(self) -> list[Chair]:
        return [chair for chair in self.chairs if chair.mine]


def lobby(viewer: Viewer, invitation: str, host: str = "", made_up: bool = False) -> Lobby:
    """Return what the lobby shows; `host` is the host's name."""
    table, own = viewer.table, page_of(viewer.table.terms.game)
    chairs = [chair(viewer, number, seat) for number, seat in enumerate(table.seats)]
    free = sum(seat.kind == "open" for seat in table.seats)
    return Lobby(
        chairs,
        levels(),
        bot_choices(),
        qr.code(invitation, _("QR code of the link to this table")),
        urlsplit(invitation).hostname in LOOPBACK,
        own.cover(),
        own.draws_note,
        _("%(taken)s of %(seats)s seats taken", taken=len(chairs) - free, seats=len(chairs)),
        reason(viewer, free),
        allowed(lambda: commands.check_start(table, viewer.person)),
        allowed(lambda: commands.add_seat(table, viewer.person, 0)),
        minutes(table),
        seconds(table),
        days(table),
        stand_ins(table),
        [(number, word_state(viewer, number, seat)) for number, seat in enumerate(table.seats) if seat.kind != "bot"],
        option_choices(table),
        agreed(table),
        "" if viewer.host or table.seats_of(table.host) or not host else _("%(name)s is the host.", name=host),
        allowed(lambda: commands.close(table, viewer.person, 0)),
        made_up,
    )


def agreed(table: Table) -> list[tuple[str, str]]:
    """Return the terms of a table in words."""
    terms = table.terms
    live = terms.pace == "live"
    chosen = [option for option in option_choices(table) if option.name in terms.options]
    return [
        (_("Pace"), _("Live") if live else _("Correspondence")),
        (_("Clock"), clock(table)),
        (_("Undo"), _("own turn, until something is drawn") if terms.undo else _("Off")),
        (_("Take-backs"), take_backs(table)),
        (_("Hints"), _("a bot suggests moves when asked") if terms.hints else _("Off")),
        (_("Who can find it"), _("anyone with the link") if terms.visibility == "link" else _("everybody")),
        (_("When time runs out"), _("the game ends") if terms.on_timeout == "end" else takes_over(table)),
        *((option.title, dict(option.readings)[option.chosen]) for option in chosen),
    ]


def take_backs(table: Table) -> str:
    if table.terms.takebacks:
        return _("past what was drawn, if everybody agrees")
    return _("if everybody agrees, until something is drawn") if table.terms.undo else _("Off")


def clock(table: Table) -> str:
    terms = table.terms
    if terms.pace == "correspondence":
        return n_("%(number)s day per move", "%(number)s days per move", terms.days) if terms.days else _("no clock")
    if not terms.bank:
        return _("no clock")
    minutes, seconds = terms.bank // MINUTE, terms.increment // 1000
    if not seconds:
        return _("%(minutes)s min for each player", minutes=minutes)
    return _("%(minutes)s min for each player, and %(seconds)s s added each turn", minutes=minutes, seconds=seconds)


def takes_over(table: Table) -> str:
    stand_in = table.terms.stand_in
    return _("somebody else may take the seat") if stand_in == "open" else _("%(bot)s takes over", bot=phrase(stand_in))


def option_choices(table: Table) -> list[OptionChoice]:
    """The rule options of the game, with what is chosen."""
    chosen = table.terms.options
    return [
        OptionChoice(
            option.name,
            _(option.title),
            option.rule,
            [(reading.value, _(reading.sentence)) for reading in option.readings],
            chosen.get(option.name, option.default),
        )
        for option in plugin(table.terms.game).options
    ]


def chair(viewer: Viewer, number: int, seat: Seat) -> Chair:
    table, mine = viewer.table, number in viewer.own
    kept = seat.kind == "open" and seat.person not in ("", viewer.person)
    return Chair(
        number,
        seat.kind,
        seat_name(viewer, number, seat),
        seat_line(viewer, number, seat),
        seat.bot,
        mine,
        seat.word if mine else "",
        seat.kind == "open" and not kept and (not table.terms.practice or viewer.host),
        allowed(lambda: commands.leave(table, viewer.person, number, 0)) and seat.kind != "open",
        allowed(lambda: commands.check_bot_seat(table, viewer.person, number)),
        allowed(lambda: commands.remove_seat(table, viewer.person, number, 0)),
    )


def seat_name(viewer: Viewer, number: int, seat: Seat) -> str:
    if seat.kind == "open":
        return _("Reserved for %(name)s", name=seat.name) if seat.name else _("Open seat")
    return viewer.names[number]


def seat_line(viewer: Viewer, number: int, seat: Seat) -> str:
    if seat.kind == "bot":
        return phrase(seat.bot)
    if seat.kind == "open":
        return _("send the link, or let them scan it") if viewer.own or viewer.host else _("free for you")
    host = seat.person == viewer.table.host
    if number in viewer.own:
        return _("you, the host") if host else _("you")
    return _("the host") if host else _("a guest")


def word_state(viewer: Viewer, number: int, seat: Seat) -> str:
    if seat.kind == "open":
        return _("open seat: not yet")
    if number in viewer.own:
        return _("yours is in") if seat.word else _("yours: not yet")
    values = {"name": viewer.names[number]}
    return _("%(name)s: it is in", **values) if seat.word else _("%(name)s: not yet", **values)


def reason(viewer: Viewer, free: int) -> str:
    if free:
        return n_("It can start when the last seat is taken.", "It can start when all seats are taken.", free)
    if viewer.own or viewer.host:
        return _("Everybody is here. The order of play is drawn at the start.")
    return _("The players at the table start the game.")


def minutes(table: Table) -> Choices:
    """Return the minutes that a clock may have, the present ones among them."""
    now = table.terms.bank // MINUTE
    choices = [(str(number), _("%(number)s min", number=number)) for number in _with(MINUTES, now)]
    return [("0", _("no clock")), *choices]


def seconds(table: Table) -> Choices:
    now = table.terms.increment // 1000
    return [(str(number), _("+%(number)s s", number=number)) for number in _with(SECONDS, now)]


def days(table: Table) -> Choices:
    now = table.terms.days
    choices = [(str(number), n_("%(number)s day", "%(number)s days", number)) for number in _with(DAYS, now)]
    return [("0", _("no clock")), *choices]


def stand_ins(table: Table) -> Choices:
    """Return the bots and others who may take the seat of a player who is gone."""
    known = bot_choices()
    now = table.terms.stand_in
    more = [] if now == "open" or now in dict(known) else [(now, level(now))]
    return [*known, *more, ("open", _("someone you invite"))]


def _with(usual: tuple[int, ...], now: int) -> list[int]:
    return sorted({*usual, now or usual[0]})
