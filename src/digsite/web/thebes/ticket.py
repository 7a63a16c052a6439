"""The ticket that asks before a card is taken, cards are exchanged, finds are shown or a player stops."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from digsite.games.thebes.advice import could_show
from digsite.games.thebes.draw.places import DESK, Spot
from digsite.games.thebes.odds import next_card
from digsite.games.thebes.reckoning import journey
from digsite.web import render
from digsite.web.look import Look
from digsite.web.thebes import art, digging, names
from digsite.web.thebes.acting import Offer, Plan, Turn, chosen_action, next_to_move, offers, plan, route
from digsite.web.thebes.spending import named, percent, renewal, span, way
from digsite.web.words import _, later, listed, n_, points, weeks

Card = Mapping[str, Any]

WEST, EAST, NORTH = (0.0, 395.0), (540.0, 880.0), 185.0  # what a ticket and its pills need of the map at either side
WORK = {
    "book": later("Read %(in_place)s"),
    "general": later("Study %(in_place)s"),
    "rumour": later("Listen %(in_place)s"),
    "assistant": later("Hire %(in_place)s"),
    "shovel": later("Buy %(in_place)s"),
    "congress": later("Prepare %(in_place)s"),
    "zeppelin": later("Book it %(in_place)s"),
    "car": later("Buy %(in_place)s"),
    "permit": later("Apply %(in_place)s"),
}
FIRST = (later("Your first"), later("Your second"), later("Your third"), later("Your fourth"))


@dataclass(frozen=True)
class Ticket:
    drawing: Markup
    title: str
    brings: str
    rows: tuple[tuple[str, str], ...] = ()
    more: str = ""
    span: str = ""
    total: str = ""
    renewal: str = ""
    flight: str = ""  # where the switch for the zeppelin leads; nothing where there is none to use
    flown: bool = False
    saved: str = ""
    order: tuple[tuple[Markup, str], ...] = ()
    action: str = ""
    button: str = ""
    refusal: str = ""
    rule: str = ""
    also: str = ""
    others: tuple[tuple[str, str], ...] = ()  # what else is to be had there, with its link
    east: bool = False  # whether it stands at the right of the map


def choice(look: Look) -> str:
    """The part `choice`: a ticket, a dig sheet, or nothing."""
    if sheet := digging.told(look):
        return render("thebes/dig.html", look=look, dig=sheet, art_of=art)
    made = ticket(look)
    return render("thebes/ticket.html", look=look, ticket=made, art_of=art) if made else ""


def ticket(look: Look) -> Ticket | None:
    """What the address chooses, as a ticket; nothing where it chooses nothing that there is."""
    offer = offers(look).get(look.choose.get("choose", ""))
    if offer is None:
        return None
    turn = Turn(look)
    drawing, title, brings = subject(look, turn, offer)
    chosen = plan(look)
    if chosen is None:
        return Ticket(drawing, title, brings, rows(turn, offer, None), refusal=offer.refusal, rule=offer.rule)
    action = chosen_action(look, turn, offer)
    order = next_to_move(look, chosen)
    return Ticket(
        drawing,
        title,
        brings,
        rows(turn, offer, chosen),
        more(look, turn, offer),
        _("Weeks left unused") if offer.key == "stop" else span(look, turn.seat, chosen.total),
        weeks(chosen.total),
        renewal(look, turn.seat, chosen.total),
        flight(look, turn, offer, chosen),
        chosen.flown,
        weeks(journey(turn.facts, turn.player, offer.place)),
        tuple((named(look, seat), when(look, week, year)) for seat, week, year in order),
        action,
        button(look, offer, chosen),
        also=_("Also %(in_place)s:", in_place=names.in_place(offer.place)),
        others=others(look, turn, offer),
        east=is_in_the_way(chosen),
    )


def others(look: Look, turn: Turn, offer: Offer) -> tuple[tuple[str, str], ...]:
    """What else can be done in the same place."""
    there = [
        each
        for each in offers(look).values()
        if each.possible and each.place == offer.place and each.key not in (offer.key, "stop") and offer.key != "stop"
    ]
    return tuple(
        (
            _("%(what)s, %(weeks)s", what=subject(look, turn, each)[1], weeks=weeks(each.total)),
            look.link(choose=each.key),
        )
        for each in there
    )


def is_in_the_way(chosen: Plan) -> bool:
    """Whether the left of the map would hide the goal, or more of the journey than the right would."""
    west, east = ([covers(DESK.spots[place], side) for place in chosen.route] for side in (WEST, EAST))
    return (west[-1], sum(west)) > (east[-1], sum(east))


def covers(spot: Spot, side: tuple[float, float]) -> bool:
    return side[0] < spot.x < side[1] and spot.y > NORTH


def when(look: Look, week: int, year: int) -> str:
    own = look.view["players"][look.view["to_act"]]["year"]
    return str(week) if year == own else _("%(week)s of %(year)s", week=week, year=year)


def flight(look: Look, turn: Turn, offer: Offer, chosen: Plan) -> str:
    """The same choice with the zeppelin, or without it where it is used."""
    return look.link(choose=offer.key, zeppelin=None if chosen.flown else "on") if turn.flight(offer) else ""


def rows(turn: Turn, offer: Offer, chosen: Plan | None) -> tuple[tuple[str, str], ...]:
    """The journey and the work, each with its weeks."""
    if offer.key == "stop":
        return ()
    work = _doing(turn, offer), weeks(offer.weeks) if offer.weeks else ""
    passed = route(turn.facts, turn.player["place"], offer.place)
    if len(passed) == 1:
        return (work,)
    if chosen and chosen.flown:
        return (_("%(places)s by zeppelin", places=way((passed[0], passed[-1]))), _("no time")), work
    return (way(passed), weeks(journey(turn.facts, turn.player, offer.place))), work


def _doing(turn: Turn, offer: Offer) -> str:
    where = names.in_place(offer.place)
    if offer.key.startswith("take-"):
        return _(WORK[_card(turn, offer)["kind"]], in_place=where)
    if offer.key == "exchange":
        return _("Exchange %(in_place)s", in_place=where)
    return (
        _("Dig %(in_place)s", in_place=where)
        if offer.key.startswith("dig-")
        else _("Show %(in_place)s", in_place=where)
    )


def _card(turn: Turn, offer: Offer) -> Card:
    kind, _dash, which = offer.key.partition("-")
    view = turn.look.view
    card: Card = view["cards"][int(which) - 1] if kind == "take" else view["exhibitions"]["abc".index(which)]
    return card


def button(look: Look, offer: Offer, chosen: Plan) -> str:
    total = weeks(chosen.total)
    if offer.key.startswith("take-"):
        return _("Take it, %(weeks)s", weeks=total)
    if offer.key == "exchange":
        return _("Exchange them, %(weeks)s", weeks=total)
    if offer.key == "stop":
        return _("Stop here")
    show = look.view["exhibitions"]["abc".index(offer.key[-1])]
    return _("Show it, %(weeks)s: %(points)s", weeks=total, points=points(show["points"]))


def subject(look: Look, turn: Turn, offer: Offer) -> tuple[Markup, str, str]:
    """A drawing, a title, and what it brings."""
    kind = offer.key.partition("-")[0]
    if kind == "exchange":
        return art.kit("exchange", 48), _("New cards"), _("The open cards are discarded and four others drawn")
    if kind == "stop":
        told = _("You are done with %(points)s", points=points(turn.player["score"]["total"]))
        return art.kit("hourglass", 48), _("Stop for good"), told
    if kind == "dig":
        return (
            art.disc(offer.place, 44),
            _("Dig %(in_place)s", in_place=names.in_place(offer.place)),
            _("Not possible now"),
        )
    card = _card(turn, offer)
    return art.card(card, 48), names.card_title(card), shown(card) if kind == "exhibit" else brings(turn, card)


def shown(show: Card) -> str:
    needs = [
        n_("%(number)s %(adjective)s find", "%(number)s %(adjective)s finds", number, adjective=names.adjective(site))
        for site, number in show["needs"].items()
    ]
    return _("%(points)s for %(finds)s, which stay yours", points=points(show["points"]), finds=listed(needs))


def brings(turn: Turn, card: Card) -> str:
    """What a card does for its owner (T3.2 to T6.12, T9.3)."""
    kind, value = card["kind"], card["value"]
    if kind == "book":
        return n_("%(number)s point of knowledge, for good", "%(number)s points of knowledge, for good", value)
    if kind == "rumour":
        return n_("%(number)s point of knowledge, for one dig", "%(number)s points of knowledge, for one dig", value)
    if kind == "general":
        return n_("%(number)s point at every site, for good", "%(number)s points at every site, for good", value)
    if kind in ("assistant", "shovel"):
        return one_of_a_set(turn, kind)
    if kind == "congress":
        return congress(turn)
    return {
        "zeppelin": _("One journey of any length takes no time"),
        "car": _("Journeys of 3 weeks or more take 1 week less, for good"),
        "permit": _("One more dig where your permit is used"),
    }[kind]


def more(look: Look, turn: Turn, offer: Offer) -> str:
    """What else speaks for it, or against it."""
    kind = offer.key.partition("-")[0]
    if kind == "take" and _card(turn, offer)["kind"] == "book":
        return majority(look, turn, offer)
    if kind == "exhibit":
        show = _card(turn, offer)
        rivals = [player for player in look.view["players"] if player is not turn.player and could_show(player, show)]
        return _("Somebody else could show it too.") if rivals else _("Nobody else could show it now.")
    return coming(look, offer) if kind == "exchange" else ""


def majority(look: Look, turn: Turn, offer: Offer) -> str:
    """T9.4: what a book does for the points of its site."""
    site = _card(turn, offer)["site"]
    after = look.game.score(look.game.apply(look.state, look.game.parse(look.state, offer.action)))[turn.seat]
    before, now = (score["majorities"][site] for score in (turn.player["score"], after))
    if now == before:
        return ""
    if now == turn.facts.majority:
        return n_(
            "The majority there is yours then: %(number)s more point.",
            "The majority there is yours then: %(number)s more points.",
            now - before,
        )
    return n_(
        "The majority there is shared then: %(number)s point.",
        "The majority there is shared then: %(number)s points.",
        now,
    )


def coming(look: Look, offer: Offer) -> str:
    """What the first of the new cards may be."""
    after = look.game.apply(look.state, look.game.parse(look.state, offer.action))
    chances = next_card(look.game, after)
    if not chances:
        return _("No card is left to be drawn.")
    books = sum((chance for kind, chance in chances.items() if kind.startswith("book")), Fraction(0))
    return _("The first new card is a book in %(percent)s of cases.", percent=percent(books))


def nth(count: int) -> str:
    return _(FIRST[count - 1]) if count <= len(FIRST) else _("Your number %(number)s", number=count)


def one_of_a_set(turn: Turn, kind: str) -> str:
    """T6.3, T6.4, T6.9: one for one dig, a set for every dig."""
    count, sets = int(turn.player[f"{kind}s"]) + 1, turn.facts.sets
    worth, before = (sets[min(number, len(sets) - 1)] for number in (count, count - 1))
    if count > 1 and worth == before:
        return _("%(nth)s: it adds nothing more", nth=nth(count))
    if kind == "shovel":
        if not worth:
            return _("%(nth)s: 1 more token, for one dig", nth=nth(count))
        return n_(
            "%(nth)s: %(number)s more token in every dig",
            "%(nth)s: %(number)s more tokens in every dig",
            worth,
            nth=nth(count),
        )
    if not worth:
        return _("%(nth)s: 1 point of knowledge, for one dig", nth=nth(count))
    return n_(
        "%(nth)s: %(number)s point in every dig", "%(nth)s: %(number)s points in every dig", worth, nth=nth(count)
    )


def congress(turn: Turn) -> str:
    """T9.3."""
    count, worth = int(turn.player["congresses"]) + 1, turn.facts.congress
    now, before = (worth[min(number, len(worth) - 1)] for number in (count, count - 1))
    return n_(
        "%(nth)s: %(number)s more point, %(all)s in all",
        "%(nth)s: %(number)s more points, %(all)s in all",
        now - before,
        nth=nth(count),
        all=now,
    )
