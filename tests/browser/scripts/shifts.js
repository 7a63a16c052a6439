// How far things jumped about by themselves: the worst second or so of it, as browsers reckon it.
window.shifted = { worst: 0, shifts: [] };
let sum = 0, began = -1e9, last = -1e9;
const called = node => node ? `${node.nodeName}#${node.id}.${node.className?.baseVal ?? node.className}` : "?";
// What the reader has asked for is no jump, however long the answer takes; browsers know only of half a second
let asked = -1e9, answered = -1e9;
for (const kind of ["click", "keydown"]) addEventListener(kind, () => { asked = performance.now(); }, true);
document.addEventListener("shown", () => { if (performance.now() - asked < 10_000) answered = performance.now(); asked = -1e9; });
const at = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
new PerformanceObserver(list => {
  for (const { hadRecentInput, startTime, value, sources } of list.getEntries()) {
    if (hadRecentInput || Math.abs(startTime - answered) < 500) continue;
    if (startTime - last > 1000 || startTime - began > 5000) [sum, began] = [0, startTime];
    last = startTime;
    sum += value;
    window.shifted.worst = Math.max(window.shifted.worst, sum);
    const moves = sources.map(({ node, previousRect, currentRect }) => `${called(node)} (${at(previousRect)} → ${at(currentRect)})`);
    if (value > 0.005) window.shifted.shifts.push(`${value.toFixed(3)} ${moves}`);
  }
}).observe({ type: "layout-shift", buffered: true });
