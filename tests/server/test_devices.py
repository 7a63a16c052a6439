"""Where one is signed in: a list on one's page, each can be ended, here or everywhere at once."""

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import select

from digsite.server import schema as s
from digsite.server.damage import alter
from digsite.server.people import COOKIE, MOST_DEVICES
from digsite.server.service import Service
from digsite.tables.refused import Refused
from tests.server.clients import Client
from tests.server.databases import new_postgres, serving, url
from tests.server.service_helpers import run
from tests.server.visitor import Visitor

__all__ = ["url"]
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605 Version/18.5 Mobile Safari/604"
Visitors = Callable[[], Visitor]


class Browser(Visitor):
    """A browser that says which it is."""

    def __init__(self, http: TestClient, agent: str = FIREFOX) -> None:
        super().__init__(http)
        self.agent = agent

    def send(self, method: str, path: str, **more: Any) -> Any:
        self.http.headers["User-Agent"] = self.agent
        return super().send(method, path, **more)


@pytest.fixture
def service(app: FastAPI) -> Service:
    service: Service = app.state.service
    return service


def signed_in(http: TestClient, name: str = "Ann", agent: str = FIREFOX) -> Visitor:
    browser = Browser(http, agent)
    browser.see("/")
    browser.open(person=name)
    browser.see("/me")
    return browser


def linked(http: TestClient, first: Visitor, agent: str = IPHONE) -> Visitor:
    """Another device of the same person."""
    first.see("/me")
    first.post("/me", do="link")
    link = re.findall(r"http://localhost(/link/[\w-]+)", first.page)[0]
    browser = Browser(http, agent)
    browser.see(link)
    browser.post(link)
    browser.see("/me")
    return browser


def is_in(browser: Visitor) -> bool:
    answer = browser.http.get("/api/me", headers={b"Cookie": f"{COOKIE}={browser.cookie}".encode()})
    return bool(answer.status_code == 200)


def devices(browser: Visitor) -> list[tuple[str, str]]:
    """The name of each device on the page, and the id its button ends it by, "" for the one looked with."""
    browser.see("/me")
    rows = re.findall(r'<li class="device">(.*?)</li>', browser.page, re.DOTALL)
    ids = [re.search(r'name="id" value="([^"]+)"', row) for row in rows]
    names = [re.findall(r"<b>([^<]+)</b>", row)[0] for row in rows]
    return [(name, id[1] if id else "") for name, id in zip(names, ids, strict=True)]


def test_the_page_lists_every_device(http: TestClient) -> None:
    ann = signed_in(http)
    assert devices(ann) == [("Firefox on Linux", "")]
    phone = linked(http, ann)
    assert [(name, bool(id)) for name, id in devices(phone)] == [
        ("Safari on iPhone", False),
        ("Firefox on Linux", True),
    ]
    assert [(name, bool(id)) for name, id in devices(ann)] == [("Firefox on Linux", False), ("Safari on iPhone", True)]
    assert "This device" in ann.page
    assert "Added today" in ann.page


@pytest.mark.parametrize("agent", ["", "curl/8", "<b>x</b>", "x" * 10_000])
def test_a_device_that_says_nothing_useful_is_a_browser(http: TestClient, agent: str) -> None:
    assert devices(signed_in(http, agent=agent)) == [("A browser", "")]


def test_one_signs_out_here(http: TestClient) -> None:
    ann = signed_in(http)
    phone = linked(http, ann)
    old, answer = ann.cookie, ann.post("/me", do="signout")
    assert answer.url.path == "/"
    assert (is_in(Visitor(http, old)), is_in(phone)) == (False, True)
    assert len(devices(phone)) == 1


def test_signing_out_clears_the_cookie(http: TestClient) -> None:
    ann = signed_in(http)
    fields = ann.hidden() | {"do": "signout"}
    headers = {b"Cookie": f"{COOKIE}={ann.cookie}".encode()}
    said = http.post("/me", data=fields, headers=headers, follow_redirects=False).headers["set-cookie"]
    assert re.match(rf'{COOKIE}="?"?; .*Max-Age=0', said)


