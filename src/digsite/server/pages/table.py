"""A table's page: looking at it, and doing something there."""

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from fastapi import APIRouter, Response

from digsite import web
from digsite.analysis.hints import Hint
from digsite.server.api.records import true_draws
from digsite.server.naming import check_bot
from digsite.server.page_cache import Parts
from digsite.server.pages.page_request import PageRequest, ThisRequest
from digsite.server.pages.page_updates import news, pieces
from digsite.server.pages.terms import changes
from digsite.server.people import Person
from digsite.server.service import Service
from digsite.server.table_service import Command, Moment, Outrun
from digsite.tables import commands
from digsite.tables.entries import ActionPlayed, Entry
from digsite.tables.refused import Refused
from digsite.tables.table import Table
from digsite.web import rules
from digsite.web.game_page import Hidden, page_of
from digsite.web.generic_page import draw
from digsite.web.headline import headline
from digsite.web.lobby import lobby
from digsite.web.page_query import PageQuery
from digsite.web.refusal import refusal_text
from digsite.web.side_panel import side
from digsite.web.timeline import Timeline
from digsite.web.viewer import Viewer

router = APIRouter()
ID = re.compile(r"[A-Za-z0-9_-]{1,16}")
BOTS_TAKE = 3.0  # seconds a page without script waits for bots before it is shown
LOOK_AGAIN = 0.03
MOST_STEPS = 4  # of a chain, in one form
MOST_PAUSE = 1000  # milliseconds: slower bots are watched, not waited for
PAGE = "table_page.html"
SENT_AWAY = "digsite_unguided"  # a cookie
REFRESH = 5  # seconds, for who asked for it
ON_TIME = ("start", "act", "undo")  # what answers to one version of a table
DEEDS = (
    "sit", "leave", "bot", "start", "act", "undo", "resign", "abandon", "rematch", "chat", "absent", "agree", "widen",
    "narrow", "verify",
)  # fmt: skip


@router.get("/t/{id}")
async def see_table(page_request: ThisRequest, id: str) -> Response:
    return await show(page_request, await find(page_request, id))


@router.get("/t/{id}/picture.svg")
async def see_picture(
    page_request: ThisRequest, id: str, theme: Literal["light", "dark"] = "light", phone: bool = False, ply: str = ""
) -> Response:
    """Return a position of a table as a picture: the present one, or that after a ply."""
    table = await find(page_request, id)
    viewer = page_request.service.page_cache.viewer(table, page_request.id)
    if table.status == "open" or table.outdated:
        raise Refused(404, "no picture", "There is nothing to see yet")
    if ply:
        asked = PageQuery.decode({"ply": ply}).ply or 0
        viewer = _at_ply(viewer, await page_request.service.page_cache.timeline(table), asked)
    drawn = await asyncio.to_thread(draw, table.game, viewer.state, theme, viewer.names, phone)
    if drawn is None:
        raise Refused(404, "no picture", "There is nothing to see yet")
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})


async def find(page_request: PageRequest, id: str) -> Table:
    if not ID.fullmatch(id):
        raise Refused(404, "no table", "There is no such table")
    return await page_request.service.table_service.current(id)


async def show(
    page_request: PageRequest, table: Table, refusal: Refused | None = None, verified: bool | None = None
) -> Response:
    """Return a table's page as its address asks for it, or the parts that differ where such a page is there already."""
    query, status = query_of(page_request, table), refusal.status if refusal else 200
    viewer = page_request.service.page_cache.viewer(table, page_request.id, query)
    if table.status == "open":
        context = await _shared_context(page_request, viewer, refusal)
        invitation = page_request.address(viewer.bare)
        return page_request.show("lobby_page.html", status, lobby=lobby(viewer, invitation), **context)
    timeline = await page_request.service.page_cache.timeline(table)
    if query.ply is not None:
        viewer = _at_ply(viewer, timeline, query.ply)
    update = _is_same_page(page_request, viewer)
    context = await _shared_context(page_request, viewer, refusal, with_chat=not update)
    shown = await _table_parts(page_request, viewer, timeline, verified)
    if page_request.goal and not shown.finds:  # nothing of it is left to see
        page_request.goal = viewer.bare
    context["replay"] = None if viewer.present else timeline.steps_at(viewer.ply)
    if update:
        response = page_request.tell(_changed_parts(page_request, viewer, shown, context), status)
    else:
        response = page_request.show(PAGE, status, **context, **_page_context(viewer, shown))
    if query.guide_is_off:
        response.set_cookie(SENT_AWAY, "yes", path=viewer.bare, samesite="lax", httponly=True)
    return response


def query_of(page_request: PageRequest, table: Table) -> PageQuery:
    """Return what the address of a request asks for at a table."""
    return PageQuery.decode(guide_query(page_request, table) | page_request.query)


def guide_query(page_request: PageRequest, table: Table) -> dict[str, str]:
    """Return the query that keeps the guide away from those who have sent it away once."""
    return {"guide": "off"} if table.terms.guide and SENT_AWAY in page_request.request.cookies else {}


