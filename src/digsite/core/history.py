"""The history of a game: every position from the start, and the actions that led from each to the next."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from operator import index
from typing import SupportsIndex, Unpack

from digsite.core.errors import IllegalAction, InvalidAction, UntrueRecord
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER, Game
from digsite.core.json_checks import short
from digsite.core.record import Record, RecordDetails, check_fits, finished


@dataclass(frozen=True)
class Decision:
    """A player's action with the draws that followed it: plies `begin` to `end` of a history.

    `seat` is None for draws that follow no player's action, such as those before the first one.
    """

    seat: int | None
    begin: int
    end: int


@dataclass
class History:
    """A game as it was played so far. `actions[i]` leads from `states[i]` to `states[i + 1]`.

    It usually begins with `start`, `of_record` or `of_texts`. `History(game, [state])` begins at any other position.
    """

    game: Game
    states: list[Bytes]
    actions: list[int] = field(default_factory=list)

    @classmethod
    def start(cls, game: Game, seats: int) -> "History":
        """Return the history of a game in which nothing was played yet. Raises BadSeats."""
        return cls(game, [game.new(seats)])

    @classmethod
    def of_texts(cls, game: Game, seats: int, texts: Iterable[str]) -> "History":
        """Return the history of a game played by these texts. Raises UntrueRecord naming the first wrong one."""
        history = cls.start(game, seats)
        history.play_texts(texts)
        return history

    @classmethod
    def of_record(cls, game: Game, record: Record) -> "History":
        """Return the history of a recorded game. Raises BadRecord if it does not fit the game, or UntrueRecord."""
        check_fits(game, record)
        return cls.of_texts(game, record.seats, record.actions)

    @property
    def state(self) -> Bytes:
        """The current position."""
        return self.states[-1]

    @property
    def ply(self) -> int:
        """The number of actions played, draws included."""
        return len(self.actions)

    @property
    def seats(self) -> int:
        """The number of players."""
        return int(self.state[1])

    @property
    def to_act(self) -> int:
        """Who acts now: a seat, CHANCE or OVER."""
        return self.game.to_act(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended by its rules."""
        return self.to_act == OVER

    @property
    def texts(self) -> list[str]:
        """The texts of all actions."""
        return self.texts_since(0)

    def texts_since(self, ply: int) -> list[str]:
        """Return the texts of the actions from a ply on."""
        played = zip(self.states[ply:], self.actions[ply:], strict=False)
        return [self.game.text(state, action) for state, action in played]

    def play(self, action: SupportsIndex) -> Bytes:
        """Play an action and return the position after it. Raises IllegalAction or InvalidAction."""
        after = self.game.apply(self.state, action)
        self.states.append(after)
        self.actions.append(index(action))
        return after

    def play_text(self, text: str) -> Bytes:
        """Play the action of a text and return the position after it. Raises InvalidAction or IllegalAction."""
        return self.play(self.game.parse(self.state, text))

    def play_texts(self, texts: Iterable[str]) -> None:
        """Play the actions of several texts. Raises UntrueRecord naming the first wrong one by its ply."""
        for text in texts:
            try:
                self.play_text(text)
            except (InvalidAction, IllegalAction) as error:
                raise UntrueRecord(f"actions[{self.ply}]: {short(text)}: {error}") from None

    def settle(self, draw: Callable[["History"], int]) -> None:
        """Play what `draw` returns for as long as chance is to act."""
        while self.to_act == CHANCE:
            self.play(draw(self))

    def extend(self, played: "History") -> None:
        """Add all that was played in a history that began at the current position."""
        self.states += played.states[1:]
        self.actions += played.actions

    def undo_to(self, ply: int) -> None:
        """Go back to the position after the first `ply` actions. Raises IndexError if there is none."""
        if not 0 <= ply <= self.ply:
            raise IndexError(f"there is no ply {ply} in a history of {self.ply} actions")
        del self.actions[ply:], self.states[ply + 1 :]

    def decisions(self, since: int = 0) -> list[Decision]:
        """Return the decisions from ply `since` on. Draws that come first there are a decision of nobody."""
        actors = {ply: self.game.to_act(self.states[ply]) for ply in range(since, self.ply)}
        begins = [ply for ply, actor in actors.items() if ply == since or actor != CHANCE]
        ends = [*begins[1:], self.ply]
        return [
            Decision(None if actors[begin] == CHANCE else actors[begin], begin, end)
            for begin, end in zip(begins, ends, strict=False)
        ]

    def states_at(self, decision: Decision) -> list[Bytes]:
        """Return the positions of a decision, from the one before its action to the one after its last draw."""
        return self.states[decision.begin : decision.end + 1]

    def actions_at(self, decision: Decision) -> list[int]:
        """Return a decision's action and the draws that followed it."""
        return self.actions[decision.begin : decision.end]

    def copy(self) -> "History":
        """Return a copy that further play of this history does not change."""
        return History(self.game, self.states[:], self.actions[:])

    def record(self, **details: Unpack[RecordDetails]) -> Record:
        """Return the record of the game so far, with scores and winners if it is over."""
        return finished(self.game, self.state, self.texts, **details)
