"""Names and figures are read whole on small screens, whoever plays and whatever they are called."""

from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.fitting import PHONES, TOUCH, Sizes, a_tab, resize
from tests.browser.lessons import LESSONS, page_of
from tests.browser.looking import script
from tests.browser.test_fits import EDGES, LINES, WRITE, Scenes, brightness, desk, phone, scenes
from tests.repeated import repeated

__all__ = ["desk", "phone", "scenes"]
CUT, HALF_LINES = script("cut_texts"), f"all => all.flatMap({script('half_lines')})"
OVERLAPS, COVERED = script("overlapping_totals"), script("covered_city")
UPRIGHT: Sizes = ((390, 664), (360, 640))
LOW_DESK: Sizes = ((1366, 650), (1440, 780), (1536, 730), (1100, 700))


def look(page: Page, path: str, what: str, sizes: Sizes, do: str = CUT) -> list[str]:
    """What a script finds at these sizes among such elements of a page."""
    page.goto(path)
    page.evaluate("document.fonts.ready")
    found = list[str]()
    for width, height in sizes:
        resize(page, width, height)
        found += [f"at {width}x{height} {each}" for each in page.locator(what).evaluate_all(do)]
    return found


def write(page: Page, what: str, text: str) -> None:
    page.locator(what).evaluate_all(WRITE, text)


@pytest.mark.parametrize("name", ["mykerinos-turn-3", "mykerinos-turn-4", "mykerinos-neutral-2"])
def test_the_pools_of_all_are_told_on_a_phone(phone: Page, scenes: Scenes, name: str) -> None:
    """Each with two figures, and beside the points."""
    phone.goto(scenes.path(name))
    write(phone, ".chips small span:nth-child(1)", "own 10")
    write(phone, ".chips small span:nth-child(2)", "common 14")
    write(phone, ".chips small span:nth-child(3)", "neutral 12")
    write(phone, ".chips strong", "43")
    found = list[str]()
    for width, height in PHONES["every"]:
        resize(phone, width, height)
        said = phone.locator(".chips small span").evaluate_all(
            "all => all.filter(each => !each.checkVisibility()).length"
        )
        found += [f"at {width}: {each}" for each in phone.locator(".chips a").evaluate_all(CUT)] + ["hidden"] * said
    assert found == []


@pytest.mark.parametrize("name", ["turn-3", "turn-4", "mykerinos-turn-3", "mykerinos-turn-4"])
def test_bots_of_several_are_told_apart_on_a_phone(phone: Page, scenes: Scenes, name: str) -> None:
    assert look(phone, scenes.path(name), ":is(.chips, .scores) a > b", PHONES["every"]) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_players_of_mykerinos_have_room_on_small_screens(phone: Page, scenes: Scenes, seats: int) -> None:
    path, sizes = scenes.path(f"mykerinos-turn-{seats}"), PHONES["every"]
    assert look(phone, path, ".digger h2", sizes) == []
    for width, height in sizes:
        resize(phone, width, height)
        assert phone.locator(".digger:not(.neutral)").evaluate_all(OVERLAPS) == 0


@pytest.mark.parametrize("name", ["mykerinos-turn-4", "mykerinos-grown-4"])
def test_a_plot_is_named_whole_or_by_its_emblem(desk: Page, phone: Page, scenes: Scenes, name: str) -> None:
    for page, sizes in ((desk, LOW_DESK), (phone, PHONES["every"])):
        page.goto(scenes.path(name))
        write(page, ".zone .band:not(.taken) > span", "Blackmore")
        page.evaluate("document.fonts.ready")
        for width, height in sizes:
            resize(page, width, height)
            assert page.locator(".zone .band > span").evaluate_all(CUT) == [], f"at {width}x{height}"


@pytest.mark.parametrize("kind", ["ticket", "exhibit", "dig"])
def test_no_line_of_a_ticket_is_cut_in_half_on_a_phone(phone: Page, scenes: Scenes, kind: str) -> None:
    path = scenes.path(f"{kind}-2")
    assert look(phone, path, "#choice", UPRIGHT, HALF_LINES) == []
    for number in range(1, 5 if kind == "ticket" else 1):
        assert look(phone, path.replace("take-1", f"take-{number}"), "#choice", UPRIGHT, HALF_LINES) == []


@pytest.mark.parametrize("size", UPRIGHT)
def test_the_odds_of_a_dig_are_seen_on_a_phone(phone: Page, scenes: Scenes, size: tuple[int, int]) -> None:
    phone.goto(scenes.path("dig-2"))
    resize(phone, *size)
    odds = phone.locator("#choice .odds dl:visible").evaluate(EDGES)
    assert odds["bottom"] <= phone.locator("#choice .until").evaluate(EDGES)["top"]


def test_a_bag_names_its_artifacts_in_whole_words(phone: Page, scenes: Scenes) -> None:
    path = scenes.table("midway", 2).path
    assert look(phone, f"{path}?explain=site-egypt", ".bag b", UPRIGHT) == []


