"""What the places, cards and finds of Thebes are called, in the reader's language.

Languages that inflect need each phrase whole: "in Egypt", "to Egypt" and "a book on Egypt" are messages of their own.
"""

from collections.abc import Mapping

from digsite.games.thebes.page.position import is_researcher
from digsite.games.thebes.rules.view_types import CardView, ExhibitionView, FindView
from digsite.web.i18n import _, later, listed, n_

PLACES = {
    "london": (later("London"), later("in London"), later("to London")),
    "paris": (later("Paris"), later("in Paris"), later("to Paris")),
    "berlin": (later("Berlin"), later("in Berlin"), later("to Berlin")),
    "rome": (later("Rome"), later("in Rome"), later("to Rome")),
    "vienna": (later("Vienna"), later("in Vienna"), later("to Vienna")),
    "warsaw": (later("Warsaw"), later("in Warsaw"), later("to Warsaw")),
    "moscow": (later("Moscow"), later("in Moscow"), later("to Moscow")),
    "greece": (later("Greece"), later("in Greece"), later("to Greece")),
    "crete": (later("Crete"), later("on Crete"), later("to Crete")),
    "egypt": (later("Egypt"), later("in Egypt"), later("to Egypt")),
    "palestine": (later("Palestine"), later("in Palestine"), later("to Palestine")),
    "mesopotamia": (later("Mesopotamia"), later("in Mesopotamia"), later("to Mesopotamia")),
}
ADJECTIVES = {
    "greece": later("Greek"),
    "crete": later("Cretan"),
    "egypt": later("Egyptian"),
    "palestine": later("Palestinian"),
    "mesopotamia": later("Mesopotamian"),
}
# Each as a title and within a sentence
BOOKS = {
    "greece": (later("Book on Greece"), later("a book on Greece")),
    "crete": (later("Book on Crete"), later("a book on Crete")),
    "egypt": (later("Book on Egypt"), later("a book on Egypt")),
    "palestine": (later("Book on Palestine"), later("a book on Palestine")),
    "mesopotamia": (later("Book on Mesopotamia"), later("a book on Mesopotamia")),
}
RUMOURS = {
    "greece": (later("Rumour of Greece"), later("a rumour of Greece")),
    "crete": (later("Rumour of Crete"), later("a rumour of Crete")),
    "egypt": (later("Rumour of Egypt"), later("a rumour of Egypt")),
    "palestine": (later("Rumour of Palestine"), later("a rumour of Palestine")),
    "mesopotamia": (later("Rumour of Mesopotamia"), later("a rumour of Mesopotamia")),
}
CARDS = {
    "general": (later("General book"), later("a general book")),
    "assistant": (later("Assistant"), later("an assistant")),
    "shovel": (later("Shovel"), later("a shovel")),
    "congress": (later("Congress"), later("a congress card")),
    "zeppelin": (later("Zeppelin"), later("a zeppelin")),
    "car": (later("Car"), later("a car")),
    "permit": (later("Special permit"), later("a special permit")),
}
KINDS = {
    "book": later("Book"),
    "general": later("General"),
    "rumour": later("Rumour"),
    "assistant": later("Assistant"),
    "shovel": later("Shovel"),
    "congress": later("Congress"),
    "zeppelin": later("Zeppelin"),
    "car": later("Car"),
    "permit": later("Permit"),
    "artifact": later("Artifact"),
    "exhibition": later("Exhibition"),
}
ARTIFACTS = (
    later("Bronze horse"), later("Attic owl coin"), later("Attic cup"), later("Helmet from Olympia"),
    later("Venus de Milo"), later("Marble Athena"), later("Omphalos of Delphi"), later("Charioteer of Delphi"),
    later("Mask of Agamemnon"), later("Priam's treasure"), later("Parthenon frieze"), later("Zeus of Artemision"),
    later("Seal of Troy"),
    later("Statuettes of Dreros"), later("Rock-crystal rhyton"), later("Sphinx of Malia"),
    later("Coin of the Cave of Zeus"), later("Bull's-head rhyton"), later("Bull-leaping fresco"),
    later("Snake goddess"), later("Phaistos disc"), later("Helmet of Axos"), later("Chania flask"),
    later("Marble Aphrodite"), later("Antikythera mechanism"), later("Clay larnax"),
    later("Ushabti"), later("Abusir papyrus"), later("Scarab amulet"), later("Amulet of Senwosret"),
    later("Faience bowl"), later("Cylinder seal of Sobekneferu"), later("Tomb painting of Pepinakht"),
    later("Bust of Nefertiti"), later("Bronze mirror"), later("Narmer palette"), later("Mummy of Ramesses II"),
    later("Rosetta stone"), later("Mask of Tutankhamun"),
    later("Tel Dan stele"), later("Medallion of Tinshemet"), later("Roman coin"), later("Mill game board"),
    later("Bronze bull"), later("Menorah relief of Tiberias"), later("Cult stand of Ashdod"),
    later("Figurine from Arad"), later("Anthropoid coffins"), later("Amarna letter"), later("Ossuary"),
    later("Merneptah stele"), later("Qumran scroll jar"),
    later("Glass bowl of Nimrud"), later("Lion of Babylon"), later("White obelisk"), later("Oldest tablet"),
    later("Cone of Gudea"), later("Golden helmet of Ur"), later("Queen of the Night"), later("Golden cup of Ur"),
    later("Warka vase"), later("Gilgamesh tablet"), later("Treasure of Nimrud"), later("Mask of Sargon"),
    later("Code of Hammurabi"),
)  # fmt: skip


