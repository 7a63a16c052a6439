"""A game made of compiled rules: the interface of `Game` over one game's rooms."""

import hashlib
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from digsite.core.errors import BadData, BadSeats, IllegalAction, InvalidAction, InvalidState
from digsite.core.fields import Bytes, Numbers, Stream
from digsite.core.game import Game, Outcome, Picture, Score, View
from digsite.core.kernel import Kernel


class FactsLike(Protocol):
    """What the compiled rules need of a game's facts."""

    @property
    def tables(self) -> Bytes: ...


BYTE = np.dtype(np.uint8)
THEMES = ("light", "dark", "css")
Facts = TypeVar("Facts", bound=FactsLike)


@dataclass(frozen=True)
class Rooms(Generic[Facts]):
    """What a game brings: its sizes, its compiled functions, and how its positions and actions are told."""

    state_bytes: int
    actions: int
    parts: int
    kernel: Kernel
    facts: Callable[[Mapping[str, Any]], Facts]
    start: Callable[[Facts, int], Bytes]
    text: Callable[[Facts, int], str]
    parse: Callable[[Facts, str], int]
    itemise: Callable[[Facts, Sequence[int]], Score]  # one seat's parts as told
    tie_break: str | None  # what parts seats of equal points, if anything does
    view: Callable[[Facts, Bytes, list[Score]], View]
    refuse: Callable[[Facts, View, int], IllegalAction]
    faults: Sequence[str]
    picture: Callable[..., Picture]
    source: Callable[[Bytes], int] = lambda state: 0  # what the pending draw is drawn from


def data_digest(data: Mapping[str, Any]) -> str:
    told = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(told.encode()).hexdigest()


class _Scratch(threading.local):
    """A list for the compiled code to fill, one for each thread."""

    def __init__(self, actions: int) -> None:
        self.ids = np.empty(actions, np.int32)


