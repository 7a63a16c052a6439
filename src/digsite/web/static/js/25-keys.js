// Keyboard shortcuts: all of them are listed in the dialog that `?` opens.
"use strict";
(() => {
  const $ = selector => document.querySelector(selector);
  const shown = selector => [...document.querySelectorAll(selector)].filter(each => each.checkVisibility?.() ?? true);
  const dialog = $("#keys");
  const click = selector => { const [found] = shown(selector); found?.click(); return Boolean(found); };
  const reach = selector => { const found = $(selector); if (found && !found.matches("input, [tabindex]")) found.tabIndex = -1; found?.scrollIntoView({ block: "nearest" }); found?.focus(); return Boolean(found); };

  function menu() {
    const found = $("details.menu");
    if (!found) return false;
    found.open = !found.open;
    found.querySelector("summary").focus();
    return true;
  }

  function list() {
    for (const open of document.querySelectorAll("details.menu[open]")) open.open = false;
    dialog.showModal();
    $("#keys-title").focus();
    return true;
  }

  const keys = {
    "?": list, m: menu, u: () => click('#shortcuts [formaction$="do=undo"]'), h: () => click('#shortcuts a[href*="hint"], #menu a[href*="hint"]') || click("a[data-wait]"),
    r: () => click('#top a[href*="rules"]') || pick('#menu a[href*="rules"]'), l: () => reach("#log"), c: () => reach("#say") || reach("#chat"), Enter: () => click("[data-enter]:not(:disabled)"),
    ArrowLeft: () => click('#replay a:nth-of-type(2)'), ArrowRight: () => click('#replay a:nth-of-type(3)'), " ": () => click("#watch-pause"),
  };

  function pick(selector) { // also where it is folded away
    const found = $(selector);
    found?.click();
    return Boolean(found);
  }

  function choose(number) { // what leads to a choice, or is played at once
    const found = shown('[data-numbered]:is(a[href*="choose="], button:enabled)')[number - 1];
    found?.click();
    return Boolean(found);
  }

  const typing = target => target.closest?.('input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]');
  const here = link => link.matches("a[href]") && new URL(link.getAttribute("href"), location.href).href === location.href;
  const pressed = target => { // it answers these keys itself, but for a link to what is chosen already
    const found = target.closest?.("a, button, summary, input, label");
    return found && !here(found);
  };

  addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || typing(event.target)) return;
    if (document.documentElement.dataset.keys === "off" || dialog?.open) return;
    if (["Enter", " "].includes(event.key) && pressed(event.target)) return;
    if (event.key.startsWith("Arrow") && event.target.matches?.('input[type="radio"]')) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (/^[1-9]$/.test(key) ? choose(+key) : keys[key]?.()) event.preventDefault();
  });
  document.addEventListener("click", event => {
    if (event.target.closest?.("[data-keys-list]")) { event.preventDefault(); list(); }
    else if (event.target === dialog) dialog.close(); // beside it
  });
})();
