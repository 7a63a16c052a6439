"""The players: a panel for each of them, and whose move it is."""

from types import ModuleType
from typing import TypedDict

from digsite.games.thebes.draw.description import others_next
from digsite.games.thebes.draw.panel import find_order
from digsite.games.thebes.draw.places import SITES
from digsite.games.thebes.page import art, names
from digsite.games.thebes.page.position import facts, player, view_of
from digsite.games.thebes.rules.view_types import KIT, ExhibitionView, FindView, PlayerView, ThebesView, seat_to_act
from digsite.web.bot_levels import level
from digsite.web.clocks import SeatClock, seat_clock
from digsite.web.headline import of_position
from digsite.web.i18n import _, listed, n_
from digsite.web.viewer import Viewer


class Known(TypedDict):
    """What is known of a site, or generally."""

    site: str
    total: int
    found: int
    more: int
    words: str
    link: str


class KnownSite(Known):
    valid: bool
    permit: str
    permit_link: str


class KitItem(TypedDict):
    kind: str
    count: int
    words: str
    link: str


class ScoreEntry(TypedDict):
    total: int
    parts: list[tuple[str, int]]
    held: list[str]


class PanelContext(TypedDict):
    thebes: ModuleType
    seat: int
    name: str
    mine: bool
    acting: bool
    where: str
    bot: str
    clock: SeatClock | None
    knowledge: list[KnownSite]
    general: Known
    finds: list[FindView]
    finds_words: str
    finds_link: str
    kit: list[KitItem]
    score: ScoreEntry
    score_link: str


class Chip(TypedDict):
    """A player in a few numbers, for small screens; what is known stands there for who looks."""

    seat: int
    name: str
    acting: bool
    total: int
    when: str
    clock: SeatClock | None
    knowledge: list[Known]


class ChipsContext(TypedDict):
    thebes: ModuleType
    chips: list[Chip]


class StatusContext(TypedDict):
    seat: int | None
    headline: str
    where: str
    clock: SeatClock | None
    next: list[tuple[int, str]]
    moving: bool
    about: str
    mine: bool


def context(viewer: Viewer, seat: int) -> PanelContext:
    """Return what `panel.html` needs."""
    each = player(viewer, seat)
    sitting = viewer.table.seats[seat]
    return {
        "thebes": art,
        "seat": seat,
        "name": viewer.name(seat),
        "mine": seat in viewer.own,
        "acting": view_of(viewer)["to_act"] == seat,
        "where": where(viewer, each, short=True),
        "bot": _("bot, %(level)s", level=level(sitting.bot).lower()) if sitting.kind == "bot" else "",
        "clock": seat_clock(viewer, seat),
        "knowledge": [knowledge(viewer, each, site) for site in SITES],
        "general": general(viewer, each),
        "finds": sorted(each["finds"], key=find_order),
        "finds_words": finds_words(each),
        "finds_link": viewer.link(explain=f"finds-{seat}"),
        "kit": kit(viewer, each),
        "score": score(each),
        "score_link": viewer.link(explain=f"score-{seat}"),
    }


def knowledge(viewer: Viewer, player: PlayerView, site: str) -> KnownSite:
    known, seat = player["knowledge"][site], player["seat"]
    books, more = known["books"] + known["found"], facts(viewer).rumour * known["rumours"]
    return {
        "site": site,
        "total": books,
        "found": known["found"],
        "more": more,
        "words": knowledge_words(names.place(site), books, known["found"], more),
        "link": viewer.link(explain=f"knowledge-{seat}-{site}"),
        "valid": player["permits"][site],
        "permit": _("Permit for %(place)s: valid", place=names.place(site))
        if player["permits"][site]
        else _("Permit for %(place)s: used this year", place=names.place(site)),
        "permit_link": viewer.link(explain=f"permits-{seat}-{site}"),
    }


def general(viewer: Viewer, player: PlayerView) -> Known:
    known = player["general"]
    total = known["books"] + known["found"]
    return {
        "site": "general",
        "total": total,
        "found": known["found"],
        "more": 0,
        "words": knowledge_words(_("General knowledge"), total, known["found"], 0),
        "link": viewer.link(explain=f"general-{player['seat']}"),
    }


