"""The facts of Thebes: `data.toml`, checked line by line and packed into tables for the compiled rules."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol, cast

import numpy as np

from digsite.core.compiled import CompiledGame
from digsite.core.errors import BadData
from digsite.core.facts import DataReader
from digsite.core.fields import Bytes, Grid, Row
from digsite.core.game import Game
from digsite.games.thebes.rules.state import (
    ARTIFACTS,
    CARDS,
    CITIES,
    EXHIBITIONS,
    MOST_KNOWLEDGE,
    MOST_WEEKS,
    PLACES,
    PLAYERS,
    RESEARCHERS,
    SITES,
    WORD,
    WORDS,
)

KINDS = ("book", "general", "rumour", "assistant", "shovel", "congress", "zeppelin", "car", "permit")
BOOK, GENERAL, RUMOUR, ASSISTANT, SHOVEL, CONGRESS, ZEPPELIN, CAR, PERMIT = range(len(KINDS))
NO_SITE = -1
MOST_VALUE = 127  # of all cards and found books together, so that a byte holds any player's knowledge
SEATS = range(2, PLAYERS + 1)

TABLES = np.dtype(
    [
        ("year", "i2"),  # weeks in a year
        ("start", "i2", PLAYERS + 1),  # time at the start, by number of players
        ("end", "i2", PLAYERS + 1),  # time of the space where the game ends
        ("warsaw", "i2"),
        ("steps", "i2", (PLACES, PLACES)),  # length of the shortest way
        ("kind", "i2", RESEARCHERS),
        ("city", "i2", CARDS),
        ("weeks", "i2", CARDS),
        ("value", "i2", CARDS),  # knowledge of a book, points of an exhibition
        ("site", "i2", RESEARCHERS),
        ("needs", "i2", (EXHIBITIONS, SITES)),
        ("of_kind", "i8", (len(KINDS), WORDS)),  # sets of cards
        ("rumours", "i8", (SITES, WORDS)),
        ("researchers", "i8", WORDS),
        ("small", "i8", WORDS),
        ("wheel", "i2", (MOST_KNOWLEDGE + 1, MOST_WEEKS + 1)),
        ("shortest", "i2", MOST_KNOWLEDGE + 1),  # the fewest weeks that draw a token; more than 12 where none does
        ("sets", "i2", RESEARCHERS + 1),
        ("single", "i2"),
        ("rumour", "i2"),
        ("congress", "i2", RESEARCHERS + 1),
        ("majority", "i2"),
        ("majority_tie", "i2"),
        ("worth", "i2", (SITES, ARTIFACTS)),
        ("book_on", "i2", SITES),
        ("found_general", "i2", SITES),
        ("sand", "i2", SITES),
        ("shift_always", "i2"),  # T4.7: exhibitions move on even over a gap
        ("renew_late", "i2"),  # T8.6: permits are renewed at the end of the turn
    ]
)


class Tables(Protocol):
    year: int
    start: Row
    end: Row
    warsaw: int
    steps: Grid
    kind: Row
    city: Row
    weeks: Row
    value: Row
    site: Row
    needs: Grid
    of_kind: Grid
    rumours: Grid
    researchers: Row
    small: Row
    wheel: Grid
    shortest: Row
    sets: Row
    single: int
    rumour: int
    congress: Row
    majority: int
    majority_tie: int
    worth: Grid
    book_on: Row
    found_general: Row
    sand: Row
    shift_always: int
    renew_late: int


class Researcher(NamedTuple):
    kind: str
    city: str
    weeks: int
    value: int
    site: str


class Exhibition(NamedTuple):
    size: str
    city: str
    weeks: int
    points: int
    needs: dict[str, int]


class Facts:
    """The facts of one edition, and the rule options. Raises `BadData` naming the entry that breaks a limit."""

    def __init__(self, raw: Mapping[str, Any], options: Mapping[str, str] | None = None) -> None:
        entry = DataReader(raw)
        self.shift_always = (options or {}).get("exhibition-shift") == "always"
        self.renew_late = (options or {}).get("permit-renewal") == "end-of-turn"
        self.cities = entry.names("map.cities", CITIES)
        self.sites = entry.names("map.sites", SITES)
        self.places = (*self.cities, *self.sites)
        if len(set(self.places)) != PLACES:
            raise BadData("map: every city and site needs a name of its own")
        self.start_city = entry.one_of("map.start", self.cities)
        self.routes = [
            (entry.pick(f"map.routes[{i}]", pair, 0, self.places), entry.pick(f"map.routes[{i}]", pair, 1, self.places))
            for i, pair in enumerate(entry.rows("map.routes", None, 2))
        ]
        for i, (one, other) in enumerate(self.routes):
            if one == other:
                raise BadData(f"map.routes[{i}]: leads from {one} to itself")
        self.weeks_per_year = entry.number("time.weeks_per_year", 1, 52)
        self.last_year = entry.number("time.last_year", 1, 9999)
        self.first_year = {n: entry.number(f"time.first_year.{n}", self.last_year - 3, self.last_year) for n in SEATS}
        self.start_week = {n: entry.number(f"time.start_week.{n}", 0, self.weeks_per_year) for n in SEATS}
        self.wheel = [
            [entry.whole(f"wheel.tokens[{k}][{w}]", tokens, 0, 31) for w, tokens in enumerate(row)]
            for k, row in enumerate(entry.rows("wheel.tokens", MOST_KNOWLEDGE, MOST_WEEKS))
        ]
        self._wheel_never_falls()
        self.sets = entry.numbers("bonus.sets", 0, MOST_KNOWLEDGE)
        self.congress = entry.numbers("bonus.congress", 0, 255)
        self.single, self.rumour, self.majority, self.majority_tie = (
            entry.number(f"bonus.{name}", 0, MOST_KNOWLEDGE)
            for name in ("single", "rumour", "majority", "majority_tie")
        )
        self.researchers = [
            self._researcher(entry, f"cards.researcher[{i}]", row)
            for i, row in enumerate(entry.rows("cards.researcher", RESEARCHERS, 5))
        ]
        self.exhibitions = [
            self._exhibition(entry, f"cards.exhibition[{i}]", row)
            for i, row in enumerate(entry.rows("cards.exhibition", EXHIBITIONS, 5))
        ]
        if sum(show.size == "small" for show in self.exhibitions) * 2 != EXHIBITIONS:
            raise BadData("cards.exhibition: half of the exhibitions must be small, half large")
        self.sand = [entry.number(f"tokens.{site}.sand", 0, 99) for site in self.sites]
        self.book_on = [entry.one_of(f"tokens.{site}.book_on", self.sites) for site in self.sites]
        self.found_general = [entry.number(f"tokens.{site}.general", 0, 9) for site in self.sites]
        if sum(card.value for card in self.researchers) + sum(self.found_general) + SITES > MOST_VALUE:
            raise BadData(f"cards.researcher: cards and found books together must not exceed {MOST_VALUE} points")
        self.artifacts = [
            [
                (entry.whole(f"tokens.{site}.artifacts[{i}]", row[0], 0, 9), str(row[1]))
                for i, row in enumerate(entry.rows(f"tokens.{site}.artifacts", ARTIFACTS, 2))
            ]
            for site in self.sites
        ]

    def _researcher(self, entry: DataReader, where: str, row: Sequence[Any]) -> Researcher:
        kind = entry.pick(where, row, 0, KINDS)
        sites = self.sites if kind in ("book", "rumour") else ("",)
        return Researcher(
            kind,
            entry.pick(where, row, 1, self.cities),
            entry.whole(where, row[2], 1, 12),
            entry.whole(where, row[3], 0, 9),
            entry.pick(where, row, 4, sites),
        )

    def _exhibition(self, entry: DataReader, where: str, row: Sequence[Any]) -> Exhibition:
        needs = row[4]
        if not isinstance(needs, Mapping) or not set(needs) <= set(self.sites):
            raise BadData(f"{where}: needs must name sites, not {needs!r}")
        return Exhibition(
            entry.pick(where, row, 0, ("small", "large")),
            entry.pick(where, row, 1, self.cities),
            entry.whole(where, row[2], 1, 12),
            entry.whole(where, row[3], 0, 99),
            {site: entry.whole(where, number, 0, ARTIFACTS) for site, number in needs.items()},
        )

    def _wheel_never_falls(self) -> None:
        grid = np.array(self.wheel)
        if (np.diff(grid, axis=0) < 0).any() or (np.diff(grid, axis=1) < 0).any():
            raise BadData("wheel.tokens: more knowledge or more weeks must never draw fewer tokens")

    def end(self, seats: int) -> int:
        """Return the time of the space that no marker may pass: week 1 after the last year (T8.3)."""
        return (self.last_year - self.first_year[seats] + 1) * self.weeks_per_year + 1

    @cached_property
    def steps(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """T3.1: the length of the shortest way between any two places."""
        steps = np.full((PLACES, PLACES), 99)
        np.fill_diagonal(steps, 0)
        for one, other in self.routes:
            i, j = self.places.index(one), self.places.index(other)
            steps[i, j] = steps[j, i] = 1
        for via in range(PLACES):
            steps = np.minimum(steps, steps[:, via, None] + steps[None, via, :])
        if steps.max() >= PLACES:
            raise BadData("map.routes: some place cannot be reached")
        return steps

    @cached_property
    def tables(self) -> Bytes:
        packed = np.zeros(1, TABLES)
        t = packed[0]
        t["year"] = self.weeks_per_year
        for n in SEATS:
            t["start"][n] = self.start_week[n]
            t["end"][n] = self.end(n)
        t["warsaw"] = self.cities.index(self.start_city)
        t["steps"] = self.steps
        for number, card in enumerate(self.researchers):
            kind = KINDS.index(card.kind)
            t["kind"][number] = kind
            t["site"][number] = self.sites.index(card.site) if card.site else NO_SITE
            t["value"][number] = card.value
            t["of_kind"][kind][number // WORD] |= 1 << number % WORD
            t["researchers"][number // WORD] |= 1 << number % WORD
            if card.kind == "rumour":
                t["rumours"][self.sites.index(card.site)][number // WORD] |= 1 << number % WORD
        for number, show in enumerate(self.exhibitions, RESEARCHERS):
            t["value"][number] = show.points
            t["needs"][number - RESEARCHERS] = [show.needs.get(site, 0) for site in self.sites]
            if show.size == "small":
                t["small"][number // WORD] |= 1 << number % WORD
        for number, (_, city, weeks, *_) in enumerate([*self.researchers, *self.exhibitions]):
            t["city"][number] = self.cities.index(city)
            t["weeks"][number] = weeks
        t["wheel"][1:, 1:] = self.wheel
        t["shortest"] = [MOST_WEEKS + 1, *(row.count(0) + 1 for row in self.wheel)]
        t["sets"] = _stretch(self.sets)
        t["congress"] = _stretch(self.congress)
        t["single"], t["rumour"] = self.single, self.rumour
        t["majority"], t["majority_tie"] = self.majority, self.majority_tie
        t["worth"] = [[value for value, _ in artifacts] for artifacts in self.artifacts]
        t["book_on"] = [self.sites.index(site) for site in self.book_on]
        t["found_general"] = self.found_general
        t["sand"] = self.sand
        t["shift_always"], t["renew_late"] = self.shift_always, self.renew_late
        return packed.view(np.uint8)


def worth_of(values: Sequence[int], count: int) -> int:
    """Return what so many cards are worth; the last value holds for all greater numbers."""
    return values[min(count, len(values) - 1)]


def _stretch(values: Sequence[int]) -> list[int]:
    return [worth_of(values, count) for count in range(RESEARCHERS + 1)]


def facts_of(game: Game) -> Facts:
    """Return the facts that a game of this kind is played with."""
    return cast(CompiledGame[Facts], game).facts
