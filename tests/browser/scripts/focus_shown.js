// Whether one sees that this has the focus: it, or what is around it, looks otherwise without.
element => {
  const signs = ["outlineStyle", "outlineColor", "outlineWidth", "boxShadow", "stroke", "strokeWidth", "fill", "opacity",
    "borderColor", "backgroundColor", "textDecorationLine"];
  const { parentElement } = element;
  const around = [element, parentElement, parentElement.parentElement, ...parentElement.children, ...element.querySelectorAll("*")];
  const look = () => around.map(each => signs.map(sign => getComputedStyle(each)[sign]).join()).join("|");
  const focused = look();
  element.blur();
  const blurred = look(), box = element.getBoundingClientRect();
  element.focus({ focusVisible: true, preventScroll: true });
  return focused !== blurred && box.width > 0 && box.height > 0;
}
