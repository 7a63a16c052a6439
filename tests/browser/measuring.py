"""Sizes on the screen: what sticks out, and what is too small for a finger."""

from playwright.sync_api import Page

NAME = "const name = element => element.tagName.toLowerCase() + (element.id ? '#' + element.id : '') + '.' + (element.className.baseVal ?? element.className) + ' ' + (element.textContent.trim().slice(0, 30) || element.getAttribute('aria-label') || '');"
STICKING = f"""() => {{
  {NAME}
  const wide = document.documentElement.clientWidth;
  const cut = element => {{
    for (let each = element; each && each !== document.body; each = each.parentElement) {{
      const style = getComputedStyle(each);
      if (style.overflowX !== 'visible' || style.clipPath !== 'none' || style.position === 'fixed') return true;
    }}
    return false;
  }};
  const out = [...document.querySelectorAll('body *:not(svg *)')].filter(element => {{
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && (box.right > wide + 1 || box.left < -1) && !cut(element);
  }});
  if (document.documentElement.scrollWidth > wide) out.push(document.documentElement);
  return out.slice(0, 6).map(name);
}}"""
SMALL = f"""([inside, size]) => {{
  {NAME}
  const roots = [...document.querySelectorAll(inside)];
  const controls = [...document.querySelectorAll('a[href], button, input, select, summary')];
  const shown = controls.filter(each => each.checkVisibility({{ visibilityProperty: true }}) && !each.closest('svg, .heard') && each.type !== 'hidden');
  const targets = shown.map(element => {{
    const label = element.labels?.[0], boxes = [element, label].filter(Boolean).map(each => each.getBoundingClientRect());
    return {{ element, box: boxes.sort((one, other) => other.width * other.height - one.width * one.height)[0] }};
  }}).filter(target => target.box.width > 1 && target.box.height > 1);
  const fits = box => box.width >= size - .5 && box.height >= size - .5;
  const middle = box => [box.x + box.width / 2, box.y + box.height / 2];
  const gap = (one, other) => {{  // from the middle of one to the other: to its edge if it is large, else to its middle
    const [x, y] = middle(one);
    if (!fits(other)) return Math.hypot(x - middle(other)[0], y - middle(other)[1]) - size / 2;
    return Math.hypot(Math.max(other.left - x, 0, x - other.right), Math.max(other.top - y, 0, y - other.bottom));
  }};
  return targets.filter(target => roots.some(root => root.contains(target.element)) && !fits(target.box))
    .filter(target => targets.some(other => other !== target && !other.element.contains(target.element) && gap(target.box, other.box) < size / 2))
    .map(({{ element, box }}) => `${{Math.round(box.width)}}x${{Math.round(box.height)}} ${{name(element)}}`);
}}"""
FINGER = 44  # pixels


def sticking_out(page: Page) -> list[str]:
    """What reaches over the sides of the page, and is neither cut nor scrolled."""
    found: list[str] = page.evaluate(STICKING)
    return found


def too_small(page: Page, inside: str) -> list[str]:
    """What a finger could miss: smaller than it, with something else as near as that."""
    found: list[str] = page.evaluate(SMALL, [inside, FINGER])
    return found
