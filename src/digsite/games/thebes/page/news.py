"""What is new on the table since the viewer's last decision: who came from where, new cards, their digs."""

from dataclasses import dataclass

from markupsafe import Markup

from digsite.games.thebes.page import art, log
from digsite.games.thebes.page.choice import route
from digsite.games.thebes.page.position import facts
from digsite.games.thebes.rules.decode import Dig, Exhibit, FindDraw, SandDraw, decode
from digsite.games.thebes.rules.state import STATE
from digsite.games.thebes.rules.view import find_view
from digsite.web.art import mark
from digsite.web.viewer import Played, Viewer

TOKEN = 46.0
WEIGHTS: dict[type, int] = {Exhibit: 3, Dig: 2}


@dataclass(frozen=True)
class DugUp:
    """A dig of somebody else, as it passes over the board."""

    key: str
    mark: Markup
    words: str
    tokens: list[Markup]


def weight(actions: list[int]) -> int:
    """Return how much a decision matters to the others: an exhibition is gone, a dig empties a bag."""
    return WEIGHTS.get(type(decode(actions[0])), 1)


def journeys(viewer: Viewer) -> dict[int, tuple[str, ...]]:
    """Return the places that others passed since the viewer's last decision; only one where they stayed."""
    return viewer.once_per_position(_journeys)


def _journeys(viewer: Viewer) -> dict[int, tuple[str, ...]]:
    found = dict[int, tuple[str, ...]]()
    for played in viewer.news.played:
        if played.seat is not None:
            first, last = (log.Moment(facts(viewer), played.states[ply]) for ply in (0, -1))
            start, end = first.place(played.seat), last.place(played.seat)
            before = found.get(played.seat, (start,))
            found[played.seat] = (*before, *route(facts(viewer), before[-1], end)[1:])
    return found


def new_cards(viewer: Viewer) -> frozenset[int]:
    """Return the open cards and exhibitions that were not open before the viewer's last decision."""
    return viewer.once_per_position(_new_cards)


def _new_cards(viewer: Viewer) -> frozenset[int]:
    before, now = (state.view(STATE)[0] for state in (viewer.news.before, viewer.state))
    return frozenset(
        card for field in ("display", "hall") for card in set(now[field].tolist()) - set(before[field].tolist())
    )


def digs_of_others(viewer: Viewer) -> list[DugUp]:
    """Return what others have dug up since the viewer's last decision, in order."""
    return [
        _dug_up(viewer, each, each.seat)
        for each in viewer.news.played
        if each.seat is not None and each.seat not in viewer.own and isinstance(decode(each.actions[0]), Dig)
    ]


def _dug_up(viewer: Viewer, played: Played, seat: int) -> DugUp:
    dig, after = decode(played.actions[0]), played.states[-1].view(STATE)[0]
    assert isinstance(dig, Dig)
    tokens = []
    for draw in map(decode, played.actions[1:]):
        if isinstance(draw, FindDraw):
            tokens.append(art.find(find_view(facts(viewer), dig.site, draw.number), TOKEN))
        elif isinstance(draw, SandDraw):
            tokens.append(art.sand(TOKEN))
    words = log.headline(viewer, played.states, played.actions)
    return DugUp(f"{seat}-{after['time'][seat]}", mark(seat, 16), words, tokens)
