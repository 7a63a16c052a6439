"""The deck is drawn card by card from a set; the odds must be those of really shuffled stacks (T1.3 to T1.5, T4.5)."""

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations

import pytest

from digsite.core.fields import Bytes
from digsite.core.game import CHANCE
from digsite.core.rng import stream
from digsite.games.thebes.rules.state import STATE
from tests.thebes.position import GAME, Position, drawable, play, view

# The 99.9 % points of chi-squared: NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.4.
CHI_SQUARED = {
    1: 10.828, 2: 13.816, 3: 16.266, 4: 18.467, 5: 20.515, 6: 22.458, 7: 24.322, 8: 26.125, 9: 27.877, 10: 29.588,
    11: 31.264, 12: 32.910, 13: 34.528, 14: 36.123, 15: 37.697, 16: 39.252, 17: 40.790, 18: 42.312, 19: 43.820,
    20: 45.315,
}  # fmt: skip
GAMES = 3000
EXCHANGES = 18  # enough for both stacks, the third and another shuffling
Table = list[tuple[list[int], list[int], int]]  # after every exchange: cards, exhibitions, how many were seen so far


class Shuffler:
    """The cards as hands shuffle and lay them: three stacks, discards, three exhibition spaces."""

    def __init__(self, seats: int, rng: random.Random) -> None:
        self.rng = rng
        cards = list(range(85))
        rng.shuffle(cards)
        self.display = cards[:4]
        first, second, third = cards[4:31], cards[31:58], cards[58:]
        small, large = list(range(85, 90)), list(range(90, 95))
        second += small + large if seats == 2 else small
        third += [] if seats == 2 else large
        rng.shuffle(second)
        self.deck = first + second  # the next card first
        self.aside = third
        self.discards: list[int] = []
        self.halls: list[int] = []

    def draw(self) -> int:
        if not self.deck:
            self.deck = self.aside + self.discards
            self.aside, self.discards = [], []
            self.rng.shuffle(self.deck)
        return self.deck.pop(0)

    def exchange(self) -> None:
        self.discards += self.display
        self.display = []
        while len(self.display) < 4:
            card = self.draw()
            if card < 85:
                self.display.append(card)
                continue
            self.halls.insert(0, card)
            if len(self.halls) > 3:
                self.discards.append(self.halls.pop())


def shuffled_games(seats: int) -> Iterator[Table]:
    rng = random.Random(1907)
    for _ in range(GAMES):
        table = Shuffler(seats, rng)
        game: Table = [(table.display, [-1] * 3, 0)]
        seen: set[int] = set()
        for _ in range(EXCHANGES):
            table.exchange()
            seen.update(table.halls, (card for card in table.discards if card >= 85))
            game.append((table.display, (table.halls + [-1] * 3)[:3], len(seen)))
        yield game


def in_words(words: list[int]) -> set[int]:
    """The exhibitions of a set of cards."""
    return {card for card in range(85, 95) if words[1] >> card - 48 & 1}


def drawn_games(seats: int) -> Iterator[Table]:
    exchange = GAME.parse(GAME.new(seats), "exchange")
    for number in range(GAMES):
        rng = stream(1907, number)
        state = GAME.settle(GAME.new(seats), rng)
        game: Table = [(state.view(STATE)[0]["display"].tolist(), [-1] * 3, 0)]
        seen: set[int] = set()
        for _ in range(EXCHANGES):
            state = GAME.settle(GAME.apply(state, exchange), rng)
            fields = state.view(STATE)[0]
            display, halls = fields["display"].tolist(), fields["hall"].tolist()
            seen.update({*halls} - {-1}, in_words(fields["discards"].tolist()))
            game.append((display, halls, len(seen)))
        yield game


@cache
def samples(seats: int) -> tuple[list[Table], list[Table]]:
    return list(shuffled_games(seats)), list(drawn_games(seats))


def chi_squared(one: Counter[Hashable], other: Counter[Hashable]) -> tuple[float, int]:
    """Of two samples of the same size, rare outcomes thrown together: the statistic and its degrees of freedom."""
    common = [outcome for outcome in one | other if one[outcome] + other[outcome] >= 20]
    pairs = [(one[outcome], other[outcome]) for outcome in common]
    rare = one.total() - sum(a for a, _ in pairs), other.total() - sum(b for _, b in pairs)
    pairs += [rare] if sum(rare) else []
    return sum((a - b) ** 2 / (a + b) for a, b in pairs), len(pairs) - 1


def first_exhibition(game: Table) -> Hashable:
    """In which exchange an exhibition first comes."""
    return next((turn for turn, (_, _, seen) in enumerate(game) if seen), None)


def exhibitions_after_8(game: Table) -> Hashable:
    return game[8][2]


def exhibitions_after_13(game: Table) -> Hashable:
    return game[13][2]


def exhibition_on_a_after_12(game: Table) -> Hashable:
    return game[12][1][0]


def exhibition_on_c_after_18(game: Table) -> Hashable:
    return game[18][1][2]


def card_in_the_first_stack(game: Table) -> Hashable:
    return game[3][0][1] // 5  # 17 groups of five cards


def card_in_the_second_stack(game: Table) -> Hashable:
    return game[10][0][2] // 5


