"""A table's page, as its address asks for it. `table_forms` has what is sent from it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from fastapi import APIRouter, Response

from digsite import web
from digsite.analysis.hints import Hint
from digsite.server.background import page_worker
from digsite.server.page_cache import Parts
from digsite.server.pages.page_request import PageRequest, ThisRequest
from digsite.server.pages.page_updates import sendable, update_payload
from digsite.server.pages.preparing import missing_hint, table_notes
from digsite.server.quotas import TooMuch
from digsite.tables.refused import Refused
from digsite.tables.table import Table
from digsite.web import rules
from digsite.web.game_page import Hidden, page_of
from digsite.web.headline import headline
from digsite.web.lobby import lobby
from digsite.web.page_query import PageQuery
from digsite.web.refusal import refusal_text
from digsite.web.seat_colours import colour_classes
from digsite.web.side_panel import side
from digsite.web.timeline import Timeline
from digsite.web.viewer import Viewer

router = APIRouter()
ID = re.compile(r"[A-Za-z0-9_-]{1,16}")
PAGE = "table_page.html"
GUIDE_OFF = "digsite_unguided"  # a cookie: this reader has skipped the guide
GUIDE_RESTS = "digsite_guide_rests"  # a cookie: the version of the position in which the reader wants to play on
REFRESH = 5  # seconds, for pages without script


@router.get("/t/{id}")
async def see_table(page_request: ThisRequest, id: str) -> Response:
    table = await find(page_request, id)
    try:
        return await show(page_request, table)
    except TooMuch as error:  # of hints: the table without one
        page_request.location = f"/t/{id}"
        return await show(page_request, table, error)


@router.get("/t/{id}/picture.svg")
async def see_picture(
    page_request: ThisRequest, id: str, theme: Literal["light", "dark"] = "light", phone: bool = False, ply: str = ""
) -> Response:
    """Return a position of a table as a picture: the present one, or that after a ply."""
    table = await find(page_request, id)
    viewer = page_request.service.page_cache.viewer(table, page_request.id)
    if not table.state or table.outdated:
        raise Refused(404, "no picture", "There is nothing to see yet")
    if ply:
        asked = PageQuery.decode({"ply": ply}).ply or 0
        viewer = _at_ply(viewer, await page_request.service.page_cache.timeline(table), asked)
    drawn = await page_request.service.pictures.picture(table, viewer.state, theme, viewer.names, phone)
    if drawn is None:
        raise Refused(404, "no picture", "There is nothing to see yet")
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})


async def find(page_request: PageRequest, id: str) -> Table:
    """Return a table. Raises Refused if there is none of that id."""
    if not ID.fullmatch(id):
        raise Refused(404, "no table", "There is no such table")
    return await page_request.service.table_service.current(id)


async def show(
    page_request: PageRequest, table: Table, refusal: Refused | None = None, verified: bool | None = None
) -> Response:
    """Return a table's page, or only the parts that differ if the browser already shows such a page."""
    page_request.note(refusal)
    query, status = query_of(page_request, table), refusal.status if refusal else 200
    viewer = page_request.service.page_cache.viewer(table, page_request.id, query)
    if table.closed:
        return page_request.html("closed.html", status, refusal=refusal_text(refusal), game=table.terms.game)
    if table.status == "open":
        return await _show_lobby(page_request, viewer, refusal, status)
    timeline = await page_request.service.page_cache.timeline(table)
    if query.ply is not None:
        viewer = _at_ply(viewer, timeline, query.ply)
    elif (shown_ply := page_request.shown_ply) is not None and shown_ply < timeline.history.ply:
        return page_request.json(await _beside(page_request, _at_ply(viewer, timeline, shown_ply)), status)
    update = _is_same_page(page_request, viewer)
    context = await _shared_context(page_request, viewer, refusal, with_chat=not update)
    shown = await _table_parts(page_request, viewer, timeline, verified)
    shown = replace(shown, classes=f"{shown.classes} {context['colour_classes']}".strip())
    if page_request.location and not shown.has_finds:  # then `found=` asks for nothing
        page_request.location = viewer.bare
    context["replay"] = None if viewer.present else timeline.steps_at(viewer.ply)
    if update:
        response = page_request.json(_changed_parts(page_request, viewer, shown, context), status)
    else:
        response = await page_request.page(PAGE, status, **context, **_page_context(viewer, shown))
    if query.guide_is_off:
        response.set_cookie(GUIDE_OFF, "yes", path=viewer.bare, samesite="lax", httponly=True)
    elif query.guide == "rest":
        rests = str(table.position_version)
        response.set_cookie(GUIDE_RESTS, rests, path=viewer.bare, samesite="lax", httponly=True)
    return response


async def _show_lobby(page_request: PageRequest, viewer: Viewer, refusal: Refused | None, status: int) -> Response:
    """Return the page of a table before the start."""
    service, table = page_request.service, viewer.table
    if table.terms.pairing and viewer.host:
        await service.pairing.note_present([table.id])
    context = await _shared_context(page_request, viewer, refusal)
    made_up = page_request.me is not None and page_request.me.has_made_up_name
    host = await service.people.name_of(table.host)
    shown = lobby(viewer, page_request.address(viewer.bare), host, made_up)
    return await page_request.page("lobby_page.html", status, lobby=shown, **context)


def query_of(page_request: PageRequest, table: Table) -> PageQuery:
    """Return what the address of a request asks for at a table."""
    return PageQuery.decode(guide_query(page_request, table) | page_request.query)


