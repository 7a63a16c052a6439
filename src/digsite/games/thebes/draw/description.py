"""A position of Thebes in words: the headline over a drawing, and its description for those who cannot see it."""

from __future__ import annotations

from collections.abc import Sequence

from digsite.core.english import plural
from digsite.core.palette import COLOURS
from digsite.games.thebes.rules.names import KIND_NAMES, card_title, place_name
from digsite.games.thebes.rules.view_types import CardView, FindView, ThebesView


def title_of(card: CardView, short: bool = False) -> str:
    """Return what a card is called; in short without its site: "Book", "General", "Permit"."""
    if short:
        return {"general": "General", "permit": "Permit"}.get(card["kind"], KIND_NAMES[card["kind"]])
    return card_title(card["kind"], card["site"])


def weeks(count: int) -> str:
    return plural(count, "week")


def player_names(view: ThebesView, names: Sequence[str] | None) -> list[str]:
    """Return the names given, and the colour's name for everyone without one."""
    given = list(names or ())
    return [
        given[seat].strip() if seat < len(given) and given[seat].strip() else COLOURS[seat].capitalize()
        for seat in range(len(view["players"]))
    ]


def headline(view: ThebesView, names: Sequence[str]) -> str:
    acting = view["to_act"]
    if acting == "over" or view["phase"] == "over":
        return result(view, names)
    if acting == "chance":
        return chance_headline(view)
    return f"{names[acting]} to move"


def chance_headline(view: ThebesView) -> str:
    if view["dig"]:
        return f"A token is drawn in {place_name(view['dig']['site'])}"
    return "The markers are piled up" if view["phase"] == "markers" else "Cards are drawn"


def find_name(find: FindView) -> str:
    """ "Rosetta stone", "Book on Crete", "General book"."""
    if "on" in find:
        return f"Book on {place_name(find['on'])}"
    name = find["name"]
    return name[:1].upper() + name[1:]


def subject(find: FindView) -> str:
    """Return the subject of a find: its own site, but for a book the site it is about, or general knowledge."""
    return "general" if find["kind"] == "general" else find.get("on", find["site"])


def runners_up(view: ThebesView) -> list[int]:
    """Return everyone but the winners, best first."""
    totals = [player["score"]["total"] for player in view["players"]]
    return sorted((seat for seat, total in enumerate(totals) if total < max(totals)), key=lambda seat: -totals[seat])


def result(view: ThebesView, names: Sequence[str]) -> str:
    totals = [player["score"]["total"] for player in view["players"]]
    best = [names[seat] for seat, total in enumerate(totals) if total == max(totals)]
    if len(best) == 1:
        return f"{best[0]} wins with {plural(max(totals), 'point')}"
    return f"{' and '.join(best)} win with {plural(max(totals), 'point')} each"


def others_next(view: ThebesView) -> list[int]:
    """Return those who move after the one to move, in order; nobody once the game is over."""
    if view["phase"] == "over":
        return []
    players = view["players"]
    return [seat for seat in view["order"] if seat != view["to_act"] and not players[seat]["done"]]


def description(view: ThebesView, names: Sequence[str]) -> str:
    sentences = [f"{view['year']}. {headline(view, names)}."]
    sentences += [where(view, names, seat) for seat in range(len(view["players"]))]
    open_cards = [card for card in view["cards"] if card]
    cards = [f"{title_of(card)} in {place_name(card['city'])} ({weeks(card['weeks'])})" for card in open_cards]
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


def where(view: ThebesView, names: Sequence[str], seat: int) -> str:
    player = view["players"][seat]
    points = player["score"]["total"]
    at = f"in {place_name(player['place'])}, week {player['week']} of {player['year']}"
    if player["done"]:
        at = "at the end"
    return f"{names[seat]} is {at}, with {points} {'point' if points == 1 else 'points'}."
