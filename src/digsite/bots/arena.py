"""The arena: many games between bots, in rotated seats and with shared luck."""

from collections.abc import Callable, Iterable, Iterator

from digsite.bots.crew import Alone, Crew, Played, Table
from digsite.bots.standing import Standing


def arena(
    table: Table,
    games: int,
    crew: Crew | Alone,
    *,
    sure: float | None = None,
    kept: Iterable[Played] = (),
    keep: Callable[[Played], None] = lambda played: None,
) -> Iterator[Standing]:
    """Yields the one standing as it grows; whoever iterates may stop at any time.

    Games count in the order of their numbers, whoever finished first, so the result does not depend on how many
    workers there are. `kept` are the first games, played before; `keep` is given each new one. With `sure`, it ends
    after the first deal that leaves no doubt at that level who is best.
    """
    standing = Standing(table)

    def decided() -> bool:
        return sure is not None and standing.games % table.seats == 0 and standing.is_sure(sure)

    for played in kept:
        standing.add(played)
        if decided():
            break
    yield standing
    if standing.games >= games or decided():
        return
    for played in crew.play(table, range(standing.games, games)):
        standing.add(played)
        keep(played)
        yield standing
        if decided():
            return
