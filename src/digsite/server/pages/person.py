"""The reader's own pages: name and colour, games, tokens, a link to another device."""

from collections import defaultdict

from fastapi import APIRouter, Response

from digsite.server import preferences
from digsite.server.pages.page_request import PageRequest, ThisRequest
from digsite.server.people import Person
from digsite.tables.refused import Refused
from digsite.web import devices, past_games, qr
from digsite.web.i18n import _
from digsite.web.refusal import refusal_text

router = APIRouter()


@router.get("/me")
async def see_me(page_request: ThisRequest) -> Response:
    await page_request.renew_cookie()
    return await _me(page_request) if page_request.me else page_request.redirect("/")


async def _me(page_request: PageRequest, status: int = 200, refusal: str = "", done: str = "", **once: str) -> Response:
    people, me = page_request.service.people, page_request.me
    tokens, held = (await people.tokens(me.id), await people.devices(me.id)) if me else ([], [])
    code = qr.code(once["link"], _("QR code of your link")) if "link" in once else ""
    now = page_request.service.table_service.clock.now()
    context: dict[str, object] = {"refusal": refusal, "done": done, "code": code, "once": defaultdict(str, once)}
    context |= {"devices": devices.listed(held, page_request.device, now), "tokens": devices.tokens(tokens, now)}
    return page_request.html("me.html", status, here="me", **context)


@router.post("/me")
async def change_me(page_request: ThisRequest) -> Response:
    people, form, me = page_request.service.people, page_request.form, page_request.me
    if me is None:
        return page_request.redirect("/")
    try:
        match form.get("do"):
            case "change":
                page_request.me = await page_request.service.change_person(me, form.get("person"), form.get("colour"))
                return await _me(page_request, done=_("Saved."))
            case "link":
                return await _me(page_request, link=page_request.address(f"/link/{await people.new_link(me.id)}"))
            case "token":
                return await _me(page_request, token=(await people.new_token(me.id, form.get("label", "")))[1])
            case "delete":
                await people.delete_token(me.id, form.get("id", ""))
                return await _me(page_request, done=_("Token deleted."))
            case "end":
                await people.end_device(me.id, form.get("id", ""))
                return await _me(page_request, done=_("Signed out there."))
            case "others":
                await page_request.renew_cookie()
                await people.sign_out(me.id, but=page_request.device)
                return await _me(page_request, done=_("Signed out everywhere else."))
            case "signout" | "everywhere" as verb:
                return await _signed_out(page_request, me, everywhere=verb == "everywhere")
        raise Refused(422, "unknown verb", "That cannot be done here")
    except Refused as error:
        return await _me(page_request, error.status, refusal_text(error))


async def _signed_out(page_request: PageRequest, me: Person, everywhere: bool) -> Response:
    people = page_request.service.people
    if everywhere:
        await people.sign_out(me.id)
    elif page_request.device:
        await people.end_device(me.id, page_request.device)
    page_request.cookie = ""
    return page_request.redirect("/")


@router.get("/me/settings")
async def see_settings(page_request: ThisRequest) -> Response:
    return page_request.html("settings.html", here="settings", done="")


@router.post("/me/settings")
async def choose_settings(page_request: ThisRequest) -> Response:
    """Keep the settings sent, with the person or in this browser; those that are not sent stay."""
    chosen = {name: page_request.form[name] for name in preferences.CHOICES if name in page_request.form}
    if page_request.me:
        page_request.me = await page_request.service.people.choose(page_request.me, chosen)
        return page_request.html("settings.html", here="settings", done=_("Saved."))
    settings = preferences.cleaned({**page_request.settings, **chosen})
    response = page_request.html("settings.html", here="settings", done=_("Saved."), settings=settings)
    response.set_cookie(
        preferences.COOKIE,
        preferences.to_cookie(settings),
        max_age=preferences.COOKIE_DAYS * 86_400,
        secure=page_request.service.settings.https,
        httponly=True,
        samesite="lax",
    )
    return response


@router.get(past_games.PATH)
async def see_games(page_request: ThisRequest) -> Response:
    """All games of the person, page by page."""
    if page_request.id is None:
        return page_request.redirect("/")
    asked, person, service = past_games.wanted(page_request.query), page_request.id, page_request.service.table_service
    count = await service.count_played(person, asked.game, asked.status)
    asked = asked.within(count)
    tables = await service.played(person, asked.game, asked.status, past_games.ON_A_PAGE, asked.skip)
    return page_request.html("games.html", here="games", **past_games.context(asked, count, tables, person))


@router.get("/link/{secret}")
async def see_link(page_request: ThisRequest, secret: str) -> Response:
    if not await page_request.service.people.has_link(secret):
        raise Refused(404, "no link", "This link has already been used or has expired")
    return page_request.html("link.html", here="", secret=secret)


@router.post("/link/{secret}")
async def follow_link(page_request: ThisRequest, secret: str) -> Response:
    await page_request.sign_in(await page_request.service.people.follow(secret))
    return page_request.redirect("/")
