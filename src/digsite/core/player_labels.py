"""The players in texts: a mark, a colour and a name for each seat."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

# Seats in order; never colour alone
MARKS = ("●", "■", "▲", "◆", "▼", "✚", "⬢", "✦")
STYLES = ("#cf4358", "#2f93a3", "#bd9b45", "#d48a96", "#7d9c50", "#9a78b8", "#d9772b", "#7f95b2")


@dataclass(frozen=True)
class PlayerLabels:
    names: Sequence[str]
    you: int | None = None  # the seat spoken to, where one person plays against bots

    def name(self, seat: int) -> str:
        return "You" if seat == self.you else self.names[seat]

    def style(self, seat: int) -> str:
        return STYLES[seat]

    def mark(self, seat: int) -> Text:
        return Text.assemble((MARKS[seat], STYLES[seat]))

    def tag(self, seat: int) -> Text:
        """Return mark and name."""
        return Text.assemble((MARKS[seat], STYLES[seat]), " ", (self.name(seat), "bold"))

    def does(self, seat: int, verb: str) -> str:
        """Return a verb as it follows the name: "digs", or "dig" after "You"."""
        if seat == self.you:
            return verb
        if verb.endswith("fly"):
            return f"{verb[:-1]}ies"
        return f"{verb}es" if verb.endswith(("s", "o")) else f"{verb}s"

    def says(self, seat: int, verb: str, rest: str = "") -> Text:
        """Return the beginning of a sentence about a player."""
        return Text.assemble(self.tag(seat), f" {self.does(seat, verb)}{rest}")


def label_players(players: Sequence[str], names: Sequence[str] | None = None) -> PlayerLabels:
    """Return labels by the names given; without them a lone person among bots is "You", others are numbered."""
    kinds = ["Player" if player == "human" else player.partition(":")[0].title() for player in players]
    numbered = [f"{kind} {seat}" for seat, kind in enumerate(kinds, 1)]
    if names and list(names) != numbered:
        return PlayerLabels(list(names))
    people = [seat for seat, player in enumerate(players) if player == "human"]
    return PlayerLabels(numbered, people[0] if len(people) == 1 else None)


def joined(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: "Ada, Bo and Cy"."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