def card_after_the_first_shuffling(game: Table) -> Hashable:
    return game[16][0][3] // 5


def old_cards_after_the_first_shuffling(game: Table) -> Hashable:
    """How many of the open cards have lain open before, hence come from the discards."""
    before = {card for cards, _, _ in game[:16] for card in cards}
    return len(before & set(game[16][0]))


def turn_of_the_first_return(game: Table) -> Hashable:
    """In which exchange the first of the opening cards lies open again."""
    return next((turn for turn, (cards, _, _) in enumerate(game) if turn and game[0][0][0] in cards), None)


MEASURES = [
    first_exhibition,
    exhibitions_after_8,
    exhibitions_after_13,
    exhibition_on_a_after_12,
    exhibition_on_c_after_18,
    card_in_the_first_stack,
    card_in_the_second_stack,
    card_after_the_first_shuffling,
    old_cards_after_the_first_shuffling,
    turn_of_the_first_return,
]


@pytest.mark.rule("T1.3", "T1.4", "T1.5", "T4.5")
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("measure", MEASURES)
def test_a_deck_without_order_behaves_like_shuffled_stacks(measure: Callable[[Table], Hashable], seats: int) -> None:
    shuffled, drawn = samples(seats)
    statistic, freedom = chi_squared(Counter(map(measure, shuffled)), Counter(map(measure, drawn)))
    assert statistic < CHI_SQUARED[freedom]


@pytest.mark.rule("T1.4", "T1.5")
def test_the_comparison_notices_exhibitions_in_the_wrong_stack() -> None:
    two, _ = samples(2)
    _, three = samples(3)
    statistic, freedom = chi_squared(Counter(map(exhibitions_after_13, two)), Counter(map(exhibitions_after_13, three)))
    assert statistic > CHI_SQUARED[freedom]


def orders(researchers: list[int], shows: list[int], in_second: int) -> Counter[tuple[int, ...]]:
    """Every order of the second stack, whichever researchers lie in it, each as often as the shuffled whole has it.

    The unseen researchers are shuffled as one; those dealt to the second stack mix with its exhibitions.
    """
    found: Counter[tuple[int, ...]] = Counter()
    size = in_second + len(shows)
    for dealt in permutations(researchers, in_second):
        for places in combinations(range(size), in_second):
            for mixed in permutations(shows):
                left, right = iter(dealt), iter(mixed)
                found[tuple(next(left) if place in places else next(right) for place in range(size))] += 1
    return found


def chain(state: Bytes, draws: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every sequence of so many draws with its probability, by the game's own weights."""
    if draws == 0:
        yield (), Fraction(1)
        return
    assert GAME.to_act(state) == CHANCE
    ways = drawable(state)
    total = sum(ways.values())
    for text, weight in ways.items():
        for rest, chance in chain(play(state, text), draws - 1):
            yield (int(text.split()[1]), *rest), Fraction(weight, total) * chance


@pytest.mark.rule("T1.3", "T1.4", "T1.5")
@pytest.mark.parametrize(("seats", "in_second", "shows"), [(2, 1, 0), (2, 1, 2), (2, 1, 3), (3, 1, 2), (4, 2, 1)])
def test_every_order_of_a_late_second_stack_has_its_exact_chance(seats: int, in_second: int, shows: int) -> None:
    state = Position(seats).second_stack(researchers=in_second, shows=shows).build()
    in_deck = state.view(STATE)[0]["deck"].tolist()
    researchers = [card for card in range(85) if in_deck[card // 48] >> card % 48 & 1]
    assert len(researchers) == in_second + 27
    small = sorted(in_words(in_deck))[:shows]
    expected = orders(researchers, small, in_second)
    everything = expected.total()
    found = dict(chain(play(state, "exchange"), in_second + shows))
    assert found == {order: Fraction(times, everything) for order, times in expected.items()}


@pytest.mark.rule("T1.3", "T1.4")
def test_the_last_card_of_the_first_stack_is_any_unseen_researcher() -> None:
    first = Position().discard(*range(26)).build()
    assert view(first)["deck"] == 1 + 27 + 10
    state = play(first, "take 1")
    assert len(drawable(state)) == 1 + 27 + 27
    assert set(drawable(state).values()) == {1}


@pytest.mark.rule("T1.4")
def test_the_second_stack_brings_an_exhibition_with_10_in_37() -> None:
    state = play(Position().discard(*range(27)).build(), "take 1")
    ways = drawable(state)
    total = sum(ways.values())
    shows = sum(weight for text, weight in ways.items() if int(text.split()[1]) >= 85)
    assert Fraction(shows, total) == Fraction(10, 27 + 10)
    assert Fraction(ways["card 40"], total) == Fraction(27, 37) * Fraction(1, 27 + 27)


@pytest.mark.rule("T4.5")
@pytest.mark.parametrize(("seats", "large"), [(2, 0), (3, 5), (4, 5)])
def test_after_the_first_shuffling_every_card_of_the_new_deck_is_equally_likely(seats: int, large: int) -> None:
    state = Position(seats).second_stack(researchers=0, shows=0).build()
    discards = view(state)["discards"]
    ways = drawable(play(state, "take 1"))
    assert len(ways) == 27 + large + len(discards)
    assert set(ways.values()) == {1}
