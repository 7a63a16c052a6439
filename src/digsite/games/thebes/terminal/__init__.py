"""Thebes at the terminal: its menu, and the board, the log and the rules in short."""

from collections.abc import Sequence
from functools import cached_property

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from digsite.core.english import plural
from digsite.core.fields import Bytes
from digsite.core.game import Game, View
from digsite.core.player_labels import PlayerLabels
from digsite.core.terminal_ui import Choice
from digsite.games.thebes.rules.costs import total_knowledge
from digsite.games.thebes.rules.data import facts_of
from digsite.games.thebes.rules.decode import Dig, Exchange, Exhibit, Stop, Take, decode
from digsite.games.thebes.rules.names import place_name
from digsite.games.thebes.rules.state import MOST_WEEKS, STATE
from digsite.games.thebes.rules.view import calendar
from digsite.games.thebes.rules.view_types import CardView, ExhibitionView, player_to_act, typed, view_of
from digsite.games.thebes.terminal import board, log
from digsite.games.thebes.terminal.words import card_name, needs, site_name, symbol

MOST_LINES = 18  # a longer menu has one line for each site, and asks what to use
COST = "travel + work"  # what heads the weeks an action takes


class ThebesTerminal:
    title = "Thebes"
    example = "dig egypt 6"

    def __init__(self, game: Game) -> None:
        self.game = game
        self.facts = facts_of(game)

    def board(self, view: View, labels: PlayerLabels, width: int) -> RenderableType:
        return board.board(self.facts, typed(view), labels, width)

    def tell(self, states: Sequence[Bytes], actions: Sequence[int], labels: PlayerLabels) -> list[Text]:
        before, after = view_of(self.game, states[0]), view_of(self.game, states[-1])
        return log.sentences_on(self.facts, before, after, actions, labels)

    def score(self, state: Bytes, labels: PlayerLabels) -> RenderableType:
        return board.score(self.facts, view_of(self.game, state), labels)

    def rules(self) -> RenderableType:
        from digsite.games.thebes.terminal.help import rules

        return rules(self.facts)

    def completions(self, text: str) -> list[str]:
        """Return what a dig without its weeks may mean, the longest first."""
        words = text.split()
        if len(words) < 2 or words[0] != "dig":
            return []
        weeks = map(str, range(MOST_WEEKS, 0, -1))
        return [" ".join([*words[:2], week, *words[2:]]) for week in weeks]

    def menu(self, state: Bytes) -> list[Choice]:
        return _Menu(self.game, state).choices()


