"""The compiled functions of Mykerinos."""

from digsite.core.kernel import bind
from digsite.games.mykerinos.actions import ACTIONS
from digsite.games.mykerinos.check import find_faults
from digsite.games.mykerinos.data import TABLES
from digsite.games.mykerinos.judgement import KEYS, MANNER, estimate, in_chain, is_rest, key_of, urges
from digsite.games.mykerinos.listing import list_actions, list_chance
from digsite.games.mykerinos.rules import chance_action, chance_ways, perform
from digsite.games.mykerinos.scoring import PARTS, score_parts, tie_value
from digsite.games.mykerinos.state import PLAYERS, STATE

KERNEL = bind(
    "mykerinos",
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
        "urges": urges,
        "key_of": key_of,
        "is_rest": is_rest,
        "in_chain": in_chain,
    },
)
