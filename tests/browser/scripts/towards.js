// The key that leads from what has the focus to the target.
target => {
  const active = document.activeElement;
  if (active === target) return "there";
  if (!active || active === document.body) return "Tab";
  return active.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING ? "Shift+Tab" : "Tab";
}
