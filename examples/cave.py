"""Cave-in: a whole game in one file, to show what a game brings. Not archaeology, but dug all the same.

C1 Two to four players; whoever is drawn begins. C2 A turn is a row of digs: each brings 2 to 6 shards into the sack, or
the roof comes down (1 in 6): the sack is lost and the turn over. C3 After at least one dig one may leave with the sack.
C4 The first to bring home 25 shards wins; after 15 turns each the most shards win, then the fewest digs, then both.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from digsite.core.compiled import CompiledGame, GameSpec
from digsite.core.drawing import document, themed
from digsite.core.errors import IllegalAction, InvalidAction
from digsite.core.facts import DataReader
from digsite.core.fields import Bytes, Numbers
from digsite.core.game import CHANCE, OVER, Score, View
from digsite.core.jit import compiled
from digsite.core.kernel import bind
from digsite.core.palette import COLOURS, PLAYER_STYLE, TYPE_STYLE, Picture, player_symbols, scope
from digsite.core.plugin import GamePlugin
from digsite.core.svg import Pen, circle, cut, path, rect
from digsite.core.svg import text as label

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
        packed["goal"] = DataReader(data).number("goal", 1, 99)
        self.tables: Bytes = packed.view(np.uint8)


def start(_facts: Facts, seats: int) -> Bytes:
    position = np.zeros(1, STATE)
    position["actor"], position["seats"] = CHANCE, seats
    return position.view(np.uint8)


def text(_facts: Facts, action: int) -> str:
    return "dig" if action == DIG else "leave" if action == LEAVE else draw_text(action)


def draw_text(action: int) -> str:
    return f"first {action - FIRST}" if action < SHARDS else f"shards {action - SHARDS + 1}"


def parse(facts: Facts, words: str) -> int:
    if not re.fullmatch(r"dig|leave|first [0-3]|shards [1-6]", words):
        raise InvalidAction(f"{words[:40]!r} is not an action in Cave-in")
    return next(action for action in range(ACTIONS) if text(facts, action) == words)


def view(facts: Facts, position: Bytes, scores: list[Score]) -> View:
    state = position.view(STATE)[0]
    players = [
        {"home": int(state["home"][seat]), "digs": int(state["digs"][seat]), "score": score}
        for seat, score in enumerate(scores)
    ]
    return {
        "game": "cave",
        "to_act": {CHANCE: "chance", OVER: "over"}.get(int(state["actor"]), int(state["actor"])),
        "player": int(state["player"]),
        "turns": int(state["turns"]),
        "sack": int(state["sack"]),
        "goal": int(facts.tables.view(TABLES)[0]["goal"]),
        "players": players,
    }


def refuse(_facts: Facts, seen: View, action: int) -> IllegalAction:
    if seen["to_act"] == "over":
        return IllegalAction("C4", "the game is over")
    return IllegalAction("C3" if action == LEAVE else "C2" if seen["turns"] else "C1", "that is not possible now")


def itemise(_facts: Facts, parts: Sequence[int]) -> Score:
    return {"shards": parts[0], "total": parts[0]}


# The picture: a hill with its cave, the sack before it, and everybody's shards at home.
# Colours are those of every page, by name; a page or `themed` fills them in.

HILL = "M-10 268C70 250 96 120 190 92C262 70 300 34 372 40C452 46 470 128 540 164C592 190 628 214 700 226V300H-10Z"
CAVE = "M214 268C206 188 244 140 302 138C366 136 404 192 396 268Z"
SACK = (
    "M268 250C258 214 280 202 284 190C276 184 288 176 306 176C324 176 336 184 328 190C332 202 356 216 344 250"
    "C336 272 276 272 268 250Z"
)
STYLE = """
.sky{fill:var(--panel2)}.sun{fill:var(--brass-soft);stroke:var(--brass)}
.hill{fill:var(--desert);stroke:var(--pyramid-line);stroke-width:1.6}
.slope{fill:none;stroke:var(--contour);stroke-width:1.4}
.ground{fill:var(--tile);stroke:var(--pyramid-line);stroke-width:1.4}.dark{fill:var(--pyramid-line)}
.beam{fill:var(--pyramid-shade);stroke:var(--pyramid-line);stroke-width:1.4}
.sack{fill:var(--field);stroke:var(--pyramid-line);stroke-width:2}.cord{fill:none;stroke:var(--peg);stroke-width:3}
.shard{fill:var(--brass);stroke:var(--outline);stroke-width:1}.sheet{fill:var(--panel);stroke:var(--hair)}
.rail{fill:var(--panel2);stroke:var(--hair)}.bar{stroke:var(--outline);stroke-width:.9}.acts{fill:var(--brass-soft)}
"""


def picture(
    seen: View, *, theme: Any = "light", names: Sequence[str] | None = None, phone: bool = False, fonts: bool = True
) -> Picture:
    """Draw the position: the cave with the sack, and below it the shards that everybody has brought home."""
    who = list(names or (colour.capitalize() for colour in COLOURS))[: len(seen["players"])]
    wide, high, columns = (658, 96, 1) if phone else (321, 72, 2)
    rows = "".join(
        f'<g transform="translate({16 + (wide + 16) * (seat % columns)} {346 + (high + 12) * (seat // columns)})">'
        f"{home(seen, seat, name, wide, high)}</g>"
        for seat, name in enumerate(who)
    )
    words = f"The sack holds {seen['sack']} shards. At home: " + ", ".join(
        f"{name} {player['home']}" for name, player in zip(who, seen["players"], strict=True)
    )
    pen = Pen(player_symbols(), "cave", used={f"figure-{colour}" for colour in COLOURS[: len(who)]})
    style, below = scope(TYPE_STYLE + PLAYER_STYLE + STYLE, "cave"), -(-len(who) // columns) * (high + 12)
    drawn = document(pen, cave(seen) + rows, 690, 350 + below, root="cave", title="Cave-in", words=words, style=style)
    return themed(drawn, theme, fonts)


def cave(seen: View) -> str:
    """The hill, and before its cave the sack with as many shards as it holds."""
    shards = "".join(shard(436 + 30 * (n % 7), 302 - 19 * (n // 7), n) for n in range(min(seen["sack"], 42)))
    turn = (seen["turns"] + len(seen["players"]) - 1) // len(seen["players"])
    return (
        rect(0, 0, 690, 330, "sky")
        + circle(604, 74, 38, "sun")
        + path(HILL, "hill")
        + path("M96 214C150 196 172 138 226 112M452 112C500 150 530 196 610 224M300 74C330 62 352 60 384 66", "slope")
        + path(CAVE, "dark")
        + path("M204 268V168L224 158V268ZM386 268V158L406 168V268Z", "beam")
        + path("M196 162L300 122L414 162L410 178L300 140L200 178Z", "beam")
        + path("M-10 331V276C130 262 240 272 360 268C480 264 600 274 700 266V331Z", "ground")
        + path(SACK, "sack")
        + path("M282 192C294 198 318 198 330 192", "cord")
        + label(306, 240, str(seen["sack"]), "serif bold", size=34, anchor="middle")
        + shards
        + label(20, 36, f"Turn {min(turn, TURNS)} of {TURNS}" if turn else "Cave-in", "serif italic muted", size=24)
    )  # fmt: skip


def shard(x: float, y: float, number: int) -> str:
    """A potsherd, each a little different."""
    lean = (number * 37) % 9 - 4
    return path(
        f"M{x - 11} {y + 4 + lean / 2}L{x - 5 + lean} {y - 8}L{x + 9} {y - 5}L{x + 11 - lean / 2} {y + 7}Z", "shard"
    )


def home(seen: View, seat: int, name: str, wide: float, high: float) -> str:
    """A player's shards at home, on the way to the goal."""
    player, colour, size = seen["players"][seat], COLOURS[seat], high * 0.29
    x, rail = high * 0.86, wide - high * 0.86 - 14
    full = min(player["home"] / seen["goal"], 1) * rail
    return (
        rect(0, 0, wide, high, "sheet acts" if seen["to_act"] == seat else "sheet", 8)
        + f'<use href="#symbol-figure-{colour}" x="12" y="{high * 0.14}" width="{high * 0.6}" height="{high * 0.72}" '
        f'class="piece fill-{colour}"/>'
        + label(x, high * 0.42, cut(name, rail - 5 * size, size, serif=True), "serif bold", size=size)
        + label(wide - 14, high * 0.42, f"{player['home']} of {seen['goal']}", "medium", size=size, anchor="end")
        + rect(x, high * 0.58, rail, high * 0.23, "rail", high * 0.11)
        + (rect(x, high * 0.58, max(full, 12), high * 0.23, f"bar fill-{colour}", high * 0.11) if full else "")
    )


KERNEL = bind(
    "cave",
    {
        "STATE": STATE, "STATE_BYTES": STATE.itemsize, "TABLES": TABLES, "ACTIONS": ACTIONS, "SEATS": 4, "PARTS": 1,
        "list_actions": list_actions, "list_chance": list_chance, "perform": perform, "chance_ways": chance_ways,
        "chance_action": chance_action, "score_parts": score_parts, "tie_value": tie_value, "find_faults": find_faults,
    },
)  # fmt: skip


ABOUT = "Dig for one more shard, or leave with your sack before the roof comes down."
PLUGIN = GamePlugin(
    "cave", "Cave-in", range(2, 5), rules="examples.cave:load", picture="examples.cave:picture", about=ABOUT
)


def load() -> CompiledGame[Facts]:
    spec = GameSpec(
        STATE.itemsize, ACTIONS, 1, KERNEL, Facts, start, text, parse, itemise, "fewest digs", view, refuse, FAULTS,
        picture,
    )  # fmt: skip
    return CompiledGame("cave", 1, range(2, 5), spec, {"goal": 25})
