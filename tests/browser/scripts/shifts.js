// How far things jumped about by themselves: the worst second or so of it, as browsers reckon it.
window.shifted = { worst: 0, told: [] };
let sum = 0, began = -1e9, last = -1e9;
const called = node => node ? `${node.nodeName}#${node.id}.${node.className?.baseVal ?? node.className}` : "?";
// What the reader has asked for is no jump, however long the answer takes; browsers know only of half a second
let acted = -1e9, answered = -1e9;
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => { acted = performance.now(); }, true);
const fetched = window.fetch;
window.fetch = async (...asked) => {
  const own = performance.now() - acted < 500, reply = await fetched(...asked);
  if (own) answered = performance.now();
  return reply;
};
const at = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
new PerformanceObserver(list => {
  for (const { hadRecentInput, startTime, value, sources } of list.getEntries()) {
    if (hadRecentInput || (startTime > answered && startTime - answered < 500)) continue;
    if (startTime - last > 1000 || startTime - began > 5000) [sum, began] = [0, startTime];
    last = startTime;
    sum += value;
    window.shifted.worst = Math.max(window.shifted.worst, sum);
    const moves = sources.map(({ node, previousRect, currentRect }) => `${called(node)} (${at(previousRect)} → ${at(currentRect)})`);
    if (value > 0.005) window.shifted.told.push(`${value.toFixed(3)} ${moves}`);
  }
}).observe({ type: "layout-shift", buffered: true });
