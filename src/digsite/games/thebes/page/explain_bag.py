"""What a site owns, find by find: what is in the bag still, what came out of it, and who has that."""

from dataclasses import dataclass
from typing import TypedDict

from markupsafe import Markup

from digsite import web
from digsite.games.thebes.page import art, names
from digsite.games.thebes.page.explain_common import find_of
from digsite.games.thebes.page.position import view_of
from digsite.games.thebes.rules.state import FOUND_GENERAL
from digsite.games.thebes.rules.view_types import FindView
from digsite.web.art import mark
from digsite.web.i18n import _, listed, n_, points
from digsite.web.viewer import Viewer

SIZE = 58.0


@dataclass(frozen=True)
class BagEntry:
    """A find of a site: what it is worth, and where it is once it is no longer in the bag."""

    drawing: Markup
    name: str
    worth: str
    on_drawing: bool = True  # whether the drawing shows what it is worth
    gone: bool = False
    owner: Markup | None = None
    where: str = ""


class BagContext(TypedDict):
    """What `bag.html` needs."""

    finds: list[BagEntry]
    sand: BagEntry


def contents(viewer: Viewer, site: str) -> str:
    """Return in a sentence what the bag of a site holds (T1.6, T6.10)."""
    held = view_of(viewer)["sites"][site]
    left = [find_of(viewer, site, number) for number in held["tokens"]]
    values = [find["value"] for find in left if find["kind"] == "artifact"]
    parts = [
        n_("%(number)s artifact worth %(points)s", "%(number)s artifacts worth %(points)s", len(values),
           points=points(sum(values))) if values else "",
        books(len(left) - len(values)),
        _("%(number)s sand", number=held["sand"]) if held["sand"] else "",
    ]  # fmt: skip
    if not held["left"]:
        return _("The bag is empty.")
    return n_(
        "The bag holds %(number)s token: %(contents)s.",
        "The bag holds %(number)s tokens: %(contents)s.",
        held["left"],
        contents=listed([part for part in parts if part]),
    )


def books(number: int) -> str:
    return n_("%(number)s book", "%(number)s books", number) if number else ""


def grid(viewer: Viewer, site: str) -> Markup:
    """Return all finds of a site as pictures, the most valuable first; those that are gone are faded."""
    finds = [find_of(viewer, site, number) for number in range(FOUND_GENERAL + 1)]
    finds.sort(key=lambda find: (find["kind"] != "artifact", -find["value"]))
    sand = view_of(viewer)["sites"][site]["sand"]
    context: BagContext = {
        "finds": [entry(viewer, site, find) for find in finds],
        "sand": BagEntry(art.sand(SIZE * 0.9), _("Sand"), f"×{sand}", on_drawing=False),
    }
    return Markup(web.render("thebes/bag.html", **context))


def entry(viewer: Viewer, site: str, find: FindView) -> BagEntry:
    held = view_of(viewer)["sites"][site]
    named = art.find(find, SIZE), names.find_name(find), worth(find), find["kind"] == "artifact"
    if find["number"] in held["tokens"]:
        return BagEntry(*named)
    for seat, player in enumerate(view_of(viewer)["players"]):
        if find in player["finds"]:
            return BagEntry(*named, gone=True, owner=mark(seat, 13), where=viewer.name(seat))
    return BagEntry(*named, gone=True, where=_("first dig"))


def worth(find: FindView) -> str:
    if find["kind"] == "artifact":
        return points(find["value"])
    return _("+%(number)s knowledge", number=find["value"])