def place(key: str) -> str:
    return _(PLACES[key][0]) if key in PLACES else key.title()


def in_place(key: str) -> str:
    """Return where something happens: "in Egypt"."""
    return _(PLACES[key][1]) if key in PLACES else _("in %(place)s", place=key.title())


def to_place(key: str) -> str:
    """Return where somebody goes: "to Egypt"."""
    return _(PLACES[key][2]) if key in PLACES else _("to %(place)s", place=key.title())


def adjective(site: str) -> str:
    return _(ADJECTIVES[site]) if site in ADJECTIVES else site.title()


def kind(kind: str) -> str:
    """Return a kind of card or find in one word."""
    return _(KINDS[kind])


def artifacts(numbers: Mapping[str, int]) -> str:
    """Return so many artifacts of each site as a list: "2 Greek artifacts and 1 Egyptian artifact"."""
    return listed(
        [
            n_(
                "%(number)s %(adjective)s artifact",
                "%(number)s %(adjective)s artifacts",
                number,
                adjective=adjective(site),
            )
            for site, number in numbers.items()
        ]
    )


def artifact(name: str) -> str:
    return _(name)


def book(site: str) -> str:
    return _(BOOKS[site][0]) if site in BOOKS else _("Book on %(place)s", place=place(site))


def a_book(site: str) -> str:
    return _(BOOKS[site][1]) if site in BOOKS else _("a book on %(place)s", place=place(site))


def card_title(card: CardView | ExhibitionView) -> str:
    """Return what a card is called: "Book on Egypt", "Rumour of Crete", "Special permit", "Exhibition in London"."""
    if not is_researcher(card):
        return _("Exhibition %(in_place)s", in_place=in_place(card["city"]))
    kind, site = card["kind"], card["site"]
    if kind == "book" and site:
        return book(site)
    if kind == "rumour" and site:
        return _(RUMOURS[site][0]) if site in RUMOURS else _("Rumour of %(place)s", place=place(site))
    return _(CARDS[kind][0])


def card_short(card: CardView | ExhibitionView) -> str:
    """Return what kind of card it is, where there is little room."""
    return kind(card["kind"] if is_researcher(card) else "exhibition")


def a_card(kind: str, site: str | None) -> str:
    """Return a researcher's card within a sentence: "a book on Egypt", "an assistant"."""
    if kind == "book" and site:
        return a_book(site)
    if kind == "rumour" and site:
        return _(RUMOURS[site][1]) if site in RUMOURS else _("a rumour of %(place)s", place=place(site))
    return _(CARDS[kind][1])


def find_name(find: FindView) -> str:
    """Return what a find is called: "Rosetta stone", "Book on Crete", "General book"."""
    if find["kind"] == "artifact":
        return artifact(find["name"])
    return book(find["on"]) if find["kind"] == "book" else _(CARDS["general"][0])


def a_find(find: FindView) -> str:
    """Return a find within a sentence: an artifact with its points, "a general book"."""
    if find["kind"] == "artifact":
        return _("%(artifact)s %(value)s", artifact=artifact(find["name"]), value=find["value"])
    return a_book(find["on"]) if find["kind"] == "book" else _(CARDS["general"][1])


def sand(times: int) -> str:
    """Return sand within a list of finds."""
    if times < 3:
        return _("sand") if times == 1 else _("sand twice")
    return n_("sand %(number)s time", "sand %(number)s times", times)
