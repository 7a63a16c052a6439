// The page comes alive: links and forms of a table are fetched and morphed in, and a stream brings what others do.
"use strict";
(() => {
  const $ = id => document.getElementById(id), page = () => $("page");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const calm = { get matches() { return still.matches || document.documentElement.dataset.motion === "none"; } };
  const narrow = matchMedia("(max-width: 700px)");
  const own = ["say", "sound"]; // what the reader holds stays as it is

  // Morphing: pieces glide from where they were

  const callbacks = { beforeNodeMorphed: (node, fresh) => !own.includes(node.id) && !node.isEqualNode(fresh), beforeAttributeUpdated: name => name !== "open" };
  const typing = () => document.activeElement?.matches("input, select");
  const swap = (old, fresh) => Idiomorph.morph(old, fresh, { morphStyle: "outerHTML", ignoreActiveValue: typing(), callbacks });

  function gliding(change) {
    const pieces = () => calm.matches ? [] : [...document.querySelectorAll(".glide[id]")].map(piece => [piece.id, piece.getBoundingClientRect(), piece]);
    const before = pieces(), seen = new Map(before), { mood } = page().dataset;
    change();
    for (const [id, from, piece] of before) if (piece.dataset.home && !$(id)) walk(piece, from);
    if (mood !== page().dataset.mood) return; // another scene
    const moved = pieces().map(([id, to, piece]) => {
      const from = seen.get(id);
      if (!from?.width || !to.width) return;
      const svg = piece.ownerSVGElement, scale = svg ? svg.viewBox.baseVal.width / svg.getBoundingClientRect().width : 1;
      return [piece, (from.x - to.x) * scale, (from.y - to.y) * scale];
    });
    for (const [piece, x, y] of moved.filter(Boolean))
      if (Math.abs(x) + Math.abs(y) > 1) piece.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { duration: 600, easing: "ease-in-out" });
  }

  function walk(piece, from) { // home, to its owner's panel
    const to = $(piece.dataset.home)?.getBoundingClientRect();
    if (!to?.width) return;
    const ghost = piece.cloneNode(true);
    ghost.removeAttribute("id");
    Object.assign(ghost.style, { position: "fixed", zIndex: 30, left: `${from.x}px`, top: `${from.y}px`, width: `${from.width}px`, height: `${from.height}px`, pointerEvents: "none" });
    document.body.append(ghost);
    const end = { translate: `${to.x + 20 - from.x}px ${to.y + 20 - from.y}px`, opacity: 0.3 };
    ghost.animate([{ translate: "0 0" }, end], { duration: 800, easing: "ease-in-out" }).finished.finally(() => ghost.remove());
  }

  const known = new Map(); // the parts as they were sent
  function fresh([id, html]) {
    if (!$(id) || known.get(id) === html) return [];
    known.set(id, html);
    return [[$(id), parsed(html, $(id))]];
  }

  const plain = mood => mood.replace(/ choice-\S+/, "");
  const sort = mood => narrow.matches ? mood : plain(mood); // at a desk one choice after another leaves the rest in its place
  function scene(fading) { // of elements of its own, so that nothing of the one before is moved about
    const table = document.querySelector(".at-table"), fresh = table.cloneNode(true), held = document.activeElement?.id;
    table.replaceWith(fresh);
    if (held) $(held)?.focus({ preventScroll: true });
    if (fading && !calm.matches) fresh.animate([{ opacity: 0.3 }, { opacity: 1 }], { duration: 300 });
  }

  function renew(update) {
    const of = page().dataset;
    const held = document.activeElement, changed = Object.entries(update.parts).flatMap(fresh);
    if (changed.some(([old, next]) => next.hidden && old.contains(held))) held.blur(); // now, while nothing must be laid out for it
    for (const [old, next] of changed) swap(old, next);
    const mood_changed = sort(of.mood) !== sort(update.mood), fading = plain(of.mood) !== plain(update.mood);
    [of.version, of.moved, of.ply, of.mood, of.mine] = [update.version, update.moved, update.ply, update.mood, update.mine ? "yes" : "no"];
    if (mood_changed) scene(fading); // before anything is laid out
    if (mood_changed && update.mine && narrow.matches && document.querySelector("[data-next]")?.getBoundingClientRect().top < 0) scrollTo(0, 0); // what is asked is above
    if ($("version")) $("version").value = update.version;
    page().classList.toggle("speaking", $("guide")?.hidden === false);
    document.title = [update.headline, ...document.title.split(" · ").slice(1)].join(" · ");
  }

  function parsed(html, like) {
    const holder = document.createElement("template");
    const svg = like instanceof SVGElement && like.tagName !== "svg";
    holder.innerHTML = svg ? `<svg>${html}</svg>` : html;
    return svg ? holder.content.firstElementChild.firstElementChild : holder.content.firstElementChild;
  }

  // Links and forms

  const here = () => location.pathname;

  // What is chosen replaces the entry of the history; what is read beside the table adds one, which goes when it is closed
  const aside = url => ["explain", "rules", "hint", "ply"].some(name => new URL(url, location.href).searchParams.has(name));
  let next_address;
  const address = () => next_address ?? location.href;
  function enter(url) {
    if (url.href === address()) return;
    if (next_address) next_address = url.href;
    else if (aside(url) && !history.state?.aside) history.pushState({ aside: true }, "", url);
    else if (history.state?.aside && !aside(url)) { next_address = url.href; history.back(); }
    else history.replaceState(history.state, "", url);
  }
  addEventListener("popstate", () => {
    if (next_address) { history.replaceState(history.state, "", next_address); next_address = undefined; }
    else if (page()?.dataset.live) visit(location.href, { push: false });
  });

  const there = () => [page()?.dataset.status, "past" in (page()?.dataset ?? {}) ? "past" : "now", narrow.matches ? "narrow" : "wide"].join(" ");
  const trails = () => $("watch-bots"); // moves wait there until they are shown: what is read beside the table is of what it shows
  const ask = (url, more = {}, whole = false) => fetch(url, { headers: { "X-Live": there() + (trails() && !whole ? ` at-${page().dataset.ply}` : "") }, ...more });
  let ahead = ["", null]; // what is fetched before it is clicked
  const goal = link => new URL(link.getAttribute("href"), location.href); // in drawings, link.href is no text
  const within = link => link && goal(link).origin === location.origin && goal(link).pathname === here() && page()?.dataset.live && !link.hasAttribute("download");

  let asked = 0, awaited = 0; // who asks again no longer waits for what was asked before
  async function show(answer, how) {
    awaited++;
    try { await put(answer, ++asked, how); } finally { awaited--; }
    return catch_up();
  }

  function catch_up() { // with what the stream brought while an answer was awaited or finds were uncovered
    if (!awaited && !held && !rest && !("past" in page().dataset) && +page().dataset.version < newest) return visit(address(), { push: false, whole: true });
  }

  async function put(answer, number, { push = true, hash = "", plan, drawn } = {}) {
    const reply = await answer, url = new URL(reply.headers.get("X-Location") ?? reply.url, location.href);
    url.hash = hash;
    if (url.pathname !== here()) return void location.assign(url);
    const kept = reply.headers.get("Content-Type").includes("json"), was = page().dataset.status, sat = "seated" in page().dataset;
    const content = kept ? await reply.json() : new DOMParser().parseFromString(await reply.text(), "text/html");
    if (number !== asked) return;
    while (rest) rest();
    if (content.beside) return void read(content, url, push);
    const next = kept ? null : content.getElementById("page");
    if (!kept && !next) return void location.reload();
    if (was === "open" && next?.dataset.status !== was) return void location.assign(url); // with the game's drawings
    if (+(content.version ?? next.dataset.version) < +page().dataset.version) return visit(url.href, { push }); // the stream was faster
    const part = id => kept ? content.parts[id] && parsed(content.parts[id], $(id)) : next.querySelector(`#${id}`);
    if (plan && part("choice")?.dataset.plan !== plan.of) { tell(plan.gone); return visit(here()); } // it is no longer what was chosen
    const shown = () => {
      const uncovered = held;
      held = null;
      gliding(() => { if (kept) same(content); else another(next, content.title); if (uncovered) $("finds").classList.add("uncovered"); if (push) enter(url); look(url); });
      if (narrow.matches && page().matches(".choosing")) $("board").scrollIntoView({ block: "nearest", behavior: calm.matches ? "instant" : "smooth" }); // what comes of it is drawn there
      if (was !== page().dataset.status || sat !== ("seated" in page().dataset)) listen(); // as somebody else, perhaps
      document.dispatchEvent(new Event("shown"));
      announce(document.title.split(" · ")[0].replace(/^● /, ""));
    };
    if (!drawn || calm.matches || !part("finds")?.querySelector("[data-uncover]")) return kept && !push ? unveil(part, shown) : shown();
    for (const id of ["choice", "finds"]) { swap($(id), part(id)); known.delete(id); }
    if (kept) page().className = content.kind; else page().classList.remove("choosing", "with-choice");
    enter(url);
    held = shown;
    $("finds").classList.add("covered");
    $("finds").querySelector("[data-uncover]").focus({ preventScroll: true });
    $("finds").scrollIntoView({ block: "nearest" });
  }

  function read(content, url, push) { // beside a table that stays as it is
    if (content.ply < +page().dataset.ply) return void visit(url.href, { push });
    for (const [old, next] of Object.entries(content.parts).flatMap(fresh)) swap(old, next);
    if (push) enter(url);
    if (push || !aside(url)) look(url);
    document.dispatchEvent(new Event("shown"));
  }

  // What others drew may be shown before all that tells of it: then a game's script says when the rest may be seen
  let rest = null; // shows it
  const behind = []; // what the stream brought meanwhile
  function unveil(part, show) {
    rest = () => { rest = null; show(); while (!rest && behind.length) hear(behind.shift()); if (!rest) catch_up(); };
    if (document.dispatchEvent(new CustomEvent("coming", { cancelable: true, detail: part }))) rest();
  }
  document.addEventListener("uncovered", () => rest?.());
  for (const name of ["click", "keydown"]) document.addEventListener(name, () => setTimeout(() => rest?.())); // who acts waits for nothing

  // What somebody drew is uncovered by them, token by token; until then nothing else on the page tells of it
  let held = null;
  function uncover(all) {
    const tokens = [...$("finds").querySelectorAll("[data-token]:not(.open)")];
    const now = all ? tokens : tokens.slice(0, 1);
    for (const token of now) token.classList.add("open");
    $("announcer").textContent = now.map(token => token.innerText).join(". ");
    if (now.length === tokens.length) setTimeout(() => { held?.(); catch_up(); }, 400);
  }
  let holding;
  document.addEventListener("pointerdown", event => {
    if (held && !event.button && event.target.closest?.("#finds")) holding = setTimeout(() => { holding = null; uncover(true); }, 500);
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(holding));
  document.addEventListener("click", event => {
    const asked = event.target.closest?.("[data-uncover]");
    if (!held || !event.target.closest?.("#finds") || holding === null) return void (holding = undefined);
    uncover(asked?.dataset.uncover === "all");
  });

  function look(url) { // at what has been opened, else at what can be done
    const target = (url.hash && $(url.hash.slice(1))) || document.querySelector("[data-focus]");
    if (target) { target.focus({ preventScroll: true }); if (url.hash && (narrow.matches || !inView(target.closest(".speech") ?? target))) target.scrollIntoView({ block: "center" }); }
    else attend();
  }

  function attend() { // not to nothing
    if (document.activeElement === document.body) (document.querySelector("[data-next]") ?? $("main"))?.focus({ preventScroll: true });
  }

  function inView(element) { // whole, and nothing lies over its middle
    const box = element.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight && element.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
  }

  function same(update) {
    renew(update);
    page().className = update.kind;
    for (const field of document.querySelectorAll("input[name=request]")) field.value = update.request;
  }

  function another(next, title) {
    known.clear();
    if (page().dataset.status === next.dataset.status) swap(page(), next);
    else { // another kind of page: nothing of the old one is moved about
      const typed = $("say")?.value;
      page().replaceWith(next);
      scrollTo(0, 0);
      if ($("say") && typed) $("say").value = typed;
    }
    document.title = title;
  }

  function lost() {
    tell($("connection").dataset.failed);
    setTimeout(catch_up, 3000);
  }
  function visit(url, more) {
    const { hash } = new URL(url, location.href);
    const answer = ahead[0] === url && !more?.whole ? ahead[1] : ask(url, {}, more?.whole);
    ahead = ["", null]; // an answer is read once
    return show(answer, { hash, ...more }).catch(lost);
  }

  function busy(what) { // seen where it takes long; else it would cost a frame just when one is needed
    const timer = setTimeout(() => what?.setAttribute("aria-busy", "true"), 150);
    return () => { clearTimeout(timer); what?.removeAttribute("aria-busy"); };
  }

  function prefetch(event) {
    const link = event.target.closest?.('a[href*="choose="], a[href*="explain="], a[href*="rules"]');
    if (!within(link) || ahead[0] === goal(link).href) return;
    ahead = [goal(link).href, ask(goal(link))];
    ahead[1].catch(() => {});
  }
  let resting = "";
  document.addEventListener("pointerover", event => { // not where the page has moved under a pointer at rest
    const at = `${event.screenX} ${event.screenY}`;
    if (at !== resting) prefetch(event);
    resting = at;
  });
  document.addEventListener("pointerdown", prefetch);
  document.addEventListener("click", event => {
    const link = event.target.closest?.("a[href]");
    if (!within(link) || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const url = goal(link);
    if (url.hash && url.search === location.search && $(url.hash.slice(1))) return;
    event.preventDefault();
    if (!link.hasAttribute("data-close")) opener = link.closest("[id]")?.id;
    const done = busy(link), focused = document.activeElement;
    if (link.dataset.wait) tell(link.dataset.wait, true);
    visit(url.href).finally(() => { done(); if (link.dataset.wait) tell(""); refocus(url, focused); });
  });
  let opener;
  function refocus(url, focused) { // the focus goes back to what had opened it, unless it has gone elsewhere meanwhile
    if ($(url.hash.slice(1)) || document.querySelector("[data-focus]")) return;
    const now = document.activeElement;
    if (now === focused || now === document.body || now.hasAttribute("data-next") || now.id === "main") $(opener)?.querySelector("summary, a, button")?.focus?.({ preventScroll: true });
  }

  let sending = null, queued, newest = 0;
  document.addEventListener("submit", event => {
    const form = event.target, by = event.submitter;
    const url = new URL(by?.getAttribute("formaction") || form.getAttribute("action"), location.href);
    if (url.pathname !== here() || !page()?.dataset.live) return;
    event.preventDefault();
    if (form.getAttribute("method") === "get") return void visit(`${url.pathname}?${new URLSearchParams(new FormData(form, by))}`);
    const body = new URLSearchParams(new FormData(form, by));
    if (!sending) return void send(form, by, url, body);
    const again = form === sending[0] && (form.id === "act" || by === sending[1]);
    if (again && !form.hasAttribute("data-autosubmit")) return; // pressed twice
    body.delete("request"); // what is done while an answer is awaited is another request, and as it is now
    queued = () => send(form, by, url, body);
  });
  function send(form, by, url, body) {
    sending = [form, by];
    const done = busy(by);
    if (form.id === "act") by?.blur(); // it will be gone, and taking the focus from it then costs a layout
    const answer = ask(url, { method: "POST", body }), said = form.hasAttribute("data-chat"); // that comes by the stream; nothing else changes
    (said ? answer.then(reply => reply.ok ? undefined : show(reply)) : show(answer, { drawn: form.id === "act" }))
      .then(() => { if (said) { form.reset(); $("say").focus(); } })
      .catch(() => { lost(); by?.focus(); })
      .finally(() => { sending = null; done(); const next = queued; queued = null; next?.(); });
  }
  document.addEventListener("change", event => {
    const form = event.target.form;
    if (event.target.hasAttribute("data-refetch") && form) form.requestSubmit();
    else if (form?.hasAttribute("data-autosubmit")) form.requestSubmit();
    else if (form?.matches("[method=get][data-address]")) { // a reload keeps it
      clearTimeout(turned);
      turned = setTimeout(() => { if (form.isConnected) enter(new URL(`${here()}?${new URLSearchParams(new FormData(form))}`, location.href)); }, 150);
    }
  });
  let turned;
  document.addEventListener("click", async event => {
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    const field = document.querySelector(button.dataset.copy);
    try { await navigator.clipboard.writeText(field.value ?? field.textContent); } catch { field.select?.(); document.execCommand("copy"); }
    tell(button.dataset.copied);
  });
  addEventListener("keydown", event => {
    if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
    const open = document.querySelector("details.menu[open]"), close = document.querySelector("[data-close]");
    if (open) open.open = false, open.querySelector("summary").focus();
    else close?.click();
  });
  document.addEventListener("click", event => {
    for (const open of document.querySelectorAll("details.menu[open]")) if (!open.contains(event.target) || event.target.closest("a")) open.open = false;
  });

  // What the stream brings

  let silence;
  function tell(text, stay) {
    const toast = $("connection");
    clearTimeout(silence);
    toast.textContent = text || "";
    toast.hidden = !text;
    if (!stay) silence = setTimeout(() => { if (broken) tell(toast.dataset.lost, true); else toast.hidden = true; }, 4000);
  }

  const chat = message => document.dispatchEvent(new CustomEvent("said", { detail: message }));
  document.addEventListener("tell", ({ detail }) => tell(detail));
  const hears = { page: elsewhere, parts, chat, here: present, turn };
  const arrive = (name, data) => { // a watcher may let moves wait
    const held = ["parts", "page"].includes(name) && !document.dispatchEvent(new CustomEvent("arrived", { cancelable: true, detail: [name, data] }));
    if (!held) hear([name, data]);
  };
  const hear = ([name, data]) => rest && ["parts", "page"].includes(name) ? behind.push([name, data]) : hears[name](data);
  document.addEventListener("deliver", ({ detail }) => hear(detail));
  let stream, broken;
  function listen() {
    const of = page()?.dataset, again = Boolean(stream);
    stream?.close();
    if (!of?.live) return;
    stream = new EventSource(`${of.live}?version=${of.version}&status=${of.status}&narrow=${narrow.matches}&again=${again}`);
    for (const name of Object.keys(hears)) stream.addEventListener(name, event => arrive(name, JSON.parse(event.data)));
    stream.onopen = () => { if (broken) tell($("connection").dataset.back); broken = false; };
    stream.onerror = () => {
      if (!broken) tell($("connection").dataset.lost, true);
      broken = true;
      if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
    };
  }

  function elsewhere(update) { // a page of another kind
    newest = Math.max(newest, update.version);
    if (!awaited && !held) visit(address(), { push: false, whole: true });
  }

  const beside = { rules: ["side"], found: ["finds", "choice"] }; // what may be looked at while the rest is renewed, and its parts
  const followed = { ...beside, explain: ["side"], log: ["log"] }; // the same where moves wait: it is asked for again
  function parts(update) {
    const of = page().dataset;
    newest = Math.max(newest, update.version);
    if ((awaited && !trails()) || held || "past" in of || update.version <= +of.version) return; // what is awaited is at least as new, or is asked for again
    const asks = [...new URL(address()).searchParams.keys()], { plan, gone } = $("choice")?.dataset ?? {}, may_stay = trails() ? followed : beside;
    if (!asks.every(name => name in may_stay) || update.since < +of.version) return void visit(address(), { push: false, whole: true, plan: plan && { of: plan, gone } }); // the page is not what this builds on
    for (const part of asks.flatMap(name => may_stay[name])) delete update.parts[part];
    unveil(id => update.parts[id] && parsed(update.parts[id], $(id)), () => {
      const mine = update.mine && of.mine !== "yes", focused = document.activeElement !== document.body;
      gliding(() => renew(update));
      if (focused || mine) attend();
      if (mine && document.hidden) document.title = `● ${document.title}`;
      announce(update.headline);
      if (mine) ring();
      document.dispatchEvent(new Event("shown"));
      if (!asks.every(name => name in beside)) visit(address(), { push: false });
    });
  }

  const latest = () => $("log")?.querySelector("li")?.id;
  let announced = latest(), soon;
  function announce(headline) { // everything new in one go, in order
    clearTimeout(soon);
    soon = setTimeout(() => {
      const lines = [...$("log")?.querySelectorAll("li") ?? []], known = lines.findIndex(line => line.id === announced);
      const fresh = lines.slice(0, known < 0 ? 1 : known).reverse().map(line => line.querySelector(":scope > span:not(:empty)")?.innerText ?? "");
      if (!fresh.length) return;
      announced = latest();
      $("announcer").textContent = [...fresh, headline].filter(Boolean).join(" ");
    }, 400);
  }

  function present(presence) {
    for (const dot of document.querySelectorAll("span.here")) dot.toggleAttribute("hidden", !presence.seats.includes(+dot.id.slice(5)));
    here_now = presence;
    document.dispatchEvent(new CustomEvent("here", { detail: presence }));
  }
  let here_now = { seats: [] };
  document.addEventListener("shown", () => present(here_now));

  function turn(notice) {
    if (here() !== `/t/${notice.table}`) tell($("connection").dataset.turn);
  }

  // Sound and clocks

  const sound = () => localStorage.getItem("sound") === "on";
  function ring() {
    if (!sound()) return;
    const audio = new AudioContext(), tone = audio.createOscillator(), loud = audio.createGain();
    tone.frequency.setValueAtTime(660, audio.currentTime);
    tone.frequency.setValueAtTime(880, audio.currentTime + 0.12);
    loud.gain.setValueAtTime(0.12, audio.currentTime);
    loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.5);
    tone.connect(loud).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.5);
  }
  document.addEventListener("change", event => {
    if (event.target.id !== "sound") return;
    localStorage.setItem("sound", event.target.checked ? "on" : "off");
    ring();
  });
  document.addEventListener("shown", () => { if ($("sound")) $("sound").checked = sound(); });

  const two = number => String(number).padStart(2, "0");
  function tick() {
    for (const clock of document.querySelectorAll("time.clock")) {
      const { left: told, live } = clock.dataset;
      if (!clock.matches(".running")) { clock.began = null; continue; } // what stood still begins anew
      if (clock.began?.told !== told) clock.began = { at: performance.now(), told };
      const rest = Math.max(0, told - (performance.now() - clock.began.at)), left = Math.floor(rest / 1000);
      clock.classList.toggle("low", live !== undefined && rest < 30000);
      const hours = Math.floor(left / 3600), minutes = Math.floor(left / 60) % 60;
      const text = (hours ? `${hours}:${two(minutes)}` : minutes) + ":" + two(left % 60);
      if (left < 172800 && clock.textContent !== text) clock.textContent = text;
    }
  }
  setInterval(tick, 500);

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) { document.title = document.title.replace(/^● /, ""); if (!stream || stream.readyState === EventSource.CLOSED) listen(); }
    else if (page() && !("seated" in page().dataset)) stream?.close();
  });
  narrow.addEventListener("change", () => { if (page()?.dataset.live) visit(address(), { push: false, whole: true }).then(listen); });
  const root = document.documentElement, kind = () => { root.dataset.page = page().className; }; // for what lies beside the page
  if (page()) { kind(); new MutationObserver(kind).observe(page(), { attributeFilter: ["class"] }); }
  root.classList.add("script");
  addEventListener("pagehide", () => stream?.close());
  addEventListener("offline", () => { stream?.close(); broken = true; if (page()?.dataset.live) tell($("connection").dataset.lost, true); });
  addEventListener("online", () => { if (page()?.dataset.live) visit(address(), { push: false, whole: true }).finally(listen); });
  addEventListener("pageshow", event => { if (event.persisted) listen(); });
  document.dispatchEvent(new Event("shown"));
  if (page()?.dataset.live && !location.hash && document.querySelector("[data-focus], [data-next]")) look(new URL(location.href));
  listen();
})();
