// The chat: what others say arrives by the stream; where the page is narrow, it opens over the table.
"use strict";
(() => {
  const $ = id => document.getElementById(id), root = document.documentElement;
  const narrow = matchMedia("(max-width: 1099px)");
  const tell = text => document.dispatchEvent(new CustomEvent("tell", { detail: text }));
  let unread = 0, heard = false, announced, watched, opener;

  const seen = `seen ${location.pathname}`, lines = () => [...$("talk")?.children ?? []];
  function count(number) { // kept while the page is reloaded
    unread = number;
    sessionStorage.setItem(seen, lines().at(-1 - number)?.dataset.at ?? 0);
    for (const badge of document.querySelectorAll("[data-unread]")) { badge.textContent = number || ""; badge.hidden = !number; }
  }

  document.addEventListener("said", ({ detail: message }) => {
    const list = $("talk");
    if (!list || [...list.children].some(line => line.dataset.at === String(message.at))) return;
    const line = document.createElement("li"), name = document.createElement("b"), text = `${message.name}: ${message.text}`;
    name.textContent = message.name;
    line.dataset.at = message.at;
    line.append(name, ` ${message.text}`);
    list.append(line);
    list.scrollTop = list.scrollHeight;
    $("announcer").textContent = text;
    if (heard && !document.hidden) return;
    count(unread + 1);
    if (narrow.matches && ($("connection").hidden || $("connection").textContent === announced)) tell(announced = text);
  });

  const eye = new IntersectionObserver(entries => { heard = entries.at(-1).isIntersecting; if (heard) count(0); });
  function look() {
    if (unread) count(unread);
    if (watched === $("chat")) return;
    eye.disconnect();
    if ((watched = $("chat"))) eye.observe(watched);
  }
  document.addEventListener("shown", look);
  const last = sessionStorage.getItem(seen);
  if (last !== null) unread = lines().filter(line => +line.dataset.at > +last).length;
  look();

  function open(by) {
    opener = by;
    root.dataset.talking = "";
    if ($("connection").textContent === announced) tell("");
    $("talk").scrollTop = $("talk").scrollHeight;
    ($("say") ?? $("chat")).focus({ preventScroll: true });
  }

  function close() {
    delete root.dataset.talking;
    (opener?.isConnected && opener.checkVisibility?.() ? opener : $("main")).focus({ preventScroll: true });
  }

  document.addEventListener("click", event => {
    const link = event.target.closest?.('a[href="#chat"]');
    if (link && narrow.matches) { event.preventDefault(); open(link); }
    if (event.target.closest?.("[data-hush]")) { event.preventDefault(); close(); }
  });
  addEventListener("keydown", event => {
    if (event.key !== "Escape" || !("talking" in root.dataset)) return;
    event.stopImmediatePropagation();
    close();
  }, true);
})();
