"""A table: who sits where, how the game stands, whose clock runs. Pure: no database, no network, no clock of its own.

Everything that happens is an entry of the table's log (`entries`). `commands` says what may happen, `fold` what an
entry makes of the table. All times are milliseconds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Literal

import numpy as np

from digsite.core.chance import commitment
from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.core.record import Chance, End, Record
from digsite.core.registry import table_game
from digsite.core.verify import winners_by_end
from digsite.tables.entries import Move, OnTimeout, Pace, SeatKind, Visibility
from digsite.tables.names import distinct_names, player_name

DAY = 86_400_000
Status = Literal["open", "playing", "over"]


@dataclass(frozen=True)
class Terms:
    """What a table is opened with; until the start its host can change most of it."""

    game: str
    name: str = ""
    pace: Pace = "live"
    bank: int = 0  # live: a player's time for the whole game; 0: no clock
    increment: int = 0  # … and what every turn adds to it
    days: int = 0  # correspondence: for each turn; 0: no clock
    visibility: Visibility = "link"
    undo: bool = True
    practice: bool = False  # for one person, who may undo everything; draws are not proved fair
    stand_in: str = "novice"  # who takes the seat of a player who left: a bot, or "open" for anyone invited
    on_timeout: OnTimeout = "stand in"
    pause: int = 0  # how long a bot waits before it acts, for those who watch
    hints: bool = True  # whether players may ask a bot what it would do
    guide: bool = False  # a first game, with a guide that explains it
    options: Mapping[str, str] = field(default_factory=dict)  # rule options that are not the default
    takebacks: bool = False  # whether players may ask the others to go back past what was revealed, too
    pairing: bool = False  # whoever comes first plays: it starts by itself, and closes when its host is gone


@dataclass(frozen=True)
class Seat:
    """A place at a table and who has it."""

    kind: SeatKind
    person: str = ""  # of an open seat: the person it is reserved for
    name: str = ""
    bot: str = ""
    word: str = ""
    bank: int = 0
    wants_end: bool = False  # would end the game without a winner
    lost: str = ""  # the person who had it until their time ran out …
    returns_with: int | None = None  # … and the time on the clock if they come back; None where none ran out
    gave_up: str = ""  # of an open seat: the person who resigned it


@dataclass(frozen=True)
class Takeback:
    """A player asks to go back to before a ply; `agreed` are the seats of those who have said yes."""

    seat: int
    to: int
    agreed: tuple[int, ...]


@dataclass(frozen=True)
class TakenBack:
    """A take-back that was granted: who had asked, at which ply, and to which ply the game went back."""

    seat: int
    ply: int
    to: int


@dataclass(frozen=True)
class Table:
    """A table after some entry of its log."""

    id: str
    seed: bytes = field(repr=False)
    terms: Terms
    host: str
    seats: tuple[Seat, ...]
    version: int = 0
    status: Status = "open"
    rules: int = 0  # the version of the game's rules, from the start on
    data: str = ""  # the digest of its data, from the start on, where they are not the game's own
    state: bytes = b""
    ply: int = 0
    since: int = 0  # when the player to act began to think
    used: int = 0  # correspondence: the time of this turn that was used before then
    undoable_plies: tuple[int, ...] = ()  # the plies one may go back to …
    undoable_used: tuple[int, ...] = ()  # … correspondence: the time of the turn that the action after each used
    undo_seat: int = -1  # … and the seat that may
    position_version: int = 0  # the version that brought the present position
    end: End | None = None
    rematch: str = ""
    takeback: Takeback | None = None  # what somebody asks for
    taken_back: tuple[TakenBack, ...] = ()

    @property
    def closed(self) -> bool:
        """Whether the table was closed before its game began."""
        return self.status == "over" and not self.state

    @property
    def game(self) -> Game:
        return table_game(self.terms.game, self.terms.options)

    @property
    def outdated(self) -> bool:
        """Whether the game began with other rules or data than today's: it can be seen, but not played on."""
        return self.rules not in (0, self.game.version) or self.other_data

    @property
    def other_data(self) -> bool:
        """Whether the game began with other data than the server plays with now."""
        return self.rules != 0 and self.data != (self.game.data_digest or "")

    @cached_property
    def position(self) -> Bytes:
        """The game's state."""
        return np.frombuffer(self.state, np.uint8)

    @cached_property
    def to_act(self) -> int | None:
        """The seat to act, or None unless a game is being played."""
        return self.state[0] if self.status == "playing" and not self.outdated else None

    @cached_property
    def actor(self) -> Seat | None:
        """The player to act, as a seat; None unless a game is being played."""
        return None if self.to_act is None else self.seats[self.to_act]

    def seats_of(self, person: str) -> list[int]:
        """Return the seats a person has."""
        return [i for i, seat in enumerate(self.seats) if seat.kind == "person" and seat.person == person]

    @property
    def people(self) -> set[str]:
        """The ids of all people who have a seat."""
        return {seat.person for seat in self.seats if seat.kind == "person"}

    def names(self) -> list[str]:
        """Return everybody's name, bots under the name they are registered by: for programs, in English."""
        bots = (seat.bot.partition(":")[0].title() for seat in self.seats)
        return distinct_names(
            [player_name(seat.name, bot) or "Nobody" for seat, bot in zip(self.seats, bots, strict=True)]
        )

    def called(self, name: str, seats: Sequence[int]) -> str:
        """Return what somebody of a name is called at this table, told apart from its players."""
        others = [seat.name for i, seat in enumerate(self.seats) if i not in seats[1:]]  # one person in several seats
        return distinct_names(others)[seats[0]] if seats else distinct_names([*others, name])[-1]

    def legal(self, person: str | None) -> list[str]:
        """Return the texts of the actions a person may choose from now."""
        if person is None or self.to_act is None or self.to_act not in self.seats_of(person):
            return []
        return [self.game.text(self.position, action) for action in self.game.legal(self.position).tolist()]

    @property
    def by_days(self) -> bool:
        """Whether players have some days for each turn, and no bank."""
        return self.terms.pace == "correspondence"

    @property
    def timed(self) -> bool:
        """Whether players have a clock."""
        return bool(self.terms.days if self.by_days else self.terms.bank)

    def used_before(self, ply: int) -> int:
        """Return the time of a turn that was used for the actions one may undo from a ply on."""
        return sum(used for own, used in zip(self.undoable_plies, self.undoable_used, strict=False) if own >= ply)

    def time_left(self) -> int | None:
        """Return the time the player to act had on beginning to think, None without a clock."""
        if self.actor is None or self.actor.kind != "person":
            return None
        if not self.timed:
            return None
        return max(self.terms.days * DAY - self.used if self.by_days else self.actor.bank, 0)

    @property
    def commitment(self) -> str:
        """The digest of the seed, published before anybody sits down."""
        return commitment(self.seed)

    @property
    def words(self) -> list[str]:
        """The lucky words in seat order, '' where none was given."""
        return [seat.word for seat in self.seats]

    def chance(self) -> Chance | None:
        """Return what may be known of the draws: words from the start on, the seed at the end; None for practice."""
        if self.terms.practice:
            return None
        return Chance(
            self.commitment,
            self.words if self.state else [],
            self.seed.hex() if self.status == "over" else None,
        )

    def result(self) -> tuple[list[int], list[int]] | None:
        """Return scores and winners of a game that is over."""
        if self.status != "over" or self.closed or self.outdated:
            return None
        outcome = self.game.outcome(self.position)
        return outcome.totals, winners_by_end(self.end, outcome.totals) if self.end else sorted(outcome.winners)

    def record(self, moves: Sequence[Move]) -> Record:
        """Return the record of the game so far, as everybody may have it; `moves` are all its moves."""
        result = self.result()
        chance = self.chance() if self.status != "open" else None
        if chance and not result:
            chance = replace(chance, seed=None)
        return Record(
            self.terms.game,
            self.rules or self.game.version,
            len(self.seats),
            [move.text for move in moves],
            names=[player_name(seat.name, seat.bot) for seat in self.seats],
            scores=result and result[0],
            winners=result and result[1],
            end=self.end if result else None,
            chance=chance,
            data=(self.data if self.rules else self.game.data_digest) or None,
            options=dict(self.terms.options),
            meta=self._meta(),
        )

    def _meta(self) -> dict[str, object]:
        meta: dict[str, object] = {"table": self.id, "players": [seat.bot or seat.kind for seat in self.seats]}
        if self.taken_back:
            meta["takebacks"] = [asdict(each) for each in self.taken_back]
        return meta

    def drawn_record(self, moves: Sequence[Move]) -> Record | None:
        """Return the record with its seed, even of a game under way. It is secret: never send it to clients."""
        if not self.state:
            return None
        return replace(self.record(moves), chance=Chance(self.commitment, self.words, self.seed.hex()))
