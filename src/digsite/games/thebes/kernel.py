"""The compiled functions of Thebes."""

from digsite.core.kernel import bind
from digsite.games.thebes.actions import ACTIONS
from digsite.games.thebes.check import find_faults
from digsite.games.thebes.data import TABLES
from digsite.games.thebes.experience import foresee
from digsite.games.thebes.judgement import KEYS, MANNER, estimate, in_chain, is_rest, key_of
from digsite.games.thebes.listing import list_actions, list_chance
from digsite.games.thebes.rules import chance_action, chance_ways, perform
from digsite.games.thebes.scoring import PARTS, score_parts, tie_value
from digsite.games.thebes.state import PLAYERS, STATE
from digsite.games.thebes.urges import urges

KERNEL = bind(
    "thebes",
    {
        "STATE": STATE,
        "STATE_BYTES": STATE.itemsize,
        "TABLES": TABLES,
        "ACTIONS": ACTIONS,
        "SEATS": PLAYERS,
        "PARTS": PARTS,
        "list_actions": list_actions,
        "list_chance": list_chance,
        "perform": perform,
        "chance_ways": chance_ways,
        "chance_action": chance_action,
        "score_parts": score_parts,
        "tie_value": tie_value,
        "find_faults": find_faults,
        "KEYS": KEYS,
        "MANNER": MANNER,
        "estimate": estimate,
        "foresee": foresee,
        "urges": urges,
        "key_of": key_of,
        "is_rest": is_rest,
        "in_chain": in_chain,
    },
)
