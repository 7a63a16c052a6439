"""The bar over the desert: the round, the ranking of a zone being scored, and the pass track."""

from __future__ import annotations

from digsite.core.svg import Pen, cut, path, rect, text, text_width
from digsite.games.mykerinos.draw.art import figure
from digsite.games.mykerinos.draw.description import (
    ORDINALS,
    Names,
    counts,
    name_of,
    note,
    stage,
)
from digsite.games.mykerinos.rules.names import ROMAN
from digsite.games.mykerinos.rules.view_types import Colour, MykerinosView, ScoringView

BAR_HEIGHT = 74.0
FEWEST_SPACES = 3


def diamonds(view: MykerinosView, x: float, y: float, size: float = 6) -> str:
    """Draw a diamond for every round, filled up to this one."""
    return "".join(
        path(
            f"M{x + size + 15 * number} {y - size}l{size} {size}l{-size} {size}l{-size} {-size}z",
            "round-done" if number < view["round"] else "round-open",
        )
        for number in range(view["rounds"])
    )


def spaces(view: MykerinosView) -> int:
    passed = [player["space"] or 0 for player in view["players"]]
    return max(FEWEST_SPACES, len(view["players"]), *passed)


def holder(view: MykerinosView, space: int) -> Colour | None:
    if view["neutral"] and view["neutral"]["space"] == space:
        return "neutral"
    return next((player["seat"] for player in view["players"] if player["space"] == space), None)


def track(
    pen: Pen, view: MykerinosView, names: Names, right: float, y: float, wide: float = 38, high: float = 50
) -> str:
    """Draw the pass track, ending at the right edge given."""
    count = spaces(view)
    gap = 5.0
    left = right - count * wide - (count - 1) * gap
    body = text(left - 12, y + high / 2 - 2, "Pass", "caps medium", size=13, anchor="end")
    body += text(left - 12, y + high / 2 + 14, "track", "caps medium", size=13, anchor="end")
    for space in range(1, count + 1):
        drawn = track_space(pen, view, space, wide, high)
        held = holder(view, space)
        title = f"Space {space}: {'nobody' if held is None else name_of(names, held)}"
        body += pen.group(drawn, f"space-{space}", title=title, x=left + (space - 1) * (wide + gap), y=y)
    return pen.group(body, "track")


def track_space(pen: Pen, view: MykerinosView, space: int, wide: float, high: float) -> str:
    held = holder(view, space)
    body = rect(0.5, 0.5, wide - 1, high - 1, "space-free" if held is None else "space", 6)
    body += text(7, 16, str(space), "medium muted", size=13)
    if held is None:
        return body
    body += figure(pen, held, wide / 2 + 1, high - 4, min(wide * 0.66, high * 0.5))
    return body + (lock(wide - 12, 6) if held == "neutral" else "")


def lock(x: float, y: float) -> str:
    """Draw a lock: the neutral marker never moves."""
    return rect(x, y + 4, 8, 6, "lock-body", 1) + path(f"M{x + 1.6} {y + 4}v-1.6a2.4 2.4 0 0 1 4.8 0v1.6", "lock")


def bar(pen: Pen, view: MykerinosView, names: Names, wide: float, alone: bool) -> str:
    """Draw what the table is doing; on a board that stands alone also the round."""
    body = rect(0.5, 0.5, wide - 1, BAR_HEIGHT - 1, "panel", 10)
    if view["scoring"]:
        body += rect(0.5, 0.5, wide - 1, BAR_HEIGHT - 1, "acting", 10)
    body += text(20, 34, stage(view), "serif semibold", size=23)
    if alone:
        x = 34 + text_width(stage(view), 23, serif=True)
        words = "" if view["scoring"] else f"Round {view['round']} of {view['rounds']}"
        body += diamonds(view, x, 27) + text(x + 66, 33, words, "soft", size=15)
    body += text(20, 57, note(view, names), "soft", size=15)
    taken = spaces(view) * 43 + 62
    if view["scoring"]:
        x = 264.0
        body += ranking(pen, view, view["scoring"], names, x, 10, wide - 12 - taken - x - 16, 54)
    elif view["turn"] is not None:
        body += text(wide - taken - 30, 44, deck(view), "muted", size=15, anchor="end")
    return pen.group(body + track(pen, view, names, wide - 12, 12), "bar")


