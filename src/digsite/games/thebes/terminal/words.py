"""Thebes in words for the terminal: sites with their symbols, cards, finds."""

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from digsite.games.thebes.data import Facts

# Sites in the order of the data: a temple, a bull's horns, a pyramid, a jar, a stepped tower. Never colour alone.
SYMBOLS = "ΠΨΔΩΞ"
STYLES = ("#dc7a36", "#9a68b2", "#cfa02a", "#6f9a4c", "#4488bf")

CARD_NAMES = {
    "general": "General book",
    "assistant": "Assistant",
    "shovel": "Shovel",
    "congress": "Congress",
    "zeppelin": "Zeppelin",
    "car": "Car",
    "permit": "Special permit",
}


def plural(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def symbol(facts: Facts, site: str) -> Text:
    number = facts.sites.index(site)
    return Text.assemble((SYMBOLS[number], STYLES[number]))


def site_name(facts: Facts, site: str) -> Text:
    number = facts.sites.index(site)
    return Text.assemble((f"{SYMBOLS[number]} {site.title()}", STYLES[number]))


def card_name(facts: Facts, card: Mapping[str, Any]) -> Text:
    """What a researcher card is: its site's symbol and what it adds."""
    kind, site = card["kind"], card["site"]
    if not site:
        return Text(CARD_NAMES[kind] + (f" +{card['value']}" if card["value"] else ""))
    words = f"Book on {site.title()} +{card['value']}" if kind == "book" else f"Rumour of {site.title()}"
    number = facts.sites.index(site)
    return Text.assemble((f"{SYMBOLS[number]} {words}", STYLES[number]))


def card_phrase(facts: Facts, card: Mapping[str, Any]) -> Text:
    """The card within a sentence."""
    words = card_name(facts, card).plain
    if card["site"]:
        return Text.assemble("a ", symbol(facts, card["site"]), f" {words[2].lower()}{words[3:]}")
    return Text(f"{'an' if words[0] in 'AEIOU' else 'a'} {words[0].lower()}{words[1:]}")


def needs(facts: Facts, show: Mapping[str, Any], named: bool = False) -> Text:
    """The artifacts an exhibition asks for."""
    told = site_name if named else symbol
    parts = [Text(f"{number} ") + told(facts, site) for site, number in show["needs"].items()]
    return Text(", " if named else "  ").join(parts)


def find_name(facts: Facts, find: Mapping[str, Any]) -> Text:
    if find["kind"] == "artifact":
        return Text(f"{find['name']} ({find['value']})")
    if find["kind"] == "book":
        return Text.assemble("a book on ", site_name(facts, find["on"]))
    return Text("a general book")
