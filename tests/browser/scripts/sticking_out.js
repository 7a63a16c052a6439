// What reaches over the sides of the page and is neither cut nor scrolled.
() => {
  const wide = document.documentElement.clientWidth;
  const cut = element => {
    for (let each = element; each && each !== document.body; each = each.parentElement) {
      const { overflowX, clipPath, position } = getComputedStyle(each);
      if (overflowX !== "visible" || clipPath !== "none" || position === "fixed") return true;
    }
    return false;
  };
  const out = [...document.querySelectorAll("body *:not(svg *)")].filter(element => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && (box.right > wide + 1 || box.left < -1) && !cut(element);
  });
  if (document.documentElement.scrollWidth > wide) out.push(document.documentElement);
  return out.slice(0, 6).map(element => element.outerHTML.slice(0, 120));
}
