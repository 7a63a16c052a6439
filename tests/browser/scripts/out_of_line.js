// How many pixels the header's left and right edges are away from those of the table below it.
() => {
  const boxes = selectors => [...document.querySelectorAll(selectors)].map(each => each.getBoundingClientRect()).filter(box => box.width);
  const edges = found => [Math.min(...found.map(box => box.left)), Math.max(...found.map(box => box.right))];
  const head = edges(boxes("#top .brand, #top nav")), table = edges(boxes("#board, #dock, .panels"));
  return head.map((edge, side) => Math.round(edge - table[side]));
}
