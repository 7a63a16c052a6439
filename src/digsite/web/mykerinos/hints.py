"""Actions of Mykerinos in a few words, and the address that chooses each."""

from digsite.games.mykerinos.actions import (
    EXTEND,
    NEUTRAL_EXTEND,
    NEUTRAL_START,
    PASS,
    REMOVE_TILE,
    ROOM,
    SKIP,
    START,
    THEN_ON,
    TILE,
    USE,
    field_name,
)
from digsite.games.mykerinos.view import zone_of
from digsite.web.look import Look
from digsite.web.mykerinos import names
from digsite.web.words import _, later

# What is placed: in words, and as the address calls it; nothing where touching the field plays it
PLACED = {
    START: (later("Start on %(field)s %(in_zone)s"), "start"),
    EXTEND: (later("Extend to %(field)s %(in_zone)s"), "extend"),
    THEN_ON: (later("Go on to %(field)s %(in_zone)s"), ""),
    NEUTRAL_START: (later("Put a neutral archaeologist on %(field)s %(in_zone)s"), "neutral-start"),
    NEUTRAL_EXTEND: (later("Extend the neutral ones to %(field)s %(in_zone)s"), "neutral-extend"),
}


def title(look: Look, action: int) -> str:
    if action == PASS:
        return _("Pass")
    if action == SKIP:
        return _("Place no neutral archaeologist")
    if USE <= action < NEUTRAL_START:
        key = look.game.facts.patrons[action - USE]
        return _("%(patron)s: %(help)s", patron=names.patron(key), help=names.help_of(key))
    if action < TILE:
        base = base_of(action)
        place = action - base
        return _(PLACED[base][0], field=names.field(field_name(place)), in_zone=names.in_zone(zone_of(place)))
    if ROOM <= action < REMOVE_TILE:
        return _("Reserve %(room)s", room=names.a_room(look.view, action - ROOM))
    tiles = look.view["zones"][look.view["scoring"]["zone"]]["tiles"]
    if action < ROOM:
        return _("Take %(plot)s", plot=names.a_plot(tiles[action - TILE]))
    return _("Remove %(plot)s", plot=names.a_plot(tiles[action - REMOVE_TILE]))


def base_of(action: int) -> int:
    return max(base for base in PLACED if base <= action)


def query(look: Look, action: int) -> dict[str, object]:
    """What the address must ask for; nothing where an action is played at once."""
    if action == PASS:
        return {"choose": "pass"}
    if action == SKIP:
        return {}
    if USE <= action < NEUTRAL_START:
        return {"choose": look.game.facts.patrons[action - USE]}
    if action < TILE:
        base = base_of(action)
        deed = PLACED[base][1]
        return {"choose": field_name(action - base), "deed": deed} if deed else {}
    if action < ROOM:
        return {"choose": f"tile-{action - TILE}"}
    if action < REMOVE_TILE:
        return {"choose": f"room-{action - ROOM}"}
    return {"choose": f"remove-{action - REMOVE_TILE}"}