async def _shared_context(
    page_request: PageRequest, viewer: Viewer, refusal: Refused | None, with_chat: bool = True
) -> dict[str, object]:
    """Return what the templates of the lobby and of a game both need."""
    table, form = viewer.table, page_request.form
    with_chat = with_chat or "text" in form  # else the stream brings it
    return {
        "viewer": viewer,
        "table": table,
        "chance": table.chance(),
        "headline": headline(viewer),
        "refusal": refusal_text(refusal),
        "invitation": page_request.address(viewer.bare),
        "chat": await page_request.service.table_service.chat(table.id) if with_chat else (),
        "refresh": REFRESH if viewer.query.refresh or "refresh" in form else 0,
        "game": table.terms.game,
        "game_title": page_of(table.terms.game).title,
        "has_rules": table.terms.game in rules.games(),
    }


@dataclass(frozen=True)
class Shown:
    """A game's page as one viewer sees it."""

    parts: Parts
    finds: bool  # whether a sheet of finds lies over it
    end: str  # the result; "" while there is none to show
    kind: str


async def _table_parts(page_request: PageRequest, viewer: Viewer, timeline: Timeline, verified: bool | None) -> Shown:
    table, query, own = viewer.table, viewer.query, page_of(viewer.table.terms.game)
    parts = await page_request.service.page_cache.parts(viewer)
    hint = await _hint(page_request, viewer)
    choice, beside = await asyncio.to_thread(lambda: (own.choice(viewer), side(viewer, hint)))
    finds = "" if query.found is None else own.found(viewer, timeline, query.found)
    over = table.status == "over" and viewer.present and not finds  # first what the last dig brought
    end = await asyncio.to_thread(own.end, viewer, timeline, verified) if over else ""
    guided = table.terms.guide and not query.guide_is_off
    flags = {
        "over": over,
        "with-choice": bool(choice),
        "past": not viewer.present,
        "guided": guided,
        "speaking": guided and not isinstance(parts["guide"], Hidden),
    }
    asked = {"choice": choice or Hidden("choice"), "finds": finds or Hidden("finds"), "side": beside}
    return Shown(parts | asked, bool(finds), end, _kind(viewer, flags))


def _page_context(viewer: Viewer, shown: Shown) -> dict[str, object]:
    own = page_of(viewer.table.terms.game)
    return {
        "parts": shown.parts,
        "end": shown.end,
        "kind": shown.kind,
        "above_board": own.above_board,
        "below_dock": own.below_dock,
        "sprite": own.sprite,
        "mood": own.mood(viewer),
    }


def _kind(viewer: Viewer, flags: Mapping[str, bool]) -> str:
    """Return the classes of the whole page: what the stylesheet must know of it."""
    chosen = re.match(r"[a-z]+", viewer.query.choose) if flags["with-choice"] else None
    choosing = ["choosing", f"choosing-{chosen[0]}"] if chosen else []
    return " ".join(
        ["table-page", f"on-{viewer.table.terms.game}", *choosing, *(name for name in flags if flags[name])]
    )


def _is_same_page(page_request: PageRequest, viewer: Viewer) -> bool:
    """Return whether the browser already shows a page of this kind: then it is sent only what differs."""
    if viewer.table.status == "open" or (viewer.table.status == "over" and viewer.present):
        return False
    return {viewer.table.status, "now" if viewer.present else "past"} <= page_request.there


def _changed_parts(
    page_request: PageRequest, viewer: Viewer, shown: Shown, context: dict[str, object]
) -> dict[str, object]:
    parts = shown.parts | {"notice": web.render("table/notice.html", **context)}
    if context["chat"]:
        parts["talk"] = web.render("table/talk.html", **context)
    if not viewer.present:
        parts["replay"] = web.render("table/replay.html", **context)
    return news(viewer, pieces(parts, "narrow" in page_request.there)) | {"kind": shown.kind}


def _at_ply(viewer: Viewer, timeline: Timeline, ply: int) -> Viewer:
    """Return the viewer of the table as a decision left it, at a ply or before."""
    end = timeline.decision_end(ply)
    return replace(viewer, past=timeline.states[end].tobytes(), ply=end)


async def _hint(page_request: PageRequest, viewer: Viewer) -> Hint | None:
    if not (viewer.query.hint and viewer.my_turn and viewer.table.terms.hints):
        return None
    return await page_request.service.hint(viewer.table)


@router.post("/t/{id}")
async def do_something(page_request: ThisRequest, id: str) -> Response:
    table = await find(page_request, id)
    what = page_request.request.query_params.get("do") or page_request.form.get("do", "")
    page_request.goal = f"/t/{id}"
    try:
        if what == "verify":
            return await show(page_request, table, verified=await true_draws(page_request.service.table_service, id))
        page_request.goal = await _do(page_request, table, what)
    except Refused as error:
        if isinstance(error, Outrun):
            error = Refused(409, "stale", "Something has happened meanwhile: this is how the table stands now")
        return await show(page_request, await find(page_request, id), error)
    if (
        page_request.scripted and page_request.goal.partition("?")[0] == f"/t/{id}"
    ):  # at once, without asking for it again
        return await show(page_request, await find(page_request, id))
    return page_request.go(page_request.goal)


