"""The numbered rules as pages read them: whole, chapter by chapter, or a single rule, every number a link.

A rule's link leads to its place on the same page; where rules stand beside a table, to that table with the rule shown
beside it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from unicodedata import combining, normalize

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from digsite.core.registry import game_names, plugin
from digsite.web.figures import Figure
from digsite.web.game_page import page_of

NUMBER = re.compile(r"\b[A-Z]\d+\.\d+\b")
LINK = re.compile(r'href="#([A-Z][\d.]+)"')
RULING = "(ruling"
EMPTY_HEAD = re.compile(r"<th[^>]*></th>")  # of a table whose first column has no name


@dataclass(frozen=True)
class Chapter:
    """A chapter under the number of its rules: T6 is Digging."""

    number: str
    title: str
    html: Markup
    rules: dict[str, Markup]

    @property
    def place(self) -> str:
        """Its number within the text."""
        return self.number[1:]


@dataclass(frozen=True)
class Text:
    title: str
    opening: Markup
    chapters: dict[str, Chapter]

    @property
    def numbers(self) -> set[str]:
        return {number for chapter in self.chapters.values() for number in chapter.rules}


def contents(game: str) -> list[Chapter]:
    return list(_text(game).chapters.values())


def title(game: str) -> str:
    return _text(game).title


@cache
def games() -> list[str]:
    """Return the games that have a rulebook."""
    return [name for name in game_names() if plugin(name).rulebook]


def link(game: str = "") -> str:
    """Return the address of a game's rules, or of the first game that has any; "" where none has."""
    name = game if game in games() else next(iter(games()), "")
    return f"/rules/{name}" if name else ""


def context(game: str, query: str = "") -> dict[str, object]:
    """Return what `rules.html` needs; with a query, only the rules that have all its words."""
    return {
        "game": game,
        "game_title": title(game),
        "games": [(name, title(name)) for name in games()],
        "chapters": contents(game),
        "text": "" if query.strip() else _with_figures(page(game), page_of(game).figures()),
        "sprite": page_of(game).sprite,
        "query": query,
        "found": search(game, query),
    }


def search(game: str, query: str) -> list[tuple[Chapter, list[Markup]]]:
    """Return the rules that contain all words of a query, by chapter; all of a chapter whose title does."""
    words = _plain(query).split()
    found = list[tuple[Chapter, list[Markup]]]()
    for chapter in contents(game) if words else ():
        rules = [
            _elsewhere(html, game)
            for html in chapter.rules.values()
            if all(word in _plain(f"{chapter.title} {html.striptags()}") for word in words)
        ]
        if rules:
            found.append((chapter, rules))
    return found


def _plain(text: str) -> str:
    """Return a text as a search compares it: without accents, in lower case."""
    return "".join(letter for letter in normalize("NFD", text) if not combining(letter)).lower()


def _elsewhere(html: Markup, game: str) -> Markup:
    """Return a rule whose links lead to the whole text."""
    return Markup(LINK.sub(rf'href="/rules/{game}#\1"', str(html)))


def _with_figures(html: Markup, figures: Mapping[str, Figure]) -> Markup:
    """Return the text with every figure at the end of its rule."""
    text = str(html)
    for number, figure in figures.items():
        place = text.index("</li>", text.index(f'id="{number}"'))
        text = text[:place] + str(figure.html) + text[place:]
    return Markup(text)


def knows(game: str, number: str) -> bool:
    """Return whether a number is that of a rule or a chapter."""
    text = _text(game)
    return number in text.chapters or number in text.numbers


def page(game: str, beside: str = "", shown: str = "", level: int = 2) -> Markup:
    """The whole text; `beside` is the address of the table it stands next to, `shown` the rule that is meant."""
    text = _text(game)
    parts = [text.opening, *(_section(chapter, level) for chapter in text.chapters.values())]
    return _linked(_marked(Markup("\n").join(parts), shown), beside)


def chapter(game: str, number: str, beside: str = "", level: int = 2) -> Markup:
    return _linked(_section(_text(game).chapters[number], level), beside)


