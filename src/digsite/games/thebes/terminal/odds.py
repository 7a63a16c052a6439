"""The odds of Thebes at the terminal: what every dig brings, and which card comes next."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from digsite.core.english import plural
from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.core.player_labels import PlayerLabels
from digsite.games.thebes.evaluation.odds import DigOdds, Draw, best_weeks, digs, next_card, plainest, rest
from digsite.games.thebes.rules.data import facts_of
from digsite.games.thebes.rules.names import KIND_NAMES
from digsite.games.thebes.rules.view_types import view_of
from digsite.games.thebes.terminal.words import find_name, site_name

USUAL = 80  # columns of a terminal; on a narrower one not everything fits
WIDE = 100  # from here on another column fits
DROPPED_FIRST = ("digging", "≥15", "nothing", "tokens", "≥10", "≥5", "with")
MARKS = (5, 10, 15, 20)  # points whose chances are shown
ROWS = 3  # of a site, where not all are asked for
HEIGHT = 6  # lines of a chart
BLOCKS = " ▁▂▃▄▅▆▇█"
KEY = Text(
    "weeks: travel + digging · digging: points a digging week · nothing: sand only\n"
    "with: what is used up: zeppelin, assistant, rumour, shovel",
    style="dim",
)
OTHERS = (*(kind for kind in KIND_NAMES if kind not in ("book", "rumour")), "exhibition small", "exhibition large")


def odds_text(game: Game, state: Bytes, labels: PlayerLabels, width: int, every: bool) -> RenderableType:
    """Return the best digs of each site, or all of them, how the best may come out, and the next card."""
    seat, under_way = game.to_act(state), rest(game, state)
    parts: list[RenderableType] = []
    if width < USUAL:
        parts += [Text(f"Some columns are left out: they need a terminal of {USUAL} characters.", style="dim"), Text()]
    if under_way:
        parts += dig_under_way(game, state, under_way, labels, width)
    elif seat in range(len(labels.names)):
        parts += turn(game, state, labels, width, every)
    return Group(*parts, cards(game, state, width))


def dig_under_way(game: Game, state: Bytes, draw: Draw, labels: PlayerLabels, width: int) -> list[RenderableType]:
    digging = view_of(game, state)["dig"]
    assert digging is not None, "a dig is under way"
    found = Text(", ").join(find_name(facts_of(game), find) for find in digging["found"]) or Text("nothing yet")
    head = Text.assemble(
        labels.tag(digging["seat"]),
        ": ",
        plural(draw.tokens, "token"),
        " still to draw. Found: ",
        found,
        f", {digging['sand']} sand.",
    )
    return [
        head, Text(), bag_line(game, draw), table(game, state, [draw], width), Text(),
        *chart(draw, width), chance_of_each(draw), Text(),
    ]  # fmt: skip


def turn(game: Game, state: Bytes, labels: PlayerLabels, width: int, every: bool) -> list[RenderableType]:
    sites: dict[str, list[DigOdds]] = {}
    for dig in digs(game, state):
        sites.setdefault(dig.site, []).append(dig)
    who = labels.tag(game.to_act(state))
    if not sites:
        return [Text.assemble(who, " may dig nowhere: no site with a permit and knowledge about it (T6.1)."), Text()]
    parts: list[RenderableType] = [
        Text.assemble(who, " may dig. Points are those of artifacts, the bonus included."),
        KEY,
        Text(),
    ]
    for own in sites.values():
        rows = own if every else chosen(own)
        parts += [bag_line(game, own[0]), table(game, state, rows, width), Text()]
    best = max((best.per_week for best in best_weeks(game, state).values()), key=lambda dig: dig.per_week)
    title = Text(f"{game.text(state, best.action)}: the best a week, using up as little as possible", style="bold")
    return [*parts, title, *chart(best, width), Text()]


def chosen(own: Sequence[DigOdds]) -> list[DigOdds]:
    """Return the best few digs of a site, then the best with each thing that may be used, and with all of them."""
    plain = plainest(list(own))
    worthwhile = [dig for dig in plain if not any(d.tokens == dig.tokens and d.weeks < dig.weeks for d in plain)]
    best = sorted(worthwhile, key=lambda dig: (-dig.per_week, dig.weeks))[:ROWS]
    rows = sorted({*best, max(worthwhile, key=lambda dig: dig.per_digging_week)}, key=lambda dig: dig.weeks)
    used = sorted({dig.options for dig in own} - {plain[0].options}, key=lambda options: (options.bit_count(), options))
    more = [options for options in used if options & plain[0].options == plain[0].options]
    singles = [options for options in more if options.bit_count() == plain[0].options.bit_count() + 1]
    for options in dict.fromkeys([*singles, *more[-1:]]):
        rows.append(max((dig for dig in own if dig.options == options), key=lambda dig: (dig.per_week, -dig.weeks)))
    return rows


def bag_line(game: Game, draw: Draw) -> Text:
    books = len(draw.finds) - len(draw.values)
    held = (
        f": {plural(len(draw.values), 'artifact')} worth {sum(draw.values)}, {plural(books, 'book')}, {draw.sand} sand"
    )
    bonus = "" if draw.bonus is None else f", first-dig bonus {draw.bonus}"
    return Text.assemble(site_name(facts_of(game), draw.site), held, bonus)


def table(game: Game, state: Bytes, draws: Sequence[Draw], width: int) -> Table:
    """Return a row for each draw; columns that do not fit are left out, the least important first."""
    found = columns(game, state, draws, width)
    for heading in DROPPED_FIRST:
        if sum(max(map(len, column)) + 2 for column in found.values()) - 2 > width:
            found.pop(heading, None)
    rows = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for heading, cells in found.items():
        rows.add_column(heading, justify="left" if heading == "with" else "right", no_wrap=True)
        rows.columns[-1].min_width = max(map(len, cells))
    for row in zip(*(cells[1:] for cells in found.values()), strict=True):
        rows.add_row(*row)
    return rows


def columns(game: Game, state: Bytes, draws: Sequence[Draw], width: int) -> dict[str, list[str]]:
    """Return the cells of each column by its heading: weeks, tokens, points with their spread, points a week, chances,
    and what is used. The first cell is never shown: it is as wide as the column is at least."""
    marks = MARKS if width >= WIDE else MARKS[:3]
    planned = [draw for draw in draws if isinstance(draw, DigOdds)]
    found = {"weeks": ["9 + 99", *(f"{dig.journey} + {dig.weeks}" for dig in planned)]} if planned else {}
    found["tokens"] = ["tokens", *(str(draw.tokens) for draw in draws)]
    found["points"] = ["99.9 ± 9.9", *(f"{float(draw.expected):.1f} ± {draw.spread:.1f}" for draw in draws)]
    if planned:
        found["a week"] = ["a week", *(f"{float(dig.per_week):.2f}" for dig in planned)]
        found["digging"] = ["digging", *(f"{float(dig.per_digging_week):.2f}" for dig in planned)]
    found["nothing"] = ["nothing", *(percent(draw.nothing) for draw in draws)]
    for mark in marks:
        found[f"≥{mark}"] = ["100%", *(percent(draw.at_least(mark)) for draw in draws)]
    if planned:
        used = [game.text(state, dig.action).split()[3:] for dig in planned]
        found["with"] = ["with", *(" ".join(word if width >= WIDE else word[0] for word in words) for words in used)]
    return found


def percent(chance: Fraction) -> str:
    if chance in (0, 1):
        return "–" if chance == 0 else "100%"
    return "<1%" if chance < Fraction(1, 200) else ">99%" if chance > Fraction(199, 200) else f"{float(chance):.0%}"


def chart(draw: Draw, width: int) -> list[Text]:
    """Return how likely every number of points is, as columns; the likeliest is the highest."""
    step = -(-(max(draw.points) + 1) // (width - 13))  # points of one column; 13 characters are for words
    counts = Counter[int]()
    for points, count in draw.points.items():
        counts[points // step] += count
    top = max(counts.values())
    cell = 2 if 2 * (max(counts) + 1) + 6 <= width else 1
    heights = [round(counts[place] / top * 8 * HEIGHT) for place in range(max(counts) + 1)]
    heights = [max(height, place in counts) for place, height in enumerate(heights)]
    lines = []
    for line in range(HEIGHT - 1, -1, -1):
        label = f"{top / draw.ways:5.1%} " if line == HEIGHT - 1 else " " * 6
        blocks = "".join(BLOCKS[min(max(height - 8 * line, 0), 8)] * cell for height in heights)
        lines.append(Text.assemble((label, "dim"), blocks.rstrip()))
    scale = "".join(str(place * step).ljust(5 * cell) for place in range(0, max(counts) + 1, 5))
    return [*lines, Text(" " * 6 + scale.rstrip() + " points", style="dim")]


def chance_of_each(draw: Draw) -> Text:
    if not draw.finds:
        return Text("There is only sand left.", style="dim")
    return Text(f"Each find still in the bag: {float(draw.artifact(draw.finds[0])):.1%}", style="dim")


def cards(game: Game, state: Bytes, width: int) -> RenderableType:
    """Return the next card by kind: books and rumours by site, the rest beside them, or below on a narrow terminal."""
    odds = next_card(game, state)
    if not odds:
        return Text("No card can be drawn (T4.6).")

    def chance(kind: str) -> str:
        return f"{float(odds[kind]):.1%}" if kind in odds else "–"

    facts = facts_of(game)
    names = [(KIND_NAMES.get(kind) or f"{kind.split()[1].title()} exhibition", chance(kind)) for kind in OTHERS]
    halves = (names[: len(facts.sites)], names[len(facts.sites) :]) if width >= USUAL else ()
    rows = Table(box=None, padding=(0, 3, 0, 0), pad_edge=False, header_style="dim")
    rows.add_column(Text("Next card", style="bold"))
    for heading in ("book", "rumour", *("" for _ in halves for _ in range(2))):
        rows.add_column(heading, justify="right" if heading or len(rows.columns) in (4, 6) else "left", no_wrap=True)
    for place, site in enumerate(facts.sites):
        beside = [cell for half in halves for cell in (half[place : place + 1] or [("", "")])[0]]
        rows.add_row(site_name(facts, site), chance(f"book {site}"), chance(f"rumour {site}"), *beside)
    if halves:
        return rows
    below = Table(box=None, padding=(0, 3, 0, 0), pad_edge=False, show_header=False)
    for row in names:
        below.add_row(*row)
    below.columns[1].justify = "right"
    return Group(rows, Text(), below)
