// Notes what digs of others are turning, and what the page tells beside them, whenever one of both changes.
() => {
  window.noted = [];
  const tells = () => [document.title, ...["#log", "#since", ".panels", "#status", "#year"].map(part => document.querySelector(part).innerText)];
  const note = () => {
    const strips = [...document.querySelectorAll(".dig-strip")];
    const known = [...document.querySelectorAll("#others-digs [data-dig]")].map(dig => dig.dataset.dig);
    const now = { strips: strips.length, turning: strips.find(strip => !strip.matches(".told"))?.dataset.dig ?? null, known, tells: tells() };
    if (JSON.stringify(now) !== JSON.stringify(noted.at(-1))) noted.push(now);
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
  note();
}
