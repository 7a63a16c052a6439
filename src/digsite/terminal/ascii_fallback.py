"""Readable output on streams that cannot encode every character, such as plain ASCII ones.

Marks, symbols and lines are replaced by ASCII characters that still differ from each other; of other letters the base
letter stays, and only what has none becomes a question mark.
"""

import codecs
from io import TextIOWrapper
from unicodedata import normalize

ERRORS = "digsite-ascii"
SUBSTITUTES = {
    **dict(zip("●■▲◆▼✚⬢✦○◇★✓✗", "o#^*v%@&.<*+x", strict=True)),  # seats, then notes on them
    **dict(zip("ΠΨΔΩΞ", "PYDOX", strict=True)),
    **dict(zip("▁▂▃▄▅▆▇█", "..::||##", strict=True)),
    **dict(zip("─━│┃╭╮╰╯┌┐└┘├┤┬┴┼", "--||+++++++++++++", strict=True)),
    **dict(zip("–—−·×’‘“”", "---.x''\"\"", strict=True)),
    "…": "...",
    "±": "+-",
    "≥": ">=",
    "µ": "u",
}


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        return "\N{REPLACEMENT CHARACTER}", getattr(error, "end", 0)
    return "".join(map(ascii_for, error.object[error.start : error.end])), error.end


def ascii_for(character: str) -> str:
    """Return what stands for a character in ASCII."""
    base = normalize("NFKD", character)[0]
    return SUBSTITUTES.get(character) or (base if base.isascii() else "?")


codecs.register_error(ERRORS, _replace)


def never_fail(stream: object) -> None:
    """Let a text stream replace what it cannot encode or decode instead of raising UnicodeError."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors=ERRORS)
