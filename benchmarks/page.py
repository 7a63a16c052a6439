"""Measure the page in a real browser: how heavy the first page is, and how long a click takes until it is painted.

python -m benchmarks.page [--moves 40] [--latency 200] [--json]
"""

import json
import random
import tempfile
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
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Measure the page in a real browser."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(f"sqlite:///{folder}/digsite.db", Path(folder) / "log").start()
        browser = playwright.chromium.launch(executable_path=installed(), args=FLAGS)
        try:
            found = {"home": first_load(browser, server.url)}
            for game in PLACES:
                found[game] = clicks(browser, server.url, game, moves, 0)
                found[f"{game}, {latency} ms farther"] = clicks(browser, server.url, game, moves // 2, latency)
        finally:
            browser.close()
            server.kill()
    if as_json:
        print(json.dumps(found))  # noqa: T201
    else:
        show(found)


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


def clicks(browser: Browser, url: str, game: str, moves: int, latency: int) -> dict[str, Any]:
    """A game against novice: choosing, and confirming."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_init_script(STOPWATCH)
    page = context.new_page()
    page.goto(url)
    page.get_by_role("region", name=game.title()).get_by_role("radio", name="Gentle").check()
    page.get_by_role("button", name=f"Play {game.title()} now").click()
    page.wait_for_url("**/t/*")
    slow_down(context, page, latency)
    choices, at_once, confirm = PLACES[game]
    dice, choosing, acting = random.Random(1), list[float](), list[float]()
    for _ in track(range(moves), game, transient=True):
        page.wait_for_selector("#status.mine, #end", state="attached")
        if page.locator("#end").count():
            break
        played = page.locator(f"{at_once or 'nothing'} >> visible=true")
        if played.count():
            acting.append(painted(page, played.first.click))
            continue
        options = page.locator(f"{choices} >> visible=true")
        choosing.append(painted(page, options.nth(dice.randrange(options.count())).click))
        acting.append(painted(page, page.locator(f"{confirm} >> visible=true").first.click))
    context.close()
    return {"choose": spread(choosing), "act": spread(acting)}


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
    home = found["home"]
    console.print(
        f"Home: {home['kilobytes']} KB over the wire in {home['requests']} requests, interactive after "
        f"{home['interactive']} ms, loaded after {home['loaded']} ms"
    )
    for name, measured in found.items():
        if name != "home":
            for what, ms in measured.items():
                table.add_row(f"{name}: {what}", *(str(ms[each]) for each in ("p50", "p95", "p99", "max")))
    console.print(table)


if __name__ == "__main__":
    typer.run(main)
