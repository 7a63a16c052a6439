"""The ticket that asks before anything is done: the choices at a field, a patron, a room, passing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from digsite.games.mykerinos.view import Colour
from digsite.web import render
from digsite.web.look import Look
from digsite.web.mykerinos import art, helping, names, passing, refusing, scoring, survey
from digsite.web.mykerinos.acting import (
    Deed,
    Plan,
    ahead,
    button,
    calling,
    label,
    offers,
    placed_by,
    plan,
    rooms,
    with_steps,
)
from digsite.web.mykerinos.consequence import Standing, Verdict, verdicts
from digsite.web.mykerinos.survey import Line
from digsite.web.words import _, n_

Reason = tuple[str, str]  # a sentence and the number of its rule
PLACED = {"extend": 2, "neutral-extend": 2, "start": 1, "neutral-start": 1, "then": 1}
RULES = {"violet": "M3.6", "lemon": "M3.7", "brown": "M3.8", "blackmore": "M3.9", "tangerine": "M3.10"}
BY_PATRON = {("blackmore", "start"): 2, ("tangerine", "extend"): 3}


@dataclass(frozen=True)
class Way:
    """A field where the same action may go on, with what comes of it."""

    field: str
    said: Sequence[Verdict]
    action: str = ""
    link: str = ""
    chosen: bool = False


@dataclass(frozen=True)
class Choice:
    """One thing that can be done there."""

    deed: Deed
    label: str
    drawing: str
    said: Sequence[Verdict]
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
    survey: Sequence[Line] = ()
    worth: scoring.Worth | None = None
    refusals: Sequence[Reason] = ()
    helps: Sequence[helping.Help] = ()
    rooms: Sequence[scoring.RoomChip] = ()
    action: str = ""
    button: str = ""
    kind: str = ""
    rule: str = ""


def choice(look: Look) -> str:
    """The part `choice`."""
    made = ticket(look)
    return render("mykerinos/ticket.html", look=look, ticket=made, mykerinos=art) if made else ""


def ticket(look: Look) -> Ticket | None:
    """What the address chooses, or how an action goes on; nothing where neither is so."""
    if not look.my_turn:
        return None
    key, chosen = look.choose.get("choose", ""), plan(look)
    if look.view["chain"]:
        return under_way(look)
    if key in RULES:
        return patron_ticket(look, key, chosen)
    if key.startswith("room-"):
        return room_ticket(look, key, chosen)
    if chosen is None:
        return unasked(look)
    if key in ("start", "extend"):
        return verb_ticket(look, key, chosen)
    if key == "pass":
        return Ticket(_("Pass"), passing.note(look), lines=passing.lines(look), action="pass",
                      button=passing.button(look), rule="M3.4")  # fmt: skip
    if chosen.deed is not None and chosen.deed.side is not None:
        return tile_ticket(look, chosen.deed)
    return field_ticket(look, chosen) if chosen.deed is None or chosen.deed.field else None


def field_ticket(look: Look, chosen: Plan) -> Ticket:
    """Everything that can be done at a field, and why the rest cannot."""
    zone, call = names.zone_of(look.view, chosen.key), chosen.call
    refusals = [] if call else refusing.at_field(look, chosen.key, {deed.kind for deed in chosen.here})
    changed = [] if chosen.deed is None or len(chosen.standing) != 1 else list(chosen.standing.items())
    strips = [(names.zone_title(z), look.view["zones"][z]["standing"], after) for z, after in changed]
    return Ticket(
        _("%(patron)s on %(field)s", patron=names.patron(call.patron), field=chosen.key)
        if call
        else _("Field %(field)s", field=chosen.key),
        plots_of(look, zone),
        art.emblem(call.patron, 40) if call else "",
        strips=strips,
        choices=[field_choice(look, chosen, deed) for deed in chosen.here],
        refusals=refusals,
        helps=[] if call else helping.at_field(look, chosen.key),
        kind="at-field",
    )


def plots_of(look: Look, zone: int) -> str:
    tiles = [tile for tile in look.view["zones"][zone]["tiles"] if tile]
    said = ", ".join(names.plot_name(tile) for tile in tiles)
    return _("%(zone)s: %(plots)s", zone=names.zone_title(zone), plots=said)


def field_choice(look: Look, plan: Plan, deed: Deed) -> Choice:
    assert deed.colour is not None
    chosen = deed == plan.deed
    made = plan if chosen else with_steps(look, replace(plan, deed=deed, then=()))
    needed = BY_PATRON.get((deed.patron, deed.kind), PLACED[deed.kind])
    return Choice(
        deed,
        label(deed, made.then),
        Markup("").join(art.figure(deed.colour, 17) for _one in range(needed)),
        () if made.open or (chosen and made.then) else verdicts(look, made.placed),
        pool(look, made, deed.colour, needed),
        look.link(choose=deed.key, deed=deed.kind, **calling(plan.call)),
        chosen,
        ways(look, made) if chosen else (),
        next_words(made, needed - len(made.steps)) if made.fields else "",
        made.action,
        button(made),
    )


def ways(look: Look, plan: Plan) -> tuple[Way, ...]:
    """Where the action may go on, or its last step might go instead, each with what would come of it."""
    colour = plan.steps[0].colour
    assert colour is not None
    kept = plan.placed if plan.open else {step.field: colour for step in plan.steps[:-1]}
    return tuple(
        Way(
            field,
            verdicts(look, {**kept, field: colour}),
            link=look.link(**plan.going_on(field)),
            chosen=field in plan.placed,
        )
        for field in plan.fields
    )


def next_words(plan: Plan, left: int) -> str:
    if not plan.open:
        return _("The last one, next to the one before:")
    return _("Then two more, from one to the next:") if left > 1 else _("Then one more, next to it:")


def pool(look: Look, plan: Plan, colour: Colour, needed: int) -> str:
    """What is left at hand."""
    player = ahead(look, plan.call).view["players"][look.view["to_act"]]
    before = int(player["neutral" if isinstance(colour, str) else "pool"])
    told = {"before": before, "after": before - needed}
    return (
        _("neutrals %(before)s → %(after)s", **told)
        if isinstance(colour, str)
        else _("own pool %(before)s → %(after)s", **told)
    )


def under_way(look: Look) -> Ticket:
    """Where the next archaeologist of an action may go: each is a button."""
    chain = look.view["chain"]
    deeds = [deed for here in offers(look).values() for deed in here if deed.kind == "then"]
    ways = [Way(deed.field, verdicts(look, placed_by(deed)), deed.action) for deed in deeds]
    note = _("next to %(field)s", field=chain["last"])
    if chain["pyramid"]:
        note = _("next to %(field)s, on a pyramid", field=chain["last"])
    title = n_("Now the last one", "Now the next one, %(number)s to go", int(chain["steps"]))
    return Ticket(title, note, ways=ways, kind="way")


def unasked(look: Look) -> Ticket | None:
    """What is told before anything is chosen."""
    if look.view["phase"] == "brown":
        note = _("or touch one on the plan")
        return Ticket(_("Which room?"), note, rooms=scoring.room_chips(look, rooms(look)), kind="way")
    return survey_ticket(look) if look.view["phase"] == "follow" else None


def survey_ticket(look: Look) -> Ticket | None:
    lines = survey.lines(look)
    note = _("first or second in a zone, it takes a plot out of the game")
    return Ticket(_("What a neutral would do"), note, survey=lines, kind="surveyed") if lines else None


def patron_ticket(look: Look, key: str, chosen: Plan | None) -> Ticket | None:
    """M3.5: what a patron would do, or why not now."""
    if look.view["phase"] not in ("turn", *RULES):
        return None
    own = look.view["players"][look.view["to_act"]]["patrons"][key]
    title, ready = names.patron(key), own["tiles"] - own["turned"]
    said = _("Ready to help: %(ready)s of %(tiles)s", ready=ready, tiles=own["tiles"]) if own["tiles"] else ""
    drawing = art.emblem(key, 40, turned=not ready)
    if chosen is None or chosen.deed is None:
        refusals = refusing.of_patron(look, key)
        said = _("Cannot help now") if ready else said
        return Ticket(title, said, drawing, [what_it_does(key)], refusals=refusals, kind="patron")
    return Ticket(
        title,
        said,
        drawing,
        [what_it_does(key), what_then(chosen)],
        rooms=scoring.room_chips(look, rooms(look, chosen.deed), chosen.deed) if chosen.rooms else (),
        action=chosen.deed.action,
        button=_("Call %(patron)s first", patron=title),
        kind="patron",
        rule=RULES[key],
    )


def what_it_does(key: str) -> str:
    """A patron's help as a sentence."""
    said = names.help_of(key)
    return f"{said[:1].upper()}{said[1:]}."


