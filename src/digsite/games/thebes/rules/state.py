"""A position of Thebes: one small record without secrets. There is no deck order in it, only what may still come."""

from typing import Protocol

import numpy as np

from digsite.core.fields import Grid, Row

PLAYERS = 4
CITIES = 7
SITES = 5
PLACES = CITIES + SITES
RESEARCHERS = 85
EXHIBITIONS = 10
CARDS = RESEARCHERS + EXHIBITIONS
STACK = 27  # researchers in each of the three stacks
SPACES = 4
HALLS = 3
MOST_WEEKS = 12
MOST_KNOWLEDGE = 12
ARTIFACTS = 13
FOUND_BOOK = 13
FOUND_GENERAL = 14
TOKENS = 15  # all but sand: 13 artifacts and two books
WORD = 48  # a set of cards is two words of 48 bits
WORDS = 2

NO_CARD = -1
NO_SEAT = -1

# What chance is to bring, or TURN when a player is to act
MARKERS, REFILL, FIND, TURN, END = range(5)
PHASES = ("markers", "refill", "find", "turn", "over")

# Signed throughout: in compiled code unsigned numbers turn differences into huge ones and mixtures into floats.
STATE = np.dtype(
    [
        ("actor", "u1"),  # the seat to act, CHANCE or OVER
        ("seats", "i1"),
        ("phase", "i1"),
        ("stacked", "i1"),  # markers on the start space so far
        ("order", "i1", PLAYERS),  # whose turn it will be, the next one first
        ("time", "i2", PLAYERS),  # weeks since the start space of the game's first year
        ("place", "i1", PLAYERS),
        ("used", "i1", PLAYERS),  # permits used up, a bit for each site
        ("general", "i1", PLAYERS),  # general knowledge, found books included
        ("display", "i1", SPACES),
        ("hall", "i1", HALLS),  # open exhibitions a, b, c
        ("first", "i1"),  # cards left of the first stack
        ("second", "i1"),  # researchers left in the second stack
        ("shows", "i1"),  # exhibitions left in the second stack
        ("reshuffled", "i1"),  # the deck is a later one, with the third stack in it
        ("supply", "i1"),  # researchers in the deck, the third stack and the discards
        ("series", "i1"),  # exchanges in a row by the same player
        ("exchanger", "i1"),
        ("bonus", "i1"),  # first-dig bonuses still on the board, a bit for each site
        ("digger", "i1"),  # of the dig under way:
        ("dig_site", "i1"),
        ("dig_left", "i1"),  # tokens still to draw
        ("dig_sand", "i1"),  # sand drawn so far
        ("dig_found", "i2"),  # other tokens drawn so far
        ("deck", "i8", WORDS),  # deck and third stack, as one set
        ("discards", "i8", WORDS),
        ("hand", "i8", (PLAYERS, WORDS)),  # cards in front of each player, exhibitions included
        ("books", "i1", (PLAYERS, SITES)),  # specialised knowledge from books and found books
        ("finds", "i2", (PLAYERS, SITES)),  # tokens found, a bit for each
        ("bag", "i2", SITES),  # tokens left in each bag, sand apart
    ]
)


class State(Protocol):
    actor: int
    seats: int
    phase: int
    stacked: int
    order: Row
    time: Row
    place: Row
    used: Row
    general: Row
    display: Row
    hall: Row
    first: int
    second: int
    shows: int
    reshuffled: int
    supply: int
    series: int
    exchanger: int
    bonus: int
    digger: int
    dig_site: int
    dig_left: int
    dig_sand: int
    dig_found: int
    deck: Row
    discards: Row
    hand: Grid
    books: Grid
    finds: Grid
    bag: Row
