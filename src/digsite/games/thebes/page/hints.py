"""Actions of Thebes in a few words, and the address that chooses each."""

from collections.abc import Sequence

from digsite.games.thebes.page import names
from digsite.games.thebes.page.position import facts, view_of
from digsite.games.thebes.rules.decode import ChanceAction, Dig, Exchange, Exhibit, Stop, Take, decode
from digsite.games.thebes.rules.notation import HALL_NAMES
from digsite.web.i18n import _, listed, weeks
from digsite.web.viewer import Viewer

Query = dict[str, object]


def title(viewer: Viewer, number: int, then: Sequence[int] = ()) -> str:
    """Return an action in a few words."""
    action = decode(number)
    if isinstance(action, ChanceAction):
        return viewer.game.text(viewer.state, number)
    if isinstance(action, Stop):
        return _("Stop")
    if isinstance(action, Dig):
        return dig_title(viewer, action)
    what = errand_title(viewer, action)
    return _("%(action)s, by zeppelin", action=what) if action.zeppelin else what


def errand_title(viewer: Viewer, action: Take | Exchange | Exhibit) -> str:
    view = view_of(viewer)
    if isinstance(action, Exchange):
        return _("Exchange the open cards")
    if isinstance(action, Exhibit):
        show = view["exhibitions"][action.hall]
        return names.card_title(show) if show else ""
    card = view["cards"][action.space]
    if card is None:
        return ""
    return _("%(card)s %(in_place)s", card=names.card_title(card), in_place=names.in_place(card["city"]))


def dig_title(viewer: Viewer, dig: Dig) -> str:
    words = {
        _("the zeppelin"): dig.zeppelin,
        _("the assistant"): dig.assistant,
        _("the rumour"): dig.rumour,
        _("the shovel"): dig.shovel,
    }
    used = [name for name, is_used in words.items() if is_used]
    where = names.in_place(facts(viewer).sites[dig.site])
    plain = _("Dig %(weeks)s %(in_place)s", weeks=weeks(dig.weeks), in_place=where)
    return _("%(dig)s, with %(used)s", dig=plain, used=listed(used)) if used else plain


def query(viewer: Viewer, number: int, then: Sequence[int] = ()) -> Query:
    """Return what the address must ask for to choose an action."""
    match decode(number):
        case Stop():
            return {"choose": "stop"}
        case Dig() as dig:
            uses = {"zeppelin": dig.zeppelin, "assistant": dig.assistant, "rumour": dig.rumour, "shovel": dig.shovel}
            used = {name: "on" for name, is_used in uses.items() if is_used}
            return {"choose": f"dig-{facts(viewer).sites[dig.site]}", "weeks": dig.weeks, **used}
        case Take() as take:
            return by_air({"choose": f"take-{take.space + 1}"}, take.zeppelin)
        case Exhibit() as show:
            return by_air({"choose": f"exhibit-{HALL_NAMES[show.hall]}"}, show.zeppelin)
        case Exchange() as exchange:
            return by_air({"choose": "exchange"}, exchange.zeppelin)
    return {}


def by_air(query: Query, zeppelin: bool) -> Query:
    return {**query, "zeppelin": "on"} if zeppelin else query
