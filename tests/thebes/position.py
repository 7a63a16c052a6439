"""Positions of Thebes for tests: say what lies where, and the rest falls into place soundly.

Cards are told by words, each of which must fit: "book egypt 3", "general 2", "zeppelin rome", "small london". The
card of lowest number that fits and is not used yet is meant. A number means exactly that card.
"""

from collections.abc import Sequence
from typing import Any, Self

from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes
from digsite.core.game import OVER, View
from digsite.core.rng import stream
from digsite.games.thebes import game as thebes_game
from digsite.games.thebes.rules.data import Facts
from digsite.games.thebes.rules.state import (
    CARDS,
    END,
    EXHIBITIONS,
    FOUND_BOOK,
    FOUND_GENERAL,
    HALLS,
    NO_CARD,
    RESEARCHERS,
    SPACES,
    STATE,
    TURN,
    WORD,
)

GAME = thebes_game.load()
FACTS = GAME.facts
STACK = 27
Card = str | int


def words_of(card: int) -> set[str]:
    """Every word by which a card can be told."""
    if card < RESEARCHERS:
        kind, city, _, value, site = FACTS.researchers[card]
        return {kind, city, site, str(value)} - {""}
    return {FACTS.exhibitions[card - RESEARCHERS].size, FACTS.exhibitions[card - RESEARCHERS].city}


def number(wanted: Card, used: Sequence[int] = ()) -> int:
    """The card of lowest number that fits the words."""
    if isinstance(wanted, int):
        assert wanted not in used, f"card {wanted} lies elsewhere already"
        return wanted
    for card in range(CARDS):
        if card not in used and set(wanted.split()) <= words_of(card):
            return card
    raise LookupError(f"no card left is {wanted!r}")


