"""What cards are good for, where they lie and what they cost."""

from collections.abc import Callable, Mapping
from typing import Literal

from digsite.games.thebes.page import art, names
from digsite.games.thebes.page.explain_common import SAMPLE, artifacts_of, tokens_drawn
from digsite.games.thebes.page.position import facts, own_player, view_of
from digsite.games.thebes.rules.costs import journey
from digsite.games.thebes.rules.data import worth_of
from digsite.games.thebes.rules.state import RESEARCHERS
from digsite.games.thebes.rules.view import exhibition_view, researcher_view
from digsite.games.thebes.rules.view_types import CardView, ExhibitionView
from digsite.web.explanation import Explanation, for_whom, some
from digsite.web.i18n import _, listed, n_, points, weeks
from digsite.web.viewer import Viewer

Card = CardView | ExhibitionView


def any_card(viewer: Viewer, number: int) -> Explanation:
    return researcher(viewer, number) if number < RESEARCHERS else exhibition(viewer, number)


def researcher(viewer: Viewer, number: int) -> Explanation:
    card = researcher_view(facts(viewer), number)
    uses, rules = USES[card["kind"]]
    paragraphs = some(*uses(viewer, card), cost(viewer, card), whereabouts(viewer, card))
    return Explanation(names.card_title(card), paragraphs, ["T4.1", *rules], art.card(card, 64))


def exhibition(viewer: Viewer, number: int) -> Explanation:
    show = exhibition_view(facts(viewer), number)
    asks = _(
        "It brings %(points)s to whoever holds it first, and asks for %(needs)s. You keep what you show.",
        points=points(show["points"]),
        needs=names.artifacts(show["needs"]),
    )
    paragraphs = some(asks, lacking(viewer, show), cost(viewer, show), whereabouts(viewer, show))
    return Explanation(names.card_title(show), paragraphs, ["T7.1", "T7.2", "T7.3", "T4.4"], art.show(60))


def lacking(viewer: Viewer, show: ExhibitionView) -> str:
    """Return what you still lack for an exhibition (T7.2)."""
    me = own_player(viewer)
    if me is None:
        return ""
    short = {site: number - artifacts_of(me, site) for site, number in show["needs"].items()}
    short = {site: number for site, number in short.items() if number > 0}
    if not short:
        return _("You own all of them.")
    return _("You still lack: %(needs)s.", needs=names.artifacts(short))


def cost(viewer: Viewer, card: Card) -> str:
    """Return where a card can be taken and what that costs you; nothing once somebody has it."""
    if not is_open(viewer, card):
        return ""
    me, there = own_player(viewer), names.in_place(card["city"])
    if me is None:
        return _("It takes %(weeks)s %(in_place)s.", weeks=weeks(card["weeks"]), in_place=there)
    far = journey(facts(viewer), me, card["city"])
    if not far:
        return _("It takes %(weeks)s %(in_place)s, where you are.", weeks=weeks(card["weeks"]), in_place=there)
    return _(
        "It takes %(weeks)s %(in_place)s, plus %(travel)s to get there: %(total)s in total.",
        weeks=weeks(card["weeks"]),
        in_place=there,
        travel=weeks(far),
        total=weeks(far + card["weeks"]),
    )


def is_open(viewer: Viewer, card: Card) -> bool:
    view = view_of(viewer)
    return card["card"] in [each["card"] for each in (*view["cards"], *view["exhibitions"]) if each]


def whereabouts(viewer: Viewer, card: Card) -> str:
    """Return where a card lies that is not open."""
    number, view = card["card"], view_of(viewer)
    for seat, owner in enumerate(view["players"]):
        if number in owner["cards"] or number in [show["card"] for show in owner["exhibitions"]]:
            return for_whom(viewer, seat, _("You have it."), _("%(name)s has it.", name=viewer.name(seat)))
    if number in view["discards"]:
        return _("It lies among the discards.")
    if is_open(viewer, card):
        return ""
    return _("It has not come up yet, or lies in the deck again.")


def book(viewer: Viewer, card: CardView) -> list[str]:
    """Return what a book does (T6.2, T9.4)."""
    site = card["site"]
    assert site is not None
    use = n_(
        "It adds %(number)s point of knowledge about one site: %(site)s. A book is never used up, and at the end the "
        "player with most knowledge about the site gets %(most)s.",
        "It adds %(number)s points of knowledge about one site: %(site)s. A book is never used up, and at the end the "
        "player with most knowledge about the site gets %(most)s.",
        card["value"],
        site=names.place(site),
        most=points(facts(viewer).majority),
    )
    me = own_player(viewer)
    if me is None or not is_open(viewer, card):
        return [use]
    before = tokens_drawn(viewer, me, site, SAMPLE)
    after = tokens_drawn(viewer, me, site, SAMPLE, card["value"])
    if after == before:
        return [use]
    gain = n_(
        "With it, a dig of %(weeks)s there would draw %(number)s token for you instead of %(before)s.",
        "With it, a dig of %(weeks)s there would draw %(number)s tokens for you instead of %(before)s.",
        after,
        weeks=weeks(SAMPLE),
        before=before,
    )
    return [use, gain]


