"""Every text of the pages is a message of the catalogue, and the catalogue is up to date."""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from gettext import NullTranslations
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from markupsafe import Markup
from tools.messages import ROOT, catalogue, sources

from digsite.core.registry import game_names, plugin
from digsite.games.mykerinos.page import ending as mykerinos_ending
from digsite.games.mykerinos.page import explain as mykerinos_explain
from digsite.games.mykerinos.page import log as mykerinos_log
from digsite.games.mykerinos.page.guide import COURSE
from digsite.server.pages import failed
from digsite.tables import commands
from digsite.tables.refused import Refused
from digsite.tables.table import Seat
from digsite.web import i18n, render
from digsite.web import table_page as page
from digsite.web.game_page import page_of
from digsite.web.page_query import PageQuery
from digsite.web.refusal import refusal_text
from digsite.web.side_panel import side
from digsite.web.timeline import Timeline
from digsite.web.viewer import Viewer
from tests.server.tabletop import ANN, Tabletop, lay, person
from tests.web.tables import choice_html

NAMES = {"Ann", "Bo"}


class Marking(NullTranslations):
    """A language in which every message is the English one between brackets."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"


class Texts(HTMLParser):
    """What a reader meets: text, and attributes that are read out."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside.append(tag)
        self.found += [
            value for name, value in attrs if name in ("aria-label", "title", "alt", "placeholder") and value
        ]

    def handle_endtag(self, tag: str) -> None:
        while self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def unmarked(html: str) -> set[str]:
    """Words that stand outside of any message."""
    reader = Texts()
    reader.feed(html)
    depth, outside = 0, ""
    for text in reader.found:
        for letter in text + " ":
            depth += {"⟦": 1, "⟧": -1}.get(letter, 0)
            outside += letter if depth == 0 and letter != "⟧" else ""
    return set(re.findall(r"[A-Za-z]{2,}", outside)) - NAMES


def played(turns: int) -> tuple[Tabletop, Timeline]:
    top = lay("thebes", [person(ANN), Seat("person", "bo", "Bo")])
    for turn in range(turns):
        legal = top.legal()
        digs = [text for text in legal if text.startswith("dig")]
        top.act(text=digs[turn % len(digs)] if digs and turn % 3 == 0 else legal[turn % 4])
    while top.table.to_act != 0:
        top.act(text=top.legal()[0])
    timeline = Timeline(top.table.game)
    timeline.add(top.log)
    return top, timeline


@pytest.mark.parametrize(("file", "folders"), list(sources()), ids=lambda value: getattr(value, "name", ""))
def test_the_catalogue_is_up_to_date(file: Path, folders: list[Path]) -> None:
    with file.open("rb") as kept:
        known = {message.id for message in read_po(kept)}
    found = {message.id for message in catalogue(folders)}
    assert len(found) > 150
    assert found <= known, "run: make messages"


@pytest.mark.parametrize("folders", [folders for _, folders in sources()])
def test_no_text_tells_those_who_tap_to_click(folders: list[Path]) -> None:
    texts = [text for message in catalogue(folders) if message.id for text in _forms(message.id)]
    assert [text for text in texts if "click" in text.lower().replace("tap or click", "")] == []


def _forms(message: str | Sequence[str]) -> Sequence[str]:
    return (message,) if isinstance(message, str) else message


def test_every_game_with_a_page_has_a_catalogue() -> None:
    assert {file.stem for file, _ in sources()} == {"digsite", *(name for name in game_names() if plugin(name).page)}


@pytest.mark.parametrize("query", [{}, {"choose": "take-1"}, {"choose": "exchange"}, {"ply": "5", "last": "9"}])
def test_every_text_of_a_table_is_a_message(query: dict[str, str]) -> None:
    top, timeline = played(8)
    viewer = Viewer(top.table, (0,), True, ANN, query=PageQuery.decode(query))
    with i18n.speaking(Marking()):
        html = "".join(page.parts(viewer, timeline).values()) + choice_html(viewer)
        assert "⟦Open cards⟧" in html
        assert unmarked(html) == set()


def test_every_text_of_a_dig_and_of_an_explanation_is_a_message() -> None:
    top, _ = played(9)
    sites = ("greece", "crete", "egypt", "palestine", "mesopotamia")
    with i18n.speaking(Marking()):
        for site in sites:
            viewer = Viewer(top.table, (0,), True, ANN, query=PageQuery.decode({"choose": f"dig-{site}"}))
            assert unmarked(choice_html(viewer)) == set()
        keys = ("site-egypt", "knowledge-0-egypt", "assistants-0", "deck", "score-1", "calendar")
        for key in keys:
            explanation = page_of("thebes").explanation(Viewer(top.table, (0,), True, ANN), key)
            assert explanation
            assert unmarked(" ".join([explanation.title, *explanation.paragraphs])) == set()
        assert "⟦Close⟧" in side(Viewer(top.table, (0,), True, ANN, query=PageQuery.decode({"explain": "deck"})))


def test_every_text_of_the_end_is_a_message() -> None:
    top, _ = played(6)
    top.do(commands.resign, "bo", None)
    if top.table.status == "playing":
        top.do(commands.resign, ANN, None)
    timeline = Timeline(top.table.game)
    timeline.add(top.log)
    with i18n.speaking(Marking()):
        html = page_of("thebes").end(Viewer(top.table, (0,), True, ANN), timeline, True)
    assert unmarked(re.sub(r"<code>.*?</code>", "", html)) == set()


