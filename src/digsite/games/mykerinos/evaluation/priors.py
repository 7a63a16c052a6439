"""The priors of Mykerinos actions: rules of thumb, cheap to compute and often wrong.

Plots count by their points and new patrons, rooms by the tiles held. Archaeologists at hand are not counted.
"""

import numpy as np

from digsite.core.fields import Numbers, Reals
from digsite.core.jit import compiled, outlined
from digsite.games.mykerinos.evaluation.prospects import zone_of
from digsite.games.mykerinos.rules.actions import (
    DECLINE,
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
)
from digsite.games.mykerinos.rules.data import Tables
from digsite.games.mykerinos.rules.desert import in_zone
from digsite.games.mykerinos.rules.museum import highest_room
from digsite.games.mykerinos.rules.scoring import tiles_of
from digsite.games.mykerinos.rules.state import (
    BROWN,
    CLAIM,
    FOLLOW,
    NEUTRAL,
    NEUTRAL_THEN,
    PATRONS,
    REMOVE,
    ROUNDS,
    ZONES,
    State,
)

PLOT = 2.0  # any tile, beside its points
NEW_PATRON = 1.5  # a tile whose patron one does not have yet
EMPTY, CROWDED = 1.5, 0.6  # going where one is not yet: where the others are few, or many
MANY = 4  # archaeologists of another
BEHIND, AHEAD, SAFE, LOST = 2.0, 0.7, 0.1, 0.5  # one more where it may change who is first, and where it hardly does
FAR_AHEAD, FAR_BEHIND = 2, 3  # archaeologists
SPOIL, DENY, IDLE = 3.0, 2.0, 0.1  # neutral ones against the first, against the second, without aim
EXTENDING = 2.5  # times as good as a start
PASSING, LAST_PASS = 2.0, 40.0  # with many at hand, and with few
FEW = 2  # archaeologists at hand
PATRON = 1500.0  # using one: as much as all starts of a desert together
SKIPPING = 10.0  # no neutral one
DECLINING = 0.5  # leaving a tile to nobody, or to the fourth
TILES_TO_COME = 0.6  # tiles of a wing expected from each round to come


@compiled
def plot_prior(state: State, data: Tables, player: int, tile: int) -> float:
    patron = data.patron[tile]
    new = patron < PATRONS and tiles_of(state, data, player, patron) == 0
    return PLOT + data.points[tile] + (NEW_PATRON if new else 0.0)


@outlined
def claim_prior(state: State, data: Tables, player: int, tile: int) -> float:
    """Return the prior of taking a tile: as a plot, and by the best room of its patron's wing."""
    prior = plot_prior(state, data, player, tile)
    for wing in range(state.wings):
        if state.wing[wing] == data.patron[tile]:
            prior += highest_room(state, data, player, wing)
    return prior


@outlined
def room_prior(state: State, data: Tables, player: int, room: int) -> float:
    """Return the prior of a museum room: what it adds to the tiles held, and a little for those to come."""
    prior = 1.0
    for wing in range(state.wings):
        if (data.room_wings[room] >> wing) & 1:
            more = data.room_value[room] - highest_room(state, data, player, wing)
            if more > 0:
                prior += more * (
                    TILES_TO_COME * (ROUNDS - state.round) + tiles_of(state, data, player, state.wing[wing])
                )
    return prior


@compiled
def zone_prior(state: State, data: Tables, player: int, zone: int) -> float:
    """Return the prior of one more archaeologist in a zone: by its plots, and whether it may change who is first."""
    mine, most = in_zone(state, player, zone), in_zone(state, NEUTRAL, zone)
    for other in range(state.seats):
        if other != player:
            most = max(most, in_zone(state, other, zone))
    worth = plot_prior(state, data, player, state.slot[2 * zone])
    worth += plot_prior(state, data, player, state.slot[2 * zone + 1])
    if mine == 0:
        return worth * (EMPTY if most < MANY else CROWDED)
    if mine > most:
        return worth * (AHEAD if mine - most <= FAR_AHEAD else SAFE)
    return worth * (BEHIND if most - mine < FAR_BEHIND else LOST)


@compiled
def neutral_prior(state: State, player: int, zone: int) -> float:
    """Return the prior of a neutral archaeologist in a zone: against the other's lead, or for a second place."""
    mine, theirs = in_zone(state, player, zone), in_zone(state, 1 - player, zone)
    neutral = in_zone(state, NEUTRAL, zone)
    if theirs > mine and neutral <= theirs + 1:
        return SPOIL
    return DENY if theirs > 0 and neutral <= theirs and mine > max(theirs, neutral) + 1 else IDLE


@outlined
def scoring_priors(state: State, data: Tables, actions: Numbers, n: int, weights: Reals) -> None:
    """Fill in the priors of taking tiles and rooms, and of removing tiles that the other player wants."""
    for i in range(n):
        action, slot = actions[i], 2 * state.zone
        if action < ROOM:
            prior = claim_prior(state, data, state.actor, state.slot[slot + action - TILE])
        elif action < REMOVE_TILE:
            prior = room_prior(state, data, state.actor, action - ROOM)
        elif action == DECLINE:
            prior = DECLINING
        else:
            prior = claim_prior(state, data, 1 - state.actor, state.slot[slot + action - REMOVE_TILE])
        weights[i] = prior * prior


@outlined
def priors(state: State, data: Tables, actions: Numbers, n: int, weights: Reals) -> None:  # noqa: C901  compiled; one branch for each kind of action
    """Fill in the prior of each legal action: a positive weight, on no particular scale."""
    player, phase = state.actor, state.phase
    if phase in (CLAIM, REMOVE, BROWN):
        scoring_priors(state, data, actions, n, weights)
        return
    zones = np.empty(ZONES)
    for zone in range(data.zones[state.round]):
        neutral = phase in (FOLLOW, NEUTRAL_THEN)
        prior = neutral_prior(state, player, zone) if neutral else zone_prior(state, data, player, zone)
        zones[zone] = prior * prior
    for i in range(n):
        action = actions[i]
        if action < EXTEND:
            weights[i] = zones[zone_of(action - START)]
        elif action < THEN_ON:
            weights[i] = EXTENDING * zones[zone_of(action - EXTEND)]
        elif action < PASS:
            weights[i] = zones[zone_of(action - THEN_ON)]
        elif action == PASS:
            weights[i] = PASSING if state.pool[player] > FEW else LAST_PASS
        elif action < NEUTRAL_START:
            weights[i] = PATRON
        elif action < NEUTRAL_EXTEND:
            weights[i] = zones[zone_of(action - NEUTRAL_START)]
        elif action < SKIP:
            weights[i] = EXTENDING * zones[zone_of(action - NEUTRAL_EXTEND)]
        else:
            weights[i] = SKIPPING