def what_then(chosen: Plan) -> str:
    if chosen.rooms:
        return n_(
            "Choose a room of the museum: %(number)s is open.",
            "Choose a room of the museum: %(number)s are open.",
            len(chosen.rooms),
        )
    return n_(
        "Touch the lit field of the desert.",
        "Touch one of the %(number)s lit fields of the desert.",
        len(chosen.fields),
    )


def verb_ticket(look: Look, key: str, chosen: Plan) -> Ticket:
    """Start and Extend by themselves: the fields are lit, one of them is to be touched."""
    neutral = look.view["phase"] == "follow"
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
            else _("Two neutrals: the first next to any neutral one, the second next to the first.")
        )
    then = n_("Touch the lit field.", "Touch one of the %(number)s lit fields.", len(chosen.fields))
    return Ticket(title, then, lines=[line], kind="verb", rule=rule)


def room_ticket(look: Look, key: str, chosen: Plan | None) -> Ticket | None:
    """What a room would bring, or why it is shut."""
    number = key.removeprefix("room-")
    plan_of = look.view["museum"]["rooms"]
    if not (number.isascii() and number.isdecimal() and len(number) < 3 and int(number) < len(plan_of)):
        return None
    room = int(number)
    name = names.room_name(look.view, room)
    drawing = scoring.value(plan_of[room]["value"])
    if chosen is None or chosen.deed is None:
        return Ticket(name, drawing=drawing, refusals=refusing.of_room(look, room), kind="room", rule="M5.1")
    player = look.view["players"][look.view["to_act"]]
    if look.view["scoring"]:
        note = n_("with your last one in the common pool", "with one of your %(number)s in the common pool",
                  player["common"])  # fmt: skip
    else:
        note = _("own pool %(before)s → %(after)s", before=player["pool"], after=player["pool"] - 1)
    return Ticket(
        name, note, drawing, opened(look, room), worth=scoring.worth_of(look, chosen.deed, chosen.call),
        action=chosen.action, button=_("Reserve %(room)s", room=name),
        kind="room of-scoring" if look.view["scoring"] else "room",
    )  # fmt: skip


def opened(look: Look, room: int) -> list[str]:
    """M5.2: the rooms one may reach from there later."""
    all_rooms, seat = look.view["museum"]["rooms"], look.view["to_act"]
    held = {each["room"] for each in all_rooms if each["holder"] == seat}
    behind = [each["room"] for each in all_rooms if room in each["doors"] and each["holder"] is None]
    return [
        _("It opens the way to %(room)s.", room=names.room_name(look.view, number))
        for number in behind
        if not held & set(all_rooms[number]["doors"])
    ]


def tile_ticket(look: Look, deed: Deed) -> Ticket:
    card = scoring.tile_card(look, deed)
    lines = [_("%(whom)s: %(points)s", whom=whom, points=points) for _seat, whom, points in card.sums]
    return Ticket(card.title, card.note, card.drawing, lines, worth=card.worth, action=card.action, button=card.button,
                  kind="tile of-scoring")  # fmt: skip
