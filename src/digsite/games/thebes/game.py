"""Thebes: two to four archaeologists travel, study, dig and exhibit; most points after 1903 wins."""

import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, cast

from digsite.core.compiled import CompiledGame, GameSpec
from digsite.core.fields import Bytes
from digsite.core.game import Picture, Score, View
from digsite.games.thebes.kernel import KERNEL
from digsite.games.thebes.rules import actions, check, notation, scoring
from digsite.games.thebes.rules.data import SEATS, Facts
from digsite.games.thebes.rules.options import OPTIONS
from digsite.games.thebes.rules.refusals import refuse
from digsite.games.thebes.rules.setup import start
from digsite.games.thebes.rules.state import FIND, STATE
from digsite.games.thebes.rules.view import score_parts, view
from digsite.games.thebes.rules.view_types import typed

VERSION = 1
Theme = Literal["light", "dark", "css"]
PHASE, DIG_SITE = (STATE.fields[name][1] for name in ("phase", "dig_site"))  # type: ignore[index]


def picture(view: View, *, theme: Theme = "light", names: Sequence[str] | None = None) -> Picture:
    from digsite.games.thebes import draw  # drawing is rarely needed where rules run

    return draw.picture(typed(view), theme=theme, names=names)


def source(state: Bytes) -> int:
    """Return what the next draw is from: the start markers, the cards, or one site's bag."""
    return int(state[PHASE]) + (int(state[DIG_SITE]) if state[PHASE] == FIND else 0)


def load() -> CompiledGame[Facts]:
    data = tomllib.loads(Path(__file__).with_name("rules").joinpath("data.toml").read_text(encoding="utf-8"))
    spec = GameSpec(
        state_bytes=STATE.itemsize,
        actions=actions.ACTIONS,
        parts=scoring.PARTS,
        kernel=KERNEL,
        facts=Facts,
        start=start,
        text=lambda facts, action: notation.text(facts.sites, action),
        parse=lambda facts, text: notation.parse(facts.sites, text),
        itemise=cast("Callable[[Facts, Sequence[int]], Score]", score_parts),
        tie_break=None,
        view=cast("Callable[[Facts, Bytes, list[Score]], View]", view),
        refuse=lambda facts, view, action: refuse(facts, typed(view), action),
        faults=check.FAULTS,
        picture=picture,
        source=source,
        options=OPTIONS,
    )
    return CompiledGame("thebes", VERSION, SEATS, spec, data)
