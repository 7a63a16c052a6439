"""Each seat's chance to win from a position, estimated by a master's search."""

from dataclasses import replace

from digsite.bots.master import Master, Search
from digsite.bots.player import Budget
from digsite.bots.search_tree import MARGIN
from digsite.core.fields import Bytes, Stream
from digsite.core.game import OVER, Game
from digsite.core.rng import stream

POINTS_SHARE = 0.02  # so little do points count beside winning that the values are win chances
DRAWS = 16  # times that pending chance is drawn


def winning_search(game: Game, seed: int = 0) -> Search:
    """Return a master's search whose values are chances to win, points counting for next to nothing."""
    params = Master.search_params(game).copy()
    params[MARGIN] = POINTS_SHARE
    return Search(game, seed, params)


def win_chances(game: Game, state: Bytes, budget: Budget) -> list[float]:
    """Return each seat's chance to win from a position; they add up to 1.

    `Budget(seconds=2)` or `Budget(simulations=1000)` says how long to search. A count of simulations gives the same
    chances every time. Where something is drawn before the next choice, it is drawn several times, the draws share the
    budget, and the result is their mean. When the game is over, the winners share 1.
    """
    drawn = [next_choice(game, state, stream(0, number)) for number in range(DRAWS)]
    if len({bytes(position) for position in drawn}) == 1:
        return _chances_at(game, drawn[0], budget)
    part = replace(
        budget,
        seconds=budget.seconds / DRAWS if budget.seconds else None,
        simulations=max(budget.simulations // DRAWS, budget.threads) if budget.simulations else None,
    )
    found = [_chances_at(game, position, part) for position in drawn]
    return [sum(chances) / DRAWS for chances in zip(*found, strict=True)]


def next_choice(game: Game, state: Bytes, rng: Stream) -> Bytes:
    """Return the next position in which a player has a choice, or the end; `rng` draws what comes before."""
    while game.to_act(state) != OVER:
        state = game.settle(state, rng)
        actions = game.legal(state)
        if len(actions) > 1:
            break
        if len(actions) == 1:
            state = game.apply(state, int(actions[0]))
    return state


def _chances_at(game: Game, state: Bytes, budget: Budget) -> list[float]:
    if game.to_act(state) == OVER:
        winners = game.outcome(state).winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(int(state[1]))]
    search = winning_search(game)
    search.run(state, budget)
    return search.options(state)[0].win_chances
