// Of all that the Tab key leads to, what looks the same with the focus as without.
shown => {
  const controls = [...document.querySelectorAll(":is(a[href], button, input, select, summary):not([tabindex='-1'])")];
  const focus = each => { each.focus({ focusVisible: true, preventScroll: true }); return document.activeElement === each; };
  return controls.filter(each => focus(each) && !shown(each)).map(each => each.outerHTML.slice(0, 160));
}
