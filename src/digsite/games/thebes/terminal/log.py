"""What happened in Thebes, in sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from digsite.core.company import Company, joined
from digsite.core.game import View
from digsite.games.thebes.actions import CARD, DIG, EXCHANGE, EXHIBIT, FOUND, MARKER, SAND, STOP, TAKE, dig_parts
from digsite.games.thebes.data import Facts
from digsite.games.thebes.knowledge import USE_ASSISTANT, USE_RUMOUR, USE_SHOVEL, USE_ZEPPELIN
from digsite.games.thebes.state import RESEARCHERS
from digsite.games.thebes.terminal.words import card_name, card_phrase, find_name, needs, plural, site_name
from digsite.games.thebes.view import card_view, find_view

HELPERS = ((USE_ASSISTANT, "the assistant"), (USE_RUMOUR, "the rumour"), (USE_SHOVEL, "the shovel"))


def tell(facts: Facts, before: View, after: View, actions: Sequence[int], company: Company) -> list[Text]:
    """One decision and the luck after it, or luck alone."""
    first, *drawn = actions
    if first >= MARKER:
        return begin(after, company) if first < CARD else luck(facts, before, actions, company)
    seat = before["to_act"]
    sentences = [act(facts, before, after, first, company), *luck(facts, before, drawn, company, first)]
    if after["deck"] > before["deck"]:
        sentences.append(Text("The deck ran out and was made anew (T4.5)."))
    was, now = before["players"][seat], after["players"][seat]
    if now["year"] > was["year"] and not now["done"]:
        sentences.append(company.says(seat, "enter", f" {now['year']}: all permits are valid again (T8.1)."))
    return sentences


def begin(after: View, company: Company) -> list[Text]:
    return [company.says(after["to_act"], "begin", " (T1.2).")]


def act(facts: Facts, before: View, after: View, action: int, company: Company) -> Text:
    seat = before["to_act"]
    was, now = before["players"][seat], after["players"][seat]
    spent, moved = now["time"] - was["time"], now["place"] != was["place"]
    if action == STOP:
        return company.says(seat, "stop", f" and {company.does(seat, 'leave')} {plural(spent, 'week')} unused (T8.4).")
    if action >= DIG:
        site, weeks, options = dig_parts(action)
        flown = bool(options & USE_ZEPPELIN)
        place = site_name(facts, facts.sites[site])
        used = [name for bit, name in HELPERS if options & bit]
        dug = company.does(seat, "dig") + f" for {plural(weeks, 'week')}" + (f" with {joined(used)}" if used else "")
        return travel(company, seat, place, None if flown else spent - weeks, moved) + Text(f"{dug}.")
    flown = bool(action % 2)
    if action >= EXHIBIT:
        show = before["exhibitions"][(action - EXHIBIT) // 2]
        did = Text(f"{company.does(seat, 'exhibit')} for {plural(show['weeks'], 'week')}: ")
        did += Text(plural(show["points"], "point"), style="bold")
        weeks = show["weeks"]
    elif action >= EXCHANGE:
        weeks = after["exchanges"]["count"]
        did = Text(f"{company.does(seat, 'exchange')} the open cards ({plural(weeks, 'week')})")
    else:
        card = before["cards"][(action - TAKE) // 2]
        weeks = card["weeks"]
        did = Text.assemble(company.does(seat, "take"), " ", card_phrase(facts, card), f" ({plural(weeks, 'week')})")
    place = Text(now["place"].title())
    return travel(company, seat, place, None if flown else spent - weeks, moved) + did + Text(".")


def travel(company: Company, seat: int, place: Text, weeks: int | None, moved: bool) -> Text:
    """The beginning of a sentence: who, and which way; no weeks mean the zeppelin."""
    if weeks is None:
        return Text.assemble(company.tag(seat), f" {company.does(seat, 'fly')} by zeppelin to ", place, " and ")
    if not moved:
        return Text.assemble(company.says(seat, "stay", " in "), place, " and ")
    return Text.assemble(company.says(seat, "travel", " to "), place, f" ({plural(weeks, 'week')}) and ")


def luck(facts: Facts, before: View, drawn: Sequence[int], company: Company, first: int | None = None) -> list[Text]:
    """What was found, and which cards came."""
    sentences = []
    site, seat = digging(before, first)
    if seat is not None:
        found = [Text("sand") if action == SAND else token(facts, site, action) for action in drawn if action >= FOUND]
        if found:
            finder = f"{company.name(seat)} {company.does(seat, 'find')} "
            sentences.append(Text.assemble(finder, Text(", ").join(found), "."))
        if before["sites"][facts.sites[site]]["bonus"]:
            bonus = find_name(facts, find_view(facts, site, 0))
            sentences.append(Text.assemble("The first to dig here also gets ", bonus, " (T6.13)."))
    cards = [card_view(facts, action - CARD) for action in drawn if CARD <= action < FOUND]
    new = [researcher(facts, card) for card in cards if card and card["card"] < RESEARCHERS]
    if new:
        sentences.append(Text.assemble("New: ", Text(", ").join(new), "."))
    for card in cards:
        if card and card["card"] >= RESEARCHERS:
            announced = f"An exhibition opens in {card['city'].title()}, {card['points']} points, needing "
            sentences.append(Text.assemble(announced, needs(facts, card, named=True), "."))
    return sentences


def digging(before: View, first: int | None) -> tuple[int, int | None]:
    """The site dug at and by whom; nobody where no dig is under way."""
    if first is not None and DIG <= first < STOP:
        return dig_parts(first)[0], int(before["to_act"])
    if first is None and before["dig"]:
        return list(before["sites"]).index(before["dig"]["site"]), int(before["dig"]["seat"])
    return 0, None


def token(facts: Facts, site: int, action: int) -> Text:
    name = find_name(facts, find_view(facts, site, action - FOUND + 1))
    name.stylize("bold")
    return name


def researcher(facts: Facts, card: Mapping[str, Any]) -> Text:
    return card_name(facts, card) + Text(f" in {card['city'].title()}")
