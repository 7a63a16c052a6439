"""How often something may be done: token buckets, by whoever does it."""

import time
from collections import OrderedDict

MOST_KEYS = 10_000


class Bucket:
    """A token bucket for each key: `burst` at once, then so many per second."""

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second, self.burst = per_second, burst
        self._level: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, cost: float = 1.0) -> float:
        """Take so many. Return 0 if that is allowed, else the seconds until it will be."""
        now, cost = time.monotonic(), min(cost, self.burst)
        level, then = self._level.pop(key, (self.burst, now))
        level = min(level + (now - then) * self.per_second, self.burst)
        allowed = level >= cost
        self._level[key] = (level - cost if allowed else level, now)
        if len(self._level) > MOST_KEYS:
            self._level.popitem(last=False)
        return 0.0 if allowed else (cost - level) / self.per_second
