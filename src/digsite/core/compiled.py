"""A game made of compiled rules: the interface `Game` on top of what one game provides, its `GameSpec`."""

import hashlib
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import Generic, Protocol, SupportsIndex, TypeVar

import numpy as np

from digsite.core.errors import BadData, BadSeats, IllegalAction, InvalidAction, InvalidState
from digsite.core.fields import Bytes, Numbers, Stream
from digsite.core.game import CHANCE, Game, Outcome, Picture, Score, View
from digsite.core.kernel import Kernel
from digsite.core.options import RuleOption, check_options
from digsite.core.ranking import rank_seats
from digsite.core.rng import as_stream


class FactsLike(Protocol):
    """What the compiled rules need of a game's facts."""

    @property
    def tables(self) -> Bytes: ...


BYTE = np.dtype(np.uint8)
ARRAY = np.ndarray  # these two by name, as looking them up in NumPy takes time
NO_TABLE = "data: a table of entries is needed, as read from a TOML file"
THEMES = ("light", "dark", "css")
Facts = TypeVar("Facts", bound=FactsLike)


@dataclass(frozen=True)
class GameSpec(Generic[Facts]):
    """What a game consists of: its sizes, its compiled functions, and the texts and views of its positions."""

    state_bytes: int
    actions: int
    parts: int
    kernel: Kernel
    facts: Callable[..., Facts]  # of the data; for a game with rule options, of the data and the options
    start: Callable[[Facts, int], Bytes]
    text: Callable[[Facts, int], str]
    parse: Callable[[Facts, str], int]
    itemise: Callable[[Facts, Sequence[int]], Score]  # the points of one seat, by name
    tie_break: str | None  # what decides between seats of equal points, if anything does
    view: Callable[[Facts, Bytes, list[Score]], View]
    refuse: Callable[[Facts, View, int], IllegalAction]
    faults: Sequence[str]  # a sentence for each bit of `find_faults`
    picture: Callable[..., Picture]  # of a view; with theme= and names=
    source: Callable[[Bytes], int] = lambda state: 0  # what the pending draw is drawn from
    options: tuple[RuleOption, ...] = ()


