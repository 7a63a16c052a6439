"""Thebes on the page: its parts, put together."""

from collections.abc import Mapping
from functools import cached_property

from markupsafe import Markup

from digsite import web
from digsite.core.fields import Bytes
from digsite.games.thebes.draw.art import symbols
from digsite.games.thebes.draw.palette import PALETTES
from digsite.games.thebes.draw.style import STYLE
from digsite.games.thebes.page import (
    board,
    choice,
    cover,
    dock,
    ending,
    explain,
    finds_sheet,
    guide,
    hints,
    log,
    panels,
    ticket,
)
from digsite.games.thebes.rules.decode import Dig, decode
from digsite.tables.table import Table
from digsite.web import art
from digsite.web.explanation import Explanation
from digsite.web.game_page import Composed, GamePage
from digsite.web.guide import NOTHING
from digsite.web.i18n import _
from digsite.web.timeline import Timeline
from digsite.web.viewer import Viewer


class ThebesPage(GamePage):
    name = "thebes"
    palettes = PALETTES
    drawing_style = STYLE

    @property
    def title(self) -> str:
        return _("Thebes")

    @property
    def about(self) -> str:
        return _("Read, travel and dig from Crete to Mesopotamia. Every week you spend is gone.")

    @property
    def draws_note(self) -> str:
        return _(
            "Cards and finds are drawn from the sealed seed and your words together. A word that nobody can guess "
            "keeps even this site from choosing them; without any word, it could have picked the seed."
        )

    def cover(self) -> Markup:
        return cover.cover()

    def thumbnail(self) -> Markup:
        return cover.THUMBNAIL

    def files(self) -> Mapping[str, bytes]:
        return cover.map_files()

    def progress(self, table: Table) -> str:
        return str(table.game.view(table.position)["year"])

    @cached_property
    def sprite(self) -> Markup:
        return art.sprite(symbols(), "thebes")

    def parts(self, viewer: Viewer) -> dict[str, str]:
        found = {"status": web.render("thebes/status.html", **panels.status_context(viewer))} | self.chosen(viewer)
        for seat in range(len(viewer.names)):
            found[f"panel-{seat}"] = web.render("thebes/panel.html", **panels.context(viewer, seat))
        return found

    def chosen(self, viewer: Viewer) -> dict[str, str]:
        drawn = board.context(viewer)
        return {
            "board": Composed(web.render("thebes/board.html", **drawn), drawn["pieces"]),
            "dock": web.render("thebes/dock.html", **dock.context(viewer)),
        }

    def choice(self, viewer: Viewer) -> str:
        return ticket.choice_html(viewer)

    def action(self, viewer: Viewer, form: Mapping[str, str]) -> str:
        return choice.action_of(form)

    def found(self, viewer: Viewer, timeline: Timeline, ply: int) -> str:
        """The finds of one's own dig."""
        decision = next((item for item in timeline.decisions if item.begin == ply), None)
        if decision is None or decision.seat not in viewer.own:
            return ""
        actions, states = timeline.actions[ply : decision.end], timeline.states[ply : decision.end + 1]
        if not isinstance(decode(actions[0]), Dig):
            return ""
        return web.render("thebes/finds.html", **finds_sheet.context(viewer, states, actions))

    def sentences(self, viewer: Viewer, states: list[Bytes], actions: list[int]) -> list[str]:
        return list(log.sentences(viewer, states, actions))

    def short(self, viewer: Viewer, states: list[Bytes], actions: list[int]) -> str:
        return log.headline(viewer, states, actions)

    def when(self, viewer: Viewer, state: Bytes, seat: int | None) -> str:
        return "" if seat is None else log.week_at(viewer, state, seat)

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
        return web.render("thebes/end.html", **context, viewer=viewer, verified=verified)
