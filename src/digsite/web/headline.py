"""What is going on at a table, in a few words."""

from digsite.server.table import Table
from digsite.web.look import Look
from digsite.web.words import _, listed, n_


def headline(look: Look) -> str:
    table = look.table
    if table.status == "open":
        return waiting(table)
    if table.status == "over":
        return result(look)
    if table.outdated or table.to_act is None:
        return _("This game cannot be played on")
    return to_move(look, table.to_act)


def to_move(look: Look, seat: int) -> str:
    return _("Your move") if seat == look.you else _("%(name)s to move", name=look.names[seat])


def of_position(look: Look, luck: str) -> str:
    """What goes on in the position looked at; of the present one the table knows more."""
    if look.present:
        return _("The game is over") if look.table.status == "over" else headline(look)
    seat = look.view["to_act"]
    return to_move(look, seat) if isinstance(seat, int) else luck


def waiting(table: Table) -> str:
    free = sum(seat.kind == "open" for seat in table.seats)
    if not free:
        return _("Everybody is here")
    return n_("Waiting for one more", "Waiting for %(number)s more", free)


def result(look: Look) -> str:
    """Who has won, and how."""
    table, found = look.table, look.table.result()
    if table.end and table.end.reason == "abandoned":
        return _("The game was abandoned")
    if not found:
        return _("The game is over")
    totals, winners = found
    points, names = totals[winners[0]], listed([look.names[seat] for seat in winners])
    if len(winners) > 1:
        return (
            _("%(names)s win together", names=names)
            if table.end
            else _("%(names)s win with %(points)s points each", names=names, points=points)
        )
    if table.end and table.end.reason == "timeout" and table.end.seat == look.you:
        return _("%(name)s wins: your time was over", name=names)
    if winners[0] == look.you:
        return _("You win") if table.end else _("You win with %(points)s points", points=points)
    return (
        _("%(name)s wins", name=names)
        if table.end
        else _("%(name)s wins with %(points)s points", name=names, points=points)
    )
