"""What is new in desert and museum since the viewer's last decision."""

from dataclasses import dataclass, field

from digsite.games.mykerinos.rules.decode import (
    NeutralExtend,
    NeutralSkip,
    NeutralStart,
    Pass,
    RemoveTile,
    TakeRoom,
    TakeTile,
    decode,
)
from digsite.games.mykerinos.rules.notation import field_name
from digsite.games.mykerinos.rules.state import FIELDS, NEUTRAL, ROOMS, STATE, WORD
from digsite.games.mykerinos.rules.view import colours
from digsite.games.mykerinos.rules.view_types import Colour
from digsite.web.viewer import Viewer

WEIGHTS: dict[type, int] = {
    TakeTile: 4, TakeRoom: 4, RemoveTile: 3, Pass: 2, NeutralStart: 0, NeutralExtend: 0, NeutralSkip: 0,
}  # fmt: skip


@dataclass(frozen=True)
class Taken:
    """What others have taken: fields, rooms of the museum, and plots by zone and side, each with its new owner."""

    fields: dict[str, Colour] = field(default_factory=dict)
    rooms: dict[int, int] = field(default_factory=dict)
    plots: dict[tuple[int, int], int] = field(default_factory=dict)


def weight(actions: list[int]) -> int:
    """Return how much a decision matters to the others: a plot is gone for good, a pass decides ties."""
    return WEIGHTS.get(type(decode(actions[0])), 1)


def taken(viewer: Viewer) -> Taken:
    """Return what others have taken since the viewer's last decision."""
    return viewer.once_per_position(_taken)


def _taken(viewer: Viewer) -> Taken:
    if not viewer.news.played:
        return Taken()
    before, now = (state.view(STATE)[0] for state in (viewer.news.after, viewer.state))
    others = [colour for colour in colours(int(now["seats"])) if colour not in viewer.own]
    found = Taken()
    for colour in others:
        places = fields_in(now["cubes"][colour].tolist()) & ~fields_in(before["cubes"][colour].tolist())
        for place in range(FIELDS) if places else ():
            if places >> place & 1:
                found.fields[field_name(place)] = "neutral" if colour == NEUTRAL else colour
        if colour != NEUTRAL:
            rooms = int(now["rooms"][colour]) & ~int(before["rooms"][colour])
            found.rooms.update({room: colour for room in range(ROOMS) if rooms >> room & 1})
    for played in viewer.news.played:
        action = decode(played.actions[0])
        if isinstance(action, TakeTile) and played.seat is not None:
            found.plots[int(played.states[0].view(STATE)[0]["zone"]), action.place] = played.seat
    return found


def fields_in(words: list[int]) -> int:
    """Return the fields of a set as the bits of one number."""
    return sum(word << WORD * number for number, word in enumerate(words))
