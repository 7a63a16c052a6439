// Where there is room in a grid and nothing stands: the corners of holes larger than its gaps.
selector => {
  const grid = document.querySelector(selector), { columnGap, rowGap } = getComputedStyle(grid), whole = grid.getBoundingClientRect();
  const boxes = [...grid.children].map(each => each.getBoundingClientRect()).filter(box => box.width);
  const [across, down] = [columnGap, rowGap].map(gap => parseFloat(gap) + 1), found = [];
  for (let y = whole.top; y < whole.bottom; y += 10)
    for (let x = whole.left; x < whole.right; x += 10)
      if (!boxes.some(box => x > box.left - across && x < box.right + across && y > box.top - down && y < box.bottom + down)) found.push(`${x} ${y}`);
  return found.slice(0, 1);
}
