"""What the address asks for in a player's turn, decoded once for all parts of the page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from digsite.games.mykerinos.page import names
from digsite.games.mykerinos.page.position import PATRON_PHASES, view_of
from digsite.games.mykerinos.page.ranking_preview import Standing, standing_after
from digsite.games.mykerinos.page.turn import Move, turn_of
from digsite.games.mykerinos.rules.view_types import Colour
from digsite.web.i18n import _, later, listed
from digsite.web.viewer import Viewer

LABELS = {
    "start": later("Start on %(field)s"),
    "extend": later("Extend to %(field)s"),
    "then": later("Go on to %(field)s"),
    "neutral-start": later("Start a neutral on %(field)s"),
    "neutral-extend": later("Extend the neutrals to %(field)s"),
}


@dataclass(frozen=True)
class PlannedTurn:
    """What the address asks for: everything that may be done there, the steps planned, and what comes of them."""

    key: str
    move: Move | None  # none where nothing can be done there
    here: tuple[Move, ...]
    fields: tuple[str, ...]  # where the same action may go on, or where its last step might go instead
    rooms: tuple[int, ...]  # rooms that may then be reserved
    standing: Mapping[int, Standing]  # of the zones that change
    call: Move | None = None  # the patron who is called first
    then: tuple[Move, ...] = ()  # the steps planned after the first
    open: bool = False  # whether the action is not at its end

    @property
    def steps(self) -> tuple[Move, ...]:
        """The archaeologists placed, in order."""
        return (self.move, *self.then) if self.move and self.move.field else ()

    @property
    def placed(self) -> dict[str, Colour]:
        """The fields where archaeologists would stand."""
        return {step.field: step.colour for step in self.steps if step.colour is not None}

    @property
    def action(self) -> str:
        """The texts that play it all, one after another."""
        asked = (self.call, self.move, *self.then)
        return "; ".join(move.action for move in asked if move is not None)

    def without(self, field: str) -> dict[str, str]:
        """Return the query of the address when a step planned is dropped, with those after it."""
        assert self.move is not None
        kept = self.then[: max(list(self.placed).index(field) - 1, 0)]
        then = {"then": "-".join(step.field for step in kept)} if kept else {}
        return {"choose": self.key, "deed": self.move.kind, **then, **calling(self.call)}

    def going_on(self, field: str) -> dict[str, str]:
        """Return the query of the address when the action goes on at a field."""
        assert self.move is not None
        earlier = self.then if self.open else self.then[:-1]
        then = "-".join([*(step.field for step in earlier), field])
        return {"choose": self.key, "deed": self.move.kind, "then": then, **calling(self.call)}


def called_patron(viewer: Viewer) -> Move | None:
    """Return the move that calls the patron the address asks for, None where none can be called now."""
    return viewer.once(decode_call)


def plan_of(viewer: Viewer) -> PlannedTurn | None:
    """Return what the address asks for, None where it asks for nothing that there is."""
    return viewer.once(decode_plan)


def decode_call(viewer: Viewer) -> Move | None:
    patron = viewer.query.options.get("with") or viewer.query.choose
    if patron not in PATRON_PHASES or view_of(viewer)["phase"] != "turn":
        return None
    return next((move for move in turn_of(viewer).others if move.kind == "use" and move.patron == patron), None)


def decode_plan(viewer: Viewer) -> PlannedTurn | None:
    key, wanted = viewer.query.choose, viewer.query.options.get("deed", "")
    call = called_patron(viewer) if "with" in viewer.query.options else None
    moves = turn_of(viewer).moves(call)
    here = tuple(move for move in moves if move.key == key)
    if not here and key in ("start", "extend"):
        fields = tuple(move.field for move in moves if move.kind.removeprefix("neutral-") == key)
        return PlannedTurn(key, None, (), fields, (), {}) if fields else None
    if not here:
        known = viewer.my_turn and any(field["field"] == key for field in view_of(viewer)["fields"])
        return PlannedTurn(key, None, (), (), (), {}) if known else None
    move = next((each for each in here if each.kind == wanted), marked(here))
    return with_steps(viewer, PlannedTurn(key, move, here, (), (), {}, call))


def with_steps(viewer: Viewer, begun: PlannedTurn) -> PlannedTurn:
    """Return a plan with the steps that the address adds to its first, as far as they can be done."""
    assert begun.move is not None
    turn = turn_of(viewer)
    fields, reserved = turn.following(begun.move, begun.call)
    made = replace(begun, fields=fields, rooms=reserved, open=bool(fields))
    for field in viewer.query.options.get("then", "").split("-"):
        ways = turn.moves(made.call, *made.steps) if field in made.fields and made.open else []
        step = next((move for move in ways if move.kind == "then" and move.field == field), None)
        if step is None:
            break
        further = turn.following(step, made.call, *made.steps)[0]
        made = replace(made, then=(*made.then, step), fields=further or made.fields, open=bool(further))
    return replace(made, standing=standing_after(view_of(viewer), made.placed))


def marked(here: Sequence[Move]) -> Move:
    """Return what a field's mark stands for: extending where one may, else what there is."""
    return next((move for move in here if move.kind.endswith("extend")), here[0])


def calling(call: Move | None) -> dict[str, str]:
    """Return the part of an address that keeps asking for a patron's help."""
    return {"with": call.patron} if call else {}


def with_help(viewer: Viewer, move: Move) -> dict[str, str]:
    """Return the part of an address that calls the patron a move needs; nothing where none is still to be called."""
    return {"with": move.patron} if move.patron and view_of(viewer)["phase"] == "turn" else {}


def label(move: Move, then: Sequence[Move] = ()) -> str:
    """Return what is done at a field and those after it, in a few words."""
    return _(LABELS[move.kind], field=listed([step.field for step in (move, *then)]))


def button(plan: PlannedTurn) -> str:
    """Return the text of the button: what confirming does."""
    assert plan.move is not None
    what = label(plan.move, plan.then)
    return _("%(patron)s: %(what)s", patron=names.patron_short(plan.call.patron), what=what) if plan.call else what
