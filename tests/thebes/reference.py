"""Thebes once more, slowly: sets and lists, told straight from the rules page and the data file alone.

It shares no line with the compiled rules, so where both agree in every position of many games, a slip would have to
be made twice. It trusts its caller: `do` takes only what `legal` or `odds` lists.
"""

import tomllib
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from digsite.games import thebes

DATA: dict[str, Any] = tomllib.loads(Path(thebes.__file__).with_name("rules").joinpath("data.toml").read_text("utf-8"))
RESEARCHERS: list[list[Any]] = DATA["cards"]["researcher"]
CARDS: list[list[Any]] = RESEARCHERS + DATA["cards"]["exhibition"]
SITES: list[str] = DATA["map"]["sites"]
TOKENS: dict[str, Any] = DATA["tokens"]
SMALL = {number for number, card in enumerate(CARDS) if card[0] == "small"}
LARGE = {number for number, card in enumerate(CARDS) if card[0] == "large"}
NEW_YEARS = {53, 105, 157}


def steps(start: str, goal: str) -> int:
    """T3.1."""
    reached, taken = {start}, 0
    while goal not in reached:
        for one, other in DATA["map"]["routes"]:
            if (one in reached) != (other in reached):
                reached = reached | {f"+{one}", f"+{other}"}
        reached = {place.lstrip("+") for place in reached}
        taken += 1
    return taken


STEPS = {pair: steps(*pair) for pair in product(DATA["map"]["cities"] + SITES, repeat=2)}


class Player:
    def __init__(self, time: int, late: bool) -> None:
        self.late = late  # T8.6
        self.new_year = False
        self.time = time
        self.place = "warsaw"
        self.used: set[str] = set()
        self.cards: set[int] = set()
        self.finds: set[tuple[str, int]] = set()

    def owns(self, kind: str, site: str = "") -> list[int]:
        """Cards of a kind, the lowest number first."""
        return [card for card in sorted(self.cards) if CARDS[card][0] == kind and site in ("", CARDS[card][4])]

    def walk(self, goal: str) -> int:
        """T3.1, T3.2."""
        weeks: int = STEPS[self.place, goal]
        return weeks - 1 if weeks >= 3 and self.owns("car") else weeks

    def books(self, site: str) -> int:
        found = len([where for where, token in self.finds if token == 13 and TOKENS[where]["book_on"] == site])
        return found + sum(int(CARDS[card][3]) for card in self.owns("book", site))

    def knowledge(self, site: str, options: list[str]) -> int:
        """T6.2 to T6.7."""
        assistants = len(self.owns("assistant"))
        special = self.books(site) + (0 if assistants < 2 else 1 if assistants == 2 else 2)
        special += ("assistant" in options) + 2 * ("rumour" in options)
        general = sum(token == 14 for _, token in self.finds) + sum(
            int(CARDS[card][3]) for card in self.owns("general")
        )
        return min(special + min(general, special), 12)

    def artifacts(self, site: str) -> list[int]:
        return [token for where, token in self.finds if where == site and token < 13]

    def passes(self, weeks: int) -> bool:
        """T8.1."""
        return any(space in NEW_YEARS for space in range(self.time + 1, self.time + weeks + 1))

    def spend(self, weeks: int) -> None:
        self.new_year = self.new_year or self.passes(weeks)
        if not self.late:
            self.end_turn()
        self.time += weeks

    def end_turn(self) -> None:
        if self.new_year:
            self.used = set()
        self.new_year = False


