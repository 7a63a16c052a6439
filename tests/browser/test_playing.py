"""People play in a browser, without scripts, by keyboard."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from digsite.games import GAMES

Visit = Callable[..., Page]
ENOUGH = 0.3  # how likely somebody passes who may


def press(page: Page, button: Locator) -> None:
    """By keyboard, and wait for the page that follows."""
    button.focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")


def named(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name)


def unfold(page: Page, button: Locator) -> None:
    for summary in button.locator("xpath=ancestor::details[not(@open)]/summary").all():
        summary.focus()
        page.keyboard.press("Enter")


def act(page: Page, dice: random.Random) -> bool:
    """Something that may be done now; False when the game is over."""
    buttons = page.locator("button[name=action]")
    actions: list[str] = buttons.evaluate_all("buttons => buttons.map(button => button.value)")
    if not actions:
        refresh = page.get_by_role("link", name="Refresh", exact=True)
        if not refresh.count():
            return False
        press(page, refresh)
        return True
    ends = [action for action in actions if action in ("pass", "stop")]
    others = [action for action in actions if action not in ends]
    action = dice.choice(ends if not others or (ends and dice.random() < ENOUGH) else others)
    button = buttons.nth(actions.index(action))
    unfold(page, button)
    expect(button).to_be_visible()
    press(page, button)
    return True


def open_table(page: Page, game: str, *, name: str = "Ola", seat: str = "novice") -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("radio", name=game.title()).check()
    page.get_by_label("Seat 2").select_option(seat)
    press(page, named(page, "Open the table"))


def fits(page: Page) -> bool:
    """Whether nothing sticks out to the side."""
    size = page.viewport_size
    assert size
    return bool(page.evaluate("document.documentElement.scrollWidth") <= size["width"])


@pytest.mark.parametrize(("game", "wide"), [(game, wide) for game, wide in zip(GAMES, (1440, 390), strict=True)])
def test_a_whole_game_against_a_bot(visit: Visit, game: str, wide: int) -> None:
    page, dice = visit(wide=wide), random.Random(1)
    open_table(page, game)
    press(page, named(page, "Start the game"))
    picture = page.locator("picture img")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") in (390, 1440)
    assert len(picture.get_attribute("alt") or "") > 100
    assert fits(page)
    while act(page, dice):
        pass
    expect(page.get_by_role("status")).to_contain_text("win")
    expect(page.get_by_role("heading", name="The counting")).to_be_visible()
    assert fits(page)
    record = page.request.get(page.get_by_role("link", name="Download the record").get_attribute("href") or "")
    verdict = page.request.post("/api/verify", data=record.body(), headers={"Content-Type": "application/json"})
    assert verdict.json()["true"]
    press(page, named(page, "Rematch"))
    expect(page.get_by_role("status")).to_contain_text("Everybody is here")


def test_a_friend_comes_by_the_link_and_both_talk(visit: Visit) -> None:
    host = visit()
    open_table(host, "thebes", seat="open")
    invitation = host.get_by_label("Link to this table").input_value()
    friend = visit(invitation, wide=390, high=844)
    friend.get_by_label("Your name").fill("Noor <3")
    friend.get_by_label("Lucky word").fill("heron")
    press(friend, named(friend, "Sit here"))
    expect(friend.get_by_role("status")).to_contain_text("Everybody is here")
    assert fits(friend)
    press(host, host.get_by_role("link", name="Refresh", exact=True))
    press(host, named(host, "Start the game"))
    host.get_by_label("Say something").fill("Good luck, & all that")
    press(host, named(host, "Send"))
    friend.reload()
    expect(friend.get_by_role("region", name="Chat")).to_contain_text("Good luck, & all that")
    expect(host.locator("main")).to_contain_text("Noor <3")
    turns = [page.get_by_role("status").inner_text() for page in (host, friend)]
    assert turns.count("Your move") == 1
    watcher = visit(invitation)
    assert watcher.get_by_role("button").count() == 0


def test_what_a_keyboard_meets_first(visit: Visit) -> None:
    page = visit()
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("To the page itself")
    for role in ("banner", "main", "navigation"):
        assert page.get_by_role(role).count() == 1
    assert page.get_by_role("heading", level=1).count() == 1
    unnamed = page.locator("input:not([type=hidden]), select").evaluate_all(
        "fields => fields.filter(field => !field.labels.length).map(field => field.name)"
    )
    assert unnamed == []
