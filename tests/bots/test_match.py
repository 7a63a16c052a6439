"""One game between bots: who is told and asked what, and how luck is shared."""

import time
from threading import Event
from typing import Any

import pytest

from digsite.bots import Entrant, entrant
from digsite.bots.match import BotFailed, Luck, PlayedMatch, play, timed_by_work
from digsite.bots.player import Budget
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER, Game
from digsite.core.registry import game_names, load

each_game = pytest.mark.parametrize("game", [load(name) for name in game_names()], ids=lambda game: game.name)


class Watcher:
    """Notes all it is told and asked; takes the last action there is."""

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.game, self.seat = game, seat
        self.seen: list[tuple[bytes, int]] = []
        self.asked: list[bytes] = []

    def observe(self, state: Bytes, action: int) -> None:
        self.seen.append((bytes(state), action))

    def choose(self, state: Bytes, budget: Budget, cancel: Event | None = None) -> int:
        self.asked.append(bytes(state))
        return int(self.game.legal(state)[-1])


def match_of(game: Game, *bots: str, seed: int = 0, deal: int = 0) -> PlayedMatch:
    return play(game, [entrant(bot) for bot in bots], Luck(seed, deal), seed)


@each_game
def test_everybody_observes_everything_and_is_asked_only_where_there_is_a_choice(game: Game) -> None:
    watchers: list[Watcher] = []

    def make(game: Game, seat: int, seed: int) -> Watcher:
        watchers.append(Watcher(game, seat, seed))
        return watchers[-1]

    match = play(game, [Entrant("watcher", make, Budget())] * 3, Luck(4, 0), 4)
    happened = [
        (bytes(state), action) for state, action in zip(match.history.states, match.history.actions, strict=False)
    ]
    assert [watcher.seat for watcher in watchers] == [0, 1, 2]
    for watcher in watchers:
        assert watcher.seen == happened
        choices = [state for state in match.history.states if state[0] == watcher.seat and len(game.legal(state)) > 1]
        assert watcher.asked == [bytes(state) for state in choices]
        assert match.decisions[watcher.seat] == len(choices)
    assert game.to_act(match.history.states[-1]) == OVER
    assert match.outcome == game.outcome(match.history.states[-1])


@each_game
def test_the_same_seed_gives_the_same_game(game: Game) -> None:
    first, again, other = (match_of(game, "random", "random", seed=seed) for seed in (1, 1, 2))
    assert first.history.actions == again.history.actions
    assert first.history.actions != other.history.actions


def test_equal_bots_in_different_seats_do_not_think_alike() -> None:
    seeds: list[int] = []

    def make(game: Game, seat: int, seed: int) -> Watcher:
        seeds.append(seed)
        return Watcher(game, seat, seed)

    play(load("thebes"), [Entrant("watcher", make, Budget())] * 4, Luck(0, 0), 0)
    assert len(set(seeds)) == 4


def test_thebes_draws_from_markers_cards_and_five_bags() -> None:
    game = load("thebes")
    sources: dict[str, set[int]] = {}
    for deal in range(10):
        match, site = match_of(game, "random", "random", deal=deal), ""
        for state, text in zip(match.history.states, match.history.texts, strict=False):
            words = text.split()
            site = words[1] if words[0] == "dig" else site
            if game.to_act(state) == CHANCE:
                sources.setdefault(words[0] if words[0] in ("marker", "card") else site, set()).add(game.source(state))
    assert sources.keys() == {"marker", "card", "greece", "crete", "egypt", "palestine", "mesopotamia"}
    assert all(len(found) == 1 for found in sources.values())
    assert len(set().union(*sources.values())) == 7


def test_mykerinos_draws_from_starters_wings_and_tiles() -> None:
    game = load("mykerinos")
    match = match_of(game, "random", "random")
    drawn = {
        (text.split()[0], game.source(state))
        for state, text in zip(match.history.states, match.history.texts, strict=False)
        if game.to_act(state) == CHANCE
    }
    assert {word for word, _ in drawn} == {"first", "wing", "deal"}
    assert len({source for _, source in drawn}) == 3 == len(drawn)


def chance_states(game: Game) -> dict[int, Bytes]:
    """One position for each source."""
    match = match_of(game, "random", "random")
    return {game.source(state): state for state in match.history.states if game.to_act(state) == CHANCE}


@each_game
def test_the_same_situation_brings_the_same_draw_whatever_was_drawn_elsewhere(game: Game) -> None:
    states = chance_states(game)
    for source, state in states.items():
        for deal in range(5):
            plain, stirred = Luck(3, deal), Luck(3, deal)
            for other, elsewhere in states.items():
                if other != source:
                    stirred.draw(game, elsewhere)
            for _ in range(20):
                assert plain.draw(game, state) == stirred.draw(game, state)


@each_game
def test_draws_come_as_often_as_their_weights_say(game: Game) -> None:
    draws = 4000
    for state in chance_states(game).values():
        luck = Luck(5, 0)
        drawn = [luck.draw(game, state) for _ in range(draws)]
        ids, weights = game.chance(state)
        for action, weight in zip(ids.tolist(), weights.tolist(), strict=True):
            chance = weight / int(weights.sum())
            spread = (draws * chance * (1 - chance)) ** 0.5
            assert abs(drawn.count(action) - draws * chance) <= 4.5 * spread


def test_deals_differ() -> None:
    game = load("mykerinos")
    dealt = {tuple(match_of(game, "random", "random", deal=deal).history.actions[:14]) for deal in range(20)}
    assert len(dealt) == 20


class Clumsy(Watcher):
    answer: Any = None

    def choose(self, state: Bytes, budget: Budget, cancel: Event | None = None) -> int:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (10**6, "clumsy plays what is not allowed: 1000000 is not an action in thebes"),
        (load("thebes").parse(load("thebes").new(2), "exhibit a"), "clumsy plays what is not allowed: T"),
        ("dig egypt 3", "clumsy breaks off: TypeError"),
        (ZeroDivisionError("by nothing"), "clumsy breaks off: ZeroDivisionError: by nothing"),
    ],
)
def test_a_bot_that_fails_is_named_in_one_line(answer: Any, message: str) -> None:
    maker = type("Clumsy", (Clumsy,), {"answer": answer})
    with pytest.raises(BotFailed) as failed:
        play(load("thebes"), [entrant("random"), Entrant("clumsy", maker, Budget())], Luck(0, 0), 0)
    assert str(failed.value).startswith(message)
    assert "\n" not in str(failed.value)


def test_thinking_is_timed_by_its_own_work() -> None:
    budget = timed_by_work(entrant("master:50ms")).budget
    assert (budget.seconds, budget.threads, budget.clock) == (0.05, 1, time.thread_time)
    assert sum(match_of(load("thebes"), "random", "plain:4sims").seconds) > 0
