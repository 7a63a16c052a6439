"""Small pieces of English sentences, for what is not translated: the terminal, hints and descriptions of pictures."""


def plural(number: int, words: str) -> str:
    """Return a number with its noun, the first noun in the plural: "2 points of knowledge", "2 more points"."""
    if number == 1:
        return f"1 {words}"
    noun, of, rest = words.partition(" of ")
    return f"{number} {noun}s{of}{rest}"


def ordinal(number: int) -> str:
    """Return "1st", "2nd", "3rd", "4th" …"""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
