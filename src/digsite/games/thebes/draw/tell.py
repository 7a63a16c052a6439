"""A position of Thebes in words: the headline over a drawing, and its description for those who cannot see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from digsite.core.look import COLOURS
from digsite.games.thebes.draw.places import place_name

View = Mapping[str, Any]
Card = Mapping[str, Any]

KINDS = {
    "book": "Book", "general": "General book", "rumour": "Rumour", "assistant": "Assistant", "shovel": "Shovel",
    "congress": "Congress", "zeppelin": "Zeppelin", "car": "Car", "permit": "Permit",
}  # fmt: skip


def card_title(card: Card, short: bool = False) -> str:
    """What a card is called: "Book on Egypt", "Rumour of Crete", "Shovel"."""
    kind, site = card["kind"], card.get("site")
    if short:
        return "General" if kind == "general" else KINDS[kind]
    if site and kind == "book":
        return f"Book on {place_name(site)}"
    if site and kind == "rumour":
        return f"Rumour of {place_name(site)}"
    return {"general": "General book", "permit": "Special permit"}.get(kind, KINDS[kind])


def weeks(count: int) -> str:
    return "1 week" if count == 1 else f"{count} weeks"


def player_names(view: View, names: Sequence[str] | None) -> list[str]:
    """The names given, and the colour's name for everyone without one."""
    given = list(names or ())
    return [
        given[seat].strip() if seat < len(given) and given[seat].strip() else COLOURS[seat].capitalize()
        for seat in range(len(view["players"]))
    ]


def headline(view: View, names: Sequence[str]) -> str:
    acting = view["to_act"]
    if acting == "over" or view["phase"] == "over":
        return result(view, names)
    if acting == "chance":
        return chance_headline(view)
    return f"{names[acting]} to move"


def chance_headline(view: View) -> str:
    if view["dig"]:
        return f"A token is drawn in {place_name(view['dig']['site'])}"
    return "The markers are stacked" if view["phase"] == "markers" else "Cards are drawn"


def find_name(find: Mapping[str, Any]) -> str:
    """ "Rosetta stone", "Book on Crete", "General book"."""
    if find.get("on"):
        return f"Book on {place_name(find['on'])}"
    name = str(find["name"])
    return name[:1].upper() + name[1:]


def subject(find: Mapping[str, Any]) -> str:
    """What a find tells of: its own site, but for a book the site it is about, or general knowledge."""
    return "general" if find["kind"] == "general" else str(find.get("on") or find["site"])


def runners_up(view: View) -> list[int]:
    """Everyone but the winners, best first."""
    totals = [int(player["score"]["total"]) for player in view["players"]]
    return sorted((seat for seat, total in enumerate(totals) if total < max(totals)), key=lambda seat: -totals[seat])


def result(view: View, names: Sequence[str]) -> str:
    totals = [player["score"]["total"] for player in view["players"]]
    best = [names[seat] for seat, total in enumerate(totals) if total == max(totals)]
    if len(best) == 1:
        return f"{best[0]} wins with {max(totals)} points"
    return f"{' and '.join(best)} win with {max(totals)} points each"


def others_next(view: View) -> list[int]:
    """Those who move after the one to move, in order; nobody once the game is over."""
    if view["phase"] == "over":
        return []
    players = view["players"]
    return [seat for seat in view["order"] if seat != view["to_act"] and not players[seat]["done"]]


def description(view: View, names: Sequence[str]) -> str:
    sentences = [f"{view['year']}. {headline(view, names)}."]
    sentences += [where(view, names, seat) for seat in range(len(view["players"]))]
    open_cards = [card for card in view["cards"] if card]
    cards = [f"{card_title(card)} in {place_name(card['city'])} ({weeks(card['weeks'])})" for card in open_cards]
    sentences.append(f"Open cards: {', '.join(cards)}." if cards else "No card is open.")
    shows = [f"{place_name(card['city'])} ({card['points']} points)" for card in view["exhibitions"] if card]
    if shows:
        sentences.append(f"Exhibitions: {', '.join(shows)}.")
    if view["dig"]:
        dig = view["dig"]
        sentences.append(
            f"{names[dig['seat']]} digs in {place_name(dig['site'])}: {len(dig['found'])} finds and "
            f"{dig['sand']} times sand, {dig['left']} still to draw."
        )
    return " ".join(sentences)


def where(view: View, names: Sequence[str], seat: int) -> str:
    player = view["players"][seat]
    points = player["score"]["total"]
    at = f"in {place_name(player['place'])}, week {player['week']} of {player['year']}"
    if player["done"]:
        at = "at the end"
    return f"{names[seat]} is {at}, with {points} {'point' if points == 1 else 'points'}."
