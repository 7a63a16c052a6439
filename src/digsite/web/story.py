"""What has happened at a table, from its log: the positions of the game as it stands, and what to tell of them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes
from digsite.server.table import Entry
from digsite.web.levels import persona
from digsite.web.words import _, later, listed


@dataclass(frozen=True)
class Decision:
    """An action with the luck after it, or the luck before the first: it leads from one ply to another."""

    seat: int | None
    begin: int
    end: int


@dataclass(frozen=True)
class Event:
    """Something else that happened: who came and went. It is put into words when it is told."""

    told: Callable[[int | None], str]  # to whoever has that seat, or to nobody in particular
    weighty: bool = False  # whether it concerns everybody who plays


@dataclass
class Story:
    """Grows with the table's log. `states[i]` leads to `states[i + 1]` by `actions[i]`."""

    game: CompiledGame[Any]
    version: int = 0
    states: list[Bytes] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    items: list[Decision | Event] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    put: dict[object, Any] = field(default_factory=dict)  # into words: decisions as they were told, and to whom

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

    def _note(self, told: Callable[[int | None], str], weighty: bool = False) -> None:
        self.items.append(Event(told, weighty))

    def _note_of(self, seat: int, yours: str, theirs: str, weighty: bool = False) -> None:
        name = self.names[seat]
        self._note(lambda you: _(yours) if you == seat else _(theirs, name=name), weighty)

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
        self._note_of(entry.told["seat"], later("You sat down."), later("%(name)s sat down."))

    def _left(self, entry: Entry) -> None:
        self._note_of(entry.told["seat"], later("You got up."), later("%(name)s got up."))

    def _started(self, entry: Entry) -> None:
        self.states = [self.game.new(len(self.names))]
        self._play(None, entry.told["draws"])

    def _acted(self, entry: Entry) -> None:
        self._play(entry.told["seat"], [entry.told["action"], *entry.told["draws"]])

    def _undone(self, entry: Entry) -> None:
        ply = entry.told["to"]
        del self.states[ply + 1 :], self.actions[ply:]
        self.put = {}
        self.items = [item for item in self.items if not isinstance(item, Decision) or item.end <= ply]
        seat = self.game.to_act(self.states[-1])
        self._note_of(seat, later("You took something back."), later("%(name)s took something back."))

    def _gone(self, entry: Entry) -> None:
        seat, then = entry.told["seat"], entry.told["then"]
        if entry.told["why"] == "resigned":
            self._note_of(seat, later("You resigned."), later("%(name)s resigned."), weighty=True)
        else:
            self._note_of(seat, later("Your time was over."), later("%(name)s had no time left."), weighty=True)
        if then == "open":
            self._note(lambda you: _("The seat is open."), weighty=True)
        elif then != "end":
            self._note(lambda you: _("%(name)s plays on.", name=persona(then)), weighty=True)

    def _abandon(self, entry: Entry) -> None:
        names = [self.names[seat] for seat in entry.told["seats"]]
        if entry.told["agree"]:
            self._note(lambda you: _("%(names)s would end the game now.", names=listed(names)))
        else:
            self._note(lambda you: _("%(names)s would rather play on.", names=listed(names)))

    def _play(self, seat: int | None, texts: list[str]) -> None:
        begin = len(self.actions)
        for text in texts:
            self.actions.append(self.game.parse(self.states[-1], text))
            self.states.append(self.game.apply(self.states[-1], self.actions[-1]))
        self.items.append(Decision(seat, begin, len(self.actions)))
