// What somebody else dug up passes over the board for a moment, token by token.
{
  const last = () => document.getElementById("last-dig")
  const still = matchMedia("(prefers-reduced-motion: reduce)")
  const calm = () => still.matches || document.documentElement.dataset.motion === "none"
  let seen = last()?.dataset.dig
  document.addEventListener("shown", () => {
    const dig = last()
    if (!dig || dig.dataset.dig === seen) return
    seen = dig.dataset.dig
    if (!seen || calm() || document.hidden || document.querySelector("#page.past")) return
    const strip = dig.cloneNode(true)
    strip.removeAttribute("id")
    strip.hidden = false
    strip.className = "dig-strip"
    document.querySelector(".stage").append(strip)
    setTimeout(() => strip.remove(), 4400)
  })
}
