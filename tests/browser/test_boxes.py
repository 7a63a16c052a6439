"""What people ask each other and tell each other around a game, and the pages before it, each at a glance."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.fitting import TOUCH, unseen
from tests.browser.looking import Complaints
from tests.browser.screens import Screens
from tests.browser.tables import FRIEND, ME, Friend, Seated, become_guest

LOW = {"viewport": {"width": 844, "height": 390}, **TOUCH}
SMALL = {"viewport": {"width": 390, "height": 664}, **TOUCH}
TOPS = "all => all.map(each => Math.round(each.getBoundingClientRect().top))"
EDGES = "each => each.getBoundingClientRect().toJSON()"
ONE_LINE = 60  # pixels: a line that a finger can press, and its border


def height(page: Page) -> float:
    box = page.locator("#together").bounding_box()
    assert box
    return box["height"]


def test_who_asks_for_a_take_back_sees_the_map_and_who_is_asked_may_fold_the_box(
    visit: OpenPage, screens: Screens
) -> None:
    page = visit(screens.path("asking"), storage_state=screens.state, **SMALL)
    together = page.locator("#together")
    expect(together.get_by_text("You ask for a take-back")).to_be_visible()
    assert height(page) < ONE_LINE
    together.locator("summary").tap()
    expect(together.locator(".taken-back")).to_be_visible()
    expect(together.get_by_role("button", name="Never mind")).to_be_visible()
    page.goto(screens.path("asked"))
    expect(together.get_by_role("button", name="Yes")).to_be_visible()
    expect(together.locator(".taken-back b")).to_have_text("Zoe")
    together.locator("summary").tap()
    assert height(page) < ONE_LINE
    page.locator(".open-card a").first.tap()  # what is looked at meanwhile leaves it folded
    expect(page.locator("#choice h2")).to_be_visible()
    assert height(page) < ONE_LINE


def test_who_ran_out_of_time_is_told_so_on_the_first_screen_and_the_other_may_give_some(visit: OpenPage) -> None:
    page = visit("", **SMALL)
    become_guest(page.request, "Ola")
    table = Seated(page.request, "thebes", [ME, FRIEND], bank=1500)
    friend = Friend(page.request, "Maria Konstantinopoulou", table)
    table.start()
    friend.post("seats/0/time", minutes=5)
    while table.view["legal"]:
        table.act_by_dice()
    page.goto(table.path)
    together = page.locator("#together")
    expect(together).to_contain_text("Maria Konstantinopoulou ran out of time")
    name, score, panel = (page.locator(f"#panel-1 {each}").evaluate(EDGES) for each in ("h2", ".total", "header"))
    assert name["right"] <= score["left"]
    assert score["right"] <= panel["right"] + 3  # nothing of the points is cut, however long the name
    assert unseen(page, ((390, 664), (1366, 650)), ("#together summary", "#together button")) == []
    together.get_by_role("button", name="+5 min").tap()
    expect(together).to_be_hidden()
    friend.post("return")
    expect(page.locator("#chips")).not_to_contain_text("for Maria")


def test_an_unread_message_is_counted_once_beside_a_way_to_it(visit: OpenPage) -> None:
    page = visit("", viewport={"width": 1366, "height": 650})
    become_guest(page.request, "Ola")
    table = Seated(page.request, "thebes", [ME, FRIEND])
    friend = Friend(page.request, "Zoe", table)
    page.goto(table.start().path)
    phone = visit(table.path, storage_state=page.context.storage_state(), **PHONE)
    for each in (page, phone):
        expect(each.locator(".here:not([hidden])")).not_to_have_count(0)  # it listens
    friend.post("chat", text="Egypt is mine")
    for each in (page, phone):
        expect(each.locator("#top .unread:visible")).to_have_count(1)
        expect(each.locator("#top a[href='#chat'] .unread:visible")).to_have_text("1")


@pytest.mark.parametrize("how", [SMALL, SMALL | {"viewport": {"width": 360, "height": 640}}, LOW])
def test_how_to_invite_somebody_is_on_the_first_screen_of_a_phone(visit: OpenPage, how: dict[str, object]) -> None:
    page = visit(**how)
    page.locator("form[action='/invite']").get_by_role("button", name="Thebes").tap()
    page.wait_for_url(re.compile("/t/"))
    page.evaluate("document.fonts.ready")
    size = page.viewport_size
    assert size
    needed = ("#link", ".link button", ".qr", ".rename input", ".rename button")
    assert unseen(page, ((size["width"], size["height"]),), needed) == []
    guest = visit(page.url, **how)
    assert unseen(guest, ((size["width"], size["height"]),), (".sit input[name=person]", ".sit button.main")) == []


def test_start_waits_at_the_edge_of_a_phone_once_everybody_is_there(visit: OpenPage) -> None:
    page = visit(**SMALL)
    page.locator("form[action='/invite']").get_by_role("button", name="Thebes").tap()
    page.get_by_role("button", name="Play a bot instead").tap()
    start = page.get_by_role("button", name="Start", exact=True)
    expect(start).to_be_enabled()
    expect(start).to_be_in_viewport(ratio=1)


def test_who_waits_for_an_opponent_may_change_their_name(visit: OpenPage) -> None:
    page = visit(**SMALL)
    page.locator("form[action='/pair']").get_by_role("button", name="Mykerinos").tap()
    expect(page.locator("#status")).to_have_text("Waiting for an opponent")
    page.get_by_label("Your name").fill("Annabel")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".rename summary")).to_contain_text("You play as Annabel")
    expect(page.locator(".rename input[name=person]")).to_be_hidden()


@pytest.mark.parametrize("name", ["error", "link"])
def test_a_phone_on_its_side_shows_the_words_of_a_short_page(
    visit: OpenPage, screens: Screens, complaints: Complaints, name: str
) -> None:
    complaints.expected = ("404",)
    page = visit("", **LOW)
    page.goto(screens.path(name))
    assert unseen(page, ((844, 390),), ("h1", ".plain-card p", ".ways > *")) == []


@pytest.mark.parametrize("known", [False, True], ids=["somebody new", "with a name"])
def test_at_a_desk_inviting_and_finding_opponents_stand_in_one_row(
    visit: OpenPage, screens: Screens, known: bool
) -> None:
    page = visit(**{"storage_state": screens.state} if known else {})
    for width in (1440, 1366):
        page.set_viewport_size({"width": width, "height": 900})
        tops = page.locator("#lists > section, .invite > section, .public").evaluate_all(TOPS)
        assert len(tops) == (4 if known else 3)
        assert len(set(tops)) == 1
