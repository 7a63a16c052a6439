"""What the player to act may do, as things to touch: fields of the desert, rooms of the museum, and the rest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from digsite.core.game import CHANCE, OVER
from digsite.games.mykerinos.actions import (
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
from digsite.games.mykerinos.view import Colour
from digsite.web.look import Look
from digsite.web.mykerinos.consequence import Standing, standing_after
from digsite.web.words import _, later

FIELD_KINDS = ((START, "start"), (EXTEND, "extend"), (THEN_ON, "then"))
NEUTRAL_KINDS = ((NEUTRAL_START, "neutral-start"), (NEUTRAL_EXTEND, "neutral-extend"))
LABELS = {
    "start": later("Start on %(field)s"),
    "extend": later("Extend to %(field)s"),
    "then": later("Go on to %(field)s"),
    "neutral-start": later("Start a neutral on %(field)s"),
    "neutral-extend": later("Extend the neutrals to %(field)s"),
}
PATRON_PHASES = ("violet", "lemon", "brown", "blackmore", "tangerine")


@dataclass(frozen=True)
class Deed:
    """One legal action as something to touch; `key` is what the address calls it (`choose=c4`)."""

    key: str
    action: str  # the text that plays it
    kind: str  # start, extend, then, neutral-start, neutral-extend, skip, pass, use, tile, room, remove
    patron: str = ""  # whose help it is or asks for
    field: str = ""
    room: int | None = None
    side: int | None = None  # of the zone's two tiles
    colour: Colour | None = None  # of the archaeologist it places in the desert
    number: int = 0  # as the engine counts actions
    direct: bool = False  # nothing is left to be chosen: touching it plays it


@dataclass(frozen=True)
class Plan:
    """What the address asks for: everything that may be done there, the deed chosen, and what comes of it."""

    key: str
    deed: Deed | None  # none where nothing can be done there
    here: tuple[Deed, ...]
    fields: tuple[str, ...]  # where one may go on afterwards in the same action
    rooms: tuple[int, ...]  # rooms that may then be reserved
    standing: Mapping[int, Standing]  # of the zones that change

    @property
    def placed(self) -> str:
        """The field where an archaeologist would stand."""
        return self.deed.field if self.deed else ""


class Offers:
    """Every legal action of a position."""

    def __init__(self, look: Look) -> None:
        self.look, self.view = look, look.view
        self.phase = str(look.view["phase"])

    @cached_property
    def deeds(self) -> list[Deed]:
        if not self.look.my_turn or self.look.game.to_act(self.look.state) in (CHANCE, OVER):
            return []
        return [self.deed(action) for action in self.look.game.legal(self.look.state).tolist() if action < FIRST_PLAYER]

    def deed(self, action: int) -> Deed:
        said = self.look.game.text(self.look.state, action)
        patron = self.phase if self.phase in PATRON_PHASES else ""
        if action < PASS:
            base, kind = max(pair for pair in FIELD_KINDS if pair[0] <= action)
            field = field_name(action - base)
            colour = self.view["chain"]["colour"] if kind == "then" else self.view["turn"]
            return Deed(field, said, kind, patron, field, colour=colour, number=action, direct=kind == "then")
        if action == PASS:
            return Deed("pass", said, "pass", number=action)
        if action < NEUTRAL_START:
            patron = self.look.game.facts.patrons[action - USE]
            return Deed(patron, said, "use", patron, number=action)
        if action < SKIP:
            base, kind = max(pair for pair in NEUTRAL_KINDS if pair[0] <= action)
            field = field_name(action - base)
            return Deed(field, said, kind, "", field, colour="neutral", number=action)
        if action == SKIP:
            return Deed("skip", said, "skip", number=action)
        if action < ROOM:
            return Deed(f"tile-{action - TILE}", said, "tile", side=action - TILE, number=action)
        if action < REMOVE_TILE:
            return Deed(f"room-{action - ROOM}", said, "room", patron, room=action - ROOM, number=action)
        return Deed(f"remove-{action - REMOVE_TILE}", said, "remove", side=action - REMOVE_TILE, number=action)


def offers(look: Look) -> dict[str, list[Deed]]:
    """What may be done at each field; nothing unless the viewer is to act."""
    found: dict[str, list[Deed]] = {}
    for deed in Offers(look).deeds:
        if deed.field:
            found.setdefault(deed.field, []).append(deed)
    return found


def rooms(look: Look) -> dict[int, Deed]:
    """The museum rooms that may be reserved now."""
    return {deed.room: deed for deed in Offers(look).deeds if deed.room is not None}


def others(look: Look) -> list[Deed]:
    """Whatever else may be done: patrons, passing, tiles, leaving the neutral ones."""
    return [deed for deed in Offers(look).deeds if not deed.field and deed.room is None]


def plan(look: Look) -> Plan | None:
    """What the address asks for; nothing where it asks for nothing that there is."""
    key, wanted = look.choose.get("choose", ""), look.choose.get("deed", "")
    deeds = Offers(look).deeds
    here = tuple(deed for deed in deeds if deed.key == key)
    if not here and key in ("start", "extend"):
        fields = tuple(deed.field for deed in deeds if deed.kind.removeprefix("neutral-") == key)
        return Plan(key, None, (), fields, (), {}) if fields else None
    if not here:
        known = look.my_turn and any(field["field"] == key for field in look.view["fields"])
        return Plan(key, None, (), (), (), {}) if known else None
    deed = next((each for each in here if each.kind == wanted), marked(here))
    return Plan(key, deed, here, *following(look, deed), standing=standing_after(look.view, placed_by(deed)))


def marked(here: Sequence[Deed]) -> Deed:
    """What a field's mark stands for: extending where one may, else what there is."""
    return next((deed for deed in here if deed.kind.endswith("extend")), here[0])


def label(deed: Deed) -> str:
    """What is done at a field, in a few words."""
    return _(LABELS[deed.kind], field=deed.field)


def placed_by(deed: Deed) -> dict[str, Colour]:
    return {} if deed.colour is None else {deed.field: deed.colour}


def following(look: Look, deed: Deed) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The fields and rooms that the same action asks for next."""
    if deed.kind not in ("extend", "start", "then", "use", "neutral-extend"):
        return (), ()
    after = look.game.apply(look.state, deed.number)
    view = look.game.view(after)
    if view["turn"] != look.view["turn"] or view["phase"] not in (*PATRON_PHASES, "then", "neutral-then"):
        return (), ()
    legal = look.game.legal(after).tolist()
    fields = {field_name(action % EXTEND): None for action in legal if action < PASS}
    return tuple(fields), tuple(action - ROOM for action in legal if ROOM <= action < REMOVE_TILE)


def action_of(look: Look, form: Mapping[str, Any]) -> str:
    """The action that a posted form describes; where it describes none, a text that the engine refuses."""
    return str(form.get("action", ""))
