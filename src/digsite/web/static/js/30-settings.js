// What the reader has chosen: theme, speed of animation, playing at once, sound.
"use strict";
(() => {
  const chosen = document.documentElement.dataset, $ = id => document.getElementById(id);
  const QUICK = 2.5;

  // Pictures that follow the theme of the system follow that of the page instead
  const follow = () => {
    if (!chosen.theme) return;
    for (const source of document.querySelectorAll('source[media*="prefers-color-scheme"]'))
      source.media = source.media.replace(/\(prefers-color-scheme: dark\)/, chosen.theme === "dark" ? "(min-width: 0)" : "(max-width: 0)");
  };

  const hurry = () => { if (chosen.motion === "quick") for (const each of document.getAnimations()) each.playbackRate = QUICK; };
  for (const name of ["animationstart", "transitionrun"]) document.addEventListener(name, hurry);

  // Without asking: a choice that leaves nothing more to decide is played as soon as it is shown
  let picked = ""; // what in the choice would leave something to decide: who picks a card at a place means that one
  document.addEventListener("click", event => {
    const link = event.target.closest?.("a[href]");
    if (!link) return;
    const choosing = link.getAttribute("href").includes("choose=") && link.closest("#dock, #board");
    picked = choosing && `input, select, a[href*="choose="]${choosing.id === "dock" ? ":not(.others a)" : ""}`;
  }, true);
  function play() {
    if (!picked || chosen.confirm !== "off" || $("page").matches(".guided")) return;
    const choice = $("choice");
    if (!choice || choice.hidden) return;
    const undecided = choice.querySelector(picked), buttons = choice.querySelectorAll('button[form="act"]:enabled');
    picked = "";
    if (buttons.length === 1 && !undecided) buttons[0].click();
  }

  // Sound is kept with the person, too
  if (chosen.sound) localStorage.setItem("sound", chosen.sound);
  else if ($("page")?.dataset.live && localStorage.getItem("sound") === "on") keep("on");
  document.addEventListener("change", event => { if (event.target.id === "sound") keep(event.target.checked ? "on" : "off"); });
  function keep(sound) {
    const token = document.querySelector("input[name=token]")?.value ?? "";
    fetch("/me/settings", { method: "POST", body: new URLSearchParams({ sound, token }) }).catch(() => {});
    chosen.sound = sound;
  }

  document.addEventListener("shown", () => { follow(); hurry(); play(); });
  follow();
  if ($("sound")) $("sound").checked = localStorage.getItem("sound") === "on";
})();
