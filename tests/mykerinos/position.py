"""Positions of Mykerinos for tests: say what lies where, and the rest falls into place soundly.

Tiles are told by number, or by patron and points ("lemon", "lemon 3"; "plot" is the one without a patron): then the
tile of highest number that fits and is not used yet is meant. Where nothing is said the desert is laid with the tiles
of fewest pyramids: zones 0 and 1 have none, and neither has the left half of zone 2.
"""

from typing import Any, Self

from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes
from digsite.core.game import OVER, View
from digsite.core.rng import stream
from digsite.games.mykerinos import game as mykerinos_game
from digsite.games.mykerinos.rules.data import Facts
from digsite.games.mykerinos.rules.state import END, NEUTRAL, STATE, TURN

GAME = mykerinos_game.load()
FACTS = GAME.facts
CUBES = 25
ZONES = {1: 4, 2: 4, 3: 4, 4: 6}
PER_ROUND = {2: 11, 3: 11, 4: 8}
ROOMS_2_AND_3 = [f"room {room}" for room in (*range(5), *range(10, 15))]
Tile = str | int


def field_number(name: str) -> int:
    return "abcdefgh".index(name[0]) + 8 * (int(name[1:]) - 1)


def field_names(rows: int = 6) -> list[str]:
    return [f"{column}{row}" for row in range(1, rows + 1) for column in "abcdefgh"]


def slot_names(slot: int) -> list[str]:
    """The six fields of a place for a tile, in the order of the data file."""
    zone, side = divmod(slot, 2)
    columns = "abcdefgh"[4 * (zone % 2) + 2 * side :][:2]
    return [f"{column}{3 * (zone // 2) + row}" for row in (1, 2, 3) for column in columns]


