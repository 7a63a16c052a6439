"""The forms of a table's page: each names a verb in `do`, most of which are commands."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from fastapi import APIRouter, Response

from digsite.server.naming import check_bot
from digsite.server.pages.page_request import PageRequest, ThisRequest
from digsite.server.pages.table import find, show
from digsite.server.pages.terms import changes
from digsite.server.people import Person
from digsite.server.records import true_draws
from digsite.server.service import Service
from digsite.server.table_service import Command, Moment, StaleVersion
from digsite.tables import commands
from digsite.tables.entries import ActionPlayed, Entry
from digsite.tables.refused import Refused
from digsite.tables.table import Table
from digsite.web.game_page import page_of

router = APIRouter()
BOT_SECONDS = 3.0  # that a page without script waits for bots before it is shown
LOOK_AGAIN = 0.03  # seconds
MOST_PAUSE = 1000  # milliseconds: slower bots, and those among themselves, are watched, not waited for
MOST_STEPS = 4  # of a chain, in one form
LONGEST_REQUEST = 64  # letters of a request's id
GOES_BACK = ("undo", "takeback")  # verbs that may lead to an earlier position
VERSIONED = ("start", "act", "undo")  # verbs that answer to one version of a table


@dataclass(frozen=True)
class TableForm:
    """A form that a person has sent from a table's page."""

    page_request: PageRequest
    table: Table
    me: Person
    verb: str

    @property
    def service(self) -> Service:
        return self.page_request.service

    def text(self, name: str, default: str = "") -> str:
        return self.page_request.form.get(name, default)

    @property
    def seat(self) -> int:
        return self.page_request.number("seat", len(self.table.seats) - 1)

    @property
    def version(self) -> int | None:
        """The version of the table that the form answers to, if its verb depends on it."""
        return self.page_request.number("version", 2**31 - 1) if self.verb in VERSIONED else None

    @property
    def request(self) -> str | None:
        """The id of the request: of two with the same one, only the first has an effect."""
        sent = self.text("request")
        return f"{self.verb} {sent}"[:LONGEST_REQUEST] if sent else None

    def address(self, **query: object) -> str:
        """Return the address of the table to look at next."""
        asked = [f"{name}={value}" for name, value in query.items()]
        asked += ["refresh"] if "refresh" in self.page_request.form else []
        return f"/t/{self.table.id}" + (f"?{'&'.join(asked)}" if asked else "")


@router.post("/t/{id}")
async def submit(page_request: ThisRequest, id: str) -> Response:
    table = await find(page_request, id)
    verb = page_request.request.query_params.get("do") or page_request.form.get("do", "")
    page_request.location = f"/t/{id}"
    try:
        if verb == "verify":
            return await show(page_request, table, verified=await true_draws(page_request.service.table_service, id))
        page_request.location = await _run(page_request, table, verb)
    except Refused as error:
        if isinstance(error, StaleVersion):
            error = Refused(409, "stale", "The table has changed in the meantime: this is how it stands now")
        return await show(page_request, await find(page_request, id), error)
    if page_request.scripted and page_request.location.partition("?")[0] == f"/t/{id}":  # saves a second request
        return await show(page_request, await find(page_request, id))
    return page_request.redirect(page_request.location)


async def _run(page_request: PageRequest, table: Table, verb: str) -> str:
    """Do what a form asks for, and return the address to look at next."""
    if page_request.me is None and verb != "sit":
        raise Refused(403, "no name", "You need a name for that: take a seat, or open a table of your own")
    if verb not in COMMANDS and verb not in OTHERS:
        raise Refused(422, "unknown verb", "That cannot be done at a table")
    form = TableForm(page_request, table, await page_request.ensure_person(), verb)
    return await (_change(form) if verb in COMMANDS else OTHERS[verb](form))


async def _change(form: TableForm) -> str:
    await form.service.table_service.change(
        form.table.id,
        COMMANDS[form.verb](form),
        person=form.me.id,
        version=form.version,
        request=form.request,
        with_moves=form.verb in GOES_BACK,
    )
    if form.verb == "start":
        await _wait_for_bots(form, form.table.id)
    return form.address()


# Verbs that are one command each


def _sit(form: TableForm) -> Command:
    seat, word = form.seat, form.text("word")
    return lambda t, now: commands.sit(t, form.me.id, form.me.name, seat, word, now.at, form.request)


def _seat_bot(form: TableForm) -> Command:
    seat, bot = form.seat, form.text("bot")[:60]
    return lambda t, now: commands.seat_bot(t, form.me.id, seat, bot, now.at, check_bot, form.request)


def _leave(form: TableForm) -> Command:
    seat = form.seat
    return lambda t, now: commands.leave(t, form.me.id, seat, now.at, form.request)


