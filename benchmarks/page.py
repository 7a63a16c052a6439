"""Measure the page in a real browser: how heavy the first page is, and how long a click takes until it is painted.

    python -m benchmarks.page [--moves 40] [--latency 200] [--against OLD/.venv/bin/python] [--json]

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
from tools.find_browser import installed

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

FLAGS = ["--no-sandbox", "--disable-gpu"]  # where there is no graphics card, imitating one takes most of the time
REST = 700  # milliseconds
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
    latency: Annotated[int, typer.Option(help="Milliseconds added in the second game.")] = 200,
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
                found |= clicks(browser, urls, game, moves, 0)
                found |= clicks(browser, urls, game, moves // 2, latency)
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


def clicks(browser: Browser, urls: Mapping[str, str], game: str, moves: int, latency: int) -> dict[str, Any]:
    """Play a game against novice on each server, a move at each by turns, and return how long clicks took."""
    players = {name: Player(browser, url, game, latency) for name, url in urls.items()}
    for _ in track(range(moves), game, transient=True):
        for player in players.values():
            player.move()
    where = f"{game}, {latency} ms farther" if latency else game
    return {f"{name}{where}": player.close() for name, player in players.items()}


class Player:
    """Somebody at a table of one server, whose clicks are timed: choosing, and confirming."""

    def __init__(self, browser: Browser, url: str, game: str, latency: int) -> None:
        self.context = browser.new_context(viewport={"width": 1440, "height": 900})
        self.context.add_init_script(STOPWATCH)
        self.page = self.context.new_page()
        self.page.goto(url)
        self.page.get_by_role("region", name=game.title()).get_by_role("radio", name="Gentle").check()
        self.page.get_by_role("button", name=f"Play {game.title()} now").click()
        self.page.wait_for_url("**/t/*")
        slow_down(self.context, self.page, latency)
        self.choices, self.at_once, self.confirm = PLACES[game]
        self.dice, self.choosing, self.acting = random.Random(1), list[float](), list[float]()

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
        self.choosing.append(painted(page, options.nth(self.dice.randrange(options.count())).click))
        self.acting.append(painted(page, page.locator(f"{self.confirm} >> visible=true").first.click))
        page.wait_for_selector("#status.mine, #end", state="attached")  # the bots are done when the other is measured

    def close(self) -> dict[str, Any]:
        self.context.close()
        return {"choose": spread(self.choosing), "act": spread(self.acting)}


def painted(page: Page, click: Any) -> float:
    """Seconds until the new page is painted; the click comes when nothing glides any more."""
    page.evaluate("Promise.allSettled(document.getAnimations().map(each => each.finished)).then(() => null)")
    page.evaluate("window.painted = null")
    click()
    page.wait_for_timeout(REST)  # asking again and again would take time from the page
    while (taken := page.evaluate("window.painted && window.painted - window.clicked")) is None:
        page.wait_for_timeout(REST)
    return float(taken) / 1000


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
            table.add_row(f"{name}: {what}", *(str(ms[each]) for each in ("p50", "p95", "p99", "max")))
    console.print(table)


if __name__ == "__main__":
    typer.run(main)
