"""Soundness of a position: everything is somewhere exactly once, and what is kept twice agrees."""

import numpy as np

from digsite.core.bits import popcount
from digsite.core.game import CHANCE, OVER
from digsite.core.jit import compiled, outlined
from digsite.games.mykerinos.rules.actions import ACTIONS
from digsite.games.mykerinos.rules.data import Tables
from digsite.games.mykerinos.rules.desert import HIGH, LOW, field_high, field_low, half_turn, in_zone, slot_field
from digsite.games.mykerinos.rules.listing import list_actions
from digsite.games.mykerinos.rules.perform import turn_awaited
from digsite.games.mykerinos.rules.scoring import tiles_of
from digsite.games.mykerinos.rules.state import (
    CLAIM,
    COLOURS,
    DEAL,
    END,
    FIELDS,
    FIRST,
    FOLLOW,
    NEUTRAL,
    NEUTRAL_THEN,
    NO_FIELD,
    NO_TILE,
    NO_ZONE,
    PATRONS,
    PLAYERS,
    REMOVE,
    ROOMS,
    ROUNDS,
    THEN,
    TILE_FIELDS,
    TILES,
    TURN,
    WING,
    WORDS,
    ZONES,
    State,
)
from digsite.games.mykerinos.rules.zones import ranks_before, who_names_the_tile

FAULTS = (
    "a field holds a value that the game does not know",
    "an archaeologist is missing, or one too many",
    "two archaeologists share a field, or stand outside the desert",
    "a tile is in two places",
    "a museum room is held twice",
    "more tiles are turned than owned",
    "two players share a space of the pass track, or a space is left out",
    "the pyramids do not fit the tiles",
    "the wings do not have different patrons",
    "the ranking does not fit the zone",
    "the step before does not fit the chain",
    "somebody is to act who may not",
    "an unused seat owns something",
)
(
    BAD_VALUE, BAD_CUBES, BAD_FIELD, BAD_TILES, BAD_ROOMS, BAD_TURNED, BAD_TRACK, BAD_PYRAMIDS, BAD_WINGS, BAD_RANKING,
    BAD_CHAIN, BAD_ACTOR, BAD_SEAT,
) = (1 << i for i in range(len(FAULTS)))  # fmt: skip


@outlined
def known_values(state: State, data: Tables) -> bool:
    """Every index is in range, so that looking further is safe."""
    sound = 2 <= state.seats <= PLAYERS and FIRST <= state.phase <= END and 0 <= state.round < ROUNDS
    sound = sound and (state.actor >= CHANCE or state.actor < state.seats)
    sound = sound and 0 <= state.start < state.seats and 0 <= state.player < state.seats and 0 <= state.final <= 1
    sound = sound and 0 <= state.wings <= PATRONS and 0 <= state.dealt <= 2 * data.zones[state.round]
    sound = sound and NO_FIELD <= state.last < FIELDS and 0 <= state.steps <= 2 and 0 <= state.pyramid <= 1
    sound = sound and NO_ZONE <= state.zone < data.zones[state.round] and 0 <= state.ranked <= COLOURS
    sound = sound and 0 <= state.rank <= state.ranked and 0 <= state.deck < 1 << TILES
    for place in range(PATRONS):
        sound = sound and 0 <= state.wing[place] < PATRONS and 0 <= state.ranking[place] < COLOURS
    for colour in range(COLOURS):
        sound = sound and 0 <= state.common[colour] <= data.archaeologists
        for word in range(WORDS):
            sound = sound and 0 <= state.cubes[colour, word] <= LOW
    for player in range(PLAYERS):
        sound = sound and 0 <= state.pool[player] <= data.archaeologists
        sound = sound and 0 <= state.neutral[player] <= data.archaeologists
        sound = sound and 0 <= state.rooms[player] < 1 << ROOMS and 0 <= state.owned[player] < 1 << TILES
        sound = sound and 0 <= state.track[player] <= PLAYERS
        for patron in range(PATRONS):
            sound = sound and 0 <= state.turned[player, patron] <= TILES
    for slot in range(2 * ZONES):
        sound = sound and NO_TILE <= state.slot[slot] < TILES
    for word in range(WORDS):
        sound = sound and 0 <= state.pyramids[word] <= LOW
    return sound


