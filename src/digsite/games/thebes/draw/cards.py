"""Cards on the table: the four open ones, the exhibitions in slots a, b and c, and the tokens of a dig under way."""

from __future__ import annotations

from collections.abc import Sequence

from digsite.core.svg import Pen, cut, line, rect, text, text_width
from digsite.games.thebes.draw.art import card_drawing, drawn_find, sand, site_disc
from digsite.games.thebes.draw.description import find_name, title_of, weeks
from digsite.games.thebes.draw.places import SITES
from digsite.games.thebes.rules.names import place_name
from digsite.games.thebes.rules.view_types import CardView, DigView, ExhibitionView

SLOTS = "abc"


def open_cards(
    pen: Pen, cards: Sequence[CardView | None], x: float, y: float, wide: float, high: float, gap: float
) -> str:
    """Draw the spaces for open cards in a row; a space without a card is dashed."""
    step = (wide + gap) / max(len(cards), 1)
    body = ""
    for index, card in enumerate(cards):
        left = x + index * step
        if card is None:
            body += empty_space(pen, f"space-{index}", left, y, step - gap, high)
        else:
            body += pen.group(
                open_card(pen, card, step - gap, high), f"card-{card['card']}", title=card_caption(card), x=left, y=y
            )
    return body


def card_caption(card: CardView) -> str:
    return f"{title_of(card)}, {place_name(card['city'])}, {weeks(card['weeks'])}"


def open_card(pen: Pen, card: CardView, wide: float, high: float) -> str:
    site = card["site"]
    kind = f"text-{site}" if site else ""
    inset, foot = (2.5, 24) if pen.phone else (4, 31)
    body = rect(0.5, 0.5, wide - 1, high - 1, "card", 6 if pen.phone else 7)
    frame = f"none stroke-{site} tooling" if site else "card-line"
    body += rect(inset, inset, wide - 2 * inset, high - 2 * inset, frame, 4)
    body += rect(inset + 0.5, high - inset - foot, wide - 2 * inset - 1, foot - 0.5, "card-foot", 3)
    title = title_of(card, short=pen.phone)
    size = fitting(title, wide - 2 * inset - 4, 13.5 if pen.phone else 16)
    body += text(wide / 2, 20 if pen.phone else 25, title, f"serif semibold {kind}", size=size, anchor="middle")
    body += card_picture(pen, card, wide, high - foot)
    city_size, words_size = (13.5, 13) if pen.phone else (17, 14)
    city_y = high - inset - foot - (7 if pen.phone else 9)
    body += text(wide / 2, city_y, place_name(card["city"]), "serif medium", size=city_size, anchor="middle")
    foot_y = high - inset - foot / 2 + (4.5 if pen.phone else 5)
    return body + text(wide / 2, foot_y, weeks(card["weeks"]), "semibold soft", size=words_size, anchor="middle")


def fitting(words: str, space: float, size: float) -> float:
    """Return the size at which the words fit, at most the size wished for."""
    return min(size, size * space / max(text_width(words, size, serif=True), 1))


def card_picture(pen: Pen, card: CardView, wide: float, high: float) -> str:
    """Draw what a card shows, and to its right what the card adds to knowledge."""
    size = 36.0 if pen.phone else 54.0
    y = 28 + (high - 56) / 2 if pen.phone else 34 + (high - 68) / 2
    site, value = card["site"], card["value"]
    if not value:
        return card_drawing(pen, card["kind"], site, value, wide / 2, y, size)
    worth, letter = f"+{value}", 17.0 if pen.phone else 24.0
    gap = 5 if pen.phone else 8
    reach = size * (0.73 + 0.1 * (value - 1) if card["kind"] == "book" else 1)
    whole = reach + gap + text_width(worth, letter, serif=True)
    left = (wide - whole) / 2
    body = card_drawing(pen, card["kind"], site, value, left + reach / 2, y, size)
    kind = f"serif bold text-{site or 'general'}"
    return body + text(left + reach + gap, y + letter * 0.34, worth, kind, size=letter)


def empty_space(pen: Pen, name: str, x: float, y: float, wide: float, high: float, words: str = "empty") -> str:
    body = rect(0.6, 0.6, wide - 1.2, high - 1.2, "empty", 7)
    body += text(wide / 2, high / 2 + 5, words, "muted", size=13 if pen.phone else 14, anchor="middle")
    return pen.group(body, name, x=x, y=y)


def exhibitions(
    pen: Pen, cards: Sequence[ExhibitionView | None], x: float, y: float, wide: float, high: float, gap: float
) -> str:
    step = (wide + gap) / len(SLOTS)
    body = ""
    for index, slot in enumerate(SLOTS):
        left, card = x + index * step, cards[index] if index < len(cards) else None
        if card is None:
            body += empty_space(pen, f"slot-{slot}", left, y, step - gap, high)
        else:
            body += pen.group(
                exhibition(pen, card, step - gap, high),
                f"exhibition-{card['card']}",
                title=exhibition_caption(card),
                x=left,
                y=y,
            )
        body += text(left + 10, y + (18 if pen.phone else 22), slot, "serif italic muted", size=15 if pen.phone else 17)
    return body


