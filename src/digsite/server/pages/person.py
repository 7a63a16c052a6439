"""Oneself: name and colour, tokens, a link to another device."""

from collections import defaultdict

from fastapi import APIRouter, Response

from digsite.server.pages.visit import Visit, Visiting
from digsite.server.table import Refused
from digsite.web import qr
from digsite.web.refusal import said as told_off
from digsite.web.words import _

router = APIRouter()


@router.get("/me")
async def see_me(visit: Visiting) -> Response:
    return await _me(visit) if visit.me else visit.go("/")


async def _me(visit: Visit, status: int = 200, said: str = "", done: str = "", **once: str) -> Response:
    tokens = await visit.served.people.tokens(visit.me.id) if visit.me else []
    code = qr.code(once["link"], _("QR code of your link")) if "link" in once else ""
    told = {"said": said, "done": done, "tokens": tokens, "code": code, "once": defaultdict(str, once)}
    return visit.show("me.html", status, here="me", **told)


@router.post("/me")
async def change_me(visit: Visiting) -> Response:
    people, form, me = visit.served.people, visit.form, visit.me
    if me is None:
        return visit.go("/")
    try:
        match form.get("do"):
            case "change":
                visit.me = await people.change(me, form.get("person"), form.get("colour"))
                return await _me(visit, done=_("Kept."))
            case "link":
                return await _me(visit, link=visit.address(f"/link/{await people.new_link(me.id)}"))
            case "token":
                return await _me(visit, token=(await people.new_token(me.id, form.get("label", "")))[1])
            case "delete":
                await people.delete_token(me.id, form.get("id", ""))
                return await _me(visit, done=_("The token is gone."))
        raise Refused(422, "no deed", "That cannot be done here")
    except Refused as error:
        return await _me(visit, error.status, told_off(error))


@router.get("/link/{secret}")
async def see_link(visit: Visiting, secret: str) -> Response:
    return visit.show("link.html", here="", secret=secret)


@router.post("/link/{secret}")
async def follow_link(visit: Visiting, secret: str) -> Response:
    visit.become(await visit.served.people.follow(secret))
    return visit.go("/")
