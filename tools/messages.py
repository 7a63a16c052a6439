"""Gathers every text of the pages into the catalogue that translations are made from: `make messages`."""

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

ROOT = Path(__file__).parent.parent / "src" / "digsite"
FILE = ROOT / "web" / "locale" / "digsite.pot"
KEYWORDS = {"_": None, "n_": (1, 2), "later": None, "gettext": None, "ngettext": (1, 2), "Refused": (3,)}
METHODS = [("server/**.py", "python"), ("web/**.py", "python"), ("web/templates/**.html", "jinja2")]
OPTIONS = {"web/templates/**.html": {"trimmed": "true", "silent": "false"}}


def catalogue() -> Catalog:
    """In the order of files, without line numbers: those would change with every edit."""
    made = Catalog(project="Digsite", charset="utf-8")
    for file, _, message, comments, context in extract_from_dir(ROOT, METHODS, OPTIONS, KEYWORDS):
        made.add(message, None, [(file, 0)], auto_comments=comments, context=context)
    return made


if __name__ == "__main__":
    with FILE.open("wb") as out:
        write_po(out, catalogue(), width=120, omit_header=True, include_lineno=False)
    print(f"{len(catalogue())} messages in {FILE.name}")  # noqa: T201
