"""What the player to act may do, as things to touch: fields of the desert, rooms of the museum, and the rest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from digsite.core.compiled import CompiledGame
from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER, View
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
from digsite.web.mykerinos import names
from digsite.web.mykerinos.consequence import Standing, standing_after
from digsite.web.words import _, later, listed

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
    """What the address asks for: everything that may be done there, the steps planned, and what comes of them."""

    key: str
    deed: Deed | None  # none where nothing can be done there
    here: tuple[Deed, ...]
    fields: tuple[str, ...]  # where the same action may go on, or where its last step might go instead
    rooms: tuple[int, ...]  # rooms that may then be reserved
    standing: Mapping[int, Standing]  # of the zones that change
    call: Deed | None = None  # the patron who is called first
    then: tuple[Deed, ...] = ()  # the steps planned after the first
    open: bool = False  # whether the action is not at its end

    @property
    def steps(self) -> tuple[Deed, ...]:
        """The archaeologists placed, in order."""
        return (self.deed, *self.then) if self.deed and self.deed.field else ()

    @property
    def placed(self) -> dict[str, Colour]:
        """The fields where archaeologists would stand."""
        return {step.field: step.colour for step in self.steps if step.colour is not None}

    @property
    def action(self) -> str:
        """The texts that play it all, one after another."""
        asked = (self.call, self.deed, *self.then)
        return "; ".join(deed.action for deed in asked if deed is not None)

    def without(self, field: str) -> dict[str, str]:
        """What the address asks for when a step planned is dropped, with those after it."""
        assert self.deed is not None
        kept = self.then[: max(list(self.placed).index(field) - 1, 0)]
        then = {"then": "-".join(step.field for step in kept)} if kept else {}
        return {"choose": self.key, "deed": self.deed.kind, **then, **calling(self.call)}

    def going_on(self, field: str) -> dict[str, str]:
        """What the address asks for when the action goes on at a field."""
        assert self.deed is not None
        earlier = self.then if self.open else self.then[:-1]
        then = "-".join([*(step.field for step in earlier), field])
        return {"choose": self.key, "deed": self.deed.kind, "then": then, **calling(self.call)}


@dataclass(frozen=True)
class Ground:
    """A position, and every legal action of it."""

    game: CompiledGame[Any]
    state: Bytes

    @cached_property
    def view(self) -> View:
        return self.game.view(self.state)

    @property
    def phase(self) -> str:
        return str(self.view["phase"])

    @cached_property
    def legal(self) -> list[int]:
        return [] if self.game.to_act(self.state) in (CHANCE, OVER) else self.game.legal(self.state).tolist()

    @cached_property
    def deeds(self) -> list[Deed]:
        return [self.deed(action) for action in self.legal if action < FIRST_PLAYER]

    def deed(self, action: int) -> Deed:
        said = self.game.text(self.state, action)
        patron = self.phase if self.phase in PATRON_PHASES else ""
        if action < PASS:
            base, kind = max(pair for pair in FIELD_KINDS if pair[0] <= action)
            field = field_name(action - base)
            colour = self.view["chain"]["colour"] if kind == "then" else self.view["turn"]
            return Deed(field, said, kind, patron, field, colour=colour, number=action, direct=kind == "then")
        if action == PASS:
            return Deed("pass", said, "pass", number=action)
        if action < NEUTRAL_START:
            patron = self.game.facts.patrons[action - USE]
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


@lru_cache(maxsize=64)  # what one looks at is asked for again and again
def reached(game: CompiledGame[Any], state: bytes, actions: tuple[int, ...]) -> Ground:
    """Where some actions lead from a position."""
    if not actions:
        return Ground(game, np.frombuffer(state, np.uint8))
    return Ground(game, game.apply(reached(game, state, actions[:-1]).state, actions[-1]))


def ahead(look: Look, *steps: Deed | None) -> Ground:
    """The position looked at, or the one that some steps lead to."""
    return reached(look.game, look.state.tobytes(), tuple(step.number for step in steps if step is not None))


def deeds_of(look: Look, *steps: Deed | None) -> list[Deed]:
    """Every legal action, now or after some steps; nothing unless the viewer is to act."""
    return ahead(look, *steps).deeds if look.my_turn else []


def called(look: Look) -> Deed | None:
    """The patron whose help the address asks for, where one can be called now."""
    patron = look.choose.get("with") or look.choose.get("choose", "")
    if patron not in PATRON_PHASES or look.view["phase"] != "turn":
        return None
    return next((deed for deed in deeds_of(look) if deed.kind == "use" and deed.patron == patron), None)


def calling(call: Deed | None) -> dict[str, str]:
    """What of an address keeps a patron's help asked for."""
    return {"with": call.patron} if call else {}