def _change_terms(form: TableForm) -> Command:
    new = changes(form.page_request)
    return lambda t, now: commands.change_terms(t, form.me.id, new, now.at, check_bot, form.request)


def _add_seat(form: TableForm) -> Command:
    return lambda t, now: commands.add_seat(t, form.me.id, now.at, form.request)


def _remove_seat(form: TableForm) -> Command:
    seat = form.seat
    return lambda t, now: commands.remove_seat(t, form.me.id, seat, now.at, form.request)


def _start(form: TableForm) -> Command:
    return lambda t, now: commands.start(t, form.me.id, now.at, form.request)


def _undo(form: TableForm) -> Command:
    return lambda t, now: commands.undo(t, form.me.id, None, now.thinking, now.at, form.request, now.moves)


def _resign(form: TableForm) -> Command:
    return lambda t, now: commands.resign(t, form.me.id, None, now.at, form.request, now.thinking)


def _kick(form: TableForm) -> Command:
    seat = form.seat
    return lambda t, now: commands.kick(t, form.me.id, seat, now.thinking, now.at, form.request)


def _abandon(form: TableForm) -> Command:
    form.service.limit_messages(form.me)
    agree = form.text("agree", "yes") == "yes"
    return lambda t, now: commands.abandon(t, form.me.id, agree, now.at, form.request)


def _take_back(form: TableForm) -> Command:
    """Ask for a take-back, or answer yes or no."""
    agree = {"yes": True, "no": False}.get(form.text("agree"))
    if agree is None:
        form.service.limit_messages(form.me)
    return lambda t, now: commands.take_back(t, form.me.id, agree, now.thinking, now.moves, now.at, form.request)


def _add_time(form: TableForm) -> Command:
    form.service.limit_messages(form.me)
    seat, minutes = form.seat, 5 if form.page_request.request.query_params.get("minutes") == "5" else 1
    return lambda t, now: commands.add_time(t, form.me.id, seat, minutes, now.at, form.request)


def _come_back(form: TableForm) -> Command:
    return lambda t, now: commands.come_back(t, form.me.id, form.me.name, now.at, form.request)


def _close(form: TableForm) -> Command:
    return lambda t, now: commands.close(t, form.me.id, now.at, form.request)


COMMANDS: dict[str, Callable[[TableForm], Command]] = {
    "sit": _sit,
    "bot": _seat_bot,
    "leave": _leave,
    "agree": _change_terms,
    "widen": _add_seat,
    "narrow": _remove_seat,
    "start": _start,
    "undo": _undo,
    "resign": _resign,
    "absent": _kick,
    "abandon": _abandon,
    "takeback": _take_back,
    "time": _add_time,
    "return": _come_back,
    "close": _close,
}


# The others


async def _act(form: TableForm) -> str:
    """Play one action, or the steps of a chain planned together: if one is refused, those before it stay played."""
    viewer = form.service.page_cache.viewer(form.table, form.me.id)
    actions = page_of(form.table.terms.game).action(viewer, form.page_request.form)[:100]
    version, found = form.version, 0
    for number, action in enumerate(actions.split("; ")[:MOST_STEPS]):
        request = form.request and f"{form.request[:60]} {number}" if number else form.request

        def command(t: Table, now: Moment, action: str = action, request: str | None = request) -> Entry[ActionPlayed]:
            return commands.act(t, form.me.id, action, now.thinking, now.at, request)

        event, _ = await form.service.table_service.change(
            form.table.id, command, person=form.me.id, version=version, request=request
        )
        version, found = event["version"], event["ply"] - len(event["draws"]) - 1
    await _wait_for_bots(form, form.table.id)
    return form.address(found=found)


async def _rematch(form: TableForm) -> str:
    new = await form.service.rematch(form.table.id, form.me, at_once=True)
    await _wait_for_bots(form, new.id)
    return f"/t/{new.id}"


async def _chat(form: TableForm) -> str:
    await form.service.post_message(form.table.id, form.me, form.text("text"))
    return form.address()


async def _rename(form: TableForm) -> str:
    form.page_request.me = await form.service.change_person(form.me, form.text("person"), None)
    return form.address()


OTHERS: dict[str, Callable[[TableForm], Awaitable[str]]] = {
    "act": _act,
    "rematch": _rematch,
    "chat": _chat,
    "rename": _rename,
}


async def _wait_for_bots(form: TableForm, id: str) -> None:
    """Wait a little for bots, so that a page without script shows what they did."""
    if form.page_request.scripted:
        return
    for _ in range(int(BOT_SECONDS / LOOK_AGAIN)):
        table = await form.service.table_service.current(id)
        if table.actor is None or table.actor.kind != "bot" or not table.people or table.terms.pause >= MOST_PAUSE:
            return
        await asyncio.sleep(LOOK_AGAIN)
