"""What happened in Mykerinos, in sentences of the past.

Every sentence about somebody is one message for the reader and one for anybody else.
"""

from collections.abc import Sequence

from markupsafe import Markup, escape

from digsite.core.fields import Bytes
from digsite.games.mykerinos.actions import (
    DEAL_TILE,
    FIRST_PLAYER,
    NEUTRAL_START,
    PASS,
    REMOVE_TILE,
    ROOM,
    SKIP,
    TILE,
    USE,
    WING_OF,
    field_name,
)
from digsite.games.mykerinos.data import Facts
from digsite.games.mykerinos.state import (
    CLAIM,
    DEAL,
    END,
    FIELDS,
    NEUTRAL,
    NEUTRAL_THEN,
    REMOVE,
    STATE,
    TURN,
)
from digsite.games.mykerinos.view import colours, holds, tile_view, zone_of
from digsite.games.mykerinos.zones import NEUTRAL_SPACE
from digsite.web.look import Look
from digsite.web.mykerinos import deeds, names
from digsite.web.saying import bold, say
from digsite.web.words import _, listed, points


class Moment:
    """What sentences need of a position: telling all of it for each would take too long."""

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
        """M3.4, M7.2."""
        return self.passed + 1 + (self.seats == 2 and self.passed == 1)

    def space(self, colour: int) -> int:
        """Of the pass track; whoever is not on it yet comes last."""
        if colour == NEUTRAL:
            return NEUTRAL_SPACE
        return int(self.state["track"][colour]) or self.next_space()

    def tile(self, zone: int, side: int) -> names.Tile | None:
        return tile_view(self.facts, int(self.state["slot"][2 * zone + side]))

    def count(self, colour: int, zone: int, placed: tuple[int, int] | None) -> int:
        """Archaeologists of a colour in a zone, the one just placed included."""
        cubes = self.state["cubes"][colour]
        standing = sum(holds(cubes, field) for field in range(FIELDS) if zone_of(field) == zone)
        return standing + (placed is not None and placed[0] == colour and zone_of(placed[1]) == zone)

    def wings_of(self, room: int) -> list[str]:
        """The patrons in whose wings a room lies."""
        return [self.facts.patrons[self.state["wing"][wing]] for wing in self.facts.rooms[room].wings]


def sentences(look: Look, states: Sequence[Bytes], actions: Sequence[int]) -> list[Markup]:
    """One decision and the luck after it, or luck alone; `states` are the positions between which `actions` lie."""
    facts = look.game.facts
    before, after = Moment(facts, states[0]), Moment(facts, states[-1])
    if actions[0] >= FIRST_PLAYER:
        return luck(look, before, after, actions)
    decided = Moment(facts, states[1])
    told = [decision(look, states, actions[0]), *zones_scored(look, before, decided, actions[0])]
    if decided.final and not before.final:
        told.append(say(look, decided.actor, *deeds.LAST_ACTION))
    if decided.phase == END:
        told.append(escape(_("All zones were scored: the game was over.")))
    return [*told, *new_round(look, before, after, actions[1:])]


def headline(look: Look, states: Sequence[Bytes], actions: Sequence[int]) -> Markup:
    """The decision alone, in one short line."""
    if actions[0] >= FIRST_PLAYER:
        return sentences(look, states, actions)[0]
    return decision(look, states, actions[0])


def when(look: Look, state: Bytes, seat: int | None) -> str:
    """In which round something was done that led to a position: "round 2"."""
    moment = Moment(look.game.facts, state)
    ended_the_last = seat is not None and moment.round > 0 and moment.untouched
    return names.in_round(moment.round + (0 if ended_the_last else 1))


def decision(look: Look, states: Sequence[Bytes], action: int) -> Markup:
    before = Moment(look.game.facts, states[0])
    seat = before.actor
    if action == SKIP:
        return say(look, seat, *deeds.NO_NEUTRAL)
    if action == PASS:
        return passing(look, before)
    if USE <= action < NEUTRAL_START:
        return say(look, seat, *deeds.CALLED[before.facts.patrons[action - USE]])
    if ROOM <= action < REMOVE_TILE:
        room = before.facts.rooms[action - ROOM]
        told = names.room_between(room.value, before.wings_of(action - ROOM))
        return worth(look, states, deeds.RESERVED, deeds.RESERVED_FOR, room=told)
    if action < TILE:
        return placing(look, before, action)
    tile = before.tile(before.zone, chosen_side(action))
    assert tile
    where = {"plot": names.a_plot(tile), "in_zone": names.in_zone(before.zone)}
    if action < ROOM:
        return worth(look, states, deeds.TOOK, deeds.TOOK_FOR, **where)
    return say(look, seat, *deeds.NAMED, **where)


def chosen_side(action: int) -> int:
    """Which of a zone's two plots an action is about."""
    return action - (TILE if action < ROOM else REMOVE_TILE)


def worth(look: Look, states: Sequence[Bytes], plain: deeds.Deed, paid: deeds.Deed, **values: str) -> Markup:
    """With the points it brings as the museum stands, from then on."""
    seat = look.game.to_act(states[0])
    was, now = (look.game.score(state)[seat]["total"] for state in states[:2])
    if now == was:
        return say(look, seat, *plain, **values)
    return say(look, seat, *paid, gain=points(now - was), **values)


def passing(look: Look, before: Moment) -> Markup:
    """M3.4, M4.2: the space, and who wins ties by it."""
    if not before.passed:
        return say(look, before.actor, *deeds.PASSED_FIRST)
    deed = deeds.PASSED_LAST if before.passed == before.seats - 1 else deeds.PASSED
    return say(look, before.actor, *deed, space=before.next_space())


