"""What happened in Thebes, in sentences."""

from collections.abc import Sequence

from rich.text import Text

from digsite.core.english import plural
from digsite.core.player_labels import PlayerLabels, joined
from digsite.games.thebes.rules.data import Facts
from digsite.games.thebes.rules.decode import (
    Action,
    CardDraw,
    ChanceAction,
    Dig,
    Exchange,
    Exhibit,
    FindDraw,
    MarkerDraw,
    SandDraw,
    Stop,
    Take,
    decode,
)
from digsite.games.thebes.rules.names import place_name
from digsite.games.thebes.rules.state import RESEARCHERS
from digsite.games.thebes.rules.view import exhibition_view, find_view, researcher_view
from digsite.games.thebes.rules.view_types import CardView, ThebesView, player_to_act, seat_to_act
from digsite.games.thebes.terminal.words import card_name, card_phrase, find_name, needs, site_name


def sentences_on(
    facts: Facts, before: ThebesView, after: ThebesView, numbers: Sequence[int], labels: PlayerLabels
) -> list[Text]:
    """Return sentences on one decision and the draws after it, or on draws alone."""
    actions = [decode(number) for number in numbers]
    first, *drawn = actions
    if isinstance(first, ChanceAction):
        return begin(after, labels) if isinstance(first, MarkerDraw) else draws(facts, before, actions, labels)
    was = player_to_act(before)
    seat, now = was["seat"], after["players"][was["seat"]]
    sentences = [act(facts, before, after, first, labels), *draws(facts, before, drawn, labels, first)]
    if after["deck"] > before["deck"]:
        sentences.append(Text("The deck ran out and was reshuffled (T4.5)."))
    if now["year"] > was["year"] and not now["done"]:
        sentences.append(labels.says(seat, "enter", f" {now['year']}: all permits are valid again (T8.1)."))
    return sentences


def begin(after: ThebesView, labels: PlayerLabels) -> list[Text]:
    seat = seat_to_act(after)
    return [] if seat is None else [labels.says(seat, "begin", " (T1.2).")]


def act(facts: Facts, before: ThebesView, after: ThebesView, action: Action, labels: PlayerLabels) -> Text:
    """Return the sentence on a player's action."""
    was = player_to_act(before)
    seat, now = was["seat"], after["players"][was["seat"]]
    spent, moved = now["time"] - was["time"], now["place"] != was["place"]
    if isinstance(action, Stop):
        return labels.says(seat, "stop", f" and {labels.does(seat, 'leave')} {plural(spent, 'week')} unused (T8.4).")
    assert isinstance(action, Take | Exchange | Exhibit | Dig), "a player acts"
    place = site_name(facts, now["place"]) if isinstance(action, Dig) else Text(place_name(now["place"]))
    weeks, done = work(facts, before, after, seat, action, labels)
    return travel(labels, seat, place, None if action.zeppelin else spent - weeks, moved) + done + Text(".")


def work(
    facts: Facts,
    before: ThebesView,
    after: ThebesView,
    seat: int,
    action: Take | Exchange | Exhibit | Dig,
    labels: PlayerLabels,
) -> tuple[int, Text]:
    """Return the weeks of an action after the journey, and what is done in them."""
    match action:
        case Take(space):
            card = before["cards"][space]
            assert card is not None, "a card lay there"
            taken = Text.assemble(labels.does(seat, "take"), " ", card_phrase(facts, card))
            return card["weeks"], taken + Text(f" ({plural(card['weeks'], 'week')})")
        case Exchange():
            series = after["exchanges"]
            assert series is not None, "an exchange begins a series"
            weeks = series["count"]
            return weeks, Text(f"{labels.does(seat, 'exchange')} the open cards ({plural(weeks, 'week')})")
        case Exhibit(hall):
            show = before["exhibitions"][hall]
            assert show is not None, "an exhibition lay there"
            shown = Text(f"{labels.does(seat, 'exhibit')} for {plural(show['weeks'], 'week')}: ")
            return show["weeks"], shown + Text(plural(show["points"], "point"), style="bold")
        case Dig(_, weeks):
            cards = {"the assistant": action.assistant, "the rumour": action.rumour, "the shovel": action.shovel}
            used = [name for name, is_used in cards.items() if is_used]
            with_cards = f" with {joined(used)}" if used else ""
            return weeks, Text(f"{labels.does(seat, 'dig')} for {plural(weeks, 'week')}{with_cards}")


def travel(labels: PlayerLabels, seat: int, place: Text, weeks: int | None, moved: bool) -> Text:
    """Return the beginning of a sentence: who, and which way; no weeks mean the zeppelin."""
    if weeks is None:
        return Text.assemble(labels.tag(seat), f" {labels.does(seat, 'fly')} by zeppelin to ", place, " and ")
    if not moved:
        return Text.assemble(labels.says(seat, "stay", " in "), place, " and ")
    return Text.assemble(labels.says(seat, "travel", " to "), place, f" ({plural(weeks, 'week')}) and ")


def draws(
    facts: Facts, before: ThebesView, drawn: Sequence[Action], labels: PlayerLabels, first: Action | None = None
) -> list[Text]:
    """Return sentences on what was found, and which cards came."""
    sentences = []
    site, seat = digging(before, first)
    if seat is not None:
        found = [token(facts, site, action) for action in drawn if isinstance(action, FindDraw | SandDraw)]
        if found:
            finder = f"{labels.name(seat)} {labels.does(seat, 'find')} "
            sentences.append(Text.assemble(finder, Text(", ").join(found), "."))
        if before["sites"][facts.sites[site]]["bonus"]:
            bonus = find_name(facts, find_view(facts, site, 0))
            sentences.append(Text.assemble("The first to dig here also gets ", bonus, " (T6.13)."))
    return sentences + new_cards(facts, [action.card for action in drawn if isinstance(action, CardDraw)])


def new_cards(facts: Facts, cards: Sequence[int]) -> list[Text]:
    sentences = []
    new = [researcher(facts, researcher_view(facts, card)) for card in cards if card < RESEARCHERS]
    if new:
        sentences.append(Text.assemble("New: ", Text(", ").join(new), "."))
    for show in [exhibition_view(facts, card) for card in cards if card >= RESEARCHERS]:
        announced = f"An exhibition opens in {place_name(show['city'])}, {show['points']} points, needing "
        sentences.append(Text.assemble(announced, needs(facts, show, named=True), "."))
    return sentences


def digging(before: ThebesView, first: Action | None) -> tuple[int, int | None]:
    """Return the site dug at and by whom, None where no dig is under way."""
    if isinstance(first, Dig):
        return first.site, seat_to_act(before)
    if first is None and before["dig"]:
        return list(before["sites"]).index(before["dig"]["site"]), before["dig"]["seat"]
    return 0, None


def token(facts: Facts, site: int, draw: FindDraw | SandDraw) -> Text:
    if isinstance(draw, SandDraw):
        return Text("sand")
    name = find_name(facts, find_view(facts, site, draw.number))
    name.stylize("bold")
    return name


def researcher(facts: Facts, card: CardView) -> Text:
    return card_name(facts, card) + Text(f" in {place_name(card['city'])}")
