// What a finger could miss: a control smaller than it, with another as near to its middle as the finger is wide.
([inside, finger]) => {
  const roots = [...document.querySelectorAll(inside)];
  const seen = each => each.checkVisibility({ visibilityProperty: true }) && each.type !== "hidden";
  const controls = [...document.querySelectorAll("a[href], button, input, select, summary")]
    .filter(each => seen(each) && !each.closest("svg, .heard"));
  const largest = (one, other) => other.width * other.height - one.width * one.height;
  const touched = element => [element, ...(element.labels ?? [])].map(each => each.getBoundingClientRect()).sort(largest)[0];
  const targets = controls.map(element => ({ element, box: touched(element) })).filter(({ box }) => box.width > 1 && box.height > 1);
  const fits = box => box.width >= finger - .5 && box.height >= finger - .5;
  const middle = box => [box.x + box.width / 2, box.y + box.height / 2];
  const gap = (one, other) => { // from the middle of one to the other: to its edge if it is large, else to the finger upon it
    const [x, y] = middle(one), [left, top] = middle(other);
    if (!fits(other)) return Math.hypot(x - left, y - top) - finger / 2;
    return Math.hypot(Math.max(other.left - x, 0, x - other.right), Math.max(other.top - y, 0, y - other.bottom));
  };
  const crowded = ({ element, box }) =>
    targets.some(other => !other.element.contains(element) && gap(box, other.box) < finger / 2);
  return targets.filter(target => roots.some(root => root.contains(target.element)) && !fits(target.box) && crowded(target))
    .map(({ element, box }) => `${Math.round(box.width)}x${Math.round(box.height)} ${element.outerHTML.slice(0, 120)}`);
}
