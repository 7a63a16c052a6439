"""The players: a panel for each of them and one for the neutral colour, and whose move it is."""

from types import ModuleType
from typing import TypedDict

from digsite.games.mykerinos.draw.style import PATRONS
from digsite.games.mykerinos.page import art, names
from digsite.games.mykerinos.page.position import player, scoring_of, view_of
from digsite.games.mykerinos.rules.view_types import MykerinosView, NeutralView, PatronView, PlayerView, seat_to_act
from digsite.web.bot_levels import level
from digsite.web.clocks import SeatClock, seat_clock
from digsite.web.headline import of_position
from digsite.web.i18n import _, later, n_
from digsite.web.viewer import Viewer

PASSED = (later("passed 1st"), later("passed 2nd"), later("passed 3rd"), later("passed 4th"))
SET = 5  # plots of different patrons


class PlotEntry(TypedDict):
    """A player's plots of one patron."""

    patron: str | None
    count: int
    turned: int
    ready: int
    words: str
    link: str


class ScoreEntry(TypedDict):
    total: int
    parts: list[tuple[int, str, str]]
    sets: int


class PanelContext(TypedDict):
    mykerinos: ModuleType
    seat: int
    name: str
    mine: bool
    acting: bool
    tag: str
    bot: str
    clock: SeatClock | None
    pools: list[tuple[int, str]]
    pool_link: str
    plots: list[PlotEntry]
    plots_link: str
    score: ScoreEntry
    score_link: str


class NeutralContext(TypedDict):
    mykerinos: ModuleType
    space: int
    link: str
    pools: list[tuple[int, str]]


class StatusContext(TypedDict):
    mykerinos: ModuleType
    seat: int | None
    headline: str
    detail: str
    clock: SeatClock | None
    number: int
    of: int
    round: str
    link: str
    stage: str
    mine: bool


class Chip(TypedDict):
    seat: int
    name: str
    acting: bool
    mine: bool
    total: int
    pool: int
    common: int
    neutral: int | None
    clock: SeatClock | None


def context(viewer: Viewer, seat: int) -> PanelContext:
    """Return what `panel.html` needs."""
    own, sitting = player(viewer, seat), viewer.table.seats[seat]
    acting = view_of(viewer)["to_act"] == seat
    return {
        "mykerinos": art,
        "seat": seat,
        "name": viewer.name(seat),
        "mine": acting and seat in viewer.own and viewer.my_turn,
        "acting": acting,
        "tag": tag(viewer, seat),
        "bot": _("bot, %(level)s", level=level(sitting.bot).lower()) if sitting.kind == "bot" else "",
        "clock": seat_clock(viewer, seat),
        "pools": pools(viewer, own),
        "pool_link": viewer.link(explain=f"pool-{seat}"),
        "plots": plots(viewer, own),
        "plots_link": viewer.link(explain=f"plots-{seat}"),
        "score": score(viewer, own),
        "score_link": viewer.link(explain=f"score-{seat}"),
    }


def tag(viewer: Viewer, seat: int) -> str:
    """Return what a player is about to do, or when they passed."""
    view = view_of(viewer)
    if view["to_act"] == seat:
        mine = seat in viewer.own and viewer.my_turn
        if view["scoring"]:
            return _("your choice") if mine else _("chooses") if view["phase"] == "claim" else _("removes a plot")
        return _("your turn") if mine else _("to move")
    space = view["players"][seat]["space"]
    return _(PASSED[place(view, space)]) if space else ""


def place(view: MykerinosView, space: int) -> int:
    """Return how many players passed before the one on a space."""
    spaces = [player["space"] for player in view["players"]]
    return sum(1 for other in spaces if other and other < space)


def pools(viewer: Viewer, player: PlayerView) -> list[tuple[int, str]]:
    if view_of(viewer)["neutral"]:
        return [(player["pool"], _("own")), (player["common"], _("common")), (player["neutral"], _("neutral"))]
    return [(player["pool"], _("own")), (player["common"], _("common"))]


def plots(viewer: Viewer, player: PlayerView) -> list[PlotEntry]:
    """Return a player's plots by patron: how many are turned, and what each counts at the end."""
    found: list[PlotEntry] = []
    for patron in (*PATRONS, None):
        count = sum(tile["patron"] == patron for tile in player["tiles"])
        if not count:
            continue
        turned = player["patrons"][patron]["turned"] if patron else 0
        found.append(
            {
                "patron": patron,
                "count": count,
                "turned": turned,
                "ready": count - turned,
                "words": plot_words(patron, count, player["patrons"].get(patron or "")),
                "link": viewer.link(explain=f"patron-{patron or 'none'}-{player['seat']}"),
            }
        )
    return found


