"""What happened in Mykerinos, in sentences."""

from collections.abc import Sequence

from rich.text import Text

from digsite.core.english import plural
from digsite.core.player_labels import PlayerLabels
from digsite.games.mykerinos.rules.data import Facts
from digsite.games.mykerinos.rules.decode import (
    Action,
    ChanceAction,
    DealDraw,
    Decline,
    Extend,
    NeutralExtend,
    NeutralSkip,
    NeutralStart,
    OnField,
    Pass,
    PlayerAction,
    RemoveTile,
    Start,
    TakeRoom,
    TakeTile,
    Then,
    TurnDraw,
    Use,
    decode,
)
from digsite.games.mykerinos.rules.names import FULL_NAMES, zone_heading, zone_name
from digsite.games.mykerinos.rules.notation import field_name
from digsite.games.mykerinos.rules.view import tile_view, zone_of
from digsite.games.mykerinos.rules.view_types import Colour, MykerinosView, TileView, player_to_act
from digsite.games.mykerinos.terminal.words import (
    NEUTRAL_MARK,
    contest,
    patron_name,
    ranking,
    room_name,
    tile_name,
)

USES = {
    "violet": "one archaeologist comes from the common pool",
    "lemon": "on to a pyramid",
    "brown": "a room in the museum",
    "blackmore": "a start with two",
    "tangerine": "an extension with three",
}
PLACED: dict[type[OnField], tuple[str, str]] = {
    Start: ("start", " on {}"),
    Extend: ("extend", " to {}"),
    Then: ("go", " on to {}"),
    NeutralStart: ("place", f" a neutral {NEUTRAL_MARK} on {{}}"),
    NeutralExtend: ("extend", f" the neutrals {NEUTRAL_MARK} to {{}}"),
}


def sentences_on(
    facts: Facts,
    before: MykerinosView,
    decided: MykerinosView,
    after: MykerinosView,
    numbers: Sequence[int],
    labels: PlayerLabels,
) -> list[Text]:
    """Return sentences on one decision and the draws after it, or on draws alone.

    `decided` is the position between the decision and the draws.
    """
    actions = [decode(number) for number in numbers]
    first, *drawn = actions
    if isinstance(first, ChanceAction):
        return [*begin(before, after, labels), *new_round(facts, before, after, actions, labels)]
    decision = _Decision(facts, before, decided, first, labels)
    return [*decision.sentences(), *new_round(facts, before, after, drawn, labels)]


def begin(before: MykerinosView, after: MykerinosView, labels: PlayerLabels) -> list[Text]:
    """Return who begins, and the wings of the museum (M1.2)."""
    if before["start"] is not None or after["start"] is None:
        return []
    wings = Text(", ").join(patron_name(patron) for patron in after["museum"]["wings"])
    return [labels.says(after["start"], "begin", " (M1.2)."), Text.assemble("The wings of the museum: ", wings, ".")]


def new_round(
    facts: Facts, before: MykerinosView, after: MykerinosView, drawn: Sequence[Action], labels: PlayerLabels
) -> list[Text]:
    """Return what was dealt, patron by patron (M2.3)."""
    points: dict[str, list[int]] = {patron: [] for patron in (*facts.patrons, "")}
    for draw in drawn:
        if isinstance(draw, DealDraw):
            tile = tile_view(facts, draw.tile)
            points[tile["patron"] or ""].append(tile["points"])
    dealt = [
        Text.assemble(patron_name(patron) if patron else "no patron", " ", " ".join(map(str, sorted(values))))
        for patron, values in points.items()
        if values
    ]
    if not dealt:
        return []
    sentences = [Text.assemble("New plots: ", Text(", ").join(dealt), ".")]
    if facts.random_turns:
        turned = sum(isinstance(draw, TurnDraw) and draw.half_turns == 1 for draw in drawn)
        tiles = sum(map(len, points.values()))
        sentences.append(Text(f"{turned} of {tiles} lie the other way up (M2.5)."))
    if after["round"] > before["round"] and after["start"] is not None:
        rest = " as the last on the pass track (M4.8)."
        sentences.insert(0, labels.says(after["start"], "begin", f" round {after['round']}{rest}"))
    return sentences


