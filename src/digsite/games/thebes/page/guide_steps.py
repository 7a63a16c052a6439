"""What the guide says in each step, and which part of the page it lights."""

from collections.abc import Callable, Sequence

from digsite.games.thebes.evaluation.odds import best_weeks
from digsite.games.thebes.page import names
from digsite.games.thebes.page.choice import choice_of
from digsite.games.thebes.page.position import facts, is_researcher, player, view_of
from digsite.games.thebes.page.turn import Offer, offers_of
from digsite.games.thebes.rules.data import worth_of
from digsite.games.thebes.rules.notation import HALL_NAMES
from digsite.games.thebes.rules.view_types import CardView, PlayerView
from digsite.web.guide import Lesson
from digsite.web.i18n import _, listed, n_, points, weeks
from digsite.web.viewer import Viewer

# What a card is worth for a first dig, beside books: a book is worth its value
HELPERS = {"rumour": 1.5, "assistant": 1.0, "general": 0.8, "shovel": 0.8, "car": 0.5, "zeppelin": 0.5, "congress": 0.4}
SAME_SITE = 2.5  # so much better is a book on a site one knows already


def the_map(viewer: Viewer) -> Lesson:
    paragraphs = [
        _(
            "You are an archaeologist %(in_place)s. Every line on the map takes one week.",
            in_place=names.in_place(me(viewer)["place"]),
        ),
        _(
            "In the cities you read, hire help and exhibit; at the five sites in the south you dig. The map always "
            "shows what a place offers and how many weeks that takes, the journey included."
        ),
    ]
    return Lesson(_("Europe and the sites: every line is a week."), paragraphs, "board", "board")


def me(viewer: Viewer) -> PlayerView:
    """Return the player who is guided."""
    return player(viewer, viewer.you or 0)


def whose_turn(viewer: Viewer) -> Lesson:
    paragraphs = [
        _("There are no rounds. Whoever is furthest back in time moves, as often as it takes to overtake the others."),
        _("A short action lets you move again soon, a long one gives the others time. Here you see who is next."),
    ]
    return Lesson(_("Whoever is furthest back moves."), paragraphs, "status", "status")


def a_book(viewer: Viewer) -> Lesson:
    best = best_card(viewer)
    if viewer.query.choose:
        return another(viewer, *best) if best and is_another(viewer, best[1]) else chosen(viewer)
    if best is None:
        return wait(viewer, _("First you need a book."))
    card, offer = best
    if card["kind"] != "book":
        return some_card(card, offer)
    title = _("Take this book: it makes every dig %(in_place)s better.", in_place=names.in_place(card["site"] or ""))
    paragraphs = [
        _("Your knowledge decides how many tokens a dig draws, and a book is never used up."),
        trip(card, offer),
    ]
    return Lesson(title, paragraphs, lit(offer), "card", _("Choose the highlighted card"))


def some_card(card: CardView, offer: Offer) -> Lesson:
    title = _("Take %(card)s.", card=names.a_card(card["kind"], card["site"]))
    paragraphs = [_("What you own decides how many tokens a dig draws."), trip(card, offer)]
    return Lesson(title, paragraphs, lit(offer), "card", _("Choose the highlighted card"))


def trip(card: CardView, offer: Offer) -> str:
    place = names.in_place(offer.place)
    if not offer.travel:
        return _("You'll find it %(in_place)s, where you are: %(weeks)s.", in_place=place, weeks=weeks(offer.weeks))
    return _(
        "You'll find it %(in_place)s: %(travel)s to get there, %(there)s for the card.",
        in_place=place,
        travel=weeks(offer.travel),
        there=weeks(offer.weeks),
    )


def chosen(viewer: Viewer) -> Lesson:
    """Return a lesson about what was chosen, whether the step asks for it or not."""
    choice = choice_of(viewer)
    if choice is None:
        return wait(viewer, _("One step at a time."))
    if not choice.offer.possible:
        paragraphs = [_("The ticket says what is missing. Go back and choose something else for now.")]
        return Lesson(_("That is not possible yet."), paragraphs, "choice", "ticket", _("Close it"))
    if choice.is_dig:
        return the_wheel()
    paragraphs = [
        _("The map shows the way, its border the weeks it takes. Nothing has happened yet: you may still cancel.")
    ]
    return Lesson(
        _("See what it costs, then confirm."), paragraphs, "choice", "ticket", _("Now press the button on the ticket")
    )


def is_another(viewer: Viewer, best: Offer) -> bool:
    """Return whether something else is chosen that could be done instead."""
    choice = choice_of(viewer)
    return choice is not None and choice.plan is not None and choice.offer.key != best.key and not choice.is_dig


