"""What people choose for themselves does what it says, in a real browser."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.screens import Screens
from tests.browser.tables import BOT, ME, Seated, become_guest, may

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


def test_a_slow_answer_takes_the_focus_from_nobody_who_types(visit: OpenPage) -> None:
    page = visit("")
    play(page)
    page.keyboard.press("r")
    expect(page.locator("#side")).to_be_visible()
    late: list[Route] = []
    page.route("**/t/*", lambda route: late.append(route))
    with page.expect_request("**/t/*"):
        page.keyboard.press("Escape")
    page.keyboard.press("c")
    page.keyboard.type("r2")
    late[0].continue_()
    expect(page.locator("#side")).to_be_hidden()
    page.evaluate("new Promise(requestAnimationFrame)")
    page.keyboard.type("?")
    expect(page.locator("#say")).to_have_value("r2?")


def test_enter_confirms_and_other_keys_lead_to_hint_and_log(visit: OpenPage, screens: Screens) -> None:
    page = visit("")
    become_guest(page.request, "Ola")
    table = Seated(page.request, "thebes", [ME, BOT], "proof 7").start()
    table.now()
    page.goto(table.path)
    page.keyboard.press("h")
    expect(page.get_by_role("heading", name="What the master would do")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#side")).to_be_hidden()
    page.keyboard.press("l")
    expect(page.locator("#log")).to_be_focused()
    expect(page.locator("#log h2")).to_be_in_viewport()
    page.keyboard.press("1")
    expect(page.locator("#choice button.main:visible")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("You")


def test_a_key_undoes(visit: OpenPage) -> None:
    """An exhibition, which draws nothing, after which it is still one's turn."""
    page = visit("")
    become_guest(page.request, "Ola")
    table = Seated(page.request, "thebes", [ME, BOT], "proof 15").start().play(may("exhibit"))
    table.act(table.first("exhibit"), table.view)
    page.goto(table.path)
    shown = int(page.locator("#panel-0 .total").inner_text())
    page.keyboard.press("u")
    expect(page.locator("#log")).to_contain_text("You undid your last action.")
    expect(page.locator("#panel-0 .total")).not_to_have_text(str(shown))


def test_arrows_go_from_one_earlier_position_to_the_next(visit: OpenPage, screens: Screens) -> None:
    page = visit("", storage_state=screens.state)
    page.goto(f"{screens.path('table')}?ply=20")
    number = page.locator("#replay small")
    here = int(number.inner_text().split()[1])
    page.keyboard.press("ArrowRight")
    expect(number).to_have_text(re.compile(rf"move {here + 1} of"))
    page.keyboard.press("ArrowLeft")
    expect(number).to_have_text(re.compile(rf"move {here} of"))
    page.keyboard.press("ArrowLeft")
    expect(number).to_have_text(re.compile(rf"move {here - 1} of"))


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


def test_a_name_is_known_on_an_error_page(visit: OpenPage, screens: Screens, complaints: object) -> None:
    page = visit("", storage_state=screens.state)
    complaints.expected = ("404",)  # type: ignore[attr-defined]
    page.goto("/t/nowhere")
    expect(page.locator("#top .me")).to_have_text("Ola")
