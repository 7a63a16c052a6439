"""What the guide says in each step, and which part of the page it lights."""

from collections.abc import Callable, Sequence
from typing import Any

from digsite.games.thebes.odds import best_weeks
from digsite.web.guide import Lesson
from digsite.web.look import Look
from digsite.web.thebes import names
from digsite.web.thebes.acting import Offer, offers
from digsite.web.thebes.explanation import artifacts, facts, player, worth
from digsite.web.words import _, listed, n_, points, weeks

Card = dict[str, Any]
# What a card is worth for a first dig, beside books: a book is worth its value
HELPERS = {"rumour": 1.5, "assistant": 1.0, "general": 0.8, "shovel": 0.8, "car": 0.5, "zeppelin": 0.5, "congress": 0.4}
SAME_SITE = 2.5  # so much better is a book on a site one knows already


def the_map(look: Look) -> Lesson:
    told = [
        _(
            "You are an archaeologist %(in_place)s. Every line on the map takes one week.",
            in_place=names.in_place(here(look)),
        ),
        _(
            "In the cities you read, hire help and exhibit; at the five sites in the south you dig. The map always "
            "shows what a place offers and how many weeks that takes, the journey included."
        ),
    ]
    return Lesson(_("Europe and the sites: every line is a week."), told, "board", "board")


def here(look: Look) -> str:
    place: str = player(look, look.you or 0)["place"]
    return place


def whose_turn(look: Look) -> Lesson:
    told = [
        _("There are no rounds. Whoever is furthest back in time moves, as often as it takes to overtake the others."),
        _("A short action lets you move again soon, a long one gives the others time. Here you see who is next."),
    ]
    return Lesson(_("Whoever is furthest back moves."), told, "status", "status")


def a_book(look: Look) -> Lesson:
    best = best_card(look)
    if look.choose.get("choose"):
        return another(look, *best) if best and is_another(look, best[1]) else chosen(look)
    if best is None:
        return wait(look, _("First you need a book."))
    card, offer = best
    if card["kind"] != "book":
        return some_card(card, offer)
    title = _("Take this book: it makes every dig %(in_place)s better.", in_place=names.in_place(card["site"]))
    told = [
        _("What you know decides how many tokens a dig draws, and a book is never used up."),
        trip(card, offer),
    ]
    return Lesson(title, told, lit(offer), "card", _("Touch the lit card"))


def some_card(card: Card, offer: Offer) -> Lesson:
    title = _("Take %(card)s.", card=names.a_card(card))
    told = [_("What you own decides how many tokens a dig draws."), trip(card, offer)]
    return Lesson(title, told, lit(offer), "card", _("Touch the lit card"))


def trip(card: Card, offer: Offer) -> str:
    place = names.in_place(offer.place)
    if not offer.travel:
        return _("It is to be had %(in_place)s, where you are: %(weeks)s.", in_place=place, weeks=weeks(offer.weeks))
    return _(
        "It is to be had %(in_place)s: %(travel)s to get there, %(there)s for the card.",
        in_place=place,
        travel=weeks(offer.travel),
        there=weeks(offer.weeks),
    )


def chosen(look: Look) -> Lesson:
    """Whatever was chosen is spoken of, whether the step asks for it or not."""
    offer = offers(look).get(look.choose["choose"])
    if offer is None:
        return wait(look, _("One thing after the other."))
    if not offer.possible:
        told = [_("Beside it stands what it takes. Go back, and choose something else for now.")]
        return Lesson(_("That is not possible yet."), told, "choice", "ticket", _("Close it"))
    if offer.key.startswith("dig-"):
        return the_wheel()
    told = [_("The map shows the way, its border the weeks it takes. Nothing has happened yet: you may still cancel.")]
    return Lesson(_("See what it costs, then confirm."), told, "choice", "ticket", _("Confirm it"))


def is_another(look: Look, best: Offer) -> bool:
    """Whether something else is chosen that could be done instead."""
    offer = offers(look).get(look.choose["choose"])
    return offer is not None and offer.possible and offer.key != best.key and not offer.key.startswith("dig-")


