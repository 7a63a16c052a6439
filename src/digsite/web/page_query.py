"""What the address of a table's page asks for."""

from collections.abc import Mapping
from dataclasses import dataclass, field

LONGEST_NUMBER = 6  # digits
# Names with one meaning for all games
SHARED = ("choose", "explain", "rules", "hint", "log", "guide", "ply", "found", "refresh")


@dataclass(frozen=True)
class PageQuery:
    """The query of an address, decoded once for a request: `?choose=take-1&zeppelin=on`, `?rules=T6.4`, `?ply=40`."""

    choose: str = ""  # the key of what the player is about to do …
    options: Mapping[str, str] = field(default_factory=dict)  # … and how: names that the game gives a meaning
    explain: str | None = None  # the key of something on the table
    rules: str | None = None  # the number of a rule; "" for all rules
    hint: bool = False
    whole_log: bool = False
    guide: str = ""  # the number of a lesson, "rest" to play on, "off" to send the guide away
    ply: int | None = None  # of an earlier position
    found: int | None = None  # the ply of a decision whose finds are shown
    refresh: bool = False  # whether the page loads itself again now and then

    @classmethod
    def decode(cls, query: Mapping[str, str]) -> "PageQuery":
        """Return what a query asks for. Nothing is refused: what is no number counts as 0."""
        return cls(
            choose=query.get("choose", ""),
            options={name: value for name, value in query.items() if name not in SHARED},
            explain=query.get("explain"),
            rules=query.get("rules"),
            hint="hint" in query,
            whole_log=query.get("log") == "all",
            guide=query.get("guide", ""),
            ply=_number(query["ply"]) if "ply" in query else None,
            found=_number(query["found"]) if "found" in query else None,
            refresh="refresh" in query,
        )

    @property
    def guide_is_off(self) -> bool:
        return self.guide == "off"


NOTHING_ASKED = PageQuery()


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else 0
