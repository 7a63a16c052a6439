"""How the zones stand: ladders beside the desert, on a phone one line for each zone below it; and the result."""

from __future__ import annotations

from digsite.core.svg import Pen, cut, line, rect, run, text, text_width
from digsite.games.mykerinos.draw.art import figure
from digsite.games.mykerinos.draw.description import (
    CHANCE,
    Names,
    name_of,
    order_of_merit,
    over,
    result,
    verdict,
    winners,
)
from digsite.games.mykerinos.draw.desert import Ground
from digsite.games.mykerinos.draw.panel import score_sentence
from digsite.games.mykerinos.rules.names import ROMAN
from digsite.games.mykerinos.rules.view_types import MykerinosView, StandingView

PRIZES = 2  # those ranked lower get only what is left


def ladders(pen: Pen, laid: Ground, view: MykerinosView, names: Names) -> str:
    body = ""
    for zone in range(len(view["zones"])):
        _, y, _, high = laid.zone(zone)
        right = laid.left + laid.wide + 10
        x = 0.0 if zone % 2 == 0 else right
        body += ladder(pen, view, names, zone, x, y, laid.left - 10, high)
    return body


def ladder(
    pen: Pen, view: MykerinosView, names: Names, zone: int, x: float, y: float, wide: float, high: float
) -> str:  # fmt: skip
    """Draw those in the zone as they rank now, the verdict below."""
    scoring = view["scoring"]
    hot = scoring is not None and scoring["zone"] == zone
    dim = over(view) or (scoring is not None and not hot)
    body = rect(0.5, 0.5, wide - 1, high - 1, "ladder-hot" if hot else "panel", 8)
    named = wide > 140
    title_x = 16 if named else wide / 2
    anchor = "start" if named else "middle"
    body += text(title_x, 22, f"Zone {ROMAN[zone]}", "serif italic semibold", size=16, anchor=anchor)
    body += line(14, 31, wide - 14, 31, "hair")
    standing = view["zones"][zone]["standing"]
    step = min(40.0 if not named else 31.0, (high - 34 - 40) / max(len(standing), 1))
    for rank, entry in enumerate(standing):
        if rank == PRIZES:
            body += line(16, 34 + rank * step, wide - 16, 34 + rank * step, "cut-off")
        if scoring and hot and scoring["rank"] == rank:
            body += rect(5, 35 + rank * step, wide - 10, step - 2, "ladder-now", 5)
        body += rung(pen, names, entry, rank, 34 + rank * step, step, wide)
    body += foot(verdict(view, names, zone), wide, high, named)
    return pen.group(body, f"standing-{zone}", "dim" if dim else "", x=x, y=y)


def rung(pen: Pen, names: Names, entry: StandingView, rank: int, y: float, step: float, wide: float) -> str:
    size = min(step * 0.66, 26 if rank < PRIZES else 22)
    base, kind = y + step * 0.88, "bold" if rank == 0 else "medium" if rank < PRIZES else "muted"
    count = str(entry["count"])
    if wide > 140:
        name = cut(name_of(names, entry["colour"]), wide - 86, 15)
        body = figure(pen, entry["colour"], 28, base, size) + text(48, y + step / 2 + 6, name, "soft", size=15)
        return body + text(wide - 18, y + step / 2 + 6, count, kind, size=19, anchor="end")
    body = figure(pen, entry["colour"], wide / 2 - 15, base, size)
    return body + text(wide / 2 + 18, y + step / 2 + 7, count, kind, size=22 if rank < 2 else 18, anchor="middle")


def foot(verdict: tuple[str, str], wide: float, high: float, named: bool) -> str:
    """Draw the verdict; in a narrow ladder in two lines."""
    who, what = verdict
    if named:
        name = cut(who, wide - 36 - text_width(what, 14), 14)
        return run(16, high - 13, ((name, "semibold", 14), (what, "muted", 14)), 5)
    name = cut(who, wide - 18, 14)
    short = "earlier pass" if what.startswith("earlier") else what
    body = text(wide / 2, high - (28 if what else 14), name, "semibold", size=14, anchor="middle")
    return body + (text(wide / 2, high - 12, short, "muted", size=13.5, anchor="middle") if what else "")


def standings(pen: Pen, view: MykerinosView, names: Names, y: float, wide: float) -> tuple[str, float]:
    """Draw a box for each zone in the zones' own arrangement, for a phone; also return where they end."""
    margin, gap, high = 8.0, 6.0, 34.0
    box = (wide - 2 * margin - gap) / 2
    body = ""
    for zone in range(len(view["zones"])):
        x, top = margin + zone % 2 * (box + gap), y + zone // 2 * (high + gap)
        body += pen.group(box_of(pen, view, names, zone, box, high), f"standing-{zone}", x=x, y=top)
    return body, y + len(view["zones"]) // 2 * (high + gap)


