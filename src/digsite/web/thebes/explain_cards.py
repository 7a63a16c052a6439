"""What cards are good for, where they lie and what they cost."""

from collections.abc import Callable, Mapping
from typing import Any

from digsite.games.thebes.reckoning import journey
from digsite.games.thebes.state import RESEARCHERS
from digsite.games.thebes.view import card_view
from digsite.web.explanation import Explanation, for_whom, some
from digsite.web.look import Look
from digsite.web.thebes import art, names
from digsite.web.thebes.explanation import (
    SAMPLE,
    artifacts,
    artifacts_of,
    facts,
    own,
    tokens_drawn,
    worth,
)
from digsite.web.words import _, listed, n_, points, weeks

Card = Mapping[str, Any]


def any_card(look: Look, number: int) -> Explanation:
    return researcher(look, number) if number < RESEARCHERS else exhibition(look, number)


def researcher(look: Look, number: int) -> Explanation:
    card = card_view(facts(look), number)
    assert card
    use, rules = USES[card["kind"]]
    told = some(*use(look, card), cost(look, card), whereabouts(look, card))
    return Explanation(names.card_title(card), told, ["T4.1", *rules], art.card(card, 64))


def exhibition(look: Look, number: int) -> Explanation:
    show = card_view(facts(look), number)
    assert show
    asks = _(
        "It brings %(points)s to whoever shows it first, and asks for %(needs)s. You only show them: they stay yours.",
        points=points(show["points"]),
        needs=artifacts(show["needs"]),
    )
    told = some(asks, lacking(look, show), cost(look, show), whereabouts(look, show))
    return Explanation(names.card_title(show), told, ["T7.1", "T7.2", "T7.3", "T4.4"], art.show(60))


def lacking(look: Look, show: Card) -> str:
    """T7.2."""
    me = own(look)
    if me is None:
        return ""
    short = {site: number - artifacts_of(me, site) for site, number in show["needs"].items()}
    short = {site: number for site, number in short.items() if number > 0}
    if not short:
        return _("You own all of them.")
    return _("You still lack: %(needs)s.", needs=artifacts(short))


def cost(look: Look, card: Card) -> str:
    """Where it is to be had and what that costs you; nothing once somebody has it."""
    if not is_open(look, card):
        return ""
    me, there = own(look), names.in_place(card["city"])
    if me is None:
        return _("It takes %(weeks)s %(in_place)s.", weeks=weeks(card["weeks"]), in_place=there)
    far = journey(facts(look), me, card["city"])
    if not far:
        return _("It takes %(weeks)s %(in_place)s, where you are.", weeks=weeks(card["weeks"]), in_place=there)
    return _(
        "It takes %(weeks)s %(in_place)s, and the way there %(travel)s: %(total)s in all.",
        weeks=weeks(card["weeks"]),
        in_place=there,
        travel=weeks(far),
        total=weeks(far + card["weeks"]),
    )


def is_open(look: Look, card: Card) -> bool:
    return card["card"] in [each["card"] for each in (*look.view["cards"], *look.view["exhibitions"]) if each]


def whereabouts(look: Look, card: Card) -> str:
    """Where a card lies that is not open."""
    number, view = card["card"], look.view
    for seat, owner in enumerate(view["players"]):
        if number in owner["cards"] or number in [show["card"] for show in owner["exhibitions"]]:
            return for_whom(look, seat, _("You have it."), _("%(name)s has it.", name=look.name(seat)))
    if number in view["discards"]:
        return _("It lies among the discards.")
    if is_open(look, card):
        return ""
    return _("It has not come up yet, or lies in the deck again.")


