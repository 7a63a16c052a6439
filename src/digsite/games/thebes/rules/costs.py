"""Journeys and knowledge computed from a view, for everything that explains rules rather than applies them."""

from digsite.games.thebes.rules.data import Facts, worth_of
from digsite.games.thebes.rules.knowledge import USE_ASSISTANT, USE_RUMOUR
from digsite.games.thebes.rules.state import MOST_KNOWLEDGE
from digsite.games.thebes.rules.view_types import PlayerView

Player = PlayerView


def journey(facts: Facts, player: Player, place: str) -> int:
    """Return the weeks a journey takes, cars included (T3.1, T3.2)."""
    steps = int(facts.steps[facts.places.index(player["place"]), facts.places.index(place)])
    return steps - 1 if steps >= 3 and player["cars"] else steps


def specialised(facts: Facts, player: Player, site: str, options: int = 0) -> int:
    """Return the specialised knowledge of a site, with what is used for the dig (T6.2 to T6.5)."""
    known = player["knowledge"][site]
    helpers = worth_of(facts.sets, player["assistants"])
    used = facts.single * bool(options & USE_ASSISTANT) + facts.rumour * bool(options & USE_RUMOUR)
    return known["books"] + known["found"] + helpers + used


def total_knowledge(facts: Facts, player: Player, site: str, options: int) -> int:
    """Return specialised and general knowledge as the wheel counts them (T6.6, T6.7)."""
    own = specialised(facts, player, site, options)
    general = player["general"]["books"] + player["general"]["found"]
    return min(own + min(general, own), MOST_KNOWLEDGE)
