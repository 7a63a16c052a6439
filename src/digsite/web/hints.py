"""What the master would do here: three suggestions with their reasons, each a link that chooses it."""

from collections.abc import Callable, Mapping
from typing import Any

from digsite.games.thebes.actions import DIG, EXCHANGE, EXHIBIT, STOP, TAKE, dig_parts
from digsite.games.thebes.knowledge import USE_ASSISTANT, USE_RUMOUR, USE_SHOVEL, USE_ZEPPELIN
from digsite.terminal.hinting import Hint
from digsite.web.look import Look
from digsite.web.mykerinos import hints as mykerinos
from digsite.web.thebes import names
from digsite.web.words import _, later, listed, weeks

Query = dict[str, object]
USED = {
    "zeppelin": (USE_ZEPPELIN, later("the zeppelin")),
    "assistant": (USE_ASSISTANT, later("the assistant")),
    "rumour": (USE_RUMOUR, later("the rumour")),
    "shovel": (USE_SHOVEL, later("the shovel")),
}


def told(look: Look, hint: Hint | None) -> dict[str, Any]:
    """What the template needs; without a hint, why there is none."""
    if hint is None or not hint.options:
        return {"suggestions": [], "why": why_none(look), "simulations": 0}
    seat = look.game.to_act(look.state)
    best = max(option.hopes[seat] for option, _why in hint.options)
    suggestions = [
        {
            "title": title(look, option.action),
            "action": look.game.text(look.state, option.action),
            "link": link(look, option.action),
            "reason": _(why) if why else "",
            "chance": round(100 * option.hopes[seat]),
            "behind": round(100 * (best - option.hopes[seat])),
            "points": f"{option.points[seat]:.0f}",
            "others": [
                (other, look.name(other), f"{option.points[other]:.0f}")
                for other in range(len(look.names))
                if other != seat
            ],
        }
        for option, why in hint.options
    ]
    return {"suggestions": suggestions, "why": "", "simulations": hint.simulations}


def why_none(look: Look) -> str:
    if look.table.status == "over":
        return _("The game is over: there is nothing left to advise.")
    if not look.my_turn:
        return _("A hint is for whoever is to move. Ask again when it is your turn.")
    return _("No hint was found in time. Ask again.")


def title(look: Look, action: int) -> str:
    """An action in a few words."""
    say = TITLES.get(look.game.name)
    return say(look, action) if say else look.game.text(look.state, action)


def link(look: Look, action: int) -> str:
    """The address that chooses an action; nothing where it can only be played."""
    ask = QUERIES.get(look.game.name)
    query = ask(look, action) if ask else {}
    return look.link(**query) if query else ""


# Thebes


def thebes_title(look: Look, action: int) -> str:
    if action == STOP:
        return _("Stop")
    if action >= DIG:
        return dig_title(look, action)
    flown = bool(action % 2)
    if action >= EXHIBIT:
        said = names.card_title(look.view["exhibitions"][(action - EXHIBIT) // 2])
    elif action >= EXCHANGE:
        said = _("Exchange the open cards")
    else:
        card = look.view["cards"][(action - TAKE) // 2]
        said = _("%(card)s %(in_place)s", card=names.card_title(card), in_place=names.in_place(card["city"]))
    return _("%(action)s, by zeppelin", action=said) if flown else said


def dig_title(look: Look, action: int) -> str:
    number, length, options = dig_parts(action)
    site = look.game.facts.sites[number]
    used = [_(name) for bit, name in USED.values() if options & bit]
    said = _("Dig %(weeks)s %(in_place)s", weeks=weeks(length), in_place=names.in_place(site))
    return _("%(dig)s, with %(used)s", dig=said, used=listed(used)) if used else said


def thebes_query(look: Look, action: int) -> Query:
    if action == STOP:
        return {"choose": "stop"}
    if action >= DIG:
        number, length, options = dig_parts(action)
        used = {name: "on" for name, (bit, _name) in USED.items() if options & bit}
        return {"choose": f"dig-{look.game.facts.sites[number]}", "weeks": length, **used}
    flown: Query = {"zeppelin": "on"} if action % 2 else {}
    if action >= EXHIBIT:
        return {"choose": f"exhibit-{'abc'[(action - EXHIBIT) // 2]}", **flown}
    return {"choose": "exchange" if action >= EXCHANGE else f"take-{(action - TAKE) // 2 + 1}", **flown}


TITLES: Mapping[str, Callable[[Look, int], str]] = {"thebes": thebes_title, "mykerinos": mykerinos.title}
QUERIES: Mapping[str, Callable[[Look, int], Query]] = {"thebes": thebes_query, "mykerinos": mykerinos.query}
