"""Mykerinos: two to four players win plots of the desert and the patrons behind them, and rooms in the museum."""

import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, cast

from digsite.core.compiled import CompiledGame, GameSpec
from digsite.core.fields import Bytes
from digsite.core.game import Picture, Score, View
from digsite.games.mykerinos.kernel import KERNEL
from digsite.games.mykerinos.rules import actions, check, notation, scoring
from digsite.games.mykerinos.rules.data import SEATS, Facts
from digsite.games.mykerinos.rules.options import OPTIONS
from digsite.games.mykerinos.rules.refusals import refuse
from digsite.games.mykerinos.rules.setup import start
from digsite.games.mykerinos.rules.state import DEAL, NO_TILE, PHASES, STATE
from digsite.games.mykerinos.rules.view import score_parts, view
from digsite.games.mykerinos.rules.view_types import typed

VERSION = 1
Theme = Literal["light", "dark", "css"]
PHASE, DEALT, SLOT = (STATE.fields[name][1] for name in ("phase", "dealt", "slot"))  # type: ignore[index]
EMPTY = NO_TILE & 0xFF  # as a byte
TURNING = len(PHASES)  # beside the phases


def picture(view: View, *, theme: Theme = "light", names: Sequence[str] | None = None) -> Picture:
    from digsite.games.mykerinos import draw  # drawing is rarely needed where rules run

    return draw.picture(typed(view), theme=theme, names=names)


def source(state: Bytes) -> int:
    """Return what the next draw is from: each kind has its phase, but how a tile is turned is drawn apart."""
    awaits_turn = state[PHASE] == DEAL and state[SLOT + int(state[DEALT])] != EMPTY
    return TURNING if awaits_turn else int(state[PHASE])


def load() -> CompiledGame[Facts]:
    data = tomllib.loads(Path(__file__).with_name("rules").joinpath("data.toml").read_text(encoding="utf-8"))
    spec = GameSpec(
        state_bytes=STATE.itemsize,
        actions=actions.ACTIONS,
        parts=scoring.PARTS,
        kernel=KERNEL,
        facts=Facts,
        start=start,
        text=lambda facts, action: notation.text(facts.patrons, action),
        parse=lambda facts, text: notation.parse(facts.patrons, text),
        itemise=cast("Callable[[Facts, Sequence[int]], Score]", score_parts),
        tie_break="archaeologists left",
        view=cast("Callable[[Facts, Bytes, list[Score]], View]", view),
        refuse=lambda facts, view, action: refuse(facts, typed(view), action),
        faults=check.FAULTS,
        picture=picture,
        source=source,
        options=OPTIONS,
    )
    return CompiledGame("mykerinos", VERSION, SEATS, spec, data)
