"""The board of Mykerinos as text: the desert and its zones, the pass track, the museum, and what each player has."""

from collections.abc import Collection
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from digsite.core.company import Company
from digsite.core.game import View
from digsite.core.room import score_table
from digsite.games.mykerinos.state import COLUMNS
from digsite.games.mykerinos.terminal.museum import museum_across, museum_down
from digsite.games.mykerinos.terminal.words import (
    NEUTRAL_MARK,
    contest,
    mark,
    patron_name,
    ranking,
    tile_name,
)

WIDE = 112  # from here on the museum stands beside the desert
PLAYER = 13  # letters of a player's column
ZONE_COLUMNS, ZONE_ROWS = 4, 3
PYRAMID_STYLE = "#a39b8b"


def board(view: View, company: Company, width: int) -> RenderableType:
    head = Rule(title(view), style="dim", align="left")
    last = (Text(), table(view, company), legend(view))
    if view["phase"] == "over":
        return Group(head, museum_across(view), *last)
    dug = Table.grid(padding=(0, 2, 0, 0))
    dug.add_row(desert(view), zone_lines(view))
    if width >= WIDE:
        both = Table.grid(padding=(0, 4, 0, 0))
        both.add_row(Group(dug, Text(), track(view)), museum_down(view))
        upper: list[RenderableType] = [both]
    else:
        upper = [dug, track(view), Text(), museum_across(view)]
    return Group(head, *upper, *last)


def title(view: View) -> Text:
    told = Text.assemble((f"Mykerinos, round {view['round']} of {view['rounds']}", "bold"))
    if view["start"] is not None:
        told.append(" · begun by ", style="dim").append_text(mark(view["start"]))
    if view["deck"]:
        told.append(f" · {view['deck']} tiles to come", style="dim")
    if view["final"]:
        told.append(" · last action (M3.11)")
    return told


def desert(view: View, offered: Collection[str] = ()) -> Text:
    """The fields with zones framed; fields on offer bear their names."""
    letters = ["abcdefgh"[column] for column in range(COLUMNS)]
    halves = letters[:ZONE_COLUMNS], letters[ZONE_COLUMNS:]
    head = "    " + "  ".join("".join(f"  {letter} " for letter in half) for half in halves)
    lines = [Text(head.rstrip(), style="dim")]
    rows = [view["fields"][i : i + COLUMNS] for i in range(0, len(view["fields"]), COLUMNS)]
    for number, row in enumerate(rows):
        if number % ZONE_ROWS == 0:
            lines.append(frame("├┼┤" if number else "┌┬┐"))
        line = Text.assemble((f" {number + 1} ", "dim"))
        for start in range(0, COLUMNS, ZONE_COLUMNS):
            cells = [cell(view, field, offered) for field in row[start : start + ZONE_COLUMNS]]
            line.append("│ ", style="dim").append_text(Text(" ").join(cells)).append(" ")
        lines.append(line.append("│", style="dim"))
    return Text("\n").join([*lines, frame("└┴┘")])


def frame(corners: str) -> Text:
    side = "─" * (ZONE_COLUMNS * 4 + 1)
    return Text.assemble(("   " + corners[0] + side + corners[1] + side + corners[2], "dim"))


def cell(view: View, field: dict[str, Any], offered: Collection[str]) -> Text:
    """Three letters; a pyramid's slopes stay visible round an archaeologist."""
    if field["field"] in offered:
        return Text.assemble(" ", (field["field"], "bold cyan"))
    left, right = ("/", "\\") if field["pyramid"] else (" ", " ")
    if view["chain"] and view["chain"]["last"] == field["field"]:
        left, right = "[", "]"
    empty = Text.assemble(("_", PYRAMID_STYLE) if field["pyramid"] else ("·", "dim"))
    inner = empty if field["archaeologist"] is None else mark(field["archaeologist"])
    return Text.assemble((left, PYRAMID_STYLE), inner, (right, PYRAMID_STYLE))


