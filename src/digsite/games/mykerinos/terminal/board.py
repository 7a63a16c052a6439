"""The board of Mykerinos as text: the desert and its zones, the pass track, the museum, and what each player has."""

from collections.abc import Collection

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from digsite.core.player_labels import PlayerLabels
from digsite.core.terminal_ui import score_table
from digsite.games.mykerinos.rules.names import patron_name as plain_name
from digsite.games.mykerinos.rules.names import zone_heading
from digsite.games.mykerinos.rules.notation import COLUMN_NAMES
from digsite.games.mykerinos.rules.state import COLUMNS
from digsite.games.mykerinos.rules.view_types import FieldView, MykerinosView, PatronView, PlayerView
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
ZONE_LABEL = len("Zone III ")
PYRAMID_STYLE = "#a39b8b"


def board(view: MykerinosView, labels: PlayerLabels, width: int) -> RenderableType:
    head = Rule(title(view), style="dim", align="left")
    last = (Text(), table(view, labels), legend(view))
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


def title(view: MykerinosView) -> Text:
    words = Text.assemble((f"Mykerinos, round {view['round']} of {view['rounds']}", "bold"))
    if view["start"] is not None:
        words.append(" · begun by ", style="dim").append_text(mark(view["start"]))
    if view["deck"]:
        words.append(f" · {view['deck']} plots to come", style="dim")
    if view["final"]:
        words.append(" · last action (M3.11)")
    return words


def desert(view: MykerinosView, offered: Collection[str] = ()) -> Text:
    """Return the fields with zones framed; fields on offer bear their names."""
    halves = COLUMN_NAMES[:ZONE_COLUMNS], COLUMN_NAMES[ZONE_COLUMNS:]
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


def cell(view: MykerinosView, field: FieldView, offered: Collection[str]) -> Text:
    """Return a field in three letters; a pyramid's slopes stay visible round an archaeologist."""
    if field["field"] in offered:
        return Text.assemble(" ", (field["field"], "bold cyan"))
    left, right = ("/", "\\") if field["pyramid"] else (" ", " ")
    if view["chain"] and view["chain"]["last"] == field["field"]:
        left, right = "[", "]"
    empty = Text.assemble(("_", PYRAMID_STYLE) if field["pyramid"] else ("·", "dim"))
    inner = empty if field["archaeologist"] is None else mark(field["archaeologist"])
    return Text.assemble((left, PYRAMID_STYLE), inner, (right, PYRAMID_STYLE))


def zone_lines(view: MykerinosView) -> Text:
    """Return two lines for each zone, four beside each row of zones."""
    lines = [Text("zone and its two plots", style="dim")]
    for zone in view["zones"]:
        name = Text(zone_heading(zone["zone"]).ljust(ZONE_LABEL))
        if view["scoring"] and view["scoring"]["zone"] == zone["zone"]:
            name.stylize("bold")
            standing = Text.assemble("scored now: ", contest(view, ranking(view, zone["zone"])))
        else:
            standing = contest(view, ranking(view, zone["zone"])) or Text("nobody yet", style="dim")
        if zone["scored"]:
            tiles, standing = Text("scored", style="dim"), Text()
        else:
            gone = Text("–" if view["phase"] in ("first", "wing", "deal", "rotate") else "gone", style="dim")
            tiles = Text(" · ").join(tile_name(tile) if tile else gone for tile in zone["tiles"])
        lines += [name + tiles, Text(" " * ZONE_LABEL) + standing]
    return Text("\n").join(lines)


def track(view: MykerinosView) -> Text:
    """Return the pass track (M3.4, M7.2)."""
    spaces = {player["space"]: mark(player["seat"]) for player in view["players"] if player["space"]}
    if view["neutral"]:
        spaces[view["neutral"]["space"]] = Text(f"{NEUTRAL_MARK} neutral")
    words = Text.assemble(("   Pass track", "dim"))
    for space in range(1, view["seats"] + (2 if view["neutral"] else 1)):
        words.append(f"   {space} ").append_text(spaces.get(space, Text("free", style="dim")))
    return words.append("   ties go to the lower number", style="dim")


def table(view: MykerinosView, labels: PlayerLabels) -> Table:
    """Return a row for each thing, a column for each player."""
    players = view["players"]
    rows = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="")
    rows.add_column(no_wrap=True, min_width=16)
    for seat in range(view["seats"]):
        head = labels.tag(seat)
        if view["to_act"] == seat:
            head.stylize("underline", 2)
        rows.add_column(head, no_wrap=True, min_width=PLAYER, max_width=PLAYER + 2)
    rows.add_row("Own pool", *(Text(str(p["pool"])) for p in players))
    if view["neutral"]:
        rows.add_row(f"Neutral {NEUTRAL_MARK} in pool", *(Text(str(p["neutral"])) for p in players))
    left = f" ({NEUTRAL_MARK} {view['neutral']['common']})" if view["neutral"] else ""
    rows.add_row(f"Common pool{left}", *(Text(str(p["common"])) for p in players))
    for patron in players[0]["patrons"]:
        rows.add_row(patron_name(patron), *(patron_cell(p["patrons"][patron]) for p in players))
    rows.add_row("Plots", *(number(p["score"]["plots"]) for p in players))
    rows.add_row("Sets of five", *(number(p["score"]["sets"]) for p in players))
    rows.add_row(Text("Points", style="bold"), *(Text(str(p["score"]["total"]), style="bold") for p in players))
    return rows


def number(value: int) -> Text:
    return Text(str(value), style="" if value else "dim")


def patron_cell(own: PatronView) -> Text:
    """Return how many tiles a player has, what each is worth now, and how many are turned."""
    if not own["tiles"]:
        return Text(f"–×{own['worth']}" if own["worth"] > 1 else "–", style="dim")
    turned = f" {own['turned']} turned" if own["turned"] else ""
    return Text.assemble(f"{own['tiles']}×{own['worth']}={own['tiles'] * own['worth']}", (turned, "dim"))


def legend(view: MykerinosView) -> Text:
    neutral = f" · {NEUTRAL_MARK} neutral" if view["neutral"] else ""
    return Text(f"/_\\ pyramid{neutral} · > before, = tied · [7] free room · 2×3 plots×worth", style="dim")


def score(view: MykerinosView, labels: PlayerLabels) -> RenderableType:
    """Return the points part by part, and what breaks ties (M6)."""
    players = view["players"]
    rows = [("Plots", [str(p["score"]["plots"]) for p in players])]
    rows += [(plain_name(patron), [wing_points(p, patron) for p in players]) for patron in players[0]["patrons"]]
    rows.append(("Sets of five", [str(p["score"]["sets"]) for p in players]))
    rows.append(("Total", [str(p["score"]["total"]) for p in players]))
    left = Text(" · ").join(Text.assemble(mark(p["seat"]), f" {p['pool']}") for p in players)
    return Group(
        score_table(labels, rows), Text(), Text.assemble("Archaeologists left in the pool break ties (M6.4): ", left)
    )


def wing_points(player: PlayerView, patron: str) -> str:
    own = player["patrons"][patron]
    product = f"{own['tiles']} × {own['worth']} = " if own["tiles"] else ""
    return f"{product}{player['score']['wings'][patron]}"