class _Decision:
    def __init__(
        self, facts: Facts, before: MykerinosView, after: MykerinosView, action: PlayerAction, labels: PlayerLabels
    ) -> None:
        self.facts = facts
        self.before = before
        self.after = after
        self.action = action
        self.labels = labels
        self.seat = player_to_act(before)["seat"]

    def sentences(self) -> list[Text]:
        return [*self.act(), *self.end_of_digging(), *self.zones()]

    def act(self) -> list[Text]:
        match self.action:
            case NeutralSkip():
                return []
            case Pass():
                space = self.after["players"][self.seat]["space"]
                place = f" onto space {space}" if space else " as the last"
                return [self.says("pass", f"{place} (M3.4).")]
            case Use(number):
                patron = self.facts.patrons[number]
                return [self.says("use", f" {FULL_NAMES[patron]}: {USES[patron]}.")]
            case TakeRoom(room):
                reserves = self.says("reserve", f" room {room}, ")
                return [Text.assemble(reserves, room_name(self.before, room), self.gain(), ".")]
            case TakeTile(place):
                where = f" of {zone_name(self.scored_zone)}"
                return [Text.assemble(self.says("take", " "), self.tile_at(place), where, self.gain(), ".")]
            case RemoveTile(place):
                return [self.removal(place)]
            case Decline():
                return [self.says("decline", f" what is left of {zone_name(self.scored_zone)} (M4.9).")]
            case _:
                return [self.placing(self.action)]

    def placing(self, action: OnField) -> Text:
        verb, rest = PLACED[type(action)]
        if self.before["phase"] == "neutral-then":
            rest = f" on with {NEUTRAL_MARK} to {{}}"
        where = f" in {zone_name(zone_of(action.field))}."
        return self.says(verb, rest.format(field_name(action.field)) + where)

    def says(self, verb: str, rest: str) -> Text:
        return self.labels.says(self.seat, verb, rest)

    @property
    def scored_zone(self) -> int:
        scoring = self.before["scoring"]
        assert scoring is not None, "a zone is being scored"
        return scoring["zone"]

    def tile_at(self, place: int) -> Text:
        """Return the name of a tile of the zone that is scored."""
        tile = self.before["zones"][self.scored_zone]["tiles"][place]
        assert tile is not None, "the tile was there"
        return tile_name(tile)

    def removal(self, place: int) -> Text:
        scoring = self.before["scoring"]
        rule = "M7.6" if scoring and scoring["rank"] == 1 else "M7.5"
        tile = self.tile_at(place)
        return Text.assemble(self.says("name", " "), tile, f" for the neutral player: it leaves the game ({rule}).")

    def gain(self) -> Text:
        """Return the points gained at once."""
        was, now = (view["players"][self.seat]["score"]["total"] for view in (self.before, self.after))
        return Text.assemble(": ", (f"+{plural(now - was, 'point')}", "bold")) if now > was else Text()

    def end_of_digging(self) -> list[Text]:
        """Return that the digging is over, after its last action (M3.11)."""
        if self.before["scoring"] or self.digging(self.after):
            return []
        return [Text("The digging is over: the zones are scored.")]

    def digging(self, view: MykerinosView) -> bool:
        return view["turn"] is not None

    def zones(self) -> list[Text]:
        """Return what became of the zone before, and who chooses in the next ones (M4.2, M4.7)."""
        if self.digging(self.after):
            return []
        first = self.before["scoring"]["zone"] if self.before["scoring"] else -1
        last = self.after["scoring"]["zone"] if self.after["scoring"] else len(self.before["zones"])
        sentences = []
        for zone in range(max(first, 0), min(last + 1, len(self.before["zones"]))):
            if zone > first:
                sentences.append(self.ranks(zone))
            if zone < last:
                sentences += self.leftovers(zone)
        return sentences

    def ranks(self, zone: int) -> Text:
        ranks = ranking(self.before, zone, self.placed(zone))
        if not ranks:
            return Text(f"{zone_heading(zone)}: nobody.")
        only = ", only neutrals (M7.7)" if [colour for colour, _ in ranks] == ["neutral"] else ""
        return Text.assemble(f"{zone_heading(zone)}: ", contest(self.before, ranks), f"{only}.")

    def placed(self, zone: int) -> Colour | None:
        """Return whose archaeologist this action has put into the zone."""
        if not isinstance(self.action, OnField) or zone_of(self.action.field) != zone:
            return None
        neutral = isinstance(self.action, NeutralStart | NeutralExtend) or self.before["phase"] == "neutral-then"
        return "neutral" if neutral else self.seat

    def leftovers(self, zone: int) -> list[Text]:
        tiles: list[TileView] = [
            tile
            for place, tile in enumerate(self.before["zones"][zone]["tiles"])
            if tile and not self.took(zone, place)
        ]
        if not tiles:
            return []
        names = Text(" and ").join(tile_name(tile) for tile in tiles)
        return [Text.assemble("Out of the game: ", names, f" of {zone_name(zone)} (M4.7).")]

    def took(self, zone: int, place: int) -> bool:
        """Return whether this action took the tile."""
        scoring = self.before["scoring"]
        if scoring is None or scoring["zone"] != zone:
            return False
        return isinstance(self.action, TakeTile | RemoveTile) and self.action.place == place
