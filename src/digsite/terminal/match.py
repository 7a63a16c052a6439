"""One game under way: its positions so far, the luck it draws, taking back, and its record."""

import secrets
from collections.abc import Iterator, Sequence
from operator import index
from threading import Event
from typing import TYPE_CHECKING, Any, cast

from digsite.bots.match import blaming, not_allowed
from digsite.core.company import Company
from digsite.core.errors import BadRecord, BadSeats, DigsiteError
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER, Game
from digsite.core.record import Record, finished, replay
from digsite.core.rng import below, stream
from digsite.terminal.players import HUMAN, bots_among

if TYPE_CHECKING:
    from digsite.bots.player import Player
    from digsite.core.compiled import CompiledGame

LUCK, BOTS_OWN = 0, 1  # a game's two streams, so that what bots ponder changes no draw
SEEDS = 2**53  # what any reader of JSON keeps exactly
STREAMS = 2
BOT_SEEDS = 2**31


class Match:
    """`actions[i]` led from `states[i]` to `states[i + 1]`; chance never waits, except before the first draw."""

    def __init__(
        self, game: Game, players: Sequence[str], *, seed: int | None = None, record: Record | None = None
    ) -> None:
        self.game = game
        self.players = list(players)
        self.bots = bots_among(players)
        self.seed = secrets.randbelow(SEEDS) if seed is None else seed
        self.actions: list[int] = []
        self.states: list[Bytes] = [game.new(len(players))]
        if record:
            self._take_up(record)
        number = STREAMS * len(self.actions)  # a game taken up again draws anew from there
        self._luck, self._bots = stream(self.seed, number + LUCK), stream(self.seed, number + BOTS_OWN)
        self.resumed = len(self.actions)
        self.fair = record is not None and record.chance is not None and not self.over
        self._seat_bots()
        self._draw()

    def _take_up(self, record: Record) -> None:
        if record.game != self.game.name:
            raise BadRecord(f"game: this is a record of {record.game}, not of {self.game.name}")
        if record.seats != len(self.players):
            raise BadSeats(f"the saved game has {record.seats} seats, not {len(self.players)}")
        if record.end:
            raise BadRecord(f"end: the game was {record.end.reason} and cannot go on")
        steps = list(replay(self.game, record))
        self.states = [state for state, _ in steps]
        self.actions = [action for _, action in steps[:-1]]

    def _seat_bots(self) -> None:
        """New players for the bots' seats, who are told all that has happened."""
        seed, game = below(self._bots, BOT_SEEDS), cast("CompiledGame[Any]", self.game)
        self._seated: dict[int, Player] = {}
        for seat, bot in self.bots.items():
            with blaming(bot):
                self._seated[seat] = bot.player(game, seat, seed)
        for state, action in zip(self.states, self.actions, strict=False):
            self._tell_bots(state, action)

    def _tell_bots(self, state: Bytes, action: int) -> None:
        for seat, player in self._seated.items():
            with blaming(self.bots[seat]):
                player.observe(state, action)

    @property
    def state(self) -> Bytes:
        return self.states[-1]

    @property
    def over(self) -> bool:
        return self.game.to_act(self.state) == OVER

    @property
    def seat(self) -> int:
        """The seat to act; meaningless when over."""
        return self.game.to_act(self.state)

    @property
    def human_to_act(self) -> bool:
        return not self.over and self.players[self.seat] == HUMAN

    def act(self, action: int) -> None:
        """A player's action and all the luck that follows."""
        self._step(action)
        self._draw()

    def ask_bot(self, cancel: Event | None = None) -> int:
        """What the bot to act chooses. Raises BotFailed."""
        bot = self.bots[self.seat]
        with blaming(bot):
            action = index(self._seated[self.seat].choose(self.state, bot.budget, cancel))
        try:
            self.game.apply(self.state, action)
        except DigsiteError as error:
            raise not_allowed(bot, error) from None
        return action

    def act_as_bot(self) -> None:
        self.act(self.ask_bot())

    def _step(self, action: int) -> None:
        after = self.game.apply(self.state, action)
        self._tell_bots(self.state, action)
        self.states.append(after)
        self.actions.append(action)

    def _draw(self) -> None:
        while self.game.to_act(self.state) == CHANCE:
            ids, weights = self.game.chance(self.state)
            rest = below(self._luck, int(weights.sum()))
            for action, weight in zip(ids.tolist(), weights.tolist(), strict=True):
                rest -= weight
                if rest < 0:
                    self._step(action)
                    break

    def decisions(self) -> list[int]:
        """Where players acted, as places in `actions`."""
        return [ply for ply in range(len(self.actions)) if self.game.to_act(self.states[ply]) < CHANCE]

    def _human_decisions(self) -> list[int]:
        return [ply for ply in self.decisions() if self.players[self.game.to_act(self.states[ply])] == HUMAN]

    @property
    def decided(self) -> bool:
        """Whether a person has acted at all."""
        return bool(self._human_decisions())

    def undo(self) -> int | None:
        """Back to before the last decision of a person; the action taken back, None if there is none."""
        plies = self._human_decisions()
        if not plies:
            return None
        action = self.actions[plies[-1]]
        del self.actions[plies[-1] :], self.states[plies[-1] + 1 :]
        self._seat_bots()
        return action

    def turns(self, since: int = 0) -> Iterator[tuple[list[Bytes], list[int]]]:
        """Each decision with the luck that followed it, as positions and actions; the luck before the first one too.

        `since` is a place in `actions` at which a turn begins.
        """
        begins = sorted({since, *(ply for ply in self.decisions() if ply > since)})
        for start, end in zip(begins, [*begins[1:], len(self.actions)], strict=True):
            if end > start:
                yield self.states[start : end + 1], self.actions[start:end]

    def record(self, company: Company) -> Record:
        texts = [self.game.text(state, action) for state, action in zip(self.states, self.actions, strict=False)]
        meta = {"players": self.players, "seed": self.seed}
        return finished(self.game, self.state, texts, names=list(company.names), meta=meta)
