"""Why an action is not allowed: the rule and a sentence. `listing` alone decides what is legal."""

from digsite.core.english import plural
from digsite.core.errors import IllegalAction
from digsite.games.thebes.rules.costs import journey, total_knowledge
from digsite.games.thebes.rules.data import Facts
from digsite.games.thebes.rules.decode import (
    CardDraw,
    ChanceAction,
    Dig,
    Exchange,
    Exhibit,
    FindDraw,
    MarkerDraw,
    PlayerAction,
    Stop,
    Take,
    decode,
)
from digsite.games.thebes.rules.notation import HALL_NAMES
from digsite.games.thebes.rules.state import RESEARCHERS
from digsite.games.thebes.rules.view_types import ThebesView, player_to_act

PENDING = {
    "markers": ("T1.2", "not all time markers are piled up yet"),
    "refill": ("T4.3", "an empty space waits for a card from the deck"),
    "find": ("T6.10", "tokens of a dig are still to be drawn"),
}


def refuse(facts: Facts, view: ThebesView, number: int) -> IllegalAction:
    """Return why the action of a number is not legal in the position of this view."""
    phase, action = view["phase"], decode(number)
    if phase == "over":
        return IllegalAction("T8.5", "the game is over")
    if isinstance(action, ChanceAction):
        return refuse_draw(view, action)
    if phase in PENDING:
        return IllegalAction(*PENDING[phase])
    return _Turn(facts, view).refuse(action)


def refuse_draw(view: ThebesView, action: ChanceAction) -> IllegalAction:
    if view["phase"] == "turn":
        return IllegalAction("T2.4", f"seat {view['to_act']} is to act, nothing is to be drawn")
    if isinstance(action, MarkerDraw):
        return refuse_marker(view, action.seat)
    if isinstance(action, CardDraw):
        return refuse_card(view, action.card)
    if view["dig"] is None:
        return IllegalAction("T6.10", "no token is to be drawn")
    what = f"find {action.number}" if isinstance(action, FindDraw) else "sand"
    return IllegalAction("T6.10", f"the bag of {view['dig']['site'].title()} holds no {what} any more")


def refuse_marker(view: ThebesView, seat: int) -> IllegalAction:
    if view["phase"] == "markers" and seat < view["seats"]:
        return IllegalAction("T1.2", f"the marker of seat {seat} is on the pile already")
    return IllegalAction("T1.2", f"no marker of seat {seat} is to be placed")


def refuse_card(view: ThebesView, card: int) -> IllegalAction:
    if view["phase"] != "refill":
        return IllegalAction("T4.3", "no card is to be drawn")
    if card >= RESEARCHERS and view["aside"]:
        return IllegalAction("T1.4", f"exhibition {card} cannot lie on top of the deck now")
    return IllegalAction("T4.5", f"card {card} is not in the deck")


class _Turn:
    """The player to act, and why an action of theirs is not legal."""

    def __init__(self, facts: Facts, view: ThebesView) -> None:
        self.facts = facts
        self.view = view
        self.player = player_to_act(view)
        self.left = facts.end(view["seats"]) - self.player["time"]

    def refuse(self, action: PlayerAction) -> IllegalAction:
        match action:
            case Take(space, zeppelin):
                return self.refuse_take(space, zeppelin)
            case Exchange(zeppelin):
                return self.refuse_exchange(zeppelin)
            case Exhibit(hall, zeppelin):
                return self.refuse_exhibition(hall, zeppelin)
            case Dig():
                return self.refuse_dig(action)
            case Stop():
                return IllegalAction("T8.4", f"only a player in {self.facts.last_year} may stop")

    def refuse_take(self, space: int, flight: bool) -> IllegalAction:
        card = self.view["cards"][space]
        if card is None:
            return IllegalAction("T4.1", f"space {space + 1} is empty")
        return self.refuse_journey(card["city"], card["weeks"], flight)

    def refuse_exchange(self, flight: bool) -> IllegalAction:
        before = self.view["exchanges"]
        weeks = 1 + (before["count"] if before and before["seat"] == self.player["seat"] else 0)
        return self.refuse_journey(self.facts.start_city, weeks, flight)

    def refuse_exhibition(self, hall: int, flight: bool) -> IllegalAction:
        show = self.view["exhibitions"][hall]
        if show is None:
            return IllegalAction("T7.1", f"space {HALL_NAMES[hall]} shows no exhibition")
        artifacts = [find["site"] for find in self.player["finds"] if find["kind"] == "artifact"]
        for site, needed in show["needs"].items():
            if artifacts.count(site) < needed:
                asked = f"{plural(needed, 'artifact')} from {site.title()}"
                return IllegalAction("T7.2", f"it asks for {asked}, the player has {artifacts.count(site)}")
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

    def refuse_dig(self, dig: Dig) -> IllegalAction:
        site = self.facts.sites[dig.site]
        return (
            (self.refuse_flight(site) if dig.zeppelin else None)
            or self.refuse_options(dig, site)
            or self.refuse_site(dig, site)
            or self.refuse_journey(site, dig.weeks, dig.zeppelin)
        )

    def refuse_options(self, dig: Dig, site: str) -> IllegalAction | None:
        """Return why something used for the dig cannot be used."""
        player = self.player
        if dig.assistant and player["assistants"] != 1:
            return IllegalAction("T6.4", f"only a lone assistant can be used up, the player has {player['assistants']}")
        if dig.shovel and player["shovels"] != 1:
            return IllegalAction("T6.9", f"only a lone shovel can be used up, the player has {player['shovels']}")
        if dig.rumour and not player["knowledge"][site]["rumours"]:
            return IllegalAction("T6.5", f"there is no rumour of {site.title()} to use")
        return None

    def refuse_site(self, dig: Dig, site: str) -> IllegalAction | None:
        """Return why the player may not dig at the site, or finds nothing there."""
        player, name = self.player, site.title()
        refusal = self.refuse_permit(site, dig.zeppelin)
        if refusal:
            return refusal
        total = total_knowledge(self.facts, player, site, dig.options)
        if not total:
            return IllegalAction("T6.1", f"no specialised knowledge about {name}")
        if not self.facts.wheel[total - 1][dig.weeks - 1]:
            return IllegalAction("T6.8", f"with knowledge {total}, a dig of {plural(dig.weeks, 'week')} draws no token")
        return None

    def refuse_permit(self, site: str, flight: bool) -> IllegalAction | None:
        """Return why there is no permit (T6.1, T6.12); a journey into a new year renews it (T8.1), or not (T8.6)."""
        if self.player["permits"][site] or self.player["special_permits"]:
            return None
        week = self.player["week"]
        if flight or not week <= self.facts.weeks_per_year < week + journey(self.facts, self.player, site):
            return IllegalAction("T6.1", f"no valid permit for {site.title()}")
        if self.facts.renew_late:
            return IllegalAction("T8.6", f"the permit for {site.title()} is renewed only at the end of the turn")
        return None
