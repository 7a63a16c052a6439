"""The first page: a game at one click, a table for friends at another, and all the tables there are."""

from collections import defaultdict
from hashlib import sha256

from fastapi import APIRouter, Response
from pydantic import ValidationError

from digsite.analysis.warmup import RULES
from digsite.core.plugin import GamePlugin
from digsite.core.registry import game_names, plugin, plugins
from digsite.server import models as m
from digsite.server.made_up_names import made_up_name
from digsite.server.opening import requested
from digsite.server.pages.page_request import PageRequest, ThisRequest
from digsite.server.pages.preparing import home_notes
from digsite.server.pages.terms import refused, terms_sent
from digsite.server.people import Person
from digsite.tables import commands
from digsite.tables.refused import Refused
from digsite.tables.table import Table
from digsite.web import rules
from digsite.web.bot_levels import USUAL as USUAL_LEVEL
from digsite.web.bot_levels import bot_choices, levels
from digsite.web.game_page import page_of
from digsite.web.i18n import _, listed
from digsite.web.refusal import refusal_text
from digsite.web.table_rows import Row, rows

router = APIRouter()
USUAL = ("me", USUAL_LEVEL)  # who takes the first seats, unless something else is chosen
BREATH = 400  # milliseconds before a bot acts, so that one sees what it does
WATCHED = 200  # the same where bots play alone: the page keeps their moves, and shows them as fast as one likes
MOST_SHOWN = 6  # tables of strangers in a list


@router.get("/")
async def home(page_request: ThisRequest) -> Response:
    await page_request.renew_cookie()
    return await _home(page_request)


@router.get("/play")
@router.get("/invite")
@router.get("/pair")
@router.get("/tables")
async def back_home(page_request: ThisRequest) -> Response:
    return page_request.redirect("/")


@router.get("/lists")
async def lists(page_request: ThisRequest) -> Response:
    """The lists of the first page, for its script; nothing where they are as they were."""
    shown = await _lists(page_request)
    tag = f'"{sha256(repr((_("en"), shown)).encode()).hexdigest()[:16]}"'
    known = page_request.request.headers.get("if-none-match") == tag
    response = Response(status_code=304) if known else page_request.html("home_lists.html", **shown)
    response.headers.update({"ETag": tag, "Cache-Control": "no-cache"})
    return response


async def _lists(page_request: PageRequest) -> dict[str, list[Row]]:
    """Return the reader's tables, those that wait for players, and those that can be watched."""
    table_service, person = page_request.service.table_service, page_request.id
    own = rows(await table_service.seated(person), person) if person else []
    waiting = await table_service.listed_tables("open", most=MOST_SHOWN * 2)
    playing = await table_service.listed_tables("playing", most=MOST_SHOWN * 2)
    seen = {row.id for row in own}
    return {
        "own": own,
        "waiting": [row for row in rows(waiting, person) if row.id not in seen and row.free][:MOST_SHOWN],
        "playing": [row for row in rows(playing, person) if row.id not in seen][:MOST_SHOWN],
    }


async def _home(page_request: PageRequest, error: Refused | None = None) -> Response:
    page_request.note(error)
    pages, shown = [page_of(game) for game in game_names()], await _lists(page_request)
    return await page_request.page(
        "home.html",
        error.status if error else 200,
        here="home",
        notes=home_notes(page_request.service),
        refusal=refusal_text(error),
        **shown,
        played={row.game for row in shown["own"]},
        pages=pages,
        games=[(page.name, page.title) for page in pages],
        titles=listed([page.title for page in pages]),
        players=players,
        seat_choices=[(str(number), str(number)) for number in seat_numbers() if number > 1],
        with_rules=rules.games(),
        levels=levels(),
        bot_choices=bot_choices(),
        sent=defaultdict(str, page_request.form),
        seats=_seats_sent(page_request) if "seat0" in page_request.form else _usual_seats(),
        asks_name=page_request.me is None or page_request.me.has_made_up_name,
    )


def seat_numbers() -> list[int]:
    """Return how many can play: every number that some game allows."""
    return sorted({number for own in plugins().values() for number in own.seats})


def most_seats() -> int:
    return max(seat_numbers())


def players(own: GamePlugin) -> str:
    """Return how many play a game and for how long, such as "2 to 4 players, 60 min"."""
    numbers = {"fewest": own.seats[0], "most": own.seats[-1], "minutes": own.minutes}
    if own.minutes:
        return _("%(fewest)s to %(most)s players, %(minutes)s min", **numbers)
    return _("%(fewest)s to %(most)s players", **numbers)