class _Menu:
    """The actions of one position. What each costs and draws is read off the position it leads to."""

    def __init__(self, game: Game, state: Bytes) -> None:
        self.game = game
        self.facts = facts_of(game)
        self.state = state
        self.view = view_of(game, state)
        self.player = player_to_act(self.view)
        self.seat = self.player["seat"]
        self.legal: list[int] = game.legal(state).tolist()

    def choices(self) -> list[Choice]:
        cards = [choice for choice in map(self.one, self.legal) if choice]
        digs = list(self.digs.values())
        if len(cards) + len(digs) > MOST_LINES:
            digs = self.folded()
        order = ("Study", "Dig", "Exhibit", "Other")
        return sorted([*cards, *digs], key=lambda choice: order.index(choice.heading))

    def weeks(self, action: int) -> int:
        """Return how far the marker goes (T2.5)."""
        after = self.game.apply(self.state, action).view(STATE)[0]
        return int(after["time"][self.seat]) - self.player["time"]

    def one(self, number: int) -> Choice | None:
        """Return the line of an action that is not a dig."""
        text = self.game.text(self.state, number)
        match decode(number):
            case Take(space):
                return self.take(number, text, self.view["cards"][space])
            case Exchange():
                return self.exchange(number, text)
            case Exhibit(hall):
                return self.exhibit(number, text, self.view["exhibitions"][hall])
            case Stop():
                weeks = plural(self.weeks(number), "week")
                return Choice(text, Text("end your game here (T8.4)"), weeks, "Other", action=number)
            case _:
                return None

    def take(self, number: int, text: str, card: CardView | None) -> Choice:
        assert card is not None, "a legal action takes a card that is there"
        words = card_name(self.facts, card) + Text(f" in {place_name(card['city'])}")
        return Choice(text, words, cost(self.weeks(number), card["weeks"]), "Study", COST, number)

    def exchange(self, number: int, text: str) -> Choice:
        before = self.view["exchanges"]
        weeks = 1 + (before["count"] if before and before["seat"] == self.seat else 0)  # T5.2
        words = Text(f"four new cards, in {place_name(self.facts.start_city)}")
        return Choice(text, words, cost(self.weeks(number), weeks), "Other", COST, number)

    def exhibit(self, number: int, text: str, show: ExhibitionView | None) -> Choice:
        assert show is not None, "a legal action shows an exhibition that is there"
        words = Text(f"{plural(show['points'], 'point')} in {place_name(show['city'])} (")
        words = words + needs(self.facts, show) + Text(")")
        return Choice(text, words, cost(self.weeks(number), show["weeks"]), "Exhibit", COST, number)

    @cached_property
    def digs(self) -> dict[tuple[int, int], Choice]:
        """One line for each site and each choice of what to use."""
        grouped: dict[tuple[int, int], list[Dig]] = {}
        for action in map(decode, self.legal):
            if isinstance(action, Dig):
                grouped.setdefault((action.site, action.options), []).append(action)
        return {key: self.dig(actions) for key, actions in grouped.items()}

    def dig(self, digs: list[Dig]) -> Choice:
        """Return the line of digs that differ in their weeks alone."""
        first, site = digs[0], self.facts.sites[digs[0].site]
        actions, weeks = [dig.encode() for dig in digs], [dig.weeks for dig in digs]
        tokens = [self.tokens(action) for action in actions]
        way = self.weeks(actions[0]) - weeks[0]
        known = total_knowledge(self.facts, self.player, site, first.options)
        used = self.game.text(self.state, actions[0]).split()[3:]
        words = symbol(self.facts, site) + Text(f" knowledge {known}: {span(tokens)} token{'s' * (tokens[-1] > 1)}")
        if not self.player["permits"][site] and self.player["special_permits"]:
            words += Text(", special permit")
        answers = {
            str(week): Choice("", Text(f"{plural(week, 'week')}: {plural(drawn, 'token')}"), action=action)
            for week, drawn, action in zip(weeks, tokens, actions, strict=True)
        }
        return Choice(
            " ".join(["dig", site, *used]), words, f"{way} + {span(weeks)}", "Dig", COST,
            question="How many weeks?", shown=self.wheel(site, way, weeks, tokens), answers=answers,
        )  # fmt: skip

    def folded(self) -> list[Choice]:
        """Return one line for each site."""
        lines = []
        for number, site in enumerate(self.facts.sites):
            ways = [choice for (dug, _), choice in self.digs.items() if dug == number]
            if len(ways) == 1:
                lines.append(ways[0])
            elif ways:
                words = symbol(self.facts, site) + Text(f" {len(ways)} ways, by what you use")
                answers = {str(n): way for n, way in enumerate(ways, 1)}
                lines.append(Choice(f"dig {site}", words, "", "Dig", COST, question="Which?", answers=answers))
        return lines

    def tokens(self, action: int) -> int:
        """Return how many tokens a dig draws (T6.8, T6.9)."""
        return int(self.game.apply(self.state, action).view(STATE)[0]["dig_left"])

    def wheel(self, site: str, way: int, weeks: list[int], tokens: list[int]) -> RenderableType:
        """Return a table of what each number of weeks brings."""
        bag = self.view["sites"][site]
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, show_header=False)
        name = site_name(self.facts, site)
        held = f"{len(bag['tokens'])} finds, {bag['sand']} sand in the bag"
        table.add_row("weeks", *(Text(str(week), style="bold cyan") for week in weeks))
        table.add_row("tokens", *map(str, tokens))
        ends = [calendar(self.facts, self.view["seats"], self.player["time"] + way + week)[1] for week in weeks]
        table.add_row("ends in week", *(Text(str(end), style="dim") for end in ends))
        for column in table.columns[1:]:
            column.justify, column.width = "right", 2
        return Group(Text.assemble(name, f": {held}"), table)


def cost(total: int, weeks: int) -> str:
    return f"{total - weeks} + {weeks} = {total}"


def span(numbers: list[int]) -> str:
    return str(numbers[0]) if numbers[0] == numbers[-1] else f"{numbers[0]}–{numbers[-1]}"