def zone_lines(view: View) -> Text:
    """Two lines for each zone, four beside each row of zones."""
    lines = [Text("zone and its two tiles", style="dim")]
    for zone in view["zones"]:
        name = Text(f"Zone {zone['zone'] + 1}  ")
        if view["scoring"] and view["scoring"]["zone"] == zone["zone"]:
            name.stylize("bold")
            standing = Text.assemble("scored now: ", contest(view, ranking(view, zone["zone"])))
        else:
            standing = contest(view, ranking(view, zone["zone"])) or Text("nobody yet", style="dim")
        if zone["scored"]:
            tiles, standing = Text("scored", style="dim"), Text()
        else:
            gone = Text("–" if view["phase"] in ("first", "wing", "deal") else "gone", style="dim")
            tiles = Text(" · ").join(tile_name(tile) if tile else gone for tile in zone["tiles"])
        lines += [name + tiles, Text(" " * 8) + standing]
    return Text("\n").join(lines)


def track(view: View) -> Text:
    """M3.4, M7.2."""
    spaces = {player["space"]: mark(player["seat"]) for player in view["players"] if player["space"]}
    if view["neutral"]:
        spaces[view["neutral"]["space"]] = Text(f"{NEUTRAL_MARK} neutral")
    told = Text.assemble(("   Pass track", "dim"))
    for space in range(1, view["seats"] + (2 if view["neutral"] else 1)):
        told.append(f"   {space} ").append_text(spaces.get(space, Text("free", style="dim")))
    return told.append("   ties go to the lower number", style="dim")


def table(view: View, company: Company) -> Table:
    """A row for each thing, a column for each player."""
    players = view["players"]
    rows = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="")
    rows.add_column(no_wrap=True, min_width=16)
    for seat in range(view["seats"]):
        head = company.tag(seat)
        if view["to_act"] == seat:
            head.stylize("underline", 2)
        rows.add_column(head, no_wrap=True, min_width=PLAYER, max_width=PLAYER + 2)
    rows.add_row("At hand", *(Text(str(p["pool"])) for p in players))
    if view["neutral"]:
        rows.add_row(f"Neutral {NEUTRAL_MARK} at hand", *(Text(str(p["neutral"])) for p in players))
    left = f" ({NEUTRAL_MARK} {view['neutral']['common']})" if view["neutral"] else ""
    rows.add_row(f"Common pool{left}", *(Text(str(p["common"])) for p in players))
    for patron in players[0]["patrons"]:
        rows.add_row(patron_name(patron), *(patron_cell(p["patrons"][patron]) for p in players))
    for name, part in (("Plots", "plots"), ("Sets of five", "sets")):
        rows.add_row(name, *(number(p["score"][part]) for p in players))
    rows.add_row(Text("Points", style="bold"), *(Text(str(p["score"]["total"]), style="bold") for p in players))
    return rows


def number(value: int) -> Text:
    return Text(str(value), style="" if value else "dim")


def patron_cell(own: dict[str, int]) -> Text:
    """Tiles and what each is worth now, and how many are turned."""
    if not own["tiles"]:
        return Text(f"–×{own['worth']}" if own["worth"] > 1 else "–", style="dim")
    turned = f" {own['turned']} turned" if own["turned"] else ""
    return Text.assemble(f"{own['tiles']}×{own['worth']}={own['tiles'] * own['worth']}", (turned, "dim"))


def legend(view: View) -> Text:
    neutral = f" · {NEUTRAL_MARK} neutral" if view["neutral"] else ""
    return Text(f"/_\\ pyramid{neutral} · > before, = tied · [7] free room · 2×3 tiles×worth", style="dim")


def score(view: View, company: Company) -> RenderableType:
    """M6, part by part, and the tie-break."""
    players = view["players"]
    rows = [("Plots", [str(p["score"]["plots"]) for p in players])]
    rows += [(patron.title(), [wing_points(p, patron) for p in players]) for patron in players[0]["patrons"]]
    rows.append(("Sets of five", [str(p["score"]["sets"]) for p in players]))
    rows.append(("Total", [str(p["score"]["total"]) for p in players]))
    left = Text(" · ").join(Text.assemble(mark(p["seat"]), f" {p['pool']}") for p in players)
    return Group(score_table(company, rows), Text(), Text.assemble("Ties go by archaeologists at hand (M6.4): ", left))


def wing_points(player: dict[str, Any], patron: str) -> str:
    own = player["patrons"][patron]
    sum_told = f"{own['tiles']} × {own['worth']} = " if own["tiles"] else ""
    return f"{sum_told}{player['score']['wings'][patron]}"