def test_one_ends_another_device(http: TestClient) -> None:
    ann = signed_in(http)
    phone = linked(http, ann)
    ann.post("/me", do="end", id=devices(ann)[1][1])
    assert "Signed out there." in ann.page
    assert (is_in(ann), is_in(phone)) == (True, False)
    assert phone.see("/me").url.path == "/"


def test_nobody_ends_anothers_device(http: TestClient) -> None:
    ann, bo = signed_in(http), signed_in(http, "Bo")
    phone = linked(http, bo)
    there = devices(bo)[1][1]
    ann.see("/me")
    assert ann.post("/me", do="end", id=there).status_code == 404
    assert ann.post("/me", do="delete", id=there).status_code == 404
    assert (is_in(bo), is_in(phone)) == (True, True)


def everything_of(http: TestClient, ann: Visitor) -> tuple[Visitor, Client, str]:
    """Another device, a program and an unused link."""
    phone = linked(http, ann)
    ann.see("/me")
    ann.post("/me", do="token", label="my bot")
    token = re.findall(r'id="own-token" readonly[^>]*value="([^"]+)"', ann.page)[0]
    ann.post("/me", do="link")
    link = re.findall(r"http://localhost(/link/[\w-]+)", ann.page)[0]
    return phone, Client(http, {"Authorization": f"Bearer {token}"}), link


def test_one_signs_out_everywhere_else(http: TestClient) -> None:
    ann = signed_in(http)
    phone, program, link = everything_of(http, ann)
    assert program.get("/api/me").status_code == 200
    ann.post("/me", do="others")
    assert (is_in(ann), is_in(phone), program.get("/api/me").status_code) == (True, False, 401)
    assert http.get(link).status_code == 404
    assert len(devices(ann)) == 1


def test_one_signs_out_everywhere(http: TestClient) -> None:
    ann = signed_in(http)
    phone, program, link = everything_of(http, ann)
    old = ann.cookie
    assert ann.post("/me", do="everywhere").url.path == "/"
    assert (is_in(Visitor(http, old)), is_in(phone), program.get("/api/me").status_code) == (False, False, 401)
    assert http.get(link).status_code == 404


def old_cookie(service: Service, person: str) -> str:
    """As versions before had them: of a person, not of a device."""
    return service.people.cookie(person)


def person_of(http: TestClient, browser: Visitor) -> str:
    answer = http.get("/api/me", headers={b"Cookie": f"{COOKIE}={browser.cookie}".encode()})
    return str(answer.json()["id"])


def test_a_cookie_of_before_goes_on_and_becomes_a_device(http: TestClient, service: Service) -> None:
    person = person_of(http, signed_in(http))
    before = Browser(http, IPHONE)
    before.cookie = old_cookie(service, person)
    assert is_in(before)
    assert ("Safari on iPhone", "") in devices(before)
    assert before.cookie != old_cookie(service, person)
    assert is_in(before)


def test_signing_out_everywhere_ends_cookies_of_before_too(http: TestClient, service: Service) -> None:
    ann = signed_in(http)
    before = Visitor(http, old_cookie(service, person_of(http, ann)))
    assert is_in(before)
    wall = service.table_service.clock._begun
    service.table_service.clock._begun = wall + 2_000  # a cookie tells whole seconds
    ann.post("/me", do="others")
    assert (is_in(ann), is_in(before)) == (True, False)


def test_a_device_of_one_person_is_none_of_another(http: TestClient, service: Service) -> None:
    ann, bo = signed_in(http), signed_in(http, "Bo")
    device = ann.cookie.strip('"').split(".")[1]
    forged = service.people.cookie(person_of(http, bo), device)
    assert not is_in(Visitor(http, forged))


