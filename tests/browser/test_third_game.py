"""A game without a page of its own, played in a browser: from the home page through lobby and hints to a rematch."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.looking import assert_steady
from tests.browser.machinery import a_server

MOST_MOVES = 200


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server that knows the example of a game in one file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DIGSITE_GAMES", "cave=examples.cave")
        patch.setenv("PYTHONPATH", f"{Path(__file__).parents[2]}:{Path(__file__).parents[2] / 'src'}")
        with a_server() as address:
            yield address


def my_turn(page: Page) -> None:
    page.locator("#status.mine").wait_for(state="attached")


def move(page: Page, name: str) -> None:
    """Press a button, and wait until the page shows what came of it."""
    before = page.locator("#page").get_attribute("data-moved")
    page.locator("#dock").get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#page")).not_to_have_attribute("data-moved", before or "")


def play_to_the_end(page: Page) -> None:
    for _ in range(MOST_MOVES):
        page.locator("#status.mine, #end").first.wait_for(state="attached")
        if page.locator("#end").count():
            return
        leave = page.locator("#dock").get_by_role("button", name="Leave", exact=True)
        move(page, "Leave" if leave.count() else "Dig")
    raise AssertionError("the game does not end")


def open_through_the_lobby(page: Page) -> None:
    page.get_by_role("region", name="Invite friends").get_by_role("button", name="Cave-in").click()
    page.wait_for_url(re.compile("/t/"))
    if page.viewport_size == PHONE["viewport"]:  # there the invitation comes first
        expect(page.locator("#link")).to_be_in_viewport()
    else:
        expect(page.locator(".banner img")).to_be_visible()
    page.locator("label:has(input[name=hints][value=yes])").click()  # off at first where friends may come
    page.get_by_role("button", name="Play a bot instead").click()
    page.get_by_role("button", name="Start").click()
    my_turn(page)


@pytest.mark.parametrize("how", [{}, PHONE], ids=["desk", "phone"])
def test_the_cave_is_played_from_the_home_page_to_a_rematch(visit: OpenPage, how: dict[str, object]) -> None:
    page = visit(**how)
    expect(page.get_by_role("region", name="Cave-in")).to_contain_text("before the roof comes down")
    open_through_the_lobby(page)
    assert_steady(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    table = page.url

    page.goto("/")  # in the middle of a game
    expect(page.get_by_role("region", name="Your tables")).to_contain_text(re.compile(r"\d+ : \d+"))
    page.get_by_role("region", name="Your tables").get_by_role("link").first.click()
    my_turn(page)

    page.goto(f"{table}?hint")
    expect(page.get_by_role("heading", name="What the master would do")).to_be_visible()
    page.get_by_role("button", name="Play: Dig").click()
    expect(page.locator("#log")).to_contain_text("You: dig, then shards")

    page.goto(f"{table}?ply=0")
    expect(page.get_by_text("An earlier position", exact=True)).to_be_visible()
    page.get_by_role("link", name="One move on").click()
    expect(page.locator("#dock")).to_contain_text("You are looking at an earlier position.")
    drawn = page.locator("#board img")
    expect(drawn).to_have_attribute("alt", re.compile("Sack: "))
    assert drawn.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    page.get_by_role("link", name="Back to now").click()

    play_to_the_end(page)
    expect(page.locator("#end-result")).to_contain_text("win")
    expect(page.get_by_role("heading", name="Points over time")).to_be_visible()
    assert {int(cell) for cell in page.locator("#end tfoot td").all_inner_texts()} & set(range(25, 100))
    page.get_by_role("button", name="Check every draw").click()
    expect(page.locator("#end-verified")).to_contain_text("Every draw follows from the seed")
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: "/t/" in url and not url.startswith(table))
    page.locator("#board img").wait_for()
