"""What a page does without being asked: shifts, movements, complaints."""

from dataclasses import dataclass, field

from playwright.sync_api import ConsoleMessage, Page

STEADY = 0.05  # the most cumulative layout shift a page may have
SHIFTS = """
window.shifted = { worst: 0, told: [] };
let sum = 0, began = -1e9, last = -1e9;
const name = node => node ? (node.id ? '#' + node.id : node.nodeName + '.' + (node.className?.baseVal ?? node.className)) : '?';
new PerformanceObserver(list => {
  for (const shift of list.getEntries()) {
    if (shift.hadRecentInput) continue;
    if (shift.startTime - last > 1000 || shift.startTime - began > 5000) [sum, began] = [0, shift.startTime];
    last = shift.startTime;
    sum += shift.value;
    window.shifted.worst = Math.max(window.shifted.worst, sum);
    if (shift.value > 0.005) window.shifted.told.push(shift.value.toFixed(3) + ' ' + shift.sources.map(source => name(source.node)));
  }
}).observe({ type: 'layout-shift', buffered: true });
"""
MOVEMENTS = """
window.moving = new Set();
const look = () => {
  for (const each of document.getAnimations()) if (each.playState === 'running')
    window.moving.add(each.animationName || each.transitionProperty || 'glide');
  requestAnimationFrame(look);
};
look();
"""


@dataclass
class Complaints:
    """What the browser complains of, policy reports included; `expected` is what may be said."""

    heard: list[str] = field(default_factory=list)
    expected: tuple[str, ...] = ()

    def listen(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._note(f"{error}"))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._note(f"{message.text} ({message.location.get('url', '')})")

    def _note(self, said: str) -> None:
        if not any(each in said for each in self.expected):
            self.heard.append(said)


def assert_steady(page: Page) -> None:
    """Nothing jumped about since the page was loaded."""
    shifted = page.evaluate("window.shifted")
    assert shifted["worst"] <= STEADY, f"{page.url}: {shifted}"


def movements(page: Page) -> set[str]:
    """What has moved since the page was loaded."""
    return set(page.evaluate("[...window.moving]"))
