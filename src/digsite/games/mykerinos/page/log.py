"""What happened in Mykerinos, in sentences of the past.

Every sentence about somebody is one message for the reader and one for anybody else.
"""

from collections.abc import Sequence

from markupsafe import Markup, escape

from digsite.core.fields import Bytes
from digsite.games.mykerinos.page import log_messages, names
from digsite.games.mykerinos.page.position import facts
from digsite.games.mykerinos.rules.data import Facts
from digsite.games.mykerinos.rules.decode import (
    Action,
    ChanceAction,
    DealDraw,
    Decline,
    FirstDraw,
    NeutralExtend,
    NeutralStart,
    OnField,
    Pass,
    RemoveTile,
    TakeRoom,
    TakeTile,
    TurnDraw,
    Use,
    WingDraw,
    decode,
)
from digsite.games.mykerinos.rules.notation import field_name
from digsite.games.mykerinos.rules.state import (
    CLAIM,
    DEAL,
    END,
    FIELDS,
    NEUTRAL,
    NEUTRAL_THEN,
    NO_TILE,
    REMOVE,
    STATE,
    TURN,
)
from digsite.games.mykerinos.rules.view import colours, holds, tile_view, zone_of
from digsite.games.mykerinos.rules.view_types import TileView
from digsite.games.mykerinos.rules.zones import NEUTRAL_SPACE
from digsite.web.i18n import _, listed, points
from digsite.web.sentences import bold, say
from digsite.web.viewer import Viewer


class Moment:
    """What sentences need of a position: a whole view for each of them would take too long."""

    def __init__(self, facts: Facts, state: Bytes) -> None:
        self.facts = facts
        self.state = state.view(STATE)[0]
        self.seats = int(self.state["seats"])
        self.actor = int(self.state["actor"])
        self.phase = int(self.state["phase"])
        self.round = int(self.state["round"])
        self.start = int(self.state["start"])
        self.zone = int(self.state["zone"])

    @property
    def digging(self) -> bool:
        return DEAL < self.phase < CLAIM

    @property
    def scoring(self) -> bool:
        return self.phase in (CLAIM, REMOVE)

    @property
    def final(self) -> bool:
        return bool(self.state["final"])

    @property
    def zones(self) -> int:
        return int(self.state["dealt"]) // 2

    @property
    def passed(self) -> int:
        return sum(bool(space) for space in self.state["track"][: self.seats])

    @property
    def untouched(self) -> bool:
        """Whether nobody has done anything in this round yet."""
        return self.phase == TURN and not self.state["cubes"].any() and not self.passed

    def next_space(self) -> int:
        """Return the space of whoever passes next (M3.4, M7.2)."""
        return self.passed + 1 + (self.seats == 2 and self.passed == 1)

    def space(self, colour: int) -> int:
        """Return a colour's space on the pass track; whoever is not on it yet comes last."""
        if colour == NEUTRAL:
            return NEUTRAL_SPACE
        return int(self.state["track"][colour]) or self.next_space()

    def tile(self, zone: int, side: int) -> TileView | None:
        number = int(self.state["slot"][2 * zone + side])
        return None if number == NO_TILE else tile_view(self.facts, number)

    def count(self, colour: int, zone: int, placed: tuple[int, int] | None) -> int:
        """Return how many archaeologists of a colour are in a zone, the one just placed included."""
        cubes = self.state["cubes"][colour]
        standing = sum(holds(cubes, field) for field in range(FIELDS) if zone_of(field) == zone)
        return standing + (placed is not None and placed[0] == colour and zone_of(placed[1]) == zone)

    def wings_of(self, room: int) -> list[str]:
        """Return the patrons in whose wings a room lies."""
        return [self.facts.patrons[self.state["wing"][wing]] for wing in self.facts.rooms[room].wings]


def sentences(viewer: Viewer, states: Sequence[Bytes], actions: Sequence[int]) -> list[Markup]:
    """Return the sentences on one decision and the draws after it, or on draws alone."""
    before, after = Moment(facts(viewer), states[0]), Moment(facts(viewer), states[-1])
    done = [decode(action) for action in actions]
    if isinstance(done[0], ChanceAction):
        return luck(viewer, before, after, done)
    decided = Moment(facts(viewer), states[1])
    found = [decision(viewer, states, done[0]), *zones_scored(viewer, before, decided, done[0])]
    if decided.final and not before.final:
        found.append(say(viewer, decided.actor, *log_messages.LAST_ACTION))
    if decided.phase == END:
        found.append(escape(_("All zones were scored: the game was over.")))
    return [*found, *new_round(viewer, before, after, done[1:])]


