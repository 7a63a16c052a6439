"""What happened in Mykerinos, in sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from digsite.core.company import Company
from digsite.core.game import View
from digsite.games.mykerinos.actions import (
    DEAL_TILE,
    EXTEND,
    FIRST_PLAYER,
    NEUTRAL_EXTEND,
    NEUTRAL_START,
    PASS,
    REMOVE_TILE,
    ROOM,
    SKIP,
    START,
    THEN_ON,
    TILE,
    USE,
    field_name,
)
from digsite.games.mykerinos.data import Facts
from digsite.games.mykerinos.terminal.words import (
    NEUTRAL_MARK,
    TITLES,
    contest,
    patron_name,
    plural,
    ranking,
    room_name,
    tile_name,
    zone_of,
)
from digsite.games.mykerinos.view import Colour, tile_view

USES = {
    "violet": "one archaeologist comes from the common pool",
    "lemon": "on to a pyramid",
    "brown": "a room in the museum",
    "blackmore": "a start with two",
    "tangerine": "an extension with three",
}
PLACED = {
    START: ("start", " on {}"),
    EXTEND: ("extend", " to {}"),
    THEN_ON: ("go", " on to {}"),
    NEUTRAL_START: ("place", f" a neutral one {NEUTRAL_MARK} on {{}}"),
    NEUTRAL_EXTEND: ("extend", f" the neutral ones {NEUTRAL_MARK} to {{}}"),
}


def tell(
    facts: Facts, before: View, decided: View, after: View, actions: Sequence[int], company: Company
) -> list[Text]:
    """One decision and the luck after it, or luck alone; `decided` is the position between the two."""
    first, *drawn = actions
    if first >= FIRST_PLAYER:
        return [*begin(before, after, company), *new_round(facts, before, after, actions, company)]
    told = _Decision(facts, before, decided, first, company)
    return [*told.sentences(), *new_round(facts, before, after, drawn, company)]


def begin(before: View, after: View, company: Company) -> list[Text]:
    """M1.2."""
    if before["start"] is not None or after["start"] is None:
        return []
    wings = Text(", ").join(patron_name(patron) for patron in after["museum"]["wings"])
    return [company.says(after["start"], "begin", " (M1.2)."), Text.assemble("The wings of the museum: ", wings, ".")]


def new_round(facts: Facts, before: View, after: View, drawn: Sequence[int], company: Company) -> list[Text]:
    """M2.3: what was dealt, patron by patron."""
    tiles = [tile_view(facts, action - DEAL_TILE) for action in drawn if action >= DEAL_TILE]
    points: dict[str, list[int]] = {patron: [] for patron in (*facts.patrons, "")}
    for tile in tiles:
        if tile:
            points[tile["patron"] or ""].append(tile["points"])
    dealt = [
        Text.assemble(patron_name(patron) if patron else "no patron", " ", " ".join(map(str, sorted(values))))
        for patron, values in points.items()
        if values
    ]
    if not dealt:
        return []
    sentences = [Text.assemble("New tiles: ", Text(", ").join(dealt), ".")]
    if after["round"] > before["round"]:
        rest = " as the last on the pass track (M4.8)."
        sentences.insert(0, company.says(after["start"], "begin", f" round {after['round']}{rest}"))
    return sentences


class _Decision:
    def __init__(self, facts: Facts, before: View, after: View, action: int, company: Company) -> None:
        self.facts = facts
        self.before = before
        self.after = after
        self.action = action
        self.company = company
        self.seat: int = before["to_act"]

    def sentences(self) -> list[Text]:
        return [*self.act(), *self.end_of_digging(), *self.zones()]

    def act(self) -> list[Text]:
        action = self.action
        if action == SKIP:
            return []
        if action == PASS:
            space = self.after["players"][self.seat]["space"]
            place = f" onto space {space}" if space else " as the last"
            return [self.says("pass", f"{place} (M3.4).")]
        if USE <= action < NEUTRAL_START:
            patron = self.facts.patrons[action - USE]
            return [self.says("call", f" {TITLES[patron]}: {USES[patron]}.")]
        if TILE <= action < FIRST_PLAYER:
            return [self.claim()]
        base = max(base for base in PLACED if base <= action)
        verb, rest = PLACED[base]
        field = field_name(action - base)
        if self.before["phase"] == "neutral-then":
            rest = f" on with {NEUTRAL_MARK} to {{}}"
        return [self.says(verb, rest.format(field) + f" in zone {zone_of(self.before, field) + 1}.")]

    def says(self, verb: str, rest: str) -> Text:
        return self.company.says(self.seat, verb, rest)

    def claim(self) -> Text:
        action, before, company = self.action, self.before, self.company
        if ROOM <= action < REMOVE_TILE:
            room = room_name(before, action - ROOM)
            return Text.assemble(company.says(self.seat, "reserve", f" room {action - ROOM}, "), room, self.gain(), ".")
        zone = before["scoring"]["zone"]
        tile = before["zones"][zone]["tiles"][(action - TILE) if action < ROOM else action - REMOVE_TILE]
        if action < ROOM:
            taken = company.says(self.seat, "take", " ")
            return Text.assemble(taken, tile_name(tile), f" of zone {zone + 1}", self.gain(), ".")
        rule = "M7.6" if before["scoring"]["rank"] == 1 else "M7.5"
        named = company.says(self.seat, "name", " ")
        return Text.assemble(named, tile_name(tile), f" for the neutral player: it leaves the game ({rule}).")

    def gain(self) -> Text:
        """Points as they stand, from then on."""
        was, now = (view["players"][self.seat]["score"]["total"] for view in (self.before, self.after))
        return Text.assemble(": ", (f"+{plural(now - was, 'point')}", "bold")) if now > was else Text()

    def end_of_digging(self) -> list[Text]:
        """M3.11."""
        if self.before["scoring"] or self.digging(self.after):
            return []
        return [Text("The digging is over: the zones are scored.")]

    def digging(self, view: View) -> bool:
        return view["turn"] is not None

    def zones(self) -> list[Text]:
        """M4.2, M4.7: what became of the zone before, and who chooses in the next ones."""
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
            return Text(f"Zone {zone + 1}: nobody.")
        only = ", only neutral ones (M7.7)" if [colour for colour, _ in ranks] == ["neutral"] else ""
        return Text.assemble(f"Zone {zone + 1}: ", contest(self.before, ranks), f"{only}.")

    def placed(self, zone: int) -> Colour | None:
        """Whose archaeologist this action has put into the zone."""
        bases = [base for base in PLACED if base <= self.action < base + len(self.before["fields"])]
        if not bases or zone_of(self.before, field_name(self.action - max(bases))) != zone:
            return None
        neutral = max(bases) >= NEUTRAL_START or self.before["phase"] == "neutral-then"
        return "neutral" if neutral else self.seat

    def leftovers(self, zone: int) -> list[Text]:
        tiles: list[Mapping[str, Any]] = [
            tile
            for side, tile in enumerate(self.before["zones"][zone]["tiles"])
            if tile and not (self.before["scoring"] and self.chosen(zone, side))
        ]
        if not tiles:
            return []
        names = Text(" and ").join(tile_name(tile) for tile in tiles)
        return [Text.assemble("Out of the game: ", names, f" of zone {zone + 1} (M4.7).")]

    def chosen(self, zone: int, side: int) -> bool:
        """Whether this action took the tile."""
        return zone == self.before["scoring"]["zone"] and self.action in (TILE + side, REMOVE_TILE + side)