class CompiledGame(Generic[Facts]):
    """See `Game` for what each method promises."""

    def __init__(
        self,
        name: str,
        version: int,
        seats: range,
        rooms: Rooms[Facts],
        data: Mapping[str, Any],
        own: str | None = None,
    ) -> None:
        self.name = name
        self.version = version
        self.seats = seats
        self.kernel = rooms.kernel
        self.facts = rooms.facts(data)
        self.tables = self.facts.tables
        self.actions = rooms.actions
        self.state_bytes = rooms.state_bytes
        self._rooms = rooms
        self._shape = (rooms.state_bytes,)
        self._starts: dict[int, Bytes] = {}
        self._legal, self._step, self._settle = rooms.kernel.legal, rooms.kernel.step, rooms.kernel.settle
        self._scratch = _Scratch(rooms.actions)
        self._digest = data_digest(data)
        self._own_digest = own or self._digest

    def __repr__(self) -> str:
        return f"<{self.name}, version {self.version}>"

    @cached_property
    def data_digest(self) -> str | None:
        return None if self._digest == self._own_digest else self._digest

    def with_data(self, data: Mapping[str, Any]) -> "CompiledGame[Facts]":
        if not isinstance(data, Mapping):
            raise BadData("data: a table of entries is needed, as read from a TOML file")
        return CompiledGame(self.name, self.version, self.seats, self._rooms, data, self._own_digest)

    def new(self, seats: int) -> Bytes:
        if type(seats) is not int or seats not in self.seats:
            allowed = f"{self.seats[0]} to {self.seats[-1]}"
            raise BadSeats(f"{self.name} is played by {allowed}, not by {seats!r}")
        if seats not in self._starts:
            self._starts[seats] = self._rooms.start(self.facts, seats)
        return self._starts[seats].copy()

    def to_act(self, state: Bytes) -> int:
        return int(state[0])

    def legal(self, state: Bytes) -> Numbers:
        if state.dtype is not BYTE or len(state) != self.state_bytes:  # `_own`, without the time of a call
            self._own(state)
        ids = self._scratch.ids
        return ids[: self._legal(state, self.tables, ids)].copy()

    def chance(self, state: Bytes) -> tuple[Numbers, Numbers]:
        self._own(state)
        ids, weights = np.empty(self.actions, np.int32), np.empty(self.actions, np.int32)
        n = self.kernel.chance(state, self.tables, ids, weights)
        return ids[:n].copy(), weights[:n].copy()

    def source(self, state: Bytes) -> int:
        return self._rooms.source(state)

    def apply(self, state: Bytes, action: int) -> Bytes:
        if state.dtype is not BYTE or len(state) != self.state_bytes:  # `_own`, without the time of a call
            self._own(state)
        number = action if type(action) is int and 0 <= action < self.actions else self._number(action)
        after = state.copy()
        if not self._step(after, self.tables, number):
            raise self.refuse(self.view(state), number)
        return after

    def refuse(self, view: View, action: int) -> IllegalAction:
        """Why an action that is not listed is not allowed."""
        return self._rooms.refuse(self.facts, view, action)

    def settle(self, state: Bytes, rng: Stream) -> Bytes:
        if state.dtype is not BYTE or len(state) != self.state_bytes:  # `_own`, without the time of a call
            self._own(state)
        after = state.copy()
        self._settle(after, self.tables, rng)
        return after

    def text(self, state: Bytes, action: int) -> str:
        return self._rooms.text(self.facts, self._number(action))

    def _number(self, action: int) -> int:
        try:
            number = index(action)
        except TypeError:
            raise InvalidAction(f"{action!r} is no action of {self.name}: an action is a whole number") from None
        if not 0 <= number < self.actions:
            raise InvalidAction(f"{number} is no action of {self.name}: they are numbered 0 to {self.actions - 1}")
        return number

    def parse(self, state: Bytes, text: str) -> int:
        if not isinstance(text, str):
            raise InvalidAction(f"{text!r} is no action of {self.name}: a text is needed")
        return self._rooms.parse(self.facts, text)

    def score(self, state: Bytes) -> list[Score]:
        return self._standing(state)[0]

    def _standing(self, state: Bytes) -> tuple[list[Score], list[int]]:
        self._own(state)
        parts, ties = np.zeros((self.seats[-1], self._rooms.parts), np.int32), np.zeros(self.seats[-1], np.int32)
        self.kernel.score(state, self.tables, parts, ties)
        scores = [self._rooms.itemise(self.facts, row) for row in parts[: state[1]].tolist()]
        return scores, ties[: state[1]].tolist()

    def outcome(self, state: Bytes) -> Outcome:
        scores, ties = self._standing(state)
        totals = [score["total"] for score in scores]
        standing = list(zip(totals, ties, strict=True))
        ranking = [
            [seat for seat, own in enumerate(standing) if own == rank] for rank in sorted(set(standing), reverse=True)
        ]
        tied = totals.count(max(totals)) > 1
        tie_break = None if not tied else "shared" if len(ranking[0]) > 1 else self._rooms.tie_break
        return Outcome(totals, ranking, ranking[0], tie_break)

    def view(self, state: Bytes) -> View:
        return self._rooms.view(self.facts, state, self.score(state))

    def check(self, state: Bytes) -> list[str]:
        if state.dtype != BYTE or state.shape != self._shape:
            return [f"a position of {self.name} is {self.state_bytes} bytes"]
        found = self.kernel.faults(np.ascontiguousarray(state), self.tables)
        return [sentence for bit, sentence in enumerate(self._rooms.faults) if found >> bit & 1]

    def load(self, saved: bytes) -> Bytes:
        state = np.frombuffer(saved, np.uint8).copy()
        faults = self.check(state)
        if faults:
            raise InvalidState(f"no position of {self.name}: {faults[0]}")
        return state

    def picture(self, state: Bytes, *, theme: str = "light", names: list[str] | None = None) -> Picture:
        if theme not in THEMES:
            raise ValueError(f"{theme!r} is no theme; there is {', '.join(THEMES)}")
        return self._rooms.picture(self.view(state), theme=theme, names=names)

    def _own(self, state: Bytes) -> None:
        if state.dtype != BYTE or state.shape != self._shape:
            raise InvalidState(f"a position of {self.name} is a vector of {self.state_bytes} bytes")


for _name, _promise in vars(Game).items():  # so that help() tells what each method promises
    _own = getattr(CompiledGame, _name, None)
    if callable(_own) and _promise.__doc__ and not _own.__doc__:
        _own.__doc__ = _promise.__doc__
