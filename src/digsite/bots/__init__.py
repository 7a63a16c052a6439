"""Bots by name. Other packages can add more with an entry point in the group `digsite.bots`.

A bot is reached by a text such as `novice`, `master:50ms`, `master:2s` or `master:800sims`.
"""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from digsite.core.errors import DigsiteError

if TYPE_CHECKING:
    from digsite.bots.player import Budget, Maker, Player
    from digsite.core.game import Game

OWN = {
    "random": "digsite.bots.random:Random",
    "novice": "digsite.bots.novice:Novice",
    "scholar": "digsite.bots.scholar:Scholar",
    "plain": "digsite.bots.master:Plain",
    "master": "digsite.bots.master:Master",
}
GROUP = "digsite.bots"


class BrokenBot(DigsiteError, ImportError):
    """A bot of another package that cannot be loaded."""


class UnknownBot(DigsiteError, LookupError):
    """No bot has this name."""


@dataclass(frozen=True)
class Entrant:
    """A bot as it enters a match: its name with its budget, and what makes its players."""

    name: str
    maker: "Maker"
    budget: "Budget"

    def player(self, game: "Game", seat: int, seed: int) -> "Player":
        """Return a player for one seat of one match. The same seed gives the same play."""
        return self.maker(game, seat, seed)


@cache
def names() -> list[str]:
    """Return the names of all bots, our own first."""
    return [*OWN, *sorted({point.name for point in entry_points(group=GROUP)} - OWN.keys())]


def entrant(text: str) -> Entrant:
    """Return the bot that a text names: `novice`, or with a budget `master:50ms`, `master:800sims`.

        >>> bot = digsite.bot("master:200ms")
        >>> player = bot.player(match.game, seat=0, seed=1)
        >>> player.choose(match.state, bot.budget)

    Raises UnknownBot or BadBudget.
    """
    from digsite.bots.player import BadBudget, Budget

    if not isinstance(text, str):
        raise UnknownBot(f'{text!r} is not the name of a bot: write one as text, such as "novice"')
    name, colon, budget = text.partition(":")
    maker = _maker(name)
    usual: Budget | None = getattr(maker, "usual", None)
    if not colon:
        return Entrant(name, maker, usual or Budget())
    if usual is None:
        raise BadBudget(f"{name} does not search, so it takes no budget: write {name} alone")
    return Entrant(text, maker, Budget.parse(budget))


@cache
def _maker(name: str) -> "Maker":
    if name in OWN:
        module, _, attribute = OWN[name].partition(":")
        maker: Maker = getattr(import_module(module), attribute)
        return maker
    for point in entry_points(group=GROUP, name=name):
        try:
            loaded: Maker = point.load()
        except Exception as error:  # whatever another package does when it is imported
            raise BrokenBot(f"the bot {name!r} cannot be loaded from {point.value}: {error}") from error
        return loaded
    raise UnknownBot(f"there is no bot {name!r}; the bots are {', '.join(names())}")
