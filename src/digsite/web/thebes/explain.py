"""What anything on the table is, in the context of this very game: a title, some sentences, the rules behind them.

A key names a thing: `card-7`, `site-egypt`, `knowledge-0-egypt`, `deck`. It is the name of a function's entry below,
followed by what the thing belongs to.
"""

from collections.abc import Mapping
from typing import Any

from digsite.games.thebes.state import CARDS, RESEARCHERS
from digsite.web.explanation import Explanation, number_in, seat_in, told_by
from digsite.web.look import Look
from digsite.web.thebes import explain_belongings as belongings
from digsite.web.thebes import explain_cards as cards
from digsite.web.thebes import explain_table as table


def explain(look: Look, key: str) -> Explanation | None:
    """What a key means; None where it means nothing."""
    return told_by(THINGS, look, key)


def _site(look: Look, text: str) -> str | None:
    return text if text in look.view["sites"] else None


def _place(look: Look, text: str) -> str | None:
    return text if text in look.game.facts.places else None


def _exhibition(look: Look, text: str) -> int | None:
    return number_in(text, range(RESEARCHERS, CARDS))


def _card(look: Look, text: str) -> int | None:
    return number_in(text, range(CARDS))


THINGS: Mapping[str, tuple[Any, ...]] = {
    "card": (cards.any_card, _card),
    "exhibition": (cards.exhibition, _exhibition),
    "site": (table.site, _site),
    "place": (table.place, _place),
    "bonus": (table.bonus, _site),
    "deck": (table.deck,),
    "discards": (table.discards,),
    "aside": (table.aside,),
    "year": (table.year,),
    "calendar": (table.calendar,),
    "marker": (table.marker, seat_in),
    "figure": (table.figure, seat_in),
    "exchange": (table.exchange,),
    "stop": (table.stop,),
    "knowledge": (belongings.knowledge, seat_in, _site),
    "general": (belongings.general, seat_in),
    "permits": (belongings.permits, seat_in, _site),
    "finds": (belongings.finds, seat_in),
    "score": (belongings.score, seat_in),
    "assistants": (belongings.assistants, seat_in),
    "shovels": (belongings.shovels, seat_in),
    "congresses": (belongings.congresses, seat_in),
    "zeppelins": (belongings.zeppelins, seat_in),
    "cars": (belongings.cars, seat_in),
    "special_permits": (belongings.special_permits, seat_in),
    "exhibitions": (belongings.exhibitions, seat_in),
}
