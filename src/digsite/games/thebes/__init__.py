"""Thebes: two to four archaeologists travel, study, dig and exhibit; most points after 1903 wins."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from digsite.core.compiled import CompiledGame, Rooms
from digsite.core.fields import Bytes
from digsite.core.game import Picture, Score
from digsite.core.kernel import bind
from digsite.games.thebes import actions, check, listing, rules, scoring
from digsite.games.thebes.data import SEATS, TABLES, Facts
from digsite.games.thebes.refusals import refuse
from digsite.games.thebes.state import PLAYERS, STATE
from digsite.games.thebes.view import view

VERSION = 1

KERNEL = bind(
    "thebes",
    Path(__file__).parent,
    {
        "STATE": STATE,
        "STATE_BYTES": STATE.itemsize,
        "TABLES": TABLES,
        "ACTIONS": actions.ACTIONS,
        "SEATS": PLAYERS,
        "PARTS": scoring.PARTS,
        "new_state": rules.new,
        "list_actions": listing.list_actions,
        "list_chance": listing.list_chance,
        "perform": rules.perform,
        "chance_ways": rules.chance_ways,
        "chance_action": rules.chance_action,
        "score_parts": scoring.score_parts,
        "find_faults": check.find_faults,
    },
)


def itemise(facts: Facts, parts: Sequence[int]) -> Score:
    return {
        "artifacts": parts[scoring.ARTIFACT_POINTS],
        "exhibitions": parts[scoring.EXHIBITION_POINTS],
        "congresses": parts[scoring.CONGRESS_POINTS],
        "majorities": dict(zip(facts.sites, parts[scoring.MAJORITY_POINTS :], strict=True)),
        "total": sum(parts),
    }


def tie_break(_position: Bytes, totals: Sequence[int]) -> tuple[list[int], str | None]:
    """T9.5: nothing parts equal scores."""
    return [0] * len(totals), "shared" if list(totals).count(max(totals)) > 1 else None


def picture(seen: dict[str, Any], **how: Any) -> Picture:
    from digsite.games.thebes import draw  # drawing is rarely needed where rules run

    return draw.picture(seen, **how)


def load() -> CompiledGame[Facts]:
    data = tomllib.loads(Path(__file__).with_name("data.toml").read_text(encoding="utf-8"))
    rooms = Rooms(
        state_bytes=STATE.itemsize,
        actions=actions.ACTIONS,
        parts=scoring.PARTS,
        kernel=KERNEL,
        facts=Facts,
        text=lambda facts, action: actions.text(facts.sites, action),
        parse=lambda facts, text: actions.parse(facts.sites, text),
        itemise=itemise,
        tie_break=tie_break,
        view=view,
        refuse=refuse,
        faults=check.FAULTS,
        picture=picture,
    )
    return CompiledGame("thebes", VERSION, SEATS, rooms, data)

