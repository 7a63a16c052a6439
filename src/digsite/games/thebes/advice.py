"""Why one might do something: what an action of Thebes brings, in one sentence of facts."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from digsite.core.company import joined
from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes
from digsite.games.thebes import odds
from digsite.games.thebes.actions import DIG, EXCHANGE, EXHIBIT, STOP, TAKE
from digsite.games.thebes.data import Facts
from digsite.games.thebes.knowledge import USE_ASSISTANT, USE_RUMOUR, USE_SHOVEL, USE_ZEPPELIN
from digsite.games.thebes.reckoning import Player, journey, total_knowledge
from digsite.games.thebes.state import MOST_WEEKS

HELPERS = ((USE_ASSISTANT, "assistant"), (USE_RUMOUR, "rumour"), (USE_SHOVEL, "shovel"))
Card = Mapping[str, Any]


def reason(game: CompiledGame[Facts], state: Bytes, action: int) -> str:
    """One sentence on a legal action, told to the player to act."""
    return _Advice(game, state, action).sentence()


class _Advice:
    def __init__(self, game: CompiledGame[Facts], state: Bytes, action: int) -> None:
        self.game = game
        self.facts = game.facts
        self.state = state
        self.action = action
        self.view = game.view(state)
        self.seat = game.to_act(state)
        self.player = self.view["players"][self.seat]
        self.after = game.apply(state, action)
        self.arrived = game.view(self.after)["players"][self.seat]
        self.weeks = self.arrived["time"] - self.player["time"]

    def sentence(self) -> str:
        if self.action == STOP:
            return self.stop()
        if self.action >= DIG:
            return self.dig()
        if self.action >= EXHIBIT:
            return self.ended(self.exhibit())
        if self.action >= EXCHANGE:
            return self.ended(self.exchange())
        card = self.view["cards"][(self.action - TAKE) // 2]
        return self.ended(str(getattr(self, card["kind"])(card)))

    def ended(self, told: str) -> str:
        """With what the zeppelin does, where it is used (T3.3)."""
        flown = self.action % 2
        return f"{told}; the zeppelin saves {self.flight(self.arrived['place'])}." if flown else f"{told}."

    def flight(self, place: str) -> str:
        return plural(journey(self.facts, self.player, place), "week")

    def dig(self) -> str:
        """T6.8 to T6.13."""
        dig = odds.dig(self.game, self.state, self.action)
        way = f"{plural(dig.journey, 'week')} of travel and {dig.weeks} of digging" if dig.journey else ""
        brings = "bring" if way or dig.weeks > 1 else "brings"
        told = f"{way or plural(dig.weeks, 'week')} {brings} {plural(dig.tokens, 'token')}: "
        told += f"about {float(dig.expected):.1f} points"
        if dig.bonus is not None:
            told += f", {dig.bonus} of them for the first dig there"
        elif dig.nothing:
            told += f", nothing in {percent(dig.nothing)} of cases"
        used = [name for bit, name in HELPERS if dig.options & bit]
        if self.arrived["special_permits"] < self.player["special_permits"]:
            used.append("special permit")
        told += f"; it uses up the {joined(used)}" if used else ""
        return told + (f"; the zeppelin saves {self.flight(dig.site)}." if dig.options & USE_ZEPPELIN else ".")

    def exhibit(self) -> str:
        """T7.1 to T7.3."""
        show = self.view["exhibitions"][(self.action - EXHIBIT) // 2]
        rivals = [other for other in self.view["players"] if other is not self.player and could_show(other, show)]
        rest = "nobody can take them away" if not rivals else "somebody else could show it too"
        return f"{plural(show['points'], 'point')} for {plural(self.weeks, 'week')}, and {rest}"

    def exchange(self) -> str:
        """T5.1: what may come instead."""
        chances = odds.next_card(self.game, self.after)
        if not chances:
            return "No card is left to be drawn: the spaces stay empty"
        books = sum((chance for kind, chance in chances.items() if kind.startswith("book")), Fraction(0))
        congress = chances.get("congress", Fraction(0))
        likely = f"the first is a book in {percent(books)} of cases, a congress in {percent(congress)}"
        return f"New cards for {plural(self.weeks, 'week')}: {likely}"

    def stop(self) -> str:
        """T8.4."""
        left = plural(self.weeks, "week")
        if len(self.game.legal(self.state)) == 1:
            return f"Nothing else is possible with {left} left."
        return f"Ends the game for you with {plural(self.player['score']['total'], 'point')}, {left} unused."

    def congress(self, card: Card) -> str:
        """T9.3."""
        count = self.player["congresses"] + 1
        worth = self.facts.congress
        before, now = worth[min(count - 1, len(worth) - 1)], worth[min(count, len(worth) - 1)]
        if now == before:
            return f"The {ordinal(count)} congress card brings nothing: {now} points are the most"
        return f"The {ordinal(count)} congress card: {plural(now - before, 'more point')}, {now} in all"

    def book(self, card: Card) -> str:
        known = f"{plural(card['value'], 'more point')} of knowledge about {card['site'].title()}"
        return f"{known}{self.worth(card['site'])}{self.majority(card['site'])}"

    def majority(self, site: str) -> str:
        """T9.4."""
        before, now = (player["score"]["majorities"][site] for player in (self.player, self.arrived))
        if now == before:
            return ""
        if before:
            return f", and the majority there is yours alone ({plural(now - before, 'more point')})"
        shared = "yours" if now == self.facts.majority else "shared"
        return f", and the majority there becomes {shared} ({plural(now, 'point')})"

    def rumour(self, card: Card) -> str:
        """T6.5."""
        known = f"{plural(self.facts.rumour, 'point')} of knowledge for one dig in {card['site'].title()}"
        return f"{known}{self.worth(card['site'], USE_RUMOUR)}"

    def general(self, card: Card) -> str:
        """T6.6."""
        known = f"{plural(card['value'], 'more point')} of general knowledge"
        return f"{known}: {self.anywhere() or 'it counts as far as you know a site, and no dig draws more by it yet'}"

    def assistant(self, card: Card) -> str:
        """T6.3, T6.4."""
        return self.one_of_a_set("assistant", "point of knowledge", USE_ASSISTANT)

    def shovel(self, card: Card) -> str:
        """T6.9."""
        return self.one_of_a_set("shovel", "more token", USE_SHOVEL)

    def one_of_a_set(self, name: str, brings: str, option: int) -> str:
        count = self.arrived[f"{name}s"]
        before, now = self.set_of(count - 1), self.set_of(count)
        if count > 1 and now == before:
            return f"The {ordinal(count)} {name} adds nothing: {now} in every dig is the most"
        told = f"The {ordinal(count)} {name}: {plural(now or self.facts.single, brings)}"
        told += " in every dig" if now else " in one dig, which uses it up"
        told += f" instead of {before}" if before else ""
        best = self.anywhere(0 if now else option)
        return f"{told}; {best}" if best else told

    def zeppelin(self, card: Card) -> str:
        """T3.3."""
        far = max(self.facts.sites, key=lambda site: journey(self.facts, self.arrived, site))
        weeks = plural(journey(self.facts, self.arrived, far), "week")
        return f"A later journey costs nothing: from {card['city'].title()} to {far.title()}, say, that saves {weeks}"

    def car(self, card: Card) -> str:
        """T3.2."""
        if self.player["cars"]:
            return "A second car shortens nothing more"
        return "Every journey of 3 weeks or more takes 1 week less from now on"

    def permit(self, card: Card) -> str:
        """T6.12."""
        used = [site.title() for site, valid in self.arrived["permits"].items() if not valid]
        if used:
            return f"One more dig this year in {' or '.join(used)}, where your permit is used up"
        return "Two digs in one year at the same site, once"

    def worth(self, site: str, option: int = 0) -> str:
        """What knowledge does for a dig."""
        best = self.gain(site, option, "there")
        if best:
            return f": {best}"
        possible = self.weeks_there(site) > 0
        return ", though no dig there draws more by it" if possible else ", though no dig is possible there any more"

    def anywhere(self, option: int = 0) -> str:
        """What it does for a dig where it does most."""
        site = max(self.facts.sites, key=lambda site: self.most_gained(site, option))
        return self.gain(site, option, f"in {site.title()}")

    def gain(self, site: str, option: int, where: str) -> str:
        """The shortest dig that draws most more tokens; nothing where none does."""
        more, weeks = self.most_gained(site, option)
        if not more:
            return ""
        tokens = self.tokens(self.player, site, -weeks)
        instead = f" instead of {tokens}" if tokens else ""
        return f"{plural(-weeks, 'week')} {where} would then draw {plural(tokens + more, 'token')}{instead}"

    def most_gained(self, site: str, option: int) -> tuple[int, int]:
        """By how many tokens a dig may grow, and the fewest weeks of such a dig, with a minus."""
        weeks = range(1, min(MOST_WEEKS, self.weeks_there(site)) + 1)
        gains = [
            (self.tokens(self.arrived, site, week, option) - self.tokens(self.player, site, week), -week)
            for week in weeks
        ]
        return max(gains, default=(0, 0))

    def tokens(self, player: Player, site: str, weeks: int, option: int = 0) -> int:
        """T6.6 to T6.9; nothing is used up but what the option says."""
        known = total_knowledge(self.facts, player, site, option)
        drawn = self.facts.wheel[known - 1][weeks - 1] if known else 0
        return drawn + self.set_of(player["shovels"]) + self.facts.single * bool(option & USE_SHOVEL) if drawn else 0

    def set_of(self, count: int) -> int:
        """What so many assistants or shovels are worth in every dig."""
        return self.facts.sets[min(count, len(self.facts.sets) - 1)]

    def weeks_there(self, site: str) -> int:
        """How long a later dig at a site can be (T6.1, T6.12, T8.1, T8.3)."""
        facts, now = self.facts, self.arrived
        years = facts.last_year - facts.first_year[self.view["seats"]] + 1
        left = years * facts.weeks_per_year + 1 - int(now["time"])
        allowed = now["permits"][site] or now["special_permits"] or left > facts.weeks_per_year
        return left - journey(facts, now, site) if allowed else 0


def could_show(player: Player, show: Card) -> bool:
    """T7.2."""
    owned = [find["site"] for find in player["finds"] if find["kind"] == "artifact"]
    return all(owned.count(site) >= number for site, number in show["needs"].items())


def plural(number: int, words: str) -> str:
    """The first noun in the plural: "2 points of knowledge", "2 more points"."""
    if number == 1:
        return f"1 {words}"
    noun, of, rest = words.partition(" of ")
    return f"{number} {noun}s{of}{rest}"


def ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def percent(chance: Fraction) -> str:
    told = round(100 * chance)
    if told == 0 and chance:
        return "less than 1 %"
    return "more than 99 %" if told == 100 and chance < 1 else f"{told} %"
