"""What the guide says in each step, and which part of the page it lights."""

from collections.abc import Callable, Sequence

from digsite.games.mykerinos.page import names
from digsite.games.mykerinos.page.choice import PlannedTurn, plan_of
from digsite.games.mykerinos.page.position import facts, player, view_of
from digsite.games.mykerinos.page.zone_ranking import tied
from digsite.games.mykerinos.rules.view_types import PlayerView
from digsite.web.guide import Lesson
from digsite.web.i18n import _, listed, n_, points
from digsite.web.viewer import Viewer


def me(viewer: Viewer) -> PlayerView:
    """Return the player who is guided."""
    return player(viewer, viewer.you or 0)


def the_desert(viewer: Viewer) -> Lesson:
    paragraphs = [
        n_(
            "The desert has %(number)s zone. In it there are two plots, each with its patron and its points above it.",
            "The desert has %(number)s zones. In each there are two plots, each with its patron and its points above "
            "it.",
            len(view_of(viewer)["zones"]),
        ),
        _(
            "When all have passed, the zones are scored: whoever has most archaeologists in one takes a plot first, "
            "or a room in the museum instead."
        ),
    ]
    return Lesson(_("A desert of zones, two plots in each."), paragraphs, "board", "aside")


def a_start(viewer: Viewer) -> Lesson:
    if viewer.query.choose:
        return confirm()
    if not viewer.my_turn:
        return wait(_("First you start."))
    zone = richest(viewer)
    paragraphs = [
        n_(
            "You have %(number)s archaeologist for this round. In a turn you start with one on any free field, or "
            "extend with two.",
            "You have %(number)s archaeologists for this round. In a turn you start with one on any free field, or "
            "extend with two.",
            me(viewer)["pool"],
        ),
        _(
            "The plots of %(zone)s bring most at once: together %(points)s.",
            zone=names.zone(zone),
            points=points(zone_points(viewer, zone)),
        ),
    ]
    if view_of(viewer)["round"] == 1:  # nobody has a patron yet
        paragraphs.append(_("Pyramids are closed to you for now."))
    return Lesson(
        _("Start: one archaeologist, anywhere."), paragraphs, "board", "aside", _("Choose a field with a dot")
    )


def zone_points(viewer: Viewer, zone: int) -> int:
    return sum(tile["points"] for tile in view_of(viewer)["zones"][zone]["tiles"] if tile)


def richest(viewer: Viewer) -> int:
    return max(range(len(view_of(viewer)["zones"])), key=lambda zone: zone_points(viewer, zone))


def confirm() -> Lesson:
    paragraphs = [_("You see how the zone would stand. Nothing has happened yet: you may still cancel.")]
    return Lesson(
        _("See what it does, then confirm."), paragraphs, "choice", "ticket", _("Now press the button to confirm")
    )


def wait(title: str) -> Lesson:
    return Lesson(title, [_("It is not your turn: wait until the others have moved.")], "", "aside")


def neutrals(viewer: Viewer) -> Lesson:
    if viewer.query.choose:
        return confirm()
    paragraphs = [
        _(
            "With two players there is a neutral player, who scores nothing. After each action of your own you may "
            "also start or extend with its archaeologists."
        ),
        _(
            "First or second in a zone, it takes a plot out of the game. Put one where it costs the other more than "
            "you, or skip."
        ),
    ]
    return Lesson(
        _("One more thing: a neutral archaeologist."), paragraphs, "board", "aside", _("Choose a field, or skip")
    )


def neutral_again(viewer: Viewer) -> Lesson | None:
    """Return one line while a neutral archaeologist may follow, which was explained before."""
    if view_of(viewer)["phase"] not in ("follow", "neutral-then") or not viewer.my_turn:
        return None
    paragraphs = [_("You may place a neutral archaeologist again, or skip; then the other player moves.")]
    return Lesson(_("A neutral archaeologist, or skip."), paragraphs, "board", "aside", _("Choose a field, or skip"))


def an_extension(viewer: Viewer) -> Lesson:
    if again := neutral_again(viewer):
        return again
    chain = view_of(viewer)["chain"]
    if chain and viewer.my_turn:
        text = _("The second goes next to the first, which stands on %(field)s.", field=names.field(chain["last"]))
        return Lesson(_("Now the second one."), [text], "board", "aside", _("Choose a highlighted field"))
    if lesson := first_of_two(plan_of(viewer)):
        return lesson
    if viewer.query.choose:
        return confirm()
    if not viewer.my_turn:
        return wait(_("Next you extend."))
    paragraphs = [
        _("You place two archaeologists in one turn: the first next to one of yours, the second next to the first."),
        _("Lines between plots and zones do not matter: one extension may reach into two zones."),
    ]
    do = _("Choose a field with a ringed dot")
    return Lesson(_("Extend: two for one turn."), paragraphs, "board", "aside", do)


