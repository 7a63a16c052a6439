"""A table: who sits where, what was played, whose clock runs. Pure: no database, no network, no clock of its own.

Everything that happens is an entry of the table's log, and a table is what its entries make of it: `fold`. What may
happen stands in `commands`. All times are milliseconds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np

from digsite.core.chance import commitment
from digsite.core.compiled import CompiledGame
from digsite.core.errors import DigsiteError
from digsite.core.fields import Bytes
from digsite.core.game import OVER
from digsite.core.record import Chance, End, Record
from digsite.core.verify import winners_by_end
from digsite.games import load

DAY = 86_400_000
PLAIN = ("host", "rules", "ply", "since", "loose_seat", "moved", "rematch")  # what a snapshot holds as it is
Status = Literal["open", "playing", "over"]


class Refused(DigsiteError):
    """What is not allowed; `status` is HTTP's number for it, `code` names the reason for programs.

    `message` is one of the catalogue, and `values` fill its places: pages say it in the reader's language. Programs are
    told the same in English, or `detail` where there is more to tell them.
    """

    def __init__(self, status: int, code: str, message: str, *, detail: str = "", **values: object) -> None:
        super().__init__(detail or (message % values if values else message))
        self.status, self.code, self.message, self.values = status, code, message, values


@dataclass(frozen=True)
class Terms:
    """What is agreed when a table is opened."""

    game: str
    name: str = ""
    pace: Literal["live", "correspondence"] = "live"
    bank: int = 0  # live: a player's time for the whole game; 0: no clock
    increment: int = 0  # … and what every turn adds to it
    days: int = 0  # correspondence: for each turn; 0: no clock
    visibility: Literal["public", "link"] = "link"
    undo: bool = True
    practice: bool = False  # one person may go back freely, and nothing is proved
    stand_in: str = "novice"  # who takes the seat of a player who is gone: a bot, or "open" for somebody invited
    on_timeout: Literal["stand in", "end"] = "stand in"
    pause: int = 0  # how long a bot waits before it acts, for those who watch
    hints: bool = True  # whether a bot may be asked what it would do
    guide: bool = False  # a first game, with somebody who explains


@dataclass(frozen=True)
class Seat:
    kind: Literal["open", "person", "bot"]
    person: str = ""  # of an open seat: whom it is kept for
    name: str = ""
    bot: str = ""
    word: str = ""
    bank: int = 0
    wants_end: bool = False  # would abandon the game
    lost: str = ""  # whose it was until their time was over


@dataclass(frozen=True)
class Entry:
    """One thing that happened at a table. Nothing in it is secret."""

    version: int
    kind: str
    told: dict[str, Any]
    at: int
    person: str = ""
    request: str | None = None  # the client's own id of what it asked for


@dataclass(frozen=True)
class Move:
    """An action as it stands in the log; nobody's seat for what chance brought."""

    text: str
    seat: int | None