def headline(viewer: Viewer, states: Sequence[Bytes], actions: Sequence[int]) -> Markup:
    """Return the decision alone, in one short line."""
    action = decode(actions[0])
    if isinstance(action, ChanceAction):
        return sentences(viewer, states, actions)[0]
    return decision(viewer, states, action)


def when(viewer: Viewer, state: Bytes, seat: int | None) -> str:
    """Return in which round something was done that led to a position: "round 2"."""
    moment = Moment(facts(viewer), state)
    ended_the_last = seat is not None and moment.round > 0 and moment.untouched
    return names.in_round(moment.round + (0 if ended_the_last else 1))


def decision(viewer: Viewer, states: Sequence[Bytes], action: Action) -> Markup:
    before = Moment(facts(viewer), states[0])
    seat = before.actor
    if isinstance(action, OnField):
        return placing(viewer, before, action)
    match action:
        case Pass():
            return passing(viewer, before)
        case Use():
            return say(viewer, seat, *log_messages.USED[before.facts.patrons[action.patron]])
        case TakeRoom():
            room = names.room_between(before.facts.rooms[action.room].value, before.wings_of(action.room))
            return worth(viewer, states, log_messages.RESERVED, log_messages.RESERVED_FOR, room=room)
        case TakeTile():
            plot = plot_chosen(before, action)
            return worth(viewer, states, log_messages.TOOK, log_messages.TOOK_FOR, **plot)
        case Decline():
            return say(viewer, seat, *log_messages.DECLINED, in_zone=names.in_zone(before.zone))
        case RemoveTile():
            return say(viewer, seat, *log_messages.NAMED, **plot_chosen(before, action))
    return say(viewer, seat, *log_messages.NO_NEUTRAL)


def plot_chosen(before: Moment, action: TakeTile | RemoveTile) -> dict[str, str]:
    """Return the plot that is taken or removed, and where it lies, in words."""
    tile = before.tile(before.zone, action.place)
    return {"plot": names.a_plot(tile) if tile else "", "in_zone": names.in_zone(before.zone)}


def worth(
    viewer: Viewer,
    states: Sequence[Bytes],
    plain: log_messages.Messages,
    paid: log_messages.Messages,
    **values: str,
) -> Markup:
    """Return the sentence on a plot or room taken, with the points it brings as the museum stands."""
    seat = viewer.game.to_act(states[0])
    was, now = (viewer.game.score(state)[seat]["total"] for state in states[:2])
    if now == was:
        return say(viewer, seat, *plain, **values)
    return say(viewer, seat, *paid, gain=points(now - was), **values)


def passing(viewer: Viewer, before: Moment) -> Markup:
    """Return the space, and who wins ties by it (M3.4, M4.2)."""
    if not before.passed:
        return say(viewer, before.actor, *log_messages.PASSED_FIRST)
    messages = log_messages.PASSED_LAST if before.passed == before.seats - 1 else log_messages.PASSED
    return say(viewer, before.actor, *messages, space=before.next_space())


def placing(viewer: Viewer, before: Moment, action: OnField) -> Markup:
    messages = log_messages.PLACED[type(action)]
    if before.phase == NEUTRAL_THEN:
        messages = log_messages.NEUTRAL_ON
    elif colour_placed(before, action) != NEUTRAL and holds(before.state["pyramids"], action.field):
        messages = log_messages.ON_PYRAMID[type(action)]
    where = {"field": names.field(field_name(action.field)), "in_zone": names.in_zone(zone_of(action.field))}
    return say(viewer, before.actor, *messages, **where)


def colour_placed(before: Moment, action: OnField) -> int:
    """Return the colour of the archaeologist that an action puts into the desert."""
    neutral = isinstance(action, NeutralStart | NeutralExtend) or before.phase == NEUTRAL_THEN
    return NEUTRAL if neutral else before.actor


def placed(before: Moment, action: Action) -> tuple[int, int] | None:
    """Return the colour and the field of an archaeologist that an action puts into the desert."""
    return (colour_placed(before, action), action.field) if isinstance(action, OnField) else None


