"""Hand-made views of Thebes: an opening, the middle of a game, a crowded end, a dig, and a finished game."""

from __future__ import annotations

from typing import Any, cast

from digsite.games.thebes.rules.view_types import ThebesView

SITES = ("greece", "crete", "egypt", "palestine", "mesopotamia")
View = ThebesView
Part = dict[str, Any]  # of a view, as it is built up here


def book(card: int, site: str, city: str, weeks: int, value: int) -> Part:
    return {"card": card, "kind": "book", "city": city, "weeks": weeks, "value": value, "site": site}


def plain(card: int, kind: str, city: str, weeks: int, value: int = 0, site: str | None = None) -> Part:
    return {"card": card, "kind": kind, "city": city, "weeks": weeks, "value": value, "site": site}


def exhibition(card: int, size: str, city: str, needs: dict[str, int]) -> Part:
    small = size == "small"
    return {
        "card": card, "size": size, "city": city, "weeks": 3 if small else 4, "points": 4 if small else 5,
        "needs": needs,
    }  # fmt: skip


def find(site: str, number: int, value: int, name: str = "Bronze horse", kind: str = "artifact") -> Part:
    return {"site": site, "number": number, "kind": kind, "name": name, "value": value}


def finds(site: str, *values: int) -> list[Part]:
    return [find(site, number, value) for number, value in enumerate(values)]


def player(
    seat: int,
    place: str = "warsaw",
    week: int = 0,
    year: int = 1901,
    *,
    books: tuple[int, ...] = (0, 0, 0, 0, 0),
    found: tuple[int, ...] = (0, 0, 0, 0, 0),
    rumours: tuple[int, ...] = (0, 0, 0, 0, 0),
    general: tuple[int, int] = (0, 0),
    kit: tuple[int, ...] = (0, 0, 0, 0, 0, 0),
    used: tuple[str, ...] = (),
    tokens: list[Part] | None = None,
    shows: list[Part] | None = None,
    majorities: dict[str, int] | None = None,
    done: bool = False,
) -> Part:
    tokens, shows, majorities = tokens or [], shows or [], majorities or {}
    congress = (0, 1, 3, 6, 10, 15, 21, 28, 28, 28)[kit[2]]
    artifacts = sum(token["value"] for token in tokens)
    shown = sum(card["points"] for card in shows)
    fields = ("assistants", "shovels", "congresses", "zeppelins", "cars", "special_permits")
    return {
        "seat": seat,
        "place": place,
        "year": year,
        "week": week,
        "time": (year - 1901) * 52 + week,
        "done": done,
        "knowledge": {
            site: {"books": books[index], "found": found[index], "rumours": rumours[index]}
            for index, site in enumerate(SITES)
        },
        "general": {"books": general[0], "found": general[1]},
        **dict(zip(fields, kit, strict=True)),
        "permits": {site: site not in used for site in SITES},
        "cards": [],
        "exhibitions": shows,
        "finds": tokens,
        "score": {
            "artifacts": artifacts,
            "exhibitions": shown,
            "congresses": congress,
            "majorities": {site: majorities.get(site, 0) for site in SITES},
            "total": artifacts + shown + congress + sum(majorities.values()),
        },
    }


def view(players: list[Part], **changes: Any) -> View:
    """A position with these players; anything else as at the opening unless told otherwise."""
    seats = len(players)
    first = 1902 if seats == 4 else 1901
    order = sorted(range(seats), key=lambda seat: (players[seat]["time"], seat))
    base: Part = {
        "game": "thebes",
        "seats": seats,
        "phase": "turn",
        "to_act": order[0],
        "year": min(entry["year"] for entry in players),
        "years": list(range(first, 1904)),
        "order": order,
        "cards": [
            book(25, "egypt", "london", 4, 3),
            plain(54, "rumour", "paris", 1, 2, "crete"),
            plain(64, "shovel", "london", 3),
            plain(70, "congress", "berlin", 2),
        ],
        "exhibitions": [None, None, None],
        "deck": 64,
        "aside": 27,
        "discards": [],
        "exchanges": None,
        "sites": {site: {"bonus": True, "left": 30, "tokens": list(range(30))} for site in SITES},
        "dig": None,
        "players": players,
    }
    return cast(ThebesView, base | changes)


def opening(seats: int) -> View:
    week, year = {2: (0, 1901), 3: (16, 1901), 4: (0, 1902)}[seats]
    return view([player(seat, week=week, year=year) for seat in range(seats)])


def middle() -> View:
    """Three players in the spring of 1902; two share a space."""
    sites = {
        site: {"bonus": site in ("palestine",), "left": left, "tokens": list(range(left))}
        for site, left in zip(SITES, (26, 27, 25, 30, 27), strict=True)
    }
    return view(
        [
            player(0, "rome", 11, 1902, books=(4, 1, 2, 2, 0), found=(1, 0, 0, 0, 0), rumours=(0, 0, 1, 0, 0),
                   general=(2, 0), kit=(1, 1, 2, 1, 0, 0), used=("greece",), tokens=finds("greece", 3, 3, 2, 1),
                   majorities={"greece": 5, "palestine": 5}),
            player(1, "egypt", 14, 1902, books=(0, 2, 5, 0, 1), general=(2, 0), kit=(1, 2, 0, 0, 1, 0), used=("egypt",),
                   tokens=finds("crete", 3, 2, 1) + finds("egypt", 4, 3, 2, 1, 1), majorities={"egypt": 5}),
            player(2, "berlin", 14, 1902, books=(0, 6, 1, 1, 8), general=(1, 0), kit=(1, 0, 4, 0, 0, 0),
                   tokens=finds("mesopotamia", 4, 3, 1), majorities={"crete": 5, "mesopotamia": 5}),
        ],
        order=[0, 2, 1],
        cards=[
            book(26, "egypt", "moscow", 4, 3),
            plain(54, "rumour", "paris", 1, 2, "crete"),
            plain(68, "shovel", "rome", 3),
            plain(72, "congress", "london", 2),
        ],
        exhibitions=[
            exhibition(85, "small", "london", {"greece": 1, "egypt": 2}),
            exhibition(87, "small", "berlin", {"crete": 1, "greece": 2}),
            None,
        ],
        deck=18, aside=32, discards=[1, 9, 58, 80], sites=sites,
    )  # fmt: skip


