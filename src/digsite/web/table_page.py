"""A table's page, put together of parts: the game's own, and those every game has."""

from collections.abc import Sequence
from typing import TypedDict

from digsite import web
from digsite.core.history import Decision
from digsite.tables import commands
from digsite.web import rules
from digsite.web.allowed import allowed
from digsite.web.bot_levels import persona, phrase
from digsite.web.game_page import GamePage, page_of
from digsite.web.i18n import _, current_translations
from digsite.web.timeline import Event, LogLine, Timeline
from digsite.web.together import may_add_time, offers_to_end, together
from digsite.web.viewer import Viewer

LOG_LINES = 14  # the latest; the rest is one link away
WEIGHT_OF_EVENTS = 100  # somebody who left matters more than any move


class LogContext(TypedDict):
    lines: list[LogLine]
    more: bool  # whether there are earlier ones


class TakenBack(TypedDict):
    seat: int
    short: str
    later: int  # how many actions were played after it


def parts(viewer: Viewer, timeline: Timeline) -> dict[str, str]:
    """Return the parts of a page that change while a game is played, by the id of their element."""
    own = page_of(viewer.table.terms.game)
    viewer.note_news(timeline.news(viewer))
    found, lines = own.parts(viewer), since(own, viewer, timeline)
    found["since"] = web.render(
        "table/since.html",
        viewer=viewer,
        heading=since_heading(viewer, timeline),
        lines=lines,
        first=weightiest(lines),
        last=last(own, viewer, timeline),
    )
    found["log"] = web.render("table/log.html", viewer=viewer, **log(own, viewer, timeline))
    ask = asking(viewer, timeline)
    found["shortcuts"] = web.render("table/shortcuts.html", viewer=viewer, **shortcuts(viewer, ask))
    found["menu"] = web.render("table/menu.html", viewer=viewer, **menu(viewer, ask))
    found["guide"] = own.guide(viewer, timeline)
    found["together"] = web.render(
        "table/together.html",
        viewer=viewer,
        lost=lost(viewer),
        taken_back=taken_back(own, viewer, timeline),
        **together(viewer),
    )
    return found


def asked_parts(viewer: Viewer, timeline: Timeline) -> dict[str, str]:
    """Return the parts that differ by what the address asks for."""
    own, found = page_of(viewer.table.terms.game), dict[str, str]()
    viewer.note_news(timeline.news(viewer))
    if viewer.query.choose:
        found |= own.chosen(viewer)
    if viewer.query.whole_log:
        found["log"] = web.render("table/log.html", viewer=viewer, **log(own, viewer, timeline))
    if viewer.table.terms.guide:
        found["guide"] = own.guide(viewer, timeline)
    return found


def log(own: GamePage, viewer: Viewer, timeline: Timeline) -> LogContext:
    """Return what has happened, the latest first."""
    known = [
        item for item in timeline.items if viewer.present or (isinstance(item, Decision) and item.end <= viewer.ply)
    ]
    items = known if viewer.query.whole_log else known[-LOG_LINES:]
    lines = [line(own, viewer, timeline, item) for item in reversed(items)]
    return {"lines": [each for each in lines if each.sentences], "more": len(known) > len(items)}


def since(own: GamePage, viewer: Viewer, timeline: Timeline) -> list[LogLine]:
    """Return what the others did after the player's last turn, and who left meanwhile."""
    if not viewer.my_turn or viewer.you is None:
        return []
    recent = [item for item in timeline.since(viewer) if isinstance(item, Decision) or item.weighty]
    return [each for each in (line(own, viewer, timeline, item) for item in recent) if each.sentences]


def weightiest(lines: Sequence[LogLine]) -> LogLine | None:
    """Return what matters most of some lines; of equal ones the latest."""
    return max(reversed(lines), key=lambda each: each.weight, default=None)


def since_heading(viewer: Viewer, timeline: Timeline) -> str:
    """Return what the list of the others' moves is headed by."""
    played = any(item.seat == viewer.you for item in timeline.decisions if item.seat is not None)
    return _("Since your last turn") if played else _("So far")


