"""What anything on the table is, in the context of this very game: a title, some sentences, the rules behind them.

A key names a thing: `card-7`, `site-egypt`, `knowledge-0-egypt`, `deck`. It is the name of a function's entry below,
followed by what the thing belongs to.
"""

from collections.abc import Callable, Mapping
from typing import Any

from digsite.games.thebes.state import CARDS, RESEARCHERS
from digsite.web.look import Look
from digsite.web.thebes import explain_belongings as belongings
from digsite.web.thebes import explain_cards as cards
from digsite.web.thebes import explain_table as table
from digsite.web.thebes.explanation import Explanation

Reader = Callable[[Look, str], Any]


def explain(look: Look, key: str) -> Explanation | None:
    """What a key means; None where it means nothing."""
    name, *told = key.split("-")
    teller, *readers = THINGS.get(name, (None,))
    if teller is None or len(told) != len(readers):
        return None
    read = [reader(look, text) for reader, text in zip(readers, told, strict=True)]
    if None in read:
        return None
    explanation: Explanation = teller(look, *read)
    return explanation


def _number(text: str, numbers: range) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and int(text) in numbers else None


def _seat(look: Look, text: str) -> int | None:
    return _number(text, range(look.view["seats"]))


def _site(look: Look, text: str) -> str | None:
    return text if text in look.view["sites"] else None


def _place(look: Look, text: str) -> str | None:
    return text if text in look.game.facts.places else None


def _exhibition(look: Look, text: str) -> int | None:
    return _number(text, range(RESEARCHERS, CARDS))


def _card(look: Look, text: str) -> int | None:
    return _number(text, range(CARDS))


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
    "marker": (table.marker, _seat),
    "exchange": (table.exchange,),
    "stop": (table.stop,),
    "knowledge": (belongings.knowledge, _seat, _site),
    "general": (belongings.general, _seat),
    "permits": (belongings.permits, _seat, _site),
    "finds": (belongings.finds, _seat),
    "score": (belongings.score, _seat),
    "assistants": (belongings.assistants, _seat),
    "shovels": (belongings.shovels, _seat),
    "congresses": (belongings.congresses, _seat),
    "zeppelins": (belongings.zeppelins, _seat),
    "cars": (belongings.cars, _seat),
    "special_permits": (belongings.special_permits, _seat),
    "exhibitions": (belongings.exhibitions, _seat),
}
