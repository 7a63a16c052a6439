"""A new visitor plays a whole game, and the last weeks of one by finger, by keyboard, and without scripts."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.hands import Finger, Hand, Keys, Mouse, PlainMouse
from tests.browser.looking import assert_steady
from tests.browser.player import Player
from tests.browser.screens import LAST_WEEKS, NEAR_THE_END
from tests.browser.tables import BOT, ME, Seated, become_guest, week

LONGEST = 150.0  # seconds for a whole game, on a busy machine
WAYS: dict[str, tuple[type[Hand], dict[str, Any]]] = {
    "mouse": (Mouse, {}),
    "finger": (Finger, PHONE),
    "keyboard": (Keys, {}),
    "no script": (PlainMouse, {"java_script_enabled": False}),
}


def to_the_last_weeks(page: Page) -> str:
    """The way to a game whose last weeks are to be played."""
    become_guest(page.request, "Ola")
    table = Seated(page.request, "thebes", [ME, BOT], NEAR_THE_END).start()
    table.play(week(LAST_WEEKS))
    return table.path


def start_at_home(page: Page) -> None:
    """One click, against the gentlest bot."""
    thebes = page.get_by_role("region", name="Thebes")
    thebes.get_by_role("radio", name="Gentle").check()
    page.get_by_role("button", name="Play Thebes now").click()
    page.wait_for_url(re.compile("/t/"))
    page.locator("#status.mine").wait_for(state="attached")


def assert_ended(page: Page) -> None:
    """The end is told, counted, and can be proved."""
    expect(page.locator("#end-result")).to_have_text(re.compile(r"win|tie|draw", re.IGNORECASE))
    expect(page.get_by_role("heading", name="The counting")).to_be_visible()
    assert page.locator("#end table tfoot td").count() >= 2
    record = page.request.get(f"/api/tables/{table_id(page)}/record")
    verdict = page.request.post("/api/verify", data=record.body(), headers={"Content-Type": "application/json"})
    assert verdict.json()["true"]


def table_id(page: Page) -> str:
    found = re.search(r"/t/([\w-]+)", page.url)
    assert found
    return found[1]


def test_a_new_visitor_plays_a_whole_game(visit: Visit) -> None:
    page, mouse = visit(), Mouse()
    assert_steady(page)
    start_at_home(page)
    assert_steady(page)
    began, player = time.monotonic(), Player(page, mouse)
    player.play()
    assert time.monotonic() - began < LONGEST
    assert_ended(page)
    assert_steady(page)
    assert set(mouse.turned) == {"keys", "drag", "wheel"}
    assert player.did["take"] > 5
    assert player.did["finds"] >= max(player.did["dig"] - 1, 2)  # the last may end the game
    page.reload()
    assert_ended(page)
    assert_steady(page)


@pytest.mark.parametrize("way", WAYS)
def test_the_last_weeks_of_a_game(visit: Visit, way: str) -> None:
    hand, how = WAYS[way]
    page = visit("", **how)
    page.goto(to_the_last_weeks(page))
    player = Player(page, hand(), scripted="java_script_enabled" not in how)
    player.play()
    assert_ended(page)
    assert player.did["exhibit"] > 0
    assert player.did["dig"] > 0
    if way != "no script":
        assert_steady(page)


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_a_whole_game(visit: Visit, way: str) -> None:
    hand, how = WAYS[way]
    page = visit("", **how)
    become_guest(page.request, "Ola")
    table = Seated(page.request, "thebes", [ME, BOT], f"whole {way}").start()
    table.now()
    page.goto(table.path)
    player = Player(page, hand(), scripted="java_script_enabled" not in how)
    player.play()
    assert_ended(page)
    assert player.did["finds"] > 2


def test_what_a_keyboard_meets_first(visit: Visit) -> None:
    page = visit()
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("To the page itself")
    for role in ("banner", "main", "navigation"):
        assert page.get_by_role(role).count() == 1
    assert page.get_by_role("heading", level=1).count() == 1


def test_what_was_pointed_at_before_others_moved(visit: Visit) -> None:
    """A page fetched ahead, and outrun since, is fetched anew."""
    page = visit("")
    become_guest(page.request, "Ola")
    table = Seated(page.request, "thebes", [ME, BOT], "pointing").start()
    told = table.now()
    page.goto(table.path)
    card = page.locator("#space-1 a.whole")
    with page.expect_response(re.compile("choose=take-1")):
        card.hover()
    table.act(next(action for action in told["legal"] if action.startswith("take 2")), told)
    told = table.now()
    expect(page.locator("#page")).to_have_attribute("data-version", str(told["version"]))
    page.mouse.down()
    page.mouse.up()
    expect(page.locator("#choice-title")).to_be_visible()
