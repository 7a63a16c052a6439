"""What archaeologists that might be placed do to the ranking of their zones, in sentences."""

from collections.abc import Mapping
from dataclasses import dataclass

from digsite.games.mykerinos.page import names
from digsite.games.mykerinos.page.position import others_name, view_of
from digsite.games.mykerinos.rules.view_types import Colour, MykerinosView, StandingView
from digsite.web.i18n import _, listed, n_
from digsite.web.viewer import Viewer

Standing = list[StandingView]  # who has how many in a zone, the first to choose first
NOT_PASSED = 9  # later than any space of the pass track


@dataclass(frozen=True)
class Verdict:
    """How a zone would be ranked: the sentence that matters most, and what follows from it."""

    zone: int
    before: Standing
    after: Standing
    strong: str
    more: str = ""


def space_of(view: MykerinosView, colour: Colour) -> int:
    """Return the space of a colour on the pass track."""
    if isinstance(colour, str):
        return view["neutral"]["space"] if view["neutral"] else NOT_PASSED
    return view["players"][colour]["space"] or NOT_PASSED


def tie_winner(view: MykerinosView, one: Colour, other: Colour) -> Colour | None:
    """Return who goes first of two with as many (M4.2, M7.2); None while it is open."""
    waiting = [colour for colour in (one, other) if space_of(view, colour) == NOT_PASSED]
    if len(waiting) == 2:
        return None
    if "neutral" in (one, other) and waiting and not any(player["space"] for player in view["players"]):
        return None
    return min(one, other, key=lambda colour: space_of(view, colour))


def standing_after(view: MykerinosView, placed: Mapping[str, Colour]) -> dict[int, Standing]:
    """Return the zones in which archaeologists would be placed, ranked with them."""
    zones = {field["field"]: field["zone"] for field in view["fields"]}
    found = dict[int, Standing]()
    for zone in sorted({zones[field] for field in placed}):
        counts: dict[Colour, int] = {one["colour"]: one["count"] for one in view["zones"][zone]["standing"]}
        for field, colour in placed.items():
            if zones[field] == zone:
                counts[colour] = counts.get(colour, 0) + 1
        found[zone] = ranked(view, counts)
    return found


def ranked(view: MykerinosView, counts: Mapping[Colour, int]) -> Standing:
    order = sorted(counts, key=lambda colour: (-counts[colour], space_of(view, colour)))
    return [{"colour": colour, "count": counts[colour]} for colour in order]


def verdicts(viewer: Viewer, placed: Mapping[str, Colour]) -> list[Verdict]:
    """Return what placing archaeologists does to each zone concerned."""
    view = view_of(viewer)
    zones = {field["field"]: field["zone"] for field in view["fields"]}
    colours = {zones[field]: colour for field, colour in placed.items()}
    return [
        verdict(viewer, zone, view["zones"][zone]["standing"], after, colours[zone])
        for zone, after in standing_after(view, placed).items()
    ]


def verdict(viewer: Viewer, zone: int, before: Standing, after: Standing, colour: Colour) -> Verdict:
    contest = Contest(viewer, zone, after, colour)
    strong, more = contest.neutral() if isinstance(colour, str) else contest.own()
    return Verdict(zone, before, after, strong, more)