def zones_scored(viewer: Viewer, before: Moment, decided: Moment, action: Action) -> list[Markup]:
    """Return what became of the zone before, and how those after it rank (M3.11, M4.1, M4.7)."""
    if decided.digging:
        return []
    found = [] if before.scoring else [escape(_("The digging was over, and the zones were scored."))]
    first = before.zone if before.scoring else -1
    last = decided.zone if decided.scoring else before.zones
    for zone in range(max(first, 0), min(last + 1, before.zones)):
        ranks = ranking(before, zone, placed(before, action))
        if zone > first:
            found.append(ranked(viewer, zone, ranks))
        if zone < last and any(colour != NEUTRAL for colour, _count in ranks):
            found += left_over(before, zone, action)
    return found


def ranking(before: Moment, zone: int, placed: tuple[int, int] | None) -> list[tuple[int, int]]:
    """Return the colours and how many they have in a zone, the first to choose first (M4.2)."""
    counts = [(colour, before.count(colour, zone, placed)) for colour in colours(before.seats)]
    return sorted((each for each in counts if each[1]), key=lambda each: (-each[1], before.space(each[0])))


def ranked(viewer: Viewer, zone: int, ranks: Sequence[tuple[int, int]]) -> Markup:
    if not ranks:
        return escape(_("Nobody was in %(zone)s: its plots left the game.", zone=names.zone(zone)))
    if [colour for colour, _count in ranks] == [NEUTRAL]:
        return escape(
            _("Only neutral archaeologists were in %(zone)s: its plots left the game.", zone=names.zone(zone))
        )
    order = listed([standing(viewer, colour, count) for colour, count in ranks])
    tie = len({count for _colour, count in ranks}) < len(ranks)
    values = {"zone": names.zone_title(zone), "ranks": order}
    if tie:
        return Markup(_("%(zone)s was scored: %(ranks)s. On a tie the earlier pass went first.", **values))
    return Markup(_("%(zone)s was scored: %(ranks)s.", **values))


def standing(viewer: Viewer, colour: int, count: int) -> Markup:
    name = _("the neutral player") if colour == NEUTRAL else _("you") if colour == viewer.you else viewer.names[colour]
    return Markup(_("%(name)s with %(number)s", name=bold(name), number=count))


def left_over(before: Moment, zone: int, action: Action) -> list[Markup]:
    """Return the plots that nobody took (M4.7)."""
    here = before.scoring and zone == before.zone
    chosen = action.place if here and isinstance(action, TakeTile | RemoveTile) else None
    tiles = [before.tile(zone, side) for side in (0, 1) if side != chosen]
    gone = [names.a_plot(tile) for tile in tiles if tile]
    if not gone:
        return []
    return [escape(_("Nobody took %(plots)s %(in_zone)s.", plots=listed(gone), in_zone=names.in_zone(zone)))]


def luck(viewer: Viewer, before: Moment, after: Moment, draws: Sequence[Action]) -> list[Markup]:
    """Return the beginning of a game, or what was still to be drawn."""
    found = [say(viewer, draw.seat, *log_messages.BEGAN) for draw in draws if isinstance(draw, FirstDraw)]
    if any(isinstance(draw, WingDraw) for draw in draws):
        wings = [before.facts.patrons[patron] for patron in after.state["wing"][: after.state["wings"]]]
        patrons = listed([names.patron(key) for key in wings])
        found.append(escape(_("The wings of the museum: %(patrons)s.", patrons=patrons)))
    return [*found, *dealt(before, draws)]


def new_round(viewer: Viewer, before: Moment, after: Moment, draws: Sequence[Action]) -> list[Markup]:
    """Return the sentences on a round that begins (M2.3, M4.8)."""
    found = dealt(before, draws)
    if after.round > before.round:
        found.insert(0, say(viewer, after.start, *log_messages.NEXT_ROUND, round=after.round + 1))
    return found


def dealt(before: Moment, draws: Sequence[Action]) -> list[Markup]:
    """Return the plots dealt, patron by patron, the dearest first (M2.3)."""
    tiles = [before.facts.tiles[draw.tile] for draw in draws if isinstance(draw, DealDraw)]
    if not tiles:
        return []
    order = [*before.facts.patrons, ""]
    tiles.sort(key=lambda tile: (order.index(tile.patron), -tile.points))
    plots = listed([names.plot_name(tile.patron or None, tile.points) for tile in tiles])
    found = [escape(_("Plots were dealt: %(plots)s.", plots=plots))]
    if before.facts.random_turns:  # M2.5
        turned = sum(draw == TurnDraw(1) for draw in draws)
        found.append(escape(_("%(number)s of the %(all)s lie the other way up.", number=turned, all=len(tiles))))
    return found
