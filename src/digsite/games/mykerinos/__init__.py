"""Mykerinos: two to four players win plots of the desert and the patrons behind them, and rooms in the museum."""

from digsite.core.plugin import GamePlugin
from digsite.games.mykerinos.rules.options import OPTIONS

PLUGIN = GamePlugin(
    name="mykerinos",
    title="Mykerinos",
    seats=range(2, 5),
    rules="digsite.games.mykerinos.game:load",
    terminal="digsite.games.mykerinos.terminal:MykerinosTerminal",
    page="digsite.games.mykerinos.page.page:MykerinosPage",
    reasons="digsite.games.mykerinos.evaluation.reasons:reason",
    odds="digsite.games.mykerinos.evaluation.odds:odds_data",
    odds_text="digsite.games.mykerinos.terminal.odds:odds_text",
    description="digsite.games.mykerinos.draw.description:description",
    picture="digsite.games.mykerinos.draw:picture",
    rulebook="digsite.games.mykerinos:rulebook.md",
    order=2,
    first_game_seed="first dig 1",
    options=OPTIONS,
    moves_per_player=60,
    minutes=45,
)
