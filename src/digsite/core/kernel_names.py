"""The names that a game gives to `kernel.bind`: what each must be, and a check that says what is wrong."""

import inspect
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from digsite.core.errors import BadGame

Namespace = Mapping[str, Any]  # what the names of a pattern stand for: numbers, types and compiled functions
TIE_SPAN = 1 << 16  # points count this many times as much as what decides ties

GIVEN = {
    "STATE": "STATE is the NumPy dtype of a position; its first fields are actor (u1) and seats (i1)",
    "TABLES": "TABLES is the NumPy dtype of the game's facts, which every function gets as data",
    "STATE_BYTES": "STATE_BYTES is STATE.itemsize",
    "ACTIONS": "ACTIONS is the number of actions, players' and chance's",
    "SEATS": "SEATS is the largest number of players",
    "PARTS": "PARTS is the number of parts that a score has",
    "list_actions": "list_actions(state, data, out) fills in the legal actions, ascending, and returns their number",
    "list_chance": "list_chance(state, data, ids, weights) fills in the possible draws, ascending, with whole weights, "
    "and returns their number",
    "perform": "perform(state, data, action) applies an action of a player or of chance, in place",
    "chance_ways": "chance_ways(state, data) returns how many equally likely outcomes the pending draw has",
    "chance_action": "chance_action(state, data, way) returns the action of one of these outcomes",
    "score_parts": "score_parts(state, data, parts) fills in every seat's points as parts[seat, part]",
    "tie_value": f"tie_value(state, player) returns a number from 0 to {TIE_SPAN - 1}; the higher wins a tie",
    "find_faults": "find_faults(state, data) returns a bit for each fault of a position, 0 when it is sound",
}


def check_names(game: str, names: Namespace) -> None:
    """Check what a game gives. Raises BadGame naming everything that is missing or cannot be compiled."""
    faults = [fault for name in GIVEN for fault in _faults_of(name, names)]
    if faults:
        raise BadGame(f"the game {game!r} cannot be compiled: {'; '.join(faults)}")


def _faults_of(name: str, names: Namespace) -> Iterator[str]:
    """Yield what is wrong with one of the names that a game gives."""
    if name not in names:
        yield f"{name} is missing: {GIVEN[name]}"
    elif name in ("STATE", "TABLES"):
        yield from _dtype_faults(name, names[name])
    elif name.isupper():
        yield from _number_faults(name, names)
    else:
        yield from _function_faults(name, names[name])


def _dtype_faults(name: str, dtype: object) -> Iterator[str]:
    if not isinstance(dtype, np.dtype) or not dtype.names:
        yield f"{name} must be a NumPy dtype with named fields, not {dtype!r:.40}"
    elif name == "STATE" and (dtype.names[:2] != ("actor", "seats") or dtype["actor"].itemsize != 1):
        yield "STATE must begin with the fields actor (u1) and seats (i1)"


def _number_faults(name: str, names: Namespace) -> Iterator[str]:
    number, state = names[name], names.get("STATE")
    if not isinstance(number, int | np.integer) or number < 1:
        yield f"{name} must be a whole number above 0, not {number!r:.40}"
    elif name == "STATE_BYTES" and isinstance(state, np.dtype) and number != state.itemsize:
        yield f"STATE_BYTES is {number}, but STATE has {state.itemsize} bytes"


def _function_faults(name: str, function: Any) -> Iterator[str]:
    if not hasattr(function, "py_func"):
        yield f"{name} must be a function with @compiled (from digsite.core.jit)"
        return
    wanted = GIVEN[name].partition("(")[2].partition(")")[0].split(", ")
    found = list(inspect.signature(function.py_func).parameters)
    if len(found) != len(wanted):
        yield f"{name} must take ({', '.join(wanted)}), not ({', '.join(found)})"
