"""Every key of the list that `?` opens does in Mykerinos what the list says."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.tables import BOT, ME, Seated, Until, become_guest, both, may, round_of

TURN = both(round_of(3), may("use", "start", "extend"))
SCORING = both(round_of(2), may("tile", "room"))
LIT, PASS = "#board a.field.following", "#verb-pass"


def sit_down(visit: OpenPage, until: Until, bots: int = 1, seed: str = "proof 1") -> tuple[Page, Seated]:
    """Somebody who may do certain things, by keyboard."""
    page = visit("")
    become_guest(page.request, "Ola")
    table = Seated(page.request, "mykerinos", [ME, *[BOT] * bots], seed).start().play(until)
    page.goto(table.path)
    return page, table


def digit(page: Page, choices: str, wanted: str) -> str:
    """The key of a choice, counted from the left among those that are shown."""
    shown = page.locator(f"{choices} >> visible=true")
    return str(1 + shown.evaluate_all("(all, wanted) => all.findIndex(each => each.matches(wanted))", wanted))


def diggers(legal: list[str]) -> list[str]:
    """The patrons who may help in the desert now."""
    return [action.split()[1] for action in legal if action.startswith("use") and action != "use brown"]


def press_and_wait(page: Page, key: str) -> None:
    """A key that plays something."""
    before = page.locator("#page").get_attribute("data-version")
    page.keyboard.press(key)
    expect(page.locator("#page")).not_to_have_attribute("data-version", before or "")


def test_a_turn_is_chosen_cancelled_confirmed_and_undone(visit: OpenPage) -> None:
    page, _table = sit_down(visit, TURN)
    for number, kind in enumerate(("start", "extend"), 1):
        page.keyboard.press(str(number))
        expect(page).to_have_url(re.compile(f"choose={kind}$"))
        expect(page.locator("#choice-title")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page).not_to_have_url(re.compile("choose"))
    page.keyboard.press("1")
    expect(page).to_have_url(re.compile("choose=start$"))
    field = page.locator(LIT).first
    key = field.get_attribute("id")
    field.press("Enter")
    expect(page.locator("#confirm")).to_be_visible()
    press_and_wait(page, "Enter")
    expect(page.locator(f"#{key} .figure")).to_have_count(1)
    press_and_wait(page, "u")
    expect(page.locator(f"#{key} .figure")).to_have_count(0)


def test_a_pass_is_chosen_and_confirmed(visit: OpenPage) -> None:
    page, _table = sit_down(visit, TURN)
    page.keyboard.press(digit(page, "#dock a.mean", PASS))
    expect(page).to_have_url(re.compile("choose=pass$"))
    press_and_wait(page, "Enter")
    expect(page.locator("#log")).to_contain_text("You passed")


def test_a_patron_is_chosen_and_confirmed(visit: OpenPage) -> None:
    page, table = sit_down(visit, TURN)
    patron = table.first("use").split()[1]
    page.keyboard.press(digit(page, "#dock a.mean", f"#help-{patron}"))
    expect(page).to_have_url(re.compile(f"choose={patron}$"))
    press_and_wait(page, "Enter")
    assert table.view["view"]["phase"] == patron


def test_a_patron_and_a_field_are_confirmed_in_one(visit: OpenPage) -> None:
    page, table = sit_down(visit, both(round_of(3), lambda view: bool(diggers(view["legal"]))))
    patron = diggers(table.legal)[0]
    page.keyboard.press(digit(page, "#dock a.mean", f"#help-{patron}"))
    expect(page).to_have_url(re.compile(f"choose={patron}$"))
    page.locator(LIT).first.press("Enter")
    expect(page).to_have_url(re.compile(f"with={patron}"))
    press_and_wait(page, "Enter")
    assert table.view["view"]["players"][0]["patrons"][patron]["turned"] == 1
    assert table.view["view"]["phase"] != patron


def test_what_is_played_at_a_touch_is_played_by_its_number(visit: OpenPage) -> None:
    """The second step of an extension, and leaving the neutral archaeologists."""
    page, table = sit_down(visit, may("then"), 2, "proof 3")
    way = page.locator("#choice.way .ways button").first.get_attribute("value")
    assert way
    press_and_wait(page, "1")
    field = next(each for each in table.view["view"]["fields"] if each["field"] == way.split()[1])
    assert field["archaeologist"] == 0
    page, _table = sit_down(visit, may("neutral skip"))
    press_and_wait(page, digit(page, "#dock :is(a.mean, #skip)", "#skip"))
    expect(page.locator("#log")).to_contain_text("You placed no neutral archaeologist")


def test_a_plot_is_chosen_and_confirmed_at_its_name(visit: OpenPage) -> None:
    page, _table = sit_down(visit, SCORING, 2, "proof 4")
    plot = page.locator("#dock .prize h3 a").first
    plot.press("Enter")
    expect(page.locator("#dock .prize.chosen")).to_be_visible()
    expect(plot).to_be_focused()
    press_and_wait(page, "Enter")
    expect(page.locator("#log")).to_contain_text("You took")


@pytest.mark.parametrize("wanted", ["plot", "room"])
def test_a_plot_or_a_room_is_chosen_and_confirmed(visit: OpenPage, wanted: str) -> None:
    page, _table = sit_down(visit, SCORING, 2, "proof 4")
    plots = page.locator("#dock .prize h3 a").count()
    page.keyboard.press("1" if wanted == "plot" else str(plots + 1))
    expect(page).to_have_url(re.compile("choose=tile-" if wanted == "plot" else "choose=room-"))
    expect(page.locator("#dock .prize.chosen button.main")).to_be_visible()
    press_and_wait(page, "Enter")
    expect(page.locator("#log")).to_contain_text("You took" if wanted == "plot" else "You reserved")


def test_what_stands_beside_the_table_is_reached(visit: OpenPage) -> None:
    page, _table = sit_down(visit, TURN)
    page.keyboard.press("h")
    expect(page.get_by_role("heading", name="What the master would do")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#side")).to_be_hidden()
    page.keyboard.press("r")
    expect(page).to_have_url(re.compile("rules"))
    expect(page.locator("#side-title")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#side")).to_be_hidden()
    page.keyboard.press("m")
    expect(page.locator(".menu-list")).to_be_visible()
    page.keyboard.press("m")
    expect(page.locator(".menu-list")).to_be_hidden()
    page.keyboard.press("l")
    expect(page.locator("#log")).to_be_focused()
    page.keyboard.press("c")
    page.keyboard.type("12u")
    expect(page.locator("#say")).to_have_value("12u")


def test_the_list_of_keys_lies_over_what_is_chosen(visit: OpenPage) -> None:
    page, _table = sit_down(visit, TURN)
    page.keyboard.press("1")
    expect(page.locator("#choice-title")).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_contain_text("Shortcuts are off while you type.")
    page.keyboard.press("2")
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    expect(page).to_have_url(re.compile("choose=start$"))


def test_earlier_positions_are_walked_by_arrows(visit: OpenPage) -> None:
    page, table = sit_down(visit, TURN)
    page.goto(f"{table.path}?ply=20")
    moves = page.locator("#replay small")
    number = moves.inner_text()
    page.keyboard.press("ArrowLeft")
    expect(moves).not_to_have_text(number)
    page.keyboard.press("ArrowRight")
    expect(moves).to_have_text(number)


def test_bots_who_are_watched_pause_and_go_on(visit: OpenPage) -> None:
    page = visit("/")
    page.locator(".bots").get_by_role("button", name="Mykerinos").click()
    expect(page.locator("#watch-pause")).to_have_text("Pause")
    page.keyboard.press("Space")
    expect(page.locator("#watch-pause")).to_have_text("Go on")
    page.keyboard.press("Space")
    expect(page.locator("#watch-pause")).to_have_text("Pause")
