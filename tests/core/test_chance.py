"""Fair draws, against the published vector and arithmetic."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable

import pytest

from digsite.core.chance import commitment, fair_key, fair_place, new_seed, weighted_draw, word_fault
from tests.thebes.position import GAME, Position, play

SEED = bytes(range(32))
KEY = "65288c5cfa4a21be7088b8bd51a9f9a044250dbfb8411b92081b01cdb231f35f"


def test_the_published_vector() -> None:
    key = fair_key(SEED, ["Ann", "é"])
    assert key.hex() == KEY
    assert [fair_place(key, ply, [1] * 85) for ply in range(6)] == [76, 47, 48, 50, 41, 57]
    assert fair_place(key, 40, [1] * 14 + [16]) == 13  # find 14


def test_the_key_is_an_hmac_over_the_words_in_seat_order() -> None:
    assert fair_key(SEED, ["", "b", ""]) == hmac.new(SEED, b"\nb\n", hashlib.sha256).digest()
    assert fair_key(SEED, ["a", "b"]) != fair_key(SEED, ["b", "a"])


def test_words_count_by_their_composed_form() -> None:
    assert fair_key(SEED, ["Ann", "e\u0301"]).hex() == KEY


def test_the_commitment_is_of_the_raw_bytes() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_draws_follow_their_weights() -> None:
    """6 000 draws at 1 : 2 : 3; each share within four standard deviations."""
    key = fair_key(SEED, [])
    drawn = [fair_place(key, ply, [1, 2, 3]) for ply in range(6000)]
    for place, share in enumerate((1 / 6, 2 / 6, 3 / 6)):
        spread = (6000 * share * (1 - share)) ** 0.5
        assert abs(drawn.count(place) - 6000 * share) < 4 * spread


def test_a_word_beyond_the_last_whole_multiple_is_drawn_again() -> None:
    """With W = 2**63 + 1 almost half of all words are rejected; the ones taken are below W."""
    key, weights = fair_key(SEED, []), [2**63, 1]
    for ply in range(20):
        tries = 0
        while True:
            digest = hmac.new(key, ply.to_bytes(8, "big") + tries.to_bytes(4, "big"), hashlib.sha256).digest()
            word = int.from_bytes(digest[:8], "big")
            if word < 2**63 + 1:
                break
            tries += 1
        assert fair_place(key, ply, weights) == (0 if word < 2**63 else 1)


def test_seeds_differ() -> None:
    assert len({new_seed() for _ in range(100)}) == 100
    assert len(new_seed()) == 32


@pytest.mark.parametrize(
    ("word", "good"),
    [("", True), ("é" * 100, True), ("a" * 101, False), ("a\nb", False), ("a\u2028b", False), ("\x07", False)],
)
def test_lucky_words_are_short_and_printable(word: str, good: bool) -> None:
    assert (word_fault(word) is None) == good


def always(number: int) -> Callable[[int], int]:
    return lambda total: number


def test_a_draw_is_as_likely_as_its_weight() -> None:
    state = play(Position(2).at(0, "egypt").give(0, "book egypt 3").build(), "dig egypt 9")
    ids, weights = GAME.chance(state)
    numbers = range(int(weights.sum()))
    assert numbers.stop > len(ids)
    drawn = Counter(weighted_draw(GAME, state, always(number)) for number in numbers)
    assert drawn == dict(zip(ids.tolist(), weights.tolist(), strict=True))
