"""The page of a game that brings none: its picture, its actions as buttons, its log and its score.

What the game has is used: its picture, the menu and the sentences of its terminal. Otherwise actions are shown as they
are written in records, grouped by their first word.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np
from markupsafe import Markup

from digsite import web
from digsite.core import player_labels
from digsite.core.errors import DigsiteError
from digsite.core.fields import Bytes
from digsite.core.game import Game, Score
from digsite.core.generic_terminal_ui import load_terminal_ui, plain
from digsite.core.palette import Picture
from digsite.core.player_labels import PlayerLabels
from digsite.core.plugin import load_part
from digsite.core.registry import load, plugin
from digsite.core.terminal_ui import Choice
from digsite.web import art
from digsite.web.assets import address
from digsite.web.bot_levels import level
from digsite.web.charts import Line, step_chart
from digsite.web.ending import common
from digsite.web.game_page import GamePage
from digsite.web.headline import headline, of_position
from digsite.web.i18n import _, n_
from digsite.web.sentences import bold
from digsite.web.timeline import Timeline
from digsite.web.viewer import Viewer

MOST_KEPT = 2_000  # decisions whose sentences are remembered
MARKS = "".join(player_labels.MARKS) + " "
FIELD = re.compile(r"([a-z])(\d+)")
HIDDEN_FACTS = ("game", "to_act", "players", "scores", "seats")  # of a view: shown elsewhere on the page
THEMES = ("light", "dark")


class GenericPage(GamePage):
    """The page of a game that brings none."""

    def __init__(self, name: str) -> None:
        self.name = name

    @cached_property
    def _covers(self) -> dict[str, Picture]:
        """The picture of a game's first position in each theme; empty where the game draws none."""
        game = load(self.name)
        found = {theme: draw(game, game.new(game.seats[0]), theme) for theme in THEMES}
        return {f"{self.name}-{theme}.svg": picture for theme, picture in found.items() if picture}

    def files(self) -> Mapping[str, bytes]:
        return {name: picture.encode() for name, picture in self._covers.items()}

    def cover(self) -> Markup:
        if not self._covers:
            return super().cover()
        light, dark = (address(f"{self.name}-{theme}.svg") for theme in THEMES)
        return Markup(
            '<picture class="scene scene-drawn"><source media="(prefers-color-scheme: dark)" srcset="{dark}">'
            '<img src="{light}" alt=""></picture>'
        ).format(light=light, dark=dark)

    def thumbnail(self) -> Markup:
        return Markup(
            '<path class="letter-ground" d="M0 0h40v40H0z"/><text class="letter" x="20" y="29">{}</text>'
        ).format(self.title[:1])

    def parts(self, viewer: Viewer) -> dict[str, str]:
        acting = viewer.game.to_act(viewer.state)
        context = {"viewer": viewer}
        parts = {
            "status": web.render(
                "generic/status.html",
                **context,
                headline=headline(viewer) if viewer.present else of_position(viewer, _("A draw")),
                seat=acting if acting < len(viewer.names) else None,
            ),
            "board": web.render("generic/board.html", **context, **board(viewer)),
            "dock": web.render("generic/dock.html", **context, sections=sections(viewer) if viewer.my_turn else []),
        }
        for seat, score in enumerate(viewer.game.score(viewer.state)):
            bot = viewer.table.seats[seat].bot
            parts[f"panel-{seat}"] = web.render(
                "generic/panel.html",
                viewer=viewer,
                seat=seat,
                acts=acting == seat,
                rows=score_rows(score),
                level=level(bot).lower() if bot else "",
            )
        return parts

    def sentences(self, viewer: Viewer, states: list[Bytes], actions: list[int]) -> list[str]:
        if not actions:
            return []
        if not self.plugin.terminal:
            return [in_notation(viewer, states, actions)]
        kept = tuple(state.tobytes() for state in states), tuple(actions)
        sentences = _sentences(viewer.game, *kept, tuple(viewer.names), viewer.you)
        return [art.marked(each.lstrip(MARKS)) for each in sentences]  # the log has a mark of its own before each line

    def hint_title(self, viewer: Viewer, number: int, then: Sequence[int] = ()) -> str:
        return viewer.game.text(viewer.state, number).capitalize()

    def end(self, viewer: Viewer, timeline: Timeline, verified: bool | None) -> str:
        scores = viewer.game.score(viewer.state)
        totals = [int(score["total"]) for score in scores]
        decisions = sum(item.seat is not None for item in timeline.decisions)
        return web.render(
            "generic/end.html",
            viewer=viewer,
            verified=verified,
            length=n_("%(number)s move", "%(number)s moves", decisions),
            rows=[score_rows(score) for score in scores],
            **points_over_time(viewer, timeline),
            **common(viewer, totals),
        )


