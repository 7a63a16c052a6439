"""The game loop at a terminal: print the position, list the actions, ask, play, print what happened."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from digsite.bots.match import BotFailed
from digsite.core.english import plural
from digsite.core.game import Game
from digsite.core.generic_terminal_ui import load_terminal_ui
from digsite.core.player_labels import PlayerLabels, joined, label_players
from digsite.core.record import Record
from digsite.core.terminal_ui import Choice
from digsite.terminal.help import COMMANDS, help_text
from digsite.terminal.input_parser import Menu, NotUnderstood
from digsite.terminal.players import HUMAN, saved_players
from digsite.terminal.progress import watched
from digsite.terminal.save_files import free_path, offer, save
from digsite.terminal.screen import Ask, Screen
from digsite.terminal.session import TerminalMatch

ALIASES = {"?": "help", "q": "quit", "exit": "quit"}


class _Quit(Exception):
    """The players quit."""


def play(
    game: Game,
    players: Sequence[str],
    *,
    seed: int | None = None,
    record: Record | None = None,
    console: Console | None = None,
    path: Path | None = None,
    names: Sequence[str] | None = None,
    ask: Ask | None = None,
) -> Record:
    """Play at the terminal until the game is over or its players leave. Return the record of what was played.

    `players` are "human" or bots such as "novice" and "master:2s", one for each seat. `record` is a saved game to
    continue, `path` the file to save the game to. Raises DigsiteError where these do not fit together.
    """
    if record and seed is None:
        kept = record.meta.get("seed")
        seed = kept if type(kept) is int else None
    match = TerminalMatch(game, players, seed=seed, record=record)
    known = label_players(players, names or (own_names(record) if record else None))
    table = _Table(match, known, Screen(console or Console(), ask), path)
    table.run()
    return table.record()


def own_names(record: Record) -> list[str] | None:
    """Return the players' names in a record; None if they are only the kinds of players."""
    usual = label_players(saved_players(record)).names
    return None if record.names == usual else record.names


