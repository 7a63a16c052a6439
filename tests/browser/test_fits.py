"""What a turn needs is on the screen without scrolling the page, at every common size, in every kind of scene."""

import base64
from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.fitting import DESKS, PHONES, SETTLED, TOUCH, a_tab, resize, unseen
from tests.browser.looking import script
from tests.browser.screens import Screens
from tests.browser.screens_of_mykerinos import MykerinosScreens
from tests.browser.screens_of_thebes import MANY, ThebesScreens
from tests.browser.tables import BOT, FRIEND, ME, Seated, Until, answered, become_guest, both, may, round_of, week
from tests.repeated import repeated

LINES, BRIEF_STANDINGS, HIDDEN_ROWS = script("lines"), script("brief_standings"), script("hidden_rows")
OUT_OF_LINE, HOLES, BRIGHTNESS = script("out_of_line"), script("holes"), script("brightness")
TOP = "all => all.map(each => Math.round(each.getBoundingClientRect().top))"
EDGES = "each => each.getBoundingClientRect().toJSON()"
BANK = 35 * 60_000  # milliseconds, which nobody uses up
WRITE = "(all, text) => { for (const each of all) each.textContent = text; }"

# A leading "?" marks what need not be there; of what " | " parts, one is enough: chips on a phone, panels on a desk.
OWN = "#chips .mine | .panels .mine :is(.total, .knowledge)"
THEBES = ("#status", "#board", "#top summary", ".open-card", "?.show", OWN)
TICKET = ("#status", "#choice .buttons > *", "#choice h2", "li.chosen", OWN)
DESERT = ("#status", ".desert", "#top summary", ".ladder", "#chips | .panels .mine .total", "?#skip", "?#verb-pass")
WATCH = ("#watch b", "#watch-bots button", "#watch-pace", "#status", "#top summary")
SCENES: dict[str, tuple[str, ...]] = {
    "turn": (*THEBES, "?#exchange"),
    "ticket": TICKET,
    "exhibit": TICKET,
    "dig": ("#choice h2", "#choice .side > .buttons > *", "#choice .dial", "#status"),
    "finds": ("#finds h2", "#finds .buttons .main", "#status"),
    "replay": ("#replay .button", *THEBES),
    "clock": (*THEBES, "#status .clock.running", "#chips .own .clock | .panels .mine .clock"),
    "mykerinos-clock": (*DESERT, "#status .clock.running"),
    "mykerinos-turn": (*DESERT, ".means .mean"),
    "mykerinos-neutral": (*DESERT, "#skip"),
    "mykerinos-grown": (*DESERT, ".means .mean"),
    "mykerinos-field": ("#status", ".desert .field.chosen", "#confirm, #choice .buttons .main", "#choice h2"),
    "mykerinos-extending": (*DESERT, ".chain-steps | #choice.way h2"),
    "mykerinos-patron": ("#status", "#choice .buttons > *", "#choice h2", ".desert"),
    "mykerinos-scoring": ("#status", ".acting h2", ".zone.scored .squares", ".prize:not(.of-museum) .buttons > *"),
    "mykerinos-room": ("#status", ".acting h2", ".prize.chosen .buttons > *"),
    "watching": (*WATCH, "#board", ".open-card", "?.show"),
    "mykerinos-watching": (*WATCH, ".desert", ".ladder", ".track", "#chips | .panels .total"),
    "mykerinos-scored": ("#replay p", "#replay .button", "#status", ".zone.scored .squares", ".prize h3"),
    "mykerinos-replay": ("#replay .button", "#status", ".desert", ".ladder", "#chips | .panels .total"),
}  # fmt: skip