# The board


def draw(game: Game, state: Bytes, theme: str, names: list[str] | None = None, phone: bool = False) -> Picture | None:
    """Return the picture of a position, for a phone where the game can; None where the game draws nothing."""
    own = plugin(game.name).picture
    try:
        drawn = (
            load_part(own)(game.view(state), theme=theme, names=names, phone=phone)
            if own
            else game.picture(state, theme=theme, names=names)
        )
    except (DigsiteError, NotImplementedError):
        return None
    return Picture(drawn.svg) if drawn.svg else None


def board(viewer: Viewer) -> dict[str, object]:
    """Return the context of `generic/board.html`: a picture and its sizes, or the facts of the view."""
    desk = draw(viewer.game, viewer.state, "light", viewer.names)
    if desk is None:
        return {"sizes": None, "facts": facts(viewer.view), "words": ""}
    phone = draw(viewer.game, viewer.state, "light", viewer.names, phone=True) or desk
    return {"sizes": (desk.size, phone.size), "facts": [], "words": in_words(viewer)}


def facts(view: Mapping[str, object]) -> list[tuple[str, str]]:
    """Return what a view says, for a game that draws nothing."""
    return [
        (name.replace("_", " ").capitalize(), plain(value)) for name, value in view.items() if name not in HIDDEN_FACTS
    ]


def in_words(viewer: Viewer) -> str:
    """Return the picture in words, for those who cannot see it."""
    own = plugin(viewer.game.name)
    if not own.description:
        values = [f"{name}: {value}" for name, value in facts(viewer.view)]
        return ". ".join([_("The board of %(game)s", game=own.title), *values])
    words: str = load_part(own.description)(viewer.view, viewer.names)
    return words


# What may be done


@dataclass(frozen=True)
class Button:
    """A button, or a question with more options."""

    label: str
    note: str
    cost: str
    action: str = ""
    options: Sequence["Button"] = ()
    question: str = ""
    columns: Sequence[str] = ()
    rows: Sequence[tuple[str, Sequence["Button | None"]]] = ()  # options that are fields, as they lie


@dataclass
class Section:
    """Options under one heading."""

    heading: str
    cost: str
    options: list[Button] = field(default_factory=list)

    @property
    def short(self) -> bool:
        """Whether all its options are so short that they fit side by side."""
        return all(option.action and not option.note and not option.cost for option in self.options)


def sections(viewer: Viewer) -> list[Section]:
    """Return everything the player to act may do: the menu of the game's terminal, or by the words of the actions."""
    if not plugin(viewer.game.name).terminal:
        texts = [viewer.game.text(viewer.state, action) for action in viewer.game.legal(viewer.state).tolist()]
        return by_first_word(texts)
    found = list[Section]()
    for choice in load_terminal_ui(viewer.game).menu(viewer.state):
        if not found or found[-1].heading != choice.heading:
            found.append(Section(choice.heading, choice.cost_heading))
        found[-1].options.append(_option(viewer, choice, choice.typed.capitalize()))
    return found


