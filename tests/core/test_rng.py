"""The generator of simulations: the published algorithms, and even draws."""

import numpy as np

from digsite.core.rng import below, stream

MASK = 2**64 - 1


def rotate(word: int, by: int) -> int:
    return (word << by | word >> (64 - by)) & MASK


def reference(words: list[int]) -> int:
    """xoshiro256** as its authors published it, in plain whole numbers."""
    result = rotate(words[1] * 5 & MASK, 7) * 9 & MASK
    shifted = words[1] << 17 & MASK
    words[2] ^= words[0]
    words[3] ^= words[1]
    words[1] ^= words[2]
    words[0] ^= words[3]
    words[2] ^= shifted
    words[3] = rotate(words[3], 45)
    return result


def test_draws_are_those_of_xoshiro() -> None:
    rng = stream(42, 7)
    words = [int(word) for word in rng]
    for _ in range(200):
        while True:
            scaled = (reference(words) >> 32) * 1000
            if scaled & 0xFFFFFFFF >= 2**32 % 1000:
                break
        assert below(rng, 1000) == scaled >> 32
    assert [int(word) for word in rng] == words


def test_streams_of_other_seeds_and_games_differ() -> None:
    seen = {stream(seed, number).tobytes() for seed in range(50) for number in range(50)}
    assert len(seen) == 2500
    assert stream(2**64 - 1, 3).tobytes() == stream(2**64 - 1, 3).tobytes()


def test_draws_are_even() -> None:
    """60 000 throws of a die: chi-squared with 5 degrees of freedom stays below its 99.9 % quantile, 20.52."""
    rng = stream(1)
    counts = np.bincount([below(rng, 6) for _ in range(60_000)], minlength=6)
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 20.52
