"""A player's panel: knowledge and permits, finds, kit, exhibitions held, and the score by its parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from digsite.core.palette import COLOURS
from digsite.core.svg import Pen, cut, line, rect, run, text, text_width
from digsite.games.thebes.draw.art import permit_bar, site_disc, token
from digsite.games.thebes.draw.calendar import when
from digsite.games.thebes.draw.description import find_name, subject
from digsite.games.thebes.draw.places import SITES
from digsite.games.thebes.rules.names import place_name
from digsite.games.thebes.rules.view_types import KIT, FindView, GeneralView, PlayerView, ThebesView

PADDING = 16.0
HEAD, KNOWLEDGE, SCORE = 42, 48, 32
FIND_STEP, FIND_ROW, KIT_ROW = 21.0, 22.0, 28.0


@dataclass(frozen=True)
class PanelLayout:
    """The layout of a panel's middle: its rows of finds, and whether the kit is in the last of them."""

    rows: int
    shared: bool

    @property
    def height(self) -> float:
        return self.rows * FIND_ROW + (0 if self.shared else KIT_ROW) + 4


def middle_layout(player: PlayerView, wide: float) -> PanelLayout:
    space = wide - 2 * PADDING
    finds = len(player["finds"])
    kit = kit_width(player)
    per_row = int(space // FIND_STEP)
    finds_wide = finds * FIND_STEP if finds else 96
    if finds_wide + kit + 14 <= space:
        return PanelLayout(1, True)
    return PanelLayout(max(1, -(-finds // per_row)), False)


def panel_height(player: PlayerView, wide: float) -> float:
    return HEAD + KNOWLEDGE + middle_layout(player, wide).height + SCORE


def panel(pen: Pen, view: ThebesView, seat: int, name: str, wide: float, high: float) -> str:
    player = view["players"][seat]
    spare = max(0.0, high - panel_height(player, wide)) / 3.4
    body = rect(0.5, 0.5, wide - 1, high - 1, "panel", 8)
    if view["to_act"] == seat:
        body += rect(0.5, 0.5, wide - 1, high - 1, "acting", 8)
    body += rect(0.5, 10, 5, high - 20, f"band fill-{COLOURS[seat]}", 1.5)
    body += head(pen, view, player, name, wide, spare * 0.4)
    y = HEAD + spare * 0.9
    body += knowledge(pen, player, wide, y)
    y += KNOWLEDGE + spare
    body += finds_and_kit(pen, player, wide, y, spare * 0.35)
    body += score_line(pen, player, wide, high - SCORE - spare * 0.2)
    return body


def head(pen: Pen, view: ThebesView, player: PlayerView, name: str, wide: float, shift: float) -> str:
    colour, y = COLOURS[player["seat"]], 27 + shift
    body = pen.symbol(f"figure-{colour}", PADDING + 11, y - 7, 22, f"piece fill-{colour}", 22 * 41 / 34)
    total = str(player["score"]["total"])
    acting = "to move" if view["to_act"] == player["seat"] else ""
    tail = text_width(total, 23, serif=True) + 13 + (text_width(acting, 15) + 8 if acting else 0)
    x = PADDING + 32
    shown, place = name_and_place(view, player, name, wide - PADDING - tail - x)
    body += run(x, y, ((shown, "serif semibold", 20), (place, "muted", 14)), 10)
    if acting:
        right = wide - PADDING - text_width(total, 23, serif=True) - 13
        body += text(right, y - 0.5, acting, "serif italic semibold", size=15, anchor="end")
    return body + text(wide - PADDING, y + 0.5, total, "serif bold", size=23, anchor="end")


def name_and_place(view: ThebesView, player: PlayerView, name: str, space: float) -> tuple[str, str]:
    """Return name, and place with week, as far as they fit: first the week is left out, then the name is cut."""
    place = place_name(player["place"])
    for words in (f"{place}, {when(player, view)}", place):
        left = space - text_width(words, 14) - 12
        if text_width(name, 20, serif=True) <= left:
            return name, words
    return cut(name, left, 20, serif=True), place


def knowledge(pen: Pen, player: PlayerView, wide: float, y: float) -> str:
    """Draw five sites and general knowledge, each with its total; below a site its permit."""
    step = (wide - 2 * PADDING) / (len(SITES) + 1)
    body = ""
    for index, site in enumerate((*SITES, "general")):
        x = PADDING + index * step
        known: GeneralView = player["general"] if site == "general" else player["knowledge"][site]
        rumours = 0 if site == "general" else player["knowledge"][site]["rumours"]
        body += knowledge_cell(pen, site, known, rumours, x, y, 12 if step > 60 else 10.5)
        if site != "general":
            body += permit_bar(site, player["permits"][site], x, y + 31, step - 16)
    x = PADDING + len(SITES) * step
    return body + text(x, y + 38, "permits", "muted", size=12.5)


def knowledge_cell(pen: Pen, site: str, known: GeneralView, rumours: int, x: float, y: float, radius: float) -> str:
    """Draw how many books a player has, those found in digs too, with signs for such finds and for rumours."""
    books, found = known["books"], known["found"]
    total = str(books + found)
    size = radius + 5
    body = site_disc(pen, site, x + radius, y + 12, radius, faded=not (books + found + rumours))
    body += text(x + 2 * radius + 4.5, y + 18, total, "bold" if books + found else "muted", size=size)
    x += 2 * radius + 4.5 + text_width(total, size) + 2
    if rumours:
        body += text(x, y + 10, f"+{2 * rumours}", f"bold text-{site}", size=12)
    if found:
        body += pen.symbol("kind-book", x + 7, y + (17 if rumours else 12), 13, "tiny-drawing")
    if found > 1:
        body += text(x + 15, y + 16, str(found), f"semibold text-{site}", size=12)
    caption = f"{'General knowledge' if site == 'general' else place_name(site)}: {total}"
    caption += f", {found} of it found" if found else ""
    caption += f", rumours worth {2 * rumours} more" if rumours else ""
    return pen.group(body, title=caption)


def finds_and_kit(pen: Pen, player: PlayerView, wide: float, y: float, spare: float) -> str:
    laid = middle_layout(player, wide)
    space = wide - 2 * PADDING
    finds = sorted(player["finds"], key=find_order)
    if not finds:
        body = text(PADDING, y + 15, "no finds yet", "serif italic muted", size=15)
    else:
        per_row = max(1, int(space // FIND_STEP))
        body = "".join(
            find_token(pen, find, PADDING + 9.5 + index % per_row * FIND_STEP, y + 10 + index // per_row * FIND_ROW)
            for index, find in enumerate(finds)
        )
    kit_y = y + 10 if laid.shared else y + laid.rows * FIND_ROW + 11 + spare
    return body + kit(pen, player, wide - PADDING - kit_width(player) if laid.shared else PADDING, kit_y)


def find_order(find: FindView) -> tuple[bool, int, int]:
    """Return the key that sorts finds by site, the best first; books go last, since no exhibition shows them."""
    return find["kind"] != "artifact", SITES.index(find["site"]), -find["value"]


def find_token(pen: Pen, find: FindView, x: float, y: float) -> str:
    drawn = token(subject(find), str(find["value"]), x, y, 9.5, find["kind"])
    return pen.group(drawn, title=f"{find_name(find)}, {place_name(find['site'])}, {find['value']}")


def kit_items(player: PlayerView) -> list[tuple[str, str]]:
    """Return what a player holds: the drawing and how many; every exhibition with its points."""
    items = [(drawing, str(player[field])) for field, drawing in KIT.items() if player[field]]
    return items + [("exhibition", f"{card['points']}") for card in player["exhibitions"]]


def kit_width(player: PlayerView) -> float:
    return sum(24 + text_width(words, 14) + 9 for _, words in kit_items(player)) - 9 if kit_items(player) else 0


def kit(pen: Pen, player: PlayerView, x: float, y: float) -> str:
    body = ""
    for drawing, words in kit_items(player):
        body += pen.symbol(f"kind-{drawing}", x + 10, y, 20, "small-drawing")
        body += text(x + 23, y + 5, words, "semibold", size=14)
        x += 24 + text_width(words, 14) + 9
    return body


def score_line(pen: Pen, player: PlayerView, wide: float, y: float) -> str:
    score = player["score"]
    majorities = score["majorities"]
    held = [site for site in SITES if majorities.get(site)]
    parts: Sequence[tuple[str, int]] = (
        ("Artifacts", score["artifacts"]),
        ("Exhibitions", score["exhibitions"]),
        ("Congress", score["congresses"]),
        ("Most knowledge", sum(majorities.values())),
    )
    space = wide - 2 * PADDING - 9
    size = next((size for size in (13.5, 12.5) if parts_width(parts, size) + 9 * len(held) + 21 <= space), 12.0)
    widths = [parts_width([part], size) for part in parts]
    step = min(15.0, max(8.0, (space - sum(widths) - 24) / max(len(held), 1)))
    gap = (space - sum(widths) - step * len(held)) / (len(parts) - 1)
    body = line(PADDING, y + 2, wide - PADDING, y + 2, "hair-soft")
    x = PADDING
    for (label, points), part in zip(parts[:-1], widths, strict=False):
        body += run(x, y + 21, ((label, "muted", size), (str(points), "semibold", size)), 4)
        x += part + gap
    return body + majority_score(pen, parts[-1], held, wide - PADDING, y + 21, size, step)


def parts_width(parts: Sequence[tuple[str, int]], size: float) -> float:
    return sum(text_width(f"{label} {points}", size) + 2 for label, points in parts)


def majority_score(
    pen: Pen, part: tuple[str, int], held: Sequence[str], right: float, y: float, size: float, step: float
) -> str:  # fmt: skip
    """Draw the last part of the score, with the sites that bring it; they overlap where there is little space."""
    label, points = part
    body = text(right, y, str(points), "semibold", size=size, anchor="end")
    x = right - text_width(str(points), size) - (step * (len(held) - 1) + 19 if held else 4)
    for rank, site in enumerate(held):
        body += site_disc(pen, site, x + 7 + step * rank, y - 4.5, 6.5)
    return body + text(x - (3 if held else 0), y, label, "muted", size=size, anchor="end")
