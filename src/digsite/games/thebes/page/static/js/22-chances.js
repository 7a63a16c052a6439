// The chance of each number of points, beside the pointer over a chart.
{
  let tip
  document.addEventListener("pointermove", event => {
    const chart = event.target.closest?.("svg[data-chances]")
    if (!chart) return void (tip &&= (tip.remove(), null))
    const box = chart.getBoundingClientRect(), chances = chart.dataset.chances.split(" ")
    const points = Math.min(chances.length - 1, Math.max(0, Math.floor((event.clientX - box.x) / box.width * chances.length)))
    if (!tip) document.body.append(tip = Object.assign(document.createElement("p"), { className: "chance", ariaHidden: "true" }))
    const chance = +chances[points], words = chance && chance < 0.5 ? "<1" : Math.round(chance)
    tip.textContent = chart.dataset.tip.replace("{points}", points).replace("{chance}", words)
    Object.assign(tip.style, { left: `${event.clientX}px`, top: `${box.y}px` })
  }, { passive: true })
}
