"""A game under way at the terminal: people and bots act, chance draws, and decisions can be taken back."""

import secrets
from collections.abc import Iterator, Sequence
from operator import index
from threading import Event
from typing import TYPE_CHECKING

from digsite.bots.match import bot_errors, not_allowed
from digsite.core.chance import weighted_draw
from digsite.core.errors import BadRecord, BadSeats, IllegalAction, InvalidAction
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, Game
from digsite.core.history import History
from digsite.core.player_labels import PlayerLabels
from digsite.core.record import Record
from digsite.core.rng import below, stream
from digsite.terminal.players import HUMAN, bots_among

if TYPE_CHECKING:
    from digsite.bots.player import Player

LUCK, BOTS_OWN = 0, 1  # a game's two random streams, so that the bots' own randomness changes no draw
SEEDS = 2**53  # what any reader of JSON keeps exactly
STREAMS = 2
BOT_SEEDS = 2**31


class TerminalMatch:
    """A game with the players of its seats. After every method it is a player's turn, or the game is over."""

    def __init__(
        self, game: Game, players: Sequence[str], *, seed: int | None = None, record: Record | None = None
    ) -> None:
        self.game = game
        self.players = list(players)
        self.bots = bots_among(players)
        self.seed = secrets.randbelow(SEEDS) if seed is None else seed
        self.history = self._resume(record) if record else History.start(game, len(players))
        number = STREAMS * self.history.ply  # a resumed game draws from new streams
        self._luck, self._bots = stream(self.seed, number + LUCK), stream(self.seed, number + BOTS_OWN)
        self.resumed = self.history.ply
        self.fair = record is not None and record.chance is not None and not self.over
        self._seat_bots()
        self._draw()

    def _resume(self, record: Record) -> History:
        """Return the history of a saved game. Raises BadRecord, BadSeats or UntrueRecord."""
        if record.game != self.game.name:
            raise BadRecord(f"game: this is a record of {record.game}, not of {self.game.name}")
        if record.seats != len(self.players):
            raise BadSeats(f"the saved game has {record.seats} seats, not {len(self.players)}")
        if record.end:
            raise BadRecord(f"end: the game was {record.end.reason} and cannot go on")
        return History.of_record(self.game, record)

    def _seat_bots(self) -> None:
        """Make new players for the bots' seats and let them observe all actions so far."""
        seed, game = below(self._bots, BOT_SEEDS), self.game
        self._seated: dict[int, Player] = {}
        for seat, bot in self.bots.items():
            with bot_errors(bot):
                self._seated[seat] = bot.player(game, seat, seed)
        for state, action in zip(self.history.states, self.history.actions, strict=False):
            self._tell_bots(state, action)

    def _tell_bots(self, state: Bytes, action: int) -> None:
        for seat, player in self._seated.items():
            with bot_errors(self.bots[seat]):
                player.observe(state, action)

    @property
    def state(self) -> Bytes:
        return self.history.state

    @property
    def over(self) -> bool:
        return self.history.is_over

    @property
    def seat(self) -> int:
        """The seat to act; meaningless when the game is over."""
        return self.history.to_act

    @property
    def human_to_act(self) -> bool:
        return not self.over and self.players[self.seat] == HUMAN

    def act(self, action: int) -> None:
        """Play a player's action and all draws that follow it. Raises BotFailed if a bot's is not allowed."""
        self._step(action)
        self._draw()

    def ask_bot(self, cancel: Event | None = None) -> int:
        """Return what the bot to act chooses. Raises BotFailed."""
        bot = self.bots[self.seat]
        with bot_errors(bot):
            return index(self._seated[self.seat].choose(self.state, bot.budget, cancel))

    def _step(self, action: int) -> None:
        before, bot = self.state, self.bots.get(self.seat)
        try:
            self.history.play(action)
        except (IllegalAction, InvalidAction) as error:
            if bot is None:
                raise
            raise not_allowed(bot, error) from None
        self._tell_bots(before, action)

    def _draw(self) -> None:
        while self.history.to_act == CHANCE:
            self._step(weighted_draw(self.game, self.state, lambda total: below(self._luck, total)))

    def _human_decisions(self) -> list[int]:
        """Return the plies at which a person decided."""
        return [
            decision.begin
            for decision in self.history.decisions()
            if decision.seat is not None and self.players[decision.seat] == HUMAN
        ]

    @property
    def decided(self) -> bool:
        """Whether a person has decided anything yet."""
        return bool(self._human_decisions())

    def undo(self) -> int | None:
        """Go back to before the last decision of a person. Return the action taken back, None if there is none."""
        plies = self._human_decisions()
        if not plies:
            return None
        action = self.history.actions[plies[-1]]
        self.history.undo_to(plies[-1])
        self._seat_bots()
        return action

    def turns(self, since: int = 0) -> Iterator[tuple[list[Bytes], list[int]]]:
        """Yield the positions and actions of each decision and the draws after it, from ply `since` on.

        Draws before the first decision come first, on their own.
        """
        for decision in self.history.decisions(since):
            yield self.history.states_at(decision), self.history.actions_at(decision)

    def record(self, labels: PlayerLabels) -> Record:
        meta = {"players": self.players, "seed": self.seed}
        return self.history.record(names=list(labels.names), meta=meta)
