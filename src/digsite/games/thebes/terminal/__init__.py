"""Thebes at the terminal: its menu, and the board, the log and the rules in short."""

from collections.abc import Sequence
from functools import cached_property

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from digsite.core.company import Company
from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes
from digsite.core.game import View
from digsite.core.room import Choice
from digsite.games.thebes.actions import DIG, EXCHANGE, EXHIBIT, STOP, TAKE, dig_parts
from digsite.games.thebes.data import Facts
from digsite.games.thebes.knowledge import USE_ASSISTANT, USE_RUMOUR, USE_SHOVEL, USE_ZEPPELIN
from digsite.games.thebes.reckoning import total_knowledge
from digsite.games.thebes.state import MOST_WEEKS, STATE
from digsite.games.thebes.terminal import board, log
from digsite.games.thebes.terminal.words import card_name, needs, plural, site_name, symbol
from digsite.games.thebes.view import calendar

MOST_LINES = 18  # a longer menu has one line for each site, and asks what to use
OPTIONS = {USE_ZEPPELIN: "zeppelin", USE_ASSISTANT: "assistant", USE_RUMOUR: "rumour", USE_SHOVEL: "shovel"}
COST = "way + work"  # what heads the weeks an action takes


def room(game: CompiledGame[Facts]) -> "ThebesRoom":
    return ThebesRoom(game)


class ThebesRoom:
    title = "Thebes"
    example = "dig egypt 6"

    def __init__(self, game: CompiledGame[Facts]) -> None:
        self.game = game
        self.facts = game.facts

    def board(self, view: View, company: Company, width: int) -> RenderableType:
        return board.board(self.facts, view, company, width)

    def tell(self, states: Sequence[Bytes], actions: Sequence[int], company: Company) -> list[Text]:
        before, after = self.game.view(states[0]), self.game.view(states[-1])
        return log.tell(self.facts, before, after, actions, company)

    def score(self, view: View, company: Company) -> RenderableType:
        return board.score(self.facts, view, company)

    def rules(self) -> RenderableType:
        from digsite.games.thebes.terminal.help import rules

        return rules(self.facts)

    def completions(self, text: str) -> list[str]:
        """A dig without its weeks."""
        words = text.split()
        if len(words) < 2 or words[0] != "dig":
            return []
        weeks = map(str, range(MOST_WEEKS, 0, -1))
        return [" ".join([*words[:2], week, *words[2:]]) for week in weeks]

    def menu(self, state: Bytes) -> list[Choice]:
        return _Menu(self.game, state).choices()


