// Watching bots: their moves wait here, and are shown one by one, as fast as the watcher likes.
"use strict";
(() => {
  const $ = id => document.getElementById(id);
  const waiting = [];
  let paused = false, timer, last = 0;

  const bar = () => $("watch-bots");
  const pace = () => +(bar()?.querySelector("input:checked")?.value ?? 0);

  const shown = () => +$("page").dataset.version;

  function show() {
    clearTimeout(timer);
    timer = undefined;
    while (waiting[0]?.[1].version <= shown()) waiting.shift(); // looked back since, and returned to the newest
    const next = waiting.shift();
    if (!next) return;
    last = performance.now();
    document.dispatchEvent(new CustomEvent("deliver", { detail: next }));
    plan();
  }

  function plan() {
    if (paused || timer || !waiting.length) return;
    timer = setTimeout(show, Math.max(0, last + pace() - performance.now()));
  }

  document.addEventListener("arrived", event => { // what the stream brought
    if (!bar()) return;
    event.preventDefault();
    waiting.push(event.detail);
    plan();
  });

  function label() {
    const button = $("watch-pause");
    if (!button) return;
    button.setAttribute("aria-pressed", paused);
    button.textContent = paused ? button.dataset.go : button.dataset.pause;
    $("watch-step").disabled = !paused;
  }
  document.addEventListener("click", event => {
    if (event.target.closest?.("#watch-pause")) {
      paused = !paused;
      clearTimeout(timer);
      timer = undefined;
      label();
      plan();
    } else if (event.target.closest?.("#watch-step")) show();
  });
  document.addEventListener("change", event => {
    if (!bar()?.contains(event.target)) return;
    clearTimeout(timer);
    timer = undefined;
    plan();
  });

  document.addEventListener("here", event => {
    for (const place of document.querySelectorAll("[data-watchers]")) {
      place.hidden = !event.detail.watching;
      place.textContent = place.dataset.watchers.replace("{}", event.detail.watching);
    }
  });
  document.addEventListener("shown", label);
})();
