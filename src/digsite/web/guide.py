"""A guided first game: steps that teach by playing.

Which step is shown follows from what has been played. Steps to be read come before those to be done; after the last of
those there is one lesson a turn. The address may ask for a step already reached (`guide=2`), for quiet until the next
turn (`guide=rest`), or for none at all (`guide=off`).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from digsite import web
from digsite.core.fields import Bytes
from digsite.web.game_page import Hidden
from digsite.web.i18n import _
from digsite.web.timeline import Timeline
from digsite.web.viewer import Viewer

Moves = Sequence[tuple[int, int, Bytes]]  # who did what in which position
NOTHING = Hidden("guide")
MINUTES = 1.5  # for a lesson, with the turn it is about


@dataclass(frozen=True)
class Lesson:
    title: str
    paragraphs: Sequence[str]
    lit: str  # the id of what is lit, "" for nothing
    at: str  # where the speech stands: by a "card", on the "board", below the "status", beside a "choice" …
    do: str = ""  # what to touch


@dataclass(frozen=True)
class Step:
    """A step as it is shown: what it says, what it lights, and where it leads."""

    number: int
    lesson: Lesson
    furthest: int
    last: int
    back: str = ""
    on: str = ""
    on_label: str = ""
    do: str = ""  # what to touch, where it is time for it

    @property
    def minutes(self) -> int:
        """About how long this lesson and the rest of them take."""
        return math.ceil(MINUTES * (self.last - self.number + 1))


@dataclass(frozen=True)
class Course:
    """The lessons of a game, in order; `reached` is the first that what was played has not left behind, 0 for quiet."""

    names: Sequence[str]
    lessons: Sequence[Callable[[Viewer], Lesson]]
    to_be_done: Sequence[int]  # steps that only playing leaves behind
    reached: Callable[[Viewer, Moves], int]

    @property
    def last(self) -> int:
        return len(self.lessons)

    def html(self, viewer: Viewer, timeline: Timeline) -> str:
        """The guide's part of the page."""
        return self.shown(viewer, self.step(viewer, moves_of(timeline)))

    def shown(self, viewer: Viewer, step: Step | None) -> str:
        if step is None:
            return NOTHING
        return web.render("guide.html", viewer=viewer, step=step, entries=self.entries(viewer, step))

    def step(self, viewer: Viewer, moves: Moves) -> Step | None:
        """The step that the guide shows now; None when it is done, skipped, or has nothing to say."""
        asked = viewer.query.guide
        if viewer.you is None or not viewer.present or viewer.table.status != "playing" or asked in ("off", "rest"):
            return None
        reached = self.reached(viewer, moves)
        furthest = self.furthest_from(reached)
        number = reached
        if asked.isascii() and asked.isdecimal():
            number = max(1, min(int(asked[:2]), furthest))
        elif viewer.query.choose and reached not in self.to_be_done:
            number = furthest if furthest in self.to_be_done else 0
        if not 0 < number <= self.last or (number > max(self.to_be_done) and not asked and not viewer.my_turn):
            return None
        return self.made(viewer, number, furthest)

    def furthest_from(self, reached: int) -> int:
        """The step to which one may read on."""
        return next((number for number in self.to_be_done if number >= reached > 0), max(reached, self.last))

    def made(self, viewer: Viewer, number: int, furthest: int) -> Step:
        back = f"{viewer.link(guide=number - 1)}#guide-title" if number > 1 else ""
        made = Step(number, self.lessons[number - 1](viewer), furthest, self.last, back)
        if number in self.to_be_done and number == furthest:
            return replace(made, do=made.lesson.do)
        if number > max(self.to_be_done):
            return replace(made, on=viewer.link(guide="rest"), on_label=_("Play on"), do=made.lesson.do)
        return replace(made, on=f"{viewer.link(guide=number + 1)}#guide-title", on_label=_("Go on"))

    def entries(self, viewer: Viewer, shown: Step) -> list[dict[str, object]]:
        """The list of steps; those that may be read are links."""
        return [
            {
                "number": number,
                "name": _(name),
                "state": "now" if number == shown.number else "done" if number < shown.number else "",
                "link": f"{viewer.link(guide=number)}#guide-title" if number <= shown.furthest else "",
            }
            for number, name in enumerate(self.names, 1)
        ]


def moves_of(timeline: Timeline) -> Moves:
    return [
        (item.seat, timeline.actions[item.begin], timeline.states[item.begin])
        for item in timeline.decisions
        if item.seat is not None
    ]