class Scenes:
    """Where each kind of scene is, for tables of two and of four; each table is played once."""

    fullest = (*(f"{name}-4" for name in SCENES if name != "mykerinos-neutral"), "mykerinos-neutral-2")
    three = ("turn-3", "mykerinos-turn-3", "mykerinos-grown-3", "mykerinos-scoring-3")
    others = tuple(f"{name}-2" for name in SCENES if name != "mykerinos-neutral")

    def __init__(self, context: BrowserContext, address: str = "") -> None:
        become_guest(context.request, "Ola")
        self.context, self.address = context, address
        self.thebes, self.mykerinos = ThebesScreens(context.request), MykerinosScreens(context.request)
        self.played: dict[str, Seated] = {}

    def table(self, kind: str, seats: int) -> Seated:
        name = f"{kind}-{seats}"
        if name not in self.played:
            self.played[name] = getattr(self, f"_{kind}")(seats - 1)
        return self.played[name]

    def _midway(self, bots: int) -> Seated:
        return self.thebes.new("fits 2", bots).play(both(week(60), may("exhibit", "dig", "take")))

    def _dug(self, bots: int) -> Seated:
        table = self.thebes.new("fits 1", bots)
        return table.play(lambda view: table.found >= MANY)

    def _timed(self, bots: int) -> Seated:
        return self.thebes.new("", bots, bank=BANK)

    def _timed_desert(self, bots: int) -> Seated:
        return self.mykerinos.new("", bots, bank=BANK)

    def _desert(self, bots: int) -> Seated:
        return self.mykerinos.new("fits 1", bots).play(both(round_of(3), may("use", "start", "extend")))

    def _neutral(self, bots: int) -> Seated:
        return self.mykerinos.new("fits 1", bots).play(both(round_of(2), may("neutral skip")))

    def _grown(self, bots: int) -> Seated:
        return self.mykerinos.new(f"fits {2 if bots > 1 else 1}", bots).play(
            both(round_of(4), may("start", "extend", "use"))
        )

    def _extending(self, bots: int) -> Seated:
        return self.mykerinos.new("fits 1", bots).play(may("then"))

    def _scoring(self, bots: int) -> Seated:
        return self.mykerinos.new("fits 1", bots).play(both(round_of(2), may("tile", "room")))

    def timed(self, kind: str, seats: int) -> str:
        """A table with clocks, of which mine runs."""
        table = self.table(kind, seats)
        table.now()
        return table.path

    def scored(self, table: Seated) -> int:
        """The first ply of that game at which somebody chooses in a zone."""
        actions: list[str] = answered(self.context.request.get(f"/api/tables/{table.id}/record"))["actions"]
        return next(ply for ply, action in enumerate(actions) if action.startswith(("tile", "room")))

    def path(self, name: str) -> str:
        kind, _dash, number = name.rpartition("-")
        seats = int(number)
        if kind.endswith("watching"):
            game = "mykerinos" if kind.startswith("mykerinos") else "thebes"
            return Seated(self.context.request, game, [BOT] * seats, pause=10_000).start().path
        if kind.startswith("mykerinos"):
            return self._of_mykerinos(kind.partition("-")[2], seats)
        if kind == "finds":
            dug = self.table("dug", seats)
            return f"{dug.path}?found={dug.dug}"
        if kind == "clock":
            return self.timed("timed", seats)
        table = self.table("midway", seats)
        chosen = {"ticket": "take", "exhibit": "exhibit", "dig": "dig"}.get(kind)
        if kind == "replay":
            return f"{table.path}?ply=20"
        if not chosen:
            return table.path
        first = table.first(chosen).split()
        return f"{table.path}?choose={'-'.join(first[:2])}"

    def _of_mykerinos(self, kind: str, seats: int) -> str:
        if kind == "clock":
            return self.timed("timed_desert", seats)
        kinds = {
            "turn": "desert",
            "field": "desert",
            "patron": "desert",
            "replay": "desert",
            "room": "scoring",
            "scored": "scoring",
        }
        table = self.table(kinds.get(kind, kind), seats)
        if kind == "replay":
            return f"{table.path}?ply=20"
        if kind == "scored":
            return f"{table.path}?ply={self.scored(table)}"
        if kind == "field":
            return f"{table.path}?choose={table.first('extend').split()[1]}"
        if kind == "patron":
            return f"{table.path}?choose={table.first('use').split()[1]}"
        if kind == "room":
            return f"{table.path}?choose={table.first('room').replace(' ', '-')}"
        return table.path


@pytest.fixture(scope="module")
def scenes(browser: Browser, address: str) -> Iterator[Scenes]:
    context = browser.new_context(base_url=address)
    yield Scenes(context, address)
    context.close()


@pytest.fixture(scope="module")
def desk(browser: Browser, scenes: Scenes) -> Iterator[Page]:
    with a_tab(browser, scenes.address, scenes.context.storage_state()) as page:
        yield page


@pytest.fixture(scope="module")
def phone(browser: Browser, scenes: Scenes) -> Iterator[Page]:
    with a_tab(browser, scenes.address, scenes.context.storage_state(), **TOUCH) as page:
        yield page


@pytest.mark.parametrize("sizes", ["extreme", *repeated("every")])
@pytest.mark.parametrize("name", [*Scenes.fullest, *repeated(*Scenes.three, *Scenes.others)])
def test_what_a_turn_needs_is_on_the_screen(desk: Page, phone: Page, scenes: Scenes, name: str, sizes: str) -> None:
    needed, path, found = SCENES[name.rpartition("-")[0]], scenes.path(name), list[str]()
    for page, of_page in ((desk, DESKS), (phone, PHONES)):
        page.goto(path)
        page.evaluate("document.fonts.ready")
        found += unseen(page, of_page[sizes], needed)
    assert found == []


