"""A position of Mykerinos in words: the headline over a drawing, and its description for those who cannot see it."""

from __future__ import annotations

from collections.abc import Sequence

from digsite.core.english import plural
from digsite.core.palette import COLOURS
from digsite.core.ranking import rank_seats
from digsite.games.mykerinos.rules.names import FULL_NAMES, patron_name, zone_heading, zone_name
from digsite.games.mykerinos.rules.view_types import Colour, MykerinosView, RoomView

Names = Sequence[str]
ORDINALS = ("1st", "2nd", "3rd", "4th")
CHANCE = {
    "first": "The first player is drawn",
    "wing": "The patrons draw their wings",
    "deal": "Plots are dealt",
    "rotate": "A plot is turned",
}


def player_names(view: MykerinosView, names: Names | None) -> list[str]:
    """Return the names given, and the colour's name for everyone without one."""
    given = list(names or ())
    return [
        given[seat].strip() if seat < len(given) and given[seat].strip() else COLOURS[seat].capitalize()
        for seat in range(len(view["players"]))
    ]


def name_of(names: Names, colour: Colour) -> str:
    return names[colour] if isinstance(colour, int) else "Neutral"


def points(count: int) -> str:
    return plural(count, "point")


def over(view: MykerinosView) -> bool:
    return view["phase"] == "over" or view["to_act"] == "over"


def ranking(view: MykerinosView) -> list[list[int]]:
    """Return the seats from best to worst; ties go to more archaeologists left in the own pool (M6.4)."""
    return rank_seats([(player["score"]["total"], player["pool"]) for player in view["players"]])


def order_of_merit(view: MykerinosView) -> list[int]:
    """Return the seats, the best first."""
    return [seat for equals in ranking(view) for seat in equals]


def winners(view: MykerinosView) -> list[int]:
    return ranking(view)[0]


def result(view: MykerinosView, names: Names) -> str:
    best = winners(view)
    total = view["players"][best[0]]["score"]["total"]
    if len(best) == 1:
        return f"{names[best[0]]} wins with {points(total)}"
    return f"{' and '.join(names[seat] for seat in best)} win with {points(total)} each"


def headline(view: MykerinosView, names: Names) -> str:
    acting, phase = view["to_act"], view["phase"]
    if over(view):
        return result(view, names)
    if not isinstance(acting, int):
        return CHANCE.get(phase, "Chance decides")
    who = names[acting]
    if phase == "claim":
        return f"{who} chooses"
    if phase == "remove":
        return f"{who} names a plot to remove"
    return f"{who} to move"


def detail(view: MykerinosView, names: Names) -> str:
    """Return what the one to move is about to do, in a few words."""
    phase, chain, scoring = view["phase"], view["chain"], view["scoring"]
    if scoring and phase == "claim":
        return f"{ORDINALS[scoring['rank']]} in {zone_name(scoring['zone'])}"
    if scoring:
        return f"for the neutral in {zone_name(scoring['zone'])}"
    if chain:
        who = "the neutral" if chain["colour"] == "neutral" else "an archaeologist"
        return f"{who} goes on from {chain['last']}"
    if phase == "follow":
        return "a neutral archaeologist may follow"
    if phase in FULL_NAMES:
        return f"with {FULL_NAMES[phase]}"
    return "the final action" if phase == "turn" and view["final"] else ""


def stage(view: MykerinosView) -> str:
    """Return what the table is doing."""
    if over(view):
        return "The end"
    if view["scoring"]:
        return f"Scoring {zone_name(view['scoring']['zone'])}"
    return "Digging" if view["turn"] is not None else "Setting up"


def counts(view: MykerinosView, zone: int) -> dict[Colour, int]:
    return {entry["colour"]: entry["count"] for entry in view["zones"][zone]["standing"]}


def verdict(view: MykerinosView, names: Names, zone: int) -> tuple[str, str]:
    """Return who leads a zone and by how much."""
    state = view["zones"][zone]
    standing = state["standing"]
    if not standing and (state["scored"] or over(view)):
        return "Scored", ""
    if not standing and view["turn"] is None:
        return "", ""
    if not standing:
        return "Nobody", "here yet"
    leader = name_of(names, standing[0]["colour"])
    if len(standing) == 1:
        return leader, "is alone"
    ahead = standing[0]["count"] - standing[1]["count"]
    return (leader, f"leads by {ahead}") if ahead else ("A tie", "earlier pass leads")


def tie(view: MykerinosView, zone: int) -> bool:
    """Return whether two of those in a zone have as many."""
    ranked = counts(view, zone).values()
    return len(set(ranked)) < len(ranked)


def note(view: MykerinosView, names: Names) -> str:
    """Return the line that stands under the round."""
    if over(view):
        return "All zones are scored"
    if view["scoring"]:
        return "Ties go to the earlier pass" if tie(view, view["scoring"]["zone"]) else "Everyone ranks by number alone"
    if view["turn"] is None:
        return CHANCE.get(view["phase"], "")
    began = f"{names[view['start']]} began" if view["start"] is not None else ""
    return "The final action of the round" if view["final"] else began


def room_title(view: MykerinosView, names: Names, room: RoomView) -> str:
    wings = view["museum"]["wings"]
    whose = " and ".join(patron_name(wings[wing]) for wing in room["wings"] if wing < len(wings))
    held = "free" if room["holder"] is None else f"held by {names[room['holder']]}"
    return f"Room {room['value']}{' of ' + whose if whose else ''}, {held}"


def player_sentence(view: MykerinosView, names: Names, seat: int) -> str:
    player = view["players"][seat]
    words = f"{names[seat]}: {points(player['score']['total'])}, {plural(len(player['tiles']), 'plot')}, "
    words += f"{player['pool']} in the own pool, {player['common']} in the common pool"
    words += f", {player['neutral']} neutral" if view["neutral"] else ""
    return words + (f", passed {ORDINALS[player['space'] - 1]}." if player["space"] else ".")


def zone_sentence(view: MykerinosView, names: Names, zone: int) -> str:
    state = view["zones"][zone]
    plots = [f"{patron_name(tile['patron'])} {tile['points']}" for tile in state["tiles"] if tile]
    standing = [f"{name_of(names, entry['colour'])} {entry['count']}" for entry in state["standing"]]
    if not plots and not standing:
        return ""
    return f"{zone_heading(zone)}: {', '.join(plots) or 'no plot'}; {', '.join(standing) or 'nobody'}."


def description(view: MykerinosView, names: Names) -> str:
    more = detail(view, names)
    sentences = [f"Round {view['round']} of {view['rounds']}. {headline(view, names)}{', ' + more if more else ''}."]
    sentences += [zone_sentence(view, names, zone) for zone in range(len(view["zones"]))]
    sentences += [player_sentence(view, names, seat) for seat in range(len(view["players"]))]
    if view["neutral"]:
        sentences.append(f"Neutral: {view['neutral']['common']} in the common pool.")
    return " ".join(sentence for sentence in sentences if sentence)