class Position:
    """The first turn of a round, seat 0 to start, everybody with what a round brings, unless told otherwise."""

    def __init__(self, seats: int = 3, round: int = 1, game: CompiledGame[Facts] = GAME) -> None:
        self.game = game
        self.seats = seats
        self.round = round
        self.starter = 0
        self.player = 0
        self.passers: list[int] = []
        self.pools = [PER_ROUND[seats]] * seats
        self.neutrals = [4 if seats == 2 else 0] * seats
        self.fields: dict[int, set[str]] = {colour: set() for colour in (*range(seats), NEUTRAL)}
        self.slots: dict[int, int] = {}
        self.owned: list[list[int]] = [[] for _ in range(seats)]
        self.turned: list[list[str]] = [[] for _ in range(seats)]
        self.held: list[list[int]] = [[] for _ in range(seats)]
        self.patrons = list(FACTS.patrons)

    def start(self, seat: int) -> Self:
        self.starter = seat
        return self

    def turn(self, seat: int) -> Self:
        self.player = seat
        return self

    def passed(self, *seats: int) -> Self:
        """Who has passed, in this order."""
        self.passers = list(seats)
        return self

    def pool(self, seat: int, count: int) -> Self:
        self.pools[seat] = count
        return self

    def neutral(self, seat: int, count: int) -> Self:
        """Neutral archaeologists at hand."""
        self.neutrals[seat] = count
        return self

    def dig(self, colour: int, *names: str) -> Self:
        """Archaeologists of a seat, or of NEUTRAL, on these fields: "a1 b1"."""
        self.fields[colour] |= {name for words in names for name in words.split()}
        return self

    def lay(self, zone: int, left: Tile, right: Tile) -> Self:
        for slot, tile in ((2 * zone, left), (2 * zone + 1, right)):
            self.slots[slot] = self._tile(tile)
        return self

    def own(self, seat: int, *tiles: Tile) -> Self:
        for tile in tiles:
            self.owned[seat].append(self._tile(tile))
        return self

    def turn_over(self, seat: int, *patrons: str) -> Self:
        """Patrons used already this round."""
        self.turned[seat] += patrons
        return self

    def rooms(self, seat: int, *numbers: int) -> Self:
        self.held[seat] += numbers
        return self

    def wings(self, *patrons: str) -> Self:
        self.patrons = list(patrons)
        return self

    def pyramids(self) -> set[str]:
        """The fields with a pyramid."""
        self._fill()
        return {
            slot_names(slot)[place]
            for slot, tile in self.slots.items()
            for place in self.game.facts.tiles[tile].pyramids
        }

    def build(self) -> Bytes:
        """A player's turn in the desert."""
        self._fill()
        state = self._state()
        fields: Any = state.view(STATE)[0]
        fields["actor"], fields["phase"], fields["player"] = self.player, TURN, self.player
        fields["final"] = len(self.passers) == self.seats - 1
        for place, seat in enumerate(self.passers):
            fields["track"][seat] = place + 1 + (self.seats == 2 and place == 1)
        for colour, names in self.fields.items():
            for number in map(field_number, names):
                fields["cubes"][colour][number // 48] |= 1 << number % 48
        for number in map(field_number, self.pyramids()):
            fields["pyramids"][number // 48] |= 1 << number % 48
        for slot, tile in self.slots.items():
            fields["slot"][slot] = tile
        return self._sound(state)

    def score(self, *order: int) -> Bytes:
        """All pass, in this order, and the zones are scored as far as somebody has a choice."""
        order = order or tuple(range(self.seats))
        return play(self.passed(*order[:-1]).turn(order[-1]).build(), "pass", game=self.game)

    def over(self) -> Bytes:
        """The end of the game, with nothing left in the desert."""
        self.round = 4
        state = self._state()
        fields: Any = state.view(STATE)[0]
        fields["actor"], fields["phase"] = OVER, END
        return self._sound(state)

    def _tile(self, wanted: Tile) -> int:
        used = [*self.slots.values(), *(tile for tiles in self.owned for tile in tiles)]
        if isinstance(wanted, int):
            assert wanted not in used, f"tile {wanted} lies elsewhere already"
            return wanted
        patron, *points = wanted.split()
        for number in reversed(range(len(FACTS.tiles))):
            tile = FACTS.tiles[number]
            fits = tile.patron == patron.replace("plot", "") and points in ([], [str(tile.points)])
            if fits and number not in used:
                return number
        raise LookupError(f"no plot left is {wanted!r}")

    def _fill(self) -> None:
        used = [*self.slots.values(), *(tile for tiles in self.owned for tile in tiles)]
        tiles = self.game.facts.tiles
        free = sorted((len(tile.pyramids), number) for number, tile in enumerate(tiles) if number not in used)
        for slot in range(2 * ZONES[self.round]):
            if slot not in self.slots:
                self.slots[slot] = free.pop(0)[1]

    def _state(self) -> Bytes:
        """Whatever does not depend on the phase."""
        state = self.game.new(self.seats)
        fields: Any = state.view(STATE)[0]
        fields["round"], fields["start"], fields["dealt"] = self.round - 1, self.starter, 2 * ZONES[self.round]
        fields["wing"], fields["wings"] = [FACTS.patrons.index(patron) for patron in self.patrons], 5
        for seat in range(self.seats):
            fields["pool"][seat], fields["neutral"][seat] = self.pools[seat], self.neutrals[seat]
            fields["rooms"][seat] = sum(1 << room for room in self.held[seat])
            fields["owned"][seat] = sum(1 << tile for tile in self.owned[seat])
            for patron in self.turned[seat]:
                fields["turned"][seat][FACTS.patrons.index(patron)] += 1
            fields["common"][seat] = CUBES - self.pools[seat] - len(self.held[seat]) - len(self.fields[seat])
        if self.seats == 2:
            fields["common"][NEUTRAL] = CUBES - sum(self.neutrals) - len(self.fields[NEUTRAL])
        assert fields["common"].min() >= 0, "more archaeologists than there are"
        used = [*self.slots.values(), *(tile for tiles in self.owned for tile in tiles)]
        rest = [tile for tile in range(len(FACTS.tiles)) if tile not in used]
        to_come = len(FACTS.tiles) - 2 * sum(ZONES[number] for number in range(1, self.round + 1))
        assert len(rest) >= to_come, "more tiles won than dealt"
        fields["deck"] = sum(1 << tile for tile in rest[len(rest) - to_come :])
        return state

    def _sound(self, state: Bytes) -> Bytes:
        faults = self.game.check(state)
        assert faults == [], faults
        return state


def play(state: Bytes, *texts: str, game: CompiledGame[Facts] = GAME) -> Bytes:
    """The position after exactly these actions, those of chance included."""
    for text in texts:
        state = game.apply(state, game.parse(state, text))
        faults = game.check(state)
        assert faults == [], (text, faults)
    return state


def settle(state: Bytes, seed: int = 1) -> Bytes:
    """The position once chance has drawn whatever it likes."""
    return GAME.settle(state, stream(seed))


def legal(state: Bytes, start: str = "", game: CompiledGame[Facts] = GAME) -> list[str]:
    """The legal actions whose text begins so."""
    texts = [game.text(state, int(action)) for action in game.legal(state)]
    return [text for text in texts if text.startswith(start)]


def drawable(state: Bytes, game: CompiledGame[Facts] = GAME) -> dict[str, int]:
    """What chance may bring, with weights."""
    ids, weights = game.chance(state)
    return {game.text(state, int(action)): int(weight) for action, weight in zip(ids, weights, strict=True)}


def view(state: Bytes) -> View:
    return GAME.view(state)


def player(state: Bytes, seat: int = 0) -> dict[str, Any]:
    seen: dict[str, Any] = GAME.view(state)["players"][seat]
    return seen


def standing_on(state: Bytes, colour: int | str) -> set[str]:
    """The fields with archaeologists of a seat, or of "neutral"."""
    return {field["field"] for field in GAME.view(state)["fields"] if field["archaeologist"] == colour}


def owned(state: Bytes, seat: int = 0) -> list[int]:
    return [tile["tile"] for tile in player(state, seat)["tiles"]]


def ranking(state: Bytes) -> list[int | str]:
    ranks: list[int | str] = GAME.view(state)["scoring"]["ranking"]
    return ranks


def zone_scored(state: Bytes) -> int:
    zone: int = GAME.view(state)["scoring"]["zone"]
    return zone
