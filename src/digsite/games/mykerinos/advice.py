"""Why one might do something: what an action of Mykerinos brings, in one sentence of facts."""

from collections.abc import Mapping
from typing import Any

from digsite.core.company import joined
from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes
from digsite.games.mykerinos.actions import (
    EXTEND,
    NEUTRAL_EXTEND,
    NEUTRAL_START,
    PASS,
    REMOVE_TILE,
    ROOM,
    SKIP,
    START,
    THEN_ON,
    TILE,
    USE,
)
from digsite.games.mykerinos.data import Facts
from digsite.games.mykerinos.odds import pass_tracks
from digsite.games.mykerinos.state import ROUNDS
from digsite.games.mykerinos.view import Colour, zone_of

NEUTRAL = "neutral"
PLACES = ("first", "second", "third", "fourth")
HELPS = {
    "lemon": "A start on a pyramid or an extension over one: {pyramids} stand free",
    "brown": "A museum room for one archaeologist: {room}",
    "blackmore": "Two archaeologists side by side anywhere, where a start places one",
    "tangerine": "Three archaeologists in a chain, where an extension places two",
    "violet": "One more archaeologist, {pool} at hand then, and a start or an extension with them",
}
Player = Mapping[str, Any]
Tile = Mapping[str, Any]
Counts = dict[Colour, int]


def reason(game: CompiledGame[Facts], state: Bytes, action: int) -> str:
    """One sentence on a legal action, told to the player to act."""
    words = _Advice(game, state, action).sentence()
    return f"{words[0].upper()}{words[1:]}."


