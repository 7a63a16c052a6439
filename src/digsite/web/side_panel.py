"""What stands beside a table for the asking: its rules, an explanation, a hint."""

from digsite import web
from digsite.analysis.hints import Hint
from digsite.tables.refused import Refused
from digsite.web import hints, rules
from digsite.web.game_page import page_of
from digsite.web.viewer import Viewer


def side(viewer: Viewer, hint: Hint | None = None, no_hint: str = "") -> str:
    """The panel, or its empty place; `no_hint` says why there can be no hint. Raises Refused for a name or number that
    means nothing."""
    return web.render("side.html", viewer=viewer, **context(viewer, hint, no_hint))


def context(viewer: Viewer, hint: Hint | None, no_hint: str = "") -> dict[str, object]:
    """Return what the template needs; `kind` is empty where nothing is asked for."""
    asked = viewer.query
    if asked.explain is not None:
        return {"kind": "explain", **of_explanation(viewer, asked.explain)}
    if asked.rules is not None:
        return {"kind": "rules", **of_rules(viewer, asked.rules)}
    return {"kind": "hint", **hints.context(viewer, hint, no_hint)} if asked.hint else {"kind": ""}


def of_rules(viewer: Viewer, shown: str) -> dict[str, object]:
    game = viewer.game.name
    if game not in rules.games():
        raise Refused(404, "no rules", "This game has no rulebook here")
    if shown and not rules.knows(game, shown):
        raise Refused(404, "no rule", "There is no rule of that number")
    chapters = [(each.place, each.title, rule_link(viewer, each.number)) for each in rules.contents(game)]
    return {
        "chapters": chapters,
        "shown": rules.rule(game, shown, viewer.bare) if "." in shown else "",
        "text": rules.page(game, viewer.bare, shown, level=3),
        "game_title": rules.title(game),
    }


def of_explanation(viewer: Viewer, key: str) -> dict[str, object]:
    found = page_of(viewer.table.terms.game).explanation(viewer, key)
    if found is None:
        raise Refused(404, "no explanation", "Nothing on this table has that name")
    quoted = [rules.rule(viewer.game.name, number, viewer.bare) for number in found.rules]
    return {"explanation": found, "quoted": quoted}


def rule_link(viewer: Viewer, number: str) -> str:
    return f"{viewer.link(rules=number)}#{number}"
