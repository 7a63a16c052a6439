// The key that leads from what has the focus to the target, and how often it can be pressed before one looks again.
target => {
  const active = document.activeElement;
  if (active === target) return ["there", 0];
  if (!active || active === document.body) return ["Tab", 1];
  const after = (one, other) => one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
  const [first, last] = after(active, target) ? [active, target] : [target, active];
  const between = [...document.querySelectorAll(":is(a[href], button, input:is(:not([type=radio]), :checked), select, summary):not([tabindex='-1'])")]
    .filter(each => after(first, each) && after(each, last) && each.checkVisibility({ visibilityProperty: true }));
  return [first === active ? "Tab" : "Shift+Tab", Math.max(1, between.length >> 1)];
}
