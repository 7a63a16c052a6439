"""Actions of Mykerinos as numbers, for the compiled rules: players' first, then chance's as a fair draw counts.

Actions that only rule options allow come last, so that all others keep their numbers.

`decode` gives them names, `notation` writes them as text.
"""

from digsite.games.mykerinos.rules.state import FIELDS, PATRONS, PLAYERS, ROOMS, TILES

START = 0
EXTEND = START + FIELDS
THEN_ON = EXTEND + FIELDS
PASS = THEN_ON + FIELDS
USE = PASS + 1
NEUTRAL_START = USE + PATRONS
NEUTRAL_EXTEND = NEUTRAL_START + FIELDS
SKIP = NEUTRAL_EXTEND + FIELDS
TILE = SKIP + 1
ROOM = TILE + 2
REMOVE_TILE = ROOM + ROOMS
FIRST_PLAYER = REMOVE_TILE + 2  # from here on chance acts
WING_OF = FIRST_PLAYER + PLAYERS
DEAL_TILE = WING_OF + PATRONS
DECLINE = DEAL_TILE + TILES  # M4.9: a player's again
TURN_TILE = DECLINE + 1  # M2.5: chance's, by no turn or half a turn
ACTIONS = TURN_TILE + 2
