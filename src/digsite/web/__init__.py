"""What the plain pages show: templates, and a table's choices, log and scores in words."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import import_module, resources
from typing import Any

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from digsite.bots import names as bot_names
from digsite.core.company import MARKS, Company, joined
from digsite.core.fields import Bytes
from digsite.core.look import COLOURS
from digsite.core.room import Choice
from digsite.games import GAMES, load
from digsite.server.table import Entry, Table
from digsite.server.telling import called
from digsite.terminal.plain import load_room

STATIC = resources.files("digsite") / "web" / "static"
FONTS = resources.files("digsite") / "fonts"
MOST_TOLD = 24  # of what happened lately
MOST_KEPT = 2_000  # decisions whose sentences are remembered
FIELD = re.compile(r"([a-z])(\d+)")


@cache
def environment() -> Environment:
    made = Environment(
        loader=PackageLoader("digsite.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {"colours": COLOURS, "bot_choices": [(name, f"bot: {name}") for name in bot_names()]}
    made.filters["marked"] = marked
    made.filters["span"] = span_of_time
    return made


def render(template: str, **told: Any) -> str:
    return environment().get_template(template).render(told)


def marked(text: str) -> Markup:
    """A sentence with the players' marks in their colours, and silent for who listens."""
    html = str(escape(text))
    for colour, mark in zip(COLOURS, MARKS, strict=True):
        html = html.replace(mark, f'<span class="mark {colour}" aria-hidden="true">{mark}</span>')
    return Markup(html)


def span_of_time(milliseconds: int) -> str:
    seconds = milliseconds // 1000
    if seconds >= 2 * 86_400:
        return f"{seconds // 86_400} days"
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


# Who plays


def company(table: Table, person: str | None) -> Company:
    own = table.seats_of(person) if person else []
    return Company(called(table), own[0] if len(own) == 1 else None)


def headline(table: Table, person: str | None) -> str:
    """What is going on at a table, in a few words."""
    known, result = company(table, person), table.result()
    if table.status == "open":
        free = sum(seat.kind == "open" for seat in table.seats)
        return f"Waiting for {free} more" if free else "Everybody is here"
    if table.end and table.end.reason == "abandoned":
        return "The game was abandoned"
    if result:
        first, rest = result[1][0], result[1][1:]
        points = f" with {result[0][first]} points" if table.end is None else ""
        if rest:
            return f"{joined([known.name(seat) for seat in result[1]])} win{points}"
        return f"{known.name(first)} {known.does(first, 'win')}{points}"
    if table.outdated or table.to_act is None:
        return "This game cannot be played on"
    if table.to_act == known.you:
        return "Your move"
    return f"{known.names[table.to_act]} to move"


def in_words(table: Table, person: str | None) -> str:
    """The picture, for who cannot see it."""
    tell = import_module(f"{GAMES[table.terms.game]}.draw.tell")
    words: str = tell.description(table.game.view(table.position), called(table))
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


def sections(table: Table) -> list[Section]:
    """Everything the player to act may do."""
    game, state, found = table.game, table.position, list[Section]()
    for choice in load_room(game).menu(state):
        if not found or found[-1].heading != choice.heading:
            found.append(Section(choice.heading, choice.cost_heading))
        found[-1].options.append(_option(table, choice, choice.typed.capitalize()))
    return found


def _option(table: Table, choice: Choice, label: str) -> Option:
    if choice.action is not None:
        text = table.game.text(table.position, choice.action)
        return Option(label, choice.told.plain, choice.cost, text)
    options = [
        _option(table, answer, answer.typed.capitalize() if answer.told else key)
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


# What happened

Decision = tuple[tuple[bytes, ...], tuple[int, ...]]  # positions, and the actions between them


@dataclass
class _Log:
    """Walks through a table's log and tells what it meets."""

    table: Table
    known: Company
    states: list[Bytes]
    names: list[str]
    told: list[str | Decision] = field(default_factory=list)

    def note(self, entry: Entry) -> None:
        told = entry.told
        if entry.kind in ("started", "acted"):
            self._play([*([told["action"]] if entry.kind == "acted" else []), *told["draws"]])
        elif entry.kind == "undone":
            del self.states[told["to"] + 1 :]
            self.told.append(f"{self.names[told['to_act']]} took something back.")
        elif entry.kind == "sat":
            self.names[told["seat"]] = told.get("name") or told["bot"].capitalize()
            self.told.append(f"{self.names[told['seat']]} sat down.")
        elif entry.kind == "gone":
            why = "resigned" if told["why"] == "resigned" else "was away too long"
            then = {"end": "", "open": " The seat is open."}.get(told["then"], f" {told['then'].title()} plays on.")
            self.told.append(f"{self.names[told['seat']]} {why}.{then}")
        elif entry.kind == "abandon":
            who = joined([self.names[seat] for seat in told["seats"]])
            self.told.append(f"{who} {'would end the game now' if told['agree'] else 'would rather play on'}.")

    def _play(self, texts: Sequence[str]) -> None:
        game, begin, actions = self.table.game, len(self.states) - 1, list[int]()
        for text in texts:
            actions.append(game.parse(self.states[-1], text))
            self.states.append(game.apply(self.states[-1], actions[-1]))
        self.told.append((tuple(state.tobytes() for state in self.states[begin:]), tuple(actions)))

    def sentences(self, told: str | Decision) -> tuple[str, ...]:
        if isinstance(told, str):
            return (told,)
        return _sentences(self.table.terms.game, told, tuple(self.known.names), self.known.you)


@lru_cache(MOST_KEPT)
def _sentences(game: str, told: Decision, names: tuple[str, ...], you: int | None) -> tuple[str, ...]:
    rules, (states, actions) = load(game), told
    positions = [np.frombuffer(state, np.uint8) for state in states]
    return tuple(sentence.plain for sentence in load_room(rules).tell(positions, actions, Company(names, you)))


def happened(table: Table, entries: Sequence[Entry], person: str | None) -> list[tuple[str, ...]]:
    """What happened lately, the latest first: some sentences for each decision."""
    if not entries or table.outdated:
        return []
    names = [seat["name"] or seat["bot"].capitalize() for seat in entries[0].told["seats"]]
    log = _Log(table, company(table, person), [table.game.new(len(table.seats))], names)
    for entry in entries[1:]:
        log.note(entry)
    return [log.sentences(told) for told in reversed(log.told[-MOST_TOLD:])]


def score_rows(table: Table) -> list[tuple[str, list[Any]]]:
    """Points part by part; the last row is the total."""
    scores, rows = table.game.score(table.position), list[tuple[str, list[Any]]]()
    for part, value in scores[0].items():
        if isinstance(value, Mapping):
            rows += [
                (f"{part.capitalize()}: {name.title()}", [score[part][name] for score in scores]) for name in value
            ]
        else:
            rows.append((part.capitalize(), [score[part] for score in scores]))
    return rows
