"""What a player has and what it is worth: knowledge, permits, finds, helpers, points."""

from collections.abc import Sequence

from digsite.games.thebes.page import art, names
from digsite.games.thebes.page.explain_common import (
    SAMPLES,
    artifacts_of,
    shortest_dig,
    tokens_drawn,
)
from digsite.games.thebes.page.position import facts, player, view_of
from digsite.games.thebes.rules.costs import specialised, total_knowledge
from digsite.games.thebes.rules.data import worth_of
from digsite.games.thebes.rules.view_types import KIT, KitField, PlayerView
from digsite.web import art as common
from digsite.web.explanation import Explanation, for_whom, some
from digsite.web.i18n import _, listed, n_, points, weeks
from digsite.web.viewer import Viewer


def knowledge(viewer: Viewer, seat: int, site: str) -> Explanation:
    """Explain a player's knowledge of a site (T6.2 to T6.7, T9.4)."""
    each, place = player(viewer, seat), names.place(site)
    paragraphs = some(
        sources(viewer, seat, site),
        helpers(viewer, each),
        with_general(viewer, seat, site),
        wheel(viewer, each, site),
        standing(viewer, seat, site),
        _("Only books count for that."),
    )
    return Explanation(
        _("Knowledge about %(place)s", place=place), paragraphs, ["T6.2", "T6.6", "T9.4"], art.disc(site, 56)
    )


def sources(viewer: Viewer, seat: int, site: str) -> str:
    known = player(viewer, seat)["knowledge"][site]
    parts = [
        _("%(number)s from book cards", number=known["books"]) if known["books"] else "",
        _("%(number)s from books found in the ground", number=known["found"]) if known["found"] else "",
        _("%(number)s from a rumour, for one dig", number=facts(viewer).rumour) if known["rumours"] else "",
    ]
    paragraphs = some(*parts)
    if not paragraphs:
        yours = _("You know nothing about this site yet.")
        return for_whom(viewer, seat, yours, _("%(name)s knows nothing about this site yet.", name=viewer.name(seat)))
    yours = _("Your knowledge about it: %(parts)s.", parts=listed(paragraphs))
    return for_whom(
        viewer,
        seat,
        yours,
        _("%(name)s's knowledge about it: %(parts)s.", name=viewer.name(seat), parts=listed(paragraphs)),
    )


def helpers(viewer: Viewer, each: PlayerView) -> str:
    """Return what assistants add to knowledge (T6.3, T6.4)."""
    if each["assistants"] == 1:
        return _("One assistant can add %(points)s for a single dig.", points=points(facts(viewer).single))
    added = worth_of(facts(viewer).sets, each["assistants"])
    return _("The assistants add %(points)s in every dig.", points=points(added)) if added else ""


def with_general(viewer: Viewer, seat: int, site: str) -> str:
    """Return what general knowledge adds (T6.6)."""
    each = player(viewer, seat)
    owned = general_points(each)
    own = specialised(facts(viewer), each, site)
    if not owned:
        return ""
    return _(
        "Of %(owned)s of general knowledge, %(counted)s count here: %(total)s on the wheel in total.",
        owned=points(owned),
        counted=min(owned, own),
        total=total_knowledge(facts(viewer), each, site, 0),
    )


def general_points(each: PlayerView) -> int:
    return each["general"]["books"] + each["general"]["found"]


def wheel(viewer: Viewer, each: PlayerView, site: str) -> str:
    """Return what some digs would draw (T6.8)."""
    fewest = shortest_dig(viewer, each, site)
    if not fewest:
        return ""
    lengths = sorted({fewest, *(length for length in SAMPLES if length > fewest)})
    drawn = [
        _("%(tokens)s in %(weeks)s", weeks=weeks(length), tokens=tokens_drawn(viewer, each, site, length))
        for length in lengths
    ]
    return _("Tokens it draws: %(digs)s.", digs=listed(drawn))


def read_about(each: PlayerView, site: str) -> int:
    """Return what counts for most knowledge about a site: book cards and found books."""
    known = each["knowledge"][site]
    return known["books"] + known["found"]


def standing(viewer: Viewer, seat: int, site: str) -> str:
    """Return who has most knowledge about a site (T9.4)."""
    read = [read_about(each, site) for each in view_of(viewer)["players"]]
    if not any(read):
        gets = points(facts(viewer).majority)
        return _("The player with most knowledge about it at the end gets %(points)s.", points=gets)
    best = [other for other, known in enumerate(read) if known == max(read)]
    if best == [seat]:
        gets = points(facts(viewer).majority)
        yours = _("You have most knowledge about it: as it stands, you get %(points)s at the end.", points=gets)
        theirs = _(
            "%(name)s has most knowledge about it: as it stands, that brings %(points)s at the end.",
            name=viewer.name(seat),
            points=gets,
        )
        return for_whom(viewer, seat, yours, theirs)
    if seat in best:
        tied = points(facts(viewer).majority_tie)
        return _("Others have as much: as it stands, each gets %(points)s at the end.", points=tied)
    leading = listed([viewer.name(other) for other in best])
    return _("Most knowledge about it so far: %(names)s, with %(number)s.", names=leading, number=max(read))


