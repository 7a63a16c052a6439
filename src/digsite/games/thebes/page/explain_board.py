"""What lies on the board and beside it: sites and their bags, cities, decks, time."""

from collections.abc import Sequence

from digsite.games.thebes.page import art, explain_bag, names
from digsite.games.thebes.page.explain_common import find_of, shortest_dig, way
from digsite.games.thebes.page.position import facts, own_player, player, view_of
from digsite.games.thebes.rules.costs import journey
from digsite.web import art as common
from digsite.web.explanation import Explanation, for_whom, some
from digsite.web.i18n import _, listed, n_, weeks
from digsite.web.viewer import Viewer


def site(viewer: Viewer, name: str) -> Explanation:
    """Explain a site: what is still in the bag, and what you need to dig there (T1.6, T6.10)."""
    paragraphs = some(
        explain_bag.contents(viewer, name),
        first_dig(viewer, name),
        may_dig(viewer, name),
        way(viewer, name),
        roads(viewer, name),
    )
    grid = explain_bag.grid(viewer, name)
    return Explanation(names.place(name), paragraphs, ["T6.1", "T6.10", "T6.13"], art.bag(name, 64), grid)


def first_dig(viewer: Viewer, name: str) -> str:
    """Return what the first dig at a site brings as well; "" once it is gone (T6.13)."""
    if not view_of(viewer)["sites"][name]["bonus"]:
        return ""
    return _("The first to dig here also gets %(find)s.", find=names.a_find(find_of(viewer, name, 0)))


def may_dig(viewer: Viewer, name: str) -> str:
    """Return whether you can dig at a site, or why not (T6.1, T6.8)."""
    me = own_player(viewer)
    if me is None:
        return ""
    if not me["permits"][name] and not me["special_permits"]:
        return _("You have used your permit for this site; it is valid again in your next year.")
    fewest = shortest_dig(viewer, me, name)
    if not fewest:
        return _("You need knowledge about this site to dig here: read a book on it first.")
    return _("With what you know, the shortest dig that draws a token takes %(weeks)s.", weeks=weeks(fewest))


def roads(viewer: Viewer, name: str) -> str:
    near = [one if other == name else other for one, other in facts(viewer).routes if name in (one, other)]
    return _("One week from here: %(places)s.", places=listed([names.place(place) for place in near]))


def place(viewer: Viewer, name: str) -> Explanation:
    if name in view_of(viewer)["sites"]:
        return site(viewer, name)
    here = [viewer.name(seat) for seat, each in enumerate(view_of(viewer)["players"]) if each["place"] == name]
    paragraphs = some(
        way(viewer, name),
        roads(viewer, name),
        _("Who is here: %(names)s.", names=listed(here)) if here else "",
        to_be_had(viewer, name),
        _("Here you may exchange all four open cards for new ones.") if name == facts(viewer).start_city else "",
    )
    return Explanation(names.place(name), paragraphs, ["T3.1", "T4.1"], art.kit("book", 56))


def to_be_had(viewer: Viewer, name: str) -> str:
    titles = [names.card_title(card) for card in view_of(viewer)["cards"] if card and card["city"] == name]
    titles += [names.card_title(show) for show in view_of(viewer)["exhibitions"] if show and show["city"] == name]
    if not titles:
        return _("No open card is available here.")
    return _("Available here: %(cards)s.", cards=listed(titles))


def bonus(viewer: Viewer, name: str) -> Explanation:
    find = find_of(viewer, name, 0)
    paragraphs = first_dig(viewer, name)
    if not paragraphs:
        owner = next(seat for seat, each in enumerate(view_of(viewer)["players"]) if find in each["finds"])
        yours = _("You were the first to dig here and got %(find)s.", find=names.a_find(find))
        theirs = _(
            "%(name)s was the first to dig here and got %(find)s.", name=viewer.name(owner), find=names.a_find(find)
        )
        paragraphs = for_whom(viewer, owner, yours, theirs)
    return Explanation(names.place(name), [paragraphs], ["T6.13", "T1.6"], art.find(find, 60))


