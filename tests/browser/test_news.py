"""What just happened, and what comes next: digs are uncovered, and addresses reload and go back as expected."""

import re
from copy import copy

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.hands import Finger, Mouse
from tests.browser.looking import Complaints
from tests.browser.mykerinos import MykerinosPlayer
from tests.browser.tables import BOT, FRIEND, ME, Seated, become_guest, both, may, week
from tests.browser.thebes import texts_beside

CARD = "#dock li.open-card:not(.shut, .empty) a.whole"


def seated(visit: OpenPage, how: dict[str, object] | None = None, seed: str = "proof 3") -> tuple[Page, Seated]:
    """Somebody whose turn it is, who may dig."""
    page = visit("", **how or {})
    become_guest(page.context.request, "Noor")
    table = Seated(page.context.request, "thebes", [ME, BOT], seed).start().play(both(week(30), may("dig")))
    page.goto("/")
    page.goto(table.path)
    return page, table


def dig(page: Page, table: Seated) -> None:
    site = max(table.legal, key=lambda action: action.startswith("dig") and int(action.split()[2])).split()[1]
    page.goto(f"{table.path}?choose=dig-{site}")
    page.locator("#choice button.main:visible").click()
    expect(page.locator("#finds.covered")).to_be_visible()


@pytest.mark.parametrize("how", [{}, PHONE], ids=["desk", "phone"])
def test_a_dig_is_uncovered_token_by_token_and_nothing_tells_before(visit: OpenPage, how: dict[str, object]) -> None:
    page, table = seated(visit, how)
    before = texts_beside(page)
    dig(page, table)
    tokens = page.locator("#finds [data-token]")
    for number in range(tokens.count()):
        assert texts_beside(page) == before
        expect(page.locator("#finds .gain")).not_to_be_visible()
        expect(page.locator("#finds [data-token].open")).to_have_count(number)
        page.keyboard.press("Enter") if not how else page.locator("#finds .drawn").tap()
    expect(page.locator("#finds .gain")).to_be_visible()
    expect(page.locator("#log li").filter(has_text=re.compile("You.* dug"))).not_to_have_count(0)
    assert texts_beside(page) != before


def test_holding_uncovers_all(visit: OpenPage) -> None:
    page, table = seated(visit)
    dig(page, table)
    page.locator("#finds .drawn").hover()
    page.mouse.down()
    expect(page.locator("#finds .gain")).to_be_visible()
    page.mouse.up()


def test_who_wants_it_calm_sees_all_at_once(visit: OpenPage) -> None:
    page, table = seated(visit, {"reduced_motion": "reduce"})
    site = table.first("dig").split()[1]
    page.goto(f"{table.path}?choose=dig-{site}")
    page.locator("#choice button.main:visible").click()
    expect(page.locator("#finds .gain")).to_be_visible()


def test_bots_moves_after_ones_own_dig_are_announced(visit: OpenPage) -> None:
    page, table = seated(visit)
    dig(page, table)
    page.get_by_role("button", name="Uncover all").click()
    table.now()
    expect(page.locator("#announcer")).to_have_text(re.compile("You dug .*Your turn$"))


def test_back_leaves_the_table_however_many_cards_were_looked_at(visit: OpenPage) -> None:
    page, _table = seated(visit)
    for number in (0, 1, 2):
        page.locator(CARD).nth(number).click()
        expect(page.locator("#choice-title")).to_be_visible()
        page.get_by_role("link", name="Cancel").click()
        expect(page.locator("#choice")).not_to_be_visible()
    page.locator("#status").press("Escape")
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page.locator("#side-title")).to_be_visible()
    page.locator("#side [data-close]").click()
    expect(page.locator("#side")).not_to_be_visible()
    expect(page).not_to_have_url(re.compile(r"\?"))
    page.go_back()
    expect(page).to_have_url(re.compile("/$"))


