"""Gather the texts of the pages into the catalogues that translations are made from: `make messages`.

The shared pages have one catalogue, each game has its own beside its page.
"""

from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

ROOT = Path(__file__).parent.parent / "src" / "digsite"
SHARED = ROOT / "web" / "locale" / "digsite.pot"
KEYWORDS = {
    "_": None,
    "n_": (1, 2),
    "later": None,
    "gettext": None,
    "ngettext": (1, 2),
    "Refused": (3,),
    "TooMuch": (2,),
    "Reading": (2,),
    "RuleOption": (3,),
}
METHODS = [("**.py", "python"), ("**.html", "jinja2")]
OPTIONS = {"**.html": {"trimmed": "true", "silent": "false"}}


def sources() -> Iterator[tuple[Path, list[Path]]]:
    """Yield each catalogue's file with the folders whose texts it holds."""
    yield SHARED, [ROOT / "server", ROOT / "tables", ROOT / "web"]
    for page in sorted((ROOT / "games").glob("*/page")):
        yield page / "locale" / f"{page.parent.name}.pot", [page.parent]


def catalogue(folders: list[Path]) -> Catalog:
    """Return the messages of some folders, in the order of files; line numbers would change with every edit."""
    found = Catalog(project="Digsite", charset="utf-8")
    for folder in folders:
        for file, _, message, comments, context in extract_from_dir(folder, METHODS, OPTIONS, KEYWORDS):
            place = (folder / file).relative_to(ROOT).as_posix()
            found.add(message, None, [(place, 0)], auto_comments=comments, context=context)
    return found


def main() -> None:
    for file, folders in sources():
        file.parent.mkdir(exist_ok=True)
        found = catalogue(folders)
        with file.open("wb") as out:
            write_po(out, found, width=120, omit_header=True, include_lineno=False)
        print(f"{len(found)} messages in {file.relative_to(ROOT)}")  # noqa: T201


if __name__ == "__main__":
    main()
