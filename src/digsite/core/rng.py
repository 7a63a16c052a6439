"""The fast generator for simulations: xoshiro256**, one stream per seed and game number, the same on every machine.

Games between people draw from a fair seed instead (see `chance`). A stream is four uint64 words, changed in place.
"""

import numpy as np

from digsite.core.fields import Stream
from digsite.core.jit import compiled, entry_point

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)


@compiled
def splitmix(word: np.uint64) -> np.uint64:
    word = (word ^ (word >> np.uint64(30))) * MIX_1
    word = (word ^ (word >> np.uint64(27))) * MIX_2
    return word ^ (word >> np.uint64(31))


@entry_point
def seed_stream(rng: Stream, seed: np.uint64, number: np.uint64) -> None:
    """Fill in the first words of a stream."""
    word = splitmix(seed) ^ splitmix(number * MIX_1 + GOLDEN)
    for i in range(4):
        word += GOLDEN
        rng[i] = splitmix(word)


@compiled
def next_word(rng: Stream) -> np.uint64:
    word: np.uint64 = rng[1] * np.uint64(5)
    word = ((word << np.uint64(7)) | (word >> np.uint64(57))) * np.uint64(9)
    shifted = rng[1] << np.uint64(17)
    rng[2] ^= rng[0]
    rng[3] ^= rng[1]
    rng[1] ^= rng[2]
    rng[0] ^= rng[3]
    rng[2] ^= shifted
    rng[3] = (rng[3] << np.uint64(45)) | (rng[3] >> np.uint64(19))
    return word


@entry_point
def below(rng: Stream, bound: int) -> int:
    """Return a number from 0 to bound - 1, all equally likely (bound at most 2**31): Lemire's method with rejection."""
    span = np.uint64(bound)
    scaled = (next_word(rng) >> np.uint64(32)) * span
    low = scaled & np.uint64(0xFFFFFFFF)
    if low < span:
        threshold = np.uint64(0x100000000) % span
        while low < threshold:
            scaled = (next_word(rng) >> np.uint64(32)) * span
            low = scaled & np.uint64(0xFFFFFFFF)
    return np.int64(scaled >> np.uint64(32))  # type: ignore[return-value]


def stream(seed: int, number: int = 0) -> Stream:
    """Return the stream of game `number` under `seed`."""
    rng = np.empty(4, np.uint64)
    seed_stream(rng, np.uint64(seed % 2**64), np.uint64(number))
    return rng


def as_stream(rng: object) -> Stream:
    """Return a stream drawn from a NumPy generator. Raises TypeError for anything else."""
    if isinstance(rng, np.random.Generator):
        return rng.integers(0, 2**64, 4, np.uint64)
    raise TypeError(
        f"draws come from digsite.core.rng.stream(seed) or from numpy.random.default_rng(seed), not from {rng!r:.60}"
    )