def test_messages_are_filled_and_kept_safe() -> None:
    assert i18n._("%(name)s sat down.", name="<b>") == "<b> sat down."
    assert i18n._("%(name)s sat down.", name=Markup("<b>Ann</b>")) == Markup("<b>Ann</b> sat down.")
    assert i18n.n_("%(number)s week", "%(number)s weeks", 1) == "1 week"
    assert i18n.weeks(3) == "3 weeks"
    assert i18n.listed(["a", "b", "c"]) == "a, b and c"
    assert i18n.listed([Markup("<i>a</i>"), "<b>"]) == "<i>a</i> and &lt;b&gt;"


def test_a_text_that_is_no_message_would_be_noticed() -> None:
    assert unmarked("<p>⟦in a <b>message</b>⟧ Loose <i title='Also'>⟦x⟧</i></p>") == {"Loose", "Also"}


def mykerinos_to_the_end() -> tuple[Tabletop, Timeline]:
    """A whole game of two, the last legal actions first: patrons, rooms and neutral ones are all in it."""
    top = lay("mykerinos", [person(ANN), Seat("person", "bo", "Bo")], guide=True)
    turn = 0
    while top.table.status == "playing":
        legal = top.legal()
        top.act(text=legal[(7 * turn) % len(legal)])
        turn += 1
    timeline = Timeline(top.table.game)
    timeline.add(top.log)
    return top, timeline


def test_every_sentence_explanation_and_lesson_of_mykerinos_is_a_message() -> None:
    top, timeline = mykerinos_to_the_end()
    keys = ("zone-0", "field-a1", "tile-13", "tile-35", "room-6", "room-10", "patron-lemon", "patron-brown-1",
            "pool-0", "plots-1", "wings-0", "rooms-1", "sets-0", "score-1", "pass", "round", "deck", "neutral",
            "museum", "start", "extend")  # fmt: skip
    with i18n.speaking(Marking()):
        for item in timeline.decisions:
            viewer = Viewer(
                replace(top.table, status="playing", state=timeline.states[item.begin].tobytes()), (0,), True, ANN
            )
            states, actions = timeline.states[item.begin : item.end + 1], timeline.actions[item.begin : item.end]
            sentences = [
                *mykerinos_log.sentences(viewer, states, actions),
                mykerinos_log.when(viewer, states[-1], item.seat),
            ]
            assert unmarked(" ".join(sentences)) == set()
        for ply in range(20, len(timeline.states), 37):
            table = replace(top.table, status="playing", state=timeline.states[ply].tobytes())
            for key in keys:
                found = mykerinos_explain.explain(Viewer(table, (0,), True, ANN), key)
                assert found
                assert unmarked(" ".join([found.title, *found.paragraphs])) == set()
            for number in range(1, 11):
                viewer = Viewer(table, (0,), True, ANN, query=PageQuery.decode({"guide": str(number)}))
                assert unmarked(COURSE.shown(viewer, COURSE.made(viewer, number, 10))) == set()
        counted = mykerinos_ending.context(Viewer(top.table, (0,), True, ANN), timeline.states, timeline.actions, 2)
        html = render("mykerinos/end.html", viewer=Viewer(top.table, (0,), True, ANN), verified=True, **counted)
    assert unmarked(re.sub(r"<code>.*?</code>", "", html)) == set()


def test_no_message_is_kept_from_the_catalogue() -> None:
    for file in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "n_":
                assert all(isinstance(form, ast.Constant) for form in node.args[:2]), ast.unparse(node)


# Refusals


def refusals() -> Iterator[ast.Call]:
    """Every place where something is refused."""
    for file in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                yield node


def test_every_refusal_is_a_message_of_the_catalogue_with_its_places_filled() -> None:
    known, calls = {message.id for _, folders in sources() for message in catalogue(folders)}, list(refusals())
    assert len(calls) > 60
    for call in calls:
        message, named = call.args[2], {keyword.arg for keyword in call.keywords} - {"detail"}
        assert isinstance(message, ast.Constant), ast.unparse(call)
        assert message.value in known, "run: make messages"
        assert set(re.findall(r"%\((\w+)\)s", message.value)) == named, ast.unparse(call)


def test_a_refusal_is_said_in_the_readers_language() -> None:
    top = lay("thebes", [person(ANN), Seat("person", "bo", "Bo")])
    waiting = "bo" if top.table.to_act == 0 else ANN
    refused = [
        top.refused(commands.act, waiting, top.legal()[0], 0),
        top.refused(commands.act, ANN if waiting == "bo" else "bo", "nothing", 0),
        top.refused(commands.sit, "cy", "Cy", 1, ""),
        top.refused(commands.start, ANN),
        top.refused(commands.undo, ANN, None, 0),
        top.refused(commands.kick, ANN, 1, 0),
    ]
    with i18n.speaking(Marking()):
        assert refusal_text(None) == ""
        for error in refused:
            assert unmarked(refusal_text(error)) == set(), str(error)
            assert refusal_text(error) in bytes(failed(error).body).decode()
    name = top.table.seats[top.table.to_act or 0].name
    assert str(refused[0]) == refusal_text(refused[0]) == f"It is not your turn: {name} is to move"


def test_programs_are_told_more_where_there_is_more() -> None:
    error = Refused(422, "no bot", "There is no such %(what)s", detail="no bot is called 'x'", what="bot")
    assert (str(error), refusal_text(error)) == ("no bot is called 'x'", "There is no such bot")
