"""Mykerinos once more, slowly: sets and dicts, told straight from the rules page and the data file alone.

The whole game is one generator that asks for an action wherever somebody has a choice, and every turn is a set of
complete plans that shrinks step by step. So it shares neither a line nor a shape with the compiled rules, and where
both agree in every position of many games, a slip would have to be made twice.
"""

import tomllib
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

from digsite.games import mykerinos

DATA: dict[str, Any] = tomllib.loads(
    Path(mykerinos.__file__).with_name("rules").joinpath("data.toml").read_text("utf-8")
)
TILES: list[list[Any]] = DATA["tiles"]["tiles"]
PATRONS: list[str] = DATA["tiles"]["patrons"]
ROOMS: list[list[Any]] = DATA["museum"]["rooms"]

Colour = int | str  # a seat, or "neutral"
Field = tuple[int, int]  # column and row
Plan = tuple[str, ...]
Course = Generator[tuple[Colour, set[str]], str, None]


def name(field: Field) -> str:
    return "abcdefgh"[field[0]] + str(field[1] + 1)


def named(text: str) -> Field:
    return "abcdefgh".index(text[0]), int(text[1:]) - 1


def around(field: Field) -> set[Field]:
    """M2.4."""
    x, y = field
    return {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}


class Table:
    def __init__(self, seats: int, rules: dict[str, str] | None = None) -> None:
        self.rules = rules or {}
        cubes = DATA["players"]["archaeologists"]
        self.seats = list(range(seats))
        self.start = 0
        self.round = 0
        self.wings: list[str] = []
        self.deck = set(range(len(TILES)))
        self.zones: list[dict[int, int]] = []
        self.fields: set[Field] = set()
        self.stones: set[Field] = set()
        self.diggers: dict[Field, Colour] = {}
        self.common: dict[Colour, int] = dict.fromkeys(self.seats, cubes)
        if seats == 2:
            self.common["neutral"] = cubes
        self.pool = dict.fromkeys(self.seats, 0)
        self.hand = dict.fromkeys(self.seats, 0)  # neutral archaeologists
        self.track: dict[int, int] = {}
        self.owned: list[set[int]] = [set() for _ in self.seats]
        self.turned: Counter[tuple[int, str]] = Counter()
        self.rooms: dict[int, int] = {}
        self.course = self.game()
        self.to_act: Colour
        self.to_act, self.options = next(self.course)

    def do(self, text: str) -> None:
        assert text in self.options
        try:
            self.to_act, self.options = self.course.send(text)
        except StopIteration:
            self.to_act, self.options = "over", set()

    def game(self) -> Course:
        text = yield "chance", {f"first {seat}" for seat in self.seats}
        self.start = int(text.split()[1])
        for _ in PATRONS:
            text = yield "chance", {f"wing {patron}" for patron in PATRONS if patron not in self.wings}
            self.wings.append(text.split()[1])
        for self.round in range(DATA["rounds"]["count"]):
            self.take_archaeologists()
            yield from self.deal()
            yield from self.dig()
            yield from self.score_zones()
            self.start = max(self.track, key=lambda seat: self.track[seat])  # M4.8
            self.track = {}
            self.turned.clear()

    # Phase 1

    def take_archaeologists(self) -> None:
        """M2.1, M2.2, M7.1."""
        for seat in self.seats[self.start :] + self.seats[: self.start]:
            new = min(DATA["players"]["per_round"][str(len(self.seats))], self.common[seat])
            self.common[seat] -= new
            self.pool[seat] += new
            if "neutral" in self.common:
                new = min(DATA["players"]["neutral_per_round"], self.common["neutral"])
                self.common["neutral"] -= new
                self.hand[seat] += new

    def deal(self) -> Course:
        """M2.3."""
        count = DATA["rounds"]["zones"][self.round]
        self.zones = [{} for _ in range(count)]
        self.fields = {(x, y) for x in range(8) for y in range(3 * count // 2)}
        self.stones = set()
        for zone in range(count):
            for side in (1, 2):
                text = yield "chance", {f"deal {tile}" for tile in self.deck}
                tile = int(text.split()[1])
                self.deck.remove(tile)
                self.zones[zone][side] = tile
                left, top = 4 * (zone % 2) + 2 * (side - 1), 3 * (zone // 2)
                stones = {(left + place % 2, top + place // 2) for place in TILES[tile][2]}
                if self.rules.get("tile-rotation") == "random":  # M2.5
                    text = yield "chance", {"turn 0", "turn 1"}
                    if text == "turn 1":
                        stones = {(2 * left + 1 - x, 2 * top + 2 - y) for x, y in stones}
                self.stones |= stones

    # Phase 2

    def dig(self) -> Course:
        """M3.1, M3.11."""
        seat = self.start
        while True:
            last = len(self.track) == len(self.seats) - 1
            if seat not in self.track:
                yield from self.turn(seat)
                if last:
                    if seat not in self.track:
                        self.take_space(seat)
                    return
            seat = (seat + 1) % len(self.seats)

    def turn(self, seat: int) -> Course:
        yield from self.carry_out(seat, self.plans(seat), seat)
        if "neutral" in self.common and seat not in self.track:  # M7.3
            plans = set(self.digs("neutral", self.hand[seat], "neutral "))
            if plans:
                yield from self.carry_out(seat, plans | {("neutral skip",)}, "neutral")

    def carry_out(self, seat: int, plans: set[Plan], colour: Colour) -> Course:
        while plans != {()}:
            text = yield seat, {plan[0] for plan in plans}
            plans = {plan[1:] for plan in plans if plan[0] == text}
            self.step(seat, text, colour)

    def step(self, seat: int, text: str, colour: Colour) -> None:
        what = text.split()[-1]
        if text == "pass":
            self.take_space(seat)
        elif text.startswith("use"):
            self.turned[seat, what] += 1
            if what == "violet":
                self.common[seat] -= 1
                self.pool[seat] += 1
        elif text.startswith("room"):
            self.pool[seat] -= 1
            self.rooms[int(what)] = seat
        elif text != "neutral skip":
            hands = self.hand if colour == "neutral" else self.pool
            hands[seat] -= 1
            self.diggers[named(what)] = colour

    def take_space(self, seat: int) -> None:
        """M3.4, M7.2."""
        taken = {*self.track.values(), *([2] if "neutral" in self.common else [])}
        self.track[seat] = min({1, 2, 3, 4} - taken)

    def sand(self) -> set[Field]:
        return self.fields - self.stones - set(self.diggers)

    def chains(self, firsts: set[Field], *grounds: set[Field]) -> Iterator[list[Field]]:
        """Fields one after the other, each on its ground and next to the one before."""
        if not grounds:
            yield []
            return
        for field in firsts & grounds[0]:
            for rest in self.chains(around(field), *(ground - {field} for ground in grounds[1:])):
                yield [field, *rest]

    def written(self, verb: str, chains: Iterator[list[Field]]) -> Iterator[Plan]:
        for first, *rest in chains:
            yield (f"{verb} {name(first)}", *(f"then {name(field)}" for field in rest))

    def beside(self, colour: Colour) -> set[Field]:
        return {other for field, digger in self.diggers.items() if digger == colour for other in around(field)}

    def digs(self, colour: Colour, at_hand: int, word: str = "") -> Iterator[Plan]:
        """M3.2, M3.3."""
        sand = self.sand()
        if at_hand >= 1:
            yield from self.written(f"{word}start", self.chains(sand, sand))
        if at_hand >= 2:
            yield from self.written(f"{word}extend", self.chains(self.beside(colour), sand, sand))

    def plans(self, seat: int) -> set[Plan]:
        """M3.4: everything a turn may consist of, from beginning to end."""
        if self.pool[seat] == 0:
            return {("pass",)}
        plans = {("pass",), *self.digs(seat, self.pool[seat])}
        for patron in PATRONS:
            if self.tiles_of(seat, patron) > self.turned[seat, patron]:  # M3.5
                plans |= {(f"use {patron}", *plan) for plan in self.helped(seat, patron)}
        return plans

    def helped(self, seat: int, patron: str) -> Iterator[Plan]:
        """M3.6 to M3.10."""
        sand, stones, near = self.sand(), self.stones - set(self.diggers), self.beside(seat)
        at_hand = self.pool[seat]
        if patron == "violet" and self.common[seat]:
            yield from self.digs(seat, at_hand + 1)
        if patron == "lemon":
            yield from self.written("start", self.chains(stones, stones))
            if at_hand >= 2:
                yield from self.written("extend", self.chains(near, stones, sand))
                yield from self.written("extend", self.chains(near, sand, stones))
        if patron == "brown":
            yield from ((text,) for text in self.open_rooms(seat))
        if patron == "blackmore" and at_hand >= 2:
            yield from self.written("start", self.chains(sand, sand, sand))
        if patron == "tangerine" and at_hand >= 3:
            yield from self.written("extend", self.chains(near, sand, sand, sand))

    # Phase 3

    def score_zones(self) -> Course:
        """M4.1 to M4.7."""
        for zone, tiles in enumerate(self.zones):
            here = [field for field in self.diggers if (field[0] // 4, field[1] // 3) == (zone % 2, zone // 2)]
            counts = Counter(self.diggers[field] for field in here)
            ranks = sorted(counts, key=lambda colour: (-counts[colour], self.space(colour)))
            if ranks != ["neutral"]:  # M7.7
                for place, colour in enumerate(ranks):
                    yield from self.choose(tiles, ranks, place, colour)
            tiles.clear()
            for field in here:
                self.common[self.diggers.pop(field)] += 1

    def space(self, colour: Colour) -> int:
        """M4.2, M7.2."""
        return 2 if isinstance(colour, str) else self.track[colour]

    def choose(self, tiles: dict[int, int], ranks: list[Colour], place: int, colour: Colour) -> Course:
        if isinstance(colour, str):
            if place < 2 and tiles:
                text = yield self.who_names(ranks, place), {f"remove {side}" for side in tiles}
                del tiles[int(text.split()[1])]
            return
        options = {f"tile {side}" for side in tiles}
        if place < 2 and self.common[colour]:
            options |= self.open_rooms(colour)
        if not options:
            return
        if place > 1 and self.rules.get("last-tile") == "may":  # M4.9
            options.add("decline")
        text = yield colour, options
        if text == "decline":
            return
        number = int(text.split()[1])
        if text.startswith("tile"):
            self.owned[colour].add(tiles.pop(number))
        else:
            self.common[colour] -= 1
            self.rooms[number] = colour

    def who_names(self, ranks: list[Colour], place: int) -> Colour:
        """M7.5, M7.6."""
        if place == 1:
            return ranks[0]
        if len(ranks) == 3:
            return ranks[2]
        (absent,) = set(self.seats) - set(ranks)
        return absent

    def open_rooms(self, seat: int) -> set[str]:
        """M5.1, M5.2."""
        entered = {
            wing
            for room, holder in self.rooms.items()
            if holder == seat and ROOMS[room][0] < 5
            for wing in ROOMS[room][1]
        }
        return {
            f"room {room}"
            for room, (value, wings) in enumerate(ROOMS)
            if room not in self.rooms and (value < 5 or set(wings) & entered)
        }

    # Points

    def tiles_of(self, seat: int, patron: str) -> int:
        return sum(TILES[tile][0] == patron for tile in self.owned[seat])

    def points(self, seat: int) -> int:
        """M4.6, M6.1 to M6.3."""
        points: int = sum(TILES[tile][1] for tile in self.owned[seat])
        for wing, patron in enumerate(self.wings):
            values = [
                ROOMS[room][0] for room, holder in self.rooms.items() if holder == seat and wing in ROOMS[room][1]
            ]
            points += self.tiles_of(seat, patron) * max([1, *values])
        return points + 5 * min(self.tiles_of(seat, patron) for patron in PATRONS)

    def winners(self) -> list[int]:
        """M6.4."""
        best = max((self.points(seat), self.pool[seat]) for seat in self.seats)
        return [seat for seat in self.seats if (self.points(seat), self.pool[seat]) == best]
