"""Why one might do something: what an action of Mykerinos brings, in one sentence of facts."""

from typing import Final

from digsite.core.english import plural
from digsite.core.fields import Bytes
from digsite.core.game import Game
from digsite.core.player_labels import joined
from digsite.games.mykerinos.evaluation.odds import pass_tracks
from digsite.games.mykerinos.rules.data import facts_of
from digsite.games.mykerinos.rules.decode import (
    Decline,
    Extend,
    NeutralExtend,
    NeutralSkip,
    NeutralStart,
    Pass,
    RemoveTile,
    Start,
    TakeRoom,
    TakeTile,
    Then,
    Use,
    decode,
)
from digsite.games.mykerinos.rules.names import patron_name, room_place, zone_name
from digsite.games.mykerinos.rules.state import ROUNDS
from digsite.games.mykerinos.rules.view import zone_of
from digsite.games.mykerinos.rules.view_types import Colour, PlayerView, TileView, player_to_act, view_of

NEUTRAL: Final = "neutral"
PLACES = ("first", "second", "third", "fourth")
HELPS = {
    "lemon": "A start on a pyramid or an extension over one: {pyramids} stand free",
    "brown": "A museum room for one archaeologist: {room}",
    "blackmore": "Two archaeologists side by side anywhere, where a start places one",
    "tangerine": "Three archaeologists in a row, where an extension places two",
    "violet": "One more archaeologist, {pool} in your pool then, and a start or an extension with them",
}
Counts = dict[Colour, int]


def reason(game: Game, state: Bytes, action: int) -> str:
    """Return one sentence on a legal action, addressed to the player to act."""
    words = _Reason(game, state, action).sentence()
    return f"{words[0].upper()}{words[1:]}."


