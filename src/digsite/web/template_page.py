"""What the pages of games with templates of their own have in common."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from markupsafe import Markup

from digsite import web
from digsite.core.fields import Bytes
from digsite.web import art
from digsite.web.game_page import GamePage
from digsite.web.guide import NOTHING, Course
from digsite.web.timeline import Timeline
from digsite.web.viewer import Viewer


class TemplatePage(GamePage):
    """The page of a game that brings a guide and the templates `status.html`, `panel.html` and `end.html`.

    A subclass binds methods to functions of its modules: `panel_context = staticmethod(panels.context)`.
    """

    course: ClassVar[Course]  # the lessons of a first game

    def symbols(self) -> dict[str, tuple[str, str]]:
        """Return the symbols of its drawings by name, each with its view box and its inside."""
        raise NotImplementedError

    def status_context(self, viewer: Viewer) -> Mapping[str, object]:
        """Return what `status.html` shows: whose move it is."""
        raise NotImplementedError

    def panel_context(self, viewer: Viewer, seat: int) -> Mapping[str, object]:
        """Return what `panel.html` shows of a player."""
        raise NotImplementedError

    def end_context(
        self, viewer: Viewer, states: Sequence[Bytes], actions: Sequence[int], seats: int
    ) -> Mapping[str, object]:
        """Return what `end.html` shows; `actions[i]` leads from `states[i]` to the next of all positions."""
        raise NotImplementedError

    @cached_property
    def sprite(self) -> Markup:
        return art.sprite(self.symbols(), self.name)

    def parts(self, viewer: Viewer) -> dict[str, str]:
        found = {"status": web.render(f"{self.name}/status.html", **self.status_context(viewer))} | self.chosen(viewer)
        for seat in range(len(viewer.names)):
            found[f"panel-{seat}"] = web.render(f"{self.name}/panel.html", **self.panel_context(viewer, seat))
        return found

    def guide(self, viewer: Viewer, timeline: Timeline) -> str:
        return self.course.html(viewer, timeline) if viewer.table.terms.guide else NOTHING

    def end(self, viewer: Viewer, timeline: Timeline, verified: bool | None) -> str:
        context = self.end_context(viewer, timeline.states, timeline.actions, len(viewer.names))
        return web.render(f"{self.name}/end.html", **context, viewer=viewer, verified=verified)