def with_help(look: Look, deed: Deed) -> dict[str, str]:
    """The same for a deed that a patron still to be called makes possible."""
    return {"with": deed.patron} if deed.patron and look.view["phase"] == "turn" else {}


def offers(look: Look, call: Deed | None = None) -> dict[str, list[Deed]]:
    """What may be done at each field, with a patron's help or without; nothing unless the viewer is to act."""
    found: dict[str, list[Deed]] = {}
    for deed in deeds_of(look, call):
        if deed.field:
            found.setdefault(deed.field, []).append(deed)
    return found


def rooms(look: Look, call: Deed | None = None) -> dict[int, Deed]:
    """The museum rooms that may be reserved now, or once a patron is called."""
    return {deed.room: deed for deed in deeds_of(look, call) if deed.room is not None}


def others(look: Look) -> list[Deed]:
    """Whatever else may be done: patrons, passing, tiles, leaving the neutral ones."""
    return [deed for deed in deeds_of(look) if not deed.field and deed.room is None]


def plan(look: Look) -> Plan | None:
    """What the address asks for; nothing where it asks for nothing that there is."""
    key, wanted = look.choose.get("choose", ""), look.choose.get("deed", "")
    call = called(look) if "with" in look.choose else None
    deeds = deeds_of(look, call)
    here = tuple(deed for deed in deeds if deed.key == key)
    if not here and key in ("start", "extend"):
        fields = tuple(deed.field for deed in deeds if deed.kind.removeprefix("neutral-") == key)
        return Plan(key, None, (), fields, (), {}) if fields else None
    if not here:
        known = look.my_turn and any(field["field"] == key for field in look.view["fields"])
        return Plan(key, None, (), (), (), {}) if known else None
    deed = next((each for each in here if each.kind == wanted), marked(here))
    return with_steps(look, Plan(key, deed, here, (), (), {}, call))


def with_steps(look: Look, begun: Plan) -> Plan:
    """A plan with the steps that the address adds to its first, as far as they can be done."""
    assert begun.deed is not None
    fields, reserved = following(look, begun.deed, begun.call)
    made = replace(begun, fields=fields, rooms=reserved, open=bool(fields))
    for field in look.choose.get("then", "").split("-"):
        ways = deeds_of(look, made.call, *made.steps) if field in made.fields and made.open else []
        step = next((deed for deed in ways if deed.kind == "then" and deed.field == field), None)
        if step is None:
            break
        further = following(look, step, made.call, *made.steps)[0]
        made = replace(made, then=(*made.then, step), fields=further or made.fields, open=bool(further))
    return replace(made, standing=standing_after(look.view, made.placed))


def marked(here: Sequence[Deed]) -> Deed:
    """What a field's mark stands for: extending where one may, else what there is."""
    return next((deed for deed in here if deed.kind.endswith("extend")), here[0])


def label(deed: Deed, then: Sequence[Deed] = ()) -> str:
    """What is done at a field and those after it, in a few words."""
    return _(LABELS[deed.kind], field=listed([step.field for step in (deed, *then)]))


def button(plan: Plan) -> str:
    """What confirming would do."""
    assert plan.deed is not None
    said = label(plan.deed, plan.then)
    return _("%(patron)s: %(what)s", patron=names.patron_short(plan.call.patron), what=said) if plan.call else said


def placed_by(deed: Deed) -> dict[str, Colour]:
    return {} if deed.colour is None else {deed.field: deed.colour}


def following(look: Look, deed: Deed, *before: Deed | None) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The fields and rooms that the same action asks for next."""
    if deed.kind not in ("extend", "start", "then", "use", "neutral-extend"):
        return (), ()
    then = ahead(look, *before, deed)
    if then.view["turn"] != look.view["turn"] or then.phase not in (*PATRON_PHASES, "then", "neutral-then"):
        return (), ()
    fields = {field_name(action % EXTEND): None for action in then.legal if action < PASS}
    return tuple(fields), tuple(action - ROOM for action in then.legal if ROOM <= action < REMOVE_TILE)


def action_of(look: Look, form: Mapping[str, Any]) -> str:
    """The action that a posted form describes; where it describes none, a text that the engine refuses."""
    return str(form.get("action", ""))
