"""Actions of Mykerinos in a few words, and the address that chooses each."""

from digsite.games.mykerinos.page import names
from digsite.games.mykerinos.page.position import facts, scored_tiles, view_of
from digsite.games.mykerinos.page.turn import Position
from digsite.games.mykerinos.rules.decode import (
    ChanceAction,
    Decline,
    Extend,
    NeutralExtend,
    NeutralSkip,
    NeutralStart,
    OnField,
    Pass,
    RemoveTile,
    Start,
    TakeRoom,
    TakeTile,
    Then,
    Use,
    decode,
)
from digsite.games.mykerinos.rules.notation import field_name
from digsite.games.mykerinos.rules.view import zone_of
from digsite.web.i18n import _, later
from digsite.web.viewer import Viewer

PLACED: dict[type[OnField], str] = {
    Start: later("Start on %(field)s %(in_zone)s"),
    Extend: later("Extend to %(field)s %(in_zone)s"),
    Then: later("Go on to %(field)s %(in_zone)s"),
    NeutralStart: later("Put a neutral archaeologist on %(field)s %(in_zone)s"),
    NeutralExtend: later("Extend the neutral ones to %(field)s %(in_zone)s"),
}


def title(viewer: Viewer, number: int) -> str:
    """Return an action in a few words."""
    action = decode(number)
    if isinstance(action, OnField):
        field, zone = field_name(action.field), zone_of(action.field)
        return _(PLACED[type(action)], field=names.field(field), in_zone=names.in_zone(zone))
    match action:
        case Pass():
            return _("Pass")
        case NeutralSkip():
            return _("Place no neutral archaeologist")
        case Decline():
            return _("Take no plot")
        case Use():
            key = facts(viewer).patrons[action.patron]
            return _("%(patron)s: %(help)s", patron=names.patron(key), help=names.help_of(key))
        case TakeRoom():
            return _("Reserve %(room)s", room=names.a_room(view_of(viewer), action.room))
        case TakeTile():
            return _("Take %(plot)s", plot=plot(viewer, action.place))
        case RemoveTile():
            return _("Remove %(plot)s", plot=plot(viewer, action.place))
    return viewer.game.text(viewer.state, number)


def plot(viewer: Viewer, place: int) -> str:
    """Return one of the two plots of the zone being scored."""
    tile = scored_tiles(viewer)[place]
    return names.a_plot(tile) if tile else ""


def query(viewer: Viewer, number: int) -> dict[str, object]:
    """Return what the address must ask for; nothing where an action is played at once."""
    action = decode(number)
    if isinstance(action, NeutralSkip | Decline | Then | ChanceAction):
        return {}
    move = Position(viewer.game, viewer.state).move(action)
    return {"choose": move.key, "deed": move.kind} if move.field else {"choose": move.key}
