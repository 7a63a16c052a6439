"""The compiled functions of Mykerinos."""

from digsite.core.kernel import bind
from digsite.games.mykerinos.evaluation.static import KEYS, SEARCH_PARAMS, evaluate, in_chain, is_leaf, key_of, priors
from digsite.games.mykerinos.rules.actions import ACTIONS
from digsite.games.mykerinos.rules.check import find_faults
from digsite.games.mykerinos.rules.data import TABLES
from digsite.games.mykerinos.rules.listing import list_actions, list_chance
from digsite.games.mykerinos.rules.perform import chance_action, chance_ways, perform
from digsite.games.mykerinos.rules.scoring import PARTS, score_parts, tie_value
from digsite.games.mykerinos.rules.state import PLAYERS, STATE

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
        "SEARCH_PARAMS": SEARCH_PARAMS,
        "evaluate": evaluate,
        "priors": priors,
        "key_of": key_of,
        "is_leaf": is_leaf,
        "in_chain": in_chain,
    },
)