ASIDE: dict[str, tuple[str, ...]] = {  # what happens between turns, of two players
    "plan": ("#status", "#choice .buttons > *", "#choice .not-yet", "#choice h2", "li.chosen", OWN),
    "covered": ("#status", "#finds h2", "#finds .uncovering > *"),
    "mykerinos-plan": ("#status", ".desert", "#choice h2", ".acting .not-yet, #choice .not-yet"),
}


@pytest.mark.parametrize("sizes", ["extreme", *repeated("every")])
@pytest.mark.parametrize("name", ASIDE)
def test_a_plan_or_a_covered_dig_is_on_the_screen(
    browser: Browser, address: str, screens: Screens, name: str, sizes: str
) -> None:
    found = list[str]()
    for how, of_page in ((dict[str, bool](), DESKS), (TOUCH, PHONES)):
        with a_tab(browser, address, screens.state, **how) as page:
            for size in of_page[sizes]:
                resize(page, *size)
                screens.show(page, name)
                found += unseen(page, (size,), ASIDE[name])
    assert found == []


@pytest.mark.parametrize("name", ["turn-4", "mykerinos-turn-4"])
def test_the_header_stands_in_line_with_the_table(desk: Page, scenes: Scenes, name: str) -> None:
    desk.goto(scenes.path(name))
    found = []
    for width, height in (*DESKS["every"], (1440, 900)):
        desk.set_viewport_size({"width": width, "height": height})
        desk.evaluate(SETTLED)
        found += [f"at {width}x{height}: {apart}" for apart in desk.evaluate(OUT_OF_LINE) if abs(apart) > 1]
    assert found == []


EARLY: dict[str, Until] = {
    "at once": lambda view: True,
    "after a dig": lambda view: any(player["finds"] for player in view["view"]["players"]),
    "midway": week(60),
}


@pytest.mark.parametrize("sealed", [True, False], ids=["sealed", "practice"])
@pytest.mark.parametrize("until", EARLY)
def test_the_end_of_a_game_that_ended_early_has_no_hole(desk: Page, scenes: Scenes, until: str, sealed: bool) -> None:
    table = Seated(scenes.context.request, "thebes", [ME, BOT], "" if sealed else "fits 3").start().play(EARLY[until])
    assert scenes.context.request.post(f"/api/tables/{table.id}/resign", data={}).ok
    desk.goto(table.path)
    found = []
    for width in (1440, 1100, 900):
        desk.set_viewport_size({"width": width, "height": 900})
        desk.evaluate(SETTLED)
        found += [f"at {width}: {each}" for each in desk.evaluate(HOLES, "#end")]
    assert found == []


def test_choosing_leaves_the_desert_where_it_is(desk: Page, scenes: Scenes) -> None:
    """Also where a neutral archaeologist may start or extend, which has the longest names."""
    desk.set_viewport_size({"width": 1440, "height": 900})
    desk.goto(scenes.path("mykerinos-neutral-2"))
    top = "document.querySelector('#board').getBoundingClientRect().y"
    before, fields = desk.evaluate(top), desk.locator("#board a.field:not(.quiet)")
    for address in fields.evaluate_all("links => links.map(link => link.getAttribute('href'))")[::4]:
        desk.goto(address)
        assert desk.evaluate(top) == before, address


@pytest.mark.parametrize("size", [(1440, 900), (1366, 650)])
@pytest.mark.parametrize("name", ["mykerinos-scoring-2", "mykerinos-scoring-4"])
def test_plots_to_choose_from_are_named_in_one_line_over_buttons_in_one_line(
    desk: Page, scenes: Scenes, name: str, size: tuple[int, int]
) -> None:
    desk.set_viewport_size({"width": size[0], "height": size[1]})
    desk.goto(scenes.path(name))
    desk.evaluate("document.fonts.ready")
    plots = desk.locator(".prize:not(.of-museum)")
    assert [plots.nth(number).locator("h3").evaluate(LINES) for number in range(plots.count())] == [1, 1]
    assert len(set(plots.locator(".buttons").evaluate_all(TOP))) == 1