def plot_words(patron: str | None, count: int, held: PatronView | None) -> str:
    whose, counted = names.patron(patron), names.plots(count)
    if held is None:
        return _("%(patron)s: %(plots)s", patron=whose, plots=counted)
    if held["turned"]:
        return n_(
            "%(patron)s: %(plots)s, %(number)s turned, each counting %(worth)s",
            "%(patron)s: %(plots)s, %(number)s turned, each counting %(worth)s",
            held["turned"], patron=whose, plots=counted, worth=held["worth"],
        )  # fmt: skip
    return _("%(patron)s: %(plots)s, each counting %(worth)s", patron=whose, plots=counted, worth=held["worth"])


def score(viewer: Viewer, player: PlayerView) -> ScoreEntry:
    found, seat = player["score"], player["seat"]
    return {
        "total": found["total"],
        "parts": [
            (found["plots"], _("Plots"), viewer.link(explain=f"plots-{seat}")),
            (sum(found["wings"].values()), _("Wings"), viewer.link(explain=f"wings-{seat}")),
            (found["sets"], _("Sets"), viewer.link(explain=f"sets-{seat}")),
        ],
        "sets": found["sets"] // SET,
    }


def neutral_context(viewer: Viewer, neutral: NeutralView) -> NeutralContext:
    """Return what `neutral.html` needs: the card of the colour nobody plays, at a table of two."""
    view = view_of(viewer)
    return {
        "mykerinos": art,
        "space": neutral["space"],
        "link": viewer.link(explain="neutral"),
        "pools": [
            (sum(field["archaeologist"] == "neutral" for field in view["fields"]), _("in the desert")),
            (sum(player["neutral"] for player in view["players"]), _("in pools")),
            (neutral["common"], _("common")),
        ],
    }


def status_context(viewer: Viewer) -> StatusContext:
    """Return what `status.html` needs: whose turn it is, what it is about, and the round."""
    view = view_of(viewer)
    seat = seat_to_act(view)
    moving = seat is not None
    return {
        "mykerinos": art,
        "seat": seat,
        "headline": of_position(viewer, names.phase(view)),
        "detail": detail(viewer) if moving else "",
        "clock": seat_clock(viewer, seat),
        "number": view["round"],
        "of": view["rounds"],
        "round": names.round_of(view),
        "link": viewer.link(explain="round"),
        "stage": stage(viewer),
        "mine": moving and viewer.my_turn,
    }


def stage(viewer: Viewer) -> str:
    """Return which part of the round it is."""
    view = view_of(viewer)
    if view["scoring"]:
        return _("scoring %(zone)s", zone=names.zone(view["scoring"]["zone"]))
    return _("digging") if view["turn"] is not None else ""


def detail(viewer: Viewer) -> str:
    """Return what the one to move is about to do, in a few words."""
    view, chain = view_of(viewer), view_of(viewer)["chain"]
    if view["scoring"]:
        return choosing(viewer)
    if chain:
        field = names.field(chain["last"])
        return (
            _("You go on from %(field)s", field=field) if viewer.my_turn else _("goes on from %(field)s", field=field)
        )
    if view["phase"] == "follow":
        return _("Place a neutral archaeologist?") if viewer.my_turn else _("may place a neutral archaeologist")
    if view["phase"] in PATRONS:
        return _("with %(patron)s", patron=names.patron(view["phase"]))
    return _("the final action of the round") if view["final"] else ""


def choosing(viewer: Viewer) -> str:
    """Return what the player to act is doing while a zone is scored."""
    if view_of(viewer)["phase"] == "remove":
        return (
            _("You name the plot that leaves the game")
            if viewer.my_turn
            else _("names the plot that leaves the game for the neutral player")
        )
    scoring = scoring_of(viewer)
    values = {"place": names.place(scoring["rank"]), "zone": names.zone(scoring["zone"])}
    if viewer.my_turn:
        return _("You choose %(place)s in %(zone)s", **values)
    return _("chooses %(place)s in %(zone)s", **values)


def chips(viewer: Viewer) -> list[Chip]:
    """Return the players in a few numbers, for narrow screens."""
    return [
        {
            "seat": seat,
            "name": viewer.name(seat),
            "acting": view_of(viewer)["to_act"] == seat,
            "mine": seat in viewer.own and viewer.my_turn,
            "total": player["score"]["total"],
            "pool": player["pool"],
            "common": player["common"],
            "neutral": player["neutral"] if view_of(viewer)["neutral"] else None,
            "clock": seat_clock(viewer, seat),
        }
        for seat, player in enumerate(view_of(viewer)["players"])
    ]
