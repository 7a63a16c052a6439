// What others dug up passes over the board, one dig after the other; until its tokens have turned, nothing else tells of it.
{
  const LONGEST = 1200, SHORTEST = 400, TURN = 300, TOGETHER = 3600, APART = 500 // milliseconds: a dig, its last token, digs in a row, and what parts two rows
  const still = matchMedia("(prefers-reduced-motion: reduce)")
  const pace = () => +(document.querySelector("#watch-pace input:checked")?.value ?? LONGEST)
  const calm = () => still.matches || document.documentElement.dataset.motion === "none" || document.hidden || document.querySelector("#page.past") || pace() < LONGEST
  const digs = part => [...part?.querySelectorAll("[data-dig]") ?? []]
  const known = () => new Set(digs(document.getElementById("others-digs")).map(dig => dig.dataset.dig))
  let seen = known(), strip, turning, left, ended = -APART // of the time for digs in a row

  function turn([dig, ...more], time) {
    strip?.remove()
    strip = dig
    strip.className = "dig-strip"
    const pieces = strip.querySelectorAll("li, p span") // the words come first in it, and last
    pieces.forEach((piece, place) => { piece.style.animationDelay = `${(time - TURN) * (place || pieces.length) / pieces.length}ms` })
    document.querySelector(".stage").append(strip)
    turning = setTimeout(() => more.length ? turn(more, time) : document.dispatchEvent(new Event("uncovered")), time)
  }

  function stop() {
    clearTimeout(turning)
    turning = null
    ended = performance.now()
  }

  document.addEventListener("coming", event => {
    const fresh = digs(event.detail("others-digs")).filter(dig => !seen.has(dig.dataset.dig))
    if (performance.now() > ended + APART) left = TOGETHER
    const time = Math.min(LONGEST, left / (fresh.length + 1))
    if (!fresh.length || calm() || time < SHORTEST) return
    left -= time * fresh.length
    turn(fresh, time)
    event.preventDefault()
  })
  document.addEventListener("shown", () => {
    seen = known()
    if (!turning) return
    stop()
    strip.classList.add("told")
  })
  for (const name of ["click", "keydown"]) document.addEventListener(name, () => { // who acts does not wait for those behind it either
    strip?.remove()
    if (turning) stop(), left = 0
  })
  document.addEventListener("animationend", event => { if (event.animationName === "strip-out") event.target.remove() })
}