class Contest:
    """A zone's ranking as one of those in it sees it, in sentences to whoever chooses."""

    def __init__(self, viewer: Viewer, zone: int, standing: Standing, colour: Colour) -> None:
        self.viewer, self.view, self.colour, self.where = viewer, view_of(viewer), colour, names.zone(zone)
        self.counts: dict[Colour, int] = {one["colour"]: one["count"] for one in standing}
        self.mine = self.counts[colour]
        others = [one for one in self.counts if one != colour]
        tied = [one for one in others if self.counts[one] == self.mine]
        self.lost = [one for one in tied if tie_winner(self.view, colour, one) == one]
        self.open = [one for one in tied if tie_winner(self.view, colour, one) is None]
        self.above = [one for one in others if self.counts[one] > self.mine] + self.lost
        self.below = [one for one in others if one not in self.above and one not in self.open]

    def name(self, colour: Colour) -> str:
        return others_name(self.viewer, colour)

    def names(self, colours: list[Colour]) -> str:
        return listed([self.name(colour) for colour in colours])

    def reason(self, colour: Colour) -> str:
        """Return why somebody wins a tie."""
        if isinstance(colour, str):
            return _("its marker stands on space 2")
        space = self.view["players"][colour]["space"] or NOT_PASSED
        earlier = sum((player["space"] or NOT_PASSED) < space for player in self.view["players"])
        return _("passed %(place)s", place=names.place(earlier))

    def score(self, *colours: Colour) -> str:
        return " : ".join(str(self.counts[colour]) for colour in (self.colour, *colours))

    def own(self) -> tuple[str, str]:
        if not self.above and not self.open:
            return self.leading()
        if self.open:
            return self.tied()
        if self.lost:
            winner = self.lost[-1]
            strong = _(
                "%(score)s in %(zone)s, %(name)s wins the tie (%(reason)s).",
                score=self.score(winner), zone=self.where, name=self.name(winner), reason=self.reason(winner),
            )  # fmt: skip
            return strong, self.place(len(self.above))
        if len(self.above) == 1:
            [first] = self.above
            strong = _(
                "You are second in %(zone)s, %(count)s to %(name)s’s %(most)s.",
                zone=self.where, count=self.mine, name=self.name(first), most=self.counts[first],
            )  # fmt: skip
            return strong, self.place(1)
        strong = _("You are behind %(names)s in %(zone)s.", names=self.names(self.above), zone=self.where)
        return strong, self.place(len(self.above))

    def leading(self) -> tuple[str, str]:
        if not self.below:
            return _("You are alone in %(zone)s.", zone=self.where), _("One choice there: a plot or a museum room.")
        lead = self.mine - max(self.counts[one] for one in self.below)
        if not lead:
            rival = max(self.below, key=lambda one: self.counts[one])
            return _(
                "%(score)s in %(zone)s, and you win the tie against %(name)s.",
                score=self.score(rival), zone=self.where, name=self.name(rival),
            ), _("You choose first there.")  # fmt: skip
        return _("You lead %(zone)s by %(number)s and choose first there.", zone=self.where, number=lead), ""

    def tied(self) -> tuple[str, str]:
        values = {"score": self.score(*self.open), "zone": self.where, "names": self.names(self.open)}
        if self.above:
            strong = _(
                "%(score)s with %(names)s in %(zone)s, behind %(first)s.", first=self.names(self.above), **values
            )
        else:
            strong = _("%(score)s with %(names)s in %(zone)s.", **values)
        if self.open == ["neutral"]:
            return strong, _("The tie is yours only if you pass before %(name)s.",
                             name=self.other())  # fmt: skip
        if "neutral" in self.open:
            return strong, _("The first to pass goes first, Neutral second.")
        return strong, _("The earlier to pass goes first.")

    def other(self) -> str:
        """Return the opponent of two players."""
        return self.viewer.names[0 if self.view["to_act"] else 1]

    def place(self, above: int) -> str:
        """Return what a place is good for (M4.4, M4.5)."""
        if above == 1:
            return _("You choose second, from what is left.")
        return n_(
            "Third place gets only a plot that is left.", "Fourth place gets only a plot that is left.", above - 1
        )

    def neutral(self) -> tuple[str, str]:
        """Return what the neutral player does in a zone (M7.4 to M7.7)."""
        if len(self.counts) == 1:
            return _("Only neutral archaeologists in %(zone)s.", zone=self.where), _("Both plots would leave the game.")
        if self.open:
            return self.neutral_tied()
        if not self.above:
            rival = max(self.below, key=lambda one: self.counts[one])
            values = {"score": self.score(rival), "zone": self.where}
            return _("Neutral leads %(zone)s, %(score)s.", **values), self.namer(rival)
        if len(self.above) == 1:
            [first] = self.above
            strong = _("Neutral is second in %(zone)s, behind %(name)s.", zone=self.where, name=self.called(first))
            return strong, self.first_names(first)
        return _("Neutral is third in %(zone)s.", zone=self.where), _("It gets nothing there.")

    def called(self, colour: Colour) -> str:
        return _("you") if colour == self.view["to_act"] else self.name(colour)

    def neutral_tied(self) -> tuple[str, str]:
        rival = self.open[0]
        if len(self.open) == 2:
            return _("%(score)s in %(zone)s.", score=self.score(*self.open), zone=self.where), _(
                "The first to pass goes first, Neutral second."
            )
        values = {"score": self.score(rival), "zone": self.where, "name": self.called(rival)}
        strong = _("%(score)s with %(name)s in %(zone)s.", **values)
        if rival == self.view["to_act"]:
            more = _("You stay ahead only if you pass before %(name)s.", name=self.other())
        else:
            more = _("%(name)s stays ahead only by passing before you.",
                     name=self.name(rival))  # fmt: skip
        return strong, more

    def namer(self, second: Colour) -> str:
        """Return the verdict where the other player names the plot, then the second chooses (M7.5)."""
        rivals = [one for one in self.below if self.counts[one] == self.counts[second]]
        if len(rivals) == 2:
            winner = tie_winner(self.view, *rivals)
            if winner is None:
                return _("The earlier to pass chooses next, the other names the plot that leaves.")
            second = winner
        if second == self.view["to_act"]:
            return _("%(name)s names the plot that leaves; you choose next.", name=self.other())
        return _("You name the plot that leaves; %(name)s chooses next.", name=self.name(second))

    def first_names(self, first: Colour) -> str:
        """Return who chooses and takes a plot out of the game, where the first in the ranking does both (M7.6)."""
        if first == self.view["to_act"]:
            return _("You choose first and name the plot that leaves.")
        return _("%(name)s chooses first and names the plot that leaves.", name=self.name(first))