def general(viewer: Viewer, card: CardView) -> list[str]:
    """Return what a general book does (T6.6)."""
    return [
        n_(
            "It adds %(number)s point of general knowledge, which helps at every site, but never counts for more than "
            "your specialised knowledge there.",
            "It adds %(number)s points of general knowledge, which helps at every site, but never counts for more than "
            "your specialised knowledge there.",
            card["value"],
        )
    ]


def rumour(viewer: Viewer, card: CardView) -> list[str]:
    """Return what a rumour does (T6.5)."""
    return [
        n_(
            "It adds %(number)s point of knowledge for one dig %(in_place)s, and is then gone. You choose which dig.",
            "It adds %(number)s points of knowledge for one dig %(in_place)s, and is then gone. You choose which dig.",
            card["value"],
            in_place=names.in_place(card["site"] or ""),
        )
    ]


def assistant(viewer: Viewer, card: CardView) -> list[str]:
    """Return what an assistant does (T6.3, T6.4)."""
    sets = facts(viewer).sets
    return some(
        _(
            "Assistants add knowledge at every site: two add %(two)s, three add %(three)s, and they stay. One alone "
            "adds %(one)s for a single dig and then leaves you.",
            two=points(worth_of(sets, 2)),
            three=points(worth_of(sets, 3)),
            one=points(facts(viewer).single),
        ),
        so_far(viewer, card, "assistants"),
    )


def shovel(viewer: Viewer, card: CardView) -> list[str]:
    """Return what a shovel does (T6.9)."""
    sets = facts(viewer).sets
    return some(
        _(
            "Shovels draw more tokens in every dig: two draw %(two)s more, three draw %(three)s more, and they stay. "
            "One alone draws %(one)s more in a single dig and is then gone.",
            two=worth_of(sets, 2),
            three=worth_of(sets, 3),
            one=facts(viewer).single,
        ),
        so_far(viewer, card, "shovels"),
    )


def so_far(viewer: Viewer, card: CardView, kind: Literal["assistants", "shovels"]) -> str:
    me = own_player(viewer)
    return _("You have %(number)s so far.", number=me[kind]) if me and is_open(viewer, card) else ""


def congress(viewer: Viewer, card: CardView) -> list[str]:
    """Return what a congress is worth (T9.3)."""
    table, me = facts(viewer).congress, own_player(viewer)
    steps = [str(worth_of(table, count)) for count in range(1, 8)]
    use = _("One to seven congresses are worth %(points)s points at the end.", points=listed(steps))
    if me is None or not is_open(viewer, card):
        return [use]
    gain = worth_of(table, me["congresses"] + 1) - worth_of(table, me["congresses"])
    more = n_("The next one would bring you %(number)s point.", "The next one would bring you %(number)s points.", gain)
    return [use, more]


def zeppelin(viewer: Viewer, card: CardView) -> list[str]:
    """Return what a zeppelin does (T3.3)."""
    return [_("It carries you any distance in no time, once, and is then discarded. You choose the journey.")]


def car(viewer: Viewer, card: CardView) -> list[str]:
    """Return what a car does (T3.2)."""
    use = _("Every journey of three weeks or more takes one week less. You keep it; a second car changes nothing.")
    me = own_player(viewer)
    return some(use, _("You have one already.") if me and me["cars"] and is_open(viewer, card) else "")


def permit(viewer: Viewer, card: CardView) -> list[str]:
    """Return what a special permit does (T6.12)."""
    return [_("It lets you dig once at a site whose permit you have already used this year.")]


USES: Mapping[str, tuple[Callable[[Viewer, CardView], list[str]], list[str]]] = {
    "book": (book, ["T6.2", "T9.4"]),
    "general": (general, ["T6.6"]),
    "rumour": (rumour, ["T6.5"]),
    "assistant": (assistant, ["T6.3", "T6.4"]),
    "shovel": (shovel, ["T6.9"]),
    "congress": (congress, ["T9.3"]),
    "zeppelin": (zeppelin, ["T3.3"]),
    "car": (car, ["T3.2"]),
    "permit": (permit, ["T6.12"]),
}
