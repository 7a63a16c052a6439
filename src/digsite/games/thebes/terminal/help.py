"""Thebes in a page, for somebody who plays it for the first time."""

from rich.console import RenderableType
from rich.text import Text

from digsite.core.terminal_ui import rules_in_short
from digsite.games.thebes.rules.data import Facts
from digsite.games.thebes.terminal.words import site_name

RULES = {
    "Time": (
        "Whoever is furthest back in time moves (T2.1); on one space the upper marker does (T2.2). Every turn is "
        "a journey, perhaps of length 0, and one action; the list shows the weeks of both as travel + work (T2.4, "
        "T2.5)."
    ),
    "Study": (
        "Travel to an open card's city and take it (T4.1). Books give knowledge about one site, general books "
        "about all, but never more than your specialised knowledge there (T6.6). Two assistants add 1 everywhere, "
        "three 2; a lone one adds 1 once (T6.3, T6.4). A rumour adds 2 once (T6.5). Shovels draw more tokens in "
        "the same way (T6.9)."
    ),
    "Dig": (
        "You need a valid permit (✓) and specialised knowledge about the site (T6.1). The more knowledge and weeks, "
        "the more tokens you draw; name the weeks first (T6.8). Artifacts are points, sand goes back into the bag "
        "(T6.10). The first to dig at a site gets its bonus (★) too (T6.13). The permit is used until your new "
        "year (T6.11)."
    ),
    "Exhibit": ("Once exhibitions open: travel there, own the artifacts they need, keep them, score 4 or 5 (T7)."),
    "Exchange": ("In Warsaw: four new cards for 1 week, for 2 if you just did so (T5.1, T5.2)."),
    "Travel": ("A car shortens journeys of 3 weeks or more by 1 (T3.2). A zeppelin makes one journey free (T3.3)."),
    "The end": (
        "1903 is the last year; nothing may carry you past week 1 of the next, where you may stop at any time "
        "(T8.3, T8.4)."
    ),
    "Points": (
        "Artifacts, exhibitions, congress cards (1, 3, 6, 10, 15, 21, 28 for one to seven), and 5 for most knowledge "
        "about each site, 3 when tied, from books alone (T9.1 to T9.4)."
    ),
}


def rules(facts: Facts) -> RenderableType:
    """Return the rules in short, and the sites in their colours."""
    sites = Text("  ").join(site_name(facts, site) for site in facts.sites)
    aim = "Two to four archaeologists travel, study, dig and exhibit; most points after 1903 wins."
    return rules_in_short("Thebes", aim, RULES, Text.assemble("The sites: ", sites))