class _Table:
    def __init__(self, match: TerminalMatch, labels: PlayerLabels, screen: Screen, path: Path | None) -> None:
        self.match = match
        self.game = match.game
        self.labels = labels
        self.screen = screen
        self.path = path
        self.ui = load_terminal_ui(match.game)
        self.people = HUMAN in match.players
        self.announced = match.resumed  # how many actions were announced to the players
        self.kept = list(match.history.actions)  # the actions that are saved

    def record(self) -> Record:
        return self.match.record(self.labels)

    def run(self) -> None:
        try:
            self._welcome()
            while True:
                while not self.match.over:
                    self._turn()
                self._final()
                self._after_the_end()
        except _Quit:
            pass
        except EOFError:
            self.screen.say("")
            self.screen.say("The input has ended.")
            self._save_unasked(even_without_path=self.screen.interactive)
        except KeyboardInterrupt:
            self.screen.say("")
            self.screen.say("Stopped.")
            self._save_unasked(even_without_path=self.people)
        except BotFailed:
            self._save_unasked(even_without_path=self.people)
            raise

    def _welcome(self) -> None:
        if self.people:
            again = "the saved game goes on. " if self.match.resumed else ""
            hello = Text.assemble((self.ui.title, "bold"), f": {again}Type ? for help, quit to leave.")
            self.screen.say(hello)
        if self.match.fair:
            self.screen.say("The draws came from a sealed seed so far, but not from here on: the game gets a new file.")

    def _turn(self) -> None:
        if not self.match.human_to_act:
            thinks = self.labels.says(self.match.seat, "think", " …")
            self.match.act(watched(self.screen, thinks, self.match.ask_bot))
            if not self.people:
                self._print_news()
            return
        choices = self.ui.menu(self.match.state)
        self._draw(choices)
        action = self._decide(Menu(self.game, self.ui, self.match.state, choices))
        if action is not None:
            self.match.act(action)
            self._keep()

    def _draw(self, choices: Sequence[Choice]) -> None:
        self.screen.say("")
        self._board()
        self.screen.say("")
        if self.announced < self.match.history.ply:
            self._print_news()
            self.screen.say("")
        self._list(choices)

    def _board(self) -> None:
        self.screen.show(self.ui.board(self.game.view(self.match.state), self.labels, self.screen.width))

    def _list(self, choices: Sequence[Choice]) -> None:
        self.screen.headline(self.labels.tag(self.match.seat) + Text(": what next?"))
        self.screen.menu(choices)

    def _print_news(self, since: int | None = None) -> None:
        for states, actions in self.match.turns(self.announced if since is None else since):
            for number, sentence in enumerate(self.ui.tell(states, actions, self.labels)):
                self.screen.say(sentence, indent=2 if number else 0)
        self.announced = self.match.history.ply

    def _decide(self, menu: Menu) -> int | None:
        """Return the action chosen; None where the position is to be printed again."""
        words = [*menu.texts(), *COMMANDS]
        line = ""
        while True:
            line = line or self.screen.ask(words=words)
            typed, line = line, ""
            if not typed:
                self.screen.say(f"Type a number from 1 to {len(menu.choices)}, or ? for help.")
                continue
            command, _, rest = typed.partition(" ")
            command = ALIASES.get(command.lower(), command.lower())
            if command in COMMANDS:
                if self._run_command(command, rest.strip(), menu):
                    return None
                continue
            try:
                meant = menu.meaning(" ".join(typed.lower().split()))
            except NotUnderstood as error:
                self.screen.refuse(str(error))
                continue
            if isinstance(meant, int):
                return meant
            action, line = self._ask_further(meant)
            if action is not None:
                return action
            if not line:
                self._list(menu.choices)

    def _ask_further(self, choice: Choice) -> tuple[int | None, str]:
        """Return the action that a menu line leads to, or None and what was typed instead of an answer."""
        while choice.action is None:
            if choice.shown is None:
                self.screen.menu(list(choice.answers.values()), list(choice.answers))
            else:
                self.screen.show(choice.shown)
            answer = self.screen.ask(f"{choice.question} (Enter goes back)", choice.answers)
            if answer.lower() in choice.answers:
                choice = choice.answers[answer.lower()]
            elif answer.isascii() and answer.isdigit():
                self.screen.refuse(f"{answer[:9]} is not possible: it can be {', '.join(choice.answers)}.")
            else:
                return None, "" if answer.lower() == "back" else answer
        return choice.action, ""

    def _run_command(self, command: str, rest: str, menu: Menu | None) -> bool:
        """Run a command. Return whether the position is to be printed again."""
        if command == "help":
            self.screen.show(help_text(self.ui))
        elif command == "log":
            self._print_news(0)
        elif command == "score":
            self.screen.show(self.ui.score(self.match.state, self.labels))
        elif command == "why":
            self._explain(rest, menu)
        elif command == "hint":
            self._hint()
        elif command == "undo":
            return self._undo()
        elif command == "save":
            self._save(rest)
        elif command == "quit":
            self._quit()
        elif not menu:
            self._board()
        return command == "board"

    def _explain(self, text: str, menu: Menu | None) -> None:
        if not text:
            self.screen.say(f"Type why and an action, say: why {self.ui.example}")
        elif menu:
            self.screen.say(menu.why(" ".join(text.lower().split())))
        else:
            self.screen.say("Nothing is allowed any more: the game is over.")

    def _hint(self) -> None:
        from digsite.analysis.hints import find_hint
        from digsite.terminal.hints import hint_table, only_action

        game, state = self.game, self.match.state
        if self.match.over:
            self.screen.say("There is nothing left to advise: the game is over.")
            return
        if only := only_action(game, state):
            self.screen.say(only)
            return
        found = watched(self.screen, Text("Thinking …"), lambda cancel: find_hint(game, state, cancel))
        self.screen.show(hint_table(game, state, found, self.labels, self.screen.width))

    def _undo(self) -> bool:
        action = self.match.undo()
        if action is None:
            self.screen.refuse("You have no action to take back.")
            return False
        self.announced = min(self.announced, self.match.history.ply)
        taken = self.game.text(self.match.state, action)
        self.screen.say(f"Taken back: {taken}. Draws from here on are made anew.")
        return True

    def _save(self, name: str) -> None:
        path = offer(self.screen, name, self.path, self.game.name)
        if path and save(self.screen, self.record(), path):
            self.path = self.path or path
            self.kept = list(self.match.history.actions)

    def _quit(self) -> None:
        if self._unsaved and not (self.path and save(self.screen, self.record(), self.path)):
            free = free_path(self.game.name)
            name = self.screen.ask(f"Save the game? A file name, yes for {free}, or no:")
            if name.lower() not in ("no", "n", "quit", "q"):
                path = offer(self.screen, str(free) if name.lower() in ("", "y", "yes") else name, None, self.game.name)
                if not path or not save(self.screen, self.record(), path):
                    return
        self.screen.say("Goodbye.")
        raise _Quit

    @property
    def _unsaved(self) -> bool:
        """Whether leaving now would lose a person's decisions."""
        return self.kept != self.match.history.actions and self.match.decided

    def _keep(self) -> None:
        """Save the game after every action, if it has a file."""
        if self.path and save(self.screen, self.record(), self.path, quietly=True):
            self.kept = list(self.match.history.actions)

    def _save_unasked(self, even_without_path: bool) -> None:
        if self.kept == self.match.history.actions:
            return
        if self.path:
            save(self.screen, self.record(), self.path)
        elif even_without_path and self._unsaved:
            save(self.screen, self.record(), free_path(self.game.name))

    def _final(self) -> None:
        self._print_news()
        self.screen.say("")
        self.screen.headline(Text("The game is over", style="bold"))
        self.screen.show(self.ui.score(self.match.state, self.labels))
        self.screen.say("")
        self.screen.say(self._result())
        if self.path and self.kept != self.match.history.actions:
            save(self.screen, self.record(), self.path)
            self.kept = list(self.match.history.actions)

    def _result(self) -> Text:
        outcome = self.game.outcome(self.match.state)
        points = plural(outcome.totals[outcome.winners[0]], "point")
        if len(outcome.winners) == 1:
            return self.labels.says(outcome.winners[0], "win", f" with {points}.")
        names = joined([self.labels.name(seat) for seat in outcome.winners])
        return Text(f"{names} share the victory with {points} each.", style="bold")

    def _after_the_end(self) -> None:
        """Answer commands after the end. Return only if the last decision was taken back."""
        while self.people:
            typed = self.screen.ask("log, score, undo, save FILE; Enter leaves.", COMMANDS)
            command, _, rest = typed.partition(" ")
            command = ALIASES.get(command.lower(), command.lower())
            if command not in COMMANDS and command:
                self.screen.refuse(f"{command[:40]!r} is not a command.")
            elif self._run_command(command or "quit", rest.strip(), None) and command == "undo":
                return
        raise _Quit
