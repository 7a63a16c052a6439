// The first page renews its lists while it is looked at; the rules are searched as one types.
"use strict";
(() => {
  const $ = id => document.getElementById(id), EVERY = 4000;
  const keep = { beforeAttributeUpdated: name => name !== "open" };
  let tag = "";

  async function renew() {
    if (document.hidden || !$("lists")) return;
    const reply = await fetch("/lists", { headers: tag ? { "If-None-Match": tag } : {} });
    if (reply.status !== 200) return;
    tag = reply.headers.get("ETag") ?? "";
    const fresh = new DOMParser().parseFromString(await reply.text(), "text/html");
    for (const part of fresh.body.children) if ($(part.id)) Idiomorph.morph($(part.id), part, { morphStyle: "outerHTML", callbacks: keep });
  }
  const quietly = () => renew().catch(() => {});
  if ($("lists")) {
    setInterval(quietly, EVERY);
    document.addEventListener("visibilitychange", quietly);
    addEventListener("pageshow", event => { if (event.persisted) quietly(); });
  }

  const field = $("find-rule");
  if (!field || "searched" in field.dataset) return; // then the server has searched
  const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const article = document.querySelector(".rules-page article"), count = $("found-rules");
  function search() {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    const matches = text => words.every(word => text.includes(word));
    let found = 0;
    for (const section of article.querySelectorAll("section")) {
      const whole = matches(plain(section.querySelector("h2").textContent));
      let any = false;
      for (const part of section.querySelectorAll(":scope > :not(h2) li, :scope > p, :scope > .table, :scope > figure")) {
        const fits = whole || matches(plain(part.textContent));
        part.hidden = !fits;
        any ||= fits;
        if (fits && part.matches(".rule")) found++;
      }
      section.hidden = !any;
    }
    article.classList.toggle("searched", words.length > 0);
    count.textContent = words.length ? (found ? count.dataset.found.replace("{}", found) : count.dataset.none) : "";
  }
  field.form.addEventListener("submit", event => event.preventDefault());
  field.addEventListener("input", search);
  document.addEventListener("click", event => { // a chapter from the contents is there, whatever was searched for
    const link = event.target.closest?.('a[href^="#"]');
    if (!link || !field.value || !$(link.hash.slice(1))?.closest("[hidden]")) return;
    field.value = "";
    search();
  });
})();
