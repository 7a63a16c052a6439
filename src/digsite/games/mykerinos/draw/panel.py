"""The players: a card for each with pools, plots and score, the neutral colour's card, and chips for a phone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from digsite.core.palette import COLOURS
from digsite.core.svg import Pen, cut, line, num, path, rect, run, text, text_width
from digsite.games.mykerinos.draw.art import emblem, figure
from digsite.games.mykerinos.draw.description import ORDINALS, over, winners
from digsite.games.mykerinos.draw.style import PATRONS
from digsite.games.mykerinos.rules.names import patron_name
from digsite.games.mykerinos.rules.view_types import MykerinosView, NeutralView, PlayerView, TileView

CARD_HEIGHT = 110.0
PADDING = 16.0


def roof(colour: str, wide: float) -> str:
    """Draw the colour along a card's upper edge."""
    shape = f"M.5 9A8.5 8.5 0 0 1 9 .5H{num(wide - 9)}A8.5 8.5 0 0 1 {num(wide - 0.5)} 9V5.5Q{num(wide - 3)} 4.5 "
    return path(shape + f"{num(wide - 9)} 4.5H9Q3 4.5 .5 5.5Z", f"fill-{colour}")


def status(view: MykerinosView, seat: int) -> str:
    if over(view):
        return "winner" if seat in winners(view) else ""
    if view["to_act"] == seat:
        return "chooses" if view["scoring"] else "to move"
    space = view["players"][seat]["space"]
    return f"passed {ORDINALS[space - 1]}" if space else ""


def panel(pen: Pen, view: MykerinosView, seat: int, name: str, wide: float) -> str:
    player, state = view["players"][seat], status(view, seat)
    loud = bool(state) and not state.startswith("passed")
    body = rect(0.5, 0.5, wide - 1, CARD_HEIGHT - 1, "panel", 9) + roof(COLOURS[seat], wide)
    if loud:
        body += rect(0.5, 0.5, wide - 1, CARD_HEIGHT - 1, "acting", 9)
    body += figure(pen, seat, PADDING + 17, 59, 36)
    total = str(player["score"]["total"])
    right = wide - PADDING - text_width(total, 34, serif=True) - 12
    body += text(wide - PADDING, 48, total, "serif semibold", size=34, anchor="end")
    tag = text_width(state, 13) + 26 if state else 0
    x = PADDING + 48
    shown = cut(name, right - x - tag, 20, serif=True)
    body += text(x, 34, shown, "serif bold", size=20)
    body += pill(state, x + text_width(shown, 20, serif=True) + 12, 28, loud) if state else ""
    body += run(x, 57, pools(view, player, right - x), 5)
    body += line(PADDING, 71, wide - PADDING, 71, "hair-soft")
    parts, left = score_parts(player, wide, brief(view, wide))
    return body + pen.group(parts, title=score_sentence(player)) + plots(pen, player, PADDING, 90, left - PADDING - 14)


def pill(words: str, x: float, y: float, loud: bool) -> str:
    wide = text_width(words, 13) + 16
    body = rect(x, y - 10, wide, 20, "pill" if loud else "pill-quiet", 10)
    kind = "semibold pill-text" if loud else "muted"
    return body + text(x + wide / 2, y + 4.5, words, kind, size=13, anchor="middle")


def pools(view: MykerinosView, player: PlayerView, space: float) -> Sequence[tuple[str, str, float]]:
    parts = [(player["pool"], "own pool"), (player["common"], "common")]
    if view["neutral"]:
        parts.append((player["neutral"], "neutral"))
    if sum(text_width(f"{count} {label}  ", 14) for count, label in parts) > space:
        parts[0] = (player["pool"], "own")
    return [
        (words, kind, 14.5)
        for count, label in parts
        for words, kind in ((str(count), "bold"), (label + "\u2002", "muted"))
    ]


def brief(view: MykerinosView, wide: float) -> bool:
    """Return whether somebody has too many plots for the parts of the score to be named beside them."""
    return any(
        sum(steps(patron_tiles(player))) + 22 + PADDING + 14 > score_parts(player, wide, False)[1]
        for player in view["players"]
    )


def score_sentence(player: PlayerView) -> str:
    score = player["score"]
    return f"plots {score['plots']}, wings {sum(score['wings'].values())}, sets {score['sets']}"