@pytest.mark.parametrize("name", ["turn-2", "turn-4"])
def test_exhibitions_are_named_whole_on_a_phone(phone: Page, scenes: Scenes, name: str) -> None:
    assert look(phone, scenes.path(name), ".show:not(.empty) .title", UPRIGHT) == []


@pytest.mark.parametrize("name", ["replay-2", "mykerinos-replay-2", "mykerinos-replay-4"])
def test_looking_back_is_told_in_two_lines(desk: Page, phone: Page, scenes: Scenes, name: str) -> None:
    for page, sizes in ((desk, LOW_DESK), (phone, PHONES["every"])):
        page.goto(scenes.path(name))
        write(page, "#replay .can", "Back to the result")
        write(page, "#replay small", "move 168 of 174")
        for width, height in sizes:
            resize(page, width, height)
            assert page.locator("#replay p").evaluate(LINES) <= 2, f"at {width}x{height}"
            assert page.locator("#replay p").evaluate_all(CUT) == []


def test_looking_back_the_zones_say_on_a_phone_what_they_say_in_a_game(phone: Page, scenes: Scenes) -> None:
    for name in ("mykerinos-turn-2", "mykerinos-replay-2"):
        phone.goto(scenes.path(name))
        for size in UPRIGHT:
            resize(phone, *size)
            assert not any(each.is_visible() for each in phone.locator(".ladder .who").all())


def test_a_ticket_covers_neither_the_goal_nor_rome_on_a_low_desk(desk: Page, scenes: Scenes) -> None:
    path = scenes.table("midway", 2).path
    legal = [action.replace(" ", "-") for action in scenes.table("midway", 2).legal if action.startswith("take")]
    for choice in legal:
        desk.goto(f"{path}?choose={choice}")
        resize(desk, 1366, 650)
        ticket = desk.locator("#choice").evaluate(EDGES)
        seen = desk.locator("#map-desk .place-name:not(.halo)", has_text="Rome").evaluate(EDGES)
        assert ticket["right"] <= seen["left"] or ticket["left"] >= seen["right"], choice


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_veil_of_finds_reaches_over_the_scrollbars_place(
    visit: OpenPage, scenes: Scenes, theme: Literal["light", "dark"]
) -> None:
    page = visit("", color_scheme=theme, reduced_motion="reduce", storage_state=scenes.context.storage_state())
    blank = visit("about:blank")
    page.goto(scenes.path("finds-2"))
    expect(page.locator("#finds")).to_be_visible()
    edge = page.evaluate("document.body.getBoundingClientRect().right")
    assert edge < page.evaluate("innerWidth")
    beside, below = (brightness(page, blank, edge + place) for place in (4, -8))
    assert beside == pytest.approx(below, abs=4)


GUIDED = [(*each, True) for each in PHONES["every"]] + [(1366, 650, False), (1440, 900, False)]


@pytest.mark.parametrize("lesson", ["map", "turn", "book", *repeated("calendar", "finds", "years", "exhibition")])
def test_the_guide_says_what_is_next_at_every_size(browser: Browser, scenes: Scenes, lesson: str) -> None:
    path, _lit = page_of(scenes.thebes, LESSONS["thebes"][lesson])
    for width, height, touch in GUIDED:
        how = TOUCH if touch else {}
        with a_tab(browser, scenes.address, scenes.context.storage_state(), **how) as page:
            page.goto(path)
            resize(page, width, height)
            expect(page.locator("#guide-speech .next")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", PHONES["every"])
def test_the_guide_points_at_the_header_it_speaks_of(phone: Page, scenes: Scenes, size: tuple[int, int]) -> None:
    phone.goto(page_of(scenes.thebes, LESSONS["thebes"]["turn"])[0])
    resize(phone, *size)
    expect(phone.locator("#guide .pointer")).to_be_visible()
    pointer, status = (phone.locator(each).evaluate(EDGES) for each in ("#guide .pointer", "#status"))
    assert status["left"] <= pointer["left"]
    assert pointer["right"] <= status["right"]
    assert 0 <= pointer["bottom"] - status["bottom"] < 40


@pytest.mark.parametrize("size", UPRIGHT)
@pytest.mark.parametrize("lesson", ["book", "second"])
def test_no_city_the_guide_speaks_of_is_covered(
    phone: Page, scenes: Scenes, lesson: str, size: tuple[int, int]
) -> None:
    path, lit = page_of(scenes.thebes, LESSONS["thebes"][lesson])
    phone.goto(path)
    resize(phone, *size)
    speech, city = phone.locator("#guide-speech"), phone.locator(f"#{lit} .city").inner_text()
    if city in speech.inner_text():
        assert not speech.evaluate(COVERED, city)
    assert not any(speech.evaluate(COVERED, north) for north in ("London", "Berlin", "Warsaw", "Moscow"))
