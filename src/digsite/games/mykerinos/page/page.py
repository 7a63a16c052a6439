"""Mykerinos on the page: its parts, put together."""

from collections.abc import Mapping
from functools import cached_property

from markupsafe import Markup

from digsite import web
from digsite.core.fields import Bytes
from digsite.core.game import OVER
from digsite.games.mykerinos.draw.art import symbols
from digsite.games.mykerinos.draw.palette import PALETTES
from digsite.games.mykerinos.draw.style import STYLE
from digsite.games.mykerinos.page import (
    choice,
    desert,
    dock,
    ending,
    explain,
    guide,
    hints,
    log,
    museum,
    panels,
    ticket,
)
from digsite.games.mykerinos.page.position import view_of
from digsite.tables.table import Table
from digsite.web import art
from digsite.web.explanation import Explanation
from digsite.web.game_page import Composed, GamePage
from digsite.web.guide import NOTHING
from digsite.web.i18n import _
from digsite.web.timeline import Timeline
from digsite.web.viewer import Viewer

THUMBNAIL = Markup(
    '<path class="sky-high" d="M0 0h40v40H0z"/><circle class="sun" cx="29" cy="12" r="5'
    '"/><path class="dune mid" d="M-2 32H42V42H-2z"/><path class="lit-side" d="M17 9L3 32 22 34z"/><path class'
    '="shade-side" d="M17 9L22 34 34 31z"/>'
)


class MykerinosPage(GamePage):
    name = "mykerinos"
    palettes = PALETTES
    drawing_style = STYLE
    above_board = ("chips",)
    below_dock = ("museum",)

    @property
    def title(self) -> str:
        return _("Mykerinos")

    @property
    def about(self) -> str:
        return _("Send your diggers into the sand, win the plots, and fill the museum for your patrons.")

    def cover(self) -> Markup:
        return Markup(web.render("desert.html"))

    def thumbnail(self) -> Markup:
        return THUMBNAIL

    def progress(self, table: Table) -> str:
        return _("round %(number)s", number=table.game.view(table.position)["round"])

    @cached_property
    def sprite(self) -> Markup:
        return art.sprite(symbols(), "mykerinos")

    def parts(self, viewer: Viewer) -> dict[str, str]:
        found = {"status": web.render("mykerinos/status.html", **panels.status_context(viewer))} | self.chosen(viewer)
        for seat in range(len(viewer.names)):
            found[f"panel-{seat}"] = web.render("mykerinos/panel.html", **panels.context(viewer, seat))
        found["chips"] = web.render("mykerinos/chips.html", chips=panels.chips(viewer))
        if neutral := view_of(viewer)["neutral"]:
            found["panel-neutral"] = web.render("mykerinos/neutral.html", **panels.neutral_context(viewer, neutral))
        return found

    def chosen(self, viewer: Viewer) -> dict[str, str]:
        if played_out(viewer):
            return {part: f'<section id="{part}" hidden></section>' for part in ("board", "dock", "museum")}
        drawn = desert.context(viewer)
        return {
            "board": Composed(web.render("mykerinos/board.html", **drawn), drawn["pieces"]),
            "dock": web.render("mykerinos/dock.html", **dock.context(viewer)),
            "museum": web.render("mykerinos/museum.html", **museum.context(viewer)),
        }

    def mood(self, viewer: Viewer) -> str:
        """Which zone is scored and who chooses; the desert has grown by two zones; nothing is left to do in it."""
        scoring = view_of(viewer)["scoring"]
        found = ["scoring", f"choice-{scoring['zone']}-{scoring['rank']}"] if scoring else []
        if len(view_of(viewer)["zones"]) == desert.ZONES:
            found.append("grown")
        if played_out(viewer):
            found.append("played-out")
        return " ".join(found)

    def choice(self, viewer: Viewer) -> str:
        return ticket.choice_html(viewer)

    def action(self, viewer: Viewer, form: Mapping[str, str]) -> str:
        return choice.action_of(form)

    def sentences(self, viewer: Viewer, states: list[Bytes], actions: list[int]) -> list[str]:
        return list(log.sentences(viewer, states, actions))

    def short(self, viewer: Viewer, states: list[Bytes], actions: list[int]) -> str:
        return log.headline(viewer, states, actions)

    def when(self, viewer: Viewer, state: Bytes, seat: int | None) -> str:
        return log.when(viewer, state, seat)

    def explanation(self, viewer: Viewer, key: str) -> Explanation | None:
        return explain.explain(viewer, key)

    def hint_title(self, viewer: Viewer, action: int) -> str:
        return hints.title(viewer, action)

    def hint_query(self, viewer: Viewer, action: int) -> Mapping[str, object]:
        return hints.query(viewer, action)

    def guide(self, viewer: Viewer, timeline: Timeline) -> str:
        if not viewer.table.terms.guide:
            return NOTHING
        return guide.html(viewer, timeline)

    def end(self, viewer: Viewer, timeline: Timeline, verified: bool | None) -> str:
        context = ending.context(viewer, timeline.states, timeline.actions, len(viewer.names))
        return web.render("mykerinos/end.html", **context, viewer=viewer, verified=verified)


def played_out(viewer: Viewer) -> bool:
    """Whether nothing is left to be seen in the desert: the end shows the museum."""
    return viewer.present and viewer.table.status == "over" and viewer.game.to_act(viewer.state) == OVER
