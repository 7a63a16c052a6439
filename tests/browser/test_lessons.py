"""The guided first games: every lesson fits the screen and covers nothing that it is about; the page lies still."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.fitting import DESKS, PHONES, TOUCH, Sizes, a_tab, resize, unseen
from tests.browser.lessons import LESSONS, page_of
from tests.browser.screens_of_mykerinos import MykerinosScreens
from tests.browser.screens_of_thebes import ThebesScreens
from tests.browser.tables import Tables, become_guest
from tests.repeated import repeated

SIZES: dict[str, tuple[Sizes, Sizes]] = {
    "extreme": (((1366, 650),), PHONES["extreme"]),
    "every": (DESKS["every"], PHONES["every"]),
}
FIRST = [f"{game}-{name}" for game, lessons in LESSONS.items() for name in list(lessons)[:3]]
LATER = [f"{game}-{name}" for game, lessons in LESSONS.items() for name in list(lessons)[3:]]
SPEECH = (
    "#status",
    "#guide-speech",
    "#guide-title",
    "#guide-speech > p:not(.next)",
    ".skip-guide",
    "#guide-speech .under > *",
)
OF_CHOICE = ("#status", "#guide-speech .under b | #guide-title", *(f"?{each}" for each in SPEECH[1:]))  # a line, often


@pytest.fixture(scope="module")
def context(browser: Browser, address: str) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=address)
    become_guest(context.request, "Ola")
    yield context
    context.close()


@pytest.fixture(scope="module")
def games(context: BrowserContext) -> dict[str, Tables]:
    return {"thebes": ThebesScreens(context.request), "mykerinos": MykerinosScreens(context.request)}


@pytest.fixture(scope="module")
def desk(browser: Browser, context: BrowserContext, address: str) -> Iterator[Page]:
    with a_tab(browser, address, context.storage_state()) as page:
        yield page


@pytest.fixture(scope="module")
def phone(browser: Browser, context: BrowserContext, address: str) -> Iterator[Page]:
    with a_tab(browser, address, context.storage_state(), **TOUCH) as page:
        yield page


@pytest.mark.parametrize("sizes", ["extreme", *repeated("every")])
@pytest.mark.parametrize("name", [*FIRST, *repeated(*LATER)])
def test_a_lesson_is_seen_with_what_it_explains(
    desk: Page, phone: Page, games: dict[str, Tables], name: str, sizes: str
) -> None:
    game, _dash, of_game = name.partition("-")
    lesson = LESSONS[game][of_game]
    path, lit = page_of(games[game], lesson)
    needed = tuple(each.format(lit=lit, site=lit.removeprefix("dig-")) for each in lesson.needed)
    found = list[str]()
    for page, of_page in zip((desk, phone), SIZES[sizes], strict=True):
        page.goto(path)
        page.evaluate("document.fonts.ready")
        found += unseen(page, of_page, (*(OF_CHOICE if lesson.choose else SPEECH), *needed))
    assert found == []


OPENING = {"thebes": "map", "mykerinos": "desert"}
CHOSEN = {"thebes": ".open-card .whole", "mykerinos": "#board a.field:not(.quiet)"}


def lies(page: Page) -> list[float]:
    """How far the page is scrolled, and where the board is."""
    found: list[float] = page.evaluate("[scrollY, document.querySelector('#board').getBoundingClientRect().top]")
    return found


@pytest.mark.parametrize("size", [(1366, 650), *repeated((1440, 900), (390, 664))])
@pytest.mark.parametrize("game", ["mykerinos", *repeated("thebes")])
def test_the_page_lies_still_in_the_guide(
    desk: Page, phone: Page, games: dict[str, Tables], game: str, size: tuple[int, int]
) -> None:
    """From lesson to lesson, and when the first thing is chosen."""
    page = phone if size[0] < 700 else desk
    page.goto(page_of(games[game], LESSONS[game][OPENING[game]])[0])
    resize(page, *size)
    before = lies(page)
    while (on := page.locator("#guide-speech").get_by_role("link", name="Go on")).count():
        title = page.locator("#guide-title").inner_text()
        on.click()
        expect(page.locator("#guide-title")).not_to_have_text(title)
        assert lies(page) == pytest.approx(before, abs=2)
    page.locator(CHOSEN[game]).first.click()
    expect(page.locator("#choice-title")).to_be_visible()
    assert lies(page) == pytest.approx(before, abs=2)
