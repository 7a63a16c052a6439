"""Thebes: two to four archaeologists travel, study, dig and exhibit; most points after 1903 wins."""

from digsite.core.plugin import GamePlugin
from digsite.games.thebes.rules.options import OPTIONS

PLUGIN = GamePlugin(
    name="thebes",
    title="Thebes",
    seats=range(2, 5),
    rules="digsite.games.thebes.game:load",
    terminal="digsite.games.thebes.terminal:ThebesTerminal",
    page="digsite.games.thebes.page.page:ThebesPage",
    reasons="digsite.games.thebes.evaluation.reasons:reason",
    odds="digsite.games.thebes.evaluation.odds:odds_data",
    odds_text="digsite.games.thebes.terminal.odds:odds_text",
    description="digsite.games.thebes.draw.description:description",
    picture="digsite.games.thebes.draw:picture",
    rulebook="digsite.games.thebes:rulebook.md",
    order=1,
    first_game_seed="first game 232",
    options=OPTIONS,
    moves_per_player=30,
    minutes=60,
)