class _Reason:
    def __init__(self, game: Game, state: Bytes, number: int) -> None:
        self.game = game
        self.facts = facts_of(game)
        self.state = state
        self.number = number
        self.view = view_of(game, state)
        self.player = player_to_act(self.view)
        self.players = self.view["players"]
        self.seat = self.player["seat"]
        self.last_round = self.view["round"] == ROUNDS

    def sentence(self) -> str:
        match decode(self.number):
            case Start(field) | Extend(field) | Then(field) if self.view["phase"] != "neutral-then":
                return self.own(zone_of(field))
            case Then(field) | NeutralStart(field) | NeutralExtend(field):
                return self.neutral(zone_of(field))
            case NeutralSkip():
                return f"Keeps {plural(self.player['neutral'], 'neutral archaeologist')} in your pool"
            case Use(patron):
                return self.help(self.facts.patrons[patron])
            case Pass():
                return self.pass_on()
            case TakeTile(place):
                return self.tile(self.tile_at(place))
            case TakeRoom(room):
                return self.room(room)
            case RemoveTile(place):
                return self.removal(self.tile_at(place))
            case Decline():
                return self.decline()
            case _:
                raise ValueError("only players' actions have reasons")

    # The desert

    def counts(self, zone: int, placed: Colour) -> Counts:
        """Return how many each has in a zone, with one more placed."""
        counts: Counts = {one["colour"]: one["count"] for one in self.view["zones"][zone]["standing"]}
        return counts | {placed: counts.get(placed, 0) + 1}

    def places(self, counts: Counts, colour: Colour) -> list[int]:
        """Return the ranks that a colour may come to have, whoever passes when (M4.2)."""
        tracks = pass_tracks(self.view)
        ranked = (sorted(counts, key=lambda one: (-counts[one], track[one])) for track in tracks)
        return sorted({ranks.index(colour) for ranks in ranked if colour in ranks})

    def own(self, zone: int) -> str:
        """Return the rank that one more archaeologist brings in a zone, and what that is worth."""
        counts = self.counts(zone, self.seat)
        places, mine = self.places(counts, self.seat), counts[self.seat]
        best = max([count for colour, count in counts.items() if colour != self.seat], default=0)
        where, score = zone_name(zone), f"{mine} to {best}"
        if places == [0]:
            return self.first(zone, counts, best)
        if 0 in places:
            return f"Draws level in {where}, {score}: {self.tie(counts)}"
        if places == [1]:
            lost = " with the tie lost" if mine == best else ""
            least = min(self.worth(self.player, tile) for tile in self.view["zones"][zone]["tiles"] if tile)
            left = f"what is left there is worth at least {plural(least, 'point')} to you"
            return f"Second place in {where}, {score}{lost}: {left}"
        if 1 in places:
            return f"Level for second place in {where}: {self.tie(counts)}"
        others = "somebody before you prefers" if places[0] == 2 else "two before you prefer"
        return f"Only {PLACES[places[0]]} in {where}: you get a plot there only if {others} a room"

    def first(self, zone: int, counts: Counts, best: int) -> str:
        """Return that a zone is the player's, and the better plot there."""
        where, mine = zone_name(zone), counts[self.seat]
        before = self.places(counts | {self.seat: mine - 1}, self.seat) if mine > 1 else []
        leads = f"Holds {where}, {mine} to {best}" if before == [0] else f"Makes {where} yours, {mine} to {best}"
        alone = f"{where} is yours alone so far"
        tiles = [tile for tile in self.view["zones"][zone]["tiles"] if tile]
        better = max(tiles, key=lambda tile: self.worth(self.player, tile))
        return f"{leads if best else alone}: {tile_name(better)} there is worth {self.points(better)} to you"

    def tie(self, counts: Counts) -> str:
        """Return how a tie that is still open is won."""
        equal = [one for one in counts if one != self.seat and counts[one] == counts[self.seat]]
        if self.view["seats"] == 2:
            return "the tie is yours if you pass first"
        return f"the tie is yours if you pass before the other{'s' * (len(equal) > 1)}"

    def neutral(self, zone: int) -> str:
        """Return the rank that one more neutral archaeologist brings, and what follows (M7.4 to M7.7)."""
        counts = self.counts(zone, NEUTRAL)
        places, count, where = self.places(counts, NEUTRAL), counts[NEUTRAL], zone_name(zone)
        people = [colour for colour in counts if colour != NEUTRAL]
        if not people:
            return f"Only neutral archaeologists stand in {where} then: if that stays so, both plots leave the game"
        score = f"{count} to {max(counts[one] for one in people)}"
        if len(places) > 1:
            return self.neutral_tie(where, count, counts.get(self.seat) == count)
        if places == [0]:
            return f"The neutral player leads {where} then, {score}: a plot leaves the game before anybody chooses"
        if places == [2]:
            return f"The neutral player is third in {where} then and takes nothing"
        if len(people) > 1:
            rest = "the third gets a plot only if the first takes a room"
        else:
            rest = "only you choose there" if people == [self.seat] else "only the other player chooses there"
        return f"The neutral player is second in {where} then, {score}: {rest}"

    def neutral_tie(self, where: str, count: int, mine: bool) -> str:
        whose, passes = ("you", "you pass") if mine else ("the other player", "the other player passes")
        loses = f"loses the tie only if {passes} first"
        return f"The neutral player draws level with {whose} in {where}, {count} each, and {loses}"

    def pass_on(self) -> str:
        """Return what passing now does to ties, and to the archaeologists at hand (M2.2, M3.4, M4.2, M4.8, M6.4)."""
        passed = [player for player in self.players if player["space"]]
        if len(passed) == self.view["seats"] - 1:
            words = "Passing last loses all ties" + ("" if self.last_round else " but begins the next round")
        elif passed:
            words = f"Passing {PLACES[len(passed)]} wins ties with those who are still in"
        else:
            words = "Passing first wins all ties"
        pool = self.player["pool"]
        if not pool:
            return f"{words}; nobody is left to place"
        stay = f"{plural(pool, 'archaeologist')} {'stays' if pool == 1 else 'stay'}"
        if self.last_round:
            return f"{words}; {stay} in your pool, which breaks ties at the end"
        return f"{words}; {stay} for the next round"

    def help(self, patron: str) -> str:
        """Return what a patron's action allows (M3.5 to M3.10)."""
        free = [one for one in self.view["fields"] if one["pyramid"] and one["archaeologist"] is None]
        words = HELPS[patron].format(
            pyramids=plural(len(free), "pyramid"), pool=self.player["pool"] + 1, room=self.best_room(patron)
        )
        own = self.player["patrons"][patron]
        left = own["tiles"] - own["turned"] - 1
        return f"{words}; {plural(left, 'more such plot')} this round" if left else words

    def best_room(self, patron: str) -> str:
        """Return the room that brings most at once, for Sir Brown's action."""
        if patron != "brown":
            return ""
        after = self.game.apply(self.state, self.number)
        gains = {action: self.gain(after, action) for action in self.game.legal(after).tolist()}
        best = max(gains, key=lambda action: gains[action])
        chosen = decode(best)
        if not gains[best] or not isinstance(chosen, TakeRoom):
            return "none brings points yet"
        return f"{self.room_name(chosen.room)} brings {plural(gains[best], 'point')}"

    # Plots and rooms

    def room_name(self, room: int) -> str:
        """Return "the room “5” of Lemon", "the room “2” between Lemon and Brown"."""
        value, wings = self.facts.rooms[room]
        return f"the room “{value}” {room_place([self.view['museum']['wings'][wing] for wing in wings])}"

    def tile_at(self, place: int) -> TileView:
        scoring = self.view["scoring"]
        tile = scoring and self.view["zones"][scoring["zone"]]["tiles"][place]
        assert tile, "a legal action names a tile that is there"
        return tile

    def worth(self, player: PlayerView, tile: TileView) -> int:
        """Return the points of a plot, of its patron by the museum as it is, and of a set it completes (M4.6, M6)."""
        counts = self.wing(player, tile) + self.facts.set_of_five * self.completes(player, tile)
        return tile["points"] + counts

    def points(self, tile: TileView) -> str:
        return plural(self.worth(self.player, tile), "point")

    def wing(self, player: PlayerView, tile: TileView) -> int:
        return player["patrons"][tile["patron"]]["worth"] if tile["patron"] else 0

    def completes(self, player: PlayerView, tile: TileView) -> bool:
        """Return whether a plot completes a set of five patrons (M6.2, M6.3)."""
        if not tile["patron"]:
            return False
        owned = [patron["tiles"] for patron in player["patrons"].values()]
        fewest = min(owned)
        return owned.count(fewest) == 1 and player["patrons"][tile["patron"]]["tiles"] == fewest

    def tile(self, tile: TileView) -> str:
        if not tile["patron"]:
            return f"{plural(tile['points'], 'point')} for the plot, but no patron, so nothing in museum or sets"
        wing = f"{self.wing(self.player, tile)} in the wing of {patron_name(tile['patron'])}"
        parts = f"{tile['points']} for the plot and {wing}"
        if self.completes(self.player, tile):
            words = f"Completes a set of five patrons: {plural(self.facts.set_of_five, 'point')}"
            return f"{words}; with {parts} that makes {self.worth(self.player, tile)}"
        helps = "" if self.last_round else "; the patron helps from the next round on"
        return f"{self.points(tile)}: {parts}{helps}"

    def removal(self, tile: TileView) -> str:
        """Return what a plot that leaves the game is worth to both (M7.5, M7.6)."""
        other = self.players[1 - self.seat]
        words = f"{tile_name(tile)} leaves the game, worth {self.points(tile)} to you"
        return f"{words} and {self.worth(other, tile)} to the other player"

    def decline(self) -> str:
        """Return what becomes of the plots that are left (M4.9)."""
        scoring = self.view["scoring"]
        assert scoring is not None, "a zone is being scored"
        tiles = [tile for tile in self.view["zones"][scoring["zone"]]["tiles"] if tile]
        names = joined([f"{tile_name(tile)}, worth {self.points(tile)} to you," for tile in tiles])
        if scoring["rank"] + 1 < len(scoring["ranking"]):
            return f"Leaves {names} to the next player"
        return f"{names} {'leaves' if len(tiles) == 1 else 'leave'} the game"

    def gain(self, state: Bytes, action: int) -> int:
        """Return the points an action brings at once."""
        before, after = (self.game.score(at)[self.seat]["total"] for at in (state, self.game.apply(state, action)))
        return int(after) - int(before)

    def room(self, number: int) -> str:
        """Return what a room does for the player's plots (M5.1, M6.1)."""
        value, wings = self.facts.rooms[number]
        patrons = [self.view["museum"]["wings"][wing] for wing in wings]
        own = {patron: self.player["patrons"][patron] for patron in patrons}
        lifted = [
            f"your {plots_of(patron, of['tiles'])} from {of['worth']} to {value}{' each' * (of['tiles'] > 1)}"
            for patron, of in own.items()
            if of["tiles"] and of["worth"] < value
        ]
        if lifted:
            return f"Lifts {joined(lifted)}: {plural(self.gain(self.state, self.number), 'point')}"
        coming = [patron_name(patron) for patron, of in own.items() if of["worth"] < value]
        if coming:
            return f"You have no plot of {' or '.join(coming)} yet: each would then count {value}"
        return "Keeps others out of this room; you have a better one there already"


def tile_name(tile: TileView) -> str:
    return f"{patron_name(tile['patron'])} {tile['points']}" if tile["patron"] else f"the plot of {tile['points']}"


def plots_of(patron: str, number: int) -> str:
    name = patron_name(patron)
    return f"{name} plot" if number == 1 else f"{number} {name} plots"
