"""The board of Thebes as text: the calendar, the open cards and exhibitions, and what each player has."""

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from digsite.core.player_labels import PlayerLabels
from digsite.core.terminal_ui import score_table
from digsite.games.thebes.rules.costs import journey, specialised
from digsite.games.thebes.rules.data import Facts
from digsite.games.thebes.rules.names import place_name
from digsite.games.thebes.rules.notation import HALL_NAMES
from digsite.games.thebes.rules.view_types import KIT, KitField, PlayerView, ThebesView, seat_to_act
from digsite.games.thebes.terminal.words import card_name, find_name, needs, site_name, symbol

WIDE = 116  # from here on weeks are two letters wide and needs have names
PLAYER = 12  # letters of a player's column
LABEL = 6  # letters before week 0
KIT_NAMES: dict[KitField, str] = {
    "assistants": "Assistants",
    "shovels": "Shovels",
    "congresses": "Congresses",
    "zeppelins": "Zeppelins",
    "cars": "Cars",
    "special_permits": "Special permits",
}


def board(facts: Facts, view: ThebesView, labels: PlayerLabels, width: int) -> RenderableType:
    wide = width >= WIDE
    return Group(
        Rule(title(view), style="dim", align="left"),
        *calendar(facts, view, labels, 2 if wide else 1),
        Text(),
        open_cards(facts, view, wide),
        distances(facts, view),
        Text(),
        table(facts, view, labels),
        legend(),
    )


def title(view: ThebesView) -> Text:
    aside = f", third stack {view['aside']}" if view["aside"] else ""
    rest = f" · deck {view['deck']}{aside}, discards {len(view['discards'])}"
    return Text.assemble((f"Thebes {view['year']}", "bold"), (rest, "dim"))


def calendar(facts: Facts, view: ThebesView, labels: PlayerLabels, cell: int) -> list[Text]:
    """Return the year as a line of weeks, and over it the markers; on one space the upper one moves first (T2.2)."""
    lines = []
    playing = [player for player in view["players"] if not player["done"]]
    for year in sorted({player["year"] for player in playing}):
        stacks: dict[int, list[int]] = {}
        for seat in view["order"]:
            if view["players"][seat]["year"] == year:
                stacks.setdefault(view["players"][seat]["week"], []).append(seat)
        for level in range(max(map(len, stacks.values()), default=0), 0, -1):
            line = Text(" " * LABEL)
            for week in range(facts.weeks_per_year + 1):
                seats = stacks.get(week, [])
                line.append_text(labels.mark(seats[-level]) if len(seats) >= level else Text(" "))
                line.append(" " * (cell - 1))
            line.rstrip()
            lines.append(line)
        lines.append(Text.assemble((f"{year}".ljust(LABEL), "bold"), (scale(facts.weeks_per_year, cell), "dim")))
    done = [player["seat"] for player in view["players"] if player["done"]]
    if done:
        lines.append(Text.assemble("done  ", Text(" ").join(labels.tag(seat) for seat in done)))
    return lines


def scale(weeks: int, cell: int) -> str:
    marks = ["·" if (place % cell) == 0 else " " for place in range((weeks + 1) * cell)]
    for week in [*range(0, weeks - 2, 5), weeks]:
        number = str(week)
        marks[week * cell : week * cell + len(number)] = number
    return "".join(marks)


def open_cards(facts: Facts, view: ThebesView, wide: bool) -> Table:
    both, gap = Table.grid(padding=(0, 3, 0, 0)), 2 if wide else 1
    cards = grid("", "Open cards", "city", "weeks", gap=gap)
    for number, card in enumerate(view["cards"], 1):
        if card:
            cards.add_row(str(number), card_name(facts, card), place_name(card["city"]), str(card["weeks"]))
        else:
            cards.add_row(str(number), Text("–", style="dim"))
    shows = grid("", "Exhibits", "needs", "weeks", "points", gap=gap)
    for letter, show in zip(HALL_NAMES, view["exhibitions"], strict=True):
        if show:
            city = place_name(show["city"])
            shows.add_row(letter, city, needs(facts, show, named=wide), str(show["weeks"]), str(show["points"]))
        else:
            shows.add_row(letter, Text("–", style="dim"))
    both.add_row(cards, shows)
    return both