def deck(viewer: Viewer) -> Explanation:
    """Explain the deck (T4.3, T4.5)."""
    paragraphs = some(
        n_("%(number)s card lies in the deck.", "%(number)s cards lie in the deck.", view_of(viewer)["deck"]),
        _(
            "A card taken from the table is replaced at once. Exhibitions come out of the deck too, and push older "
            "ones on."
        ),
        _("When it is used up, the cards set aside and all discards are shuffled into a new one.")
        if view_of(viewer)["aside"]
        else _("When it is used up, the discards are shuffled into a new one."),
    )
    return Explanation(_("The deck"), paragraphs, ["T4.3", "T4.4", "T4.5"], art.kit("book", 56))


def discards(viewer: Viewer) -> Explanation:
    count = len(view_of(viewer)["discards"])
    paragraphs = [n_("%(number)s card is discarded.", "%(number)s cards are discarded.", count)] if count else []
    paragraphs.append(_("Used and exchanged cards lie here until they are shuffled into a new deck."))
    return Explanation(_("Discards"), paragraphs, ["T4.5", "T5.1"], art.kit("exchange", 56))


def aside(viewer: Viewer) -> Explanation:
    """Explain the cards set aside (T1.5)."""
    count = view_of(viewer)["aside"]
    paragraphs = (
        n_(
            "%(number)s card waits beside the board, the large exhibitions among them when more than two play.",
            "%(number)s cards wait beside the board, the large exhibitions among them when more than two play.",
            count,
        )
        if count
        else _("The third stack has come into play: nothing is set aside any more.")
    )
    return Explanation(_("Cards set aside"), [paragraphs], ["T1.4", "T1.5", "T4.5"], art.kit("book", 56))


def year(viewer: Viewer) -> Explanation:
    """Explain the year (T8.2, T8.3)."""
    last = facts(viewer).last_year
    paragraphs = [
        _("It is %(year)s, the year of the player furthest back.", year=view_of(viewer)["year"]),
        _(
            "Whoever passes week %(weeks)s begins a new year, and all permits are valid again.",
            weeks=year_weeks(viewer),
        ),
        _("%(year)s is the last year. When everybody has reached its end, the game is over.", year=last),
    ]
    return Explanation(_("The year"), paragraphs, ["T8.1", "T8.2", "T8.3", "T8.5"], art.kit("hourglass", 56))


def calendar(viewer: Viewer) -> Explanation:
    """Explain the calendar (T2.1, T2.2, T8.1)."""
    me = own_player(viewer)
    paragraphs = some(
        _("The border of the map is the year, one space for each of its %(weeks)s weeks.", weeks=year_weeks(viewer)),
        _("Whatever you do moves your marker on by its weeks, the journey included."),
        _("The marker furthest back moves next, as often as it takes to overtake the others."),
        _("On a shared space the last to arrive is on top and moves first."),
        _("The order now: %(names)s.", names=listed([viewer.name(seat) for seat in view_of(viewer)["order"]])),
        weeks_left(viewer, me["week"]) if me and not me["done"] else "",
        _(
            "Whoever passes week %(weeks)s begins a new year, and all permits are valid again.",
            weeks=year_weeks(viewer),
        ),
    )
    return Explanation(
        _("The calendar"), paragraphs, ["T2.1", "T2.2", "T2.5", "T8.1", "T8.3"], art.kit("hourglass", 56)
    )


def weeks_left(viewer: Viewer, week: int) -> str:
    if not week:
        return _("You are at the start: the whole year is left.")
    return n_(
        "You are in week %(week)s: %(number)s week is left of the year.",
        "You are in week %(week)s: %(number)s weeks are left of the year.",
        year_weeks(viewer) - week,
        week=week,
    )


def year_weeks(viewer: Viewer) -> int:
    return facts(viewer).weeks_per_year