@dataclass(frozen=True)
class Table:
    id: str
    seed: bytes = field(repr=False)
    terms: Terms
    host: str
    seats: tuple[Seat, ...]
    version: int = 0
    status: Status = "open"
    rules: int = 0  # of the game, from the start on
    state: bytes = b""
    ply: int = 0
    since: int = 0  # when whoever is to act began to think
    loose: tuple[int, ...] = ()  # the plies that may still be taken back …
    loose_seat: int = -1  # … and who may
    moved: int = 0  # the version from which on the position is what it is
    end: End | None = None
    rematch: str = ""

    @property
    def game(self) -> CompiledGame[Any]:
        return load(self.terms.game)

    @property
    def outdated(self) -> bool:
        """Begun with other rules than there are now: it can be looked at, not played on."""
        return self.rules not in (0, self.game.version)

    @cached_property
    def position(self) -> Bytes:
        return np.frombuffer(self.state, np.uint8)

    @property
    def to_act(self) -> int | None:
        return self.state[0] if self.status == "playing" and not self.outdated else None

    @property
    def actor(self) -> Seat | None:
        return None if self.to_act is None else self.seats[self.to_act]

    def seats_of(self, person: str) -> list[int]:
        return [i for i, seat in enumerate(self.seats) if seat.kind == "person" and seat.person == person]

    @property
    def people(self) -> set[str]:
        return {seat.person for seat in self.seats if seat.kind == "person"}

    def legal(self, person: str | None) -> list[str]:
        """The texts a person may choose from now."""
        if person is None or self.to_act is None or self.to_act not in self.seats_of(person):
            return []
        return [self.game.text(self.position, action) for action in self.game.legal(self.position).tolist()]

    def time_left(self) -> int | None:
        """What the player to act had left on beginning to think; None without a clock."""
        if self.actor is None or self.actor.kind != "person":
            return None
        if self.terms.pace == "correspondence":
            return self.terms.days * DAY or None
        return max(self.actor.bank, 0) if self.terms.bank else None

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    @property
    def words(self) -> list[str]:
        return [seat.word for seat in self.seats]

    def chance(self) -> Chance | None:
        """What may be told of the draws: the words from the start on, the seed at the end; nothing of practice."""
        if self.terms.practice:
            return None
        return Chance(
            self.commitment,
            self.words if self.status != "open" else [],
            self.seed.hex() if self.status == "over" else None,
        )

    def result(self) -> tuple[list[int], list[int]] | None:
        """Scores and winners of a game that is over."""
        if self.status != "over" or self.outdated:
            return None
        outcome = self.game.outcome(self.position)
        return outcome.totals, winners_by_end(self.end, outcome.totals) if self.end else sorted(outcome.winners)

    def record(self, line: Sequence[Move]) -> Record:
        result = self.result()
        chance = self.chance() if self.status != "open" else None
        if chance and not result:
            chance = replace(chance, seed=None)
        return Record(
            self.terms.game,
            self.rules or self.game.version,
            len(self.seats),
            [move.text for move in line],
            names=[seat.name or seat.bot for seat in self.seats],
            scores=result and result[0],
            winners=result and result[1],
            end=self.end if result else None,
            chance=chance,
            meta={"table": self.id, "players": [seat.bot or seat.kind for seat in self.seats]},
        )

    def drawn_record(self, line: Sequence[Move]) -> Record | None:
        """The record with its seed, whatever may be told of it: never for clients."""
        if self.status == "open":
            return None
        return replace(self.record(line), chance=Chance(self.commitment, self.words, self.seed.hex()))

    # What entries make of a table

    def fold(self, entry: Entry, line: Sequence[Move] = ()) -> "Table":
        """The table once an entry is in its log; `line`, all moves so far, is needed to take some back."""
        assert entry.version == self.version + 1
        after: Table = getattr(self, f"_fold_{entry.kind}")(entry, line)
        moved = entry.version if entry.kind in ("started", "acted", "undone") else self.moved
        return replace(after, version=entry.version, moved=moved)

    def _played(self, state: Bytes, texts: Sequence[str]) -> Bytes:
        game = self.game
        for text in texts:
            state = game.apply(state, game.parse(state, text))
        return state

    def _with_seat(self, number: int, **changes: Any) -> tuple[Seat, ...]:
        return tuple(replace(seat, **changes) if i == number else seat for i, seat in enumerate(self.seats))

    def _fold_sat(self, entry: Entry, _: Sequence[Move]) -> "Table":
        told = entry.told
        if told.get("bot"):
            return replace(self, seats=self._with_seat(told["seat"], kind="bot", person="", name="", bot=told["bot"]))
        changes = {"kind": "person", "person": entry.person, "name": told["name"], "bot": "", "wants_end": False}
        if self.seats[told["seat"]].lost == entry.person:
            changes["lost"] = ""
        if self.status == "open":
            changes["word"] = told["word"]
        since = entry.at if told["seat"] == self.to_act else self.since
        return replace(self, seats=self._with_seat(told["seat"], **changes), since=since)

    def _fold_left(self, entry: Entry, _: Sequence[Move]) -> "Table":
        return replace(
            self, seats=self._with_seat(entry.told["seat"], kind="open", person="", name="", bot="", word="")
        )

    def _fold_agreed(self, entry: Entry, _: Sequence[Move]) -> "Table":
        return replace(self, terms=Terms(**entry.told["terms"]))

    def _fold_widened(self, entry: Entry, _: Sequence[Move]) -> "Table":
        return replace(self, seats=(*self.seats, Seat("open")))

    def _fold_narrowed(self, entry: Entry, _: Sequence[Move]) -> "Table":
        gone = entry.told["seat"]
        return replace(self, seats=tuple(seat for i, seat in enumerate(self.seats) if i != gone))

    def _fold_started(self, entry: Entry, _: Sequence[Move]) -> "Table":
        state = self._played(self.game.new(len(self.seats)), entry.told["draws"])
        return replace(
            self,
            status="playing",
            rules=entry.told["rules"],
            seats=tuple(replace(seat, bank=self.terms.bank) for seat in self.seats),
            state=state.tobytes(),
            ply=len(entry.told["draws"]),
            since=entry.at,
        )

    def _fold_acted(self, entry: Entry, _: Sequence[Move]) -> "Table":
        told = entry.told
        state = self._played(self.position, (told["action"], *told["draws"]))
        seat = told["seat"]
        bank = self.seats[seat].bank - told["thinking"] + (self.terms.increment if state[0] != seat else 0)
        loose, loose_seat = self._loose_after(told, state)
        return replace(
            self,
            status="over" if state[0] == OVER else "playing",
            seats=self._with_seat(seat, bank=bank, wants_end=False),
            state=state.tobytes(),
            ply=self.ply + 1 + len(told["draws"]),
            since=entry.at,
            loose=loose,
            loose_seat=loose_seat,
        )

    def _loose_after(self, told: dict[str, Any], state: Bytes) -> tuple[tuple[int, ...], int]:
        """What may be taken back after an action, and by whom."""
        if self.terms.practice:
            person = self.seats[told["seat"]].kind == "person"
            return ((*self.loose, self.ply), told["seat"]) if person else (self.loose, self.loose_seat)
        before = self.loose if told["seat"] == self.loose_seat else ()
        return () if told["draws"] or state[0] == OVER else (*before, self.ply), told["seat"]

    def _fold_undone(self, entry: Entry, line: Sequence[Move]) -> "Table":
        ply = entry.told["to"]
        state = self._played(self.game.new(len(self.seats)), [move.text for move in line[:ply]])
        seats = self._with_seat(self.loose_seat, bank=self.seats[self.loose_seat].bank - entry.told["thinking"])
        loose = tuple(own for own in self.loose if own < ply)
        return replace(self, state=state.tobytes(), ply=ply, seats=seats, since=entry.at, loose=loose)

    def _fold_gone(self, entry: Entry, _: Sequence[Move]) -> "Table":
        told = entry.told
        if told["then"] == "end":
            return replace(self, status="over", loose=(), end=End(told["why"], told["seat"]))
        lost = self.seats[told["seat"]].person if told["why"] == "timeout" else ""
        kind, bot = ("open", "") if told["then"] == "open" else ("bot", told["then"])
        seats = self._with_seat(told["seat"], kind=kind, person="", bot=bot, lost=lost)
        since = entry.at if told["seat"] == self.to_act else self.since
        return replace(self, seats=seats, loose=(), since=since)

    def _fold_abandon(self, entry: Entry, _: Sequence[Move]) -> "Table":
        seats = tuple(
            replace(seat, wants_end=entry.told["agree"]) if i in entry.told["seats"] else seat
            for i, seat in enumerate(self.seats)
        )
        if all(seat.wants_end for seat in seats if seat.kind == "person"):
            return replace(self, seats=seats, status="over", loose=(), end=End("abandoned"))
        return replace(self, seats=seats)

    def _fold_rematch(self, entry: Entry, _: Sequence[Move]) -> "Table":
        return replace(self, rematch=entry.told["other"])


