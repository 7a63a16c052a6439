"""Odds at the terminal."""

import json
from collections.abc import Callable, Sequence

from rich.console import Console, RenderableType
from rich.text import Text

from digsite.analysis.odds import has_odds, odds
from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.core.player_labels import PlayerLabels, label_players
from digsite.core.plugin import load_part
from digsite.core.registry import plugin

OddsView = Callable[[Game, Bytes, PlayerLabels, int, bool], RenderableType]


def print_odds(game: Game, state: Bytes, names: Sequence[str] | None, every: bool) -> None:
    """Print the odds of a position. Raises NoOdds."""
    own = plugin(game.name).odds_text if has_odds(game) else ""
    console = Console()
    labels = label_players(["human"] * int(state[1]), names)
    if own:
        view: OddsView = load_part(own)
        console.print(view(game, state, labels, console.width, every), highlight=False)
    else:
        console.print(Text(json.dumps(odds(game, state), indent=2, ensure_ascii=False)), highlight=False)
