"""Why an action is not allowed: the rule and a sentence. Asked only once `listing` has said no: it decides nothing."""

from digsite.core.errors import IllegalAction
from digsite.core.game import View
from digsite.games.thebes.actions import CARD, DIG, EXCHANGE, EXHIBIT, FOUND, MARKER, SAND, STOP, TAKE, dig_parts
from digsite.games.thebes.data import Facts
from digsite.games.thebes.knowledge import USE_ASSISTANT, USE_RUMOUR, USE_SHOVEL, USE_ZEPPELIN
from digsite.games.thebes.reckoning import journey, total_knowledge
from digsite.games.thebes.state import RESEARCHERS

PENDING = {
    "markers": ("T1.2", "the time markers are not all on the stack yet"),
    "refill": ("T4.3", "an empty space waits for a card from the deck"),
    "find": ("T6.10", "tokens of a dig are still to be drawn"),
}


def refuse(facts: Facts, view: View, action: int) -> IllegalAction:
    phase = view["phase"]
    if phase == "over":
        return IllegalAction("T8.5", "the game is over")
    if action >= MARKER:
        return refuse_draw(view, action)
    if phase in PENDING:
        return IllegalAction(*PENDING[phase])
    return _Turn(facts, view).refuse(action)


def refuse_draw(view: View, action: int) -> IllegalAction:
    phase = view["phase"]
    if phase == "turn":
        return IllegalAction("T2.4", f"seat {view['to_act']} is to act, nothing is to be drawn")
    if action < CARD:
        if phase == "markers" and action - MARKER < view["seats"]:
            return IllegalAction("T1.2", f"the marker of seat {action - MARKER} is on the stack already")
        return IllegalAction("T1.2", f"no marker of seat {action - MARKER} is to be placed")
    if action < FOUND:
        card = action - CARD
        if phase != "refill":
            return IllegalAction("T4.3", "no card is to be drawn")
        if card >= RESEARCHERS and view["aside"]:
            return IllegalAction("T1.4", f"exhibition {card} cannot lie on top of the deck now")
        return IllegalAction("T4.5", f"card {card} is not in the deck")
    if phase != "find":
        return IllegalAction("T6.10", "no token is to be drawn")
    what = "sand" if action == SAND else f"find {action - FOUND + 1}"
    return IllegalAction("T6.10", f"the bag of {view['dig']['site'].title()} holds no {what} any more")


class _Turn:
    """The player to act, and what stands in the way."""

    def __init__(self, facts: Facts, view: View) -> None:
        self.facts = facts
        self.view = view
        self.player = view["players"][view["to_act"]]
        end = (facts.last_year - facts.first_year[view["seats"]] + 1) * facts.weeks_per_year + 1
        self.left = end - self.player["time"]

    def refuse(self, action: int) -> IllegalAction:
        if action == STOP:
            return IllegalAction("T8.4", f"only a player in {self.facts.last_year} may stop")
        if action >= DIG:
            return self.refuse_dig(*dig_parts(action))
        flight = bool(action % 2)
        if action < EXCHANGE:
            card = self.view["cards"][(action - TAKE) // 2]
            if card is None:
                return IllegalAction("T4.1", f"space {(action - TAKE) // 2 + 1} is empty")
            return self.refuse_journey(card["city"], card["weeks"], flight)
        if action < EXHIBIT:
            before = self.view["exchanges"]
            weeks = 1 + (before["count"] if before and before["seat"] == self.player["seat"] else 0)
            return self.refuse_journey(self.facts.start_city, weeks, flight)
        return self.refuse_exhibition((action - EXHIBIT) // 2, flight)

    def refuse_exhibition(self, hall: int, flight: bool) -> IllegalAction:
        show = self.view["exhibitions"][hall]
        if show is None:
            return IllegalAction("T7.1", f"space {'abc'[hall]} shows no exhibition")
        artifacts = [find["site"] for find in self.player["finds"] if find["kind"] == "artifact"]
        for site, needed in show["needs"].items():
            if artifacts.count(site) < needed:
                return IllegalAction(
                    "T7.2", f"{site.title()} must have given {needed} of the artifacts, not {artifacts.count(site)}"
                )
        return self.refuse_journey(show["city"], show["weeks"], flight)

    def refuse_flight(self, place: str) -> IllegalAction | None:
        if not self.player["zeppelins"]:
            return IllegalAction("T3.3", "there is no zeppelin to use")
        if self.player["place"] == place:
            return IllegalAction("T3.3", f"no zeppelin is needed to stay in {place.title()}")
        return None

    def refuse_journey(self, place: str, weeks: int, flight: bool) -> IllegalAction:
        refusal = self.refuse_flight(place) if flight else None
        needed = weeks + (0 if flight else journey(self.facts, self.player, place))
        return refusal or IllegalAction("T8.3", f"{needed} weeks are needed, {self.left} are left")

    def refuse_dig(self, number: int, weeks: int, options: int) -> IllegalAction:
        player, site = self.player, self.facts.sites[number]
        name = site.title()
        flight = bool(options & USE_ZEPPELIN)
        refusal = self.refuse_flight(site) if flight else None
        if refusal:
            return refusal
        if options & USE_ASSISTANT and player["assistants"] != 1:
            return IllegalAction("T6.4", f"only a lone assistant is used up, the player has {player['assistants']}")
        if options & USE_SHOVEL and player["shovels"] != 1:
            return IllegalAction("T6.9", f"only a lone shovel is used up, the player has {player['shovels']}")
        if options & USE_RUMOUR and not player["knowledge"][site]["rumours"]:
            return IllegalAction("T6.5", f"there is no rumour of {name} to use")
        if not player["permits"][site] and not player["special_permits"] and not self.renewed_on_the_way(site, flight):
            return IllegalAction("T6.1", f"no valid permit for {name}")
        total = total_knowledge(self.facts, player, site, options)
        if not total:
            return IllegalAction("T6.1", f"no specialised knowledge about {name}")
        if not self.facts.wheel[total - 1][weeks - 1]:
            return IllegalAction("T6.8", f"with knowledge {total}, weeks {weeks}, the wheel gives no token")
        return self.refuse_journey(site, weeks, flight)

    def renewed_on_the_way(self, site: str, flight: bool) -> bool:
        """T8.1."""
        week = self.player["week"]
        return not flight and week <= self.facts.weeks_per_year < week + journey(self.facts, self.player, site)
