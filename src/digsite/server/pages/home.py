"""The first page: a game at one click, a table for friends at another, and all the tables there are."""

import secrets
from collections import defaultdict
from typing import Any

from fastapi import APIRouter, Response
from pydantic import ValidationError

from digsite.games import GAMES
from digsite.server import commands
from digsite.server import models as m
from digsite.server.api.tables import agreed
from digsite.server.pages.terms import refused, told_terms
from digsite.server.pages.visit import Visit, Visiting
from digsite.server.table import Refused, Table
from digsite.web import rules
from digsite.web.levels import USUAL as USUAL_LEVEL
from digsite.web.levels import bot_choices, levels
from digsite.web.refusal import said
from digsite.web.rows import game_name, rows
from digsite.web.scenes import thebes
from digsite.web.words import _, later

router = APIRouter()
USUAL = ("me", USUAL_LEVEL, "", "")  # who plays, unless told otherwise
BREATH = 400  # milliseconds before a bot acts, so that one sees what it does
FIRST_GAMES = {"thebes": "first game 232", "mykerinos": "first dig 1"}  # seed words: everybody learns with the same
MOST_SHOWN = 6  # tables of strangers in a list
FRIENDLY_NAMES = (
    later("Blue Scarab"), later("Quiet Heron"), later("Lucky Lamp"), later("Early Bird"), later("Old Compass"),
    later("Brass Key"), later("Desert Fox"), later("Paper Boat"), later("Red Kite"), later("Night Train"),
    later("Green Lantern"), later("Clay Jar"), later("White Ibis"), later("Long Shadow"), later("Merry Camel"),
    later("Silver Spoon"), later("Stone Cat"), later("Warm Wind"), later("Last Ferry"), later("Olive Branch"),
)  # fmt: skip


@router.get("/")
async def home(visit: Visiting) -> Response:
    visit.fresh = True  # a year from now
    return await _home(visit)


@router.get("/play")
@router.get("/invite")
@router.get("/tables")
async def back_home(visit: Visiting) -> Response:
    return visit.go("/")


async def _home(visit: Visit, error: Refused | None = None) -> Response:
    desk = visit.served.desk
    own = rows(await desk.seated(visit.id), visit.id) if visit.id else []
    seen = {row.id for row in own}
    waiting, playing = await desk.on_show("open", MOST_SHOWN * 2), await desk.on_show("playing", MOST_SHOWN * 2)
    return visit.show(
        "home.html",
        error.status if error else 200,
        here="home",
        said=said(error),
        own=own,
        waiting=[row for row in rows(waiting, visit.id) if row.id not in seen and row.free][:MOST_SHOWN],
        playing=[row for row in rows(playing, visit.id) if row.id not in seen][:MOST_SHOWN],
        games=[(game, game_name(game)) for game in GAMES],
        map=thebes(),
        with_rules=rules.games(),
        guided=list(FIRST_GAMES),
        levels=levels(),
        bot_choices=bot_choices(),
        sent=defaultdict(str, visit.form),
        seats=[visit.form.get(f"seat{n}", "") for n in range(4)] if "seat0" in visit.form else USUAL,
    )


# One click


@router.post("/play")
async def play(visit: Visiting) -> Response:
    """A game against a bot, or one of bots only to watch; it begins at once."""
    form = visit.form
    guided, watched = form.get("guide") == "yes", form.get("watch") == "yes"
    bot = {"kind": "bot", "bot": "novice" if guided else form.get("level") or USUAL_LEVEL}
    seats = [bot if watched else {"kind": "me"}, bot]
    wish: dict[str, Any] = {"game": form.get("game"), "seats": seats, "guide": guided, "practice": guided}
    if guided:
        wish["seed"] = FIRST_GAMES.get(form.get("game", ""))
    return await _opened(visit, wish, at_once=True)


@router.post("/invite")
async def invite(visit: Visiting) -> Response:
    """A table with open seats, to be arranged once there."""
    try:
        friends = visit.number("seats", 4, 2) - 1
    except Refused as error:
        return await _home(visit, error)
    return await _opened(
        visit, {"game": visit.form.get("game"), "seats": [{"kind": "me"}] + [{"kind": "open"}] * friends}
    )


@router.post("/tables")
async def open_table(visit: Visiting) -> Response:
    """A table with everything agreed beforehand."""
    try:
        wish = _full_wish(visit)
    except Refused as error:
        return await _home(visit, error)
    return await _opened(visit, wish)


async def _opened(visit: Visit, wish: dict[str, Any], at_once: bool = False) -> Response:
    if any(seat["kind"] != "bot" for seat in wish["seats"]):
        wish["pause"] = BREATH
    try:
        checked = _checked(wish)
        visit.form["person"] = visit.form.get("person", "").strip() or made_up_name()
        me = await visit.somebody()
        terms, seats, seed = agreed(checked, me)
        table = await visit.served.desk.open(terms, seats, me.id, seed)
        if at_once:
            await _start(visit, table)
    except Refused as error:
        return await _home(visit, error)
    return visit.go(f"/t/{table.id}")


async def _start(visit: Visit, table: Table) -> None:
    await visit.served.desk.change(table.id, lambda t, now: commands.start(t, table.host, now.at), person=table.host)


def made_up_name() -> str:
    """For who wants to play before saying who they are."""
    return f"{_(secrets.choice(FRIENDLY_NAMES))} {secrets.randbelow(90) + 10}"


def _checked(wish: dict[str, Any]) -> m.NewTable:
    try:
        return m.NewTable.model_validate(wish)
    except ValidationError as error:
        raise refused(error) from None


def _full_wish(visit: Visit) -> dict[str, Any]:
    form = visit.form
    wish = told_terms(visit) | {
        "game": form.get("game"),
        "practice": "practice" in form,
        "seed": form.get("seed") or None,
    }
    chosen = [seat for n in range(4) if (seat := form.get(f"seat{n}", ""))]
    if len(chosen) < 2:
        raise Refused(422, "bad seats", "It takes at least two to play: choose who takes the seats")
    wish["seats"] = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in chosen]
    return wish