def test_the_devices_used_longest_ago_make_room(http: TestClient, service: Service) -> None:
    ann = signed_in(http)
    person = person_of(http, ann)
    c = s.tokens.c
    service.store.now(lambda con: alter(con, s.tokens, c.person == person, used=1))
    phones = [linked(http, ann)]
    for _ in range(MOST_DEVICES):
        phones.append(linked(http, phones[-1]))
    query = select(c.id).where(c.person == person, c.kind == "device")
    assert len(service.store.now(lambda con: con.scalars(query).all())) == MOST_DEVICES
    service.people.forget()
    assert (is_in(ann), is_in(phones[-1])) == (False, True)


def test_tokens_tell_when_they_were_used_last(http: TestClient, service: Service) -> None:
    ann = signed_in(http)
    ann.post("/me", do="token", label="my bot")
    token = re.findall(r'id="own-token" readonly[^>]*value="([^"]+)"', ann.page)[0]
    assert "never used" in ann.page
    program = Client(http, {"Authorization": f"Bearer {token}"})
    [told] = program.get("/api/me/tokens").json()
    now = service.table_service.clock.now()
    assert (told["label"], now - told["used"] < 60_000, now - told["created"] < 60_000) == ("my bot", True, True)
    assert "used today" in ann.see("/me").text


@pytest.mark.parametrize("days", [1, 12])
def test_a_device_tells_how_long_ago_it_was_used(http: TestClient, service: Service, days: int) -> None:
    ann = signed_in(http)
    linked(http, ann)
    past = service.table_service.clock.now() - days * 86_400_000
    c = s.tokens.c
    phone = devices(ann)[1][1]
    service.store.now(lambda con: alter(con, s.tokens, c.id == phone, used=past))
    ann.see("/me")
    assert ("used yesterday" if days == 1 else "used 12 days ago") in ann.page


def test_what_is_ended_at_one_server_is_ended_at_all() -> None:
    url = new_postgres()

    async def scenario() -> None:
        async with serving(url) as one, serving(url) as two:
            ann = await one.people.new("Ann")
            cookies = [await one.people.new_device(ann.id, "") for _ in range(2)]
            for cookie in cookies:
                assert (await two.people.by_cookie(cookie)).name == "Ann"
            await one.people.sign_out(ann.id)
            for cookie in cookies:
                while await is_valid(two, cookie):
                    await asyncio.sleep(0.01)

    run(scenario())


async def is_valid(service: Service, cookie: str) -> bool:
    try:
        await service.people.by_cookie(cookie)
    except Refused:
        return False
    return True


def test_what_is_ended_while_it_is_looked_up_is_not_remembered(url: str) -> None:
    async def scenario() -> None:
        async with serving(url) as service:
            people = service.people
            ann = await people.new("Ann")
            for _ in range(40):
                id, token = await people.new_token(ann.id)
                people.forget()
                looking = [asyncio.create_task(people.by_token(token)) for _ in range(4)]
                await people.delete_token(ann.id, id)
                await asyncio.gather(*looking, return_exceptions=True)
                with pytest.raises(Refused):
                    await people.by_token(token)

    run(scenario())


def test_a_link_that_finds_no_room_for_a_token_stays_good(http: TestClient) -> None:
    ann = Client(http, {"Authorization": f"Bearer {http.post('/api/guests', json={'name': 'Ann'}).json()['token']}"})
    made = [ann.post("/api/me/tokens", {"label": f"bot {n}"}).json() for n in range(19)]
    secret = ann.post("/api/me/link").json()["secret"]
    assert http.post("/api/links", json={"secret": secret}).status_code == 409
    assert ann.send("DELETE", f"/api/me/tokens/{made[0]['id']}").status_code == 204
    assert http.post("/api/links", json={"secret": secret}).status_code == 201
    assert http.post("/api/links", json={"secret": secret}).status_code == 404
