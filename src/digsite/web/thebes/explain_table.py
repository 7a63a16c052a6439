"""What lies on the board and beside it: sites and their bags, cities, decks, time."""

from digsite.games.thebes.reckoning import journey
from digsite.web import art as common
from digsite.web.explanation import Explanation, for_whom, some
from digsite.web.look import Look
from digsite.web.thebes import art, names
from digsite.web.thebes.explanation import (
    facts,
    find_of,
    own,
    player,
    shortest_dig,
    way,
)
from digsite.web.words import _, listed, n_, points, weeks


def site(look: Look, name: str) -> Explanation:
    """T1.6, T6.10: what is still in the bag."""
    told = some(
        bag(look, name),
        still_there(look, name),
        first_dig(look, name),
        may_dig(look, name),
        way(look, name),
        roads(look, name),
    )
    return Explanation(names.place(name), told, ["T6.1", "T6.10", "T6.13"], art.bag(name, 64))


def bag(look: Look, name: str) -> str:
    held = look.view["sites"][name]
    left = [find_of(look, name, number) for number in held["tokens"]]
    values = [find["value"] for find in left if find["kind"] == "artifact"]
    return n_(
        "The bag holds %(number)s token. Artifacts: %(artifacts)s, worth %(points)s; books: %(books)s; nothing "
        "but sand: %(sand)s.",
        "The bag holds %(number)s tokens. Artifacts: %(artifacts)s, worth %(points)s; books: %(books)s; nothing "
        "but sand: %(sand)s.",
        held["left"],
        artifacts=len(values),
        points=points(sum(values)),
        books=len(left) - len(values),
        sand=held["sand"],
    )


def still_there(look: Look, name: str) -> str:
    finds = [find_of(look, name, number) for number in look.view["sites"][name]["tokens"]]
    best = sorted(finds, key=lambda find: (find["kind"] != "artifact", -find["value"]))
    told = listed([names.a_find(find) for find in best])
    return _("Still to be found: %(finds)s.", finds=told) if told else _("There is nothing left to be found.")


def first_dig(look: Look, name: str) -> str:
    """T6.13."""
    if not look.view["sites"][name]["bonus"]:
        return ""
    return _("The first to dig here also gets %(find)s.", find=names.a_find(find_of(look, name, 0)))


def may_dig(look: Look, name: str) -> str:
    """T6.1, T6.8."""
    me = own(look)
    if me is None:
        return ""
    if not me["permits"][name] and not me["special_permits"]:
        return _("You have used your permit for this site; it is valid again in your next year.")
    fewest = shortest_dig(look, me, name)
    if not fewest:
        return _("You know nothing about it yet that lasts: read a book on it before you dig.")
    return _("With what you know, the shortest dig that draws a token takes %(weeks)s.", weeks=weeks(fewest))


def roads(look: Look, name: str) -> str:
    near = [one if other == name else other for one, other in facts(look).routes if name in (one, other)]
    return _("One week from here: %(places)s.", places=listed([names.place(place) for place in near]))


def place(look: Look, name: str) -> Explanation:
    if name in look.view["sites"]:
        return site(look, name)
    here = [look.name(seat) for seat, each in enumerate(look.view["players"]) if each["place"] == name]
    told = some(
        way(look, name),
        roads(look, name),
        _("Who is here: %(names)s.", names=listed(here)) if here else "",
        to_be_had(look, name),
        _("Here you may exchange all four open cards for new ones.") if name == facts(look).start_city else "",
    )
    return Explanation(names.place(name), told, ["T3.1", "T4.1"], art.kit("book", 56))


def to_be_had(look: Look, name: str) -> str:
    titles = [names.card_title(card) for card in look.view["cards"] if card and card["city"] == name]
    titles += [names.card_title(show) for show in look.view["exhibitions"] if show and show["city"] == name]
    if not titles:
        return _("No open card is to be had here now.")
    return _("To be had here now: %(cards)s.", cards=listed(titles))


def bonus(look: Look, name: str) -> Explanation:
    find = find_of(look, name, 0)
    told = first_dig(look, name)
    if not told:
        owner = next(seat for seat, each in enumerate(look.view["players"]) if find in each["finds"])
        yours = _("You were the first to dig here and got %(find)s.", find=names.a_find(find))
        theirs = _(
            "%(name)s was the first to dig here and got %(find)s.", name=look.name(owner), find=names.a_find(find)
        )
        told = for_whom(look, owner, yours, theirs)
    return Explanation(names.place(name), [told], ["T6.13", "T1.6"], art.find(find, 60))


def deck(look: Look) -> Explanation:
    """T4.3, T4.5."""
    told = some(
        n_("%(number)s card lies in the deck.", "%(number)s cards lie in the deck.", look.view["deck"]),
        _(
            "A card taken from the table is replaced at once. Exhibitions come out of the deck too, and push older "
            "ones on."
        ),
        _("When it is used up, the cards set aside and all discards are shuffled into a new one.")
        if look.view["aside"]
        else _("When it is used up, the discards are shuffled into a new one."),
    )
    return Explanation(_("The deck"), told, ["T4.3", "T4.4", "T4.5"], art.kit("book", 56))


def discards(look: Look) -> Explanation:
    count = len(look.view["discards"])
    told = [n_("%(number)s card is discarded.", "%(number)s cards are discarded.", count)] if count else []
    told.append(_("Cards that are used up or swept from the table lie here until the deck is made anew."))
    return Explanation(_("Discards"), told, ["T4.5", "T5.1"], art.kit("exchange", 56))


