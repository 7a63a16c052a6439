"""A position of Mykerinos: one small record without secrets. Tiles still to come are a set without order."""

from typing import Protocol

import numpy as np

from digsite.core.fields import Grid, Row

PLAYERS = 4
NEUTRAL = 4  # the colour nobody plays (two players only)
COLOURS = 5
PATRONS = 5
ROUNDS = 4
TILES = 36
COLUMNS = 8
ROWS = 9
FIELDS = COLUMNS * ROWS
WORD = 48  # fields of the first two rows of zones; the third row's 24 are the second word
WORDS = 2
ZONES = 6
ROOMS = 15
TILE_FIELDS = 6

NO_SEAT = -1
NO_TILE = -1
NO_FIELD = -1
NO_ZONE = -1  # while archaeologists dig

# What is to be done now
(
    FIRST, WING, DEAL,  # by chance
    TURN, VIOLET, LEMON, BROWN, BLACKMORE, TANGERINE, THEN, FOLLOW, NEUTRAL_THEN,  # in the desert
    CLAIM, REMOVE,  # when a zone is scored
    END,
) = range(15)  # fmt: skip
PHASES = (
    "first", "wing", "deal", "turn", "violet", "lemon", "brown", "blackmore", "tangerine", "then", "follow",
    "neutral-then", "claim", "remove", "over",
)  # fmt: skip

STATE = np.dtype(
    [
        ("actor", "u1"),  # the seat to act, CHANCE or OVER
        ("seats", "i1"),
        ("phase", "i1"),
        ("round", "i1"),
        ("start", "i1"),  # who begins this round
        ("player", "i1"),  # whose turn it is in the desert
        ("final", "i1"),  # all others have passed: this action is the last
        ("track", "i1", PLAYERS),  # spaces of the pass track, 0 while still in
        ("common", "i1", COLOURS),
        ("pool", "i1", PLAYERS),  # own archaeologists at hand
        ("neutral", "i1", PLAYERS),  # neutral ones at hand
        ("turned", "i1", (PLAYERS, PATRONS)),  # tiles used this round
        ("rooms", "i2", PLAYERS),  # museum rooms held, a bit for each
        ("wing", "i1", PATRONS),  # the patron of each wing
        ("wings", "i1"),  # wings that have a patron so far
        ("slot", "i1", 2 * ZONES),  # the tile at each place of the desert
        ("dealt", "i1"),
        ("last", "i1"),  # the field of the step before, in a chain
        ("steps", "i1"),  # archaeologists still to place in it
        ("pyramid", "i1"),  # the next one must stand on a pyramid
        ("zone", "i1"),  # the zone being scored
        ("rank", "i1"),  # whose choice it is, by place in the ranking
        ("ranked", "i1"),
        ("ranking", "i1", COLOURS),
        ("deck", "i8"),  # tiles not dealt yet
        ("owned", "i8", PLAYERS),  # tiles in front of each player
        ("pyramids", "i8", WORDS),  # fields with a pyramid
        ("cubes", "i8", (COLOURS, WORDS)),  # archaeologists in the desert
    ]
)


class State(Protocol):
    actor: int
    seats: int
    phase: int
    round: int
    start: int
    player: int
    final: int
    track: Row
    common: Row
    pool: Row
    neutral: Row
    turned: Grid
    rooms: Row
    wing: Row
    wings: int
    slot: Row
    dealt: int
    last: int
    steps: int
    pyramid: int
    zone: int
    rank: int
    ranked: int
    ranking: Row
    deck: int
    owned: Row
    pyramids: Row
    cubes: Grid
