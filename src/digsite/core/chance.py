"""Fair draws: anybody can check afterwards that no draw was chosen by the operator or foreseen by a player.

A table's secret seed is committed to by its SHA-256 before anybody sits down. Each player may add a lucky word. Seed
and words together give a key, and the key decides the draw of every ply. Simulations use the faster `rng` instead.
"""

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Callable, Sequence

from digsite.core.fields import Bytes
from digsite.core.game import Game

SEED_BYTES = 32
MOST_LETTERS = 100


def new_seed() -> bytes:
    """Return a seed that nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """Return what is published of a seed before the game."""
    return hashlib.sha256(seed).hexdigest()


def word_fault(word: str) -> str | None:
    """Return why a lucky word (or a name) cannot be used; None if it can."""
    if len(word) > MOST_LETTERS:
        return f"is longer than {MOST_LETTERS} characters"
    if any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in word):
        return "has a control character or line break in it"
    return None


def fair_key(seed: bytes, words: Sequence[str]) -> bytes:
    """Return the key of a table, from its seed and the lucky words in seat order ('' where none was given)."""
    joined = "\n".join(unicodedata.normalize("NFC", word) for word in words)
    return hmac.digest(seed, joined.encode(), "sha256")


def fair_place(key: bytes, ply: int, weights: Sequence[int]) -> int:
    """Return which of the weighted possibilities is drawn at a ply, by its place in the list."""
    total = sum(weights)
    limit = 2**64 // total * total
    tries = 0
    while True:
        digest = hmac.digest(key, ply.to_bytes(8, "big") + tries.to_bytes(4, "big"), "sha256")
        drawn = int.from_bytes(digest[:8], "big")
        if drawn < limit:
            break
        tries += 1
    rest = drawn % total
    for place, weight in enumerate(weights):
        rest -= weight
        if rest < 0:
            return place
    raise ValueError("weights must be positive")


def fair_draw(game: Game, state: Bytes, key: bytes, ply: int) -> int:
    """Return the chance action that the key of a table draws at a ply."""
    ids, weights = game.chance(state)
    return int(ids[fair_place(key, ply, weights.tolist())])


def weighted_draw(game: Game, state: Bytes, below: Callable[[int], int]) -> int:
    """Return the chance action drawn by `below`, which gives a number from 0 up to the sum of all weights."""
    ids, weights = game.chance(state)
    running = weights.cumsum()
    return int(ids[running.searchsorted(below(int(running[-1])), "right")])
