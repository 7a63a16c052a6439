"""Soundness of a position: everything is somewhere exactly once, and what is kept twice agrees."""

from digsite.core.bits import popcount
from digsite.core.game import CHANCE, OVER
from digsite.core.jit import outlined
from digsite.games.thebes.rules.cards import deck_size, empty_space, holds, researchers_in_deck
from digsite.games.thebes.rules.data import BOOK, GENERAL, Tables
from digsite.games.thebes.rules.knowledge import weeks_left
from digsite.games.thebes.rules.perform import bag_size
from digsite.games.thebes.rules.state import (
    CARDS,
    END,
    EXHIBITIONS,
    FIND,
    FOUND_BOOK,
    FOUND_GENERAL,
    HALLS,
    MARKERS,
    NO_CARD,
    NO_SEAT,
    PLACES,
    PLAYERS,
    REFILL,
    RESEARCHERS,
    SITES,
    SPACES,
    STACK,
    TOKENS,
    TURN,
    WORD,
    WORDS,
    State,
)

FAULTS = (
    "a field holds a value that the game does not know",
    "the turn order is not the order of the seats by time",
    "a marker stands outside the calendar",
    "somebody is to act who may not",
    "a card is missing, or in two places",
    "the counts of the stacks do not fit the deck",
    "the supply does not count the researchers that can still come",
    "knowledge does not fit the cards and finds",
    "a token is missing, or in two places",
    "a first-dig bonus is neither on the board nor with a player",
    "the dig under way does not fit its site",
    "an unused seat owns something",
    "the series of exchanges does not fit the last player",
)
(
    BAD_VALUE, BAD_ORDER, BAD_TIME, BAD_ACTOR, BAD_CARDS, BAD_STACKS, BAD_SUPPLY, BAD_KNOWLEDGE, BAD_TOKENS, BAD_BONUS,
    BAD_DIG, BAD_SEAT, BAD_SERIES,
) = (1 << i for i in range(len(FAULTS)))  # fmt: skip


@outlined
def known_values(state: State, data: Tables) -> bool:
    """Every index is in range, so that looking further is safe."""
    sound = 2 <= state.seats <= PLAYERS and MARKERS <= state.phase <= END and 0 <= state.stacked <= state.seats
    sound = sound and 0 <= state.reshuffled <= 1 and 0 <= state.dig_site < SITES and 0 <= state.bonus < 1 << SITES
    sound = sound and (state.actor >= CHANCE or state.actor < state.seats)
    sound = sound and NO_SEAT <= state.digger < state.seats and NO_SEAT <= state.exchanger < state.seats
    sound = sound and state.first >= 0 and state.second >= 0 and state.shows >= 0 and state.series >= 0
    sound = sound and 0 <= state.dig_sand <= data.sand[state.dig_site]
    for player in range(PLAYERS):
        sound = sound and 0 <= state.order[player] < PLAYERS and 0 <= state.place[player] < PLACES
        sound = sound and 0 <= state.used[player] < 1 << SITES
        for word in range(WORDS):
            sound = sound and 0 <= state.hand[player, word] < 1 << (WORD - word)
        for site in range(SITES):
            sound = sound and state.finds[player, site] >= 0
    for space in range(SPACES):
        sound = sound and NO_CARD <= state.display[space] < RESEARCHERS
    for hall in range(HALLS):
        sound = sound and (state.hall[hall] == NO_CARD or RESEARCHERS <= state.hall[hall] < CARDS)
    for word in range(WORDS):
        sound = sound and 0 <= state.deck[word] < 1 << (WORD - word)
        sound = sound and 0 <= state.discards[word] < 1 << (WORD - word)
    for site in range(SITES):
        sound = sound and state.bag[site] >= 0 and not state.bag[site] & 1
    return sound


@outlined
def order_fits(state: State) -> bool:
    """Every stacked seat once, the times never falling (T2.1)."""
    seen = 0
    for place in range(state.stacked):
        seat = state.order[place]
        if (seen >> seat) & 1 or seat >= state.seats:
            return False
        seen |= 1 << seat
        if place and state.time[seat] < state.time[state.order[place - 1]]:
            return False
    return True


@outlined
def times_fit(state: State, data: Tables) -> bool:
    for player in range(state.seats):
        if not data.start[state.seats] <= state.time[player] <= data.end[state.seats]:
            return False
    return True


@outlined
def actor_fits(state: State, data: Tables) -> bool:
    """Who is to act, by what is still open."""
    if (state.phase == MARKERS) != (state.stacked < state.seats):
        return False
    if state.phase == TURN:
        return state.actor == state.order[0] and weeks_left(state, data, state.actor) > 0
    if state.phase == END:
        return state.actor == OVER and weeks_left(state, data, state.order[0]) == 0
    if state.actor != CHANCE:
        return False
    if state.phase == REFILL:
        return empty_space(state) < SPACES and state.supply > 0 and deck_size(state) > 0
    return True