def marker(viewer: Viewer, seat: int) -> Explanation:
    """Explain a time marker (T2.1)."""
    each, order = player(viewer, seat), view_of(viewer)["order"]
    paragraphs = whereabouts(viewer, seat)
    if each["done"]:
        then = ""
    elif order and order[0] == seat:
        then = for_whom(viewer, seat, _("It is your turn."), _("It is %(name)s's turn.", name=viewer.name(seat)))
    else:
        then = moves_before(viewer, order[: order.index(seat)]) if seat in order else ""
    return Explanation(viewer.names[seat], some(paragraphs, then), ["T2.1", "T2.2", "T2.3"], common.figure(seat, 46))


def whereabouts(viewer: Viewer, seat: int) -> str:
    """Return where and when a player is."""
    each, name = player(viewer, seat), viewer.name(seat)
    when = {"week": each["week"], "year": each["year"], "place": names.place(each["place"])}
    if each["done"]:
        year = facts(viewer).last_year
        yours = _("You have reached the end of %(year)s.", year=year)
        return for_whom(viewer, seat, yours, _("%(name)s has reached the end of %(year)s.", name=name, year=year))
    if not each["week"]:
        return for_whom(
            viewer,
            seat,
            _("You are at the start. Your archaeologist stands here: %(place)s.", **when),
            _("%(name)s is at the start. The archaeologist stands here: %(place)s.", name=name, **when),
        )
    return for_whom(
        viewer,
        seat,
        _("You are in week %(week)s of %(year)s. Your archaeologist stands here: %(place)s.", **when),
        _("%(name)s is in week %(week)s of %(year)s. The archaeologist stands here: %(place)s.", name=name, **when),
    )


def moves_before(viewer: Viewer, seats: Sequence[int]) -> str:
    """Return who moves before somebody else's marker."""
    if list(seats) == [viewer.you]:
        return _("You move before this marker.")
    first = listed([viewer.name(seat) for seat in seats])
    return n_("%(names)s moves before this marker.", "%(names)s move before this marker.", len(seats), names=first)


def figure(viewer: Viewer, seat: int) -> Explanation:
    """Explain a player's figure on the map (T3.1)."""
    where = player(viewer, seat)["place"]
    paragraphs = for_whom(
        viewer,
        seat,
        _("Your archaeologist stands %(in_place)s: every journey begins there.", in_place=names.in_place(where)),
        _("%(name)s is %(in_place)s.", name=viewer.name(seat), in_place=names.in_place(where)),
    )
    at_site = where in view_of(viewer)["sites"]
    there = some(
        "" if seat == viewer.you else way(viewer, where),
        roads(viewer, where),
        explain_bag.contents(viewer, where) if at_site else to_be_had(viewer, where),
        may_dig(viewer, where) if at_site else "",
    )
    return Explanation(
        viewer.names[seat], [paragraphs, *there], ["T3.1", "T6.1" if at_site else "T4.1"], common.figure(seat, 46)
    )


def exchange(viewer: Viewer) -> Explanation:
    """Explain the exchange of cards (T5.1, T5.2)."""
    before, me = view_of(viewer)["exchanges"], own_player(viewer)
    price = 1 + (before["count"] if before and before["seat"] == viewer.you else 0)
    city = facts(viewer).start_city
    paragraphs = some(
        _(
            "You can discard all four open cards and draw four new ones %(in_place)s.",
            in_place=names.in_place(city),
        ),
        _(
            "It costs you %(weeks)s now, plus %(travel)s to get there.",
            weeks=weeks(price),
            travel=weeks(journey(facts(viewer), me, city)),
        )
        if me
        else "",
        _("Each further exchange in a row costs one week more."),
    )
    return Explanation(_("New cards"), paragraphs, ["T5.1", "T5.2"], art.kit("exchange", 56))


def stop(viewer: Viewer) -> Explanation:
    """Explain stopping (T8.3, T8.4)."""
    paragraphs = [
        _(
            "In %(year)s you may stop: your marker goes straight to the end, and you take no more turns.",
            year=facts(viewer).last_year,
        ),
        _("Weeks left over are worth nothing, so stop only when nothing useful fits into them."),
    ]
    return Explanation(_("Stopping"), paragraphs, ["T8.3", "T8.4", "T8.5"], art.kit("exchange", 56))
