"""Two people in two browsers at one table: what one does, the other sees at once."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.hands import Finger, Mouse
from tests.browser.looking import Complaints, assert_steady
from tests.browser.player import Player
from tests.browser.players import GAMES, PLAYERS
from tests.browser.tables import BOT, ME, Seated, become_guest
from tests.repeated import repeated

LOST, BACK = "The connection is lost", "Connected again"


def invite(visit: OpenPage, game: str) -> tuple[Page, Page]:
    """A host at a desk and a friend with a phone, both seated and nothing begun."""
    host = visit()
    host.locator("form[action='/invite']").get_by_role("button", name=game.title()).click()
    host.wait_for_url(re.compile("/t/"))
    friend = visit(host.get_by_role("textbox", name="Link to this table").input_value(), **PHONE)
    friend.get_by_label("Your name").fill("Noor <3")
    friend.get_by_text("Add a lucky word").tap()
    friend.get_by_label("Lucky word").fill("heron")
    friend.get_by_role("button", name="Sit here").tap()
    return host, friend


def begin(host: Page, friend: Page, game: str) -> tuple[Player, Player]:
    expect(host.locator("#lobby")).to_contain_text("Noor <3")
    assert_steady(host)
    assert_steady(friend)
    host.get_by_role("button", name="Start", exact=True).click()
    for page in (host, friend):
        expect(page.locator("#dock")).to_be_visible()
    return PLAYERS[game](host, Mouse(), 1), PLAYERS[game](friend, Finger(), 2)


def take_turns(players: tuple[Player, Player], moves: int) -> None:
    """Whoever is to move moves; both see the same table then."""
    for _ in range(moves):
        if any(player.over for player in players):
            break
        one = next(player for player in players if player.mine)
        one.act()
        expect_same(players)


def expect_same(players: tuple[Player, Player]) -> None:
    newest = max(players, key=lambda player: int(player.version))
    points = newest.page.locator(".panels .total").all_inner_texts()
    for player in players:
        expect(player.page.locator("#page")).to_have_attribute("data-version", newest.version)
        expect(player.page.locator(".panels .total")).to_have_text(points)


@pytest.mark.parametrize("game", ["thebes", *repeated("mykerinos")])
def test_two_play_each_other(visit: OpenPage, complaints: Complaints, game: str) -> None:
    host, friend = invite(visit, game)
    players = begin(host, friend, game)
    for page in (host, friend):
        expect(page.locator(".here:visible")).to_have_count(2)
    take_turns(players, 4)

    host.reload()
    expect_same(players)
    take_turns(players, 2)

    complaints.expected = ("ERR_INTERNET_DISCONNECTED",)
    friend.context.set_offline(True)
    expect(friend.locator("#connection")).to_contain_text(LOST)
    expect(host.locator(".here:visible")).to_have_count(1)
    host.get_by_label("Say something to the table").fill("Are you there, & well?")
    host.get_by_role("button", name="Send").click()
    if players[0].mine:
        players[0].act()
    friend.context.set_offline(False)
    expect(friend.locator("#connection")).to_contain_text(BACK)
    expect(friend.locator("#talk")).to_contain_text("Are you there, & well?")
    expect_same(players)
    take_turns(players, 4)

    friend.get_by_label("Say something to the table").fill("Back again <b>")
    friend.get_by_role("button", name="Send").tap()
    expect(host.locator("#talk")).to_contain_text("Back again <b>")
    watcher = visit(host.url.split("?")[0])
    expect(watcher.locator("#dock")).to_be_visible()
    assert watcher.locator("button[name=action], a[href*='choose=']").count() == 0


def test_the_chat_is_within_reach_on_a_phone(visit: OpenPage) -> None:
    host, friend = invite(visit, "thebes")
    begin(host, friend, "thebes")
    host.get_by_label("Say something to the table").fill("Egypt is mine")
    host.get_by_role("button", name="Send").click()
    expect(friend.locator("#connection")).to_have_text(re.compile(": Egypt is mine$"))
    button = friend.locator("#top").get_by_role("link", name="Chat")
    expect(button).to_have_text("1")
    friend.reload()
    expect(button).to_have_text("1")
    button.tap()
    expect(friend.locator("#talk")).to_be_in_viewport(ratio=1)
    expect(button).to_have_text("")
    friend.get_by_label("Say something to the table").fill("We shall see")
    friend.get_by_role("button", name="Send").tap()
    expect(host.locator("#talk")).to_contain_text("We shall see")
    friend.locator("#chat").get_by_role("link", name="Close").tap()
    expect(friend.locator("#talk")).not_to_be_in_viewport()


@pytest.mark.parametrize("game", ["mykerinos", *repeated("thebes")])
def test_what_bots_do_at_once_is_seen_as_if_just_opened(visit: OpenPage, game: str) -> None:
    """Their moves overtake the answer to one's own; nothing of the page stays behind."""
    page = visit()
    become_guest(page.request, "Ola")
    path = Seated(page.request, game, [ME, BOT, BOT]).start().path
    page.goto(path)
    player, other = PLAYERS[game](page, Mouse(), 3), visit("", storage_state=page.context.storage_state())
    player.wait()
    for _ in range(8):
        player.act()
        player.wait()
        other.goto(path)
        expect(page.locator("#page")).to_have_attribute("data-version", version_of(other))
        for part in ("#top", "#board", "#dock", ".panels", "#log"):
            expect(page.locator(part)).to_have_text(other.locator(part).inner_text(), use_inner_text=True)


def version_of(page: Page) -> str:
    return page.locator("#page").get_attribute("data-version") or ""


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_two_play_a_whole_game(visit: OpenPage, game: str) -> None:
    players = begin(*invite(visit, game), game)
    take_turns(players, 400)
    for player in players:
        expect(player.page.locator("#end-result")).to_be_visible()
        assert_steady(player.page)