class Table:
    def __init__(self, seats: int, rules: dict[str, str] | None = None) -> None:
        self.rules = rules or {}
        self.seats = seats
        late = self.rules.get("permit-renewal") == "end-of-turn"
        self.players = [Player({2: 0, 3: 16, 4: 0}[seats], late) for _ in range(seats)]
        self.end = 105 if seats == 4 else 157
        self.order: list[int] = []  # whose turn comes first
        self.display: list[int | None] = [None] * 4
        self.halls: list[int | None] = [None] * 3
        self.unseen = set(range(95))  # deck and third stack
        self.discards: set[int] = set()
        self.first, self.second, self.shows = 4 + 27, 27, 10 if seats == 2 else 5
        self.shuffled = False
        self.series: tuple[int, int] | None = None
        self.bonus = set(SITES)
        self.dig: tuple[int, str] | None = None  # who, where
        self.dig_left = self.dig_sand = 0

    @property
    def in_deck(self) -> int:
        return len(self.unseen) if self.shuffled else self.first + self.second + self.shows

    @property
    def to_act(self) -> object:
        if len(self.order) < self.seats or self.dig or self.must_draw():
            return "chance"
        return "over" if self.players[self.order[0]].time == self.end else self.order[0]

    def must_draw(self) -> bool:
        """T4.3, T4.6; a draw may have been interrupted by nothing but its own cards."""
        return self.drawing and None in self.display and any(card < 85 for card in self.unseen | self.discards)

    drawing = True  # the four open cards come first of all

    def bag(self, site: str) -> list[int]:
        taken = {token for player in self.players for where, token in player.finds if where == site}
        return [token for token in range(1, 15) if token not in taken]

    def odds(self) -> dict[str, Fraction]:
        if len(self.order) < self.seats:
            waiting = [seat for seat in range(self.seats) if seat not in self.order]
            return {f"marker {seat}": Fraction(1, len(waiting)) for seat in waiting}
        if self.dig:
            tokens, sand = self.bag(self.dig[1]), 16 - self.dig_sand
            ways = {f"find {token}": Fraction(1, len(tokens) + sand) for token in tokens}
            return ways | ({"sand": Fraction(sand, len(tokens) + sand)} if sand else {})
        return {f"card {card}": chance for card, chance in self.card_odds().items() if chance}

    def card_odds(self) -> dict[int, Fraction]:
        deck = self.unseen | (self.discards if self.in_deck == 0 else set())
        if self.shuffled or self.in_deck == 0:  # T4.5
            return {card: Fraction(1, len(deck)) for card in deck}
        researchers = [card for card in deck if card < 85]
        shows = [card for card in deck if card in SMALL or (card in LARGE and self.seats == 2)]
        show = Fraction(0) if self.first else Fraction(self.shows, self.second + self.shows)
        ways = {card: (1 - show) / len(researchers) for card in researchers}
        return ways | {card: show / len(shows) for card in shows}

    def exchange_weeks(self, seat: int) -> int:
        return self.series[1] + 1 if self.series and self.series[0] == seat else 1

    def legal(self) -> list[str]:
        seat = self.to_act
        if not isinstance(seat, int):
            return []
        player = self.players[seat]
        errands = [(f"take {space + 1}", card) for space, card in enumerate(self.display)]
        for hall, card in zip("abc", self.halls, strict=True):
            if card and all(len(player.artifacts(site)) >= needed for site, needed in CARDS[card][4].items()):
                errands.append((f"exhibit {hall}", card))
        goals = [(text, str(CARDS[card][1]), int(CARDS[card][2])) for text, card in errands if card is not None]
        goals.append(("exchange", "warsaw", self.exchange_weeks(seat)))
        texts = []
        for text, goal, weeks in goals:
            for journey, word in self.ways(player, goal):
                if player.time + journey + weeks <= self.end:
                    texts.append(text + word)
        texts += [text for site in SITES for text in self.legal_digs(player, site)]
        return texts + ["stop"] * (player.time > self.end - 53)

    def ways(self, player: Player, goal: str) -> list[tuple[int, str]]:
        """T3.3."""
        flies = bool(player.owns("zeppelin")) and player.place != goal
        return [(player.walk(goal), "")] + [(0, " zeppelin")] * flies

    def legal_digs(self, player: Player, site: str) -> list[str]:
        texts = []
        choices = [
            ["", "assistant"] if len(player.owns("assistant")) == 1 else [""],
            ["", "rumour"] if player.owns("rumour", site) else [""],
            ["", "shovel"] if len(player.owns("shovel")) == 1 else [""],
        ]
        for journey, word in self.ways(player, site):
            if site in player.used and not player.owns("permit") and (player.late or not player.passes(journey)):
                continue
            for options in product(*choices):
                used = [option for option in options if option]
                row = ([0] * 12, *DATA["wheel"]["tokens"])[player.knowledge(site, used)]
                longest = self.end - player.time - journey
                fit = [weeks for weeks, tokens in enumerate(row, 1) if tokens and weeks <= longest]
                texts += [" ".join([f"dig {site} {weeks}{word}", *used]) for weeks in fit]
        return texts

    def do(self, text: str) -> None:
        verb, *words = text.split()
        if verb in ("marker", "card", "find", "sand"):
            self.draw(verb, int(words[0]) if words else 0)
            return
        seat = self.order[0]
        player = self.players[seat]
        before, self.series = self.exchange_weeks(seat), None
        if verb == "stop":
            player.spend(self.end - player.time)
        elif verb == "dig":
            self.start_dig(seat, words[0], int(words[1]), words[2:])
        elif verb == "exchange":
            self.travel(player, "warsaw", words)
            player.spend(before)
            self.series = (seat, before)
            self.discards |= {card for card in self.display if card is not None}
            self.display, self.drawing = [None] * 4, True
        else:
            row: list[int | None] = self.display if verb == "take" else self.halls
            place = int(words[0]) - 1 if verb == "take" else "abc".index(words[0])
            card = row[place]
            assert card is not None
            self.travel(player, CARDS[card][1], words)
            player.spend(CARDS[card][2])
            player.cards.add(card)
            row[place] = None
            self.drawing = verb == "take"
        player.end_turn()
        self.order.remove(seat)
        behind = [other for other in self.order if self.players[other].time < player.time]
        self.order.insert(len(behind), seat)  # T2.2

    def travel(self, player: Player, goal: str, options: list[str]) -> None:
        if "zeppelin" in options:
            self.discard(player, player.owns("zeppelin")[0])
        else:
            player.spend(player.walk(goal))
        player.place = goal

    def discard(self, player: Player, card: int) -> None:
        player.cards.remove(card)
        self.discards.add(card)

    def start_dig(self, seat: int, site: str, weeks: int, options: list[str]) -> None:
        player = self.players[seat]
        self.travel(player, site, options)
        shovels = len(player.owns("shovel"))
        tokens = DATA["wheel"]["tokens"][player.knowledge(site, options) - 1][weeks - 1]
        tokens += ("shovel" in options) + (0 if shovels < 2 else 1 if shovels == 2 else 2)
        if site in player.used:
            self.discard(player, player.owns("permit")[0])
        player.used.add(site)
        for option in options:
            if option != "zeppelin":
                self.discard(player, player.owns(option, site if option == "rumour" else "")[0])
        player.spend(weeks)
        if site in self.bonus:
            self.bonus.remove(site)
            player.finds.add((site, 0))
        self.drawing = False
        self.dig, self.dig_left, self.dig_sand = (seat, site), tokens, 0

    def draw(self, verb: str, number: int) -> None:
        if verb == "marker":
            self.order.insert(0, number)
        elif verb == "card":
            self.draw_card(number)
        else:
            assert self.dig
            seat, site = self.dig
            if verb == "sand":
                self.dig_sand += 1
            else:
                self.players[seat].finds.add((site, number))
            self.dig_left -= 1
            if self.dig_left == 0 or (not self.bag(site) and self.dig_sand == 16):
                self.dig, self.dig_sand = None, 0

    def draw_card(self, card: int) -> None:
        if self.in_deck == 0:
            self.unseen, self.discards, self.shuffled = self.unseen | self.discards, set(), True
        self.unseen.remove(card)
        if self.first:
            self.first -= 1
        elif not self.shuffled:
            self.second, self.shows = self.second - (card < 85), self.shows - (card >= 85)
        if card < 85:
            self.display[self.display.index(None)] = card
            return
        gap = self.halls.index(None) if None in self.halls else 3  # T4.4
        if self.rules.get("exhibition-shift") == "always":  # T4.7
            gap = 3
        pushed: list[int | None] = [card, *self.halls[:gap], *self.halls[gap + 1 :]]
        self.halls = pushed[:3]
        self.discards |= {out for out in pushed[3:] if out is not None}

    def points(self) -> list[int]:
        """T9.1 to T9.4."""
        totals = []
        for player in self.players:
            points = sum(int(TOKENS[site]["artifacts"][token][0]) for site in SITES for token in player.artifacts(site))
            points += sum(5 if card in LARGE else 4 for card in player.cards if card >= 85)
            points += [0, 1, 3, 6, 10, 15, 21, 28, 28, 28][len(player.owns("congress"))]
            for site in SITES:
                known = [other.books(site) for other in self.players]
                if player.books(site) and player.books(site) == max(known):
                    points += 5 if known.count(max(known)) == 1 else 3
            totals.append(points)
        return totals
