"""Why one might do something: what an action of Thebes brings, in one sentence of facts."""

from fractions import Fraction

from digsite.core.english import ordinal, plural
from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.core.player_labels import joined
from digsite.games.thebes.evaluation import odds
from digsite.games.thebes.rules.costs import journey, total_knowledge
from digsite.games.thebes.rules.data import facts_of, worth_of
from digsite.games.thebes.rules.decode import Dig, Exchange, Exhibit, Stop, Take, decode
from digsite.games.thebes.rules.knowledge import USE_ASSISTANT, USE_RUMOUR, USE_SHOVEL
from digsite.games.thebes.rules.names import place_name
from digsite.games.thebes.rules.state import MOST_WEEKS
from digsite.games.thebes.rules.view_types import CardView, ExhibitionView, KitField, PlayerView, player_to_act, view_of


def reason(game: Game, state: Bytes, action: int) -> str:
    """Return one sentence on a legal action, addressed to the player to act."""
    return _Reason(game, state, action).sentence()


class _Reason:
    def __init__(self, game: Game, state: Bytes, number: int) -> None:
        self.game = game
        self.facts = facts_of(game)
        self.state = state
        self.number = number
        self.action = decode(number)
        self.view = view_of(game, state)
        self.player = player_to_act(self.view)
        self.after = game.apply(state, number)
        self.arrived = view_of(game, self.after)["players"][self.player["seat"]]
        self.weeks = self.arrived["time"] - self.player["time"]

    def sentence(self) -> str:
        match self.action:
            case Take(space, zeppelin):
                card = self.view["cards"][space]
                assert card is not None, "a legal action takes a card that is there"
                return self.ended(self.card(card), zeppelin)
            case Exchange(zeppelin):
                return self.ended(self.exchange(), zeppelin)
            case Exhibit(hall, zeppelin):
                show = self.view["exhibitions"][hall]
                assert show is not None, "a legal action shows an exhibition that is there"
                return self.ended(self.exhibit(show), zeppelin)
            case Dig():
                return self.dig(self.action)
            case Stop():
                return self.stop()
            case _:
                raise ValueError("only players' actions have reasons")

    def card(self, card: CardView) -> str:
        """Return what taking a card brings."""
        by_kind = {
            "book": self.book,
            "general": self.general,
            "rumour": self.rumour,
            "assistant": self.assistant,
            "shovel": self.shovel,
            "congress": self.congress,
            "zeppelin": self.zeppelin,
            "car": self.car,
            "permit": self.permit,
        }
        return by_kind[card["kind"]](card)

    def ended(self, words: str, zeppelin: bool) -> str:
        """Return the sentence, with what the zeppelin does where it is used (T3.3)."""
        return f"{words}; the zeppelin saves {self.flight(self.arrived['place'])}." if zeppelin else f"{words}."

    def flight(self, place: str) -> str:
        return plural(journey(self.facts, self.player, place), "week")

    def dig(self, action: Dig) -> str:
        """Return what a dig costs and brings (T6.8 to T6.13)."""
        dig = odds.dig(self.game, self.state, self.number)
        way = f"{plural(dig.journey, 'week')} of travel and {dig.weeks} of digging" if dig.journey else ""
        brings = "bring" if way or dig.weeks > 1 else "brings"
        words = f"{way or plural(dig.weeks, 'week')} {brings} {plural(dig.tokens, 'token')}: "
        words += f"about {float(dig.expected):.1f} points"
        if dig.bonus is not None:
            words += f", {dig.bonus} of them for the first dig there"
        elif dig.nothing:
            words += f", nothing in {percent(dig.nothing)} of cases"
        used = self.used_up(action)
        words += f"; it uses up the {joined(used)}" if used else ""
        return self.ended(words, action.zeppelin)

    def used_up(self, dig: Dig) -> list[str]:
        permit = self.arrived["special_permits"] < self.player["special_permits"]
        cards = {"assistant": dig.assistant, "rumour": dig.rumour, "shovel": dig.shovel, "special permit": permit}
        return [name for name, used in cards.items() if used]

    def exhibit(self, show: ExhibitionView) -> str:
        """Return what an exhibition brings, and whether others could show it (T7.1 to T7.3)."""
        rivals = [other for other in self.view["players"] if other is not self.player and could_show(other, show)]
        rest = "nobody else could hold it now" if not rivals else "somebody else could hold it too"
        return f"{plural(show['points'], 'point')} for {plural(self.weeks, 'week')}, and {rest}"

    def exchange(self) -> str:
        """Return what may come instead of the open cards (T5.1)."""
        chances = odds.next_card(self.game, self.after)
        if not chances:
            return "No card is left to be drawn: the spaces stay empty"
        books = sum((chance for kind, chance in chances.items() if kind.startswith("book")), Fraction(0))
        congress = chances.get("congress", Fraction(0))
        likely = f"the first is a book in {percent(books)} of cases, a congress in {percent(congress)}"
        return f"New cards for {plural(self.weeks, 'week')}: {likely}"

    def stop(self) -> str:
        """Return what is given up (T8.4)."""
        left = plural(self.weeks, "week")
        if len(self.game.legal(self.state)) == 1:
            return f"Nothing else is possible with {left} left."
        return f"Ends the game for you with {plural(self.player['score']['total'], 'point')}, {left} unused."

    def congress(self, card: CardView) -> str:
        """Return the points of one more congress (T9.3)."""
        count = self.player["congresses"] + 1
        worth = self.facts.congress
        before, now = worth_of(worth, count - 1), worth_of(worth, count)
        if now == before:
            return f"Nobody else gets this congress card; yours already bring the most, {now} points"
        return f"The {ordinal(count)} congress card: {plural(now - before, 'more point')}, {now} in all"

    def book(self, card: CardView) -> str:
        """Return what a book adds, and the points for most knowledge it may bring (T6.2, T9.4)."""
        site = card["site"] or ""
        known = f"{plural(card['value'], 'more point')} of knowledge about {place_name(site)}"
        return f"{known}{self.worth(site)}{self.majority(site)}"

    def majority(self, site: str) -> str:
        """Return what a book does to the points for most knowledge of a site, "" where nothing (T9.4)."""
        before, now = (player["score"]["majorities"][site] for player in (self.player, self.arrived))
        if now == before:
            return ""
        if before:
            return f", and you then have the most knowledge there alone ({plural(now - before, 'more point')})"
        have = "have" if now == self.facts.majority else "share"
        return f", and you then {have} the most knowledge there ({plural(now, 'point')})"

    def rumour(self, card: CardView) -> str:
        """Return what a rumour adds (T6.5)."""
        site = card["site"] or ""
        known = f"{plural(self.facts.rumour, 'point')} of knowledge for one dig in {place_name(site)}"
        return f"{known}{self.worth(site, USE_RUMOUR)}"

    def general(self, card: CardView) -> str:
        """Return what general knowledge adds (T6.6)."""
        known = f"{plural(card['value'], 'more point')} of general knowledge"
        return f"{known}: {self.anywhere() or 'it counts as far as you know a site, and no dig draws more with it yet'}"

    def assistant(self, card: CardView) -> str:
        """Return what one more assistant adds (T6.3, T6.4)."""
        return self.one_of_a_set("assistant", "assistants", "point of knowledge", USE_ASSISTANT)

    def shovel(self, card: CardView) -> str:
        """Return what one more shovel adds (T6.9)."""
        return self.one_of_a_set("shovel", "shovels", "more token", USE_SHOVEL)

    def one_of_a_set(self, name: str, field: KitField, brings: str, option: int) -> str:
        count = self.arrived[field]
        before, now = self.set_of(count - 1), self.set_of(count)
        if count > 1 and now == before:
            return f"Nobody else gets this {name}; yours already add the most, {now} in every dig"
        words = f"The {ordinal(count)} {name}: {plural(now or self.facts.single, brings)}"
        words += " in every dig" if now else " in one dig, which uses it up"
        words += f" instead of {before}" if before else ""
        best = self.anywhere(0 if now else option)
        return f"{words}; {best}" if best else words

    def zeppelin(self, card: CardView) -> str:
        """Return what a zeppelin may save (T3.3)."""
        far = max(self.facts.sites, key=lambda site: journey(self.facts, self.arrived, site))
        way = f"from {place_name(card['city'])} to {place_name(far)}"
        weeks = plural(journey(self.facts, self.arrived, far), "week")
        return f"A later journey costs nothing: {way}, say, that saves {weeks}"

    def car(self, card: CardView) -> str:
        """Return what a car saves (T3.2)."""
        if self.player["cars"]:
            return "Nobody else gets this car; you need no second one"
        return "Every journey of 3 weeks or more takes 1 week less from now on"

    def permit(self, card: CardView) -> str:
        """Return what a special permit allows (T6.12)."""
        used = [place_name(site) for site, valid in self.arrived["permits"].items() if not valid]
        if used:
            return f"One more dig this year in {' or '.join(used)}, where your permit is used"
        return "Two digs in one year at the same site, once"

    def worth(self, site: str, option: int = 0) -> str:
        """Return what knowledge does for a dig at a site."""
        best = self.gain(site, option, "there")
        if best:
            return f": {best}"
        possible = self.weeks_there(site) > 0
        return ", though no dig there draws more with it" if possible else ", though no dig is possible there any more"

    def anywhere(self, option: int = 0) -> str:
        """Return what it does for a dig where it does most."""
        site = max(self.facts.sites, key=lambda site: self.most_gained(site, option))
        return self.gain(site, option, f"in {place_name(site)}")

    def gain(self, site: str, option: int, where: str) -> str:
        """Return the shortest dig that gains the most tokens, "" where none gains any."""
        more, weeks = self.most_gained(site, option)
        if not more:
            return ""
        tokens = self.tokens(self.player, site, -weeks)
        instead = f" instead of {tokens}" if tokens else ""
        return f"{plural(-weeks, 'week')} {where} would then draw {plural(tokens + more, 'token')}{instead}"

    def most_gained(self, site: str, option: int) -> tuple[int, int]:
        """Return the most tokens a dig may gain, and minus the fewest weeks of such a dig."""
        weeks = range(1, min(MOST_WEEKS, self.weeks_there(site)) + 1)
        gains = [
            (self.tokens(self.arrived, site, week, option) - self.tokens(self.player, site, week), -week)
            for week in weeks
        ]
        return max(gains, default=(0, 0))

    def tokens(self, player: PlayerView, site: str, weeks: int, option: int = 0) -> int:
        """Return the tokens of a dig that uses up the option alone (T6.6 to T6.9)."""
        known = total_knowledge(self.facts, player, site, option)
        drawn = self.facts.wheel[known - 1][weeks - 1] if known else 0
        return drawn + self.set_of(player["shovels"]) + self.facts.single * bool(option & USE_SHOVEL) if drawn else 0

    def set_of(self, count: int) -> int:
        """Return what so many assistants or shovels are worth in every dig."""
        return worth_of(self.facts.sets, count)

    def weeks_there(self, site: str) -> int:
        """Return how long a later dig at a site can be (T6.1, T6.12, T8.1, T8.3)."""
        facts, now = self.facts, self.arrived
        left = facts.end(self.view["seats"]) - now["time"]
        allowed = now["permits"][site] or now["special_permits"] or left > facts.weeks_per_year
        return left - journey(facts, now, site) if allowed else 0


def could_show(player: PlayerView, show: ExhibitionView) -> bool:
    """Return whether a player has the finds for an exhibition (T7.2)."""
    owned = [find["site"] for find in player["finds"] if find["kind"] == "artifact"]
    return all(owned.count(site) >= number for site, number in show["needs"].items())


def percent(chance: Fraction) -> str:
    """Return a chance as "28%", but never as certain or impossible where it is not."""
    rounded = round(100 * chance)
    if rounded == 0 and chance:
        return "under 1%"
    return "over 99%" if rounded == 100 and chance < 1 else f"{rounded}%"
