"""The museum: M5.1 and M5.2."""

from digsite.core.jit import outlined
from digsite.games.mykerinos.rules.data import Tables
from digsite.games.mykerinos.rules.state import PLAYERS, ROOMS, State


@outlined
def open_rooms(state: State, data: Tables, player: int) -> int:
    """The rooms a player may reserve now, as bits."""
    taken = 0
    for other in range(PLAYERS):
        taken |= state.rooms[other]
    rooms = 0
    for room in range(ROOMS):
        if not (taken >> room) & 1 and (data.doors[room] == 0 or data.doors[room] & state.rooms[player]):
            rooms |= 1 << room
    return rooms


@outlined
def highest_room(state: State, data: Tables, player: int, wing: int) -> int:
    """M6.1: the value a player's best room in a wing gives to its patron's tiles."""
    value = data.no_room
    for room in range(ROOMS):
        if (state.rooms[player] >> room) & 1 and (data.room_wings[room] >> wing) & 1:
            value = max(value, data.room_value[room])
    return value
