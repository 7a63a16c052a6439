"""Measure the page in a real browser: how heavy the first page is, and how long a click takes until it is painted.

    python -m benchmarks.page [--moves 40] [--seats 2,4] [--latency 200] [--against OLD/.venv/bin/python] [--json]

A click's time is told in all and by where it goes: in the page before it asks, in the answer (network and server), and
in the page from the answer to the paint. The longest frames are those of a page that shows a rule or a find while
others play.

With `--against`, the servers of two versions run side by side and clicks at them are made by turns, so that both meet
the same load of the machine.
"""

import json
import random
import sys
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from rich.console import Console
from rich.progress import track
from rich.table import Table
from tests.browser.tables import BOT, ME, Seated, become_guest
from tools.find_browser import FLAGS, installed

from benchmarks.server.figures import spread
from benchmarks.server.process import Server

# From the click until the frame after the page has changed
STOPWATCH = """
addEventListener("click", () => { window.clicked = performance.now(); window.painted = null; }, true);
const paint = () => requestAnimationFrame(() => setTimeout(() => { window.painted ??= performance.now(); }));
const watch = () => new MutationObserver(() => { if (window.clicked && !window.painted) paint(); })
  .observe(document.getElementById("page"), { attributes: true, attributeFilter: ["data-version", "class"] });
document.readyState === "loading" ? addEventListener("DOMContentLoaded", watch) : watch();
"""

# Milliseconds of the click that was timed last: in all, and until the page asked, was answered and had painted
STAGES = """() => {
  if (!window.painted) return null;
  const asked = performance.getEntriesByType("resource").filter(
    (entry) => entry.initiatorType === "fetch" && entry.startTime >= clicked && entry.responseEnd <= painted);
  const [start, end] = asked.length ? [asked[0].startTime, asked[0].responseEnd] : [clicked, clicked];
  return [painted - clicked, start - clicked, end - start, painted - end];
}"""
STAGE_NAMES = ("in all", "until it asks", "answer", "until it is painted")

LONG_FRAMES = """() => {
  window.longFrames = [];
  new PerformanceObserver((list) => longFrames.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: "long-animation-frame" });
}"""
RULES = {"thebes": "T6.4", "mykerinos": "M2.5"}

REST = 700  # milliseconds
BESIDE = 12  # moves made while the page shows something else
Stages = list[float]
# What may be chosen, what is played by touching it, and the button that confirms a choice
PLACES = {
    "thebes": ("#dock .open-card:not(.shut) a.whole[href*='choose=']", "", "#choice button.main"),
    "mykerinos": (
        "#board a.field:not(.quiet), #verb-pass",
        ".field.lit, #choice.way .ways button, #dock .prize .buttons button",
        ":is(#choice, #dock) button.main",
    ),
}