def last(own: GamePage, viewer: Viewer, timeline: Timeline) -> LogLine | None:
    """Return the last decision before the position looked at, as a line of the log."""
    known = [item for item in timeline.decisions if viewer.present or item.end <= viewer.ply]
    return line(own, viewer, timeline, known[-1]) if known else None


def taken_back(own: GamePage, viewer: Viewer, timeline: Timeline) -> TakenBack | None:
    """Return what somebody asks to take back: the first action that would go, and how many go with it."""
    asked = viewer.table.takeback
    gone = [item for item in timeline.decisions if asked and item.begin >= asked.to]
    if not asked or not gone:
        return None
    return {"seat": asked.seat, "short": line(own, viewer, timeline, gone[0]).short, "later": len(gone) - 1}


def line(own: GamePage, viewer: Viewer, timeline: Timeline, item: Decision | Event) -> LogLine:
    if isinstance(item, Event):
        sentence = item.sentence(viewer.lost if viewer.you is None else viewer.you)
        return LogLine(None, [sentence], sentence, "", None, WEIGHT_OF_EVENTS)
    viewer = viewer.before(timeline.names_then(item))
    key = (item, viewer.you, *viewer.names, current_translations())
    if key not in timeline.log_lines:
        states, actions = timeline.states[item.begin : item.end + 1], timeline.actions[item.begin : item.end]
        sentences, short = own.sentences(viewer, states, actions), own.short(viewer, states, actions)
        when = own.when(viewer, states[-1], item.seat)
        weight = own.weight(actions) if item.seat is not None else 0
        timeline.log_lines[key] = LogLine(item.seat, sentences, short, when, item.end, weight)
    return timeline.log_lines[key]


def asking(viewer: Viewer, timeline: Timeline) -> str:
    """Return the words on the button for a take-back; "" where the viewer may not ask for one."""
    if not allowed(lambda: commands.take_back(viewer.table, viewer.person, None, 0, timeline.moves, 0)):
        return ""
    return _("Take back") if len(viewer.table.people) == 1 else _("Ask to take back")


def shortcuts(viewer: Viewer, ask: str) -> dict[str, object]:
    """Return what the header offers besides playing: undo, a take-back, and going on without an absent player."""
    table, person = viewer.table, viewer.person
    late = 0 if table.to_act is None else table.to_act
    return {
        "may_undo": allowed(lambda: commands.undo(table, person, None, 0, 0)),
        "late": late if allowed(lambda: commands.kick(table, person, late, viewer.thinking, 0)) else None,
        "ask": ask,
    }


def menu(viewer: Viewer, ask: str) -> dict[str, object]:
    """Return what the menu of a table depends on."""
    offering = offers_to_end(viewer.table)
    return {
        "wants": bool(viewer.own) and viewer.own[0] in offering,
        "others_want": bool(offering),
        "alone": len(viewer.table.people) == 1,
        "resigning": resigning(viewer),
        "has_rules": viewer.table.terms.game in rules.games(),
        "ask": ask,
        "slow": may_add_time(viewer),
    }


def resigning(viewer: Viewer) -> str:
    """Return what happens to the game and the seat if the viewer resigns."""
    stand_in = viewer.table.terms.stand_in
    if len(viewer.table.seats) == 2:
        return _("The game ends at once, and you lose it.")
    if stand_in == "open":
        return _("Your seat becomes free for somebody else. You cannot take it back.")
    return _("%(name)s plays on in your seat. You cannot take it back.", name=persona(stand_in))


def lost(viewer: Viewer) -> str:
    """Return what became of the seat that the viewer lost by running out of time; "" for everybody else."""
    if viewer.lost is None or viewer.table.status != "playing":
        return ""
    seat = viewer.table.seats[viewer.lost]
    if seat.kind == "open":
        return _("Your time ran out. Your seat is free now.")
    name = phrase(seat.bot) if seat.bot else seat.name
    return _("Your time ran out. %(name)s has taken your seat.", name=name[:1].upper() + name[1:])