def another(viewer: Viewer, card: CardView, offer: Offer) -> Lesson:
    """Return what was chosen instead of the lit card, and why that one was lit."""
    choice = choice_of(viewer)
    taken = choice.offer.card if choice else None
    paragraphs = [
        instead(taken) if is_researcher(taken) else _("It brings you no knowledge."),
        _(
            "The highlighted card was %(card)s, %(in_place)s: for its weeks it helps a first dig more. You can still "
            "take this one.",
            card=names.a_card(card["kind"], card["site"]),
            in_place=names.in_place(offer.place),
        ),
    ]
    return Lesson(
        _("You chose something else."), paragraphs, "choice", "instead", _("Press the button on the ticket, or cancel")
    )


def instead(card: CardView) -> str:
    if card["kind"] != "book":
        return helps(card["kind"])
    return _("It is a book, too: it makes every dig %(in_place)s better.", in_place=names.in_place(card["site"] or ""))


def the_wheel() -> Lesson:
    paragraphs = [
        _("Turn the hand to choose the weeks: the inner ring shows how many tokens they draw with what you know."),
        _("Beside the wheel you see your exact odds for these weeks. You choose first, then draw."),
    ]
    return Lesson(_("The more weeks, the more tokens."), paragraphs, "choice", "sheet", _("Turn the wheel, then dig"))


def wait(viewer: Viewer, title: str) -> Lesson:
    text = _("It is not your turn: wait until the others have overtaken you.")
    if viewer.my_turn:
        text = _("Nothing useful fits into the time that is left. Do what you like.")
    return Lesson(title, [text], "status", "wait")


def the_calendar(viewer: Viewer) -> Lesson:
    week = me(viewer)["week"]
    paragraphs = [
        _("The border of the map is the calendar: a space for every week, clockwise from the top left corner."),
        _("Your marker has moved on to week %(week)s. Nobody is behind you: it is your move.", week=week)
        if viewer.my_turn
        else _(
            "Your marker has moved on to week %(week)s. Now whoever is behind you moves, until they overtake you.",
            week=week,
        ),
        _("You have no book on a site yet, and nobody digs without one: the next card should be such a book.")
        if not known_sites(viewer)
        else "",
    ]
    return Lesson(_("The calendar has moved on."), [part for part in paragraphs if part], "board", "board")


def second_book(viewer: Viewer) -> Lesson:
    if viewer.query.choose:
        return chosen(viewer)
    best = best_card(viewer)
    if best is None:
        return wait(viewer, _("Read on, and hire help."))
    card, offer = best
    title = _("Take %(card)s as well.", card=names.a_card(card["kind"], card["site"]))
    return Lesson(
        title, [good_for(viewer, card), trip(card, offer)], lit(offer), "card", _("Choose the highlighted card")
    )


def good_for(viewer: Viewer, card: CardView) -> str:
    if card["kind"] != "book":
        return helps(card["kind"])
    if knows(viewer, card["site"]):
        return _("Books on the same site add up: with twice the knowledge a dig draws far more.")
    if not known_sites(viewer):
        return _("It is your first book: it opens a site to you.")
    if known_sites(viewer) == 1:
        return _("It opens a second site to you: each permit allows one dig a year.")
    return _("It opens one more site to you, and then you dig.")


def helps(kind: str) -> str:
    """Return what a card other than a book is good for."""
    texts = {
        "assistant": _("One assistant helps in a single dig and leaves. Two stay, and help everywhere."),
        "shovel": _("One shovel draws one more token in a single dig. Two stay, and draw more every time."),
        "rumour": _("A rumour adds knowledge to one dig, and is then gone."),
        "general": _("General knowledge helps everywhere, but only as far as you know a site."),
        "congress": _("Congresses do not help you dig, but they are worth points at the end."),
    }
    return texts.get(kind, _("It saves you weeks, and weeks are all you have."))


def knows(viewer: Viewer, site: str | None) -> bool:
    return site is not None and bool(me(viewer)["knowledge"][site]["books"])


def known_sites(viewer: Viewer) -> int:
    return sum(knows(viewer, site) for site in view_of(viewer)["sites"])


def first_dig(viewer: Viewer) -> Lesson:
    if viewer.query.choose:
        return chosen(viewer)
    best = best_weeks(viewer.game, viewer.state) if viewer.my_turn else {}
    if not best:
        return second_book(viewer) if viewer.my_turn else wait(viewer, _("Soon you can dig."))
    site = max(best, key=lambda each: best[each].per_week.per_week)
    bonus = view_of(viewer)["sites"][site]["bonus"]
    paragraphs = [
        _("You know enough for a first dig. It uses your permit for the site, which is valid again in your next year."),
        _("Nobody has dug there yet: the first to do so gets one artifact for certain.") if bonus else "",
    ]
    title = _("Dig %(in_place)s: the time wheel decides.", in_place=names.in_place(site))
    return Lesson(
        title, [part for part in paragraphs if part], f"dig-{site}", "north", _("Choose the highlighted site")
    )


