"""Who plays which game."""

from tests.browser.mykerinos import MykerinosPlayer
from tests.browser.player import Player
from tests.browser.thebes import ThebesPlayer

PLAYERS: dict[str, type[Player]] = {"thebes": ThebesPlayer, "mykerinos": MykerinosPlayer}
GAMES = tuple(PLAYERS)