def book(look: Look, card: Card) -> list[str]:
    """T6.2, T9.4."""
    told = n_(
        "It adds %(number)s point of knowledge about one site: %(site)s. A book is never used up, and at the end the "
        "best-read player on each site gets %(most)s.",
        "It adds %(number)s points of knowledge about one site: %(site)s. A book is never used up, and at the end the "
        "best-read player on each site gets %(most)s.",
        card["value"],
        site=names.place(card["site"]),
        most=points(facts(look).majority),
    )
    me = own(look)
    if me is None or not is_open(look, card):
        return [told]
    before = tokens_drawn(look, me, card["site"], SAMPLE)
    after = tokens_drawn(look, me, card["site"], SAMPLE, card["value"])
    if after == before:
        return [told]
    gain = n_(
        "With it, a dig of %(weeks)s there would draw %(number)s token for you instead of %(before)s.",
        "With it, a dig of %(weeks)s there would draw %(number)s tokens for you instead of %(before)s.",
        after,
        weeks=weeks(SAMPLE),
        before=before,
    )
    return [told, gain]


def general(look: Look, card: Card) -> list[str]:
    """T6.6."""
    return [
        n_(
            "It adds %(number)s point of general knowledge, which helps at every site, but never counts for more than "
            "your specialised knowledge there.",
            "It adds %(number)s points of general knowledge, which helps at every site, but never counts for more than "
            "your specialised knowledge there.",
            card["value"],
        )
    ]


def rumour(look: Look, card: Card) -> list[str]:
    """T6.5."""
    return [
        n_(
            "It adds %(number)s point of knowledge for one dig %(in_place)s, and is then gone. You choose which dig.",
            "It adds %(number)s points of knowledge for one dig %(in_place)s, and is then gone. You choose which dig.",
            card["value"],
            in_place=names.in_place(card["site"]),
        )
    ]


def assistant(look: Look, card: Card) -> list[str]:
    """T6.3, T6.4."""
    sets = facts(look).sets
    return some(
        _(
            "Assistants add knowledge at every site: two add %(two)s, three add %(three)s, and they stay. One alone "
            "adds %(one)s for a single dig and then leaves you.",
            two=points(worth(sets, 2)),
            three=points(worth(sets, 3)),
            one=points(facts(look).single),
        ),
        so_far(look, card, "assistants"),
    )


def shovel(look: Look, card: Card) -> list[str]:
    """T6.9."""
    sets = facts(look).sets
    return some(
        _(
            "Shovels draw more tokens in every dig: two draw %(two)s more, three draw %(three)s more, and they stay. "
            "One alone draws %(one)s more in a single dig and is then gone.",
            two=worth(sets, 2),
            three=worth(sets, 3),
            one=facts(look).single,
        ),
        so_far(look, card, "shovels"),
    )


def so_far(look: Look, card: Card, kind: str) -> str:
    me = own(look)
    return _("You have %(number)s so far.", number=me[kind]) if me and is_open(look, card) else ""


def congress(look: Look, card: Card) -> list[str]:
    """T9.3."""
    table, me = facts(look).congress, own(look)
    steps = [str(worth(table, count)) for count in range(1, 8)]
    told = _("One to seven congresses are worth %(points)s points at the end.", points=listed(steps))
    if me is None or not is_open(look, card):
        return [told]
    gain = worth(table, me["congresses"] + 1) - worth(table, me["congresses"])
    more = n_("The next one would bring you %(number)s point.", "The next one would bring you %(number)s points.", gain)
    return [told, more]


def zeppelin(look: Look, card: Card) -> list[str]:
    """T3.3."""
    return [_("It carries you any distance in no time, once, and is then discarded. You choose the journey.")]


def car(look: Look, card: Card) -> list[str]:
    """T3.2."""
    told = _("Every journey of three weeks or more takes one week less. You keep it; a second car changes nothing.")
    me = own(look)
    return some(told, _("You have one already.") if me and me["cars"] and is_open(look, card) else "")


def permit(look: Look, card: Card) -> list[str]:
    """T6.12."""
    return [_("It lets you dig once at a site whose permit you have already used this year.")]


USES: Mapping[str, tuple[Callable[[Look, Card], list[str]], list[str]]] = {
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
