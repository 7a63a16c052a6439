"""A position as plain data for clients, pictures and the terminal."""

from typing import Any

from digsite.core.fields import Bytes
from digsite.core.game import CHANCE, OVER, Score, View
from digsite.games.thebes.data import Facts
from digsite.games.thebes.state import (
    ARTIFACTS,
    CARDS,
    FIND,
    FOUND_BOOK,
    NO_CARD,
    PHASES,
    RESEARCHERS,
    STATE,
    TOKENS,
    WORD,
)

KIT = {
    "assistants": "assistant",
    "shovels": "shovel",
    "congresses": "congress",
    "zeppelins": "zeppelin",
    "cars": "car",
    "special_permits": "permit",
}


def card_numbers(words: Any) -> list[int]:
    """The cards of a set, ascending."""
    return [card for card in range(CARDS) if int(words[card // WORD]) >> card % WORD & 1]


def card_view(facts: Facts, card: int) -> dict[str, Any] | None:
    if card == NO_CARD:
        return None
    if card < RESEARCHERS:
        kind, city, weeks, value, site = facts.researchers[card]
        return {"card": card, "kind": kind, "city": city, "weeks": weeks, "value": value, "site": site or None}
    show = facts.exhibitions[card - RESEARCHERS]
    return {
        "card": card,
        "size": show.size,
        "city": show.city,
        "weeks": show.weeks,
        "points": show.points,
        "needs": show.needs,
    }


def find_view(facts: Facts, site: int, number: int) -> dict[str, Any]:
    found: dict[str, Any] = {"site": facts.sites[site], "number": number}
    if number < ARTIFACTS:
        value, name = facts.artifacts[site][number]
        return found | {"kind": "artifact", "name": name, "value": value}
    if number == FOUND_BOOK:
        return found | {"kind": "book", "name": f"book on {facts.book_on[site]}", "value": 1, "on": facts.book_on[site]}
    return found | {"kind": "general", "name": "general book", "value": facts.found_general[site]}


def calendar(facts: Facts, seats: int, time: int) -> tuple[int, int]:
    """Year and week of a time; the start space is week 0."""
    years, week = divmod(time - 1, facts.weeks_per_year) if time else (0, -1)
    return facts.first_year[seats] + years, week + 1


def player_view(facts: Facts, state: Any, seat: int, score: Score) -> dict[str, Any]:
    seats = int(state["seats"])
    cards = card_numbers(state["hand"][seat])
    kinds = [facts.researchers[card].kind for card in cards if card < RESEARCHERS]
    year, week = calendar(facts, seats, int(state["time"][seat]))
    finds = [
        find_view(facts, site, number)
        for site in range(len(facts.sites))
        for number in range(TOKENS)
        if int(state["finds"][seat][site]) >> number & 1
    ]
    found_books = [find["on"] for find in finds if find["kind"] == "book"]
    rumours = [
        facts.researchers[card].site for card in cards if card < RESEARCHERS and kinds[cards.index(card)] == "rumour"
    ]
    found_general = sum(find["value"] for find in finds if find["kind"] == "general")
    return {
        "seat": seat,
        "place": facts.places[state["place"][seat]],
        "year": year,
        "week": week,
        "time": int(state["time"][seat]),
        "done": year > facts.last_year,
        "knowledge": {
            site: {
                "books": int(state["books"][seat][i]) - found_books.count(site),
                "found": found_books.count(site),
                "rumours": rumours.count(site),
            }
            for i, site in enumerate(facts.sites)
        },
        "general": {"books": int(state["general"][seat]) - found_general, "found": found_general},
        **{name: kinds.count(kind) for name, kind in KIT.items()},
        "permits": {site: not int(state["used"][seat]) >> i & 1 for i, site in enumerate(facts.sites)},
        "cards": [card for card in cards if card < RESEARCHERS],
        "exhibitions": [card_view(facts, card) for card in cards if card >= RESEARCHERS],
        "finds": finds,
        "score": score,
    }


def dig_view(facts: Facts, state: Any) -> dict[str, Any] | None:
    if state["phase"] != FIND:
        return None
    site = int(state["dig_site"])
    found = [find_view(facts, site, number) for number in range(TOKENS) if int(state["dig_found"]) >> number & 1]
    return {
        "seat": int(state["digger"]),
        "site": facts.sites[site],
        "left": int(state["dig_left"]),
        "found": found,
        "sand": int(state["dig_sand"]),
    }


def site_view(facts: Facts, state: Any, site: int) -> dict[str, Any]:
    tokens = [number for number in range(TOKENS) if int(state["bag"][site]) >> number & 1]
    sand = facts.sand[site] - (int(state["dig_sand"]) if site == state["dig_site"] else 0)
    return {"bonus": bool(int(state["bonus"]) >> site & 1), "left": len(tokens) + sand, "tokens": tokens, "sand": sand}


def view(facts: Facts, position: Bytes, scores: list[Score]) -> View:
    state = position.view(STATE)[0]
    seats = int(state["seats"])
    in_stacks = int(state["first"]) + int(state["second"]) + int(state["shows"])
    unseen = len(card_numbers(state["deck"]))
    deck = unseen if state["reshuffled"] else in_stacks
    players = [player_view(facts, state, seat, scores[seat]) for seat in range(seats)]
    actor = int(state["actor"])
    year = min(player["year"] for player in players)  # T8.2
    return {
        "game": "thebes",
        "seats": seats,
        "phase": PHASES[state["phase"]],
        "to_act": {CHANCE: "chance", OVER: "over"}.get(actor, actor),
        "year": min(year, facts.last_year),
        "years": list(range(facts.first_year[seats], facts.last_year + 1)),
        "order": state["order"][: state["stacked"]].tolist(),
        "cards": [card_view(facts, int(card)) for card in state["display"]],
        "exhibitions": [card_view(facts, int(card)) for card in state["hall"]],
        "deck": deck,
        "aside": unseen - deck,
        "discards": card_numbers(state["discards"]),
        "exchanges": {"seat": int(state["exchanger"]), "count": int(state["series"])} if state["series"] else None,
        "sites": {name: site_view(facts, state, site) for site, name in enumerate(facts.sites)},
        "dig": dig_view(facts, state),
        "players": players,
    }
