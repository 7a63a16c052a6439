"""A new visitor begins a game; the end of one by mouse, finger, keyboard and without scripts; whole games."""

import math
import re
from typing import Any

import pytest
from playwright.sync_api import APIRequestContext, Page, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.hands import Finger, Hand, Keys, Mouse, PlainMouse
from tests.browser.looking import assert_steady
from tests.browser.player import Player
from tests.browser.players import GAMES, PLAYERS
from tests.browser.screens import Screens
from tests.browser.tables import BOT, ME, Seated, become_guest, few_are_left, week
from tests.repeated import repeated

WAYS: dict[str, tuple[type[Hand], dict[str, Any]]] = {
    "mouse": (Mouse, {}),
    "finger": (Finger, PHONE),
    "keyboard": (Keys, {}),
    "no script": (PlainMouse, {"java_script_enabled": False}),
}
BOTS = {"mouse": 3, "finger": 2, "keyboard": 3, "no script": 2}  # at the end of a game of Mykerinos
LAST = {"thebes": {"exhibit", "dig"}, "mykerinos": {"start", "extend", "then", "use", "pass", "tile"}}
ALWAYS = {"thebes": {"take", "dig", "finds"}, "mykerinos": LAST["mykerinos"] | {"neutral", "room"}}


def start_at_home(page: Page, game: str) -> None:
    """One click, against the gentlest bot."""
    region = page.get_by_role("region", name=game)
    region.get_by_role("radio", name="Gentle").check()
    page.get_by_role("button", name=f"Play {game} now").click()
    page.wait_for_url(re.compile("/t/"))
    page.locator("#status.mine").wait_for(state="attached")


def in_the_last_weeks(api: APIRequestContext) -> Seated:
    """A game of Thebes with an exhibition, digs and cards to choose from in its last year."""
    return Seated(api, "thebes", [ME, BOT], "proof 18").start().play(week(135))


def in_the_last_round(api: APIRequestContext, bots: int) -> Seated:
    """A game of Mykerinos with patrons to ask and six zones still to be scored."""
    return Seated(api, "mykerinos", [ME, *[BOT] * bots], "proof 1").start().play(few_are_left(6))


def sit_down(page: Page, way: str, table: Seated) -> Player:
    hand, how = WAYS[way]
    page.goto(table.path)
    return PLAYERS[table.game](page, hand(), scripted="java_script_enabled" not in how)


def come_in(visit: OpenPage, way: str) -> Page:
    page = visit("", **WAYS[way][1])
    become_guest(page.request, "Ola")
    return page


def assert_ended(page: Page) -> None:
    """The end is told, counted, and can be proved."""
    expect(page.locator("#end-result")).to_have_text(re.compile(r"win|tie|draw", re.IGNORECASE))
    expect(page.get_by_role("heading", name="Final score")).to_be_visible()
    assert page.locator("#end table tfoot td").count() >= 2
    record = page.request.get(f"/api/tables/{table_id(page)}/record")
    verdict = page.request.post("/api/verify", data=record.body(), headers={"Content-Type": "application/json"})
    assert verdict.json()["true"]


def table_id(page: Page) -> str:
    found = re.search(r"/t/([\w-]+)", page.url)
    assert found
    return found[1]


def play_from_home(page: Page, player: Player, game: str) -> None:
    """A whole game; then the page is fetched anew, and tells the same end."""
    assert_steady(page)
    start_at_home(page, game)
    assert_steady(page)
    player.play()
    assert_ended(page)
    assert_steady(page)
    page.reload()
    assert_ended(page)
    assert_steady(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_new_visitor_begins(visit: OpenPage, game: str) -> None:
    page = visit()
    start_at_home(page, game.title())
    player = PLAYERS[game](page, Mouse())
    player.play(moves=12)
    assert player.did.total() >= 12
    assert_steady(page)


@pytest.mark.long
def test_a_new_visitor_plays_thebes(visit: OpenPage) -> None:
    page, mouse = visit(), Mouse()
    player = PLAYERS["thebes"](page, mouse)
    play_from_home(page, player, "Thebes")
    assert set(mouse.turned) == {"keys", "drag", "wheel"}
    assert player.did["take"] > 5
    assert player.did["finds"] >= max(player.did["dig"] - 1, 2)  # the last may end the game


@pytest.mark.long
def test_a_new_visitor_plays_mykerinos(visit: OpenPage) -> None:
    page = visit()
    player = PLAYERS["mykerinos"](page, Mouse())
    play_from_home(page, player, "Mykerinos")
    assert set(player.did) >= ALWAYS["mykerinos"]


@pytest.mark.parametrize("way", ["mouse", "keyboard", *repeated("finger", "no script")])
def test_the_last_weeks_of_thebes(visit: OpenPage, way: str) -> None:
    page = come_in(visit, way)
    player = sit_down(page, way, in_the_last_weeks(page.request))
    play_to_the_end(player, way, LAST["thebes"])


@pytest.mark.parametrize("way", ["finger", "no script", *repeated("mouse", "keyboard")])
def test_the_last_round_of_mykerinos(visit: OpenPage, way: str) -> None:
    page = come_in(visit, way)
    player = sit_down(page, way, in_the_last_round(page.request, BOTS[way]))
    play_to_the_end(player, way, LAST["mykerinos"])


def play_to_the_end(player: Player, way: str, doing: set[str]) -> None:
    player.play()
    assert_ended(player.page)
    assert set(player.did) >= doing
    if way != "no script":
        assert_steady(player.page)


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(visit: OpenPage, way: str, game: str) -> None:
    page = come_in(visit, way)
    table = Seated(page.request, game, [ME, BOT], f"whole {way}").start()
    table.now()
    play_to_the_end(sit_down(page, way, table), way, ALWAYS[game])


def test_what_a_keyboard_meets_first(visit: OpenPage) -> None:
    page = visit()
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to content")
    for role in ("banner", "main", "navigation"):
        assert page.get_by_role(role).count() == 1
    assert page.get_by_role("heading", level=1).count() == 1


def test_what_was_pointed_at_before_others_moved(visit: OpenPage) -> None:
    """A page fetched ahead, and outrun since, is fetched anew."""
    page = visit("")
    become_guest(page.request, "Ola")
    table = Seated(page.request, "thebes", [ME, BOT], "pointing").start()
    view = table.now()
    page.goto(table.path)
    card = page.locator("#space-1 a.whole")
    with page.expect_response(re.compile("choose=take-1")):
        card.hover()
    table.act(next(action for action in view["legal"] if action.startswith("take 2")), view)
    view = table.now()
    expect(page.locator("#page")).to_have_attribute("data-version", str(view["version"]))
    page.mouse.down()
    page.mouse.up()
    expect(page.locator("#choice-title")).to_be_visible()


@pytest.mark.parametrize("before", [1, 2, 3])
def test_weeks_that_draw_nothing_give_the_nearest_that_do(visit: OpenPage, screens: Screens, before: int) -> None:
    """The wheel does not run on over twelve."""
    page = visit("", storage_state=screens.state)
    page.goto(screens.path("dig"))
    weeks = page.locator("#dial input:enabled").evaluate_all("radios => radios.map(radio => +radio.value)")
    assert min(weeks) > before
    box = page.locator("#dial").bounding_box()
    assert box
    turn, reach = (min(weeks) - before) / 12 * 2 * math.pi, box["width"] * 0.4
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(middle[0] + reach * math.sin(turn), middle[1] - reach * math.cos(turn))
    expect(page.locator(f"#weeks-{min(weeks)}")).to_be_checked()
