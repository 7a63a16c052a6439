"""Guests, their tokens and links."""

from fastapi import Response

from digsite.server import models as m
from digsite.server.api.dependencies import USUAL, Id, Json, Me, ThisService, api


@api.post("/guests", status_code=201, response_model=m.Guest, tags=["people"])
async def become_guest(service: ThisService, sent: m.NewGuest) -> Response:
    """Become a guest: a name is enough. The token is shown only once."""
    service.limit_guests()
    person = await service.people.new(sent.name, sent.colour)
    _, token = await service.people.new_token(person.id, "first")
    return Json(person.public | {"token": token}, 201)


@api.get("/me", response_model=m.PersonModel, tags=["people"])
async def who_am_i(me: Me) -> Response:
    return Json(me.public)


@api.patch("/me", response_model=m.PersonModel, tags=["people"])
async def change_me(service: ThisService, me: Me, sent: m.ChangedPerson) -> Response:
    return Json((await service.change_person(me, sent.name, sent.colour)).public)


@api.get("/me/tables", response_model=list[m.RowModel], tags=["people"])
async def my_tables(service: ThisService, me: Me) -> Response:
    return Json(await service.table_service.tables_of(me.id))


@api.get("/me/tokens", response_model=list[m.TokenModel], tags=["people"])
async def my_tokens(service: ThisService, me: Me) -> Response:
    return Json(await service.people.tokens(me.id))


@api.post("/me/tokens", status_code=201, response_model=m.NewTokenModel, tags=["people"], responses={409: USUAL[422]})
async def new_token(service: ThisService, me: Me, sent: m.NewToken) -> Response:
    """Make a token for a program that plays for you. It is shown only once."""
    id, token = await service.people.new_token(me.id, sent.label)
    return Json({"id": id, "token": token}, 201)


@api.delete("/me/tokens/{token}", status_code=204, tags=["people"])
async def delete_token(service: ThisService, me: Me, token: Id) -> Response:
    await service.people.delete_token(me.id, token)
    return Response(status_code=204)


@api.post("/me/link", status_code=201, response_model=m.LinkModel, tags=["people"])
async def new_link(service: ThisService, me: Me) -> Response:
    """Make a link that signs you in on another device, once, within a day."""
    secret = await service.people.new_link(me.id)
    return Json({"secret": secret, "path": f"/link/{secret}"}, 201)


@api.post("/links", status_code=201, response_model=m.Guest, tags=["people"])
async def follow_link(service: ThisService, sent: m.Link) -> Response:
    person, token = await service.people.follow_with_token(sent.secret, "by link")
    return Json(person.public | {"token": token}, 201)
