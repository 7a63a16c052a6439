// Lines of a text in a sheet of which only a part is seen, above its buttons or its edge.
sheet => {
  const texts = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT), text = document.createRange(), found = [], box = sheet.getBoundingClientRect();
  const foot = [...sheet.querySelectorAll(".buttons, .until")].filter(each => getComputedStyle(each).position === "sticky");
  const bottom = Math.min(box.bottom, ...foot.map(each => each.getBoundingClientRect()).filter(({ height }) => height).map(({ top }) => top));
  while (texts.nextNode()) {
    const { parentElement } = texts.currentNode;
    if (!texts.currentNode.textContent.trim() || !parentElement.checkVisibility() || parentElement.closest(".heard, svg") || foot.some(each => each.contains(parentElement))) continue;
    if (getComputedStyle(parentElement.closest(".what, .long") ?? parentElement).clipPath !== "none") continue;
    text.selectNodeContents(texts.currentNode);
    for (const line of text.getClientRects()) if (line.top < bottom - 4 && line.bottom > bottom + 4) found.push(texts.currentNode.textContent.trim());
  }
  return found;
}
