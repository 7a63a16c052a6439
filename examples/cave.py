"""Cave-in: a whole game in one file, to show what a game brings. Not archaeology, but dug all the same.

C1 Two to four players; whoever is drawn begins. C2 A turn is a row of digs: each brings 2 to 6 shards into the sack, or
the roof comes down (1 in 6): the sack is lost and the turn over. C3 After at least one dig one may leave with the sack.
C4 The first to bring home 25 shards wins; after 15 turns each the most shards win, then the fewest digs, then both.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from digsite.core.compiled import CompiledGame, Rooms
from digsite.core.errors import IllegalAction, InvalidAction
from digsite.core.facts import Reader
from digsite.core.fields import Bytes, Numbers
from digsite.core.game import CHANCE, OVER, Score, View
from digsite.core.jit import compiled
from digsite.core.kernel import bind
from digsite.core.look import Picture

DIG, LEAVE, FIRST, SHARDS = 0, 1, 2, 6  # actions: dig, leave; chance: first 0…3, shards 1…6
ACTIONS = SHARDS + 6
TURNS = 15
STATE = np.dtype(
    [
        ("actor", "u1"),
        ("seats", "i1"),
        ("player", "i1"),
        ("turns", "i1"),  # begun so far
        ("sack", "i2"),
        ("home", "i2", 4),
        ("digs", "i2", 4),
    ]
)
TABLES = np.dtype([("goal", "i2")])
FAULTS = ("a field holds a value that the game does not know",)


@compiled
def list_actions(state: Any, data: Any, out: Numbers) -> int:
    out[0], out[1] = DIG, LEAVE
    return 2 if state.sack else 1  # C3


@compiled
def chance_ways(state: Any, data: Any) -> int:
    return 6 if state.turns else state.seats


@compiled
def chance_action(state: Any, data: Any, way: int) -> int:
    return (SHARDS if state.turns else FIRST) + way


@compiled
def list_chance(state: Any, data: Any, ids: Numbers, weights: Numbers) -> int:
    for way in range(chance_ways(state, data)):
        ids[way], weights[way] = chance_action(state, data, way), 1
    return chance_ways(state, data)


@compiled
def end_turn(state: Any, data: Any, shards: int) -> None:
    state.home[state.player] += shards
    state.sack = 0
    state.turns += 1
    if state.home[state.player] >= data.goal or state.turns > TURNS * state.seats:  # C4
        state.actor = OVER
    else:
        state.actor = state.player = (state.player + 1) % state.seats


@compiled
def perform(state: Any, data: Any, action: int) -> None:
    if action == DIG:
        state.digs[state.player] += 1
        state.actor = CHANCE
    elif action == LEAVE:
        end_turn(state, data, state.sack)
    elif action < SHARDS:  # C1
        state.actor = state.player = action - FIRST
        state.turns = 1
    elif action == SHARDS:  # C2
        end_turn(state, data, 0)
    else:
        state.sack += action - SHARDS + 1
        state.actor = state.player


@compiled
def score_parts(state: Any, data: Any, parts: Any) -> None:
    for seat in range(state.seats):
        parts[seat, 0] = state.home[seat]


@compiled
def tie_value(state: Any, player: int) -> int:
    return 10_000 - int(state.digs[player])


@compiled
def find_faults(state: Any, data: Any) -> int:
    sound = 2 <= state.seats <= 4 and 0 <= state.player < state.seats and 0 <= state.turns <= TURNS * state.seats + 1
    sound = sound and (state.actor >= CHANCE or state.actor == state.player) and 0 <= state.sack < 10_000
    sound = sound and (state.turns > 0 or state.actor == CHANCE)
    for seat in range(4):
        sound = sound and 0 <= state.home[seat] < 10_000 and 0 <= state.digs[seat] < 10_000
    return 0 if sound else 1


class Facts:
    """What could be another edition: the goal."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        packed = np.zeros(1, TABLES)
        packed["goal"] = Reader(data).number("goal", 1, 99)
        self.tables: Bytes = packed.view(np.uint8)


def start(_facts: Facts, seats: int) -> Bytes:
    position = np.zeros(1, STATE)
    position["actor"], position["seats"] = CHANCE, seats
    return position.view(np.uint8)


def text(_facts: Facts, action: int) -> str:
    return "dig" if action == DIG else "leave" if action == LEAVE else told_draw(action)


def told_draw(action: int) -> str:
    return f"first {action - FIRST}" if action < SHARDS else f"shards {action - SHARDS + 1}"


def parse(facts: Facts, words: str) -> int:
    if not re.fullmatch(r"dig|leave|first [0-3]|shards [1-6]", words):
        raise InvalidAction(f"{words[:40]!r} is no action of Cave-in")
    return next(action for action in range(ACTIONS) if text(facts, action) == words)


def view(_facts: Facts, position: Bytes, scores: list[Score]) -> View:
    state = position.view(STATE)[0]
    actor = {CHANCE: "chance", OVER: "over"}.get(int(state["actor"]), int(state["actor"]))
    return {"game": "cave", "to_act": actor, "turns": int(state["turns"]), "sack": int(state["sack"]), "scores": scores}


def refuse(_facts: Facts, seen: View, action: int) -> IllegalAction:
    if seen["to_act"] == "over":
        return IllegalAction("C4", "the game is over")
    return IllegalAction("C3" if action == LEAVE else "C2" if seen["turns"] else "C1", "that is not possible now")


def itemise(_facts: Facts, parts: Sequence[int]) -> Score:
    return {"shards": parts[0], "total": parts[0]}


def picture(seen: View, **_how: Any) -> Picture:
    shards = "".join(f'<circle cx="{20 + 12 * n}" cy="20" r="5"/>' for n in range(seen["sack"]))
    return Picture(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 40">{shards}</svg>')


KERNEL = bind(
    "cave",
    {
        "STATE": STATE, "STATE_BYTES": STATE.itemsize, "TABLES": TABLES, "ACTIONS": ACTIONS, "SEATS": 4, "PARTS": 1,
        "list_actions": list_actions, "list_chance": list_chance, "perform": perform, "chance_ways": chance_ways,
        "chance_action": chance_action, "score_parts": score_parts, "tie_value": tie_value, "find_faults": find_faults,
    },
)  # fmt: skip


def load() -> CompiledGame[Facts]:
    rooms = Rooms(
        STATE.itemsize, ACTIONS, 1, KERNEL, Facts, start, text, parse, itemise, "fewest digs", view, refuse, FAULTS,
        picture,
    )  # fmt: skip
    return CompiledGame("cave", 1, range(2, 5), rooms, {"goal": 25})