@outlined
def cubes_fit(state: State, data: Tables) -> bool:
    """M1.1: common pool, hands, desert and museum together hold every archaeologist of a colour."""
    for colour in range(COLOURS):
        count = state.common[colour] + popcount(state.cubes[colour, 0]) + popcount(state.cubes[colour, 1])
        if colour == NEUTRAL:
            for player in range(PLAYERS):
                count += state.neutral[player]
        else:
            count += state.pool[colour] + popcount(state.rooms[colour])
        played = colour < state.seats or (colour == NEUTRAL and state.seats == 2)
        if count != (data.archaeologists if played else 0):
            return False
    return True


@outlined
def fields_fit(state: State) -> bool:
    for word in range(WORDS):
        seen = 0
        for colour in range(COLOURS):
            if seen & state.cubes[colour, word]:
                return False
            seen |= state.cubes[colour, word]
        if seen & ~(LOW if word == 0 else HIGH if state.round == ROUNDS - 1 else 0):
            return False
    return True


@outlined
def tiles_fit(state: State) -> bool:
    seen = state.deck
    for player in range(PLAYERS):
        if seen & state.owned[player]:
            return False
        seen |= state.owned[player]
    for slot in range(2 * ZONES):
        tile = state.slot[slot]
        if tile != NO_TILE:
            if (seen >> tile) & 1:
                return False
            seen |= 1 << tile
    return True


@outlined
def deal_fits(state: State, data: Tables) -> bool:
    """M2.3: what is left to deal, by round; slots are filled as far as dealt and emptied as far as scored.

    One more is filled while a tile waits to be turned (M2.5).
    """
    if state.phase <= DEAL and state.dealt == 2 * data.zones[state.round]:
        return False
    dealt = state.dealt + (data.random_turns != 0 and turn_awaited(state))
    left = TILES
    for number in range(state.round):
        left -= 2 * data.zones[number]
    if popcount(state.deck) != left - dealt:
        return False
    for slot in range(2 * ZONES):
        filled = state.slot[slot] != NO_TILE
        if slot >= dealt or slot // 2 < state.zone or state.phase == END:
            if filled:
                return False
        elif not filled and slot // 2 != state.zone:
            return False
    return True


@outlined
def pyramids_at(state: State, slot: int) -> int:
    """The pyramids on the fields of a slot, as bits by the places of a tile as printed."""
    pyramids = 0
    for place in range(TILE_FIELDS):
        field = slot_field(slot, place)
        if (state.pyramids[0] & field_low(field)) | (state.pyramids[1] & field_high(field)):
            pyramids |= 1 << place
    return pyramids


@compiled
def fits_tile(data: Tables, tile: int, pyramids: int) -> bool:
    printed = data.pyramids[tile]
    return pyramids == printed or (data.random_turns != 0 and pyramids == half_turn(printed))


@outlined
def pyramids_fit(state: State, data: Tables) -> bool:
    """Where tiles still lie, their pyramids do."""
    for slot in range(2 * ZONES):
        pyramids, tile = pyramids_at(state, slot), state.slot[slot]
        if slot >= state.dealt:
            if pyramids:
                return False
        elif tile != NO_TILE and not fits_tile(data, tile, pyramids):
            return False
    return True


@outlined
def rooms_fit(state: State) -> bool:
    seen = 0
    for player in range(PLAYERS):
        if seen & state.rooms[player]:
            return False
        seen |= state.rooms[player]
    return True


@outlined
def track_fits(state: State) -> bool:
    """M3.4, M7.2: spaces are taken in order."""
    spaces = passed = 0
    for player in range(state.seats):
        if state.track[player]:
            passed += 1
            spaces |= 1 << state.track[player]
    expected = 0
    for place in range(passed):
        expected |= 1 << (place + 1 + (state.seats == 2 and place == 1))
    return spaces == expected


@outlined
def wings_fit(state: State) -> bool:
    seen = 0
    for wing in range(state.wings):
        seen |= 1 << state.wing[wing]
    return popcount(seen) == state.wings and (state.wings == PATRONS) == (state.phase > WING)


@outlined
def ranking_fits(state: State) -> bool:
    if state.zone == NO_ZONE:
        return state.rank == 0 and state.ranked == 0
    present = 0
    for colour in range(COLOURS):
        present += in_zone(state, colour, state.zone) > 0
    if present != state.ranked:
        return False
    for place in range(state.ranked):
        if in_zone(state, state.ranking[place], state.zone) == 0:
            return False
        if place and not ranks_before(state, state.zone, state.ranking[place - 1], state.ranking[place]):
            return False
    return True


