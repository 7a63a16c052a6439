"""What people choose for themselves does what it says, in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.screens import Screens
from tests.browser.tables import BOT, ME, Seated, become_guest

PAPER = {"light": "rgb(246, 238, 223)", "dark": "rgb(23, 19, 15)"}


def paper(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def choose(page: Page, **settings: str) -> None:
    page.goto("/me/settings")
    for name, value in settings.items():
        page.locator(f"input[name={name}][value={value}]").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()


def play(page: Page, game: str = "Thebes") -> None:
    page.goto("/")
    page.get_by_role("button", name=f"Play {game} now").click()
    page.locator("#status.mine").wait_for(state="attached")


def test_the_theme_is_the_one_chosen_whatever_the_system_has(visit: OpenPage) -> None:
    page = visit("/me/settings", color_scheme="light")
    assert paper(page) == PAPER["light"]
    choose(page, theme="dark")
    assert paper(page) == PAPER["dark"]
    page.goto("/rules/thebes")
    assert paper(page) == PAPER["dark"]
    page.emulate_media(color_scheme="dark")
    choose(page, theme="light")
    assert paper(page) == PAPER["light"]
    choose(page, theme="system")
    assert paper(page) == PAPER["dark"]


def test_without_animation_nothing_moves(visit: OpenPage) -> None:
    page = visit("/me/settings")
    choose(page, motion="none")
    button = page.locator("button.main")
    assert button.evaluate("each => getComputedStyle(each).transitionDuration") in ("", "0s")
    play(page)
    page.locator("#dock .open-card a.whole").first.click()
    expect(page.locator("#choice")).to_be_visible()
    assert page.evaluate("document.getAnimations().length") == 0


def test_keys_choose_confirm_and_cancel(visit: OpenPage) -> None:
    page = visit("")
    play(page)
    page.keyboard.press("2")
    expect(page.locator("#choice")).to_be_visible()
    expect(page).to_have_url(re.compile("choose=take-2"))
    page.keyboard.press("Escape")
    expect(page.locator("#choice")).to_be_hidden()
    page.keyboard.press("r")
    expect(page.locator("#side")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    expect(page.locator(".menu-list")).to_be_visible()
    page.keyboard.press("m")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("2")
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    expect(page.locator("#choice")).to_be_hidden()
    page.keyboard.press("c")
    page.keyboard.type("r2?")
    expect(page.locator("#say")).to_have_value("r2?")
    expect(page.locator("#side")).to_be_hidden()


def test_keys_can_be_switched_off(visit: OpenPage) -> None:
    page = visit("")
    choose(page, keys="off")
    play(page)
    page.keyboard.press("?")
    page.keyboard.press("2")
    expect(page.locator("#keys")).to_be_hidden()
    expect(page.locator("#choice")).to_be_hidden()


@pytest.mark.parametrize("alone", [True, False])
def test_a_simple_move_is_played_at_once_where_that_is_chosen(visit: OpenPage, alone: bool) -> None:
    """The only card in a city, and one beside which others lie there."""
    page = visit("")
    become_guest(page.request, "Ola")
    choose(page, confirm="off")
    table = Seated(page.request, "thebes", [ME, BOT], "proof 7").start()
    cities = [card["city"] for card in table.now()["view"]["cards"]]
    space = 1 + next(i for i, city in enumerate(cities) if (cities.count(city) == 1) is alone)
    page.goto(table.path)
    page.locator(f"#space-{space} a.whole").click()
    expect(page.locator("#log")).to_contain_text("You")
    expect(page.locator("#choice")).to_be_hidden()


def test_a_colour_is_worn_at_the_table(visit: OpenPage) -> None:
    page = visit("")
    become_guest(page.context.request, "Ola")
    page.goto("/me")
    page.locator("input[name=colour][value=rose]").check()
    page.get_by_role("button", name="Save").click()
    play(page)
    worn = page.evaluate("getComputedStyle(document.querySelector('#page')).getPropertyValue('--crimson')")
    rose = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--rose')")
    assert worn == rose
    figure = page.locator("#panel-0 .fill-crimson").first
    assert figure.evaluate("each => getComputedStyle(each).fill") == "rgb(212, 138, 150)"


def test_home_renews_itself(visit: OpenPage) -> None:
    page, other = visit("/"), visit("/")
    expect(page.locator("#open-tables")).not_to_contain_text("Sunlit hill")
    other.locator("#choose summary").click()
    other.locator("#choose input[name=person]").fill("Bo")
    other.locator("#choose input[name=name]").fill("Sunlit hill")
    other.locator("select[name=seat1]").select_option("open")
    other.locator("select[name=visibility]").select_option("public")
    other.get_by_role("button", name="Open the table").click()
    expect(page.locator("#open-tables")).to_contain_text("Sunlit hill")
    expect(page.locator("#open-tables")).to_contain_text("live, no clock")


def test_live_and_correspondence_show_their_own_fields(visit: OpenPage) -> None:
    page = visit("/")
    page.locator("#choose summary").click()
    expect(page.get_by_label("Minutes for each player")).to_be_visible()
    expect(page.locator("input[name=days]")).to_be_hidden()
    page.locator("select[name=pace]").select_option("correspondence")
    expect(page.get_by_label("Minutes for each player")).to_be_hidden()
    expect(page.locator("input[name=days]")).to_be_visible()


def test_rules_are_searched_as_one_types(visit: OpenPage) -> None:
    page = visit("/rules/thebes")
    page.get_by_label("Search the rules").fill("zeppelin")
    expect(page.locator("#T3\\.3")).to_be_visible()
    expect(page.locator("#T9\\.1")).to_be_hidden()
    expect(page.locator("#found-rules")).to_contain_text("Rules found")
    page.locator(".contents a[href='#T9'], nav a[href='#T9']").first.click()
    expect(page.locator("#T9\\.1")).to_be_in_viewport()
    expect(page.get_by_label("Search the rules")).to_have_value("")


def test_bots_are_paused_stepped_and_go_on(visit: OpenPage) -> None:
    page = visit("/")
    page.locator(".bots").get_by_role("button", name="Thebes").click()
    expect(page.get_by_text("You are watching")).to_be_visible()
    expect(page.locator("#watch [data-watchers]")).to_have_text("Watching: 1")
    page.get_by_role("button", name="Pause").click()
    version = page.locator("#page").get_attribute("data-version")
    page.wait_for_timeout(3000)
    assert page.locator("#page").get_attribute("data-version") == version
    page.get_by_role("button", name="One move").click()
    expect(page.locator("#page")).not_to_have_attribute("data-version", str(version))
    page.locator("#watch-pace input[value='0']").check(force=True)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("#log li")).not_to_have_count(2)


def test_a_name_is_known_on_an_error_page(visit: OpenPage, screens: Screens, complaints: object) -> None:
    page = visit("", storage_state=screens.state)
    complaints.expected = ("404",)  # type: ignore[attr-defined]
    page.goto("/t/nowhere")
    expect(page.locator("#top .me")).to_have_text("Ola")