def general(viewer: Viewer, seat: int) -> Explanation:
    """Explain a player's general knowledge (T6.6)."""
    owned = general_points(player(viewer, seat))
    paragraphs = for_whom(
        viewer,
        seat,
        n_(
            "You have %(number)s point of general knowledge.", "You have %(number)s points of general knowledge.", owned
        ),
        n_(
            "%(name)s has %(number)s point of general knowledge.",
            "%(name)s has %(number)s points of general knowledge.",
            owned,
            name=viewer.name(seat),
        ),
    )
    use = _("It helps at every site, but never counts for more than the specialised knowledge used there.")
    last = _("It does not count for most knowledge at the end.")
    return Explanation(_("General knowledge"), [paragraphs, use, last], ["T6.6", "T9.4"], art.disc("general", 56))


def permits(viewer: Viewer, seat: int, site: str) -> Explanation:
    """Explain a player's permit for a site (T6.1, T6.11, T6.12)."""
    each, name = player(viewer, seat), viewer.name(seat)
    if each["permits"][site]:
        paragraphs = for_whom(
            viewer,
            seat,
            _("Your permit is valid: you may dig here once this year."),
            _("%(name)s has a valid permit: one dig here this year.", name=name),
        )
    else:
        paragraphs = for_whom(
            viewer,
            seat,
            _("You have dug here this year. The permit is valid again as soon as your marker passes the year's end."),
            _("%(name)s has dug here this year; the permit is valid again next year.", name=name),
        )
    special = _("A special permit opens a used site once more.") if each["special_permits"] else ""
    heading = _("Permit for %(place)s", place=names.place(site))
    return Explanation(heading, some(paragraphs, special), ["T6.1", "T6.11", "T8.1"], art.disc(site, 56))


def finds(viewer: Viewer, seat: int) -> Explanation:
    """Explain a player's finds (T9.1)."""
    each = player(viewer, seat)
    if not each["finds"]:
        yours, theirs = _("You have found nothing yet."), _("%(name)s has found nothing yet.", name=viewer.name(seat))
        paragraphs = [for_whom(viewer, seat, yours, theirs)]
    else:
        paragraphs = some(*(found_at(viewer, each, site) for site in facts(viewer).sites))
        total = points(each["score"]["artifacts"])
        paragraphs.append(_("The artifacts are worth %(points)s in total; books count as knowledge.", points=total))
    return Explanation(_("Finds"), paragraphs, ["T9.1", "T6.10", "T7.2"], art.kit("exhibition", 56))


def found_at(viewer: Viewer, each: PlayerView, site: str) -> str:
    found = [names.a_find(find) for find in each["finds"] if find["site"] == site]
    return _("%(place)s: %(finds)s.", place=names.place(site), finds=listed(found)) if found else ""


def score(viewer: Viewer, seat: int) -> Explanation:
    """Explain a player's score (T9.1 to T9.5)."""
    each = player(viewer, seat)
    parts, most = each["score"], {site: won for site, won in each["score"]["majorities"].items() if won}
    paragraphs = [
        _("Artifacts: %(points)s.", points=points(parts["artifacts"])),
        _("Exhibitions: %(points)s.", points=points(parts["exhibitions"])),
        _("Congresses: %(points)s.", points=points(parts["congresses"])),
        _(
            "Most knowledge: %(points)s, as it stands now (%(places)s).",
            points=points(sum(most.values())),
            places=listed([names.place(site) for site in most]),
        )
        if most
        else _("Most knowledge: none as it stands now."),
        _("Total: %(points)s.", points=points(parts["total"])),
    ]
    return Explanation(
        _("Points of %(name)s", name=viewer.names[seat]),
        paragraphs,
        ["T9.1", "T9.2", "T9.3", "T9.4"],
        common.figure(seat, 46),
    )


def assistants(viewer: Viewer, seat: int) -> Explanation:
    """Explain a player's assistants (T6.3, T6.4)."""
    count = player(viewer, seat)["assistants"]
    added = points(worth_of(facts(viewer).sets, count) if count > 1 else facts(viewer).single)
    paragraphs = for_whom(
        viewer,
        seat,
        n_(
            "You have one assistant: it can add %(added)s in a single dig, and then leaves you.",
            "You have %(number)s assistants: together they add %(added)s of knowledge in every dig, and stay.",
            count,
            added=added,
        ),
        n_(
            "%(name)s has one assistant: it can add %(added)s in a single dig, and then leaves.",
            "%(name)s has %(number)s assistants: together they add %(added)s of knowledge in every dig, and stay.",
            count,
            added=added,
            name=viewer.name(seat),
        ),
    )
    return kit(viewer, seat, "assistants", _("Assistants"), [sets(viewer, count)], ["T6.3", "T6.4"], paragraphs)


