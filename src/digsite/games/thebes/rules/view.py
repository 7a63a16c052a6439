"""A position as plain data for clients, pictures and the terminal. `view_types` names its parts."""

from collections.abc import Sequence

import numpy as np

from digsite.core.fields import Bytes, Row
from digsite.core.game import CHANCE, OVER
from digsite.games.thebes.rules import scoring
from digsite.games.thebes.rules.data import Facts
from digsite.games.thebes.rules.state import (
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
from digsite.games.thebes.rules.view_types import (
    KIT,
    Actor,
    CardView,
    DigView,
    ExhibitionView,
    FindView,
    PlayerView,
    ScoreParts,
    SiteView,
    ThebesView,
)


def card_numbers(words: Row) -> list[int]:
    """Return the cards of a set, ascending."""
    return [card for card in range(CARDS) if int(words[card // WORD]) >> card % WORD & 1]


def researcher_view(facts: Facts, card: int) -> CardView:
    kind, city, weeks, value, site = facts.researchers[card]
    return {"card": card, "kind": kind, "city": city, "weeks": weeks, "value": value, "site": site or None}


def exhibition_view(facts: Facts, card: int) -> ExhibitionView:
    show = facts.exhibitions[card - RESEARCHERS]
    return {
        "card": card,
        "size": show.size,
        "city": show.city,
        "weeks": show.weeks,
        "points": show.points,
        "needs": show.needs,
    }


def find_view(facts: Facts, site: int, number: int) -> FindView:
    name = facts.sites[site]
    if number < ARTIFACTS:
        value, artifact = facts.artifacts[site][number]
        return {"site": name, "number": number, "kind": "artifact", "name": artifact, "value": value}
    if number == FOUND_BOOK:
        on = facts.book_on[site]
        return {"site": name, "number": number, "kind": "book", "name": f"book on {on}", "value": 1, "on": on}
    value = facts.found_general[site]
    return {"site": name, "number": number, "kind": "general", "name": "general book", "value": value}


def calendar(facts: Facts, seats: int, time: int) -> tuple[int, int]:
    """Return the year and the week of a time; the start space is week 0."""
    years, week = divmod(time - 1, facts.weeks_per_year) if time else (0, -1)
    return facts.first_year[seats] + years, week + 1


def score_parts(facts: Facts, parts: Sequence[int]) -> ScoreParts:
    """Return a player's points by their names."""
    return {
        "artifacts": parts[scoring.ARTIFACT_POINTS],
        "exhibitions": parts[scoring.EXHIBITION_POINTS],
        "congresses": parts[scoring.CONGRESS_POINTS],
        "majorities": dict(zip(facts.sites, parts[scoring.MAJORITY_POINTS :], strict=True)),
        "total": sum(parts),
    }


def player_view(facts: Facts, state: np.void, seat: int, score: ScoreParts) -> PlayerView:
    seats = int(state["seats"])
    cards = card_numbers(state["hand"][seat])
    researchers = [facts.researchers[card] for card in cards if card < RESEARCHERS]
    kinds = [researcher.kind for researcher in researchers]
    rumours = [researcher.site for researcher in researchers if researcher.kind == "rumour"]
    year, week = calendar(facts, seats, int(state["time"][seat]))
    finds = [
        find_view(facts, site, number)
        for site in range(len(facts.sites))
        for number in range(TOKENS)
        if int(state["finds"][seat][site]) >> number & 1
    ]
    found_books = [find["on"] for find in finds if find["kind"] == "book"]
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
        "assistants": kinds.count(KIT["assistants"]),
        "shovels": kinds.count(KIT["shovels"]),
        "congresses": kinds.count(KIT["congresses"]),
        "zeppelins": kinds.count(KIT["zeppelins"]),
        "cars": kinds.count(KIT["cars"]),
        "special_permits": kinds.count(KIT["special_permits"]),
        "permits": {site: not int(state["used"][seat]) >> i & 1 for i, site in enumerate(facts.sites)},
        "cards": [card for card in cards if card < RESEARCHERS],
        "exhibitions": [exhibition_view(facts, card) for card in cards if card >= RESEARCHERS],
        "finds": finds,
        "score": score,
    }


def dig_view(facts: Facts, state: np.void) -> DigView | None:
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


def site_view(facts: Facts, state: np.void, site: int) -> SiteView:
    tokens = [number for number in range(TOKENS) if int(state["bag"][site]) >> number & 1]
    sand = facts.sand[site] - (int(state["dig_sand"]) if site == state["dig_site"] else 0)
    return {"bonus": bool(int(state["bonus"]) >> site & 1), "left": len(tokens) + sand, "tokens": tokens, "sand": sand}


def actor_view(actor: int) -> Actor:
    return "chance" if actor == CHANCE else "over" if actor == OVER else actor


def view(facts: Facts, position: Bytes, scores: Sequence[ScoreParts]) -> ThebesView:
    """Return everything a client shows of a position."""
    state = position.view(STATE)[0]
    seats = int(state["seats"])
    in_stacks = int(state["first"]) + int(state["second"]) + int(state["shows"])
    unseen = len(card_numbers(state["deck"]))
    deck = unseen if state["reshuffled"] else in_stacks
    players = [player_view(facts, state, seat, scores[seat]) for seat in range(seats)]
    year = min(player["year"] for player in players)  # T8.2
    return {
        "game": "thebes",
        "seats": seats,
        "phase": PHASES[state["phase"]],
        "to_act": actor_view(int(state["actor"])),
        "year": min(year, facts.last_year),
        "years": list(range(facts.first_year[seats], facts.last_year + 1)),
        "order": state["order"][: state["stacked"]].tolist(),
        "cards": [None if card == NO_CARD else researcher_view(facts, card) for card in state["display"].tolist()],
        "exhibitions": [None if card == NO_CARD else exhibition_view(facts, card) for card in state["hall"].tolist()],
        "deck": deck,
        "aside": unseen - deck,
        "discards": card_numbers(state["discards"]),
        "exchanges": {"seat": int(state["exchanger"]), "count": int(state["series"])} if state["series"] else None,
        "sites": {name: site_view(facts, state, site) for site, name in enumerate(facts.sites)},
        "dig": dig_view(facts, state),
        "players": players,
    }
