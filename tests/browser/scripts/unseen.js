// What of some things does not lie wholly on the screen: beyond its edges, scrolled away, cut, or below a sheet or the guide.
selectors => {
  const over = "#choice, #finds, #side, #guide-speech, #guide-steps, .acting, #begin";
  const frames = element => {
    const found = [{ left: 0, top: 0, right: innerWidth, bottom: innerHeight }];
    for (let each = element.parentElement, fixed = getComputedStyle(element).position === "fixed"; each && each !== document.body && !fixed; each = each.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(each);
      if (overflowX !== "visible" || overflowY !== "visible") found.push(each.getBoundingClientRect());
      fixed = position === "fixed";
    }
    return found;
  };
  const inside = (box, frame) => box.left >= frame.left - 1.5 && box.top >= frame.top - 1.5 && box.right <= frame.right + 1.5 && box.bottom <= frame.bottom + 1.5;
  const covered = (element, box) => [[.5, .5], [.1, .12], [.9, .12], [.1, .88], [.9, .88]].some(([across, down]) => {
    const above = document.elementFromPoint(box.left + across * box.width, box.top + down * box.height)?.closest(over);
    return above && !above.contains(element) && !element.contains(above);
  });
  const unseen = selector => {
    const found = [...document.querySelectorAll(selector.replace("?", ""))].filter(each => each.checkVisibility({ visibilityProperty: true }));
    if (!found.length && !selector.startsWith("?")) return [`${selector}: not there`];
    return found.flatMap(element => {
      const box = element.getBoundingClientRect();
      const { left, top, right, bottom } = box, where = [left, top, right, bottom].map(Math.round).join(" ");
      const cut = ["auto", "scroll"].includes(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1;
      if (cut) return [`${selector}: ${element.scrollHeight} high, ${element.clientHeight} seen`];
      if (!frames(element).every(frame => inside(box, frame))) return [`${selector}: ${where}`];
      return covered(element, box) ? [`${selector}: covered at ${where}`] : [];
    });
  };
  return selectors.flatMap(each => {
    const ways = each.split(" | ").map(unseen);
    return ways.some(way => !way.length) ? [] : ways[0];
  });
}
