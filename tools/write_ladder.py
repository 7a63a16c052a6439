"""Put the results of a ladder into the documentation: the tables of docs/bots.md and the picture beside them.

digsite ladder                   (hours; it can be stopped and goes on where it was)
python tools/write_ladder.py     (or with the folder that was given as --out)
"""

import sys
from pathlib import Path

from digsite.bots.ladder import read_results
from digsite.bots.report import picture, tables
from digsite.core.palette import Theme

DOCS = Path(__file__).resolve().parent.parent / "docs"
PICTURE = """
<picture>
  <source media="(prefers-color-scheme: dark)" srcset="images/strength-dark.svg">
  <img alt="Games won by master against scholar, by thinking time for a move" src="images/strength-light.svg">
</picture>"""
START, END = "<!-- ladder -->", "<!-- /ladder -->"
THEMES: tuple[Theme, ...] = ("light", "dark")


def put_between(page: str, tables: str) -> str:
    """Return the page with the tables between its markers. Raises ValueError where there are none."""
    before, after = page.index(START) + len(START), page.index(END)
    return f"{page[:before]}\n{tables}\n{page[after:]}"


def main(folder: Path) -> None:
    results = read_results(folder)
    page = DOCS / "bots.md"
    page.write_text(put_between(page.read_text(encoding="utf-8"), tables(results) + "\n" + PICTURE), encoding="utf-8")
    for theme in THEMES:
        (DOCS / "images" / f"strength-{theme}.svg").write_text(
            picture(results, theme, fonts=True).svg + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("ladder"))
