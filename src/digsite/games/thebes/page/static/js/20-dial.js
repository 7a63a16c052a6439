// The time wheel: drag anywhere on it, or turn the mouse wheel over it. Keys are those of the radio buttons themselves.
{
  let held = null
  const open = dial => [...dial.querySelectorAll("input[type=radio]:enabled")]
  const choose = radio => {
    if (!radio || radio.checked) return
    radio.checked = true
    for (const kind of ["input", "change"]) radio.dispatchEvent(new Event(kind, { bubbles: true }))
  }
  const point = ({ clientX, clientY }) => {
    const box = held.getBoundingClientRect()
    const turn = Math.atan2(clientX - box.x - box.width / 2, box.y + box.height / 2 - clientY) / Math.PI * 6
    const week = (turn + 11.5) % 12 + 0.5
    const apart = radio => Math.abs(radio.value - week)
    const nearest = open(held).sort((one, other) => apart(one) - apart(other))[0]
    choose(nearest)
    nearest?.focus({ preventScroll: true, focusVisible: false })
  }
  document.addEventListener("pointerdown", event => {
    held = event.button ? null : event.target.closest?.(".dial")
    if (!held) return
    event.preventDefault()
    point(event)
  })
  document.addEventListener("pointermove", event => { if (held?.isConnected) point(event) })
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { held = null })
  document.addEventListener("wheel", event => {
    const dial = event.target.closest?.(".dial")
    if (!dial || event.ctrlKey) return
    event.preventDefault()
    const radios = open(dial), now = radios.findIndex(radio => radio.checked)
    choose(radios[now + Math.sign(event.deltaY)])
  }, { passive: false })
}
