"""A table without a server, for tests of what may happen at it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from digsite.server.naming import check_bot
from digsite.tables import commands
from digsite.tables.entries import AnyEntry, Move, extend_moves
from digsite.tables.fold import fold, fold_log, open_from
from digsite.tables.refused import Refused
from digsite.tables.table import Seat, Table, Terms

SEED = bytes(range(32))
ANN, BO, CY = "ann", "bo", "cy"


@dataclass
class Tabletop:
    """Keeps the log a server would keep, and folds every entry in at once."""

    table: Table
    log: list[AnyEntry]
    moves: list[Move] = field(default_factory=list)
    now: int = 1_000

    def do(self, command: Callable[..., AnyEntry], *args: Any, **more: Any) -> Table:
        if command in (commands.seat_bot, commands.change_terms):
            more["check_bot"] = check_bot
        if command is commands.take_back:
            more["moves"] = self.moves
        entry = command(self.table, *args, **more, at=self.now)
        self.table = fold(self.table, entry, self.moves)
        extend_moves(self.moves, entry)
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

    def refused(self, command: Callable[..., AnyEntry], *args: Any, **more: Any) -> Refused:
        try:
            self.do(command, *args, **more)
        except Refused as refusal:
            return refusal
        raise AssertionError("it was allowed")

    def refold(self) -> Table:
        """The table made anew from its log."""
        table, moves = fold_log(self.table.id, self.table.seed, [replace(entry, played=None) for entry in self.log])
        assert moves == self.moves
        return table


def person(id: str) -> Seat:
    return Seat("person", id, id.title())


def lay(game: str = "mykerinos", seats: list[Seat] | None = None, start: bool = True, **terms: Any) -> Tabletop:
    seats = seats or [person(ANN), person(BO)]
    entry = commands.open_table(Terms(game, **terms), seats, ANN, 0, check_bot)
    top = Tabletop(open_from("table", SEED, entry), [entry])
    if start:
        top.do(commands.start, ANN)
    return top