def opened(id: str, seed: bytes, entry: Entry) -> Table:
    """What the first entry of a log makes."""
    seats = tuple(Seat(**seat) for seat in entry.told["seats"])
    return Table(id, seed, Terms(**entry.told["terms"]), entry.person, seats, version=entry.version)


def extend(line: list[Move], entry: Entry) -> None:
    """The moves of the game once an entry is in the log."""
    told = entry.told
    if entry.kind == "undone":
        del line[told["to"] :]
        return
    if entry.kind == "acted":
        line.append(Move(told["action"], told["seat"]))
    line.extend(Move(text, None) for text in told.get("draws", ()))


def snapshot(table: Table) -> dict[str, Any]:
    """All but the seed and the position, ready for JSON."""
    told = {name: getattr(table, name) for name in (*PLAIN, "loose")}
    end = table.end and vars(table.end)
    return told | {"terms": vars(table.terms), "seats": [vars(seat) for seat in table.seats], "end": end}


def restore(id: str, version: int, status: Status, seed: bytes, state: bytes, told: dict[str, Any]) -> Table:
    """A table from its snapshot."""
    rest = {name: told[name] for name in PLAIN}
    return Table(
        id=id,
        seed=seed,
        version=version,
        status=status,
        state=state,
        terms=Terms(**told["terms"]),
        seats=tuple(Seat(**seat) for seat in told["seats"]),
        loose=tuple(told["loose"]),
        end=End(**told["end"]) if told["end"] else None,
        **rest,
    )
