"""What all measurements share: progress, and percentiles."""

from collections.abc import Callable, Sequence

Advance = Callable[[str, float, float], None]  # shows progress: what is being done, how much of it, of how much


def spread(seconds: Sequence[float]) -> dict[str, float]:
    """Return percentiles in milliseconds."""
    ordered = sorted(seconds)

    def at(share: float) -> float:
        return round(1000 * ordered[min(int(share * len(ordered)), len(ordered) - 1)], 2)

    return {"p50": at(0.50), "p95": at(0.95), "p99": at(0.99), "max": at(1)} if ordered else {}