async def _do(page_request: PageRequest, table: Table, what: str) -> str:
    """Does what was asked for; the page to look at then."""
    service, id = page_request.service, table.id
    if page_request.me is None and what != "sit":
        raise Refused(403, "no name", "You need a name for that: take a seat, or open a table of your own")
    if what not in DEEDS:
        raise Refused(422, "no deed", "That cannot be done at a table")
    me = await page_request.somebody()
    if what == "rematch":
        new = await service.rematch(id, me, at_once=True)
        if not page_request.scripted:
            await _bots_have_moved(service, new.id)
        return f"/t/{new.id}"
    if what == "chat":
        await service.say(id, me, page_request.form.get("text", ""))
        return f"/t/{id}" + ("?refresh" if "refresh" in page_request.form else "")
    if what == "abandon":
        service.may_speak(me)
    request = f"{what} {page_request.form['request']}"[:64] if page_request.form.get("request") else None
    version = page_request.number("version", 2**31 - 1) if what in ON_TIME else None
    if what == "act":
        return await _act(page_request, table, me, version, request)
    command, with_moves = _command(what, page_request, table, me, request), what == "undo"
    await service.table_service.change(
        id, command, person=me.id, version=version, request=request, with_moves=with_moves
    )
    if what == "start" and not page_request.scripted:
        await _bots_have_moved(service, id)
    return f"/t/{id}" + ("?refresh" if "refresh" in page_request.form else "")


async def _act(page_request: PageRequest, table: Table, me: Person, version: int | None, request: str | None) -> str:
    """One action, or the steps of a chain that were planned together; whatever is refused, those before it are done."""
    service, id = page_request.service, table.id
    actions = page_of(table.terms.game).action(service.page_cache.viewer(table, me.id), page_request.form)[:100]
    found = 0
    for number, action in enumerate(actions.split("; ")[:MOST_STEPS]):
        asked = request and f"{request[:60]} {number}" if number else request

        def command(t: Table, now: Moment, action: str = action, asked: str | None = asked) -> Entry[ActionPlayed]:
            return commands.act(t, me.id, action, now.thinking, now.at, asked)

        event, _ = await service.table_service.change(id, command, person=me.id, version=version, request=asked)
        version, found = event["version"], event["ply"] - len(event["draws"]) - 1
    if not page_request.scripted:
        await _bots_have_moved(service, id)
    goal = f"/t/{id}?found={found}"
    return goal + ("&refresh" if "refresh" in page_request.form else "")


async def _bots_have_moved(service: Service, id: str) -> None:
    """Waits a little for bots, so that the page shown next says what they did."""
    for _ in range(int(BOTS_TAKE / LOOK_AGAIN)):
        table = await service.table_service.current(id)
        if table.actor is None or table.actor.kind != "bot" or table.terms.pause >= MOST_PAUSE:
            return
        await asyncio.sleep(LOOK_AGAIN)


def _command(what: str, page_request: PageRequest, table: Table, me: Person, request: str | None) -> Command:
    form = page_request.form
    match what:
        case "start":
            return lambda t, now: commands.start(t, me.id, now.at, request)
        case "undo":
            return lambda t, now: commands.undo(t, me.id, None, now.thinking, now.at, request)
        case "resign":
            return lambda t, now: commands.resign(t, me.id, None, now.at, request)
        case "abandon":
            agree = form.get("agree", "yes") == "yes"
            return lambda t, now: commands.abandon(t, me.id, agree, now.at, request)
        case "agree":
            new = changes(page_request)
            return lambda t, now: commands.change_terms(t, me.id, new, now.at, check_bot, request)
        case "widen":
            return lambda t, now: commands.add_seat(t, me.id, now.at, request)
    return _seat_command(what, page_request, table, me, request)


def _seat_command(what: str, page_request: PageRequest, table: Table, me: Person, request: str | None) -> Command:
    """Return the command that a form about one seat asks for."""
    form, seat = page_request.form, page_request.number("seat", len(table.seats) - 1)
    match what:
        case "sit":
            word = form.get("word", "")
            return lambda t, now: commands.sit(t, me.id, me.name, seat, word, now.at, request)
        case "bot":
            bot = form.get("bot", "")[:60]
            return lambda t, now: commands.seat_bot(t, me.id, seat, bot, now.at, check_bot, request)
        case "leave":
            return lambda t, now: commands.leave(t, me.id, seat, now.at, request)
        case "narrow":
            return lambda t, now: commands.remove_seat(t, me.id, seat, now.at, request)
    return lambda t, now: commands.kick(t, me.id, seat, now.thinking, now.at, request)