def the_finds(viewer: Viewer) -> Lesson:
    found = me(viewer)["score"]["artifacts"]
    paragraphs = [
        n_(
            "Your artifacts are worth %(number)s point and lie beside your name. Books from the ground are knowledge.",
            "Your artifacts are worth %(number)s points and lie beside your name. Books from the ground are knowledge.",
            found,
        ),
        _("Sand goes back into the bag, artifacts do not: whoever digs later finds less. Come early or well-read."),
    ]
    return Lesson(_("What came out of the bag."), paragraphs, f"panel-{viewer.you}", "panel")


def an_exhibition(viewer: Viewer) -> Lesson:
    """Return a lesson about an exhibition on the table: one that can be held, else the first and what it lacks."""
    halls = zip(HALL_NAMES, view_of(viewer)["exhibitions"], strict=True)
    open_now = {f"exhibit-{hall}": show for hall, show in halls if show}
    stays = _("You keep the artifacts, and may show them again elsewhere.")
    if not open_now:
        paragraphs = [_("Exhibitions come out of the deck later in the game, and lie here."), stays, good_luck()]
        return Lesson(_("Exhibitions: what you found can be shown."), paragraphs, "shows", "shows")
    may = offers_of(viewer)
    key = next((key for key in open_now if key in may and may[key].possible), next(iter(open_now)))
    show = open_now[key]
    asks = {
        "place": names.in_place(show["city"]),
        "needs": names.artifacts(show["needs"]),
        "points": points(show["points"]),
    }
    paragraphs = [_("The one %(place)s asks for %(needs)s and brings %(points)s.", **asks), stays]
    if key in may and may[key].possible:
        return Lesson(_("You can hold an exhibition now."), [*paragraphs, good_luck()], "shows", "shows")
    short = may[key].refusal if key in may else ""
    paragraphs.insert(1, _("Not yet: %(reason)s.", reason=short) if short else "")
    title = _("Exhibitions: what you found can be shown.")
    return Lesson(title, [*(part for part in paragraphs if part), good_luck()], "shows", "shows")


def good_luck() -> str:
    return _("Tap or click anything on the table to see what it is. The rules are always at hand. Good luck.")


def congresses(viewer: Viewer) -> Lesson:
    table = facts(viewer).congress
    paragraphs = [
        _(
            "Each further congress is worth more: %(points)s points for one to seven.",
            points=listed([str(worth_of(table, count)) for count in range(1, 8)]),
        ),
        _(
            "At each site, the player with most knowledge gets %(most)s, or %(tie)s each on a tie. Only books count "
            "for that.",
            most=points(facts(viewer).majority),
            tie=facts(viewer).majority_tie,
        ),
    ]
    return Lesson(_("Congresses and most knowledge."), paragraphs, f"panel-{viewer.you}", "panel")


def three_years(viewer: Viewer) -> Lesson:
    last = facts(viewer).last_year
    paragraphs = [
        _(
            "When your marker passes week %(weeks)s, a new year begins and all your permits are valid again.",
            weeks=facts(viewer).weeks_per_year,
        ),
        _(
            "After %(year)s the game is over: artifacts, exhibitions, congresses and most knowledge are counted.",
            year=last,
        ),
    ]
    return Lesson(_("The years, and the end."), paragraphs, "board", "board")


def best_card(viewer: Viewer) -> tuple[CardView, Offer] | None:
    """Return the card that brings most for its weeks."""
    found = [
        (card, offer)
        for space, card in enumerate(view_of(viewer)["cards"], 1)
        if card and (offer := offers_of(viewer).get(f"take-{space}")) and offer.possible
    ]
    return max(found, key=lambda pair: use(viewer, pair[0]) / pair[1].total, default=None)


def use(viewer: Viewer, card: CardView) -> float:
    if card["kind"] != "book":
        return HELPERS.get(card["kind"], 0.2)
    return float(card["value"]) * (SAME_SITE if knows(viewer, card["site"]) else 1.0) + 0.6


def lit(offer: Offer) -> str:
    """Return the place of an open card."""
    return offer.key.replace("take-", "space-")


LESSONS: Sequence[Callable[[Viewer], Lesson]] = (
    the_map,
    whose_turn,
    a_book,
    the_calendar,
    second_book,
    first_dig,
    the_finds,
    congresses,
    three_years,
    an_exhibition,
)
