"""Positions with one right answer, and the proof of it: the whole tree is searched, everybody playing to win."""

from collections.abc import Callable
from dataclasses import dataclass

from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER, Game

POINT = 1e-6  # of a share of the win: points decide only where shares are equal
CLEAR = 0.05  # by how much a right answer must be better than any other

Worth = list[float]  # one for each seat


@dataclass(frozen=True)
class Puzzle:
    name: str
    why: str
    build: Callable[[], Bytes]
    right: set[str]
    but: str = ""  # an action that cannot help, as `why` makes plain: the proof leaves it out


class Proof:
    """What a position is worth to each seat when everybody plays best: the share of the win, then points."""

    def __init__(self, game: Game, but: str = "") -> None:
        self.game = game
        self.but = but
        self.known: dict[bytes, Worth] = {}

    def worth(self, state: Bytes) -> Worth:
        key = state.tobytes()
        if key not in self.known:
            self.known[key] = self._worth(state)
        return self.known[key]

    def considered(self, state: Bytes) -> list[int]:
        actions = self.game.legal(state).tolist()
        return [action for action in actions if self.game.text(state, action) != self.but]

    def is_decided(self, state: Bytes) -> bool:
        return self.game.to_act(state) == OVER

    def _worth(self, state: Bytes) -> Worth:
        seats, actor = range(int(state[1])), self.game.to_act(state)
        if self.is_decided(state):
            outcome = self.game.outcome(state)
            won = 1 / len(outcome.winners)
            return [won * (seat in outcome.winners) + POINT * outcome.totals[seat] for seat in seats]
        if actor == CHANCE:
            ids, weights = self.game.chance(state)
            after = [self.worth(self.game.apply(state, action)) for action in ids.tolist()]
            odds = (weights / weights.sum()).tolist()
            return [sum(chance * worth[seat] for chance, worth in zip(odds, after, strict=True)) for seat in seats]
        choices = [self.worth(self.game.apply(state, action)) for action in self.considered(state)]
        return max(choices, key=lambda worth: worth[actor])

    def shares(self, state: Bytes) -> dict[str, float]:
        """The share of the win that each action of the player to act brings."""
        actor, apply, text = self.game.to_act(state), self.game.apply, self.game.text
        return {text(state, action): self.worth(apply(state, action))[actor] for action in self.considered(state)}

    def right(self, state: Bytes) -> set[str]:
        """The best actions, if they are clearly better than all others."""
        shares = self.shares(state)
        best = max(shares.values())
        right = {text for text, share in shares.items() if share > best - CLEAR}
        others = [share for text, share in shares.items() if text not in right]
        assert others, "whatever one does is the same"
        assert min(shares[text] for text in right) > best - CLEAR / 100, shares
        return right
