"""A table's page, put together of parts: the game's own, and those every game has."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from digsite import web
from digsite.server import commands
from digsite.server.table import Entry, Refused
from digsite.web import rules
from digsite.web.levels import persona
from digsite.web.look import Look
from digsite.web.rooms import Room, room
from digsite.web.story import Decision, Event, Story
from digsite.web.words import _, spoken

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
        "table/since.html",
        look=look,
        lost=lost(look),
        lines=since(own, look, story),
        last=last(own, look, story),
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
    """What the others did after the player's last turn, and who left meanwhile."""
    if not look.my_turn or look.you is None:
        return []
    done = []
    for item in reversed(story.items):
        if isinstance(item, Decision) and (item.seat == look.you or item.seat is None):
            break
        if isinstance(item, Decision) or item.weighty:
            done.append(line(own, look, story, item))
    return [each for each in reversed(done) if each.said]


def last(own: Room, look: Look, story: Story) -> Line | None:
    """The last decision of a player, at the position looked at."""
    known = [item for item in story.decisions if look.present or item.end <= look.ply]
    return line(own, look, story, known[-1]) if known else None


def line(own: Room, look: Look, story: Story, item: Decision | Event) -> Line:
    if isinstance(item, Event):
        said = item.told(look.lost if look.you is None else look.you)
        return Line(None, [said], said, "", None)
    heard = (item, look.you, *look.names, spoken())
    if heard not in story.put:
        states, actions = story.states[item.begin : item.end + 1], story.actions[item.begin : item.end]
        sentences, short = own.sentences(look, states, actions), own.short(look, states, actions)
        story.put[heard] = Line(item.seat, sentences, short, own.when(look, states[-1], item.seat), item.end)
    found: Line = story.put[heard]
    return found


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
    return {
        "wants": bool(look.own) and wants[look.own[0]],
        "others_want": any(wants),
        "alone": len(look.table.people) == 1,
        "resigning": resigning(look),
        "has_rules": look.table.terms.game in rules.games(),
    }


def resigning(look: Look) -> str:
    """What comes of it if the viewer resigns."""
    stand_in = look.table.terms.stand_in
    if len(look.table.seats) == 2:
        return _("The game ends at once, and you lose it.")
    if stand_in == "open":
        return _("Your seat becomes free for somebody else. You cannot take it back.")
    return _("%(name)s plays on in your seat. You cannot take it back.", name=persona(stand_in))


def lost(look: Look) -> str:
    """For who had a seat until their time was over: what has become of it."""
    if look.lost is None or look.table.status != "playing":
        return ""
    seat = look.table.seats[look.lost]
    if seat.kind == "open":
        return _("Your time was over. Your seat is free now.")
    return _("Your time was over. %(name)s plays on in your seat.", name=persona(seat.bot) if seat.bot else seat.name)


def allowed(command: Callable[[], Entry]) -> bool:
    try:
        command()
    except Refused:
        return False
    return True