def data_digest(data: Mapping[str, object]) -> str:
    """Return the digest of a game's facts, whatever the order of their entries."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


class _Scratch(threading.local):
    """An array for compiled code to fill, one for each thread."""

    def __init__(self, actions: int) -> None:
        self.ids = np.empty(actions, np.int32)


class CompiledGame(Generic[Facts]):
    """A game as `digsite.load` returns it. `Game` describes each method."""

    def __init__(
        self,
        name: str,
        version: int,
        seats: range,
        spec: GameSpec[Facts],
        data: Mapping[str, object],
        own: str | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self.version = version
        self.seats = seats
        self.kernel = spec.kernel
        self.options: Mapping[str, str] = check_options(name, spec.options, options or {})
        self.facts = spec.facts(data, self.options) if spec.options else spec.facts(data)
        self.tables = self.facts.tables
        self.actions = spec.actions
        self.state_bytes = spec.state_bytes
        self._spec = spec
        self._data = data
        self._shape = (spec.state_bytes,)
        self._starts: dict[int, Bytes] = {}
        self._legal, self._step, self._settle = spec.kernel.legal, spec.kernel.step, spec.kernel.settle
        self._scratch = _Scratch(spec.actions)
        self._latest: Bytes | None = None  # made here, so it needs no check: most calls are about it
        self._digest = data_digest(data)
        self._own_digest = own or self._digest
        self._setups: dict[tuple[tuple[str, str], ...], CompiledGame[Facts]] = {tuple(self.options.items()): self}

    def __repr__(self) -> str:
        setup = "".join(f", {name}={value}" for name, value in self.options.items())
        return f"<{self.name}, version {self.version}{setup}>"

    @cached_property
    def data_digest(self) -> str | None:
        return None if self._digest == self._own_digest else self._digest

    @property
    def data(self) -> Mapping[str, object] | None:
        return None if self.data_digest is None else self._data

    def with_setup(
        self, *, options: Mapping[str, str] | None = None, data: Mapping[str, object] | None = None
    ) -> "CompiledGame[Facts]":
        if data is not None and not isinstance(data, Mapping):
            raise BadData(NO_TABLE)
        chosen = self.options if options is None else check_options(self.name, self._spec.options, options)
        if data is not None:
            return CompiledGame(self.name, self.version, self.seats, self._spec, data, self._own_digest, chosen)
        key = tuple(chosen.items())
        if key not in self._setups:
            self._setups[key] = CompiledGame(
                self.name, self.version, self.seats, self._spec, self._data, self._own_digest, chosen
            )
        return self._setups[key]

    def with_data(self, data: Mapping[str, object]) -> "CompiledGame[Facts]":
        if not isinstance(data, Mapping):
            raise BadData(NO_TABLE)
        return self.with_setup(data=data)

    def with_options(self, options: Mapping[str, str]) -> "CompiledGame[Facts]":
        return self.with_setup(options=options)

    def new(self, seats: SupportsIndex) -> Bytes:
        try:
            count = index(seats)
        except TypeError:
            count = -1
        if count not in self.seats:
            allowed = f"{self.seats[0]} to {self.seats[-1]}"
            raise BadSeats(f"{self.name} is played by {allowed}, not by {seats!r}")
        if count not in self._starts:
            self._starts[count] = self._spec.start(self.facts, count)
        return self._starts[count].copy()

    def as_state(self, state: Bytes) -> Bytes:
        if not isinstance(state, np.ndarray) or state.dtype != BYTE or state.shape != self._shape:
            saved = "; game.load reads a saved one" if isinstance(state, bytes | bytearray) else ""
            raise InvalidState(f"a position of {self.name} is a vector of {self.state_bytes} bytes{saved}")
        return state if state.flags.carray else state.copy()

    def to_act(self, state: Bytes) -> int:
        try:
            return int(state[0])
        except (TypeError, IndexError):
            return int(self.as_state(state)[0])  # raises

    def legal(self, state: Bytes) -> Numbers:
        try:
            if state is not self._latest and (
                state.dtype is not BYTE or state.ndim != 1 or len(state) != self.state_bytes or not state.flags.carray
            ):
                state = self.as_state(state)
        except AttributeError:  # no array
            self.as_state(state)  # raises
        ids = self._scratch.ids
        return ids[: self._legal(state, self.tables, ids)].copy()

    def chance(self, state: Bytes) -> tuple[Numbers, Numbers]:
        state = self.as_state(state)
        ids, weights = np.empty(self.actions, np.int32), np.empty(self.actions, np.int32)
        n = self.kernel.chance(state, self.tables, ids, weights)
        return ids[:n].copy(), weights[:n].copy()

    def source(self, state: Bytes) -> int:
        return self._spec.source(self.as_state(state))

    def apply(self, state: Bytes, action: SupportsIndex) -> Bytes:
        try:
            if state is not self._latest and (
                state.dtype is not BYTE or state.ndim != 1 or len(state) != self.state_bytes
            ):
                self.as_state(state)  # any copy is contiguous
        except AttributeError:  # no array
            self.as_state(state)  # raises
        try:
            number = index(action)
        except TypeError:
            number = -1
        if not 0 <= number < self.actions:
            self._number(action)  # raises
        after = state.copy()
        if not self._step(after, self.tables, number):
            raise self.refuse(self.view(state), number)
        self._latest = after
        return after

    def refuse(self, view: View, action: int) -> IllegalAction:
        return self._spec.refuse(self.facts, view, action)

    def settle(self, state: Bytes, rng: Stream | np.random.Generator) -> Bytes:
        try:
            if state is not self._latest and (
                state.dtype is not BYTE or state.ndim != 1 or len(state) != self.state_bytes
            ):
                self.as_state(state)  # any copy is contiguous
        except AttributeError:  # no array
            self.as_state(state)  # raises
        after = state.copy()
        if after.item(0) == CHANCE:
            self._settle(after, self.tables, rng if type(rng) is ARRAY else as_stream(rng))
        self._latest = after
        return after

    def text(self, state: Bytes, action: SupportsIndex) -> str:
        return self._spec.text(self.facts, self._number(action))

    def _number(self, action: SupportsIndex) -> int:
        try:
            number = index(action)
        except TypeError:
            raise InvalidAction(f"{action!r} is not an action in {self.name}: an action is a whole number") from None
        if not 0 <= number < self.actions:
            raise InvalidAction(f"{number} is not an action in {self.name}: they are numbered 0 to {self.actions - 1}")
        return number

    def parse(self, state: Bytes, text: str) -> int:
        if not isinstance(text, str):
            raise InvalidAction(f"{text!r} is not an action in {self.name}: a text is needed")
        return self._spec.parse(self.facts, text)

    def score(self, state: Bytes) -> list[Score]:
        return self._scores_and_ties(state)[0]

    def _scores_and_ties(self, state: Bytes) -> tuple[list[Score], list[int]]:
        state = self.as_state(state)
        parts, ties = np.zeros((self.seats[-1], self._spec.parts), np.int32), np.zeros(self.seats[-1], np.int32)
        self.kernel.score(state, self.tables, parts, ties)
        scores = [self._spec.itemise(self.facts, row) for row in parts[: state[1]].tolist()]
        return scores, ties[: state[1]].tolist()

    def outcome(self, state: Bytes) -> Outcome:
        scores, ties = self._scores_and_ties(state)
        totals = [score["total"] for score in scores]
        ranking = rank_seats(list(zip(totals, ties, strict=True)))
        tied = totals.count(max(totals)) > 1
        tie_break = None if not tied else "shared" if len(ranking[0]) > 1 else self._spec.tie_break
        return Outcome(totals, ranking, ranking[0], tie_break)

    def view(self, state: Bytes) -> View:
        state = self.as_state(state)
        return self._spec.view(self.facts, state, self.score(state))

    def check(self, state: Bytes) -> list[str]:
        try:
            state = self.as_state(state)
        except InvalidState:
            return [f"a position of {self.name} is {self.state_bytes} bytes"]
        found = self.kernel.faults(state, self.tables)
        return [sentence for bit, sentence in enumerate(self._spec.faults) if found >> bit & 1]

    def load(self, saved: bytes) -> Bytes:
        state = np.frombuffer(saved, np.uint8).copy()
        faults = self.check(state)
        if faults:
            raise InvalidState(f"not a position of {self.name}: {faults[0]}")
        return state

    def picture(
        self, state: Bytes, *, theme: str = "light", names: list[str] | None = None, width: int | None = None
    ) -> Picture:
        if theme not in THEMES:
            raise ValueError(f"{theme!r} is not a theme; the themes are {', '.join(THEMES)}")
        picture = self._spec.picture(self.view(state), theme=theme, names=names)
        return picture if width is None else picture.resized(width)


for _name, _promise in vars(Game).items():  # so that help() shows what each method does
    _method = getattr(CompiledGame, _name, None)
    if callable(_method) and _promise.__doc__ and not _method.__doc__:
        _method.__doc__ = _promise.__doc__
