// How many panels print the points over the pools.
panels => panels.filter(panel => {
  const [total, pools] = [".total", ".pools"].map(each => panel.querySelector(each).getBoundingClientRect());
  return total.left < pools.right && total.right > pools.left && total.top < pools.bottom && total.bottom > pools.top;
}).length
