"""Every chain of archaeologists the rules allow, and no other: the listed steps against a twin made of coordinates."""

import random
from collections.abc import Iterator

import pytest

from digsite.core.fields import Bytes
from digsite.games.mykerinos.rules.state import NEUTRAL
from tests.mykerinos.position import Position, field_names, legal, play, view

PATRONS = ("violet", "lemon", "brown", "blackmore", "tangerine")
KINDS = ("plain", "violet", "lemon", "blackmore", "tangerine", "neutral")
VERBS = ("start", "extend", "neutral start", "neutral extend")
Place = tuple[int, int]
Chain = tuple[str, ...]


class Desert:
    """Coordinates in sets: what is free, what has a pyramid, where a colour stands."""

    def __init__(self, state: Bytes) -> None:
        self.fields = {self.place(field["field"]): field for field in view(state)["fields"]}
        self.sand = {at for at, field in self.fields.items() if self.empty(at) and not field["pyramid"]}
        self.stones = {at for at, field in self.fields.items() if self.empty(at) and field["pyramid"]}

    def empty(self, at: Place) -> bool:
        return self.fields[at]["archaeologist"] is None

    @staticmethod
    def place(name: str) -> Place:
        return ord(name[0]) - ord("a"), int(name[1:]) - 1

    @staticmethod
    def name(at: Place) -> str:
        return f"{chr(ord('a') + at[0])}{at[1] + 1}"

    def of(self, colour: int | str) -> set[Place]:
        return {at for at, field in self.fields.items() if field["archaeologist"] == colour}

    def paths(self, firsts: set[Place], *grounds: set[Place]) -> Iterator[tuple[Place, ...]]:
        """Ways of stepping from ground to ground, each step next to the one before and no field twice."""
        ways: list[tuple[Place, ...]] = [(at,) for at in firsts & grounds[0]]
        for ground in grounds[1:]:
            ways = [(*way, at) for way in ways for at in ground if touches(way[-1], at) and at not in way]
        yield from ways

    def beside(self, colour: int | str) -> set[Place]:
        return {at for at in self.fields if any(touches(at, other) for other in self.of(colour))}


def touches(one: Place, other: Place) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def chains_of(verb: str, ways: Iterator[tuple[Place, ...]]) -> set[Chain]:
    return {(f"{verb} {Desert.name(way[0])}", *(f"then {Desert.name(at)}" for at in way[1:])) for way in ways}


def twin(state: Bytes, kind: str, colour: int | str, at_hand: int) -> set[Chain]:
    """All complete chains of a kind, by brute force."""
    desert = Desert(state)
    sand, stones, near = desert.sand, desert.stones, desert.beside(colour)
    if at_hand == 0:
        return set()
    chains: set[Chain] = set()
    if kind in ("plain", "violet", "neutral"):
        words = "neutral " if kind == "neutral" else ""
        chains |= chains_of(f"{words}start", desert.paths(sand, sand))
        if at_hand >= 2:
            chains |= chains_of(f"{words}extend", desert.paths(near, sand, sand))
    if kind == "lemon":
        chains |= chains_of("start", desert.paths(stones, stones))
        if at_hand >= 2:
            chains |= chains_of("extend", desert.paths(near, stones, sand))
            chains |= chains_of("extend", desert.paths(near, sand, stones))
    if kind == "blackmore" and at_hand >= 2:
        chains |= chains_of("start", desert.paths(sand, sand, sand))
    if kind == "tangerine" and at_hand >= 3:
        chains |= chains_of("extend", desert.paths(near, sand, sand, sand))
    return chains


def listed(state: Bytes, *verbs: str) -> set[Chain]:
    """All chains as the listed steps lead through them; a step that cannot be completed fails."""
    chains = set()
    for first in [text for text in legal(state) if text.startswith(verbs or VERBS)]:
        open_ends: list[tuple[Chain, Bytes]] = [((first,), play(state, first))]
        while open_ends:
            chain, after = open_ends.pop()
            if view(after)["chain"] is None:
                chains.add(chain)
                continue
            assert legal(after), f"{chain} cannot be completed"
            assert all(text.startswith("then ") for text in legal(after))
            open_ends += [((*chain, text), play(after, text)) for text in legal(after)]
    return chains


def compare(position: Position) -> dict[str, int]:
    """Each kind of chain in this position, counted; seat 0 is to dig, with all patrons."""
    turn = position.build()
    pool, neutral = position.pools[0], position.neutrals[0]
    counts = {}
    for kind in KINDS:
        state, colour, at_hand = turn, 0, pool
        expected: set[Chain]
        if kind == "neutral":
            rooms = play(turn, "use brown", "room 0")  # an own action that leaves the desert alone
            expected = twin(turn, kind, "neutral", neutral)
            assert (view(rooms)["phase"] == "follow") == bool(expected)
            found = listed(rooms) if expected else set()
        else:
            at_hand += kind == "violet"
            expected = twin(state, kind, colour, at_hand)
            if kind == "plain":
                found = listed(turn)
            else:
                assert (f"use {kind}" in legal(turn)) == bool(expected)
                found = listed(play(turn, f"use {kind}")) if expected else set()
        assert found == expected, kind
        counts[kind] = len(found)
    return counts


def patch(free: str, own: str, neutral: str = "", round: int = 2) -> Position:
    """A desert in which only these fields are free, the rest being full of the other player's and neutral ones."""
    position = Position(2, round).pool(0, 5).pool(1, 0).neutral(0, 2).neutral(1, 0).own(0, *PATRONS)
    pyramids = position.pyramids()
    used = {*free.split(), *own.split(), *neutral.split(), *pyramids}
    position.dig(0, own).dig(NEUTRAL, neutral)
    for name in field_names(9 if round == 4 else 6):
        if name not in used:
            position.dig(1 if len(position.fields[1]) < 25 else NEUTRAL, name)
    return position


