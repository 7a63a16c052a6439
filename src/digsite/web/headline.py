"""What is going on at a table, in a few words."""

from digsite.tables.table import Table
from digsite.web.i18n import _, listed, n_, points
from digsite.web.viewer import Viewer


def headline(viewer: Viewer) -> str:
    table = viewer.table
    if not viewer.present:
        return _("An earlier position")
    if table.status == "open":
        return waiting(table)
    if table.status == "over":
        return result(viewer)
    if table.outdated or table.to_act is None:
        return _("This game cannot be played on")
    return to_move(viewer, table.to_act)


def to_move(viewer: Viewer, seat: int) -> str:
    return _("Your turn") if seat == viewer.you else _("%(name)s to move", name=viewer.names[seat])


def of_position(viewer: Viewer, luck: str) -> str:
    """Return who is to act in the position looked at; of the present one, what the table itself says."""
    if viewer.present:
        return _("The game is over") if viewer.table.status == "over" else headline(viewer)
    seat = viewer.view["to_act"]
    return to_move(viewer, seat) if isinstance(seat, int) else luck


def waiting(table: Table) -> str:
    if table.terms.pairing:
        return _("Waiting for an opponent")
    free = sum(seat.kind == "open" for seat in table.seats)
    if not free:
        return _("Everybody is here")
    return n_("Waiting for one more", "Waiting for %(number)s more", free)


def result(viewer: Viewer) -> str:
    """Return who has won a table's game, and by what."""
    table, found = viewer.table, viewer.table.result()
    if table.end and table.end.reason == "abandoned":
        return _("The game was abandoned")
    if not found:
        return _("The game is over")
    totals, winners = found
    most, names = points(totals[winners[0]]), listed([viewer.names[seat] for seat in winners])
    if len(winners) > 1:
        return (
            _("%(names)s win together", names=names)
            if table.end
            else _("%(names)s win with %(points)s each", names=names, points=most)
        )
    if table.end and table.end.reason == "timeout" and table.end.seat == viewer.you:
        return _("%(name)s wins: your time ran out", name=names)
    if winners[0] == viewer.you:
        return _("You win") if table.end else _("You win with %(points)s", points=most)
    return _("%(name)s wins", name=names) if table.end else _("%(name)s wins with %(points)s", name=names, points=most)