@outlined
def chain_fits(state: State) -> bool:
    if state.pyramid and state.phase != THEN:
        return False
    if state.phase not in (THEN, NEUTRAL_THEN):
        return state.steps == 0
    colour = NEUTRAL if state.phase == NEUTRAL_THEN else state.player
    at_hand = state.neutral[state.player] if state.phase == NEUTRAL_THEN else state.pool[state.player]
    if state.last == NO_FIELD or state.steps == 0 or at_hand < state.steps:
        return False
    cubes = (state.cubes[colour, 0] & field_low(state.last)) | (state.cubes[colour, 1] & field_high(state.last))
    return cubes != 0


@outlined
def actor_fits(state: State, data: Tables) -> bool:  # noqa: C901  compiled; one branch for each phase
    """Who is to act, and that there is something to do."""
    if state.phase <= DEAL:
        return state.actor == CHANCE and state.zone == NO_ZONE
    if state.phase == END:
        return state.actor == OVER and state.round == ROUNDS - 1
    if state.actor >= CHANCE or state.dealt != 2 * data.zones[state.round]:
        return False
    if state.phase in (CLAIM, REMOVE):
        if state.zone == NO_ZONE or state.rank >= state.ranked or not all_passed(state):
            return False
        colour = state.ranking[state.rank]
        if (colour == NEUTRAL) != (state.phase == REMOVE):
            return False
        if state.phase == REMOVE and (state.seats != 2 or state.ranked < 2 or state.rank > 1):
            return False
        if state.actor != (who_names_the_tile(state) if colour == NEUTRAL else colour):
            return False
    elif state.zone != NO_ZONE or state.actor != state.player or state.track[state.player]:
        return False
    if state.phase in (FOLLOW, NEUTRAL_THEN) and (state.seats != 2 or state.neutral[state.player] == 0):
        return False
    return list_actions(state, data, np.empty(ACTIONS, np.int32)) > 0


@outlined
def all_passed(state: State) -> bool:
    for player in range(state.seats):
        if state.track[player] == 0:
            return False
    return True


@outlined
def final_fits(state: State) -> bool:
    """M3.11: an action is the last one exactly when all others have passed."""
    waiting = 0
    for player in range(state.seats):
        waiting += state.track[player] == 0
    digging = TURN <= state.phase < CLAIM
    return (state.final == 1) == (digging and waiting == 1)


@outlined
def turned_fit(state: State, data: Tables) -> bool:
    for player in range(PLAYERS):
        for patron in range(PATRONS):
            if state.turned[player, patron] > tiles_of(state, data, player, patron):
                return False
    return True


@outlined
def unused_seat_is_empty(state: State) -> bool:
    for player in range(state.seats, PLAYERS):
        if state.track[player] or state.pool[player] or state.rooms[player] or state.owned[player]:
            return False
    for player in range(PLAYERS):
        if state.neutral[player] and (state.seats > 2 or player >= state.seats):
            return False
    return True


@outlined
def find_faults(state: State, data: Tables) -> int:  # noqa: C901  compiled; one branch for each fault
    """All breaches of a position, as bits."""
    if not known_values(state, data):
        return BAD_VALUE
    faults = 0
    if not cubes_fit(state, data):
        faults |= BAD_CUBES
    if not fields_fit(state):
        faults |= BAD_FIELD
    if not tiles_fit(state) or not deal_fits(state, data):
        faults |= BAD_TILES
    if not rooms_fit(state):
        faults |= BAD_ROOMS
    if not turned_fit(state, data):
        faults |= BAD_TURNED
    if not track_fits(state) or not final_fits(state):
        faults |= BAD_TRACK
    if not pyramids_fit(state, data):
        faults |= BAD_PYRAMIDS
    if not wings_fit(state):
        faults |= BAD_WINGS
    if not ranking_fits(state):
        faults |= BAD_RANKING
    if not chain_fits(state):
        faults |= BAD_CHAIN
    if not unused_seat_is_empty(state):
        faults |= BAD_SEAT
    if faults == 0 and not actor_fits(state, data):
        faults |= BAD_ACTOR
    return faults