class _Advice:
    def __init__(self, game: CompiledGame[Facts], state: Bytes, action: int) -> None:
        self.game = game
        self.facts = game.facts
        self.state = state
        self.action = action
        self.view = game.view(state)
        self.seat = game.to_act(state)
        self.players = self.view["players"]
        self.player = self.players[self.seat]
        self.last_round = self.view["round"] == ROUNDS

    def sentence(self) -> str:
        action = self.action
        if action >= REMOVE_TILE:
            return self.removal(self.tile_at(action - REMOVE_TILE))
        if action >= ROOM:
            return self.room(action - ROOM)
        if action >= TILE:
            return self.tile(self.tile_at(action - TILE))
        if action == SKIP:
            return f"Keeps {plural(self.player['neutral'], 'neutral archaeologist')} at hand"
        if USE <= action < NEUTRAL_START:
            return self.help(self.facts.patrons[action - USE])
        if action == PASS:
            return self.pass_on()
        base = max(base for base in (START, EXTEND, THEN_ON, NEUTRAL_START, NEUTRAL_EXTEND) if base <= action)
        zone = zone_of(action - base)
        neutral = base >= NEUTRAL_START or self.view["phase"] == "neutral-then"
        return self.neutral(zone) if neutral else self.own(zone)

    # The desert

    def counts(self, zone: int, placed: Colour) -> Counts:
        """How many each has in a zone, with one more placed."""
        counts: Counts = {one["colour"]: one["count"] for one in self.view["zones"][zone]["standing"]}
        return counts | {placed: counts.get(placed, 0) + 1}

    def places(self, counts: Counts, colour: Colour) -> list[int]:
        """The ranks that a colour may come to have, whoever passes when (M4.2)."""
        tracks = pass_tracks(self.view)
        ranked = (sorted(counts, key=lambda one: (-counts[one], track[one])) for track in tracks)
        return sorted({ranks.index(colour) for ranks in ranked if colour in ranks})

    def own(self, zone: int) -> str:
        counts = self.counts(zone, self.seat)
        places, mine = self.places(counts, self.seat), counts[self.seat]
        best = max([count for colour, count in counts.items() if colour != self.seat], default=0)
        where, score = f"zone {zone + 1}", f"{mine} to {best}"
        lost = " with the tie lost" if mine == best else ""
        better, lesser = sorted(self.view["zones"][zone]["tiles"], key=lambda tile: -self.worth(self.player, tile))
        if places == [0]:
            before = self.places(counts | {self.seat: mine - 1}, self.seat) if mine > 1 else []
            leads = f"Holds {where}, {score}" if before == [0] else f"Makes {where} yours, {score}"
            told = leads if best else f"Zone {zone + 1} is yours alone so far"
            return f"{told}: {tile_name(better)} there is worth {self.points(better)} to you"
        if 0 in places:
            return f"Draws level in {where}, {score}: {self.tie(counts)}"
        if places == [1]:
            left = f"what is left there is worth at least {self.points(lesser)} to you"
            return f"Second place in {where}, {score}{lost}: {left}"
        if 1 in places:
            return f"Level for second place in {where}: {self.tie(counts)}"
        others = "somebody before you prefers" if places[0] == 2 else "two before you prefer"
        return f"Only {PLACES[places[0]]} in {where}: you get a tile there only if {others} a room"

    def tie(self, counts: Counts) -> str:
        """Against whom a tie is still open."""
        equal = [one for one in counts if one != self.seat and counts[one] == counts[self.seat]]
        if self.view["seats"] == 2:
            return "the tie is yours if you pass first"
        return f"the tie is yours if you pass before the other{'s' * (len(equal) > 1)}"

    def neutral(self, zone: int) -> str:
        """M7.4 to M7.7."""
        counts = self.counts(zone, NEUTRAL)
        places, count, where = self.places(counts, NEUTRAL), counts[NEUTRAL], f"zone {zone + 1}"
        people = [colour for colour in counts if colour != NEUTRAL]
        if not people:
            return f"Only neutral ones stand in {where} then: if it stays so, both tiles leave the game"
        best = max(counts[one] for one in people)
        score = f"{count} to {best}"
        if len(places) > 1:
            whose = "you" if counts.get(self.seat) == count else "the other player"
            lose = f"lose the tie only if {whose} {'pass' if whose == 'you' else 'passes'} first"
            return f"The neutral ones draw level with {whose} in {where}, {count} each, and {lose}"
        if places == [0]:
            return f"The neutral ones lead {where} then, {score}: a tile leaves the game before anybody chooses"
        if places == [2]:
            return f"The neutral ones are third in {where} then and take nothing"
        if len(people) > 1:
            rest = "the third gets a tile only if the first takes a room"
        else:
            rest = "only you choose there" if people == [self.seat] else "only the other player chooses there"
        return f"The neutral ones are second in {where} then, {score}: {rest}"

    def pass_on(self) -> str:
        """M2.2, M3.4, M4.2, M4.8, M6.4."""
        passed = [player for player in self.players if player["space"]]
        if len(passed) == self.view["seats"] - 1:
            told = "Passing last loses all ties" + ("" if self.last_round else " but begins the next round")
        elif passed:
            told = f"Passing {PLACES[len(passed)]} wins ties with those who are still in"
        else:
            told = "Passing first wins all ties"
        pool = self.player["pool"]
        if not pool:
            return f"{told}; nobody is left to place"
        stay = f"{plural(pool, 'archaeologist')} {'stays' if pool == 1 else 'stay'}"
        if self.last_round:
            return f"{told}; {stay} at hand, which decides between equal points"
        return f"{told}; {stay} for the next round"

    def help(self, patron: str) -> str:
        """M3.5 to M3.10."""
        free = [one for one in self.view["fields"] if one["pyramid"] and one["archaeologist"] is None]
        told = HELPS[patron].format(
            pyramids=plural(len(free), "pyramid"), pool=self.player["pool"] + 1, room=self.best_room(patron)
        )
        own = self.player["patrons"][patron]
        left = own["tiles"] - own["turned"] - 1
        return f"{told}; {plural(left, 'more such tile')} this round" if left else told

    def best_room(self, patron: str) -> str:
        if patron != "brown":
            return ""
        after = self.game.apply(self.state, self.action)
        gains = {action - ROOM: self.gain(after, action) for action in self.game.legal(after).tolist()}
        best = max(gains, key=lambda room: gains[room])
        return f"room {best} brings {plural(gains[best], 'point')}" if gains[best] else "none brings points as yet"

    # Tiles and rooms

    def tile_at(self, side: int) -> Tile:
        tile: Tile = self.view["zones"][self.view["scoring"]["zone"]]["tiles"][side]
        return tile

    def worth(self, player: Player, tile: Tile) -> int:
        """Points of the plot, of its patron by the museum as it is, and of a set it completes (M4.6, M6.1, M6.2)."""
        counts = self.wing(player, tile) + self.facts.set_of_five * self.completes(player, tile)
        return int(tile["points"]) + counts

    def points(self, tile: Tile) -> str:
        return plural(self.worth(self.player, tile), "point")

    def wing(self, player: Player, tile: Tile) -> int:
        return int(player["patrons"][tile["patron"]]["worth"]) if tile["patron"] else 0

    def completes(self, player: Player, tile: Tile) -> bool:
        """M6.2, M6.3."""
        if not tile["patron"]:
            return False
        owned = [patron["tiles"] for patron in player["patrons"].values()]
        fewest = min(owned)
        return owned.count(fewest) == 1 and player["patrons"][tile["patron"]]["tiles"] == fewest

    def tile(self, tile: Tile) -> str:
        if not tile["patron"]:
            return f"{plural(tile['points'], 'point')} for the plot, but no patron, so nothing in museum or sets"
        wing = f"{self.wing(self.player, tile)} in the wing of {tile['patron'].title()}"
        parts = f"{tile['points']} for the plot and {wing}"
        if self.completes(self.player, tile):
            told = f"Completes a set of five patrons: {plural(self.facts.set_of_five, 'point')}"
            return f"{told}; with {parts} that makes {self.worth(self.player, tile)}"
        helps = "" if self.last_round else "; the patron helps from the next round on"
        return f"{self.points(tile)}: {parts}{helps}"

    def removal(self, tile: Tile) -> str:
        """M7.5, M7.6."""
        other = self.players[1 - self.seat]
        told = f"{tile_name(tile)} leaves the game, worth {self.points(tile)} to you"
        return f"{told} and {self.worth(other, tile)} to the other player"

    def gain(self, state: Bytes, action: int) -> int:
        """Points as they would stand at once."""
        before, after = (self.game.score(at)[self.seat]["total"] for at in (state, self.game.apply(state, action)))
        return int(after - before)

    def room(self, number: int) -> str:
        """M5.1, M6.1."""
        value, wings = self.facts.rooms[number]
        patrons = [self.view["museum"]["wings"][wing] for wing in wings]
        own = {patron: self.player["patrons"][patron] for patron in patrons}
        lifted = [
            f"your {tiles_of(patron, of['tiles'])} from {of['worth']} to {value}{' each' * (of['tiles'] > 1)}"
            for patron, of in own.items()
            if of["tiles"] and of["worth"] < value
        ]
        if lifted:
            return f"Lifts {joined(lifted)}: {plural(self.gain(self.state, self.action), 'point')}"
        coming = [patron.title() for patron, of in own.items() if of["worth"] < value]
        if coming:
            return f"You have no tile of {' or '.join(coming)} yet: each would then count {value}"
        return "Brings nothing, for you have a better room there, but keeps others out of this one"


def tile_name(tile: Tile) -> str:
    return f"{tile['patron'].title()} {tile['points']}" if tile["patron"] else f"the plot of {tile['points']}"


def tiles_of(patron: str, number: int) -> str:
    return f"{patron.title()} tile" if number == 1 else f"{number} {patron.title()} tiles"


def plural(number: int, words: str) -> str:
    return f"{number} {words}" if number == 1 else f"{number} {words}s"