def by_first_word(texts: Iterable[str]) -> list[Section]:
    """Return actions grouped by their first words; those that stand alone come first, under no heading."""
    groups = dict[str, list[str]]()
    for text in texts:
        groups.setdefault(text.partition(" ")[0], []).append(text)
    alone = [Button(same[0].capitalize(), "", "", same[0]) for same in groups.values() if len(same) == 1]
    more = [
        Section(word.capitalize(), "", [Button(text.partition(" ")[2].capitalize(), "", "", text) for text in same])
        for word, same in groups.items()
        if len(same) > 1
    ]
    return [Section("", "", alone), *more] if alone else more


def _option(viewer: Viewer, choice: Choice, label: str) -> Button:
    if choice.action is not None:
        return Button(label, choice.text.plain, choice.cost, viewer.game.text(viewer.state, choice.action))
    options = [
        _option(viewer, answer, answer.typed.capitalize() if answer.text else key)
        for key, answer in choice.answers.items()
    ]
    columns, rows = _grid(dict(zip(choice.answers, options, strict=True)))
    return Button(label, choice.text.plain, choice.cost, "", options, choice.question, columns, rows)


def _grid(fields: Mapping[str, Button]) -> tuple[list[str], list[tuple[str, list[Button | None]]]]:
    found = [FIELD.fullmatch(name) for name in fields]
    if len(found) < 2 or not all(found):
        return [], []
    columns = sorted({one[1] for one in found if one})
    numbers = sorted({int(one[2]) for one in found if one})
    return columns, [(str(n), [fields.get(f"{letter}{n}") for letter in columns]) for n in numbers]


# What happened, and the score


def in_notation(viewer: Viewer, states: Sequence[Bytes], actions: Sequence[int]) -> Markup:
    """Return a decision and the draws after it, as records write them."""
    texts = [viewer.game.text(state, action) for state, action in zip(states, actions, strict=False)]
    seat = viewer.game.to_act(states[0])
    if seat >= len(viewer.names):
        return Markup(_("To begin with: %(draws)s", draws=Markup(", ").join(texts)))
    values = {"name": bold(viewer.name(seat)), "action": texts[0], "draws": ", ".join(texts[1:])}
    return Markup(
        _("%(name)s: %(action)s, then %(draws)s", **values) if texts[1:] else _("%(name)s: %(action)s", **values)
    )


@lru_cache(MOST_KEPT)
def _sentences(
    game: Game, states: tuple[bytes, ...], actions: tuple[int, ...], names: tuple[str, ...], you: int | None
) -> tuple[str, ...]:
    positions = [np.frombuffer(state, np.uint8) for state in states]
    terminal = load_terminal_ui(game)
    return tuple(sentence.plain for sentence in terminal.tell(positions, actions, PlayerLabels(names, you)))


def score_rows(score: Score) -> list[tuple[str, int]]:
    """Return points part by part; the last row is the total."""
    rows = list[tuple[str, int]]()
    for part, value in score.items():
        if isinstance(value, Mapping):
            rows += [(f"{part.capitalize()}: {name.title()}", each) for name, each in value.items()]
        else:
            rows.append((part.capitalize(), value))
    return rows


def points_over_time(viewer: Viewer, timeline: Timeline) -> dict[str, object]:
    """Return the context of the chart of points: a value for each player after every move."""
    ends = [item.end for item in timeline.decisions]
    totals = [[int(score["total"]) for score in viewer.game.score(timeline.states[end])] for end in ends]
    lines = [
        Line(seat, viewer.name(seat), [(move, each[seat]) for move, each in enumerate(totals)])
        for seat in range(len(viewer.names))
    ]
    last = max(len(ends) - 1, 1)
    quarters = sorted({round(last * part / 4) for part in range(5)} & set(range(len(ends))))
    return {
        "chart": step_chart(lines, 0, last, [(_("moves"), 0)]),
        "standings": [(n_("%(number)s move", "%(number)s moves", move), totals[move]) for move in quarters],
    }
