"""Ranking seats by their results, equals together."""

from collections.abc import Sequence


def rank_seats(results: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """Return the seats from best to worst by their results; seats of equal results stand together."""
    return [
        [seat for seat, own in enumerate(results) if own == result] for result in sorted(set(results), reverse=True)
    ]
