"""Actions of Mykerinos in a few words, and the address that chooses each."""

from collections.abc import Sequence

from digsite.games.mykerinos.page import names
from digsite.games.mykerinos.page.position import facts, scored_tiles, view_of
from digsite.games.mykerinos.page.turn import Position
from digsite.games.mykerinos.rules.decode import (
    Action,
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
from digsite.web.i18n import _, later, listed
from digsite.web.viewer import Viewer

PLACED: dict[type[OnField], str] = {
    Start: later("Start on %(field)s %(in_zone)s"),
    Extend: later("Extend to %(field)s %(in_zone)s"),
    Then: later("Go on to %(field)s %(in_zone)s"),
    NeutralStart: later("Start a neutral on %(field)s %(in_zone)s"),
    NeutralExtend: later("Extend the neutrals to %(field)s %(in_zone)s"),
}


def title(viewer: Viewer, number: int, then: Sequence[int] = ()) -> str:
    """Return an action in a few words, with the fields or the room where it goes on."""
    action, steps = decode(number), goes_on(number, then)
    if steps:
        return planned(viewer, action, steps)
    if isinstance(action, OnField):
        field, zone = field_name(action.field), zone_of(action.field)
        return _(PLACED[type(action)], field=names.field(field), in_zone=names.in_zone(zone))
    match action:
        case Pass():
            return _("Pass")
        case NeutralSkip():
            return _("Place no neutral")
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


def goes_on(number: int, then: Sequence[int]) -> list[OnField | TakeRoom]:
    """Return the steps after a first that belong to the same action: a patron's help, or the rest of a chain."""
    action, found = decode(number), list[OnField | TakeRoom]()
    for step in map(decode, then if isinstance(action, Use | Extend) else ()):
        begins = isinstance(step, Start | Extend | TakeRoom) and isinstance(action, Use) and not found
        if not isinstance(step, OnField | TakeRoom) or not (begins or isinstance(step, Then)):
            break
        found.append(step)
    return found


def planned(viewer: Viewer, action: Action, steps: Sequence[OnField | TakeRoom]) -> str:
    """Return an action and its steps in a few words: "Extend to b1 and c1"."""
    if isinstance(action, Use):
        patron = names.patron(facts(viewer).patrons[action.patron])
        return _("%(patron)s: %(what)s", patron=patron, what=planned(viewer, steps[0], steps[1:]))
    steps = [action, *steps] if isinstance(action, OnField | TakeRoom) else steps
    first = steps[0]
    if isinstance(first, TakeRoom):
        return _("Reserve %(room)s", room=names.a_room(view_of(viewer), first.room))
    fields = listed([names.field(field_name(step.field)) for step in steps if isinstance(step, OnField)])
    return _(PLACED[type(first)], field=fields, in_zone=names.in_zone(zone_of(first.field)))


def plot(viewer: Viewer, place: int) -> str:
    """Return one of the two plots of the zone being scored."""
    tile = scored_tiles(viewer)[place]
    return names.a_plot(tile) if tile else ""


def query(viewer: Viewer, number: int, then: Sequence[int] = ()) -> dict[str, object]:
    """Return what the address must ask for; nothing where an action is played at once."""
    action, steps = decode(number), goes_on(number, then)
    if isinstance(action, NeutralSkip | Decline | Then | ChanceAction):
        return {}
    position, called = Position(viewer.game, viewer.state), dict[str, object]()
    if isinstance(action, Use) and steps:
        called = {"with": position.move(action).patron}
        position, action, steps = Position(viewer.game, viewer.game.apply(viewer.state, number)), steps[0], steps[1:]
    move = position.move(action)
    if not move.field:
        return {"choose": move.key, **called}
    fields = "-".join(field_name(step.field) for step in steps if isinstance(step, OnField))
    return {"choose": move.key, "deed": move.kind, **({"then": fields} if fields else {}), **called}
