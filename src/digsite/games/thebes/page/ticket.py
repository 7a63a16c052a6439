"""The ticket that asks before a card is taken, cards are exchanged, finds are shown or a player stops."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from markupsafe import Markup

from digsite.core.fields import Bytes
from digsite.games.thebes.draw.places import DESK, Spot
from digsite.games.thebes.evaluation.odds import next_card
from digsite.games.thebes.evaluation.reasons import could_show
from digsite.games.thebes.page import art, dig_sheet, names
from digsite.games.thebes.page.choice import Choice, RouteOnMap, choice_of, route
from digsite.games.thebes.page.cost_text import named, percent, renewal, span, way
from digsite.games.thebes.page.position import is_exhibition, is_researcher
from digsite.games.thebes.page.turn import Offer, Turn
from digsite.games.thebes.rules.costs import journey
from digsite.games.thebes.rules.data import worth_of
from digsite.games.thebes.rules.view_types import CardView, ExhibitionView
from digsite.web import render
from digsite.web.i18n import _, later, n_, points, weeks
from digsite.web.viewer import Viewer

WEST, EAST, NORTH = (0.0, 395.0), (540.0, 880.0), 140.0  # what a ticket and its pills need of the map at either side
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
    planned: bool = False  # whether it waits for the player's turn
    plan: str = ""  # what it is about, whatever space it lies on


def choice_html(viewer: Viewer) -> str | None:
    """Return the part `choice`: a ticket or a dig sheet; None where nothing is chosen."""
    choice = choice_of(viewer)
    if choice is None:
        return None
    focus = not viewer.query.options  # it has just been opened
    if choice.is_dig:
        sheet = dig_sheet.context(choice)
        return render("thebes/dig.html", viewer=viewer, dig=sheet, art_of=art, focus=focus)
    return render("thebes/ticket.html", viewer=viewer, ticket=ticket(choice), art_of=art, focus=focus)


def ticket(choice: Choice) -> Ticket:
    """Return what is chosen, as a ticket."""
    turn, offer, chosen = choice.turn, choice.offer, choice.plan
    drawing, title, brings = subject(turn, offer)
    if chosen is None:
        return Ticket(
            drawing,
            title,
            brings,
            rows(turn, offer, None),
            refusal=offer.refusal,
            rule=offer.rule,
            plan=identity(offer),
        )
    viewer = turn.viewer
    return Ticket(
        drawing,
        title,
        brings,
        rows(turn, offer, chosen),
        more(turn, offer),
        _("Weeks left unused") if offer.key == "stop" else span(viewer, turn.seat, chosen.total),
        weeks(chosen.total),
        renewal(viewer, turn.seat, chosen.total),
        flight(turn, offer, chosen),
        chosen.flown,
        weeks(journey(turn.facts, turn.player, offer.place)),
        tuple((named(viewer, seat), when(turn, week, year)) for seat, week, year in turn.next_to_move(chosen.total)),
        choice.action,
        button(offer, chosen),
        also=_("Also %(in_place)s:", in_place=names.in_place(offer.place)),
        others=others(turn, offer),
        east=is_in_the_way(chosen),
        planned=turn.planned,
        plan=identity(offer),
    )


def identity(offer: Offer) -> str:
    """Return what an offer is about; another card on the same space is something else."""
    return f"card-{offer.card['card']}" if offer.card else offer.key


def others(turn: Turn, offer: Offer) -> tuple[tuple[str, str], ...]:
    """Return what else can be done in the same place."""
    there = [
        each
        for each in turn.offers.values()
        if each.possible and each.place == offer.place and each.key not in (offer.key, "stop") and offer.key != "stop"
    ]
    return tuple(
        (
            _("%(what)s, %(weeks)s", what=subject(turn, each)[1], weeks=weeks(each.total)),
            turn.viewer.link(choose=each.key),
        )
        for each in there
    )


def is_in_the_way(chosen: RouteOnMap) -> bool:
    """Return whether the left of the map would hide the goal, or more of the journey than the right would."""
    west, east = ([covers(DESK.spots[place], side) for place in chosen.route] for side in (WEST, EAST))
    return (west[-1], sum(west)) > (east[-1], sum(east))


def covers(spot: Spot, side: tuple[float, float]) -> bool:
    return side[0] < spot.x < side[1] and spot.y > NORTH


def when(turn: Turn, week: int, year: int) -> str:
    return str(week) if year == turn.player["year"] else _("%(week)s of %(year)s", week=week, year=year)


def flight(turn: Turn, offer: Offer, chosen: RouteOnMap) -> str:
    """Return the same choice with the zeppelin, or without it where it is used; nothing where it may not be used."""
    if not turn.flight(offer):
        return ""
    return turn.viewer.link(choose=offer.key, zeppelin=None if chosen.flown else "on")


def rows(turn: Turn, offer: Offer, chosen: RouteOnMap | None) -> tuple[tuple[str, str], ...]:
    """Return the journey and the work, each with its weeks."""
    if offer.key == "stop":
        return ()
    work = _doing(offer), weeks(offer.weeks) if offer.weeks else ""
    passed = route(turn.facts, turn.player["place"], offer.place)
    if len(passed) == 1:
        return (work,)
    if chosen and chosen.flown:
        return (_("%(places)s by zeppelin", places=way((passed[0], passed[-1]))), _("no time")), work
    return (way(passed), weeks(journey(turn.facts, turn.player, offer.place))), work


def _doing(offer: Offer) -> str:
    where = names.in_place(offer.place)
    if is_researcher(offer.card):
        return _(WORK[offer.card["kind"]], in_place=where)
    if offer.kind == "exchange":
        return _("Exchange %(in_place)s", in_place=where)
    return _("Dig %(in_place)s", in_place=where) if offer.kind == "dig" else _("Hold it %(in_place)s", in_place=where)


def button(offer: Offer, chosen: RouteOnMap) -> str:
    total = weeks(chosen.total)
    if offer.kind == "take":
        return _("Take it, %(weeks)s", weeks=total)
    if offer.kind == "exchange":
        return _("Exchange them, %(weeks)s", weeks=total)
    if is_exhibition(offer.card):
        return _("Hold it, %(weeks)s: %(points)s", weeks=total, points=points(offer.card["points"]))
    return _("End my game")


def subject(turn: Turn, offer: Offer) -> tuple[Markup, str, str]:
    """Return a drawing, a title, and what it brings."""
    if is_exhibition(offer.card):
        return art.card(offer.card, 48), names.card_title(offer.card), shown(offer.card)
    if is_researcher(offer.card):
        return art.card(offer.card, 48), names.card_title(offer.card), brings(turn, offer.card)
    if offer.kind == "exchange":
        return art.kit("exchange", 48), _("New cards"), _("The open cards are discarded and four new ones drawn")
    if offer.kind == "stop":
        total = points(turn.player["score"]["total"])
        return art.kit("hourglass", 48), _("End my game here"), _("You are done with %(points)s", points=total)
    title = _("Dig %(in_place)s", in_place=names.in_place(offer.place))
    return art.disc(offer.place, 44), title, _("Not possible now")


def shown(show: ExhibitionView) -> str:
    finds = names.artifacts(show["needs"])
    return _("%(points)s for %(finds)s, which you keep", points=points(show["points"]), finds=finds)


def brings(turn: Turn, card: CardView) -> str:
    """Return what a card does for its owner (T3.2 to T6.12, T9.3)."""
    kind, value = card["kind"], card["value"]
    if kind == "book":
        return n_("%(number)s point of knowledge, for good", "%(number)s points of knowledge, for good", value)
    if kind == "rumour":
        return n_("%(number)s point of knowledge, for one dig", "%(number)s points of knowledge, for one dig", value)
    if kind == "general":
        return n_("%(number)s point at every site, for good", "%(number)s points at every site, for good", value)
    if kind == "assistant":
        return one_of_a_set(turn, "assistant")
    if kind == "shovel":
        return one_of_a_set(turn, "shovel")
    if kind == "congress":
        return congress(turn)
    return {
        "zeppelin": _("One journey of any length takes no time"),
        "car": _("Journeys of 3 weeks or more take 1 week less, for good"),
        "permit": _("One more dig where your permit is used"),
    }[kind]


def more(turn: Turn, offer: Offer) -> str:
    """Return what else speaks for it, or against it."""
    card = offer.card
    if is_researcher(card) and card["site"] and card["kind"] == "book":
        return majority(turn, offer, card["site"])
    if is_exhibition(card):
        rivals = [player for player in turn.view["players"] if player is not turn.player and could_show(player, card)]
        return _("Somebody else could hold it too.") if rivals else _("Nobody else could hold it now.")
    return coming(turn, offer) if offer.kind == "exchange" else ""


def majority(turn: Turn, offer: Offer, site: str) -> str:
    """Return what a book does for the points of its site (T9.4)."""
    game = turn.viewer.game
    after = game.score(after_offer(turn, offer))[turn.seat]
    before, now = (score["majorities"][site] for score in (turn.player["score"], after))
    if now == before:
        return ""
    if now == turn.facts.majority:
        return n_(
            "You then have the most knowledge there: +%(number)s point.",
            "You then have the most knowledge there: +%(number)s points.",
            now - before,
        )
    return n_(
        "You then share the most knowledge there: +%(number)s point.",
        "You then share the most knowledge there: +%(number)s points.",
        now,
    )


def after_offer(turn: Turn, offer: Offer) -> Bytes:
    """Return the position after an offer is taken."""
    assert offer.move is not None
    return turn.viewer.game.apply(turn.state, offer.move.encode())


def coming(turn: Turn, offer: Offer) -> str:
    """Return what the first of the new cards may be."""
    chances = next_card(turn.viewer.game, after_offer(turn, offer))
    if not chances:
        return _("No card is left to be drawn.")
    books = sum((chance for kind, chance in chances.items() if kind.startswith("book")), Fraction(0))
    return _("The first new card is a book in %(percent)s of cases.", percent=percent(books))


def nth(count: int) -> str:
    return _(FIRST[count - 1]) if count <= len(FIRST) else _("Your number %(number)s", number=count)


def one_of_a_set(turn: Turn, kind: Literal["assistant", "shovel"]) -> str:
    """Return what one more does: one counts for one dig, a set for every dig (T6.3, T6.4, T6.9)."""
    owned = turn.player["assistants"] if kind == "assistant" else turn.player["shovels"]
    count, sets = owned + 1, turn.facts.sets
    worth, before = (worth_of(sets, number) for number in (count, count - 1))
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
    """Return the points of one more congress (T9.3)."""
    count, worth = turn.player["congresses"] + 1, turn.facts.congress
    now, before = (worth_of(worth, number) for number in (count, count - 1))
    return n_(
        "%(nth)s: %(number)s more point, %(all)s in total",
        "%(nth)s: %(number)s more points, %(all)s in total",
        now - before,
        nth=nth(count),
        all=now,
    )
