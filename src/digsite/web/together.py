"""What players ask each other at a table, and what somebody who ran out of time can do."""

from collections.abc import Sequence
from typing import TypedDict

from digsite.tables import commands
from digsite.tables.refused import Refused
from digsite.tables.table import Table, Takeback
from digsite.web.allowed import allowed
from digsite.web.bot_levels import persona
from digsite.web.i18n import _, listed, n_
from digsite.web.viewer import Viewer

MINUTE = 60_000


class TogetherContext(TypedDict):
    kind: str  # what it is about, and so what can be answered
    title: str  # in a few words, for who has folded it; nothing is shown where it is empty
    sentence: str
    opened: bool  # whether all of it is shown at first: where the viewer is to answer
    returns: bool  # whether the viewer may come back
    late: int | None  # who ran out of time and may be given more


NOTHING = TogetherContext(kind="", title="", sentence="", opened=False, returns=False, late=None)


def together(viewer: Viewer) -> TogetherContext:
    """Return what the viewer is asked or may do besides playing."""
    table, offering = viewer.table, offers_to_end(viewer.table)
    if table.takeback and viewer.own:
        return _about_takeback(viewer, table.takeback)
    if viewer.lost is not None and table.status == "playing":
        returns = allowed(lambda: commands.come_back(table, viewer.person, "", 0))
        sentence = _way_back(viewer)
        return _shown("lost", _("Your seat"), sentence, True) | {"returns": returns}
    if viewer.own and offering:
        own = viewer.own[0] in offering
        title = _("You offer to end the game") if own else _("End the game?")
        return _shown("ending" if own else "end", title, _offer(viewer, own), not own)
    late = out_of_time(viewer)
    return NOTHING if late is None else _about_late(viewer, late)


def _shown(kind: str, title: str, sentence: str, opened: bool) -> TogetherContext:
    return NOTHING | {"kind": kind, "title": title, "sentence": sentence, "opened": opened}


def _about_takeback(viewer: Viewer, asked: Takeback) -> TogetherContext:
    if is_asked(viewer.table, viewer.own):
        sentence = _("%(name)s asks to take back an action. Do you agree?", name=viewer.names[asked.seat])
        return _shown("asked", _("A take-back?"), sentence, True)
    seats = enumerate(viewer.table.seats)
    waits = [number for number, seat in seats if seat.kind == "person" and number not in asked.agreed]
    names = listed([viewer.names[number] for number in waits])
    if asked.seat in viewer.own:
        sentence = _("You ask to take back your last action. Waiting for %(names)s.", names=names)
        return _shown("asking", _("You ask for a take-back"), sentence, False)
    sentence = _("You agree to the take-back. Waiting for %(names)s.", names=names)
    return _shown("agreed", _("You agree to a take-back"), sentence, False)


def out_of_time(viewer: Viewer) -> int | None:
    """Return the seat of a player who ran out of time, and comes back only if the viewer gives them some."""
    seats = enumerate(viewer.table.seats)
    late = [number for number, seat in seats if seat.lost and seat.kind != "person" and not seat.returns_with]
    return next((number for number in late if number in may_add_time(viewer)), None)


def _about_late(viewer: Viewer, seat: int) -> TogetherContext:
    gone = viewer.table.seats[seat]
    values = {"name": gone.name, "bot": persona(gone.bot) if gone.bot else ""}
    if gone.bot:
        sentence = _("%(bot)s plays on. If you give %(name)s more time, they can come back.", **values)
    else:
        sentence = _("The seat is free. If you give %(name)s more time, they can come back.", **values)
    return _shown("late", _("%(name)s ran out of time", **values), sentence, True) | {"late": seat}


def is_asked(table: Table, own: Sequence[int]) -> bool:
    """Return whether somebody asks whoever has these seats for a take-back."""
    return bool(own) and table.takeback is not None and not set(own) <= set(table.takeback.agreed)


def offers_to_end(table: Table) -> list[int]:
    """Return the seats of the people who offer to end the game without a winner."""
    seats = enumerate(table.seats if table.status == "playing" else ())
    return [number for number, seat in seats if seat.kind == "person" and seat.wants_end]


def _offer(viewer: Viewer, own: bool) -> str:
    people = [number for number, seat in enumerate(viewer.table.seats) if seat.kind == "person"]
    others = [viewer.names[number] for number in people if viewer.table.seats[number].wants_end is not own]
    if own:
        return _("You offer to end the game without a winner. Waiting for %(names)s.", names=listed(others))
    return offer_to_end(others)


def offer_to_end(names: Sequence[str]) -> str:
    """Return who offers to end the game."""
    return n_(
        "%(names)s offers to end the game without a winner.",
        "%(names)s offer to end the game without a winner.",
        len(names),
        names=listed(names),
    )


def _way_back(viewer: Viewer) -> str:
    try:
        entry = commands.come_back(viewer.table, viewer.person, "", 0)
    except Refused as why:
        late = why.code == "no time"
        return _("You can take your seat back once another player adds time to your clock.") if late else ""
    if "returns_with" not in entry.payload:
        return _("Your seat is still yours if you want it.")
    minutes = entry.payload["returns_with"] // MINUTE
    return _("Nobody else plays any more: you can take your seat back with %(minutes)s minutes.", minutes=minutes)


def may_add_time(viewer: Viewer) -> list[int]:
    """Return the seats to whose clock the viewer may add time."""
    table = viewer.table
    return [
        seat
        for seat in range(len(table.seats))
        if allowed(lambda seat=seat: commands.add_time(table, viewer.person, seat, 1, 0))  # type: ignore[misc]
    ]
