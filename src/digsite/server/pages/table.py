"""A table's page: looking at it, and doing something there."""

import asyncio
import re
from typing import Any

from fastapi import APIRouter, Response

from digsite import web
from digsite.server import commands
from digsite.server.api.records import true_draws
from digsite.server.desk import Command, Outrun
from digsite.server.pages.news import news, pieces
from digsite.server.pages.terms import changes
from digsite.server.pages.visit import Visit, Visiting
from digsite.server.people import Person
from digsite.server.service import Service
from digsite.server.table import Entry, Refused, Table
from digsite.web import rules
from digsite.web.headline import headline
from digsite.web.lobby import lobby
from digsite.web.look import Look
from digsite.web.refusal import said
from digsite.web.rooms import room
from digsite.web.side import side

router = APIRouter()
ID = re.compile(r"[A-Za-z0-9_-]{1,16}")
BOTS_TAKE = 3.0  # seconds a page without script waits for bots before it is shown
LOOK_AGAIN = 0.03
MOST_STEPS = 4  # of a chain, in one form
MOST_PAUSE = 1000  # milliseconds: slower bots are watched, not waited for
PAGE = "table_page.html"
HIDDEN = re.compile(r"\s*<[^>]* hidden\b")
NOTHING = '<section id="{}" hidden></section>'
SENT_AWAY = "digsite_unguided"  # a cookie
REFRESH = 5  # seconds, for who asked for it
ON_TIME = ("start", "act", "undo")  # what answers to one version of a table
DEEDS = (
    "sit", "leave", "bot", "start", "act", "undo", "resign", "abandon", "rematch", "chat", "absent", "agree", "widen",
    "narrow", "verify",
)  # fmt: skip


@router.get("/t/{id}")
async def see_table(visit: Visiting, id: str) -> Response:
    return await show(visit, await find(visit, id))


async def find(visit: Visit, id: str) -> Table:
    if not ID.fullmatch(id):
        raise Refused(404, "no table", "There is no such table")
    return await visit.served.desk.current(id)


async def show(visit: Visit, table: Table, refusal: Refused | None = None, verified: bool | None = None) -> Response:
    served, query = visit.served, unguided(visit, table) | visit.query
    look = served.shown.look(table, visit.id, choose=query)
    if "ply" in query and table.status != "open":
        look = await _earlier(visit, table, query["ply"])
    same = _same(visit, look)
    told: dict[str, Any] = {
        "look": look,
        "table": table,
        "chance": table.chance(),
        "headline": headline(look),
        "said": said(refusal),
        "invitation": visit.address(f"/t/{table.id}"),
        "chat": await served.desk.chat(table.id) if not same or "text" in visit.form else (),
        "refresh": REFRESH if "refresh" in query or "refresh" in visit.form else 0,
        "game": table.terms.game,
        "has_rules": table.terms.game in rules.games(),
    }
    if table.status == "open":
        told["lobby"] = lobby(look, told["invitation"])
        return visit.show("lobby_page.html", refusal.status if refusal else 200, **told)
    own, shown = room(table.terms.game), served.shown
    parts, story = await shown.parts(look), await shown.story(table)
    hint = await _hint(visit, look)
    choice, beside = await asyncio.to_thread(lambda: (own.choice(look), side(look, hint)))
    finds = own.found(look, story, _number(query.get("found", "")))
    told["parts"] = parts | {
        "choice": choice or NOTHING.format("choice"),
        "finds": finds or NOTHING.format("finds"),
        "side": beside,
    }
    over = table.status == "over" and look.present and not finds  # first what the last dig brought
    told["end"] = await asyncio.to_thread(own.end, look, story, verified) if over else ""
    guided = table.terms.guide and query.get("guide") != "off"
    speaking = guided and not HIDDEN.match(parts["guide"])
    kind = {
        "over": over,
        "with-choice": choice,
        "past": not look.present,
        "guided": guided,
        "speaking": speaking,
    }
    told |= {"sprite": own.sprite, "mood": own.mood(look), "kind": _kind(look, kind)}
    if visit.goal and not finds:  # nothing of it is left to see
        visit.goal = look.bare
    status = refusal.status if refusal else 200
    response = visit.tell(_news(visit, told), status) if same else visit.show(PAGE, status, **told)
    if query.get("guide") == "off":
        response.set_cookie(SENT_AWAY, "yes", path=look.bare, samesite="lax", httponly=True)
    return response


def _kind(look: Look, shown: dict[str, Any]) -> str:
    """What the stylesheet must know of the whole page."""
    chosen = shown["with-choice"] and re.match(r"[a-z]+", look.choose.get("choose", ""))
    choosing = ["choosing", f"choosing-{chosen[0]}"] if chosen else []
    return " ".join(["table-page", f"on-{look.table.terms.game}", *choosing, *(name for name in shown if shown[name])])


def _same(visit: Visit, look: Look) -> bool:
    """Whether the page that is there already is one of the same kind: then it is told what is otherwise."""
    if look.table.status == "open" or (look.table.status == "over" and look.present):
        return False
    return {look.table.status, "now" if look.present else "past"} <= visit.there


def _news(visit: Visit, told: dict[str, Any]) -> dict[str, Any]:
    parts = dict(told["parts"]) | {"notice": web.render("table/notice.html", **told)}
    if told["chat"]:  # else the stream tells it
        parts["talk"] = web.render("table/talk.html", **told)
    if not told["look"].present:
        parts["replay"] = web.render("table/replay.html", **told)
    return news(told["look"], pieces(parts, "narrow" in visit.there)) | {"kind": told["kind"]}