def exhibition_caption(card: ExhibitionView) -> str:
    needs = ", ".join(f"{place_name(site)} {count}" for site, count in card["needs"].items())
    return f"Exhibition in {place_name(card['city'])}, {card['points']} points, {weeks(card['weeks'])}: {needs}"


def exhibition(pen: Pen, card: ExhibitionView, wide: float, high: float) -> str:
    body = rect(0.5, 0.5, wide - 1, high - 1, "card", 7)
    middle = wide / 2
    city_size, words_size = (14, 13) if pen.phone else (17, 14)
    city_y = 20 if pen.phone else 25
    city_x = middle + 7
    body += text(city_x, city_y, place_name(card["city"]), "serif semibold", size=city_size, anchor="middle")
    foot = 24 if pen.phone else 31
    body += rect(4, high - 4 - foot, wide - 8, foot, "card-foot", 3)
    foot_y = high - 4 - foot / 2 + 5
    body += text(middle, foot_y, weeks(card["weeks"]), "semibold soft", size=words_size, anchor="middle")
    if not pen.phone:
        body += pen.symbol("kind-exhibition", middle - 23, 62, 44, "drawing")
        body += text(middle + 20, 60, str(card["points"]), "serif bold", size=26, anchor="middle")
        body += text(middle + 20, 76, "points", "muted", size=13, anchor="middle")
    else:
        body += text(middle, city_y + 19, f"{card['points']} points", "medium", size=13, anchor="middle")
    return body + needs(pen, card, middle, high - 4 - foot - (17 if pen.phone else 24), wide)


def needs(pen: Pen, card: ExhibitionView, middle: float, y: float, wide: float) -> str:
    """Draw the finds an exhibition asks for: sites and how many of each."""
    wanted = [(site, card["needs"][site]) for site in SITES if card["needs"].get(site)]
    wanted.sort(key=lambda pair: pair[1])
    radius = 8.5 if pen.phone else 9.5
    if len(wanted) > 2:
        radius = min(radius, 8.5)
    step = min(2 * radius + 21, (wide - 8) / max(len(wanted), 1))
    x = middle - step * len(wanted) / 2 + (step - 2 * radius - 10) / 2
    body = ""
    for site, count in wanted:
        body += site_disc(pen, site, x + radius, y, radius)
        body += text(x + 2 * radius + 2.5, y + 5, str(count), "bold", size=13.5)
        x += step
    return body


def dig_sheet(pen: Pen, dig: DigView, year: int, name: str, wide: float) -> tuple[str, float]:
    """Return the tokens a dig has brought so far, and the height this takes."""
    across = 5
    finds = [(find_name(find), str(find["value"])) for find in dig["found"]]
    finds += [("sand", "")] * dig["sand"]
    step, row_high = (wide - 24) / across, 90
    high = 63 + max(1, -(-len(finds) // across)) * row_high
    body = rect(0, 0, wide, high, "sheet", 8) + sheet_head(pen, dig, year, name, wide)
    for index, find in enumerate(finds):
        body += drawn_token(
            pen, dig["site"], find, 12 + (index % across + 0.5) * step, 62 + index // across * row_high, step
        )
    if not finds:
        body += text(wide / 2, 62 + row_high / 2, "nothing drawn yet", "serif italic muted", size=15, anchor="middle")
    return pen.group(body, "dig"), high


def sheet_head(pen: Pen, dig: DigView, year: int, name: str, wide: float) -> str:
    site, left = dig["site"], dig["left"]
    body = pen.symbol("bag", 30, 29, 34, f"bag fill-{site}") + pen.symbol(f"site-{site}", 30, 33.5, 15, f"on-{site}")
    body += text(56, 26, f"Dig in {place_name(site)}", "serif semibold", size=19)
    if not pen.phone:
        body += text(wide - 16, 26, str(year), "serif old-style muted", size=19, anchor="end")
    still = "all tokens are out" if not left else f"{left} {'token' if left == 1 else 'tokens'} still to draw"
    body += text(56, 45, cut(f"{name}, {still}", wide - 70, 14), "soft", size=14)
    return body + line(14, 56, wide - 14, 56, "hair-soft")


def drawn_token(pen: Pen, site: str, find: tuple[str, str], x: float, y: float, space: float) -> str:
    name, value = find
    radius = 25.0
    body = drawn_find(pen, name, value, site, x, y + 28, radius) if value else sand(x, y + 28, radius)
    for row, words in enumerate(two_lines(name, space + 1, 12)):
        body += text(x, y + 69 + 13 * row, words, "soft", size=12, anchor="middle")
    return body


def two_lines(words: str, space: float, size: float) -> list[str]:
    """Return the words on one line where they fit, else on two, the second cut where it must be."""
    first, *others = words.split()
    while others and text_width(f"{first} {others[0]}", size) <= space:
        first += " " + others.pop(0)
    lines = [cut(first, space, size)]
    return [*lines, cut(" ".join(others), space, size)] if others else lines
