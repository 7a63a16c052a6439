"""Compiled translations: one catalogue for the shared pages, one for each game."""

import struct
from collections.abc import Mapping
from pathlib import Path

from digsite.web import i18n


def compile_catalogue(folder: Path, name: str, messages: Mapping[str, str]) -> None:
    """Write a catalogue in the format of GNU gettext: two tables of lengths and places, then all texts."""
    messages = {"": "Content-Type: text/plain; charset=UTF-8\n", **messages}
    originals = [key.encode() for key in sorted(messages)]
    translations = [messages[key].encode() for key in sorted(messages)]
    number, tables, texts = len(originals), b"", b""
    start = 28 + 16 * number
    for text in originals + translations:
        tables += struct.pack("<II", len(text), start + len(texts))
        texts += text + b"\0"
    header = struct.pack("<7I", 0x950412DE, 0, number, 28, 28 + 8 * number, 0, 0)
    file = folder / "xx" / "LC_MESSAGES" / f"{name}.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(header + tables + texts)


def test_all_catalogues_of_a_language_are_used_together(tmp_path: Path) -> None:
    compile_catalogue(tmp_path / "web", "digsite", {"Your turn": "Du bist dran", "Home": "Start"})
    compile_catalogue(tmp_path / "cave", "cave", {"Dig here": "Hier graben", "Home": "Höhle"})
    places = [(name, tmp_path / folder) for name, folder in (("digsite", "web"), ("none", "none"), ("cave", "cave"))]
    with i18n.speaking(i18n.load_translations("xx", places)):
        assert i18n._("Your turn") == "Du bist dran"
        assert i18n._("Dig here") == "Hier graben"
        assert i18n._("Home") == "Start"  # the shared catalogue comes first
        assert i18n._("Replay") == "Replay"
        assert i18n.points(2) == "2 points"


def test_a_language_without_catalogues_is_english(tmp_path: Path) -> None:
    with i18n.speaking(i18n.load_translations("yy", [("digsite", tmp_path)])):
        assert i18n._("Your turn") == "Your turn"


def test_the_shared_catalogue_comes_before_those_of_the_games() -> None:
    names = [name for name, folder in i18n.catalogues() if (folder / f"{name}.pot").is_file()]
    assert names[0] == "digsite"
    assert {"thebes", "mykerinos"} <= set(names)
