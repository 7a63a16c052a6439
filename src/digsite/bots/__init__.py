"""Who plays when no person does. A bot sees what a player sees and chooses one legal action."""

from collections.abc import Callable

from digsite.core.fields import Bytes, Stream
from digsite.core.game import Game
from digsite.core.rng import below

Choose = Callable[[Game, Bytes, Stream], int]


def choose_at_random(game: Game, state: Bytes, rng: Stream) -> int:
    actions = game.legal(state)
    return int(actions[below(rng, len(actions))])


BOTS: dict[str, Choose] = {"random": choose_at_random}
