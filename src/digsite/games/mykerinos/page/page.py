"""Mykerinos on the page: its parts, put together."""

from collections.abc import Mapping

from markupsafe import Markup

from digsite import web
from digsite.core.game import OVER
from digsite.games.mykerinos.draw.art import symbols
from digsite.games.mykerinos.draw.palette import PALETTES
from digsite.games.mykerinos.draw.style import STYLE
from digsite.games.mykerinos.page import desert, dock, ending, figures, hints, log, museum, news, panels, ticket
from digsite.games.mykerinos.page.explain import explain
from digsite.games.mykerinos.page.guide import COURSE
from digsite.games.mykerinos.page.planning import planning
from digsite.games.mykerinos.page.position import view_of
from digsite.tables.table import Table
from digsite.web.figures import Figure
from digsite.web.game_page import Composed, Hidden
from digsite.web.i18n import _
from digsite.web.template_page import TemplatePage
from digsite.web.viewer import Viewer

THUMBNAIL = Markup(
    '<path class="sky-high" d="M0 0h40v40H0z"/><circle class="sun" cx="29" cy="12" r="5'
    '"/><path class="dune mid" d="M-2 32H42V42H-2z"/><path class="lit-side" d="M17 9L3 32 22 34z"/><path class'
    '="shade-side" d="M17 9L22 34 34 31z"/>'
)


class MykerinosPage(TemplatePage):
    name = "mykerinos"
    palettes = PALETTES
    drawing_style = STYLE
    above_board = ("chips",)
    below_dock = ("museum",)
    course = COURSE

    symbols = staticmethod(symbols)
    status_context = staticmethod(panels.status_context)
    panel_context = staticmethod(panels.context)
    end_context = staticmethod(ending.context)
    choice = staticmethod(ticket.choice_html)
    sentences = staticmethod(log.sentences)
    short = staticmethod(log.headline)
    when = staticmethod(log.when)
    weight = staticmethod(news.weight)
    explanation = staticmethod(explain)
    hint_title = staticmethod(hints.title)
    hint_query = staticmethod(hints.query)

    @property
    def title(self) -> str:
        return _("Mykerinos")

    @property
    def about(self) -> str:
        return _("Send your diggers into the sand, win the plots, and fill the museum for your patrons.")

    @property
    def credits(self) -> str:
        return _("Designed by Nicolas Oury, published by Ystari Games.")

    def cover(self) -> Markup:
        return Markup(web.render("desert.html"))

    def figures(self) -> Mapping[str, Figure]:
        return figures.figures()

    def thumbnail(self) -> Markup:
        return THUMBNAIL

    def progress(self, table: Table) -> str:
        return _("round %(number)s", number=table.game.view(table.position)["round"])

    def parts(self, viewer: Viewer) -> dict[str, str]:
        found = super().parts(viewer)
        found["chips"] = web.render("mykerinos/chips.html", chips=panels.chips(viewer))
        if neutral := view_of(viewer)["neutral"]:
            found["panel-neutral"] = web.render("mykerinos/neutral.html", **panels.neutral_context(viewer, neutral))
        return found

    def chosen(self, viewer: Viewer) -> dict[str, str]:
        if played_out(viewer):
            return {part: Hidden(part) for part in ("board", "dock", "museum")}
        seen = planning(viewer)
        drawn = desert.context(seen)
        return {
            "board": Composed(web.render("mykerinos/board.html", **drawn), drawn["pieces"]),
            "dock": web.render("mykerinos/dock.html", **dock.context(viewer)),
            "museum": web.render("mykerinos/museum.html", **museum.context(seen)),
        }

    def mood(self, viewer: Viewer) -> str:
        """Return words for: a zone is scored and who chooses, the desert has grown, or nothing is left to do in it."""
        scoring = view_of(viewer)["scoring"]
        found = ["scoring", f"choice-{scoring['zone']}-{scoring['rank']}"] if scoring else []
        if len(view_of(viewer)["zones"]) == desert.ZONES:
            found.append("grown")
        if played_out(viewer):
            found.append("played-out")
        return " ".join(found)


def played_out(viewer: Viewer) -> bool:
    """Return whether nothing is left to be seen in the desert: the end shows the museum."""
    return viewer.present and viewer.table.status == "over" and viewer.game.to_act(viewer.state) == OVER
