// How far things jumped about by themselves: the worst second or so of it, as browsers reckon it.
window.shifted = { worst: 0, told: [] };
const SOON = 500; // what comes of a click does not count, however long the answer took; nor does another scene
let sum = 0, began = -1e9, last = -1e9, touched = -1e9, expected = -1e9;
for (const kind of ["click", "keydown"]) addEventListener(kind, () => { touched = performance.now(); }, true);
const { fetch } = window;
window.fetch = async (...asked) => {
  const mine = performance.now() - touched < SOON, answer = await fetch(...asked);
  if (mine) expected = performance.now();
  return answer;
};
new MutationObserver(changes => { if (changes.some(({ target }) => target.id === "page")) expected = performance.now(); })
  .observe(document, { subtree: true, attributeFilter: ["data-mood"] });
const called = node => node ? `${node.nodeName}#${node.id}.${node.className?.baseVal ?? node.className}` : "?";
const at = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
new PerformanceObserver(list => {
  for (const { hadRecentInput, startTime, value, sources } of list.getEntries()) {
    if (hadRecentInput || Math.abs(startTime - expected) < SOON) continue;
    if (startTime - last > 1000 || startTime - began > 5000) [sum, began] = [0, startTime];
    last = startTime;
    sum += value;
    window.shifted.worst = Math.max(window.shifted.worst, sum);
    const moves = sources.map(({ node, previousRect, currentRect }) => `${called(node)} (${at(previousRect)} → ${at(currentRect)})`);
    if (value > 0.005) window.shifted.told.push(`${value.toFixed(3)} ${moves}`);
  }
}).observe({ type: "layout-shift", buffered: true });