def as_set(cards: Sequence[int]) -> list[int]:
    return [sum(1 << card % WORD for card in cards if card // WORD == word) for word in range(2)]


class Position:
    """Everybody in Warsaw at the start of the game, seat 0 on top, four congress cards open, unless told otherwise."""

    def __init__(self, seats: int = 2, game: CompiledGame[Facts] = GAME) -> None:
        self.game = game
        self.seats = seats
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.display: list[int] | None = None
        self.halls = [NO_CARD] * HALLS
        self.discards: list[int] = []
        self.deck_cards: list[int] | None = None
        self.stacks: tuple[int, int] | None = None
        self.rest_owner: int | None = None
        self.stack = list(range(seats))
        self.state = game.new(seats)
        self.fields: Any = self.state.view(STATE)[0]

    def at(self, seat: int, place: str) -> Self:
        self.fields["place"][seat] = FACTS.places.index(place)
        return self

    def week(self, seat: int, year: int, week: int) -> Self:
        self.fields["time"][seat] = (year - FACTS.first_year[self.seats]) * FACTS.weeks_per_year + week
        return self

    def top(self, *seats: int) -> Self:
        """Of markers on one space: who lies on whom, the topmost first."""
        self.stack = [*seats, *(seat for seat in self.stack if seat not in seats)]
        return self

    def give(self, seat: int, *cards: Card) -> Self:
        for card in cards:
            self.hands[seat].append(number(card, self.placed))
        return self

    def show(self, *cards: Card | None) -> Self:
        """The open cards, space by space; None leaves one empty."""
        self.display = []
        for card in cards:
            self.display.append(NO_CARD if card is None else number(card, self.placed))
        self.display += [NO_CARD] * (SPACES - len(cards))
        return self

    def exhibitions(self, a: Card | None = None, b: Card | None = None, c: Card | None = None) -> Self:
        self.halls = [NO_CARD] * HALLS
        for hall, card in enumerate((a, b, c)):
            self.halls[hall] = NO_CARD if card is None else number(card, self.placed)
        return self

    def discard(self, *cards: Card) -> Self:
        for card in cards:
            self.discards.append(number(card, self.placed))
        return self

    def deck(self, *cards: Card) -> Self:
        """A later deck of exactly these cards; all others that lie nowhere are discarded, or see `rest_to`."""
        self.deck_cards = []
        for card in cards:
            self.deck_cards.append(number(card, self.placed))
        return self

    def rest_to(self, seat: int) -> Self:
        """Whatever lies nowhere is with this player instead of the discards."""
        self.rest_owner = seat
        return self

    def second_stack(self, researchers: int, shows: int) -> Self:
        """Only so many cards are left of the second stack; the third is still set aside."""
        self.stacks = researchers, shows
        return self

    def found(self, seat: int, site: str, *tokens: int) -> Self:
        """Tokens with a player; 0 is the first-dig bonus, 13 the book, 14 the general book."""
        i = FACTS.sites.index(site)
        for token in tokens:
            assert not any(int(self.fields["finds"][other][i]) >> token & 1 for other in range(self.seats))
            self.fields["finds"][seat][i] |= 1 << token
            if token == 0:
                self.fields["bonus"] &= ~(1 << i)
            else:
                self.fields["bag"][i] &= ~(1 << token)
            if token == FOUND_BOOK:
                self.fields["books"][seat][FACTS.sites.index(FACTS.book_on[i])] += 1
            if token == FOUND_GENERAL:
                self.fields["general"][seat] += FACTS.found_general[i]
        return self

    def used(self, seat: int, *sites: str) -> Self:
        for site in sites:
            self.fields["used"][seat] |= 1 << FACTS.sites.index(site)
        return self

    def exchanged(self, seat: int, times: int) -> Self:
        """The last turns were this player's exchanges."""
        self.fields["exchanger"], self.fields["series"] = seat, times
        return self

    @property
    def placed(self) -> list[int]:
        hands = [card for hand in self.hands for card in hand]
        return [*hands, *(self.display or []), *self.halls, *self.discards, *(self.deck_cards or [])]

    def build(self) -> Bytes:
        self._open_cards()
        self._deal_the_rest()
        for seat, hand in enumerate(self.hands):
            self.fields["hand"][seat] = as_set(hand)
            for card in hand:
                self._know(seat, card)
        self.fields["display"], self.fields["hall"] = self.display, self.halls
        self.fields["discards"] = as_set(self.discards)
        in_deck = self.deck_cards or []
        self.fields["deck"] = as_set(in_deck)
        self.fields["supply"] = sum(card < RESEARCHERS for card in [*in_deck, *self.discards])
        self._line_up()
        faults = self.game.check(self.state)
        assert faults == [], faults
        return self.state

    def _open_cards(self) -> None:
        if self.display is None:
            used = self.placed
            congresses = [card for card in range(RESEARCHERS) if "congress" in words_of(card)]
            self.display = [card for card in [*congresses, *range(RESEARCHERS)] if card not in used][:SPACES]

    def _deal_the_rest(self) -> None:
        placed = self.placed
        free = [card for card in range(CARDS) if card not in placed]
        researchers = [card for card in free if card < RESEARCHERS]
        shows = [card for card in free if card >= RESEARCHERS]
        if self.deck_cards is not None:
            self._leave(free)
            self._count_stacks(0, 0, 0, later=True)
        elif self.stacks is not None:
            second, in_second = self.stacks
            large = [] if self.seats == 2 else [card for card in shows if "large" in words_of(card)]
            assert self.seats == 2 or len(large) == EXHIBITIONS // 2, "the large exhibitions lie in the third stack"
            others = [card for card in shows if card not in large]
            kept = len(researchers) - STACK - second
            assert kept >= 0, "too few cards for these stacks"
            self._leave([*researchers[:kept], *others[in_second:]])
            self.deck_cards = [*researchers[kept:], *others[:in_second], *large]
            self._count_stacks(0, second, in_second, later=False)
        elif len(shows) == EXHIBITIONS and len(researchers) >= 2 * STACK:
            self.deck_cards = free
            in_second = EXHIBITIONS if self.seats == 2 else EXHIBITIONS // 2
            self._count_stacks(len(researchers) - 2 * STACK, STACK, in_second, later=False)
        else:
            self.deck_cards = free
            self._count_stacks(0, 0, 0, later=True)

    def _leave(self, cards: Sequence[int]) -> None:
        if self.rest_owner is None:
            self.discards += cards
        else:
            self.hands[self.rest_owner] += cards

    def _count_stacks(self, first: int, second: int, shows: int, later: bool) -> None:
        self.fields["first"], self.fields["second"], self.fields["shows"] = first, second, shows
        self.fields["reshuffled"] = later

    def _know(self, seat: int, card: int) -> None:
        if card < RESEARCHERS:
            kind, _, _, value, site = FACTS.researchers[card]
            if kind == "book":
                self.fields["books"][seat][FACTS.sites.index(site)] += value
            if kind == "general":
                self.fields["general"][seat] += value

    def _line_up(self) -> None:
        """Whose turn it is, by time; on one space by the stack."""
        times = self.fields["time"]
        order = sorted(range(self.seats), key=lambda seat: (times[seat], self.stack.index(seat)))
        self.fields["order"][: self.seats] = order
        self.fields["stacked"] = self.seats
        years = FACTS.last_year - FACTS.first_year[self.seats] + 1
        over = times[order[0]] > years * FACTS.weeks_per_year
        self.fields["actor"], self.fields["phase"] = (OVER, END) if over else (order[0], TURN)


def play(state: Bytes, *texts: str, game: CompiledGame[Facts] = GAME) -> Bytes:
    """The position after exactly these actions, those of chance included."""
    for text in texts:
        state = game.apply(state, game.parse(state, text))
    return state


def move(state: Bytes, *texts: str) -> Bytes:
    """The position after these players' actions, whatever chance brings in between."""
    for text in texts:
        state = GAME.settle(play(state, text), stream(1))
    return state


def legal(state: Bytes, start: str = "", game: CompiledGame[Facts] = GAME) -> list[str]:
    """The legal actions whose text begins so."""
    texts = [game.text(state, int(action)) for action in game.legal(state)]
    return [text for text in texts if text.startswith(start)]


def drawable(state: Bytes, game: CompiledGame[Facts] = GAME) -> dict[str, int]:
    """What chance may bring, with weights."""
    ids, weights = game.chance(state)
    return {game.text(state, int(action)): int(weight) for action, weight in zip(ids, weights, strict=True)}


def view(state: Bytes) -> View:
    return GAME.view(state)


def player(state: Bytes, seat: int = 0) -> dict[str, Any]:
    seen: dict[str, Any] = GAME.view(state)["players"][seat]
    return seen


def when(state: Bytes, seat: int = 0) -> tuple[int, int]:
    """Year and week of a player's marker."""
    seen = player(state, seat)
    return seen["year"], seen["week"]


def shown(state: Bytes) -> list[int | None]:
    """The open cards by number."""
    return [card and card["card"] for card in GAME.view(state)["cards"]]


def halls(state: Bytes) -> list[int | None]:
    """The open exhibitions a, b, c by number."""
    return [card and card["card"] for card in GAME.view(state)["exhibitions"]]


def used_permits(state: Bytes, seat: int = 0) -> list[str]:
    return [site for site, valid in player(state, seat)["permits"].items() if not valid]


def tokens(state: Bytes, text: str) -> int:
    """How many tokens a dig draws."""
    dug: int = GAME.view(play(state, text))["dig"]["left"]
    return dug


def wheel_row(state: Bytes, site: str, options: str = "") -> list[int]:
    """The tokens drawn in 1 to 12 weeks, 0 where that is not allowed: as the wheel shows it."""
    texts = [f"dig {site} {weeks} {options}".rstrip() for weeks in range(1, 13)]
    allowed = legal(state, f"dig {site}")
    return [tokens(state, text) if text in allowed else 0 for text in texts]