def another(look: Look, card: Card, offer: Offer) -> Lesson:
    """What was chosen instead of the lit card, and why that one was lit."""
    space = look.choose["choose"].removeprefix("take-")
    told = [
        instead(look.view["cards"][int(space) - 1]) if space.isdecimal() else _("It brings you no knowledge."),
        _(
            "Lit was %(card)s, %(in_place)s: it helps a first dig more for its weeks. You may take this nevertheless.",
            card=names.a_card(card),
            in_place=names.in_place(offer.place),
        ),
    ]
    return Lesson(_("That is something else."), told, "choice", "instead", _("Confirm it, or cancel"))


def instead(card: Card) -> str:
    if card["kind"] != "book":
        return helps(card["kind"])
    return _("It is a book, too: it makes every dig %(in_place)s better.", in_place=names.in_place(card["site"]))


def the_wheel() -> Lesson:
    told = [
        _("Turn the hand to choose the weeks: the inner ring says how many tokens they draw with what you know."),
        _("Beside the wheel stand your chances for these weeks, exactly. You choose first, and draw then."),
    ]
    return Lesson(_("The more weeks, the more tokens."), told, "choice", "sheet", _("Turn the wheel, then dig"))


def wait(look: Look, title: str) -> Lesson:
    told = _("It is not your turn: wait until the others have overtaken you.")
    if look.my_turn:
        told = _("Nothing that helps can be done in the time that is left. Do what you like.")
    return Lesson(title, [told], "status", "wait")


def the_calendar(look: Look) -> Lesson:
    me = player(look, look.you or 0)
    told = [
        _("The border of the map is the calendar: a space for every week, clockwise from the top left corner."),
        _(
            "Your marker has moved on to week %(week)s. Now whoever is behind you moves, until they overtake you.",
            week=me["week"],
        ),
        _("You have no book on a site yet, and nobody digs without one: the next card should be such a book.")
        if not known_sites(look)
        else "",
    ]
    return Lesson(_("The calendar has moved on."), [part for part in told if part], "board", "board")


def second_book(look: Look) -> Lesson:
    if look.choose.get("choose"):
        return chosen(look)
    best = best_card(look)
    if best is None:
        return wait(look, _("Read on, and hire help."))
    card, offer = best
    title = _("Take %(card)s as well.", card=names.a_card(card))
    return Lesson(title, [good_for(look, card), trip(card, offer)], lit(offer), "card", _("Touch the lit card"))


def good_for(look: Look, card: Card) -> str:
    if card["kind"] != "book":
        return helps(card["kind"])
    if knows(look, card["site"]):
        return _("Books on the same site add up: with twice the knowledge a dig draws far more.")
    if not known_sites(look):
        return _("It is your first book: it opens a site to you.")
    if known_sites(look) == 1:
        return _("It opens a second site to you: each permit allows one dig a year.")
    return _("It opens one more site to you, and then you dig.")


def helps(kind: str) -> str:
    """What a card other than a book is good for."""
    told = {
        "assistant": _("One assistant helps in a single dig and leaves. Two stay, and help everywhere."),
        "shovel": _("One shovel draws one more token in a single dig. Two stay, and draw more every time."),
        "rumour": _("A rumour adds knowledge to one dig, and is then gone."),
        "general": _("General knowledge helps everywhere, but only as far as you know a site."),
        "congress": _("Congresses do not help you dig, but they are worth points at the end."),
    }
    return told.get(kind, _("It saves you weeks, and weeks are all you have."))


def knows(look: Look, site: str) -> bool:
    return bool(player(look, look.you or 0)["knowledge"][site]["books"])


def known_sites(look: Look) -> int:
    return sum(knows(look, site) for site in look.view["sites"])


def first_dig(look: Look) -> Lesson:
    if look.choose.get("choose"):
        return chosen(look)
    best = best_weeks(look.game, look.state) if look.my_turn else {}
    if not best:
        return second_book(look) if look.my_turn else wait(look, _("Soon you can dig."))
    site = max(best, key=lambda each: best[each].per_week.per_week)
    bonus = look.view["sites"][site]["bonus"]
    told = [
        _("You know enough for a first dig. It uses your permit for the site, which is valid again in your next year."),
        _("Nobody has dug there yet: the first to do so gets one artifact for certain.") if bonus else "",
    ]
    title = _("Dig %(in_place)s: the time wheel decides.", in_place=names.in_place(site))
    return Lesson(title, [part for part in told if part], f"dig-{site}", "north", _("Touch the lit site"))