def shovels(viewer: Viewer, seat: int) -> Explanation:
    """Explain a player's shovels (T6.9)."""
    count = player(viewer, seat)["shovels"]
    added = worth_of(facts(viewer).sets, count) if count > 1 else facts(viewer).single
    paragraphs = for_whom(
        viewer,
        seat,
        n_(
            "You have one shovel: it can draw %(added)s more in a single dig, and is then gone.",
            "You have %(number)s shovels: together they draw %(added)s more in every dig, and stay.",
            count,
            added=added,
        ),
        n_(
            "%(name)s has one shovel: it can draw %(added)s more in a single dig, and is then gone.",
            "%(name)s has %(number)s shovels: together they draw %(added)s more in every dig, and stay.",
            count,
            added=added,
            name=viewer.name(seat),
        ),
    )
    return kit(viewer, seat, "shovels", _("Shovels"), [sets(viewer, count)], ["T6.9"], paragraphs)


def sets(viewer: Viewer, count: int) -> str:
    """Return what one more would change."""
    now, then = worth_of(facts(viewer).sets, count), worth_of(facts(viewer).sets, count + 1)
    if count and then == now:
        return _("More of them add nothing.")
    return _("With one more it would be %(number)s in every dig.", number=then) if then else ""


def congresses(viewer: Viewer, seat: int) -> Explanation:
    """Explain a player's congresses (T9.3)."""
    table, count = facts(viewer).congress, player(viewer, seat)["congresses"]
    now, more = points(worth_of(table, count)), worth_of(table, count + 1) - worth_of(table, count)
    paragraphs = for_whom(
        viewer,
        seat,
        n_(
            "You have attended one congress, worth %(points)s at the end.",
            "You have attended %(number)s congresses, together worth %(points)s at the end.",
            count,
            points=now,
        ),
        n_(
            "%(name)s has attended one congress, worth %(points)s at the end.",
            "%(name)s has attended %(number)s congresses, together worth %(points)s at the end.",
            count,
            points=now,
            name=viewer.name(seat),
        ),
    )
    then = _("The next one adds %(points)s.", points=points(more)) if more else _("Another one adds nothing.")
    return kit(viewer, seat, "congresses", _("Congresses"), [then], ["T9.3"], paragraphs)


def zeppelins(viewer: Viewer, seat: int) -> Explanation:
    """Explain a player's zeppelins (T3.3)."""
    paragraphs = _("A zeppelin carries its owner any distance in no time, once, and is then discarded.")
    use = _("You decide when: switch it on when you choose an action.")
    return kit(viewer, seat, "zeppelins", _("Zeppelin"), [paragraphs, use], ["T3.3"])


def cars(viewer: Viewer, seat: int) -> Explanation:
    """Explain a player's cars (T3.2)."""
    paragraphs = _("With a car, every journey of three weeks or more takes one week less. It stays.")
    use = _("It works by itself; a second car changes nothing.")
    return kit(viewer, seat, "cars", _("Car"), [paragraphs, use], ["T3.2"])


def special_permits(viewer: Viewer, seat: int) -> Explanation:
    """Explain a player's special permits (T6.12)."""
    paragraphs = _("A special permit opens, once, a site whose permit is already used this year.")
    use = _("It is used automatically, and only there.")
    return kit(viewer, seat, "special_permits", _("Special permit"), [paragraphs, use], ["T6.12"])


def kit(
    viewer: Viewer, seat: int, name: KitField, heading: str, uses: Sequence[str], rules: Sequence[str], owned: str = ""
) -> Explanation:
    """Return cards of one kind: how many somebody has and what that means, then what they are for."""
    none = for_whom(viewer, seat, _("You have none."), _("%(name)s has none.", name=viewer.name(seat)))
    count = player(viewer, seat)[name]
    return Explanation(heading, some(owned if count else none, *uses), rules, art.kit(KIT[name], 56))


def exhibitions(viewer: Viewer, seat: int) -> Explanation:
    """Explain a player's exhibitions (T7, T9.2)."""
    each = player(viewer, seat)
    shown = [
        _("%(title)s, %(points)s", title=names.card_title(show), points=points(show["points"]))
        for show in each["exhibitions"]
    ]
    yours, theirs = (
        _("You have held no exhibition yet."),
        _("%(name)s has held no exhibition yet.", name=viewer.name(seat)),
    )
    paragraphs = _("Held: %(shows)s.", shows=listed(shown)) if shown else for_whom(viewer, seat, yours, theirs)
    owned = {site: number for site in facts(viewer).sites if (number := artifacts_of(each, site))}
    stock = _("Ready to show: %(artifacts)s.", artifacts=names.artifacts(owned)) if owned else ""
    return Explanation(_("Exhibitions"), some(paragraphs, stock), ["T7.1", "T7.2", "T7.3", "T9.2"], art.show(56))
