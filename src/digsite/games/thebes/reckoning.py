"""Journeys and knowledge reckoned from a view, for everything that explains rather than decides."""

from collections.abc import Mapping
from typing import Any

from digsite.games.thebes.data import Facts
from digsite.games.thebes.knowledge import USE_ASSISTANT, USE_RUMOUR
from digsite.games.thebes.state import MOST_KNOWLEDGE

Player = Mapping[str, Any]


def journey(facts: Facts, player: Player, place: str) -> int:
    """T3.1, T3.2."""
    steps = int(facts.steps[facts.places.index(player["place"]), facts.places.index(place)])
    return steps - 1 if steps >= 3 and player["cars"] else steps


def specialised(facts: Facts, player: Player, site: str, options: int = 0) -> int:
    """T6.2 to T6.5."""
    known = player["knowledge"][site]
    helpers = facts.sets[min(int(player["assistants"]), len(facts.sets) - 1)]
    used = facts.single * bool(options & USE_ASSISTANT) + facts.rumour * bool(options & USE_RUMOUR)
    return int(known["books"] + known["found"]) + helpers + used


def total_knowledge(facts: Facts, player: Player, site: str, options: int) -> int:
    """T6.6, T6.7, as the wheel counts it."""
    own = specialised(facts, player, site, options)
    general = int(player["general"]["books"] + player["general"]["found"])
    return min(own + min(general, own), MOST_KNOWLEDGE)