@outlined
def cards_fit(state: State) -> bool:
    """Each of the 95 cards is in exactly one place."""
    for card in range(CARDS):
        places = holds(state.deck, card) + holds(state.discards, card)
        for player in range(state.seats):
            places += holds(state.hand[player], card)
        for space in range(SPACES):
            places += state.display[space] == card
        for hall in range(HALLS):
            places += state.hall[hall] == card
        if places != 1:
            return False
    return True


@outlined
def stacks_fit(state: State, data: Tables) -> bool:
    """T1.3 to T1.5: until the first shuffling, the deck holds what is left of three stacks."""
    if state.reshuffled:
        return state.first == 0 and state.second == 0 and state.shows == 0
    shows = popcount(state.deck[0] & ~data.researchers[0]) + popcount(state.deck[1] & ~data.researchers[1])
    aside = 0 if state.seats == 2 else EXHIBITIONS // 2
    if state.first and (state.second != STACK or state.shows != EXHIBITIONS - aside):
        return False
    return shows == state.shows + aside and researchers_in_deck(state, data) == state.first + state.second + STACK


@outlined
def supply_fits(state: State, data: Tables) -> bool:
    discarded = popcount(state.discards[0] & data.researchers[0]) + popcount(state.discards[1] & data.researchers[1])
    return state.supply == researchers_in_deck(state, data) + discarded


@outlined
def knowledge_fits(state: State, data: Tables) -> bool:  # noqa: C901  compiled; sums over cards and finds
    """Books and general knowledge are the sums of cards and finds."""
    for player in range(state.seats):
        general = 0
        for site in range(SITES):
            books = 0
            for card in range(RESEARCHERS):
                if holds(state.hand[player], card) and data.kind[card] == BOOK and data.site[card] == site:
                    books += data.value[card]
            for source in range(SITES):
                if data.book_on[source] == site:
                    books += (state.finds[player, source] >> FOUND_BOOK) & 1
            if books != state.books[player, site]:
                return False
            general += ((state.finds[player, site] >> FOUND_GENERAL) & 1) * data.found_general[site]
        for card in range(RESEARCHERS):
            if holds(state.hand[player], card) and data.kind[card] == GENERAL:
                general += data.value[card]
        if general != state.general[player]:
            return False
    return True


@outlined
def tokens_fit(state: State, site: int) -> bool:
    """Each token but the bonus is in the bag or with exactly one player."""
    for token in range(1, TOKENS):
        places = (state.bag[site] >> token) & 1
        for player in range(state.seats):
            places += (state.finds[player, site] >> token) & 1
        if places != 1:
            return False
    return True


@outlined
def bonus_fits(state: State, site: int) -> bool:
    places = (state.bonus >> site) & 1
    for player in range(state.seats):
        places += state.finds[player, site] & 1
    return places == 1


@outlined
def dig_fits(state: State, data: Tables) -> bool:
    if state.phase != FIND:
        untouched = state.dig_site == 0 and state.dig_left == 0 and state.dig_sand == 0 and state.dig_found == 0
        return untouched and state.digger == NO_SEAT
    if state.digger == NO_SEAT or state.dig_left == 0 or bag_size(state, data, state.dig_site) <= 0:
        return False
    return state.dig_found & ~state.finds[state.digger, state.dig_site] == 0


@outlined
def unused_seat_is_empty(state: State) -> bool:
    for player in range(state.seats, PLAYERS):
        owns = state.time[player] | state.place[player] | state.used[player] | state.general[player]
        owns |= state.order[player]
        for site in range(SITES):
            owns |= state.books[player, site] | state.finds[player, site]
        if owns or state.hand[player, 0] or state.hand[player, 1]:
            return False
    return True


@outlined
def series_fits(state: State, data: Tables) -> bool:
    """T5.2: a series of n exchanges has cost at least 1 + 2 + … + n weeks."""
    if state.exchanger == NO_SEAT or state.series == 0:
        return state.exchanger == NO_SEAT and state.series == 0
    spent = state.time[state.exchanger] - data.start[state.seats]
    return state.series * (state.series + 1) // 2 <= spent


@outlined
def find_faults(state: State, data: Tables) -> int:  # noqa: C901  compiled; one branch for each fault
    """All breaches of a position, as bits."""
    if not known_values(state, data):
        return BAD_VALUE
    faults = 0
    if not order_fits(state):
        return BAD_ORDER
    if not times_fit(state, data):
        faults |= BAD_TIME
    if not actor_fits(state, data):
        faults |= BAD_ACTOR
    if not cards_fit(state):
        faults |= BAD_CARDS
    if not stacks_fit(state, data):
        faults |= BAD_STACKS
    if not supply_fits(state, data):
        faults |= BAD_SUPPLY
    if not knowledge_fits(state, data):
        faults |= BAD_KNOWLEDGE
    for site in range(SITES):
        if not tokens_fit(state, site):
            faults |= BAD_TOKENS
        if not bonus_fits(state, site):
            faults |= BAD_BONUS
    if not dig_fits(state, data):
        faults |= BAD_DIG
    if not unused_seat_is_empty(state):
        faults |= BAD_SEAT
    if not series_fits(state, data):
        faults |= BAD_SERIES
    return faults
