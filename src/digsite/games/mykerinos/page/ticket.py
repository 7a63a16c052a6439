"""The ticket that asks before anything is done: the choices at a field, a patron, a room, the pass track."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from digsite.games.mykerinos.page import art, names, neutral_preview, pass_track, patron_help, refusal_reasons, scoring
from digsite.games.mykerinos.page.choice import PlannedTurn, button, calling, label, plan_of, with_steps
from digsite.games.mykerinos.page.neutral_preview import Line
from digsite.games.mykerinos.page.planning import planning
from digsite.games.mykerinos.page.position import PATRON_PHASES, view_of
from digsite.games.mykerinos.page.ranking_preview import Standing, Verdict, verdicts
from digsite.games.mykerinos.page.turn import Move, turn_of
from digsite.games.mykerinos.rules.refusals import RULE_OF
from digsite.games.mykerinos.rules.view_types import ChainView, Colour, player_to_act
from digsite.web import render
from digsite.web.i18n import _, n_
from digsite.web.viewer import Viewer

Reason = tuple[str, str]  # a sentence and the number of its rule
PLACED = {"extend": 2, "neutral-extend": 2, "start": 1, "neutral-start": 1, "then": 1}
BY_PATRON = {("blackmore", "start"): 2, ("tangerine", "extend"): 3}


@dataclass(frozen=True)
class Way:
    """A field where the same action may go on, with what comes of it."""

    field: str
    verdicts: Sequence[Verdict]
    action: str = ""
    link: str = ""
    chosen: bool = False


@dataclass(frozen=True)
class Choice:
    """One thing that can be done there."""

    move: Move
    label: str
    drawing: str
    verdicts: Sequence[Verdict]
    pool: str
    link: str
    chosen: bool
    ways: Sequence[Way] = ()
    more: str = ""
    action: str = ""
    button: str = ""


@dataclass(frozen=True)
class Ticket:
    title: str
    note: str = ""
    drawing: str = ""
    lines: Sequence[str] = ()
    strips: Sequence[tuple[str, Standing, Standing]] = ()
    choices: Sequence[Choice] = ()
    ways: Sequence[Way] = ()  # in the midst of an action: touching one plays it
    preview: Sequence[Line] = ()  # what neutral archaeologists would do
    worth: scoring.Worth | None = None
    refusals: Sequence[Reason] = ()
    helps: Sequence[patron_help.Help] = ()
    rooms: Sequence[scoring.RoomChip] = ()
    action: str = ""
    button: str = ""
    kind: str = ""
    rule: str = ""


def choice_html(viewer: Viewer) -> str | None:
    """Return the part `choice`: a ticket; None where nothing is chosen."""
    seen = planning(viewer)
    made = ticket(seen)
    if made is None:
        return None
    plan = plan_of(seen)
    return render(
        "mykerinos/ticket.html",
        viewer=viewer,
        ticket=made,
        mykerinos=art,
        focus=bool(viewer.query.choose) and not viewer.query.options.get("deed"),  # it has just been opened
        planned=seen is not viewer,
        plan=(plan.action if plan else "") or viewer.query.choose,
    )


def ticket(viewer: Viewer) -> Ticket | None:
    """Return what the address chooses, or how an action goes on; nothing where neither is so."""
    if not viewer.my_turn:
        return None
    key, chosen = viewer.query.choose, plan_of(viewer)
    if chain := view_of(viewer)["chain"]:
        return under_way(viewer, chain)
    if key in PATRON_PHASES:
        return patron_ticket(viewer, key, chosen)
    if key.startswith("room-"):
        return room_ticket(viewer, key, chosen)
    if chosen is None:
        return unasked(viewer)
    if key in ("start", "extend"):
        return verb_ticket(viewer, key, chosen)
    if key == "pass":
        return Ticket(_("Pass"), pass_track.note(viewer), lines=pass_track.lines(viewer), action="pass",
                      button=pass_track.button(viewer), rule="M3.4")  # fmt: skip
    if chosen.move is not None and chosen.move.side is not None:
        return tile_ticket(viewer, chosen.move)
    return field_ticket(viewer, chosen) if chosen.move is None or chosen.move.field else None


def field_ticket(viewer: Viewer, chosen: PlannedTurn) -> Ticket:
    """Return everything that can be done at a field, and why the rest cannot."""
    zone, call = names.zone_of(view_of(viewer), chosen.key), chosen.call
    refusals = [] if call else refusal_reasons.at_field(viewer, chosen.key, {move.kind for move in chosen.here})
    changed = [] if chosen.move is None or len(chosen.standing) != 1 else list(chosen.standing.items())
    strips = [(names.zone_title(z), view_of(viewer)["zones"][z]["standing"], after) for z, after in changed]
    return Ticket(
        _("%(patron)s on %(field)s", patron=names.patron(call.patron), field=chosen.key)
        if call
        else _("Field %(field)s", field=chosen.key),
        plots_of(viewer, zone),
        art.emblem(call.patron, 40) if call else "",
        strips=strips,
        choices=[field_choice(viewer, chosen, move) for move in chosen.here],
        refusals=refusals,
        helps=[] if call else patron_help.at_field(viewer, chosen.key),
        kind="at-field",
    )


def plots_of(viewer: Viewer, zone: int) -> str:
    tiles = [tile for tile in view_of(viewer)["zones"][zone]["tiles"] if tile]
    plots = ", ".join(names.plot_name(tile["patron"], tile["points"]) for tile in tiles)
    return _("%(zone)s: %(plots)s", zone=names.zone_title(zone), plots=plots)


def field_choice(viewer: Viewer, plan: PlannedTurn, move: Move) -> Choice:
    assert move.colour is not None
    chosen = move == plan.move
    made = plan if chosen else with_steps(viewer, replace(plan, move=move, then=()))
    needed = BY_PATRON.get((move.patron, move.kind), PLACED[move.kind])
    return Choice(
        move,
        label(move, made.then),
        Markup("").join(art.figure(move.colour, 17) for _one in range(needed)),
        () if made.open or (chosen and made.then) else verdicts(viewer, made.placed),
        pool(viewer, made, move.colour, needed),
        viewer.link(choose=move.key, deed=move.kind, **calling(plan.call)),
        chosen,
        ways(viewer, made) if chosen else (),
        next_words(made, needed - len(made.steps)) if made.fields else "",
        made.action,
        button(made),
    )


def ways(viewer: Viewer, plan: PlannedTurn) -> tuple[Way, ...]:
    """Return where the action may go on, or its last step might go instead, each with what would come of it."""
    colour = plan.steps[0].colour
    assert colour is not None
    kept = plan.placed if plan.open else {step.field: colour for step in plan.steps[:-1]}
    return tuple(
        Way(
            field,
            verdicts(viewer, {**kept, field: colour}),
            link=viewer.link(**plan.going_on(field)),
            chosen=field in plan.placed,
        )
        for field in plan.fields
    )


def next_words(plan: PlannedTurn, left: int) -> str:
    if not plan.open:
        return _("The last one, next to the one before:")
    return _("Then two more, from one to the next:") if left > 1 else _("Then one more, next to it:")


def pool(viewer: Viewer, plan: PlannedTurn, colour: Colour, needed: int) -> str:
    """Return what is left at hand."""
    player = player_to_act(turn_of(viewer).after(plan.call).view)
    if isinstance(colour, str):
        held = player["neutral"]
        return _("neutrals %(before)s → %(after)s", before=held, after=held - needed)
    held = player["pool"]
    return _("your pool %(before)s → %(after)s", before=held, after=held - needed)


def under_way(viewer: Viewer, chain: ChainView) -> Ticket:
    """Return where the next archaeologist of an action may go: each is a button."""
    moves = [move for move in turn_of(viewer).moves() if move.kind == "then"]
    ways = [Way(move.field, verdicts(viewer, move.placed), move.action) for move in moves]
    note = _("next to %(field)s", field=chain["last"])
    if chain["pyramid"]:
        note = _("next to %(field)s, on a pyramid", field=chain["last"])
    title = n_("Now the last one", "Now the next one, %(number)s to go", chain["steps"])
    return Ticket(title, note, ways=ways, kind="way")


def unasked(viewer: Viewer) -> Ticket | None:
    """Return the ticket that is shown before anything is chosen."""
    if view_of(viewer)["phase"] == "brown":
        note = _("or choose one on the plan")
        return Ticket(_("Which room?"), note, rooms=scoring.room_chips(viewer, turn_of(viewer).rooms()), kind="way")
    return neutral_ticket(viewer) if view_of(viewer)["phase"] == "follow" else None


def neutral_ticket(viewer: Viewer) -> Ticket | None:
    lines = neutral_preview.lines(viewer)
    note = _("first or second in a zone, it takes a plot out of the game")
    return Ticket(_("What a neutral archaeologist would do"), note, preview=lines, kind="surveyed") if lines else None


def patron_ticket(viewer: Viewer, key: str, chosen: PlannedTurn | None) -> Ticket | None:
    """Return what a patron would do, or why not now (M3.5)."""
    if view_of(viewer)["phase"] not in ("turn", *PATRON_PHASES):
        return None
    own = player_to_act(view_of(viewer))["patrons"][key]
    title, ready = names.patron(key), own["tiles"] - own["turned"]
    note = _("Ready to help: %(ready)s of %(tiles)s", ready=ready, tiles=own["tiles"]) if own["tiles"] else ""
    drawing = art.emblem(key, 40, turned=not ready)
    if chosen is None or chosen.move is None:
        refusals = refusal_reasons.of_patron(viewer, key)
        note = _("Cannot help now") if ready else note
        return Ticket(title, note, drawing, [names.help_sentence(key)], refusals=refusals, kind="patron")
    return Ticket(
        title,
        note,
        drawing,
        [names.help_sentence(key), what_then(chosen)],
        rooms=scoring.room_chips(viewer, turn_of(viewer).rooms(chosen.move), chosen.move) if chosen.rooms else (),
        action=chosen.move.action,
        button=_("Use %(patron)s, then choose", patron=title),
        kind="patron",
        rule=RULE_OF[key],
    )


def what_then(chosen: PlannedTurn) -> str:
    if chosen.rooms:
        return n_(
            "Choose a room of the museum: %(number)s is open.",
            "Choose a room of the museum: %(number)s are open.",
            len(chosen.rooms),
        )
    return n_(
        "Choose the highlighted field of the desert.",
        "Choose one of the %(number)s highlighted fields of the desert.",
        len(chosen.fields),
    )


def verb_ticket(viewer: Viewer, key: str, chosen: PlannedTurn) -> Ticket:
    """Return the ticket of Start or Extend alone: the fields are lit, and one of them is to be chosen."""
    neutral = view_of(viewer)["phase"] == "follow"
    if key == "start":
        title, rule = _("Start"), "M3.2"
        line = _("One archaeologist on a free field without a pyramid.")
    else:
        title, rule = _("Extend"), "M3.3"
        line = _("Two archaeologists: the first next to one of yours, the second next to the first.")
    if neutral:
        rule = "M7.3"
        line = (
            _("One neutral on a free field without a pyramid.")
            if key == "start"
            else _("Two neutrals: the first next to any other neutral, the second next to the first.")
        )
    then = n_("Choose the highlighted field.", "Choose one of the %(number)s highlighted fields.", len(chosen.fields))
    return Ticket(title, then, lines=[line], kind="verb", rule=rule)


def room_ticket(viewer: Viewer, key: str, chosen: PlannedTurn | None) -> Ticket | None:
    """Return what a room would bring, or why it is shut."""
    number = key.removeprefix("room-")
    rooms = view_of(viewer)["museum"]["rooms"]
    if not (number.isascii() and number.isdecimal() and len(number) < 3 and int(number) < len(rooms)):
        return None
    room = int(number)
    name = names.room_name(view_of(viewer), room)
    drawing = scoring.value(rooms[room]["value"])
    if chosen is None or chosen.move is None:
        return Ticket(name, drawing=drawing, refusals=refusal_reasons.of_room(viewer, room), kind="room", rule="M5.1")
    player = player_to_act(view_of(viewer))
    if view_of(viewer)["scoring"]:
        note = n_("with your last one in the common pool", "with one of your %(number)s in the common pool",
                  player["common"])  # fmt: skip
    else:
        note = _("your pool %(before)s → %(after)s", before=player["pool"], after=player["pool"] - 1)
    return Ticket(
        name, note, drawing, opened(viewer, room), worth=scoring.worth_of(viewer, chosen.move, chosen.call),
        action=chosen.action, button=_("Reserve %(room)s", room=name),
        kind="room of-scoring" if view_of(viewer)["scoring"] else "room",
    )  # fmt: skip


def opened(viewer: Viewer, room: int) -> list[str]:
    """Return the rooms one may reach from there later (M5.2)."""
    all_rooms, seat = view_of(viewer)["museum"]["rooms"], view_of(viewer)["to_act"]
    held = {each["room"] for each in all_rooms if each["holder"] == seat}
    behind = [each["room"] for each in all_rooms if room in each["doors"] and each["holder"] is None]
    return [
        _("It opens the way to %(room)s.", room=names.room_name(view_of(viewer), number))
        for number in behind
        if not held & set(all_rooms[number]["doors"])
    ]


def tile_ticket(viewer: Viewer, move: Move) -> Ticket:
    card = scoring.tile_card(viewer, move)
    lines = [_("%(whom)s: %(points)s", whom=whom, points=points) for _seat, whom, points in card.sums]
    return Ticket(card.title, card.note, card.drawing, lines, worth=card.worth, action=card.action, button=card.button,
                  kind="tile of-scoring")  # fmt: skip