def _usual_seats() -> list[str]:
    return [*USUAL, *[""] * (most_seats() - len(USUAL))]


def _seats_sent(page_request: PageRequest) -> list[str]:
    return [page_request.form.get(f"seat{number}", "") for number in range(most_seats())]


# One click


@router.post("/play")
async def play(page_request: ThisRequest) -> Response:
    """A game against a bot, or one of bots only to watch; it begins at once."""
    form = page_request.form
    guided, watched = form.get("guide") == "yes", form.get("watch") == "yes"
    bot = {"kind": "bot", "bot": "novice" if guided else form.get("level") or USUAL_LEVEL}
    seats = [bot if watched else {"kind": "me"}, bot]
    terms: dict[str, object] = {"game": form.get("game"), "guide": guided, "practice": guided}
    if guided:
        terms["seed"] = plugin(form["game"]).first_game_seed if form.get("game") in game_names() else None
    return await _opened(page_request, terms, seats, at_once=True)


@router.post("/invite")
async def invite(page_request: ThisRequest) -> Response:
    """A table with open seats, to be arranged once there."""
    try:
        friends = page_request.number("seats", most_seats(), 2) - 1
    except Refused as error:
        return await _home(page_request, error)
    seats = [{"kind": "me"}] + [{"kind": "open"}] * friends
    return await _opened(page_request, {"game": page_request.form.get("game")}, seats)


@router.post("/pair")
async def pair(page_request: ThisRequest) -> Response:
    """A game with whoever wants the same, as soon as there is somebody."""
    game = page_request.form.get("game", "")
    try:
        if game not in game_names():
            raise Refused(422, "invalid", "Something in the form is wrong")
        table = await page_request.service.pairing.pair(game, await _somebody(page_request))
    except Refused as error:
        return await _home(page_request, error)
    return page_request.redirect(f"/t/{table.id}")


@router.post("/tables")
async def open_table(page_request: ThisRequest) -> Response:
    """A table with everything agreed beforehand."""
    try:
        terms, seats = _all_terms(page_request), _chosen_seats(page_request)
    except Refused as error:
        return await _home(page_request, error)
    return await _opened(page_request, terms, seats)


async def _opened(
    page_request: PageRequest, terms: dict[str, object], seats: list[dict[str, str]], at_once: bool = False
) -> Response:
    """Open a table and lead to it; the first page again where it is refused."""
    alone = all(seat["kind"] == "bot" for seat in seats)
    try:
        checked = _checked(terms | {"pause": WATCHED if alone else BREATH, "seats": seats})
        me = await _somebody(page_request)
        asked_terms, asked_seats, seed = requested(checked, me)
        table = await page_request.service.table_service.open(asked_terms, asked_seats, me.id, seed)
        if at_once:
            await _start(page_request, table)
    except Refused as error:
        return await _home(page_request, error)
    return page_request.redirect(f"/t/{table.id}")


async def _somebody(page_request: PageRequest) -> Person:
    """Return the person, under the name the form gives, or as a new guest; without a name, one is made up."""
    name, service = page_request.form.get("person", "").strip(), page_request.service
    if page_request.me:
        if name:
            page_request.me = await service.change_person(page_request.me, name, None)
        return page_request.me
    page_request.form["person"] = name or made_up_name()
    me = await page_request.ensure_person()
    page_request.me = me if name else await service.people.choose(me, {"name": "made-up"})
    return page_request.me


async def _start(page_request: PageRequest, table: Table) -> None:
    if not page_request.service.preparation.ready(table.terms.game, RULES):
        page_request.service.start_when_ready(table)
        return
    await page_request.service.table_service.change(
        table.id, lambda t, now: commands.start(t, table.host, now.at), person=table.host
    )


def _checked(new_table: dict[str, object]) -> m.NewTable:
    try:
        return m.NewTable.model_validate(new_table)
    except ValidationError as error:
        raise refused(error) from None


def _all_terms(page_request: PageRequest) -> dict[str, object]:
    form = page_request.form
    return terms_sent(page_request) | {
        "game": form.get("game"),
        "practice": "practice" in form,
        "seed": form.get("seed") or None,
    }


def _chosen_seats(page_request: PageRequest) -> list[dict[str, str]]:
    chosen = [seat for seat in _seats_sent(page_request) if seat]
    if len(chosen) < min(seat_numbers()):
        raise Refused(422, "bad seats", "Choose who takes the seats: at least two players are needed")
    return [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in chosen]
