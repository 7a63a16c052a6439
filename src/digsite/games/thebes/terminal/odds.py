"""The odds of Thebes as text and for JSON: what every dig brings, and which card comes next."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from digsite.core.company import Company
from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes
from digsite.games.thebes.data import Facts
from digsite.games.thebes.odds import DigOdds, Draw, best_weeks, digs, next_card, plainest, rest
from digsite.games.thebes.terminal.words import CARD_NAMES, find_name, plural, site_name
from digsite.games.thebes.view import find_view

Game = CompiledGame[Facts]
WIDE = 100  # from here on there is room for another column
MARKS = (5, 10, 15, 20)  # points whose chances are told
ROWS = 3  # of a site, where not all are asked for
HEIGHT = 6  # lines of a chart
BLOCKS = " ▁▂▃▄▅▆▇█"
KEY = Text(
    "weeks: way + digging · digging: points a digging week · nothing: sand only\n"
    "with: what is used up: zeppelin, assistant, rumour, shovel",
    style="dim",
)
OTHERS = (*CARD_NAMES, "exhibition small", "exhibition large")


def ratio(chance: Fraction) -> dict[str, Any]:
    return of(chance.numerator, chance.denominator)


def of(ways: int, all_ways: int) -> dict[str, Any]:
    return {"ways": ways, "of": all_ways, "chance": ways / all_ways}


def told(game: Game, state: Bytes) -> dict[str, Any]:
    """Every dig and the next card; chances as ratios of integers and as floats."""
    under_way = rest(game, state)
    return {
        "digs": [
            {
                "action": game.text(state, dig.action),
                "weeks": dig.weeks,
                "journey": dig.journey,
                **draw_told(game, dig),
                "points_per_week": number(dig.per_week),
                "points_per_digging_week": number(dig.per_digging_week),
            }
            for dig in digs(game, state)
        ],
        "best_weeks": {
            site: {name: game.text(state, dig.action) for name, dig in best._asdict().items()}
            for site, best in best_weeks(game, state).items()
        },
        "rest": under_way and draw_told(game, under_way),
        "next_card": {kind: ratio(chance) for kind, chance in next_card(game, state).items()},
    }


def number(exact: Fraction) -> dict[str, Any]:
    return {"exact": str(exact), "value": float(exact)}


def draw_told(game: Game, draw: Draw) -> dict[str, Any]:
    site = game.facts.sites.index(draw.site)
    return {
        "site": draw.site,
        "bag": draw.bag,
        "sand": draw.sand,
        "tokens": draw.tokens,
        "ways": draw.ways,
        "bonus": draw.bonus,
        "expected_points": number(draw.expected),
        "variance": number(draw.variance),
        "spread": draw.spread,
        "nothing": ratio(draw.nothing),
        "artifacts": {str(n): of(count, draw.ways) for n, count in enumerate(draw.artifacts)},
        "points": {str(points): of(count, draw.ways) for points, count in draw.points.items()},
        "at_least": {str(points): ratio(draw.at_least(points)) for points in draw.points},
        "finds": [find_view(game.facts, site, find) | {"chance": ratio(draw.artifact(find))} for find in draw.finds],
    }


def shown(game: Game, state: Bytes, company: Company, width: int, every: bool) -> RenderableType:
    """The best digs of each site, or all of them, how the best may come out, and the next card."""
    seat, under_way = game.to_act(state), rest(game, state)
    parts: list[RenderableType] = []
    if under_way:
        parts += dig_under_way(game, state, under_way, company, width)
    elif seat in range(len(company.names)):
        parts += turn(game, state, company, width, every)
    return Group(*parts, cards(game, state))


def dig_under_way(game: Game, state: Bytes, draw: Draw, company: Company, width: int) -> list[RenderableType]:
    digging = game.view(state)["dig"]
    found = Text(", ").join(find_name(game.facts, find) for find in digging["found"]) or Text("nothing yet")
    head = Text.assemble(
        company.tag(digging["seat"]),
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


def turn(game: Game, state: Bytes, company: Company, width: int, every: bool) -> list[RenderableType]:
    sites: dict[str, list[DigOdds]] = {}
    for dig in digs(game, state):
        sites.setdefault(dig.site, []).append(dig)
    who = company.tag(game.to_act(state))
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
    """The best few digs of a site, then the best with each thing that may be used on top, and with all of them."""
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
    return Text.assemble(site_name(game.facts, draw.site), held, bonus)


def table(game: Game, state: Bytes, draws: Sequence[Draw], width: int) -> Table:
    """Per dig: weeks, tokens, points with their spread, points a week, chances, and what is used."""
    marks = MARKS if width >= WIDE else MARKS[:3]
    rows = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    planned = all(isinstance(draw, DigOdds) for draw in draws)
    for heading, least in [("weeks", 6), ("tokens", 6), ("points", 10), ("a week", 6), ("digging", 7), ("nothing", 7)]:
        if planned or heading not in ("weeks", "a week", "digging"):
            rows.add_column(heading, justify="right", min_width=least, no_wrap=True)
    for mark in marks:
        rows.add_column(f"≥{mark}", justify="right", min_width=4, no_wrap=True)
    rows.add_column("with" if planned else "", no_wrap=True)
    for draw in draws:
        points = f"{float(draw.expected):.1f} ± {draw.spread:.1f}"
        chances = [percent(draw.nothing), *(percent(draw.at_least(mark)) for mark in marks)]
        if isinstance(draw, DigOdds):
            weeks = f"{draw.journey} + {draw.weeks}"
            used = " ".join(word if width >= WIDE else word[0] for word in game.text(state, draw.action).split()[3:])
            per = f"{float(draw.per_week):.2f}", f"{float(draw.per_digging_week):.2f}"
            rows.add_row(weeks, str(draw.tokens), points, *per, *chances, used)
        else:
            rows.add_row(str(draw.tokens), points, *chances)
    return rows


def percent(chance: Fraction) -> str:
    if chance in (0, 1):
        return "–" if chance == 0 else "100%"
    return "<1%" if chance < Fraction(1, 200) else ">99%" if chance > Fraction(199, 200) else f"{float(chance):.0%}"


def chart(draw: Draw, width: int) -> list[Text]:
    """How likely every number of points is, as columns; the likeliest is the highest."""
    counts, top = draw.points, max(draw.points.values())
    cell = 2 if 2 * (max(counts) + 1) + 6 <= width else 1
    heights = [round(counts.get(points, 0) / top * 8 * HEIGHT) for points in range(max(counts) + 1)]
    heights = [max(height, points in counts) for points, height in enumerate(heights)]
    lines = []
    for line in range(HEIGHT - 1, -1, -1):
        label = f"{top / draw.ways:5.1%} " if line == HEIGHT - 1 else " " * 6
        columns = "".join(BLOCKS[min(max(height - 8 * line, 0), 8)] * cell for height in heights)
        lines.append(Text.assemble((label, "dim"), columns.rstrip()))
    scale = "".join(str(points).ljust(5 * cell) for points in range(0, max(counts) + 1, 5))
    return [*lines, Text(" " * 6 + scale.rstrip() + " points", style="dim")]


def chance_of_each(draw: Draw) -> Text:
    if not draw.finds:
        return Text("There is only sand left.", style="dim")
    return Text(f"Each find still in the bag: {float(draw.artifact(draw.finds[0])):.1%}", style="dim")


def cards(game: Game, state: Bytes) -> RenderableType:
    """The next card by kind: books and rumours by site, the rest beside them."""
    odds = next_card(game, state)
    if not odds:
        return Text("No card can be drawn (T4.6).")
    rows = Table(box=None, padding=(0, 3, 0, 0), pad_edge=False, header_style="dim")
    rows.add_column(Text("Next card", style="bold"))
    for heading in ("book", "rumour", "", "", "", ""):
        rows.add_column(heading, justify="right" if heading or len(rows.columns) in (4, 6) else "left", no_wrap=True)

    def chance(kind: str) -> str:
        return f"{float(odds[kind]):.1%}" if kind in odds else "–"

    names = [(CARD_NAMES.get(kind) or f"{kind.split()[1].title()} exhibition", chance(kind)) for kind in OTHERS]
    half = len(game.facts.sites)
    for place, site in enumerate(game.facts.sites):
        beside = [
            cell for column in (names[:half], names[half:]) for cell in (column[place : place + 1] or [("", "")])[0]
        ]
        rows.add_row(site_name(game.facts, site), chance(f"book {site}"), chance(f"rumour {site}"), *beside)
    return rows
