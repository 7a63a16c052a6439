// What somebody else dug up passes over the board for a moment, token by token.
{
  const last = () => document.getElementById("last-dig")
  const calm = matchMedia("(prefers-reduced-motion: reduce)")
  let seen = last()?.dataset.dig
  document.addEventListener("shown", () => {
    const dig = last()
    if (!dig || dig.dataset.dig === seen) return
    seen = dig.dataset.dig
    if (!seen || calm.matches || document.hidden || document.querySelector("#page.past")) return
    const strip = dig.cloneNode(true)
    strip.removeAttribute("id")
    strip.hidden = false
    strip.className = "dig-strip"
    document.querySelector(".stage").append(strip)
    setTimeout(() => strip.remove(), 4400)
  })
}
