"""What players ask each other at a table, and what somebody who ran out of time can do."""

from collections.abc import Sequence
from typing import TypedDict

from digsite.tables import commands
from digsite.tables.refused import Refused
from digsite.tables.table import Table, Takeback
from digsite.web.allowed import allowed
from digsite.web.i18n import _, listed, n_
from digsite.web.viewer import Viewer

MINUTE = 60_000


class TogetherContext(TypedDict):
    sentence: str  # what stands there; nothing is shown where it is empty
    answers: bool  # whether the viewer is asked, and answers yes or no
    withdraws: bool  # whether the viewer asks, and may stop asking
    returns: bool  # whether the viewer may come back
    ends: bool  # whether others offer to end the game
    offers: bool  # whether the viewer does, and may withdraw that


def together(viewer: Viewer) -> TogetherContext:
    """Return what the viewer is asked or may do besides playing."""
    asked, offering = viewer.table.takeback, offers_to_end(viewer.table)
    context: TogetherContext = {
        "sentence": "", "answers": False, "withdraws": False, "returns": False, "ends": False, "offers": False,
    }  # fmt: skip
    if asked and viewer.own:
        context["withdraws"] = asked.seat in viewer.own
        context["answers"] = is_asked(viewer.table, viewer.own)
        context["sentence"] = _request(viewer, asked, context["answers"])
    elif viewer.lost is not None and viewer.table.status == "playing":
        context["returns"] = allowed(lambda: commands.come_back(viewer.table, viewer.person, "", 0))
        context["sentence"] = _way_back(viewer)
    elif viewer.own and offering:
        context["offers"] = viewer.own[0] in offering
        context["ends"] = not context["offers"]
        context["sentence"] = _offer(viewer, context["offers"])
    return context


def is_asked(table: Table, own: Sequence[int]) -> bool:
    """Return whether somebody asks whoever has these seats for a take-back."""
    return bool(own) and table.takeback is not None and not set(own) <= set(table.takeback.agreed)


def offers_to_end(table: Table) -> list[int]:
    """Return the seats of the people who offer to end the game without a winner."""
    seats = enumerate(table.seats if table.status == "playing" else ())
    return [number for number, seat in seats if seat.kind == "person" and seat.wants_end]


def _request(viewer: Viewer, asked: Takeback, answers: bool) -> str:
    if answers:
        return _("%(name)s asks to take back an action. Do you agree?", name=viewer.names[asked.seat])
    seats = enumerate(viewer.table.seats)
    waits = [number for number, seat in seats if seat.kind == "person" and number not in asked.agreed]
    names = listed([viewer.names[number] for number in waits])
    if asked.seat in viewer.own:
        return _("You ask to take back your last action. Waiting for %(names)s.", names=names)
    return _("You agree to the take-back. Waiting for %(names)s.", names=names)


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
