"""What the guide says in each step, and which part of the page it lights."""

from collections.abc import Callable, Sequence
from typing import Any

from digsite.web.guide import Lesson
from digsite.web.look import Look
from digsite.web.mykerinos import names
from digsite.web.mykerinos.acting import plan
from digsite.web.words import _, listed, n_, points


def me(look: Look) -> dict[str, Any]:
    player: dict[str, Any] = look.view["players"][look.you or 0]
    return player


def the_desert(look: Look) -> Lesson:
    told = [
        n_(
            "%(number)s zone lies before you. In it there are two plots, each with its patron and its points above it.",
            "%(number)s zones lie before you. In each there are two plots, each with its patron and its points above "
            "it.",
            len(look.view["zones"]),
        ),
        _(
            "When all have passed, the zones are scored: whoever has most archaeologists in one takes a plot first, "
            "or a room in the museum instead."
        ),
    ]
    return Lesson(_("A desert of zones, two plots in each."), told, "board", "aside")


def a_start(look: Look) -> Lesson:
    if look.choose.get("choose"):
        return confirm()
    if not look.my_turn:
        return wait(_("First you start."))
    zone = richest(look)
    told = [
        n_(
            "You have %(number)s archaeologist for this round. In a turn you start with one on any free field, or "
            "extend with two.",
            "You have %(number)s archaeologists for this round. In a turn you start with one on any free field, or "
            "extend with two.",
            me(look)["pool"],
        ),
        _(
            "The plots of %(zone)s bring most at once: together %(points)s. Pyramids are closed to you for now.",
            zone=names.zone(zone),
            points=points(zone_points(look, zone)),
        ),
    ]
    return Lesson(_("Start: one archaeologist, anywhere."), told, "board", "aside", _("Touch a field with a dot"))


def zone_points(look: Look, zone: int) -> int:
    return sum(tile["points"] for tile in look.view["zones"][zone]["tiles"] if tile)


def richest(look: Look) -> int:
    return max(range(len(look.view["zones"])), key=lambda zone: zone_points(look, zone))


def confirm() -> Lesson:
    told = [_("You see how the zone would stand. Nothing has happened yet: you may still cancel.")]
    return Lesson(_("See what it does, then confirm."), told, "choice", "ticket", _("Confirm it"))


def wait(title: str) -> Lesson:
    return Lesson(title, [_("It is not your turn: wait until the others have moved.")], "", "aside")


def neutrals(look: Look) -> Lesson:
    if look.choose.get("choose"):
        return confirm()
    told = [
        _(
            "With two players there is a neutral player, who scores nothing. After each own action you may also start "
            "or extend with its archaeologists."
        ),
        _(
            "First or second in a zone, it takes a plot out of the game. Put one where it costs the other more than "
            "you, or skip."
        ),
    ]
    return Lesson(_("One more thing: a neutral archaeologist."), told, "board", "aside", _("Touch a field, or skip"))


def neutral_again(look: Look) -> Lesson | None:
    """One line while a neutral archaeologist may follow, which was explained before."""
    if look.view["phase"] not in ("follow", "neutral-then") or not look.my_turn:
        return None
    told = [_("You may place a neutral archaeologist again, or skip; then the other moves.")]
    return Lesson(_("A neutral one, or skip."), told, "board", "aside", _("Touch a field, or skip"))


def an_extension(look: Look) -> Lesson:
    if again := neutral_again(look):
        return again
    chain = look.view["chain"]
    if chain and look.my_turn:
        told = [_("The second goes next to the first, which stands on %(field)s.", field=names.field(chain["last"]))]
        return Lesson(_("Now the second one."), told, "board", "aside", _("Touch a lit field"))
    chosen = plan(look)
    if chosen and chosen.deed and chosen.deed.kind == "start":
        if any(deed.kind == "extend" for deed in chosen.here):
            told = [_("This would be a start. Choose Extend here, or another field with a ringed dot, to place two.")]
            return Lesson(_("Extend instead."), told, "choice", "ticket", _("Choose Extend"))
        told = [_("Here you could only start: it is not next to one of yours. Touch a field with a ringed dot.")]
        return Lesson(_("Extend instead."), told, "choice", "ticket", _("Touch a ringed dot"))
    if chosen and chosen.open:
        told = [_("This is the first. Touch one of the lit fields for the second, and see what both bring.")]
        return Lesson(_("Two for one turn."), told, "choice", "ticket", _("Touch a lit field"))
    if look.choose.get("choose"):
        return confirm()
    if not look.my_turn:
        return wait(_("Next you extend."))
    told = [
        _("Two archaeologists come for one turn: the first next to one of yours, the second next to the first."),
        _("Lines between plots and zones do not matter: one extension may reach into two zones."),
    ]
    do = _("Touch a field with a ringed dot")
    return Lesson(_("Extend: two for one turn."), told, "board", "aside", do)


