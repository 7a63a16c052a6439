"""The style of the generic page leaves the pages of games alone."""

import re
from pathlib import Path

WEB = Path(__file__).parents[2] / "src" / "digsite" / "web"
GAMES = WEB.parent / "games"
SHARED = {"status"}  # whose move it is: the same element on every table's page


def classes_of(folder: Path) -> set[str]:
    """Return every class that the templates of a folder name."""
    texts = (file.read_text(encoding="utf-8") for file in folder.rglob("*.html"))
    return {name for text in texts for names in re.findall(r'class="([^"{]*)', text) for name in names.split()}


def test_no_rule_of_the_generic_page_fits_an_element_of_a_game() -> None:
    sheet = (WEB / "static" / "css" / "27-generic.css").read_text(encoding="utf-8")
    begins = set(re.findall(r"^ {2}\.([a-z-]+)", sheet, re.MULTILINE))
    assert begins & classes_of(WEB / "templates" / "generic"), "the sheet is not read as it is written"
    assert begins & classes_of(GAMES) <= SHARED