def knowledge_words(subject: str, books: int, found: int, more: int) -> str:
    """Return what is known of a subject, as a sentence."""
    values = {"subject": subject, "books": books, "found": found, "more": more}
    if found and more:
        return _("%(subject)s: %(books)s from books, %(found)s of it found, rumours would add %(more)s", **values)
    if found:
        return _("%(subject)s: %(books)s from books, %(found)s of it found", **values)
    if more:
        return _("%(subject)s: %(books)s from books, rumours would add %(more)s", **values)
    return _("%(subject)s: %(books)s from books", **values)


def finds_words(player: PlayerView) -> str:
    finds = [_("%(find)s %(value)s", find=names.find_name(find), value=find["value"]) for find in player["finds"]]
    return _("Finds: %(finds)s", finds=listed(finds)) if finds else _("no finds yet")


def kit(viewer: Viewer, player: PlayerView) -> list[KitItem]:
    """Return what a player holds, with how many of each; every exhibition held with its points."""
    held: list[KitItem] = [
        {
            "kind": kind,
            "count": player[field],
            "words": _("%(what)s: %(count)s", what=names.kind(kind), count=player[field]),
            "link": viewer.link(explain=f"{field}-{player['seat']}"),
        }
        for field, kind in KIT.items()
        if player[field]
    ]
    return held + [held_exhibition(viewer, card) for card in player["exhibitions"]]


def held_exhibition(viewer: Viewer, card: ExhibitionView) -> KitItem:
    title, points = names.card_title(card), card["points"]
    words = n_("%(title)s: %(number)s point", "%(title)s: %(number)s points", points, title=title)
    return {"kind": "exhibition", "count": points, "words": words, "link": viewer.link(explain=f"card-{card['card']}")}


def score(player: PlayerView) -> ScoreEntry:
    points = player["score"]
    held = [site for site in SITES if points["majorities"].get(site)]
    return {
        "total": points["total"],
        "parts": [
            (_("Artifacts"), points["artifacts"]),
            (_("Exhibitions"), points["exhibitions"]),
            (_("Congress"), points["congresses"]),
            (_("Most knowledge"), sum(points["majorities"].values())),
        ],
        "held": held,
    }


def where(viewer: Viewer, player: PlayerView, short: bool = False) -> str:
    """Return where and when a player is; the year where it is not the calendar's, or where there is room."""
    place, year, week = names.place(player["place"]), player["year"], player["week"]
    if player["done"]:
        return _("%(place)s, at the end", place=place)
    if not week:
        return _("%(place)s, at the start", place=place)
    if short and year == view_of(viewer)["year"]:
        return _("%(place)s, week %(week)s", place=place, week=week)
    return _("%(place)s, week %(week)s of %(year)s", place=place, week=week, year=year)


def chips_context(viewer: Viewer) -> ChipsContext:
    """Return what `chips.html` needs."""
    return {"thebes": art, "chips": [chip(viewer, each) for each in view_of(viewer)["players"]]}


def chip(viewer: Viewer, player: PlayerView) -> Chip:
    seat = player["seat"]
    sites: list[Known] = [knowledge(viewer, player, site) for site in SITES]
    return {
        "seat": seat,
        "name": viewer.name(seat),
        "acting": view_of(viewer)["to_act"] == seat,
        "total": player["score"]["total"],
        "when": _("at the end") if player["done"] else _("week %(week)s", week=player["week"]),
        "clock": seat_clock(viewer, seat),
        "knowledge": [*sites, general(viewer, player)] if seat in viewer.own else [],
    }


def status_context(viewer: Viewer) -> StatusContext:
    """Return what `status.html` needs: whose turn it is, where and when, and who comes then."""
    view = view_of(viewer)
    over = viewer.present and viewer.table.status == "over"
    seat = None if over else seat_to_act(view)
    moving = seat is not None
    return {
        "seat": seat,
        "headline": of_position(viewer, luck(view)),
        "where": where(viewer, view["players"][seat]) if seat is not None else "",
        "clock": seat_clock(viewer, seat),
        "next": [(each, viewer.name(each)) for each in others_next(view)] if moving else [],
        "moving": moving,
        "about": viewer.link(explain="calendar"),
        "mine": moving and viewer.my_turn,
    }


def luck(view: ThebesView) -> str:
    """Return what goes on where nobody is to move."""
    if view["phase"] == "over":
        return _("The end of the game")
    if view["dig"]:
        return _("A token is drawn")
    return _("The markers are piled up") if view["phase"] == "markers" else _("Cards are drawn")
