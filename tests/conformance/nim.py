"""Nim: nothing is drawn in it at all; for two to eight. N1 Take one to three of 21 matches. N2 The last match wins."""

from collections.abc import Mapping, Sequence

import numpy as np

from digsite.core.compiled import CompiledGame, GameSpec
from digsite.core.errors import IllegalAction, InvalidAction
from digsite.core.fields import Bytes, Numbers
from digsite.core.game import OVER, Picture, Score, View
from digsite.core.jit import compiled
from digsite.core.kernel import StateRecord, bind
from digsite.core.palette import Picture as Drawing
from digsite.core.plugin import MOST_SEATS, GamePlugin

MATCHES, MOST, SEATS = 21, 3, range(2, 9)
STATE = np.dtype([("actor", "u1"), ("seats", "i1"), ("left", "i1"), ("won", "i1")])
TABLES = np.dtype([("matches", "i1")])


class State(StateRecord):
    left: int
    won: int


@compiled
def list_actions(state: State, data: object, out: Numbers) -> int:
    n = min(state.left, MOST)
    for action in range(n):
        out[action] = action
    return n


@compiled
def perform(state: State, data: object, action: int) -> None:
    state.left -= action + 1
    if state.left:
        state.actor = (state.actor + 1) % state.seats
    else:
        state.won, state.actor = state.actor, OVER


@compiled
def list_chance(state: State, data: object, ids: Numbers, weights: Numbers) -> int:
    return 0


@compiled
def chance_ways(state: State, data: object) -> int:
    return 1


@compiled
def chance_action(state: State, data: object, way: int) -> int:
    return 0


@compiled
def score_parts(state: State, data: object, parts: Numbers) -> None:
    """Losers have less than nothing, to see that negative points are counted."""
    for seat in range(state.seats):
        parts[seat, 0] = 0 if state.actor != OVER else -1 if seat == state.won else -2


@compiled
def tie_value(state: State, player: int) -> int:
    return 0


@compiled
def find_faults(state: State, data: object) -> int:
    sound = 2 <= state.seats <= MOST_SEATS and 0 <= state.left <= MATCHES and 0 <= state.won < state.seats
    sound = sound and (state.actor < state.seats or state.actor == OVER)
    return 0 if sound and (state.left == 0) == (state.actor == OVER) else 1


class Facts:
    def __init__(self, data: Mapping[str, object]) -> None:
        self.tables: Bytes = np.zeros(1, TABLES).view(np.uint8)


def start(_facts: Facts, seats: int) -> Bytes:
    position = np.zeros(1, STATE)
    position["seats"], position["left"] = seats, MATCHES
    return position.view(np.uint8)


def parse(_facts: Facts, words: str) -> int:
    if words not in ("take 1", "take 2", "take 3"):
        raise InvalidAction(f"{words[:40]!r} is not an action in Nim")
    return int(words[-1]) - 1


def view(_facts: Facts, position: Bytes, scores: list[Score]) -> View:
    actor = int(position[0])
    return {
        "game": "nim",
        "to_act": "over" if actor == OVER else actor,
        "left": int(position[2]),
        "players": [{"score": score} for score in scores],
    }


def itemise(_facts: Facts, parts: Sequence[int]) -> Score:
    return {"total": parts[0]}


def picture(_seen: View, **_how: object) -> Picture:
    return Drawing('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"></svg>')


KERNEL = bind(
    "nim",
    {
        "STATE": STATE, "STATE_BYTES": STATE.itemsize, "TABLES": TABLES, "ACTIONS": MOST, "SEATS": MOST_SEATS,
        "PARTS": 1, "list_actions": list_actions, "list_chance": list_chance, "perform": perform,
        "chance_ways": chance_ways, "chance_action": chance_action, "score_parts": score_parts, "tie_value": tie_value,
        "find_faults": find_faults,
    },
)  # fmt: skip
PLUGIN = GamePlugin("nim", "Nim", SEATS, rules="tests.conformance.nim:load")


def load() -> CompiledGame[Facts]:
    spec = GameSpec(
        state_bytes=STATE.itemsize,
        actions=MOST,
        parts=1,
        kernel=KERNEL,
        facts=Facts,
        start=start,
        text=lambda facts, action: f"take {action + 1}",
        parse=parse,
        itemise=itemise,
        tie_break=None,
        view=view,
        refuse=lambda facts, seen, action: IllegalAction("N1", "there are not so many matches"),
        faults=("a field holds a value that the game does not know",),
        picture=picture,
    )
    return CompiledGame("nim", 1, SEATS, spec, {})