def main(
    moves: Annotated[int, typer.Option(help="Played in each game.")] = 40,
    seats: Annotated[str, typer.Option(help="Numbers of players, separated by commas.")] = "2,4",
    latency: Annotated[int, typer.Option(help="Milliseconds added in a last game of each; 0: no such game.")] = 200,
    against: Annotated[str, typer.Option(help="The Python of another version's environment.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Measure the page in a real browser."""
    versions = {"": sys.executable} | ({"other ": against} if against else {})
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, ExitStack() as running:
        urls = {name: started(running, Path(folder), name, python) for name, python in versions.items()}
        browser = playwright.chromium.launch(executable_path=installed(), args=FLAGS)
        try:
            found = {f"{name}home": first_load(browser, url) for name, url in urls.items()}
            for game in PLACES:
                for players in map(int, seats.split(",")):
                    found |= clicks(browser, urls, game, players, moves, 0)
                    for name, url in urls.items():
                        found[f"{name}{game}, {players} players, beside"] = frames_beside(browser, url, game, players)
                if latency:
                    found |= clicks(browser, urls, game, 2, moves // 2, latency)
        finally:
            browser.close()
    if as_json:
        print(json.dumps(found))  # noqa: T201
    else:
        show(found)


def started(running: ExitStack, folder: Path, name: str, python: str) -> str:
    """Return the address of a new server of one version."""
    database = f"sqlite:///{folder}/{name.strip()}digsite.db"
    return running.enter_context(Server(database, folder / f"{name}log", python=python)).url


def first_load(browser: Browser, url: str) -> dict[str, Any]:
    """Everything a new visitor's browser fetches, as it came over the wire."""
    context = browser.new_context()
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    sizes: dict[str, float] = {}
    wire.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    page.goto(url, wait_until="networkidle")
    timing = page.evaluate(
        "() => { const t = performance.getEntriesByType('navigation')[0]; return [t.domInteractive, t.loadEventEnd] }"
    )
    context.close()
    return {
        "kilobytes": round(sum(sizes.values()) / 1024, 1),
        "requests": len(sizes),
        "interactive": round(timing[0], 1),
        "loaded": round(timing[1], 1),
    }


def clicks(
    browser: Browser, urls: Mapping[str, str], game: str, seats: int, moves: int, latency: int
) -> dict[str, Any]:
    """Play a game against novices on each server, a move at each by turns, and return how long clicks took."""
    where = f"{game}, {seats} players" + (f", {latency} ms farther" if latency else "")
    players = {name: Player(browser, url, game, seats, latency) for name, url in urls.items()}
    for _ in track(range(moves), where, transient=True):
        for player in players.values():
            player.move()
    return {f"{name}{where}": player.close() for name, player in players.items()}


class Player:
    """Somebody at a table of one server, whose clicks are timed: choosing, and confirming."""

    def __init__(self, browser: Browser, url: str, game: str, seats: int, latency: int) -> None:
        self.context = browser.new_context(viewport={"width": 1440, "height": 900}, base_url=url)
        self.context.add_init_script(STOPWATCH)
        become_guest(self.context.request, "Ola")
        self.table = Seated(self.context.request, game, [ME, *[BOT] * (seats - 1)]).start()
        self.page = self.context.new_page()
        self.page.goto(self.table.path)
        slow_down(self.context, self.page, latency)
        self.choices, self.at_once, self.confirm = PLACES[game]
        self.dice, self.choosing, self.acting = random.Random(1), list[Stages](), list[Stages]()

    def move(self) -> None:
        """Make a move, once it is the player's turn; none where the game is over."""
        page = self.page
        page.wait_for_selector("#status.mine, #end", state="attached")
        if page.locator("#end").count():
            return
        played = page.locator(f"{self.at_once or 'nothing'} >> visible=true")
        if played.count():
            self.acting.append(painted(page, played.first.click))
            return
        options = page.locator(f"{self.choices} >> visible=true")
        if not options.count():  # nothing of the kind that is timed
            self.table.act_by_dice()
            page.wait_for_timeout(REST)
            return
        self.choosing.append(painted(page, options.nth(self.dice.randrange(options.count())).click))
        self.acting.append(painted(page, page.locator(f"{self.confirm} >> visible=true").first.click))
        page.wait_for_selector("#status.mine, #end", state="attached")  # the bots are done when the other is measured

    def close(self) -> dict[str, Any]:
        self.context.close()
        return {
            f"{what}, {stage}": spread([each[k] / 1000 for each in clicked])
            for what, clicked in (("choose", self.choosing), ("act", self.acting))
            for k, stage in enumerate(STAGE_NAMES)
        }


def painted(page: Page, click: Any) -> Stages:
    """Milliseconds until the new page is painted, by stages; the click comes when nothing glides any more."""
    page.evaluate("Promise.allSettled(document.getAnimations().map(each => each.finished)).then(() => null)")
    page.evaluate("window.painted = null")
    click()
    page.wait_for_timeout(REST)  # asking again and again would take time from the page
    while (stages := page.evaluate(STAGES)) is None:
        page.wait_for_timeout(REST)
    return Stages(stages)


def frames_beside(browser: Browser, url: str, game: str, seats: int) -> dict[str, Any]:
    """Return the longest frames of pages that show a rule, or the finds of a dig, while the game goes on."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, base_url=url)
    become_guest(context.request, "Ola")
    table = Seated(context.request, game, [ME, *[BOT] * (seats - 1)], seed="ra").start()
    looks = [f"rules={RULES[game]}"]
    if game == "thebes":
        table.play(lambda _: table.found > 0)
        looks.append(f"found={table.dug}")
    frames: dict[str, list[float]] = {}
    for look in looks:
        page = context.new_page()
        page.goto(f"{table.path}?{look}", wait_until="networkidle")
        page.evaluate(LONG_FRAMES)
        for _ in range(BESIDE):
            if not table.legal:  # the game is over
                break
            table.act_by_dice()
            page.wait_for_timeout(REST)
        frames[look.partition("=")[0]] = [each / 1000 for each in page.evaluate("longFrames")]
        page.close()
    context.close()
    return {f"frames above 50 ms beside {what} ({len(long)})": spread(long) for what, long in frames.items()}


def slow_down(context: BrowserContext, page: Page, latency: int) -> None:
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    limits = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
    wire.send("Network.emulateNetworkConditions", limits)


def show(found: dict[str, Any]) -> None:
    console, table = Console(), Table("", "p50", "p95", "p99", "max", title="Click to paint, ms")
    for name, measured in found.items():
        if name.endswith("home"):
            console.print(
                f"{name.capitalize()}: {measured['kilobytes']} KB over the wire in {measured['requests']} requests, "
                f"interactive after {measured['interactive']} ms, loaded after {measured['loaded']} ms"
            )
            continue
        for what, ms in measured.items():
            table.add_row(f"{name}: {what}", *(str(ms.get(each, "")) for each in ("p50", "p95", "p99", "max")))
    console.print(table)


if __name__ == "__main__":
    typer.run(main)