class _Menu:
    """The actions of one position. What each costs and draws is read off the position it leads to."""

    def __init__(self, game: CompiledGame[Facts], state: Bytes) -> None:
        self.game = game
        self.facts = game.facts
        self.state = state
        self.view = game.view(state)
        self.seat = game.to_act(state)
        self.player = self.view["players"][self.seat]
        self.legal = game.legal(state).tolist()

    def choices(self) -> list[Choice]:
        cards = [self.one(action) for action in self.legal if action < DIG or action == STOP]
        digs = list(self.digs.values())
        if len(cards) + len(digs) > MOST_LINES:
            digs = self.folded()
        order = ("Study", "Dig", "Exhibit", "Other")
        return sorted([*cards, *digs], key=lambda choice: order.index(choice.heading))

    def weeks(self, action: int) -> int:
        """T2.5: how far the marker goes."""
        after = self.game.apply(self.state, action).view(STATE)[0]
        return int(after["time"][self.seat]) - int(self.player["time"])

    def one(self, action: int) -> Choice:
        text, total = self.game.text(self.state, action), self.weeks(action)
        if action == STOP:
            return Choice(text, Text("finish for good (T8.4)"), plural(total, "week"), "Other", action=action)
        if action < EXCHANGE:
            card = self.view["cards"][(action - TAKE) // 2]
            told = card_name(self.facts, card) + Text(f" in {card['city'].title()}")
            return Choice(text, told, cost(total, card["weeks"]), "Study", COST, action)
        if action < EXHIBIT:
            before = self.view["exchanges"]
            weeks = 1 + (before["count"] if before and before["seat"] == self.seat else 0)  # T5.2
            told = Text(f"four new cards, in {self.facts.start_city.title()}")
            return Choice(text, told, cost(total, weeks), "Other", COST, action)
        show = self.view["exhibitions"][(action - EXHIBIT) // 2]
        told = Text(f"{plural(show['points'], 'point')} in {show['city'].title()} (")
        told = told + needs(self.facts, show) + Text(")")
        return Choice(text, told, cost(total, show["weeks"]), "Exhibit", COST, action)

    @cached_property
    def digs(self) -> dict[tuple[int, int], Choice]:
        """One line for each site and each choice of what to use."""
        grouped: dict[tuple[int, int], list[int]] = {}
        for action in self.legal:
            if DIG <= action < STOP:
                site, _, options = dig_parts(action)
                grouped.setdefault((site, options), []).append(action)
        return {key: self.dig(*key, actions) for key, actions in grouped.items()}

    def dig(self, number: int, options: int, actions: list[int]) -> Choice:
        site = self.facts.sites[number]
        weeks = [dig_parts(action)[1] for action in actions]
        tokens = [self.tokens(action) for action in actions]
        way = self.weeks(actions[0]) - weeks[0]
        known = total_knowledge(self.facts, self.player, site, options)
        used = [word for bit, word in OPTIONS.items() if options & bit]
        told = symbol(self.facts, site) + Text(f" knowledge {known}: {span(tokens)} token{'s' * (tokens[-1] > 1)}")
        if not self.player["permits"][site] and self.player["special_permits"]:
            told += Text(", special permit")
        answers = {
            str(week): Choice("", Text(f"{plural(week, 'week')}: {plural(drawn, 'token')}"), action=action)
            for week, drawn, action in zip(weeks, tokens, actions, strict=True)
        }
        return Choice(
            " ".join(["dig", site, *used]), told, f"{way} + {span(weeks)}", "Dig", COST,
            question="How many weeks?", shown=self.wheel(site, way, weeks, tokens), answers=answers,
        )  # fmt: skip

    def folded(self) -> list[Choice]:
        """One line for each site."""
        lines = []
        for number, site in enumerate(self.facts.sites):
            ways = [choice for (dug, _), choice in self.digs.items() if dug == number]
            if len(ways) == 1:
                lines.append(ways[0])
            elif ways:
                told = symbol(self.facts, site) + Text(f" {len(ways)} ways, by what you use")
                answers = {str(n): way for n, way in enumerate(ways, 1)}
                lines.append(Choice(f"dig {site}", told, "", "Dig", COST, question="Which?", answers=answers))
        return lines

    def tokens(self, action: int) -> int:
        """T6.8, T6.9."""
        return int(self.game.apply(self.state, action).view(STATE)[0]["dig_left"])

    def wheel(self, site: str, way: int, weeks: list[int], tokens: list[int]) -> RenderableType:
        """What each number of weeks brings."""
        bag = self.view["sites"][site]
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, show_header=False)
        name = site_name(self.facts, site)
        told = f"{len(bag['tokens'])} finds, {bag['sand']} sand in the bag"
        table.add_row("weeks", *(Text(str(week), style="bold cyan") for week in weeks))
        table.add_row("tokens", *map(str, tokens))
        ends = [calendar(self.facts, self.view["seats"], self.player["time"] + way + week)[1] for week in weeks]
        table.add_row("ends in week", *(Text(str(end), style="dim") for end in ends))
        for column in table.columns[1:]:
            column.justify, column.width = "right", 2
        return Group(Text.assemble(name, f": {told}"), table)


def cost(total: int, weeks: int) -> str:
    return f"{total - weeks} + {weeks} = {total}"


def span(numbers: list[int]) -> str:
    return str(numbers[0]) if numbers[0] == numbers[-1] else f"{numbers[0]}–{numbers[-1]}"
