"""English names of the places and cards of Thebes, for the terminal, hints, refusals and descriptions of pictures.

Pages have names of their own, since those are translated.
"""

KIND_NAMES = {
    "book": "Book",
    "general": "General book",
    "rumour": "Rumour",
    "assistant": "Assistant",
    "shovel": "Shovel",
    "congress": "Congress",
    "zeppelin": "Zeppelin",
    "car": "Car",
    "permit": "Special permit",
}


def place_name(place: str) -> str:
    """Return the name of a city or a site."""
    return place.title()


def card_title(kind: str, site: str | None) -> str:
    """Return the name of a card: "Book on Egypt", "Rumour of Crete", "Shovel"."""
    if site:
        return f"{KIND_NAMES[kind]} {'on' if kind == 'book' else 'of'} {place_name(site)}"
    return KIND_NAMES[kind]