def first_of_two(chosen: PlannedTurn | None) -> Lesson | None:
    """Return what to do about a start that was chosen instead, or with an extension half planned."""
    if chosen and chosen.move and chosen.move.kind == "start":
        if any(move.kind == "extend" for move in chosen.here):
            text = _("This would be a start. Choose Extend here, or another field with a ringed dot, to place two.")
            return Lesson(_("Extend instead."), [text], "choice", "ticket", _("Choose Extend"))
        text = _("Here you could only start: it is not next to one of yours. Choose a field with a ringed dot.")
        return Lesson(_("Extend instead."), [text], "choice", "ticket", _("Choose a ringed dot"))
    if chosen and chosen.open:
        text = _("This is the first. Choose one of the highlighted fields for the second, and see what both bring.")
        return Lesson(_("Two for one turn."), [text], "choice", "ticket", _("Choose a highlighted field"))
    return None


def the_standing(viewer: Viewer) -> Lesson:
    if again := neutral_again(viewer):
        return again
    ahead = [
        names.zone(zone["zone"])
        for zone in view_of(viewer)["zones"]
        if zone["standing"] and zone["standing"][0]["colour"] == viewer.you and not tied(zone["standing"])
    ]
    paragraphs = [
        _("The card of each zone says who leads there, and by how much."),
        _("You lead in %(zones)s.", zones=listed(ahead)) if ahead else _("You lead nowhere yet."),
        _(
            "The first chooses first, the second from what is left. Whoever is third or fourth gets at most a plot "
            "that nobody wanted."
        ),
    ]
    return Lesson(_("Who leads a zone."), paragraphs, "board", "standing")


def the_track(viewer: Viewer) -> Lesson:
    if again := neutral_again(viewer):
        return again
    paragraphs = [
        _(
            "When you have nothing better to do, pass: what is left in your pool stays for the next round. The earlier "
            "pass wins every tie."
        ),
        _("The neutral marker always stands on space 2. The last to pass begins the next round."),
        _("When the other has passed, you have one more action."),
    ]
    return Lesson(_("Passing early wins ties."), paragraphs, "acting", "aside")


def a_choice(viewer: Viewer) -> Lesson:
    scoring = view_of(viewer)["scoring"]
    if scoring is None:
        paragraphs = [_("Zone after zone is scored when all have passed; in their order the players choose.")]
        return Lesson(_("The zones are scored."), paragraphs, "board", "aside")
    zone = names.zone(scoring["zone"])
    if view_of(viewer)["phase"] == "remove":
        paragraphs = [
            _("The neutral player ranks high in %(zone)s. You name the plot it takes out of the game.", zone=zone),
            _("Take away what the other would want most."),
        ]
        return Lesson(_("The neutral player takes a plot away."), paragraphs, "prizes", "aside", _("Name a plot"))
    paragraphs = [
        _("You may choose in %(zone)s. A plot scores its points at once, and its patron is yours.", zone=zone),
        _("Or reserve a museum room instead: it makes every plot of that patron worth more at the end."),
        _("Each card says what it brings now and at the end, as things stand."),
    ]
    return Lesson(_("Your first choice."), paragraphs, "prizes", "aside", _("Choose a card"))


def the_museum(viewer: Viewer) -> Lesson:
    paragraphs = [
        _("Each patron has a wing. At the end every plot is worth your best room in its patron's wing."),
        _(
            "Without a room that is 1. A “3” belongs to one wing, a “2” to two; the “5” is open only to whoever holds "
            "a room next to it."
        ),
        _("So collect plots of few patrons, and get their rooms in time: each holds only one archaeologist."),
    ]
    return Lesson(_("The museum makes plots worth more."), paragraphs, "museum", "museum")


def the_patrons(viewer: Viewer) -> Lesson:
    ready = [key for key, held in me(viewer)["patrons"].items() if held["tiles"] > held["turned"]]
    paragraphs = [
        _("From the second round on each of your plots helps once a round, instead of a start or an extension.")
    ]
    if ready:
        paragraphs += [
            _("%(patron)s: %(help)s.", patron=names.patron(key), help=names.help_of(key)) for key in ready[:3]
        ]
        return Lesson(_("Your patrons help you."), paragraphs, "patrons", "aside")
    paragraphs.append(
        _("You have none yet. Lord Lemon would let you onto pyramids, Sir Brown straight into the museum.")
    )
    return Lesson(_("Patrons help whoever has their plots."), paragraphs, f"panel-{viewer.you}", "aside")


def the_end(viewer: Viewer) -> Lesson:
    score = me(viewer)["score"]
    paragraphs = [
        _(
            "After round %(rounds)s the wings are counted, and every set of all five patrons brings %(points)s.",
            rounds=view_of(viewer)["rounds"],
            points=points(facts(viewer).set_of_five),
        ),
        _("If it ended now, you would have %(points)s.", points=points(score["total"])),
        _("Tap or click anything on the table to see what it is. The rules are always at hand. Good luck."),
    ]
    return Lesson(_("Wings, sets, and the end."), paragraphs, f"panel-{viewer.you}", "aside")


LESSONS: Sequence[Callable[[Viewer], Lesson]] = (
    the_desert,
    a_start,
    neutrals,
    an_extension,
    the_standing,
    the_track,
    a_choice,
    the_museum,
    the_patrons,
    the_end,
)
