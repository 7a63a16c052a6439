"""The finds sheet: what a dig brought out of the bag, how lucky that was, and what it changed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import ModuleType
from typing import TypedDict

from markupsafe import Markup

from digsite.core.fields import Bytes
from digsite.games.thebes.evaluation import odds
from digsite.games.thebes.evaluation.reasons import could_show
from digsite.games.thebes.page import art, names
from digsite.games.thebes.page.chart import chart, reach
from digsite.games.thebes.page.cost_text import percent
from digsite.games.thebes.page.position import facts, player
from digsite.games.thebes.rules.decode import FindDraw, SandDraw, decode
from digsite.games.thebes.rules.notation import HALL_NAMES
from digsite.games.thebes.rules.view import find_view
from digsite.games.thebes.rules.view_types import ExhibitionView, FindView, PlayerView, view_of
from digsite.web.art import mark
from digsite.web.i18n import _, later, listed, n_, points, weeks
from digsite.web.viewer import Viewer

SIZE = 112.0
SPENT = (  # what may be used up, with its drawing; rumours are counted site by site
    ("rumours", "rumour", later("The rumour is used up.")),
    ("assistants", "assistant", later("The assistant is used up.")),
    ("shovels", "shovel", later("The shovel is used up.")),
    ("zeppelins", "zeppelin", later("The zeppelin is used up.")),
    ("special_permits", "permit", later("The special permit is used up.")),
)
SHARES = {  # how many digs bring less
    Fraction(1, 10): later("One dig in ten brings less."),
    Fraction(1, 5): later("One dig in five brings less."),
    Fraction(1, 4): later("One dig in four brings less."),
    Fraction(1, 3): later("One dig in three brings less."),
    Fraction(1, 2): later("Half of such digs bring less."),
    Fraction(2, 3): later("Two digs in three bring less."),
    Fraction(3, 4): later("Three digs in four bring less."),
    Fraction(4, 5): later("Four digs in five bring less."),
    Fraction(9, 10): later("Nine digs in ten bring less."),
}
NEAR = Fraction(3, 100)


@dataclass(frozen=True)
class Token:
    drawing: Markup
    name: str
    worth: str
    kind: str  # artifact, book, general, sand, bonus
    together: str = ""  # of sand, at the first token: how much there is


@dataclass(frozen=True)
class Change:
    drawing: Markup
    text: str
    more: str = ""


class Finds(TypedDict):
    site: str
    title: str
    drew: str
    total: int
    tokens: list[Token]
    bonus: Token | None
    chart: Markup
    luck: str
    share: str
    changes: list[Change]
    next: str
    mark: Markup


class FindsContext(TypedDict):
    viewer: Viewer
    finds: Finds
    art_of: ModuleType


def context(viewer: Viewer, states: Sequence[Bytes], actions: Sequence[int]) -> FindsContext:
    """Return what `finds.html` shows of a dig: its positions from before it to after it, its action and its draws."""
    return {"viewer": viewer, "finds": _Finds(viewer, states, actions).finds(), "art_of": art}


class _Finds:
    def __init__(self, viewer: Viewer, states: Sequence[Bytes], actions: Sequence[int]) -> None:
        self.viewer, self.facts = viewer, facts(viewer)
        self.seat = viewer.game.to_act(states[0])
        self.odds = odds.dig(viewer.game, states[0], actions[0])
        self.site = self.odds.site
        self.after = view_of(viewer.game, states[-1])
        self.was = view_of(viewer.game, states[0])["players"][self.seat]
        self.now = self.after["players"][self.seat]
        draws = (decode(action) for action in actions[1:])
        self.drawn = [self.find(draw) for draw in draws if isinstance(draw, FindDraw | SandDraw)]

    def find(self, draw: FindDraw | SandDraw) -> FindView | None:
        """Return what a draw brought; nothing for sand."""
        site = self.facts.sites.index(self.site)
        return find_view(self.facts, site, draw.number) if isinstance(draw, FindDraw) else None

    def finds(self) -> Finds:
        worth = sum(find["value"] for find in self.drawn if find and find["kind"] == "artifact")
        total = worth + (self.odds.bonus or 0)
        most = reach(self.odds.points)
        return {
            "site": self.site,
            "title": _("%(weeks)s %(in_place)s", weeks=weeks(self.odds.weeks), in_place=names.in_place(self.site)),
            "drew": self.drew(),
            "total": total,
            "tokens": self.tokens(),
            "bonus": self.bonus(),
            "chart": chart(self.odds.points, max(most, total), 300, 90, mark=total),
            "luck": _("Expected: %(number)s.", number=f"{float(self.odds.expected):.1f}"),
            "share": share(self.odds, total),
            "changes": [*self.opened(), *self.permit(), *self.spent(), *self.learnt(), *self.majorities()],
            "next": self.next(),
            "mark": mark(self.seat, 16),
        }

    def drew(self) -> str:
        number = len(self.drawn)
        if self.seat == self.viewer.you:
            return n_("%(number)s token from the bag", "%(number)s tokens from the bag", number)
        who = self.viewer.names[self.seat]
        return n_("%(player)s drew %(number)s token", "%(player)s drew %(number)s tokens", number, player=who)

    def tokens(self) -> list[Token]:
        """Return what was drawn, in order; all sand is named at its first token."""
        tokens, sand = [self.token(find) for find in self.drawn], self.drawn.count(None)
        if sand:
            first = self.drawn.index(None)
            together = _("Sand ×%(number)s", number=sand) if sand > 1 else tokens[first].name
            tokens[first] = replace(tokens[first], together=together)
        return tokens

    def token(self, find: FindView | None) -> Token:
        if find is None:
            return Token(art.sand(SIZE), _("Sand"), _("back in the bag"), "sand")
        worth = points(find["value"])
        if find["kind"] == "book":
            worth = _("+%(number)s there", number=find["value"])
        if find["kind"] == "general":
            worth = _("+%(number)s at every site", number=find["value"])
        return Token(art.find(find, SIZE), names.find_name(find), worth, find["kind"])

    def bonus(self) -> Token | None:
        """Return the bonus of the first dig, which is not drawn (T6.13); None where it was gone."""
        if self.odds.bonus is None:
            return None
        find = find_view(self.facts, self.facts.sites.index(self.site), 0)
        return Token(art.find(find, SIZE), names.find_name(find), _("for the first dig there"), "bonus")

    def opened(self) -> list[Change]:
        """Return the exhibitions that can be held now (T7.2)."""
        found = []
        for hall, show in zip(HALL_NAMES, self.after["exhibitions"], strict=True):
            if not show or could_show(self.was, show) or not could_show(self.now, show):
                continue
            where = names.in_place(show["city"])
            if self.seat == self.viewer.you:
                title = _("You can now hold exhibition %(hall)s %(in_place)s", hall=hall, in_place=where)
            else:
                who = self.viewer.names[self.seat]
                title = _(
                    "%(player)s can now hold exhibition %(hall)s %(in_place)s", hall=hall, in_place=where, player=who
                )
            found.append(Change(art.show(26), title, _needs(show)))
        return found

    def permit(self) -> list[Change]:
        """Return until when the permit is used; nothing where it is valid (T6.11, T8.1)."""
        place, year = names.place(self.site), self.now["year"]
        if self.now["permits"][self.site]:
            return []
        if year >= self.facts.last_year:
            return [Change(art.kit("permit", 22), _("The permit for %(place)s is used up.", place=place))]
        until = _("The permit for %(place)s is used until %(year)s.", place=place, year=year + 1)
        return [Change(art.kit("permit", 22), until)]

    def spent(self) -> list[Change]:
        return [
            Change(art.kit(kind, 22), _(message))
            for name, kind, message in SPENT
            if self.owned(self.now, name) < self.owned(self.was, name)
        ]

    def owned(self, player: PlayerView, name: str) -> int:
        """Return how many of something a player has that can be used up here."""
        counts = {
            "rumours": player["knowledge"][self.site]["rumours"],
            "assistants": player["assistants"],
            "shovels": player["shovels"],
            "zeppelins": player["zeppelins"],
            "special_permits": player["special_permits"],
        }
        return counts[name]

    def learnt(self) -> list[Change]:
        """Return what found books add."""
        found = []
        for find in self.drawn:
            if find and find["kind"] == "general":
                known = self.now["general"]["books"] + self.now["general"]["found"]
                found.append(Change(art.kit("book", 22), _("General knowledge is %(number)s now.", number=known)))
            if find and find["kind"] == "book":
                about = self.now["knowledge"][find["on"]]
                known, place = about["books"] + about["found"], names.place(find["on"])
                text = _("Knowledge about %(place)s is %(number)s now.", place=place, number=known)
                found.append(Change(art.disc(find["on"], 22), text))
        return found

    def majorities(self) -> list[Change]:
        """Return how the points for most knowledge have changed; books that others took meanwhile count too (T9.4)."""
        now, was = player(self.viewer, self.seat)["score"]["majorities"], self.was["score"]["majorities"]
        changed = [site for site in self.facts.sites if now.get(site, 0) != was.get(site, 0)]
        more = sum(now.values()) - sum(was.values())
        if not more:
            return []
        about = listed([names.place(site) for site in changed])
        text = n_(
            "You gained %(number)s point: most knowledge about %(about)s.",
            "You gained %(number)s points: most knowledge about %(about)s.",
            more,
            about=about,
        )
        if more < 0:
            text = n_(
                "Since then you lost %(number)s point: most knowledge about %(about)s.",
                "Since then you lost %(number)s points: most knowledge about %(about)s.",
                -more,
                about=about,
            )
        return [Change(art.disc(changed[0], 22), text)]

    def next(self) -> str:
        """Return where the digger is now."""
        if self.now["done"]:
            return _("You have reached the end of %(year)s.", year=self.facts.last_year)
        return _("You are in week %(week)s of %(year)s.", week=self.now["week"], year=self.now["year"])


def _needs(show: ExhibitionView) -> str:
    return _("%(finds)s, %(points)s", finds=names.artifacts(show["needs"]), points=points(show["points"]))


def share(drawn: odds.DigOdds, got: int) -> str:
    """Return how many such digs bring less, in words where a plain fraction is near."""
    less, more = 1 - drawn.at_least(got), drawn.at_least(got + 1)
    if not less:
        return _("%(percent)s of such digs bring no more.", percent=percent(1 - more))
    if not more:
        return _("No such dig brings more.")
    near = min(SHARES, key=lambda one: abs(one - less))
    if abs(near - less) <= NEAR:
        return _(SHARES[near])
    if less > Fraction(9, 10):
        return _("Only %(percent)s of such digs bring as much.", percent=percent(1 - less))
    return _("%(percent)s of such digs bring less.", percent=percent(less))