def guide_query(page_request: PageRequest, table: Table) -> dict[str, str]:
    """Return the query that keeps the guide away from a reader who has skipped it, or this lesson of it."""
    cookies = page_request.request.cookies
    if not table.terms.guide:
        return {}
    if GUIDE_OFF in cookies:
        return {"guide": "off"}
    return {"guide": "rest"} if cookies.get(GUIDE_RESTS) == str(table.position_version) else {}


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
        "notes": table_notes(page_request.service, table),
        "refusal": refusal_text(refusal),
        "invitation": page_request.address(viewer.bare),
        "chat": await page_request.service.chat.latest(table.id) if with_chat else (),
        "refresh": REFRESH if viewer.query.refresh or "refresh" in form else 0,
        "game": table.terms.game,
        "game_title": page_of(table.terms.game).title,
        "has_rules": table.terms.game in rules.games(),
        "colour_classes": await _colour_classes(page_request, table),
    }


async def _colour_classes(page_request: PageRequest, table: Table) -> str:
    """Return the classes of the seats that are shown in a colour somebody wishes for."""
    return " ".join(colour_classes(table, await page_request.service.people.wished_colours(table.people)))


@dataclass(frozen=True)
class Shown:
    """A game's page as one viewer sees it."""

    parts: Parts
    has_finds: bool  # whether a sheet of finds lies over it
    end: str  # the result; "" while there is none to show
    classes: str  # of the whole page: what the stylesheet must know of it


async def _table_parts(page_request: PageRequest, viewer: Viewer, timeline: Timeline, verified: bool | None) -> Shown:
    table, query, own = viewer.table, viewer.query, page_of(viewer.table.terms.game)
    parts = await page_request.service.page_cache.parts(viewer)
    hint = await _hint(page_request, viewer)
    no_hint = missing_hint(page_request, viewer)
    choice, beside = await page_worker.do(lambda: (own.choice(viewer), side(viewer, hint, no_hint)))
    finds = None if query.found is None else own.found(viewer, timeline, query.found)
    over = table.status == "over" and viewer.present and finds is None  # first what the last dig brought
    end = await page_worker.do(own.end, viewer, timeline, verified) if over else ""
    guided = table.terms.guide and not query.guide_is_off
    flags = {
        "over": over,
        "with-choice": choice is not None,
        "with-finds": finds is not None,
        "past": not viewer.present,
        "guided": guided,
        "speaking": guided and not isinstance(parts["guide"], Hidden),
        "watched": viewer.watches,
        "watched-bots": viewer.watches and not table.people,
        f"of-{len(table.seats)}": True,
    }
    asked = {"choice": choice or Hidden("choice"), "finds": finds or Hidden("finds"), "side": beside}
    return Shown(parts | asked, finds is not None, end, _classes(viewer, flags))


def _page_context(viewer: Viewer, shown: Shown) -> dict[str, object]:
    own = page_of(viewer.table.terms.game)
    return {
        "parts": shown.parts,
        "end": shown.end,
        "kind": shown.classes,
        "above_board": own.above_board,
        "below_dock": own.below_dock,
        "sprite": own.sprite,
        "mood": own.mood(viewer),
    }


def _classes(viewer: Viewer, flags: Mapping[str, bool]) -> str:
    """Return the classes of the whole page."""
    chosen = re.match(r"[a-z]+", viewer.query.choose) if flags["with-choice"] else None
    choosing = ["choosing", f"choosing-{chosen[0]}"] if chosen else []
    return " ".join(
        ["table-page", f"on-{viewer.table.terms.game}", *choosing, *(name for name in flags if flags[name])]
    )


def _is_same_page(page_request: PageRequest, viewer: Viewer) -> bool:
    """Return whether the browser already shows a page of this kind: then it is sent only what differs."""
    if viewer.table.status == "open" or (viewer.table.status == "over" and viewer.present):
        return False
    return {viewer.table.status, "now" if viewer.present else "past"} <= page_request.shown_page


def _changed_parts(
    page_request: PageRequest, viewer: Viewer, shown: Shown, context: dict[str, object]
) -> dict[str, object]:
    parts = shown.parts | {"notice": web.render("table/notice.html", **context)}
    if context["chat"]:
        parts["talk"] = web.render("table/talk.html", **context)
    if not viewer.present:
        parts["replay"] = web.render("table/replay.html", **context)
    parts = sendable(parts, "narrow" in page_request.shown_page)
    return update_payload(viewer, parts) | {"kind": shown.classes}


async def _beside(page_request: PageRequest, viewer: Viewer) -> dict[str, object]:
    """Return what is read beside a table that shows an earlier position until the reader goes on."""
    log = (await page_request.service.page_cache.parts(viewer))["log"]
    return {"beside": True, "ply": viewer.ply, "parts": {"log": log, "side": side(viewer)}}


def _at_ply(viewer: Viewer, timeline: Timeline, ply: int) -> Viewer:
    """Return the viewer of the table as a decision left it, at a ply or before."""
    end = timeline.decision_end(ply)
    return replace(viewer, past=timeline.states[end].tobytes(), ply=end)


async def _hint(page_request: PageRequest, viewer: Viewer) -> Hint | None:
    if not (viewer.query.hint and viewer.my_turn and viewer.table.terms.hints and page_request.me):
        return None
    if missing_hint(page_request, viewer):
        return None
    return await page_request.service.hint(viewer.table, page_request.me)