def aside(look: Look) -> Explanation:
    """T1.5."""
    count = look.view["aside"]
    told = (
        n_(
            "%(number)s card waits beside the board, the large exhibitions among them when more than two play.",
            "%(number)s cards wait beside the board, the large exhibitions among them when more than two play.",
            count,
        )
        if count
        else _("The third stack has come into play: nothing is set aside any more.")
    )
    return Explanation(_("Cards set aside"), [told], ["T1.4", "T1.5", "T4.5"], art.kit("book", 56))


def year(look: Look) -> Explanation:
    """T8.2, T8.3."""
    last = facts(look).last_year
    told = [
        _("It is %(year)s: the year of whoever is furthest back.", year=look.view["year"]),
        _("Whoever passes week %(weeks)s begins a new year, and all permits are valid again.", weeks=year_weeks(look)),
        _("%(year)s is the last year. When everybody has come to its end, the game is over.", year=last),
    ]
    return Explanation(_("The year"), told, ["T8.1", "T8.2", "T8.3", "T8.5"], art.kit("hourglass", 56))


def calendar(look: Look) -> Explanation:
    """T2.1, T2.2, T8.1."""
    me = own(look)
    told = some(
        _("The border of the map is the year, one space for each of its %(weeks)s weeks.", weeks=year_weeks(look)),
        _("Whatever you do moves your marker on by the weeks of the journey and of the work."),
        _("The marker furthest back moves next, as often as it takes to overtake the others."),
        _("On one space the newcomer lies on top, and whoever lies on top moves first."),
        _("The order now: %(names)s.", names=listed([look.name(seat) for seat in look.view["order"]])),
        weeks_left(look, me["week"]) if me and not me["done"] else "",
        _("Whoever passes week %(weeks)s begins a new year, and all permits are valid again.", weeks=year_weeks(look)),
    )
    return Explanation(_("The calendar"), told, ["T2.1", "T2.2", "T2.5", "T8.1", "T8.3"], art.kit("hourglass", 56))


def weeks_left(look: Look, week: int) -> str:
    return n_(
        "You are in week %(week)s: %(number)s week is left of the year.",
        "You are in week %(week)s: %(number)s weeks are left of the year.",
        year_weeks(look) - week,
        week=week,
    )


def year_weeks(look: Look) -> int:
    return facts(look).weeks_per_year


def marker(look: Look, seat: int) -> Explanation:
    """T2.1."""
    each, order = player(look, seat), look.view["order"]
    when = {"week": each["week"], "year": each["year"], "place": names.place(each["place"])}
    told = for_whom(
        look,
        seat,
        _("You are in week %(week)s of %(year)s. Your archaeologist stands here: %(place)s.", **when),
        _(
            "%(name)s is in week %(week)s of %(year)s. The archaeologist stands here: %(place)s.",
            name=look.name(seat),
            **when,
        ),
    )
    if each["done"]:
        then = for_whom(
            look, seat, _("You have reached the end."), _("%(name)s has reached the end.", name=look.name(seat))
        )
    elif order and order[0] == seat:
        then = for_whom(look, seat, _("It is your turn."), _("It is %(name)s's turn.", name=look.name(seat)))
    else:
        first = [look.name(other) for other in order[: order.index(seat)]] if seat in order else []
        then = _("Before that marker moves: %(names)s.", names=listed(first)) if first else ""
    return Explanation(look.names[seat], some(told, then), ["T2.1", "T2.2", "T2.3"], common.figure(seat, 46))


def figure(look: Look, seat: int) -> Explanation:
    """An archaeologist on the map: T3.1."""
    where = player(look, seat)["place"]
    told = for_whom(
        look,
        seat,
        _("Your archaeologist stands %(in_place)s: every journey begins there.", in_place=names.in_place(where)),
        _("%(name)s is %(in_place)s.", name=look.name(seat), in_place=names.in_place(where)),
    )
    at_site = where in look.view["sites"]
    there = some(
        "" if seat == look.you else way(look, where),
        roads(look, where),
        bag(look, where) if at_site else to_be_had(look, where),
        may_dig(look, where) if at_site else "",
    )
    return Explanation(
        look.names[seat], [told, *there], ["T3.1", "T6.1" if at_site else "T4.1"], common.figure(seat, 46)
    )


def exchange(look: Look) -> Explanation:
    """T5.1, T5.2."""
    before, me = look.view["exchanges"], own(look)
    price = 1 + (before["count"] if before and before["seat"] == look.you else 0)
    city = facts(look).start_city
    told = some(
        _(
            "All four open cards are discarded and four others drawn. It is done %(in_place)s.",
            in_place=names.in_place(city),
        ),
        _(
            "For you it costs %(weeks)s now, and the way there %(travel)s.",
            weeks=weeks(price),
            travel=weeks(journey(facts(look), me, city)),
        )
        if me
        else "",
        _("Doing it again in the very next turn costs a week more each time."),
    )
    return Explanation(_("New cards"), told, ["T5.1", "T5.2"], art.kit("exchange", 56))


def stop(look: Look) -> Explanation:
    """T8.3, T8.4."""
    told = [
        _(
            "In %(year)s you may stop: your marker goes straight to the end, and you take no more turns.",
            year=facts(look).last_year,
        ),
        _("Weeks left over are worth nothing, so stop only when nothing useful fits into them."),
    ]
    return Explanation(_("Stopping"), told, ["T8.3", "T8.4", "T8.5"], art.kit("exchange", 56))