def score_parts(player: PlayerView, wide: float, short: bool) -> tuple[str, float]:
    """Draw the parts of the score from the right; also return where they begin."""
    score = player["score"]
    parts = (("plots", score["plots"]), ("wings", sum(score["wings"].values())), ("sets", score["sets"]))
    size = 14.0
    if short:
        sums = " + ".join(str(value) for _, value in parts)
        return text(wide - PADDING, 95, sums, "soft", size=size, anchor="end"), wide - PADDING - text_width(sums, size)
    words = [part for label, value in parts for part in ((label, "muted", size), (f"{value}\u2002", "semibold", size))]
    space = sum(text_width(each[0], size) + 5 for each in words)
    return run(wide - PADDING + size / 2, 95, words, 5, anchor="end"), wide - PADDING - space


def patron_tiles(player: PlayerView) -> list[tuple[TileView, bool]]:
    """Return a player's plots by patron, the turned ones first."""
    out = []
    for patron in (*PATRONS, None):
        own = [tile for tile in player["tiles"] if tile["patron"] == patron]
        turned = player["patrons"][patron]["turned"] if patron else 0
        out += [(tile, rank < turned) for rank, tile in enumerate(own)]
    return out


def steps(tiles: Sequence[tuple[TileView, bool]]) -> list[float]:
    """Return how far each disc lies from the one before."""
    return [0.0] + [14.0 if one["patron"] == other["patron"] else 26.0 for (one, _), (other, _) in pairwise(tiles)]


def plots(pen: Pen, player: PlayerView, x: float, y: float, space: float) -> str:
    """Draw a disc for every plot, those of one patron overlapping; all closer where there are many."""
    tiles = patron_tiles(player)
    if not tiles:
        return text(x, y + 5, "no plots yet", "serif italic muted", size=15)
    apart = steps(tiles)
    scale = min(1.0, (space - 22) / max(sum(apart), 1))
    body, x = "", x + 11
    for (tile, turned), step in zip(tiles, apart, strict=True):
        x += step * scale
        name = patron_name(tile["patron"])
        title = f"{name} plot, {tile['points']}{', turned' if turned else ''}"
        body += pen.group(emblem(pen, tile["patron"], x, y, 11, turned), f"tile-{tile['tile']}", title=title)
    return body


def neutral_panel(pen: Pen, view: MykerinosView, neutral: NeutralView, wide: float) -> str:
    """Return the card of the colour without score."""
    there = sum(field["archaeologist"] == "neutral" for field in view["fields"])
    hands = sum(player["neutral"] for player in view["players"])
    body = rect(0.5, 0.5, wide - 1, CARD_HEIGHT - 1, "outside", 9)
    body += figure(pen, "neutral", PADDING + 17, 59, 36)
    body += text(PADDING + 48, 34, "Neutral", "serif bold", size=20)
    body += text(PADDING + 48, 57, f"scores nothing, stays on {neutral['space']}", "muted", size=14.5)
    body += line(PADDING, 71, wide - PADDING, 71, "hair-soft")
    parts = ((there, "in the desert"), (hands, "in hands"), (neutral["common"], "common"))
    words = [
        (shown, kind, 14.0)
        for count, label in parts
        for shown, kind in ((str(count), "bold"), (f"{label}\u2002", "muted"))
    ]
    return pen.group(body + run(PADDING, 95, words, 4), "panel-neutral", title="Neutral")


def chip(pen: Pen, view: MykerinosView, seat: int, name: str, wide: float) -> str:
    """Draw name, total and pools in little space, for a phone."""
    player, colour = view["players"][seat], COLOURS[seat]
    high = 50.0
    body = rect(0.5, 0.5, wide - 1, high - 1, "panel", 8) + roof(colour, wide)
    if view["to_act"] == seat:
        body += rect(0.5, 0.5, wide - 1, high - 1, "acting", 8)
    total = str(player["score"]["total"])
    body += figure(pen, seat, 15, 28, 16)
    narrow = wide < 110
    space = wide - 28 - (4 if narrow else text_width(total, 17, serif=True) + 12)
    body += text(27, 23, cut(name, space, 14.5, serif=True), "serif bold", size=14.5)
    body += text(wide - 8, 43 if narrow else 24, total, "serif semibold", size=17, anchor="end")
    pool = f"{player['pool']} + {player['common']}" if narrow else f"own {player['pool']}, common {player['common']}"
    pool += f", neutral {player['neutral']}" if view["neutral"] else ""
    return body + text(9, 42, pool, "muted", size=12.5)