def rule(game: str, number: str, beside: str = "") -> Markup:
    """One rule as a paragraph."""
    text = _text(game).chapters[number.partition(".")[0]].rules[number]
    return _linked(Markup('<p class="rule">%s</p>') % text, beside)


def _section(chapter: Chapter, level: int) -> Markup:
    heading = Markup('<h{1} id="{0}"><a class="number" href="#{0}">{2}</a> {3}</h{1}>').format(
        chapter.number, level, chapter.place, chapter.title
    )
    return Markup("<section>{}\n{}</section>").format(heading, chapter.html)


def _marked(html: Markup, shown: str) -> Markup:
    if not shown:
        return html
    return Markup(str(html).replace(f'id="{shown}"', f'id="{shown}" aria-current="true"', 1))


def _linked(html: Markup, beside: str) -> Markup:
    return Markup(LINK.sub(rf'href="{beside}?rules=\1#\1"', str(html))) if beside else html


@cache
def _text(game: str) -> Text:
    """The text of a game, taken apart."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    package, _, file = plugin(game).rulebook.partition(":")
    tokens = reader.parse((resources.files(package) / file).read_text(encoding="utf-8"))
    letter = game[0].upper()
    heads = [i for i, token in enumerate(tokens) if token.type == "heading_open"]
    parts = [tokens[start:end] for start, end in zip(heads, [*heads[1:], len(tokens)], strict=True)]
    first, *rest = parts
    chapters = [_chapter(reader, letter, part) for part in rest]
    opening = _html(reader, _without_contents(first[3:]))
    return Text(first[1].content, opening, {chapter.number: chapter for chapter in chapters})


def _without_contents(tokens: list[Token]) -> list[Token]:
    """The list of contents is for readers of the file: pages make their own."""
    for i, token in enumerate(tokens):
        if token.type == "inline" and token.content == "**Contents**":
            return tokens[: i - 1]
    return tokens


def _chapter(reader: MarkdownIt, letter: str, tokens: list[Token]) -> Chapter:
    place, _, name = tokens[1].content.partition(". ")
    html = _html(reader, tokens[3:])
    rules = {
        number: Markup(reader.renderer.render([tokens[i + 2]], reader.options, {}))
        for i in range(len(tokens))
        if (number := _number_of(tokens, i))
    }
    return Chapter(letter + place, name, html, rules)


def _number_of(tokens: list[Token], i: int) -> str:
    """The number of the rule that a list item is, if it is one."""
    if tokens[i].type != "list_item_open" or tokens[i + 2].type != "inline":
        return ""
    found = re.match(r"\*\*([A-Z]\d+\.\d+)\*\*", tokens[i + 2].content)
    return found[1] if found else ""


def _html(reader: MarkdownIt, tokens: list[Token]) -> Markup:
    for i, token in enumerate(tokens):
        number = _number_of(tokens, i)
        if number:
            token.attrs |= {"id": number, "class": "rule"}
        if token.attrs.pop("style", None):  # numbers in a table
            token.attrs["class"] = "number"
        if token.type == "inline" and token.children:
            token.children = _with_links(token.children)
    html = EMPTY_HEAD.sub("<td></td>", reader.renderer.render(tokens, reader.options, {}))
    return Markup(html.replace("<table>", '<div class="table"><table>').replace("</table>", "</table></div>"))


def _with_links(tokens: list[Token]) -> list[Token]:
    """Every number of a rule becomes a link to it; what Digsite decided itself is marked as a ruling."""
    found = list[Token]()
    for i, token in enumerate(tokens):
        if token.type == "em_open" and tokens[i + 1].content.startswith(RULING):
            token.attrs["class"] = "ruling"
        if token.type != "text":
            found.append(token)
            continue
        end = 0
        for number in NUMBER.finditer(token.content):
            found += [_text_token(token.content[end : number.start()]), *_link(number[0])]
            end = number.end()
        found.append(_text_token(token.content[end:]))
    return found


def _text_token(words: str) -> Token:
    return Token("text", "", 0, content=words)


def _link(number: str) -> list[Token]:
    attrs: dict[str, str | int | float] = {"href": f"#{number}", "class": "number"}
    return [Token("link_open", "a", 1, attrs=attrs), _text_token(number), Token("link_close", "a", -1)]
