"""A table's history for its page, from its log: the positions of the game, and the events between them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.core.history import Decision, History
from digsite.core.registry import plugin, table_game
from digsite.tables.entries import AnyEntry, Kind, Move, TermsJson, extend_moves
from digsite.web.bot_levels import called, persona
from digsite.web.i18n import _, later, listed, n_
from digsite.web.together import offer_to_end
from digsite.web.viewer import News, Played, Viewer


@dataclass(frozen=True)
class Event:
    """Something else that happened: who came and went."""

    sentence: Callable[[int | None], str]  # for whoever has that seat, or for nobody in particular
    weighty: bool = False  # whether it concerns everybody who plays


@dataclass(frozen=True)
class LogLine:
    """Something that happened, as the log shows it."""

    seat: int | None
    sentences: Sequence[str]
    short: str
    when: str
    ply: int | None  # the position after it
    weight: int = 0  # how much it matters to the others


@dataclass(frozen=True)
class ReplayStep:
    """A position between the decisions of a game, and the plies before and after it."""

    number: int
    last: int
    back: int
    on: int


@dataclass
class Timeline:
    """The game as its table's log tells it, with everything else that happened there. It grows with the log."""

    game: Game
    version: int = 0
    history: History = field(init=False)
    moves: list[Move] = field(default_factory=list)
    items: list[Decision | Event] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    former: list[tuple[int, int, str]] = field(default_factory=list)  # until which ply who had which seat
    absent: dict[int, str] = field(default_factory=dict)  # who left which seat to a bot
    log_lines: dict[object, LogLine] = field(default_factory=dict)  # of decisions, by who reads them

    def __post_init__(self) -> None:
        self.history = History(self.game, [])

    @property
    def states(self) -> list[Bytes]:
        """All positions; `actions[i]` leads from `states[i]` to `states[i + 1]`."""
        return self.history.states

    @property
    def actions(self) -> list[int]:
        return self.history.actions

    def add(self, entries: Iterable[AnyEntry]) -> None:
        """Add entries of the table's log; those it already has are passed over."""
        for entry in entries:
            if entry.version == self.version + 1:
                if entry.kind in NOTES:
                    NOTES[entry.kind](self, entry)
                extend_moves(self.moves, entry)
                self.version = entry.version

    def so_far(self) -> "Timeline":
        """Return a copy that later entries do not change."""
        copied = replace(self, moves=self.moves[:], items=self.items[:], names=self.names[:], former=self.former[:])
        copied.history = self.history.copy()
        return copied

    @property
    def decisions(self) -> list[Decision]:
        return [item for item in self.items if isinstance(item, Decision)]

    def played(self, decision: Decision) -> Played:
        """Return a decision with its positions and actions."""
        begin, end = decision.begin, decision.end
        return Played(decision.seat, self.states[begin : end + 1], self.actions[begin:end])

    def since(self, viewer: Viewer) -> list[Decision | Event]:
        """Return what happened since the viewer's last decision; for watchers, and in the past, the last decision."""
        if not viewer.present or not viewer.own:
            known = [item for item in self.decisions if viewer.present or item.end <= viewer.ply]
            return [item for item in known[-1:] if item.seat is not None]
        acting = viewer.table.to_act
        mine = (acting,) if acting in viewer.own else viewer.own  # of several own seats the one to act
        found: list[Decision | Event] = []
        for item in reversed(self.items):
            if isinstance(item, Decision) and (item.seat in mine or item.seat is None):
                break
            found.append(item)
        return found[::-1]

    def news(self, viewer: Viewer) -> News:
        """Return what has been played since the viewer's last decision."""
        known = [item for item in self.decisions if viewer.present or item.end <= viewer.ply]
        if not known or (viewer.present and viewer.table.status == "over"):
            return viewer.news
        recent = [item for item in self.since(viewer) if isinstance(item, Decision)]
        own = known[max(len(known) - len(recent) - 1, 0)]
        begin = own.end if own.seat is None else own.begin  # before the first decision nothing is new
        return News(self.states[begin], self.states[own.end], [self.played(item) for item in recent])

    def names_then(self, decision: Decision) -> dict[int, str]:
        """Return who had which seat at a decision, where somebody else has it since."""
        then = {seat: name for ply, seat, name in reversed(self.former) if decision.end <= ply}
        return {seat: name for seat, name in then.items() if name != self.names[seat]}

    def decision_end(self, ply: int) -> int:
        """Return the ply at which the latest decision up to a ply ended, draws included."""
        ends = [item.end for item in self.decisions]
        return max((end for end in ends if end <= ply), default=ends[0])

    def steps_at(self, ply: int) -> ReplayStep:
        """Return the place of a position, at the end of a decision, among all."""
        ends = [item.end for item in self.decisions]
        number, last = ends.index(ply), len(ends) - 1
        return ReplayStep(number, last, ends[max(number - 1, 0)], ends[min(number + 1, last)])

    def _note(self, sentence: Callable[[int | None], str], weighty: bool = False) -> None:
        self.items.append(Event(sentence, weighty))

    def _note_of(self, seat: int, yours: str, theirs: str, weighty: bool = False) -> None:
        name = self.names[seat]
        self._note(lambda you: _(yours) if you == seat else _(theirs, name=name), weighty)

    def _note_option(self, rule: str, sentence: str) -> None:
        self._note(lambda you: _("Rule %(rule)s: %(sentence)s", rule=rule, sentence=_(sentence)), weighty=True)

    def _set_up(self, terms: TermsJson) -> None:
        """Take the game as a table with these terms plays it."""
        self.game = table_game(terms["game"], terms.get("options", {}))

    def _terms_changed(self, entry: AnyEntry) -> None:
        self._set_up(entry.payload["terms"])

    def _table_opened(self, entry: AnyEntry) -> None:
        self._set_up(entry.payload["terms"])
        self.names = [seat["name"] or persona(seat["bot"]) for seat in entry.payload["seats"]]

    def _seat_added(self, entry: AnyEntry) -> None:
        self.names.append("")

    def _seat_removed(self, entry: AnyEntry) -> None:
        del self.names[entry.payload["seat"]]

    def _seat_taken(self, entry: AnyEntry) -> None:
        seat, name = entry.payload["seat"], entry.payload.get("name") or persona(entry.payload["bot"])
        before = self.names[seat]
        self._rename(seat, name)
        self.absent.pop(seat, None)
        if entry.payload.get("back"):
            self._note_of(seat, later("You are back."), later("%(name)s is back."), weighty=True)
        elif not before:
            self._note_of(seat, later("You sat down."), later("%(name)s sat down."))
        elif before != name:
            self._note(lambda you: _("%(before)s is now called %(name)s.", before=before, name=name))

    def _rename(self, seat: int, name: str) -> None:
        """Note who has a seat from now on."""
        if self.history.states:
            self.former.append((self.history.ply, seat, self.names[seat]))
        self.names[seat] = name

    def _seat_left(self, entry: AnyEntry) -> None:
        seat = entry.payload["seat"]
        self._note_of(seat, later("You left your seat."), later("%(name)s left the table."))
        self.names[seat] = ""

    def _game_started(self, entry: AnyEntry) -> None:
        for option in plugin(self.game.name).options:
            if option.name in self.game.options:
                self._note_option(option.rule, option.sentence(self.game.options[option.name]))
        self.history = History.start(self.game, len(self.names))
        self._play(None, entry.payload["draws"], entry.played)

    def _action_played(self, entry: AnyEntry) -> None:
        self._play(entry.payload["seat"], [entry.payload["action"], *entry.payload["draws"]], entry.played)

    def _actions_undone(self, entry: AnyEntry) -> None:
        self._go_back(entry.payload["to"])
        seat = self.game.to_act(self.states[-1])
        self._note_of(seat, later("You undid your last action."), later("%(name)s undid an action."))

    def _go_back(self, ply: int) -> None:
        self.history.undo_to(ply)
        self.log_lines = {}
        self.items = [item for item in self.items if not isinstance(item, Decision) or item.end <= ply]
        self.former = [(min(until, ply), seat, name) for until, seat, name in self.former]

    def _takeback_voted(self, entry: AnyEntry) -> None:
        seat, by, agree = entry.payload["seat"], entry.payload["by"], entry.payload["agree"]
        if seat == by and agree:
            asks = later("You ask to take back your last action."), later("%(name)s asks to take back an action.")
            self._note_of(by, *asks, weighty=True)
        elif agree:
            self._note_of(by, later("You agree to the take-back."), later("%(name)s agrees to the take-back."))
        elif seat == by:
            self._note_of(by, later("You no longer ask for it."), later("%(name)s no longer asks for it."))
        else:
            self._note_of(by, later("You say no to the take-back."), later("%(name)s says no to the take-back."))
        if entry.payload.get("done"):
            self._go_back(entry.payload["to"])
            done = later("Your last action is taken back."), later("The last action of %(name)s is taken back.")
            self._note_of(seat, *done, weighty=True)

    def _time_added(self, entry: AnyEntry) -> None:
        seat, minutes = entry.payload["seat"], entry.payload["added"] // 60_000
        name = self.names[seat]

        def sentence(you: int | None) -> str:
            if you == seat:
                return n_("You get %(number)s more minute.", "You get %(number)s more minutes.", minutes)
            return n_(
                "%(name)s gets %(number)s more minute.", "%(name)s gets %(number)s more minutes.", minutes, name=name
            )

        self._note(sentence)

    def _player_left(self, entry: AnyEntry) -> None:
        seat, then = entry.payload["seat"], entry.payload["then"]
        if entry.payload["why"] == "resigned":
            self._note_of(seat, later("You resigned."), later("%(name)s resigned."), weighty=True)
        else:
            self._note_of(seat, later("Your time ran out."), later("%(name)s ran out of time."), weighty=True)
        if then == "open":
            self._note(lambda you: _("The seat is open."), weighty=True)
            self._rename(seat, "")
        elif then != "end":
            self._note(lambda you: _("%(name)s plays on.", name=persona(then)), weighty=True)
            if entry.payload["why"] != "failed":
                self.absent[seat] = self.names[seat]
            self._rename(seat, called(self.absent.get(seat, ""), then))

    def _abandon(self, entry: AnyEntry) -> None:
        seats = entry.payload["seats"]
        names = list(dict.fromkeys(self.names[seat] for seat in seats))
        if entry.payload["agree"]:
            yours, theirs = later("You offer to end the game without a winner."), offer_to_end
        else:
            yours, theirs = later("You want to play on after all."), _wish_to_play_on
        self._note(lambda you: _(yours) if you in seats else theirs(names))

    def _play(self, seat: int | None, texts: list[str], played: History | None) -> None:
        begin = self.history.ply
        if played is None:
            self.history.play_texts(texts)
        else:
            self.history.extend(played)
        self.items.append(Decision(seat, begin, self.history.ply))


def _wish_to_play_on(names: Sequence[str]) -> str:
    return n_(
        "%(names)s wants to play on after all.",
        "%(names)s want to play on after all.",
        len(names),
        names=listed(names),
    )


NOTES: dict[Kind, Callable[[Timeline, AnyEntry], None]] = {  # the others change neither the game nor who plays it
    "opened": Timeline._table_opened,
    "agreed": Timeline._terms_changed,
    "widened": Timeline._seat_added,
    "narrowed": Timeline._seat_removed,
    "sat": Timeline._seat_taken,
    "left": Timeline._seat_left,
    "started": Timeline._game_started,
    "acted": Timeline._action_played,
    "undone": Timeline._actions_undone,
    "takeback": Timeline._takeback_voted,
    "time": Timeline._time_added,
    "gone": Timeline._player_left,
    "abandon": Timeline._abandon,
}