def placing(look: Look, before: Moment, action: int) -> Markup:
    colour, field = placed(before, action) or (before.actor, 0)
    base = base_of(action)
    deed = deeds.PLACED[base]
    if before.phase == NEUTRAL_THEN:
        deed = deeds.NEUTRAL_ON
    elif colour != NEUTRAL and holds(before.state["pyramids"], field):
        deed = deeds.ON_PYRAMID[base]
    where = {"field": names.field(field_name(field)), "in_zone": names.in_zone(zone_of(field))}
    return say(look, before.actor, *deed, **where)


def base_of(action: int) -> int:
    return max(base for base in deeds.PLACED if base <= action)


def placed(before: Moment, action: int) -> tuple[int, int] | None:
    """The colour and the field of an archaeologist that an action puts into the desert."""
    if action in (PASS, SKIP) or USE <= action < NEUTRAL_START or action >= TILE:
        return None
    base = base_of(action)
    neutral = base >= NEUTRAL_START or before.phase == NEUTRAL_THEN
    return NEUTRAL if neutral else before.actor, action - base


def zones_scored(look: Look, before: Moment, decided: Moment, action: int) -> list[Markup]:
    """M3.11, M4.1, M4.7: what became of the zone before, and how those after it rank."""
    if decided.digging:
        return []
    told = [] if before.scoring else [escape(_("The digging was over, and the zones were scored."))]
    first = before.zone if before.scoring else -1
    last = decided.zone if decided.scoring else before.zones
    for zone in range(max(first, 0), min(last + 1, before.zones)):
        ranks = ranking(before, zone, placed(before, action))
        if zone > first:
            told.append(ranked(look, zone, ranks))
        if zone < last and any(colour != NEUTRAL for colour, _count in ranks):
            told += left_over(before, zone, action)
    return told


def ranking(before: Moment, zone: int, placed: tuple[int, int] | None) -> list[tuple[int, int]]:
    """M4.2: colours and how many they have there, the first to choose first."""
    counts = [(colour, before.count(colour, zone, placed)) for colour in colours(before.seats)]
    return sorted((each for each in counts if each[1]), key=lambda each: (-each[1], before.space(each[0])))


def ranked(look: Look, zone: int, ranks: Sequence[tuple[int, int]]) -> Markup:
    if not ranks:
        return escape(_("Nobody was in %(zone)s: its plots left the game.", zone=names.zone(zone)))
    if [colour for colour, _count in ranks] == [NEUTRAL]:
        said = _("Only neutral archaeologists were in %(zone)s: its plots left the game.", zone=names.zone(zone))
        return escape(said)
    order = listed([standing(look, colour, count) for colour, count in ranks])
    tie = len({count for _colour, count in ranks}) < len(ranks)
    values = {"zone": names.zone_title(zone), "ranks": order}
    if tie:
        return Markup(_("%(zone)s was scored: %(ranks)s. On a tie the earlier pass went first.", **values))
    return Markup(_("%(zone)s was scored: %(ranks)s.", **values))


def standing(look: Look, colour: int, count: int) -> Markup:
    name = _("the neutral player") if colour == NEUTRAL else _("you") if colour == look.you else look.names[colour]
    return Markup(_("%(name)s with %(number)s", name=bold(name), number=count))


def left_over(before: Moment, zone: int, action: int) -> list[Markup]:
    """M4.7: the plots that nobody took."""
    chosen = (
        chosen_side(action) if before.scoring and zone == before.zone and not ROOM <= action < REMOVE_TILE else None
    )
    tiles = [before.tile(zone, side) for side in (0, 1) if side != chosen]
    gone = [names.a_plot(tile) for tile in tiles if tile]
    if not gone:
        return []
    return [escape(_("Nobody took %(plots)s %(in_zone)s.", plots=listed(gone), in_zone=names.in_zone(zone)))]


def luck(look: Look, before: Moment, after: Moment, actions: Sequence[int]) -> list[Markup]:
    """The beginning of a game, or what was still to be drawn."""
    told = [say(look, action - FIRST_PLAYER, *deeds.BEGAN) for action in actions if action < WING_OF]
    if any(WING_OF <= action < DEAL_TILE for action in actions):
        wings = [before.facts.patrons[patron] for patron in after.state["wing"][: after.state["wings"]]]
        told.append(escape(_("The wings of the museum: %(patrons)s.", patrons=listed(list(map(names.patron, wings))))))
    return [*told, *dealt(before, actions)]


def new_round(look: Look, before: Moment, after: Moment, drawn: Sequence[int]) -> list[Markup]:
    """M2.3, M4.8."""
    told = dealt(before, drawn)
    if after.round > before.round:
        told.insert(0, say(look, after.start, *deeds.NEXT_ROUND, round=after.round + 1))
    return told


def dealt(before: Moment, drawn: Sequence[int]) -> list[Markup]:
    """M2.3, patron by patron, the dearest first."""
    tiles = [before.facts.tiles[action - DEAL_TILE] for action in drawn if action >= DEAL_TILE]
    if not tiles:
        return []
    order = [*before.facts.patrons, ""]
    tiles.sort(key=lambda tile: (order.index(tile.patron), -tile.points))
    return [
        escape(_("Plots were dealt: %(plots)s.", plots=listed([names.plot_name(tile._asdict()) for tile in tiles])))
    ]
