"""Actions of Thebes as numbers, for the compiled rules. `decode` gives them names, `notation` writes them as text.

Numbers are stable within a version of the game. Players' actions come first, then those of chance in the order in
which a fair draw counts them. A dig's number runs over the weeks fastest, so that what is legal at one site with the
same options is one range.
"""

from digsite.games.thebes.rules.state import CARDS, HALLS, MOST_WEEKS, PLAYERS, SITES, SPACES, TOKENS

OPTIONS = 16

TAKE = 0  # twice each: without and with the zeppelin
EXCHANGE = TAKE + 2 * SPACES
EXHIBIT = EXCHANGE + 2
DIG = EXHIBIT + 2 * HALLS
STOP = DIG + SITES * OPTIONS * MOST_WEEKS
MARKER = STOP + 1  # from here on chance acts
CARD = MARKER + PLAYERS
FOUND = CARD + CARDS  # find 1, the first that a bag holds
SAND = FOUND + TOKENS - 1
ACTIONS = SAND + 1


def dig_action(site: int, weeks: int, options: int) -> int:
    return DIG + (site * OPTIONS + options) * MOST_WEEKS + weeks - 1
