"""The page of any game by what every game has: its picture, its menu as buttons, its sentences and its score."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from typing import Any

import numpy as np
from markupsafe import Markup

from digsite import web
from digsite.core import company
from digsite.core.company import Company
from digsite.core.fields import Bytes
from digsite.core.room import Choice
from digsite.games import OWN, load
from digsite.terminal.plain import load_room
from digsite.web import art
from digsite.web.guide import NOTHING
from digsite.web.headline import headline
from digsite.web.levels import level
from digsite.web.look import Look
from digsite.web.story import Story
from digsite.web.words import _

MOST_KEPT = 2_000  # decisions whose sentences are remembered
MARKS = "".join(company.MARKS) + " "
FIELD = re.compile(r"([a-z])(\d+)")


class PlainRoom:
    sprite = Markup("")

    def __init__(self, name: str) -> None:
        self.name = name

    def parts(self, look: Look) -> dict[str, str]:
        told = {"look": look, "headline": headline(look)}
        found = {
            "status": web.render("plain/status.html", **told),
            "board": web.render("plain/board.html", **told, words=in_words(look)),
            "dock": web.render("plain/dock.html", **told, sections=sections(look) if look.my_turn else []),
        }
        scores = look.game.score(look.state)
        for seat in range(len(look.names)):
            rows = score_rows(scores[seat])
            bot = look.table.seats[seat].bot
            found[f"panel-{seat}"] = web.render(
                "plain/panel.html", **told, seat=seat, rows=rows, level=level(bot).lower() if bot else ""
            )
        return found

    def chosen(self, look: Look) -> dict[str, str]:
        return {}

    def mood(self, look: Look) -> str:
        return ""

    def choice(self, look: Look) -> str:
        return ""

    def action(self, look: Look, form: Mapping[str, str]) -> str:
        return form.get("action", "")

    def found(self, look: Look, story: Story, ply: int) -> str:
        return ""

    def sentences(self, look: Look, states: list[Bytes], actions: list[int]) -> list[str]:
        kept = tuple(state.tobytes() for state in states), tuple(actions)
        said = _sentences(self.name, *kept, tuple(look.names), look.you)
        return [art.marked(each.lstrip(MARKS)) for each in said]  # the log has a mark of its own before each line

    def short(self, look: Look, states: list[Bytes], actions: list[int]) -> str:
        return next(iter(self.sentences(look, states, actions)), "")

    def when(self, look: Look, state: Bytes, seat: int | None) -> str:
        return ""

    def explanation(self, look: Look, key: str) -> Any:
        return None

    def guide(self, look: Look, story: Story) -> str:
        return NOTHING

    def end(self, look: Look, story: Story, verified: bool | None) -> str:
        rows = [score_rows(score) for score in look.game.score(look.state)]
        return web.render("plain/end.html", look=look, headline=headline(look), rows=rows, verified=verified)


def in_words(look: Look) -> str:
    """The picture, for who cannot see it."""
    if look.game.name not in OWN:
        return _("The board of %(game)s", game=look.game.name.title())
    words: str = import_module(f"{OWN[look.game.name]}.draw.tell").description(look.view, look.names)
    return words


# What may be done


@dataclass(frozen=True)
class Option:
    """A button, or a question with more options."""

    label: str
    told: str
    cost: str
    action: str = ""
    options: Sequence["Option"] = ()
    question: str = ""
    columns: Sequence[str] = ()
    rows: Sequence[tuple[str, Sequence["Option | None"]]] = ()  # options that are fields, as they lie


@dataclass
class Section:
    heading: str
    cost: str
    options: list[Option] = field(default_factory=list)


def sections(look: Look) -> list[Section]:
    """Everything the player to act may do."""
    found = list[Section]()
    for choice in load_room(look.game).menu(look.state):
        if not found or found[-1].heading != choice.heading:
            found.append(Section(choice.heading, choice.cost_heading))
        found[-1].options.append(_option(look, choice, choice.typed.capitalize()))
    return found


def _option(look: Look, choice: Choice, label: str) -> Option:
    if choice.action is not None:
        return Option(label, choice.told.plain, choice.cost, look.game.text(look.state, choice.action))
    options = [
        _option(look, answer, answer.typed.capitalize() if answer.told else key)
        for key, answer in choice.answers.items()
    ]
    columns, rows = _grid(dict(zip(choice.answers, options, strict=True)))
    return Option(label, choice.told.plain, choice.cost, "", options, choice.question, columns, rows)


def _grid(fields: Mapping[str, Option]) -> tuple[list[str], list[tuple[str, list[Option | None]]]]:
    found = [FIELD.fullmatch(name) for name in fields]
    if len(found) < 2 or not all(found):
        return [], []
    columns = sorted({one[1] for one in found if one})
    numbers = sorted({int(one[2]) for one in found if one})
    return columns, [(str(n), [fields.get(f"{letter}{n}") for letter in columns]) for n in numbers]


# What happened, and how it stands


@lru_cache(MOST_KEPT)
def _sentences(
    game: str, states: tuple[bytes, ...], actions: tuple[int, ...], names: tuple[str, ...], you: int | None
) -> tuple[str, ...]:
    positions = [np.frombuffer(state, np.uint8) for state in states]
    return tuple(told.plain for told in load_room(load(game)).tell(positions, actions, Company(names, you)))


def score_rows(score: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Points part by part; the last row is the total."""
    rows = list[tuple[str, int]]()
    for part, value in score.items():
        if isinstance(value, Mapping):
            rows += [(f"{part.capitalize()}: {name.title()}", each) for name, each in value.items()]
        else:
            rows.append((part.capitalize(), value))
    return rows
