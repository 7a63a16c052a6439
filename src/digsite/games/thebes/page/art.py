"""Small drawings of Thebes for pages, made of the symbols that stand once in a page. Screen readers skip them."""

from markupsafe import Markup

from digsite.core.svg import Pen
from digsite.games.thebes.draw.art import card_drawing, drawn_find, permit_bar, site_disc
from digsite.games.thebes.draw.art import sand as sand_token
from digsite.games.thebes.draw.art import token as find_token
from digsite.games.thebes.draw.description import find_name, subject
from digsite.games.thebes.draw.style import ROOT
from digsite.games.thebes.page.position import is_researcher
from digsite.games.thebes.rules.view_types import CardView, ExhibitionView, FindView
from digsite.web.art import drawing

EDGE = 1.0  # room for the outline
SMALL, TINY = 34.0, 19.0  # below these sizes a drawing needs heavier lines


def _pen() -> Pen:
    return Pen({}, ROOT)


def _square(body: str, size: float) -> Markup:
    return drawing(body, size, size, ROOT)


def disc(site: str, size: float = 24, *, faded: bool = False) -> Markup:
    """Draw the round mark of a site, or of "general" knowledge."""
    return _square(site_disc(_pen(), site, size / 2, size / 2, size / 2 - EDGE / 2, faded), size)


def card(card: CardView | ExhibitionView, size: float = 54) -> Markup:
    """Draw what a card shows: volumes, a sealed letter, a shovel; an exhibition's glass bell."""
    if is_researcher(card):
        return card_picture(card["kind"], card["site"], card["value"], size)
    return show(size)


def card_picture(kind: str, site: str | None, value: int, size: float) -> Markup:
    """Draw what a researcher's card of some kind shows."""
    wide = size * (0.73 + 0.1 * value) + 2 if kind == "book" else size
    return drawing(card_drawing(_pen(), kind, site, value, wide / 2, size / 2, size - 1), wide, size, ROOT)


def kit(kind: str, size: float = 20) -> Markup:
    """Draw the line drawing of a kind of card: "assistant", "shovel", "congress", "book", "exchange", "permit"…"""
    weight = "tiny-drawing" if size < TINY else "small-drawing" if size < SMALL else "drawing"
    return _square(_pen().symbol(f"kind-{kind}", size / 2, size / 2, size, weight), size)


def show(size: float = 44) -> Markup:
    """Draw an exhibition: a vase under glass."""
    return kit("exhibition", size)


def find(find: FindView, size: float = 56) -> Markup:
    """Draw a find as it comes out of the bag: drawn in a ring of its site's colour, with its points."""
    radius = size / 2.2
    body = drawn_find(_pen(), find_name(find), str(find["value"]), subject(find), radius + EDGE, radius + EDGE, radius)
    return _square(body, size + EDGE)


def token(find: FindView, size: float = 20) -> Markup:
    """Draw a find as a small disc with its points; books are square."""
    return _square(
        find_token(subject(find), str(find["value"]), size / 2, size / 2, size / 2 - EDGE / 2, find["kind"]), size
    )


def points_disc(site: str, value: int, size: float = 20) -> Markup:
    """Draw a site's disc with points on it, such as the first dig's bonus."""
    return _square(find_token(site, str(value), size / 2, size / 2, size / 2 - EDGE / 2), size)


def sand(size: float = 56) -> Markup:
    return _square(sand_token(size / 2, size / 2, size / 2 - EDGE), size)


def bag(site: str, size: float = 40) -> Markup:
    """Draw the bag of a site, its symbol on it."""
    body = _pen().symbol("bag", size / 2, size / 2, size, f"bag fill-{site}")
    return _square(body + _pen().symbol(f"site-{site}", size / 2, size * 0.63, size * 0.42, f"on-{site}"), size)


def permit(site: str, valid: bool, wide: float = 44) -> Markup:
    """Draw a site's permit: solid while it is valid, hatched once it is used this year."""
    return drawing(permit_bar(site, valid, 0.5, 0.5, wide - 1), wide, 6.5, ROOT)
