"""The ladder's results for readers: Markdown tables, and a picture of strength by thinking time."""

from collections.abc import Sequence
from itertools import pairwise
from math import log
from typing import Any

from digsite.bots.player import BadBudget, Budget
from digsite.core.drawing import document, themed
from digsite.core.palette import TYPE_STYLE, Picture, Theme, scope
from digsite.core.svg import Pen, circle, line, rect, text

Result = dict[str, Any]

WIDE, HIGH = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 64, 150, 84, 64
MARK = 6
COLOURS = ("crimson", "petrol")
STYLE = (
    ".paper{fill:var(--paper)}.grid{stroke:var(--hair2);fill:none}.even{stroke:var(--muted);stroke-dasharray:5 4}"
    + "".join(
        f".line-{colour}{{stroke:var(--{colour});stroke-width:2.5;fill:none;stroke-linejoin:round}}"
        f".mark-{colour}{{fill:var(--{colour});stroke:var(--paper);stroke-width:1.5}}"
        f".bar-{colour}{{stroke:var(--{colour});stroke-width:1.5;fill:none}}"
        for colour in COLOURS
    )
)


def duration(seconds: float) -> str:
    """Return a time in the unit that suits it."""
    if seconds >= 1:
        return f"{seconds:.3g} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f} µs"


def share(result: Result) -> str:
    return f"**{result['share']:.1%}** ({result['low']:.1%} – {result['high']:.1%})"


def by_game(pairings: Sequence[Result]) -> list[str]:
    return list(dict.fromkeys(result["game"] for result in pairings))


def rows(pairings: Sequence[Result]) -> list[tuple[int, str, str]]:
    """Return number of players, bot and rival of each pairing, by number of players."""
    return sorted(dict.fromkeys((one["seats"], one["bot"], one["rival"]) for one in pairings), key=lambda row: row[0])


def tables(results: dict[str, Any]) -> str:
    """Return Markdown tables of win shares, then of points and time for a move."""
    pairings = results["pairings"]
    games = by_game(pairings)
    found = {(one["game"], one["seats"], one["bot"], one["rival"]): one for one in pairings}
    head = "| players | bot | against | " + " | ".join(game.title() for game in games) + " |"
    ruler = "|---:|---|---|" + "---|" * len(games)
    shares, details = [head, ruler], [head, ruler]
    for row in rows(pairings):
        cells = [found.get((game, *row)) for game in games]
        start = f"| {row[0]} | {row[1]} | {row[2]} | "
        shares.append(start + " | ".join(f"{share(one)}, {one['games']} games" if one else "" for one in cells) + " |")
        details.append(start + " | ".join(detail(one) if one else "" for one in cells) + " |")
    return (
        "Win share for each seat held, with its 95% interval. Equal strength is 50% for two players, 33.3% for "
        "three and 25% for four, where the bot holds one seat and the other bot all the rest.\n\n"
        + "\n".join(shares)
        + "\n\nMean points of both, and the time that each took for a move: on average, and at most.\n\n"
        + "\n".join(details)
        + f"\n\nPlayed on {results['cores']} cores, each bot on one."
    )


def detail(result: Result) -> str:
    points = " : ".join(f"{score:.1f}" for score in result["mean_scores"])
    spent = zip(result["seconds_per_move"], result["longest_move_seconds"], strict=True)
    return points + "; " + " : ".join(f"{duration(mean)} ({duration(most)})" for mean, most in spent)


def curve(pairings: Sequence[Result], game: str) -> list[tuple[float, Result]]:
    """Return master's results against scholar by seconds of thinking, two players."""
    points = []
    for one in pairings:
        name, _, budget = one["bot"].partition(":")
        if (one["game"], one["seats"], name, one["rival"]) == (game, 2, "master", "scholar"):
            try:
                seconds = Budget.parse(budget).seconds
            except BadBudget:
                continue
            if seconds:
                points.append((seconds, one))
    return sorted(points, key=lambda point: point[0])


def picture(results: dict[str, Any], theme: Theme, fonts: bool = False) -> Picture:
    """Return a chart of strength by thinking time, a line for each game."""
    curves = {game: curve(results["pairings"], game) for game in by_game(results["pairings"])}
    curves = {game: points for game, points in curves.items() if points}
    times = sorted({seconds for points in curves.values() for seconds, _ in points})
    least, most = (times[0], times[-1]) if times else (0.01, 1.0)
    span = log(most / least) or 1.0

    def x(seconds: float) -> float:
        return LEFT + 24 + (WIDE - LEFT - RIGHT - 48) * log(seconds / least) / span

    def y(part: float) -> float:
        return HIGH - BOTTOM - (HIGH - TOP - BOTTOM) * part

    body = rect(0, 0, WIDE, HIGH, "paper") + text(24, 34, "Strength by thinking time", "serif", size=22)
    for percent in range(0, 101, 25):
        body += line(LEFT, y(percent / 100), WIDE - RIGHT, y(percent / 100), "even" if percent == 50 else "grid")
        body += text(LEFT - 8, y(percent / 100) + 5, f"{percent}%", "soft", size=14, anchor="end")
    last = 0.0
    for seconds in times:
        body += line(x(seconds), y(0), x(seconds), y(0) + 5, "even")
        if x(seconds) - last > 48:
            body += text(x(seconds), y(0) + 22, duration(seconds), "soft", size=14, anchor="middle")
            last = x(seconds)
    middle = (LEFT + WIDE - RIGHT) / 2
    body += text(middle, HIGH - 14, "thinking time of master for a move", "soft", size=14, anchor="middle")
    body += text(24, 56, "games won against scholar, two players", "soft", size=14)
    for rank, ((game, points), colour) in enumerate(zip(curves.items(), COLOURS, strict=False)):
        aside = 4 * rank - 2  # so that bars of both games stand side by side
        spots = [(x(seconds) + aside, y(one["share"])) for seconds, one in points]
        body += "".join(line(*one, *other, f"line-{colour}") for one, other in pairwise(spots))
        for (spot, high), (_, one) in zip(spots, points, strict=True):
            body += line(spot, y(one["low"]), spot, y(one["high"]), f"bar-{colour}")
            body += _mark(spot, high, colour)
        body += _name(game, colour, WIDE - RIGHT + 14, TOP + 20 + 26 * rank)
    words = "; ".join(
        f"{game}: " + ", ".join(f"{duration(seconds)} {one['share']:.0%}" for seconds, one in points)
        for game, points in curves.items()
    )
    drawn = document(
        Pen({}, "strength"),
        body,
        WIDE,
        HIGH,
        root="strength",
        title="Strength by thinking time",
        words=words,
        style=scope(TYPE_STYLE + STYLE, "strength"),
    )
    return themed(drawn, theme, fonts)


def _mark(x: float, y: float, colour: str) -> str:
    if colour == "crimson":
        return circle(x, y, MARK, f"mark-{colour}")
    return rect(x - MARK, y - MARK, 2 * MARK, 2 * MARK, f"mark-{colour}", 1)


def _name(game: str, colour: str, x: float, y: float) -> str:
    return (
        line(x, y, x + 24, y, f"line-{colour}") + _mark(x + 12, y, colour) + text(x + 32, y + 5, game.title(), size=15)
    )
