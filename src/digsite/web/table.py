"""A table's page, put together of parts: the game's own, and those every game has."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from digsite import web
from digsite.server import commands
from digsite.server.table import Entry, Refused
from digsite.web import rules
from digsite.web.look import Look
from digsite.web.rooms import Room, room
from digsite.web.story import Decision, Event, Story

TOLD = 14  # of what happened lately; the rest is one link away


@dataclass(frozen=True)
class Line:
    """Something that happened, as the log tells it."""

    seat: int | None
    said: list[str]
    short: str
    when: str
    ply: int | None  # the position after it


def parts(look: Look, story: Story) -> dict[str, str]:
    """Everything that changes while a game is played, by the id of its element."""
    own = room(look.table.terms.game)
    found = own.parts(look)
    found["since"] = web.render(
        "table/since.html", look=look, lines=since(own, look, story), last=last(own, look, story)
    )
    found["log"] = web.render("table/log.html", look=look, **log(own, look, story))
    found["deeds"] = web.render("table/deeds.html", look=look, **deeds(look))
    found["menu"] = web.render("table/menu.html", look=look, **menu(look))
    found["guide"] = own.guide(look, story)
    return found


def asked_parts(look: Look, story: Story) -> dict[str, str]:
    """The parts that differ by what the address asks for."""
    own, found = room(look.table.terms.game), dict[str, str]()
    if "choose" in look.choose:
        found |= own.chosen(look)
    if "log" in look.choose:
        found["log"] = web.render("table/log.html", look=look, **log(own, look, story))
    if look.table.terms.guide:
        found["guide"] = own.guide(look, story)
    return found


def log(own: Room, look: Look, story: Story) -> dict[str, Any]:
    """The latest first."""
    known = [item for item in story.items if look.present or (isinstance(item, Decision) and item.end <= look.ply)]
    items = known if look.choose.get("log") == "all" else known[-TOLD:]
    lines = [line(own, look, story, item) for item in reversed(items)]
    return {"lines": [each for each in lines if each.said], "more": len(known) > len(items)}


def since(own: Room, look: Look, story: Story) -> list[Line]:
    """What the others did after the player's last turn."""
    if not look.my_turn or look.you is None:
        return []
    done, decisions = [], story.decisions
    for item in reversed(decisions):
        if item.seat == look.you or item.seat is None:
            break
        done.append(line(own, look, story, item))
    return [each for each in reversed(done) if each.said]


def last(own: Room, look: Look, story: Story) -> Line | None:
    """The last decision of a player, at the position looked at."""
    known = [item for item in story.decisions if look.present or item.end <= look.ply]
    return line(own, look, story, known[-1]) if known else None


def line(own: Room, look: Look, story: Story, item: Decision | Event) -> Line:
    if isinstance(item, Event):
        return Line(None, [item.told(look.you)], "", "", None)
    states, actions = story.states[item.begin : item.end + 1], story.actions[item.begin : item.end]
    when = own.when(look, states[-1], item.seat)
    return Line(item.seat, own.sentences(look, states, actions), own.short(look, states, actions), when, item.end)


def deeds(look: Look) -> dict[str, Any]:
    """What a player may do besides playing."""
    table, person = look.table, look.person
    late = 0 if table.to_act is None else table.to_act
    return {
        "may_undo": allowed(lambda: commands.undo(table, person, None, 0, 0)),
        "late": late if allowed(lambda: commands.kick(table, person, late, look.thinking, 0)) else None,
    }


def menu(look: Look) -> dict[str, Any]:
    wants = [seat.wants_end for seat in look.table.seats]
    has_rules = look.table.terms.game in rules.games()
    return {"wants": bool(look.own) and wants[look.own[0]], "others_want": any(wants), "has_rules": has_rules}


def allowed(command: Callable[[], Entry]) -> bool:
    try:
        command()
    except Refused:
        return False
    return True
