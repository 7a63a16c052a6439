// Renews what is said about games that are being compiled, until they are ready.
"use strict";
(() => {
  const place = document.getElementById("preparing"), EVERY = 2000;
  if (!place) return;
  const timer = setInterval(async () => {
    if (document.hidden) return;
    const reply = await fetch(place.dataset.from).catch(() => null);
    if (!reply?.ok) return;
    const said = new DOMParser().parseFromString(await reply.text(), "text/html").querySelectorAll("p");
    if (said.length) {
      const lines = [...said].filter(line => !line.closest("noscript"));
      if (lines.some((line, n) => line.textContent !== place.children[n]?.textContent) || lines.length !== place.children.length)
        place.replaceChildren(...lines);
      return;
    }
    clearInterval(timer);
    place.classList.add("gone");
  }, EVERY);
})();
