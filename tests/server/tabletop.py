"""A table without a server, for tests of what may happen at it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from digsite.server import commands
from digsite.server.table import Entry, Move, Refused, Seat, Table, Terms, extend, opened

SEED = bytes(range(32))
ANN, BO, CY = "ann", "bo", "cy"


@dataclass
class Tabletop:
    """Keeps the log a server would keep, and folds every entry in at once."""

    table: Table
    log: list[Entry]
    line: list[Move] = field(default_factory=list)
    now: int = 1_000

    def do(self, command: Callable[..., Entry], *args: Any, **more: Any) -> Table:
        entry = command(self.table, *args, **more, at=self.now)
        self.table = self.table.fold(entry, self.line)
        extend(self.line, entry)
        self.log.append(entry)
        return self.table

    def act(self, person: str | None = None, text: str | None = None, thinking: int = 0) -> Table:
        """An action of whoever is to act; by default the last legal one."""
        assert self.table.actor
        person = self.table.actor.person if person is None else person
        return self.do(commands.act, person, text or self.legal()[-1], thinking)

    def legal(self) -> list[str]:
        game, state = self.table.game, self.table.position
        return [game.text(state, action) for action in game.legal(state).tolist()]

    def undo(self, person: str, to: int | None = None) -> Table:
        return self.do(commands.undo, person, to, 0)

    def refused(self, command: Callable[..., Entry], *args: Any, **more: Any) -> Refused:
        try:
            self.do(command, *args, **more)
        except Refused as refusal:
            return refusal
        raise AssertionError("it was allowed")

    def refold(self) -> Table:
        """The table made anew from its log."""
        table, line = opened(self.table.id, self.table.seed, self.log[0]), list[Move]()
        for entry in self.log[1:]:
            table = table.fold(entry, line)
            extend(line, entry)
        assert line == self.line
        return table


def person(id: str) -> Seat:
    return Seat("person", id, id.title())


def lay(game: str = "mykerinos", seats: list[Seat] | None = None, start: bool = True, **terms: Any) -> Tabletop:
    seats = seats or [person(ANN), person(BO)]
    entry = commands.open_table(Terms(game, **terms), seats, ANN, 0)
    top = Tabletop(opened("table", SEED, entry), [entry])
    if start:
        top.do(commands.start, ANN)
    return top