def the_finds(look: Look) -> Lesson:
    found = player(look, look.you or 0)["score"]["artifacts"]
    told = [
        n_(
            "Your artifacts are worth %(number)s point and lie beside your name. Books from the ground are knowledge.",
            "Your artifacts are worth %(number)s points and lie beside your name. Books from the ground are knowledge.",
            found,
        ),
        _("Sand goes back into the bag, artifacts do not: whoever digs later finds less. Come early or well-read."),
    ]
    return Lesson(_("What came out of the bag."), told, f"panel-{look.you}", "panel")


def an_exhibition(look: Look) -> Lesson:
    """Of those on the table one that can be held, else the first; what it lacks, or that it can be touched."""
    open_now = {f"exhibit-{slot}": show for slot, show in zip("abc", look.view["exhibitions"], strict=True) if show}
    stays = _("Nothing is handed in: the artifacts stay yours, and may be shown again elsewhere.")
    if not open_now:
        told = [_("Exhibitions come out of the deck later in the game, and lie here."), stays, good_luck()]
        return Lesson(_("Exhibitions: what you found can be shown."), told, "shows", "shows")
    may = offers(look)
    key = next((key for key in open_now if key in may and may[key].possible), next(iter(open_now)))
    show = open_now[key]
    asks = {"place": names.in_place(show["city"]), "needs": artifacts(show["needs"]), "points": points(show["points"])}
    told = [_("The one %(place)s asks for %(needs)s and brings %(points)s.", **asks), stays]
    if key in may and may[key].possible:
        return Lesson(_("You can hold an exhibition now."), [*told, good_luck()], "shows", "shows")
    short = may[key].refusal if key in may else ""
    told.insert(1, _("Not yet: %(reason)s.", reason=short) if short else "")
    title = _("Exhibitions: what you found can be shown.")
    return Lesson(title, [*(part for part in told if part), good_luck()], "shows", "shows")


def good_luck() -> str:
    return _("Everything on the table explains itself when you touch it, and the rules are always at hand. Good luck.")


def congresses(look: Look) -> Lesson:
    table = facts(look).congress
    told = [
        _(
            "Congresses count the more the more you attend: %(points)s points for one to seven.",
            points=listed([str(worth(table, count)) for count in range(1, 8)]),
        ),
        _(
            "And on each site the best-read player gets %(most)s, or %(tie)s each on a tie. Only books count for that.",
            most=points(facts(look).majority),
            tie=facts(look).majority_tie,
        ),
    ]
    return Lesson(_("Congresses, and knowing most."), told, f"panel-{look.you}", "panel")


def three_years(look: Look) -> Lesson:
    last = facts(look).last_year
    told = [
        _(
            "When your marker passes week %(weeks)s, a new year begins and all your permits are valid again.",
            weeks=facts(look).weeks_per_year,
        ),
        _(
            "After %(year)s the game is over: artifacts, exhibitions, congresses and most knowledge are counted.",
            year=last,
        ),
    ]
    return Lesson(_("The years, and the end."), told, "board", "board")


def best_card(look: Look) -> tuple[Card, Offer] | None:
    """The card that brings most for its weeks."""
    found = [
        (card, offer)
        for space, card in enumerate(look.view["cards"], 1)
        if card and (offer := offers(look).get(f"take-{space}")) and offer.possible
    ]
    return max(found, key=lambda pair: use(look, pair[0]) / pair[1].total, default=None)


def use(look: Look, card: Card) -> float:
    if card["kind"] != "book":
        return HELPERS.get(card["kind"], 0.2)
    return float(card["value"]) * (SAME_SITE if knows(look, card["site"]) else 1.0) + 0.6


def lit(offer: Offer) -> str:
    """The place of an open card."""
    return offer.key.replace("take-", "space-")


LESSONS: Sequence[Callable[[Look], Lesson]] = (
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
