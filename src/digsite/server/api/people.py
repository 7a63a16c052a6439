"""Guests, their tokens and links."""

from fastapi import Request, Response

from digsite.server import models as m
from digsite.server.api.asking import USUAL, Id, Json, Me, Served, api


@api.post("/guests", status_code=201, response_model=m.Guest, tags=["people"])
async def become_guest(request: Request, served: Served, sent: m.NewGuest) -> Response:
    """A name is all it takes; the token is shown once."""
    served.may_be_guest(request.client.host if request.client else "?")
    person = await served.people.new(sent.name, sent.colour)
    _, token = await served.people.new_token(person.id, "first")
    return Json(vars(person) | {"token": token}, 201)


@api.get("/me", response_model=m.PersonTold, tags=["people"])
async def who_am_i(me: Me) -> Response:
    return Json(vars(me))


@api.patch("/me", response_model=m.PersonTold, tags=["people"])
async def change_me(served: Served, me: Me, sent: m.ChangedPerson) -> Response:
    return Json(vars(await served.people.change(me, sent.name, sent.colour)))


@api.get("/me/tables", response_model=list[m.Row], tags=["people"])
async def my_tables(served: Served, me: Me) -> Response:
    return Json(await served.desk.tables_of(me.id))


@api.get("/me/tokens", response_model=list[m.TokenTold], tags=["people"])
async def my_tokens(served: Served, me: Me) -> Response:
    return Json(await served.people.tokens(me.id))


@api.post("/me/tokens", status_code=201, response_model=m.NewTokenTold, tags=["people"], responses={409: USUAL[422]})
async def new_token(served: Served, me: Me, sent: m.NewToken) -> Response:
    """For a program that plays in your name; it is shown once."""
    id, token = await served.people.new_token(me.id, sent.label)
    return Json({"id": id, "token": token}, 201)


@api.delete("/me/tokens/{token}", status_code=204, tags=["people"])
async def delete_token(served: Served, me: Me, token: Id) -> Response:
    await served.people.delete_token(me.id, token)
    return Response(status_code=204)


@api.post("/me/link", status_code=201, response_model=m.LinkTold, tags=["people"])
async def new_link(served: Served, me: Me) -> Response:
    """Opens your seats on another device, once, within a day."""
    secret = await served.people.new_link(me.id)
    return Json({"secret": secret, "path": f"/link/{secret}"}, 201)


@api.post("/links", status_code=201, response_model=m.Guest, tags=["people"])
async def follow_link(served: Served, sent: m.Link) -> Response:
    person = await served.people.follow(sent.secret)
    _, token = await served.people.new_token(person.id, "by link")
    return Json(vars(person) | {"token": token}, 201)