def test_back_closes_what_is_read_and_keeps_the_choice(visit: OpenPage) -> None:
    page, _table = seated(visit)
    page.locator(CARD).first.click()
    expect(page.locator("#choice-title")).to_be_visible()
    chosen = page.url
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page.locator("#side-title")).to_be_visible()
    page.go_back()
    expect(page.locator("#side")).not_to_be_visible()
    expect(page).to_have_url(chosen)
    expect(page.locator("#choice-title")).to_be_visible()


def test_a_reload_keeps_the_weeks_of_a_dig(visit: OpenPage) -> None:
    page, table = seated(visit)
    page.goto(f"{table.path}?choose=dig-{table.first('dig').split()[1]}")
    weeks = page.locator("#dial input:enabled:not(:checked)").last
    number = weeks.get_attribute("value")
    weeks.press("Space")
    expect(page).to_have_url(re.compile(f"weeks={number}"))
    page.reload()
    expect(page.locator(f"#weeks-{number}")).to_be_checked()


def planned_dig(page: Page) -> tuple[int, int, int, list[str], str]:
    """What card, map and wheel say of the dig that is chosen: its fewest weeks, those of the journey, whether it is
    flown, where the marker would stand, and its weeks."""
    words = page.locator("#dock .dig.chosen .words").inner_text()
    ghosts = page.locator("#map-desk .ghost-of:visible").evaluate_all("ghosts => ghosts.map(ghost => ghost.innerHTML)")
    travel, flights = (page.locator(f"#map-desk {each}").count() for each in (".travel-week", ".journey.flight"))
    return int(words.split("+")[0]), travel, flights, ghosts, page.locator("#dial input:checked").input_value()


def test_a_reload_keeps_a_dig_by_zeppelin(visit: OpenPage) -> None:
    """On the card and on the map."""
    page = visit("")
    become_guest(page.context.request, "Noor")
    table = Seated(page.context.request, "thebes", [ME, BOT], "proof 6").start()
    table.play(lambda view: any("dig palestine" in action and "zeppelin" in action for action in view["legal"]))
    page.goto(f"{table.path}?choose=dig-palestine")
    fewest, travel, flights, _ghosts, _weeks = planned_dig(page)
    assert (travel > 0, flights) == (True, 0)
    page.locator("label[for=use-zeppelin]").click()
    expect(page.locator("#map-desk .journey.flight")).to_have_count(1)
    longest = page.locator("#dial input:enabled:not(:checked)").last
    weeks = longest.input_value()
    longest.press("Space")
    expect(page).to_have_url(re.compile(f"weeks={weeks}&.*zeppelin=on"))
    flown = planned_dig(page)
    assert flown[:3] == (fewest - travel, 0, 1)
    page.reload()
    assert planned_dig(page) == flown


def test_the_menu_closes_over_what_it_opens(visit: OpenPage) -> None:
    page, _table = seated(visit, PHONE)
    page.locator("#menu > summary").tap()
    page.locator("#menu").get_by_role("link", name="Rules", exact=True).tap()
    expect(page.locator("#side-title")).to_be_visible()
    expect(page.locator("#menu[open]")).to_have_count(0)


def test_the_keyboard_begins_where_something_can_be_done(visit: OpenPage) -> None:
    page, _table = seated(visit)
    expect(page.locator("#dock h2").first).to_be_focused()


@pytest.mark.parametrize("how", [{}, PHONE], ids=["desk", "phone"])
def test_the_keyboard_goes_on_where_digging_turns_into_scoring_and_where_a_round_begins(
    visit: OpenPage, how: dict[str, object]
) -> None:
    page = visit("", **how)
    become_guest(page.context.request, "Noor")
    table = Seated(page.context.request, "mykerinos", [ME, BOT], "proof 1").start()
    page.goto(table.play(lambda view: view["legal"] == ["pass"]).path)
    player = MykerinosPlayer(page, Finger() if how else Mouse())
    player.play(moves=1)
    asked = page.locator("#dock h2[data-next]")
    expect(page.locator("#dock.scoring")).to_be_visible()
    while page.locator("#dock.scoring").count():
        expect(asked).to_be_focused()
        if how:
            expect(asked).to_be_in_viewport()
        player.play(moves=1)
    expect(page.locator("#status")).to_contain_text("Round 2")
    expect(asked).to_be_focused()


