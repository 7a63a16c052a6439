"""What has happened at a table, from its log: the positions of the game as it stands, and what to tell of them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes
from digsite.server.table import Entry
from digsite.web.levels import persona
from digsite.web.words import _, listed


@dataclass(frozen=True)
class Decision:
    """An action with the luck after it, or the luck before the first: it leads from one ply to another."""

    seat: int | None
    begin: int
    end: int
    at: int


@dataclass(frozen=True)
class Event:
    """Something else that happened: who came and went. It is put into words when it is told."""

    told: Callable[[], str]
    at: int


@dataclass
class Story:
    """Grows with the table's log. `states[i]` leads to `states[i + 1]` by `actions[i]`."""

    game: CompiledGame[Any]
    version: int = 0
    states: list[Bytes] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    items: list[Decision | Event] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def hear(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            if entry.version == self.version + 1:
                getattr(self, f"_{entry.kind}", self._nothing)(entry)
                self.version = entry.version

    def so_far(self) -> "Story":
        """As it is now, whatever is heard later."""
        return replace(self, states=self.states[:], actions=self.actions[:], items=self.items[:], names=self.names[:])

    @property
    def decisions(self) -> list[Decision]:
        return [item for item in self.items if isinstance(item, Decision)]

    def _note(self, entry: Entry, told: Callable[[], str]) -> None:
        self.items.append(Event(told, entry.at))

    def _nothing(self, entry: Entry) -> None:
        """What changes neither the game nor who plays it."""

    def _opened(self, entry: Entry) -> None:
        self.names = [seat["name"] or persona(seat["bot"]) for seat in entry.told["seats"]]

    def _widened(self, entry: Entry) -> None:
        self.names.append("")

    def _narrowed(self, entry: Entry) -> None:
        del self.names[entry.told["seat"]]

    def _sat(self, entry: Entry) -> None:
        name = entry.told.get("name") or persona(entry.told["bot"])
        self.names[entry.told["seat"]] = name
        self._note(entry, lambda: _("%(name)s sat down.", name=name))

    def _left(self, entry: Entry) -> None:
        name = self.names[entry.told["seat"]]
        self._note(entry, lambda: _("%(name)s got up.", name=name))

    def _started(self, entry: Entry) -> None:
        self.states = [self.game.new(len(self.names))]
        self._play(None, entry.told["draws"], entry.at)

    def _acted(self, entry: Entry) -> None:
        self._play(entry.told["seat"], [entry.told["action"], *entry.told["draws"]], entry.at)

    def _undone(self, entry: Entry) -> None:
        ply = entry.told["to"]
        del self.states[ply + 1 :], self.actions[ply:]
        name = self.names[self.game.to_act(self.states[-1])]
        self.items = [item for item in self.items if not isinstance(item, Decision) or item.end <= ply]
        self._note(entry, lambda: _("%(name)s took something back.", name=name))

    def _gone(self, entry: Entry) -> None:
        name, why, then = self.names[entry.told["seat"]], entry.told["why"], entry.told["then"]
        if why == "resigned":
            self._note(entry, lambda: _("%(name)s resigned.", name=name))
        else:
            self._note(entry, lambda: _("%(name)s was away too long.", name=name))
        if then == "open":
            self._note(entry, lambda: _("The seat is open."))
        elif then != "end":
            self._note(entry, lambda: _("%(name)s plays on.", name=persona(then)))

    def _abandon(self, entry: Entry) -> None:
        names = [self.names[seat] for seat in entry.told["seats"]]
        if entry.told["agree"]:
            self._note(entry, lambda: _("%(names)s would end the game now.", names=listed(names)))
        else:
            self._note(entry, lambda: _("%(names)s would rather play on.", names=listed(names)))

    def _play(self, seat: int | None, texts: list[str], at: int) -> None:
        begin = len(self.actions)
        for text in texts:
            self.actions.append(self.game.parse(self.states[-1], text))
            self.states.append(self.game.apply(self.states[-1], self.actions[-1]))
        self.items.append(Decision(seat, begin, len(self.actions), at))