def distances(facts: Facts, view: ThebesView) -> Text:
    """Return the weeks from where the player to act stands (T3.1, T3.2)."""
    seat = seat_to_act(view)
    if seat is None:
        return Text()
    player = view["players"][seat]
    ways = [f"{place_name(city)} {journey(facts, player, city)}" for city in facts.cities if city != player["place"]]
    return Text(f"Weeks to: {' · '.join(ways)}", style="dim")


def grid(*headings: str, gap: int = 1) -> Table:
    table = Table(box=None, padding=(0, gap, 0, 0), pad_edge=False, header_style="")
    for heading in headings:
        table.add_column(
            Text(heading, style="dim"), justify="right" if heading in ("weeks", "points") else "left", no_wrap=True
        )
    return table


def table(facts: Facts, view: ThebesView, labels: PlayerLabels) -> Table:
    """Return a row for each site and each thing somebody has; a column for each player."""
    players = view["players"]
    rows = grid("", "way", "bag")
    for column in range(view["seats"]):
        head = labels.tag(column)
        if view["to_act"] == column:
            head.stylize("underline", 2)
        rows.add_column(head, no_wrap=True, min_width=PLAYER, max_width=PLAYER + 4)
    rows.add_row("", "", "", *(Text(place_name(player["place"]), style="italic") for player in players))
    rows.add_row("", "", "", *(Text("done" if p["done"] else f"{p['year']} wk {p['week']}") for p in players))
    seat = seat_to_act(view)
    for site, bag in view["sites"].items():
        way = "" if seat is None else str(journey(facts, players[seat], site))
        held = f"{len(bag['tokens'])}+{bag['sand']}{' ★' if bag['bonus'] else ''}"
        rows.add_row(site_name(facts, site), way, held, *(site_cell(facts, player, site) for player in players))
    general = [player["general"]["books"] + player["general"]["found"] for player in players]
    counts = [("General", general)] + [(KIT_NAMES[name], [player[name] for player in players]) for name in KIT]
    counts.append(("Exhibitions", [len(player["exhibitions"]) for player in players]))
    for name, numbers in counts:
        if any(numbers):
            rows.add_row(name, "", "", *(Text(str(n), style="" if n else "dim") for n in numbers))
    rows.add_row(Text("Points", style="bold"), "", "", *(Text(str(p["score"]["total"]), style="bold") for p in players))
    return rows


def site_cell(facts: Facts, player: PlayerView, site: str) -> Text:
    """Return a player's knowledge, permit and artifacts of a site."""
    known = specialised(facts, player, site)
    rumours = "+r" if player["knowledge"][site]["rumours"] else ""
    artifacts = sum(find["kind"] == "artifact" and find["site"] == site for find in player["finds"])
    valid = player["permits"][site]
    return Text.assemble(
        (f"{known}{rumours}".ljust(4), "" if known or rumours else "dim"),
        ("✓ " if valid else "✗ ", "green4" if valid else "red3"),
        f"◇{artifacts}" if artifacts else "",
    )


def legend() -> Text:
    return Text("2 +r knowledge, rumour · ✓ ✗ permit · ◇ artifacts · bag: finds+sand, ★ bonus", style="dim")


def score(facts: Facts, view: ThebesView, labels: PlayerLabels) -> RenderableType:
    """Return the score part by part, and what was found (T9)."""
    scores = [player["score"] for player in view["players"]]
    rows = [
        ("Artifacts", [str(one["artifacts"]) for one in scores]),
        ("Exhibitions", [str(one["exhibitions"]) for one in scores]),
        ("Congresses", [str(one["congresses"]) for one in scores]),
    ]
    rows += [
        (f"Most knowledge, {place_name(site)}", [str(one["majorities"][site]) for one in scores])
        for site in facts.sites
    ]
    rows.append(("Total", [str(one["total"]) for one in scores]))
    found = Table.grid(padding=(0, 2, 0, 0))
    found.add_column(no_wrap=True)
    for player in view["players"]:
        found.add_row(labels.tag(player["seat"]), finds(facts, player))
    return Group(score_table(labels, rows), Text(), found)


def finds(facts: Facts, player: PlayerView) -> Text:
    by_site = []
    for site in facts.sites:
        found = [find_name(facts, find) for find in player["finds"] if find["site"] == site]
        if found:
            by_site.append(Text.assemble(symbol(facts, site), " ", Text(", ").join(found)))
    return Text(" · ").join(by_site) if by_site else Text("no finds", style="dim")
