"""What neutral archaeologists would do to the zones, for the player who may place them (M7.3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from digsite.games.mykerinos.view import Colour
from digsite.web.look import Look
from digsite.web.mykerinos import names
from digsite.web.mykerinos.acting import following, offers, placed_by
from digsite.web.mykerinos.consequence import Verdict, verdict, verdicts


@dataclass(frozen=True)
class Line:
    """What so many neutral archaeologists would do to a zone."""

    zone: str
    count: int
    said: Sequence[Verdict]


def lines(look: Look) -> list[Line]:
    """Of a start and of an extension within each zone, where it changes something for a player there."""
    found = dict[tuple[int, int], Line]()
    for placed in placings(look):
        said = verdicts(look, placed)
        zone = said[0].zone
        if len(said) == 1 and len(said[0].after) > 1 and said[0].strong != now(look, zone):
            found.setdefault((zone, len(placed)), Line(names.roman(zone), len(placed), said))
    return [found[key] for key in sorted(found) if key[1] == 1 or differs(found[key], found.get((key[0], 1)))]


def placings(look: Look) -> list[dict[str, Colour]]:
    """Everything that might be placed, field by field."""
    found = list[dict[str, Colour]]()
    for deed in (deed for here in offers(look).values() for deed in here):
        if deed.kind == "neutral-extend":
            found += [{**placed_by(deed), field: "neutral"} for field in following(look, deed)[0]]
        else:
            found.append(placed_by(deed))
    return found


def differs(two: Line, one: Line | None) -> bool:
    """Whether two neutral ones bring about more than one alone."""
    return one is None or two.said[0].more != one.said[0].more


def now(look: Look, zone: int) -> str:
    """How a zone stands for the neutral player as it is."""
    standing = look.view["zones"][zone]["standing"]
    if all(one["colour"] != "neutral" for one in standing):
        return ""
    return verdict(look, zone, standing, standing, "neutral").strong
