// How many lines the text of an element takes.
each => {
  const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT), tops = new Set(), text = document.createRange();
  while (texts.nextNode()) {
    text.selectNodeContents(texts.currentNode);
    for (const line of text.getClientRects()) tops.add(Math.round(line.top));
  }
  return tops.size;
}