def settle(page: Page, path: str, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(path)
    page.evaluate("document.fonts.ready")
    page.evaluate(SETTLED)


@pytest.mark.parametrize("size", [(390, 664), (360, 640)])
def test_every_zone_of_the_last_round_tells_on_a_phone_who_leads(
    phone: Page, scenes: Scenes, size: tuple[int, int]
) -> None:
    """Its number and the leader with their lead, or a tie, stand over the figures, also where they are longest."""
    settle(phone, scenes.path("mykerinos-grown-4"), *size)
    cards = phone.locator(".ladder")
    assert cards.locator(".brief").count()
    assert cards.evaluate_all(BRIEF_STANDINGS) == []
    cards.locator(".roman").evaluate_all(WRITE, "III")
    for longest in ("tie you", "You +3", "tie W2", "M2 +9"):
        cards.locator(".brief").evaluate_all(WRITE, longest)
        assert cards.evaluate_all(BRIEF_STANDINGS) == []


@pytest.mark.parametrize(("name", "rows"), [("mykerinos-turn-4", 6), ("mykerinos-grown-4", 9)])
def test_a_small_phone_shows_the_numbers_of_the_rows(phone: Page, scenes: Scenes, name: str, rows: int) -> None:
    settle(phone, scenes.path(name), 360, 640)
    numbers = phone.locator(".zone .rows span")
    assert numbers.count() == rows
    assert numbers.evaluate_all(HIDDEN_ROWS) == []


@pytest.mark.parametrize(("game", "beside"), [("mykerinos", ".round"), ("thebes", ".next")])
def test_the_header_of_a_small_phone_stays_one_line(phone: Page, scenes: Scenes, game: str, beside: str) -> None:
    """Whoever is to move, however long their name."""
    settle(phone, scenes.path("mykerinos-turn-4" if game == "mykerinos" else "turn-4"), 360, 640)
    high = phone.locator("#top").bounding_box()
    table = waiting_for(scenes, "Konstantina Papadopoulou-Montgomery", game)
    for size in ((360, 640), (390, 664), (820, 1100), (844, 390)):
        settle(phone, table.path, *size)
        headline = phone.locator("#status .now b")
        expect(headline).to_contain_text("Konstantina")
        assert headline.evaluate(LINES) == 1
        if size == (360, 640):
            assert phone.locator("#top").bounding_box() == high
        name, next_to_it = (phone.locator(f"#status {each}").evaluate(EDGES) for each in (".now b", beside))
        assert name["right"] <= next_to_it["left"]  # the name covers nothing beside it
        assert unseen(phone, (size,), ("#status .next svg",) if game == "thebes" else ()) == []


def waiting_for(scenes: Scenes, name: str, game: str) -> Seated:
    """A table where somebody else of that name is to move."""
    table = Seated(scenes.context.request, game, [ME, FRIEND])
    assert scenes.context.browser
    friend = scenes.context.browser.new_context(base_url=scenes.address)
    become_guest(friend.request, name)
    assert friend.request.post(f"/api/tables/{table.id}/seats/1", data={}).ok
    friend.close()
    table.start()
    while (view := table.view)["legal"]:
        table.act(view["legal"][0], view)
    return table


@pytest.mark.parametrize("name", ["turn-4", "mykerinos-turn-4"])
def test_what_others_did_is_on_the_screen(desk: Page, phone: Page, scenes: Scenes, name: str) -> None:
    phones = () if name.startswith("mykerinos") else ((390, 664), (360, 640), (820, 1100))
    for page, sizes in ((desk, ((1366, 650), (1440, 900))), (phone, phones)):
        page.goto(scenes.path(name))
        page.evaluate("document.fonts.ready")
        assert page.locator("#since summary").count() == 1
        assert unseen(page, sizes, ("#since summary", "#status", "#board")) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_veil_of_the_finds_reaches_over_the_scrollbars_place(
    visit: OpenPage, screens: Screens, theme: Literal["light", "dark"]
) -> None:
    page, blank = (
        visit("", storage_state=screens.state, color_scheme=theme, reduced_motion="reduce"),
        visit("about:blank"),
    )
    for width, height in ((1440, 900), (1366, 650)):
        page.set_viewport_size({"width": width, "height": height})
        screens.show(page, "finds")
        edge = page.evaluate("document.body.getBoundingClientRect().right")
        beside, within = (brightness(page, blank, edge + place) for place in (4, -8))
        assert beside == pytest.approx(within, abs=4)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_veil_of_the_guide_reaches_over_the_scrollbars_place(
    visit: OpenPage, theme: Literal["light", "dark"]
) -> None:
    page, blank = visit("", color_scheme=theme, reduced_motion="reduce"), visit("about:blank")
    become_guest(page.request, "Ola")
    table = Seated(page.request, "thebes", [ME, BOT], "proof 7", guide=True).start()
    table.now()
    page.goto(table.path)
    expect(page.locator("#guide .speech")).to_be_visible()
    edge = page.evaluate("document.body.getBoundingClientRect().right")
    assert edge < page.evaluate("innerWidth")
    beside, below = (brightness(page, blank, edge + place) for place in (4, -8))
    assert beside == pytest.approx(below, abs=4)


def brightness(page: Page, blank: Page, x: int) -> float:
    """How bright a page is at a place of its margin, half way down."""
    shot = base64.b64encode(page.screenshot(clip={"x": x, "y": 440, "width": 4, "height": 20})).decode()
    found: float = blank.evaluate(BRIGHTNESS, f"data:image/png;base64,{shot}")
    return found
