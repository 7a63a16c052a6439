"""Thebes on the page: its parts, put together."""

from collections.abc import Mapping

from markupsafe import Markup

from digsite import web
from digsite.games.thebes.draw.art import symbols
from digsite.games.thebes.draw.palette import PALETTES
from digsite.games.thebes.draw.style import STYLE
from digsite.games.thebes.page import (
    board,
    cover,
    dock,
    ending,
    figures,
    finds_sheet,
    hints,
    log,
    news,
    panels,
    ticket,
)
from digsite.games.thebes.page.choice import action_of
from digsite.games.thebes.page.explain import explain
from digsite.games.thebes.page.guide import COURSE
from digsite.games.thebes.rules.decode import Dig, decode
from digsite.tables.table import Table
from digsite.web.figures import Figure
from digsite.web.game_page import Composed
from digsite.web.i18n import _
from digsite.web.template_page import TemplatePage
from digsite.web.timeline import Timeline
from digsite.web.viewer import Viewer


class ThebesPage(TemplatePage):
    name = "thebes"
    palettes = PALETTES
    drawing_style = STYLE
    above_board = ("chips",)
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
        return _("Thebes")

    @property
    def about(self) -> str:
        return _("Read, travel and dig from Crete to Mesopotamia. Every week you spend is gone.")

    @property
    def credits(self) -> str:
        return _("Designed by Peter Prinz, published by Queen Games.")

    @property
    def draws_note(self) -> str:
        return _(
            "Cards and finds are drawn from the sealed seed and your words together. A word that nobody can guess "
            "keeps even this site from choosing them; without any word, it could have picked the seed."
        )

    def cover(self) -> Markup:
        return cover.cover()

    def figures(self) -> Mapping[str, Figure]:
        return figures.figures()

    def thumbnail(self) -> Markup:
        return cover.THUMBNAIL

    def files(self) -> Mapping[str, bytes]:
        return cover.map_files()

    def progress(self, table: Table) -> str:
        return str(table.game.view(table.position)["year"])

    def parts(self, viewer: Viewer) -> dict[str, str]:
        return super().parts(viewer) | {"chips": web.render("thebes/chips.html", **panels.chips_context(viewer))}

    def chosen(self, viewer: Viewer) -> dict[str, str]:
        drawn = board.context(viewer)
        return {
            "board": Composed(web.render("thebes/board.html", **drawn), drawn["pieces"]),
            "dock": web.render("thebes/dock.html", **dock.context(viewer)),
        }

    def action(self, viewer: Viewer, form: Mapping[str, str]) -> str:
        return action_of(form)

    def found(self, viewer: Viewer, timeline: Timeline, ply: int) -> str | None:
        """Return the finds of one's own dig."""
        decision = next((item for item in timeline.decisions if item.begin == ply), None)
        if decision is None or decision.seat not in viewer.own:
            return None
        actions, states = timeline.actions[ply : decision.end], timeline.states[ply : decision.end + 1]
        if not isinstance(decode(actions[0]), Dig):
            return None
        return web.render("thebes/finds.html", **finds_sheet.context(viewer, states, actions))