def deck(view: MykerinosView) -> str:
    count = view["deck"]
    return "no plot left in the deck" if not count else f"{count} {'plot' if count == 1 else 'plots'} in the deck"


def ranking(
    pen: Pen, view: MykerinosView, scoring: ScoringView, names: Names, x: float, y: float, wide: float, high: float
) -> str:  # fmt: skip
    """Draw who ranks where in the zone being scored; the one whose turn it is stands out."""
    ranked = scoring["ranking"]
    each = min(120.0, (wide - 6 * (len(ranked) - 1)) / max(len(ranked), 1))
    x += wide - each * len(ranked) - 6 * (len(ranked) - 1)
    count, body = counts(view, scoring["zone"]), ""
    for rank, colour in enumerate(ranked):
        drawn = ranked_card(pen, scoring, names, colour, rank, count.get(colour, 0), each, high)
        body += pen.group(drawn, f"rank-{rank}", x=x + rank * (each + 6), y=y)
    return pen.group(body, "ranking", title=f"Ranking of zone {ROMAN[scoring['zone']]}")


def ranked_card(
    pen: Pen, scoring: ScoringView, names: Names, colour: Colour, rank: int, count: int, wide: float, high: float
) -> str:  # fmt: skip
    now, done = scoring["rank"] == rank, scoring["rank"] > rank
    body = rect(0.5, 0.5, wide - 1, high - 1, "ladder-now" if now else "space-free" if done else "space", 7)
    body += rect(0.5, 0.5, wide - 1, high - 1, "acting", 7) if now else ""
    body += figure(pen, colour, 19, high - 12, 23)
    body += text(36, 22, cut(name_of(names, colour), wide - 42, 14), "semibold", size=14)
    body += text(36, 42, ORDINALS[rank] + (", done" if done and wide > 105 else ""), "muted", size=13)
    return body + text(wide - 9, 42, str(count), "bold", size=17, anchor="end")


def phone_bar(pen: Pen, view: MykerinosView, names: Names, y: float, wide: float) -> tuple[str, float]:
    """Draw the ranking above the round and the pass track, for a phone; also return where they end."""
    body, margin = "", 8.0
    if view["scoring"]:
        body += ranking_rows(pen, view, view["scoring"], names, margin, y, wide - 2 * margin)
        y += 32 * len(view["scoring"]["ranking"]) + 10
    drawn = rect(margin + 0.5, y + 0.5, wide - 2 * margin - 1, 61, "panel", 8)
    drawn += text(margin + 12, y + 27, f"Round {view['round']} of {view['rounds']}", "serif semibold", size=18)
    space = wide - 2 * margin - 24 - spaces(view) * 39 - 50
    drawn += text(margin + 12, y + 47, cut(note(view, names), space, 13), "muted", size=13)
    drawn += track(pen, view, names, wide - margin - 8, y + 7, 34, 48)
    return body + pen.group(drawn, "bar"), y + 62


def ranking_rows(
    pen: Pen, view: MykerinosView, scoring: ScoringView, names: Names, x: float, y: float, wide: float
) -> str:  # fmt: skip
    ranked = scoring["ranking"]
    count = counts(view, scoring["zone"])
    body = rect(0.5, 0.5, wide - 1, 32 * len(ranked) + 3, "ladder-hot", 8)
    for rank, colour in enumerate(ranked):
        top = 2 + 32 * rank
        if scoring["rank"] == rank:
            body += rect(4, top + 1, wide - 8, 30, "ladder-now", 5)
        body += text(14, top + 21, ORDINALS[rank], "muted", size=14) + figure(pen, colour, 58, top + 28, 20)
        body += text(78, top + 21, cut(name_of(names, colour), wide - 200, 15), "semibold", size=15)
        now = "removes a plot" if colour == "neutral" else "chooses now"
        state = now if scoring["rank"] == rank else "done" if scoring["rank"] > rank else ""
        body += text(wide - 44, top + 21, state, "muted", size=13.5, anchor="end")
        body += text(wide - 16, top + 22, str(count.get(colour, 0)), "bold", size=17, anchor="end")
    return pen.group(body, "ranking", title=f"Ranking of zone {ROMAN[scoring['zone']]}", x=x, y=y)