def unguided(visit: Visit, table: Table) -> dict[str, str]:
    """Who has sent the guide away once is left alone."""
    return {"guide": "off"} if table.terms.guide and SENT_AWAY in visit.request.cookies else {}


async def _earlier(visit: Visit, table: Table, told: str) -> Look:
    """The table as a decision left it, at a ply or before."""
    story = await visit.served.shown.story(table)
    ends = [item.end for item in story.decisions]
    ply = max((end for end in ends if end <= _number(told)), default=ends[0])
    query = visit.query | {"step": str(ends.index(ply)), "steps": str(len(ends) - 1)}
    query |= {"back": str(ends[max(ends.index(ply) - 1, 0)]), "on": str(ends[min(ends.index(ply) + 1, len(ends) - 1)])}
    return visit.served.shown.look(table, visit.id, choose=query, past=story.states[ply].tobytes(), ply=ply)


async def _hint(visit: Visit, look: Look) -> Any:
    if "hint" not in look.choose:
        return None
    return await visit.served.hint(look.table) if look.my_turn and look.table.terms.hints else None


def _number(told: str) -> int:
    return int(told) if told.isascii() and told.isdigit() and len(told) < 7 else 0


@router.post("/t/{id}")
async def do_something(visit: Visiting, id: str) -> Response:
    table = await find(visit, id)
    what = visit.request.query_params.get("do") or visit.form.get("do", "")
    visit.goal = f"/t/{id}"
    try:
        if what == "verify":
            return await show(visit, table, verified=await true_draws(visit.served.desk, id))
        visit.goal = await _do(visit, table, what)
    except Refused as error:
        if isinstance(error, Outrun):
            error = Refused(409, "stale", "Something has happened meanwhile: this is how the table stands now")
        return await show(visit, await find(visit, id), error)
    if visit.scripted and visit.goal.partition("?")[0] == f"/t/{id}":  # at once, without asking for it again
        return await show(visit, await find(visit, id))
    return visit.go(visit.goal)


async def _do(visit: Visit, table: Table, what: str) -> str:
    """Does what was asked for; the page to look at then."""
    served, id = visit.served, table.id
    if visit.me is None and what != "sit":
        raise Refused(403, "no name", "Only who has a name may do that: take a seat, or open a table of your own")
    if what not in DEEDS:
        raise Refused(422, "no deed", "That cannot be done at a table")
    me = await visit.somebody()
    if what == "rematch":
        new = await served.rematch(id, me, at_once=True)
        if not visit.scripted:
            await _bots_have_moved(served, new.id)
        return f"/t/{new.id}"
    if what == "chat":
        await served.say(id, me, visit.form.get("text", ""))
        return f"/t/{id}" + ("?refresh" if "refresh" in visit.form else "")
    if what == "abandon":
        served.may_speak(me)
    request = f"{what} {visit.form['request']}"[:64] if visit.form.get("request") else None
    version = visit.number("version", 2**31 - 1) if what in ON_TIME else None
    if what == "act":
        return await _act(visit, table, me, version, request)
    command, with_line = _command(what, visit, table, me, request), what == "undo"
    await served.desk.change(id, command, person=me.id, version=version, request=request, with_line=with_line)
    if what == "start" and not visit.scripted:
        await _bots_have_moved(served, id)
    return f"/t/{id}" + ("?refresh" if "refresh" in visit.form else "")


async def _act(visit: Visit, table: Table, me: Person, version: int | None, request: str | None) -> str:
    """One action, or the steps of a chain that were planned together; whatever is refused, those before it are done."""
    served, id = visit.served, table.id
    told = room(table.terms.game).action(served.shown.look(table, me.id), visit.form)[:100]
    event: dict[str, Any] = {}
    for number, action in enumerate(told.split("; ")[:MOST_STEPS]):
        asked = request and f"{request[:60]} {number}" if number else request

        def command(t: Table, now: Any, action: str = action, asked: str | None = asked) -> Entry:
            return commands.act(t, me.id, action, now.thinking, now.at, asked)

        event, _ = await served.desk.change(id, command, person=me.id, version=version, request=asked)
        version = event["version"]
    if not visit.scripted:
        await _bots_have_moved(served, id)
    goal = f"/t/{id}?found={event['ply'] - len(event['draws']) - 1}"
    return goal + ("&refresh" if "refresh" in visit.form else "")


async def _bots_have_moved(served: Service, id: str) -> None:
    """Waits a little for bots, so that the page shown next says what they did."""
    for _ in range(int(BOTS_TAKE / LOOK_AGAIN)):
        table = await served.desk.current(id)
        if table.actor is None or table.actor.kind != "bot" or table.terms.pause >= MOST_PAUSE:
            return
        await asyncio.sleep(LOOK_AGAIN)


def _command(what: str, visit: Visit, table: Table, me: Person, request: str | None) -> Command:
    form = visit.form
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
            new = changes(visit)
            return lambda t, now: commands.agree(t, me.id, new, now.at, request)
        case "widen":
            return lambda t, now: commands.widen(t, me.id, now.at, request)
    seat = visit.number("seat", 3)
    match what:
        case "sit":
            word = form.get("word", "")
            return lambda t, now: commands.sit(t, me.id, me.name, seat, word, now.at, request)
        case "bot":
            bot = form.get("bot", "")[:60]
            return lambda t, now: commands.seat_bot(t, me.id, seat, bot, now.at, request)
        case "leave":
            return lambda t, now: commands.leave(t, me.id, seat, now.at, request)
        case "narrow":
            return lambda t, now: commands.narrow(t, me.id, seat, now.at, request)
    return lambda t, now: commands.kick(t, me.id, seat, now.thinking, now.at, request)