def crowded() -> View:
    """Four players late in 1903: one space for all, one place for all, a player with forty finds, long names."""
    many = (
        finds("greece", 6, 5, 5, 4, 3, 3, 2, 1) + finds("crete", 5, 4, 4, 3, 3, 2, 2, 1)
        + finds("egypt", 6, 5, 4, 3, 3, 2, 1, 1) + finds("palestine", 7, 6, 5, 3, 2, 1, 1)
        + finds("mesopotamia", 5, 4, 4, 3, 1, 1, 1)
        + [find("greece", 14, 1, "Book on Crete", "book"), find("egypt", 15, 1, "General book", "general")]
    )  # fmt: skip
    shows = [
        exhibition(85, "small", "london", {"greece": 1, "egypt": 2}),
        exhibition(91, "large", "paris", {"greece": 1, "egypt": 2, "palestine": 3}),
    ]
    return view(
        [
            player(0, "mesopotamia", 41, 1903, books=(10, 4, 6, 3, 12), found=(0, 1, 0, 0, 0), rumours=(0, 0, 2, 0, 1),
                   general=(5, 1), kit=(3, 3, 6, 2, 1, 2), used=SITES, tokens=many, shows=shows,
                   majorities={"greece": 5, "egypt": 3, "mesopotamia": 5}),
            player(1, "mesopotamia", 41, 1903, books=(2, 9, 1, 4, 3), general=(2, 1), kit=(2, 0, 3, 0, 0, 0),
                   used=("crete",), tokens=finds("crete", 5, 4, 3, 2, 1), majorities={"crete": 5}),
            player(2, "mesopotamia", 41, 1903, books=(1, 2, 3, 8, 0), rumours=(1, 1, 1, 1, 1), found=(1, 1, 1, 1, 1),
                   general=(1, 2), kit=(1, 1, 1, 1, 1, 1), tokens=finds("palestine", 7, 5, 1, 1), shows=shows[:1],
                   majorities={"palestine": 5}),
            player(3, "mesopotamia", 41, 1903, books=(0, 0, 6, 0, 2), general=(2, 0), kit=(0, 2, 0, 0, 0, 1),
                   used=("egypt", "greece"), tokens=finds("egypt", 5, 4, 3), majorities={"egypt": 3}),
        ],
        order=[2, 0, 3, 1],
        to_act=2,
        cards=[plain(79, "zeppelin", "rome", 1), plain(81, "car", "moscow", 1), None, plain(83, "permit", "london", 3)],
        exhibitions=[
            exhibition(90, "large", "london", {"crete": 1, "greece": 2, "egypt": 3}),
            exhibition(92, "large", "berlin", {"palestine": 1, "mesopotamia": 2, "crete": 3}),
            exhibition(88, "small", "vienna", {"egypt": 1, "palestine": 2}),
        ],
        deck=3, aside=0, discards=list(range(40)),
        sites={site: {"bonus": False, "left": 17, "tokens": []} for site in SITES},
    )  # fmt: skip


def digging() -> View:
    """Crimson digs in Egypt; ivory is already in the next year."""
    start = cast(Part, middle())
    start["players"][0] |= {"place": "egypt", "week": 49}
    start["players"][1] |= {"place": "egypt", "week": 50}
    start["players"][2] |= {"year": 1903, "week": 2, "place": "vienna"}
    changes = {
        "phase": "find",
        "to_act": "chance",
        "order": [0, 1, 2],
        "dig": {
            "seat": 0,
            "site": "egypt",
            "left": 3,
            "found": [
                {"site": "egypt", "number": 11, "kind": "artifact", "name": "Rosetta stone", "value": 5},
                {"site": "egypt", "number": 7, "kind": "artifact", "name": "Bust of Nefertiti", "value": 3},
                {"site": "egypt", "number": 14, "kind": "general", "name": "General book", "value": 1},
            ],
            "sand": 2,
        },
    }
    return cast(ThebesView, start | changes)


def over() -> View:
    """A finished game of two."""
    shows = [exhibition(94, "large", "moscow", {"egypt": 1, "palestine": 2, "mesopotamia": 3})]
    return view(
        [
            player(0, "paris", 1, 1904, books=(6, 2, 7, 0, 1), general=(3, 1), kit=(2, 2, 5, 0, 0, 0), done=True,
                   tokens=finds("greece", 6, 4, 3, 1) + finds("egypt", 5, 3, 3, 2, 1),
                   majorities={"greece": 5, "egypt": 5}),
            player(1, "crete", 1, 1904, books=(1, 9, 2, 4, 8), general=(2, 0), kit=(1, 3, 2, 1, 0, 0), done=True,
                   tokens=finds("crete", 5, 4, 4, 2) + finds("mesopotamia", 5, 4, 3, 1, 1), shows=shows,
                   majorities={"crete": 5, "palestine": 5, "mesopotamia": 5}),
        ],
        phase="over", to_act="over", order=[1, 0], year=1903, deck=11, aside=0, discards=[2, 3],
        cards=[None, None, None, plain(45, "general", "berlin", 3, 1)],
    )  # fmt: skip
