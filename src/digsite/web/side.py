"""What stands beside a table for the asking: its rules, an explanation, a hint."""

from typing import Any

from digsite import web
from digsite.server.table import Refused
from digsite.terminal.hinting import Hint
from digsite.web import hints, rules
from digsite.web.look import Look
from digsite.web.rooms import room

ASKED = ("explain", "rules", "hint")


def side(look: Look, hint: Hint | None = None) -> str:
    """The panel, or its empty place. Raises Refused for a name or number that means nothing."""
    return web.render("side.html", look=look, **told(look, hint))


def told(look: Look, hint: Hint | None) -> dict[str, Any]:
    """What the template needs; `kind` is empty where nothing is asked for."""
    kind = next((kind for kind in ASKED if kind in look.choose), "")
    if kind == "rules":
        return {"kind": kind, **of_rules(look, look.choose[kind])}
    if kind == "explain":
        return {"kind": kind, **of_explanation(look, look.choose[kind])}
    return {"kind": kind, **hints.told(look, hint)} if kind else {"kind": ""}


def of_rules(look: Look, shown: str) -> dict[str, Any]:
    game = look.game.name
    if shown and not rules.knows(game, shown):
        raise Refused(404, "no rule", "There is no rule of that number")
    chapters = [(each.place, each.title, rule_link(look, each.number)) for each in rules.contents(game)]
    return {
        "chapters": chapters,
        "shown": rules.rule(game, shown, look.bare) if "." in shown else "",
        "text": rules.page(game, look.bare, shown, level=3),
        "game_title": rules.title(game),
    }


def of_explanation(look: Look, key: str) -> dict[str, Any]:
    found = room(look.table.terms.game).explanation(look, key)
    if found is None:
        raise Refused(404, "no explanation", "Nothing on this table has that name")
    quoted = [rules.rule(look.game.name, number, look.bare) for number in found.rules]
    return {"explanation": found, "quoted": quoted}


def rule_link(look: Look, number: str) -> str:
    return f"{look.link(rules=number)}#{number}"
