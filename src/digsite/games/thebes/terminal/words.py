"""Thebes in words for the terminal: sites with their symbols, cards, finds."""

from rich.text import Text

from digsite.games.thebes.rules.data import Facts
from digsite.games.thebes.rules.names import card_title, place_name
from digsite.games.thebes.rules.view_types import CardView, ExhibitionView, FindView

# Sites in the order of the data: a temple, a bull's horns, a pyramid, a jar, a stepped tower. Never colour alone.
SYMBOLS = "ΠΨΔΩΞ"
STYLES = ("#dc7a36", "#9a68b2", "#cfa02a", "#6f9a4c", "#4488bf")


def symbol(facts: Facts, site: str) -> Text:
    number = facts.sites.index(site)
    return Text.assemble((SYMBOLS[number], STYLES[number]))


def site_name(facts: Facts, site: str) -> Text:
    number = facts.sites.index(site)
    return Text.assemble((f"{SYMBOLS[number]} {place_name(site)}", STYLES[number]))


def card_name(facts: Facts, card: CardView) -> Text:
    """Return what a researcher card is: its site's symbol and what it adds."""
    kind, site = card["kind"], card["site"]
    worth = f" +{card['value']}" if card["value"] and kind != "rumour" else ""
    words = f"{card_title(kind, site)}{worth}"
    if not site:
        return Text(words)
    number = facts.sites.index(site)
    return Text.assemble((f"{SYMBOLS[number]} {words}", STYLES[number]))


def card_phrase(facts: Facts, card: CardView) -> Text:
    """Return the card as it stands within a sentence."""
    words = card_name(facts, card).plain
    if card["site"]:
        return Text.assemble("a ", symbol(facts, card["site"]), f" {words[2].lower()}{words[3:]}")
    return Text(f"{'an' if words[0] in 'AEIOU' else 'a'} {words[0].lower()}{words[1:]}")


def needs(facts: Facts, show: ExhibitionView, named: bool = False) -> Text:
    """Return the artifacts an exhibition asks for."""
    name = site_name if named else symbol
    parts = [Text(f"{number} ") + name(facts, site) for site, number in show["needs"].items()]
    return Text(", " if named else "  ").join(parts)


def find_name(facts: Facts, find: FindView) -> Text:
    if find["kind"] == "artifact":
        return Text(f"{find['name']} ({find['value']})")
    if find["kind"] == "book":
        return Text.assemble("a book on ", site_name(facts, find["on"]))
    return Text("a general book")
