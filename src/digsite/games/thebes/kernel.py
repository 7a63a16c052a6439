"""The compiled functions of Thebes."""

from digsite.core.kernel import bind
from digsite.games.thebes.evaluation.learned import evaluate_learned
from digsite.games.thebes.evaluation.priors import priors
from digsite.games.thebes.evaluation.static import KEYS, SEARCH_PARAMS, evaluate, in_chain, is_leaf, key_of
from digsite.games.thebes.rules.actions import ACTIONS
from digsite.games.thebes.rules.check import find_faults
from digsite.games.thebes.rules.data import TABLES
from digsite.games.thebes.rules.listing import list_actions, list_chance
from digsite.games.thebes.rules.perform import chance_action, chance_ways, perform
from digsite.games.thebes.rules.scoring import PARTS, score_parts, tie_value
from digsite.games.thebes.rules.state import PLAYERS, STATE

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
        "SEARCH_PARAMS": SEARCH_PARAMS,
        "evaluate": evaluate,
        "evaluate_learned": evaluate_learned,
        "priors": priors,
        "key_of": key_of,
        "is_leaf": is_leaf,
        "in_chain": in_chain,
    },
)
