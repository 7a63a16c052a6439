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

  const confirm = () => click('#choice button.main[form="act"]:enabled, #confirm:enabled, #finds a.main, #guide .under a.main');
  const keys = {
    "?": list, m: menu, u: () => click('#shortcuts [formaction$="do=undo"]'), h: () => click('#shortcuts a[href*="hint"], #menu a[href*="hint"]') || click("a[data-wait]"),
    r: () => click('#top a[href*="rules"]') || pick('#menu a[href*="rules"]'), l: () => reach("#log"), c: () => reach("#say") || reach("#chat"), Enter: confirm,
    ArrowLeft: () => click('#replay a:nth-of-type(2)'), ArrowRight: () => click('#replay a:nth-of-type(3)'), " ": () => click("#watch-pause"),
  };

  function pick(selector) { // also where it is folded away
    const found = $(selector);
    found?.click();
    return Boolean(found);
  }

  function choose(number) { // what can be chosen below the board, from the left
    const found = shown('#dock a[href*="choose="]').filter(link => !link.closest("header"))[number - 1];
    found?.click();
    return Boolean(found);
  }

  const typing = target => target.closest?.('input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]');
  const pressed = target => target.closest?.("a, button, summary, input, label"); // it answers these keys itself

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
