"""Thebes: two to four archaeologists travel, study, dig and exhibit; most points after 1903 wins."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from digsite.core.compiled import CompiledGame, Rooms
from digsite.core.fields import Bytes
from digsite.core.game import Picture, Score
from digsite.games.thebes import actions, check, scoring
from digsite.games.thebes.data import SEATS, Facts
from digsite.games.thebes.kernel import KERNEL
from digsite.games.thebes.refusals import refuse
from digsite.games.thebes.setup import start
from digsite.games.thebes.state import FIND, STATE
from digsite.games.thebes.view import view

VERSION = 1
PHASE, DIG_SITE = (STATE.fields[name][1] for name in ("phase", "dig_site"))  # type: ignore[index]


def itemise(facts: Facts, parts: Sequence[int]) -> Score:
    return {
        "artifacts": parts[scoring.ARTIFACT_POINTS],
        "exhibitions": parts[scoring.EXHIBITION_POINTS],
        "congresses": parts[scoring.CONGRESS_POINTS],
        "majorities": dict(zip(facts.sites, parts[scoring.MAJORITY_POINTS :], strict=True)),
        "total": sum(parts),
    }


def picture(seen: dict[str, Any], **how: Any) -> Picture:
    from digsite.games.thebes import draw  # drawing is rarely needed where rules run

    return draw.picture(seen, **how)


def source(state: Bytes) -> int:
    """The start markers, the cards, or one site's bag."""
    return int(state[PHASE]) + (int(state[DIG_SITE]) if state[PHASE] == FIND else 0)


def load() -> CompiledGame[Facts]:
    data = tomllib.loads(Path(__file__).with_name("data.toml").read_text(encoding="utf-8"))
    rooms = Rooms(
        state_bytes=STATE.itemsize,
        actions=actions.ACTIONS,
        parts=scoring.PARTS,
        kernel=KERNEL,
        facts=Facts,
        start=start,
        text=lambda facts, action: actions.text(facts.sites, action),
        parse=lambda facts, text: actions.parse(facts.sites, text),
        itemise=itemise,
        tie_break=None,
        view=view,
        refuse=refuse,
        faults=check.FAULTS,
        picture=picture,
        source=source,
    )
    return CompiledGame("thebes", VERSION, SEATS, rooms, data)