def planned(visit: OpenPage) -> tuple[Page, Seated, Seated, str]:
    """Somebody who has chosen a card while another is to move, the other, and the action that takes the card."""
    pages = visit(""), visit("")
    for page, name in zip(pages, ("Noor", "Layla"), strict=True):
        become_guest(page.context.request, name)
    host = Seated(pages[0].context.request, "thebes", [ME, FRIEND])
    friend = copy(host)
    friend.api = pages[1].context.request
    assert friend.api.post(f"/api/tables/{host.id}/seats/1", data={}).ok
    host.start()
    if host.view["legal"]:
        host.act(host.view["legal"][0], host.view)
        while host.view["legal"]:
            host.act(next(action for action in host.legal if action.startswith("take")), host.view)
    page = pages[0]
    page.goto(host.path)
    page.locator(CARD).first.click()
    expect(page.get_by_text("Not your turn yet")).to_be_visible()
    expect(page.locator("button[name=action]:visible")).to_have_count(0)
    return page, host, friend, page.url.partition("choose=")[2].replace("-", " ")


def test_a_plan_stays_chosen_when_the_turn_comes(visit: OpenPage) -> None:
    page, host, friend, action = planned(visit)
    while not host.view["legal"]:
        others = [each for each in friend.legal if each.startswith("take") and each != action]
        friend.act(others[0], friend.view)
    expect(page.locator("#choice button.main:visible")).to_have_attribute("value", action)


def test_a_plan_stays_chosen_while_one_chats(visit: OpenPage) -> None:
    page, _host, _friend, action = planned(visit)
    page.get_by_label("Say something to the table").fill("Your move")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#talk")).to_contain_text("Your move")
    expect(page.locator("#choice-title")).to_be_visible()
    assert page.url.endswith(f"choose={action.replace(' ', '-')}")


def test_a_plan_that_somebody_else_has_taken_is_dropped_and_said_so(visit: OpenPage) -> None:
    page, _host, friend, action = planned(visit)
    friend.act(action, friend.view)
    expect(page.locator("#connection")).to_have_text("What you had chosen is gone.")
    expect(page.locator("#choice")).not_to_be_visible()
    expect(page).not_to_have_url(re.compile("choose"))


def test_nothing_is_missed_while_an_answer_is_late(visit: OpenPage) -> None:
    page, host, friend, action = planned(visit)
    late: list[Route] = []
    page.route("**/*rules*", lambda route: late.append(route))
    page.get_by_role("link", name="Rules", exact=True).click()
    page.locator(CARD).nth(1).click()
    expect(page).not_to_have_url(re.compile(f"choose={action.replace(' ', '-')}"))
    page.evaluate("() => { heard = new Promise(end => document.addEventListener('arrived', () => end())); }")
    friend.act(friend.first("take"), friend.view)
    page.evaluate("() => heard")
    for route in late:
        route.continue_()
    expect(page.locator("#page")).to_have_attribute("data-version", str(host.view["version"]))


def test_beside_a_rule_the_table_is_renewed_without_asking_for_it(visit: OpenPage) -> None:
    page, host, friend, _action = planned(visit)
    page.goto(f"{host.path}?rules=T5.1")
    expect(page.locator("#side-title")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    friend.act(friend.first("take"), friend.view)
    expect(page.locator("#page")).to_have_attribute("data-version", str(host.view["version"]))
    expect(page.locator("#side-title")).to_be_visible()
    assert asked == []


def test_a_warning_stays_as_long_as_the_connection_is_lost(visit: OpenPage, complaints: Complaints) -> None:
    page, _table = seated(visit)
    complaints.expected = ("ERR_INTERNET_DISCONNECTED",)
    page.context.set_offline(True)
    expect(page.locator("#connection")).to_contain_text("The connection is lost")
    page.locator(CARD).first.click()
    expect(page.locator("#connection")).not_to_contain_text("The connection is lost")
    expect(page.locator("#connection")).to_contain_text("The connection is lost")
    page.context.set_offline(False)
