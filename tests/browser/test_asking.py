"""Several people in several browsers: they agree on a take-back, find each other, and see the lobby renew itself."""

import re

from playwright.sync_api import Page, Request, Route, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.hands import Mouse
from tests.browser.looking import assert_steady
from tests.browser.players import PLAYERS


def lobby_of_three(visit: OpenPage) -> list[Page]:
    """Ann, who has invited, and Bo and Cy, who sit down."""
    ann = visit()
    form = ann.locator("form[action='/invite']")
    form.locator("input[name=seats][value='3']").check()
    form.get_by_role("button", name="Thebes").click()
    ann.wait_for_url(re.compile("/t/"))
    ann.get_by_label("Your name").fill("Ann")
    ann.locator("#rename").get_by_role("button", name="Save").click()
    people = [ann]
    for name, how in (("Bo", {}), ("Cy", PHONE)):
        page = visit(ann.url, **how)
        expect(page.locator("#seats")).to_contain_text("Ann")
        page.get_by_label("Your name").first.fill(name)
        page.get_by_role("button", name="Sit here").first.click()
        for other in people:
            expect(other.locator("#seats")).to_contain_text(name)
        people.append(page)
    return people


def sends(request: Request) -> bool:
    return request.method == "POST"


def test_a_button_pressed_while_an_answer_is_awaited_is_not_lost(visit: OpenPage) -> None:
    page = visit()
    page.locator("form[action='/invite']").get_by_role("button", name="Thebes").click()
    page.wait_for_url(re.compile("/t/"))
    late: list[Route] = []
    page.route("**", lambda route: late.append(route) if not late and sends(route.request) else route.continue_())
    with page.expect_request(sends):
        page.locator("label:has(input[name=hints][value=yes])").click()
    page.get_by_role("button", name="Play a bot instead").click()
    late[0].continue_()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_enabled()


def test_three_agree_on_a_take_back_past_what_was_drawn(visit: OpenPage) -> None:
    people = lobby_of_three(visit)
    ann = people[0]
    ann.locator("#takebacks-term input[value=yes]").check()
    ann.locator("select[name=minutes]").select_option("30")  # at once: both are kept
    for guest in people[1:]:
        expect(guest.locator("#agreed")).to_contain_text("if everybody agrees")
        expect(guest.locator("#agreed")).to_contain_text("30 min for each player")
    for page in people:
        expect(page.locator("span.here:visible")).to_have_count(3)
    ann.get_by_role("button", name="Start", exact=True).click()
    for page in people:
        expect(page.locator("#dock")).to_be_visible()
    players = [PLAYERS["thebes"](page, Mouse(), 1) for page in people]
    for page in people:
        expect(page.locator("#page")).to_have_attribute("data-version", players[0].version)
    mover = next(player for player in players if player.mine)
    mover.act()
    asker, others = mover.page, [page for page in people if page is not mover.page]

    asker.locator("#menu > summary").click()
    asker.locator("#menu").get_by_role("button", name="Ask to take back").click()
    expect(asker.locator("#together")).to_contain_text("Waiting for")
    for page in others:
        expect(page.locator("#together")).to_contain_text("Do you agree?")
        assert_steady(page)
    others[0].locator("#together").get_by_role("button", name="Yes").click()
    expect(others[0].locator("#together")).to_contain_text("Waiting for")
    others[1].locator("#together").get_by_role("button", name="Yes").click()
    for page in people:
        expect(page.locator("#together")).to_be_hidden()
        expect(page.locator("#log")).to_contain_text("is taken back")
    expect(asker.locator("#status")).to_contain_text("Your turn")
    expect(asker.locator("#log")).not_to_contain_text("wk")


def test_two_who_want_to_play_find_each_other(visit: OpenPage) -> None:
    one = visit()
    one.locator("form[action='/pair']").get_by_role("button", name="Mykerinos").click()
    expect(one.locator("#begin")).to_contain_text("Waiting for an opponent")
    two = visit(**PHONE)
    expect(two.locator("form[action='/pair']")).to_be_visible()
    two.locator("form[action='/pair']").get_by_role("button", name="Mykerinos").click()
    for page in (one, two):
        expect(page.locator("#dock")).to_be_visible()
    assert one.url.partition("?")[0] == two.url.partition("?")[0]


def test_who_waits_may_play_a_bot_instead_or_stop(visit: OpenPage) -> None:
    one, two = visit(), visit()
    for page in (one, two):
        page.locator("form[action='/pair']").get_by_role("button", name="Thebes").click()
        if page is one:
            page.get_by_role("button", name="Play a bot instead").click()
            expect(page.locator("#dock")).to_be_visible()
    two.get_by_role("button", name="Stop waiting").click()
    expect(two.get_by_role("heading", name="This table was closed.")).to_be_visible()
