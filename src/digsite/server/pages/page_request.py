"""A request of a browser: who sends it, what is in it, and how it is answered."""

import gzip
import json
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Annotated
from unicodedata import category
from urllib.parse import parse_qsl, urlsplit

from fastapi import Depends, Request, Response
from fastapi.responses import RedirectResponse
from starlette.datastructures import UploadFile

from digsite import web
from digsite.server import preferences
from digsite.server.background import page_worker
from digsite.server.damage import Damaged
from digsite.server.ids import new_id
from digsite.server.people import COOKIE, COOKIE_DAYS, Person, device_of
from digsite.server.quotas import TooMuch
from digsite.server.service import Service, service_of
from digsite.server.store import StoreDown
from digsite.tables.refused import Refused
from digsite.web.devices import device_label
from digsite.web.page_query import PageQuery

MOST_FIELDS = 60
COMPRESSION = 4  # gzip's level: more would take longer than it saves


@dataclass
class PageRequest:
    """A request for a page. `me` is None for somebody without a name yet."""

    request: Request
    service: Service
    me: Person | None
    form: dict[str, str] = field(default_factory=dict)
    device: str = ""  # on which the person is signed in; "" with a cookie of before
    cookie: str | None = None  # the browser's from now on; "": none
    retry_after: int = 0  # seconds after which a request that was too much may be sent again
    location: str = ""  # the address of the page that is shown instead of the one asked for

    @property
    def id(self) -> str | None:
        return self.me.id if self.me else None

    def note(self, error: Refused | None) -> None:
        """Note when to come again, if a request was too much."""
        self.retry_after = error.wait if isinstance(error, TooMuch) else 0

    async def sign_in(self, person: Person) -> Person:
        """Sign a person in on this device."""
        self.me = person
        self.cookie = await self.service.people.new_device(
            person.id, device_label(self.request.headers.get("user-agent", ""))
        )
        self.device = device_of(self.cookie)
        return person

    async def renew_cookie(self) -> None:
        """Keep the person signed in for another year; one with a cookie of before gets a device."""
        if self.me and self.device:
            self.cookie = self.service.people.cookie(self.me.id, self.device)
        elif self.me:
            with suppress(StoreDown):  # the old cookie is still good
                await self.sign_in(self.me)

    async def ensure_person(self) -> Person:
        """Return the person, or a new guest of the name in the form."""
        if self.me:
            return self.me
        self.service.limit_guests()
        return await self.sign_in(await self.service.people.new(self.form.get("person", ""), settings=self.settings))

    @property
    def settings(self) -> preferences.Preferences:
        """The reader's settings, kept with the person or in this browser."""
        return self.me.settings if self.me else preferences.of_cookie(self.request.cookies.get(preferences.COOKIE, ""))

    @property
    def query(self) -> dict[str, str]:
        """The query of the page that is shown."""
        return (
            dict(parse_qsl(urlsplit(self.location).query, True)) if self.location else dict(self.request.query_params)
        )

    @property
    def scripted(self) -> bool:
        """Whether the page's script sent the request, not the browser itself; its stream tells it of later changes."""
        return self.request.headers.get("x-live") is not None

    @property
    def shown_page(self) -> set[str]:
        """The kind of page that the browser shows, in words of its script such as `playing`, `now` and `narrow`."""
        return set(self.request.headers.get("x-live", "").split())

    @property
    def shown_ply(self) -> int | None:
        """The ply of the position that the browser shows, where moves wait there to be shown: `at-40`."""
        said = next((word for word in self.shown_page if word.startswith("at-")), None)
        return None if said is None else PageQuery.decode({"ply": said[3:]}).ply

    def address(self, path: str) -> str:
        """Return the whole address of a page, with the server's name."""
        url = self.request.url
        return f"{'https' if self.service.settings.https else url.scheme}://{url.netloc}{path}"

    def number(self, name: str, most: int, default: int | None = None) -> int:
        """Return a whole number of the form. Raises Refused where it is missing without a default, or too large."""
        text = self.form.get(name, "").strip()
        if not text and default is not None:
            return default
        if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= most):
            raise _bad_number(name, most)
        return int(text)

    def html(self, template: str, status: int = 200, /, **context: object) -> Response:
        """Return a page."""
        people = self.service.people
        context |= {"me": self.me, "token": people.form_token(self.me.id) if self.me else "", "request": new_id()}
        usual: dict[str, object] = {"refusal": "", "here": "", "scripted": self.scripted, "settings": self.settings}
        return self._with_headers(self._compressed(web.render(template, **usual | context), status, "text/html"))

    async def page(self, template: str, status: int = 200, /, **context: object) -> Response:
        """Return a page that takes long to render."""
        return await page_worker.do(self.html, template, status, **context)

    def json(self, payload: dict[str, object], status: int = 200) -> Response:
        """Return an answer to the page's script."""
        payload["request"] = new_id()
        return self._with_headers(self._compressed(json.dumps(payload, ensure_ascii=False), status, "application/json"))

    def _compressed(self, text: str, status: int, kind: str) -> Response:
        headers = {"Vary": "Accept-Encoding, X-Live"}
        if "gzip" not in self.request.headers.get("accept-encoding", ""):
            return Response(text, status, headers, kind)
        return Response(gzip.compress(text.encode(), COMPRESSION), status, headers | {"Content-Encoding": "gzip"}, kind)

    def redirect(self, path: str) -> Response:
        return self._with_headers(RedirectResponse(path, 303))

    def _with_headers(self, response: Response) -> Response:
        response.headers["Cache-Control"] = "no-store"
        if self.retry_after:
            response.headers["Retry-After"] = str(self.retry_after)
        if self.location:
            response.headers["X-Location"] = self.location
        if self.cookie == "":
            response.delete_cookie(COOKIE, secure=self.service.settings.https, httponly=True, samesite="lax")
        elif self.cookie:
            response.set_cookie(
                COOKIE,
                self.cookie,
                max_age=COOKIE_DAYS * 86_400,
                secure=self.service.settings.https,
                httponly=True,
                samesite="lax",
            )
        return response


