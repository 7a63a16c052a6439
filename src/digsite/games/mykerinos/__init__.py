"""Mykerinos: two to four players win plots of the desert and the patrons behind them, and rooms in the museum."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from digsite.core.compiled import CompiledGame, Rooms
from digsite.core.fields import Bytes
from digsite.core.game import Picture, Score
from digsite.games.mykerinos import actions, check, scoring
from digsite.games.mykerinos.data import SEATS, Facts
from digsite.games.mykerinos.kernel import KERNEL
from digsite.games.mykerinos.refusals import refuse
from digsite.games.mykerinos.setup import start
from digsite.games.mykerinos.state import STATE
from digsite.games.mykerinos.view import view

VERSION = 1
PHASE = STATE.fields["phase"][1]  # type: ignore[index]


def itemise(facts: Facts, parts: Sequence[int]) -> Score:
    return {
        "plots": parts[scoring.PLOT_POINTS],
        "wings": dict(zip(facts.patrons, parts[scoring.WING_POINTS : scoring.SET_POINTS], strict=True)),
        "sets": parts[scoring.SET_POINTS],
        "total": sum(parts),
    }


def picture(seen: dict[str, Any], **how: Any) -> Picture:
    from digsite.games.mykerinos import draw  # drawing is rarely needed where rules run

    return draw.picture(seen, **how)


def source(state: Bytes) -> int:
    """Who starts, the patrons of the wings, or the tiles: each has its phase."""
    return int(state[PHASE])


def load() -> CompiledGame[Facts]:
    data = tomllib.loads(Path(__file__).with_name("data.toml").read_text(encoding="utf-8"))
    rooms = Rooms(
        state_bytes=STATE.itemsize,
        actions=actions.ACTIONS,
        parts=scoring.PARTS,
        kernel=KERNEL,
        facts=Facts,
        start=start,
        text=lambda facts, action: actions.text(facts.patrons, action),
        parse=lambda facts, text: actions.parse(facts.patrons, text),
        itemise=itemise,
        tie_break="archaeologists left",
        view=view,
        refuse=refuse,
        faults=check.FAULTS,
        picture=picture,
        source=source,
    )
    return CompiledGame("mykerinos", VERSION, SEATS, rooms, data)