@pytest.mark.rule("M3.3", "M3.9", "M3.10")
def test_the_chains_of_a_corner_of_four_fields() -> None:
    """Own on a1; b1, a2, b2 free. Two ways in, each with one way on; one way on from there, and so on."""
    counts = compare(patch("b1 a2 b2", own="a1"))
    assert counts["plain"] - 3 == 2  # b1 b2, a2 b2; and three starts
    assert counts["tangerine"] == 2  # b1 b2 a2, a2 b2 b1
    assert counts["blackmore"] == 4  # b1 b2 and a2 b2, both ways
    assert counts["violet"] == counts["plain"]


@pytest.mark.rule("M3.3", "M3.9", "M3.10")
def test_the_chains_of_a_straight_line() -> None:
    """Own on a1; b1 to e1 free: a line has one way in and one way on."""
    counts = compare(patch("b1 c1 d1 e1", own="a1"))
    assert (counts["plain"], counts["tangerine"], counts["blackmore"]) == (4 + 1, 1, 2 * 3)


@pytest.mark.rule("M3.3", "M3.10")
def test_the_chains_from_the_middle_of_a_line() -> None:
    """Own on c1 and two free fields to either side: two ways in, one on, and no third step."""
    counts = compare(patch("a1 b1 d1 e1", own="c1"))
    assert (counts["plain"], counts["tangerine"], counts["blackmore"]) == (4 + 2, 0, 4)


@pytest.mark.rule("M3.3", "M3.10")
def test_the_chains_of_an_open_square() -> None:
    """Own on the corner a1 of a free 3x3: 2 firsts with 2 ways on each (b1: c1, b2), then c1: c2; b2: a2, c2, b3."""
    counts = compare(patch("b1 c1 a2 b2 c2 a3 b3 c3", own="a1"))
    assert counts["plain"] == 8 + 4
    assert counts["tangerine"] == 2 * (1 + 3)
    assert counts["blackmore"] == 2 * 10  # a 3x3 square has 12 edges, 2 of them at its corner


@pytest.mark.rule("M2.4", "M3.3", "M3.10", "M7.3")
def test_chains_cross_from_row_6_to_row_7_in_the_last_round() -> None:
    counts = compare(last_round("a6 a7 a8", own="a5"))
    assert (counts["plain"], counts["tangerine"], counts["blackmore"]) == (3 + 1, 1, 4)
    counts = compare(last_round("a7 a6 a5", own="a8"))
    assert (counts["plain"], counts["tangerine"], counts["blackmore"]) == (3 + 1, 1, 4)
    counts = compare(last_round("b6 b7", own="a6", neutral="a7"))
    assert (counts["plain"], counts["neutral"], counts["blackmore"]) == (2 + 1, 2 + 1, 2)


def last_round(free: str, own: str, neutral: str = "") -> Position:
    """Only these fields of the last round are free; flat tiles lie where rows 6 and 7 meet on the left."""
    position = Position(2, 4).pool(0, 5).pool(1, 0).neutral(0, 2).neutral(1, 0)
    position.lay(2, 0, 7).lay(4, 14, 21).own(0, *PATRONS).dig(0, own).dig(NEUTRAL, neutral)
    around = {f"{column}{row}" for column in "abc" for row in range(4, 10)}
    used = {*free.split(), *own.split(), *neutral.split(), *position.pyramids()}
    for name in sorted(field_names(9), key=lambda name: name not in around):  # the other player's next to them
        if name not in used:
            most = {1: 25, NEUTRAL: 23, 0: 19}
            position.dig(next(colour for colour in most if len(position.fields[colour]) < most[colour]), name)
    return position


@pytest.mark.rule("M3.3", "M3.7", "M3.9", "M3.10", "M7.3")
@pytest.mark.parametrize("round", [2, 3, 4])
@pytest.mark.parametrize("seed", range(8))
def test_random_deserts_have_the_chains_of_the_twin(round: int, seed: int) -> None:
    rng = random.Random(100 * round + seed)
    position = Position(2, round).own(0, *(f"{patron} {rng.choice((0, 2, 3))}" for patron in PATRONS))
    tiles = [tile for tile in range(36) if tile not in position.owned[0]]
    rng.shuffle(tiles)
    for zone in range(6 if round == 4 else 4):
        position.lay(zone, tiles.pop(), tiles.pop())
    names = field_names(9 if round == 4 else 6)
    rng.shuffle(names)
    crowd = rng.choice((4, 12, 16, 20))
    for colour in (0, 1, NEUTRAL):
        for _ in range(min(crowd, len(names) // 2)):
            position.dig(colour, names.pop())
    pool = rng.randint(1, 25 - len(position.fields[0]) - 1)
    position.pool(0, pool).pool(1, rng.randint(0, 5)).neutral(0, rng.randint(0, 3)).neutral(1, rng.randint(0, 2))
    compare(position)


@pytest.mark.rule("M2.4")
def test_each_field_of_the_last_round_has_the_neighbours_that_geometry_gives_it() -> None:
    for own in field_names(9):
        state = Position(2, 4).dig(0, own).pool(0, 3).neutral(0, 0).build()
        chains = {chain for chain in twin(state, "plain", 0, 3) if len(chain) == 2}
        assert listed(state, "extend") == chains