def _bad_number(name: str, most: int) -> Refused:
    match name:
        case "minutes":
            return Refused(422, "bad number", "Minutes must be a whole number, at most %(most)s", most=most)
        case "seconds":
            return Refused(422, "bad number", "Seconds must be a whole number, at most %(most)s", most=most)
        case "days":
            return Refused(422, "bad number", "Days must be a whole number, at most %(most)s", most=most)
        case "seats":
            return Refused(422, "bad number", "Seats must be a whole number, at most %(most)s", most=most)
    return Refused(422, "bad number", "A number in the form is missing, or larger than %(most)s", most=most)


async def reader_of(request: Request) -> PageRequest:
    """Return a request with the person who sends it, if a cookie names one. Raises Damaged."""
    service, me, cookie = service_of(request), None, request.cookies.get(COOKIE, "")
    if cookie:
        try:
            me = await service.people.by_cookie(cookie)
        except Damaged:
            raise  # who takes the person for a stranger would give them another cookie
        except Refused:
            me = None
    return PageRequest(request, service, me, device=device_of(cookie) if me else "")


async def _page_request(request: Request) -> PageRequest:
    page_request = await reader_of(request)
    service, me = page_request.service, page_request.me
    if request.method == "POST":
        page_request.form = await _form(request)
        if me and not service.people.is_form_token(me.id, page_request.form.get("token", "")):
            raise Refused(403, "bad form", "This form has expired: go back, reload the page and try again")
    return page_request


async def _form(request: Request) -> dict[str, str]:
    try:
        sent = (await request.form(max_files=0, max_fields=MOST_FIELDS)).multi_items()
    except UnicodeError:
        raise Refused(400, "no form", "The form cannot be read") from None
    form = {name: value for name, value in sent if not isinstance(value, UploadFile)}
    if any(letter == "\0" or category(letter) == "Cs" for value in form.values() for letter in value):
        raise Refused(422, "bad text", "The form contains a character that cannot be read")
    return form


ThisRequest = Annotated[PageRequest, Depends(_page_request)]