def box_of(pen: Pen, view: MykerinosView, names: Names, zone: int, wide: float, high: float) -> str:
    hot = bool(view["scoring"] and view["scoring"]["zone"] == zone)
    standing = view["zones"][zone]["standing"]
    body = rect(0.5, 0.5, wide - 1, high - 1, "ladder-hot" if hot else "panel", 7)
    body += text(9, 22, ROMAN[zone], "serif italic semibold", size=15)
    x = 32.0
    step = 36.0 if len(standing) < 4 else 34.0
    for rank, entry in enumerate(standing):
        body += figure(pen, entry["colour"], x + 7, 26, 15)
        body += text(x + 17, 22, str(entry["count"]), "bold" if rank == 0 else "", size=14)
        x += step
    verdict = short_verdict(view, zone)
    return body + text(wide - 9, 22, verdict, "muted", size=13, anchor="end") if len(standing) < 4 else body


def short_verdict(view: MykerinosView, zone: int) -> str:
    standing = view["zones"][zone]["standing"]
    if not standing:
        return verdict(view, (), zone)[0].lower()
    ahead = standing[0]["count"] - (standing[1]["count"] if len(standing) > 1 else 0)
    return f"+{ahead}" if ahead else "tie"


def plate(pen: Pen, laid: Ground, view: MykerinosView, names: Names) -> str:
    """Draw over an empty desert what is about to happen, or how the game ended."""
    if over(view):
        return final_plate(pen, laid, view, names)
    if any(tile for zone in view["zones"] for tile in zone["tiles"]) or view["scoring"]:
        return ""
    wide, high = min(340.0, laid.wide - 40), 64.0
    x, y = laid.left + (laid.wide - wide) / 2, (laid.high - high) / 2
    words = CHANCE.get(view["phase"], "The desert is empty")
    body = framed(wide, high) + text(wide / 2, 40, words, "serif italic semibold", size=21, anchor="middle")
    return pen.group(body, "plate", x=x, y=y)


def framed(wide: float, high: float) -> str:
    return rect(0, 0, wide, high, "plate", 8) + rect(4, 4, wide - 8, high - 8, "plate-inner", 5)


def final_plate(pen: Pen, laid: Ground, view: MykerinosView, names: Names) -> str:
    wide = min(520.0, laid.wide - (24 if laid.phone else 64))
    row, top = (44.0, 92.0) if not laid.phone else (42.0, 74.0)
    order = order_of_merit(view)
    high = top + row * len(order) + 16
    title = 27.0 if not laid.phone else 20.0
    words = result(view, names)
    while text_width(words, title, serif=True) > wide - 44 and title > 15:
        title -= 1
    body = framed(wide, high)
    body += text(wide / 2, top - 36, cut(words, wide - 30, title, True), "serif bold", size=title, anchor="middle")
    if view["players"][order[0]]["score"]["total"] == view["players"][order[1]]["score"]["total"]:
        why = "shared to the last archaeologist" if len(winners(view)) > 1 else "more archaeologists left in the pool"
        body += text(wide / 2, top - 14, why, "muted", size=14, anchor="middle")
    for place, seat in enumerate(order):
        body += final_row(pen, view, names[seat], seat, place, top + row * place, row, wide)
    return pen.group(body, "result", x=laid.left + (laid.wide - wide) / 2, y=(laid.high - high) / 2)


def final_row(
    pen: Pen, view: MykerinosView, name: str, seat: int, place: int, y: float, row: float, wide: float
) -> str:  # fmt: skip
    score = view["players"][seat]["score"]
    body = rect(10, y, wide - 20, row - 2, "winner", 5) if seat in winners(view) else ""
    if place:
        body += line(20, y - 1, wide - 20, y - 1, "hair-soft")
    body += figure(pen, seat, 36, y + row * 0.86, row * 0.66)
    parts = score_sentence(view["players"][seat])
    size = 15 if wide > 400 else 13
    space = wide - 60 - 66 - text_width(parts, size) - 10
    body += text(60, y + row * 0.64, cut(name, space, 19, serif=True), "serif semibold", size=19)
    body += text(wide - 74, y + row * 0.62, parts, "muted", size=size, anchor="end")
    return body + text(wide - 24, y + row * 0.68, str(score["total"]), "serif bold", size=25, anchor="end")
