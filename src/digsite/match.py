"""One game to play, take back, print, draw and save. `digsite.play` starts one."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from operator import index
from os import PathLike
from typing import TYPE_CHECKING, NamedTuple, SupportsIndex

from digsite.core.chance import weighted_draw
from digsite.core.errors import BadGame, DigsiteError
from digsite.core.fields import Bytes
from digsite.core.files import read_toml
from digsite.core.game import CHANCE, OVER, Game, View
from digsite.core.history import Decision, History
from digsite.core.record import End, Record, read, write
from digsite.core.registry import load, of_record
from digsite.core.rng import below, stream
from digsite.core.verify import winners_by_end

if TYPE_CHECKING:
    from digsite.bots import Entrant
    from digsite.core.game import Picture

File = str | PathLike[str]
LARGEST_SEED = 2**53  # what every reader of JSON keeps exactly
TEXT_WIDTH = 100


class MatchOver(DigsiteError, ValueError):
    """The match is over: nobody can act."""


class Move(NamedTuple):
    """One decision of a match: what a player did, and what was drawn after it."""

    ply: int  # the number of actions before it in `match.texts`
    seat: int
    text: str
    draws: tuple[str, ...]


def play(
    game: str | Game,
    seats: int | None = None,
    seed: int | None = None,
    *,
    options: Mapping[str, str] | None = None,
    data: Mapping[str, object] | File | None = None,
    names: Sequence[str] | None = None,
) -> "Match":
    """Start a match and return it.

    `game` is a name from `digsite.list_games()`, or a game from `digsite.load`. `seats` is the number of players, by
    default the smallest the game allows. The same seed gives the same draws; the default is a random one, which
    `match.seed` holds. `options` are rule options, such as `{"permit-renewal": "end-of-turn"}`. `data` are other facts
    of the game, as a mapping or a TOML file.

        >>> match = digsite.play("thebes", seats=3, seed=1)
        >>> match.push(match.legal[0])

    Raises UnknownGame, BadGame, BadSeats, BadOptions or BadData.
    """
    rules = rules_of(game)
    if options is not None or data is not None:
        facts = data if data is None or isinstance(data, Mapping) else read_toml(data)
        rules = rules.with_setup(options=options, data=facts)
    return Match(rules, rules.seats[0] if seats is None else seats, seed, names=names)


def rules_of(game: str | Game) -> Game:
    """Return a game by its name, or the game itself. Raises UnknownGame or BadGame."""
    if isinstance(game, str):
        return load(game)
    if not hasattr(game, "kernel"):
        raise BadGame(f'{game!r} is not a game: give a name such as "thebes", or what digsite.load returns')
    return game


class Match:
    """A game under way, from a seed or from a record.

    It is always a player's turn, or the match is over: `push` plays an action and draws what chance brings after it,
    `pop` goes back to the decision before. Draws depend only on the seed and the ply, so pushing the same action again
    gives the same draws.

        >>> match = digsite.play("thebes", seats=2, seed=1)
        >>> while not match.is_over:
        ...     match.push(match.legal[0])
        >>> print(match.scores)

    `print(match)` shows the board as text. In a notebook a match shows its picture.
    """

    def __init__(
        self, game: str | Game, seats: int, seed: int | None = None, *, names: Sequence[str] | None = None
    ) -> None:
        """Start a match of a game. `digsite.play` chooses rule options and data, too."""
        self._begin(History.start(rules_of(game), seats), seed, names)

    def _begin(
        self, history: History, seed: int | None, names: Sequence[str] | None, record: Record | None = None
    ) -> None:
        """Continue a history from its last position. Pending draws are made, unless a record says it has ended."""
        if isinstance(names, str):
            raise ValueError(f"names are a list, one for each seat, not the text {names!r}")
        if names is not None and len(names) != history.seats:
            raise ValueError(f"{len(names)} names for {history.seats} seats")
        self._history = history
        self._seed = secrets.randbelow(LARGEST_SEED) if seed is None else index(seed)
        self._names = None if names is None else [str(name) for name in names]
        self._record = record  # the record of exactly this history
        if self._end is None and history.to_act == CHANCE:
            self._record = None
            history.settle(self._draw)

    @property
    def _end(self) -> End | None:
        return self._record.end if self._record else None

    @classmethod
    def from_record(
        cls, record: Record | File, *, data: Mapping[str, object] | File | None = None, seed: int | None = None
    ) -> "Match":
        """Return the match of a record, or of a file with one.

        Iterate over it for its moves; `at` returns the match as it was at any of them. You can play on from there:
        `seed` decides what is drawn then. If the record was made with other data, give them as `data`.

            >>> match = digsite.Match.from_record("game.json")
            >>> for move in match:
            ...     print(move.seat, move.text, *move.draws)

        Raises BadRecord or UntrueRecord, saying what is wrong and where.
        """
        if not isinstance(record, Record):
            record = read(record)
        facts = data if data is None or isinstance(data, Mapping) else read_toml(data)
        match = cls.__new__(cls)
        match._begin(History.of_record(of_record(record, facts), record), seed, record.names, record)
        return match

    def _draw(self, history: History) -> int:
        """Return the action that the seed draws at this ply."""
        rng = stream(self.seed, history.ply)
        return weighted_draw(history.game, history.state, lambda total: below(rng, total))

    @property
    def history(self) -> History:
        """All positions and actions so far."""
        return self._history

    @property
    def seed(self) -> int:
        """What decides the draws: the same seed and the same actions give the same match."""
        return self._seed

    @property
    def names(self) -> list[str] | None:
        """The players' names by seat; None if they have none."""
        return self._names

    @property
    def game(self) -> Game:
        """The game that is played: its rules."""
        return self.history.game

    @property
    def state(self) -> Bytes:
        """The position as bytes, for the methods of `match.game`. It is a copy: changing it leaves the match alone."""
        return self.history.state.copy()

    @property
    def view(self) -> View:
        """The whole position as a dictionary that is ready for JSON."""
        return self.game.view(self.state)

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.history.seats

    @property
    def ply(self) -> int:
        """The number of actions so far, draws included."""
        return self.history.ply

    @property
    def texts(self) -> list[str]:
        """All actions so far, draws included, as a record has them."""
        return self.history.texts

    @property
    def to_act(self) -> int | None:
        """The seat to act, counted from 0; None when the match is over."""
        return None if self.is_over else self.history.to_act

    @property
    def is_over(self) -> bool:
        """Whether the match is over: by the rules, or because somebody left (only in records)."""
        return self._end is not None or self.history.to_act == OVER

    @property
    def legal(self) -> list[str]:
        """The texts of all legal actions; none when the match is over."""
        if self.is_over:
            return []
        return [self.game.text(self.state, action) for action in self.game.legal(self.state).tolist()]

    @property
    def scores(self) -> list[int]:
        """Every seat's points if the match ended now. `match.game.score(match.state)` has them part by part."""
        return self.game.outcome(self.state).totals

    @property
    def winners(self) -> list[int]:
        """The seats that have won: several after a tie, none while the match goes on."""
        if not self.is_over:
            return []
        outcome = self.game.outcome(self.state)
        return winners_by_end(self._end, outcome.totals) if self._end else sorted(outcome.winners)

    def push(self, action: str | SupportsIndex) -> Move:
        """Play an action, by its text or number, and draw what chance brings. Return both as a move.

        Raises InvalidAction if there is no such action, IllegalAction naming the rule that forbids it now, or
        MatchOver.
        """
        if self.is_over:
            raise MatchOver("the match is over")
        begin = self.ply
        if isinstance(action, str):
            self.history.play_text(action)
        else:
            self.history.play(action)
        self.history.settle(self._draw)
        self._record = None
        return self._move(self.history.decisions(begin)[0])

    def pop(self) -> Move:
        """Take back the last decision and what was drawn after it. Return both as a move.

        Raises IndexError if no player has decided anything.
        """
        last = next((ply for ply in reversed(range(self.ply)) if self._actor(ply) != CHANCE), None)
        if last is None:
            raise IndexError("there is nothing to take back")
        move = self._move(self.history.decisions(last)[0])
        self.history.undo_to(last)
        self._record = None
        return move

    def _actor(self, ply: int) -> int:
        return self.game.to_act(self.history.states[ply])

    def _move(self, decision: Decision) -> Move:
        text, *draws = (
            self.game.text(state, action)
            for state, action in zip(self.history.states_at(decision), self.history.actions_at(decision), strict=False)
        )
        assert decision.seat is not None
        return Move(decision.begin, decision.seat, text, tuple(draws))

    def __iter__(self) -> Iterator[Move]:
        """Iterate over the moves so far. Draws before the first decision belong to none of them."""
        return (self._move(decision) for decision in self.history.decisions() if decision.seat is not None)

    def at(self, ply: int) -> "Match":
        """Return the match as it was after the first `ply` actions: `match.at(move.ply)` is before a move.

        Raises IndexError if there is no such ply. Where a draw comes next, the seed draws it.
        """
        history = self.history.copy()
        history.undo_to(index(ply))
        match = Match.__new__(Match)
        match._begin(history, self.seed, self.names, self._record if ply == self.ply else None)
        return match

    def copy(self) -> "Match":
        """Return a copy: playing on in one does not change the other."""
        return self.at(self.ply)

    __copy__ = copy

    def odds(self, action: str | None = None) -> dict[str, object]:
        """Return the exact odds of the position, ready for JSON: all of them, or those of one action.

            >>> match.odds("dig greece 5")["nothing"]

        Raises DigsiteError where the game has no odds, or none of that action here.
        """
        from digsite.analysis.odds import odds

        found = odds(self.game, self.state)
        if action is None:
            return found
        lists = [entries for entries in found.values() if isinstance(entries, list)]
        for entry in (one for entries in lists for one in entries if isinstance(one, dict)):
            if entry.get("action") == action:
                return entry
        raise DigsiteError(f"{self.game.name} has no odds of {action!r} in this position")

    def ask(self, bot: "str | Entrant") -> str:
        """Return the text of the action that a bot would play now: `match.push(match.ask("master:200ms"))`.

        A bot is what `digsite.bot` returns, or its name. Raises MatchOver, UnknownBot or BadBudget.
        """
        from digsite.bots import Entrant, entrant

        if self.is_over:
            raise MatchOver("the match is over")
        chosen = bot if isinstance(bot, Entrant) else entrant(bot)
        player = chosen.player(self.game, self.history.to_act, self.seed)
        for state, action in zip(self.history.states, self.history.actions, strict=False):
            player.observe(state, action)
        return self.game.text(self.state, index(player.choose(self.state, chosen.budget)))

    def record(self) -> Record:
        """Return the record of the match so far. `match.save(file)` writes it."""
        return self._record or self.history.record(names=self.names, meta={"seed": self.seed})

    def save(self, file: File) -> None:
        """Write the record of the match to a file."""
        write(self.record(), file)

    def picture(self, *, theme: str = "light") -> "Picture":
        """Return the position drawn as SVG. Themes are light, dark and css (colours as variables of a page)."""
        return self.game.picture(self.state, theme=theme, names=self.names)

    def _repr_svg_(self) -> str:
        return self.picture()._repr_svg_()

    def __str__(self) -> str:
        """The board as text, without colours."""
        from io import StringIO

        from rich.console import Console

        from digsite.core.generic_terminal_ui import load_terminal_ui
        from digsite.core.player_labels import label_players

        labels = label_players(["human"] * self.seats, self.names)
        console = Console(file=StringIO(), width=TEXT_WIDTH, color_system=None, force_jupyter=False)
        with console.capture() as captured:
            console.print(load_terminal_ui(self.game).board(self.view, labels, TEXT_WIDTH), highlight=False)
        return "\n".join(line.rstrip() for line in captured.get().splitlines())

    def __repr__(self) -> str:
        stands = "over" if self.is_over else f"seat {self.to_act} to act"
        return f"<Match: {self.game.name}, {self.seats} seats, ply {self.ply}, {stands}, scores {self.scores}>"
