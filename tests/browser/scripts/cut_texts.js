// Texts that are not to be read whole: wider than what shows them, or broken inside a word.
elements => elements.filter(each => each.checkVisibility() && getComputedStyle(each).clipPath === "none").filter(each => {
  const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), word = document.createRange(), box = each.getBoundingClientRect();
  if (each.scrollWidth > each.clientWidth && getComputedStyle(each).overflowX !== "visible") return true;
  while (texts.nextNode())
    for (const { index, 0: letters } of texts.currentNode.textContent.matchAll(/\S+/g)) {
      word.setStart(texts.currentNode, index);
      word.setEnd(texts.currentNode, index + letters.length);
      const lines = [...word.getClientRects()];
      if (lines.some(line => line.left < box.left - 1 || line.right > box.right + 1 || line.top > lines[0].top + 2)) return true;
    }
  return false;
}).map(each => `${each.className || each.tagName}: ${each.textContent.trim()}`)
