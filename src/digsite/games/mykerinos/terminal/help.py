"""Mykerinos in a page, for somebody who plays it for the first time."""

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from digsite.core.terminal_ui import rules_in_short
from digsite.games.mykerinos.rules.data import Facts
from digsite.games.mykerinos.rules.names import FULL_NAMES
from digsite.games.mykerinos.terminal.words import HELPS, PATRON_STYLES

RULES = {
    "A round": (
        "You get new archaeologists (M2.1), and new plots are dealt (M2.3). Take turns, one action each, until "
        "all have passed (M3.1); then the zones are scored. What you did not use you keep (M2.2)."
    ),
    "Start": "One archaeologist on any free field without a pyramid (M3.2).",
    "Extend": (
        "Two: the first next to one of yours, the second next to the first, across zones too, never diagonally "
        "(M3.3, M2.4)."
    ),
    "Pass": (
        "You are out for this round. Whoever passes earlier wins ties in every zone (M3.4, M4.2). The last one "
        "left has one more action (M3.11) and begins the next round (M4.8)."
    ),
    "Patrons": (
        "From round 2 on: instead of starting or extending, turn a plot of theirs for their help, each plot once "
        "a round (M3.5)."
    ),
    "Scoring": (
        "Zone by zone, those with archaeologists there choose, most first (M4.2). The first two each take a plot "
        "or reserve a museum room (M4.3, M4.4); the others take a plot if one is left (M4.5)."
    ),
    "Plots": "A plot scores its points at once, and its patron is yours for good (M4.6).",
    "Museum": (
        "Any free 2 or 3 can be reserved; a 5 only next to a room of yours. A 2 lies between two wings and belongs "
        "to both (M5.1, M5.2). On the board a free room shows its number, say [7]: type room 7."
    ),
    "The end": (
        "After round 4 every plot counts your best room in its patron's wing, 1 without one (M6.1), and every set "
        "of five different patrons counts 5 (M6.2). Ties: most archaeologists in your pool (M6.4)."
    ),
    "Two players": (
        "A neutral player ○ digs too: after your action you may start or extend with its archaeologists (M7.3). It "
        "takes no rooms, but first or second in a zone it takes a plot out of the game, which one of you names (M7.4 "
        "to M7.6)."
    ),
}


def rules(facts: Facts) -> RenderableType:
    """Return the rules in short, and what each patron helps with."""
    patrons = Table.grid(padding=(0, 2, 0, 1))
    for patron in facts.patrons:
        patrons.add_row(Text(FULL_NAMES[patron], style=PATRON_STYLES[patron]), Text(HELPS[patron]))
    aim = "Win plots of the desert, and museum rooms that make the patrons behind the plots worth more."
    return rules_in_short("Mykerinos", aim, RULES, patrons)
