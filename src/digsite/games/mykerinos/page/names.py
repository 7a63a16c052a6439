"""What the patrons, zones, plots, rooms and phases of Mykerinos are called, in the reader's language.

Languages that inflect need each phrase whole: "Lord Lemon" and "of Lord Lemon" are messages of their own.
"""

from collections.abc import Sequence

from digsite.games.mykerinos.rules.view_types import MykerinosView, TileView
from digsite.web.i18n import _, later, n_, points

ROMAN = ("I", "II", "III", "IV", "V", "VI")
# Each with the title, short, and as an owner
PATRONS = {
    "violet": (later("Lady Violet"), later("Violet"), later("of Lady Violet")),
    "lemon": (later("Lord Lemon"), later("Lemon"), later("of Lord Lemon")),
    "brown": (later("Sir Brown"), later("Brown"), later("of Sir Brown")),
    "blackmore": (later("Mrs Blackmore"), later("Blackmore"), later("of Mrs Blackmore")),
    "tangerine": (later("Colonel Tangerine"), later("Tangerine"), later("of Colonel Tangerine")),
}
NO_PATRON = (later("No patron"), later("No patron"), later("without a patron"))
HELPS = {
    "violet": later("one more in your pool, then start or extend"),
    "lemon": later("start on a pyramid, or extend with one of the two on a pyramid"),
    "brown": later("reserve a museum room"),
    "blackmore": later("start with two side by side"),
    "tangerine": later("extend with three"),
}
PHASES = {
    "first": later("The first player is drawn"),
    "wing": later("The patrons draw their wings"),
    "deal": later("Plots are dealt"),
    "rotate": later("A plot is turned"),
    "turn": later("Digging"),
    "then": later("Digging"),
    "follow": later("Neutral archaeologists may follow"),
    "neutral-then": later("Neutral archaeologists go on"),
    "over": later("The end"),
}
PLACES = (later("first"), later("second"), later("third"), later("fourth"))


def patron(key: str | None) -> str:
    """Return whose plot it is: "Lady Violet"."""
    return _(PATRONS.get(key or "", NO_PATRON)[0])


def patron_short(key: str | None) -> str:
    """Return whose plot it is, in one word: "Violet"."""
    return _(PATRONS.get(key or "", NO_PATRON)[1])


def of_patron(key: str | None) -> str:
    """Return whose something is: "of Lady Violet"."""
    return _(PATRONS.get(key or "", NO_PATRON)[2])


def help_sentence(key: str) -> str:
    """Return a patron's help as a sentence: "Reserve a museum room."."""
    help = help_of(key)
    return f"{help[:1].upper()}{help[1:]}."


def help_of(key: str) -> str:
    """Return what a patron does for whoever uses the help: "reserve a museum room"."""
    return _(HELPS[key])


def roman(number: int) -> str:
    return ROMAN[number]


def zone(number: int) -> str:
    """Return a zone within a sentence: "zone III". Zones are counted from 0 at the top left."""
    return _("zone %(zone)s", zone=roman(number))


def zone_title(number: int) -> str:
    """Return a zone as a heading: "Zone III"."""
    return _("Zone %(zone)s", zone=roman(number))


def in_zone(number: int) -> str:
    """Return where something happens: "in zone III"."""
    return _("in zone %(zone)s", zone=roman(number))


def field(key: str) -> str:
    """Return the column and row of a field: "c4"."""
    return key


def zone_of(view: MykerinosView, key: str) -> int:
    """Return the zone in which a field lies."""
    return next(field["zone"] for field in view["fields"] if field["field"] == key)


def place(rank: int) -> str:
    """Return a place in a ranking, counted from 0: "first"."""
    return _(PLACES[rank])


def plot_name(patron: str | None, points: int) -> str:
    """Return a plot where there is little room: "Lemon 3"."""
    return _("%(patron)s %(points)s", patron=patron_short(patron), points=points)


def a_plot(tile: TileView) -> str:
    """Return a plot within a sentence: "the plot of Lord Lemon worth 3 points"."""
    if not tile["points"]:
        return _("the plot %(of_patron)s without points", of_patron=of_patron(tile["patron"]))
    return _(
        "the plot %(of_patron)s worth %(points)s", of_patron=of_patron(tile["patron"]), points=points(tile["points"])
    )


def plots(number: int) -> str:
    return n_("%(number)s plot", "%(number)s plots", number)


def archaeologists(number: int) -> str:
    return n_("%(number)s archaeologist", "%(number)s archaeologists", number)


def room_patrons(view: MykerinosView, number: int) -> list[str]:
    """Return the patrons in whose wings a room lies."""
    wings = view["museum"]["wings"]
    return [wings[wing] for wing in view["museum"]["rooms"][number]["wings"] if wing < len(wings)]


def room_name(view: MykerinosView, number: int) -> str:
    """Return a room by its wing and value: "Lemon “5”", "Lemon / Brown “2”"."""
    whose = " / ".join(patron_short(key) for key in room_patrons(view, number))
    return _("%(patrons)s “%(value)s”", patrons=whose, value=view["museum"]["rooms"][number]["value"])


def a_room(view: MykerinosView, number: int) -> str:
    """Return a room within a sentence: "the room “5” of Lord Lemon"."""
    return room_between(view["museum"]["rooms"][number]["value"], room_patrons(view, number))


def room_between(value: int, patrons: Sequence[str]) -> str:
    """Return a room within a sentence, from its value and the patrons whose wings it belongs to."""
    if len(patrons) == 2:
        one, other = (patron(key) for key in patrons)
        return _("the room “%(value)s” between %(one)s and %(other)s", value=value, one=one, other=other)
    return _("the room “%(value)s” %(of_patron)s", value=value, of_patron=of_patron(patrons[0] if patrons else None))


def phase(view: MykerinosView) -> str:
    """Return what the table is doing: "Digging", "Scoring zone III"."""
    key = view["phase"]
    if view["scoring"]:
        return _("Scoring zone %(zone)s", zone=roman(view["scoring"]["zone"]))
    return _("Using %(patron)s", patron=patron(key)) if key in PATRONS else _(PHASES[key])


def round_of(view: MykerinosView) -> str:
    """Return the round as a heading: "Round 2 of 4"."""
    return _("Round %(round)s of %(rounds)s", round=view["round"], rounds=view["rounds"])


def in_round(number: int) -> str:
    """Return when something happened: "round 2"."""
    return _("round %(round)s", round=number)