def the_standing(look: Look) -> Lesson:
    if again := neutral_again(look):
        return again
    ahead = [
        names.zone(zone["zone"])
        for zone in look.view["zones"]
        if zone["standing"] and zone["standing"][0]["colour"] == look.you
    ]
    told = [
        _("The card of each zone says who leads there, and by how much."),
        _("You lead in %(zones)s.", zones=listed(ahead)) if ahead else _("You lead nowhere yet."),
        _(
            "The first chooses first, the second from what is left. Whoever is third or fourth gets at most a plot "
            "that nobody wanted."
        ),
    ]
    return Lesson(_("Who leads a zone."), told, "board", "standing")


def the_track(look: Look) -> Lesson:
    if again := neutral_again(look):
        return again
    told = [
        _(
            "When you have nothing better to do, pass: what is left in your pool stays for the next round. The earlier "
            "pass wins every tie."
        ),
        _("The neutral marker always stands on space 2. The last to pass begins the next round."),
        _("When the other has passed, you have one more action."),
    ]
    return Lesson(_("Passing early wins ties."), told, "acting", "aside")


def a_choice(look: Look) -> Lesson:
    scoring = look.view["scoring"]
    if scoring is None:
        told = [_("Zone after zone is scored when all have passed; in their order the players choose.")]
        return Lesson(_("The zones are scored."), told, "board", "aside")
    zone = names.zone(scoring["zone"])
    if look.view["phase"] == "remove":
        told = [
            _("The neutral player ranks high in %(zone)s. You say which plot leaves the game for it.", zone=zone),
            _("Take away what the other would want most."),
        ]
        return Lesson(_("The neutral player takes a plot away."), told, "prizes", "aside", _("Name a plot"))
    told = [
        _("You may choose in %(zone)s. A plot scores its points at once, and its patron is yours.", zone=zone),
        _("Or reserve a museum room instead: it makes every plot of that patron worth more at the end."),
        _("Each card says what it brings now and at the end, as things stand."),
    ]
    return Lesson(_("Your first choice."), told, "prizes", "aside", _("Choose a card"))


def the_museum(look: Look) -> Lesson:
    told = [
        _("Each patron has a wing. At the end every plot is worth your best room in its patron's wing."),
        _(
            "Without a room that is 1. A “3” belongs to one wing, a “2” to two; the “5” is open only to whoever holds "
            "a room next to it."
        ),
        _("So collect plots of few patrons, and get their rooms in time: each holds only one archaeologist."),
    ]
    return Lesson(_("The museum makes plots worth more."), told, "museum", "museum")


def the_patrons(look: Look) -> Lesson:
    ready = [key for key, held in me(look)["patrons"].items() if held["tiles"] > held["turned"]]
    told = [_("From the second round on each of your plots helps once a round, instead of a start or an extension.")]
    if ready:
        told += [_("%(patron)s: %(help)s.", patron=names.patron(key), help=names.help_of(key)) for key in ready[:3]]
        return Lesson(_("Your patrons help you."), told, "patrons", "aside")
    told.append(_("You have none yet. Lord Lemon would take you on to pyramids, Sir Brown straight into the museum."))
    return Lesson(_("Patrons help whoever has their plots."), told, f"panel-{look.you}", "aside")


def the_end(look: Look) -> Lesson:
    score = me(look)["score"]
    told = [
        _(
            "After round %(rounds)s the wings are counted, and every set of all five patrons brings %(points)s.",
            rounds=look.view["rounds"],
            points=points(look.game.facts.set_of_five),
        ),
        _("If it ended now, you would have %(points)s.", points=points(score["total"])),
        _("Everything on the table explains itself when you touch it, and the rules are always at hand. Good luck."),
    ]
    return Lesson(_("Wings, sets, and the end."), told, f"panel-{look.you}", "aside")


LESSONS: Sequence[Callable[[Look], Lesson]] = (
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
